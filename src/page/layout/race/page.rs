//! The page from top to bottom: the top line, the boards, the charts and their axis.

use crate::picture::Rect;

use super::arrangement::Arrangement;
use super::boards::BoardGrid;
use super::charts::{Charts, Rows};
use super::sheet::{LABEL, Sheet};
use super::table::{self, Columns};
use super::top_line::{self, TopLine};
use super::{AxisLayout, LaneLayout, RaceLayout, duel, stacked};

const BELOW_TOP_LINE: f32 = 4.0;
const ABOVE_CHARTS: f32 = 3.6;
const LABELS: f32 = 3.0;
const AXIS: f32 = 2.8;

/// The least height of the row of a lane, and the least where there is room.
const LEAST_ROW: f32 = 4.2;
const GOOD_ROW: f32 = 7.0;
const DUEL_ROW: f32 = 5.5;
/// The greatest one on wide pages, and on others.
const MOST_ROW: f32 = 9.0;
const MOST_HIGH_ROW: f32 = 24.0;
/// More lanes than this have lower rows.
const MANY_LANES: f32 = 8.0;

/// The layout in an arrangement; `None` where there is not enough room.
pub(super) fn layout(sheet: &Sheet<'_>, arrangement: Arrangement) -> Option<RaceLayout> {
    let least = match arrangement {
        Arrangement::Table(_) if sheet.is_wide() => LEAST_ROW,
        Arrangement::Table(_) | Arrangement::Stacked => GOOD_ROW,
        Arrangement::Duel => DUEL_ROW,
    };
    // A page that is made for its boards can be made for good rows.
    let is_made = sheet.needs.least_scale > 0.0;
    let low = || with_rows(sheet, arrangement, LEAST_ROW).filter(|_| !is_made);
    with_rows(sheet, arrangement, least).or_else(low)
}

/// A layout whose rows have at least this height.
fn with_rows(sheet: &Sheet<'_>, arrangement: Arrangement, least_row: f32) -> Option<RaceLayout> {
    let lanes = sheet.needs.lanes();
    let margin = sheet.margin();
    let TopLine { title, clock } = TopLine::of(sheet)?;
    let many = (lanes as f32 / MANY_LANES).max(1.0);
    let least_row = sheet.px(least_row / many).max((1.3 * sheet.em(table::NUMBER)).ceil() as u32);
    let most_row = sheet.px(if sheet.is_wide() { MOST_ROW } else { MOST_HIGH_ROW }).max(least_row);
    let label_em = sheet.em(LABEL);
    let [labels, axis] = [LABELS, AXIS].map(|high| sheet.px(high).max((1.35 * label_em).ceil() as u32));
    let top = top_line::baseline(sheet) + sheet.px(BELOW_TOP_LINE);
    let fixed = top + margin + axis + labels + sheet.px(ABOVE_CHARTS);
    let free = sheet.height.checked_sub(fixed)?;
    let grid = BoardGrid::of(sheet, arrangement);
    let board = grid.board(sheet, free.checked_sub(lanes * least_row)?)?;
    let rest = free - grid.height(board);
    let rows = rest.min(lanes * most_row);
    let top = top + (rest - rows) / 2;
    let boards = grid.boards(sheet, top, board)?;
    let table = top + grid.height(board) + sheet.px(ABOVE_CHARTS);
    let rows = Rows { top: table, start: table + labels, end: table + labels + rows };
    let charts = Charts::of(sheet, Columns::of(sheet, arrangement), rows)?;
    let squares: Vec<Rect> = boards.iter().map(|headed| headed.board).collect();
    let counters = match arrangement {
        Arrangement::Table(_) => {
            let baselines = charts.rows.iter().map(|row| row.name.baseline);
            charts.table.counters(sheet, charts.title.baseline, baselines)
        }
        Arrangement::Duel => duel::counters(sheet, [squares[0], squares[1]])?,
        Arrangement::Stacked => stacked::counters(sheet, &squares)?,
    };
    let lanes = boards.into_iter().zip(charts.rows).zip(counters.numbers);
    let lanes = lanes.map(|((headed, row), counters)| LaneLayout {
        board: headed.board,
        name: headed.name,
        medal: headed.medal,
        note: headed.note,
        row_name: row.name,
        chart: row.chart,
        counters,
    });
    let found = RaceLayout {
        width: sheet.width,
        height: sheet.height,
        u: sheet.u,
        title,
        clock,
        lanes: lanes.collect(),
        chart_title: charts.title,
        counter_names: counters.names,
        axis: AxisLayout {
            area: Rect { x: margin, y: rows.end, width: sheet.full(), height: axis },
            baseline: rows.end + axis - (0.27 * label_em).ceil() as u32,
            em: label_em,
        },
        rules: counters.rules,
    };
    found.is_sound(sheet.needs.font()).then_some(found)
}
