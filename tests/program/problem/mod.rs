//! Problems with queens of the start, and closed squares.

mod commands;
mod films;
mod look;
mod oracle;
mod solvers;
