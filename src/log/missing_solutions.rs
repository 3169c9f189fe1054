//! Solutions that a log does not report.

use std::collections::BTreeMap;

use crate::board::Problem;
use crate::search::{Event, Position};

use super::Entry;

/// Adds the solutions to the entries of a log that reports none: each right after the placement,
/// the move or the board that completes it.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::log::{Entry, LogError, with_solutions};
/// use queenreel::search::Event;
///
/// let entries = [Ok::<_, LogError>(Entry::from(Event::place((1, 1).into())))];
/// let entries = with_solutions(BoardSize::MIN, entries.into_iter());
/// let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
/// assert_eq!(entries[1].event, Event::Solution);
/// # Ok::<(), LogError>(())
/// ```
///
/// # Panics
/// The iterator may panic at an event that is impossible on the board; those of a
/// [`LogReader`](super::LogReader) are checked.
pub fn with_solutions<E>(
    problem: impl Into<Problem>,
    entries: impl Iterator<Item = Result<Entry, E>>,
) -> impl Iterator<Item = Result<Entry, E>> {
    with_missing_solutions(problem.into(), |_| true, entries)
}

/// As [`with_solutions`], in the lanes that report none.
pub(super) fn with_missing_solutions<E>(
    problem: Problem,
    is_missing: impl Fn(Option<u32>) -> bool,
    mut entries: impl Iterator<Item = Result<Entry, E>>,
) -> impl Iterator<Item = Result<Entry, E>> {
    let mut positions: BTreeMap<Option<u32>, Option<Position>> = BTreeMap::new();
    let mut missing = None;
    std::iter::from_fn(move || {
        if let Some(lane) = missing.take() {
            return Some(Ok(Entry { lane, ..Event::Solution.into() }));
        }
        let entry = entries.next()?;
        if let Ok(Entry { event, lane, .. }) = &entry {
            let new = || is_missing(*lane).then(|| Position::of(&problem));
            if let Some(position) = positions.entry(*lane).or_insert_with(new) {
                position.apply(*event);
                if position.is_unreported_solution() {
                    position.apply(Event::Solution);
                    missing = Some(*lane);
                }
            }
        }
        Some(entry)
    })
}
