//! The painter: paints what a page shows, and repaints only the slots that a frame has changed.

use crate::page::Page;
use crate::page::slot::{Align, BadgeSlot, CodeSlot, TextSlot};
use crate::picture::{Canvas, Picture};

use super::frame_buffer::FrameBuffer;
use super::palette::Palette;
use super::text::TextWriter;
use super::tile_cache::TileCache;
use super::tree::Tree;

/// Size and palette of the pictures of a page.
pub fn canvas(page: &Page) -> Canvas {
    let palette = palette_of(page).colours().to_vec();
    Canvas { width: page.width, height: page.height, palette }
}

fn palette_of(page: &Page) -> Palette {
    let mut palette = Palette::default();
    for colours in &page.colours {
        palette.add(*colours);
    }
    palette
}

/// Paints one page, frame by frame.
#[derive(Debug)]
pub struct Painter {
    buffer: FrameBuffer,
    palette: Palette,
    text: TextWriter,
    tiles: TileCache,
    tree: Option<Tree>,
    /// The frame of the page that was painted last; `None` before the first.
    painted: Option<u64>,
}

impl Painter {
    /// A painter that has painted nothing yet.
    pub fn new(page: &Page) -> Self {
        let palette = palette_of(page);
        let background = palette.index(page.background);
        let canvas = canvas(page);
        let mut tiles = TileCache::new(page.squares.clone(), page.font.clone());
        for (slot, _) in page.layers.squares.iter() {
            tiles.add_slot(slot.ground);
        }
        Self {
            buffer: FrameBuffer::new(canvas, background),
            tiles,
            text: TextWriter::new(page.font.clone()),
            tree: page.layers.tree.map(|style| Tree::new(style, &palette)),
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
    /// Where the frame before was not painted, all of the picture counts as changed.
    ///
    /// # Panics
    /// When it is not the page that the painter was made for.
    pub fn paint(&mut self, page: &Page) -> Picture<'_> {
        let is_next = self.painted.is_some_and(|painted| painted + 1 == page.frames);
        if self.painted == Some(page.frames) {
            self.buffer.begin();
        } else if is_next {
            self.buffer.begin();
            self.paint_changes(page);
        } else {
            self.paint_all(page);
        }
        self.painted = Some(page.frames);
        self.buffer.picture()
    }

    fn paint_changes(&mut self, page: &Page) {
        let layers = &page.layers;
        for change in layers.squares.changes() {
            let (before, now) = (*change.before, *change.now);
            if let Some((part, tile)) = self.tiles.difference(change.index, before, now, &self.palette) {
                self.buffer.blit(change.slot.area, tile, part);
            }
        }
        for change in layers.texts.changes() {
            self.paint_text(change.slot, change.now);
        }
        for change in layers.badges.changes() {
            self.paint_badge(change.slot, change.now.as_ref().map(|rank| (rank.number, rank.text.as_str())));
        }
        for change in layers.code.changes() {
            self.paint_code(change.slot, *change.now);
        }
        if let Some(tree) = &mut self.tree {
            tree.paint_changes(&layers.nodes, &mut self.buffer);
        }
    }

    fn paint_all(&mut self, page: &Page) {
        let layers = &page.layers;
        self.buffer.begin();
        for (index, (slot, state)) in layers.squares.iter().enumerate() {
            let tile = self.tiles.tile(index, *state, &self.palette);
            self.buffer.replace(slot.area, tile);
        }
        for (slot, text) in layers.texts.iter() {
            self.paint_text(slot, text);
        }
        for (slot, rank) in layers.badges.iter() {
            self.paint_badge(slot, rank.as_ref().map(|rank| (rank.number, rank.text.as_str())));
        }
        for (slot, lit) in layers.code.iter() {
            self.paint_code(slot, *lit);
        }
        if let Some(tree) = &mut self.tree {
            tree.paint_all(&layers.nodes, &mut self.buffer);
        }
        self.buffer.change_all();
    }

    fn paint_text(&mut self, slot: &TextSlot, text: &str) {
        let TextSlot { area, em, pen, align } = slot;
        let pixels = self.text.block(*area, text, *em, *pen, *align, &self.palette);
        self.buffer.replace(*area, &pixels);
    }

    fn paint_badge(&mut self, slot: &BadgeSlot, rank: Option<(usize, &str)>) {
        let pixels = match rank {
            Some((number, text)) => {
                let pen = if number == 1 { slot.first } else { slot.others };
                self.text.block(slot.area, text, slot.em, pen, Align::Centre, &self.palette)
            }
            None => vec![self.palette.index(slot.page); slot.area.pixels() as usize],
        };
        self.buffer.replace(slot.area, &pixels);
    }

    fn paint_code(&mut self, slot: &CodeSlot, lit: bool) {
        let CodeSlot { area, text, left, em, .. } = slot;
        let pen = if lit { slot.lit } else { slot.pen };
        let mut pixels = self.text.indented(*area, *left, text, *em, pen, &self.palette);
        if lit {
            let bar = self.palette.index(slot.bar);
            for row in pixels.chunks_mut(area.width as usize) {
                row[..slot.bar_width as usize].fill(bar);
            }
        }
        self.buffer.replace(*area, &pixels);
    }
}
