//! The events of a solver.

use serde::Serialize;

use super::TestedQueens;
use crate::board::{Line, Square};

/// One thing that a solver reports.
///
/// Other crates create events with the functions below, since variants may gain fields.
///
/// ```
/// use queenreel::board::Square;
/// use queenreel::search::Event;
///
/// let square = Square::new(2, 1);
/// let events = [Event::test(square, None), Event::place(square), Event::remove(square)];
/// assert!(matches!(events[0], Event::Test { attacker: None, .. }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// A square is examined for safety.
    #[non_exhaustive]
    Test {
        /// The square under test.
        square: Square,
        /// A queen that attacks the square; `None` if the square is safe. On a board that was set up as a whole,
        /// `None` also if only the queen of the square's column (or row, in a search by rows) attacks it.
        attacker: Option<Square>,
        /// The queens that were considered.
        among: TestedQueens,
    },
    /// A square is refused by a rule of the solver other than attacks.
    Refuse(Square),
    /// A queen is placed on a square.
    Place(Square),
    /// The queens on the board solve the puzzle; follows the placement, the move or the board that completes
    /// them, possibly after tests.
    Solution,
    /// A line has no square left, and the search returns to the previous line, whose queen is removed next.
    #[non_exhaustive]
    Backtrack {
        /// The column or row without squares left.
        from: Line,
    },
    /// The search finds that a later line has no free square, and backtracks before it reaches that line.
    #[non_exhaustive]
    DeadEnd {
        /// The column or row without a free square.
        line: Line,
    },
    /// A queen is removed from a square.
    Remove(Square),
    /// A queen of a whole board that is about to be set up; [`Event::Board`] follows the last of these queens.
    SetUp(Square),
    /// The queens of the preceding [`Event::SetUp`]s replace all queens on the board.
    Board,
    /// A queen moves to an empty square.
    #[non_exhaustive]
    Move {
        /// The old square of the queen.
        from: Square,
        /// The new square of the queen.
        to: Square,
    },
    /// Two queens move at once, each to an empty square or to the old square of the other queen.
    #[non_exhaustive]
    Swap {
        /// The old squares of the queens.
        from: [Square; 2],
        /// The new squares of the queens, in the same order.
        to: [Square; 2],
    },
    /// The search rules a square out, since it contradicts the queens on the board.
    Prune(Square),
    /// A square that was ruled out is possible again.
    Restore(Square),
    /// Nothing happens on the board: a moment that only has a caption.
    Note,
    /// The current frame is shown longer, by at most a minute.
    Pause,
    /// The search is over: the whole tree has been searched, or enough solutions are found.
    End,
}

impl Event {
    /// Creates the event of a tested square: it is safe, or a queen on `attacker` attacks it.
    pub const fn test(square: Square, attacker: Option<Square>) -> Self {
        Self::Test { square, attacker, among: TestedQueens::All }
    }

    /// As [`Event::test`], if only some queens were considered.
    pub const fn test_among(among: TestedQueens, square: Square, attacker: Option<Square>) -> Self {
        Self::Test { square, attacker, among }
    }

    /// A queen is placed.
    pub const fn place(square: Square) -> Self {
        Self::Place(square)
    }

    /// A queen is removed.
    pub const fn remove(square: Square) -> Self {
        Self::Remove(square)
    }

    /// A queen moves to an empty square.
    pub const fn move_queen(from: Square, to: Square) -> Self {
        Self::Move { from, to }
    }

    /// Two queens move at once.
    pub const fn swap(from: [Square; 2], to: [Square; 2]) -> Self {
        Self::Swap { from, to }
    }

    /// A line has no square left.
    pub const fn backtrack(from: Line) -> Self {
        Self::Backtrack { from }
    }

    /// A line has no free square left.
    pub const fn dead_end(line: Line) -> Self {
        Self::DeadEnd { line }
    }

