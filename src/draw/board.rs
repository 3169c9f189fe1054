//! The painter: keeps the picture of a board and repaints only the squares that look different.

use crate::board::{BoardSize, Square, SquareSet};
use crate::scene::Scene;

use super::palette::Palette;
use super::theme::Theme;
use super::tile::{Labels, Look, Site, TilePress};
use super::tile_cache::{SiteId, TileCache};
use super::{Canvas, Change, Picture, Rect, digest};

/// The widest board, in pixels.
pub const MAX_WIDTH: u32 = 8192;

const DEFAULT_WIDTH: u32 = 480;

/// The least square, in pixels, on which a queen can be told from a spot.
const MIN_SQUARE: u32 = 8;
/// The least that a board gets unless it is asked for.
const MIN_DEFAULT_SQUARE: u32 = 16;
/// The least on which coordinates can be read beside a queen.
const MIN_LABELLED_SQUARE: u32 = 36;

/// How a board is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardStyle {
    /// Width of the board in pixels; `None` for one that suits its size.
    pub width: Option<u32>,
    /// Colours.
    pub theme: Theme,
    /// Whether the edge squares carry the chess player's coordinates.
    pub coordinates: bool,
    /// Whether marks are drawn, or only queens.
    pub highlight: bool,
}

impl Default for BoardStyle {
    fn default() -> Self {
        Self { width: None, theme: Theme::default(), coordinates: false, highlight: true }
    }
}

impl BoardStyle {
    fn width_for(&self, size: BoardSize) -> Result<u32, StyleError> {
        let squares = u32::from(size.get());
        let least = if self.coordinates { MIN_LABELLED_SQUARE } else { MIN_SQUARE };
        let default = DEFAULT_WIDTH.max(squares * MIN_DEFAULT_SQUARE.max(least));
        let width = self.width.unwrap_or(default);
        if width < squares * least {
            return Err(StyleError::TooSmall { width, smallest: squares * least, size });
        }
        if width > MAX_WIDTH {
            return Err(StyleError::TooLarge { width });
        }
        Ok(width)
    }
}

/// Why a board cannot be drawn in a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// Too few pixels for the squares.
    #[error(
        "{width} pixels are too few to draw a board of {size}×{size} legibly; the smallest width is {smallest}"
    )]
    TooSmall {
        /// The width that was asked for, in pixels.
        width: u32,
        /// The smallest that works, in pixels.
        smallest: u32,
        /// The board.
        size: BoardSize,
    },
    /// More pixels than make sense.
    #[error("{width} pixels are too many; the largest width is {MAX_WIDTH}")]
    TooLarge {
        /// The width that was asked for, in pixels.
        width: u32,
    },
}

/// Paints scenes of one board, each over the one before.
#[derive(Debug)]
pub struct BoardPainter {
    size: BoardSize,
    heat: bool,
    highlight: bool,
    canvas: Canvas,
    /// Where rows and columns of squares begin, in pixels, and where the last ends.
    edges: Vec<u32>,
    tiles: TileCache,
    /// By row and column.
    sites: Vec<SiteId>,
    looks: Vec<Look>,
    pixels: Vec<u8>,
    /// Queens and marked squares of the scene before, if there was one.
    shown: Option<(SquareSet, Vec<Square>)>,
    changes: Vec<Change>,
}

