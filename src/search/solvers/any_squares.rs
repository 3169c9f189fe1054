//! The search that looks for each queen on the whole board.

use crate::board::{Problem, Square};
use crate::search::Event;

/// Depth-first search over squares: each queen on a free square after that of the queen before, in
/// reading order, so that no set of squares comes twice.
///
/// No line runs out, so that there are no backtracks: when the squares have run out, the last queen is
/// removed, and the search continues after its square. The squares of the start and closed ones are passed
/// over.
#[derive(Debug)]
pub struct AnySquares {
    /// The squares in reading order, without those that are passed over.
    squares: Vec<Square>,
    start: Vec<Square>,
    /// The numbers of the squares of the queens that were placed.
    placed: Vec<usize>,
    /// How many are to be placed.
    queens: usize,
    /// The number of the square that is tested or used next.
    next: usize,
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
        let is_open =
            |square: &Square| !problem.start().contains(*square) && !problem.blocked().contains(*square);
        let queens = problem.queens_to_place();
        Self {
            squares: problem.size().squares().filter(is_open).collect(),
            start: problem.start().iter().collect(),
            placed: Vec::new(),
            queens,
            next: 0,
            step: if queens == 0 { Step::Complete } else { Step::Test },
        }
    }

    fn test(&mut self) -> Event {
        let Some(square) = self.squares.get(self.next).copied() else { return self.remove() };
        let placed = self.placed.iter().map(|number| &self.squares[*number]);
        // Queens that do not attack each other cannot attack the square along the same line.
        let attacker = self.start.iter().chain(placed).copied().find(|queen| queen.attacks(square));
        if attacker.is_none() {
            self.step = Step::Place;
        } else {
            self.next += 1;
        }
        Event::test(square, attacker)
    }

    fn place(&mut self) -> Event {
        let square = self.squares[self.next];
        self.placed.push(self.next);
        self.next += 1;
        self.step = if self.placed.len() == self.queens { Step::Complete } else { Step::Test };
        Event::Place(square)
    }

    fn remove(&mut self) -> Event {
        let Some(last) = self.placed.pop() else {
            self.step = Step::Over;
            return Event::End;
        };
        self.next = last + 1;
        self.step = Step::Test;
        Event::Remove(self.squares[last])
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
