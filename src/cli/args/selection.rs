//! Arguments of every command that selects solutions.

use std::num::NonZeroU64;

use anyhow::anyhow;
use clap::Args;

use crate::board::BoardSize;
use crate::cli::commands::search::{names, too_many_queens};
use crate::cli::error::CliError;
use crate::cli::values;
use crate::count::known;
use crate::search::{Algorithm, NumberedSolution};

#[derive(Debug, Args)]
pub struct SelectionArgs {
    /// Only solutions that differ by more than rotation or reflection: of each such group the first, in
    /// the order without --algorithm
    #[arg(long)]
    pub fundamental: bool,

    /// In the order in which this algorithm finds them [default: by the row in the first column, then in
    /// the second, and so on, as backtracking does]
    #[arg(long, value_name = "NAME", value_parser = values::algorithm())]
    pub algorithm: Option<Algorithm>,

    /// Begin with the K-th [default: 1]
    #[arg(long, value_name = "K", value_parser = values::number, allow_negative_numbers = true)]
    from: Option<NonZeroU64>,

    /// Take at most K
    #[arg(long, alias = "solutions", value_name = "K", value_parser = values::number, allow_negative_numbers = true)]
    pub limit: Option<NonZeroU64>,
}

/// Says that a board has no solution.
pub fn no_solution(size: BoardSize) -> String {
    format!("no solution: the board of {size} has none; try 4")
}

impl SelectionArgs {
    /// The first that is taken, counted from 1.
    pub fn from(&self) -> u64 {
        self.from.map_or(1, NonZeroU64::get)
    }

    /// Why no solution is selected.
    pub fn none(&self, size: BoardSize) -> String {
        let (kind, from) =
            (if self.fundamental { "fundamental solutions" } else { "solutions" }, self.from());
        if from == 1 { no_solution(size) } else { format!("{size} queens have fewer than {from} {kind}") }
    }

    /// Refuses an algorithm that does not find all solutions of a board in a reasonable time.
    pub fn check(&self, size: BoardSize) -> Result<(), CliError> {
        let Some(algorithm) = self.algorithm else { return Ok(()) };
        Err(CliError::Usage(if !algorithm.visits_all_solutions() {
            anyhow!(
                "{algorithm} ends with the first solution; for the order of all name one of {}",
                names(Algorithm::visits_all_solutions)
            )
        } else if size.get() > algorithm.most_queens() {
            too_many_queens(algorithm, size)
        } else if algorithm.takes_too_long(size) {
            anyhow!(
                "{algorithm} takes too long for {size} queens; give a smaller N, or leave out --algorithm"
            )
        } else {
            return Ok(());
        }))
    }

    /// How many solutions are selected, if it is known.
    pub fn number(&self, size: BoardSize) -> Option<u64> {
        let limit = self.limit.map(NonZeroU64::get);
        let all = known(size.get().into())
            .map(|(total, fundamental)| if self.fundamental { fundamental } else { total });
        let left = all.map(|all| all.saturating_sub(self.from() - 1));
        left.map_or(limit, |left| Some(limit.map_or(left, |limit| left.min(limit))))
    }

    /// The selected solutions, in the order of their search.
    pub fn solutions(&self, size: BoardSize) -> impl Iterator<Item = NumberedSolution> + use<> {
        let fundamental = self.fundamental;
        (1..)
            .zip(self.algorithm.unwrap_or_default().solutions(size))
            .map(|(number, placement)| NumberedSolution { number, placement })
            .filter(move |selected| !fundamental || selected.placement.is_fundamental())
            .skip(usize::try_from(self.from() - 1).unwrap_or(usize::MAX))
            .take(self.limit.map_or(usize::MAX, |limit| usize::try_from(limit.get()).unwrap_or(usize::MAX)))
    }
}
