//! The plan of a film: what must be known before the first frame.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::board::SquareNames;
use crate::count::{Progress, count_problem};
use crate::draw;
use crate::encode::Format;
use crate::font::{Font, Weight};
use crate::log::Entry;
use crate::page::{BoardStyle, CaptionRoom, Page, PanelContent, PanelKind, StyleError};
use crate::picture::Canvas;
use crate::record::{
    Counter, Detail, Excerpt, Frame, FrameNotes, FrameTimes, MOST_FRAMES, MOST_TIMED, Memory, Narrator,
    Phrase, Recorder, Sampling, Schedule, ScheduleError, ScheduleOptions, Shot, Words,
};
use crate::search::{Algorithm, Event, GrowingTree, Tally, TreeError};

use super::options::{FilmMotion, check_format, film_motion};
use super::story::Story;
use super::surroundings::Surroundings;
use super::thumbnail::Finder;
use super::{Camera, FilmError, FilmOptions, FilmSummary, OutputSpec, PanelOptions, Sinks, Subject, Totals};

/// The plan of a film: its schedule, page and recorder.
#[derive(Debug)]
pub struct Plan {
    schedule: Schedule,
    page: Page,
    recorder: Recorder,
    tally: Tally,
    is_complete: bool,
    omitted: Vec<OmittedPanel>,
    /// The frames that are shown, if not all.
    excerpt: Option<Excerpt>,
    options: ScheduleOptions,
    /// How it moves between its frames, if it does.
    motion: Option<FilmMotion>,
    surroundings: Surroundings,
}

/// A panel of the view that cannot be shown for this search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OmittedPanel {
    /// The listing: the algorithm is unknown.
    #[error("no code: the algorithm is unknown")]
    Code,
    /// The tree has too many nodes.
    #[error("no tree: {}", TreeError::TooLarge)]
    Tree,
}

/// Up to this board size, counting all solutions takes milliseconds.
const QUICKLY_COUNTED: u8 = 14;

/// The same with a start or with closed squares.
const QUICKLY_COUNTED_ONE_BY_ONE: u8 = 12;

impl Plan {
    /// Reads a search once and fits a film to it. `narrate` may change the narrator.
    ///
    /// # Errors
    /// [`FilmError`] when the source fails, or the search does not fit the options.
    pub fn new<E: Into<FilmError>>(
        subject: &Subject,
        options: &FilmOptions,
        format: Format,
        narrate: impl FnOnce(Narrator) -> Narrator,
        entries: impl Iterator<Item = Result<Entry, E>>,
    ) -> Result<Self, FilmError> {
        // Before a long look-ahead.
        subject.check_panels(&options.panels)?;
        let narrator = narrate(subject.narrator(options.panels.form));
        let mut preview = Preview::new(options, &narrator);
        let mut failure = None;
        let (asked, around) = (options.schedule(format), options.time_around(format));
        let mut frames = FramePreview::new(&narrator, options, &asked);
        let events = entries.map_while(|entry| match entry {
            Ok(entry) => {
                preview.add(entry.event, entry.caption.as_deref());
                frames.take_if(|frames| !frames.add(&entry));
                Some(entry.event)
            }
            Err(error) => {
                failure = Some(error);
                None
            }
        });
        // Of an excerpt only its own frames count.
        let of_all = match &options.select {
            Some(_) => ScheduleOptions { max_frames: MOST_FRAMES as u64, duration: None, ..asked },
            None => asked,
        };
        let schedule = Schedule::of(events, &of_all);
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        let notes = frames.map(FramePreview::finish);
        let told = notes.as_ref().filter(|notes| asked.tells_story() && notes.len() <= MOST_TIMED);
        let schedule = match (schedule, told) {
            // Dead ends may have no frames.
            (Err(ScheduleError::TooManyFrames { more: false, .. }), Some(_)) => Ok(Schedule::default()),
            (schedule, _) => schedule,
        };
        let board = (subject.size(), options.style.names);
        let schedule = schedule.and_then(|schedule| match told {
            Some(notes) => schedule.timed_by(notes, board, &of_all),
            None => Ok(schedule),
        });
        let mut schedule = match &options.select {
            Some(_) => schedule.map_err(FilmError::of_selection)?,
            None => schedule.map_err(|error| around.of_whole_film(error))?,
        };
        let mut excerpt = None;
        if let (Some(selection), Some(notes)) = (&options.select, notes) {
            let notes = notes.timed(&schedule);
            let found = notes.excerpt(selection, None);
            let found = if format.is_still() { notes.still(found) } else { found };
            if found.frames() == 0 {
                let (frames, steps, time) = notes.extent();
                return Err(FilmError::NothingSelected { frames, steps, time });
            }
            let shown = schedule.of_excerpt(&found, selection.has_times(), &asked);
            schedule = shown.map_err(|error| around.of_whole_film(error))?;
            excerpt = Some(found);
        }
        let tally = preview.tally;
        let (content, narrator, omitted) = preview.content(subject, narrator)?;
        let mut plan = Self::with_schedule(subject, options, format, schedule, narrator, content.clone())?;
        if options.has_surroundings() {
            let story = Story::of_search(subject, &options.panels.title, options.style.names, tally);
            let another = || page(subject, &options.style, &options.panels, content);
            plan.surroundings = Surroundings::new(story, options, format, &mut plan.page, another)?;
        }
        Ok(Self { tally, omitted, excerpt, ..plan })
    }

