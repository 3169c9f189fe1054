//! Solutions, in the order in which searches find them.

use std::iter;

use crate::board::{Placement, Problem, Square};

use super::solvers::OpenLines;
use super::{Algorithm, DEFAULT_SEED, Event, Order};

/// Returns the solutions in the order of the search by columns: by the row in the first column, then in the
/// second, and so on.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::solutions;
///
/// let found: Vec<String> = solutions(BoardSize::new(4)?).map(|solution| solution.to_string()).collect();
/// assert_eq!(found, ["2413", "3142"]);
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
pub fn solutions<P: Into<Problem>>(problem: P) -> impl Iterator<Item = Placement> + Send + use<P> {
    SilentSearch::new(&problem.into()).flatten()
}

/// The number of events, or of queens placed and removed, without a solution after which a search yields `None`.
pub(crate) const STRIDE: u64 = 1_000_000;

/// Returns the solutions as found by [`solutions`] or an algorithm, and `None` after each [`STRIDE`] without a
/// solution, so that a search can be cancelled.
pub(crate) fn solutions_in_strides(
    problem: &Problem,
    algorithm: Option<Algorithm>,
) -> Box<dyn Iterator<Item = Option<Placement>> + Send> {
    match algorithm {
        Some(algorithm) => Box::new(algorithm.solutions_in_strides(problem)),
        None => Box::new(SilentSearch::new(problem)),
    }
}

/// The search by columns without events, on bits: many times faster.
struct SilentSearch {
    /// For each column, the rows in which its queen may be, as bits: a single row for a given queen.
    open: Vec<u64>,
    /// The columns up to the one whose squares are tried.
    columns: Vec<OpenColumn>,
    /// The rows of the queens in all earlier columns.
    rows: Vec<u8>,
}

/// A column in the search; a bit is a row.
#[derive(Debug, Clone, Copy)]
struct OpenColumn {
    /// The safe squares not tried yet.
    left: u64,
    /// The rows that queens attack along rows.
    attacked: u64,
    rising: u64,
    falling: u64,
}

impl SilentSearch {
    fn new(problem: &Problem) -> Self {
        let lines = OpenLines::new(problem, Order::Columns);
        let open = (0..problem.size().get()).map(|column| match lines.start(column) {
            Some(row) => 1 << row,
            None => lines.free(column),
        });
        let open: Vec<u64> = open.collect();
        let first = OpenColumn { left: open[0], attacked: 0, rising: 0, falling: 0 };
        Self { open, columns: vec![first], rows: Vec::new() }
    }
}

impl Iterator for SilentSearch {
    /// `None` after a [`STRIDE`] of queens placed and removed without a solution.
    type Item = Option<Placement>;

    fn next(&mut self) -> Option<Option<Placement>> {
        for _ in 0..STRIDE {
            let column = self.columns.last_mut()?;
            if column.left == 0 {
                self.columns.pop();
                self.rows.pop();
                continue;
            }
            let queen = column.left & column.left.wrapping_neg();
            column.left ^= queen;
            let attacked = column.attacked | queen;
            let (rising, falling) = ((column.rising | queen) << 1, (column.falling | queen) >> 1);
            self.rows.push(queen.trailing_zeros() as u8 + 1);
            let Some(open) = self.open.get(self.rows.len()) else {
                let found = Placement::new(&self.rows).ok();
                self.rows.pop();
                return Some(found);
            };
            let left = open & !(attacked | rising | falling);
            self.columns.push(OpenColumn { left, attacked, rising, falling });
        }
        Some(None)
    }
}

impl Algorithm {
    /// Returns the solutions in the order in which the algorithm finds them, by columns if it supports both
    /// orders, and with the [default seed](DEFAULT_SEED).
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::search::Algorithm;
    ///
    /// let mut found = Algorithm::Permutations.solutions(BoardSize::new(8)?);
    /// assert_eq!(found.nth(44).map(|solution| solution.to_string()).as_deref(), Some("25741863"));
    /// # Ok::<(), queenreel::board::SizeError>(())
    /// ```
    pub fn solutions<P: Into<Problem>>(self, problem: P) -> impl Iterator<Item = Placement> + Send + use<P> {
        self.solutions_in_strides(&problem.into()).flatten()
    }

    fn solutions_in_strides(
        self,
        problem: &Problem,
    ) -> impl Iterator<Item = Option<Placement>> + Send + use<> {
        reported(problem, self.events(problem.clone(), Order::Columns, DEFAULT_SEED))
    }
}

/// Returns the solutions that a search reports, with `None` after each [`STRIDE`] of events without a solution.
fn reported<I: Iterator<Item = Event>>(
    problem: &Problem,
    mut events: I,
) -> impl Iterator<Item = Option<Placement>> + use<I> {
    let mut rows = vec![0; problem.size().into()];
    for queen in problem.start() {
        rows[usize::from(queen.column) - 1] = queen.row;
    }
    let mut next_board = rows.clone();
    let put = |rows: &mut [u8], square: Square| rows[usize::from(square.column) - 1] = square.row;
    iter::from_fn(move || {
        for _ in 0..STRIDE {
            match events.next()? {
                // A solution has a queen in every column: the queen that came there last.
                Event::Place(square) | Event::Move { to: square, .. } => put(&mut rows, square),
                Event::Swap { to, .. } => to.into_iter().for_each(|square| put(&mut rows, square)),
                Event::SetUp(square) => put(&mut next_board, square),
                Event::Board => rows.clone_from(&next_board),
                Event::Solution => return Some(Placement::new(&rows).ok()),
                Event::Remove(_)
                | Event::Test { .. }
                | Event::Refuse(_)
                | Event::Prune(_)
                | Event::Restore(_)
                | Event::Backtrack { .. }
                | Event::DeadEnd { .. }
                | Event::Note
                | Event::Pause
                | Event::End => {}
            }
        }
        Some(None)
    })
}

/// A solution, and its number in search order among the counted solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedSolution {
    /// Counted from 1.
    pub number: u64,
    /// The number among all solutions, if only fundamental solutions are counted.
    pub among_all: Option<u64>,
    /// The problem that the solution solves.
    pub problem: Problem,
    /// The row of the queen in each column.
    pub placement: Placement,
}

impl NumberedSolution {
    /// Whether the solution is the first of its images under the symmetries of its problem, in the order of the
    /// search by columns.
    pub fn is_fundamental(&self) -> bool {
        self.placement.is_fundamental_under(self.problem.symmetries())
    }

    /// Returns the number of distinct images under the symmetries of the problem, including the solution itself.
    pub fn images(&self) -> usize {
        self.placement.images_under(self.problem.symmetries()).map_or(0, |images| images.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    #[test]
    fn solutions_are_in_the_order_of_the_search_by_columns() {
        for n in 1..=9 {
            let size = BoardSize::new(n).unwrap();
            assert!(solutions(size).eq(Algorithm::Backtracking.solutions(size)), "{n} queens");
        }
    }
}
