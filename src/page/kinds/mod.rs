//! The kinds of pages, each declared from its top to its foot.

mod card;
pub(super) mod comparison;
mod film;
pub mod sheet;
