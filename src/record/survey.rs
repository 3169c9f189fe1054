//! A look ahead: how long the search is, before a single frame is made.

use crate::search::Event;

use super::Detail;

/// What a film of a search is going to hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Survey {
    /// The events that are steps, but for those that a solution follows: they make one frame with it.
    pub steps: u64,
    /// Solutions.
    pub solutions: u64,
    /// Whether the last step completes a solution.
    pub ends_solved: bool,
    /// Whether the search was followed to its end; if not, the counts are lower bounds.
    pub complete: bool,
}

impl Survey {
    /// Goes through the events, for as long as `goes_on` says so of what has been seen and of
    /// the number of events so far (it is asked now and then).
    pub fn of(
        events: impl Iterator<Item = Event>,
        detail: Detail,
        goes_on: impl Fn(&Self, u64) -> bool,
    ) -> Self {
        const ASK_EVERY: u64 = 1 << 12;
        let mut survey = Self::default();
        for (number, event) in (1..).zip(events) {
            if detail.is_step(event) {
                survey.steps += 1;
                survey.ends_solved = false;
            } else if event == Event::Solution {
                survey.steps = survey.steps.saturating_sub(1);
                survey.solutions += 1;
                survey.ends_solved = true;
            }
            if number % ASK_EVERY == 0 && !goes_on(&survey, number) {
                return survey;
            }
        }
        survey.complete = true;
        survey
    }
}
