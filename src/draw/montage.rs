//! Many boards on one page, drawn band by band: only one row of boards is in memory.

use crate::page::between::SquareView;
use crate::page::element::{Element, Text};
use crate::page::{LabelledBoard, MontagePage};
use crate::picture::{Canvas, Rect};

use super::brush::Brush;
use super::palette::{Mixing, Palette};
use super::tile_cache::TileCache;

/// Paints a montage from top to bottom.
#[derive(Debug)]
pub struct Montage {
    page: MontagePage,
    canvas: Canvas,
    palette: Palette,
    /// The tiles of the squares of a board, and of the cells that explain a heat map.
    tiles: TileCache,
    brush: Brush,
    band: Band,
    /// The index of the next row of boards.
    next: usize,
}

/// Some rows of pixels of the page.
#[derive(Debug, Default)]
struct Band {
    /// The first of them.
    y: u32,
    width: u32,
    pixels: Vec<u8>,
}

impl Montage {
    /// A painter for this page.
    pub fn new(page: MontagePage) -> Self {
        let palette = Palette::new(page.colours(), Mixing::of(page.squares.theme.drawing));
        let mut tiles = TileCache::new(page.squares.clone(), page.font.clone());
        page.board((0, 0)).for_each(|(_, slot)| tiles.add_slot(slot.ground));
        page.scale().for_each(|(slot, _)| tiles.add_slot(slot.ground));
        let (width, height) = (page.width, page.height);
        Self {
            canvas: Canvas { width, height, palette: palette.colours().to_vec() },
            palette,
            tiles,
            brush: Brush::new(page.font.clone()),
            band: Band { width, ..Band::default() },
            next: 0,
            page,
        }
    }

    /// Size and palette of the whole picture.
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// The number of boards in each row, from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        self.page.rows()
    }

    /// The rows of pixels above the boards.
    pub fn top(&mut self) -> &[u8] {
        let end = self.page.tops().next().unwrap_or_default();
        self.begin(0, end);
        self.draw_surroundings();
        &self.band.pixels
    }

    /// The rows of pixels of the next row of boards, with everything down to the row below it or to the
    /// end of the page. [`Montage::rows`] says how many boards there are in it.
    pub fn band(&mut self, boards: &[LabelledBoard<'_>]) -> &[u8] {
        let ends: Vec<u32> = self.page.tops().skip(self.next).take(2).collect();
        let [y, end] = ends[..] else { return &[] };
        self.begin(y, end);
        let corners: Vec<_> = self.page.corners(self.next).collect();
        self.next += 1;
        for (corner, board) in corners.into_iter().zip(boards) {
            for (index, (square, slot)) in self.page.board(corner).enumerate() {
                let state = self.page.squares.state(square, &board.scene, None);
                self.band.copy(self.tiles.tile(index, SquareView::Still(state), &self.palette), slot.area);
            }
            let label = board.label.map(|label| self.page.label(label, corner)).unwrap_or_default();
            write(&label, &mut self.band, &mut self.brush, &self.palette);
        }
        self.draw_surroundings();
        &self.band.pixels
    }

    fn begin(&mut self, y: u32, end: u32) {
        self.band.y = y;
        self.band.pixels.clear();
        let paper = self.palette.index(self.page.squares.inks.page);
        self.band.pixels.resize(self.canvas.width as usize * (end - y) as usize, paper);
    }

    /// Draws those parts of the text and of the scale that are on the band.
    fn draw_surroundings(&mut self) {
        let squares = self.page.board((0, 0)).count();
        for (index, (slot, state)) in self.page.scale().enumerate() {
            self.band
                .copy(self.tiles.tile(squares + index, SquareView::Still(state), &self.palette), slot.area);
        }
        write(self.page.texts(), &mut self.band, &mut self.brush, &self.palette);
    }
}

/// Writes those texts that reach into a band.
fn write(texts: &[Text<'_>], band: &mut Band, brush: &mut Brush, palette: &Palette) {
    let area = band.area();
    let near = |text: &&Text<'_>| {
        let (up, down) = brush.reach(text.style);
        text.baseline + down > area.y && text.baseline < area.bottom() + up
    };
    let near: Vec<Element<'_>> = texts.iter().filter(near).cloned().map(Element::Text).collect();
    brush.paint_over(area, &mut band.pixels, near, palette);
}

impl Band {
    fn area(&self) -> Rect {
        let height = (self.pixels.len() / self.width.max(1) as usize) as u32;
        Rect { x: 0, y: self.y, width: self.width, height }
    }

    /// Copies the part of a tile that is on the band.
    fn copy(&mut self, tile: &[u8], area: Rect) {
        let Some(both) = self.area().shared(area) else { return };
        let local = Rect { y: both.y - self.y, ..both };
        let part = Rect { x: both.x - area.x, y: both.y - area.y, ..both };
        let rows = local.rows_mut(&mut self.pixels, self.width).zip(part.rows(tile, area.width));
        rows.for_each(|(row, source)| row.copy_from_slice(source));
    }
}