    /// Finds the frame of the thumbnail, if there is to be one, among the frames of the entries, which must
    /// be those of the look-ahead.
    ///
    /// # Errors
    /// [`FilmError::NoSuchThumbnail`] when the film has no such frame, and the errors of the source.
    pub fn with_thumbnail<E: Into<FilmError>>(
        mut self,
        entries: impl Iterator<Item = Result<Entry, E>>,
    ) -> Result<Self, FilmError> {
        let Some(thumbnail) = &mut self.surroundings.thumbnail else { return Ok(self) };
        let (mut recorder, mut index) = (self.recorder.clone(), 0);
        let mut finder = Finder::new(thumbnail.wanted);
        let excerpt = self.excerpt.as_ref();
        let mut look = |frame: &Frame, is_last| {
            let is_shown = excerpt.is_none_or(|excerpt| excerpt.has(index));
            let is_last = excerpt.map_or(is_last, |excerpt| excerpt.last() == Some(index));
            index += 1;
            if is_shown { finder.look(&Shot::of_search(frame, is_last)) } else { Ok(None) }
        };
        for entry in entries {
            follow(&mut recorder, &entry.map_err(E::into)?, |frame| {
                thumbnail.found = look(frame, false)?;
                Ok::<(), FilmError>(())
            })?;
            if thumbnail.found.is_some() {
                return Ok(self);
            }
        }
        thumbnail.found = look(recorder.finish(), true)?;
        Ok(self)
    }

    /// Plans a film without a look-ahead, with the given or the default pace.
    pub(super) fn live(
        subject: &Subject,
        options: &FilmOptions,
        format: Format,
        narrator: Narrator,
    ) -> Result<Self, FilmError> {
        let ScheduleOptions { detail, every, delay, hold, .. } = options.schedule(format);
        let default = Schedule::default();
        let times = delay.map_or(default.times, |delay| FrameTimes::fixed(delay, hold));
        let schedule = Schedule { detail, sampling: Sampling::every(every), times, ..default };
        let content = PanelContent { title: options.panels.title.clone(), ..PanelContent::default() };
        Self::with_schedule(subject, options, format, schedule, narrator, content)
    }

