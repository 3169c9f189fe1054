//! All checks that need no large program, in one binary: generic code is compiled again for each binary. Checks with
//! many cases run a sample of them, or all with `QUEENREEL_CASES=all`.

mod board;
mod cli;
mod common;
mod count;
mod document;
mod encode;
mod export;
mod film;
mod font;
mod log;
mod measure;
mod motion;
mod options;
mod page;
mod player;
mod record;
mod repository;
mod request;
mod search;
mod slides;
mod tables;
mod vector;
