//! The clock of a race.

use crate::page::slot::{Align, Layers, Pen, TextSlot};
use crate::picture::Rect;
use crate::record::Grouped;

/// Shows how often the clock has ticked.
#[derive(Debug)]
pub struct Clock {
    slot: usize,
    /// What it counts.
    noun: String,
}

impl Clock {
    pub fn new(area: Rect, em: f32, pen: Pen, noun: &str, layers: &mut Layers) -> Self {
        let slot = layers.texts.add(TextSlot { area, em, pen, align: Align::Left }, String::new());
        Self { slot, noun: noun.to_owned() }
    }

    pub fn show(&self, ticks: u64, layers: &mut Layers) {
        layers.texts.set(self.slot, format!("{} {}", self.noun, Grouped(ticks)));
    }
}
