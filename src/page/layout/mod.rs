//! Where boards and panels go on a page.

pub(crate) mod board;
pub(crate) mod montage;
pub(crate) mod panels;
pub(crate) mod race;
pub(crate) mod tree;
