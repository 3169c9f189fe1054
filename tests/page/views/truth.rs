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

use super::style::panels;
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

/// The reference image of this name.
fn truth(name: &str) -> PathBuf {
    repository_file("tests/truth").join(name).with_extension("png")
}

/// Width, height and colours of a picture.
fn read(path: &Path) -> Option<(u32, u32, Vec<u8>)> {
    let decoder = PngDecoder::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let (width, height) = decoder.dimensions();
    let mut bytes = vec![0; decoder.total_bytes() as usize];
    decoder.read_image(&mut bytes).ok()?;
    Some((width, height, bytes))
}

/// Asserts that a frame looks like its reference image.
fn assert_true(name: &str, n: u64, frame: &Frame, style: &PageStyle) {
    let mut painter = BoardPainter::new(size(n), style).unwrap();
    let picture = painter.paint(frame);
    let write =
        |path: &Path| write_png(File::create(path).unwrap(), &picture, Compression::default()).unwrap();
    let truth = truth(name);
    if std::env::var_os(VARIABLE).is_some_and(|value| value == "write") {
        write(&truth);
        return;
    }
    let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    write(&actual);
    let is_same = read(&truth).is_some_and(|truth| Some(truth) == read(&actual));
    let (truth, shown) = (truth.display(), actual.display());
    let hint = format!("if the change is intended, {VARIABLE}=write updates it");
    assert!(is_same, "{truth} differs from the picture, {shown}; {hint}");
    fs::remove_file(actual).unwrap();
}

#[test]
fn panels_of_state_look_as_they_should() {
    for panel in StatePanel::ALL {
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| panel.is_of(*algorithm)).unwrap();
        let subject = Subject::new(6, algorithm, 1, 60);
        let style = PageStyle { page: "854x480".parse().ok(), ..subject.style_with(panel) };
        // In the middle of the search, with queens on the board.
        let frame = &subject.frames[subject.frames.len() / 2];
        assert_true(&format!("state-{panel}"), 6, frame, &style);
    }
}

#[test]
fn panels_and_views_look_as_they_should_on_pages_of_any_shape() {
    for (name, n, names, page, at) in [
        ("title", 4, "title", Some("320x360"), At::Solved),
        ("caption", 4, "caption", Some("480x520"), At::Removed),
        ("counters", 4, "counters", Some("480x560"), At::Refused),
        ("code", 4, "code", Some("640x360"), At::Refused),
        ("tree", 4, "tree", Some("640x360"), At::Removed),
        ("lecture-16-9", 6, LECTURE, Some("854x480"), At::Refused),
        ("lecture-1-1", 5, LECTURE, Some("540x540"), At::Solved),
        ("lecture-9-16", 4, LECTURE, Some("540x960"), At::End),
        ("article-16-9", 4, ARTICLE, Some("640x360"), At::Refused),
        ("article-1-1", 4, ARTICLE, Some("480x480"), At::Removed),
        ("article-9-16", 6, ARTICLE, Some("480x854"), At::Solved),
        ("article", 4, ARTICLE, None, At::Solved),
    ] {
        let spec = SearchSpec::whole(n);
        let (page, width) = (page.map(|page| page.parse().unwrap()), page.is_none().then_some(480));
        let (panels, attacks) = (panels(spec, names), names == LECTURE);
        let style = PageStyle { page, width, panels, attacks, ..PageStyle::default() };
        assert_true(name, n, at.find(&spec.frames()), &style);
    }
}

#[test]
fn truths_are_few_and_small() {
    let truths = fs::read_dir(truth("title").parent().unwrap()).unwrap();
    let sizes: Vec<u64> = truths.map(|file| file.unwrap().metadata().unwrap().len()).collect();
    assert!(sizes.iter().all(|bytes| *bytes <= 25_000) && sizes.iter().sum::<u64>() <= 300_000, "{sizes:?}");
}
