//! The solutions of the puzzle.

use crate::board::{BoardSize, Placement};

use super::{Backtracking, Event, Order};

/// The solutions in the order in which the search by columns finds them: by the row in the first
/// column, then in the second, and so on.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::solutions;
///
/// let found: Vec<String> = solutions(BoardSize::new(4)?).map(|solution| solution.to_string()).collect();
/// assert_eq!(found, ["2413", "3142"]);
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
pub fn solutions(size: BoardSize) -> impl Iterator<Item = Placement> {
    let mut rows = vec![0; size.into()];
    Backtracking::new(size, Order::Columns).filter_map(move |event| {
        if let Event::Place(square) = event {
            rows[usize::from(square.column) - 1] = square.row;
        }
        if event == Event::Solution { Placement::new(&rows).ok() } else { None }
    })
}

/// A solution and its number in search order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedSolution {
    /// Its number, counted from 1.
    pub number: u64,
    /// The row of the queen in each column.
    pub placement: Placement,
}

impl NumberedSolution {
    /// How many distinct rotations and reflections it has, including itself.
    pub fn images(&self) -> usize {
        self.placement.images().map_or(0, |images| images.len())
    }
}
