//! Many boards, with the title among them or above them, and a line at the foot of the page.

use crate::page::MontageTitle;
use crate::page::layout::montage::MontageLayout;
use crate::picture::Rect;

use super::grid::{BoardGrid, GridStyle, Spread};
use super::labels::LabelStyle;
use super::text::Block;
use super::{Sheet, Unfit, foot_line, title};

const MARGIN: f32 = 5.0;
const BELOW_TITLE: f32 = 3.0;

const STYLE: GridStyle =
    GridStyle { labels: LabelStyle { number: 1.25, other: 1.25, gap: 0.45, share: 0.14 }, widest_gap: None };

/// In less room than this there is no title worth its name.
const LEAST_TITLE_WIDTH: f32 = 10.0;
const LEAST_TITLE_HEIGHT: f32 = 7.0;

/// A way to arrange boards.
#[derive(Debug, Clone, Copy)]
struct Candidate<'a> {
    grid: BoardGrid<'a>,
    spread: Spread,
    square: f32,
    value: f32,
}

pub(super) fn layout(sheet: Sheet<'_>, title: Option<&MontageTitle>) -> Result<MontageLayout, Unfit> {
    let page = sheet.within(MARGIN);
    let (foot, scale) = foot_line::set(sheet, page);
    let foot_height = if foot.is_empty() && scale.is_none() { 0 } else { foot_line::height(sheet) };
    let area = Rect { height: page.height.saturating_sub(foot_height), ..page };
    let (above, below) = match title.map(|title| title::above(sheet, title, area)) {
        Some(Some(above)) => {
            let below = area.without_top(above.height + sheet.units.px(BELOW_TITLE));
            (above, Some(below))
        }
        Some(None) => (Block::default(), None),
        None => (Block::default(), Some(area)),
    };
    let mut candidates = candidates(sheet, area, below, title.is_some());
    if candidates.is_empty() {
        return Err(Unfit::Squares);
    }
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.square.total_cmp(&a.square)));
    let mut unfit = Unfit::Labels;
    for Candidate { grid, spread, .. } in candidates {
        let Some((layout, head)) = grid.layout(spread) else { continue };
        let block = match spread {
            Spread::Around(..) => {
                let Some(among) = title.and_then(|title| title::among_boards(sheet, title, head)) else {
                    unfit = Unfit::Title;
                    continue;
                };
                among
            }
            Spread::Full | Spread::Even => above,
        };
        let runs = block.runs.into_iter().chain(foot).collect();
        return Ok(MontageLayout { runs, scale, ..layout });
    }
    Err(unfit)
}

/// The ways to arrange boards that leave large enough squares: over an area, or below a title.
fn candidates<'a>(sheet: Sheet<'a>, area: Rect, below: Option<Rect>, has_title: bool) -> Vec<Candidate<'a>> {
    let boards = sheet.request.boards;
    let given = sheet.request.columns.map(|columns| columns.min(boards));
    let mut candidates = Vec::new();
    let mut add = |grid: BoardGrid<'a>, spread, value| {
        if let Some(square) = grid.square() {
            candidates.push(Candidate { grid, spread, square, value: square.floor() * value });
        }
    };
    let rows = match given {
        Some(columns) => boards.div_ceil(columns)..=boards.div_ceil(columns),
        None => 1..=boards,
    };
    for rows in rows {
        let of = |columns, area| BoardGrid { sheet, style: STYLE, area, columns, rows };
        // More rows would be too high.
        if of(1, Rect { width: u32::MAX, ..area }).square().is_none() {
            break;
        }
        let fewest = boards.div_ceil(rows);
        let columns = given.map_or(fewest..=fewest + 3, |columns| columns..=columns);
        for columns in columns {
            let spare = columns * rows - boards;
            if let Some(below) = below {
                if spare == 0 {
                    add(of(columns, below), Spread::Full, if has_title { 0.9 } else { 1.0 });
                } else if columns == fewest || given.is_some() {
                    add(of(columns, below), Spread::Even, if has_title { 0.86 } else { 0.95 });
                }
            }
            if has_title {
                let grid = of(columns, area);
                for (wide, high) in title_rooms(grid, spare) {
                    add(grid, Spread::Around(wide, high), if high == 2 { 1.0 } else { 0.93 });
                }
            }
        }
    }
    candidates
}

/// The blocks of all spare boards that have room for a title: how many are wide, and how many high.
fn title_rooms(grid: BoardGrid<'_>, spare: u32) -> impl Iterator<Item = (u32, u32)> {
    let BoardGrid { sheet, area, columns, rows, .. } = grid;
    let share = |part: u32, of: u32, side: u32| part as f32 / of as f32 * side as f32;
    let is_room = move |wide: u32, high: u32| {
        share(high, rows, area.height) >= LEAST_TITLE_HEIGHT * sheet.units.0
            && share(wide, columns, area.width) >= LEAST_TITLE_WIDTH * sheet.units.0
    };
    let blocks = (1..rows).take_while(move |high| high * high <= spare).map(move |high| (spare / high, high));
    blocks.filter(move |(wide, high)| {
        let is_block = spare.is_multiple_of(*high) && 2 * wide <= columns && *wide <= 3 * high;
        is_block && is_room(*wide, *high)
    })
}
