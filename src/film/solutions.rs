//! Films of solutions, one after the other.

use std::iter::Peekable;
use std::slice;
use std::time::Duration;

use crate::board::Problem;
use crate::export::Series;
use crate::page::Page;
use crate::record::{Content, FrameTimes, Schedule, Shot, SolutionFrame};
use crate::search::NumberedSolution;
use crate::watch::Watch;

use super::surroundings::{FoundFrame, Story};
use super::{FilmError, FilmOptions, Plan, Shots};

impl Plan {
    /// Plans a film with a frame for each solution of a problem, all shown for the delay of the options; returns its
    /// frames, too. `subject` is what it shows, in a few words. The thumbnail, if there is to be one, is this solution.
    ///
    /// # Errors
    /// When the page cannot be drawn like that, or a card cannot be read on such pictures.
    pub fn of_solutions<'a>(
        problem: impl Into<Problem>,
        subject: String,
        options: &FilmOptions,
        solutions: &'a [NumberedSolution],
        thumbnail: Option<&NumberedSolution>,
    ) -> Result<(Self, SolutionShots<'a>), FilmError> {
        let problem: Problem = problem.into();
        let (size, number) = (problem.size(), solutions.len() as u64);
        let default = Schedule::default();
        let times =
            options.schedule.delay.map_or(default.times, |delay| FrameTimes::fixed(delay, Some(delay)));
        let schedule = Schedule { times, frames: Some(number), ..default };
        let title = match options.panels.title.as_str() {
            "" => "Solutions",
            title => title,
        };
        let page = || Page::of_board(size, &options.style);
        let story = || Story::of_solutions(&problem, title, options.style.names, number);
        let mut plan = Self::new(options, &schedule, None, (&problem, subject), page, story)?;
        plan.output_spec.names = Series::Solutions.names(number);
        let shown_for = times.delay;
        if let Some((planned, solution)) = plan.surroundings.thumbnail.as_mut().zip(thumbnail) {
            let frame = SolutionFrame::from(solution.clone());
            let is_last = solutions.last() == Some(solution);
            let shot = Shot { content: Content::Solution(&frame), shown_for, is_last };
            planned.found = Some(FoundFrame::of(&shot));
        }
        Ok((plan, SolutionShots { solutions: solutions.iter().peekable(), shown_for, frame: None }))
    }
}

/// The frames of solutions.
#[derive(Debug)]
pub struct SolutionShots<'a> {
    solutions: Peekable<slice::Iter<'a, NumberedSolution>>,
    shown_for: Duration,
    frame: Option<SolutionFrame>,
}

impl Shots for SolutionShots<'_> {
    fn next_shot(&mut self, _: &dyn Watch) -> Result<Option<Shot<'_>>, FilmError> {
        let Self { solutions, shown_for, frame } = self;
        *frame = solutions.next().cloned().map(SolutionFrame::from);
        let (shown_for, is_last) = (*shown_for, solutions.peek().is_none());
        Ok(frame.as_ref().map(|frame| Shot { content: Content::Solution(frame), shown_for, is_last }))
    }
}
