//! Shots: frames of any kind of film.

use std::time::Duration;

use crate::search::NumberedSolution;

use super::{Frame, RaceFrame, Scene};

/// One frame of any kind of film.
#[derive(Debug, Clone, Copy)]
pub struct Shot<'a> {
    /// What it shows.
    pub content: Content<'a>,
    /// How long it is shown.
    pub shown_for: Duration,
    /// Whether it is the last of the film.
    pub is_last: bool,
}

/// What a [`Shot`] shows.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// A moment of a search.
    Search(&'a Frame),
    /// A moment of a race.
    Race(&'a RaceFrame),
    /// A solution among others.
    Solution(&'a SolutionFrame),
}

impl<'a> Shot<'a> {
    /// A moment of a search.
    pub const fn of_search(frame: &'a Frame, is_last: bool) -> Self {
        Self { content: Content::Search(frame), shown_for: frame.shown_for, is_last }
    }

    /// The frame of a board: board 0, or that of a lane in a race.
    pub fn board(&self, lane: usize) -> Option<&'a Frame> {
        match self.content {
            Content::Search(frame) => Some(frame).filter(|_| lane == 0),
            Content::Race(race) => race.lanes.get(lane).map(|lane| &lane.frame),
            Content::Solution(solution) => Some(&solution.frame).filter(|_| lane == 0),
        }
    }
}

/// A solution on its board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionFrame {
    /// The solution.
    pub solution: NumberedSolution,
    /// The board.
    pub frame: Frame,
}

impl From<NumberedSolution> for SolutionFrame {
    fn from(solution: NumberedSolution) -> Self {
        let frame = Frame::still(Scene::of_solution(&solution));
        Self { solution, frame }
    }
}
