//! Layouts: the areas of boards and panels on a page.

pub(crate) mod board;
pub(crate) mod card;
pub(crate) mod comparison;
pub mod flow;
pub(crate) mod montage;
pub(crate) mod montage_page;
pub(crate) mod panels;
pub(crate) mod paragraph;
pub(crate) mod step_sheet;
pub(crate) mod text_place;
pub(crate) mod text_width;
pub(crate) mod tree;
pub(crate) mod words;
