//! What a film looks like, said as a sentence.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::board::BoardSize;
use crate::encode::{EncodeOptions, Format, Plays};
use crate::font::Font;
use crate::page::{PageSize, Theme};
use crate::record::{Detail, Frame, Narrator};
use crate::search::{Algorithm, Listing, Order};

use super::output::Opening;
use super::{
    Film, FilmError, FilmOptions, FilmPath, FilmSummary, Output, Plan, PosterSink, Source, Subject, View,
};

/// Says what a film looks like, and then films events or calls.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::film::{FilmBuilder, Source, View};
/// use queenreel::search::{Algorithm, Order};
///
/// let size = BoardSize::new(4)?;
/// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, 1);
/// let (gif, summary) =
///     FilmBuilder::new(size).view(View::Lecture).title("Four queens").film(&source, Vec::new())?;
/// assert_eq!(&gif[..6], b"GIF89a");
/// assert_eq!(summary.bytes, gif.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct FilmBuilder {
    pub(super) subject: Subject,
    pub(super) options: FilmOptions,
    format: Option<Format>,
    poster: Option<PathBuf>,
    words: Option<Words>,
}

type Words = Arc<dyn Fn(&Frame) -> Option<String> + Send + Sync>;

impl FilmBuilder {
    /// A film of a board of this size, with the defaults of `queenreel search`.
    pub fn new(size: BoardSize) -> Self {
        Self::with_options(size, FilmOptions::default())
    }

    /// A film with these options.
    pub fn with_options(size: BoardSize, options: FilmOptions) -> Self {
        Self { subject: Subject::unknown(size), options, format: None, poster: None, words: None }
    }

    /// A set of panels beside the board.
    pub fn view(mut self, view: View) -> Self {
        self.options.panels.view = view;
        self
    }

    /// A caption below the board.
    pub fn caption(mut self) -> Self {
        self.options.panels.caption = true;
        self
    }

    /// Counters beside the board.
    pub fn counters(mut self) -> Self {
        self.options.panels.counters = true;
        self
    }

    /// The search tree beside the board.
    pub fn tree(mut self) -> Self {
        self.options.panels.tree = true;
        self
    }

    /// A listing beside the board, whose lines are lit by what they do.
    pub fn listing(mut self, listing: Listing) -> Self {
        (self.options.panels.code, self.options.panels.listing) = (true, Some(listing));
        self
    }

    /// The algorithm that is filmed: its listing, its counters and its words are used.
    pub fn algorithm(mut self, algorithm: Algorithm, order: Order) -> Self {
        (self.subject.algorithm, self.subject.order) = (Some(algorithm), order);
        self
    }

    /// Captions of your own, for the frames for which the function returns one.
    pub fn narrator(mut self, words: impl Fn(&Frame) -> Option<String> + Send + Sync + 'static) -> Self {
        self.words = Some(Arc::new(words));
        self
    }

