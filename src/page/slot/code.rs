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
    /// How code of regular weight is written.
    pub code: TextStyle,
    /// How the number is written: in the colours of the code when highlighted.
    pub number: TextStyle,
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
        let lit = lit.map(|lit| self.lit[lit as usize]);
        let written = |style: TextStyle| TextStyle { pen: lit.map_or(style.pen, |(pen, _)| pen), ..style };
        let (code, style) = (written(self.code), written(self.number));
        let Rect { x, y, width, .. } = self.area;
        let baseline = y + self.baseline;
        let mut elements = vec![Element::Fill(self.area, code.pen.paper)];
        if let Some(number) = &line.number {
            let text = number.into();
            let (width, align) = (self.numbers, Align::Right);
            elements.push(Element::Text(Text { left: x, width, align, baseline, style, text }));
        }
        let mut left = line.left;
        for (weight, text) in &line.runs {
            let style = TextStyle { weight: *weight, ..code };
            let width = width.saturating_sub(left);
            let written =
                Text { left: x + left, width, align: Align::Left, baseline, style, text: text.into() };
            elements.push(Element::Text(written));
            left += font.weight(*weight).pixels(text, code.em);
        }
        if let Some((_, ink)) = lit {
            elements.push(Element::Fill(Rect { width: self.bar_width, ..self.area }, ink));
        }
        elements
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self { area: _, numbers: _, baseline: _, code, number, lit, bar_width: _ } = *self;
        let lit = lit.into_iter().flat_map(|(pen, bar)| [Colours::Blends(pen), Colours::One(bar)]);
        [code.pen, number.pen].map(Colours::Blends).into_iter().chain(lit)
    }
}
