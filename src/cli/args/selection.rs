//! Arguments of every command that goes through the solutions.

use std::num::NonZeroU64;

use clap::Args;

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
