//! Each tile drawn once, and where the tiles of any two states differ.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::font::Font;
use crate::page::square::{Ground, SquareState, SquareStyle};
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
    /// The index of the tile of each ground in each state.
    indices: TileMap<(usize, SquareState), usize>,
    /// By ground, state before and state after: what changes, and the index of the tile after.
    differences: TileMap<(usize, SquareState, SquareState), Option<(Change, usize)>>,
}

/// A map with tile states as keys; a film has few of the possible ones.
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

    /// The tile of a slot in a state.
    pub fn tile(&mut self, slot: usize, state: SquareState, palette: &Palette) -> &Tile {
        let index = self.index(self.slots[slot], state, palette);
        &self.tiles[index]
    }

    fn index(&mut self, ground: usize, state: SquareState, palette: &Palette) -> usize {
        let Self { style, brush, grounds, tiles, indices, .. } = self;
        *indices.entry((ground, state)).or_insert_with(|| {
            let Ground { width, height, .. } = grounds[ground];
            let elements = style.elements((0, 0), grounds[ground], state);
            tiles.push(brush.paint(Rect { x: 0, y: 0, width, height }, elements, palette));
            tiles.len() - 1
        })
    }

    /// The part of a slot, relative to its corner, that differs between two states, and the tile of
    /// the new state; `None` if they look the same.
    pub fn difference(
        &mut self,
        slot: usize,
        before: SquareState,
        now: SquareState,
        palette: &Palette,
    ) -> Option<(Change, &Tile)> {
        let ground = self.slots[slot];
        let key = (ground, before, now);
        let known = self.differences.get(&key).copied();
        let difference = known.unwrap_or_else(|| {
            let [old, new] = [before, now].map(|state| self.index(ground, state, palette));
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
