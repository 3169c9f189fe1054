//! The sizes of board and page, and the position of the board.

use crate::board::BoardSize;
use crate::limits::MAX_PAGE_SIDE;

use crate::page::style::Sides;
use crate::page::{Medium, PageError, PageSize, PageStyle};
use crate::picture::Rect;

const DEFAULT_WIDTH: u32 = 480;

/// The smallest square with a recognisable queen, in pixels.
const MIN_SQUARE: u32 = 8;
/// The smallest square of a board without a given width, in pixels.
const MIN_DEFAULT_SQUARE: u32 = 16;
/// The unit of a video, in pixels: changes of whole units are copied exactly.
const MACROBLOCK: u32 = 16;
/// The smallest square with legible coordinates next to a queen, in pixels.
const MIN_LABELLED_SQUARE: u32 = 36;

/// The shorter side of a page given only by its ratio.
const RATIO_SIDE: u32 = 1080;

/// The share of the page's shorter side that a board takes, in hundredths.
const BOARD_SHARE: u32 = 92;

/// The default page for a board with panels: the ratio of slides.
pub const SLIDE: PageSize = PageSize::Ratio(16, 9);
const SCREEN: PageSize = PageSize::Pixels(1280, 720);
const WEB: (u32, u32) = (1024, 576);

/// Returns the page size and the area of a board without panels.
pub fn alone(size: BoardSize, style: &PageStyle) -> Result<((u32, u32), Rect), PageError> {
    let squares = u32::from(size.get());
    let least = least_board(size, style, style.is_bare());
    // Whole-pixel squares unless another width is given.
    let fitted = |page| {
        let (width, height) = page_pixels(page);
        let square = (width.min(height) * BOARD_SHARE / 100) / squares;
        squares * (square - square % style.medium.unit(square))
    };
    let fitted = style.width.or_else(|| style.page.map(fitted));
    let board = fitted.unwrap_or_else(|| default_width(squares, least, style.medium));
    let around = |board: u32| (board * 100).div_ceil(BOARD_SHARE);
    if let Some(page) = style.page.filter(|_| style.width.is_none() && board < least) {
        return Err(too_small(page_pixels(page), around(least)));
    }
    check_width(board, least)?;
    let (width, height) = match (style.page.map(PageSize::sides), style.width) {
        (None, _) => (board, board),
        (Some(Sides::Ratio(a, b)), None) => of_ratio(a, b, RATIO_SIDE),
        (Some(Sides::Ratio(a, b)), Some(_)) => of_ratio(a, b, around(board)),
        (Some(Sides::Pixels(width, height)), _) => (width, height),
    };
    if width.min(height) < board {
        return Err(too_small((width, height), board));
    }
    check_side(width.max(height))?;
    let [x, y] = [width, height].map(|side| {
        let centred = (side - board) / 2;
        centred - centred % style.medium.unit(board / squares)
    });
    Ok(((width, height), Rect { x, y, width: board, height: board }))
}

/// Returns the default width of a board, in pixels.
pub fn default_width(squares: u32, least: u32, medium: Medium) -> u32 {
    match medium {
        Medium::Screen | Medium::Web => DEFAULT_WIDTH.max(squares * MIN_DEFAULT_SQUARE).max(least),
        Medium::Video => {
            let side = DEFAULT_WIDTH / squares;
            // On large boards, the nearest multiple of a macroblock may be much smaller or larger.
            let unit = if side < 2 * MACROBLOCK { MACROBLOCK / 2 } else { MACROBLOCK };
            let nearest = (side + unit / 2) / unit * unit;
            squares * nearest.max(MIN_DEFAULT_SQUARE).max(least.div_ceil(squares).next_multiple_of(unit))
        }
    }
}

/// Returns the smallest width, in pixels, of a board with recognisable queens and, if coordinates are in the
/// corners of squares, with legible coordinates.
pub fn least_board(size: BoardSize, style: &PageStyle, in_corners: bool) -> u32 {
    u32::from(size.get()) * if style.coordinates && in_corners { MIN_LABELLED_SQUARE } else { MIN_SQUARE }
}

pub const fn check_width(width: u32, least: u32) -> Result<(), PageError> {
    if width < least { Err(PageError::TooNarrow { width, smallest: least }) } else { check_side(width) }
}

pub const fn check_side(width: u32) -> Result<(), PageError> {
    if width > MAX_PAGE_SIDE { Err(PageError::TooWide { width }) } else { Ok(()) }
}

/// Returns the width and height of a page in pixels. For a ratio, the shorter side is 1080.
pub const fn page_pixels(page: PageSize) -> (u32, u32) {
    match page.sides() {
        Sides::Pixels(width, height) => (width, height),
        Sides::Ratio(a, b) => of_ratio(a, b, RATIO_SIDE),
    }
}

const fn too_small((width, height): (u32, u32), short: u32) -> PageError {
    PageError::TooSmall { width, height, smallest: Some(of_ratio(width, height, short)), boards: None }
}

/// Returns the width and height for a ratio `a` to `b` with this shorter side.
pub const fn of_ratio(a: u32, b: u32, short: u32) -> (u32, u32) {
    if a > b { ((short * a).div_ceil(b), short) } else { (short, (short * b).div_ceil(a)) }
}

/// What a search for a layout must find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Best,
    /// Any arrangement, found quickly; a rare arrangement may be missed.
    Any,
}

