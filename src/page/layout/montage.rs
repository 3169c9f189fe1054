//! The layout of a montage: where its boards and its text are, and how large.
//!
//! A page that has no given size is as large as its boards ask ([`Grid`]); for others see
//! `montage_page/`.

use std::collections::HashMap;

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::layout::text_width::TextWidth;
use crate::page::units::Line;
use crate::page::{BoardLabel, HeatCell};

/// Where everything on a montage is; all lengths in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct MontageLayout {
    /// Width of the page.
    pub width: u32,
    /// Height of the page.
    pub height: u32,
    /// Side of a square.
    pub square: u32,
    /// The rows of boards, from top to bottom.
    pub rows: Vec<Row>,
    /// How labels are written, if there are any.
    pub labels: Option<LabelLayout>,
    /// All text but the labels.
    pub runs: Vec<TextRun>,
    /// The cells that explain a heat map.
    pub scale: Option<HeatScale>,
}

/// A row of boards.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The upper edge of its boards.
    pub y: u32,
    /// The left edge of each.
    pub lefts: Vec<u32>,
}

/// How labels are written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelLayout {
    /// Em of numbers.
    pub number_em: f32,
    /// Em of all else.
    pub em: f32,
    /// From the lower edge of the board to the baseline.
    pub baseline: u32,
    /// Where they stand.
    pub align: LabelAlign,
    /// Whether there is room for the number of images.
    pub has_images: bool,
    /// Whether there is room for the placement.
    pub has_placement: bool,
}

/// Where labels stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelAlign {
    /// In the middle below their boards.
    Centre,
    /// At the left edge of their boards, and the placement at the right edge.
    Edges,
}

/// A piece of text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// Its left edge.
    pub x: u32,
    /// Its baseline.
    pub baseline: u32,
    /// The text.
    pub text: String,
    /// Its em.
    pub em: f32,
    /// How heavy it is.
    pub weight: Weight,
    /// Its colour.
    pub ink: TextInk,
}

/// The colour of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextInk {
    /// As queens.
    Ink,
    /// Fainter.
    Muted,
    /// What is legible on the cells of this number of attackers.
    OnHeat(u8),
}

/// The cells that explain a heat map: none to four attackers, and a queen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeatScale {
    /// The left edge of the first.
    pub x: u32,
    /// Their upper edge.
    pub y: u32,
    /// Their side.
    pub cell: u32,
}

impl HeatScale {
    /// What its cells show.
    pub const SHOWN: [HeatCell; 6] = [
        HeatCell::Attackers(0),
        HeatCell::Attackers(1),
        HeatCell::Attackers(2),
        HeatCell::Attackers(3),
        HeatCell::Attackers(4),
        HeatCell::Queen,
    ];

    /// How many cells there are.
    pub const CELLS: u32 = Self::SHOWN.len() as u32;
}

/// The room that labels need.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelNeeds {
    /// The widest number.
    pub number: TextWidth,
    /// The widest number of images.
    pub images: Option<TextWidth>,
    /// The widest placement.
    pub placement: Option<TextWidth>,
    /// How far they reach above and below their baseline, in ems.
    pub reach: (f32, f32),
}

impl LabelNeeds {
    /// Of these labels; `None` if there are none.
    pub fn of(labels: &[BoardLabel], font: &Font) -> Option<Self> {
        let mut known: HashMap<(char, Weight), f32> = HashMap::new();
        let mut widen = |widest: &mut Option<TextWidth>, text: &str, weight: Weight| {
            let mut advance = |character: char| {
                let measured = || font.weight(weight).width(character.encode_utf8(&mut [0; 4]));
                *known.entry((character, weight)).or_insert_with(measured)
            };
            let ems = text.chars().map(&mut advance).sum();
            let width = TextWidth { ems, characters: text.chars().count() };
            *widest = Some(widest.unwrap_or_default().max(width));
        };
        let (mut number, mut images, mut placement) = (None, None, None);
        for label in labels {
            widen(&mut number, &label.number, label.weight());
            if let Some(text) = &label.images {
                widen(&mut images, text, Weight::Regular);
            }
            if let Some(text) = &label.placement {
                widen(&mut placement, text, Weight::Regular);
            }
        }
        let number = number?;
        let written: String = known.keys().map(|(character, _)| *character).collect();
        let reaches = [Weight::Regular, Weight::Bold].map(|weight| font.weight(weight).ink_reach(&written));
        let reach = (reaches[0].0.max(reaches[1].0), reaches[0].1.max(reaches[1].1));
        Some(Self { number, images, placement, reach })
    }
}

