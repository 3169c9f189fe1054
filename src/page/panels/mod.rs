//! Panels. Each panel adds its items to the page, and maps frames to states of these items.

mod board;
mod caption;
pub mod code;
pub mod gauges;
mod lost;
pub mod race;
pub mod state;
mod tree;
mod tree_marks;

use crate::motion::Millis;
use crate::record::{Frame, Lane, Moment, RaceFrame};

use super::inks::State;
use super::scene::Scene;

pub use board::BoardPanel;
pub use caption::CaptionPanel;
pub use code::CodePanel;
pub use gauges::GaugePanel;
pub use lost::LostPanel;
pub use tree::{PATH, TreePanel};

/// A panel; its constructor adds its items and colours to the page.
pub trait Panel: Send {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene);
}

impl<F: FnMut(&PanelInput<'_>, &mut Scene) + Send> Panel for F {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        self(view, scene);
    }
}

/// The input of a panel.
#[derive(Debug, Clone, Copy)]
pub struct PanelInput<'a> {
    pub frame: &'a Frame,
    /// In a race, the lane of the panel's board.
    pub lane: Option<&'a Lane>,
    pub race: Option<&'a RaceFrame>,
    /// The duration of the step, if it has motion.
    pub time: Option<Millis>,
}

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
