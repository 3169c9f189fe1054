//! The search that looks for each queen on the whole board.

use crate::board::{Problem, Square, SquareSet};
use crate::search::Event;

/// Depth-first search over squares: each queen on a free square after that of the queen before, in
/// reading order, so that no set of squares comes twice.
///
/// No line runs out, so that there are no backtracks: when the squares have run out, the last queen is
/// removed, and the search continues after its square. The squares of the start and closed ones are passed
/// over.
#[derive(Debug)]
pub struct AnySquares {
    size: u8,
    /// The squares that are skipped.
    skipped: SquareSet,
    /// Those of the start first.
    queens: Vec<Square>,
    start: usize,
    /// The square that is tested or used next.
    square: Square,
    step: Step,
}

#[derive(Debug)]
enum Step {
    Test,
    Place,
    Complete,
    Remove,
    Over,
}

impl AnySquares {
    pub fn new(problem: &Problem) -> Self {
        let (size, queens) = (problem.size().get(), problem.start().iter().collect::<Vec<_>>());
        let skipped = problem.start().iter().chain(problem.blocked()).collect();
        let step = if problem.queens_to_place() == 0 { Step::Complete } else { Step::Test };
        let (start, square) = (queens.len(), Square::new(1, 1));
        let mut search = Self { size, skipped, queens, start, square, step };
        search.square = search.open_from(square);
        search
    }

    /// The square after this one in reading order that is not skipped, in a row that the board may not
    /// have.
    fn after(&self, Square { row, column }: Square) -> Square {
        self.open_from(if column < self.size {
            Square::new(row, column + 1)
        } else {
            Square::new(row + 1, 1)
        })
    }

    fn open_from(&self, square: Square) -> Square {
        if self.skipped.contains(square) { self.after(square) } else { square }
    }

    fn test(&mut self) -> Event {
        let square = self.square;
        if square.row > self.size {
            return self.remove();
        }
        // Queens that do not attack each other cannot attack the square along the same line.
        let attacker = self.queens.iter().copied().find(|queen| queen.attacks(square));
        if attacker.is_none() {
            self.step = Step::Place;
        } else {
            self.square = self.after(square);
        }
        Event::test(square, attacker)
    }

    fn place(&mut self) -> Event {
        let square = self.square;
        self.queens.push(square);
        self.square = self.after(square);
        self.step = if self.queens.len() == usize::from(self.size) { Step::Complete } else { Step::Test };
        Event::Place(square)
    }

    fn remove(&mut self) -> Event {
        let Some(square) = self.queens.pop().filter(|_| self.queens.len() >= self.start) else {
            self.step = Step::Over;
            return Event::End;
        };
        self.square = self.after(square);
        self.step = Step::Test;
        Event::Remove(square)
    }
}

impl Iterator for AnySquares {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.step {
            Step::Test => Some(self.test()),
            Step::Place => Some(self.place()),
            Step::Complete => {
                self.step = Step::Remove;
                Some(Event::Solution)
            }
            Step::Remove => Some(self.remove()),
            Step::Over => None,
        }
    }
}