/// Unless the side of squares is given, a montage is at most this wide and high, in pixels.
pub const COMFORTABLE_SIDE: u32 = 8192;

/// More pixels a side are more than common viewers show.
pub const LARGEST_SIDE: u32 = 32_767;

/// Side of a square in pixels, where there is room.
const DEFAULT_SQUARE: u32 = 28;

/// The least em, in pixels, at which text can be read, and what labels get at the least.
const LEAST_EM: f32 = 10.0;
const SMALL_EM: f32 = 11.0;

/// Height of a line against its em.
const LINE: f32 = 1.4;

/// Ascent of letters, against the em.
const ASCENT: f32 = 0.77;

/// The smallest square on a page of a given size, in pixels.
pub const LEAST_SQUARE: u32 = 3;

/// Width of the picture against its height.
const ASPECT: f32 = 4.0 / 3.0;

/// The boards to lay out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// Size of every board.
    pub size: BoardSize,
    /// Number of boards, at least 1.
    pub boards: u32,
    /// Boards in a row; `None` for the grid that is closest to 4:3.
    pub columns: Option<u32>,
    /// Side of a square in pixels; `None` for one that keeps the picture comfortably small.
    pub square: Option<u32>,
    /// Width of the widest label, in ems; 0 for none.
    pub label: f32,
    /// Width of the title, in ems; 0 for none.
    pub title: f32,
}

/// A layout: all lengths in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Grid {
    /// Boards in a row.
    pub columns: u32,
    /// Rows of boards.
    pub rows: u32,
    /// Side of a square.
    pub square: u32,
    /// Side of a board.
    pub board: u32,
    /// Space between boards, and around all of them.
    pub gutter: u32,
    /// Height of a label's line, 0 without labels.
    pub label: u32,
    /// Height of the title's line, 0 without a title.
    pub title: u32,
    /// Em of labels.
    pub label_em: f32,
    /// Em of the title.
    pub title_em: f32,
}

/// Why boards cannot be laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// Squares too large for a picture that common viewers show.
    #[error(
        "the picture would have more than {LARGEST_SIDE} pixels a side, the most that viewers show; \
         the largest square that fits is {fitting}"
    )]
    TooLarge {
        /// The largest square that fits.
        fitting: u32,
    },
    /// Too many boards for squares of a single pixel.
    #[error("{boards} boards do not fit into a picture, however small their squares")]
    TooMany {
        /// The number of boards.
        boards: u32,
    },
    /// Squares on a given page that would be too small.
    #[error(
        "on a page of {width}×{height} pixels, the squares of {boards} boards would be smaller than \
         {LEAST_SQUARE} pixels; {}", what_fits(*.larger, *.fewer)
    )]
    PageTooSmall {
        /// Width of the page, in pixels.
        width: u32,
        /// Height of the page, in pixels.
        height: u32,
        /// The number of boards.
        boards: u32,
        /// Width and height of the smallest page of this shape that works, if there is any.
        larger: Option<(u32, u32)>,
        /// The most boards that fit, if any do.
        fewer: Option<u32>,
    },
    /// Labels on a given page that are wider than their boards.
    #[error("the labels are too wide for the boards of this page; try a larger page, or no labels")]
    WideLabels,
    /// A title that does not fit on a given page.
    #[error("the title is too long for this page; shorten it")]
    LongTitle,
    /// Labels that would have to be too small to be read.
    #[error("the labels cannot be read under boards so small; the smallest square that works is {readable}")]
    UnreadableLabels {
        /// The smallest square at which they could be.
        readable: u32,
    },
    /// A title that would have to be too small to be read.
    #[error("the title is too long for a page so narrow: shorten it, or give larger squares")]
    UnreadableTitle,
}

