//! Helpers that the test modules share.

pub mod alone;
pub mod board_reader;
pub mod contents;
pub mod decks;
pub mod decode;
pub mod films;
pub mod iterative_solver;
pub mod known;
pub mod pages;
pub mod painting;
pub mod pixels;
pub mod report;
pub mod sandbox;
pub mod svg;
pub mod tools;
