//! The matrices that the solver with stages keeps, side by side.

use crate::board::{BoardSize, Square, SquareNames};
use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::layout::words::TextPlace;
use crate::page::units::cap;
use crate::picture::Rect;
use crate::record::Frame;
use crate::search::Entry;

use super::blocks::{Draft, Room, Show, Shown};
use super::matrix;

/// The space between two matrices, in units.
const GAP: f32 = 2.4;

/// The width of the widest name of a square.
fn square_width(room: &Room<'_>, em: f32) -> u32 {
    let squares = (1..=room.size.get()).map(|column| Square::new(1, column));
    let width = |square| room.width(&room.style.names.square(square, room.size), em, Weight::Regular);
    squares.map(width).max().unwrap_or_default()
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    vec!["stage 0123456789"]
}

/// The arrangement with the largest matrices, if they are legible.
pub fn within<'a>(room: &Room<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
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
    // What is above each matrix.
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
    // The square whose stage was kept or restored last.
    let touched = memory.trail.removed.or_else(|| memory.trail.queens.last().copied());
    let of_step = matrix::change(frame.moment);
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
            let state =
                matrix::entry(*entry, of_step.filter(|_| lit == Some(index) && touched == Some(square)));
            if is_stale { CellState { look: CellLook::Faded, ..state } } else { state }
        }));
        // Squares are tried from the first of a line on.
        let is_tried = |square: &Square| stages.line(*square) == index && stage.at(*square) == Entry::Tried;
        let newest = size.squares().filter(is_tried).last();
        words.push(newest.map_or_else(String::new, |square| names.square(square, size)));
    }
    words.push(matrix::words(frame).to_owned());
    Some(Shown { cells, words, lit })
}
