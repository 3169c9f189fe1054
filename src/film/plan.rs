//! The plan of a film: all that must be known before its first frame.

use std::fmt;
use std::sync::Arc;

use crate::board::BoardSize;
use crate::count::{Progress, count};
use crate::draw;
use crate::encode::Format;
use crate::font::Font;
use crate::log::{Entry, Outline};
use crate::page::{BoardStyle, CaptionRoom, Page, PanelContent, StyleError};
use crate::picture::Canvas;
use crate::record::{Counter, Narrator, Recorder, Schedule, Shot};
use crate::search::{Algorithm, GrowingTree, Order, Tally, TreeError};

use super::options::check_pace;
use super::{AnySink, Camera, FilmError, FilmOptions, FilmSummary, PanelOptions};

/// What is filmed, as far as it is known beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// The board.
    pub size: BoardSize,
    /// The algorithm, if it is one of ours.
    pub algorithm: Option<Algorithm>,
    /// Whether it goes by columns or by rows.
    pub order: Order,
}

impl Subject {
    /// A search of which only the board is known.
    pub fn unknown(size: BoardSize) -> Self {
        Self { size, algorithm: None, order: Order::default() }
    }

    /// What the header of a log says, as far as the algorithm is one of ours.
    pub fn of_log(outline: &Outline) -> Self {
        let header = outline.header.as_ref();
        let algorithm = header.and_then(|header| header.algorithm.as_deref()?.parse().ok());
        let order = match header.and_then(|header| header.order.as_deref()) {
            Some("rows") => Order::Rows,
            Some(_) | None => Order::Columns,
        };
        Self { size: outline.size, algorithm, order }
    }

    pub(super) fn narrator(self, solutions: Option<u64>) -> Narrator {
        Narrator::new(self.size, self.algorithm, self.order, solutions)
    }
}

/// A film that can be made: its schedule, its page, and its recorder.
#[derive(Debug)]
pub struct Plan {
    schedule: Schedule,
    page: Page,
    recorder: Recorder,
    tally: Tally,
    left_out: Vec<LeftOut>,
}

/// A panel of a view that this search does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftOut {
    /// The listing: the algorithm is unknown.
    Code,
    /// The tree has too many nodes.
    Tree,
}

/// On boards up to this size all solutions are counted in milliseconds.
const QUICKLY_COUNTED: u8 = 14;

impl Plan {
    /// Looks ahead through a search and fits a film to it. `narrate` may change the narrator.
    ///
    /// # Errors
    /// [`FilmError`] when the source fails, or the search does not fit the options.
    pub fn new(
        subject: Subject,
        options: &FilmOptions,
        format: Format,
        narrate: impl FnOnce(Narrator) -> Narrator,
        entries: impl Iterator<Item = Result<Entry, FilmError>>,
    ) -> Result<Self, FilmError> {
        let FilmOptions { panels, style, .. } = options;
        let narrator = narrate(subject.narrator(None));
        let mut preview = Preview::new(panels, &style.font, &narrator, subject.size);
        let mut failure = None;
        let entries = entries.map_while(|entry| entry.map_err(|error| failure = Some(error)).ok());
        let events = entries.inspect(|entry| preview.look_at(entry)).map(|entry| entry.event);
        let schedule = Schedule::of(events, &options.schedule());
        if let Some(failure) = failure {
            return Err(failure);
        }
        let schedule = schedule?;
        let tally = preview.tally;
        let (content, narrator, left_out) = preview.content(subject, narrator)?;
        let page = page(subject, style, panels, content)?;
        check_pace(schedule.pace, format)?;
        let recorder = Recorder::new(subject.size, &schedule, narrator);
        Ok(Self { schedule, page, recorder, tally, left_out })
    }

