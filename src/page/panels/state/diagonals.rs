//! The number of queens on each diagonal of a board.

use crate::board::BoardSize;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::record::{Diagonal, Direction, Frame, Moment};
use crate::words::Grouped;

use super::blocks::{Draft, PanelArea, Show, Shown};

/// The gap between the rows, in units.
const GAP: f32 = 2.4;

const fn title(direction: Direction) -> &'static str {
    match direction {
        Direction::Diagonal => "diagonals: column - row",
        Direction::Antidiagonal => "antidiagonals: row + column - N - 1",
    }
}

pub fn texts() -> Vec<&'static str> {
    let titles = [Direction::Diagonal, Direction::Antidiagonal].map(title);
    let words = ["dv = -0123456789: queens on antidiagonal", "no diagonal has two", "kept 0, discarded 0"];
    titles.into_iter().chain(words).collect()
}

/// Lays out two rows of counts and the lines of text; returns `None` if they are illegible.
pub fn within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let (n, size, is_position) = (room.n() as i32, room.size, room.style.panels.is_position);
    let rows = Direction::ALL.map(|direction| (title(direction), 2 - n..n - 1));
    let rest = room.title_height() + room.label_height() + room.units.px(GAP);
    let lines = if is_position { 1 } else { 2 };
    let height = room.area.height.checked_sub(2 * rest + lines * room.words_pitch())?;
    let (cell, em) = room.titled(&rows, height)?;
    Some(move |draft: &mut Draft<'_>| -> Show {
        draft.titled_rows(&rows, cell, em, cell + rest);
        let foot = draft.room.area.y + 2 * (cell + rest);
        (0..lines).for_each(|line| draft.words(foot + line * draft.room.words_pitch()));
        Box::new(move |frame| Some(shown(frame, size, is_position)))
    })
}

fn shown(frame: &Frame, size: BoardSize, is_position: bool) -> Shown {
    let queens = &frame.board.queens;
    let diagonals = Direction::ALL.into_iter().flat_map(|direction| Diagonal::of(direction, size));
    let cells = diagonals.map(|diagonal| {
        let count = diagonal.count(queens, size);
        let look = match count {
            0 => CellLook::Plain,
            1 => CellLook::Free,
            _ => CellLook::Lit(State::Conflict),
        };
        CellState::new(look, count.to_string())
    });
    let fullest = Diagonal::fullest(queens, size);
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
        _ if largest == 0 && !is_position && boards == 0 => String::new(),
        _ => {
            // A board of one square has no counted diagonal.
            let largest = largest.max(usize::from(!queens.is_empty()));
            format!("dv = {largest}: no diagonal has two queens")
        }
    };
    // Only searches have a line of text for the counts. Once the solver has tested a board without two queens on a
    // diagonal, the board is a solution.
    let is_solved = matches!(frame.moment, Moment::Solution { .. });
    let untested = u64::from(boards > 0 && largest <= 1 && !is_solved);
    let discarded = boards.saturating_sub(kept + untested);
    let counts = format!("kept {}, discarded {}", Grouped(kept), Grouped(discarded));
    Shown { cells: cells.collect(), words: vec![reason, counts], lit: None }
}
