//! The pixel buffer of a painter, and its changed areas.

use crate::picture::{Canvas, Change, Picture, Rect, differing, digest};

use super::tile_cache::Tile;

/// The picture that is being painted.
#[derive(Debug)]
pub struct FrameBuffer {
    pub canvas: Canvas,
    pixels: Vec<u8>,
    /// What has changed in this picture.
    pub changes: Vec<Change>,
}

impl FrameBuffer {
    /// A page of one colour.
    pub fn new(canvas: Canvas, page: u8) -> Self {
        let pixels = vec![page; canvas.width as usize * canvas.height as usize];
        Self { canvas, pixels, changes: Vec::new() }
    }

    /// The pixels of an area, row by row.
    pub fn pixels(&self, area: Rect) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(area.pixels() as usize);
        area.rows(&self.pixels, self.canvas.width).for_each(|row| pixels.extend_from_slice(row));
        pixels
    }

    /// Copies the part of a tile that `change` names, relative to the tile's corner, to the area of
    /// the tile.
    pub fn blit(&mut self, at: Rect, tile: &Tile, change: Change) {
        let area = change.area.moved(at.x, at.y);
        let rows = area.rows_mut(&mut self.pixels, self.canvas.width);
        rows.zip(change.area.rows(tile, at.width)).for_each(|(row, source)| row.copy_from_slice(source));
        self.changes.push(Change::new(area, change.before, change.digest));
    }

    /// Replaces the pixels of an area; what changes is found by comparing them.
    pub fn replace(&mut self, area: Rect, pixels: &[u8]) {
        let before = self.pixels(area);
        let part = differing(&before, pixels, area.width);
        if part.pixels() > 0 {
            let digest = |pixels| digest(part.width, part.rows(pixels, area.width));
            let change = Change::new(part, Some(digest(&before)), digest(pixels));
            self.blit(area, pixels, change);
        }
    }

    /// Marks all pixels as changed.
    pub fn change_all(&mut self) {
        let area = Rect::whole(&self.canvas);
        let digest = digest(area.width, area.rows(&self.pixels, area.width));
        self.changes = vec![Change::new(area, None, digest)];
    }

    /// The picture as it is now.
    pub fn picture(&self) -> Picture<'_> {
        Picture::new(&self.canvas, &self.pixels, &self.changes)
    }
}
