//! The program and the library: searches, films, and what is said about them.

mod algorithms;
mod architecture;
mod around;
mod code;
mod command_line;
mod compare;
mod dependencies;
mod excerpts;
mod facts;
mod gallery;
mod limits;
mod links;
mod msrv;
mod own_solver;
mod pace;
#[cfg(target_os = "linux")]
mod packaging;
mod passages;
mod problem;
mod race;
#[cfg(unix)]
mod random_commands;
mod readme;
mod recipe;
mod replay;
mod schedule;
mod solvers;
mod teaching;
mod text;
mod times;
mod words;
