//! Options of appearance: page, squares and board.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::board::SquareNames;
use crate::encode::{Compression, EncodeOptions, Quality, VectorText};
use crate::error::Error;
use crate::font::Font;
use crate::limits::{MAX_FONT_BYTES, MAX_THEME_BYTES};
use crate::page::{PageSize, PageStyle, Piece, Theme};

use super::files::not_read;
use super::values::{choice, pixels, quality};
use super::{FORMAT, Files, LOOK};

/// Options of the page, and of the encoding of pictures.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = LOOK)]
pub struct PageArgs {
    /// Centre the board on a page of this size or shape
    ///
    /// {paper}
    #[arg(long, value_name = "WxH|A:B|PAPER")]
    pub canvas: Option<PageSize>,

    /// Colours: the name of a theme, or a TOML file [default: classic]
    ///
    /// 'queenreel themes' lists the names.
    #[arg(long, value_name = "NAME|FILE")]
    pub theme: Option<PathBuf>,

    /// TrueType font of all text [default: Noto Sans]
    #[arg(long, value_name = "FILE.ttf")]
    pub font: Option<PathBuf>,

    /// How well PNGs are compressed [default: normal]
    ///
    /// The best takes several times as long.
    #[arg(long, value_name = "LEVEL", help_heading = FORMAT, value_parser = choice::<Compression>())]
    pub compression: Option<Compression>,

    /// Picture quality, from 1 to 100
    ///
    /// [default: {qualities}]
    #[arg(long, value_name = "QUALITY", help_heading = FORMAT, value_parser = quality)]
    pub quality: Option<Quality>,
}

/// Options of boards.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = LOOK)]
pub struct DrawingArgs {
    /// The page.
    #[command(flatten)]
    pub page: PageArgs,

    /// Figure of a queen: black, white, disc, a character like Q, or none
    ///
    /// With --theme purple or heatmap, none leaves only the colour of its square.
    ///
    /// [default: black, or a disc on squares below 20 pixels]
    #[arg(long, value_name = "white|disc|CHARACTER|none")]
    pub piece: Option<Piece>,

    /// Draw thin lines between squares
    #[arg(long)]
    pub grid: bool,

    /// How coordinates and captions name squares
    #[arg(long, value_name = "NAMES", value_parser = choice::<SquareNames>(), default_value_t)]
    pub squares: SquareNames,

    /// Keep the text of an SVG as text, which readers can select
    ///
    /// It may look different where its font is not installed.
    #[arg(long, help_heading = FORMAT)]
    pub svg_text: bool,
}

/// Options of pictures with one board.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = LOOK)]
pub struct BoardArgs {
    /// Width of the board in pixels [default: 480, more for many queens]
    ///
    /// In an MP4, squares have a multiple of 16 or 8 pixels.
    #[arg(long, value_name = "PIXELS", value_parser = pixels)]
    pub size: Option<u32>,

    /// Write coordinates beside the board
    ///
    /// They are on its edge squares if nothing else is in the picture.
    #[arg(long)]
    pub coordinates: bool,

    /// Show all attacked empty squares in one tone, with a dot
    ///
    /// Not on solutions, where no square is free.
    #[arg(long)]
    pub attacks: bool,

    /// Draw queens only, without marks for what happened
    #[arg(long)]
    pub no_highlight: bool,
}

impl PageArgs {
    pub(crate) fn style(&self, files: &Files) -> Result<PageStyle, Error> {
        let theme = self.theme.as_deref().map(|text| theme(text, files)).transpose()?.unwrap_or_default();
        let font = self.font.as_deref().map(|path| font(path, files)).transpose()?.unwrap_or_default();
        Ok(PageStyle { page: self.canvas, theme, font, ..PageStyle::default() })
    }

    pub(crate) fn encode(&self) -> EncodeOptions {
        let compression = self.compression.unwrap_or_default();
        EncodeOptions { quality: self.quality, compression, ..EncodeOptions::default() }
    }
}

impl DrawingArgs {
    pub(crate) fn style(&self, files: &Files) -> Result<PageStyle, Error> {
        let style = self.page.style(files)?;
        if self.piece == Some(Piece::None) && style.theme.heat().is_none() {
            let why = "only heat maps show queens by colour alone: add --theme purple or heatmap, or choose another piece";
            return Err(Error::value("piece", "none", why));
        }
        Ok(PageStyle { piece: self.piece, grid: self.grid, names: self.squares, ..style })
    }

    pub(crate) fn encode(&self) -> EncodeOptions {
        let text = if self.svg_text { VectorText::Text } else { VectorText::Outlines };
        EncodeOptions { text, ..self.page.encode() }
    }
}

impl BoardArgs {
    /// Applies these options to a style.
    pub(crate) fn on(&self, style: PageStyle) -> PageStyle {
        let Self { size: width, coordinates, attacks, no_highlight } = *self;
        PageStyle { width, coordinates, attacks, highlight: !no_highlight, ..style }
    }
}

/// Returns whether the value of `--theme` is the path of a file, not a name.
pub(super) fn is_theme_file(text: &Path) -> bool {
    text.extension().is_some_and(|extension| extension == "toml")
}

fn theme(text: &Path, files: &Files) -> Result<Theme, Error> {
    let wrong = |why: &str| Error::value("theme", &text.to_string_lossy(), why);
    let name = text.to_string_lossy().to_lowercase();
    let name = if name == "gray" { "grey" } else { &name };
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    if !is_theme_file(text) {
        let names = Theme::names().collect::<Vec<_>>().join(", ");
        return Err(wrong(&format!("unknown theme; name one of {names}, or a file that ends in .toml")));
    }
    let source = files.read(text, MAX_THEME_BYTES).map_err(|error| wrong(&not_read(&error, ".toml")))?;
    if source.len() > MAX_THEME_BYTES {
        return Err(wrong(&format!("the theme is larger than {} MB", MAX_THEME_BYTES / 1_000_000)));
    }
    let source = String::from_utf8(source).map_err(|_| wrong("the theme is no text in UTF-8"))?;
    Theme::from_toml(&source).map_err(|error| wrong(&error.to_string()))
}

fn font(path: &Path, files: &Files) -> Result<Font, Error> {
    let wrong = |why: &str| Error::value("font", &path.to_string_lossy(), why);
    let bytes = files.read(path, MAX_FONT_BYTES).map_err(|error| wrong(&not_read(&error, ".ttf")))?;
    Font::from_bytes(bytes).map_err(|error| wrong(&error.to_string()))
}
