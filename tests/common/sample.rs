//! Samples of many cases: all in the binary `sweeps`, some in the suite, which must be fast.

use std::iter::StepBy;

/// Whether this binary runs all cases.
pub fn is_sweep() -> bool {
    env!("CARGO_CRATE_NAME") == "sweeps"
}

/// All cases in the sweeps; every `every`-th in the suite, including the first.
pub fn sampled<I: IntoIterator>(every: usize, cases: I) -> StepBy<I::IntoIter> {
    cases.into_iter().step_by(if is_sweep() { 1 } else { every })
}