impl BoardPainter {
    /// A painter that has painted nothing yet.
    ///
    /// # Errors
    /// [`StyleError`] when the width does not suit the board.
    pub fn new(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let width = style.width_for(size)?;
        let squares = u32::from(size.get());
        let edges: Vec<u32> = (0..=squares).map(|line| line * width / squares).collect();
        let span = |line: u8| edges[usize::from(line)] - edges[usize::from(line) - 1];
        let mut palette = Palette::default();
        let press = TilePress::new(width / squares, &style.theme, style.highlight, &mut palette);
        let mut tiles = TileCache::new(press);
        let sites = size.squares().map(|square| {
            tiles.site(Site {
                width: span(square.column),
                height: span(square.row),
                dark: (square.row + square.column) % 2 == 1,
                labels: if style.coordinates { Labels::of(square, size) } else { Labels::default() },
            })
        });
        let sites: Vec<SiteId> = sites.collect();
        Ok(Self {
            size,
            heat: style.theme.heat.is_some(),
            highlight: style.highlight,
            canvas: Canvas { width, height: width, palette: palette.into_colours() },
            edges,
            tiles,
            looks: vec![Look::Chess { queen: false, mark: None }; sites.len()],
            sites,
            pixels: vec![0; width as usize * width as usize],
            shown: None,
            changes: Vec::new(),
        })
    }

    /// Size and palette of every picture.
    #[must_use]
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// The picture of a scene.
    ///
    /// # Panics
    /// When the scene's board is of another size than the painter's, or a mark is not on it.
    pub fn paint(&mut self, scene: &Scene) -> Picture<'_> {
        assert_eq!(scene.size, self.size, "a painter paints boards of one size");
        self.changes.clear();
        match self.shown.take() {
            None => {
                self.paint_whole(scene);
                self.shown = Some((scene.queens.clone(), marked(scene).collect()));
            }
            // A queen that moves changes the heat of many squares.
            Some(_) if self.heat => {
                for square in self.size.squares() {
                    self.repaint(square, scene);
                }
                self.shown = Some((scene.queens.clone(), Vec::new()));
            }
            Some((mut queens, mut marks)) => {
                let moved = queens.symmetric_difference(&scene.queens);
                for square in moved.chain(marks.drain(..)).chain(marked(scene)) {
                    self.repaint(square, scene);
                }
                queens.clone_from(&scene.queens);
                marks.extend(marked(scene));
                self.shown = Some((queens, marks));
            }
        }
        Picture { canvas: &self.canvas, pixels: &self.pixels, changes: &self.changes }
    }

    fn paint_whole(&mut self, scene: &Scene) {
        for (index, square) in self.size.squares().enumerate() {
            let look = self.look(square, scene);
            self.looks[index] = look;
            let Site { width, height, .. } = self.tiles.tile(self.sites[index], look).1;
            self.copy_from_tile(square, index, Rect { x: 0, y: 0, width, height });
        }
        let area = Rect::whole(&self.canvas);
        let digest = digest(area.width, area.rows(&self.pixels, area.width));
        self.changes.push(Change { area, digest });
    }

    fn repaint(&mut self, square: Square, scene: &Scene) {
        let index = self.index(square);
        let before = self.looks[index];
        let after = self.look(square, scene);
        if before == after {
            return;
        }
        self.looks[index] = after;
        let Change { area, digest } = self.tiles.difference(self.sites[index], before, after);
        if area.pixels() > 0 {
            let area = self.copy_from_tile(square, index, area);
            self.changes.push(Change { area, digest });
        }
    }

    fn look(&self, square: Square, scene: &Scene) -> Look {
        Look::of(square, scene, self.heat, self.highlight)
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row - 1) * usize::from(self.size.get()) + usize::from(square.column - 1)
    }

    /// Copies a part of the square's tile to where the square is; returns where that is.
    fn copy_from_tile(&mut self, square: Square, index: usize, part: Rect) -> Rect {
        let x = self.edges[usize::from(square.column) - 1] + part.x;
        let y = self.edges[usize::from(square.row) - 1] + part.y;
        let (tile, site) = self.tiles.tile(self.sites[index], self.looks[index]);
        let target = Rect { x, y, ..part };
        let rows = target.rows_mut(&mut self.pixels, self.canvas.width);
        for (row, source) in rows.zip(part.rows(tile, site.width)) {
            row.copy_from_slice(source);
        }
        target
    }
}

fn marked(scene: &Scene) -> impl Iterator<Item = Square> {
    scene.marks.iter().map(|(square, _)| *square)
}
