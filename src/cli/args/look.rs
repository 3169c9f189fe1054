//! Arguments of every command that draws.

use crate::board::SquareNames;
use crate::font::Font;
use crate::page::{BoardStyle, PageSize, PanelContent, Theme};
use clap::Args;

use crate::cli::values;

#[derive(Debug, Args)]
pub struct StyleArgs {
    /// Width of the board in pixels [default: 480, more for many queens]
    #[arg(long, value_name = "PIXELS", value_parser = values::pixels, allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Centre the board on a page of this size or shape, like 1920x1080 or 16:9
    #[arg(long, value_name = "WxH|A:B")]
    pub canvas: Option<PageSize>,

    #[command(flatten)]
    pub look: LookArgs,

    /// Write coordinates on the edge squares
    #[arg(long)]
    pub coordinates: bool,

    /// How coordinates and captions name squares
    #[arg(long, value_enum, value_name = "NAMES", default_value_t)]
    pub squares: SquareNames,

    /// Mark every attacked empty square with a dot
    #[arg(long)]
    pub attacks: bool,

    /// Draw queens only, without marks for what happened
    #[arg(long)]
    pub no_highlight: bool,
}

#[derive(Debug, Args)]
pub struct LookArgs {
    /// Colours: a name from 'queenreel themes', or a TOML file
    #[arg(long, value_name = "NAME|FILE", value_parser = values::theme, default_value = "classic")]
    pub theme: Theme,

    /// TrueType font of all text [default: Noto Sans]
    #[arg(long, value_name = "FILE.ttf", value_parser = values::font)]
    pub font: Option<Font>,
}

impl LookArgs {
    pub fn font(&self) -> Font {
        self.font.clone().unwrap_or_default()
    }
}

impl StyleArgs {
    pub fn style(&self) -> BoardStyle {
        BoardStyle {
            width: self.size,
            page: self.canvas,
            theme: self.look.theme.clone(),
            font: self.look.font(),
            coordinates: self.coordinates,
            names: self.squares,
            highlight: !self.no_highlight,
            attacks: self.attacks,
            panels: PanelContent::default(),
        }
    }
}
