//! The complete specification of a film, and its builder.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use image::ImageResult;

use crate::board::Problem;
use crate::encode::{EncodeError, Format};
use crate::export::Overwrite;
use crate::page::{PageSize, PanelKind, Theme};
use crate::record::{self, CustomCaption, Detail, Selection, Speed};
use crate::search::{Algorithm, Listing, Order, Rules};
use crate::watch::{Meter, Silent, Stage, Watch};
use crate::words::composed;

use super::{
    AltText, Film, FilmError, FilmFrames, FilmLimits, FilmOptions, FilmPath, FilmSummary, Frames, Output,
    OutputSpec, Outputs, Plan, Sidecar, SidecarKind, Source, Subject, Thumbnail, View, fit,
};

/// The complete specification of a film: options, files and limits.
#[derive(Debug, Clone, Default)]
pub struct FilmSpec {
    /// Appearance, schedule and format.
    pub options: FilmOptions,
    /// Files to write next to the film. A poster has the format of its extension, or is a PNG if the
    /// extension names no format; PDF and formats without stills are errors when the film begins.
    pub sidecars: Vec<Sidecar>,
    /// Which files the film and the files next to it may replace: by default only files that this program has
    /// written and that are unchanged since. Replacing a file in a format [without a file mark](Format::has_mark)
    /// always needs [`Overwrite::Any`].
    pub overwrite: Overwrite,
    /// Limits of size. To keep to the limits, length, quality, frame rate, motion, steps and pixels are reduced.
    pub limits: Option<FilmLimits>,
}

impl FilmSpec {
    /// Plans the film; with limits, first searches for options that keep to the limits.
    pub(crate) fn plan<S: FilmFrames>(
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
                let (plan, frames) = plan(options, &mut Meter::untold(watch))?;
                plan.attempt(frames, limit, watch)
            })?;
            (self.options, reductions) = (fitted.options, fitted.reductions);
        }
        let (plan, frames) = plan(&self.options, &mut Meter::new(watch, Stage::LookingAhead))?;
        let output_spec = OutputSpec { overwrite: self.overwrite, ..plan.output_spec };
        Ok((Plan { reductions, output_spec, ..plan }, frames))
    }

    /// Returns whether an option depends on all events, so that events must be read twice.
    pub(super) fn needs_look_ahead(&self) -> bool {
        let Self { options, sidecars, overwrite: _, limits } = self;
        let format = options.format();
        options.schedule.delay.is_none()
            || options.schedule.duration.is_some()
            || options.select.is_some()
            || options.panels.has_any()
            || limits.is_some()
            || options.has_intro_outro()
            || !sidecars.is_empty()
            || format.is_directory()
            || format.is_still()
            || format == Format::Pptx
    }
}

/// A builder of films: sets options, then films events or calls. Other options are fields of [`FilmSpec`].
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
    pub(super) words: Option<CustomCaption>,
}

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
    /// Selects a set of panels.
    view(view: View) => options.panels.view = view;
    /// Sets the title above the page.
    title(title: impl Into<String>) => options.panels.title = composed(&title.into());
    /// Sets the width of the board in pixels.
    board_width(pixels: u32) => options.style.width = Some(pixels);
    /// Sets the colours.
    theme(theme: Theme) => options.style.theme = theme;
    /// Selects the events that are shown.
    detail(detail: Detail) => options.detail = Some(detail);
    /// Sets the time of each frame.
    delay(time: Duration) => options.schedule.delay = Some(time);
    /// Sets the time of solutions and of the last frame.
    hold(time: Duration) => options.schedule.hold = Some(time);
    /// Sets the speed relative to the default pace.
    speed(speed: Speed) => options.schedule.timing.speed = speed;
    /// Sets the time of the first frame.
    start_hold(time: Duration) => options.schedule.timing.start_hold = Some(time);
    /// Sets the time of the whole film; steps are left out where there are too many.
    duration(time: Duration) => options.schedule.duration = Some(time);
    /// Shows one step of every `steps`; 0 restores the default.
    every(steps: u64) => options.schedule.every = steps.try_into().ok();
    /// Selects the frames that are shown.
    select(selection: Selection) => options.select = Some(selection);
    /// Adds an intro, a card with the title and the task, for `time` before the first frame. Formats other than
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
    /// Adds an outro, a card with the solution and the counters, for `time` after the last frame.
    outro(time: Duration) => options.outro = Some(time);
    /// Selects the frame that previews show.
    thumbnail(thumbnail: Thumbnail) => options.thumbnail = Some(thumbnail);
    /// Sets the format. Without it, the path names the format; for a writer, it is a GIF.
    format(format: Format) => options.format = Some(format);
    /// Sets which files may be replaced; see [`FilmSpec::overwrite`].
    overwrite(overwrite: Overwrite) => overwrite = overwrite;
}

impl FilmBuilder {
    /// Returns a builder with the defaults of `queenreel search`, for a board of this size or a problem on it.
    pub fn new(problem: impl Into<Problem>) -> Self {
        Self::of_spec(problem, FilmSpec::default())
    }

    /// Returns a builder with these options.
    pub fn with_options(problem: impl Into<Problem>, options: FilmOptions) -> Self {
        Self::of_spec(problem, FilmSpec { options, ..FilmSpec::default() })
    }

