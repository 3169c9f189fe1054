//! Each tile drawn once, and where the tiles of any two states differ.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::font::Font;
use crate::page::square::{Ground, SquareState, SquareStyle};
use crate::picture::{Change, differing, digest};

use super::palette::Palette;
use super::tile::TileRenderer;

/// The pixels of a square, row by row.
pub type Tile = [u8];

/// The tiles of all squares, drawn when they are first needed.
#[derive(Debug)]
pub struct TileCache {
    renderer: TileRenderer,
    /// The grounds that differ.
    grounds: Vec<Ground>,
    /// The index of each slot's ground.
    slots: Vec<usize>,
    tiles: Known<(usize, SquareState), Vec<u8>>,
    /// By ground, state before and state after.
    differences: Known<(usize, SquareState, SquareState), Option<Change>>,
}

/// Of the many states that there could be, most films have few.
type Known<K, V> = HashMap<K, V, BuildHasherDefault<TileHasher>>;

/// Multiplies and rotates: keys are a few small numbers.
#[derive(Debug, Default)]
struct TileHasher(u64);

impl Hasher for TileHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn write_i8(&mut self, number: i8) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl TileCache {
    pub fn new(style: SquareStyle, font: Font) -> Self {
        Self {
            renderer: TileRenderer::new(style, font),
            grounds: Vec::new(),
            slots: Vec::new(),
            tiles: Known::default(),
            differences: Known::default(),
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
        let ground = self.slots[slot];
        let Self { renderer, grounds, tiles, .. } = self;
        tiles.entry((ground, state)).or_insert_with(|| renderer.tile(grounds[ground], state, palette))
    }

    /// The part of a slot, relative to its corner, that changes with its state, if any does.
    pub fn difference(
        &mut self,
        slot: usize,
        before: SquareState,
        now: SquareState,
        palette: &Palette,
    ) -> Option<Change> {
        let ground = self.slots[slot];
        if let Some(known) = self.differences.get(&(ground, before, now)) {
            return *known;
        }
        let width = self.grounds[ground].width;
        let old = self.tile(slot, before, palette).to_vec();
        let new = self.tile(slot, now, palette);
        let area = differing(&old, new, width);
        let digest = |tile| digest(area.width, area.rows(tile, width));
        let change = Change { area, before: Some(digest(&old)), digest: digest(new) };
        let found = Some(change).filter(|_| area.pixels() > 0);
        self.differences.insert((ground, before, now), found);
        found
    }
}
