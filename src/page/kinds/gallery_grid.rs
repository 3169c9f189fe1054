//! The positions of the boards of a gallery: the best of thousands of grids, or a page as large as the boards need.

use std::collections::BTreeSet;

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::page::layout::{TextWidth, Units};
use crate::page::shape::Align;
use crate::page::{BoardLabel, PageError};
use crate::picture::Rect;

#[derive(Debug, Clone, Copy)]
pub struct Boards {
    pub size: BoardSize,
    /// The number of boards, at least 1.
    pub count: u32,
    /// Boards in a row; `None` for as many as suit the page.
    pub columns: Option<u32>,
    /// The space for labels; `None` without labels.
    pub labels: Option<LabelNeeds>,
}

#[derive(Debug, Clone, Copy)]
pub struct LabelNeeds {
    pub number: TextWidth,
    images: Option<TextWidth>,
    placement: Option<TextWidth>,
    /// Extent above and below the baseline, in ems.
    reach: (f32, f32),
}

pub struct PlacedBoards {
    pub square: u32,
    /// The upper left corners of the boards in each row, from top to bottom.
    pub rows: Vec<Vec<(u32, u32)>>,
    pub labels: Option<PlacedLabels>,
}

#[derive(Debug, Clone, Copy)]
pub struct PlacedLabels {
    pub number_em: f32,
    /// Em of all text but numbers.
    pub em: f32,
    pub baseline: u32,
    pub align: Align,
    /// How many of the texts fit, in this order: number, images, placement.
    pub shown: usize,
}

/// The smallest square on a page of a given size, in pixels.
pub const LEAST_SQUARE: u32 = 3;

/// Minimum gap between boards of a row, in squares.
const GAP_ACROSS: f32 = 1.2;
const GAP_DOWN: f32 = 0.6;

/// Minimum width of a title, in units.
const LEAST_TITLE_WIDTH: f32 = 10.0;
const LEAST_TITLE_HEIGHT: f32 = 7.0;

struct GridStyle {
    /// Em of the number in a label, in units.
    number: f32,
    /// Em of other text in a label, in units.
    other: f32,
    /// Gap above a label, in units.
    gap: f32,
    /// Maximum em of the number in a label, as a share of the board.
    share: f32,
    /// Maximum gap between boards in a centred grid, as a share of the board; `None` for gaps that fill the area.
    widest_gap: Option<f32>,
    /// Full rows are preferred if their squares are at least this share of the squares of uneven rows.
    uneven: f32,
}

/// Up to this many boards count as few.
const MOST_FEW: u32 = 12;
const FEW: GridStyle =
    GridStyle { number: 2.4, other: 2.0, gap: 0.9, share: 0.1, widest_gap: Some(0.5), uneven: 0.8 };
const MANY: GridStyle =
    GridStyle { number: 1.25, other: 1.25, gap: 0.45, share: 0.14, widest_gap: None, uneven: 0.95 };

/// The worth of grids by which the side of their squares is multiplied: of grids whose rows are full, and of grids
/// whose rows differ by a board. `None` for grids in which only a block at the upper left has no boards, as space
/// for a title.
pub type Worth = Option<(f32, f32)>;

/// The columns and rows of an area.
#[derive(Debug, Clone, Copy)]
pub struct Grid<'a> {
    boards: &'a Boards,
    units: Units,
    area: Rect,
    columns: u32,
    rows: u32,
    /// The columns and rows left out at the upper left for a title; `None` for centred rows that
    /// differ by at most one board.
    block: Option<(u32, u32)>,
    /// The side of a square, rounded down, times the worth of the grid; and the exact side.
    pub value: [f32; 2],
}

impl LabelNeeds {
    /// Returns the space that these labels need; `None` if there are none.
    pub fn of(labels: &[BoardLabel], font: &Font) -> Option<Self> {
        let numbers = |weight| {
            let numbers = labels.iter().filter(move |label| label.weight() == weight);
            TextWidth::widest(font, weight, numbers.map(|label| &label.number))
        };
        let widest = |text: fn(&BoardLabel) -> Option<&String>| {
            let width = TextWidth::widest(font, Weight::Regular, labels.iter().filter_map(text));
            Some(width).filter(|width| width.ems > 0.0)
        };
        let letters = labels.iter().flat_map(BoardLabel::texts).flat_map(str::chars);
        let written = String::from_iter(letters.collect::<BTreeSet<char>>());
        let [one, other] =
            [Weight::Regular, Weight::Bold].map(|weight| font.weight(weight).ink_reach(&written));
        (!labels.is_empty()).then(|| Self {
            number: numbers(Weight::Regular).max(numbers(Weight::Bold)),
            images: widest(|label| label.images.as_ref()),
            placement: widest(|label| label.placement.as_ref()),
            reach: (one.0.max(other.0), one.1.max(other.1)),
        })
    }
}

