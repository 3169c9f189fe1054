//! Boards in columns and rows of an area, as large as it allows.

use crate::page::layout::montage::{LEAST_SQUARE, MontageLayout, Row};
use crate::picture::Rect;

use super::labels::{LabelStyle, Labels};
use super::{PageRequest, Sheet};

/// The least gaps between boards, in squares.
const GAP_ACROSS: f32 = 1.2;
const GAP_DOWN: f32 = 0.6;

/// How the boards of a grid look.
#[derive(Debug, Clone, Copy)]
pub(super) struct GridStyle {
    pub(super) labels: LabelStyle,
    /// The widest gap between boards, in boards, in the middle of the area; `None` for gaps that fill it.
    pub(super) widest_gap: Option<f32>,
}

/// How boards are spread over a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spread {
    /// In full rows, but for so many boards of so many rows at the upper left, where the title stands.
    Around(u32, u32),
    /// In full rows.
    Full,
    /// In rows that differ by one board at most, centred.
    Even,
}

/// The columns and rows of an area.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardGrid<'a> {
    pub(super) sheet: Sheet<'a>,
    pub(super) style: GridStyle,
    pub(super) area: Rect,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl BoardGrid<'_> {
    /// The largest square, in pixels; `None` if it is too small.
    pub(super) fn square(&self) -> Option<f32> {
        let square = self.largest_square();
        (square >= LEAST_SQUARE as f32).then_some(square)
    }

    fn largest_square(&self) -> f32 {
        let squares = f32::from(self.sheet.request.size.get());
        let (c, r) = (self.columns as f32, self.rows as f32);
        let across = self.area.width as f32 / (c * squares + GAP_ACROSS * (c - 1.0));
        let with = |labels: Labels| {
            let down = (self.area.height as f32 - r * labels.height) / (r * squares + GAP_DOWN * (r - 1.0));
            across.min(down)
        };
        let board = with(self.labels(f32::MAX)).max(0.0) * squares;
        // Labels below small boards are smaller, which leaves a little more.
        with(self.labels(board))
    }

    fn labels(&self, board: f32) -> Labels {
        let Sheet { request, units } = self.sheet;
        Labels::below(board, request.labels, self.style.labels, units)
    }

    /// Places boards and labels; also returns the room that is left for a title. `None` if labels are
    /// too wide.
    pub(super) fn layout(&self, spread: Spread) -> Option<(MontageLayout, Rect)> {
        let Self { area, columns, rows, .. } = *self;
        let PageRequest { size, boards, width, height, .. } = *self.sheet.request;
        let largest = self.largest_square();
        let square = largest.floor() as u32;
        let board = square * u32::from(size.get());
        let labels = self.labels(largest * f32::from(size.get()));
        let widest = self.style.widest_gap.map_or(f32::MAX, |gap| (1.0 + gap) * board as f32);
        let spacing = |room: u32, size: f32, count: u32| match count {
            1 => 0.0,
            _ => (room as f32 - size) / (count - 1) as f32,
        };
        let across = spacing(area.width, board as f32, columns).min(widest);
        // What hangs below the last baseline may hang into the margin.
        let row_height = (board + labels.baseline) as f32;
        let down = spacing(area.height, row_height, rows).min(widest + labels.height);
        let free = |room: u32, used: f32| match self.style.widest_gap {
            Some(_) => (room as f32 - used).max(0.0) / 2.0,
            None => 0.0,
        };
        let left = free(area.width, across * (columns - 1) as f32 + board as f32);
        let top = free(area.height, down * (rows - 1) as f32 + row_height);
        let at = |column: f32| area.x + (left + column * across).round() as u32;
        let row = |row: u32| {
            let (indent, columns) = spread.columns(row, self, boards);
            let y = area.y + (top + row as f32 * down).round() as u32;
            Row { y, lefts: columns.map(|column| at(indent + column as f32)).collect() }
        };
        let labels = match self.sheet.request.labels {
            Some(needs) => {
                let pitch = if columns > 1 { across } else { area.width as f32 };
                Some(labels.layout(&needs, board as f32, pitch)?)
            }
            None => None,
        };
        let head = match spread {
            Spread::Around(wide, high) => Rect {
                width: ((wide - 1) as f32 * across).round() as u32 + board,
                height: ((high - 1) as f32 * down).round() as u32 + board,
                ..area
            },
            Spread::Full | Spread::Even => area,
        };
        let rows = (0..rows).map(row).filter(|row| !row.lefts.is_empty()).collect();
        let layout = MontageLayout { width, height, square, rows, labels, runs: Vec::new(), scale: None };
        Some((layout, head))
    }
}

impl Spread {
    /// The columns of a row that have boards, and how far they are moved to the right, in columns.
    fn columns(self, row: u32, grid: &BoardGrid<'_>, boards: u32) -> (f32, std::ops::Range<u32>) {
        let BoardGrid { columns, rows, .. } = *grid;
        match self {
            Self::Around(wide, high) => (0.0, if row < high { wide } else { 0 }..columns),
            Self::Full => (0.0, 0..columns),
            Self::Even => {
                let before = |row: u32| (u64::from(row) * u64::from(boards) / u64::from(rows)) as u32;
                let count = before(row + 1) - before(row);
                ((columns - count) as f32 / 2.0, 0..count)
            }
        }
    }
}
