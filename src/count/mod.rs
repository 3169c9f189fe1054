//! The number of all solutions: a plain search for reference, and a fast search.

mod problem;
mod reference;
mod ring;
mod turned;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::board::{Problem, Symmetries};
use crate::limits::MAX_COUNTED_SIZE;
use crate::threads;

pub(crate) use problem::estimated_steps;

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;

/// Public to the tests of this repository, with the feature `internals`.
mod internals {
    pub use super::reference::{
        ALL_SEQUENCE, FUNDAMENTAL_SEQUENCE, LARGEST_KNOWN, known, plain, published_time,
    };
}
use ring::{Batches, Mask};
use turned::{Turn, unchanged};

/// The smallest board with at least two rows left for queens inside every ring.
const RINGED: u32 = 6;

/// The largest board whose inner columns fit a `u16`.
const NARROW: u32 = 18;

/// The number of solutions on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All solutions (OEIS A000170).
    pub total: u64,
    /// Solutions that a half turn leaves unchanged (OEIS A032522).
    pub half_turn: u64,
    /// Solutions that a quarter turn leaves unchanged (OEIS A033148).
    pub quarter_turn: u64,
    /// The symmetries of the problem. Solutions are not counted for turns outside this group.
    pub symmetries: Symmetries,
}

impl Counts {
    /// Returns the number of fundamental solutions, of which none is an image of another under the symmetries of
    /// the problem (OEIS A002562 on a whole board).
    ///
    /// By Burnside's lemma, this is the mean number of solutions that each symmetry leaves unchanged. Quarter
    /// turns count twice, for both directions. Except for a single queen, no reflection leaves a solution
    /// unchanged.
    pub const fn fundamental(&self) -> u64 {
        match self.total {
            1 => 1,
            total => (total + self.half_turn + 2 * self.quarter_turn) / self.symmetries.len() as u64,
        }
    }
}

/// An error of a count. See [`count`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The board has no rows or more than 28.
    #[error("solutions can be counted for 1 to {MAX_COUNTED_SIZE} queens, not for {0}")]
    Size(u32),
    /// [`Progress::stop`] was called.
    #[error("stopped before all solutions were counted")]
    Stopped,
}

/// Counts the solutions on a board of `n` rows, on all threads of the current rayon pool.
///
/// # Errors
/// When `n` is 0 or above 28, or the count was cancelled.
///
/// ```
/// use queenreel::count::{Progress, count};
///
/// let counts = count(8, &Progress::new())?;
/// assert_eq!((counts.total, counts.fundamental()), (92, 12));
/// # Ok::<(), queenreel::count::CountError>(())
/// ```
pub fn count(n: u32, progress: &Progress) -> Result<Counts, CountError> {
    if !(1..=MAX_COUNTED_SIZE).contains(&n) {
        return Err(CountError::Size(n));
    }
    counts(n, progress).ok_or(CountError::Stopped)
}

/// Counts the solutions of a problem, on all threads of the current rayon pool.
///
/// With given queens or closed squares, a plain search on bits finds each solution: such problems may lack
/// the symmetries that the fast search relies on.
///
/// # Errors
/// As for [`count`].
///
/// ```
/// use queenreel::board::{BoardSize, Problem, Square};
/// use queenreel::count::{Progress, count_problem};
///
/// let corner = Problem::new(BoardSize::new(6)?, [Square::new(1, 1)], [])?;
/// assert_eq!(count_problem(&corner, &Progress::new())?.total, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_problem(problem: &Problem, progress: &Progress) -> Result<Counts, CountError> {
    let n = problem.size().into();
    if problem.is_plain() || n > MAX_COUNTED_SIZE {
        return count(n, progress);
    }
    problem::counts(problem, progress).ok_or(CountError::Stopped)
}

fn counts(n: u32, progress: &Progress) -> Option<Counts> {
    let total = match n {
        ..RINGED => small(n, progress),
        RINGED..=NARROW => total::<u16>(n, progress)?,
        _ => total::<u32>(n, progress)?,
    };
    Some(Counts {
        total,
        half_turn: unchanged(n, Turn::Half, &progress.stop)?,
        quarter_turn: unchanged(n, Turn::Quarter, &progress.stop)?,
        symmetries: Symmetries::ALL,
    })
}

fn small(n: u32, progress: &Progress) -> u64 {
    progress.start(1);
    let total = plain(n);
    progress.advance(1);
    total
}

fn total<M: Mask>(n: u32, progress: &Progress) -> Option<u64> {
    let groups = ring::groups(n);
    progress.start(groups.iter().map(|group| group.boards.len()).sum());
    // Neighbouring groups take similar times. Fibonacci hashing mixes the groups, so that progress in boards is
    // roughly proportional to the time.
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&i| (i as u32).wrapping_mul(0x9E37_79B9));
    threads::ensure();
    let of_group = |batches: &mut Batches<M>, i: usize| {
        let solutions = batches.solutions(&groups[i], &progress.stop)?;
        progress.advance(groups[i].boards.len());
        Some(solutions)
    };
    order.into_iter().par_bridge().map_init(|| Batches::new(n), of_group).sum()
}

/// The progress of a count, shared with other threads, which can cancel the count. Each count needs its own
/// `Progress`. See [`count`].
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Returns the progress of a count that has not started.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the part that is done, from 0 to 1, roughly in proportion to the time.
    pub fn fraction(&self) -> f64 {
        match self.all.load(Ordering::Relaxed) {
            0 => 0.0,
            all => self.done.load(Ordering::Relaxed) as f64 / all as f64,
        }
    }

    /// Estimates the remaining time when `elapsed` has passed since the start; `None` before any progress.
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let done = self.fraction();
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - done) / done).ok()
    }

    /// Cancels the count, which returns an error within a fraction of a second.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn start(&self, all: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all as u64, Ordering::Relaxed);
    }

    fn advance(&self, steps: usize) {
        self.done.fetch_add(steps as u64, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
