//! Films with their pictures and times before encoding.

use std::fs;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use image::Frame as Decoded;
use queenreel::board::SquareNames;
use queenreel::encode::{Compression, EncodeOptions, Encoder, Format};
use queenreel::film::{FilmError, FilmSummary};
use queenreel::internals::draw::canvas;
use queenreel::internals::export::{PngFrames, Series};
use queenreel::internals::page::{CaptionSpace, Page, PageStyle, PanelContent};
use queenreel::record::{CaptionText, Counter, Detail, Narrator, Recorder, Schedule, ScheduleOptions};
use queenreel::search::{Algorithm, Order, SearchTree};
use tempfile::TempDir;

use crate::common::films::{self, events, record};
use crate::common::known::size;
use crate::common::painting::BoardPainter;
use crate::common::pixels::Pixels;
use crate::common::tools::ffmpeg;

/// A film, and the expected result of every decoder.
pub struct Reference {
    pub n: u64,
    pub solutions: u64,
    pub style: PageStyle,
    pub schedule: Schedule,
    /// The painter's pictures, three bytes a pixel, with their times.
    pub shown: Vec<(Vec<u8>, Duration)>,
    pub width: usize,
    pub height: usize,
    narrator: Narrator,
}

impl Reference {
    pub fn new(n: u64, solutions: u64, width: u32, options: &ScheduleOptions) -> Self {
        let style = PageStyle { width: Some(width), ..PageStyle::default() };
        Self::of(n, solutions, style, Narrator::of_unknown_search(size(n)), options)
    }

    /// A film with caption and counters.
    pub fn article(n: u64, solutions: u64, width: u32) -> Self {
        let (narrator, panels) = article(n);
        let style = PageStyle { width: Some(width), panels, ..PageStyle::default() };
        Self::of(n, solutions, style, narrator, &ScheduleOptions::default())
    }

    /// A film of every test, with all panels.
    pub fn lecture(n: u64, solutions: u64, width: u32) -> Self {
        let (narrator, mut panels) = article(n);
        panels.code.clone_from(&narrator.listing);
        let tree = SearchTree::of(events(n, solutions)).unwrap();
        panels.tree = Some(Arc::new(tree));
        let style = PageStyle { width: Some(width), panels, attacks: true, ..PageStyle::default() };
        let options = ScheduleOptions { detail: Detail::Tests, ..ScheduleOptions::default() };
        Self::of(n, solutions, style, narrator, &options)
    }

    pub fn of(
        n: u64,
        solutions: u64,
        style: PageStyle,
        narrator: Narrator,
        options: &ScheduleOptions,
    ) -> Self {
        let schedule = Schedule::of(events(n, solutions), options).unwrap();
        let mut painter = BoardPainter::new(size(n), &style).unwrap();
        let frames = record(Recorder::new(size(n), &schedule, narrator.clone()), events(n, solutions));
        let shown = frames.iter().map(|frame| {
            let colours = Pixels::of(&painter.paint(frame)).colours;
            let bytes: Vec<[u8; 3]> = colours.into_iter().map(|colour| colour.0).collect();
            (bytes.into_flattened(), frame.shown_for)
        });
        let shown = shown.collect();
        let canvas = painter.canvas();
        let (width, height) = (canvas.width as usize, canvas.height as usize);
        Self { n, solutions, style, schedule, shown, width, height, narrator }
    }

    fn film_into(&self, page: Page, encoder: Box<dyn Encoder + '_>) -> Result<FilmSummary, FilmError> {
        let recorder = Recorder::new(size(self.n), &self.schedule, self.narrator.clone());
        films::film(recorder, page, encoder, events(self.n, self.solutions))
    }

    pub fn film(
        &self,
        format: Format,
        options: EncodeOptions,
        out: impl Write + Send,
    ) -> Result<FilmSummary, FilmError> {
        let page = Page::of_board(size(self.n), &self.style)?;
        let encoder = format.open(out, &canvas(&page), &options)?;
        self.film_into(page, encoder)
    }

