//! Films of searches: the look-ahead and the frames.

use std::sync::Arc;
use std::time::Duration;

use crate::board::SquareNames;
use crate::count::{Progress, count_problem};
use crate::font::{Font, Weight};
use crate::limits::{
    MAX_FRAMES_OF_EXCERPT, MAX_FRAMES_OF_STORY, QUICKLY_COUNTED, QUICKLY_COUNTED_ONE_BY_ONE,
};
use crate::log::Entry;
use crate::page::{CaptionSpace, GaugeSpace, Page, PageError, PageStyle, PanelContent, PanelKind};
use crate::record::{
    BoardNames, CaptionLine, CaptionText, Counter, CustomCaption, Detail, Excerpt, FilmFrame, Frame,
    FrameNotes, FrameTimes, Memory, Narrator, Recorder, Sampling, Schedule, ScheduleError, ScheduleOptions,
};
use crate::search::{Algorithm, Event, GrowingTree, Rules, Tally, TreeError};
use crate::watch::{self, Meter, Watch};

use super::intro_outro::CardData;
use super::{FilmError, FilmFrames, FilmOptions, OmittedPanel, PanelOptions, Plan, Result, Subject};

impl Plan {
    /// Reads a search once to plan a film, and once more to find a thumbnail; returns the plan and the frames.
    /// `entries` must return equal entries at each call; `meter` counts the entries of the first call. `words`
    /// returns custom captions.
    pub(crate) fn of_search<I: Iterator<Item = Result<Entry>>>(
        subject: &Subject,
        options: &FilmOptions,
        words: Option<&CustomCaption>,
        entries: impl Fn() -> Result<I>,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, SearchFrames<I>)> {
        // Errors are reported before a long look-ahead.
        subject.check_panels(&options.panels)?;
        let narrator = subject.narrator(&options.panels, words);
        let mut preview = Preview::new(options, &narrator);
        let mut failure = None;
        let asked = ScheduleOptions { order: narrator.order_of_tests(), ..options.schedule() };
        let around = options.time_around();
        let mut frames = FramePreview::new(subject, &narrator, options, &asked);
        let events = entries()?.map_while(|entry| match meter.add().map_err(FilmError::from).and(entry) {
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
        // The limit of frames applies to the excerpt only.
        let of_all = match &options.select {
            Some(_) => ScheduleOptions { max_frames: MAX_FRAMES_OF_EXCERPT as u64, duration: None, ..asked },
            None => asked,
        };
        let schedule = Schedule::of(events, &of_all);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let notes = frames.map(FramePreview::finish);
        let told = notes.as_ref().filter(|notes| asked.has_story() && notes.len() <= MAX_FRAMES_OF_STORY);
        let schedule = match (schedule, told) {
            // With story times, dead ends may have no frames.
            (Err(ScheduleError::TooManyFrames { more: false, .. }), Some(_)) => Ok(Schedule::default()),
            (schedule, _) => schedule,
        };
        let schedule = schedule.and_then(|schedule| match told {
            Some(notes) => {
                let names = BoardNames { size: subject.size(), names: options.style.names };
                schedule.timed_by(notes, names, &of_all)
            }
            None => Ok(schedule),
        });
        let mut schedule = schedule.map_err(|error| match &options.select {
            Some(_) => FilmError::of_selection(error),
            None => around.of_film(error.into()),
        })?;
        let tally = preview.tally;
        let (mut excerpt, mut solutions) = (None, tally.solutions);
        if let (Some(selection), Some(notes)) = (&options.select, notes) {
            // The notes of a film that is too long for a story are of all its frames.
            let leaves_out = schedule.sampling != Sampling::ALL && asked.has_story();
            let notes = if leaves_out { notes.every(schedule.sampling) } else { notes };
            let mut shown = notes.timed(&schedule);
            let (frames, steps, time) = shown.extent();
            let mut found = shown.excerpt(selection, None);
            if found.frames() == 0 && schedule.story.is_some() && !selection.has_times() {
                // Fast forward does not show the selected steps.
                schedule.story = None;
                shown = notes.timed(&schedule);
                found = shown.excerpt(selection, None);
            }
            let found = if options.format().is_still() { shown.still(found) } else { found };
            if found.frames() == 0 {
                return Err(FilmError::NothingSelected { frames, steps, time });
            }
            let shown = schedule.of_excerpt(&found, selection.has_times(), &asked);
            schedule = shown.map_err(|error| around.of_film(error.into()))?;
            solutions = found.last_solution;
            excerpt = Some(found);
        }
        let (content, narrator, omitted) = preview.content(subject, narrator)?;
        let (mut plan, recorder) =
            Self::of_board(subject, options, &schedule, excerpt, &content, narrator, tally)?;
        (plan.omitted, plan.output_spec.solutions) = (omitted, solutions);
        let frames = |recorder| Ok(SearchFrames { recorder, entries: Some(entries()?), read: 0 });
        plan.find_thumbnail(|| frames(recorder.clone()), meter.watch)?;
        Ok((plan, frames(recorder)?))
    }

    /// Plans a film without a look-ahead, with the delay of the options or the default delay.
    pub(super) fn live(
        subject: &Subject,
        options: &FilmOptions,
        words: Option<&CustomCaption>,
    ) -> Result<(Self, Recorder)> {
        let ScheduleOptions { detail, every, delay, hold, .. } = options.schedule();
        let default = Schedule::default();
        let times = delay.map_or(default.times, |delay| FrameTimes::fixed(delay, hold));
        let schedule = Schedule { detail, sampling: Sampling::every(every), times, ..default };
        let content = PanelContent { title: options.panels.title.clone(), ..PanelContent::default() };
        let narrator = subject.narrator(&options.panels, words);
        Self::of_board(subject, options, &schedule, None, &content, narrator, Tally::default())
    }

    fn of_board(
        subject: &Subject,
        options: &FilmOptions,
        schedule: &Schedule,
        excerpt: Option<Excerpt>,
        content: &PanelContent,
        narrator: Narrator,
        tally: Tally,
    ) -> Result<(Self, Recorder)> {
        let PanelOptions { title, state, .. } = &options.panels;
        let page = || page(subject, &options.style, &options.panels, content.clone());
        let named = if title.is_empty() { subject.title() } else { title.clone() };
        let card_data = || CardData::of_search(subject, &named, options.style.names, tally);
        let mut plan =
            Self::new(options, schedule, excerpt, &subject.problem, named.clone(), page, card_data)?;
        plan.is_board = !options.panels.has_any() && options.style.page.is_none();
        let mut recorder = Recorder::new(&subject.problem, schedule, narrator);
        if !state.is_empty() {
            let has_stages = state.iter().any(|panel| panel.has_stages());
            recorder = recorder.with_memory(Memory::new(&subject.problem, subject.order, has_stages));
        }
        Ok((plan, recorder))
    }
}

pub struct SearchFrames<I> {
    recorder: Recorder,
    entries: Option<I>,
    read: u64,
}

impl<I> SearchFrames<I> {
    pub fn map<J>(self, change: impl FnOnce(I) -> J) -> SearchFrames<J> {
        SearchFrames { recorder: self.recorder, entries: self.entries.map(change), read: self.read }
    }
}

impl<I: Iterator<Item = Result<Entry>>> FilmFrames for SearchFrames<I> {
    fn next_frame(&mut self, watch: &dyn Watch) -> Result<Option<FilmFrame<'_>>> {
        /// Entries between two polls of the watch, as frames may be far apart.
        const ASKED_EVERY: u64 = 1 << 12;
        let Some(entries) = &mut self.entries else { return Ok(None) };
        for entry in entries {
            self.read += 1;
            if self.read.is_multiple_of(ASKED_EVERY) {
                watch::check(watch)?;
            }
            if follow(&mut self.recorder, &entry?).is_some() {
                return Ok(Some(FilmFrame::of_search(self.recorder.returned(), false)));
            }
        }
        self.entries = None;
        Ok(Some(FilmFrame::of_search(self.recorder.finish(), true)))
    }
}

/// Records an entry that was checked before; returns the frame that the entry completes.
pub(super) fn follow<'a>(recorder: &'a mut Recorder, entry: &Entry) -> Option<&'a Frame> {
    let is_complete = recorder.apply(entry.event).is_some();
    if let Some(words) = &entry.caption {
        recorder.caption(words);
    }
    if let Some(line) = entry.line {
        recorder.line(line);
    }
    if let Some(time) = entry.pause {
        recorder.pause(time);
    }
    is_complete.then(|| recorder.returned())
}

