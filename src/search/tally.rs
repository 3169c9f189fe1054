//! The counters of a search.

use serde::Serialize;

use super::Event;

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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Tally {
    /// Squares examined for safety, safe or not.
    pub tests: u64,
    /// Queens placed.
    pub placements: u64,
    /// Queens removed.
    pub removals: u64,
    /// Columns (or rows) that ran out of squares, so that the search backtracked and removed a
    /// queen: columns that it had reached and, at dead ends, later ones.
    pub backtracks: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Whole boards set up at once.
    pub boards: u64,
    /// Queens moved from one square to another.
    pub moves: u64,
    /// Squares ruled out by propagation.
    pub pruned: u64,
}

impl Tally {
    /// The number of tests and changes of the board.
    pub const fn steps(&self) -> u64 {
        // By name, so that a new counter is not forgotten.
        let Self { tests, placements, removals, backtracks: _, solutions: _, boards, moves, pruned: _ } =
            *self;
        tests + placements + removals + boards + moves
    }

    /// The number of ticks of a race: [steps](Self::steps), and squares ruled out.
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
