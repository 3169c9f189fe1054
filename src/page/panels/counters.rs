//! The counters of the search.

use crate::page::Page;
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{Align, Layers};
use crate::record::Counter;
use crate::words::Grouped;

/// What is shown instead of the number of a counter that a solver does not keep.
pub const NOT_KEPT: &str = "–";

/// Shows the number of a counter.
#[derive(Debug)]
pub struct CounterPanel {
    counter: Counter,
    slot: usize,
}

impl CounterPanel {
    /// A counter of the solver of a board.
    pub fn new(page: &mut Page, counter: Counter, place: TextPlace, align: Align) -> Self {
        Self { counter, slot: page.add_number(place, align) }
    }
}

impl Panel for CounterPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        layers.texts.set(self.slot, Grouped(self.counter.value(state.frame)).to_string().into());
    }
}
