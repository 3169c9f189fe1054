//! The pixel buffer of a painter, its changed areas, and the areas to repaint where items overlap.

use crate::page::scene::{self, Drawing, Item};
use crate::page::shape::Shape;
use crate::picture::{Canvas, Change, Picture, Rect, differing, digest};

use super::shapes;
use super::tile_cache::Tile;

/// The picture being painted.
pub struct FrameBuffer {
    pub canvas: Canvas,
    pixels: Vec<u8>,
    pub changes: Vec<Change>,
}

impl FrameBuffer {
    pub fn new(canvas: Canvas, page: u8) -> Self {
        let pixels = vec![page; canvas.width as usize * canvas.height as usize];
        Self { canvas, pixels, changes: Vec::new() }
    }

    /// Returns the pixels of an area, row by row.
    pub fn pixels(&self, area: Rect) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(area.pixels() as usize);
        area.rows(&self.pixels, self.canvas.width).for_each(|row| pixels.extend_from_slice(row));
        pixels
    }

    /// Copies the changed part of a tile to the area `at`; `change` is relative to the corner of the tile.
    pub fn blit(&mut self, at: Rect, tile: &Tile, change: Change) {
        let area = change.area.moved(at.x, at.y);
        let rows = area.rows_mut(&mut self.pixels, self.canvas.width);
        rows.zip(change.area.rows(tile, at.width)).for_each(|(row, source)| row.copy_from_slice(source));
        self.changes.push(Change::new(area, change.before, change.digest));
    }

    /// Replaces the pixels of an area, and compares them with the old pixels to find the change.
    pub fn replace(&mut self, area: Rect, pixels: &[u8]) {
        let before = self.pixels(area);
        let part = differing(&before, pixels, area.width);
        if part.pixels() > 0 {
            let digest = |pixels| digest(part.width, part.rows(pixels, area.width));
            let change = Change::new(part, Some(digest(&before)), digest(pixels));
            self.blit(area, pixels, change);
        }
    }

    pub fn change_all(&mut self) {
        let area = Rect::whole(&self.canvas);
        let digest = digest(area.width, area.rows(&self.pixels, area.width));
        self.changes = vec![Change::new(area, None, digest)];
    }

    pub fn picture(&self) -> Picture<'_> {
        Picture::new(&self.canvas, &self.pixels, &self.changes)
    }
}

/// If a step changes more areas than this, the painter repaints their bounding box.
pub const MOST_DAMAGED: usize = 64;

pub fn damaged(change: &scene::ItemChange, item: &Item) -> Vec<Rect> {
    let extent = |drawing: &Drawing, shift: Option<u32>| {
        let area = extent(drawing, item.area)?.moved(item.area.x + shift.unwrap_or_default(), item.area.y);
        area.shared(item.area)
    };
    match [extent(&change.before, change.shift), extent(&item.drawing, item.shift)] {
        // Drawings that move right have equal columns, so that only pixels at their ends change.
        [Some(before), Some(now)] if change.key == item.key => {
            let between =
                |one: u32, other: u32| Rect { x: one.min(other), width: one.abs_diff(other) + 1, ..now };
            vec![between(before.x, now.x), between(before.right() - 1, now.right() - 1)]
        }
        areas => areas.into_iter().flatten().collect(),
    }
}

/// Returns the bounding box of a drawing; figures, texts and signs, whose sizes depend on fonts, count as whole
/// items.
fn extent(drawing: &Drawing, item: Rect) -> Option<Rect> {
    let whole = Rect { x: 0, y: 0, ..item };
    Rect::around(drawing.shapes().filter_map(|shape| match shape {
        Shape::Fill(area, _) => Some(*area),
        Shape::Disc { centre: (x, y), radius, .. } => {
            let corners = [-1.0, 1.0].map(|side| (x + side * (radius + 1.0), y + side * (radius + 1.0)));
            shapes::bounds(&[corners.to_vec()], whole)
        }
        Shape::Polygons(polygons, _) => shapes::bounds(polygons, whole),
        Shape::Figure(..) | Shape::Text(_) | Shape::Sign(_) => Some(whole),
    }))
}

/// Merges overlapping areas until none overlap.
pub fn apart(areas: impl IntoIterator<Item = Rect>) -> Vec<Rect> {
    let mut apart: Vec<Rect> = Vec::new();
    for mut area in areas {
        while let Some(index) = apart.iter().position(|known| known.overlaps(area)) {
            area = apart.swap_remove(index).with(area);
        }
        apart.push(area);
    }
    apart
}