    /// Returns a builder with this specification.
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::{FilmBuilder, FilmSpec, FilmLimits, Source};
    /// use queenreel::search::{Algorithm, Order};
    ///
    /// let size = BoardSize::new(6)?;
    /// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, None);
    /// let limits = Some(FilmLimits { bytes: Some(50_000), ..FilmLimits::default() });
    /// let builder = FilmBuilder::of_spec(size, FilmSpec { limits, ..FilmSpec::default() });
    /// let (gif, _) = builder.film(&source, Vec::new())?;
    /// assert!(gif.len() <= 50_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_spec(problem: impl Into<Problem>, spec: FilmSpec) -> Self {
        Self { subject: Subject::unknown(problem), spec, alt_text: None, words: None }
    }

    /// Adds panels to the panels of the view.
    pub fn panels(mut self, kinds: impl IntoIterator<Item = PanelKind>) -> Self {
        self.spec.options.panels.more.extend(kinds);
        self
    }

    /// Adds a custom listing, in which the line of code that has just run is highlighted.
    ///
    /// The listing may be source text; if it is long, only a part is visible:
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

    /// Names the algorithm, which determines listing, counters and captions.
    pub fn algorithm(mut self, algorithm: Algorithm, order: Order) -> Self {
        self.subject = self.subject.of(algorithm, order);
        self
    }

    /// Lets the solver of a film by calls use other rules than the rules of chess: a square that the solver
    /// reports as safe may be attacked.
    pub fn own_rules(mut self) -> Self {
        self.subject.rules = Rules::Own;
        self
    }

    /// Sets a function that returns custom captions, for all or some frames.
    pub fn narrator(
        mut self,
        words: impl Fn(&record::Frame) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.words = Some(Arc::new(words));
        self
    }

    /// Sets the size of the pictures in pixels.
    pub fn canvas(mut self, width: u32, height: u32) -> Self {
        self.spec.options.style.page = Some(PageSize::Pixels(width, height));
        self
    }

    /// Marks attacked squares by dots.
    pub fn attacks(mut self) -> Self {
        self.spec.options.style.attacks = true;
        self
    }

    /// Adds a file next to the film, in place of an earlier file of this kind; see [`FilmSpec::sidecars`].
    pub fn sidecar(mut self, kind: SidecarKind, path: impl Into<PathBuf>) -> Self {
        self.spec.sidecars.retain(|file| file.kind != kind);
        self.spec.sidecars.push(Sidecar { kind, path: path.into() });
        self
    }

    /// Stores the alternative text in `text` once the film is complete.
    pub fn alt_text(mut self, text: &AltText) -> Self {
        self.alt_text = Some(text.clone());
        self
    }

    /// Starts a film by calls, written to a writer that [`Film::finish`] returns.
    ///
    /// # Errors
    /// When the output does not support the format, a temporary file cannot be created, or as [`FilmBuilder::film`].
    pub fn write_to<O: Output + 'static>(self, out: O) -> Result<Film<O>, FilmError> {
        Film::new(self, out)
    }

    /// Starts a film by calls, written to a file or a directory of PNG frames, which appears at
    /// [`Film::finish`].
    ///
    /// # Errors
    /// When the path does not name a format, or as [`FilmBuilder::write_to`].
    pub fn create(self, path: impl Into<PathBuf>) -> Result<Film<FilmPath>, FilmError> {
        self.write_to(FilmPath(path.into()))
    }

    /// Films events or a race; returns the writer with a summary. To write to a path, pass a [`FilmPath`].
    ///
    /// # Errors
    /// [`FilmError`] when an event is impossible, a log cannot be read, the search or the race does not fit the
    /// options, the page is too small, or the film cannot be written.
    pub fn film<O: Output>(
        mut self,
        source: &Source<'_>,
        out: O,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        let (subject, words) = (self.subject_of(source), self.words.clone());
        self.film_planned(out, |options, meter| source.plan(&subject, options, words.as_ref(), meter))
    }

    /// Iterates over the pictures of a film with their times, for the crate `image`: the pictures of a GIF, or of
    /// another animation set as the [format](FilmBuilder::format). A step is drawn when its picture is requested:
    /// memory holds one picture, and the tweens of the step as palette indices. Sidecars and the alternative text
    /// are not made.
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
    /// As [`FilmBuilder::film`], or when the format is not an animation. When the source fails later, the last
    /// item is an error.
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
        let (plan, frames) =
            self.spec.plan(&mut Silent, |options, meter| source.plan(&subject, options, words, meter))?;
        Ok(Frames::new(plan, frames))
    }

    /// Returns the subject of a source; uses the listing of the source if no listing was set.
    fn subject_of(&mut self, source: &Source<'_>) -> Subject {
        let (subject, panels) = (source.subject().clone(), &mut self.spec.options.panels);
        panels.listing = panels.listing.take().or_else(|| source.listing.clone());
        Subject { algorithm: self.subject.algorithm.or(subject.algorithm), ..subject }
    }

    pub(super) fn film_planned<O: Output, S: FilmFrames>(
        mut self,
        out: O,
        plan: impl Fn(&FilmOptions, &mut Meter<'_>) -> Result<(Plan, S), FilmError>,
    ) -> Result<(O::Done, FilmSummary), FilmError> {
        self.spec.options.format = Some(out.format(self.spec.options.format)?);
        let (plan, frames) = self.spec.plan(&mut Silent, plan)?;
        let mut outputs = Outputs::begin(&plan.output_spec, self.spec.sidecars, |spec| out.open(spec))?;
        outputs.sinks.others.extend(self.alt_text.map(|text| text.sink(&plan.output_spec)));
        outputs.film(plan, frames, &mut Silent)
    }
}

impl std::fmt::Debug for FilmBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FilmBuilder({:?}, {:?})", self.subject, self.spec.options.format)
    }
}
