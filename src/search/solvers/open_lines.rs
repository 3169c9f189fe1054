//! The lines of a board in which a search places queens, and the queens that attack them.

use crate::board::Problem;
use crate::limits::MAX_BOARD_SIZE;
use crate::search::Order;

/// The lines that have no given queen, in search order, and the open and free positions of all lines.
///
/// Lines and positions on them count from 0; a bit of a mask is a position.
#[derive(Debug, Clone)]
pub struct OpenLines {
    /// The first `count` entries are used.
    lines: [u8; LINES],
    count: u8,
    /// For each line, the positions that are not closed.
    open: [u64; LINES],
    /// For each line, the positions that are neither closed nor attacked by a given queen.
    free: [u64; LINES],
    /// For each line, the position of its given queen.
    start: [Option<u8>; LINES],
}

impl OpenLines {
    pub fn new(problem: &Problem, order: Order) -> Self {
        let size = problem.size().get();
        let mut open_lines = Self {
            lines: [0; LINES],
            count: 0,
            open: [u64::MAX >> (64 - size); LINES],
            free: [0; LINES],
            start: [None; LINES],
        };
        for square in problem.size().squares().filter(|square| problem.is_free(*square)) {
            let (line, position) = order.place_of(square);
            open_lines.free[usize::from(line)] |= 1 << position;
        }
        for square in problem.blocked() {
            let (line, position) = order.place_of(square);
            open_lines.open[usize::from(line)] &= !(1 << position);
        }
        for queen in problem.start() {
            let (line, position) = order.place_of(queen);
            open_lines.start[usize::from(line)] = Some(position);
        }
        for line in (0..size).filter(|line| open_lines.start[usize::from(*line)].is_none()) {
            open_lines.lines[usize::from(open_lines.count)] = line;
            open_lines.count += 1;
        }
        open_lines
    }

    /// Returns the number of open lines: one for each queen to place.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Returns the line with this number in the search, counted from 0.
    pub const fn line(&self, number: u8) -> u8 {
        self.lines[number as usize]
    }

    /// Returns the open lines from this number on.
    pub fn from(&self, number: u8) -> impl Iterator<Item = u8> + use<> {
        self.lines.into_iter().take(self.count.into()).skip(number.into())
    }

    /// Returns the positions of a line that are not closed, attacked or not.
    pub const fn open(&self, line: u8) -> u64 {
        self.open[line as usize]
    }

    pub const fn start(&self, line: u8) -> Option<u8> {
        self.start[line as usize]
    }

    /// Returns the lines and positions of given queens.
    pub fn start_queens(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        (0..).zip(self.start).filter_map(|(line, position)| Some((line, position?)))
    }

    pub const fn free(&self, line: u8) -> u64 {
        self.free[line as usize]
    }

    /// Returns the possible positions of the queen on each line: one for a given queen, or all open positions.
    pub fn squares(&self) -> Vec<Vec<u8>> {
        let lines = usize::from(self.count) + self.start_queens().count();
        let positions = |line: u8| match self.start(line) {
            Some(position) => vec![position],
            None => (0..64).filter(|position| self.open(line) >> position & 1 == 1).collect(),
        };
        (0..).take(lines).map(positions).collect()
    }

    /// Returns the attacks of given queens.
    pub fn attackers(&self) -> Attackers {
        let mut attackers = Attackers::none();
        for (line, position) in self.start_queens() {
            attackers.add(line, position);
        }
        attackers
    }
}

pub const LINES: usize = MAX_BOARD_SIZE as usize;
const DIAGONALS: usize = 2 * LINES;

/// Means no queen: larger than every line, so that the minimum of several values is a line if one of them is.
const FREE: u8 = u8::MAX;

/// For each position, diagonal and antidiagonal, the line of the queen on it; at most one. Lines and positions
/// count from 0.
#[derive(Debug, Clone)]
pub struct Attackers {
    at_position: [u8; LINES],
    on_diagonal: [u8; DIAGONALS],
    on_antidiagonal: [u8; DIAGONALS],
}

impl Attackers {
    pub const fn none() -> Self {
        Self {
            at_position: [FREE; LINES],
            on_diagonal: [FREE; DIAGONALS],
            on_antidiagonal: [FREE; DIAGONALS],
        }
    }

    /// Returns the earliest line whose queen attacks a position of this line.
    pub fn of(&self, line: u8, position: u8) -> Option<u8> {
        let (diagonal, antidiagonal) = diagonals(line, position);
        let earliest = self.at_position[usize::from(position)]
            .min(self.on_diagonal[diagonal])
            .min(self.on_antidiagonal[antidiagonal]);
        (earliest != FREE).then_some(earliest)
    }

    pub fn add(&mut self, line: u8, position: u8) {
        self.mark(line, position, line);
    }

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
    (usize::from(line + position), usize::from(line + MAX_BOARD_SIZE - position))
}
