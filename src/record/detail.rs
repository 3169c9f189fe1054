//! Which events of a search are steps of its film, and the sampling of steps.

use std::num::NonZeroU64;

use crate::board::Square;
use crate::search::{Event, Order};
use crate::variants::named_enum;

named_enum! {
    /// The level of detail in the film of a search.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Detail {
        /// A frame for every queen placed, removed or moved, and for every whole board
        #[default]
        Steps = "steps",
        /// A frame for the refused squares of a column (or row) as well, with the queens that attack them
        Columns = "columns",
        /// A frame for every test as well, with the queen that attacks a refused square
        Tests = "tests",
    }
}

impl Detail {
    /// Returns whether an event is a step. A step has a frame, unless sampling leaves it out, or its refused
    /// square is merged with the refused squares before it.
    pub fn is_step(self, event: Event) -> bool {
        matches!(Roles::new(self, None).next(event), Role::Step)
    }
}

#[derive(Debug, Clone)]
pub(super) struct Roles {
    detail: Detail,
    order: Option<Order>,
    refused: Option<[Square; 2]>,
}

impl Roles {
    /// Starts before the first event. [`Detail::Columns`] merges consecutive refused squares of a line; `order`
    /// tells whether lines are columns or rows, `None` allows both.
    pub const fn new(detail: Detail, order: Option<Order>) -> Self {
        Self { detail, order, refused: None }
    }

    pub fn next(&mut self, event: Event) -> Role {
        let before = self.refused.take();
        match event {
            Event::Test { square, attacker: Some(_), .. } | Event::Refuse(square) => match self.detail {
                Detail::Steps => Role::Hidden,
                Detail::Tests => Role::Step,
                Detail::Columns => {
                    let is_line = |refused: &[Square; 2]| {
                        let orders = Order::ALL.into_iter();
                        let known = orders.filter(|order| self.order.is_none_or(|known| known == *order));
                        let mut lines = known.map(|order| order.line_of(square));
                        lines.any(|line| refused.iter().all(|other| line.contains(*other)))
                    };
                    let run = before.filter(is_line);
                    self.refused = Some([run.map_or(square, |[first, _]| first), square]);
                    if run.is_some() { Role::LastStep } else { Role::Step }
                }
            },
            Event::Test { attacker: None, .. } => {
                self.refused = before;
                if self.detail == Detail::Tests { Role::Step } else { Role::Hidden }
            }
            Event::Place(_) | Event::Remove(_) | Event::Board | Event::Move { .. } | Event::Swap { .. } => {
                Role::Step
            }
            Event::Solution | Event::Prune(_) | Event::Restore(_) | Event::Pause | Event::End => {
                Role::LastStep
            }
            Event::Backtrack { .. } | Event::DeadEnd { .. } | Event::Note => Role::Aside,
            Event::SetUp(_) => Role::Hidden,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Step,
    /// Belongs to the step before.
    LastStep,
    /// Is not a step, but has a separate frame in films with captions.
    Aside,
    Hidden,
}

/// Selects some of the steps of a search, evenly spread.
/// See [`FilmBuilder`](crate::film::FilmBuilder).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    keep: u64,
    of: u64,
}

impl Sampling {
    /// Selects every step.
    pub const ALL: Self = Self { keep: 1, of: 1 };

    /// Selects one step of every `count`; without `count`, every step.
    pub fn every(count: Option<NonZeroU64>) -> Self {
        Self { keep: 1, of: count.map_or(1, NonZeroU64::get) }
    }

    /// Selects `keep` of `of` steps, evenly spread; all steps if there are at most `keep`.
    pub fn evenly(keep: u64, of: u64) -> Self {
        if keep >= of { Self::ALL } else { Self { keep, of } }
    }

    /// Returns how many of the first `steps` steps are selected.
    pub fn taken(self, steps: u64) -> u64 {
        let taken = u128::from(steps) * u128::from(self.keep) / u128::from(self.of);
        u64::try_from(taken).expect("at most all steps are kept")
    }

    /// Returns a sampler that begins with the first step.
    pub const fn sampler(self) -> Sampler {
        Sampler { sampling: self, gathered: 0 }
    }
}

#[derive(Debug, Clone)]
pub struct Sampler {
    sampling: Sampling,
    gathered: u64,
}

impl Sampler {
    pub const fn takes_next(&mut self) -> bool {
        // Compared by a difference, since the sum of `gathered` and `keep` could overflow.
        let missing = self.sampling.of - self.gathered;
        let take = self.sampling.keep >= missing;
        self.gathered = if take { self.sampling.keep - missing } else { self.gathered + self.sampling.keep };
        take
    }
}

/// The number of frames in the film of a search, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Survey {
    /// Number of steps, except steps that complete a solution: `solutions` counts these.
    pub steps: u64,
    /// Number of events that are not steps, but have frames in films with captions.
    pub asides: u64,
    pub solutions: u64,
    /// Whether the last step completes a solution.
    pub ends_solved: bool,
    /// Whether an aside follows the last step.
    pub ends_aside: bool,
    /// Whether the search was followed to its end; if not, the counts are lower bounds.
    pub complete: bool,
}

impl Survey {
    /// Counts events until they end or `continues` returns false. `continues` is called every few thousand events
    /// with the counts and the number of events so far.
    pub fn of(
        events: impl Iterator<Item = Event>,
        detail: Detail,
        order: Option<Order>,
        continues: impl Fn(&Self, u64) -> bool,
    ) -> Self {
        const CALL_EVERY: u64 = 1 << 12;
        let (mut survey, mut roles) = (Self::default(), Roles::new(detail, order));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::search::{Algorithm, Order, Tally, until_solutions};

    #[test]
    fn a_tally_has_as_many_steps_as_a_film_with_tests() {
        for algorithm in Algorithm::ALL {
            let (mut tally, mut steps) = (Tally::default(), 0);
            for event in
                until_solutions(algorithm.events(BoardSize::new(6).unwrap(), Order::Columns, 1), Some(4))
            {
                tally.count(event);
                steps += u64::from(Detail::Tests.is_step(event));
            }
            assert_eq!(tally.steps(), steps, "{algorithm}");
        }
    }

    fn taken_steps(sampling: Sampling, steps: u64) -> Vec<u64> {
        let mut sampler = sampling.sampler();
        (1..=steps).filter(|_| sampler.takes_next()).collect()
    }

    #[test]
    fn one_in_three_keeps_every_third_step() {
        assert_eq!(taken_steps(Sampling::every(NonZeroU64::new(3)), 10), [3, 6, 9]);
        assert_eq!(taken_steps(Sampling::every(None), 3), [1, 2, 3]);
    }

    #[test]
    fn even_samples_are_spread_and_end_with_the_last_step() {
        assert_eq!(taken_steps(Sampling::evenly(4, 10), 10), [3, 5, 8, 10]);
        assert_eq!(taken_steps(Sampling::evenly(20, 10), 10).len(), 10);
        assert!(taken_steps(Sampling::evenly(0, 10), 10).is_empty());
    }

    #[test]
    fn the_count_matches_the_sampler() {
        for sampling in [Sampling::ALL, Sampling::every(NonZeroU64::new(7)), Sampling::evenly(13, 50)] {
            for steps in 0..=120 {
                assert_eq!(taken_steps(sampling, steps).len() as u64, sampling.taken(steps));
            }
        }
    }
}
