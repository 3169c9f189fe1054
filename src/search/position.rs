//! The checks of events: which can happen next.

use std::mem;

use crate::board::{BoardSize, MAX_SIZE, Square, SquareSet};

use super::Event;

const LINES: usize = MAX_SIZE as usize;

/// The events of a solver, each checked against the position that the events before it lead to.
/// Ends after the first error.
///
/// ```
/// use queenreel::board::{BoardSize, Square};
/// use queenreel::search::{Event, EventError, checked};
///
/// let square = Square::new(1, 1);
/// let events = [Event::place(square), Event::Solution, Event::remove(square)];
/// let mut checked = checked(BoardSize::new(4)?, events);
/// assert_eq!(checked.next(), Some(Ok(Event::place(square))));
/// assert!(matches!(checked.next(), Some(Err(EventError::WrongNumber { queens: 1, .. }))));
/// assert_eq!(checked.next(), None);
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
pub fn checked(
    size: BoardSize,
    events: impl IntoIterator<Item = Event>,
) -> impl Iterator<Item = Result<Event, EventError>> {
    let mut position = Position::new(Some(size));
    let mut failed = false;
    events.into_iter().map_while(move |event| {
        if failed {
            return None;
        }
        let checked = position.push(event).map(|()| event);
        failed = checked.is_err();
        Some(checked)
    })
}

/// The queens on the board and the state of the search, after any number of events.
///
/// A check takes nanoseconds and allocates nothing.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    /// The size of the board, if it is known.
    size: Option<BoardSize>,
    queens: SquareSet,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    count: usize,
    /// How many pairs of queens share a row, a column or a diagonal.
    pairs: usize,
    lines: Lines,
    /// Whether a solution may follow: a queen was placed or moved after the last one.
    solvable: bool,
    /// Whether the search is over.
    ended: bool,
}

/// The number of queens on each row, column and diagonal.
#[derive(Debug, Clone)]
struct Lines {
    in_row: [u8; LINES],
    in_column: [u8; LINES],
    on_diagonal: [u8; 2 * LINES],
    on_antidiagonal: [u8; 2 * LINES],
}

impl Lines {
    const EMPTY: Self = Self {
        in_row: [0; LINES],
        in_column: [0; LINES],
        on_diagonal: [0; 2 * LINES],
        on_antidiagonal: [0; 2 * LINES],
    };

    fn through(&mut self, square: Square) -> [&mut u8; 4] {
        let (row, column) = (usize::from(square.row) - 1, usize::from(square.column) - 1);
        [
            &mut self.in_row[row],
            &mut self.in_column[column],
            &mut self.on_diagonal[row + column],
            &mut self.on_antidiagonal[row + LINES - column],
        ]
    }
}

impl Position {
    /// The empty board. Without a size, everything on the largest board is accepted, and solutions
    /// of any number of queens.
    pub const fn new(size: Option<BoardSize>) -> Self {
        Self {
            size,
            queens: SquareSet::new(),
            setting_up: SquareSet::new(),
            count: 0,
            pairs: 0,
            lines: Lines::EMPTY,
            solvable: false,
            ended: false,
        }
    }

    /// The same position, on a board of this size from now on.
    pub fn on_board(self, size: BoardSize) -> Self {
        Self { size: Some(size), ..self }
    }

    /// The size of the board, if it is known.
    pub const fn size(&self) -> Option<BoardSize> {
        self.size
    }

    /// Whether the queens are a solution that no event has reported.
    pub fn is_unreported_solution(&self) -> bool {
        self.solvable && self.pairs == 0 && self.size.is_some_and(|size| self.count == usize::from(size))
    }

    /// Checks an event and applies it. After an error the position is as before.
    ///
    /// # Errors
    /// As [`Position::check`].
    pub fn push(&mut self, event: Event) -> Result<(), EventError> {
        self.check(event)?;
        self.apply(event);
        Ok(())
    }

    /// Whether the event can happen next.
    ///
    /// # Errors
    /// [`EventError`] if it cannot.
    pub fn check(&self, event: Event) -> Result<(), EventError> {
        if self.ended {
            return Err(EventError::AfterEnd);
        }
        match event {
            Event::Test { square, attacker } => {
                self.on_this_board(square)?;
                match attacker {
                    Some(attacker) if !self.queens.contains(attacker) || !attacker.attacks(square) => {
                        Err(EventError::NoAttack { square, attacker })
                    }
                    Some(_) | None => Ok(()),
                }
            }
            Event::Place(square) => self.on_this_board(square).and_then(|()| vacant(&self.queens, square)),
            Event::SetUp(square) => {
                self.on_this_board(square).and_then(|()| vacant(&self.setting_up, square))
            }
            Event::Remove(square) => self.on_this_board(square).and_then(|()| occupied(&self.queens, square)),
            Event::Move { from, to } => {
                self.on_this_board(from).and_then(|()| self.on_this_board(to))?;
                occupied(&self.queens, from).and_then(|()| vacant(&self.queens, to))
            }
            Event::Backtrack { from: given } | Event::DeadEnd { column: given } => {
                let size = self.size.unwrap_or(BoardSize::MAX);
                if (1..=size.get()).contains(&given) {
                    Ok(())
                } else {
                    Err(EventError::NoSuchColumn { given, size })
                }
            }
            Event::Solution => self.check_solution(),
            Event::Board | Event::End => Ok(()),
        }
    }

