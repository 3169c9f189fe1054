//! Compressed parts of pictures, each compressed once: a search puts the same queen on the same
//! kind of square again and again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::lzw::Lzw;

/// Compressed pixels.
pub type Part = Arc<[u8]>;

/// Compresses parts, and remembers them.
#[derive(Debug)]
pub struct Parts {
    lzw: Lzw,
    /// By digest.
    known: HashMap<u128, Part, BuildHasherDefault<DigestHasher>>,
    bytes: usize,
    /// When there are more, all are forgotten, so that no film makes the memory grow for ever.
    most_bytes: usize,
    pixels: Vec<u8>,
}

impl Parts {
    pub fn remembering(most_bytes: usize) -> Self {
        let (lzw, known, pixels) = Default::default();
        Self { lzw, known, bytes: 0, most_bytes, pixels }
    }

    /// The part with this digest, which is drawn into an empty vector and compressed if it is new.
    pub fn part(&mut self, digest: u128, transparent: Option<u8>, draw: impl FnOnce(&mut Vec<u8>)) -> Part {
        if self.bytes > self.most_bytes {
            self.known.clear();
            self.bytes = 0;
        }
        let part = self.known.entry(digest).or_insert_with(|| {
            self.pixels.clear();
            draw(&mut self.pixels);
            let data = self.lzw.compress(&self.pixels, transparent);
            self.bytes += data.len();
            data.into()
        });
        Arc::clone(part)
    }
}

/// Digests need no further hashing.
#[derive(Debug, Default)]
struct DigestHasher(u64);

impl Hasher for DigestHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u128(&mut self, digest: u128) {
        self.0 = digest as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
