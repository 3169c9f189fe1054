//! Which of thousands of grids shows the boards of a gallery best, and where its boards are.

use std::collections::BTreeSet;

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::BoardLabel;
use crate::page::figure::LEAST_EM;
use crate::page::layout::text_width::TextWidth;
use crate::page::slot::Align;
use crate::page::units::Units;
use crate::picture::Rect;

/// The boards of a page.
#[derive(Debug, Clone, Copy)]
pub struct Boards<'a> {
    /// Size of every board.
    pub size: BoardSize,
    /// Number of boards, at least 1.
    pub count: u32,
    /// Boards in a row; `None` for as many as suit the page.
    pub columns: Option<u32>,
    /// The room for labels; `None` without them.
    pub labels: Option<&'a LabelNeeds>,
}

/// The room that labels need.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelNeeds {
    number: TextWidth,
    images: Option<TextWidth>,
    placement: Option<TextWidth>,
    /// How far they reach above and below their baseline, in ems.
    reach: (f32, f32),
}

impl LabelNeeds {
    /// Of these labels; `None` if there are none.
    pub fn of(labels: &[BoardLabel], font: &Font) -> Option<Self> {
        let numbers = |weight| {
            let numbers = labels.iter().filter(move |label| label.weight() == weight);
            TextWidth::widest(font, weight, numbers.map(|label| &label.number))
        };
        let widest = |text: fn(&BoardLabel) -> Option<&String>| {
            let width = TextWidth::widest(font, Weight::Regular, labels.iter().filter_map(text));
            Some(width).filter(|width| width.ems > 0.0)
        };
        let written: BTreeSet<char> =
            labels.iter().flat_map(BoardLabel::texts).flat_map(str::chars).collect();
        let written = String::from_iter(written);
        let reaches = [Weight::Regular, Weight::Bold].map(|weight| font.weight(weight).ink_reach(&written));
        (!labels.is_empty()).then(|| Self {
            number: numbers(Weight::Regular).max(numbers(Weight::Bold)),
            images: widest(|label| label.images.as_ref()),
            placement: widest(|label| label.placement.as_ref()),
            reach: (reaches[0].0.max(reaches[1].0), reaches[0].1.max(reaches[1].1)),
        })
    }

    /// The width of the widest number in ems.
    pub const fn widest_number(&self) -> f32 {
        self.number.ems
    }
}

/// Where boards are, and how their labels are written.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedBoards {
    /// Side of a square.
    pub square: u32,
    /// The upper left corners of the boards in each row, from top to bottom.
    pub rows: Vec<Vec<(u32, u32)>>,
    /// The labels, if there are any.
    pub labels: Option<PlacedLabels>,
}

/// How labels are written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedLabels {
    /// Em of numbers.
    pub number_em: f32,
    /// Em of all else.
    pub em: f32,
    /// From the lower edge of the board to the baseline.
    pub baseline: u32,
    /// Where numbers stand below their boards.
    pub align: Align,
    /// Whether there is room for the number of images.
    pub has_images: bool,
    /// Whether there is room for the placement.
    pub has_placement: bool,
}

/// The smallest square on a page of a given size, in pixels.
pub const LEAST_SQUARE: u32 = 3;

/// The least gaps between boards, in squares.
const GAP_ACROSS: f32 = 1.2;
const GAP_DOWN: f32 = 0.6;

/// In less room than this there is no title worth its name.
const LEAST_TITLE_WIDTH: f32 = 10.0;
const LEAST_TITLE_HEIGHT: f32 = 7.0;

/// How the boards of a grid look.
#[derive(Debug)]
pub struct GridStyle {
    /// The ems of labels, and the gap above them, in units.
    pub number: f32,
    pub other: f32,
    pub gap: f32,
    /// The most of a board that labels are high.
    pub share: f32,
    /// The widest gap between boards, in boards, in the middle of the area; `None` for gaps that fill it.
    pub widest_gap: Option<f32>,
    /// The squares of full rows against those of uneven ones, from which on full rows look better.
    pub uneven: f32,
}

/// Which grids are tried, and how much those are worth whose squares are equally large.
#[derive(Debug, Clone, Copy)]
pub enum Trial {
    /// In full rows, and in rows that differ by a board.
    Rows { full: f32, even: f32 },
    /// In full rows, but for a block of spare boards that has room for a title.
    AroundTitle,
}

/// How boards are spread over a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// In full rows, but for so many boards of so many rows at the upper left, where the title stands.
    Around(u32, u32),
    /// In full rows.
    Full,
    /// In rows that differ by one board at most, centred.
    Even,
}

