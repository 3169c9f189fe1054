//! The pixels that everything is painted on, and what has changed of them.

use crate::picture::{Canvas, Change, Picture, Rect, differing, digest};

/// A picture at work.
#[derive(Debug)]
pub struct FrameBuffer {
    canvas: Canvas,
    pixels: Vec<u8>,
    changes: Vec<Change>,
    /// Whether no picture has been shown yet.
    fresh: bool,
}

impl FrameBuffer {
    /// An empty page.
    pub fn new(canvas: Canvas, page: u8) -> Self {
        let pixels = vec![page; canvas.width as usize * canvas.height as usize];
        Self { canvas, pixels, changes: Vec::new(), fresh: true }
    }

    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Goes on to the next picture.
    pub fn begin(&mut self) {
        self.changes.clear();
    }

    /// Copies a part of a tile, whose corner is at `(x, y)`, to where it belongs; `change` tells
    /// which part, and what it changes.
    pub fn lay(&mut self, (x, y): (u32, u32), tile: &[u8], tile_width: u32, change: Change) {
        let area = Rect { x: x + change.area.x, y: y + change.area.y, ..change.area };
        let rows = area.rows_mut(&mut self.pixels, self.canvas.width);
        for (row, source) in rows.zip(change.area.rows(tile, tile_width)) {
            row.copy_from_slice(source);
        }
        self.changes.push(Change { area, ..change });
    }

    /// Puts new pixels into an area; what really changes is found by a look at them.
    pub fn replace(&mut self, area: Rect, pixels: &[u8]) {
        let width = self.canvas.width;
        let there: Vec<u8> = area.rows(&self.pixels, width).flatten().copied().collect();
        let part = differing(&there, pixels, area.width);
        if part.pixels() == 0 {
            return;
        }
        let digest = |pixels| digest(part.width, part.rows(pixels, area.width));
        let change = Change { area: part, before: Some(digest(&there)), digest: digest(pixels) };
        self.lay((area.x, area.y), pixels, area.width, change);
    }

    /// The picture as it is now.
    pub fn picture(&mut self) -> Picture<'_> {
        if std::mem::take(&mut self.fresh) {
            let area = Rect::whole(&self.canvas);
            let digest = digest(area.width, area.rows(&self.pixels, area.width));
            self.changes.clear();
            self.changes.push(Change { area, before: None, digest });
        }
        Picture { canvas: &self.canvas, pixels: &self.pixels, changes: &self.changes }
    }
}
