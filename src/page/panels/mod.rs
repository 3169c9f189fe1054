//! Panels, one a file: how much room each needs, which slots it has, and which states a frame gives
//! them.

mod board;
mod caption;
pub mod code;
pub mod race;
pub mod state;
mod tree;

use crate::motion::Millis;
use crate::record::{Frame, Lane, Moment, RaceFrame};

use super::inks::State;
use super::scene::Scene;

pub use board::BoardPanel;
pub use caption::CaptionPanel;
pub use code::CodePanel;
pub use tree::{PATH, TreePanel};

/// A panel: when it is made it adds its items and its colours to the page.
pub trait Panel: Send {
    /// Draws what has changed.
    fn draw(&mut self, view: &View<'_>, scene: &mut Scene);
}

impl<F: FnMut(&View<'_>, &mut Scene) + Send> Panel for F {
    fn draw(&mut self, view: &View<'_>, scene: &mut Scene) {
        self(view, scene);
    }
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
pub const fn led_to(moment: Moment) -> State {
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
