//! How large board and page are, and where on the page the board goes.

use crate::board::BoardSize;

use super::style::{BoardStyle, MAX_SIDE, PageSize, StyleError};

const DEFAULT_WIDTH: u32 = 480;

/// The least square, in pixels, on which a queen can be told from a spot.
const MIN_SQUARE: u32 = 8;
/// The least that a board gets unless it is asked for.
const MIN_DEFAULT_SQUARE: u32 = 16;
/// The least on which coordinates can be read beside a queen.
const MIN_LABELLED_SQUARE: u32 = 36;

/// How much of the page's shorter side a board takes, in hundredths.
const BOARD_SHARE: u32 = 92;

/// Where everything is, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Width of the page.
    pub width: u32,
    /// Height of the page.
    pub height: u32,
    /// Side of the board.
    pub board: u32,
    /// Left of the board.
    pub x: u32,
    /// Above the board.
    pub y: u32,
}

impl Layout {
    /// A board in this style.
    ///
    /// # Errors
    /// [`StyleError`] when its squares would be too small, or it does not fit on its page.
    pub fn of(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let squares = u32::from(size.get());
        let least = squares * if style.coordinates { MIN_LABELLED_SQUARE } else { MIN_SQUARE };
        let default = DEFAULT_WIDTH.max(squares * MIN_DEFAULT_SQUARE).max(least);
        // Whole pixels for every square where nobody asks for another width.
        let fitted = |side: u32| (side * BOARD_SHARE / 100) / squares * squares;
        let board = match (style.width, style.page) {
            (Some(width), _) => width,
            (None, Some(PageSize::Pixels(width, height))) => fitted(width.min(height)),
            (None, _) => default,
        };
        if board < least {
            return Err(match (style.width, style.page) {
                (None, Some(PageSize::Pixels(width, height))) => {
                    let smallest = (least * 100).div_ceil(BOARD_SHARE);
                    StyleError::PageTooSmall { width, height, smallest }
                }
                _ => StyleError::TooSmall { width: board, smallest: least, size },
            });
        }
        if board > MAX_SIDE {
            return Err(StyleError::TooLarge { width: board });
        }
        let (width, height) = match style.page {
            None => (board, board),
            Some(PageSize::Pixels(width, height)) => (width, height),
            Some(PageSize::Ratio(a, b)) => {
                let short = (board * 100).div_ceil(BOARD_SHARE);
                let long = (short * a.max(b)).div_ceil(a.min(b));
                if a > b { (long, short) } else { (short, long) }
            }
        };
        if width.min(height) < board {
            return Err(StyleError::PageTooSmall { width, height, smallest: board });
        }
        if width.max(height) > MAX_SIDE {
            return Err(StyleError::TooLarge { width: width.max(height) });
        }
        Ok(Self { width, height, board, x: (width - board) / 2, y: (height - board) / 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(n: u64, width: Option<u32>, page: &str) -> Result<Layout, StyleError> {
        let style = BoardStyle { width, page: page.parse().ok(), ..BoardStyle::default() };
        Layout::of(BoardSize::new(n).unwrap(), &style)
    }

    #[test]
    fn boards_are_fitted_to_pages_in_whole_squares_and_centred() {
        let slide = layout(8, None, "1920x1080").unwrap();
        assert_eq!((slide.board % 8, slide.width, slide.height), (0, 1920, 1080));
        assert!((950..1000).contains(&slide.board));
        assert!(slide.x.abs_diff(1920 - slide.board - slide.x) <= 1);
        assert!(slide.y.abs_diff(1080 - slide.board - slide.y) <= 1);
    }

    #[test]
    fn pages_are_fitted_to_boards_by_their_ratio() {
        for (page, a, b) in [("16:9", 16, 9), ("1:1", 1, 1), ("9:16", 9, 16), ("4:3", 4, 3)] {
            let layout = layout(8, Some(480), page).unwrap();
            assert_eq!(layout.board, 480);
            let off = (layout.width * b).abs_diff(layout.height * a);
            assert!(off <= a.max(b), "{page}: {layout:?}");
            assert!(layout.width.min(layout.height) > 500);
        }
    }

    #[test]
    fn what_does_not_fit_names_what_does() {
        assert_eq!(
            layout(8, None, "60x100"),
            Err(StyleError::PageTooSmall { width: 60, height: 100, smallest: 70 })
        );
        assert!(layout(8, None, "70x100").is_ok());
        assert_eq!(
            layout(8, Some(480), "640x400"),
            Err(StyleError::PageTooSmall { width: 640, height: 400, smallest: 480 })
        );
        assert!(matches!(layout(8, Some(8000), "8:1"), Err(StyleError::TooLarge { .. })));
        assert!(matches!(layout(8, Some(u32::MAX), ""), Err(StyleError::TooLarge { .. })));
    }
}
