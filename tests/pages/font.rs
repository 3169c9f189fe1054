//! Custom fonts on the command line.

use std::fs;
use std::path::PathBuf;

use crate::common::fonts::without_widths;
use crate::common::sandbox::{Sandbox, repository_file};
use crate::common::tools::{python, run_tool};

/// The output file of a run, which must succeed.
fn drawn(sandbox: &Sandbox, arguments: &[&str]) -> Vec<u8> {
    sandbox.succeed(&[arguments, &["-o", "-"]].concat()).stdout
}

/// The message for invalid arguments.
fn refused(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let message = sandbox.fail(2, arguments);
    assert!(message.starts_with("error: ") && !message.contains("panicked"), "{message}");
    message
}

fn font(name: &str) -> PathBuf {
    repository_file("fonts").join(name)
}

/// A directory with Noto Sans in it, as `sans.ttf`, and as `small.ttf` with smaller letters.
fn font_sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    let mut sans = fs::read(font("NotoSans-Regular.ttf")).unwrap();
    sandbox.write("sans.ttf", &sans);
    let record = sans.windows(4).position(|tag| tag == b"head").unwrap();
    let head = u32::from_be_bytes(sans[record + 8..record + 12].try_into().unwrap()) as usize;
    let units_per_em = u16::from_be_bytes(sans[head + 18..head + 20].try_into().unwrap());
    sans[head + 18..head + 20].copy_from_slice(&(units_per_em * 3 / 2).to_be_bytes());
    sandbox.write("small.ttf", &sans);
    sandbox
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
    let sandbox = font_sandbox();
    let texts: [&[&str]; 5] = [
        &["board", "2413", "--coordinates"],
        &["search", "4", "--coordinates"],
        &["gallery", "4", "--title", "Four queens"],
        &["gallery", "4", "--from", "2", "--labels", "number"],
        &["gallery", "4", "--format", "gif", "--coordinates"],
    ];
    for arguments in texts {
        let default = drawn(&sandbox, arguments);
        let in_font = |name| drawn(&sandbox, &[arguments, &["--font", name]].concat());
        assert!(in_font("sans.ttf") == default, "{arguments:?}: the default by another name");
        assert!(in_font("small.ttf") != default, "{arguments:?}");
    }
}

#[test]
fn characters_that_the_font_lacks_are_named() {
    let sandbox = font_sandbox();
    let symbols = font("queenreel.ttf");
    let symbols = symbols.to_str().unwrap();
    let cases: [(&[&str], char); 7] = [
        (&["board", "2413", "--coordinates"], 'a'),
        (&["search", "4", "--coordinates"], 'a'),
        (&["board", "2413", "--panel", "matrix"], 'n'),
        (&["board", "2413", "--panel", "arrays"], 'r'),
        (&["search", "4", "--algorithm", "marking", "--panel", "stack", "--panel", "flow"], 'a'),
        (&["gallery", "4", "--title", "♛ Four"], 'F'),
        (&["gallery", "8", "--fundamental", "--labels", "number"], '1'),
    ];
    for (arguments, character) in cases {
        let message = refused(&sandbox, &[arguments, &["--font", symbols]].concat());
        assert!(message.contains(&format!("no glyph for '{character}'")), "{message}");
    }
    let message = refused(&sandbox, &["gallery", "4", "--title", "四"]);
    assert!(message.contains("no glyph for '四'"), "{message}");
    assert!(!drawn(&sandbox, &["gallery", "4", "--title", "♛", "--font", symbols]).is_empty());
}

/// Two letters of such a font overlap.
#[test]
fn letters_may_have_no_width() {
    let sandbox = font_sandbox();
    sandbox.write("flat.ttf", without_widths());
    for arguments in [
        &["board", "2413", "--panel", "matrix"][..],
        &["search", "4", "--view", "lecture"],
        &["race", "4", "eager", "marking"],
        &["gallery", "4", "--labels", "number", "--title", "Four"],
        &["sheet", "4"],
    ] {
        assert!(!drawn(&sandbox, &[arguments, &["--font", "flat.ttf"]].concat()).is_empty(), "{arguments:?}");
    }
}

#[test]
fn files_that_are_not_fonts_are_refused_with_the_reason() {
    let sandbox = font_sandbox();
    let path = |name: &str| sandbox.path(name);
    let sans = fs::read(path("sans.ttf")).unwrap();
    fs::write(path("cut.ttf"), &sans[..sans.len() / 2]).unwrap();
    fs::write(path("notes.txt"), "no font").unwrap();
    fs::write(path("empty.ttf"), "").unwrap();
    fs::write(path("web.woff2"), [b"wOF2", &sans[..1000]].concat()).unwrap();
    fs::write(path("post.otf"), [b"OTTO", &sans[4..]].concat()).unwrap();
    fs::create_dir(path("fonts")).unwrap();
    // Larger than memory, but a sparse file on disk.
    fs::File::create(path("huge.ttf")).unwrap().set_len(1 << 40).unwrap();
    let cases = [
        ("absent.ttf", "no such file"),
        ("fonts", "directory"),
        ("notes.txt", "not a TrueType font"),
        ("empty.ttf", "not a TrueType font"),
        ("cut.ttf", "damaged"),
        ("web.woff2", "WOFF"),
        ("post.otf", "PostScript"),
        ("huge.ttf", "the maximum is 64 MB"),
    ];
    for (name, reason) in cases {
        for arguments in [["board", "2413"], ["search", "4"], ["gallery", "4"]] {
            let message = refused(&sandbox, &[&arguments[..], &["--font", name]].concat());
            assert!(message.contains(name) && message.contains(reason), "{message}");
        }
    }
    assert!(!path("output").exists(), "nothing was written");
}
