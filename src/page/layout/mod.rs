//! Layouts: the areas of boards and panels on a page.

pub(crate) mod board;
pub(crate) mod montage;
pub(crate) mod panels;
pub(crate) mod race;
pub(crate) mod sheet;
pub(crate) mod tree;
