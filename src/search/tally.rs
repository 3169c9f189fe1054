//! The counters of a search.

use serde::Serialize;

use super::Event;

/// The counters of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Squares examined for safety, whatever the outcome.
    pub tests: u64,
    /// Queens put on a square.
    pub placements: u64,
    /// Queens taken off again.
    pub removals: u64,
    /// Columns (or rows) that ran out of squares, so that the search turned back and took a queen
    /// away: whether it had come to the column or, at a dead end, only looked ahead at it.
    pub backtracks: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Whole boards set up at once.
    pub boards: u64,
    /// Queens moved from one square to another.
    pub moves: u64,
}

impl Tally {
    /// All that was done: tests, and everything that has changed the board.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.tests + self.placements + self.removals + self.boards + self.moves
    }

    /// Counts one more event.
    pub const fn count(&mut self, event: Event) {
        match event {
            Event::Test { .. } => self.tests += 1,
            Event::Place(_) => self.placements += 1,
            Event::Solution => self.solutions += 1,
            Event::Backtrack { .. } | Event::DeadEnd { .. } => self.backtracks += 1,
            Event::Remove(_) => self.removals += 1,
            Event::Board => self.boards += 1,
            Event::Move { .. } => self.moves += 1,
            Event::SetUp(_) | Event::End => {}
        }
    }
}
