//! The pixels that everything is painted on, and what has changed of them.

use super::{Canvas, Change, Picture, Rect, digest};

/// A picture at work.
#[derive(Debug)]
pub struct Stage {
    canvas: Canvas,
    pixels: Vec<u8>,
    changes: Vec<Change>,
    /// Whether no picture has been shown yet.
    fresh: bool,
}

impl Stage {
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

/// The tight rectangle in which two pictures of one width differ; empty if they do not.
pub fn differing(before: &[u8], after: &[u8], width: u32) -> Rect {
    let mut left = width;
    let mut right = 0;
    let mut rows = None;
    let pairs = before.chunks(width as usize).zip(after.chunks(width as usize));
    for (y, (before, after)) in (0..).zip(pairs) {
        if before == after {
            continue;
        }
        let differs = |(a, b): (&u8, &u8)| a != b;
        let Some(first) = before.iter().zip(after).position(differs) else { continue };
        let last = before.iter().zip(after).rposition(differs).unwrap_or(first);
        left = left.min(first as u32);
        right = right.max(last as u32 + 1);
        rows = Some((rows.map_or(y, |(top, _)| top), y + 1));
    }
    rows.map_or(Rect { x: 0, y: 0, width: 0, height: 0 }, |(top, bottom)| Rect {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_tight() {
        let before = [0; 20];
        let mut after = before;
        after[5 + 3] = 1;
        after[10 + 1] = 1;
        assert_eq!(differing(&before, &after, 5), Rect { x: 1, y: 1, width: 3, height: 2 });
        assert_eq!(differing(&before, &before, 5).pixels(), 0);
    }
}
