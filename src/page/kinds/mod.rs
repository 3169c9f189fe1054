//! The kinds of pages, each declared from its top to its foot.

pub(super) mod gallery;
pub(super) mod gallery_grid;
mod gallery_own;
