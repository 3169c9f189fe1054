//! The rows of all lanes: their charts with their names, and the words above them.

use crate::font::Weight;
use crate::page::layout::text_place::TextPlace;
use crate::page::panels::race::CHART_TITLE;
use crate::page::units::{Line, cap};
use crate::picture::Rect;

use super::ChartLayout;
use super::needs::Widths;
use super::sheet::{LABEL, Sheet};
use super::table::{self, Columns, Table};

/// The least widths of a chart: where columns begin to move together, and where there is no room.
const GOOD_CHART: f32 = 40.0;
const LEAST_CHART: f32 = 16.0;

/// The least height of a chart below its name.
const LEAST_BELOW_NAME: f32 = 6.0;

/// The em of the name of a lane, and the space to its right.
const NAME: f32 = 2.6;
const NAME_GAP: f32 = 3.0;

/// The space in a row above and below its chart, and how high the row is that has room for it.
const ABOVE_CHART: f32 = 1.2;
const BELOW_CHART: f32 = 0.9;
const ROOMY: f32 = 6.3;

/// The room for the rows of all lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows {
    /// Of the words above them.
    pub(super) top: u32,
    /// Of the first row.
    pub(super) start: u32,
    /// Of the axis.
    pub(super) end: u32,
}

impl Rows {
    /// The row of a lane.
    fn row(self, lane: u32, lanes: u32) -> (u32, u32) {
        let from_start = |lane: u32| (self.end - self.start) * lane / lanes;
        (self.start + from_start(lane), self.start + from_start(lane + 1))
    }
}

/// The row of a lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChartRow {
    pub(super) name: TextPlace,
    pub(super) chart: ChartLayout,
}

/// All charts, with the words above them and the table beside them.
#[derive(Debug)]
pub(super) struct Charts {
    pub(super) title: TextPlace,
    pub(super) rows: Vec<ChartRow>,
    pub(super) table: Table,
}

/// How the width is divided.
#[derive(Debug, Clone, Copy)]
struct Division {
    /// Width of the names; 0 where they stand above the charts.
    names: u32,
    chart: u32,
    table: Table,
}

impl Charts {
    /// `None` if there is not enough room.
    pub(super) fn of(sheet: &Sheet<'_>, columns: Columns, rows: Rows) -> Option<Self> {
        let division = Division::of(sheet, columns, rows)?;
        let title = division.title(sheet, rows.top)?;
        let lanes = sheet.needs.lanes();
        let rows = (0..lanes).map(|lane| division.row(sheet, rows.row(lane, lanes))).collect();
        Some(Self { title, rows, table: division.table })
    }
}

impl Division {
    fn of(sheet: &Sheet<'_>, columns: Columns, rows: Rows) -> Option<Self> {
        let full = sheet.full();
        let Widths { row_name, chart_title, .. } = &sheet.needs.widths;
        let names = row_name.pixels(sheet.em(NAME)) + sheet.px(NAME_GAP);
        let beside = |least: f32| {
            let room = full.checked_sub(names)?;
            let table = columns.within(room.saturating_sub(sheet.px(GOOD_CHART)));
            let chart = room.checked_sub(table.width())?;
            (chart >= sheet.px(least)).then_some(Self { names, chart, table })
        };
        // Names and numbers above the charts, which are as wide as the page.
        let above = || {
            let room = full.checked_sub(names.max(chart_title.pixels(sheet.em(LABEL))))?;
            let (start, end) = rows.row(0, sheet.needs.lanes());
            let is_high = end - start >= line_above(sheet) + sheet.px(LEAST_BELOW_NAME);
            let fits = columns.least_width() <= room && is_high;
            fits.then(|| Self { names: 0, chart: full, table: columns.within(room) })
        };
        beside(GOOD_CHART).or_else(above).or_else(|| beside(LEAST_CHART))
    }

    /// The words above the charts.
    fn title(self, sheet: &Sheet<'_>, top: u32) -> Option<TextPlace> {
        let em = sheet.em(LABEL);
        let widest = sheet.needs.widths.chart_title;
        let line = Line { font: sheet.needs.font(), em, weight: Weight::Regular };
        // The estimate is a little too wide.
        let fits = |room: u32| widest.pixels(em) <= room || line.width(CHART_TITLE) <= room;
        let to_table = sheet.full() - self.table.width();
        // Above a short chart it begins above the names.
        let (x, width) =
            if self.names > 0 && fits(self.chart) { (self.names, self.chart) } else { (0, to_table) };
        fits(width).then(|| TextPlace { x: sheet.margin() + x, baseline: top + cap(em), width, em })
    }

    fn row(self, sheet: &Sheet<'_>, (start, end): (u32, u32)) -> ChartRow {
        let squeeze = ((end - start) as f32 / sheet.px(ROOMY) as f32).min(1.0);
        let base = end - sheet.px(BELOW_CHART * squeeze).max(2);
        let (y, baseline) = if self.names > 0 {
            (start, base - 1)
        } else {
            let y = start + line_above(sheet);
            (y, y - (0.3 * sheet.em(table::NUMBER)).ceil() as u32)
        };
        let em = sheet.em(NAME);
        let width = sheet.needs.widths.row_name.pixels(em);
        let x = sheet.margin();
        ChartRow {
            name: TextPlace { x, baseline, width, em },
            chart: ChartLayout {
                area: Rect { x: x + self.names, y, width: self.chart, height: end - y },
                top: y + sheet.px(ABOVE_CHART * squeeze),
                base,
                em: sheet.em(LABEL),
            },
        }
    }
}

/// The height of a line of names and numbers above a chart.
fn line_above(sheet: &Sheet<'_>) -> u32 {
    (1.4 * sheet.em(table::NUMBER)).ceil() as u32
}
