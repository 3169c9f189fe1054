//! Solutions that nobody has told of.

use crate::board::BoardSize;
use crate::search::Event;

use super::Entry;
use super::position::Position;

/// Adds to the entries of a log that tells of no solution those that there are: each right after
/// the placement, the move or the board that completes it.
pub fn with_solutions<E>(
    size: BoardSize,
    mut entries: impl Iterator<Item = Result<Entry, E>>,
) -> impl Iterator<Item = Result<Entry, E>> {
    let mut position = Position::empty();
    std::iter::from_fn(move || {
        if position.is_unsaid_solution(size) {
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
