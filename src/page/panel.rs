//! What panels are: each draws its items for each frame.

use std::fmt;

use crate::motion::Millis;
use crate::record::{Frame, Lane, Moment, RaceFrame};

use super::inks::State;
use super::scene::Scene;

/// A panel: when it is made it adds its items and its colours to the page.
pub trait Panel: fmt::Debug + Send {
    /// Draws what has changed.
    fn draw(&mut self, view: &View<'_>, scene: &mut Scene);
}

/// What a panel shows.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The state of the search.
    pub frame: &'a Frame,
    /// In a race, the solver at this moment.
    pub lane: Option<&'a Lane>,
    /// In a race, all solvers, and the clock.
    pub race: Option<&'a RaceFrame>,
    /// The time of the step, if it has motion.
    pub time: Option<Millis>,
}

/// The state that stands for what a step has led to.
pub(super) const fn led_to(moment: Moment) -> State {
    match moment {
        Moment::Start
        | Moment::Place(_)
        | Moment::Board
        | Moment::BoardAgain
        | Moment::Move { .. }
        | Moment::Swap { .. }
        | Moment::Note => State::Placed,
        Moment::Test { attacker: None, .. } => State::Safe,
        Moment::Test { attacker: Some(_), .. } | Moment::Refuse(_) | Moment::DeadEnd { .. } => {
            State::Conflict
        }
        Moment::Remove(_) => State::Removed,
        Moment::Solution { .. } => State::Solution,
    }
}
