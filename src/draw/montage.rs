//! Many boards on one page, drawn band by band: only one row of boards is in memory.

use image::GrayImage;

use crate::board::{BoardSize, Square};
use crate::font::Font;
use crate::page::layout::montage::{Grid, GridError, Request};
use crate::page::slot::Pen;
use crate::page::square::{Ground, Labels, SquareStyle};
use crate::page::{Colours, Theme};
use crate::picture::{Canvas, Rect};
use crate::record::Scene;

use super::mask;
use super::palette::{Palette, Ramp, ink_level};
use super::tile_cache::TileCache;

/// How a montage is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MontageStyle {
    /// Boards in a row; `None` for the picture that is closest to 4:3.
    pub columns: Option<u32>,
    /// Side of a square in pixels; `None` for one that keeps the picture within 8,192 pixels a side.
    pub square: Option<u32>,
    /// Colours.
    pub theme: Theme,
    /// The font of labels and title.
    pub font: Font,
    /// The labels that will be under the boards; empty for none.
    pub labels: Vec<String>,
    /// The text above the boards.
    pub title: Option<String>,
}

/// Paints a montage from top to bottom.
#[derive(Debug)]
pub struct Montage {
    size: BoardSize,
    grid: Grid,
    canvas: Canvas,
    squares: SquareStyle,
    palette: Palette,
    /// The tiles of light and dark squares.
    tiles: TileCache,
    font: Font,
    /// The ink on the page.
    ink: Ramp,
    title: Option<GrayImage>,
    pixels: Vec<u8>,
}

/// Why a montage cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MontageError {
    /// The boards cannot be laid out.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The title or a label has a character that the font lacks.
    #[error("the font has no glyph for {0:?}")]
    NoGlyph(char),
}

/// A board of a montage with its label.
#[derive(Debug, Clone)]
pub struct LabelledBoard<'a> {
    /// The board.
    pub scene: Scene,
    /// Its label, one of those that the montage was made for; empty for none.
    pub label: &'a str,
}

impl Montage {
    /// A montage of this number of boards.
    ///
    /// # Errors
    /// [`MontageError`] when they cannot be laid out legibly, or the font lacks a character.
    pub fn new(size: BoardSize, boards: u32, style: &MontageStyle) -> Result<Self, MontageError> {
        let title = style.title.as_deref().unwrap_or_default().trim();
        let font = &style.font;
        let mut texts = style.labels.iter().map(String::as_str).chain([title]);
        if let Some(character) = texts.find_map(|text| font.lacking(text)) {
            return Err(MontageError::NoGlyph(character));
        }
        let grid = Grid::of(&Request {
            size,
            boards,
            columns: style.columns,
            square: style.square,
            label: style.labels.iter().map(|label| font.width(label)).fold(0.0, f32::max),
            title: font.width(title),
        })?;
        let squares =
            SquareStyle { theme: style.theme.clone(), highlight: false, dead_ends: false, side: grid.square };
        let text = Pen::full(style.theme.queen, style.theme.page);
        let palette = Palette::new(squares.colours().into_iter().chain([Colours::Blends(text)]));
        let ink = palette.ramp(text);
        let mut tiles = TileCache::new(squares.clone(), font.clone());
        for dark in [false, true] {
            let (width, height) = (grid.square, grid.square);
            tiles.add_slot(Ground { width, height, dark, labels: Labels::default() });
        }
        let (width, height) = (grid.width() as u32, grid.height() as u32);
        Ok(Self {
            size,
            grid,
            canvas: Canvas { width, height, palette: palette.colours().to_vec() },
            squares,
            palette,
            tiles,
            font: font.clone(),
            ink,
            title: (!title.is_empty()).then(|| font.text(title, grid.title_em)),
            pixels: Vec::new(),
        })
    }

    /// Size and palette of the whole picture.
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Boards in a row.
    pub const fn columns(&self) -> u32 {
        self.grid.columns
    }

    /// The rows of pixels above the boards.
    pub fn top(&mut self) -> &[u8] {
        self.clear(self.grid.top());
        if let Some(title) = self.title.take() {
            let x = (self.canvas.width.saturating_sub(title.width())) / 2;
            self.write(&title, x, self.grid.gutter);
        }
        &self.pixels
    }

    /// The rows of pixels of the next row of boards, with labels and the gutter below. There are
    /// [`Montage::columns`] boards in each row but the last, which may have fewer.
    pub fn band(&mut self, boards: &[LabelledBoard<'_>]) -> &[u8] {
        self.clear(self.grid.band());
        for (column, board) in (0..self.grid.columns).zip(boards) {
            let left = self.grid.left(column);
            for square in self.size.squares() {
                self.draw_square(square, &board.scene, left);
            }
            if !board.label.is_empty() {
                let text = self.font.text(board.label, self.grid.label_em);
                let free = self.grid.board.saturating_sub(text.width());
                self.write(&text, left + free / 2, self.grid.board + self.grid.label / 6);
            }
        }
        &self.pixels
    }

    fn clear(&mut self, height: u32) {
        self.pixels.clear();
        self.pixels.resize(self.canvas.width as usize * height as usize, self.ink[0]);
    }

    fn draw_square(&mut self, square: Square, scene: &Scene, left: u32) {
        let side = self.grid.square;
        let state = self.squares.state(square, scene, None);
        let dark = usize::from((square.row + square.column) % 2);
        let tile = self.tiles.tile(dark, state, &self.palette);
        let (x, y) = (left + u32::from(square.column - 1) * side, u32::from(square.row - 1) * side);
        let target = Rect { x, y, width: side, height: side };
        let rows = target.rows_mut(&mut self.pixels, self.canvas.width);
        for (row, source) in rows.zip(tile.chunks(side as usize)) {
            row.copy_from_slice(source);
        }
    }

    /// Draws text, clipped to the band.
    fn write(&mut self, text: &GrayImage, x: u32, y: u32) {
        mask::apply(text, &mut self.pixels, self.canvas.width, (x, y), |pixel, coverage| {
            *pixel = self.ink[usize::from(ink_level(coverage, 1.0))];
        });
    }
}
