//! The kinds of pages, each declared from its top to its foot.

pub(super) mod comparison;
mod film;
