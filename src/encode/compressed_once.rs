//! Compression on all cores; what has occurred before is not compressed again.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

/// The compressed data is forgotten when it exceeds this, so that memory is bounded.
const MAX_BYTES: usize = 8 << 20;

/// What has been compressed, by digests of what it was.
#[derive(Debug, Default)]
pub struct CompressedOnce {
    by_digest: HashMap<u128, Arc<[u8]>>,
    bytes: usize,
}

impl CompressedOnce {
    /// Compresses things and returns the data in the same order. Equal digests mean equal data.
    pub fn compress<T: Sync>(
        &mut self,
        things: &[T],
        digest: impl Fn(&T) -> u128 + Sync,
        compress: impl Fn(&T) -> Vec<u8> + Sync,
    ) -> Vec<Arc<[u8]>> {
        if self.bytes > MAX_BYTES {
            self.by_digest.clear();
            self.bytes = 0;
        }
        let digests: Vec<u128> = things.par_iter().map(&digest).collect();
        let new: HashMap<u128, &T> = digests
            .iter()
            .copied()
            .zip(things)
            .filter(|(digest, _)| !self.by_digest.contains_key(digest))
            .collect();
        let compressed: Vec<(u128, Arc<[u8]>)> =
            new.into_par_iter().map(|(digest, thing)| (digest, compress(thing).into())).collect();
        self.bytes += compressed.iter().map(|(_, data)| data.len()).sum::<usize>();
        self.by_digest.extend(compressed);
        digests.iter().map(|digest| Arc::clone(&self.by_digest[digest])).collect()
    }
}