    fn with_schedule(
        subject: &Subject,
        options: &FilmOptions,
        format: Format,
        schedule: Schedule,
        narrator: Narrator,
        content: PanelContent,
    ) -> Result<Self, FilmError> {
        let page = page(subject, &options.style, &options.panels, content)?;
        check_format(format, &schedule, options.schedule.timing, options.time_around(format))?;
        let mut recorder = Recorder::new(&subject.problem, &schedule, narrator);
        let state = &options.panels.state;
        if !state.is_empty() {
            let has_stages = state.iter().any(|panel| panel.has_stages());
            recorder = recorder.with_memory(Memory::new(&subject.problem, subject.order, has_stages));
        }
        let (tally, is_complete) = (Tally::default(), subject.is_complete);
        Ok(Self {
            schedule,
            page,
            recorder,
            tally,
            is_complete,
            omitted: Vec::new(),
            excerpt: None,
            options: options.schedule(format),
            motion: film_motion(format, &options.encode),
            surroundings: Surroundings::default(),
        })
    }

    /// The number of frames, if it is known.
    pub const fn frames(&self) -> Option<u64> {
        self.schedule.frames
    }

    /// The number of the last solution that is shown.
    pub fn solutions(&self) -> u64 {
        self.excerpt.as_ref().map_or(self.tally.solutions, |excerpt| excerpt.last_solution)
    }

    /// Whether a solution was asked for as the thumbnail, and the film shows none, so that it is the last
    /// frame.
    pub fn lacks_thumbnail(&self) -> bool {
        self.surroundings.lacks_thumbnail()
    }

    /// Whether a counter at zero means something (see [`Subject`]).
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Panels of the view that cannot be shown for this search.
    pub fn omitted(&self) -> &[OmittedPanel] {
        &self.omitted
    }

    /// Size and palette of the pictures.
    pub fn canvas(&self) -> Canvas {
        draw::canvas(&self.page)
    }

    /// What the film is written to, with the options of its look-ahead.
    pub fn output_spec(&self, subject: &Subject, options: &FilmOptions, format: Format) -> OutputSpec {
        let (size, frames) = (subject.size(), self.frames());
        let title = &options.panels.title;
        OutputSpec {
            squares: options.style.names,
            subject: if title.is_empty() { subject.title() } else { title.clone() },
            solutions: self.solutions(),
            page: options.style.page,
            ..OutputSpec::of_film(format, options.encode, self.canvas(), size, frames)
        }
    }

    pub(super) fn into_parts(self, sinks: Sinks<'_>) -> (Recorder, Camera<'_>) {
        let last = self.schedule.times.last;
        let camera = Camera::new(self.page, sinks).timed(&self.options).moving(self.motion);
        let camera = camera.of_excerpt(self.excerpt, last).within(self.surroundings);
        (self.recorder, camera)
    }

    /// Films the entries, which must be those of the look-ahead.
    ///
    /// # Errors
    /// When the source or a sink fails.
    pub fn film<E: Into<FilmError>>(
        self,
        entries: impl Iterator<Item = Result<Entry, E>>,
        sinks: Sinks<'_>,
    ) -> Result<FilmSummary, FilmError> {
        let (mut recorder, mut camera) = self.into_parts(sinks);
        for entry in entries {
            film_entry(&mut recorder, &mut camera, &entry.map_err(E::into)?)?;
        }
        finish(recorder, camera)
    }
}

/// Films an entry that its source has checked.
pub(super) fn film_entry(
    recorder: &mut Recorder,
    camera: &mut Camera<'_>,
    entry: &Entry,
) -> Result<(), FilmError> {
    follow(recorder, entry, |frame| camera.show(Shot::of_search(frame, false)))
}

/// Records an entry that its source has checked; `show` receives the frame that it completes.
fn follow<E>(
    recorder: &mut Recorder,
    entry: &Entry,
    show: impl FnOnce(&Frame) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(frame) = recorder.apply(entry.event) {
        show(frame)?;
    }
    if let Some(words) = &entry.caption {
        recorder.caption(words);
    }
    if let Some(line) = entry.line {
        recorder.line(line);
    }
    if let Some(time) = entry.pause {
        recorder.pause(time);
    }
    Ok(())
}

/// Films the last frame.
pub(super) fn finish(mut recorder: Recorder, mut camera: Camera<'_>) -> Result<FilmSummary, FilmError> {
    let frame = recorder.finish();
    let tally = frame.tally;
    camera.show(Shot::of_search(frame, true))?;
    let Totals { frames, pictures, playing_time, bytes } = camera.finish()?;
    Ok(FilmSummary { frames, pictures, playing_time, bytes, tally })
}

