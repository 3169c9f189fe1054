//! Text in a font of one's own, on the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn run(directory: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenreel"));
    command.args(arguments).current_dir(directory).stdin(Stdio::null()).output().unwrap()
}

/// What a run has written; it must succeed.
fn drawn(directory: &TempDir, arguments: &[&str]) -> Vec<u8> {
    let output = run(directory, &[arguments, &["-o", "-"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The message of a run that must find its arguments wrong.
fn refused(directory: &TempDir, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.starts_with("error: ") && !message.contains("panicked"), "{message}");
    message
}

fn font(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts").join(name)
}

/// A directory with Noto Sans in it, as `sans.ttf`, and as `small.ttf` with smaller letters.
fn bench() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let mut sans = fs::read(font("NotoSans-Regular.ttf")).unwrap();
    fs::write(directory.path().join("sans.ttf"), &sans).unwrap();
    let record = sans.windows(4).position(|tag| tag == b"head").unwrap();
    let head = u32::from_be_bytes(sans[record + 8..record + 12].try_into().unwrap()) as usize;
    let units_per_em = u16::from_be_bytes(sans[head + 18..head + 20].try_into().unwrap());
    sans[head + 18..head + 20].copy_from_slice(&(units_per_em * 3 / 2).to_be_bytes());
    fs::write(directory.path().join("small.ttf"), &sans).unwrap();
    directory
}

#[test]
fn text_is_drawn_in_the_font_that_was_asked_for() {
    let directory = bench();
    let texts: [&[&str]; 5] = [
        &["board", "2413", "--coordinates"],
        &["search", "4", "--coordinates"],
        &["gallery", "4", "--title", "Four queens"],
        &["gallery", "4", "--labels", "placement"],
        &["gallery", "4", "--format", "gif", "--coordinates"],
    ];
    for arguments in texts {
        let default = drawn(&directory, arguments);
        let in_font = |name| drawn(&directory, &[arguments, &["--font", name]].concat());
        assert!(in_font("sans.ttf") == default, "{arguments:?}: the default by another name");
        assert!(in_font("small.ttf") != default, "{arguments:?}");
    }
}

#[test]
fn characters_that_the_font_lacks_are_named() {
    let directory = bench();
    let symbols = font("NotoSansSymbols2-Regular.ttf");
    let symbols = symbols.to_str().unwrap();
    let cases: [(&[&str], char); 4] = [
        (&["board", "2413", "--coordinates"], 'a'),
        (&["search", "4", "--coordinates"], 'a'),
        (&["gallery", "4", "--title", "♛ Four"], 'F'),
        (&["gallery", "8", "--fundamental", "--labels", "images"], '('),
    ];
    for (arguments, character) in cases {
        let message = refused(&directory, &[arguments, &["--font", symbols]].concat());
        assert!(message.contains(&format!("no glyph for '{character}'")), "{message}");
    }
    let message = refused(&directory, &["gallery", "4", "--title", "四"]);
    assert!(message.contains("no glyph for '四'"), "{message}");
    assert!(!drawn(&directory, &["gallery", "4", "--title", "♛", "--font", symbols]).is_empty());
}

#[test]
fn files_that_are_no_fonts_are_told_what_is_wrong_with_them() {
    let directory = bench();
    let path = |name: &str| directory.path().join(name);
    let sans = fs::read(path("sans.ttf")).unwrap();
    fs::write(path("cut.ttf"), &sans[..sans.len() / 2]).unwrap();
    fs::write(path("notes.txt"), "no font").unwrap();
    fs::write(path("empty.ttf"), "").unwrap();
    fs::write(path("web.woff2"), [b"wOF2", &sans[..1000]].concat()).unwrap();
    fs::write(path("post.otf"), [b"OTTO", &sans[4..]].concat()).unwrap();
    fs::create_dir(path("fonts")).unwrap();
    // Larger than memory, and no longer on disk than nothing.
    fs::File::create(path("huge.ttf")).unwrap().set_len(1 << 40).unwrap();
    let cases = [
        ("absent.ttf", "No such file"),
        ("fonts", "directory"),
        ("notes.txt", "no TrueType font"),
        ("empty.ttf", "no TrueType font"),
        ("cut.ttf", "damaged"),
        ("web.woff2", "WOFF"),
        ("post.otf", "PostScript"),
        ("huge.ttf", "64 MB are the most"),
    ];
    for (name, reason) in cases {
        for arguments in [["board", "2413"], ["search", "4"], ["gallery", "4"]] {
            let message = refused(&directory, &[&arguments[..], &["--font", name]].concat());
            assert!(message.contains(name) && message.contains(reason), "{message}");
        }
    }
    assert!(!path("output").exists(), "nothing was written");
}
