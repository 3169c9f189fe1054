//! Films of solutions, one after the other.

use std::iter::Peekable;
use std::slice;
use std::time::Duration;

use crate::board::Problem;
use crate::export::Series;
use crate::page::Page;
use crate::record::{Content, FilmFrame, FrameTimes, Schedule, SolutionFrame};
use crate::search::NumberedSolution;
use crate::watch::Watch;

use super::intro_outro::{CardData, FoundFrame};
use super::{FilmFrames, FilmOptions, Plan, Result};

impl Plan {
    /// Plans a film with a frame for each of `solutions`, shown for the delay of the options or the default delay;
    /// returns the plan and the frames. `subject` is a short title.
    pub fn of_solutions<'a>(
        problem: impl Into<Problem>,
        subject: String,
        options: &FilmOptions,
        solutions: &'a [NumberedSolution],
        thumbnail: Option<&NumberedSolution>,
    ) -> Result<(Self, SolutionFrames<'a>)> {
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
        let card_data = || CardData::of_solutions(&problem, title, options.style.names, number);
        let mut plan = Self::new(options, &schedule, None, &problem, subject, page, card_data)?;
        plan.output_spec.names = Series::Solutions.names(number);
        let shown_for = times.delay;
        if let Some((planned, solution)) = plan.intro_outro.thumbnail.as_mut().zip(thumbnail) {
            let frame = SolutionFrame::from(solution.clone());
            let is_last = solutions.last() == Some(solution);
            let film_frame = FilmFrame { content: Content::Solution(&frame), shown_for, is_last };
            planned.found = Some(FoundFrame::of(&film_frame));
        }
        Ok((plan, SolutionFrames { solutions: solutions.iter().peekable(), shown_for, frame: None }))
    }
}

pub struct SolutionFrames<'a> {
    solutions: Peekable<slice::Iter<'a, NumberedSolution>>,
    shown_for: Duration,
    frame: Option<SolutionFrame>,
}

impl FilmFrames for SolutionFrames<'_> {
    fn next_frame(&mut self, _: &dyn Watch) -> Result<Option<FilmFrame<'_>>> {
        let Self { solutions, shown_for, frame } = self;
        *frame = solutions.next().cloned().map(SolutionFrame::from);
        let (shown_for, is_last) = (*shown_for, solutions.peek().is_none());
        Ok(frame.as_ref().map(|frame| FilmFrame { content: Content::Solution(frame), shown_for, is_last }))
    }
}
