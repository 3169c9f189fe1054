//! The solutions of the puzzle.

use crate::board::{BoardSize, Placement, Square};

use super::{Algorithm, Backtracking, DEFAULT_SEED, Event, Order};

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
    reported(size, Backtracking::new(size, Order::Columns))
}

impl Algorithm {
    /// The solutions in the order in which the algorithm finds them, by columns if it has a choice, and
    /// with the [default seed](DEFAULT_SEED).
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::search::Algorithm;
    ///
    /// let mut found = Algorithm::Permutations.solutions(BoardSize::new(8)?);
    /// assert_eq!(found.nth(44).map(|solution| solution.to_string()).as_deref(), Some("25741863"));
    /// # Ok::<(), queenreel::board::SizeError>(())
    /// ```
    pub fn solutions(self, size: BoardSize) -> impl Iterator<Item = Placement> + Send + use<> {
        reported(size, self.events(size, Order::Columns, DEFAULT_SEED))
    }
}

/// The solutions that a search reports.
fn reported(size: BoardSize, events: impl Iterator<Item = Event>) -> impl Iterator<Item = Placement> {
    let mut rows = vec![0; size.into()];
    let mut next_board = rows.clone();
    let put = |rows: &mut [u8], square: Square| rows[usize::from(square.column) - 1] = square.row;
    events.filter_map(move |event| {
        match event {
            // A solution has a queen in every column: the one that came there last.
            Event::Place(square) | Event::Move { to: square, .. } => put(&mut rows, square),
            Event::Swap { to, .. } => to.into_iter().for_each(|square| put(&mut rows, square)),
            Event::SetUp(square) => put(&mut next_board, square),
            Event::Board => rows.clone_from(&next_board),
            Event::Solution => return Placement::new(&rows).ok(),
            Event::Test { .. }
            | Event::Refuse(_)
            | Event::Backtrack { .. }
            | Event::DeadEnd { .. }
            | Event::Remove(_)
            | Event::Prune(_)
            | Event::Restore(_)
            | Event::Note
            | Event::Pause
            | Event::End => {}
        }
        None
    })
}

/// A solution and its number in the order of its search.
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
