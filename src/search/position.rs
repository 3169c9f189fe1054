//! The validation of events.

use std::mem;

use crate::board::{BoardSize, Line, Problem, Square, SquareSet};
use crate::limits::MAX_BOARD_SIZE;

use super::{Event, Order, Rules, TestedQueens};

const LINES: usize = MAX_BOARD_SIZE as usize;

/// Checks each event of a solver against the position that the earlier events have left. Ends after the first error.
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
pub fn checked<P: Into<Problem>, I: IntoIterator<Item = Event>>(
    problem: P,
    events: I,
) -> impl Iterator<Item = Result<Event, EventError>> + use<P, I> {
    let mut position = Position::of(&problem.into());
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

/// An event that cannot happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// A square outside the board.
    #[error("{square} is not on a board of {size} rows and columns")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// A queen placed on, moved to or set up on an occupied square, or an occupied square ruled out.
    #[error("there is already a queen in {0}")]
    Occupied(Square),
    /// A queen removed or moved from an empty square.
    #[error("there is no queen in {0}")]
    Vacant(Square),
    /// An attacker that is not on the board, was not considered, or does not attack the square.
    #[error("no queen in {attacker} attacks {square}")]
    NoAttack {
        /// The square under test.
        square: Square,
        /// The square of the attacker.
        attacker: Square,
    },
    /// A solution reported twice, or not after the placement, move or board that completes it: only tests, ruled
    /// out or restored squares and pauses may come between.
    #[error("a solution follows the placement, move or board that completes it at once, and only once")]
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
    /// A column or row that the board does not have.
    #[error("there is no {line} on a board of {size} rows and columns")]
    NoSuchLine {
        /// The column or row.
        line: Line,
        /// The size of the board.
        size: BoardSize,
    },
    /// A square that is said to be safe, but a queen attacks it.
    #[error("{square} is not safe: the queen in {attacker} attacks it")]
    NotSafe {
        /// The square under test.
        square: Square,
        /// The square of the queen.
        attacker: Square,
    },
    /// A square that is said to be attacked, but no queen attacks it.
    #[error("no queen attacks {0}")]
    NotAttacked(Square),
    /// A queen placed on or moved to a square that the search has ruled out, or a square ruled out twice.
    #[error("{0} is ruled out already; \"restore\" it first")]
    RuledOut(Square),
    /// A square restored that is not ruled out.
    #[error("{0} is not ruled out; \"prune\" comes first")]
    NotRuledOut(Square),
    /// A queen placed on, moved to or set up on a closed square, or a closed square called safe or ruled out.
    #[error("{0} is closed: no queen may stand there")]
    Closed(Square),
    /// A given queen that is removed or moved, or that is missing from a whole board.
    #[error("the queen in {0} stands from the start: she is never removed or moved, and is on every board")]
    OfStart(Square),
    /// An event after the end of the search.
    #[error("the search ended with an earlier event; nothing may follow")]
    AfterEnd,
}

/// The queens on the board and the state of the search. Checks take nanoseconds, and allocate only to report
/// a wrong solution.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    size: Option<BoardSize>,
    queens: SquareSet,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    /// The squares that the search has ruled out.
    pruned: SquareSet,
    start: SquareSet,
    blocked: SquareSet,
    rules: Rules,
    order: Order,
    /// Whether the queens were set up as a whole board; they may have moved since.
    is_whole_board: bool,
    count: usize,
    /// The number of pairs of queens that share a row, a column or a diagonal.
    pairs: usize,
    lines: Lines,
    /// Whether a solution may follow: since queens were last put on the board, there was no removal, solution,
    /// backtrack, dead end or note.
    solvable: bool,
    ended: bool,
}

/// The number of queens on each row, column, diagonal and antidiagonal.
type Lines = [u8; 6 * LINES];

