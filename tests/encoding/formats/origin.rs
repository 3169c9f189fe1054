//! The mark of the program: other programs see it, and it tells our files from others.

use std::fs;
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::process::Command;

use png::{BitDepth, ColorType, Compression};
use queenreel::encode::{EncodeOptions, Format, Plays};
use queenreel::export::is_own_picture;
use queenreel::record::ScheduleOptions;

use super::reference::{FilmFile, Reference, paced};
use crate::common::sandbox::{Sandbox, stdout};
use crate::common::tools::{run_any_tool, run_tool};

fn formats() -> impl Iterator<Item = Format> {
    let files = Format::ALL.into_iter().filter(|format| !format.is_directory() && !format.is_still());
    let files = files.filter(|format| !format.is_vector());
    files.filter(|format| format.missing_feature().is_none())
}

fn file(format: Format) -> FilmFile {
    Reference::new(4, 1, 64, &ScheduleOptions::default()).file(format, EncodeOptions::default())
}

fn is_own(path: &Path) -> bool {
    is_own_picture(path).unwrap()
}

#[test]
fn our_films_are_recognised() {
    let once = EncodeOptions { plays: Plays::times(1).unwrap(), ..EncodeOptions::default() };
    // The index of the last one is longer than what is read of a file.
    let films = [
        (Reference::new(1, 1, 16, &ScheduleOptions::default()), EncodeOptions::default()),
        (Reference::new(4, 1, 160, &ScheduleOptions::default()), once),
        (Reference::article(4, 1, 480), EncodeOptions::default()),
        (Reference::new(4, 1, 32, &paced(200, 60_000)), EncodeOptions::default()),
    ];
    for (reference, options) in films {
        for format in formats() {
            assert!(is_own(&reference.file(format, options).path), "{format}");
        }
    }
}

#[test]
fn our_pictures_are_recognised() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["board", "2413", "-o", "board.png"]);
    sandbox.succeed(&["gallery", "4", "-o", "page.png"]);
    sandbox.succeed(&["search", "4", "-o", "frames/", "--poster", "poster.png"]);
    sandbox.succeed(&["search", "4", "--select", "7", "-o", "still.png"]);
    sandbox.succeed(&["search", "4", "-o", "film.svg", "--poster", "poster.svg"]);
    sandbox.succeed(&["gallery", "4", "-o", "page.svg"]);
    sandbox.succeed(&["search", "4", "--select", "7", "-o", "slide.pptx"]);
    sandbox.succeed(&["search", "4", "-o", "film.pdf"]);
    for name in [
        "board.png",
        "page.png",
        "poster.png",
        "still.png",
        "frames/frame-0001.png",
        "frames/frame-0013.png",
        "film.svg",
        "poster.svg",
        "page.svg",
        "slide.pptx",
        "film.pdf",
    ] {
        assert!(is_own(&sandbox.path(name)), "{name}");
    }
    assert!(!is_own(&sandbox.path("frames/frames.json")), "a manifest is no picture");
}

#[test]
fn incomplete_and_longer_files_are_not_recognised() {
    for format in formats() {
        let film = file(format);
        let whole = fs::read(&film.path).unwrap();
        for length in [0, 1, 7, 8, 12, 16, 30, 100, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
            fs::write(&film.path, &whole[..length]).unwrap();
            assert!(!is_own(&film.path), "{length} bytes of {format}");
        }
        fs::write(&film.path, [&whole[..], b"\0"].concat()).unwrap();
        assert!(!is_own(&film.path), "{format}");
    }
}

#[test]
fn what_is_no_file_is_not_recognised() {
    let directory = tempfile::tempdir().unwrap();
    assert!(!is_own(directory.path()));
    assert!(is_own_picture(&directory.path().join("missing.gif")).is_err());
    #[cfg(unix)]
    assert!(!is_own(Path::new("/dev/null")));
}

#[test]
fn files_of_other_programs_are_not_recognised() {
    let ours = file(Format::Gif);
    // Not every ffmpeg can write WebP.
    let options: [(&str, &[&str]); 5] = [
        ("gif", &[]),
        ("apng", &[]),
        ("png", &["-frames:v", "1"]),
        ("mp4", &["-pix_fmt", "yuv420p"]),
        ("y4m", &["-pix_fmt", "yuv444p"]),
    ];
    for (extension, options) in options {
        let theirs = ours.path.with_file_name("theirs").with_extension(extension);
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg.args(["-v", "error", "-i"]).arg(&ours.path).args(options).arg(&theirs);
        if run_tool(&mut ffmpeg).is_some() {
            assert!(!is_own(&theirs), "{extension}");
        }
    }
    for extension in ["gif", "png", "webp"] {
        let theirs = ours.path.with_file_name("others").with_extension(extension);
        let arguments = ["rose:", "-set", "comment", "queenreel", "-set", "Title", "queenreel"];
        // In another directory, `convert` may be another program.
        let programs = ["magick", "/usr/bin/convert"];
        if run_any_tool(&programs, |command| command.args(arguments).arg(&theirs)).is_some() {
            assert!(!is_own(&theirs), "{extension}");
        }
    }
}

