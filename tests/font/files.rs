//! Custom fonts on the command line; `tests/tables/fonts.txt` has those that are refused.

use std::fs;
use std::path::PathBuf;

use crate::common::fonts::without_widths;
use crate::common::sandbox::{Sandbox, repository_file};
use crate::common::table::words;
use crate::common::tools::{python, run_tool};

/// The output file of a command, which must succeed.
fn drawn(sandbox: &Sandbox, command: &str) -> Vec<u8> {
    sandbox.succeed(&words(&format!("{command} -o -"))).stdout
}

fn font(name: &str) -> PathBuf {
    repository_file("fonts").join(name)
}

#[test]
fn the_font_of_the_queens_is_made_from_their_drawing() {
    let sandbox = Sandbox::new();
    let made = sandbox.path("made.ttf");
    let Some(mut python) = python(&["fontTools"]) else { return };
    if run_tool(python.arg(font("build.py")).arg(&made)).is_some() {
        assert!(fs::read(made).unwrap() == fs::read(font("queenreel.ttf")).unwrap());
    }
}

#[test]
fn text_is_drawn_in_the_given_font() {
    let sandbox = Sandbox::new();
    // Noto Sans, and the same with smaller letters.
    let mut sans = fs::read(font("NotoSans-Regular.ttf")).unwrap();
    sandbox.write("sans.ttf", &sans);
    let record = sans.windows(4).position(|tag| tag == b"head").unwrap();
    let head = u32::from_be_bytes(sans[record + 8..record + 12].try_into().unwrap()) as usize;
    let units_per_em = u16::from_be_bytes(sans[head + 18..head + 20].try_into().unwrap());
    sans[head + 18..head + 20].copy_from_slice(&(units_per_em * 3 / 2).to_be_bytes());
    sandbox.write("small.ttf", &sans);
    for command in [
        "board 2413 --coordinates",
        "search 4 --coordinates",
        "gallery 4 --title 'Four queens'",
        "gallery 4 --from 2 --labels number",
        "gallery 4 --format gif --coordinates",
    ] {
        let default = drawn(&sandbox, command);
        let in_font = |name| drawn(&sandbox, &format!("{command} --font {name}"));
        assert!(in_font("sans.ttf") == default, "{command}: the default by another name");
        assert!(in_font("small.ttf") != default, "{command}");
    }
}

/// Two letters of such a font overlap.
#[test]
fn letters_may_have_no_width() {
    let sandbox = Sandbox::new();
    sandbox.write("flat.ttf", without_widths());
    for command in [
        "board 2413 --panel matrix",
        "search 4 --view lecture",
        "race 4 eager marking",
        "gallery 4 --labels number --title Four",
        "sheet 4",
    ] {
        assert!(!drawn(&sandbox, &format!("{command} --font flat.ttf")).is_empty(), "{command}");
    }
}

#[test]
fn files_that_are_not_fonts_are_refused_with_the_reason() {
    let sandbox = Sandbox::new();
    let sans = fs::read(font("NotoSans-Regular.ttf")).unwrap();
    sandbox.write("cut.ttf", &sans[..sans.len() / 2]);
    sandbox.write("web.woff2", [b"wOF2", &sans[..1000]].concat());
    sandbox.write("post.otf", [b"OTTO", &sans[4..]].concat());
    // Larger than memory, but a sparse file on disk.
    fs::File::create(sandbox.path("huge.ttf")).unwrap().set_len(1 << 40).unwrap();
    for (name, reason) in [
        ("cut.ttf", "damaged"),
        ("web.woff2", "WOFF"),
        ("post.otf", "PostScript"),
        ("huge.ttf", "the maximum is 64 MB"),
    ] {
        for command in ["board 2413", "search 4", "gallery 4"] {
            sandbox.refuse(2, &words(&format!("{command} --font {name}")), &["error: ", name, reason]);
        }
    }
    assert!(!sandbox.path("output").exists(), "nothing was written");
}
