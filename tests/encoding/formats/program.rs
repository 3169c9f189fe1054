//! The program: formats by extension and by name, without output from the encoders.

use std::process::Output;

use queenreel::encode::Format;

use crate::common::sandbox::{Sandbox, stderr};

/// Films the search for four queens.
fn search(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    sandbox.run(&[&["search", "4"], arguments].concat())
}

/// The signature of a format: its offset and its bytes.
fn mark(format: Format) -> (usize, &'static [u8]) {
    match format {
        Format::Gif => (0, b"GIF89a"),
        Format::Apng => (37, b"acTL"),
        Format::WebP => (8, b"WEBP"),
        Format::Mp4 => (4, b"ftyp"),
        Format::Y4m => (0, b"YUV4MPEG2"),
        Format::Svg => (0, b"<svg xmlns="),
        Format::Html => (0, b"<!doctype html>\n<html"),
        Format::Pptx => (0, b"PK\x03\x04"),
        Format::Pdf => (0, b"%PDF-"),
        other => panic!("{other} is no file"),
    }
}

#[test]
fn writes_every_format_by_extension_and_by_name_without_output() {
    let sandbox = Sandbox::new();
    let files = Format::drawn().filter(|format| !format.is_directory() && !format.is_still());
    for format in files {
        let name = format!("film.{}", format.extension());
        let by_extension = search(&sandbox, &["-q", "--size", "64", "-o", &name]);
        let by_name = search(&sandbox, &["-q", "--size", "64", "-o", "-", "--format", format.extension()]);
        assert!(by_extension.status.success() && by_name.status.success(), "{format}");
        assert!(by_extension.stderr.is_empty() && by_name.stderr.is_empty(), "{format}");
        let (place, bytes) = mark(format);
        assert_eq!(by_name.stdout[place..][..bytes.len()], *bytes, "{format}");
        assert!(sandbox.read(&name) == by_name.stdout, "{format}");
    }
}

#[test]
fn options_that_a_format_does_not_use_are_errors() {
    let sandbox = Sandbox::new();
    for (arguments, message) in [
        (&["-o", "film.y4m", "--loop", "once"][..], "--loop is for GIF, APNG, WebP or SVG, not for Y4M"),
        (&["-o", "film.apng", "--full-frames"], "--full-frames is for GIF, not for APNG"),
        (
            &["-o", "film.gif", "--compression", "best"],
            "--compression is for APNG, PPTX, PNG frames or PNG, not for GIF",
        ),
        (&["-o", "frames/", "--compression", "most"], "normal, best"),
        (&["-o", "film.gif", "--fps", "25"], "--fps is for MP4 or Y4M, not for GIF"),
        (&["-o", "film.y4m", "--quality", "90"], "--quality is for MP4 or JPEG, not for Y4M"),
        (&["-o", "film.y4m", "--fps", "0"], "from 1 to 60"),
        (&["-o", "film.y4m", "--quality", "101"], "from 1 to 100"),
        (&["-o", "-", "--format", "png"], "need a directory"),
        (&["-o", "film.avi"], ".mp4"),
        (&["-o", "film.mp4", "--size", "2161"], "3840×2160"),
    ] {
        let output = search(&sandbox, arguments);
        let stderr = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
    assert_eq!(sandbox.names().len(), 0, "nothing is left behind");
}
