//! Every tile drawn once, and where each two looks of a square differ.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::tile::{Look, Site, TilePress};
use crate::picture::differing;
use crate::picture::{Change, digest};

/// The tiles of a board, drawn when they are first needed.
#[derive(Debug)]
pub struct TileCache {
    press: TilePress,
    sites: Vec<Site>,
    /// By site and look.
    tiles: Known<Vec<u8>>,
    /// By site, look before and look after.
    differences: Known<Change>,
}

/// Of the many looks that there could be, most films have few.
type Known<T> = HashMap<usize, T, BuildHasherDefault<Scatter>>;

/// Spreads consecutive numbers over all bits, in no time.
#[derive(Debug, Default)]
struct Scatter(u64);

impl Hasher for Scatter {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, number: usize) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A site's number in its cache.
#[derive(Debug, Clone, Copy)]
pub struct SiteId(usize);

impl TileCache {
    pub fn new(press: TilePress) -> Self {
        Self { press, sites: Vec::new(), tiles: Known::default(), differences: Known::default() }
    }

    /// The number of a site; equal sites share one.
    pub fn site(&mut self, site: Site) -> SiteId {
        let id = self.sites.iter().position(|known| *known == site).unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        });
        SiteId(id)
    }

    /// The tile's pixels, row by row, and its size.
    pub fn tile(&mut self, id: SiteId, look: Look) -> (&[u8], Site) {
        let site = self.sites[id.0];
        let slot = id.0 * Look::COUNT + look.index();
        let tile = self.tiles.entry(slot).or_insert_with(|| self.press.tile(look, site));
        (tile, site)
    }

    /// The part of the square, counted from its corner, that changes with its look.
    pub fn difference(&mut self, id: SiteId, before: Look, after: Look) -> Change {
        let slot = (id.0 * Look::COUNT + before.index()) * Look::COUNT + after.index();
        if let Some(known) = self.differences.get(&slot) {
            return *known;
        }
        let before = self.tile(id, before).0.to_vec();
        let (after, Site { width, .. }) = self.tile(id, after);
        let area = differing(&before, after, width);
        let digest = |tile| digest(area.width, area.rows(tile, width));
        let found = Change { area, before: Some(digest(&before)), digest: digest(after) };
        self.differences.insert(slot, found);
        found
    }
}
