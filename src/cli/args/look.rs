//! Arguments of every command that draws.

use crate::font::Font;
use crate::page::{BoardStyle, PageSize, PanelContent, Theme};
use clap::Args;

use crate::cli::values;

#[derive(Debug, Args)]
pub struct StyleArgs {
    /// Width of the board in pixels [default: 480, more for many queens]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Put the board in the middle of a page of this size or shape, like 1920x1080 or 16:9
    #[arg(long, value_name = "WxH|A:B")]
    pub canvas: Option<PageSize>,

    #[command(flatten)]
    pub look: LookArgs,

    /// Write the chess player's coordinates on the edge squares
    #[arg(long)]
    pub coordinates: bool,

    /// Put a dot on every empty square that a queen attacks
    #[arg(long)]
    pub attacks: bool,

    /// Only queens: do not point out what happened
    #[arg(long)]
    pub no_highlight: bool,
}

#[derive(Debug, Args)]
pub struct LookArgs {
    /// Colours: one of 'queenreel themes', or a TOML file
    #[arg(long, value_name = "NAME|FILE", value_parser = values::theme, default_value = "classic")]
    pub theme: Theme,

    /// What text is written in, a TrueType font [default: Noto Sans]
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
            highlight: !self.no_highlight,
            attacks: self.attacks,
            panels: PanelContent::default(),
        }
    }
}
