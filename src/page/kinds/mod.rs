//! The kinds of pages, each declared from its top to its foot.

mod card;
mod film;
pub mod sheet;
