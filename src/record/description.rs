//! What a frame shows, in words, for readers who do not see it.

use crate::board::{Square, SquareNames};

use super::{Content, Frame, Shot};

impl Shot<'_> {
    /// What is seen, in sentences: the step and what happened in it, and where the queens stand.
    pub fn description(&self, names: SquareNames) -> String {
        match self.content {
            Content::Search(frame) => frame.description(names),
            Content::Race(race) => {
                let lanes = race.lanes.iter().enumerate();
                let lanes = lanes.map(|(index, lane)| {
                    format!("Board {}: {}", index + 1, lane.frame.queens_in_words(names))
                });
                lanes.collect::<Vec<_>>().join(" ")
            }
            Content::Solution(solution) => {
                let number = solution.solution.number;
                format!("Solution {number}: {}", solution.frame.queens_in_words(names))
            }
        }
    }
}

impl Frame {
    /// What happened in words, and where the queens stand.
    pub fn description(&self, names: SquareNames) -> String {
        let line = self.caption.words(self.scene.size, names).line();
        let queens = self.queens_in_words(names);
        if line.is_empty() { queens } else { format!("Step {}: {line}. {queens}", self.step) }
    }

    /// Where the queens stand, column by column.
    pub fn queens_in_words(&self, names: SquareNames) -> String {
        let size = self.scene.size;
        let mut squares: Vec<Square> = self.scene.queens.iter().collect();
        squares.sort_by_key(|square| (square.column, square.row));
        let squares: Vec<String> = squares.into_iter().map(|square| names.square(square, size)).collect();
        match squares.len() {
            0 => format!("An empty board of {size} by {size} squares."),
            1 => format!("A queen on {} of {size} by {size} squares.", squares[0]),
            _ => format!("Queens on {}, of {size} by {size} squares.", squares.join(", ")),
        }
    }
}