    /// The film as a directory of PNG frames.
    pub fn png_frames(&self, compression: Compression) -> TempDir {
        let directory = tempfile::tempdir().unwrap();
        let names = Series::Frames.names(self.shown.len() as u64);
        let page = Page::of_board(size(self.n), &self.style).unwrap();
        let frames = PngFrames::new(directory.path().to_owned(), names, compression);
        self.film_into(page, Box::new(frames)).unwrap();
        directory
    }

    pub fn bytes(&self, format: Format, options: EncodeOptions) -> Vec<u8> {
        let mut out = Vec::new();
        self.film(format, options, &mut out).unwrap();
        out
    }

    pub fn file(&self, format: Format, options: EncodeOptions) -> FilmFile {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("film").with_extension(format.extension());
        fs::write(&path, self.bytes(format, options)).unwrap();
        FilmFile { path, _directory: directory }
    }

    /// Asserts that an animation has the same pictures, each beginning within a hundredth of a second of its
    /// time.
    pub fn assert_shown(&self, decoded: &[Decoded]) {
        assert_eq!(decoded.len(), self.shown.len());
        let (mut wanted, mut seen) = (Duration::ZERO, Duration::ZERO);
        for (number, (frame, (pixels, time))) in decoded.iter().zip(&self.shown).enumerate() {
            let rgba = frame.buffer().as_raw().chunks_exact(4);
            assert_eq!((rgba.len(), rgba.remainder().len()), (pixels.len() / 3, 0));
            let same =
                rgba.zip(pixels.chunks_exact(3)).all(|(seen, rgb)| seen[..3] == *rgb && seen[3] == 255);
            assert!(same, "picture {number}");
            wanted += *time;
            seen += Duration::from(frame.delay());
            assert!(wanted.abs_diff(seen) < Duration::from_millis(10), "{seen:?}, not {wanted:?}");
        }
    }

    /// Asserts that ffmpeg decodes the same pictures, if it is installed.
    pub fn assert_shown_by_ffmpeg(&self, path: &Path) {
        if let Some(pictures) = ffmpeg(path, "rgb24", 3 * self.width * self.height) {
            assert!(pictures.iter().eq(self.shown.iter().map(|(pixels, _)| pixels)), "as ffmpeg sees it");
        }
    }

    /// The pictures visible at the beginning of each picture of a constant frame rate.
    pub fn at_rate(&self, fps: u32) -> Vec<&[u8]> {
        let mut pictures = Vec::new();
        let mut until = Duration::ZERO;
        for (pixels, time) in &self.shown {
            until += *time;
            while Duration::from_secs(pictures.len() as u64) < until * fps {
                pictures.push(pixels.as_slice());
            }
        }
        pictures
    }
}

/// The narrator of a search for all solutions, and its panels.
fn article(n: u64) -> (Narrator, PanelContent) {
    let narrator = Narrator::new(size(n), Some(Algorithm::Backtracking), Order::Columns, None);
    let panels = PanelContent {
        caption: Some(CaptionSpace::of(&narrator, SquareNames::Chess, CaptionText::default())),
        counters: Counter::of(Algorithm::Backtracking).to_vec(),
        most: 10_000,
        ..PanelContent::default()
    };
    (narrator, panels)
}

/// A file that is removed after the test.
pub struct FilmFile {
    pub path: PathBuf,
    _directory: TempDir,
}

pub fn paced(delay: u64, hold: u64) -> ScheduleOptions {
    let [delay, hold] = [delay, hold].map(|millis| Some(Duration::from_millis(millis)));
    ScheduleOptions { delay, hold, ..ScheduleOptions::default() }
}

/// Small films, among them odd sizes and squares of unequal sizes.
pub fn references() -> Vec<Reference> {
    let usual = ScheduleOptions::default;
    vec![
        Reference::new(1, 1, 16, &usual()),
        Reference::new(4, u64::MAX, 240, &paced(133, 711)),
        Reference::new(5, 2, 241, &ScheduleOptions { duration: Some(Duration::from_secs(7)), ..usual() }),
        Reference::new(6, 1, 160, &paced(20, 70_001)),
        Reference::new(7, 1, 241, &usual()),
    ]
}

/// Options for this number of pictures per second.
pub fn at_rate(fps: u32) -> EncodeOptions {
    EncodeOptions { fps: NonZeroU32::new(fps).unwrap(), ..EncodeOptions::default() }
}
