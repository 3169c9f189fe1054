//! Layouts: the areas of boards and panels on a page.

pub(crate) mod board;
pub mod flow;
pub(crate) mod paragraph;
pub(crate) mod text_place;
pub(crate) mod text_width;
pub(crate) mod words;
