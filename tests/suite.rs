//! All checks that need no large program, with a sample of the cases of long ones, in one binary: generic code is
//! compiled for each binary again.

mod common;
mod encoding;
mod pages;
mod program;
