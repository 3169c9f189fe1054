//! Measured searches: the work and the time of an algorithm up to its first solution, a requested solution and its
//! end.

mod quantity;
mod space;

use std::num::{NonZeroU32, NonZeroU64};
use std::time::{Duration, Instant};

use crate::board::Problem;
use crate::search::{Algorithm, Event, Order, Tally};

pub use quantity::{Quantity, Until};

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;

/// Public to the tests of this repository, with the feature `internals`.
mod internals {
    pub use super::space::{Natural, SearchSpace};
}

/// The number of events or nodes after which the clock is read, which takes longer than an event.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// The limits of a measurement. See [`measure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of runs for the median time; no run is started if all runs together would probably exceed
    /// the timeout.
    pub runs: NonZeroU32,
    /// The time after which a search is cut off.
    pub timeout: Duration,
    /// The number of a further solution up to which the search is measured.
    pub solutions: Option<NonZeroU64>,
}

/// The work of a search up to a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The counters of the search, which are equal in all runs.
    pub tally: Tally,
    /// The median time, including the time to report each event.
    pub time: Duration,
}

/// Whether a search has reached a point. See [`measure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The search has reached the point with this effort.
    Done(Effort),
    /// The search was cut off before the point.
    CutOff,
    /// The search has no such point.
    Never,
}

impl Reached {
    /// Returns the effort, if the search has reached the point.
    pub const fn effort(&self) -> Option<&Effort> {
        if let Self::Done(effort) = self { Some(effort) } else { None }
    }
}

/// A measured search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measurement {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// To the first solution, if the problem has one.
    pub first: Reached,
    /// To the requested solution.
    pub solution: Reached,
    /// To the end of the search, after all solutions. Randomised algorithms have no such end, since they stop at a
    /// solution.
    pub end: Reached,
    /// The number of whole boards set up until the last solution, if the search has ended and found one.
    pub last_solution: Option<u64>,
    /// The number of runs.
    pub runs: u32,
}

/// Measures the search of an algorithm, column by column. `go_on` is polled; if it returns false, the measurement
/// is cancelled and returns `None`.
///
/// ```
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use queenreel::board::BoardSize;
/// use queenreel::measure::{Limits, Reached, measure};
/// use queenreel::search::{Algorithm, DEFAULT_SEED};
///
/// let limits = Limits { runs: NonZeroU32::MIN, timeout: Duration::from_secs(10), solutions: None };
/// let size = BoardSize::new(8)?;
/// let measured = measure(Algorithm::Backtracking, size, DEFAULT_SEED, limits, || true).unwrap();
/// assert_eq!(measured.first.effort().unwrap().tally.tests, 876);
/// assert_eq!(measured.end.effort().unwrap().tally.solutions, 92);
///
/// let measured = measure(Algorithm::MinConflicts, size, DEFAULT_SEED, limits, || true).unwrap();
/// assert_eq!(measured.end, Reached::Never);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    algorithm: Algorithm,
    problem: impl Into<Problem>,
    seed: u64,
    limits: Limits,
    mut go_on: impl FnMut() -> bool,
) -> Option<Measurement> {
    let (began, problem): (_, Problem) = (Instant::now(), problem.into());
    let run_once = |go_on: &mut _| Run::of(algorithm.events(&problem, Order::Columns, seed), limits, go_on);
    // All runs have the same events, and differ only in their times.
    let first_run = run_once(&mut go_on)?;
    let (mut to_first, mut to_solution, mut to_end, mut runs) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut run = first_run;
    loop {
        runs += 1;
        to_first.extend(run.first.map(|(_, time)| time));
        to_solution.extend(run.solution.map(|(_, time)| time));
        to_end.extend((!run.is_cut_off).then_some(run.time));
        // The next run will take about as long as this one.
        let is_over = run.is_cut_off || began.elapsed() + run.time > limits.timeout;
        if is_over || runs >= limits.runs.get() {
            break;
        }
        // Runs of few events do not poll.
        if !go_on() {
            return None;
        }
        run = run_once(&mut go_on)?;
    }
    let reached = |point: Option<(Tally, Duration)>, times| match point {
        Some((tally, _)) => Reached::Done(Effort { tally, time: median(times) }),
        None if first_run.is_cut_off => Reached::CutOff,
        None => Reached::Never,
    };
    let first = reached(first_run.first, to_first);
    let solution = reached(first_run.solution, to_solution);
    let end = if !algorithm.visits_all_solutions() {
        Reached::Never
    } else if first_run.is_cut_off {
        Reached::CutOff
    } else {
        Reached::Done(Effort { tally: first_run.tally, time: median(to_end) })
    };
    let last_solution = end.effort().and(first_run.last_solution);
    Some(Measurement { algorithm, first, solution, end, last_solution, runs })
}

