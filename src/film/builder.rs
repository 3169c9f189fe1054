//! The builder of films.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use image::ImageResult;

use crate::board::{Problem, SquareNames};
use crate::encode::{EncodeError, Format};
use crate::export::Overwrite;
use crate::font::Font;
use crate::log::Entry;
use crate::page::{PageSize, PanelKind, Theme};
use crate::record::{self, Detail, Narrator, Pace, Selection, Speed};
use crate::search::{Algorithm, CodeForm, Listing, Order, Rules};

use super::{
    AltText, Attempt, BesideKind, FileBeside, Film, FilmError, FilmOptions, FilmPath, FilmSummary, Frames,
    Limits, Output, OutputSpec, Plan, Source, Subject, Thumbnail, View, Walk, film_to, fit,
};

/// Sets the options of a film, then films events or calls.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::film::{FilmBuilder, Source, View};
/// use queenreel::search::{Algorithm, Order};
///
/// let size = BoardSize::new(4)?;
/// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
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
    pub(super) format: Option<Format>,
    beside: Vec<FileBeside>,
    pub(super) overwrite: Overwrite,
    alt_text: Option<AltText>,
    words: Option<Words>,
    limits: Option<Limits>,
}

type Words = Arc<dyn Fn(&record::Frame) -> Option<String> + Send + Sync>;

impl FilmBuilder {
    /// A film of a board of this size, or of a problem on it, with the defaults of `queenreel search`.
    pub fn new(problem: impl Into<Problem>) -> Self {
        Self::with_options(problem, FilmOptions::default())
    }

    /// A film with these options.
    pub fn with_options(problem: impl Into<Problem>, options: FilmOptions) -> Self {
        Self {
            subject: Subject::unknown(problem),
            options,
            format: None,
            beside: Vec::new(),
            overwrite: Overwrite::Own,
            alt_text: None,
            words: None,
            limits: None,
        }
    }

    /// A set of panels beside the board.
    pub fn view(mut self, view: View) -> Self {
        self.options.panels.view = view;
        self
    }

    /// Panels beside the board, in addition to those of the view.
    pub fn panels(mut self, kinds: impl IntoIterator<Item = PanelKind>) -> Self {
        self.options.panels.more.extend(kinds);
        self
    }

