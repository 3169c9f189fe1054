//! All checks that need no large program, with a sample of the cases of long ones, in one binary: generic code is
//! compiled again for each binary.

mod common;
mod encoding;
mod pages;
mod program;
