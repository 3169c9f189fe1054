//! Arguments of every command that draws.

use crate::board::SquareNames;
use crate::font::Font;
use crate::page::{BoardStyle, Medium, PageSize, PanelContent, Piece, TextEdges, Theme};
use clap::Args;

use crate::cli::values;

#[derive(Debug, Args)]
pub struct StyleArgs {
    /// Width of the board in pixels [default: 480, more for many queens; in an MP4, squares of a multiple of 16 or 8]
    #[arg(long, value_name = "PIXELS", value_parser = values::pixels, allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Centre the board on a page of this size or shape: 1920x1080, 16:9, or paper at 300 dpi: a4, a3,
    /// letter (-landscape for a sheet on its side) or 210x148mm
    #[arg(long, value_name = "WxH|A:B|PAPER")]
    pub canvas: Option<PageSize>,

    #[command(flatten)]
    pub look: LookArgs,

    /// Write coordinates beside the board, or on its edge squares if it is the whole picture
    #[arg(long)]
    pub coordinates: bool,

    /// How coordinates and captions name squares
    #[arg(long, value_enum, value_name = "NAMES", default_value_t)]
    pub squares: SquareNames,

    /// Show all attacked empty squares in one tone, with a dot
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

    /// What stands for a queen: black, white, disc, or a character like Q [default: black, or a disc on squares
    /// below 20 pixels]
    #[arg(long, value_name = "white|disc|CHARACTER")]
    pub piece: Option<Piece>,

    /// Draw thin lines between squares
    #[arg(long)]
    pub grid: bool,
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
            medium: Medium::default(),
            theme: self.look.theme.clone(),
            font: self.look.font(),
            text_edges: TextEdges::Smooth,
            piece: self.look.piece,
            grid: self.look.grid,
            coordinates: self.coordinates,
            names: self.squares,
            highlight: !self.no_highlight,
            attacks: self.attacks,
            panels: PanelContent::default(),
        }
    }
}