    /// A custom listing beside the board; the line that runs is highlighted.
    ///
    /// It may be source text of any length, of which a part is shown:
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::FilmBuilder;
    /// use queenreel::search::Listing;
    ///
    /// let source = Listing::of_source(b"def solve(column):\n\tqueens[column] = 1\n")?;
    /// let builder = FilmBuilder::new(BoardSize::new(4)?).listing(source).canvas(1280, 720);
    /// let mut film = builder.write_to(Vec::new())?;
    /// film.place((1, 1).into())?;
    /// film.line(1)?;
    /// let (gif, summary) = film.finish()?;
    /// assert_eq!((&gif[..6], summary.frames), (b"GIF89a".as_slice(), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn listing(mut self, listing: Listing) -> Self {
        self.options.panels.listing = Some(listing);
        self.panels([PanelKind::Code])
    }

    /// How the listing of a built-in algorithm is written, beside the board.
    pub fn code_form(mut self, form: CodeForm) -> Self {
        self.options.panels.form = form;
        self.panels([PanelKind::Code])
    }

    /// The algorithm that is filmed: its listing, its counters and its captions are used.
    pub fn algorithm(mut self, algorithm: Algorithm, order: Order) -> Self {
        (self.subject.algorithm, self.subject.order) = (Some(algorithm), order);
        self
    }

    /// For a film by calls: the solver has rules of its own, so that a square that it finds safe may be
    /// attacked.
    pub fn own_rules(mut self) -> Self {
        self.subject.rules = Rules::Own;
        self
    }

    /// A function that returns custom captions, for all or some frames.
    pub fn narrator(
        mut self,
        words: impl Fn(&record::Frame) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
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

    /// How captions and coordinates name squares.
    pub fn square_names(mut self, names: SquareNames) -> Self {
        self.options.style.names = names;
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

    /// What the times of frames depend on, unless a delay is given or steps are left out.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.options.schedule.pace = pace;
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

    /// How many times as fast as usual the film is shown.
    pub fn speed(mut self, speed: Speed) -> Self {
        self.options.schedule.timing.speed = speed;
        self
    }

    /// The time of the first frame.
    pub fn start_hold(mut self, time: Duration) -> Self {
        self.options.schedule.timing.start_hold = Some(time);
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

    /// Which frames are shown.
    pub fn select(mut self, selection: Selection) -> Self {
        self.options.select = Some(selection);
        self
    }

    /// The maximum number of frames.
    pub fn max_frames(mut self, frames: u64) -> Self {
        self.options.schedule.max_frames = frames;
        self
    }

    /// What the film may have at most: it gives up what is necessary for that; see [`fit`].
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::{FilmBuilder, Limits, Source};
    /// use queenreel::search::{Algorithm, Order};
    ///
    /// let size = BoardSize::new(6)?;
    /// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, None);
    /// let limits = Limits { bytes: Some(50_000), ..Limits::default() };
    /// let (gif, _) = FilmBuilder::new(size).limits(limits).film(&source, Vec::new())?;
    /// assert!(gif.len() <= 50_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// A card with the title and the task, shown for so long before the first frame. Formats that are no
    /// [animations](Format::is_animation) have no cards.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::{FilmBuilder, Source, Thumbnail};
    /// use queenreel::search::{Algorithm, Order};
    ///
    /// let size = BoardSize::new(4)?;
    /// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
    /// let second = Duration::from_secs(1);
    /// let builder = FilmBuilder::new(size).delay(second).hold(second);
    /// let (_, film) = builder.clone().film(&source, Vec::new())?;
    /// let builder = builder.intro(2 * second).outro(3 * second).thumbnail(Thumbnail::Solution);
    /// let (_, longer) = builder.film(&source, Vec::new())?;
    /// // Two cards, and a picture of the solution that a GIF shows for 20 ms.
    /// assert_eq!(longer.pictures, film.pictures + 3);
    /// assert_eq!(longer.playing_time, film.playing_time + 5 * second + Duration::from_millis(20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn intro(mut self, time: Duration) -> Self {
        self.options.intro = Some(time);
        self
    }

    /// A card with the solution and the counters, shown for so long after the last frame.
    pub fn outro(mut self, time: Duration) -> Self {
        self.options.outro = Some(time);
        self
    }

    /// The frame that previews show.
    pub fn thumbnail(mut self, thumbnail: Thumbnail) -> Self {
        self.options.thumbnail = Some(thumbnail);
        self
    }

    /// The format, by default that of the path, or a GIF.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// A picture of the thumbnail, if one was chosen, or of the last solution, or of the last frame if there is none,
    /// written to a second path: a PNG, or a picture in the format that the path names. A format that has no
    /// stills, or PDF, is an error when the film begins.
    pub fn poster(self, path: impl Into<PathBuf>) -> Self {
        self.beside(BesideKind::Poster, path)
    }

    /// The captions with their times, written to a second path as WebVTT.
    pub fn subtitles(self, path: impl Into<PathBuf>) -> Self {
        self.beside(BesideKind::Subtitles, path)
    }

    /// The steps in words, written to a second path as Markdown.
    pub fn transcript(self, path: impl Into<PathBuf>) -> Self {
        self.beside(BesideKind::Transcript, path)
    }

    /// What the film and the files beside it may replace, by default files that this program has written and that are
    /// unchanged since. Some formats [have no mark](Format::has_mark), and always need [`Overwrite::Any`].
    pub const fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Where the text is put that says what the film shows.
    pub fn alt_text(mut self, text: &AltText) -> Self {
        self.alt_text = Some(text.clone());
        self
    }

    fn beside(mut self, kind: BesideKind, path: impl Into<PathBuf>) -> Self {
        self.beside.retain(|file| file.kind != kind);
        self.beside.push(FileBeside { kind, path: path.into() });
        self
    }

    /// Starts a film by calls, written to a writer that [`Film::finish`] returns.
    ///
    /// # Errors
    /// As [`FilmBuilder::film`], when pictures are written during the calls.
    pub fn write_to<O: Output>(self, out: O) -> Result<Film<O>, FilmError> {
        Film::new(self, out)
    }

    /// Starts a film by calls, written to a file or a directory of PNG frames, which appears at
    /// [`Film::finish`].
    ///
    /// # Errors
    /// When the path does not say which format to write.
    pub fn create(self, path: impl Into<PathBuf>) -> Result<Film<FilmPath>, FilmError> {
        self.write_to(FilmPath(path.into()))
    }

    /// Films events and returns the writer with a summary. To write to a path, pass a [`FilmPath`].
    ///
    /// # Errors
    /// [`FilmError`] when an event is impossible, the search does not fit the options, the page is
    /// too small, or the film cannot be written.
    pub fn film<O: Output>(
        mut self,
        source: &Source<'_>,
        out: O,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        let subject = self.subject_of(source);
        match &source.walk {
            Walk::Events(events) => {
                self.film_entries(&subject, out, || Ok(events().map(|event| Ok(event.into()))))
            }
            Walk::Entries(entries) => self.film_entries(&subject, out, || Ok(entries())),
        }
    }

    /// The pictures of a film of events, with their times, for `image` and what builds on it: those of a GIF, or of
    /// another animation that was set as the [format](FilmBuilder::format). A step is drawn when it is asked for, so
    /// that one picture is in memory; with motion, those between two frames wait as palette indices. Files beside the
    /// film and its alternative text are not made.
    ///
    /// ```
    /// use image::Frames;
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::{Film, Source};
    /// use queenreel::search::{Algorithm, Order};
    ///
    /// let size = BoardSize::new(4)?;
    /// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
    /// let frames = Frames::new(Box::new(Film::builder(size).frames(&source)?)).collect_frames()?;
    /// assert_eq!((frames.len(), frames[0].buffer().dimensions()), (13, (480, 480)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`FilmBuilder::film`], or when the format is no animation. When the source fails later, the last item is
    /// an error.
    pub fn frames<'a>(
        mut self,
        source: &Source<'a>,
    ) -> Result<impl Iterator<Item = ImageResult<image::Frame>> + use<'a>, FilmError> {
        let subject = self.subject_of(source);
        let format = self.format.unwrap_or(Format::Gif);
        if !format.is_animation() {
            return Err(EncodeError::NoAnimation(format).into());
        }
        let plan = self.plan(&subject, format, &|| Ok(source.entries()))?;
        Ok(Frames::new(plan, source.entries()))
    }

    /// What is known about the search of a source, whose listing is used if none was set.
    fn subject_of(&mut self, source: &Source<'_>) -> Subject {
        let subject = source.subject().clone();
        self.options.panels.listing = self.options.panels.listing.take().or_else(|| source.listing.clone());
        Subject { algorithm: self.subject.algorithm.or(subject.algorithm), ..subject }
    }

    pub(super) fn film_entries<O: Output, I: Iterator<Item = Result<Entry, FilmError>>>(
        mut self,
        subject: &Subject,
        out: O,
        entries: impl Fn() -> Result<I, FilmError>,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        let format = out.format(self.format)?;
        let plan = self.plan(subject, format, &entries)?;
        let spec = plan.output_spec(subject, &self.options, format);
        let output_spec = OutputSpec { overwrite: self.overwrite, ..spec };
        film_to(out, &output_spec, self.beside, |mut sinks| {
            sinks.others.extend(self.alt_text.map(|text| text.sink(&output_spec)));
            plan.film(entries()?, sinks)
        })
    }

    /// Plans the film of these entries in this format, within the limits.
    fn plan<I: Iterator<Item = Result<Entry, FilmError>>>(
        &mut self,
        subject: &Subject,
        format: Format,
        entries: &impl Fn() -> Result<I, FilmError>,
    ) -> Result<Plan, FilmError> {
        self.options.fit(format);
        if let Some(limits) = self.limits {
            self.options = fit(limits, format, self.options.clone(), |options, limit| {
                let plan =
                    Plan::new(subject, options, format, |narrator| self.narrated(narrator), entries()?)?;
                let plan = plan.with_thumbnail(entries()?)?;
                let spec = plan.output_spec(subject, options, format);
                Attempt::of_search(plan, &spec, options, entries()?, limit)
            })?
            .options;
        }
        let plan = Plan::new(subject, &self.options, format, |narrator| self.narrated(narrator), entries()?)?;
        plan.with_thumbnail(entries()?)
    }

    /// The narrator with the custom listing and captions.
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

    pub(super) fn listing_lines(&self) -> usize {
        self.options.panels.listing.as_ref().map_or(0, |listing| listing.lines().len())
    }

    /// Whether anything about the film depends on all events, so that calls have to be read twice.
    pub(super) fn needs_look_ahead(&self, format: Format) -> bool {
        let schedule = &self.options.schedule;
        schedule.delay.is_none()
            || schedule.duration.is_some()
            || self.options.select.is_some()
            || self.options.panels.has_any()
            || self.limits.is_some()
            || self.options.has_surroundings()
            || !self.beside.is_empty()
            || self.alt_text.is_some()
            || format.is_directory()
            || format.is_still()
            || format == Format::Pptx
    }
}

impl std::fmt::Debug for FilmBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FilmBuilder({:?}, {:?})", self.subject, self.format)
    }
}
