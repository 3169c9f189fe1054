//! The numbers of a comparison, by name, and up to where they are counted.

use std::time::Duration;

use clap::ValueEnum;

use crate::cli::report;
use crate::cli::table::{Cell, Value};
use crate::measure::{Effort, Limits, Measurement, Reached};
use crate::page::ChartUnit;
use crate::record::Counter;
use crate::search::{Algorithm, Tally};
use crate::variants::enum_with_all;

use super::timeout;

enum_with_all! {
    /// What is compared; a chart shows one, but not of those that are skipped.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
    pub enum Quantity {
        /// Squares tested or ruled out, queens placed, removed or moved, and whole boards: the ticks of a race
        #[default]
        Steps,
        /// Squares tested
        Tests,
        /// Queens placed
        Placements,
        /// Backtracks
        Backtracks,
        #[value(skip)]
        TestsAndBacktracks,
        #[value(skip)]
        RuledOut,
        /// Whole boards set up
        Boards,
        #[value(skip)]
        QueensMoved,
        #[value(skip)]
        Solutions,
        /// The median time
        Time,
    }
}

impl Quantity {
    /// Its name in tables of text, and in JSON and CSV.
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

    /// Its number, of times in nanoseconds; `None` if the algorithm does not count it.
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

    /// Whether an algorithm counts it.
    pub fn is_of(self, algorithm: Algorithm) -> bool {
        self.number(algorithm, &Effort { tally: Tally::default(), time: Duration::ZERO }).is_some()
    }

    /// Its name in charts.
    pub fn title(self) -> &'static str {
        if self == Self::Boards { "whole boards" } else { self.names().0 }
    }

    /// The unit in charts.
    pub fn unit(self) -> ChartUnit {
        if self == Self::Time { ChartUnit::Seconds } else { ChartUnit::Count }
    }

    /// A number in this unit.
    pub fn value(self, number: u64) -> f64 {
        match self.unit() {
            ChartUnit::Count => number as f64,
            ChartUnit::Seconds => Duration::from_nanos(number).as_secs_f64(),
        }
    }

    /// A number as a cell of a table.
    pub fn cell(self, number: u64) -> Cell {
        let time = Duration::from_nanos(number);
        match self.unit() {
            ChartUnit::Count => Cell::number(number),
            ChartUnit::Seconds => Cell::new(short_time(time), Value::seconds(time, 9)),
        }
    }
}

/// Up to where a chart shows a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Until {
    /// To the first solution
    First,
    /// To the end of the search
    End,
}

impl Until {
    pub const fn reached(self, measured: &Measurement) -> &Reached {
        match self {
            Self::First => &measured.first,
            Self::End => &measured.end,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "to the first solution",
            Self::End => "to the end of the search",
        }
    }

    /// How a search has come there, in one word or two.
    pub const fn status(self, reached: &Reached) -> &'static str {
        match (reached, self) {
            (Reached::Done(_), Self::First) => "found",
            (Reached::Done(_), Self::End) => "complete",
            (Reached::CutOff, _) => "cut off",
            (Reached::Never, Self::First) => "no solution",
            (Reached::Never, Self::End) => "never ends",
        }
    }

    /// Why there is no number.
    pub fn why_none(self, reached: &Reached, limits: Limits) -> String {
        match (reached, self) {
            (Reached::CutOff, _) => format!("cut off after {}", timeout(limits)),
            (Reached::Never, Self::First) => "no solution".to_owned(),
            (Reached::Never, Self::End) => "never ends by itself".to_owned(),
            (Reached::Done(_), _) => "does not count them".to_owned(),
        }
    }
}

/// A time with its unit; short ones in microseconds.
fn short_time(time: Duration) -> String {
    // Rounded to the microsecond.
    match (time.as_nanos() + 500) / 1000 {
        micros @ ..1000 => format!("{micros} µs"),
        _ => report::time(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_in_microseconds() {
        for (nanos, text) in
            [(0, "0 µs"), (1_499, "1 µs"), (999_499, "999 µs"), (999_500, "1.0 ms"), (12_000_000, "12 ms")]
        {
            assert_eq!(short_time(Duration::from_nanos(nanos)), text);
        }
    }
}
