//! What a solver does, event by event.

use crate::board::Square;

/// One step of a solver.
///
/// Other crates create events with the functions below, since variants may get more fields.
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
        /// The first queen, in the order of placement, that attacks it; `None` if it is safe.
        attacker: Option<Square>,
    },
    /// A queen is placed on a square.
    Place(Square),
    /// The queens on the board solve the puzzle; follows the placement, the move or the board that
    /// completes them; tests may come between.
    Solution,
    /// A column (a row, in a search by rows) has run out of squares, and the search returns to
    /// the previous one, whose queen is removed next.
    #[non_exhaustive]
    Backtrack {
        /// The column (or row) that has run out, counted from 1.
        from: u8,
    },
    /// Looking ahead, the search finds that a later column (or row) has no free square left. It
    /// backtracks before it reaches that column, and the last queen is removed next.
    #[non_exhaustive]
    DeadEnd {
        /// The first column (or row) without a free square, counted from 1.
        column: u8,
    },
    /// A queen is removed from a square.
    Remove(Square),
    /// A queen of a whole board that is about to be set up; [`Event::Board`] follows the last.
    SetUp(Square),
    /// The queens of the preceding [`Event::SetUp`]s replace all queens on the board at once.
    Board,
    /// A queen moves to an empty square.
    #[non_exhaustive]
    Move {
        /// The square that it leaves.
        from: Square,
        /// The square that it moves to.
        to: Square,
    },
    /// The search is over: the whole tree has been searched, or enough solutions are found.
    End,
}

impl Event {
    /// A square is examined: it is safe, or a queen on `attacker` attacks it.
    pub const fn test(square: Square, attacker: Option<Square>) -> Self {
        Self::Test { square, attacker }
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

    /// A column (or row), counted from 1, has run out of squares.
    pub const fn backtrack(from: u8) -> Self {
        Self::Backtrack { from }
    }

    /// A later column (or row), counted from 1, has no free square left.
    pub const fn dead_end(column: u8) -> Self {
        Self::DeadEnd { column }
    }
}

/// The events up to and including the given number of solutions; all events for `None`, or if there
/// are fewer solutions.
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
