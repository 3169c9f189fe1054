//! Text as pixels.

use crate::font::{Font, Letters};
use crate::page::slot::{Align, TextSlot};

use super::mask;
use super::palette::{Palette, ink_level};

/// Writes text, drawing each letter of each size once.
#[derive(Debug)]
pub struct TextWriter {
    font: Font,
    /// The letters of each em.
    letters: Vec<(f32, Letters)>,
}

impl TextWriter {
    pub const fn new(font: Font) -> Self {
        Self { font, letters: Vec::new() }
    }

    /// The pixels of a line of text in its rectangle, clipped to it; `left` pixels at its left edge
    /// stay empty.
    pub fn write(&mut self, slot: &TextSlot, left: u32, text: &str, palette: &Palette) -> Vec<u8> {
        let TextSlot { area, em, pen, align } = *slot;
        let ramp = palette.ramp(pen);
        let mut pixels = vec![ramp[0]; area.pixels() as usize];
        let ink = self.letters(em).line(text);
        let inks: [u8; 256] =
            std::array::from_fn(|coverage| ramp[usize::from(ink_level(coverage as u8, pen.strength))]);
        let width = area.width.saturating_sub(left);
        let free = (width.saturating_sub(ink.width()), area.height.saturating_sub(ink.height()));
        let x = match align {
            Align::Left => left,
            Align::Centre => left + free.0 / 2,
            Align::Right => left + free.0,
        };
        mask::apply(&ink, &mut pixels, area.width, (x, free.1 / 2), |pixel, coverage| {
            *pixel = inks[usize::from(coverage)];
        });
        pixels
    }

    fn letters(&mut self, em: f32) -> &mut Letters {
        let index = self.letters.iter().position(|(known, _)| *known == em).unwrap_or_else(|| {
            self.letters.push((em, self.font.letters(em)));
            self.letters.len() - 1
        });
        &mut self.letters[index].1
    }
}
