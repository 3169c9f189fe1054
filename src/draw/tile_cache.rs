//! Each tile drawn once, and where any two tiles differ.

use crate::page::between::Look;
use crate::page::scene::KeyMap;
use crate::picture::{Change, differing, digest};

/// The pixels of a square, row by row.
pub type Tile = [u8];

/// The tiles of all squares, drawn when they are first needed. Equal keys stand for equal tiles.
#[derive(Debug, Default)]
pub struct TileCache {
    tiles: Vec<Vec<u8>>,
    /// The index of each tile.
    indices: KeyMap<u64, usize>,
    /// By the keys before and after: what changes, and the index of the tile after.
    differences: KeyMap<[u64; 2], Option<(Change, usize)>>,
    /// The pixels of all tiles.
    size: usize,
}

/// When tiles take more bytes than this, all are forgotten: squares between two states have many looks.
const MOST_BYTES: usize = 64 << 20;

impl TileCache {
    /// Forgets all tiles if there are many.
    pub fn trim(&mut self) {
        if self.size > MOST_BYTES {
            *self = Self::default();
        }
    }

    /// A tile, which is drawn if it is not known.
    pub fn tile<'a>(&mut self, look: Look<'a>, draw: impl FnOnce(Look<'a>) -> Vec<u8>) -> &Tile {
        self.tile_of(look.key, || draw(look))
    }

    /// The tile of what has this key.
    pub fn tile_of(&mut self, key: u64, draw: impl FnOnce() -> Vec<u8>) -> &Tile {
        let index = self.index(key, draw);
        &self.tiles[index]
    }

    fn index(&mut self, key: u64, draw: impl FnOnce() -> Vec<u8>) -> usize {
        *self.indices.entry(key).or_insert_with(|| {
            self.tiles.push(draw());
            self.size += self.tiles.last().map_or(0, Vec::len);
            self.tiles.len() - 1
        })
    }

    /// The part that differs between two looks of a square of this width, and the tile of the second; `None` if they
    /// look the same.
    pub fn difference<'a>(
        &mut self,
        looks: [Look<'a>; 2],
        width: u32,
        mut draw: impl FnMut(Look<'a>) -> Vec<u8>,
    ) -> Option<(Change, &Tile)> {
        let keys = looks.map(|look| look.key);
        let known = self.differences.get(&keys).copied();
        let difference = known.unwrap_or_else(|| {
            let [old, new] = looks.map(|look| self.index(look.key, || draw(look)));
            let tiles = [old, new].map(|index| &*self.tiles[index]);
            let area = differing(tiles[0], tiles[1], width);
            let [before, digest] = tiles.map(|tile| digest(area.width, area.rows(tile, width)));
            let change = Change { area, before: Some(before), digest };
            let difference = (area.pixels() > 0).then_some((change, new));
            self.differences.insert(keys, difference);
            difference
        });
        difference.map(|(change, tile)| (change, &*self.tiles[tile]))
    }
}
