//! The solutions alone.

use crate::board::{BoardSize, Placement};

use super::{Backtracking, Event, Order};

/// The solutions in the order in which the search by columns finds them: by the row in the first
/// column, then in the second, and so on.
pub fn solutions(size: BoardSize) -> impl Iterator<Item = Placement> {
    let mut rows = vec![0; usize::from(size.get())];
    Backtracking::new(size, Order::Columns).filter_map(move |event| match event {
        Event::Place(square) => {
            rows[usize::from(square.column) - 1] = square.row;
            None
        }
        Event::Solution => Placement::new(&rows).ok(),
        _ => None,
    })
}
