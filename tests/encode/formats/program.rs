//! The program: formats by extension and by name, without output from the encoders.

use queenreel::encode::Format;

use crate::common::sandbox::Sandbox;
use crate::common::table::words;

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
        let search = |output: &str| sandbox.run(&words(&format!("search 4 -q --size 64 -o {output}")));
        let (by_extension, by_name) = (search(&name), search(&format!("- --format {}", format.extension())));
        assert!(by_extension.status.success() && by_name.status.success(), "{format}");
        assert!(by_extension.stderr.is_empty() && by_name.stderr.is_empty(), "{format}");
        let (place, bytes) = mark(format);
        assert_eq!(by_name.stdout[place..][..bytes.len()], *bytes, "{format}");
        assert!(sandbox.read(&name) == by_name.stdout, "{format}");
    }
}
