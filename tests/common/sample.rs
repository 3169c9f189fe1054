//! Sweeps over many cases: all of them in the binary `sweeps`, and some in the suite, which is to be fast.

use std::iter::StepBy;

/// Whether this is the binary that takes all cases.
pub fn is_sweep() -> bool {
    env!("CARGO_CRATE_NAME") == "sweeps"
}

/// All cases in the sweeps; in the suite one of so many, the first among them.
pub fn sampled<I: IntoIterator>(every: usize, cases: I) -> StepBy<I::IntoIter> {
    cases.into_iter().step_by(if is_sweep() { 1 } else { every })
}
