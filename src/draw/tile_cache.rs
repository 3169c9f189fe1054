//! Each tile drawn once, and where the tiles of any two states differ.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::font::Font;
use crate::page::between::SquareView;
use crate::page::square::{Ground, SquareStyle};
use crate::picture::{Change, Rect, differing, digest};

use super::brush::Brush;
use super::palette::Palette;

/// The pixels of a square, row by row.
pub type Tile = [u8];

/// The tiles of all squares, drawn when they are first needed.
#[derive(Debug)]
pub struct TileCache {
    style: SquareStyle,
    brush: Brush,
    /// The distinct grounds.
    grounds: Vec<Ground>,
    /// The index of each slot's ground.
    slots: Vec<usize>,
    tiles: Vec<Vec<u8>>,
    /// The index of the tile of each ground in each view.
    indices: TileMap<(usize, SquareView), usize>,
    /// By ground, view before and view after: what changes, and the index of the tile after.
    differences: TileMap<(usize, SquareView, SquareView), Option<(Change, usize)>>,
    /// The pixels of all tiles.
    size: usize,
}

/// When tiles take more bytes than this, all are forgotten: squares between two states have many looks.
const MOST_BYTES: usize = 64 << 20;

/// A map with views of squares as keys; a film has few of the possible ones.
type TileMap<K, V> = HashMap<K, V, BuildHasherDefault<TileHasher>>;

/// Multiplies and rotates: keys are two or three numbers.
#[derive(Debug, Default)]
struct TileHasher(u64);

impl Hasher for TileHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl TileCache {
    pub fn new(style: SquareStyle, font: Font) -> Self {
        Self {
            style,
            brush: Brush::new(font),
            grounds: Vec::new(),
            slots: Vec::new(),
            tiles: Vec::new(),
            indices: TileMap::default(),
            differences: TileMap::default(),
            size: 0,
        }
    }

    /// Adds the next slot; slots with equal grounds share their tiles.
    pub fn add_slot(&mut self, ground: Ground) {
        let index = self.grounds.iter().position(|known| *known == ground).unwrap_or_else(|| {
            self.grounds.push(ground);
            self.grounds.len() - 1
        });
        self.slots.push(index);
    }

    /// Forgets all tiles if there are many.
    pub fn trim(&mut self) {
        if self.size > MOST_BYTES {
            self.tiles.clear();
            self.indices.clear();
            self.differences.clear();
            self.size = 0;
        }
    }

    /// The tile of a slot in a state, or between two.
    pub fn tile(&mut self, slot: usize, view: SquareView, palette: &Palette) -> &Tile {
        let index = self.index(self.slots[slot], view, palette);
        &self.tiles[index]
    }

    fn index(&mut self, ground: usize, view: SquareView, palette: &Palette) -> usize {
        let Self { style, brush, grounds, tiles, indices, size, .. } = self;
        *indices.entry((ground, view)).or_insert_with(|| {
            let ground = grounds[ground];
            let Ground { width, height, .. } = ground;
            tiles.push(match view {
                SquareView::Still(state) => {
                    let elements = style.elements((0, 0), ground, state);
                    brush.paint(Rect { x: 0, y: 0, width, height }, elements, palette)
                }
                SquareView::Between { before, now, phase } => {
                    let (paper, stamps) = style.look_between(ground, before, now, phase);
                    brush.paint_moving(ground, paper, stamps, palette)
                }
            });
            *size += (width * height) as usize;
            tiles.len() - 1
        })
    }

    /// The part of a slot, relative to its corner, that differs between two views, and the tile of
    /// the new one; `None` if they look the same.
    pub fn difference(
        &mut self,
        slot: usize,
        before: SquareView,
        now: SquareView,
        palette: &Palette,
    ) -> Option<(Change, &Tile)> {
        let ground = self.slots[slot];
        let key = (ground, before, now);
        let known = self.differences.get(&key).copied();
        let difference = known.unwrap_or_else(|| {
            let [old, new] = [before, now].map(|view| self.index(ground, view, palette));
            let (width, tiles) = (self.grounds[ground].width, [old, new].map(|index| &*self.tiles[index]));
            let area = differing(tiles[0], tiles[1], width);
            let [before, digest] = tiles.map(|tile| digest(area.width, area.rows(tile, width)));
            let change = Change { area, before: Some(before), digest };
            let difference = (area.pixels() > 0).then_some((change, new));
            self.differences.insert(key, difference);
            difference
        });
        difference.map(|(change, tile)| (change, &*self.tiles[tile]))
    }
}
