//! Text as pixels.

use crate::font::{Font, Letters};
use crate::page::slot::{Align, Pen};
use crate::picture::Rect;

use super::palette::{Palette, ink_level};

/// A line of text.
#[derive(Debug, Clone, Copy)]
pub struct TextLine<'a> {
    pub area: Rect,
    /// The pixels from the left edge that stay empty.
    pub left: u32,
    pub text: &'a str,
    pub em: f32,
    pub pen: Pen,
    pub align: Align,
}

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

    /// The pixels of a line of text in its rectangle, clipped to it.
    pub fn write(&mut self, line: &TextLine<'_>, palette: &Palette) -> Vec<u8> {
        let TextLine { area, left, text, em, pen, align } = *line;
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
        let rows = pixels.chunks_mut(area.width as usize).skip(free.1 as usize / 2);
        for (row, coverage) in rows.zip(ink.rows()) {
            for (pixel, coverage) in row.iter_mut().skip(x as usize).zip(coverage) {
                *pixel = inks[usize::from(coverage.0[0])];
            }
        }
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