impl Boards {
    /// Whether boards are laid out as few: large, with a column of text at the left or above them. Otherwise the
    /// title is among or above the boards, and a line of text is at the foot of the page.
    pub const fn are_few(&self) -> bool {
        self.count <= MOST_FEW
    }

    const fn style(&self) -> &'static GridStyle {
        if self.are_few() { &FEW } else { &MANY }
    }

    pub fn grids(&self, units: Units, area: Rect, worth: Worth) -> Vec<Grid<'_>> {
        let given = self.columns.map(|columns| columns.min(self.count));
        let given_rows = given.map(|columns| self.count.div_ceil(columns));
        let more = if given.is_none() && worth.is_none() { 3 } else { 0 };
        let mut grids = Vec::new();
        for rows in given_rows.unwrap_or(1)..=given_rows.unwrap_or(self.count) {
            let grid = Grid { boards: self, units, area, columns: 1, rows, block: None, value: [0.0; 2] };
            // More rows would be too high.
            if (Grid { area: Rect { width: u32::MAX, ..area }, ..grid }).square() < LEAST_SQUARE as f32 {
                break;
            }
            let fewest = given.unwrap_or_else(|| self.count.div_ceil(rows));
            for columns in fewest..=fewest + more {
                let grid = Grid { columns, ..grid };
                let square = grid.square();
                if square >= LEAST_SQUARE as f32 {
                    let with =
                        |(block, worth)| Grid { block, value: [square.floor() * worth, square], ..grid };
                    grids.extend(grid.blocks(worth).into_iter().map(with));
                }
            }
        }
        let full = grids.iter().filter(|grid| grid.spare() == 0).map(|grid| grid.value[1].floor());
        let full = full.fold(0.0, f32::max);
        grids.retain(|grid| grid.spare() == 0 || self.style().uneven * grid.value[1].floor() >= full);
        grids
    }
}

impl Grid<'_> {
    /// Returns the number of cells without a board.
    const fn spare(&self) -> u32 {
        self.columns * self.rows - self.boards.count
    }

    fn blocks(&self, worth: Worth) -> Vec<(Option<(u32, u32)>, f32)> {
        let (spare, Rect { width, height, .. }) = (self.spare(), self.area);
        if let Some((full, even)) = worth {
            return vec![(None, if spare == 0 { full } else { even })];
        }
        let is_room = |part: u32, of: u32, side: u32, least: f32| {
            part as f32 / of as f32 * side as f32 >= least * self.units.0
        };
        let is_block = |(wide, high): &(u32, u32)| {
            wide * high == spare
                && 2 * wide <= self.columns
                && *wide <= 3 * high
                && is_room(*high, self.rows, height, LEAST_TITLE_HEIGHT)
                && is_room(*wide, self.columns, width, LEAST_TITLE_WIDTH)
        };
        let heights = (1..self.rows).take_while(|high| high * high <= spare);
        let blocks = heights.map(|high| (spare / high, high)).filter(is_block);
        blocks.map(|block| (Some(block), if block.1 == 2 { 1.0 } else { 0.93 })).collect()
    }

    /// Returns the side of the largest possible square, in pixels.
    fn square(&self) -> f32 {
        let squares = f32::from(self.boards.size.get());
        let (c, r) = (self.columns as f32, self.rows as f32);
        let across = self.area.width as f32 / (c * squares + GAP_ACROSS * (c - 1.0));
        let with = |board: f32| {
            let label = self.labels(board).map_or(0.0, |(_, label)| label);
            let down = (self.area.height as f32 - r * label) / (r * squares + GAP_DOWN * (r - 1.0));
            across.min(down)
        };
        // Labels below small boards are smaller, which leaves slightly more space.
        with(with(f32::MAX).max(0.0) * squares)
    }

    fn labels(&self, board: f32) -> Option<(PlacedLabels, f32)> {
        let LabelNeeds { reach, .. } = self.boards.labels?;
        let GridStyle { number, other, gap, share, .. } = *self.boards.style();
        let (number, other) = (self.units.em(number), self.units.em(other));
        let scale = (share * board / number).min(1.0);
        let [number_em, em] = [number, other].map(|em| (em * scale).max(LEAST_EM));
        let exact = (self.units.px(gap) as f32).max(2.0) + reach.0 * number_em;
        let (baseline, align) = (exact.round() as u32, Align::Start);
        Some((PlacedLabels { number_em, em, baseline, align, shown: 1 }, exact + reach.1 * number_em))
    }

    /// Returns the positions of boards, labels and a title among the boards; `None` if labels are too wide.
    pub fn placed(&self) -> Option<(PlacedBoards, Option<Rect>)> {
        let Self { boards, area, columns, rows, value: [_, square], .. } = *self;
        let size = u32::from(boards.size.get());
        let (labels, label) = self.labels(square * size as f32).unzip();
        let square = square.floor() as u32;
        let (board, widest_gap) = (square * size, boards.style().widest_gap);
        let widest = widest_gap.map_or(f32::MAX, |gap| (1.0 + gap) * board as f32);
        // Returns where the first of `count` boards begins in a space, and the distance from each board to the
        // next.
        let spread = |room: u32, side: u32, count: u32, widest: f32| {
            let (room, side, gaps) = (room as f32, side as f32, (count - 1) as f32);
            let pitch = ((room - side) / gaps.max(1.0)).min(widest);
            (widest_gap.map_or(0.0, |_| (room - (pitch * gaps + side)).max(0.0) / 2.0), pitch)
        };
        let (left, across) = spread(area.width, board, columns, widest);
        // Descenders of the last baseline may extend into the margin.
        let row_height = board + labels.map_or(0, |labels| labels.baseline);
        let (top, down) = spread(area.height, row_height, rows, widest + label.unwrap_or(0.0));
        let row = |row: u32| {
            let (indent, columns) = self.in_row(row);
            let y = area.y + (top + row as f32 * down).round() as u32;
            let x = |column: u32| area.x + (left + (indent + column as f32) * across).round() as u32;
            columns.map(|column| (x(column), y)).collect()
        };
        let pitch = if columns > 1 { across } else { area.width as f32 };
        let labels = labels.zip(boards.labels);
        let labels = labels.map(|(labels, needs)| labels.within(&needs, board as f32, pitch).ok_or(()));
        let labels = labels.transpose().ok()?;
        let side = |count: u32, pitch: f32| ((count - 1) as f32 * pitch).round() as u32 + board;
        let title = |(wide, high)| Rect { width: side(wide, across), height: side(high, down), ..area };
        Some((PlacedBoards { square, rows: (0..rows).map(row).collect(), labels }, self.block.map(title)))
    }

    /// Returns how far the boards of a row are shifted to the right, in columns, and the columns of the row.
    fn in_row(&self, row: u32) -> (f32, std::ops::Range<u32>) {
        if let Some((wide, high)) = self.block {
            return (0.0, if row < high { wide } else { 0 }..self.columns);
        }
        let before = |row: u32| u64::from(row) * u64::from(self.boards.count) / u64::from(self.rows);
        let count = (before(row + 1) - before(row)) as u32;
        ((self.columns - count) as f32 / 2.0, 0..count)
    }
}

