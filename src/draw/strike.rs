//! Lines across what is painted already.

use crate::page::figure::stroke;
use crate::page::slot::StrikeSlot;

use super::frame_buffer::FrameBuffer;
use super::mask;
use super::palette::{Palette, ink_level};

/// The pixels of an area with its strike.
pub fn strike(slot: &StrikeSlot, painted: &FrameBuffer, palette: &Palette) -> Vec<u8> {
    let StrikeSlot { area, line, ink } = *slot;
    let (width, height) = (area.width as f32, area.height as f32);
    let lines = [((0.0, 0.0), (width, height)), ((0.0, height), (width, 0.0))];
    let strokes: Vec<_> = lines.into_iter().map(|(from, to)| stroke(from, to, line)).collect();
    let mask = mask::polygons(area.width, area.height, &strokes);
    let mut pixels = painted.pixels(area);
    mask::apply(&mask, &mut pixels, area.width, (0, 0), |pixel, coverage| {
        let level = ink_level(coverage);
        if level > 0 {
            *pixel = palette.over(*pixel, ink, level);
        }
    });
    pixels
}
