//! Code beside the board: the forms of algorithms, and source files of other solvers.

mod files;
mod forms;
mod java;
mod python;
mod window;
