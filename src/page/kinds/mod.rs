//! The kinds of pages, each declared from its top to its foot.

mod race;

pub use race::Lane;
