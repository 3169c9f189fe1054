//! How many boards there are on a page, and how large.

use std::cmp::Reverse;

use super::{GAP, LEAST_SQUARE, Reasons, SheetPage};

/// The least distance between the texts below boards, in units.
const TEXT_GAP: f32 = 1.2;

/// Boards on one page are at least so wide, in units; on several pages they are wider.
const LEAST_BOARD: f32 = 12.0;
const GOOD_BOARD: f32 = 17.0;

/// A board is at most so wide.
const LARGEST_BOARD: f32 = 44.0;

/// How many columns and rows, and the side of a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Grid {
    pub columns: u32,
    pub rows: u32,
    pub square: u32,
    pub reasons: Reasons,
}

impl SheetPage<'_> {
    /// Boards on as few pages as keep them legible, in a room of this width and height.
    pub(super) fn grid(&self, columns: Option<u32>, width: u32, height: u32) -> Option<Grid> {
        let steps = self.needs.steps;
        let n = self.needs.squares();
        let largest = |columns: u32, rows: u32, reasons: Reasons| {
            let across =
                (width.checked_sub((columns - 1) * self.px(GAP.0))? / columns).checked_sub(self.gutter())?;
            let down =
                (height.checked_sub((rows - 1) * self.px(GAP.1))? / rows).checked_sub(self.cell_height(0))?;
            let square = across.min(down).min(self.px(LARGEST_BOARD)) / n;
            let text = columns * self.text_width(reasons) + (columns - 1) * self.px(TEXT_GAP);
            (text <= width && square >= LEAST_SQUARE).then_some(Grid { columns, rows, square, reasons })
        };
        let columns = || match columns {
            Some(columns) => columns.min(steps)..=columns.min(steps),
            None => 1..=steps.min(width / (LEAST_SQUARE * n)).max(1),
        };
        let is_wide = |grid: &Grid, least: f32| (grid.square + 1) * n > self.px(least);
        let on_one = |reasons: Reasons| {
            let grids = columns().filter_map(|columns| largest(columns, steps.div_ceil(columns), reasons));
            let wide = grids.filter(|grid| is_wide(grid, LEAST_BOARD));
            wide.max_by_key(|grid| (grid.square, Reverse(grid.columns)))
        };
        let [none, short, long] = Reasons::ALL.map(on_one);
        // Reasons in full may cost a fifth of the boards.
        let full = long.filter(|long| short.is_none_or(|short| 5 * long.square >= 4 * short.square));
        full.or(short).or(none).or_else(|| {
            // As many boards to a page as are still wide, or else one.
            let grids =
                columns().flat_map(|columns| (1..=steps.div_ceil(columns)).map(move |rows| (columns, rows)));
            let with_reasons = [Reasons::Short, Reasons::Long];
            let grids =
                grids.flat_map(|(columns, rows)| with_reasons.map(|reasons| largest(columns, rows, reasons)));
            let wide = grids.flatten().filter(|grid| is_wide(grid, GOOD_BOARD));
            let most = wide.max_by_key(|grid| (grid.columns * grid.rows, grid.reasons, grid.square));
            let one_row =
                |columns| Reasons::ALL.into_iter().rev().find_map(|reasons| largest(columns, 1, reasons));
            most.or_else(|| columns().find_map(one_row))
        })
    }
}
