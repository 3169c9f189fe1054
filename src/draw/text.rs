//! Lines of text on the page.

use std::borrow::Cow;

use super::frame_buffer::FrameBuffer;
use super::palette::{Ramp, ink_level};
use crate::font::Letters;
use crate::picture::Rect;

/// How text is written.
#[derive(Debug, Clone, Copy)]
pub struct Pen {
    /// The ink on its paper.
    pub ink: Ramp,
    /// How strong the ink is, 0 to 1.
    pub strength: f32,
}

/// Where text stands in its area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// A line of text that may change from picture to picture.
#[derive(Debug)]
pub struct Line {
    area: Rect,
    pen: Pen,
    align: Align,
    shown: Option<String>,
}

impl Line {
    pub const fn new(area: Rect, pen: Pen, align: Align) -> Self {
        Self { area, pen, align, shown: None }
    }

    /// Writes a text instead of what stands there.
    pub fn show(&mut self, text: &str, letters: &mut Letters, stage: &mut FrameBuffer) {
        if self.shown.as_deref() == Some(text) {
            return;
        }
        let Rect { width, height, .. } = self.area;
        let mut pixels = vec![self.pen.ink[0]; self.area.pixels() as usize];
        write(text, self.pen, self.align, letters, &mut pixels, (0, width, height), width);
        stage.replace(self.area, &pixels);
        self.shown = Some(text.to_owned());
    }
}

/// Writes a text into rows of pixels, `row_width` each: from pixel `left` of a row, `width` wide and
/// in the middle of the height. What has no room is cut off.
pub fn write(
    text: &str,
    pen: Pen,
    align: Align,
    letters: &mut Letters,
    pixels: &mut [u8],
    (left, width, height): (u32, u32, u32),
    row_width: u32,
) {
    let line = letters.line(text);
    let inks: [u8; 256] =
        std::array::from_fn(|coverage| pen.ink[usize::from(ink_level(coverage as u8, pen.strength))]);
    let free = (width.saturating_sub(line.width()), height.saturating_sub(line.height()));
    let x = match align {
        Align::Left => left,
        Align::Centre => left + free.0 / 2,
        Align::Right => left + free.0,
    };
    let rows = pixels.chunks_mut(row_width as usize).skip(free.1 as usize / 2);
    for (row, coverage) in rows.zip(line.rows()) {
        let end = (left + width).min(row_width) as usize;
        for (pixel, coverage) in row[..end].iter_mut().skip(x as usize).zip(coverage) {
            *pixel = inks[usize::from(coverage.0[0])];
        }
    }
}

/// The text, or as much of its beginning as fits into so many pixels, and a sign that there is more.
pub fn fitted<'a>(text: &'a str, letters: &mut Letters, width: u32) -> Cow<'a, str> {
    const MORE: &str = "…";
    if letters.width(text) <= width {
        return text.into();
    }
    let mut room = width.saturating_sub(letters.width(MORE));
    let end = text.char_indices().find(|(_, character)| {
        let taken = letters.width(character.encode_utf8(&mut [0; 4]));
        let full = taken > room;
        room = room.saturating_sub(taken);
        full
    });
    let beginning = &text[..end.map_or(text.len(), |(end, _)| end)];
    (beginning.trim_end().to_owned() + MORE).into()
}
