//! What is made of a film, and the builder that makes it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use image::ImageResult;

use crate::board::Problem;
use crate::encode::{EncodeError, Format};
use crate::export::Overwrite;
use crate::page::{PageSize, PanelKind, Theme};
use crate::record::{self, Detail, Selection, Speed};
use crate::search::{Algorithm, Listing, Order, Rules};
use crate::watch::{Meter, Silent, Stage, Watch};
use crate::words::composed;

use super::{
    AltText, BesideKind, CustomWords, FileBeside, Film, FilmError, FilmOptions, FilmPath, FilmSummary,
    Frames, Limits, Output, OutputSpec, Outputs, Plan, Shots, Source, Subject, Thumbnail, View, fit,
};

/// What is made of a film: its options and its files.
#[derive(Debug, Clone, Default)]
pub struct FilmSpec {
    /// What the film looks like.
    pub options: FilmOptions,
    /// Files beside the film. A poster is a PNG, or a picture in the format that its path names; a format that has
    /// no stills, or PDF, is an error when the film begins.
    pub beside: Vec<FileBeside>,
    /// What the film and the files beside it may replace, by default files that this program has written and that are
    /// unchanged since. Some formats [have no mark](Format::has_mark), and always need [`Overwrite::Any`].
    pub overwrite: Overwrite,
    /// What the film may have at most: it gives up what is necessary for that: quality, pictures,
    /// steps, and at last pixels.
    pub limits: Option<Limits>,
}

impl FilmSpec {
    /// Plans the film: first several times, to find options with which it is within the limits. `plan`
    /// also returns its frames.
    pub(crate) fn plan<S: Shots>(
        &mut self,
        watch: &mut dyn Watch,
        plan: impl Fn(&FilmOptions, &mut Meter<'_>) -> Result<(Plan, S), FilmError>,
    ) -> Result<(Plan, S), FilmError> {
        self.options.fit();
        let mut reductions = Vec::new();
        if let Some(limits) = self.limits {
            watch.stage(Stage::Fitting);
            let mut attempts = 0;
            let fitted = fit(limits, self.options.clone(), |options, limit| {
                attempts += 1;
                watch.progress(attempts, None);
                let (plan, shots) = plan(options, &mut Meter::untold(watch))?;
                plan.attempt(shots, limit, watch)
            })?;
            (self.options, reductions) = (fitted.options, fitted.reductions);
        }
        let (plan, shots) = plan(&self.options, &mut Meter::new(watch, Stage::LookingAhead))?;
        let output_spec = OutputSpec { overwrite: self.overwrite, ..plan.output_spec };
        Ok((Plan { reductions, output_spec, ..plan }, shots))
    }

    /// Whether anything about the film depends on all events, so that calls have to be read twice.
    pub(super) fn needs_look_ahead(&self) -> bool {
        let Self { options, beside, overwrite: _, limits } = self;
        let format = options.format();
        options.schedule.delay.is_none()
            || options.schedule.duration.is_some()
            || options.select.is_some()
            || options.panels.has_any()
            || limits.is_some()
            || options.has_surroundings()
            || !beside.is_empty()
            || format.is_directory()
            || format.is_still()
            || format == Format::Pptx
    }
}

/// Sets what a film looks like, then films events or calls. All that has no method of its own is set as a [`FilmSpec`].
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
    pub(super) spec: FilmSpec,
    pub(super) alt_text: Option<AltText>,
    pub(super) words: Option<CustomWords>,
}

