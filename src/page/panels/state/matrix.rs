//! The matrix in which the solver with stages looks for a free square, and its answer in words.

use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::page::panels::led_to;
use crate::picture::Rect;
use crate::record::{Frame, Moment};
use crate::search::Entry;

use super::blocks::{Draft, Room, Show, Shown};

/// The title.
const NOW: &str = "now";

/// The words at the end of a search without a solution.
const NO_SOLUTION: &str = "solve is all 0: there is no solution";

/// What the digits mean.
const LEGEND: &str = "0 free, 1 closed, 2 tried";

/// What they mean without a search, where a square may be attacked from the right and 0.
const LEGEND_OF_POSITION: &str = "1: row, column, diagonals to the right";

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    vec![NOW, NO_SOLUTION, LEGEND, LEGEND_OF_POSITION]
}

/// A title, the matrix and a line of words, if they are legible.
pub fn within<'a>(room: &Room<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
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
            let cells = frame.scene.size.squares().map(|square| {
                let is_new = stages.now.at(square) != stages.before.at(square);
                entry(stages.now.at(square), of_step.filter(|_| is_new))
            });
            let words = if is_position { LEGEND_OF_POSITION } else { words(frame) };
            Some(Shown { cells: cells.collect(), words: vec![words.to_owned()], lit: None })
        })
    })
}

/// What the digits mean or, at the end of a search without a solution, what the answer says.
pub fn words(frame: &Frame) -> &'static str {
    if frame.ended && frame.tally.solutions == 0 { NO_SOLUTION } else { LEGEND }
}

/// The state that stands for a step, if it changes a matrix.
pub fn change(moment: Moment) -> Option<State> {
    matches!(moment, Moment::Place(_) | Moment::Remove(_) | Moment::Solution { .. }).then(|| led_to(moment))
}

/// The cell of an entry, which a step with this state has changed.
pub fn entry(entry: Entry, changed: Option<State>) -> CellState {
    let look = match (entry, changed) {
        (Entry::Free, None) => CellLook::Free,
        (Entry::Closed, None) => CellLook::Plain,
        (Entry::Closed, Some(state)) => CellLook::Changed(state),
        (Entry::Tried, None) => CellLook::Taken,
        (Entry::Free | Entry::Tried, Some(state)) => CellLook::Lit(state),
    };
    CellState::new(look, entry.digit().to_string())
}
