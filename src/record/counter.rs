//! Counters that a page can show.

use crate::board::BoardSize;
use crate::search::{Algorithm, Tally};
use crate::variants::named_enum;

use super::Frame;

named_enum! {
    /// A number that shows the progress of a search, with its name on the page.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Counter {
        /// Steps of the film.
        Step = "step",
        /// Squares examined for safety.
        Tests = "tests",
        /// Queens placed.
        Placements = "placements",
        /// Columns (or rows) that ran out of squares.
        Backtracks = "backtracks",
        /// Solutions found.
        Solutions = "solutions",
        /// Queens on the board.
        Depth = "depth",
        /// Whole boards set up.
        Boards = "boards",
        /// Queens moved.
        Moves = "moves",
        /// Squares ruled out.
        Pruned = "pruned",
    }
}

impl Counter {
    /// Returns the counters of an algorithm, in display order.
    pub const fn of(algorithm: Algorithm) -> &'static [Self] {
        match algorithm {
            Algorithm::Permutations | Algorithm::Random => {
                &[Self::Step, Self::Boards, Self::Tests, Self::Solutions]
            }
            Algorithm::MinConflicts => &[Self::Step, Self::Boards, Self::Moves, Self::Tests],
            Algorithm::Anywhere => &[Self::Step, Self::Tests, Self::Placements, Self::Solutions, Self::Depth],
            Algorithm::Backtracking | Algorithm::Eager | Algorithm::Loops => {
                &[Self::Step, Self::Tests, Self::Placements, Self::Backtracks, Self::Solutions, Self::Depth]
            }
            Algorithm::Marking | Algorithm::Bitfield => {
                &[Self::Step, Self::Placements, Self::Backtracks, Self::Solutions, Self::Depth]
            }
            Algorithm::ForwardChecking => {
                &[Self::Step, Self::Pruned, Self::Placements, Self::Backtracks, Self::Solutions, Self::Depth]
            }
        }
    }

    /// Returns `Step`, and the counters, except `Solutions` and `Depth`, that are above zero in any of these
    /// searches, in display order.
    pub fn used(tallies: &[Tally]) -> Vec<Self> {
        // With step 1 and depth 0, `Step` is always included, and `Depth` never.
        let counts = |counter: Self| tallies.iter().any(|tally| counter.number(tally, 1, 0) > 0);
        // Callers append `Solutions`.
        Self::ALL.into_iter().filter(|counter| *counter != Self::Solutions && counts(*counter)).collect()
    }

    /// Returns the counters for a log, in display order.
    pub fn of_log(tally: &Tally) -> Vec<Self> {
        let depth = (tally.placements > 0).then_some(Self::Depth);
        Self::used(&[*tally]).into_iter().chain([Self::Solutions]).chain(depth).collect()
    }

    /// Returns the largest value of all counters at this tally, in a search with this number of queens.
    pub fn largest(tally: &Tally, queens: BoardSize) -> u64 {
        let numbers = Self::ALL.map(|counter| counter.number(tally, tally.steps(), queens.into()));
        numbers.into_iter().max().unwrap_or_default()
    }

    /// Returns the value of the counter in a frame.
    pub fn value(self, frame: &Frame) -> u64 {
        // Given queens do not count: they are the root of the tree.
        let placed = frame.board.queens.len().saturating_sub(frame.board.start.len());
        self.number(&frame.tally, frame.step, placed as u64)
    }

    const fn number(self, tally: &Tally, step: u64, depth: u64) -> u64 {
        match self {
            Self::Step => step,
            Self::Tests => tally.tests,
            Self::Placements => tally.placements,
            Self::Backtracks => tally.backtracks,
            Self::Solutions => tally.solutions,
            Self::Depth => depth,
            Self::Boards => tally.searched_boards(),
            Self::Moves => tally.moves,
            Self::Pruned => tally.pruned,
        }
    }
}