fn page(
    subject: &Subject,
    style: &PageStyle,
    options: &PanelOptions,
    panels: PanelContent,
) -> Result<Page, PageError> {
    // Whole boards attack nearly every square, so attacks are not marked for algorithms that set them up.
    let fills_up = subject.algorithm.is_none_or(Algorithm::has_tree);
    let attacks = style.attacks || (options.view.is_lecture() && fills_up);
    let style = PageStyle { attacks, panels, ..style.clone() };
    if options.view.names_squares() {
        // Coordinates are left out where squares are too small for them.
        let named = PageStyle { coordinates: true, ..style.clone() };
        if let Ok(page) = Page::of_board(subject.size(), &named) {
            return Ok(page);
        }
    }
    Page::of_board(subject.size(), &style)
}

/// A first pass over all frames of a film, for excerpts and for times that depend on events.
struct FramePreview {
    recorder: Recorder,
    narrator: Narrator,
    notes: FrameNotes,
    most: usize,
}

impl FramePreview {
    /// Returns `None` if no option depends on all frames.
    fn new(
        subject: &Subject,
        narrator: &Narrator,
        options: &FilmOptions,
        schedule: &ScheduleOptions,
    ) -> Option<Self> {
        // With these times, the time of a frame is only the pauses of the solver.
        let times = FrameTimes { delay: Duration::ZERO, hold: Duration::ZERO, last: Duration::ZERO };
        let ScheduleOptions { detail, every, .. } = *schedule;
        let has_story = schedule.has_story();
        // A story is told of all frames, before some are left out.
        let sampling = if has_story { Sampling::ALL } else { Sampling::every(every) };
        let asides = if has_story { schedule.captioned } else { schedule.asides() };
        let most = if options.select.is_some() { MAX_FRAMES_OF_EXCERPT } else { MAX_FRAMES_OF_STORY };
        let recorded = Schedule { detail, sampling, times, asides, ..Schedule::default() };
        let order = subject.has_gauges().then_some(subject.order);
        (options.select.is_some() || has_story).then(|| Self {
            recorder: Recorder::new(&narrator.problem, &recorded, narrator.clone()),
            notes: FrameNotes::new(has_story, order, subject.algorithm.is_some()),
            narrator: narrator.clone(),
            most,
        })
    }

