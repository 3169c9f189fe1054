//! Lines of a listing.

use std::sync::Arc;

use crate::font::{Font, Weight};
use crate::page::element::{Element, Text};
use crate::page::inks::State;
use crate::page::pen::{Align, Colours, Pen, TextStyle};
use crate::picture::{Rect, Rgb};

use super::layer::Slot;

/// The place of a line of a listing.
#[derive(Debug, Clone)]
pub struct CodeSlot {
    /// Its rectangle.
    pub area: Rect,
    /// The right edge of the digits of numbers, in pixels from the left edge.
    pub numbers: u32,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// Em in pixels.
    pub em: f32,
    /// Em of the number in pixels.
    pub number_em: f32,
    /// Its colours.
    pub pen: Pen,
    /// The colours of the number; those of the code when highlighted.
    pub number_pen: Pen,
    /// Its colours when highlighted, by state: of the code, and of the bar at the left edge.
    pub lit: [(Pen, Rgb); State::ALL.len()],
    /// Width of the bar in pixels.
    pub bar_width: u32,
}

/// A line of a listing in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeState {
    /// The line.
    pub line: Arc<CodeLine>,
    /// What the step says that the line has led to, if it is highlighted.
    pub lit: Option<State>,
}

/// A line of a listing.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Its number, where numbers are shown.
    pub number: Option<String>,
    /// The code, in runs of one weight.
    pub runs: Vec<(Weight, String)>,
    /// Where the code begins, in pixels from the left edge.
    pub left: u32,
}

impl Slot for CodeSlot {
    type State = CodeState;
}

impl CodeSlot {
    /// What it looks like in a state.
    pub fn elements<'a>(&self, state: &'a CodeState, font: &Font) -> Vec<Element<'a>> {
        let CodeState { line, lit } = state;
        let (pen, number_pen) = match *lit {
            Some(lit) => (self.lit[lit as usize].0, self.lit[lit as usize].0),
            None => (self.pen, self.number_pen),
        };
        let Rect { x, y, width, .. } = self.area;
        let baseline = y + self.baseline;
        let mut elements = vec![Element::Fill(self.area, pen.paper)];
        if let Some(number) = &line.number {
            let style = TextStyle { em: self.number_em, weight: Weight::Regular, pen: number_pen };
            let text = number.into();
            let (width, align) = (self.numbers, Align::Right);
            elements.push(Element::Text(Text { left: x, width, align, baseline, style, text }));
        }
        let mut left = line.left;
        for (weight, text) in &line.runs {
            let style = TextStyle { em: self.em, weight: *weight, pen };
            let width = width.saturating_sub(left);
            let written =
                Text { left: x + left, width, align: Align::Left, baseline, style, text: text.into() };
            elements.push(Element::Text(written));
            left += font.weight(*weight).pixels(text, self.em);
        }
        if let Some(lit) = *lit {
            let bar = Rect { width: self.bar_width, ..self.area };
            elements.push(Element::Fill(bar, self.lit[lit as usize].1));
        }
        elements
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            area: _,
            numbers: _,
            baseline: _,
            em: _,
            number_em: _,
            pen,
            number_pen,
            lit,
            bar_width: _,
        } = *self;
        let lit = lit.into_iter().flat_map(|(pen, bar)| [Colours::Blends(pen), Colours::One(bar)]);
        [pen, number_pen].map(Colours::Blends).into_iter().chain(lit)
    }
}