#[cfg(feature = "mp4")]
#[test]
fn a_film_that_ffmpeg_has_copied_is_not_recognised() {
    let ours = file(Format::Mp4);
    let copy = ours.path.with_file_name("copy.mp4");
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-i"]).arg(&ours.path).args(["-c", "copy"]).arg(&copy);
    if run_tool(&mut ffmpeg).is_some() {
        assert!(!is_own(&copy));
    }
}

/// A grey PNG with these pixels, not compressed, and a text.
fn png(path: &Path, pixels: &[u8], keyword: &str, text: &str) {
    let mut encoder = png::Encoder::new(BufWriter::new(fs::File::create(path).unwrap()), 64, 1);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::NoCompression);
    encoder.add_text_chunk(keyword.to_owned(), text.to_owned()).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
}

#[test]
fn other_texts_and_pixels_do_not_count() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("other.png");
    let text = b"\0\0\0\x12tEXtSoftware\0queenreel";
    let mut pixels = [0; 64];
    pixels[20..][..text.len()].copy_from_slice(text);
    png(&path, &pixels, "Comment", "written by queenreel");
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.windows(text.len()).any(|part| part == text), "the pixels are not compressed");
    assert!(!is_own(&path));
    for (keyword, text) in [("Software", "queenreel 2"), ("Software", "queenree"), ("Comment", "queenreel")] {
        png(&path, &[0; 64], keyword, text);
        assert!(!is_own(&path), "{keyword}: {text}");
    }
    png(&path, &[0; 64], "Software", "queenreel");
    assert!(is_own(&path), "the other parts of these files are complete");
}

#[test]
fn a_copy_without_its_mark_is_not_recognised() {
    for format in formats() {
        let film = file(format);
        let mut bytes = fs::read(&film.path).unwrap();
        let places: Vec<usize> =
            (0..bytes.len() - 9).filter(|place| bytes[*place..].starts_with(b"queenreel")).collect();
        assert_eq!(places.len(), 1, "{format}");
        bytes[places[0]] = b'k';
        fs::write(&film.path, bytes).unwrap();
        assert!(!is_own(&film.path), "{format}");
    }
}

#[test]
fn other_programs_see_the_mark() {
    let gif = file(Format::Gif);
    if let Some(info) = run_tool(Command::new("gifsicle").arg("--info").arg(&gif.path)) {
        assert!(stdout(&info).contains("comment queenreel\n"), "{}", stdout(&info));
    }
    let apng = file(Format::Apng);
    let reader = png::Decoder::new(BufReader::new(fs::File::open(&apng.path).unwrap()));
    let texts = reader.read_info().unwrap().info().uncompressed_latin1_text.clone();
    let texts: Vec<_> = texts.iter().map(|text| (&*text.keyword, &*text.text)).collect();
    assert_eq!(texts, [("Software", "queenreel")]);
    #[cfg(feature = "mp4")]
    {
        let mp4 = file(Format::Mp4);
        let mut ffprobe = Command::new("ffprobe");
        ffprobe.args(["-v", "error", "-show_entries", "format_tags", "-of", "compact"]).arg(&mp4.path);
        if let Some(tags) = run_tool(&mut ffprobe) {
            assert!(stdout(&tags).contains("tag:encoder=queenreel\n"), "{}", stdout(&tags));
        }
    }
    let webp = file(Format::WebP);
    let exif = webp.path.with_extension("exif");
    let mut webpmux = Command::new("webpmux");
    webpmux.args(["-get", "exif"]).arg(&webp.path).arg("-o").arg(&exif);
    if run_tool(&mut webpmux).is_some() {
        let software = b"\x01\0\x31\x01\x02\0\x0a\0\0\0\x1a\0\0\0\0\0\0\0queenreel\0";
        assert_eq!(fs::read(&exif).unwrap(), [b"II*\0\x08\0\0\0", &software[..]].concat());
    }
    if let Some(info) = run_tool(Command::new("webpinfo").arg("-summary").arg(&webp.path)) {
        assert!(stdout(&info).contains("No error detected."), "{}", stdout(&info));
    }
}
