//! The commands, one a file.

pub mod algorithms;
pub mod board;
pub mod compare;
pub mod completions;
pub mod count;
pub mod gallery;
pub mod list;
pub mod man;
pub mod race;
pub mod replay;
pub mod search;
pub mod sheet;
pub mod themes;