/// The page of a film, with the options of its view.
fn page(
    subject: &Subject,
    style: &BoardStyle,
    options: &PanelOptions,
    panels: PanelContent,
) -> Result<Page, StyleError> {
    // Algorithms that set up whole boards attack nearly every square from the start.
    let fills_up = subject.algorithm.is_none_or(Algorithm::has_tree);
    let attacks = style.attacks || (options.view.is_lecture() && fills_up);
    let style = BoardStyle { attacks, panels, ..style.clone() };
    if options.view.names_squares() {
        // Coordinates are left out where squares are too small for them.
        let named = BoardStyle { coordinates: true, ..style.clone() };
        if let Ok(page) = Page::of_board(subject.size(), &named) {
            return Ok(page);
        }
    }
    Page::of_board(subject.size(), &style)
}

/// All frames of a film, before those of an excerpt are known.
struct FramePreview {
    recorder: Recorder,
    notes: FrameNotes,
    most: usize,
}

impl FramePreview {
    /// `None` if nothing has to be known of the frames.
    fn new(narrator: &Narrator, options: &FilmOptions, schedule: &ScheduleOptions) -> Option<Self> {
        // Without times, frames are shown only where the solver pauses.
        let times = FrameTimes { delay: Duration::ZERO, hold: Duration::ZERO, last: Duration::ZERO };
        let ScheduleOptions { detail, every, .. } = *schedule;
        let (sampling, asides) = (Sampling::every(every), schedule.asides());
        let tells_story = schedule.tells_story();
        let most = if options.select.is_some() { MOST_FRAMES } else { MOST_TIMED };
        let recorded = Schedule { detail, sampling, times, asides, ..Schedule::default() };
        (options.select.is_some() || tells_story).then(|| Self {
            recorder: Recorder::new(narrator.problem(), &recorded, narrator.clone()),
            notes: FrameNotes::new(tells_story, schedule.captioned.then_some(options.style.names)),
            most,
        })
    }

    /// Follows the next entry; returns whether there are not too many frames.
    fn add(&mut self, entry: &Entry) -> bool {
        let Self { recorder, notes, most } = self;
        let Ok(()) = follow(recorder, entry, |frame| {
            notes.add_search(frame);
            Ok::<(), Infallible>(())
        });
        notes.len() < *most
    }

    fn finish(mut self) -> FrameNotes {
        self.notes.add_search(self.recorder.finish());
        self.notes
    }
}

/// What the panels need to know about a search.
struct Preview<'a> {
    options: &'a PanelOptions,
    font: &'a Font,
    names: SquareNames,
    tally: Tally,
    /// The tree, where it is shown.
    tree: Option<GrowingTree>,
    /// The widest fact and the widest reason of custom captions, with their widths.
    widest: [(f32, Phrase); 2],
    /// A character of custom captions that the font has no glyph for.
    missing: Option<char>,
    /// Records all frames if captions come from a function.
    recorder: Option<Recorder>,
}

impl<'a> Preview<'a> {
    fn new(FilmOptions { panels, style, .. }: &'a FilmOptions, narrator: &Narrator) -> Self {
        let all_tests = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
        let has_words = narrator.has_words() && panels.has(PanelKind::Caption);
        Self {
            options: panels,
            font: &style.font,
            names: style.names,
            tally: Tally::default(),
            tree: panels.has(PanelKind::Tree).then(GrowingTree::default),
            widest: Default::default(),
            missing: None,
            recorder: has_words.then(|| Recorder::new(narrator.problem(), &all_tests, narrator.clone())),
        }
    }

    fn add(&mut self, event: Event, caption: Option<&str>) {
        self.tally.count(event);
        if let Some(tree) = &mut self.tree {
            tree.grow(event);
        }
        // In a separate function, so that the loop through millions of events without captions stays small.
        if caption.is_some() || self.recorder.is_some() {
            self.add_words(event, caption);
        }
    }

