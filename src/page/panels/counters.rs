//! The counters of the search.

use super::{Panel, PanelState};
use crate::font::Font;
use crate::page::layout::sheet::LINE;
use crate::page::slot::{Align, Layers, Pen, TextSlot};
use crate::page::{Page, PanelContent};
use crate::picture::Rect;
use crate::record::{Counter, Grouped};

/// Between a counter's name and its number, in ems.
const APART: f32 = 0.8;

/// What is shown instead of the number of a counter that a solver does not keep.
pub const NOT_KEPT: &str = "–";

/// Names are fainter than their numbers.
const NAME_STRENGTH: f32 = 0.75;

/// Width of the widest counter with its name, in ems.
pub fn width(counters: &[Counter], most: u64, font: &Font) -> f32 {
    let name = counters.iter().map(|counter| font.room(counter.name())).fold(0.0, f32::max);
    if counters.is_empty() { 0.0 } else { name + APART + number_width(most, font) }
}

/// Width of any number up to this one, in ems.
pub fn number_width(most: u64, font: &Font) -> f32 {
    let digit = ('0'..='9').map(|digit| font.room(digit.encode_utf8(&mut [0; 4]))).fold(0.0, f32::max);
    let shown = Grouped(most).to_string();
    let others: String = shown.chars().filter(|c| !c.is_ascii_digit()).collect();
    font.room(&others) + digit * (shown.len() - others.len()) as f32
}

/// Shows counters, each with its name.
#[derive(Debug)]
pub struct CountersPanel {
    /// The counters that are kept, with the slots of their numbers.
    numbers: Vec<(Counter, usize)>,
}

impl CountersPanel {
    /// Counters with this number per row, of which the solver keeps some.
    pub fn new(page: &mut Page, content: &PanelContent, kept: &[Counter], area: Rect, columns: u32) -> Self {
        let (em, counters, most) = (page.em, &content.counters, content.most);
        let counter_width = (width(counters, most, &page.font) * em).ceil() as u32;
        let apart = if columns > 1 {
            ((area.width - columns * counter_width) / (columns - 1)).min((4.0 * em) as u32)
        } else {
            0
        };
        let number_width = (number_width(most, &page.font) * em).ceil() as u32;
        let name_width = counter_width - number_width;
        let rows = (counters.len() as u32).div_ceil(columns.max(1));
        let mut numbers = Vec::new();
        for (index, counter) in (0..).zip(counters) {
            // Down each column first, as lists are read.
            let (column, row) = (index / rows, index % rows);
            let name = Rect {
                x: area.x + column * (counter_width + apart),
                y: area.y + (row as f32 * LINE * em) as u32,
                width: name_width,
                height: (LINE * em) as u32,
            };
            let number = Rect { x: name.x + name_width, width: number_width, ..name };
            let pen = Pen { strength: NAME_STRENGTH, ..page.pen() };
            let name = TextSlot { area: name, em, pen, align: Align::Left };
            page.layers.texts.add(name, counter.name().to_owned());
            let number = TextSlot { area: number, em, pen: page.pen(), align: Align::Right };
            if kept.contains(counter) {
                numbers.push((*counter, page.layers.texts.add(number, String::new())));
            } else {
                page.layers.texts.add(number, NOT_KEPT.to_owned());
            }
        }
        Self { numbers }
    }
}

impl Panel for CountersPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        for (counter, slot) in &self.numbers {
            layers.texts.set(*slot, Grouped(counter.value(state.frame)).to_string());
        }
    }
}
