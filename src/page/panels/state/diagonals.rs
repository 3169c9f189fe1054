//! How many queens are on each diagonal of a board.

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::Layers;
use crate::record::{Diagonal, Direction, Moment};
use crate::words::Grouped;

use super::blocks::{self, Cells, Room};

/// The space between the rows, in units.
const GAP: f32 = 2.4;

const fn title(direction: Direction) -> &'static str {
    match direction {
        Direction::Diagonal => "diagonals: column - row",
        Direction::Antidiagonal => "antidiagonals: row + column - N - 1",
    }
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    let titles = [Direction::Diagonal, Direction::Antidiagonal].map(title);
    let words = ["dv = -0123456789: queens on antidiagonal", "no diagonal has two", "kept 0, discarded 0"];
    titles.into_iter().chain(words).collect()
}

/// Shows the counts.
#[derive(Debug)]
pub struct DiagonalsPanel {
    size: BoardSize,
    rows: [Cells; Direction::ALL.len()],
    largest: usize,
    /// The boards that a search has kept and discarded.
    boards: Option<usize>,
}

impl DiagonalsPanel {
    /// Two rows of counts and the lines of words, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let rest = room.title_height() + room.label_height() + room.units.px(GAP);
        let is_position = room.style.panels.is_position;
        let lines = if is_position { 1 } else { 2 };
        let height = room.area.height.checked_sub(2 * rest + lines * room.words_pitch())?;
        let across = Diagonal::of(Direction::Diagonal, room.size).count().max(1) as u32;
        let width = room.area.width;
        let cell = room.cell(across, width, 2, height)?;
        let label_em = room.label_em_below(cell, [&format!("-{}", room.n().saturating_sub(2)), ""])?;
        let titles = Direction::ALL.map(|row| room.width(title(row), room.title_em(), Weight::Bold));
        titles.into_iter().all(|title| title <= width).then_some(move |page: &mut Page| {
            let size = room.size;
            let mut top = room.area.y;
            let rows = Direction::ALL.map(|direction| {
                let offsets = Diagonal::of(direction, size).map(|diagonal| diagonal.offset.to_string());
                let offsets: Vec<String> = offsets.collect();
                let cells = blocks::titled_row(page, room, top, cell, label_em, (title(direction), &offsets));
                top += cell + rest;
                cells
            });
            let largest = blocks::words(page, room, (room.area.x, top), width);
            let second = (room.area.x, top + room.words_pitch());
            let boards = (!is_position).then(|| blocks::words(page, room, second, width));
            Self { size, rows, largest, boards }
        })
    }
}

impl Panel for DiagonalsPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let frame = state.frame;
        let queens = &frame.scene.queens;
        for (direction, cells) in Direction::ALL.into_iter().zip(self.rows) {
            let states = Diagonal::of(direction, self.size).map(|diagonal| {
                let count = diagonal.count(queens, self.size);
                let look = match count {
                    0 => CellLook::Plain,
                    1 => CellLook::Free,
                    _ => CellLook::Lit(State::Conflict),
                };
                CellState::new(look, count.to_string())
            });
            cells.show(layers, states);
        }
        let fullest = Diagonal::fullest(queens, self.size);
        let largest = fullest.map_or(0, |(_, count)| count);
        let (kept, boards) = (frame.tally.solutions, frame.tally.boards);
        let reason = match fullest {
            Some((Diagonal { direction, offset }, 2..)) => {
                let direction = match direction {
                    Direction::Diagonal => "diagonal",
                    Direction::Antidiagonal => "antidiagonal",
                };
                format!("dv = {largest}: {largest} queens on {direction} {offset}")
            }
            _ if largest == 0 && self.boards.is_some() && boards == 0 => String::new(),
            _ => {
                // On a board of one square, no diagonal is counted.
                let largest = largest.max(usize::from(!queens.is_empty()));
                format!("dv = {largest}: no diagonal has two queens")
            }
        };
        layers.texts.set(self.largest, reason.into());
        let Some(slot) = self.boards else { return };
        // A board without such a diagonal is kept once the solver has tested it.
        let is_solved = matches!(frame.moment, Moment::Solution { .. });
        let untested = u64::from(boards > 0 && largest <= 1 && !is_solved);
        let discarded = boards.saturating_sub(kept + untested);
        let counts = format!("kept {}, discarded {}", Grouped(kept), Grouped(discarded));
        layers.texts.set(slot, counts.into());
    }
}