const fn lines_through(square: Square) -> [usize; 4] {
    let (row, column) = (square.row as usize - 1, square.column as usize - 1);
    [row, LINES + column, 2 * LINES + row + column, 5 * LINES + row - column]
}

impl Position {
    /// Creates an empty board. Without a size, the position accepts all squares of the largest board, and
    /// solutions of any number of queens.
    pub const fn new(size: Option<BoardSize>) -> Self {
        Self {
            size,
            queens: SquareSet::new(),
            setting_up: SquareSet::new(),
            pruned: SquareSet::new(),
            start: SquareSet::new(),
            blocked: SquareSet::new(),
            rules: Rules::Chess,
            order: Order::Columns,
            is_whole_board: false,
            count: 0,
            pairs: 0,
            lines: [0; 6 * LINES],
            solvable: false,
            ended: false,
        }
    }

    pub fn of(problem: &Problem) -> Self {
        let mut position = Self::new(Some(problem.size()));
        for queen in problem.start() {
            position.put(queen);
        }
        position.start.clone_from(problem.start());
        position.blocked.clone_from(problem.blocked());
        position
    }

    /// Sets the size of the board from now on.
    pub fn on_board(self, size: BoardSize) -> Self {
        Self { size: Some(size), ..self }
    }

    /// Creates the position at the start of a problem, or an empty board of unknown size, for a solver with these
    /// rules and this order of lines.
    pub fn of_solver(problem: Option<&Problem>, rules: Rules, order: Order) -> Self {
        Self { rules, order, ..problem.map_or_else(|| Self::new(None), Self::of) }
    }

    pub const fn queens(&self) -> &SquareSet {
        &self.queens
    }

    pub fn is_closed(&self, square: Square) -> bool {
        self.blocked.contains(square)
    }

    /// Returns a queen of `among` that attacks the square with no queen between them: the first one by columns and
    /// rows.
    pub fn attacker_of(&self, square: Square, among: TestedQueens) -> Option<Square> {
        // Most tested squares are safe, and the counts of each line show this without a search for attackers.
        if !self.is_attacked(square) {
            return None;
        }
        // On a whole board, a test asks where the queen of this line could go: that queen is no attacker.
        let others_only = self.is_whole_board && among == TestedQueens::All;
        let among = if others_only { TestedQueens::in_other_lines(self.order) } else { among };
        let attackers = || {
            (&self.queens).into_iter().filter(|queen| queen.attacks(square) && among.include(*queen, square))
        };
        first_unblocked(square, attackers)
    }

    /// Converts a refusal under the rules of chess to a test with an attacking queen, if there is one.
    pub fn explained(&self, event: Event) -> Event {
        if let (Event::Refuse(square), Rules::Chess) = (event, self.rules)
            && let Some(attacker) = self.attacker_of(square, TestedQueens::All)
        {
            return Event::test(square, Some(attacker));
        }
        event
    }

    fn is_attacked(&self, square: Square) -> bool {
        let itself = u8::from(self.queens.contains(square));
        BoardSize::MAX.contains(square) && lines_through(square).iter().any(|line| self.lines[*line] > itself)
    }

    /// Whether the queens are a solution that no event has reported.
    pub fn is_unreported_solution(&self) -> bool {
        self.solvable && self.pairs == 0 && self.size.is_some_and(|size| self.count == usize::from(size))
    }

    /// Checks an event and applies it; an error leaves the position unchanged.
    pub fn push(&mut self, event: Event) -> Result<(), EventError> {
        self.check(event)?;
        self.apply(event);
        Ok(())
    }

