//! Arguments of every command that selects solutions.

use std::num::NonZeroU64;

use clap::Args;

use crate::cli::values;

use crate::board::BoardSize;
use crate::search::{NumberedSolution, solutions};

#[derive(Debug, Args)]
pub struct SelectionArgs {
    /// Only solutions that differ by more than rotation or reflection: of each such group the first
    #[arg(long)]
    pub fundamental: bool,

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

    /// The selected solutions, in search order.
    pub fn solutions(&self, size: BoardSize) -> impl Iterator<Item = NumberedSolution> + use<> {
        let fundamental = self.fundamental;
        (1..)
            .zip(solutions(size))
            .map(|(number, placement)| NumberedSolution { number, placement })
            .filter(move |selected| !fundamental || selected.placement.is_fundamental())
            .skip(usize::try_from(self.from() - 1).unwrap_or(usize::MAX))
            .take(self.limit.map_or(usize::MAX, |limit| usize::try_from(limit.get()).unwrap_or(usize::MAX)))
    }
}
