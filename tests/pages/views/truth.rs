//! Pictures compared with reviewed reference images in `tests/truth`.
//!
//! After a change of the drawing, `QUEENREEL_TRUTH=write cargo test truth` updates them. Review each of them.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use image::{ImageDecoder, codecs::png::PngDecoder};
use queenreel::encode::{Compression, write_png};
use queenreel::internals::page::{PageStyle, StatePanel};
use queenreel::record::{Frame, Moment};
use queenreel::search::Algorithm;

use super::style::{panels, style};
use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::painting::BoardPainter;
use crate::common::sandbox::repository_file;
use crate::common::search_oracle::SearchSpec;

const VARIABLE: &str = "QUEENREEL_TRUTH";

const LECTURE: &str = "title caption counters code tree";
const ARTICLE: &str = "caption counters";

/// The frame of a film that is shown.
#[derive(Clone, Copy)]
enum At {
    /// The last refused test before the first solution.
    Refused,
    /// The last queen removed before the first solution.
    Removed,
    /// The first solution.
    Solved,
    /// The last frame.
    End,
}

impl At {
    fn find(self, frames: &[Frame]) -> &Frame {
        let solved = frames.iter().position(|frame| matches!(frame.moment, Moment::Solution { .. })).unwrap();
        let before = |wanted: fn(&Moment) -> bool| {
            frames[..solved].iter().rfind(|frame| wanted(&frame.moment)).unwrap()
        };
        match self {
            Self::Refused => before(|moment| matches!(moment, Moment::Test { attacker: Some(_), .. })),
            Self::Removed => before(|moment| matches!(moment, Moment::Remove(_))),
            Self::Solved => &frames[solved],
            Self::End => &frames[frames.len() - 1],
        }
    }
}

fn directory() -> PathBuf {
    repository_file("tests/truth")
}

/// Width, height and colours of a picture.
fn read(path: &Path) -> Option<(u32, u32, Vec<u8>)> {
    let decoder = PngDecoder::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let (width, height) = decoder.dimensions();
    let mut bytes = vec![0; decoder.total_bytes() as usize];
    decoder.read_image(&mut bytes).ok()?;
    Some((width, height, bytes))
}

/// Asserts that a moment of the whole search looks like its reference image.
fn assert_true(name: &str, n: u64, at: At, style: &PageStyle) {
    assert_frame(name, n, at.find(&SearchSpec::whole(n).frames()), style);
}

/// Asserts that a frame looks like its reference image.
fn assert_frame(name: &str, n: u64, frame: &Frame, style: &PageStyle) {
    let mut painter = BoardPainter::new(size(n), style).unwrap();
    let picture = painter.paint(frame);
    let truth = directory().join(format!("{name}.png"));
    let write =
        |path: &Path| write_png(File::create(path).unwrap(), &picture, Compression::default()).unwrap();
    if std::env::var_os(VARIABLE).is_some_and(|value| value == "write") {
        write(&truth);
        return;
    }
    let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    write(&actual);
    let (truth_seen, seen) = (read(&truth), read(&actual));
    assert!(
        truth_seen.is_some() && truth_seen == seen,
        "{} differs from the picture, {}; if the change is intended, {VARIABLE}=write updates it",
        truth.display(),
        actual.display()
    );
    fs::remove_file(actual).unwrap();
}

fn whole(n: u64, names: &str, page: &str) -> PageStyle {
    style(SearchSpec::whole(n), names, page)
}

#[test]
fn panels_look_as_they_should() {
    for (name, page, at) in [
        ("title", "320x360", At::Solved),
        ("caption", "480x520", At::Removed),
        ("counters", "480x560", At::Refused),
        ("code", "640x360", At::Refused),
        ("tree", "640x360", At::Removed),
    ] {
        assert_true(name, 4, at, &whole(4, name, page));
    }
}

#[test]
fn panels_of_state_look_as_they_should() {
    for panel in StatePanel::ALL {
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| panel.is_of(*algorithm)).unwrap();
        let subject = Subject::new(6, algorithm, 1, 60);
        let style = PageStyle { page: "854x480".parse().ok(), ..subject.style_with(panel) };
        // In the middle of the search, with queens on the board.
        let frame = &subject.frames[subject.frames.len() / 2];
        assert_frame(&format!("state-{panel}"), 6, frame, &style);
    }
}

#[test]
fn lectures_look_as_they_should_on_pages_of_any_shape() {
    for (name, n, page, at) in [
        ("lecture-16-9", 6, "854x480", At::Refused),
        ("lecture-1-1", 5, "540x540", At::Solved),
        ("lecture-9-16", 4, "540x960", At::End),
    ] {
        let style = PageStyle { attacks: true, ..whole(n, LECTURE, page) };
        assert_true(name, n, at, &style);
    }
}

#[test]
fn articles_look_as_they_should_on_pages_of_any_shape() {
    for (name, n, page, at) in [
        ("article-16-9", 4, "640x360", At::Refused),
        ("article-1-1", 4, "480x480", At::Removed),
        ("article-9-16", 6, "480x854", At::Solved),
    ] {
        assert_true(name, n, at, &whole(n, ARTICLE, page));
    }
    let panels = panels(SearchSpec::whole(4), ARTICLE);
    let style = PageStyle { width: Some(480), panels, ..PageStyle::default() };
    assert_true("article", 4, At::Solved, &style);
}

#[test]
fn truths_are_few_and_small() {
    let sizes: Vec<u64> =
        fs::read_dir(directory()).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).collect();
    assert!(sizes.iter().all(|bytes| *bytes <= 25_000) && sizes.iter().sum::<u64>() <= 300_000, "{sizes:?}");
}
