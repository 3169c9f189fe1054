//! Parallel compression with a cache.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::threads;

pub const MAX_BYTES: usize = 8 << 20;

#[derive(Debug)]
pub struct CompressedOnce {
    by_digest: HashMap<u128, Arc<[u8]>>,
    bytes: usize,
    /// Size in bytes above which the cache is cleared.
    max_bytes: usize,
}

impl CompressedOnce {
    pub fn with_max_bytes(max_bytes: usize) -> Self {
        Self { by_digest: HashMap::new(), bytes: 0, max_bytes }
    }

    fn clear_if_full(&mut self) {
        if self.bytes > self.max_bytes {
            self.by_digest.clear();
            self.bytes = 0;
        }
    }

    pub fn get_or_compress(&mut self, digest: u128, compress: impl FnOnce() -> Vec<u8>) -> Arc<[u8]> {
        self.clear_if_full();
        let data = self.by_digest.entry(digest).or_insert_with(|| {
            let data = compress();
            self.bytes += data.len();
            data.into()
        });
        Arc::clone(data)
    }

    /// Compresses the `things` that are not cached, in parallel; returns the data of all `things` in order. Things
    /// of equal digest must be equal.
    pub fn compress<T: Sync>(
        &mut self,
        things: &[T],
        digest: impl Fn(&T) -> u128 + Sync,
        compress: impl Fn(&T) -> Vec<u8> + Sync,
    ) -> Vec<Arc<[u8]>> {
        threads::ensure();
        self.clear_if_full();
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn data_comes_in_order_and_equal_things_are_compressed_once_as_long_as_they_are_known() {
        let mut compressed = CompressedOnce::with_max_bytes(MAX_BYTES);
        let calls = AtomicUsize::new(0);
        let mut compress = |things: &[u8], bytes: usize| {
            let data = compressed.compress(
                things,
                |thing| u128::from(*thing),
                |thing| {
                    calls.fetch_add(1, Ordering::Relaxed);
                    vec![*thing; bytes]
                },
            );
            assert!(data.iter().zip(things).all(|(data, thing)| data.iter().all(|byte| byte == thing)));
            assert_eq!(data.len(), things.len());
            calls.swap(0, Ordering::Relaxed)
        };
        assert_eq!(compress(&[3, 1, 3, 2, 1], 7), 3);
        assert_eq!(compress(&[2, 4, 3], 7), 1);
        assert_eq!(compress(&[5], MAX_BYTES), 1, "this is too much to be kept");
        assert_eq!(compress(&[3, 5], 7), 2);
    }
}