impl PlacedLabels {
    /// Returns the labels, reduced to the texts that fit at this pitch; `None` if even the number is too wide.
    fn within(self, needs: &LabelNeeds, board: f32, pitch: f32) -> Option<Self> {
        let with = |em: f32| {
            let gap = 0.6 * em;
            let number = needs.number.exact_pixels(self.number_em);
            let images = number + needs.images.map_or(0.0, |widest| gap + widest.exact_pixels(em));
            let fits = |widest: TextWidth| images + 2.0 * gap + widest.exact_pixels(em) <= board;
            let fit = [number <= pitch - gap, images <= pitch - gap, needs.placement.is_none_or(fits)];
            let shown = fit.iter().take_while(|fits| **fits).count();
            (shown > 0).then_some(Self { em, shown, ..self })
        };
        // Text may be slightly smaller if all texts fit then.
        let mut ems = [1.0, 0.92, 0.85].map(|scale| (scale * self.em).max(LEAST_EM)).into_iter();
        ems.find_map(|em| with(em).filter(|labels| labels.shown == 3)).or_else(|| with(self.em))
    }
}

/// Maximum side of a page whose squares have no given side, in pixels.
pub const COMFORTABLE_SIDE: u32 = 8192;

/// Maximum side of a page, in pixels: common viewers do not show longer sides.
const LARGEST_SIDE: u32 = 32_767;

/// Default side of a square in pixels, if there is space.
const DEFAULT_SQUARE: u32 = 28;

/// The smallest legible em, in pixels.
const LEAST_TEXT: f32 = 10.0;
/// Em of labels below small boards, in pixels.
const SMALL_EM: f32 = 11.0;

/// Height of a line of text, in ems.
const LINE: f32 = 1.4;

/// Ascent of letters, in ems.
const ASCENT: f32 = 0.77;

/// Preferred ratio of page width to height.
const ASPECT: f32 = 4.0 / 3.0;

/// A page with boards in rows, the title above them, and labels below them; lengths are in pixels.
pub struct OwnPage {
    pub size: (u32, u32),
    pub title: (f32, u32),
    /// Boards in a row.
    columns: u32,
    square: u32,
    /// Space between boards, and around all boards together.
    gutter: u32,
    /// Distance from a board to the next board, and from a row to the next row.
    pitch: (u32, u32),
    /// Em of labels, and the height of a label; 0 without labels.
    label: (f32, u32),
    /// Space above the first row of boards.
    top: u32,
}

