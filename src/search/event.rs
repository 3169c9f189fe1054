//! What a solver does, event by event.

use crate::board::Square;

/// One thing that a solver does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A square is examined for safety.
    Test {
        /// The square under test.
        square: Square,
        /// The first queen, in the order of placement, that attacks it; `None` when it is safe.
        attacker: Option<Square>,
    },
    /// A queen is put on a square.
    Place(Square),
    /// The queens on the board solve the puzzle; follows the placement, the move or the board that
    /// completes them, with nothing but tests between.
    Solution,
    /// A column (a row, in a search by rows) has run out of squares, and the search returns to
    /// the one before, whose queen is removed next.
    Backtrack {
        /// The column (or row) that has run out, counted from 1.
        from: u8,
    },
    /// A look ahead finds that a later column (a row, in a search by rows) has no free square left:
    /// the search turns back before it gets there, and the last queen is removed next.
    DeadEnd {
        /// The first column (or row) without a free square, counted from 1.
        column: u8,
    },
    /// A queen is taken off a square.
    Remove(Square),
    /// A queen of a whole board that is about to be set up; [`Event::Board`] follows the last.
    SetUp(Square),
    /// The queens told of by [`Event::SetUp`] stand on the board all at once, and no others,
    /// whatever stood there before.
    Board,
    /// A queen moves to an empty square.
    Move {
        /// The square that it leaves.
        from: Square,
        /// The square where it stands from now on.
        to: Square,
    },
    /// The search is over: the whole tree has been searched, or a solution is all that was wanted.
    End,
}

/// The events up to and with the given number of solutions, or all where there are fewer.
///
/// With no solution asked for there are no events.
pub fn until_solutions(events: impl Iterator<Item = Event>, solutions: u64) -> impl Iterator<Item = Event> {
    let mut missing = solutions;
    events.map_while(move |event| {
        let wanted = missing > 0;
        missing = missing.saturating_sub(u64::from(event == Event::Solution));
        wanted.then_some(event)
    })
}
