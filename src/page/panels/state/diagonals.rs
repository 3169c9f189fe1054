//! How many queens are on each diagonal of a board.

use crate::board::Square;
use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::page::panels::{Panel, PanelState};
use crate::page::slot::Layers;
use crate::record::{Frame, Grouped, Moment};
use crate::variants::enum_with_all;

use super::Room;
use super::blocks::{self, Cells, cell_em};

/// The space between the rows, in units.
const GAP: f32 = 2.4;

enum_with_all! {
    /// The direction of diagonals.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Direction {
        /// From the upper left to the lower right.
        Diagonal,
        /// From the upper right to the lower left.
        Antidiagonal,
    }
}

impl Direction {
    const fn title(self) -> &'static str {
        match self {
            Self::Diagonal => "diagonals: column - row",
            Self::Antidiagonal => "antidiagonals: row + column - N - 1",
        }
    }

    /// The offset of the diagonal of a square.
    fn offset(self, square: Square, n: i32) -> i32 {
        let (row, column) = (i32::from(square.row), i32::from(square.column));
        match self {
            Self::Diagonal => column - row,
            Self::Antidiagonal => row + column - n - 1,
        }
    }
}

/// The offsets of the diagonals with more than one square; those of a single square are left out.
fn offsets(n: i32) -> std::ops::RangeInclusive<i32> {
    2 - n..=n - 2
}

/// How many queens are on a diagonal.
fn count(frame: &Frame, direction: Direction, offset: i32) -> usize {
    let n = frame.scene.size.get().into();
    frame.scene.queens.iter().filter(|queen| direction.offset(*queen, n) == offset).count()
}

/// Where the counts are.
#[derive(Debug, Clone, Copy)]
pub struct DiagonalsLayout {
    cell: u32,
    label_em: f32,
}

/// Two rows of counts and the lines of words, if they are legible.
pub fn layout(room: &Room<'_>) -> Option<DiagonalsLayout> {
    let n = room.n() as i32;
    let rest = room.title_height() + room.label_height() + room.units.px(GAP);
    let lines = if room.is_position { 1 } else { 2 };
    let height = room.area.height.checked_sub(2 * rest + lines * room.words_pitch())?;
    let across = offsets(n).count().max(1) as u32;
    let cell = room.cell(across, room.area.width, 2, height)?;
    let label_em = room.label_em_below(cell, [&format!("-{}", (n - 2).max(0)), ""])?;
    let titles = Direction::ALL.map(|row| room.width(row.title(), room.title_em(), Weight::Bold));
    let is_legible = titles.into_iter().all(|title| title <= room.area.width);
    is_legible.then_some(DiagonalsLayout { cell, label_em })
}

/// Shows the counts.
#[derive(Debug)]
pub struct DiagonalsPanel {
    n: i32,
    rows: [Cells; Direction::ALL.len()],
    largest: usize,
    /// The boards that a search has kept and discarded.
    boards: Option<usize>,
}

impl DiagonalsPanel {
    pub fn new(
        page: &mut Page,
        room: &Room<'_>,
        DiagonalsLayout { cell, label_em }: DiagonalsLayout,
    ) -> Self {
        let n = room.n() as i32;
        let mut top = room.area.y;
        let rows = Direction::ALL.map(|direction| {
            blocks::title(page, room, (room.area.x, top), direction.title());
            let cells = top + room.title_height();
            let areas: Vec<_> = blocks::row(room.area.x, cells, cell, offsets(n).count() as u32).collect();
            blocks::labels(page, room, (&areas, cell), label_em, offsets(n).map(|offset| offset.to_string()));
            top = cells + cell + room.label_height() + room.units.px(GAP);
            Cells::new(page, areas, cell_em(cell))
        });
        let width = room.area.width;
        let largest = blocks::words(page, room, (room.area.x, top), width);
        let second = (room.area.x, top + room.words_pitch());
        let boards = (!room.is_position).then(|| blocks::words(page, room, second, width));
        Self { n, rows, largest, boards }
    }
}

impl Panel for DiagonalsPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let frame = state.frame;
        let mut most = (0, Direction::Diagonal, 0);
        for (direction, cells) in Direction::ALL.into_iter().zip(self.rows) {
            for (slot, offset) in offsets(self.n).enumerate() {
                let queens = count(frame, direction, offset);
                if queens > most.0 {
                    most = (queens, direction, offset);
                }
                let look = match queens {
                    0 => CellLook::Plain,
                    1 => CellLook::Free,
                    _ => CellLook::Lit(State::Conflict),
                };
                cells.set(&mut layers.entries, slot, CellState::new(look, queens.to_string()));
            }
        }
        let (largest, direction, offset) = most;
        let (kept, boards) = (frame.tally.solutions, frame.tally.boards);
        let reason = match (direction, largest) {
            (_, 0) if self.boards.is_some() && boards == 0 => String::new(),
            (_, 0 | 1) => {
                // On a board of one square, no diagonal is counted.
                let largest = largest.max(usize::from(!frame.scene.queens.is_empty()));
                format!("dv = {largest}: no diagonal has two queens")
            }
            (Direction::Diagonal, _) => format!("dv = {largest}: {largest} queens on diagonal {offset}"),
            (Direction::Antidiagonal, _) => {
                format!("dv = {largest}: {largest} queens on antidiagonal {offset}")
            }
        };
        layers.texts.set(self.largest, reason);
        let Some(slot) = self.boards else { return };
        // A board without such a diagonal is kept once the solver has tested it.
        let is_solved = matches!(frame.moment, Moment::Solution { .. });
        let untested = u64::from(boards > 0 && largest <= 1 && !is_solved);
        let discarded = boards.saturating_sub(kept + untested);
        let counts = format!("kept {}, discarded {}", Grouped(kept), Grouped(discarded));
        layers.texts.set(slot, counts);
    }
}
