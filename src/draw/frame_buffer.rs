//! The pixel buffer of a painter, and its changed areas.

use crate::picture::{Canvas, Change, Picture, Rect, differing, digest};

use super::tile_cache::Tile;

/// The picture that is being painted.
#[derive(Debug)]
pub struct FrameBuffer {
    canvas: Canvas,
    pixels: Vec<u8>,
    changes: Vec<Change>,
}

impl FrameBuffer {
    /// A page of one colour.
    pub fn new(canvas: Canvas, page: u8) -> Self {
        let pixels = vec![page; canvas.width as usize * canvas.height as usize];
        Self { canvas, pixels, changes: Vec::new() }
    }

    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// The pixels of an area, row by row.
    pub fn pixels(&self, area: Rect) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(area.pixels() as usize);
        area.rows(&self.pixels, self.canvas.width).for_each(|row| pixels.extend_from_slice(row));
        pixels
    }

    /// Begins the next picture.
    pub fn begin(&mut self) {
        self.changes.clear();
    }

    /// Copies the part of a tile that `change` names, relative to the tile's corner, to the area of
    /// the tile.
    pub fn blit(&mut self, at: Rect, tile: &Tile, change: Change) {
        self.copy(at, tile, change.area);
        self.changes.push(Change { area: change.area.moved(at.x, at.y), ..change });
    }

    /// Copies part of a tile without a record, for pictures that change as a whole.
    pub fn copy(&mut self, at: Rect, tile: &Tile, part: Rect) {
        let rows = part.moved(at.x, at.y).rows_mut(&mut self.pixels, self.canvas.width);
        for (row, source) in rows.zip(part.rows(tile, at.width)) {
            row.copy_from_slice(source);
        }
    }

    /// Replaces the pixels of an area; what changes is found by comparing them.
    pub fn replace(&mut self, area: Rect, pixels: &[u8]) {
        let before = self.pixels(area);
        let part = differing(&before, pixels, area.width);
        if part.pixels() == 0 {
            return;
        }
        let digest = |pixels| digest(part.width, part.rows(pixels, area.width));
        let change = Change { area: part, before: Some(digest(&before)), digest: digest(pixels) };
        self.blit(area, pixels, change);
    }

    /// Marks all pixels as changed.
    pub fn change_all(&mut self) {
        let area = Rect::whole(&self.canvas);
        let digest = digest(area.width, area.rows(&self.pixels, area.width));
        self.changes.clear();
        self.changes.push(Change { area, before: None, digest });
    }

    /// The picture as it is now.
    pub fn picture(&self) -> Picture<'_> {
        Picture { canvas: &self.canvas, pixels: &self.pixels, changes: &self.changes }
    }
}
