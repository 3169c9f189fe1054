//! Cells as pixels.

use crate::page::cell::{CellSlot, CellState};
use crate::page::slot::{Align, TextSlot, TextStyle};
use crate::picture::Rect;

use super::palette::Palette;
use super::text::TextWriter;

/// The pixels of a cell.
pub fn cell(slot: &CellSlot, state: &CellState, text: &mut TextWriter, palette: &Palette) -> Vec<u8> {
    let Rect { width, height, .. } = slot.area;
    let (pen, weight) = slot.style(state.look);
    let style = TextStyle { em: slot.em, weight, pen };
    let area = Rect { x: 0, y: 0, width, height };
    let inset = match slot.align {
        Align::Centre => 0,
        Align::Left | Align::Right => slot.border + (slot.em / 3.0) as u32,
    };
    let line = Rect { width: width.saturating_sub(2 * inset), ..area };
    let line = TextSlot { area: line, baseline: slot.baseline(), style, align: slot.align };
    let written = text.write(&line, &state.text, palette);
    let mut pixels = vec![palette.index(pen.paper); area.pixels() as usize];
    let rows = pixels.chunks_mut(width as usize).zip(written.chunks(line.area.width.max(1) as usize));
    for (row, written) in rows {
        row[inset as usize..][..written.len()].copy_from_slice(written);
    }
    if let Some(ink) = slot.border_ink(state) {
        let (ink, border) = (palette.index(ink), slot.border.min(width.min(height) / 2) as usize);
        let last = height as usize - border;
        for (y, row) in pixels.chunks_mut(width as usize).enumerate() {
            if y < border || y >= last {
                row.fill(ink);
            } else {
                let end = row.len() - border;
                row[..border].fill(ink);
                row[end..].fill(ink);
            }
        }
    }
    pixels
}
