//! Counting all solutions: a plain search to read, and a fast one to use.

mod batch;
mod known;
mod plain;
mod progress;
mod ring;
mod turned;

use rayon::iter::{ParallelBridge, ParallelIterator};

use batch::{Batches, Mask};
pub use known::known;
pub use plain::plain;
pub use progress::Progress;
use turned::{Turn, unchanged};

/// Largest board whose count fits a `u64`: the number of solutions is known up
/// to n = 27, at 2.3e17, and grows about elevenfold with each further row.
pub const MAX_SIZE: u32 = 28;

/// Smallest board with at least two rows left for queens inside every ring.
const RINGED: u32 = 6;

/// Largest board with inner columns for a `u16`.
const NARROW: u32 = 18;

/// The solutions on one size of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// All solutions (OEIS A000170).
    pub total: u64,
    /// Those that a half turn leaves unchanged (A032522).
    pub half_turn: u64,
    /// Those that a quarter turn leaves unchanged (A033148).
    pub quarter_turn: u64,
}

impl Counts {
    /// Solutions that are not images of one another by turns and reflections
    /// (A002562).
    ///
    /// By Burnside's lemma this is the mean number of solutions unchanged by
    /// each of the eight symmetries, two of which are quarter turns. No
    /// reflection leaves one unchanged, except for the lone queen.
    #[must_use]
    pub const fn fundamental(&self) -> u64 {
        match self.total {
            1 => 1,
            total => (total + self.half_turn + 2 * self.quarter_turn) / 8,
        }
    }
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The board has no rows or more than [`MAX_SIZE`].
    #[error("solutions can be counted for 1 to {MAX_SIZE} queens, not for {0}")]
    Size(u32),
    /// [`Progress::stop`] was called.
    #[error("stopped before all solutions were counted")]
    Stopped,
}

/// Counts the solutions on a board of `n` rows, on all threads of the current
/// rayon pool.
///
/// # Errors
/// [`CountError`] when the board is too large to be counted, or the count was stopped.
pub fn count(n: u32, progress: &Progress) -> Result<Counts, CountError> {
    if !(1..=MAX_SIZE).contains(&n) {
        return Err(CountError::Size(n));
    }
    counts(n, progress).ok_or(CountError::Stopped)
}

fn counts(n: u32, progress: &Progress) -> Option<Counts> {
    let total = match n {
        ..RINGED => small(n, progress),
        RINGED..=NARROW => total::<u16>(n, progress)?,
        _ => total::<u32>(n, progress)?,
    };
    Some(Counts {
        total,
        half_turn: unchanged(n, Turn::Half, progress.stop_flag())?,
        quarter_turn: unchanged(n, Turn::Quarter, progress.stop_flag())?,
    })
}

fn small(n: u32, progress: &Progress) -> u64 {
    progress.begin(1);
    let total = plain(n);
    progress.advance(1);
    total
}

fn total<M: Mask>(n: u32, progress: &Progress) -> Option<u64> {
    let groups = ring::groups(n);
    progress.begin(groups.iter().map(|group| group.boards.len()).sum());
    // Neighbouring groups take similar times. Fibonacci hashing mixes them, so
    // that the boards done are a measure of the time.
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&i| (i as u32).wrapping_mul(0x9E37_79B9));
    order
        .into_iter()
        .par_bridge()
        .map_init(
            || Batches::<M>::new(n),
            |batches, i| {
                let solutions = batches.solutions(&groups[i], progress.stop_flag())?;
                progress.advance(groups[i].boards.len());
                Some(solutions)
            },
        )
        .sum()
}

#[cfg(test)]
mod tests;