    /// A film of a search that is not known yet: with the default pace, or a given one.
    pub(super) fn live(
        subject: Subject,
        options: &FilmOptions,
        format: Format,
        narrator: Narrator,
    ) -> Result<Self, FilmError> {
        let mut schedule = Schedule::default();
        let wanted = options.schedule();
        schedule.detail = wanted.detail;
        schedule.sampling = crate::record::Sampling::every(wanted.every);
        if let Some(delay) = wanted.delay {
            schedule.pace = crate::record::Pace::fixed(delay, wanted.hold);
        }
        check_pace(schedule.pace, format)?;
        let content = PanelContent { title: options.panels.title.clone(), ..PanelContent::default() };
        let page = page(subject, &options.style, &options.panels, content)?;
        let recorder = Recorder::new(subject.size, &schedule, narrator);
        Ok(Self { schedule, page, recorder, tally: Tally::default(), left_out: Vec::new() })
    }

    /// The number of frames, if it is known.
    pub const fn frames(&self) -> Option<u64> {
        self.schedule.frames
    }

    /// The number of solutions that the look ahead has found.
    pub const fn solutions(&self) -> u64 {
        self.tally.solutions
    }

    /// Panels of the view that this search does not have.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Size and palette of the pictures.
    pub fn canvas(&self) -> Canvas {
        draw::canvas(&self.page)
    }

    pub(super) fn into_parts<'a>(self, sinks: Vec<AnySink<'a>>) -> (Recorder, Camera<'a>) {
        (self.recorder, Camera::new(self.page, sinks))
    }

    /// Films the entries, which must be those of the look ahead.
    ///
    /// # Errors
    /// When the source or a sink fails.
    pub fn film(
        self,
        entries: impl Iterator<Item = Result<Entry, FilmError>>,
        sinks: Vec<AnySink<'_>>,
    ) -> Result<FilmSummary, FilmError> {
        let (mut recorder, mut camera) = self.into_parts(sinks);
        for entry in entries {
            let Entry { event, caption, .. } = entry?;
            // The source has checked it.
            if let Some(frame) = recorder.apply(event) {
                camera.shoot(Shot::of_search(frame, false))?;
            }
            if let Some(words) = caption {
                recorder.caption(&words);
            }
        }
        finish(recorder, camera)
    }
}

/// Films the last frame.
pub(super) fn finish(mut recorder: Recorder, mut camera: Camera<'_>) -> Result<FilmSummary, FilmError> {
    let frame = recorder.finish();
    let tally = frame.tally;
    camera.shoot(Shot::of_search(frame, true))?;
    let totals = camera.finish()?;
    Ok(FilmSummary { frames: totals.frames, playing_time: totals.playing_time, bytes: totals.bytes, tally })
}

/// The page of a film, with what goes with the view.
fn page(
    subject: Subject,
    style: &BoardStyle,
    options: &PanelOptions,
    panels: PanelContent,
) -> Result<Page, StyleError> {
    // On a board that is full at once nearly every square is attacked.
    let fills_up = subject.algorithm.is_none_or(Algorithm::has_order);
    let attacks = style.attacks || (options.view.is_lecture() && fills_up);
    let style = BoardStyle { attacks, panels, ..style.clone() };
    if options.view.names_squares() {
        // Where squares are too small for coordinates, the view goes without.
        let named = BoardStyle { coordinates: true, ..style.clone() };
        if let Ok(page) = Page::of_board(subject.size, &named) {
            return Ok(page);
        }
    }
    Page::of_board(subject.size, &style)
}

/// What the panels need to know of a search.
struct Preview<'a> {
    options: &'a PanelOptions,
    font: &'a Font,
    tally: Tally,
    tree: GrowingTree,
    captions: Captions,
    /// Records all frames, where captions come from a function of the caller's.
    recorder: Option<Recorder>,
}

/// The captions that are not the narrator's.
#[derive(Default)]
struct Captions {
    /// The widest, and its width.
    widest: Option<(f32, String)>,
    /// A character that the font has no glyph for.
    lacking: Option<char>,
}

impl Captions {
    fn look_at(&mut self, caption: &str, font: &Font) {
        self.lacking = self.lacking.or_else(|| font.lacking(caption));
        let width = font.width(caption);
        if self.widest.as_ref().is_none_or(|(widest, _)| width > *widest) {
            self.widest = Some((width, caption.to_owned()));
        }
    }
}