    /// Returns the squares of the event, except an attacker.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        let squares = match self {
            Self::Swap { from: [one, other], to: [to, other_to] } => {
                [Some(one), Some(other), Some(to), Some(other_to)]
            }
            Self::Move { from, to } => [Some(from), Some(to), None, None],
            Self::Test { square, .. }
            | Self::Refuse(square)
            | Self::Place(square)
            | Self::Remove(square)
            | Self::SetUp(square)
            | Self::Prune(square)
            | Self::Restore(square) => [Some(square), None, None, None],
            Self::Board
            | Self::Solution
            | Self::Backtrack { .. }
            | Self::DeadEnd { .. }
            | Self::Note
            | Self::Pause
            | Self::End => [None; 4],
        };
        squares.into_iter().flatten()
    }

    pub(crate) const fn tested(self) -> Option<(Square, bool)> {
        if let Self::Test { square, attacker, .. } = self {
            return Some((square, attacker.is_none()));
        }
        if let Self::Refuse(square) = self { Some((square, false)) } else { None }
    }

    pub(crate) const fn line(self) -> Option<Line> {
        if let Self::Backtrack { from: line } | Self::DeadEnd { line } = self { Some(line) } else { None }
    }
}

/// Returns the events up to and including this number of solutions; all events for `None`, or if there are fewer
/// solutions.
///
/// For 0 solutions there are no events.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::{Algorithm, Event, Order, until_solutions};
///
/// let events = Algorithm::Backtracking.events(BoardSize::new(8)?, Order::Columns, 0);
/// let placements = until_solutions(events, Some(1)).filter(|event| matches!(event, Event::Place(_)));
/// assert_eq!(placements.count(), 113);
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
pub fn until_solutions(
    events: impl Iterator<Item = Event>,
    solutions: Option<u64>,
) -> impl Iterator<Item = Event> {
    let mut remaining = solutions;
    events.map_while(move |event| {
        let wanted = remaining != Some(0);
        if event == Event::Solution {
            remaining = remaining.map(|solutions| solutions.saturating_sub(1));
        }
        wanted.then_some(event)
    })
}

/// The counters of a search.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::{Algorithm, Order, Tally};
///
/// let mut tally = Tally::default();
/// for event in Algorithm::Backtracking.events(BoardSize::new(6)?, Order::Columns, 0) {
///     tally.count(event);
/// }
/// assert_eq!((tally.tests, tally.placements, tally.solutions), (894, 152, 4));
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Tally {
    /// Squares examined for safety, safe or not.
    pub tests: u64,
    /// Queens placed.
    pub placements: u64,
    /// Queens removed.
    pub removals: u64,
    /// Columns (or rows) without a square left, from which the search backtracked: columns that it had reached
    /// and, at dead ends, later columns.
    pub backtracks: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Whole boards set up at once.
    pub boards: u64,
    /// Queens moved from one square to another; a swap counts as one move.
    pub moves: u64,
    /// Squares ruled out by propagation.
    pub pruned: u64,
}

impl Tally {
    /// Returns the number of whole boards searched. It is 0 for a search that places queens one by one, which sets
    /// up whole boards only to show them, such as mirror images.
    pub(crate) const fn searched_boards(&self) -> u64 {
        if self.placements == 0 { self.boards } else { 0 }
    }

    /// Returns the number that says most about the work of a search, with its unit: tests, or what a search without
    /// tests does.
    pub(crate) const fn cost(&self) -> (u64, &'static str) {
        match *self {
            Self { placements: 0, moves: 0, boards, .. } => (boards, "board"),
            Self { placements: 0, moves, .. } => (moves, "move"),
            // Some solvers report few of their tests.
            Self { tests, placements, .. } if tests < placements => (placements, "placement"),
            Self { tests, .. } => (tests, "test"),
        }
    }

    /// Returns the number of tests and changes of the board.
    pub const fn steps(&self) -> u64 {
        // Lists all counters by name, so that no new counter is missed.
        let Self { tests, placements, removals, backtracks: _, solutions: _, boards, moves, pruned: _ } =
            *self;
        tests + placements + removals + boards + moves
    }

    /// Returns the number of ticks of a race: [steps](Self::steps), and squares ruled out.
    pub const fn ticks(&self) -> u64 {
        self.steps() + self.pruned
    }

    /// Counts an event.
    pub const fn count(&mut self, event: Event) {
        match event {
            Event::Test { .. } | Event::Refuse(_) => self.tests += 1,
            Event::Place(_) => self.placements += 1,
            Event::Solution => self.solutions += 1,
            Event::Backtrack { .. } | Event::DeadEnd { .. } => self.backtracks += 1,
            Event::Remove(_) => self.removals += 1,
            Event::Board => self.boards += 1,
            Event::Move { .. } | Event::Swap { .. } => self.moves += 1,
            Event::Prune(_) => self.pruned += 1,
            Event::SetUp(_) | Event::Restore(_) | Event::Note | Event::Pause | Event::End => {}
        }
    }
}