    /// Checks whether the event can happen next.
    pub fn check(&self, event: Event) -> Result<(), EventError> {
        if self.ended {
            return Err(EventError::AfterEnd);
        }
        event.squares().try_for_each(|square| self.on_this_board(square))?;
        match event {
            Event::Test { square, attacker: Some(attacker), among } => {
                let is_looked_at = self.queens.contains(attacker) && among.include(attacker, square);
                ensure(is_looked_at && attacker.attacks(square), EventError::NoAttack { square, attacker })
            }
            Event::Test { square, attacker: None, among } => {
                self.not_closed(square)?;
                match (self.rules, self.attacker_of(square, among)) {
                    (Rules::Chess, Some(attacker)) => Err(EventError::NotSafe { square, attacker }),
                    (Rules::Chess, None) | (Rules::Own, _) => Ok(()),
                }
            }
            Event::Refuse(square) => {
                let is_attacked = || self.attacker_of(square, TestedQueens::All).is_some();
                let is_explained = self.rules == Rules::Own || self.blocked.contains(square) || is_attacked();
                ensure(is_explained, EventError::NotAttacked(square))
            }
            Event::Place(square) | Event::Prune(square) => {
                vacant(&self.queens, square).and_then(|()| self.possible(square))
            }
            Event::SetUp(square) => vacant(&self.setting_up, square).and_then(|()| self.not_closed(square)),
            Event::Remove(square) => occupied(&self.queens, square).and_then(|()| self.not_of_start(square)),
            Event::Move { from, to } => {
                occupied(&self.queens, from).and_then(|()| self.not_of_start(from))?;
                vacant(&self.queens, to).and_then(|()| self.possible(to))
            }
            Event::Swap { from, to } => self.check_swap(from, to),
            Event::Restore(square) => ensure(self.pruned.contains(square), EventError::NotRuledOut(square)),
            Event::Backtrack { from: line } | Event::DeadEnd { line } => {
                let size = self.size.unwrap_or(BoardSize::MAX);
                let exists = (1..=size.get()).contains(&line.number());
                ensure(exists, EventError::NoSuchLine { line, size })
            }
            Event::Solution => self.check_solution(),
            Event::Board => {
                let missing = self.start.iter().find(|queen| !self.setting_up.contains(*queen));
                missing.map_or(Ok(()), |queen| Err(EventError::OfStart(queen)))
            }
            Event::Note | Event::Pause | Event::End => Ok(()),
        }
    }

    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Place(square) => {
                self.put(square);
                self.is_whole_board = false;
            }
            Event::Remove(square) => {
                self.take(square);
                self.is_whole_board = false;
            }
            Event::Move { from, to } => {
                self.take(from);
                self.put(to);
            }
            Event::Swap { from, to } => {
                for square in from {
                    self.take(square);
                }
                for square in to {
                    self.put(square);
                }
            }
            Event::Prune(square) => drop(self.pruned.insert(square)),
            Event::Restore(square) => drop(self.pruned.remove(square)),
            Event::SetUp(square) => drop(self.setting_up.insert(square)),
            Event::Board => self.set_up(),
            // A solution is shown in the frame of the event that completes it, and this frame has ended.
            Event::Solution | Event::Backtrack { .. } | Event::DeadEnd { .. } | Event::Note => {
                self.solvable = false;
            }
            Event::End => self.ended = true,
            Event::Test { .. } | Event::Refuse(_) | Event::Pause => {}
        }
    }

    fn check_swap(&self, from: [Square; 2], to: [Square; 2]) -> Result<(), EventError> {
        from.iter().try_for_each(|square| occupied(&self.queens, *square))?;
        from.iter().try_for_each(|square| self.not_of_start(*square))?;
        ensure(from[0] != from[1], EventError::Vacant(from[1]))?;
        ensure(to[0] != to[1], EventError::Occupied(to[1]))?;
        let stays = |square: &&Square| self.queens.contains(**square) && !from.contains(square);
        to.iter().find(stays).map_or(Ok(()), |square| Err(EventError::Occupied(*square)))?;
        to.into_iter().try_for_each(|square| self.possible(square))
    }

    fn possible(&self, square: Square) -> Result<(), EventError> {
        self.not_closed(square)?;
        ensure(!self.pruned.contains(square), EventError::RuledOut(square))
    }

    fn not_closed(&self, square: Square) -> Result<(), EventError> {
        ensure(!self.blocked.contains(square), EventError::Closed(square))
    }

    fn not_of_start(&self, square: Square) -> Result<(), EventError> {
        ensure(!self.start.contains(square), EventError::OfStart(square))
    }

    fn check_solution(&self) -> Result<(), EventError> {
        ensure(self.solvable, EventError::SolutionWithoutPlacement)?;
        if self.pairs > 0 {
            let attacked = self.queens.in_conflict();
            let pair = attacked.iter().find_map(|one| {
                attacked.iter().find(|other| one.attacks(**other)).map(|other| (*one, *other))
            });
            if let Some((one, other)) = pair {
                return Err(EventError::Conflict(one, other));
            }
        }
        self.size.map_or(Ok(()), |size| {
            ensure(self.count == usize::from(size), EventError::WrongNumber { queens: self.count, size })
        })
    }

    fn on_this_board(&self, square: Square) -> Result<(), EventError> {
        let size = self.size.unwrap_or(BoardSize::MAX);
        ensure(size.contains(square), EventError::OffBoard { square, size })
    }

    fn set_up(&mut self) {
        (self.count, self.pairs, self.lines) = (0, 0, [0; 6 * LINES]);
        self.queens.clear();
        self.pruned.clear();
        let queens = mem::take(&mut self.setting_up);
        for square in &queens {
            self.put(square);
        }
        self.setting_up = queens;
        self.setting_up.clear();
        (self.solvable, self.is_whole_board) = (true, true);
    }

    fn put(&mut self, square: Square) {
        self.queens.insert(square);
        self.count += 1;
        self.solvable = true;
        for line in lines_through(square) {
            self.pairs += usize::from(self.lines[line]);
            self.lines[line] += 1;
        }
    }

    fn take(&mut self, square: Square) {
        self.queens.remove(square);
        self.count -= 1;
        self.solvable = false;
        for line in lines_through(square) {
            self.lines[line] -= 1;
            self.pairs -= usize::from(self.lines[line]);
        }
    }
}

