//! The painter: keeps the picture of a board and repaints only the squares that look different.

use crate::board::{BoardSize, Square, SquareSet, column_letters};
use crate::scene::Scene;

use super::layout::Layout;
use super::palette::Palette;
use super::style::{BoardStyle, StyleError};
use super::tile::{Labels, Look, Site, TilePress};
use super::tile_cache::{SiteId, TileCache};
use super::{Canvas, Change, Picture, Rect, digest};

/// Paints scenes of one board, each over the one before.
#[derive(Debug)]
pub struct BoardPainter {
    size: BoardSize,
    heat: bool,
    highlight: bool,
    /// The squares under attack in the present scene, where they get dots.
    attacked: Option<SquareSet>,
    canvas: Canvas,
    /// Left of the board, and above it, in pixels.
    origin: (u32, u32),
    /// Where rows and columns of squares begin on the board, in pixels, and where the last ends.
    edges: Vec<u32>,
    tiles: TileCache,
    /// By row and column.
    sites: Vec<SiteId>,
    looks: Vec<Look>,
    pixels: Vec<u8>,
    /// The scene before, if there was one.
    shown: Option<Shown>,
    changes: Vec<Change>,
}

/// What tells, with the next scene, which squares may look different.
#[derive(Debug)]
struct Shown {
    queens: SquareSet,
    marked: Vec<Square>,
    attack: bool,
}

impl BoardPainter {
    /// A painter that has painted nothing yet.
    ///
    /// # Errors
    /// [`StyleError`] when the width does not suit the board, or the font lacks its coordinates.
    pub fn new(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let layout = Layout::of(size, style)?;
        let squares = u32::from(size.get());
        if let Some(character) = lacking(size, style) {
            return Err(StyleError::NoGlyph(character));
        }
        let edges: Vec<u32> = (0..=squares).map(|line| line * layout.board / squares).collect();
        let span = |line: u8| edges[usize::from(line)] - edges[usize::from(line) - 1];
        let mut palette = Palette::default();
        let press =
            TilePress::new(layout.board / squares, &style.theme, &style.font, style.highlight, &mut palette);
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
        // Alone on its page, a board leaves none of it to be seen.
        let page = style.page.map_or(0, |_| palette.index(style.theme.page));
        Ok(Self {
            size,
            heat: style.theme.heat.is_some(),
            highlight: style.highlight,
            attacked: (style.attacks && style.theme.heat.is_none()).then(|| SquareSet::empty(size)),
            canvas: Canvas { width: layout.width, height: layout.height, palette: palette.into_colours() },
            origin: (layout.x, layout.y),
            edges,
            tiles,
            looks: vec![Look::BARE; sites.len()],
            sites,
            pixels: vec![page; layout.width as usize * layout.height as usize],
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
        if let Some(attacked) = &mut self.attacked {
            *attacked = scene.queens.attacked();
        }
        match self.shown.take() {
            None => {
                self.paint_whole(scene);
                let (queens, marked) = (scene.queens.clone(), marked(scene).collect());
                self.shown = Some(Shown { queens, marked, attack: scene.attack.is_some() });
            }
            Some(mut shown) => {
                // A queen that moves changes the heat or the dots of many squares, and lines cross many.
                if self.heat || self.attacked.is_some() || shown.attack || scene.attack.is_some() {
                    for square in self.size.squares() {
                        self.repaint(square, scene);
                    }
                } else {
                    let moved = shown.queens.symmetric_difference(&scene.queens);
                    for square in moved.chain(shown.marked.iter().copied()).chain(marked(scene)) {
                        self.repaint(square, scene);
                    }
                }
                shown.queens.clone_from(&scene.queens);
                shown.marked.clear();
                shown.marked.extend(marked(scene));
                shown.attack = scene.attack.is_some();
                self.shown = Some(shown);
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
        self.changes.push(Change { area, before: None, digest });
    }

    fn repaint(&mut self, square: Square, scene: &Scene) {
        let index = self.index(square);
        let before = self.looks[index];
        let after = self.look(square, scene);
        if before == after {
            return;
        }
        self.looks[index] = after;
        let change = self.tiles.difference(self.sites[index], before, after);
        if change.area.pixels() > 0 {
            let area = self.copy_from_tile(square, index, change.area);
            self.changes.push(Change { area, ..change });
        }
    }

    fn look(&self, square: Square, scene: &Scene) -> Look {
        Look::of(square, scene, self.heat, self.highlight, self.attacked.as_ref())
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row - 1) * usize::from(self.size.get()) + usize::from(square.column - 1)
    }

    /// Copies a part of the square's tile to where the square is; returns where that is.
    fn copy_from_tile(&mut self, square: Square, index: usize, part: Rect) -> Rect {
        let x = self.origin.0 + self.edges[usize::from(square.column) - 1] + part.x;
        let y = self.origin.1 + self.edges[usize::from(square.row) - 1] + part.y;
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

/// The first character of the coordinates, where there are any, that the font lacks.
fn lacking(size: BoardSize, style: &BoardStyle) -> Option<char> {
    let columns = (1..=size.get()).map(column_letters);
    let mut texts = columns.chain(["0123456789".to_owned()]).filter(|_| style.coordinates);
    texts.find_map(|text| style.font.lacking(&text))
}
