//! Errors of page layouts, with suggestions what to change.

use super::style::PageSizeError;
use crate::board::BoardSize;
use crate::font::needs_shaping;
use crate::limits::MAX_PAGE_SIDE;
use crate::words::counted;

/// An error of a page layout. If something does not fit, the message suggests a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    #[error("invalid page size: {0}")]
    Size(#[from] PageSizeError),
    #[error("{} too many; the largest width is {MAX_PAGE_SIDE}", pixels_are(*.width))]
    TooWide { width: u32 },
    /// Too few pixels for legible squares or text.
    #[error(
        "{} too few for squares and text to be read; the smallest width is {smallest}", pixels_are(*.width)
    )]
    TooNarrow {
        width: u32,
        /// Smallest width, in pixels.
        smallest: u32,
    },
    #[error(
        "a page of {width}×{height} pixels is too small for the text and the squares to be read; {}",
        what_fits(*.smallest, *.boards)
    )]
    TooSmall {
        width: u32,
        height: u32,
        /// Width and height of the smallest page of this shape that works, if there is one.
        smallest: Option<(u32, u32)>,
        /// The largest number of boards that fits this page, if any number does.
        boards: Option<u32>,
    },
    #[error("there is too much text to be read on a page of this shape; try another shape, or less text")]
    TooMuchText,
    #[error("the title is too long to be read on this page; shorten it")]
    TitleTooLong,
    #[error(
        "the labels are too wide for boards so small; {}",
        .square.map_or("try a larger page, or leave them out".to_owned(), |square| {
            format!("the smallest square that works is {square}")
        })
    )]
    LabelsTooWide {
        /// Side of the smallest square with legible labels; `None` if the page has a given size.
        square: Option<u32>,
    },
    #[error(
        "there is no room for the panels on a page of this shape; {}",
        .largest.map_or("leave one out, or try another shape or a larger size".to_owned(), |largest| {
            format!("the largest board is {largest}×{largest}")
        })
    )]
    PanelsTooSmall {
        /// The largest board that leaves enough space for the panels, if there is one.
        largest: Option<BoardSize>,
    },
    /// The pictures are too small for the text of an intro or outro.
    #[error(
        "a card before or after the film could not be read on {width}×{height} pixels; larger pictures have room for it"
    )]
    CardTooSmall { width: u32, height: u32 },
    /// More boards in a row than fit the page.
    #[error("{columns} boards do not fit beside each other on a page of this shape; take fewer")]
    TooManyColumns { columns: u32 },
    #[error(
        "{boards} boards do not fit on one page; fewer boards, smaller squares, or pages of a given size like a4 \
         make room"
    )]
    TooManyBoards { boards: u32 },
    #[error("the picture would be too large for common viewers; the largest square that fits is {fitting}")]
    SquaresTooLarge {
        /// Side of the largest square that fits, in pixels.
        fitting: u32,
    },
    #[error("{}", why_undrawn(*.0))]
    NoGlyph(char),
    #[error("there are no steps to draw: --start places all queens, or no square is left for another")]
    NoSteps,
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
