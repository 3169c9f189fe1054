//! The kinds of pages, each declared from its top to its foot.

mod card;
pub(super) mod comparison;
mod film;
pub(super) mod gallery;
pub(super) mod gallery_grid;
mod gallery_own;
pub(super) mod race;
pub(super) mod sheet;
