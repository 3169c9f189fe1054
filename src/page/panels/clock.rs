//! The clock of a race.

use super::{Panel, PanelState};
use crate::page::Page;
use crate::page::slot::Layers;
use crate::picture::Rect;
use crate::record::Grouped;

/// Shows how often the clock has ticked.
#[derive(Debug)]
pub struct ClockPanel {
    slot: usize,
    /// What it counts.
    noun: String,
}

impl ClockPanel {
    pub fn new(page: &mut Page, area: Rect, noun: &str) -> Self {
        Self { slot: page.add_text(area, ""), noun: noun.to_owned() }
    }
}

impl Panel for ClockPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        layers.texts.set(self.slot, format!("{} {}", self.noun, Grouped(state.ticks)));
    }
}