    #[inline(never)]
    fn add_words(&mut self, event: Event, caption: Option<&str>) {
        if let Some(caption) = caption.filter(|_| self.options.has(PanelKind::Caption)) {
            self.add_words_of(&Words::of_text(caption));
        }
        if let Some(recorder) = &mut self.recorder {
            let size = recorder.size();
            let caption = recorder.apply(event).map(|frame| frame.caption.words(size, self.names));
            caption.inspect(|words| self.add_words_of(words));
        }
    }

    fn add_words_of(&mut self, words: &Words) {
        let Words { fact, reason } = words;
        let phrases = [(fact, Weight::Bold), (reason, Weight::Regular)];
        for ((phrase, weight), widest) in phrases.into_iter().zip(&mut self.widest) {
            let texts = [&phrase.long, &phrase.short];
            let missing = texts.into_iter().find_map(|text| self.font.lacking(text));
            self.missing = self.missing.or(missing);
            let width = self.font.weight(weight).width(&phrase.short);
            if width > widest.0 {
                *widest = (width, phrase.clone());
            }
        }
    }

    /// The content of the panels, the narrator for them, and the panels that are left out.
    fn content(
        mut self,
        subject: &Subject,
        narrator: Narrator,
    ) -> Result<(PanelContent, Narrator, Vec<OmittedPanel>), FilmError> {
        let (size, algorithm) = (subject.size(), subject.algorithm);
        let options = self.options;
        let mut content = PanelContent { title: options.title.clone(), ..PanelContent::default() };
        let mut omitted = Vec::new();
        (content.state, content.order) = (options.state.clone(), subject.order);
        if let Some(recorder) = &mut self.recorder {
            let size = recorder.size();
            let last = recorder.finish().caption.words(size, self.names);
            self.add_words_of(&last);
        }
        if let Some(character) = self.missing {
            return Err(StyleError::NoGlyph(character).into());
        }
        let quickly = if subject.problem.is_plain() { QUICKLY_COUNTED } else { QUICKLY_COUNTED_ONE_BY_ONE };
        let is_counted = options.has(PanelKind::Caption) && size.get() <= quickly;
        let count = || count_problem(&subject.problem, &Progress::default()).ok();
        let counts = is_counted.then(count).flatten();
        let solutions = counts.map(|counts| counts.total);
        // A log may contain a solution more than once.
        let narrator = narrator.with_solutions(solutions.filter(|all| self.tally.solutions <= *all));
        for kind in PanelKind::ALL.into_iter().filter(|kind| options.has(*kind)) {
            // A panel of the view may be left out; one that was asked for may not.
            let is_asked_for = options.more.contains(&kind);
            match kind {
                PanelKind::Caption => {
                    let [(_, fact), (_, reason)] = std::mem::take(&mut self.widest);
                    let custom = Words { fact, reason };
                    content.caption = Some(CaptionRoom::of(&narrator, self.names, custom));
                }
                PanelKind::Counters => {
                    content.most = Counter::largest(&self.tally, size);
                    content.counters = match algorithm {
                        Some(algorithm) if subject.is_complete => Counter::of(algorithm).to_vec(),
                        Some(_) | None => Counter::of_log(&self.tally),
                    };
                    if !is_asked_for {
                        content.counters.retain(|counter| options.view.counts(*counter));
                    }
                }
                PanelKind::Code => match narrator.listing() {
                    Some(listing) => content.code = Some(listing.clone()),
                    None if is_asked_for => return Err(FilmError::NoListing),
                    None => omitted.push(OmittedPanel::Code),
                },
                PanelKind::Tree => match self.tree.take().unwrap_or_default().finish() {
                    Ok(tree) => content.tree = Some(Arc::new(tree)),
                    Err(error) if is_asked_for => return Err(error.into()),
                    Err(TreeError::TooLarge) => omitted.push(OmittedPanel::Tree),
                    Err(TreeError::None) => {}
                },
            }
        }
        Ok((content, narrator, omitted))
    }
}
