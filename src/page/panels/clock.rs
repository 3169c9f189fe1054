//! The clock of a race.

use super::{Panel, PanelState};
use crate::page::Page;
use crate::page::slot::Layers;
use crate::picture::Rect;
use crate::record::Grouped;

/// The word before the number.
pub const LABEL: &str = "tick";

/// Shows how often the clock has ticked.
#[derive(Debug)]
pub struct ClockPanel {
    slot: usize,
}

impl ClockPanel {
    pub fn new(page: &mut Page, area: Rect) -> Self {
        Self { slot: page.add_text(area, "") }
    }
}

impl Panel for ClockPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        layers.texts.set(self.slot, format!("{LABEL} {}", Grouped(state.ticks)));
    }
}