    /// A title above everything.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.options.panels.title = title.into();
        self
    }

    /// The size of the pictures in pixels.
    pub fn canvas(mut self, width: u32, height: u32) -> Self {
        self.options.style.page = Some(PageSize::Pixels(width, height));
        self
    }

    /// The width of the board in pixels.
    pub fn board_width(mut self, pixels: u32) -> Self {
        self.options.style.width = Some(pixels);
        self
    }

    /// The colours.
    pub fn theme(mut self, theme: Theme) -> Self {
        self.options.style.theme = theme;
        self
    }

    /// The font of all text.
    pub fn font(mut self, font: Font) -> Self {
        self.options.style.font = font;
        self
    }

    /// Coordinates on the edge squares.
    pub fn coordinates(mut self) -> Self {
        self.options.style.coordinates = true;
        self
    }

    /// Dots on the squares that are attacked.
    pub fn attacks(mut self) -> Self {
        self.options.style.attacks = true;
        self
    }

    /// Which events are shown.
    pub fn detail(mut self, detail: Detail) -> Self {
        self.options.detail = Some(detail);
        self
    }

    /// The time of each frame.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.options.schedule.delay = Some(delay);
        self
    }

    /// The time of solutions and of the last frame.
    pub fn hold(mut self, hold: Duration) -> Self {
        self.options.schedule.hold = Some(hold);
        self
    }

    /// The time of the whole film; steps are left out where there are too many.
    pub fn duration(mut self, duration: Duration) -> Self {
        self.options.schedule.duration = Some(duration);
        self
    }

    /// One step of every `steps` is shown; 0 is the same as 1.
    pub fn every(mut self, steps: u64) -> Self {
        self.options.schedule.every = steps.try_into().ok();
        self
    }

    /// The maximum number of frames.
    pub fn max_frames(mut self, frames: u64) -> Self {
        self.options.schedule.max_frames = frames;
        self
    }

    /// How often the film is played, in formats that repeat.
    pub fn plays(mut self, plays: Plays) -> Self {
        self.options.encode.plays = plays;
        self
    }

    /// The choices of the formats.
    pub fn encode_options(mut self, options: EncodeOptions) -> Self {
        self.options.encode = options;
        self
    }

    /// The format: by default a GIF, or what the path says.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// A still of the last solution, or else of the last frame, written as a PNG beside the film.
    pub fn poster(mut self, path: impl Into<PathBuf>) -> Self {
        self.poster = Some(path.into());
        self
    }

    /// A film of calls, written to a writer that [`Film::finish`] returns.
    ///
    /// # Errors
    /// As [`FilmBuilder::film`], when pictures are written while the calls come.
    pub fn write_to<O: Output>(self, out: O) -> Result<Film<O>, FilmError> {
        Film::new(self, out)
    }

    /// A film of calls, written to a file, or to a directory for PNG frames. Nothing appears there
    /// before [`Film::finish`].
    ///
    /// # Errors
    /// When the path names no format.
    pub fn create(self, path: impl Into<PathBuf>) -> Result<Film<FilmPath>, FilmError> {
        self.write_to(FilmPath(path.into()))
    }

    /// Films events, and returns the writer with a summary. For a path, give a [`FilmPath`].
    ///
    /// # Errors
    /// [`FilmError`] when the events are impossible or do not fit the options, when the page is too
    /// small, or when the film cannot be written.
    pub fn film<O: Output>(self, source: &Source<'_>, out: O) -> Result<(O::Done, FilmSummary), FilmError> {
        let subject = source.subject();
        let subject = Subject { algorithm: self.subject.algorithm.or(subject.algorithm), ..subject };
        self.film_entries(subject, out, || Ok(source.entries()))
    }

    pub(super) fn film_entries<O: Output, I: Iterator<Item = Result<crate::log::Entry, FilmError>>>(
        mut self,
        subject: Subject,
        out: O,
        entries: impl Fn() -> Result<I, FilmError>,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        let format = self.output_format(&out)?;
        self.options.fit(format);
        let plan = Plan::new(subject, &self.options, format, |narrator| self.narrated(narrator), entries()?)?;
        let opening = self.opening(format, &plan);
        let (mut sinks, open) = out.open(&opening)?;
        let mut poster = None;
        if let Some(path) = &self.poster {
            let (staged, file) = crate::export::StagedFile::create(path)?;
            sinks.push(Box::new(PosterSink::new(file, plan.solutions())));
            poster = Some(staged);
        }
        let summary = plan.film(entries()?, sinks)?;
        let done = O::complete(open)?;
        if let Some(poster) = poster {
            poster.complete()?;
        }
        Ok((done, summary))
    }

    pub(super) fn output_format(&self, out: &impl Output) -> Result<Format, FilmError> {
        match self.format {
            Some(format) => Ok(format),
            None => Ok(out.format()?.unwrap_or(Format::Gif)),
        }
    }

    pub(super) fn opening(&self, format: Format, plan: &Plan) -> Opening {
        let options = self.options.encode.clone();
        Opening::of_film(format, options, plan.canvas(), self.subject.size, plan.frames())
    }

    /// The narrator with the listing and the words of the caller.
    pub(super) fn narrated(&self, narrator: Narrator) -> Narrator {
        let narrator = match &self.options.panels.listing {
            Some(listing) => narrator.with_listing(listing.clone()),
            None => narrator,
        };
        match self.words.clone() {
            Some(words) => narrator.with_words(move |frame| words(frame)),
            None => narrator,
        }
    }

    /// Whether calls have to be read twice: whether anything about the film depends on all of them.
    pub(super) fn needs_look_ahead(&self, format: Format) -> bool {
        let schedule = &self.options.schedule;
        schedule.delay.is_none()
            || schedule.duration.is_some()
            || self.options.panels.look_ahead()
            || self.options.panels.has_code()
            || self.poster.is_some()
            || format.is_directory()
    }
}

impl std::fmt::Debug for FilmBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FilmBuilder({:?}, {:?})", self.subject, self.format)
    }
}
