//! The narrator: says what a frame shows, in words, in numbers and as a line of the algorithm.

use indicatif::HumanCount;

use crate::board::{BoardSize, Square, rank};
use crate::scene::{Mark, Notes};
use crate::search::{Action, Algorithm, Listing, Order};

use super::{Frame, Moment, Retreat};

/// Where nobody knows how many solutions there are, there is room for so many.
const MANY_SOLUTIONS: u64 = 1_000_000_000;
const MANY_BOARDS: u64 = 1_000_000;

/// Tells of the frames of one search.
#[derive(Debug, Clone)]
pub struct Narrator {
    size: BoardSize,
    algorithm: Option<Algorithm>,
    order: Order,
    solutions: Option<u64>,
    listing: Option<Listing>,
}

impl Narrator {
    /// A narrator of a search; of its algorithm, and of how many solutions there are, it tells if
    /// they are known.
    #[must_use]
    pub fn new(size: BoardSize, algorithm: Option<Algorithm>, order: Order, solutions: Option<u64>) -> Self {
        let listing = algorithm.map(|algorithm| Listing::of(algorithm, order));
        Self { size, algorithm, order, solutions, listing }
    }

    /// The algorithm whose lines the notes are of.
    #[must_use]
    pub const fn listing(&self) -> Option<&Listing> {
        self.listing.as_ref()
    }

    /// The notes of a frame.
    #[must_use]
    pub fn tell(&self, frame: &Frame) -> Notes {
        Notes {
            caption: frame.caption.clone().unwrap_or_else(|| self.caption(frame)),
            step: frame.step,
            tally: frame.tally,
            line: self.line(frame.moment),
        }
    }

    /// Captions among which is the widest that there will be, in any font.
    pub fn wide_captions(&self) -> impl Iterator<Item = String> + '_ {
        let of_squares = self.size.squares().flat_map(|square| {
            let name = self.name(square);
            [attacked(&name, &name), taken_off(&name), moved(&name, &name)]
        });
        let of_lines = (2..=self.size.get()).map(|line| self.exhausted(line, true));
        let of_solutions = self.solutions.map(|all| mirrored(solution(all, Some(all))));
        of_squares
            .chain(of_lines)
            .chain([board(MANY_BOARDS, self.size.get().into())])
            .chain(of_solutions)
            .chain([self.begin(), Self::over(self.solutions.unwrap_or(MANY_SOLUTIONS))])
    }

    /// The line of the algorithm that has led to this moment.
    fn line(&self, moment: Moment) -> Option<usize> {
        let mirrors = self.algorithm == Some(Algorithm::Bitfield);
        let action = match moment {
            Moment::Start => Action::Start,
            Moment::Test { .. } => Action::Test,
            Moment::Place(_) => Action::Place,
            // The mirror image is shown as a whole board, and taken away as one.
            Moment::Solution(None) if mirrors => Action::Board,
            Moment::Board if mirrors => return None,
            Moment::Solution(_) => Action::Solution,
            Moment::Remove(_) => Action::Remove,
            Moment::Board => Action::Board,
            Moment::Move { .. } => Action::Move,
        };
        self.listing.as_ref()?.line_of(action)
    }

    fn caption(&self, frame: &Frame) -> String {
        let solutions = frame.tally.solutions;
        let mirrors = self.algorithm == Some(Algorithm::Bitfield);
        match frame.moment {
            Moment::Start => self.begin(),
            Moment::Test { square, attacker: None } => self.safe(square),
            Moment::Test { square, attacker: Some(queen) } => attacked(&self.name(square), &self.name(queen)),
            Moment::Place(square) => format!("Place a queen on {}", self.name(square)),
            Moment::Solution(None) if mirrors => mirrored(solution(solutions, self.solutions)),
            Moment::Solution(_) => solution(solutions, self.solutions),
            Moment::Board if mirrors && attacked_queens(frame) == 0 => {
                "Take the mirror image away and search on".to_owned()
            }
            Moment::Remove(_) if frame.ended => Self::over(solutions),
            Moment::Remove(square) => match frame.retreat {
                Some(Retreat::Backtrack { from, tried }) => self.exhausted(from, tried),
                Some(Retreat::DeadEnd { column }) => self.dead_end(column),
                None => taken_off(&self.name(square)),
            },
            Moment::Board => board(frame.tally.boards, attacked_queens(frame)),
            Moment::Move { from, to } => moved(&self.name(from), &self.name(to)),
        }
    }

    /// Of a whole board, only the queens before this one have been looked at.
    fn safe(&self, square: Square) -> String {
        let name = self.name(square);
        match self.algorithm {
            Some(Algorithm::Permutations) => format!("No queen above attacks {name}"),
            Some(Algorithm::Random) => format!("No queen on the left attacks {name}"),
            _ => format!("{name} is safe"),
        }
    }

    fn begin(&self) -> String {
        match self.size.get() {
            1 => "Find a safe place for 1 queen".to_owned(),
            queens => format!("Find safe places for {queens} queens"),
        }
    }

    fn exhausted(&self, line: u8, tried: bool) -> String {
        let none = if tried { "No other safe square" } else { "No safe square" };
        match (self.order, line) {
            (Order::Columns, 1) => format!("{none} in column 1"),
            (Order::Columns, _) => format!("{none} in column {line}: back to column {}", line - 1),
            // As squares have chess names, rows have theirs.
            (Order::Rows, 1) => format!("{none} on rank {}", rank(1, self.size)),
            (Order::Rows, _) => {
                let (this, before) = (rank(line, self.size), rank(line - 1, self.size));
                format!("{none} on rank {this}: back to rank {before}")
            }
        }
    }

    fn dead_end(&self, line: u8) -> String {
        match self.order {
            Order::Columns => format!("No square is left in column {line}: turn back"),
            Order::Rows => format!("No square is left on rank {}: turn back", rank(line, self.size)),
        }
    }

    fn over(solutions: u64) -> String {
        match solutions {
            0 => "The search is over: no solution".to_owned(),
            1 => "The search is over: 1 solution".to_owned(),
            _ => format!("The search is over: {} solutions", HumanCount(solutions)),
        }
    }

    fn name(&self, square: Square) -> String {
        self.size.name(square).unwrap_or_else(|| square.to_string())
    }
}

fn attacked(square: &str, queen: &str) -> String {
    format!("{square} is attacked from {queen}")
}

fn moved(from: &str, to: &str) -> String {
    format!("Move the queen from {from} to {to}")
}

fn board(number: u64, attacked: usize) -> String {
    match attacked {
        0 => format!("Board {}", HumanCount(number)),
        _ => format!("Board {}: {attacked} queens are attacked", HumanCount(number)),
    }
}

fn taken_off(square: &str) -> String {
    format!("Take the queen off {square} and search on")
}

fn solution(number: u64, all: Option<u64>) -> String {
    match all {
        Some(all) => format!("Solution {} of {}", HumanCount(number), HumanCount(all)),
        None => format!("Solution {}", HumanCount(number)),
    }
}

fn mirrored(solution: String) -> String {
    solution + ": the mirror image"
}

fn attacked_queens(frame: &Frame) -> usize {
    frame.scene.marks.iter().filter(|(_, mark)| *mark == Mark::Conflict).count()
}
