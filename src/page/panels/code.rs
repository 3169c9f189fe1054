//! The listing of the algorithm, with the current line highlighted.

use super::{Panel, PanelState};
use crate::font::Font;
use crate::page::Page;
use crate::page::layout::sheet::LINE;
use crate::page::slot::{CodeSlot, Layers, Pen};
use crate::picture::Rect;
use crate::search::Listing;

/// An indenting space, in ems.
const SPACE: f32 = 0.5;

/// Around a line, in ems; on the left there is the bar of the highlighted line.
const LEFT: f32 = 0.7;
const RIGHT: f32 = 0.5;
const BAR: f32 = 0.22;

/// How much the colour of the highlighted line covers the page.
const HIGHLIGHT: f32 = 0.4;

/// Width of the widest line, in ems.
pub fn width(listing: &Listing, font: &Font) -> f32 {
    let width = |line| LEFT + indent(line) + font.room(line.trim_start()) + RIGHT;
    listing.lines().map(width).fold(0.0, f32::max)
}

fn indent(line: &str) -> f32 {
    SPACE * (line.len() - line.trim_start().len()) as f32
}

/// Highlights the current line.
#[derive(Debug)]
pub struct CodePanel {
    first: usize,
    lines: usize,
}

impl CodePanel {
    pub fn new(page: &mut Page, listing: &Listing, area: Rect) -> Self {
        let Page { font, em, layers, squares, .. } = page;
        let (em, theme) = (*em, &squares.theme);
        let pen = Pen::full(theme.queen, theme.page);
        let lit = Pen::full(theme.queen, theme.page.covered(theme.placed, HIGHLIGHT));
        let first = layers.code.len();
        let width = ((width(listing, font) * em).ceil() as u32).min(area.width);
        for (index, line) in (0_u32..).zip(listing.lines()) {
            let top = |index: u32| (index as f32 * LINE * em) as u32;
            let height = top(index + 1) - top(index);
            let slot = CodeSlot {
                area: Rect { x: area.x, y: area.y + top(index), width, height },
                text: line.trim_start().to_owned(),
                left: ((LEFT + indent(line)) * em) as u32,
                em,
                pen,
                lit,
                bar: theme.placed,
                bar_width: ((BAR * em) as u32).max(2),
            };
            layers.code.add(slot, false);
        }
        Self { first, lines: layers.code.len() - first }
    }
}

impl Panel for CodePanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        for line in 0..self.lines {
            layers.code.set(self.first + line, state.frame.listing_line == Some(line));
        }
    }
}