/// The columns and rows of an area.
#[derive(Debug, Clone, Copy)]
pub struct Grid<'a> {
    boards: Boards<'a>,
    style: &'a GridStyle,
    units: Units,
    area: Rect,
    columns: u32,
    rows: u32,
    spread: Spread,
    /// The worth of its rounded square, and the square.
    value: (f32, f32),
}

impl<'a> Boards<'a> {
    /// All grids of an area whose squares are large enough.
    pub fn grids(&self, style: &'a GridStyle, units: Units, area: Rect, trial: Trial) -> Vec<Grid<'a>> {
        let given = self.columns.map(|columns| columns.min(self.count));
        let rows = given.map_or(1..=self.count, |columns| {
            let rows = self.count.div_ceil(columns);
            rows..=rows
        });
        let mut grids = Vec::new();
        for rows in rows {
            let (spread, value) = (Spread::Full, (0.0, 0.0));
            let grid = Grid { boards: *self, style, units, area, columns: 1, rows, spread, value };
            // More rows would be too high.
            if (Grid { area: Rect { width: u32::MAX, ..area }, ..grid }).square() < LEAST_SQUARE as f32 {
                break;
            }
            let fewest = self.count.div_ceil(rows);
            for columns in given.map_or(fewest..=fewest + 3, |columns| columns..=columns) {
                let grid = Grid { columns, ..grid };
                let square = grid.square();
                if square >= LEAST_SQUARE as f32 {
                    let with =
                        |(spread, worth)| Grid { spread, value: (square.floor() * worth, square), ..grid };
                    let is_shortest = columns == fewest || given.is_some();
                    grids.extend(grid.spreads(trial, is_shortest).into_iter().map(with));
                }
            }
        }
        let full = grids.iter().filter(|grid| grid.spread == Spread::Full).map(|grid| grid.value.1.floor());
        let full = full.fold(0.0, f32::max);
        grids.retain(|grid| grid.spread != Spread::Even || style.uneven * grid.value.1.floor() >= full);
        grids
    }
}

impl Grid<'_> {
    /// How boards can be spread over it, and how much that is worth.
    fn spreads(&self, trial: Trial, is_shortest: bool) -> Vec<(Spread, f32)> {
        let spare = self.columns * self.rows - self.boards.count;
        match trial {
            Trial::Rows { full, .. } if spare == 0 => vec![(Spread::Full, full)],
            Trial::Rows { even, .. } if is_shortest => vec![(Spread::Even, even)],
            Trial::Rows { .. } => Vec::new(),
            Trial::AroundTitle => {
                let share = |part: u32, of: u32, side: u32| part as f32 / of as f32 * side as f32;
                let is_room = |wide: u32, high: u32| {
                    share(high, self.rows, self.area.height) >= LEAST_TITLE_HEIGHT * self.units.0
                        && share(wide, self.columns, self.area.width) >= LEAST_TITLE_WIDTH * self.units.0
                };
                let is_block = |(wide, high): &(u32, u32)| {
                    wide * high == spare
                        && 2 * wide <= self.columns
                        && *wide <= 3 * high
                        && is_room(*wide, *high)
                };
                let heights = (1..self.rows).take_while(|high| high * high <= spare);
                let blocks = heights.map(|high| (spare / high, high)).filter(is_block);
                blocks
                    .map(|(wide, high)| (Spread::Around(wide, high), if high == 2 { 1.0 } else { 0.93 }))
                    .collect()
            }
        }
    }

