//! A page that is as large as its steps need.

use std::iter::successors;

use crate::page::StyleError;
use crate::page::units::MAX_SIDE;
use crate::page::units::Units;

use super::grid::Grid;
use super::{GAP, LEAST_SQUARE, MARGIN, Needs, Reasons, SheetLayout, SheetPage, Wanted};

/// The board and the smallest square unless the square is given, in pixels.
const BOARD: u32 = 216;
const GOOD_SQUARE: u32 = 16;

/// The width of a board in units, as long as the unit is between these, in pixels.
const FITTING_BOARD: f32 = 21.6;
const UNITS: (f32, f32) = (7.0, 20.0);

/// The least width between the margins in units, for the title and the summary.
const LEAST_WIDTH: f32 = 72.0;

/// Height to width.
const SHAPE: f32 = std::f32::consts::SQRT_2;

/// A page as large as its boards need.
pub fn layout(needs: &Needs<'_>, wanted: Wanted) -> Result<SheetLayout, StyleError> {
    let n = needs.squares();
    let square = wanted.square.unwrap_or((BOARD / n).max(GOOD_SQUARE));
    let width = square.saturating_mul(n);
    if square < LEAST_SQUARE {
        return Err(StyleError::TooSmall { width, smallest: LEAST_SQUARE * n, size: needs.size });
    }
    if width > MAX_SIDE {
        return Err(StyleError::TooLarge { width });
    }
    let u = (square as f32 * n as f32 / FITTING_BOARD).clamp(UNITS.0, UNITS.1);
    let on = |columns: u32, u: f32| -> Option<(SheetPage<'_>, Grid)> {
        let rows = needs.steps.div_ceil(columns);
        let sheet = SheetPage { needs, width: 0, height: 0, u: Units(u) };
        let grid = Grid { columns, rows, square, reasons: Reasons::Long };
        let least = sheet.px(LEAST_WIDTH).max(sheet.foot_width(needs.origin));
        let boards = columns * sheet.cell_width(grid) + (columns - 1) * sheet.px(GAP.0);
        let width = 2 * sheet.px(MARGIN) + boards.max(least);
        let sheet = SheetPage { width, ..sheet };
        let height = sheet.head()?.bottom
            + rows * sheet.cell_height(square)
            + (rows - 1) * sheet.px(GAP.1)
            + sheet.foot_height();
        Some((SheetPage { height, ..sheet }, grid))
    };
    let shape =
        |(sheet, _): &(SheetPage<'_>, Grid)| (sheet.height as f32 / sheet.width as f32 / SHAPE).ln().abs();
    let fits = |(sheet, _): &(SheetPage<'_>, Grid)| sheet.width.max(sheet.height) <= MAX_SIDE;
    let columns = || match wanted.columns {
        Some(columns) => columns.min(needs.steps)..=columns.min(needs.steps),
        None => 1..=needs.steps.min(MAX_SIDE / width),
    };
    // Many steps need smaller text.
    let units = successors(Some(u), |u| (*u > UNITS.0).then(|| (0.9 * u).max(UNITS.0)));
    let found = units.filter_map(|u| {
        let sheets = columns().filter_map(|columns| on(columns, u)).filter(fits);
        sheets.min_by(|one, other| shape(one).total_cmp(&shape(other)))
    });
    match { found }.next() {
        Some((sheet, grid)) => sheet.placed(grid).ok_or(StyleError::TooMuchText),
        None => Err(StyleError::TooManySteps { steps: needs.steps }),
    }
}
