//! The listing of the algorithm, with the current line highlighted in the colour of what it led to.

use super::{Panel, PanelState, led_to};
use crate::font::Weight;
use crate::page::Page;
use crate::page::inks::State;
use crate::page::layout::panels::CodeLayout;
use crate::page::slot::{CodeSlot, Layers, Pen};
use crate::page::units::{CAP, X_HEIGHT};
use crate::picture::Rect;
use crate::search::Listing;

/// Words that stand out at the beginning of a line.
const KEYWORDS: [&str; 4] = ["for each", "else if", "else", "if"];

/// The em of line numbers against that of the code.
pub const NUMBERS: f32 = 0.72;

/// The lines of a listing, each with its level of indentation.
pub fn lines(listing: &Listing) -> impl Iterator<Item = (u32, &str)> {
    let spaces = |line: &str| (line.len() - line.trim_start().len()) as u32;
    let level = listing.lines().map(spaces).filter(|spaces| *spaces > 0).min().unwrap_or(1);
    listing.lines().map(move |line| (spaces(line).div_ceil(level), line.trim_start()))
}

/// A line of code with its keyword in bold.
fn runs(line: &str) -> Vec<(Weight, String)> {
    let ends_word = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let keyword = KEYWORDS.into_iter().find(|word| line.strip_prefix(word).is_some_and(ends_word));
    let (bold, rest) = line.split_at(keyword.map_or(0, str::len));
    let runs = [(Weight::Bold, bold.to_owned()), (Weight::Regular, rest.to_owned())];
    runs.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

/// Highlights the current line.
#[derive(Debug)]
pub struct CodePanel {
    first: usize,
    lines: usize,
}

impl CodePanel {
    pub fn new(page: &mut Page, listing: &Listing, layout: CodeLayout) -> Self {
        let CodeLayout { area, pitch, em, numbers, left, indent, bar } = layout;
        let inks = page.squares.inks;
        let pen = Pen { ink: inks.ink, paper: inks.page };
        let number_pen = Pen { ink: inks.muted, paper: inks.page };
        let lit = State::ALL.map(|state| (Pen { ink: inks.ink, paper: inks.lit(state) }, inks.bar(state)));
        let layer = &mut page.layers.code;
        let first = layer.len();
        for (index, (level, line)) in (0_u32..).zip(lines(listing)) {
            let top = |index: u32| (index as f32 * pitch).round() as u32;
            let height = top(index + 1) - top(index);
            // Letters are centred in the band between the heights of capitals and of small letters.
            let baseline = f32::midpoint(height as f32, f32::midpoint(CAP, X_HEIGHT) * em);
            let slot = CodeSlot {
                area: Rect { x: area.x, y: area.y + top(index), width: area.width, height },
                number: numbers.map(|right| ((index + 1).to_string(), right)),
                runs: runs(line),
                left: left + (level as f32 * indent) as u32,
                baseline: baseline.round() as u32,
                em,
                number_em: (NUMBERS * em).max(crate::page::figure::LEAST_EM),
                pen,
                number_pen,
                lit,
                bar_width: bar,
            };
            layer.add(slot, None);
        }
        Self { first, lines: layer.len() - first }
    }
}

impl Panel for CodePanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let led_to = led_to(state.frame.moment);
        for line in 0..self.lines {
            let lit = (state.frame.listing_line == Some(line)).then_some(led_to);
            layers.code.set(self.first + line, lit);
        }
    }
}
