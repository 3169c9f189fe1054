//! Which queen attacks a square, found in three look-ups.

use crate::board::MAX_SIZE;

/// The most lines that a board has.
pub const LINES: usize = MAX_SIZE as usize;
const DIAGONALS: usize = 2 * LINES;

/// No line has a queen there: larger than every line, so that the smallest of three is an attacker.
const FREE: u8 = u8::MAX;

/// The lines whose queens hold a position, a diagonal or an antidiagonal; no two hold the same.
///
/// Lines and positions on them count from 0.
#[derive(Debug, Clone)]
pub struct Attackers {
    at_position: [u8; LINES],
    on_diagonal: [u8; DIAGONALS],
    on_antidiagonal: [u8; DIAGONALS],
}

impl Attackers {
    /// An empty board.
    pub const fn none() -> Self {
        Self {
            at_position: [FREE; LINES],
            on_diagonal: [FREE; DIAGONALS],
            on_antidiagonal: [FREE; DIAGONALS],
        }
    }

    /// The earliest line whose queen attacks a position of this line.
    pub fn of(&self, line: u8, position: u8) -> Option<u8> {
        let (diagonal, antidiagonal) = diagonals(line, position);
        let earliest = self.at_position[usize::from(position)]
            .min(self.on_diagonal[diagonal])
            .min(self.on_antidiagonal[antidiagonal]);
        (earliest != FREE).then_some(earliest)
    }

    /// Writes down that this line has a queen at this position.
    pub fn add(&mut self, line: u8, position: u8) {
        self.mark(line, position, line);
    }

    /// Writes down that the queen is no longer there.
    pub fn remove(&mut self, line: u8, position: u8) {
        self.mark(line, position, FREE);
    }

    fn mark(&mut self, line: u8, position: u8, holder: u8) {
        let (diagonal, antidiagonal) = diagonals(line, position);
        self.at_position[usize::from(position)] = holder;
        self.on_diagonal[diagonal] = holder;
        self.on_antidiagonal[antidiagonal] = holder;
    }
}

fn diagonals(line: u8, position: u8) -> (usize, usize) {
    (usize::from(line + position), usize::from(line + MAX_SIZE - position))
}
