//! How macroblocks were predicted from the samples around them: the same again costs no time.

use std::collections::HashMap;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::super::yuv::Yuv;
use super::macroblock::{Attempt, Coder, Intra};
use super::slice::{Coded, Slice};
use super::source::Source;
use super::surroundings::Surroundings;

/// The largest number of macroblocks that are remembered.
const MAX_KNOWN: usize = 1 << 13;

/// The cheapest ways by what they depend on.
#[derive(Debug, Default)]
pub struct Memo {
    known: HashMap<u128, Arc<Attempt>>,
    key: Vec<u8>,
}

impl Memo {
    /// The cheapest way to write a macroblock that is not copied.
    pub fn best(
        &mut self,
        place: (usize, usize),
        source: &Source,
        (slice, around): (&Slice, &Surroundings),
        (coder, colours): (&Coder, &[Yuv]),
    ) -> Arc<Attempt> {
        let (before, is_key) = (slice.before(place), slice.is_key());
        let parameter = slice.parameter;
        self.key.clear();
        self.key.extend([is_key.into(), parameter]);
        self.key.extend_from_slice(source.bytes());
        around.append_to(&mut self.key);
        for Coded { modes, totals, .. } in before.into_iter().flatten() {
            self.key.extend_from_slice(modes);
            self.key.extend_from_slice(totals);
        }
        let key = xxh3_128(&self.key);
        if let Some(known) = self.known.get(&key) {
            return Arc::clone(known);
        }
        let intra = Intra { coder, source: &source.samples(colours), around, before, is_key, parameter };
        let best = Arc::new(intra.best());
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, Arc::clone(&best));
        best
    }
}
