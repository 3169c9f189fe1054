//! The board: repaints only the squares that look different.

use crate::board::{BoardSize, Square, SquareSet};
use crate::scene::Scene;

use super::frame_buffer::FrameBuffer;
use super::palette::Palette;
use super::tile::{Labels, Look, Site, TilePress};
use super::tile_cache::{SiteId, TileCache};
use crate::page::BoardStyle;
use crate::picture::{Change, Rect};

/// Paints the boards of scenes, each over the one before.
#[derive(Debug)]
pub struct Board {
    size: BoardSize,
    heat: bool,
    highlight: bool,
    /// The squares under attack in the present scene, where they get dots.
    attacked: Option<SquareSet>,
    /// Left of the board, and above it, in pixels.
    origin: (u32, u32),
    /// Where rows and columns of squares begin on the board, in pixels, and where the last ends.
    edges: Vec<u32>,
    tiles: TileCache,
    /// By row and column.
    sites: Vec<SiteId>,
    looks: Vec<Look>,
    /// The scene before, if there was one.
    shown: Option<Shown>,
}

/// What tells, with the next scene, which squares may look different.
#[derive(Debug)]
struct Shown {
    queens: SquareSet,
    marked: Vec<Square>,
    attack: bool,
}

impl Board {
    /// A board in a square area; the colours that it needs go into the palette.
    pub fn new(size: BoardSize, style: &BoardStyle, area: Rect, palette: &mut Palette) -> Self {
        let squares = u32::from(size.get());
        let edges: Vec<u32> = (0..=squares).map(|line| line * area.width / squares).collect();
        let span = |line: u8| edges[usize::from(line)] - edges[usize::from(line) - 1];
        let press = TilePress::new(area.width / squares, &style.theme, &style.font, style.highlight, palette);
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
        Self {
            size,
            heat: style.theme.heat.is_some(),
            highlight: style.highlight,
            attacked: (style.attacks && style.theme.heat.is_none()).then(|| SquareSet::empty(size)),
            origin: (area.x, area.y),
            edges,
            tiles,
            looks: vec![Look::BARE; sites.len()],
            sites,
            shown: None,
        }
    }

    /// Paints the board of a scene.
    ///
    /// # Panics
    /// When the scene's board is of another size, or a mark is not on it.
    pub fn paint(&mut self, scene: &Scene, stage: &mut FrameBuffer) {
        assert_eq!(scene.size, self.size, "a painter paints boards of one size");
        if let Some(attacked) = &mut self.attacked {
            *attacked = scene.queens.attacked(self.size);
        }
        match self.shown.take() {
            None => {
                self.paint_whole(scene, stage);
                let (queens, marked) = (scene.queens.clone(), marked(scene).collect());
                self.shown = Some(Shown { queens, marked, attack: scene.attack.is_some() });
            }
            Some(mut shown) => {
                // A queen that moves changes the heat or the dots of many squares, and lines cross many.
                if self.heat || self.attacked.is_some() || shown.attack || scene.attack.is_some() {
                    for square in self.size.squares() {
                        self.repaint(square, scene, stage);
                    }
                } else {
                    let moved = shown.queens.symmetric_difference(&scene.queens);
                    for square in moved.chain(shown.marked.iter().copied()).chain(marked(scene)) {
                        self.repaint(square, scene, stage);
                    }
                }
                shown.queens.clone_from(&scene.queens);
                shown.marked.clear();
                shown.marked.extend(marked(scene));
                shown.attack = scene.attack.is_some();
                self.shown = Some(shown);
            }
        }
    }

    fn paint_whole(&mut self, scene: &Scene, stage: &mut FrameBuffer) {
        for (index, square) in self.size.squares().enumerate() {
            let look = self.look(square, scene);
            self.looks[index] = look;
            let Site { width, height, .. } = self.tiles.tile(self.sites[index], look).1;
            let area = Rect { x: 0, y: 0, width, height };
            self.lay(square, index, Change { area, before: None, digest: 0 }, stage);
        }
    }

    fn repaint(&mut self, square: Square, scene: &Scene, stage: &mut FrameBuffer) {
        let index = self.index(square);
        let before = self.looks[index];
        let after = self.look(square, scene);
        if before == after {
            return;
        }
        self.looks[index] = after;
        let change = self.tiles.difference(self.sites[index], before, after);
        if change.area.pixels() > 0 {
            self.lay(square, index, change, stage);
        }
    }

    fn look(&self, square: Square, scene: &Scene) -> Look {
        Look::of(square, scene, self.heat, self.highlight, self.attacked.as_ref())
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row - 1) * usize::from(self.size.get()) + usize::from(square.column - 1)
    }

    /// Copies what changes of the square's tile to where the square is.
    fn lay(&mut self, square: Square, index: usize, change: Change, stage: &mut FrameBuffer) {
        let x = self.origin.0 + self.edges[usize::from(square.column) - 1];
        let y = self.origin.1 + self.edges[usize::from(square.row) - 1];
        let (tile, site) = self.tiles.tile(self.sites[index], self.looks[index]);
        stage.lay((x, y), tile, site.width, change);
    }
}

fn marked(scene: &Scene) -> impl Iterator<Item = Square> {
    scene.marks.iter().map(|(square, _)| *square)
}