    /// Whether it comes before another one.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        other.value.0.total_cmp(&self.value.0).then(other.value.1.total_cmp(&self.value.1))
    }

    /// The largest square, in pixels.
    fn square(&self) -> f32 {
        let squares = f32::from(self.boards.size.get());
        let (c, r) = (self.columns as f32, self.rows as f32);
        let across = self.area.width as f32 / (c * squares + GAP_ACROSS * (c - 1.0));
        let with = |(_, label): (PlacedLabels, f32)| {
            let down = (self.area.height as f32 - r * label) / (r * squares + GAP_DOWN * (r - 1.0));
            across.min(down)
        };
        let board = with(self.labels(f32::MAX)).max(0.0) * squares;
        // Labels below small boards are smaller, which leaves a little more.
        with(self.labels(board))
    }

    /// Labels below boards of some width, and how far they reach below them; all zero without labels.
    fn labels(&self, board: f32) -> (PlacedLabels, f32) {
        let mut labels = PlacedLabels {
            number_em: 0.0,
            em: 0.0,
            baseline: 0,
            align: Align::Left,
            has_images: false,
            has_placement: false,
        };
        let Some(LabelNeeds { reach, .. }) = self.boards.labels else { return (labels, 0.0) };
        let GridStyle { number, other, gap, share, .. } = *self.style;
        let (number, other) = (self.units.em(number), self.units.em(other));
        let scale = (share * board / number).min(1.0);
        (labels.number_em, labels.em) = ((number * scale).max(LEAST_EM), (other * scale).max(LEAST_EM));
        let baseline = (self.units.px(gap) as f32).max(2.0) + reach.0 * labels.number_em;
        labels.baseline = baseline.round() as u32;
        (labels, baseline + reach.1 * labels.number_em)
    }

    /// Boards and labels, and the room for a title if it is among the boards; `None` if labels are too wide.
    pub fn placed(&self) -> Option<(PlacedBoards, Option<Rect>)> {
        let Self { area, columns, rows, .. } = *self;
        let size = u32::from(self.boards.size.get());
        let (square, exact) = (self.value.1.floor() as u32, self.value.1 * size as f32);
        let board = square * size;
        let (labels, label_height) = self.labels(exact);
        let widest = self.style.widest_gap.map_or(f32::MAX, |gap| (1.0 + gap) * board as f32);
        let spacing = |room: u32, size: f32, count: u32| match count {
            1 => 0.0,
            _ => (room as f32 - size) / (count - 1) as f32,
        };
        let across = spacing(area.width, board as f32, columns).min(widest);
        // What hangs below the last baseline may hang into the margin.
        let row_height = (board + labels.baseline) as f32;
        let down = spacing(area.height, row_height, rows).min(widest + label_height);
        let free = |room: u32, used: f32| match self.style.widest_gap {
            Some(_) => (room as f32 - used).max(0.0) / 2.0,
            None => 0.0,
        };
        let left = free(area.width, across * (columns - 1) as f32 + board as f32);
        let top = free(area.height, down * (rows - 1) as f32 + row_height);
        let row = |row: u32| {
            let (indent, columns) = self.in_row(row);
            let y = area.y + (top + row as f32 * down).round() as u32;
            let x = |column: u32| area.x + (left + (indent + column as f32) * across).round() as u32;
            columns.map(|column| (x(column), y)).collect()
        };
        let labels = match self.boards.labels {
            Some(needs) => {
                let pitch = if columns > 1 { across } else { area.width as f32 };
                Some(labels.within(needs, board as f32, pitch)?)
            }
            None => None,
        };
        let side = |count: u32, pitch: f32| ((count - 1) as f32 * pitch).round() as u32 + board;
        let head = match self.spread {
            Spread::Around(wide, high) => {
                Some(Rect { width: side(wide, across), height: side(high, down), ..area })
            }
            Spread::Full | Spread::Even => None,
        };
        let rows = (0..rows).map(row).filter(|row: &Vec<_>| !row.is_empty()).collect();
        Some((PlacedBoards { square, rows, labels }, head))
    }

    /// How far the boards of a row are moved to the right, in columns, and their columns.
    fn in_row(&self, row: u32) -> (f32, std::ops::Range<u32>) {
        match self.spread {
            Spread::Around(wide, high) => (0.0, if row < high { wide } else { 0 }..self.columns),
            Spread::Full => (0.0, 0..self.columns),
            Spread::Even => {
                let count = u64::from(self.boards.count);
                let before = |row: u32| (u64::from(row) * count / u64::from(self.rows)) as u32;
                let count = before(row + 1) - before(row);
                ((self.columns - count) as f32 / 2.0, 0..count)
            }
        }
    }
}

impl PlacedLabels {
    /// What is shown below boards that are so far apart; `None` if even the number is too wide.
    fn within(self, needs: &LabelNeeds, board: f32, pitch: f32) -> Option<Self> {
        let with = |em: f32| {
            let gap = 0.6 * em;
            let number = needs.number.exact_pixels(self.number_em);
            let images = needs.images.map_or(0.0, |widest| gap + widest.exact_pixels(em));
            let fits = |widest: TextWidth| number + images + 2.0 * gap + widest.exact_pixels(em) <= board;
            let (has_images, has_placement) =
                (number + images <= pitch - gap, needs.placement.is_none_or(fits));
            (number <= pitch - gap).then_some(Self { em, has_images, has_placement, ..self })
        };
        // A little smaller, if that makes room for all.
        let mut ems = [1.0, 0.92, 0.85].map(|scale| (scale * self.em).max(LEAST_EM)).into_iter();
        let all = ems.find_map(|em| with(em).filter(|labels| labels.has_images && labels.has_placement));
        all.or_else(|| with(self.em))
    }
}

/// More pixels a side are more than common viewers show.
pub const LARGEST_SIDE: u32 = 32_767;
