//! The internal state of a search besides its queens, for panels and for captions of dead ends.

use crate::board::{BoardSize, Problem, Square, SquareSet};
use crate::search::{Order, Stages};

use super::Moment;

/// The internal state of a search besides the queens on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Whether the search places queens column by column or row by row.
    pub order: Order,
    /// The queens of the search, in order of placement.
    pub trail: Trail,
    /// The matrices of the search, if it uses any.
    pub stages: Option<Stages>,
}

impl Memory {
    /// Returns the state before the first step.
    pub fn new(problem: impl Into<Problem>, order: Order, has_stages: bool) -> Self {
        Self { order, trail: Trail::default(), stages: has_stages.then(|| Stages::new(problem, order)) }
    }

    /// Returns the state of a search by columns, derived from its queens alone.
    pub fn of_position(size: BoardSize, queens: &SquareSet) -> Self {
        let order = Order::Columns;
        let stages = Some(Stages::of_position(size, order, queens));
        Self { order, trail: Trail::default(), stages }
    }

    /// Sets this state to `before`, the state after the last step, as changed by `moment`.
    pub(super) fn follow(&mut self, before: &Self, moment: Moment) {
        self.trail.queens.clone_from(&before.trail.queens);
        self.trail.removed = before.trail.removed;
        self.trail.follow(moment);
        if let (Some(stages), Some(before)) = (&mut self.stages, &before.stages) {
            stages.copy_from(before);
            if let Moment::Place(queen) = moment {
                stages.place(queen);
            } else if let Moment::Remove(queen) = moment {
                stages.remove(queen);
            }
        }
    }
}

/// The queens that a search has placed one by one and not removed. Whole boards that a search only shows, such as
/// mirror images of solutions, do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trail {
    pub queens: Vec<Square>,
    /// Square of the queen that was removed last, if no queen was placed since.
    pub removed: Option<Square>,
    /// The minimum number of queens since the last solution; `None` before the first solution.
    solved: Option<usize>,
    /// Whether a solution contained all queens that were on the board before the last step.
    pub(super) had_solution: bool,
}

impl Trail {
    pub(super) fn follow(&mut self, moment: Moment) {
        self.had_solution = self.solved.is_some_and(|fewest| fewest >= self.queens.len());
        if let Moment::Remove(left) | Moment::Move { from: left, .. } = moment {
            self.queens.retain(|queen| *queen != left);
            self.removed = Some(left);
        }
        if let Moment::Place(newest) | Moment::Move { to: newest, .. } = moment {
            self.queens.push(newest);
            self.removed = None;
        }
        let now = self.queens.len();
        self.solved =
            if moment.is_solution() { Some(now) } else { self.solved.map(|fewest| fewest.min(now)) };
    }
}

/// The squares that were tried for the next queen, with all queens on the board and with the first 0, 1, 2… of
/// them.
#[derive(Debug, Clone, Default)]
pub(super) struct TriedSquares {
    /// Squares tried before the first queen of `levels`.
    first: SquareSet,
    /// Each queen placed, with the squares tried after it.
    levels: Vec<(Square, SquareSet)>,
}

impl TriedSquares {
    pub fn place(&mut self, square: Square) {
        self.levels.push((square, SquareSet::new()));
    }

    /// Removes a queen. If the queen is not the newest, forgets all tried squares, since the board is then new.
    pub fn remove(&mut self, square: Square) {
        if self.levels.pop().is_none_or(|(queen, _)| queen != square) {
            *self = Self::default();
        } else if let Some((_, tried)) = self.levels.last_mut() {
            tried.insert(square);
        } else {
            self.first.insert(square);
        }
    }

    pub fn now(&self) -> &SquareSet {
        self.levels.last().map_or(&self.first, |(_, tried)| tried)
    }
}
