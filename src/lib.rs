//! Queenreel films the N-queens search.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod board;
pub mod draw;
pub mod encode;
pub mod record;
pub mod scene;
pub mod search;
