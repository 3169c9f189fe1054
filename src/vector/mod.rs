//! Vector output: pages as outlines and text, sharp at any size.

mod pdf;
mod shape;
mod svg;
mod table;

use std::collections::HashMap;
use std::hash::Hash;

use crate::encode::VectorText;

pub use pdf::{PdfPage, PdfWriter};
pub(crate) use svg::{PREFIX, SvgFilm, Symbols, escape, prefix};
pub use svg::{SvgError, write_svg, write_svg_gallery};
pub(crate) use table::{PartKey, Table, TableSlot, TextParts};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VectorOptions {
    pub text: VectorText,
    pub title: String,
    pub description: String,
}

#[derive(Debug, Default)]
pub(crate) struct Distinct<T> {
    pub all: Vec<T>,
    indices: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// Returns the index of a value, and adds the value if it is new.
    pub fn index(&mut self, thing: T) -> usize {
        *self.indices.entry(thing).or_insert_with_key(|thing| {
            self.all.push(thing.clone());
            self.all.len() - 1
        })
    }
}
