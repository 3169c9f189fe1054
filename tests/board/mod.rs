//! Problems with queens of the start, and closed squares.

mod commands;
mod films;
mod look;
pub mod oracle;
mod solvers;
