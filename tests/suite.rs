//! All checks that are fast and need no large program, in one binary: it is compiled and linked once.

mod common;
mod encoding;
mod pages;
mod program;
