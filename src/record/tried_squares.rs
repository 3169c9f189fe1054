//! The squares that a search has tried, for captions of dead ends.

use crate::board::{Square, SquareSet};

/// The squares that were tried with the queens on the board, and with those before each of them.
#[derive(Debug, Clone)]
pub(super) struct TriedSquares {
    /// The empty board, or the one from which this starts; then one for each queen placed since.
    levels: Vec<Level>,
    depth: usize,
}

#[derive(Debug, Clone, Default)]
struct Level {
    queen: Option<Square>,
    tried: SquareSet,
}

impl TriedSquares {
    pub fn new() -> Self {
        Self { levels: vec![Level::default()], depth: 0 }
    }

    pub fn place(&mut self, square: Square) {
        self.depth += 1;
        if self.depth == self.levels.len() {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[self.depth];
        level.queen = Some(square);
        level.tried.clear();
    }

    /// Only the queen that was placed last leads back to a board that is known.
    pub fn remove(&mut self, square: Square) {
        if self.levels[self.depth].queen == Some(square) {
            self.depth -= 1;
            self.levels[self.depth].tried.insert(square);
        } else {
            self.restart();
        }
    }

    pub fn restart(&mut self) {
        self.depth = 0;
        self.levels[0].tried.clear();
    }

    pub fn now(&self) -> &SquareSet {
        &self.levels[self.depth].tried
    }
}
