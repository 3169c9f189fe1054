//! The program and the library: searches, films, and their reports.

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
mod problem;
mod race;
#[cfg(unix)]
mod random_commands;
mod readme;
mod recipe;
mod repeated_events;
mod replay;
mod schedule;
mod solvers;
mod teaching;
mod text;
mod times;
mod words;