/// Methods that set one option each.
macro_rules! setters {
    ($($(#[$about:meta])* $name:ident($value:ident: $type:ty) => $($field:ident).+ = $set:expr;)*) => {
        impl FilmBuilder {
            $($(#[$about])* pub fn $name(mut self, $value: $type) -> Self {
                self.spec.$($field).+ = $set;
                self
            })*
        }
    };
}

setters! {
    /// A set of panels beside the board.
    view(view: View) => options.panels.view = view;
    /// A title above everything.
    title(title: impl Into<String>) => options.panels.title = composed(&title.into());
    /// The width of the board in pixels.
    board_width(pixels: u32) => options.style.width = Some(pixels);
    /// The colours.
    theme(theme: Theme) => options.style.theme = theme;
    /// Which events are shown.
    detail(detail: Detail) => options.detail = Some(detail);
    /// The time of each frame.
    delay(time: Duration) => options.schedule.delay = Some(time);
    /// The time of solutions and of the last frame.
    hold(time: Duration) => options.schedule.hold = Some(time);
    /// How many times as fast as usual the film is shown.
    speed(speed: Speed) => options.schedule.timing.speed = speed;
    /// The time of the first frame.
    start_hold(time: Duration) => options.schedule.timing.start_hold = Some(time);
    /// The time of the whole film; steps are left out where there are too many.
    duration(time: Duration) => options.schedule.duration = Some(time);
    /// One step of every `steps` is shown; 0 is the same as 1.
    every(steps: u64) => options.schedule.every = steps.try_into().ok();
    /// Which frames are shown.
    select(selection: Selection) => options.select = Some(selection);
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
    intro(time: Duration) => options.intro = Some(time);
    /// A card with the solution and the counters, shown for so long after the last frame.
    outro(time: Duration) => options.outro = Some(time);
    /// The frame that previews show.
    thumbnail(thumbnail: Thumbnail) => options.thumbnail = Some(thumbnail);
    /// The format; without one, the path names it, or it is a GIF.
    format(format: Format) => options.format = Some(format);
    /// What may be replaced; see [`FilmSpec::overwrite`].
    overwrite(overwrite: Overwrite) => overwrite = overwrite;
}

impl FilmBuilder {
    /// A film of a board of this size, or of a problem on it, with the defaults of `queenreel search`.
    pub fn new(problem: impl Into<Problem>) -> Self {
        Self::of_spec(problem, FilmSpec::default())
    }

    /// A film with these options.
    pub fn with_options(problem: impl Into<Problem>, options: FilmOptions) -> Self {
        Self::of_spec(problem, FilmSpec { options, ..FilmSpec::default() })
    }

    /// All of a film that can be written down.
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::{FilmBuilder, FilmSpec, Limits, Source};
    /// use queenreel::search::{Algorithm, Order};
    ///
    /// let size = BoardSize::new(6)?;
    /// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, None);
    /// let limits = Some(Limits { bytes: Some(50_000), ..Limits::default() });
    /// let builder = FilmBuilder::of_spec(size, FilmSpec { limits, ..FilmSpec::default() });
    /// let (gif, _) = builder.film(&source, Vec::new())?;
    /// assert!(gif.len() <= 50_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_spec(problem: impl Into<Problem>, spec: FilmSpec) -> Self {
        Self { subject: Subject::unknown(problem), spec, alt_text: None, words: None }
    }

    /// Panels beside the board, in addition to those of the view.
    pub fn panels(mut self, kinds: impl IntoIterator<Item = PanelKind>) -> Self {
        self.spec.options.panels.more.extend(kinds);
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
        self.spec.options.panels.listing = Some(listing);
        self.panels([PanelKind::Code])
    }

    /// The algorithm that is filmed: its listing, its counters and its captions are used.
    pub fn algorithm(mut self, algorithm: Algorithm, order: Order) -> Self {
        self.subject = self.subject.of(algorithm, order);
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

    /// The size of the pictures in pixels.
    pub fn canvas(mut self, width: u32, height: u32) -> Self {
        self.spec.options.style.page = Some(PageSize::Pixels(width, height));
        self
    }

    /// Dots on the squares that are attacked.
    pub fn attacks(mut self) -> Self {
        self.spec.options.style.attacks = true;
        self
    }

    /// A file beside the film; see [`FilmSpec::beside`].
    pub fn beside(mut self, kind: BesideKind, path: impl Into<PathBuf>) -> Self {
        self.spec.beside.retain(|file| file.kind != kind);
        self.spec.beside.push(FileBeside { kind, path: path.into() });
        self
    }

    /// Where the text is put that says what the film shows.
    pub fn alt_text(mut self, text: &AltText) -> Self {
        self.alt_text = Some(text.clone());
        self
    }

    /// Starts a film by calls, written to a writer that [`Film::finish`] returns.
    ///
    /// # Errors
    /// As [`FilmBuilder::film`], when pictures are written during the calls.
    pub fn write_to<O: Output + 'static>(self, out: O) -> Result<Film<O>, FilmError> {
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

    /// Films events or a race, and returns the writer with a summary. To write to a path, pass a [`FilmPath`].
    ///
    /// # Errors
    /// [`FilmError`] when an event is impossible, the search or the race does not fit the options, the page is
    /// too small, or the film cannot be written.
    pub fn film<O: Output>(
        mut self,
        source: &Source<'_>,
        out: O,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        let (subject, words) = (self.subject_of(source), self.words.clone());
        self.film_planned(out, |options, meter| source.plan(&subject, options, words.as_ref(), meter))
    }

    /// The pictures of a film of events or of a race, with their times, for `image` and what builds on it: those of a
    /// GIF, or of another animation that was set as the [format](FilmBuilder::format). A step is drawn when it is
    /// asked for, so that one picture is in memory; with motion, those between two frames wait as palette indices.
    /// Files beside the film and its alternative text are not made.
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
        let format = self.spec.options.format();
        if !format.is_animation() {
            return Err(EncodeError::NoAnimation(format).into());
        }
        let words = self.words.as_ref();
        let (plan, shots) =
            self.spec.plan(&mut Silent, |options, meter| source.plan(&subject, options, words, meter))?;
        Ok(Frames::new(plan, shots))
    }

    /// What is known about the search of a source, whose listing is used if none was set.
    fn subject_of(&mut self, source: &Source<'_>) -> Subject {
        let (subject, panels) = (source.subject().clone(), &mut self.spec.options.panels);
        panels.listing = panels.listing.take().or_else(|| source.listing.clone());
        Subject { algorithm: self.subject.algorithm.or(subject.algorithm), ..subject }
    }

    pub(super) fn film_planned<O: Output, S: Shots>(
        mut self,
        out: O,
        plan: impl Fn(&FilmOptions, &mut Meter<'_>) -> Result<(Plan, S), FilmError>,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        self.spec.options.format = Some(out.format(self.spec.options.format)?);
        let (plan, shots) = self.spec.plan(&mut Silent, plan)?;
        let mut outputs = Outputs::begin(&plan.output_spec, self.spec.beside, |spec| out.open(spec))?;
        outputs.sinks.others.extend(self.alt_text.map(|text| text.sink(&plan.output_spec)));
        outputs.film(plan, shots, &mut Silent)
    }
}

impl std::fmt::Debug for FilmBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FilmBuilder({:?}, {:?})", self.subject, self.spec.options.format)
    }
}
