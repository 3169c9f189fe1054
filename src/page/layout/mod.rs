//! What the declarations of pages are made of: rows and columns, sizes, and words.

pub(crate) mod board;
pub mod flow;
pub(crate) mod words;
