//! Options of problems, searches and selections of solutions.

use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use clap::Args;

use crate::search::{Algorithm, Order};

use super::values::{SolutionNumbers, choice, choice_among, number, solution_numbers};
use super::{BOARD, WHAT};

/// Options of the problem: queens of the start, and closed squares.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = BOARD)]
pub struct ProblemArgs {
    /// Queens that stand from the beginning
    ///
    /// The row of the queen in each column, 0 where there is none, like 100000 for 6 queens, or squares like a6,c1 or,
    /// as row and column, r1c1,r6c3 or "1,1 6,3".
    ///
    /// They have a pin, are never removed, and count as no placements.
    #[arg(long, value_name = "PLACEMENT|SQUARES")]
    pub start: Option<String>,

    /// Closed squares, like c3,d4 or r4c3,r3c4
    ///
    /// No queen may stand there, but queens attack across them.
    ///
    /// They are hatched.
    #[arg(long, value_name = "SQUARES")]
    pub block: Option<String>,
}

/// Options of the search whose steps are shown.
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(next_help_heading = WHAT)]
pub struct SearchArgs {
    /// The algorithm
    ///
    /// 'queenreel algorithms' describes each.
    #[arg(long, value_name = "NAME", value_parser = choice::<Algorithm>(), default_value_t)]
    pub algorithm: Algorithm,

    /// Seed of the random choices [default: {seed}]
    ///
    /// They are made by {randomised}; the same number gives the same choices.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Place queens column by column, or row by row
    ///
    /// The order is free with {ordered}.
    #[arg(long, value_name = "ORDER", value_parser = choice::<Order>(), default_value_t)]
    pub order: Order,

    /// Film the whole search, with all solutions
    #[arg(long, conflicts_with = "solutions")]
    pub all: bool,

    /// End with the K-th solution [default: 1]
    #[arg(long, alias = "limit", value_name = "K", value_parser = number::<NonZeroU64>)]
    pub solutions: Option<NonZeroU64>,
}

/// Options that select solutions.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = WHAT)]
pub struct SolutionArgs {
    /// Take at most K
    #[arg(long, alias = "limit", value_name = "K", value_parser = number::<NonZeroU64>)]
    pub solutions: Option<NonZeroU64>,

    /// Only one of those that are rotations or reflections of each other
    ///
    /// It is the first in the order without --algorithm. With --start or --block, only those rotations and reflections
    /// count that leave these squares as they are.
    #[arg(long)]
    pub fundamental: bool,

    /// In the order in which this algorithm finds them
    ///
    /// [default: by the row in the first column, then in the second, and so on, as backtracking does]
    #[arg(long, value_name = "NAME", value_parser = choice_among(Algorithm::visits_all_solutions))]
    pub algorithm: Option<Algorithm>,

    /// Only those with these numbers, like 90.. or 3,7..9
    #[arg(
        long, value_name = "NUMBERS", value_parser = solution_numbers,
        conflicts_with_all = ["from", "solutions"]
    )]
    pub select: Option<SolutionNumbers>,

    /// Begin with the K-th [default: 1]
    #[arg(long, value_name = "K", value_parser = number::<NonZeroU64>)]
    pub from: Option<NonZeroU64>,
}

impl SolutionArgs {
    /// Returns the selected numbers, counted from 1.
    pub(crate) fn numbers(&self) -> Vec<RangeInclusive<u64>> {
        let first = self.from.map_or(1, NonZeroU64::get);
        let last = self.solutions.map_or(u64::MAX, |most| first.saturating_add(most.get() - 1));
        self.select.as_ref().map_or_else(|| vec![first..=last], |numbers| numbers.0.clone())
    }
}
