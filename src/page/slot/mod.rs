//! Slots: the parts of a page that can change, each with a state.

mod chart;
mod code;
mod fill;
mod layer;
mod layers;
mod medal;
mod strike;
mod text;
mod tree;

pub(crate) use super::pen::Colours;
pub use super::pen::{Align, Pen, TextStyle};
pub use chart::{ChartColumn, ChartLabel, ChartSlot, ChartState, Ending};
pub use code::{CodeLine, CodeSlot, CodeState};
pub use fill::FillSlot;
pub use layer::{Layer, Slot, SlotChange};
pub use layers::Layers;
pub use medal::{METALS, MedalSlot};
pub use strike::StrikeSlot;
pub use text::{LineSlot, Piece, TextSlot, Words};
pub use tree::{NodeSlot, NodeState, Tip, TipSlot, TreeStyle};
