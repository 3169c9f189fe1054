//! The header of a log: what its lines mean.

use crate::board::{BoardSize, Problem, ProblemError, Square};
use crate::search::{Order, Rules};
use crate::variants::named_enum;

/// The line before the events of a log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The size of the board.
    pub queens: Option<BoardSize>,
    /// The queens that stand from the start, in a log that says its size.
    pub start: Vec<Square>,
    /// The closed squares, in a log that says its size.
    pub blocked: Vec<Square>,
    /// The name of the algorithm.
    pub algorithm: Option<String>,
    /// Whether the search goes by columns or by rows, and a board has the rows of the columns or the
    /// columns of the rows.
    pub order: Option<Order>,
    /// The seed of its random numbers.
    pub seed: Option<u64>,
    /// What rows and columns are counted from; as a number, the first of them.
    pub base: Base,
    /// The number that means 'no queen' in a board; `null` and -1 always do.
    pub empty: Option<i64>,
    /// What a board means.
    pub boards: Boards,
    /// The rules of the solver.
    pub rules: Rules,
    /// The lines of the algorithm, which events may refer to.
    pub code: Vec<String>,
}

impl Header {
    /// A header with what is solved only.
    pub fn new(problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self {
            queens: Some(problem.size()),
            start: problem.start().iter().collect(),
            blocked: problem.blocked().iter().collect(),
            ..Self::default()
        }
    }

    /// What is solved, on a board of this size.
    ///
    /// # Errors
    /// [`ProblemError`] if start and closed squares contradict each other or the size.
    pub fn problem(&self, size: BoardSize) -> Result<Problem, ProblemError> {
        Problem::new(size, self.start.iter().copied(), self.blocked.iter().copied())
    }

    /// The order of the search.
    pub(super) fn order(&self) -> Order {
        self.order.unwrap_or_default()
    }
}

/// What rows and columns are counted from; as a number, the first of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Base {
    /// The first row is row 0.
    Zero,
    /// The first row is row 1.
    #[default]
    One,
}

named_enum! {
    /// What the boards of a log mean.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Boards {
        /// All queens are set up at once.
        #[default]
        Whole = "whole",
        /// What has changed since the board before is a step: a queen placed, removed or moved.
        Steps = "steps",
    }
}
