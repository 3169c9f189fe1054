//! The mark of the program: other programs read it, and it distinguishes our files from others.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

use queenreel::encode::{self, EncodeOptions, Format};
use queenreel::record::ScheduleOptions;

use super::reference::{FilmFile, Reference};
use crate::common::sandbox::{Sandbox, stdout};
use crate::common::table::words;
use crate::common::tools::{run_any_tool, run_tool};

fn file(format: Format) -> FilmFile {
    Reference::new(4, 1, 64, &ScheduleOptions::default()).file(format, EncodeOptions::default())
}

fn is_own(path: &Path) -> bool {
    encode::is_own(File::open(path).unwrap()).unwrap()
}

/// Files of all kinds that have a mark.
fn sandbox() -> (Sandbox, Vec<String>) {
    let sandbox = Sandbox::new();
    let files = Format::drawn().filter(|format| !format.is_directory() && format.has_mark());
    let mut names: Vec<String> = files.map(|format| format!("film.{}", format.extension())).collect();
    for name in &names {
        let is_still = Format::of_path(Path::new(name)).unwrap().is_still();
        let select = if is_still { " --select 7" } else { "" };
        sandbox.succeed(&words(&format!("search 4 --size 160 -o {name}{select}")));
    }
    for command in [
        "search 4 -o frames/ --transcript t.md",
        "search 4 -o beside.gif --subtitles s.vtt --poster poster.webp",
        "gallery 4 -o page.png",
        "gallery 4 -o page.svg",
        "search 4 --loop once -o once.gif",
    ] {
        sandbox.succeed(&words(command));
    }
    let others = ["t.md", "s.vtt", "poster.webp", "page.png", "page.svg", "once.gif"];
    let frames = ["frame-0001.png", "frame-0013.png", "frames.json", "frames.ffconcat", "frames.timeline"];
    names.extend(others.map(str::to_owned));
    names.extend(frames.map(|name| format!("frames/{name}")));
    (sandbox, names)
}

#[test]
fn our_files_are_known_until_a_byte_is_changed() {
    /// The checksum of a PNG depends on the digest.
    const CHECKSUM: usize = 4;
    let (sandbox, names) = sandbox();
    for name in names {
        let (path, whole) = (sandbox.path(&name), sandbox.read(&name));
        assert!(is_own(&path), "{name}");
        let mark = whole.windows(26).rposition(|bytes| bytes.starts_with(b"queenreel:")).unwrap();
        let has_checksum = whole.starts_with(b"\x89PNG");
        let left_out = mark + 26..mark + 26 + if has_checksum { CHECKSUM } else { 0 };
        let step = (whole.len() / 40).max(1);
        let near = mark.saturating_sub(20)..whole.len().min(mark + 60);
        for place in (0..whole.len()).step_by(step).chain(near).filter(|place| !left_out.contains(place)) {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            fs::write(&path, changed).unwrap();
            assert!(!is_own(&path), "{name} with another byte at {place}");
        }
        for length in [0, 1, 30, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(!is_own(&path), "{length} bytes of {name}");
        }
        for more in ["\0", "\n", "a note\n"] {
            fs::write(&path, [&whole[..], more.as_bytes()].concat()).unwrap();
            assert!(!is_own(&path), "{name} with {more:?}");
        }
    }
}

#[test]
fn what_is_no_file_is_not_recognised() {
    #[cfg(unix)]
    for path in ["/", "/dev/null"] {
        assert!(!is_own(Path::new(path)), "{path}");
    }
}

#[test]
fn a_mark_of_another_file_does_not_count() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("other.txt");
    for text in ["queenreel", "queenreel:", "queenreel:0123456789abcdef", "a queenreel:0123456789abcdef, b"] {
        fs::write(&path, text).unwrap();
        assert!(!is_own(&path), "{text}");
    }
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
        // `convert` in the path may be another program.
        let programs = ["magick", "/usr/bin/convert"];
        if run_any_tool(&programs, |command| command.args(arguments).arg(&theirs)).is_some() {
            assert!(!is_own(&theirs), "{extension}");
        }
    }
}

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

#[test]
fn other_programs_see_the_mark() {
    let gif = file(Format::Gif);
    if let Some(info) = run_tool(Command::new("gifsicle").arg("--info").arg(&gif.path)) {
        assert!(stdout(&info).contains("comment queenreel:"), "{}", stdout(&info));
    }
    let apng = file(Format::Apng);
    let mut reader = png::Decoder::new(BufReader::new(File::open(&apng.path).unwrap())).read_info().unwrap();
    reader.finish().unwrap();
    let texts = &reader.info().uncompressed_latin1_text;
    assert!(texts.len() == 1 && texts[0].keyword == "Software" && texts[0].text.starts_with("queenreel:"));
    let mp4 = file(Format::Mp4);
    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args(["-v", "error", "-show_entries", "format_tags", "-of", "compact"]).arg(&mp4.path);
    if let Some(tags) = run_tool(&mut ffprobe) {
        assert!(stdout(&tags).contains("tag:encoder=queenreel\n"), "{}", stdout(&tags));
    }
    let webp = file(Format::WebP);
    let exif = webp.path.with_extension("exif");
    let mut webpmux = Command::new("webpmux");
    webpmux.args(["-get", "exif"]).arg(&webp.path).arg("-o").arg(&exif);
    if run_tool(&mut webpmux).is_some() {
        let software = b"II*\0\x08\0\0\0\x01\0\x31\x01\x02\0\x1b\0\0\0\x1a\0\0\0\0\0\0\0queenreel:";
        assert!(fs::read(&exif).unwrap().starts_with(software));
    }
    if let Some(info) = run_tool(Command::new("webpinfo").arg("-summary").arg(&webp.path)) {
        assert!(stdout(&info).contains("No error detected."), "{}", stdout(&info));
    }
}
