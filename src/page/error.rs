//! Why a page cannot be made, and what to change.

use crate::board::BoardSize;
use crate::font::needs_shaping;
use crate::words::counted;

use super::layout::MAX_SIDE;
use super::style::PageSizeError;

/// Why a page cannot be made; where something does not fit, also what to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// An invalid page size.
    #[error("invalid page size: {0}")]
    Size(#[from] PageSizeError),
    /// More pixels than the maximum.
    #[error("{} too many; the largest width is {MAX_SIDE}", pixels_are(*.width))]
    TooWide {
        /// The given width, in pixels.
        width: u32,
    },
    /// Too few pixels for squares or text.
    #[error(
        "{} too few for squares and text to be read; the smallest width is {smallest}", pixels_are(*.width)
    )]
    TooNarrow {
        /// The given width, in pixels.
        width: u32,
        /// The minimum, in pixels.
        smallest: u32,
    },
    /// A page too small for its boards or its text.
    #[error(
        "a page of {width}×{height} pixels is too small for the text and the squares to be read; {}",
        what_fits(*.smallest, *.boards)
    )]
    TooSmall {
        /// Width of the page, in pixels.
        width: u32,
        /// Height of the page, in pixels.
        height: u32,
        /// Width and height of the smallest page of this shape that works, if there is any.
        smallest: Option<(u32, u32)>,
        /// The most boards that fit on this one, if fewer do.
        boards: Option<u32>,
    },
    /// Text that fits on no page.
    #[error("there is too much text to be read on a page of this shape; try another shape, or less text")]
    TooMuchText,
    /// A title that is too long for a page on which all else fits.
    #[error("the title is too long to be read on this page; shorten it")]
    TitleTooLong,
    /// Labels that could not be read below boards so small.
    #[error(
        "the labels are too wide for boards so small; {}",
        .square.map_or("try a larger page, or leave them out".to_owned(), |square| {
            format!("the smallest square that works is {square}")
        })
    )]
    LabelsTooWide {
        /// The smallest square at which they could be, if the page has no given size.
        square: Option<u32>,
    },
    /// Panels of state that could not be read.
    #[error(
        "there is no room for the panels on a page of this shape; {}",
        .largest.map_or("leave one out, or try another shape or a larger size".to_owned(), |largest| {
            format!("the largest board is {largest}×{largest}")
        })
    )]
    PanelsTooSmall {
        /// The largest board for which there is room, if there is any.
        largest: Option<BoardSize>,
    },
    /// Pictures too small for the text of a card.
    #[error(
        "a card before or after the film could not be read on {width}×{height} pixels; larger pictures have room for it"
    )]
    CardTooSmall {
        /// Width of the pictures, in pixels.
        width: u32,
        /// Their height, in pixels.
        height: u32,
    },
    /// More boards beside each other than fit.
    #[error("{columns} boards do not fit beside each other on a page of this shape; take fewer")]
    TooManyColumns {
        /// The number of boards in a row.
        columns: u32,
    },
    /// More boards than fit on one page that is as large as they ask.
    #[error(
        "{boards} boards do not fit on one page; fewer boards, smaller squares, or pages of a given size like a4 \
         make room"
    )]
    TooManyBoards {
        /// The number of boards.
        boards: u32,
    },
    /// Squares too large for a picture that common viewers show.
    #[error("the picture would be too large for common viewers; the largest square that fits is {fitting}")]
    SquaresTooLarge {
        /// The largest that fit, in pixels.
        fitting: u32,
    },
    /// Text with a character that the font lacks.
    #[error("{}", why_undrawn(*.0))]
    NoGlyph(char),
    /// A sheet without steps.
    #[error("there are no steps to draw: --start places all queens, or no square is left for another")]
    NoSteps,
    /// A race without solvers.
    #[error("a race needs at least one solver")]
    NoLanes,
}

fn pixels_are(number: u32) -> String {
    if number == 1 { "1 pixel is".to_owned() } else { format!("{number} pixels are") }
}

fn what_fits(smallest: Option<(u32, u32)>, boards: Option<u32>) -> String {
    let smallest = smallest.map(|(width, height)| format!("the smallest of this shape is {width}×{height}"));
    let boards = boards.map(|boards| format!("this one has room for {}", counted(boards.into(), "board")));
    let known: Vec<String> = [smallest, boards].into_iter().flatten().collect();
    if known.is_empty() { "try another shape".to_owned() } else { known.join(", and ") }
}

fn why_undrawn(character: char) -> String {
    if cfg!(not(feature = "shaping")) && needs_shaping(character) {
        return format!(
            "text with {character:?} has to be shaped, and this library was built without its feature `shaping`"
        );
    }
    format!("the font has no glyph for {character:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_cannot_be_drawn_is_named() {
        assert_eq!(PageError::NoGlyph('皇').to_string(), "the font has no glyph for '皇'");
        let needs_shaping = PageError::NoGlyph('ש').to_string();
        assert!(needs_shaping.contains("'ש'"), "{needs_shaping}");
        assert_eq!(
            needs_shaping.contains("feature `shaping`"),
            cfg!(not(feature = "shaping")),
            "{needs_shaping}"
        );
    }
}
