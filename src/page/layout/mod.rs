//! What the declarations of pages are made of: rows and columns, sizes, and words.

pub(crate) mod board;
pub mod flow;
pub(crate) mod paragraph;
pub(crate) mod text_place;
pub(crate) mod text_width;
pub(crate) mod words;
