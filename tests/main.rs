//! All integration tests, in one binary: it is compiled and linked once, and its modules share
//! helpers.

mod common;

mod algorithms;
mod architecture;
mod around;
mod code;
mod command_line;
mod compare;
mod contrast;
mod dependencies;
mod excerpts;
mod facts;
mod font;
mod formats;
mod frames;
mod gallery;
mod grid;
mod heat_map;
mod layout;
mod legible;
mod limits;
mod motion;
mod msrv;
mod own_solver;
#[cfg(target_os = "linux")]
mod packaging;
mod pdf;
mod pictures;
mod player;
mod problem;
mod race;
#[cfg(unix)]
mod random_commands;
mod readme;
mod replay;
mod schedule;
mod sheet;
mod slides;
mod solvers;
mod state;
mod svg;
mod teaching;
mod text;
mod views;
mod words;
