//! The algorithm, with the line that runs lit.

use crate::search::Listing;

use super::frame_buffer::FrameBuffer;
use super::palette::{Palette, Ramp};
use super::text::{Align, Pen, write};
use crate::font::Font;
use crate::page::Theme;
use crate::page::layout::panels::{Arrangement, LINE};
use crate::picture::Rect;

/// An indenting space, in ems.
const SPACE: f32 = 0.5;

/// Around a line, in ems; on the left there is the bar of the lit line.
const LEFT: f32 = 0.7;
const RIGHT: f32 = 0.5;
const BAR: f32 = 0.22;

/// How much of the lit line's colour is laid on the page.
const LIGHT: f32 = 0.4;

/// Width of the widest line, in ems.
pub fn width(listing: &Listing, font: &Font) -> f32 {
    let width = |line| LEFT + indent(line) + font.room(line.trim_start()) + RIGHT;
    listing.lines().map(width).fold(0.0, f32::max)
}

fn indent(line: &str) -> f32 {
    SPACE * (line.len() - line.trim_start().len()) as f32
}

/// All lines, each drawn once dark and once lit.
#[derive(Debug)]
pub struct Code {
    lines: Vec<CodeLine>,
    lit: Option<usize>,
    fresh: bool,
}

#[derive(Debug)]
struct CodeLine {
    area: Rect,
    dark: Vec<u8>,
    lit: Vec<u8>,
}

impl Code {
    pub fn new(
        listing: &Listing,
        font: &Font,
        place: &Arrangement,
        theme: &Theme,
        palette: &mut Palette,
    ) -> Self {
        let dark = palette.ramp(theme.queen, theme.page);
        let lit = palette.ramp(theme.queen, theme.page.covered(theme.placed, LIGHT));
        let bar = palette.index(theme.placed);
        let em = place.em;
        let mut letters = font.letters(em);
        let width = ((width(listing, font) * em).ceil() as u32).min(place.code.width);
        let lines = (0..).zip(listing.lines()).map(|(index, line)| {
            let top = |index: u32| (index as f32 * LINE * em) as u32;
            let height = top(index + 1) - top(index);
            let area = Rect { x: place.code.x, y: place.code.y + top(index), width, height };
            let mut printed = [dark, lit].map(|ink: Ramp| {
                let mut pixels = vec![ink[0]; area.pixels() as usize];
                let left = ((LEFT + indent(line)) * em) as u32;
                let room = (left, width.saturating_sub(left), height);
                let pen = Pen { ink, strength: 1.0 };
                write(line.trim_start(), pen, Align::Left, &mut letters, &mut pixels, room, width);
                pixels
            });
            for row in printed[1].chunks_mut(width as usize) {
                row[..((BAR * em) as usize).max(2)].fill(bar);
            }
            let [dark, lit] = printed;
            CodeLine { area, dark, lit }
        });
        Self { lines: lines.collect(), lit: None, fresh: true }
    }

    pub fn paint(&mut self, lit: Option<usize>, stage: &mut FrameBuffer) {
        for (index, line) in self.lines.iter().enumerate() {
            let is_lit = lit == Some(index);
            if self.fresh || (self.lit == Some(index)) != is_lit {
                stage.replace(line.area, if is_lit { &line.lit } else { &line.dark });
            }
        }
        (self.lit, self.fresh) = (lit, false);
    }
}
