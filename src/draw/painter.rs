//! The painter: paints what a page shows, and repaints only the slots that a frame has changed.

use crate::page::Page;
use crate::page::slot::{Align, BadgeSlot, CodeSlot, Rank, SlotChange, TextSlot};
use crate::picture::{Canvas, Picture, Rect};

use super::frame_buffer::FrameBuffer;
use super::palette::Palette;
use super::text::TextWriter;
use super::tile_cache::TileCache;
use super::tree::TreePainter;

/// Size and palette of the pictures of a page.
pub fn canvas(page: &Page) -> Canvas {
    let palette = palette_of(page).colours().to_vec();
    Canvas { width: page.width, height: page.height, palette }
}

fn palette_of(page: &Page) -> Palette {
    Palette::new(page.colours())
}

/// Paints one page, frame by frame.
#[derive(Debug)]
pub struct Painter {
    buffer: FrameBuffer,
    palette: Palette,
    text: TextWriter,
    tiles: TileCache,
    tree: Option<TreePainter>,
    /// The frame of the page that was painted last; `None` before the first.
    painted: Option<u64>,
}

impl Painter {
    /// A painter for this page.
    pub fn new(page: &Page) -> Self {
        let palette = palette_of(page);
        let mut tiles = TileCache::new(page.squares.clone(), page.font.clone());
        for (slot, _) in page.layers.squares.iter() {
            tiles.add_slot(slot.ground);
        }
        Self {
            buffer: FrameBuffer::new(canvas(page), palette.index(page.background)),
            tiles,
            text: TextWriter::new(page.font.clone()),
            tree: page.layers.tree.map(|style| TreePainter::new(style, &palette)),
            palette,
            painted: None,
        }
    }

    /// Size and palette of every picture.
    pub const fn canvas(&self) -> &Canvas {
        self.buffer.canvas()
    }

    /// The picture of what the page shows now.
    ///
    /// If the previous frame was not painted, the whole picture counts as changed.
    ///
    /// # Panics
    /// When the page is not the one that the painter was made for.
    pub fn paint(&mut self, page: &Page) -> Picture<'_> {
        if self.painted == Some(page.frames) {
            self.buffer.begin();
        } else {
            let is_next = self.painted.is_some_and(|painted| painted + 1 == page.frames);
            self.paint_slots(page, !is_next);
        }
        self.painted = Some(page.frames);
        self.buffer.picture()
    }

    /// Paints the slots that have changed, or all of them.
    fn paint_slots(&mut self, page: &Page, all: bool) {
        let layers = &page.layers;
        self.buffer.begin();
        if all {
            for (index, (slot, state)) in layers.squares.iter().enumerate() {
                let part = Rect { x: 0, y: 0, ..slot.area };
                self.buffer.copy(slot.area, self.tiles.tile(index, *state, &self.palette), part);
            }
        } else {
            for SlotChange { index, slot, before, now } in layers.squares.changes() {
                let difference = self.tiles.difference(index, *before, *now, &self.palette);
                if let Some((part, tile)) = difference {
                    self.buffer.blit(slot.area, tile, part);
                }
            }
        }
        layers.texts.changed_or_all(all).for_each(|(slot, text)| self.paint_text(slot, text));
        layers.badges.changed_or_all(all).for_each(|(slot, rank)| self.paint_badge(slot, rank.as_ref()));
        layers.code.changed_or_all(all).for_each(|(slot, lit)| self.paint_code(slot, *lit));
        match &mut self.tree {
            Some(tree) if all => tree.paint_all(&layers.nodes, &mut self.buffer),
            Some(tree) => tree.paint_changes(&layers.nodes, &mut self.buffer),
            None => {}
        }
        if all {
            self.buffer.change_all();
        }
    }

    fn paint_text(&mut self, slot: &TextSlot, text: &str) {
        let pixels = self.text.write(slot, 0, text, &self.palette);
        self.buffer.replace(slot.area, &pixels);
    }

    fn paint_badge(&mut self, slot: &BadgeSlot, rank: Option<&Rank>) {
        let BadgeSlot { area, em, first, others, page } = *slot;
        let pixels = match rank {
            Some(Rank { number, text }) => {
                let pen = if *number == 1 { first } else { others };
                self.text.write(&TextSlot { area, em, pen, align: Align::Centre }, 0, text, &self.palette)
            }
            None => vec![self.palette.index(page); area.pixels() as usize],
        };
        self.buffer.replace(area, &pixels);
    }

    fn paint_code(&mut self, slot: &CodeSlot, lit: bool) {
        let CodeSlot { area, ref text, left, em, .. } = *slot;
        let pen = if lit { slot.lit } else { slot.pen };
        let line = TextSlot { area, em, pen, align: Align::Left };
        let mut pixels = self.text.write(&line, left, text, &self.palette);
        if lit {
            let bar = self.palette.index(slot.bar);
            for row in pixels.chunks_mut(area.width as usize) {
                row[..slot.bar_width as usize].fill(bar);
            }
        }
        self.buffer.replace(area, &pixels);
    }
}
