//! The look-ahead: the steps and solutions of a search, counted before its first frame.

use crate::search::Event;

use super::Detail;
use super::detail::{Role, Roles};

/// What a film of a search will contain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Survey {
    /// The events that are steps, except those before a solution, which share its frame.
    pub steps: u64,
    /// The events that are no steps, but have frames of their own in films with captions.
    pub asides: u64,
    /// Solutions.
    pub solutions: u64,
    /// Whether the last step completes a solution.
    pub ends_solved: bool,
    /// Whether an aside follows it.
    pub ends_aside: bool,
    /// Whether the search was followed to its end; if not, the counts are lower bounds.
    pub complete: bool,
}

impl Survey {
    /// Counts events for as long as `continues` returns true for the counts and the number of events
    /// so far; it is called every few thousand events.
    pub fn of(
        events: impl Iterator<Item = Event>,
        detail: Detail,
        continues: impl Fn(&Self, u64) -> bool,
    ) -> Self {
        const CALL_EVERY: u64 = 1 << 12;
        let (mut survey, mut roles) = (Self::default(), Roles::new(detail));
        for (number, event) in (1..).zip(events) {
            match roles.next(event) {
                Role::Step => {
                    survey.steps += 1;
                    (survey.ends_solved, survey.ends_aside) = (false, false);
                }
                Role::Aside => {
                    survey.asides += 1;
                    survey.ends_aside = true;
                }
                Role::LastStep if event == Event::Solution => {
                    survey.steps = survey.steps.saturating_sub(1);
                    survey.solutions += 1;
                    (survey.ends_solved, survey.ends_aside) = (true, false);
                }
                Role::LastStep | Role::Hidden => {}
            }
            if number % CALL_EVERY == 0 && !continues(&survey, number) {
                return survey;
            }
        }
        survey.complete = true;
        survey
    }
}
