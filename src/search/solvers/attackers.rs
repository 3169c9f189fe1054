//! The queen that attacks a square, found in three look-ups.

use crate::board::MAX_SIZE;

/// The number of lines of the largest board.
pub const LINES: usize = MAX_SIZE as usize;
const DIAGONALS: usize = 2 * LINES;

/// No queen: larger than every line, so that the minimum of three is an attacker.
const FREE: u8 = u8::MAX;

/// For each position, diagonal and antidiagonal, the line of the queen on it; at most one.
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

    /// Adds a queen on a line, at a position.
    pub fn add(&mut self, line: u8, position: u8) {
        self.mark(line, position, line);
    }

    /// Removes a queen.
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
