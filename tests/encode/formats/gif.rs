//! GIF: exact pictures, each with its time, and no larger than files of other programs.

use std::fs;
use std::process::Command;

use queenreel::encode::{EncodeOptions, Format};
use queenreel::internals::page::PageStyle;
use queenreel::record::{Detail, Narrator, ScheduleOptions};

use super::reference::{Reference, references};
use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::sample::sampled;
use crate::common::tools::{run_any_tool, run_tool};

#[test]
fn gif_shows_the_exact_pictures() {
    for reference in references() {
        for full_frames in [false, true] {
            assert_exact_pictures(&reference, full_frames);
        }
    }
}

#[test]
fn gif_shows_the_exact_pictures_of_tests_with_and_without_marks() {
    let tests = ScheduleOptions { detail: Detail::Tests, ..ScheduleOptions::default() };
    for (full_frames, highlight) in [(false, false), (false, true), (true, true)] {
        let style = PageStyle { highlight, width: Some(125), ..PageStyle::default() };
        let narrator = Narrator::of_unknown_search(size(5));
        assert_exact_pictures(&Reference::of(5, u64::MAX, style, narrator, &tests), full_frames);
    }
}

#[test]
fn gif_shows_the_exact_pictures_of_busy_views() {
    for (n, solutions, width) in sampled(3, [(4, u64::MAX, 480), (5, 3, 501), (6, 1, 540)]) {
        assert_exact_pictures(&Reference::article(n, solutions, width), false);
    }
    for (n, solutions, width) in sampled(3, [(4, u64::MAX, 400), (5, 2, 401), (6, 1, 420)]) {
        assert_exact_pictures(&Reference::lecture(n, solutions, width), false);
    }
}

fn assert_exact_pictures(reference: &Reference, full_frames: bool) {
    let file = reference.file(Format::Gif, EncodeOptions { full_frames, ..EncodeOptions::default() });
    reference.assert_shown(&gif_frames(&fs::read(&file.path).unwrap()).collect::<Vec<_>>());
    reference.assert_shown_by_ffmpeg(&file.path);
}

/// Compared with the smallest file of other programs for the same pictures.
#[test]
fn busy_views_are_smaller_than_with_other_programs() {
    for reference in sampled(2, [Reference::article(5, 2, 480), Reference::lecture(4, 1, 400)]) {
        let options = EncodeOptions { full_frames: true, ..EncodeOptions::default() };
        let ours = reference.bytes(Format::Gif, EncodeOptions::default()).len();
        let whole = reference.file(Format::Gif, options);
        let path = whole.path.to_str().unwrap();
        for (programs, arguments) in [
            (&["gifsicle"][..], ["-O3", path, "-o"]),
            // `convert` in the path may be another program.
            (&["magick", "/usr/bin/convert"], [path, "-layers", "Optimize"]),
        ] {
            let smaller = whole.path.with_extension("smaller.gif");
            if run_any_tool(programs, |command| command.args(arguments).arg(&smaller)).is_none() {
                continue;
            }
            let theirs = fs::metadata(&smaller).unwrap().len() as usize;
            assert!(ours < theirs, "{ours} bytes, and {theirs} by {programs:?}");
        }
    }
}

#[test]
fn gifsicle_saves_little_in_plain_films() {
    let mut reference = Reference::new(8, 1, 480, &ScheduleOptions::default());
    reference.style = PageStyle { highlight: false, ..reference.style };
    let file = reference.file(Format::Gif, EncodeOptions::default());
    let smaller = file.path.with_extension("smaller");
    let mut gifsicle = Command::new("gifsicle");
    if run_tool(gifsicle.arg("-O3").arg(&file.path).arg("-o").arg(&smaller)).is_none() {
        return;
    }
    let size = |path| fs::metadata(path).unwrap().len() as f64;
    assert!(size(&smaller) > 0.99 * size(&file.path), "{} of {}", size(&smaller), size(&file.path));
}
