//! How boards are drawn, and on what page.

use std::str::FromStr;

use crate::board::BoardSize;

use super::glyphs::Font;
use super::theme::Theme;

/// The widest board and the longest side of a page, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// How a board is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardStyle {
    /// Width of the board in pixels; `None` for one that suits its size and its page.
    pub width: Option<u32>,
    /// The page that the board stands in the middle of; `None` for the board alone.
    pub page: Option<PageSize>,
    /// Colours.
    pub theme: Theme,
    /// What coordinates are written in.
    pub font: Font,
    /// Whether the edge squares carry the chess player's coordinates.
    pub coordinates: bool,
    /// Whether marks are drawn, or only queens.
    pub highlight: bool,
    /// Whether squares that a queen attacks carry a dot; heat maps show them anyway.
    pub attacks: bool,
}

impl Default for BoardStyle {
    fn default() -> Self {
        Self {
            width: None,
            page: None,
            theme: Theme::default(),
            font: Font::default(),
            coordinates: false,
            highlight: true,
            attacks: false,
        }
    }
}

/// Why a board cannot be drawn in a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// Too few pixels for the squares.
    #[error(
        "{width} pixels are too few to draw a board of {size}×{size} legibly; the smallest width is {smallest}"
    )]
    TooSmall {
        /// The width that was asked for, in pixels.
        width: u32,
        /// The smallest that works, in pixels.
        smallest: u32,
        /// The board.
        size: BoardSize,
    },
    /// A page too small for its board.
    #[error("a page of {width}×{height} pixels is too small for this board; it takes {smallest} a side")]
    PageTooSmall {
        /// Width of the page, in pixels.
        width: u32,
        /// Height of the page, in pixels.
        height: u32,
        /// The least that both have to be, in pixels.
        smallest: u32,
    },
    /// The coordinates have a character that the font lacks.
    #[error("the font has no glyph for {0:?}")]
    NoGlyph(char),
    /// More pixels than make sense.
    #[error("{width} pixels are too many; the largest width is {MAX_SIDE}")]
    TooLarge {
        /// The width that was asked for, in pixels.
        width: u32,
    },
}

/// A page around the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageSize {
    /// Width and height in pixels; the board is fitted to it.
    Pixels(u32, u32),
    /// Width to height; the page is fitted to the board.
    Ratio(u32, u32),
}

impl FromStr for PageSize {
    type Err = PageSizeError;

    fn from_str(text: &str) -> Result<Self, PageSizeError> {
        let pair = |(a, b): (&str, &str)| Some((a.parse().ok()?, b.parse().ok()?));
        if let Some((width, height)) = text.split_once(['x', '×']).and_then(pair) {
            let sides = 1..=MAX_SIDE;
            let fits = sides.contains(&width) && sides.contains(&height);
            return if fits { Ok(Self::Pixels(width, height)) } else { Err(PageSizeError) };
        }
        match text.split_once(':').and_then(pair) {
            Some((a, b)) if 0 < a && 0 < b && a.max(b) <= MOST_RATIO * a.min(b) => Ok(Self::Ratio(a, b)),
            _ => Err(PageSizeError),
        }
    }
}

const MOST_RATIO: u32 = 8;

/// A text that is no page size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write pixels like 1920x1080, at most {MAX_SIDE} a side, or a ratio like 16:9")]
pub struct PageSizeError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_pixels_or_ratios() {
        assert_eq!("1920x1080".parse(), Ok(PageSize::Pixels(1920, 1080)));
        assert_eq!("16:9".parse(), Ok(PageSize::Ratio(16, 9)));
        for wrong in
            ["", "1920", "x", "0x100", "100x0", "8193x10", "16:0", "9:1", "1:2:3", "-1x5", "99999999999x1"]
        {
            assert_eq!(wrong.parse::<PageSize>(), Err(PageSizeError), "{wrong}");
        }
    }
}