/// What works instead of a page that is too small.
fn what_fits(larger: Option<(u32, u32)>, fewer: Option<u32>) -> String {
    let larger = larger.map(|(width, height)| format!("the smallest page of this shape is {width}×{height}"));
    let fewer = fewer.map(|boards| match boards {
        1 => "one board fits".to_owned(),
        _ => format!("{boards} boards fit"),
    });
    let known: Vec<String> = [larger, fewer].into_iter().flatten().collect();
    if known.is_empty() { "try another shape".to_owned() } else { known.join(", and on this one ") }
}

impl Grid {
    /// Lays boards out.
    ///
    /// # Errors
    /// [`GridError`] when there is no legible grid.
    pub fn of(request: &Request) -> Result<Self, GridError> {
        let fitting = |side| {
            let fits = |square: &u32| Self::with(request, *square).side() <= u64::from(side);
            // Sides grow with the square, so the squares that fit come first.
            let (mut fit, mut unfit) = (0, side + 1);
            while unfit - fit > 1 {
                let middle = u32::midpoint(fit, unfit);
                *(if fits(&middle) { &mut fit } else { &mut unfit }) = middle;
            }
            (fit > 0).then_some(fit).ok_or(GridError::TooMany { boards: request.boards })
        };
        let square = match request.square {
            Some(square) => square.clamp(1, LARGEST_SIDE),
            None => fitting(COMFORTABLE_SIDE)?.min(DEFAULT_SQUARE),
        };
        let grid = Self::with(request, square);
        if grid.side() > u64::from(LARGEST_SIDE) {
            return Err(GridError::TooLarge { fitting: fitting(LARGEST_SIDE)? });
        }
        if request.label > 0.0 && grid.label_em < LEAST_EM {
            let squares = f32::from(request.size.get());
            let readable = (LEAST_EM * request.label / squares).ceil() as u32;
            return Err(GridError::UnreadableLabels { readable });
        }
        if request.title > 0.0 && grid.title_em < LEAST_EM {
            return Err(GridError::UnreadableTitle);
        }
        Ok(grid)
    }

    /// The layout with squares of this side, legible or not.
    fn with(request: &Request, square: u32) -> Self {
        let board = square.saturating_mul(u32::from(request.size.get()));
        let gutter = (square.saturating_mul(3) / 4).max(1);
        let mut grid = Self { square, board, gutter, ..Self::default() };
        if request.label > 0.0 {
            let widest = board as f32 / request.label;
            grid.label_em = (0.7 * square as f32).max(SMALL_EM).min(widest);
            grid.label = (LINE * grid.label_em).ceil() as u32;
        }
        let (width, height) = ((board + gutter) as f32, (board + grid.label + gutter) as f32);
        let ideal = (request.boards as f32 * ASPECT * height / width).sqrt();
        let off = |columns: &u32| {
            let rows = request.boards.div_ceil(*columns) as f32;
            (*columns as f32 * width / (rows * height) / ASPECT).ln().abs()
        };
        let near = (ideal as u32).max(1)..=(ideal as u32 + 1).min(request.boards).max(1);
        let nearest = near.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(1);
        grid.columns = request.columns.unwrap_or(nearest).clamp(1, request.boards.max(1));
        grid.rows = request.boards.div_ceil(grid.columns);
        if request.title > 0.0 {
            let widest = grid.inner_width() / request.title;
            grid.title_em = (grid.width() as f32 / 40.0).clamp(14.0, 64.0).min(widest);
            grid.title = (LINE * grid.title_em).ceil() as u32 + gutter;
        }
        grid
    }

    /// Width of the picture in pixels.
    pub const fn width(&self) -> u64 {
        self.columns as u64 * (self.board as u64 + self.gutter as u64) + self.gutter as u64
    }

    /// Height of the picture in pixels.
    pub const fn height(&self) -> u64 {
        self.top() as u64 + self.rows as u64 * self.band() as u64
    }

    /// Height of what is above the first row of boards.
    pub const fn top(&self) -> u32 {
        self.gutter + self.title
    }

    /// Height of a row of boards with its labels and the gutter below.
    pub const fn band(&self) -> u32 {
        self.board + self.label + self.gutter
    }

