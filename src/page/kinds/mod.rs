//! The kinds of pages, each declared from its top to its foot.

pub mod sheet;
