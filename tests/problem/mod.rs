//! Queens that stand from the start, and closed squares.

mod commands;
mod oracle;
mod solvers;