    /// Pixels to the left of a board, which is the given one in its row, counted from 0.
    pub const fn left(&self, column: u32) -> u32 {
        self.gutter + column * (self.board + self.gutter)
    }

    /// Where everything is, for so many boards.
    pub fn layout(&self, boards: u32, title: &str, font: &Font) -> MontageLayout {
        let row = |row: u32| {
            let boards = (boards - row * self.columns).min(self.columns);
            let lefts = (0..boards).map(|column| self.left(column)).collect();
            Row { y: self.top() + row * self.band(), lefts }
        };
        let width = self.width() as u32;
        let title = (self.title > 0).then(|| {
            let line = Line { font, em: self.title_em, weight: Weight::Regular };
            TextRun {
                x: width.saturating_sub(line.width(title)) / 2,
                baseline: self.gutter + (ASCENT * self.title_em).ceil() as u32,
                text: title.to_owned(),
                em: self.title_em,
                weight: Weight::Regular,
                ink: TextInk::Ink,
            }
        });
        let labels = (self.label > 0).then(|| LabelLayout {
            number_em: self.label_em,
            em: self.label_em,
            baseline: self.label / 6 + (ASCENT * self.label_em).ceil() as u32,
            align: LabelAlign::Centre,
            has_images: false,
            has_placement: false,
        });
        MontageLayout {
            width,
            height: self.height() as u32,
            square: self.square,
            rows: (0..self.rows).map(row).collect(),
            labels,
            runs: title.into_iter().collect(),
            scale: None,
        }
    }

    fn side(&self) -> u64 {
        self.width().max(self.height())
    }

    fn inner_width(&self) -> f32 {
        self.width() as f32 - 2.0 * self.gutter as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(n: u64, boards: u32) -> Request {
        let size = BoardSize::new(n).unwrap();
        Request { size, boards, columns: None, square: None, label: 0.0, title: 0.0 }
    }

    #[test]
    fn grids_are_close_to_four_by_three() {
        for (n, boards, columns, rows) in
            [(8, 92, 11, 9), (8, 12, 4, 3), (8, 1, 1, 1), (4, 2, 2, 1), (10, 724, 31, 24)]
        {
            let grid = Grid::of(&request(n, boards)).unwrap();
            assert_eq!((grid.columns, grid.rows), (columns, rows), "{boards} boards");
        }
    }

    #[test]
    fn squares_shrink_only_if_necessary() {
        assert_eq!(Grid::of(&request(8, 92)).unwrap().square, 28);
        assert_eq!(Grid::of(&request(10, 724)).unwrap().square, 24);
        let twelve = Grid::of(&request(12, 14_200)).unwrap();
        assert!(twelve.square >= 4 && twelve.side() <= u64::from(COMFORTABLE_SIDE), "{twelve:?}");
        assert!(Grid::with(&request(12, 14_200), twelve.square + 1).side() > u64::from(COMFORTABLE_SIDE));
    }

    #[test]
    fn errors_name_what_fits() {
        let with_square = |square| Request { square: Some(square), ..request(12, 14_200) };
        let Err(GridError::TooLarge { fitting }) = Grid::of(&with_square(100)) else { panic!() };
        assert!(Grid::of(&with_square(fitting)).is_ok() && Grid::of(&with_square(fitting + 1)).is_err());
        assert!(matches!(Grid::of(&with_square(u32::MAX)), Err(GridError::TooLarge { .. })));
        let too_many = Grid::of(&request(16, 14_772_512));
        assert_eq!(too_many, Err(GridError::TooMany { boards: 14_772_512 }));
    }

    #[test]
    fn errors_name_squares_at_which_labels_are_legible() {
        let labelled = |square| Request { square: Some(square), label: 15.0, ..request(12, 100) };
        let Err(GridError::UnreadableLabels { readable }) = Grid::of(&labelled(5)) else { panic!() };
        assert!(Grid::of(&labelled(readable)).is_ok() && Grid::of(&labelled(readable - 1)).is_err());
        let titled = |title| Grid::of(&Request { title, ..request(4, 2) });
        assert_eq!(titled(500.0), Err(GridError::UnreadableTitle));
        assert!(titled(10.0).is_ok());
    }
}