    /// Records the next entry; returns false when there are too many frames.
    fn add(&mut self, entry: &Entry) -> bool {
        let Self { recorder, notes, most, .. } = self;
        if let Some(frame) = follow(recorder, entry) {
            notes.add_search(frame);
        }
        notes.len() < *most
    }

    fn finish(mut self) -> FrameNotes {
        let last = self.recorder.finish();
        self.notes.add_last(last, self.narrator.outcome(last));
        self.notes
    }
}

struct Preview<'a> {
    options: &'a PanelOptions,
    font: &'a Font,
    names: SquareNames,
    tally: Tally,
    tree: Option<GrowingTree>,
    /// The widest fact and the widest reason of custom captions, with their widths.
    widest: [(f32, CaptionLine); 2],
    /// A character of custom captions that is missing in the font.
    missing: Option<char>,
    /// Records all frames if captions come from a function.
    recorder: Option<Recorder>,
}

impl<'a> Preview<'a> {
    fn new(FilmOptions { panels, style, .. }: &'a FilmOptions, narrator: &Narrator) -> Self {
        let all_tests = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
        let has_words = narrator.words.is_some() && panels.has(PanelKind::Caption);
        Self {
            options: panels,
            font: &style.font,
            names: style.names,
            tally: Tally::default(),
            tree: panels.has(PanelKind::Tree).then(GrowingTree::default),
            widest: Default::default(),
            missing: None,
            recorder: has_words.then(|| Recorder::new(&narrator.problem, &all_tests, narrator.clone())),
        }
    }

