//! The format and the options of films.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use humantime::format_duration;

use crate::board::Problem;
use crate::encode::Format;
use crate::film::{FilmError, FilmOptions, FilmPath, Limits, Output, PanelOptions, RaceSolver, RaceSpec};
use crate::log::{LogOptions, SpooledLog};
use crate::page::{PageSize, PanelKind, StatePanel};
use crate::record::{Clock, DEFAULT_MAX_FRAMES, Pace, ScheduleOptions, Selection, Timing};
use crate::search::{Algorithm, DEFAULT_SEED, Listing};
use crate::words::shown;

use super::allowed::Made;
use super::formats::Still;
use super::search::{check_all, in_words, too_many_queens};
use super::values::{GalleryFormat, Solver};
use super::{Key, Kind, MAX_SLIDES, MAX_STEPS, Recipe, RecipeError};

/// As many boards fit side by side.
pub const MAX_LANES_SHOWN: usize = 4;

/// The time of each solution of a film of solutions.
const SOLUTION_DELAY: Duration = Duration::from_millis(200);

impl Recipe {
    /// Whether a film is made, or only the events of a search.
    pub(super) fn film_made(&self) -> Result<Made, RecipeError> {
        let is_log = self.events.as_deref() == Some(Path::new("-"));
        if is_log && self.output.is_none() {
            return Ok(Made::Events);
        }
        let (output, of_place) = (self.output.as_deref(), || Some(self.place?.usual));
        let format = self.format.or_else(|| if output.is_none() { of_place() } else { None });
        // Of PNG one picture, if the output is a file.
        let is_file = output.is_some_and(|path| {
            let is_png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
            path == Path::new("-") || is_png && !path.is_dir()
        });
        let is_picture = is_file && format == Some(Format::PngFrames);
        self.film_in(if is_picture { Some(Format::Png) } else { format })
    }

    /// A film in the format of its output, which must not contradict the one that is asked for.
    fn film_in(&self, asked: Option<Format>) -> Result<Made, RecipeError> {
        let wrong = |text: String| RecipeError::new(Key::Output, text);
        let format = match self.output.as_deref() {
            Some(path) if path != Path::new("-") => {
                let format = FilmPath(path.to_owned()).format(asked);
                format.map_err(|error| wrong(wrong_name(path, &error)))?
            }
            Some(_) | None => asked.unwrap_or(Format::Gif),
        };
        if self.writes_standard_output() && format.is_directory() {
            return Err(wrong(format!("{format} need a directory, not standard output: -o DIRECTORY/")));
        }
        Ok(Made::Film(format))
    }

