//! Arguments of every command that goes through the solutions.

use std::num::NonZeroU64;

use clap::Args;

use crate::board::BoardSize;
use crate::search::{NumberedSolution, solutions};

/// Which of the solutions are taken
#[derive(Debug, Args)]
pub struct SelectionArgs {
    /// Only one of those that are turns and reflections of each other: the first
    #[arg(long)]
    pub fundamental: bool,

    /// Begin with the K-th of them
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub from: NonZeroU64,

    /// Take K at the most
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub limit: Option<NonZeroU64>,
}

impl SelectionArgs {
    /// The solutions that were asked for, in search order.
    pub fn solutions(&self, size: BoardSize) -> impl Iterator<Item = NumberedSolution> + use<> {
        let fundamental = self.fundamental;
        (1..)
            .zip(solutions(size))
            .map(|(number, placement)| NumberedSolution { number, placement })
            .filter(move |selected| !fundamental || selected.placement.is_fundamental())
            .skip(usize::try_from(self.from.get() - 1).unwrap_or(usize::MAX))
            .take(self.limit.map_or(usize::MAX, |limit| usize::try_from(limit.get()).unwrap_or(usize::MAX)))
    }
}
