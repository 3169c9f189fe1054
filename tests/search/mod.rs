//! Algorithms and their code.

mod algorithms;
mod listing;
