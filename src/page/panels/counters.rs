//! The counters of the search.

use super::{Panel, PanelState};
use crate::page::Page;
use crate::page::layout::panels::CounterLayout;
use crate::page::slot::Layers;
use crate::record::Counter;
use crate::words::Grouped;

/// What is shown instead of the number of a counter that a solver does not keep.
pub const NOT_KEPT: &str = "–";

/// Shows counters, each with its name.
#[derive(Debug)]
pub struct CountersPanel {
    /// The counters with the slots of their numbers.
    numbers: Vec<(Counter, usize)>,
}

impl CountersPanel {
    pub fn new(page: &mut Page, counters: &[Counter], places: &[CounterLayout]) -> Self {
        let add = |(counter, place): (&Counter, &CounterLayout)| {
            page.add_label(place.label, counter.name());
            (*counter, page.add_number(place.number, ""))
        };
        Self { numbers: counters.iter().zip(places).map(add).collect() }
    }
}

impl Panel for CountersPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        for (counter, slot) in &self.numbers {
            layers.texts.set(*slot, Grouped(counter.value(state.frame)).to_string().into());
        }
    }
}
