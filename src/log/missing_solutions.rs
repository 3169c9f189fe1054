//! Solutions that a log does not report.

use crate::board::BoardSize;
use crate::search::{Event, Position};

use super::Entry;

/// Adds the solutions to the entries of a log that reports none: each right after the placement,
/// the move or the board that completes it.
pub fn with_solutions<E>(
    size: BoardSize,
    mut entries: impl Iterator<Item = Result<Entry, E>>,
) -> impl Iterator<Item = Result<Entry, E>> {
    let mut position = Position::new(Some(size));
    std::iter::from_fn(move || {
        if position.is_unreported_solution() {
            position.apply(Event::Solution);
            return Some(Ok(Event::Solution.into()));
        }
        let entry = entries.next()?;
        if let Ok(Entry { event, .. }) = &entry {
            position.apply(*event);
        }
        Some(entry)
    })
}
