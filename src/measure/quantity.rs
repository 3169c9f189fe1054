//! The quantities and end points of a comparison.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::record::Counter;
use crate::search::{Algorithm, Tally};
use crate::variants::{Choice, enum_with_all, named_enum};
use crate::words::lower;

use super::{Effort, Measurement, Reached};

enum_with_all! {
    /// A quantity that is compared.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Quantity {
        /// Squares tested or ruled out, queens placed, removed or moved, and whole boards: the ticks of a race.
        #[default]
        Steps,
        /// Squares tested.
        Tests,
        /// Queens placed.
        Placements,
        /// Backtracks.
        Backtracks,
        /// Tests and backtracks, which the literature often counts as moves.
        TestsAndBacktracks,
        /// Squares ruled out.
        RuledOut,
        /// Whole boards set up.
        Boards,
        /// Queens moved.
        QueensMoved,
        /// Solutions.
        Solutions,
        /// The median time.
        Time,
    }
}

impl Choice for Quantity {
    fn all() -> Vec<Self> {
        vec![Self::Steps, Self::Tests, Self::Placements, Self::Backtracks, Self::Boards, Self::Time]
    }

    fn name(self) -> &'static str {
        self.names().0
    }
}

impl Quantity {
    /// Returns the name in text tables, and the name in JSON and CSV.
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Steps => ("steps", "steps"),
            Self::Tests => ("tests", "tests"),
            Self::Placements => ("placements", "placements"),
            Self::Backtracks => ("backtracks", "backtracks"),
            Self::TestsAndBacktracks => ("tests + backtracks", "tests_plus_backtracks"),
            Self::RuledOut => ("ruled out", "squares_ruled_out"),
            Self::Boards => ("boards", "boards"),
            Self::QueensMoved => ("queens moved", "queens_moved"),
            Self::Solutions => ("solutions", "solutions"),
            Self::Time => ("time", "seconds"),
        }
    }

    /// Returns the value, in nanoseconds for times; `None` if the algorithm has no counter of the quantity.
    pub fn number(self, algorithm: Algorithm, effort: &Effort) -> Option<u64> {
        let Effort { tally, time } = effort;
        let counts = |counter: Counter| Counter::of(algorithm).contains(&counter);
        let counted = |counter, number| counts(counter).then_some(number);
        match self {
            Self::Steps => Some(tally.ticks()),
            Self::Tests => counted(Counter::Tests, tally.tests),
            Self::Placements => counted(Counter::Placements, tally.placements),
            Self::Backtracks => counted(Counter::Backtracks, tally.backtracks),
            Self::TestsAndBacktracks => counted(Counter::Backtracks, tally.tests + tally.backtracks)
                .filter(|_| counts(Counter::Tests)),
            Self::RuledOut => counted(Counter::Pruned, tally.pruned),
            Self::Boards => counted(Counter::Boards, tally.boards),
            Self::QueensMoved => counted(Counter::Moves, tally.moves),
            Self::Solutions => Some(tally.solutions),
            Self::Time => Some(time.as_nanos() as u64),
        }
    }

    /// Whether an algorithm has a counter of the quantity.
    pub fn is_of(self, algorithm: Algorithm) -> bool {
        self.number(algorithm, &Effort { tally: Tally::default(), time: Duration::ZERO }).is_some()
    }
}

named_enum! {
    /// The point up to which searches are compared. See [`measure`](crate::measure::measure).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Until {
        /// To the first solution
        First = "first",
        /// To the solution of --solutions
        Solution = "solution",
        /// To the end of the search
        End = "end",
    }
}

impl Until {
    /// Returns whether a search has reached this point, and its effort up to there.
    pub const fn reached(self, measured: &Measurement) -> &Reached {
        match self {
            Self::First => &measured.first,
            Self::Solution => &measured.solution,
            Self::End => &measured.end,
        }
    }

    /// Describes the point for use in a sentence; `number` is the number of the requested solution.
    pub fn in_words(self, number: Option<NonZeroU64>) -> String {
        match (self, number) {
            (Self::Solution, Some(number)) => format!("to solution {number}"),
            (Self::First | Self::Solution | Self::End, _) => lower(self.about()),
        }
    }

    /// Describes in one or two words whether a search has reached this point.
    pub const fn status(self, reached: &Reached) -> &'static str {
        match (reached, self) {
            (Reached::Done(_), Self::First | Self::Solution) => "found",
            (Reached::Done(_), Self::End) => "complete",
            (Reached::CutOff, Self::First | Self::Solution | Self::End) => "cut off",
            (Reached::Never, Self::First) => "no solution",
            (Reached::Never, Self::Solution) => "fewer solutions",
            (Reached::Never, Self::End) => "never ends",
        }
    }
}
