//! The race that was asked for: who takes part, and how far.

use crate::board::BoardSize;
use crate::record::{Clock, Run};
use crate::search::{Algorithm, DEFAULT_SEED, Event, until_solutions};
use anyhow::{Error, anyhow};
use indicatif::HumanCount;

use super::args::{ClockName, OrderName, RaceArgs};
use super::course::names;
use super::failure::Failure;
use super::progress::LookAhead;

/// Where the look ahead gives up.
const LONGEST_RACE: u64 = 200_000_000;

impl RaceArgs {
    /// Refuses what those that take part cannot do, rather than to leave it undone without a word.
    pub fn check(&self) -> Result<(), Failure> {
        self.refused().map_or(Ok(()), |error| Err(Failure::Usage(error)))
    }

    fn refused(&self) -> Option<Error> {
        let RaceArgs { algorithms, contest, queens, .. } = self;
        let any = |which: fn(Algorithm) -> bool| algorithms.iter().any(|algorithm| which(*algorithm));
        let without = |which: fn(Algorithm) -> bool| algorithms.iter().find(|algorithm| !which(**algorithm));
        if !(2..=4).contains(&algorithms.len()) {
            return Some(anyhow!("a race is between two and four algorithms, not {}", algorithms.len()));
        }
        let twice = (1..).zip(algorithms).find(|(next, algorithm)| algorithms[*next..].contains(algorithm));
        if let Some((_, algorithm)) = twice {
            return Some(anyhow!("{algorithm} is named twice, and would always be level with itself"));
        }
        if contest.seed.is_some() && !any(Algorithm::uses_seed) {
            return Some(anyhow!(
                "--seed is for searches by chance, and nobody here leaves anything to it; {}",
                names(Algorithm::uses_seed)
            ));
        }
        if contest.order == OrderName::Rows && !any(Algorithm::has_order) {
            return Some(anyhow!(
                "--order rows is for searches line by line, and all here set up whole boards; {}",
                names(Algorithm::has_order)
            ));
        }
        if let Some(algorithm) = without(Algorithm::visits_all_solutions).filter(|_| contest.all) {
            return Some(anyhow!(
                "{algorithm} is over with the first solution that it meets; --all is for those that visit all: {}",
                names(Algorithm::visits_all_solutions)
            ));
        }
        let by_tests = contest.clock == ClockName::Tests;
        if let Some(algorithm) = without(Algorithm::makes_tests).filter(|_| by_tests) {
            return Some(anyhow!(
                "{algorithm} makes no tests, so with --clock tests no time would pass for it; {} make some",
                names(Algorithm::makes_tests)
            ));
        }
        let endless = algorithms.iter().find(|algorithm| algorithm.never_ends(*queens));
        endless.map(|algorithm| {
            anyhow!(
                "{queens} queens have no solution, and {algorithm} goes on until it has one: it would never end"
            )
        })
    }

    pub fn clock(&self) -> Clock {
        self.contest.clock.into()
    }

    /// What each that takes part does.
    pub fn events(&self) -> impl Iterator<Item = impl Iterator<Item = Event> + use<>> {
        self.algorithms.iter().map(|algorithm| self.events_of(*algorithm, self.queens))
    }

    fn events_of(&self, algorithm: Algorithm, size: BoardSize) -> impl Iterator<Item = Event> + use<> {
        let seed = self.contest.seed.unwrap_or(DEFAULT_SEED);
        let solutions = if self.contest.all { u64::MAX } else { 1 };
        until_solutions(algorithm.events(size, self.contest.order.into(), seed), solutions)
    }

    /// How long each takes.
    pub fn runs(&self) -> Result<Vec<Run>, Failure> {
        let mut look_ahead = LookAhead::new(self.quiet);
        let runs = self.algorithms.iter().zip(self.events()).map(|(algorithm, events)| {
            let events = events.inspect(|_| look_ahead.event());
            Run::of(events, self.clock(), LONGEST_RACE).ok_or_else(|| {
                let seed = if algorithm.uses_seed() { ", and so may another --seed" } else { "" };
                Failure::Usage(anyhow!(
                    "{algorithm} does not end within {} ticks; a smaller N ends earlier{seed}",
                    HumanCount(LONGEST_RACE)
                ))
            })
        });
        runs.collect()
    }
}
