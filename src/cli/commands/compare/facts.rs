//! The numbers of a comparison, by name.

use std::time::Duration;

use crate::cli::report;
use crate::measure::{Effort, Reached};
use crate::record::Counter;
use crate::search::{Algorithm, Tally};
use crate::variants::enum_with_all;

enum_with_all! {
    /// A number that is compared.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Fact {
        Steps,
        Tests,
        Placements,
        Backtracks,
        TestsAndBacktracks,
        RuledOut,
        Boards,
        QueensMoved,
        Solutions,
    }
}

impl Fact {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Tests => "tests",
            Self::Placements => "placements",
            Self::Backtracks => "backtracks",
            Self::TestsAndBacktracks => "tests + backtracks",
            Self::RuledOut => "ruled out",
            Self::Boards => "boards",
            Self::QueensMoved => "queens moved",
            Self::Solutions => "solutions",
        }
    }

    /// Its name in JSON and CSV.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Tests => "tests",
            Self::Placements => "placements",
            Self::Backtracks => "backtracks",
            Self::TestsAndBacktracks => "tests_plus_backtracks",
            Self::RuledOut => "squares_ruled_out",
            Self::Boards => "boards",
            Self::QueensMoved => "queens_moved",
            Self::Solutions => "solutions",
        }
    }

    /// Its value; `None` if the algorithm does not count it.
    pub fn value(self, algorithm: Algorithm, tally: &Tally) -> Option<u64> {
        let counts = |counter: Counter| Counter::of(algorithm).contains(&counter);
        let (is_counted, value) = match self {
            Self::Steps => (true, tally.ticks()),
            Self::Tests => (counts(Counter::Tests), tally.tests),
            Self::Placements => (counts(Counter::Placements), tally.placements),
            Self::Backtracks => (counts(Counter::Backtracks), tally.backtracks),
            Self::TestsAndBacktracks => {
                (counts(Counter::Tests) && counts(Counter::Backtracks), tally.tests + tally.backtracks)
            }
            Self::RuledOut => (counts(Counter::Pruned), tally.pruned),
            Self::Boards => (counts(Counter::Boards), tally.boards),
            Self::QueensMoved => (counts(Counter::Moves), tally.moves),
            Self::Solutions => (true, tally.solutions),
        };
        is_counted.then_some(value)
    }
}

/// How the first solution was reached, in one word or two.
pub const fn of_first(reached: &Reached) -> &'static str {
    match reached {
        Reached::Done(_) => "found",
        Reached::CutOff => "cut off",
        Reached::Never => "no solution",
    }
}

/// How the end was reached.
pub const fn of_end(reached: &Reached) -> &'static str {
    match reached {
        Reached::Done(_) => "complete",
        Reached::CutOff => "cut off",
        Reached::Never => "never ends",
    }
}

/// The values of all facts.
pub fn values(algorithm: Algorithm, effort: Option<&Effort>) -> [Option<u64>; Fact::ALL.len()] {
    Fact::ALL.map(|fact| fact.value(algorithm, &effort?.tally))
}

/// A time with its unit; short ones in microseconds.
pub fn time(time: Duration) -> String {
    // Rounded to the microsecond.
    match (time.as_nanos() + 500) / 1000 {
        micros @ ..1000 => format!("{micros} µs"),
        _ => report::time(time),
    }
}

/// A time in seconds, to the nanosecond.
pub fn seconds(effort: &Effort) -> String {
    format!("{:.9}", effort.time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_in_microseconds() {
        for (nanos, text) in
            [(0, "0 µs"), (1_499, "1 µs"), (999_499, "999 µs"), (999_500, "1.0 ms"), (12_000_000, "12 ms")]
        {
            assert_eq!(time(Duration::from_nanos(nanos)), text);
        }
    }
}
