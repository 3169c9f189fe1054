//! Samples of many cases: `cargo test` runs some of them, to be fast, and all if `QUEENREEL_CASES` is 'all'.

use std::env;
use std::iter::StepBy;

/// Whether all cases run.
pub fn all_cases() -> bool {
    env::var_os("QUEENREEL_CASES").is_some_and(|cases| cases == "all")
}

/// All cases, or every `every`-th of them, including the first.
pub fn sampled<I: IntoIterator>(every: usize, cases: I) -> StepBy<I::IntoIter> {
    cases.into_iter().step_by(if all_cases() { 1 } else { every })
}