    /// Whether what is made goes to standard output.
    pub fn writes_standard_output(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    /// Whether solutions become a page or the frames of a film.
    pub(super) fn gallery_made(&self) -> Result<Made, RecipeError> {
        let path = self.output.clone().unwrap_or_else(|| PathBuf::from("gallery.png"));
        let still = Still::Gallery.of_path(&path);
        let is_page = match self.gallery_format {
            Some(format) => format == GalleryFormat::Page,
            None => self.writes_standard_output() || still.is_some(),
        };
        if !is_page || self.animate {
            let one = self.output.as_deref().and_then(|path| Still::Frame.of_path(path));
            return match (self.gallery_format, one) {
                (Some(GalleryFormat::Film(format)), _) => self.film_in(Some(format)),
                (Some(GalleryFormat::Page) | None, Some(still)) if self.animate => {
                    let text = format!(
                        "--animate is for animations, and a {still} is a picture; an animated PNG is .apng"
                    );
                    Err(RecipeError::new(Key::Animate, text))
                }
                (Some(GalleryFormat::Page) | None, _) => self.film_in(None),
            };
        }
        let ends_in_slash = Format::names_directory(&path);
        match still {
            Some(still) if !ends_in_slash => Ok(Made::Page(still)),
            None if path.extension().is_none() && !ends_in_slash => Ok(Made::Page(Format::Png)),
            Some(_) | None => {
                let (shown, endings) = (shown(&path), Still::Gallery.endings());
                let text =
                    format!("a page is one picture: end '{shown}' in {endings}, or leave out --format");
                Err(RecipeError::new(Key::Output, text))
            }
        }
    }

    /// The maximum number of frames in this format.
    pub fn most_frames(&self, format: Format) -> u64 {
        let usual = if format == Format::Pptx {
            MAX_SLIDES
        } else if format == Format::Html {
            MAX_STEPS
        } else {
            DEFAULT_MAX_FRAMES
        };
        self.max_frames.map_or(usual, NonZeroU64::get)
    }

    /// Adds what only films have.
    pub(super) fn complete(&self, options: &mut FilmOptions, format: Format) -> Result<(), RecipeError> {
        self.check_place(format)?;
        self.check_times()?;
        let is_gallery = self.kind() == Kind::Gallery;
        let cards = self.place.and_then(super::Place::cards);
        options.detail = self.detail;
        options.schedule = ScheduleOptions {
            pace: self.pace.unwrap_or_default(),
            delay: self.delay.or(is_gallery.then_some(SOLUTION_DELAY)),
            hold: self.hold,
            duration: self.duration,
            every: self.every,
            max_frames: self.most_frames(format),
            timing: Timing { speed: self.speed.unwrap_or_default(), start_hold: self.start_hold },
            ..ScheduleOptions::default()
        };
        options.style.highlight &= !is_gallery;
        options.select.clone_from(&self.select);
        options.panels = self.panel_options();
        (options.intro, options.outro) = (self.intro.or(cards), self.outro.or(cards));
        options.thumbnail = self.thumbnail;
        Ok(())
    }

    fn panel_options(&self) -> PanelOptions {
        let is_added = |kind: &PanelKind| match kind {
            PanelKind::Caption => self.caption,
            PanelKind::Counters => self.counters,
            PanelKind::Code => self.code.is_some() || self.code_file.is_some(),
            PanelKind::Tree => self.tree,
        };
        PanelOptions {
            view: self.view.unwrap_or_default(),
            more: PanelKind::ALL.into_iter().filter(is_added).collect(),
            state: distinct(self.panels.iter().copied()),
            listing: None,
            form: self.code.unwrap_or_default(),
            title: self.title.clone().unwrap_or_default(),
        }
    }

    fn check_times(&self) -> Result<(), RecipeError> {
        if self.duration.is_some() && self.select.as_ref().is_some_and(Selection::has_times) {
            let text = "--select t=… names times of the whole film, and --duration is that of the excerpt: select \
                        steps, or leave out --duration";
            return Err(RecipeError::new(Key::Select, text));
        }
        let key = if self.delay.is_some() { Key::Delay } else { Key::Every };
        let is_even = key == Key::Delay || self.every.is_some_and(|every| every.get() > 1);
        if is_even && self.pace == Some(Pace::Story) {
            let name = key.name();
            let text = format!("--{name} gives all steps the same time: leave it out, or --pace story");
            return Err(RecipeError::new(key, text));
        }
        Ok(())
    }

    /// What a film may have at most; `None` if it may have any size.
    pub(super) fn limits(&self) -> Option<Limits> {
        let of_place = self.place.map(super::Place::limits);
        let limits = of_place.or(self.fit.map(|_| Limits::default()))?;
        let bytes = limits.bytes.into_iter().chain(self.fit).min();
        Some(Limits { bytes, ..limits }).filter(|limits| *limits != Limits::default())
    }

    /// Refuses a format, a page or a length that the place does not show.
    fn check_place(&self, format: Format) -> Result<(), RecipeError> {
        if let Some(place) = self.place {
            if let Some(text) = place.refusal(format) {
                return Err(RecipeError::new(Key::For, text));
            }
            let super::Place { name, largest, .. } = place;
            if let (Some((widest, highest)), Some(PageSize::Pixels(width, height))) = (*largest, self.canvas)
                && (width > widest || height > highest)
            {
                let text = format!(
                    "--for {name} shows at most {widest}×{highest} pixels, not {width}×{height}; give another --canvas"
                );
                return Err(RecipeError::new(Key::Canvas, text));
            }
        }
        if let (Some(limit), Some(duration)) = (self.limits().and_then(|limits| limits.time), self.duration)
            && duration > limit
        {
            let limit = format_duration(limit);
            let text = format!("a film for this place lasts at most {limit}; give a shorter --duration");
            return Err(RecipeError::new(Key::Duration, text));
        }
        Ok(())
    }

    /// The algorithms of a race.
    pub fn racers(&self) -> Vec<Algorithm> {
        let algorithm =
            |solver: &Solver| if let Solver::Algorithm(algorithm) = solver { Some(*algorithm) } else { None };
        self.solvers.iter().filter_map(algorithm).collect()
    }

    /// The race on this problem; `read` reads a log.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn race_on<E>(
        &self,
        problem: &Problem,
        mut read: impl FnMut(&Path) -> Result<SpooledLog, E>,
    ) -> Result<RaceSpec, E> {
        let mut solvers: Vec<RaceSolver> = Vec::new();
        for solver in &self.solvers {
            let solver = match solver {
                Solver::Algorithm(algorithm) => RaceSolver::Algorithm(*algorithm),
                Solver::Log(path) => {
                    let log = Box::new(read(path)?);
                    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let name = log.outline().header.as_ref().and_then(|header| header.algorithm.clone());
                    let is_free = |name: &String| {
                        !solvers.iter().any(|other| other.name() == *name)
                            && !self.racers().iter().any(|algorithm| algorithm.name() == name)
                    };
                    let numbered = (2..).map(|number| format!("{stem} ({number})"));
                    let names = name.into_iter().chain([stem.clone()]).chain(numbered);
                    let name = names.into_iter().find(is_free).expect("some number is free");
                    RaceSolver::Log { name, log, lane: None }
                }
            };
            solvers.push(solver);
        }
        let Self { clock, order, seed, all, .. } = *self;
        let (problem, seed) = (problem.clone(), seed.unwrap_or(DEFAULT_SEED));
        Ok(RaceSpec { problem, solvers, clock, order, seed, all })
    }

