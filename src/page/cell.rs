//! Cells: small rectangles with a digit or a word, which make up arrays, masks and matrices.

use crate::font::Weight;
use crate::picture::{Rect, Rgb};

use super::figure::Edges;
use super::inks::{Inks, State};
use super::layout::cap;
use super::pen::{Colours, Pen, TextStyle};
use super::shape::{Align, Shape, Text};

#[derive(Debug, Clone)]
pub struct Cell {
    pub area: Rect,
    pub em: f32,
    pub align: Align,
    /// Border width in pixels.
    pub border: u32,
    pub inks: Inks,
    /// Whether the theme has no colours, so that only shapes show states.
    pub by_shape: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct CellState {
    pub look: CellLook,
    pub text: String,
    pub framed: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum CellLook {
    /// Text on the page, without a border.
    #[default]
    Blank,
    Free,
    Taken,
    Plain,
    /// An entry that is out of date.
    Faded,
    /// The step has read or changed the cell.
    Lit(State),
    /// As `Plain`, but the step has changed the cell: the text is bold, in the colour of the state if legible.
    Changed(State),
}

impl CellLook {
    pub fn all() -> impl Iterator<Item = Self> {
        let of_states = State::ALL.into_iter().flat_map(|state| [Self::Lit(state), Self::Changed(state)]);
        [Self::Blank, Self::Free, Self::Taken, Self::Plain, Self::Faded].into_iter().chain(of_states)
    }
}

impl CellState {
    pub fn new(look: CellLook, text: impl Into<String>) -> Self {
        Self { look, text: text.into(), framed: false }
    }
}

impl Cell {
    pub fn style(&self, look: CellLook) -> (Pen, Weight) {
        let inks = &self.inks;
        let on_page = |ink| Pen { ink, paper: inks.page };
        let on = |paper| Pen { ink: inks.text_on(paper), paper };
        match look {
            CellLook::Blank | CellLook::Plain => (on_page(inks.ink), Weight::Regular),
            CellLook::Faded => (on_page(inks.muted), Weight::Regular),
            CellLook::Free => (on(inks.squares[0]), Weight::Regular),
            CellLook::Taken => (Pen { ink: inks.page, paper: inks.ink }, Weight::Bold),
            CellLook::Lit(state) => (on(inks.square(state, true)), Weight::Bold),
            CellLook::Changed(state) => {
                let mark = inks.bar(state);
                (on_page(if mark.contrast(inks.page) >= 4.5 { mark } else { inks.ink }), Weight::Bold)
            }
        }
    }

    pub fn shapes(&self, state: &CellState) -> Vec<Shape> {
        let area = Rect { x: 0, y: 0, ..self.area };
        let Rect { width, height, .. } = area;
        let (pen, weight) = self.style(state.look);
        let inset = if self.align == Align::Middle { 0 } else { self.border + (self.em / 3.0) as u32 };
        let text = Text {
            left: inset,
            width: width.saturating_sub(2 * inset),
            align: self.align,
            baseline: self.baseline(),
            style: TextStyle { em: self.em, weight, pen },
            content: state.text.clone(),
        };
        let mut shapes = vec![Shape::Fill(area, pen.paper), Shape::Text(text)];
        if let Some(ink) = self.border_ink(state) {
            let border = self.border.min(width.min(height) / 2);
            let sides = Edges::ALL.bars((width, height), [border; 2]);
            shapes.extend(sides.map(|side| Shape::Fill(side, ink)));
        }
        shapes
    }

    /// Returns the baseline of the text, in pixels from the upper edge of the cell.
    pub fn baseline(&self) -> u32 {
        u32::midpoint(self.area.height, cap(self.em))
    }

    pub fn border_ink(&self, state: &CellState) -> Option<Rgb> {
        match state.look {
            _ if state.framed => Some(self.inks.ink),
            CellLook::Lit(_) if self.by_shape => Some(self.inks.ink),
            CellLook::Blank | CellLook::Lit(_) | CellLook::Changed(_) | CellLook::Taken => None,
            CellLook::Free | CellLook::Plain | CellLook::Faded => {
                (self.style(state.look).0.paper.contrast(self.inks.page) < 1.3).then_some(self.inks.rule)
            }
        }
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let borders = [self.inks.ink, self.inks.rule].map(Colours::One);
        CellLook::all().map(|look| Colours::Blends(self.style(look).0)).chain(borders)
    }
}