impl OwnPage {
    /// Creates a page for these boards and a title of this width in ems. Without `square`, the side of squares is
    /// at most [`DEFAULT_SQUARE`], and no side of the page exceeds [`COMFORTABLE_SIDE`].
    pub fn new(boards: &Boards, title: Option<f32>, square: Option<u32>) -> Result<Self, PageError> {
        // The sides of the page grow with the square.
        let fitting = |side: u32| {
            let is_longer = |square| Self::with(boards, title, square).longest() > side;
            let fitting = least(1, side + 1, is_longer).map(|longer| longer - 1);
            fitting.filter(|square| *square > 0).ok_or(PageError::TooManyBoards { boards: boards.count })
        };
        let square = match square {
            Some(square) => square.clamp(1, LARGEST_SIDE),
            None => fitting(COMFORTABLE_SIDE)?.min(DEFAULT_SQUARE),
        };
        let page = Self::with(boards, title, square);
        if page.longest() > LARGEST_SIDE {
            return Err(PageError::SquaresTooLarge { fitting: fitting(LARGEST_SIDE)? });
        }
        if let Some(labels) = boards.labels.filter(|_| page.label.0 < LEAST_TEXT) {
            let readable = (LEAST_TEXT * labels.number.ems / f32::from(boards.size.get())).ceil() as u32;
            return Err(PageError::LabelsTooWide { square: Some(readable) });
        }
        if title.is_some() && page.title.0 < LEAST_TEXT {
            return Err(PageError::TitleTooLong);
        }
        Ok(page)
    }

    fn with(boards: &Boards, title: Option<f32>, square: u32) -> Self {
        let board = square.saturating_mul(boards.size.get().into());
        let gutter = (square.saturating_mul(3) / 4).max(1);
        let label = boards.labels.map_or((0.0, 0), |labels| {
            let em = (0.7 * square as f32).max(SMALL_EM).min(board as f32 / labels.number.ems);
            (em, (LINE * em).ceil() as u32)
        });
        let pitch = (board + gutter, board + label.1 + gutter);
        let (width, height) = (pitch.0 as f32, pitch.1 as f32);
        let ideal = (boards.count as f32 * ASPECT * height / width).sqrt();
        let off = |columns: &u32| {
            let rows = boards.count.div_ceil(*columns) as f32;
            (*columns as f32 * width / (rows * height) / ASPECT).ln().abs()
        };
        let near = (ideal as u32).max(1)..=(ideal as u32 + 1).min(boards.count).max(1);
        let nearest = near.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(1);
        let columns = boards.columns.unwrap_or(nearest).clamp(1, boards.count.max(1));
        let width = columns.saturating_mul(pitch.0).saturating_add(gutter);
        let (mut top, mut title_em) = (gutter, 0.0);
        if let Some(title) = title {
            let widest = (width as f32 - 2.0 * gutter as f32) / title;
            title_em = (width as f32 / 40.0).clamp(14.0, 64.0).min(widest);
            top += (LINE * title_em).ceil() as u32 + gutter;
        }
        let height = boards.count.div_ceil(columns).saturating_mul(pitch.1).saturating_add(top);
        let title = (title_em, gutter + (ASCENT * title_em).ceil() as u32);
        Self { size: (width, height), title, columns, square, gutter, pitch, label, top }
    }

    fn longest(&self) -> u32 {
        self.size.0.max(self.size.1)
    }

    pub fn placed(&self, boards: &Boards) -> PlacedBoards {
        let Self { columns, square, gutter, pitch, label: (em, label), top, .. } = *self;
        let row = |row: u32| {
            let count = columns.min(boards.count - row * columns);
            (0..count).map(|column| (gutter + column * pitch.0, top + row * pitch.1)).collect()
        };
        let rows = (0..boards.count.div_ceil(columns)).map(row).collect();
        let baseline = label / 6 + (ASCENT * em).ceil() as u32;
        let labels = PlacedLabels { number_em: em, em, baseline, align: Align::Middle, shown: 1 };
        PlacedBoards { square, rows, labels: boards.labels.map(|_| labels) }
    }
}

/// Returns the smallest number in a range for which a monotonic condition holds; `None` if it never holds.
pub fn least(from: u32, to: u32, holds: impl Fn(u32) -> bool) -> Option<u32> {
    if from > to || !holds(to) {
        return None;
    }
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = u32::midpoint(low, high);
        (low, high) = if holds(middle) { (low, middle) } else { (middle + 1, high) };
    }
    Some(high)
}
