//! The painter: paints what a page shows, and repaints only the slots that a frame has changed.

use crate::page::Page;
use crate::page::slot::{ChartSlot, CodeSlot, CodeState, Layer, SlotChange};
use crate::picture::{Canvas, Picture, Rect};

use super::cell::cell;
use super::frame_buffer::FrameBuffer;
use super::palette::Palette;
use super::race::RacePainter;
use super::strike::strike;
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
    race: RacePainter,
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
            tree: page.layers.tree.map(|style| TreePainter::new(style, page.font.clone())),
            race: RacePainter::new(page.font.clone()),
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
        for (slot, ()) in layers.strikes.changed_or_all(all) {
            let pixels = strike(slot, &self.buffer, &self.palette);
            self.buffer.replace(slot.area, &pixels);
        }
        for (slot, colour) in layers.fills.changed_or_all(all) {
            self.buffer.replace(slot.area, &vec![self.palette.index(*colour); slot.area.pixels() as usize]);
        }
        for (slot, text) in layers.texts.changed_or_all(all) {
            let pixels = self.text.write(slot, text, &self.palette);
            self.buffer.replace(slot.area, &pixels);
        }
        for (slot, rank) in layers.medals.changed_or_all(all) {
            let pixels = self.race.medal(slot, *rank, &self.palette);
            self.buffer.replace(slot.area, &pixels);
        }
        for (slot, pieces) in layers.lines.changed_or_all(all) {
            let pixels = self.text.write_pieces(slot, pieces, &self.palette);
            self.buffer.replace(slot.area, &pixels);
        }
        self.paint_charts(&layers.charts, all);
        layers.code.changed_or_all(all).for_each(|(slot, state)| self.paint_code(slot, state));
        for (slot, state) in layers.entries.changed_or_all(all) {
            let pixels = cell(slot, state, &mut self.text, &self.palette);
            self.buffer.replace(slot.area, &pixels);
        }
        match &mut self.tree {
            Some(tree) if all => tree.paint_all(layers, &self.palette, &mut self.buffer),
            Some(tree) => tree.paint_changes(layers, &self.palette, &mut self.buffer),
            None => {}
        }
        if all {
            self.buffer.change_all();
        }
    }

    /// Paints what has changed of charts, or all of them.
    fn paint_charts(&mut self, charts: &Layer<ChartSlot>, all: bool) {
        let whole = charts.iter().take(if all { charts.len() } else { 0 });
        let whole = whole.map(|(slot, state)| (slot, state, (0, slot.area.width)));
        let changes = charts.changes().filter(|_| !all);
        let changes =
            changes.map(|SlotChange { slot, before, now, .. }| (slot, now, slot.difference(before, now)));
        for (slot, state, columns) in whole.chain(changes) {
            let (area, pixels) = self.race.chart(slot, state, columns, &mut self.text, &self.palette);
            self.buffer.replace(area, &pixels);
        }
    }

    fn paint_code(&mut self, slot: &CodeSlot, CodeState { line, lit }: &CodeState) {
        let pens = match *lit {
            Some(state) => [slot.lit[state as usize].0; 2],
            None => [slot.pen, slot.number_pen],
        };
        let mut pixels = self.text.write_code(slot, line, pens, &self.palette);
        if let Some(state) = *lit {
            let bar = self.palette.index(slot.lit[state as usize].1);
            for row in pixels.chunks_mut(slot.area.width as usize) {
                row[..slot.bar_width as usize].fill(bar);
            }
        }
        self.buffer.replace(slot.area, &pixels);
    }
}
