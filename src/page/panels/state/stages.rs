//! The matrices of the solver with stages: the current matrix, with its answer as text, and the saved matrices,
//! side by side.

use crate::board::{BoardSize, Square, SquareNames};
use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::inks::State;
use crate::page::layout::{TextPlace, cap};
use crate::page::panels::led_to;
use crate::picture::Rect;
use crate::record::{Frame, Moment};
use crate::search::Entry;

use super::blocks::{Draft, PanelArea, Show, Shown};

/// The gap between two matrices, in units.
const GAP: f32 = 2.4;

fn square_width(room: &PanelArea<'_>, em: f32) -> u32 {
    let squares = (1..=room.size.get()).map(|column| Square::new(1, column));
    let width = |square| room.width(&room.style.names.square(square, room.size), em, Weight::Regular);
    squares.map(width).max().unwrap_or_default()
}

pub fn texts() -> Vec<&'static str> {
    vec!["stage 0123456789"]
}

/// Returns the arrangement with the largest matrices; `None` if illegible.
pub fn within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let (n, size, names) = (room.n(), room.size, room.style.names);
    let gap = room.units.px(GAP);
    let foot = room.title_height();
    let arrangements = (1..=n).filter_map(|columns| {
        let rows = n.div_ceil(columns);
        let width = room.area.width.checked_sub((columns - 1) * gap)?;
        let height = room.area.height.checked_sub(rows * room.title_height() + rows * gap + foot)?;
        Some((columns, room.cell(columns * n, width, rows * n, height)?))
    });
    let (columns, cell) = arrangements.max_by_key(|(_, cell)| *cell)?;
    let side = n * cell;
    let em = room.title_em();
    // The heading of each matrix.
    let head = |em| room.width(&format!("stage {n}  "), em, Weight::Bold) + square_width(room, em);
    let em = em.min(em * side as f32 / head(em) as f32);
    (em >= LEAST_EM && head(em) <= side + 2).then_some(move |draft: &mut Draft<'_>| -> Show {
        let room = draft.room;
        let across = if columns > 1 { (room.area.width - columns * side) / (columns - 1) } else { 0 };
        let across = across.min(3 * gap);
        let down = room.title_height() + side + gap;
        for index in 0..n {
            let x = room.area.x + index % columns * (side + across);
            let y = room.area.y + index / columns * down;
            let title = format!("stage {}", index + 1);
            let width = room.width(&title, em, Weight::Bold);
            let place = TextPlace { x, baseline: y + cap(room.title_em()), width, em };
            draft.page.add_text(place, Weight::Bold, &title);
            let width = square_width(room, em).min(side);
            draft.note(TextPlace { x: x + side - width, width, ..place });
            let top = y + room.title_height();
            draft.grid((x, top), cell);
            draft.frame(Rect { x, y: top, width: side, height: side });
        }
        draft.words(room.area.y + n.div_ceil(columns) * down);
        Box::new(move |frame| shown(frame, size, names))
    })
}

fn shown(frame: &Frame, size: BoardSize, names: SquareNames) -> Option<Shown> {
    let memory = frame.memory.as_ref()?;
    let stages = memory.stages.as_ref()?;
    // The square whose stage was saved or restored last.
    let touched = memory.trail.removed.or_else(|| memory.trail.queens.last().copied());
    let of_step = change(frame.moment);
    let lit = touched.map(|square| stages.line(square));
    let (mut cells, mut words) = (Vec::new(), Vec::new());
    for (index, stage) in stages.kept.iter().enumerate() {
        let Some(stage) = stage else {
            cells.extend(size.squares().map(|_| CellState::default()));
            words.push(String::new());
            continue;
        };
        let is_stale = lit.is_some_and(|present| index > present);
        cells.extend(stage.rows().flatten().zip(size.squares()).map(|(entry, square)| {
            let state = cell_of(*entry, of_step.filter(|_| lit == Some(index) && touched == Some(square)));
            if is_stale { CellState { look: CellLook::Faded, ..state } } else { state }
        }));
        // The squares of a line are tried in order: the last tried square is the newest.
        let is_tried = |square: &Square| stages.line(*square) == index && stage.at(*square) == Entry::Tried;
        let newest = size.squares().filter(is_tried).last();
        words.push(newest.map_or_else(String::new, |square| names.square(square, size)));
    }
    words.push(legend(frame).to_owned());
    Some(Shown { cells, words, lit })
}

const NOW: &str = "now";

/// The text at the end of a search without a solution.
const NO_SOLUTION: &str = "solve is all 0: there is no solution";

/// The meaning of the digits.
const LEGEND: &str = "0 free, 1 closed, 2 tried";

/// The meaning of the digits without a search, where a square that is attacked only from the right has a 0.
const LEGEND_OF_POSITION: &str = "1: row, column, diagonals to the right";

pub fn matrix_texts() -> Vec<&'static str> {
    vec![NOW, NO_SOLUTION, LEGEND, LEGEND_OF_POSITION]
}

/// Lays out a title, the matrix and a line of text; returns `None` if they are illegible.
pub fn matrix_within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let (n, is_position) = (room.n(), room.style.panels.is_position);
    let height = room.area.height.checked_sub(2 * room.title_height() + room.label_height())?;
    let cell = room.cell(n, room.area.width, n, height)?;
    let widest = if is_position { LEGEND_OF_POSITION } else { NO_SOLUTION };
    let widest = room.width(widest, room.title_em(), Weight::Regular);
    (widest <= room.area.width).then_some(move |draft: &mut Draft<'_>| -> Show {
        let Rect { x, y, .. } = draft.room.area;
        draft.title(y, NOW);
        let top = y + draft.room.title_height();
        draft.grid((x, top), cell);
        draft.words(top + n * cell + draft.room.label_height());
        Box::new(move |frame| {
            let stages = frame.memory.as_ref()?.stages.as_ref()?;
            let of_step = change(frame.moment);
            let cells = frame.board.size.squares().map(|square| {
                let is_new = stages.now.at(square) != stages.before.at(square);
                cell_of(stages.now.at(square), of_step.filter(|_| is_new))
            });
            let words = if is_position { LEGEND_OF_POSITION } else { legend(frame) };
            Some(Shown { cells: cells.collect(), words: vec![words.to_owned()], lit: None })
        })
    })
}

/// Returns the meaning of the digits or, at the end of a search without a solution, the answer.
fn legend(frame: &Frame) -> &'static str {
    if frame.ended && frame.tally.solutions == 0 { NO_SOLUTION } else { LEGEND }
}

fn change(moment: Moment) -> Option<State> {
    matches!(moment, Moment::Place(_) | Moment::Remove(_) | Moment::Solution { .. }).then(|| led_to(moment))
}

/// Returns the cell of an entry; `changed` is the result of the step that changed it, if one did.
fn cell_of(entry: Entry, changed: Option<State>) -> CellState {
    let look = match (entry, changed) {
        (Entry::Free, None) => CellLook::Free,
        (Entry::Closed, None) => CellLook::Plain,
        (Entry::Closed, Some(state)) => CellLook::Changed(state),
        (Entry::Tried, None) => CellLook::Taken,
        (Entry::Free | Entry::Tried, Some(state)) => CellLook::Lit(state),
    };
    CellState::new(look, entry.digit().to_string())
}
