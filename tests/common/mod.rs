//! Helpers that the test modules share.

pub mod alone;
pub mod board_reader;
pub mod cell_states;
pub mod children;
pub mod contents;
pub mod decks;
pub mod decode;
pub mod films;
pub mod fonts;
pub mod iterative_solver;
pub mod known;
pub mod log_oracle;
pub mod pages;
pub mod painting;
pub mod pixels;
pub mod report;
pub mod sample;
pub mod sandbox;
pub mod search_oracle;
pub mod shown;
pub mod solver_logs;
pub mod svg;
pub mod tools;
