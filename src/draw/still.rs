//! Stills, painted in bands from top to bottom: only some rows of pixels are in memory.

use std::ops::Range;

use crate::font::Font;
use crate::page::between::SquareView;
use crate::page::element::Element;
use crate::page::{Colours, LabelledBoard, MontagePage};
use crate::picture::{Canvas, Rect, Rgb};

use super::brush::Brush;
use super::palette::{Mixing, Palette};
use super::tile_cache::TileCache;

/// A picture, and the band of it that is painted.
#[derive(Debug)]
struct Still {
    canvas: Canvas,
    palette: Palette,
    brush: Brush,
    paper: u8,
    band: Rect,
    pixels: Vec<u8>,
}

/// Paints a montage from top to bottom.
#[derive(Debug)]
pub struct Montage {
    page: MontagePage,
    still: Still,
    /// The tiles of the squares of a board, and of the cells that explain a heat map.
    tiles: TileCache,
}

impl Still {
    fn new(
        (width, height): (u32, u32),
        colours: impl IntoIterator<Item = Colours>,
        mixing: Mixing,
        paper: Rgb,
        font: Font,
    ) -> Self {
        let palette = Palette::new(colours, mixing);
        let canvas = Canvas { width, height, palette: palette.colours().to_vec() };
        let (paper, brush) = (palette.index(paper), Brush::new(font));
        Self { canvas, palette, brush, paper, band: Rect::default(), pixels: Vec::new() }
    }

    /// Begins a band of these rows of pixels.
    fn begin(&mut self, Range { start, end }: Range<u32>) {
        self.band = Rect { x: 0, y: start, width: self.canvas.width, height: end - start };
        self.pixels.clear();
        self.pixels.resize(self.band.pixels() as usize, self.paper);
    }

    /// Copies the part of a tile that is on the band.
    fn copy(&mut self, tile: &[u8], area: Rect) {
        let Some(both) = self.band.shared(area) else { return };
        let local = Rect { y: both.y - self.band.y, ..both };
        let part = Rect { x: both.x - area.x, y: both.y - area.y, ..both };
        let rows = local.rows_mut(&mut self.pixels, self.band.width).zip(part.rows(tile, area.width));
        rows.for_each(|(row, source)| row.copy_from_slice(source));
    }

    /// Draws what reaches into the band.
    fn draw<'a>(&mut self, elements: impl IntoIterator<Item = Element<'a>>) {
        let Self { band, brush, .. } = self;
        let is_near = |element: &Element<'_>| match element {
            Element::Text(text) => {
                let (up, down) = brush.reach(text.style);
                text.baseline + down > band.y && text.baseline < band.bottom() + up
            }
            Element::Fill(..)
            | Element::Figure { .. }
            | Element::Disc { .. }
            | Element::Polygons(..)
            | Element::Sign(_) => true,
        };
        let near: Vec<Element<'_>> = elements.into_iter().filter(is_near).collect();
        self.brush.paint_over(self.band, &mut self.pixels, near, &self.palette);
    }
}

impl Montage {
    /// A painter for this page.
    pub fn new(page: MontagePage) -> Self {
        let (squares, font) = (&page.squares, &page.font);
        let mut tiles = TileCache::new(squares.clone(), font.clone());
        let slots = page.board((0, 0)).map(|(_, slot)| slot).chain(page.scale().map(|(slot, _)| slot));
        slots.for_each(|slot| tiles.add_slot(slot.ground));
        let (size, mixing) = ((page.width, page.height), Mixing::of(squares.theme.drawing));
        let still = Still::new(size, page.colours(), mixing, squares.inks.page, font.clone());
        Self { page, still, tiles }
    }

    /// Size and palette of the whole picture.
    pub const fn canvas(&self) -> &Canvas {
        &self.still.canvas
    }

    /// Paints it with these boards, as many as it was made for; `write` receives its rows of pixels, some at a
    /// time.
    ///
    /// # Errors
    /// When the source of the boards or `write` fails.
    pub fn paint<'a, E>(
        &mut self,
        boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { page, still, tiles } = self;
        let mut boards = boards.into_iter();
        let squares = page.board((0, 0)).count();
        for (rows, corners) in page.bands() {
            still.begin(rows);
            for (corner, board) in corners.iter().zip(&mut boards) {
                let LabelledBoard { scene, label } = board?;
                for (index, (square, slot)) in page.board(*corner).enumerate() {
                    let view = SquareView::Still(page.squares.state(square, &scene, None));
                    still.copy(tiles.tile(index, view, &still.palette), slot.area);
                }
                let label = label.map(|label| page.label(label, *corner)).unwrap_or_default();
                still.draw(label.into_iter().map(Element::Text));
            }
            for (index, (slot, state)) in page.scale().enumerate() {
                let tile = tiles.tile(squares + index, SquareView::Still(state), &still.palette);
                still.copy(tile, slot.area);
            }
            still.draw(page.texts.iter().cloned().map(Element::Text));
            write(&still.pixels)?;
        }
        Ok(())
    }
}
