//! Caches tiles and the areas in which two tiles differ.

use crate::page::scene::KeyMap;
use crate::page::tween::ItemLook;
use crate::picture::{Change, differing, digest};

/// The pixels of a square, row by row.
pub type Tile = [u8];

/// The tiles of squares, drawn when first needed. Tiles with equal keys are equal.
#[derive(Debug, Default)]
pub struct TileCache {
    tiles: KeyMap<u64, Vec<u8>>,
    differences: KeyMap<[u64; 2], Option<Change>>,
    /// The bytes of all tiles and differences.
    size: usize,
}

/// The cache is cleared when it has more bytes than this; squares have many looks during motion.
const MOST_BYTES: usize = 64 << 20;

impl TileCache {
    /// Clears the cache if it is full.
    pub fn trim(&mut self) {
        if self.size > MOST_BYTES {
            *self = Self::default();
        }
    }

    /// Returns the tile of a key; calls `draw` if the tile is not cached.
    pub fn tile_of(&mut self, key: u64, draw: impl FnOnce() -> Vec<u8>) -> &Tile {
        self.tiles.entry(key).or_insert_with(|| {
            let tile = draw();
            self.size += tile.len();
            tile
        })
    }

    /// Returns the area in which two looks of a square of this width differ, and the tile of the second look;
    /// `None` if both tiles are equal.
    pub fn difference<'a>(
        &mut self,
        looks: [ItemLook<'a>; 2],
        width: u32,
        mut draw: impl FnMut(ItemLook<'a>) -> Vec<u8>,
    ) -> Option<(Change, &Tile)> {
        let keys = looks.map(|look| look.key);
        let known = self.differences.get(&keys).copied();
        let change = known.unwrap_or_else(|| {
            for look in looks {
                self.tile_of(look.key, || draw(look));
            }
            let tiles = keys.map(|key| &*self.tiles[&key]);
            let area = differing(tiles[0], tiles[1], width);
            let [before, digest] = tiles.map(|tile| digest(area.width, area.rows(tile, width)));
            let change = (area.pixels() > 0).then_some(Change::new(area, Some(before), digest));
            self.size += size_of_val(&change) + size_of_val(&keys);
            self.differences.insert(keys, change);
            change
        });
        Some((change?, self.tiles.get(&keys[1])?))
    }
}
