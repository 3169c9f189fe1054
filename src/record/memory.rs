//! What a search remembers besides the queens on the board, for panels that show it.

use crate::board::{BoardSize, Problem, SquareSet};
use crate::search::{Order, Stages};

use super::{Moment, Trail};

/// What a search remembers besides the queens on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Whether it places queens column by column or row by row.
    pub order: Order,
    /// Its queens, in the order of their placement.
    pub trail: Trail,
    /// Its matrices, if it keeps some.
    pub stages: Option<Stages>,
}

impl Memory {
    /// Before the first step.
    pub fn new(problem: impl Into<Problem>, order: Order, has_stages: bool) -> Self {
        Self { order, trail: Trail::default(), stages: has_stages.then(|| Stages::new(problem, order)) }
    }

    /// What a search in the order of columns would remember of these queens alone, whatever it tried.
    pub fn of_position(size: BoardSize, queens: &SquareSet) -> Self {
        let order = Order::Columns;
        let stages = Some(Stages::of_position(size, order, queens));
        Self { order, trail: Trail::default(), stages }
    }

    /// After the next step; `before` is the memory after the last one.
    pub(super) fn follow(&mut self, before: &Self, moment: Moment) {
        self.trail.copy_from(&before.trail);
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
