//! The matrix in which the solver with stages looks for a free square, and its answer in words.

use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::page::panel::{Panel, PanelState, led_to};
use crate::page::slot::Layers;
use crate::record::{Frame, Moment};
use crate::search::Entry;

use super::blocks::{self, Cells, Room, cell_em};

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

/// Shows the matrix.
#[derive(Debug)]
pub struct MatrixPanel {
    cells: Cells,
    words: usize,
    is_position: bool,
}

impl MatrixPanel {
    /// A title, the matrix and a line of words, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let rest = 2 * room.title_height() + room.label_height();
        let height = room.area.height.checked_sub(rest)?;
        let cell = room.cell(room.n(), room.area.width, room.n(), height)?;
        let is_position = room.style.panels.is_position;
        let widest = if is_position { LEGEND_OF_POSITION } else { NO_SOLUTION };
        let words = room.width(widest, room.title_em(), crate::font::Weight::Regular);
        (words <= room.area.width).then_some(move |page: &mut Page| {
            let (x, y) = (room.area.x, room.area.y);
            blocks::title(page, room, (x, y), NOW);
            let top = y + room.title_height();
            let cells = Cells::new(page, blocks::grid(x, top, cell, room.n()), cell_em(cell));
            let foot = top + room.n() * cell + room.label_height();
            let words = blocks::words(page, room, (x, foot), room.area.width);
            Self { cells, words, is_position }
        })
    }
}

impl Panel for MatrixPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let Some(stages) = state.frame.memory.as_ref().and_then(|memory| memory.stages.as_ref()) else {
            return;
        };
        let of_step = change(state.frame.moment);
        let states = state.frame.scene.size.squares().map(|square| {
            let is_new = stages.now.at(square) != stages.before.at(square);
            entry(stages.now.at(square), of_step.filter(|_| is_new))
        });
        self.cells.show(layers, states);
        let words = if self.is_position { LEGEND_OF_POSITION } else { words(state.frame) };
        layers.texts.set(self.words, words.to_owned().into());
    }
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