impl<'a> Preview<'a> {
    fn new(options: &'a PanelOptions, font: &'a Font, narrator: &Narrator, size: BoardSize) -> Self {
        let all_tests = Schedule { detail: crate::record::Detail::Tests, ..Schedule::default() };
        let with_words = narrator.has_words() && options.has_caption();
        Self {
            options,
            font,
            tally: Tally::default(),
            tree: GrowingTree::default(),
            captions: Captions::default(),
            recorder: with_words.then(|| Recorder::new(size, &all_tests, narrator.clone())),
        }
    }

    fn look_at(&mut self, entry: &Entry) {
        let Self { options, font, captions, recorder, .. } = self;
        self.tally.count(entry.event);
        if options.has_tree() {
            self.tree.grow(entry.event);
        }
        if let Some(caption) = entry.caption.as_ref().filter(|_| options.has_caption()) {
            captions.look_at(caption, font);
        }
        if let Some(recorder) = recorder {
            let wording = recorder.wording();
            if let Some(frame) = recorder.apply(entry.event) {
                captions.look_at(&frame.caption.text(wording), font);
            }
        }
    }

    /// The largest number of any counter.
    fn most(&self, size: BoardSize) -> u64 {
        let Tally { backtracks, solutions, .. } = self.tally;
        self.tally.steps().max(backtracks).max(solutions).max(size.get().into())
    }

    /// The panels, with the narrator that fills them, and those that cannot be shown.
    fn content(
        mut self,
        subject: Subject,
        narrator: Narrator,
    ) -> Result<(PanelContent, Narrator, Vec<LeftOut>), FilmError> {
        let Subject { size, algorithm, .. } = subject;
        let options = self.options;
        let mut content = PanelContent { title: options.title.clone(), ..PanelContent::default() };
        let mut left_out = Vec::new();
        if let Some(recorder) = &mut self.recorder {
            let wording = recorder.wording();
            self.captions.look_at(&recorder.finish().caption.text(wording), self.font);
        }
        if let Some(character) = self.captions.lacking {
            return Err(StyleError::NoGlyph(character).into());
        }
        let solutions = if options.has_caption() { all_solutions(size) } else { None };
        // A log may contain a solution more than once.
        let narrator = narrator.with_solutions(solutions.filter(|all| self.tally.solutions <= *all));
        if options.has_counters() {
            content.most = self.most(size);
            content.counters = match algorithm {
                Some(algorithm) => Counter::of(algorithm).to_vec(),
                None => [Counter::used(&[self.tally]), vec![Counter::Solutions]].concat(),
            };
        }
        if options.has_code() {
            content.code = narrator.listing().cloned();
            match (&content.code, options.code) {
                (Some(_), _) => {}
                (None, true) => return Err(FilmError::NoListing),
                (None, false) => left_out.push(LeftOut::Code),
            }
        }
        if options.has_tree() {
            match self.tree.finish() {
                Ok(tree) => content.tree = Some(Arc::new(tree)),
                Err(error) if options.tree => return Err(error.into()),
                Err(TreeError::TooLarge) => left_out.push(LeftOut::Tree),
                Err(TreeError::None) => {}
            }
        }
        if options.has_caption() {
            let wording = narrator.wording();
            let own = self.captions.widest.map(|(_, caption)| caption);
            let texts = narrator.wide_captions().map(|caption| caption.text(wording)).chain(own).collect();
            content.caption = Some(CaptionRoom { wording, texts });
        }
        Ok((content, narrator, left_out))
    }
}

fn all_solutions(size: BoardSize) -> Option<u64> {
    let quickly_counted = size.get() <= QUICKLY_COUNTED;
    let counts = quickly_counted.then(|| count(size.get().into(), &Progress::default()).ok())?;
    Some(counts?.total)
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code => write!(f, "no code: {}", FilmError::NoListing),
            Self::Tree => write!(f, "no tree: {}", TreeError::TooLarge),
        }
    }
}
