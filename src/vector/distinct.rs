//! Things that are stored once.

use std::collections::HashMap;
use std::hash::Hash;

/// Things, each once, in the order in which they came.
#[derive(Debug, Default)]
pub struct Distinct<T> {
    pub all: Vec<T>,
    indices: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// The index of a thing, which is added if it is new.
    pub fn index(&mut self, thing: T) -> usize {
        *self.indices.entry(thing).or_insert_with_key(|thing| {
            self.all.push(thing.clone());
            self.all.len() - 1
        })
    }
}
