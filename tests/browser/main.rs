//! Checks that need Chromium, in a separate binary that `cargo test` does not build.

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "this binary uses only some of the helpers")]
mod common;

#[path = "../encode/formats/reference.rs"]
#[allow(dead_code, reason = "this binary uses only some of the films")]
mod reference;

mod driver;
mod figures;
mod mp4;
mod player;
mod svg;
mod webp;
