//! A few large boards, with the title and the note to the left or above them.

use crate::page::layout::montage::{HeatScale, MontageLayout, TextRun};
use crate::page::{MontageTitle, Note};
use crate::picture::Rect;

use super::grid::{BoardGrid, GridStyle, Spread};
use super::labels::LabelStyle;
use super::text::Block;
use super::{Sheet, Unfit, column_foot, title};

const MARGIN: f32 = 6.0;

const STYLE: GridStyle =
    GridStyle { labels: LabelStyle { number: 2.4, other: 2.0, gap: 0.9, share: 0.1 }, widest_gap: Some(0.5) };

/// The room for a title beside boards, and between both.
const TITLE_COLUMN: f32 = 40.0;
const BESIDE_TITLE: f32 = 6.0;

/// The largest numbers that are tried in a title beside boards, and the one above them.
const NUMBERS_BESIDE: [f32; 5] = [title::LARGEST_NUMBER, 20.0, 16.0, 12.0, 10.0];
const NUMBER_ABOVE: f32 = 20.0;

pub(super) fn layout(sheet: Sheet<'_>, title: Option<&MontageTitle>) -> Result<MontageLayout, Unfit> {
    let page = sheet.within(MARGIN);
    let note = sheet.request.text.note.as_ref();
    let mut best: Option<(f32, MontageLayout)> = None;
    let mut unfit = Unfit::Squares;
    let mut consider = |value: f32, found: Result<MontageLayout, Unfit>| match found {
        Ok(layout) => {
            let value = value * layout.square as f32;
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, layout));
            }
        }
        Err(Unfit::Squares) => {}
        Err(why) => unfit = why,
    };
    if title.is_none() && note.is_none() && !sheet.request.has_scale {
        consider(1.0, boards(sheet, page, (Vec::new(), None)));
    } else {
        consider(1.0, beside(sheet, title, note, page));
        consider(0.85, below(sheet, title, note, page));
        if note.is_some() {
            consider(0.5, beside(sheet, title, None, page));
            consider(0.5, below(sheet, title, None, page));
        }
    }
    best.map(|(_, layout)| layout).ok_or(unfit)
}

/// Boards beside a column of text.
fn beside(
    sheet: Sheet<'_>,
    title: Option<&MontageTitle>,
    note: Option<&Note>,
    page: Rect,
) -> Result<MontageLayout, Unfit> {
    let column = Rect { width: sheet.units.px(TITLE_COLUMN), ..page };
    let right = sheet.units.px(TITLE_COLUMN + BESIDE_TITLE);
    let area =
        Rect { x: page.x + right, width: page.width.checked_sub(right).ok_or(Unfit::Squares)?, ..page };
    let (foot, scale) = column_foot::set(sheet, note, column).ok_or(Unfit::Title)?;
    let fits = |block: &Block| block.height + sheet.units.px(4.0) + foot.height <= column.height;
    let head = match title {
        Some(title) => NUMBERS_BESIDE
            .into_iter()
            .find_map(|number| title::in_column(sheet, title, column, number).filter(fits)),
        None => Some(Block::default()).filter(fits),
    };
    let runs = head.ok_or(Unfit::Title)?.runs.into_iter().chain(foot.runs).collect();
    boards(sheet, area, (runs, scale))
}

/// Boards below the title, with the note to the right of it.
fn below(
    sheet: Sheet<'_>,
    title: Option<&MontageTitle>,
    note: Option<&Note>,
    page: Rect,
) -> Result<MontageLayout, Unfit> {
    let half = page.width.saturating_sub(sheet.units.px(4.0)) / 2;
    let left = Rect { width: if note.is_some() { half } else { page.width }, ..page };
    let head = match title {
        Some(title) => title::in_column(sheet, title, left, NUMBER_ABOVE).ok_or(Unfit::Title)?,
        None => Block::default(),
    };
    let right = Rect { x: page.x + page.width - half, width: half, ..page };
    let foot = column_foot::set(sheet, note, right).ok_or(Unfit::Title)?.0;
    let height = head.height.max(foot.height);
    // Again, now that its foot is known.
    let (foot, scale) = column_foot::set(sheet, note, Rect { height, ..right }).ok_or(Unfit::Title)?;
    let runs = head.runs.into_iter().chain(foot.runs).collect();
    boards(sheet, page.without_top(height + sheet.units.px(5.0)), (runs, scale))
}

/// The grid that makes the boards largest.
fn boards(
    sheet: Sheet<'_>,
    area: Rect,
    (runs, scale): (Vec<TextRun>, Option<HeatScale>),
) -> Result<MontageLayout, Unfit> {
    let boards = sheet.request.boards;
    let columns = match sheet.request.columns {
        Some(columns) => columns.min(boards)..=columns.min(boards),
        None => 1..=boards,
    };
    let mut unfit = Unfit::Squares;
    let mut best: Option<(f32, MontageLayout)> = None;
    for columns in columns {
        let rows = boards.div_ceil(columns);
        let grid = BoardGrid { sheet, style: STYLE, area, columns, rows };
        let Some(square) = grid.square() else { continue };
        let (spread, factor) =
            if columns * rows == boards { (Spread::Full, 1.0) } else { (Spread::Even, 0.8) };
        let value = square.floor() * factor;
        if best.as_ref().is_some_and(|(known, _)| *known >= value) {
            continue;
        }
        match grid.layout(spread) {
            Some((layout, _)) => best = Some((value, layout)),
            None => unfit = Unfit::Labels,
        }
    }
    let (_, layout) = best.ok_or(unfit)?;
    Ok(MontageLayout { runs, scale, ..layout })
}
