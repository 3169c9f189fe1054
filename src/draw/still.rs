//! Montages, painted in bands from top to bottom: only some rows of pixels are in memory.

use crate::page::scene::key_of;
use crate::page::{LabelledBoard, MontagePage};
use crate::picture::{Canvas, Rect};

use super::brush::Brush;
use super::palette::Palette;
use super::tile_cache::TileCache;

/// Size and palette of the whole picture of a montage.
pub fn montage_canvas(page: &MontagePage) -> Canvas {
    palette_of(page).canvas(page.width, page.height)
}

fn palette_of(page: &MontagePage) -> Palette {
    Palette::new(page.colours(), page.squares.theme.kind)
}

/// Paints a montage with these boards, as many as it was made for; `write` receives its rows of pixels, some at a
/// time.
///
/// # Errors
/// When the source of the boards or `write` fails.
pub fn paint_montage<'a, E>(
    page: &MontagePage,
    boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    mut write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let (palette, mut brush) = (&palette_of(page), Brush::new(page.font.clone()));
    // The tiles of the squares of a board.
    let mut tiles = TileCache::default();
    let (mut boards, width) = (boards.into_iter(), page.width);
    let mut pixels = Vec::new();
    for (rows, corners) in page.bands() {
        let band = Rect { x: 0, y: rows.start, width, height: rows.end - rows.start };
        pixels.resize(band.pixels() as usize, 0);
        brush.paint(band, &mut pixels, page.surroundings.iter().cloned(), palette);
        for ((x, y), board) in corners.iter().zip(&mut boards) {
            let board = board?;
            for (corner, ground, state) in page.squares_of(&board.scene) {
                let whole = Rect { x: 0, y: 0, width: ground.width, height: ground.height };
                let tile = tiles.tile_of(key_of(&(ground, state)), || {
                    let mut tile = vec![0; whole.pixels() as usize];
                    let shapes = page.squares.shapes(ground, state).map(|shape| ((0, 0), shape));
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
