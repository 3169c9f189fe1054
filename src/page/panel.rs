//! What panels are: they give slots their states for each frame.

use std::fmt;

use crate::record::{Frame, Lane, Moment};

use super::inks::State;
use super::slot::Layers;

/// A panel: when it is made it adds its slots and its colours to the page.
pub trait Panel: fmt::Debug + Send {
    /// Gives its slots their states.
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers);
}

/// What a panel shows.
#[derive(Debug, Clone, Copy)]
pub struct PanelState<'a> {
    /// The state of the search.
    pub frame: &'a Frame,
    /// In a race, the solver at this moment.
    pub lane: Option<&'a Lane>,
    /// In a race, the clock.
    pub clock: Option<ClockState>,
}

/// The clock of a race.
#[derive(Debug, Clone, Copy)]
pub struct ClockState {
    /// Its ticks so far.
    pub ticks: u64,
    /// Whether all solvers have ended.
    pub stopped: bool,
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
