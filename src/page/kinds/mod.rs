//! The kinds of pages, each declared from top to bottom.

pub(super) mod card;
pub(super) mod chart;
mod film;
pub(super) mod gallery;
pub(super) mod gallery_content;
pub(super) mod gallery_grid;
pub(super) mod race;
pub(super) mod sheet;