    /// How a log is read whose code, if it has none of its own, is this.
    pub(crate) fn log_options(&self, code: Option<&Listing>) -> LogOptions {
        let code_lines = code.and_then(|listing| NonZeroUsize::new(listing.lines().len()));
        LogOptions { queens: self.queens, strict: self.strict, all_errors: false, code_lines }
    }

    /// Refuses options that the solvers of a race do not have.
    pub(super) fn check_race(&self, problem: &Problem) -> Result<(), RecipeError> {
        let (algorithms, solvers, size) = (self.racers(), self.solvers.len(), problem.size());
        let twice = (1..).zip(&algorithms).find(|(next, algorithm)| algorithms[*next..].contains(algorithm));
        let too_small = algorithms.iter().find(|algorithm| size.get() > algorithm.most_queens());
        let too_slow = algorithms.iter().find(|algorithm| algorithm.takes_too_long(problem));
        let wrong = if !(2..=4).contains(&solvers) {
            Some(format!("a race is between two and four solvers, not {solvers}"))
        } else if let Some((_, algorithm)) = twice {
            Some(format!("{algorithm} is named twice; name different algorithms"))
        } else if let Some(algorithm) = too_small {
            Some(too_many_queens(*algorithm, size))
        } else if let Some(algorithm) = too_slow {
            let advice = "a smaller N ends earlier, and min-conflicts ends soon for any";
            Some(format!("{algorithm} takes too long for {}; {advice}", in_words(problem)))
        } else {
            None
        };
        if let Some(text) = wrong {
            return Err(RecipeError::new(Key::Solvers, text));
        }
        if self.all {
            let why = "ends with the first solution; --all is for";
            check_all(&algorithms, Algorithm::visits_all_solutions, Key::All, why)?;
        }
        if self.clock == Clock::Tests {
            let why = "looks at no single squares, so --clock tests cannot time it; use it with";
            check_all(&algorithms, Algorithm::looks_at_squares, Key::Clock, why)?;
        }
        if algorithms.is_empty() { Ok(()) } else { self.check_algorithms(&algorithms, problem) }
    }
}

/// Panels in the order in which they are given, each once.
pub fn distinct(panels: impl Iterator<Item = StatePanel>) -> Vec<StatePanel> {
    let mut state: Vec<StatePanel> = Vec::new();
    for panel in panels {
        if !state.contains(&panel) {
            state.push(panel);
        }
    }
    state
}

/// Why a path is no name for a film, and what to write instead.
fn wrong_name(path: &Path, error: &FilmError) -> String {
    let name = shown(path);
    let other = |extension: &str| shown(&path.with_extension(extension));
    if let FilmError::OtherFormat { wanted, .. } = error {
        let format = wanted.extension();
        return if wanted.is_directory() {
            format!(
                "'{name}' is the name of a file, and --format {format} writes a directory of PNG frames: name it \
                 '{}/', or leave out --format",
                other("")
            )
        } else {
            format!(
                "the name '{name}' contradicts --format {format}: write to '{}', or leave out --format",
                other(format)
            )
        };
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        "mov" | "avi" | "mkv" | "m4v" | "wmv" => {
            format!("films are not written as .{extension}; write '{}'", other("mp4"))
        }
        "ppt" | "odp" | "key" => format!(
            "slides are not written as .{extension}; write '{}', which other programs open",
            other("pptx")
        ),
        "webm" | "ogv" => format!(
            "films are not written as .{extension}; write '{}', or convert with ffmpeg: \
             queenreel … --format y4m -o - | ffmpeg -i - '{name}'",
            other("mp4")
        ),
        _ if matches!(error, FilmError::UnknownFormat(_)) => format!("{error}, or add --format"),
        _ => error.to_string(),
    }
}