/// Returns an attacker of the square with no other attacker between them: the first one by columns and rows.
pub(super) fn first_unblocked<I: Iterator<Item = Square>>(
    square: Square,
    attackers: impl Fn() -> I,
) -> Option<Square> {
    let is_unblocked = |queen: &Square| !attackers().any(|other| other.is_between(*queen, square));
    attackers().filter(is_unblocked).min_by_key(|queen| (queen.column, queen.row))
}

fn vacant(queens: &SquareSet, square: Square) -> Result<(), EventError> {
    ensure(!queens.contains(square), EventError::Occupied(square))
}

fn occupied(queens: &SquareSet, square: Square) -> Result<(), EventError> {
    ensure(queens.contains(square), EventError::Vacant(square))
}

fn ensure(holds: bool, error: EventError) -> Result<(), EventError> {
    if holds { Ok(()) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_events_are_refused_and_change_nothing() {
        let size = BoardSize::new(4).unwrap();
        let [a, b, c] = [(1, 1), (2, 2), (4, 2)].map(Square::from);
        let wrong_number = |queens| EventError::WrongNumber { queens, size };
        let no_line = |line| EventError::NoSuchLine { line, size };
        let mut position = Position::new(Some(size));
        let steps = [
            (Event::Solution, Err(EventError::SolutionWithoutPlacement)),
            (Event::backtrack(Line::Column(0)), Err(no_line(Line::Column(0)))),
            (Event::dead_end(Line::Row(5)), Err(no_line(Line::Row(5)))),
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
            (Event::backtrack(Line::Column(4)), Ok(())),
            (Event::End, Ok(())),
            (Event::remove(c), Err(EventError::AfterEnd)),
        ];
        for (event, outcome) in steps {
            assert_eq!(position.push(event), outcome, "{event:?}");
        }
    }
}
