//! Montages, painted in bands from top to bottom: only some rows of pixels are in memory.

use crate::page::scene::key_of;
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
    brush: Brush,
    /// The tiles of the squares of a board.
    tiles: TileCache,
}

impl Montage {
    /// A painter for this page.
    pub fn new(page: MontagePage) -> Self {
        let palette = Palette::new(page.colours(), Mixing::of(page.squares.theme.kind));
        let (width, height, brush) = (page.width, page.height, Brush::new(page.font.clone()));
        let canvas = Canvas { width, height, palette: palette.colours().to_vec() };
        Self { page, canvas, palette, brush, tiles: TileCache::default() }
    }

    /// Size and palette of the whole picture.
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
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
        let Self { page, palette, brush, tiles, .. } = self;
        let (mut boards, width) = (boards.into_iter(), page.width);
        let mut pixels = Vec::new();
        for (rows, corners) in page.bands() {
            let band = Rect { x: 0, y: rows.start, width, height: rows.end - rows.start };
            pixels.resize(band.pixels() as usize, 0);
            let surroundings = page.surroundings.iter().map(|(corner, shape)| (*corner, shape));
            brush.paint(band, &mut pixels, surroundings, palette);
            for ((x, y), board) in corners.iter().zip(&mut boards) {
                let board = board?;
                for (square, corner, ground) in &page.board {
                    let state = page.squares.state(*square, &board.scene, None);
                    let whole = Rect { x: 0, y: 0, width: ground.width, height: ground.height };
                    let tile = tiles.tile_of(key_of(&(ground, state)), || {
                        let mut tile = vec![0; whole.pixels() as usize];
                        let shapes = page.squares.shapes(*ground, state).map(|shape| ((0, 0), shape));
                        brush.paint(whole, &mut tile, shapes, palette);
                        tile
                    });
                    let area = whole.moved(x + corner.0, y - band.y + corner.1);
                    let rows = area.rows_mut(&mut pixels, width).zip(whole.rows(tile, area.width));
                    rows.for_each(|(row, source)| row.copy_from_slice(source));
                }
                brush.paint(band, &mut pixels, page.label(&board, (*x, *y)), palette);
            }
            write(&pixels)?;
        }
        Ok(())
    }
}
