//! The counters of the search.

use crate::page::Page;
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, View};
use crate::page::pen::Align;
use crate::page::scene::Scene;
use crate::page::text::TextItem;
use crate::record::Counter;
use crate::words::Grouped;

/// What is shown instead of the number of a counter that a solver does not keep.
pub const NOT_KEPT: &str = "–";

/// Shows the number of a counter.
#[derive(Debug)]
pub struct CounterPanel {
    counter: Counter,
    number: TextItem,
}

impl CounterPanel {
    /// A counter of the solver of a board.
    pub fn new(page: &mut Page, counter: Counter, place: TextPlace, align: Align) -> Self {
        Self { counter, number: page.add_number(place, align) }
    }
}

impl Panel for CounterPanel {
    fn draw(&mut self, view: &View<'_>, scene: &mut Scene) {
        self.number.write(scene, &Grouped(self.counter.value(view.frame)).to_string());
    }
}
