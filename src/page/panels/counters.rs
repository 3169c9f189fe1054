//! The counters of the search.

use crate::font::Weight;
use crate::page::Page;
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{Align, Layers};
use crate::record::Counter;
use crate::words::Grouped;

/// What is shown instead of the number of a counter that a solver does not keep.
pub const NOT_KEPT: &str = "–";

/// Shows counters.
#[derive(Debug)]
pub struct CountersPanel {
    /// The counters with the slots of their numbers.
    numbers: Vec<(Counter, usize)>,
}

impl CountersPanel {
    /// Counters; of each the place of its number and that of its name.
    pub fn new(page: &mut Page, counters: &[Counter], places: &[TextPlace]) -> Self {
        let add = |(counter, [number, name]): (&Counter, &[TextPlace; 2])| {
            page.add_label(*name, counter.name());
            (*counter, page.add_number(*number, ""))
        };
        let (places, _) = places.as_chunks();
        Self { numbers: counters.iter().zip(places).map(add).collect() }
    }

    /// The counter of a lane of a race; a dash if the solver does not keep it.
    pub fn of_lane(page: &mut Page, counter: Counter, is_kept: bool, place: TextPlace, align: Align) -> Self {
        let inks = page.squares.inks;
        let (weight, ink, text) =
            if is_kept { (Weight::Bold, inks.ink, "") } else { (Weight::Regular, inks.muted, NOT_KEPT) };
        let slot = page.add_slot(place, weight, ink, align, text);
        Self { numbers: is_kept.then_some((counter, slot)).into_iter().collect() }
    }
}

impl Panel for CountersPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        for (counter, slot) in &self.numbers {
            layers.texts.set(*slot, Grouped(counter.value(state.frame)).to_string().into());
        }
    }
}