    fn add(&mut self, event: Event, caption: Option<&str>) {
        self.tally.count(event);
        if let Some(tree) = &mut self.tree {
            tree.grow(event);
        }
        // A separate function keeps the loop over millions of events without captions small.
        if caption.is_some() || self.recorder.is_some() {
            self.add_words(event, caption);
        }
    }

    #[inline(never)]
    fn add_words(&mut self, event: Event, caption: Option<&str>) {
        if let Some(caption) = caption.filter(|_| self.options.has(PanelKind::Caption)) {
            self.add_words_of(&CaptionText::of_text(caption));
        }
        if let Some(recorder) = &mut self.recorder {
            let frame = recorder.apply(event);
            let caption = frame.map(|frame| frame.caption.text(frame.board.size, self.names));
            caption.inspect(|words| self.add_words_of(words));
        }
    }

    fn add_words_of(&mut self, words: &CaptionText) {
        let CaptionText { fact, reason } = words;
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

    fn content(
        mut self,
        subject: &Subject,
        narrator: Narrator,
    ) -> Result<(PanelContent, Narrator, Vec<OmittedPanel>)> {
        let (options, size, order) = (self.options, subject.size(), subject.order);
        let (title, state) = (options.title.clone(), options.state.clone());
        let mut content = PanelContent { title, state, order, ..PanelContent::default() };
        let mut omitted = Vec::new();
        if let Some(recorder) = &mut self.recorder {
            let last = recorder.finish().caption.text(size, self.names);
            self.add_words_of(&last);
        }
        if let Some(character) = self.missing {
            return Err(PageError::NoGlyph(character).into());
        }
        let quickly = if subject.problem.is_plain() { QUICKLY_COUNTED } else { QUICKLY_COUNTED_ONE_BY_ONE };
        let is_counted = options.has(PanelKind::Caption) && size.get() <= quickly;
        let count = || count_problem(&subject.problem, &Progress::default()).ok();
        let counts = is_counted.then(count).flatten();
        let solutions = counts.map(|counts| counts.total);
        // A log may contain a solution more than once.
        let solutions = solutions.filter(|all| self.tally.solutions <= *all);
        let narrator = Narrator { solutions, ..narrator };
        for kind in PanelKind::ALL.into_iter().filter(|kind| options.has(*kind)) {
            // A panel of the view may be left out, but not one that was requested.
            let is_asked_for = options.more.contains(&kind);
            match kind {
                PanelKind::Caption => {
                    let [(_, fact), (_, reason)] = std::mem::take(&mut self.widest);
                    let custom = CaptionText { fact, reason };
                    content.caption = Some(CaptionSpace::of(&narrator, self.names, custom));
                    content.lost_lines = subject.has_gauges();
                }
                PanelKind::Counters => {
                    content.most = Counter::largest(&self.tally, size);
                    content.counters = subject.counters(&self.tally);
                    if !is_asked_for {
                        content.counters.retain(|counter| options.view.counts(*counter));
                    }
                }
                PanelKind::Code => match &narrator.listing {
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
                PanelKind::Gauges if subject.has_gauges() => {
                    content.gauges = if is_asked_for { GaugeSpace::Always } else { GaugeSpace::WhereRoom };
                }
                PanelKind::Gauges if is_asked_for => {
                    let by_chess = subject.rules == Rules::Chess;
                    return Err(FilmError::NoGauges(subject.algorithm.filter(|_| by_chess)));
                }
                PanelKind::Gauges => {}
            }
        }
        Ok((content, narrator, omitted))
    }
}