    /// Applies an event that has been checked.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Place(square) => self.put(square),
            Event::Remove(square) => self.take(square),
            Event::Move { from, to } => {
                self.take(from);
                self.put(to);
            }
            Event::SetUp(square) => drop(self.setting_up.insert(square)),
            Event::Board => self.set_up(),
            Event::Solution => self.solvable = false,
            Event::End => self.ended = true,
            Event::Test { .. } | Event::Backtrack { .. } | Event::DeadEnd { .. } => {}
        }
    }

    fn check_solution(&self) -> Result<(), EventError> {
        if !self.solvable {
            return Err(EventError::SolutionWithoutPlacement);
        }
        if self.pairs > 0 {
            let attacked = self.queens.in_conflict();
            let pair = attacked.iter().find_map(|one| {
                attacked.iter().find(|other| one.attacks(**other)).map(|other| (*one, *other))
            });
            if let Some((one, other)) = pair {
                return Err(EventError::Conflict(one, other));
            }
        }
        match self.size {
            Some(size) if self.count != usize::from(size) => {
                Err(EventError::WrongNumber { queens: self.count, size })
            }
            Some(_) | None => Ok(()),
        }
    }

    fn on_this_board(&self, square: Square) -> Result<(), EventError> {
        let size = self.size.unwrap_or(BoardSize::MAX);
        if size.contains(square) { Ok(()) } else { Err(EventError::OffBoard { square, size }) }
    }

    fn set_up(&mut self) {
        (self.count, self.pairs, self.lines) = (0, 0, Lines::EMPTY);
        self.queens.clear();
        let queens = mem::take(&mut self.setting_up);
        for square in &queens {
            self.put(square);
        }
        self.setting_up = queens;
        self.setting_up.clear();
        self.solvable = true;
    }

    fn put(&mut self, square: Square) {
        self.queens.insert(square);
        self.count += 1;
        self.solvable = true;
        for queens in self.lines.through(square) {
            self.pairs += usize::from(*queens);
            *queens += 1;
        }
    }

    fn take(&mut self, square: Square) {
        self.queens.remove(square);
        self.count -= 1;
        self.solvable = false;
        for queens in self.lines.through(square) {
            *queens -= 1;
            self.pairs -= usize::from(*queens);
        }
    }
}

fn vacant(queens: &SquareSet, square: Square) -> Result<(), EventError> {
    if queens.contains(square) { Err(EventError::Occupied(square)) } else { Ok(()) }
}

fn occupied(queens: &SquareSet, square: Square) -> Result<(), EventError> {
    if queens.contains(square) { Ok(()) } else { Err(EventError::Vacant(square)) }
}

/// An event that cannot happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// A square beyond the board.
    #[error("{square} is not on a board of {size} rows and columns")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// A queen placed on an occupied square.
    #[error("there is already a queen in {0}")]
    Occupied(Square),
    /// A queen removed or moved from an empty square.
    #[error("there is no queen in {0}")]
    Vacant(Square),
    /// An attacker that is not on the board or does not attack the square.
    #[error("no queen in {attacker} attacks {square}")]
    NoAttack {
        /// The square under test.
        square: Square,
        /// The square of the attacker.
        attacker: Square,
    },
    /// A solution without a placement, move or board before it, or reported twice.
    #[error("a solution follows the placement, move or board that completes it, once")]
    SolutionWithoutPlacement,
    /// A solution with queens that attack each other.
    #[error("the queens on the board are no solution: {0} and {1} attack each other")]
    Conflict(Square, Square),
    /// A solution with more or fewer queens than the board has columns.
    #[error("the queens on the board are no solution: there are {queens}, and {size} are needed")]
    WrongNumber {
        /// The number of queens on the board.
        queens: usize,
        /// The number of queens in a solution.
        size: BoardSize,
    },
    /// A whole board of another size.
    #[error("a board of {given} columns cannot replace one of {size}")]
    OtherSize {
        /// The size of the board that was to be set up.
        given: BoardSize,
        /// The size of the board.
        size: BoardSize,
    },
    /// A backtrack from a column or row that the board does not have.
    #[error("there is no column or row {given} on a board of {size} rows and columns")]
    NoSuchColumn {
        /// The column or row.
        given: u8,
        /// The size of the board.
        size: BoardSize,
    },
    /// An event after the end of the search.
    #[error("the search ended with an earlier event; nothing may follow")]
    AfterEnd,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_events_are_refused_and_change_nothing() {
        let size = BoardSize::new(4).unwrap();
        let [a, b, c] = [(1, 1), (2, 2), (4, 2)].map(Square::from);
        let wrong_number = |queens| EventError::WrongNumber { queens, size };
        let no_column = |given| EventError::NoSuchColumn { given, size };
        let mut position = Position::new(Some(size));
        let steps = [
            (Event::Solution, Err(EventError::SolutionWithoutPlacement)),
            (Event::backtrack(0), Err(no_column(0))),
            (Event::dead_end(5), Err(no_column(5))),
            (Event::place(Square::new(5, 1)), Err(EventError::OffBoard { square: Square::new(5, 1), size })),
            (Event::place(a), Ok(())),
            (Event::Solution, Err(wrong_number(1))),
            (Event::test(c, Some(a)), Err(EventError::NoAttack { square: c, attacker: a })),
            (Event::test(b, Some(a)), Ok(())),
            (Event::place(b), Ok(())),
            (Event::Solution, Err(EventError::Conflict(a, b))),
            (Event::move_queen(b, a), Err(EventError::Occupied(a))),
            (Event::move_queen(b, c), Ok(())),
            (Event::Solution, Err(wrong_number(2))),
            (Event::remove(b), Err(EventError::Vacant(b))),
            (Event::backtrack(4), Ok(())),
            (Event::End, Ok(())),
            (Event::remove(c), Err(EventError::AfterEnd)),
        ];
        for (event, outcome) in steps {
            assert_eq!(position.push(event), outcome, "{event:?}");
        }
    }
}
