//! Text as pixels.

use crate::font::{Font, Letters, Weight};
use crate::page::slot::{Align, CodeLine, CodeSlot, LineSlot, Pen, Piece, TextSlot, TextStyle};
use crate::picture::Rect;

use super::mask;
use super::palette::{Palette, ink_level};

/// Writes text, drawing each letter of each size once.
#[derive(Debug)]
pub struct TextWriter {
    font: Font,
    /// The letters of each em and weight.
    letters: Vec<(f32, Weight, Letters)>,
}

impl TextWriter {
    pub const fn new(font: Font) -> Self {
        Self { font, letters: Vec::new() }
    }

    /// The pixels of a line of text in its rectangle, clipped to it.
    pub fn write(&mut self, slot: &TextSlot, text: &str, palette: &Palette) -> Vec<u8> {
        let TextSlot { area, baseline, style, align } = *slot;
        let mut pixels = vec![palette.index(style.pen.paper); area.pixels() as usize];
        let width = self.letters(style).width(text);
        let free = area.width.saturating_sub(width);
        let x = match align {
            Align::Left => 0,
            Align::Centre => free / 2,
            Align::Right => free,
        };
        self.add_on(&mut pixels, area.width, (x, baseline), text, style, palette);
        pixels
    }

    /// The pixels of a line of code, in these colours.
    pub fn write_code(
        &mut self,
        slot: &CodeSlot,
        line: &CodeLine,
        [pen, number_pen]: [Pen; 2],
        palette: &Palette,
    ) -> Vec<u8> {
        let Rect { width, height, .. } = slot.area;
        let mut pixels = vec![palette.index(pen.paper); (width * height) as usize];
        if let Some(number) = &line.number {
            let style = TextStyle { em: slot.number_em, weight: Weight::Regular, pen: number_pen };
            let x = slot.numbers.saturating_sub(self.letters(style).width(number));
            self.add_on(&mut pixels, width, (x, slot.baseline), number, style, palette);
        }
        let mut x = line.left;
        for (weight, text) in &line.runs {
            let style = TextStyle { em: slot.em, weight: *weight, pen };
            self.add_on(&mut pixels, width, (x, slot.baseline), text, style, palette);
            x += self.letters(style).width(text);
        }
        pixels
    }

    /// The pixels of a line with several pieces of text.
    pub fn write_pieces(&mut self, slot: &LineSlot, pieces: &[Piece], palette: &Palette) -> Vec<u8> {
        let Rect { width, height, .. } = slot.area;
        let mut pixels = vec![palette.index(slot.label.pen.paper); (width * height) as usize];
        for Piece { left, strong, text } in pieces {
            let style = if *strong { slot.strong } else { slot.label };
            self.add_on(&mut pixels, width, (*left, slot.baseline), text, style, palette);
        }
        pixels
    }

    /// Adds text on a baseline to pixels in rows of this width.
    pub fn add_on(
        &mut self,
        pixels: &mut [u8],
        width: u32,
        (x, baseline): (u32, u32),
        text: &str,
        style: TextStyle,
        palette: &Palette,
    ) {
        let (up, _) = self.font.weight(style.weight).reach(style.em);
        // Accents may be cut off where lines are close to each other.
        let cut = up.saturating_sub(baseline);
        let start = (cut * width) as usize;
        let shifted = if cut > 0 { 0 } else { baseline - up };
        if start == 0 {
            self.add(pixels, width, (x, shifted), text, style, palette);
        } else {
            let mut taller = vec![palette.index(style.pen.paper); start];
            taller.extend_from_slice(pixels);
            self.add(&mut taller, width, (x, 0), text, style, palette);
            pixels.copy_from_slice(&taller[start..]);
        }
    }

    /// Adds text to pixels in rows of this width, from its upper left corner on.
    fn add(
        &mut self,
        pixels: &mut [u8],
        width: u32,
        at: (u32, u32),
        text: &str,
        style: TextStyle,
        palette: &Palette,
    ) {
        let ramp = palette.ramp(style.pen);
        let inks: [u8; 256] = std::array::from_fn(|coverage| ramp[usize::from(ink_level(coverage as u8))]);
        mask::apply(&self.letters(style).line(text), pixels, width, at, |pixel, coverage| {
            let level = inks[usize::from(coverage)];
            if level != ramp[0] {
                *pixel = level;
            }
        });
    }

    /// How far lines of text reach above and below their baseline, in whole pixels.
    pub fn reach(&self, TextStyle { em, weight, .. }: TextStyle) -> (u32, u32) {
        self.font.weight(weight).reach(em)
    }

    /// The letters of a style.
    pub fn letters(&mut self, TextStyle { em, weight, .. }: TextStyle) -> &mut Letters {
        let known =
            |(known_em, known_weight, _): &(f32, Weight, Letters)| *known_em == em && *known_weight == weight;
        let index = self.letters.iter().position(known).unwrap_or_else(|| {
            self.letters.push((em, weight, self.font.weight(weight).letters(em)));
            self.letters.len() - 1
        });
        &mut self.letters[index].2
    }
}
