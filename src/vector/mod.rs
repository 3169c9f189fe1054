//! Vectors: pages as outlines and text, sharp at any size.

mod pdf;
mod shape;
mod svg;
mod table;

use std::collections::HashMap;
use std::hash::Hash;

use crate::encode::VectorText;

pub use pdf::{PdfPage, PdfWriter};
pub(crate) use svg::{PREFIX, SvgFilm, Symbols, escape, prefix};
pub use svg::{SvgError, write_svg};
pub(crate) use table::{PartKey, Table, TableSlot, TextParts};

// For the program; not part of the API.
#[doc(hidden)]
pub use svg::write_svg_montage;

/// Options of a picture as vectors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VectorOptions {
    /// What becomes of text.
    pub text: VectorText,
    /// What it is, in a few words.
    pub title: String,
    /// What is seen, in words.
    pub description: String,
}

/// Things, each once, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Distinct<T> {
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