/// Lays out the page of a style with `on_page`; by default, the page of the medium or, for a board of a given
/// width, a slide.
pub fn on_page_of<T>(
    style: &PageStyle,
    on_page: impl Fn(u32, u32, Wanted) -> Option<T>,
) -> Result<T, PageError> {
    match (style.page, style.width, style.medium) {
        (None, None, Medium::Web) => {
            on_page(WEB.0, WEB.1, Wanted::Best).map_or_else(|| fit(SCREEN, false, on_page), Ok)
        }
        (None, None, Medium::Screen | Medium::Video) => fit(SCREEN, false, on_page),
        (page, width, _) => fit(page.unwrap_or(SLIDE), width.is_some(), on_page),
    }
}

/// Lays out a page of this size with `on_page`. A ratio means a page with a shorter side of 1080 pixels or, for
/// a board of a given width, the smallest page that works.
pub fn fit<T>(
    page: PageSize,
    for_board: bool,
    on_page: impl Fn(u32, u32, Wanted) -> Option<T>,
) -> Result<T, PageError> {
    if let (Sides::Ratio(a, b), true) = (page.sides(), for_board) {
        let with_short = |short| {
            let (width, height) = of_ratio(a, b, short);
            on_page(width, height, Wanted::Best).map(|found| (width.max(height), found))
        };
        // A larger page may fail, as text grows with it, but some range of sizes works.
        let short = smallest(1, 1, |short| with_short(short).is_some());
        let (side, found) = short.and_then(with_short).ok_or(PageError::TooMuchText)?;
        return check_side(side).map(|()| found);
    }
    let (width, height) = page_pixels(page);
    on_page(width, height, Wanted::Best).ok_or_else(|| {
        let works = |short| {
            let (width, height) = of_ratio(width, height, short);
            width.max(height) <= MAX_PAGE_SIDE && on_page(width, height, Wanted::Any).is_some()
        };
        let smallest = smallest(width.min(height), 1, works);
        smallest.map_or(PageError::TooMuchText, |short| too_small((width, height), short))
    })
}

/// Returns the smallest length that works, from `from` to [`MAX_PAGE_SIDE`] at intervals of `step`, except for
/// rounding effects.
pub fn smallest(from: u32, step: u32, works: impl Fn(u32) -> bool) -> Option<u32> {
    let next = |length: &u32| Some(length + (length / 4).max(step).next_multiple_of(step));
    let coarse = || std::iter::successors(Some(from), next).take_while(|length| *length <= MAX_PAGE_SIDE);
    let found = coarse().find(|length| works(*length))?;
    let below = coarse().take_while(|length| *length < found).last().unwrap_or(from);
    let lengths: Vec<u32> = (below..found).step_by(step as usize).collect();
    let fails = lengths.partition_point(|length| !works(*length));
    Some(lengths.get(fails).copied().unwrap_or(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Rect;

    fn layout(n: u64, width: Option<u32>, page: &str) -> Result<((u32, u32), Rect), PageError> {
        let style = PageStyle { width, page: page.parse().ok(), ..PageStyle::default() };
        alone(BoardSize::new(n).unwrap(), &style)
    }

    #[test]
    fn boards_are_fitted_to_pages_in_whole_squares_and_centred() {
        let (slide, Rect { x, y, width: board, .. }) = layout(8, None, "1920x1080").unwrap();
        assert_eq!((board % 8, slide), (0, (1920, 1080)));
        assert!((950..1000).contains(&board));
        assert!(x.abs_diff(1920 - board - x) <= 1);
        assert!(y.abs_diff(1080 - board - y) <= 1);
    }

    #[test]
    fn boards_of_a_video_have_squares_of_whole_macroblocks() {
        for n in 1..=60 {
            let style = PageStyle { medium: Medium::Video, ..PageStyle::default() };
            let width = alone(BoardSize::new(n).unwrap(), &style).unwrap().1.width;
            let unit = if n > 15 { 8 } else { 16 };
            assert_eq!(u64::from(width) % (n * unit), 0, "{n} queens on {width} pixels");
            assert!(n > 35 || (400..=576).contains(&width), "{n} queens on {width} pixels");
        }
    }

    #[test]
    fn pages_with_a_ratio_are_fitted_to_boards() {
        for (page, a, b) in [("16:9", 16, 9), ("1:1", 1, 1), ("9:16", 9, 16), ("4:3", 4, 3)] {
            let ((width, height), board) = layout(8, Some(480), page).unwrap();
            assert_eq!(board.width, 480);
            let off = (width * b).abs_diff(height * a);
            assert!(off <= a.max(b), "{page}: {width}x{height}");
            assert!(width.min(height) > 500);
        }
    }

    #[test]
    fn paper_is_a_page_of_its_pixels() {
        let sheet = layout(8, None, "a4").unwrap();
        assert_eq!(sheet.0, (2480, 3508));
        assert_eq!(sheet, layout(8, None, "2480x3508").unwrap());
        assert_eq!(page_pixels("16:9".parse().unwrap()), (1920, 1080));
        assert_eq!(page_pixels("a3-landscape".parse().unwrap()), (4961, 3508));
    }

    #[test]
    fn errors_name_the_smallest_size_that_fits() {
        assert_eq!(layout(8, None, "60x100"), Err(too_small((60, 100), 70)));
        assert!(layout(8, None, "70x100").is_ok());
        assert_eq!(layout(8, Some(480), "640x400"), Err(too_small((640, 400), 480)));
        assert!(matches!(layout(8, Some(8000), "8:1"), Err(PageError::TooWide { .. })));
        assert!(matches!(layout(8, Some(u32::MAX), ""), Err(PageError::TooWide { .. })));
    }
}