#[derive(Debug, Clone, Copy)]
struct Run {
    first: Option<(Tally, Duration)>,
    /// Counters and time at the requested solution.
    solution: Option<(Tally, Duration)>,
    tally: Tally,
    last_solution: Option<u64>,
    time: Duration,
    is_cut_off: bool,
}

impl Run {
    /// Searches once; returns `None` if cancelled.
    fn of(
        events: impl Iterator<Item = Event>,
        limits: Limits,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<Self> {
        let began = Instant::now();
        let (mut tally, mut first, mut solution, mut last_solution) = (Tally::default(), None, None, None);
        let (mut passed, mut is_cut_off) = (0_u64, false);
        for event in events {
            tally.count(event);
            if event == Event::Solution {
                first.get_or_insert_with(|| (tally, began.elapsed()));
                if limits.solutions.is_some_and(|number| number.get() == tally.solutions) {
                    solution = Some((tally, began.elapsed()));
                }
                last_solution = Some(tally.boards);
            }
            passed += 1;
            if passed.is_multiple_of(BETWEEN_LOOKS) {
                if !go_on() {
                    return None;
                }
                if began.elapsed() > limits.timeout {
                    is_cut_off = true;
                    break;
                }
            }
        }
        Some(Self { first, solution, tally, last_solution, time: began.elapsed(), is_cut_off })
    }
}

/// Returns the median; the lower of the two middle times of an even number, and zero without times.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::search::DEFAULT_SEED;

    fn limits(runs: u32, timeout: Duration) -> Limits {
        Limits { runs: NonZeroU32::new(runs).unwrap(), timeout, solutions: None }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |times: &[u64]| median(times.iter().map(|time| Duration::from_millis(*time)).collect());
        let cases: [(&[u64], u64); 4] = [(&[], 0), (&[7], 7), (&[9, 1], 1), (&[5, 1, 900], 5)];
        for (times, middle) in cases {
            assert_eq!(of(times), Duration::from_millis(middle), "{times:?}");
        }
    }

    #[test]
    fn a_search_that_is_cut_off_has_no_total() {
        let size = BoardSize::new(20).unwrap();
        let limits = limits(5, Duration::from_millis(1));
        let measured = measure(Algorithm::Backtracking, size, DEFAULT_SEED, limits, || true).unwrap();
        assert_eq!((measured.end, measured.last_solution, measured.runs), (Reached::CutOff, None, 1));
    }

    #[test]
    fn a_board_without_a_solution_has_an_end_only() {
        let size = BoardSize::new(3).unwrap();
        let limits = limits(3, Duration::from_secs(60));
        let measured = measure(Algorithm::Marking, size, DEFAULT_SEED, limits, || true).unwrap();
        assert_eq!((measured.first, measured.runs), (Reached::Never, 3));
        assert_eq!(measured.end.effort().unwrap().tally.solutions, 0);
    }

    #[test]
    fn a_search_stops_when_it_is_not_to_go_on() {
        let size = BoardSize::new(20).unwrap();
        let limits = limits(1, Duration::from_secs(60));
        assert_eq!(measure(Algorithm::Eager, size, DEFAULT_SEED, limits, || false), None);
    }

    #[test]
    fn many_short_runs_stop_when_they_are_not_to_go_on() {
        let size = BoardSize::new(1).unwrap();
        let limits = limits(u32::MAX, Duration::from_secs(60));
        assert_eq!(measure(Algorithm::Eager, size, DEFAULT_SEED, limits, || false), None);
    }
}
