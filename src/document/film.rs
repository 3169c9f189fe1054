//! Films of any kind: checks, plan and files.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use image::RgbaImage;

use crate::encode::{EncodeError, EncodeOptions, Format};
use crate::export::{Embed, Series, is_own_series};
use crate::film::{
    AltText, Completion, FilmError, FilmFrames, FilmOptions, FilmPath, FilmSpec, FilmSummary, Output,
    OutputSpec, Outputs, Plan, Sidecar, SidecarKind, Sink, Sinks, Thumbnail,
};
use crate::options::{FilmArgs, PlayedArgs, Still, is_device};
use crate::picture::Picture;
use crate::record::ScheduleError;
use crate::search::{Algorithm, TreeError};
use crate::watch::{Meter, Stage, Watch};
use crate::words::shown;

use super::log_input::log_error;
use super::target::{check_inputs, check_path};
use super::{Contents, Error, Note, Result, Run, Summary, Target};

pub struct Planned<S> {
    pub plan: Plan,
    pub frames: S,
    pub sidecars: Vec<Sidecar>,
}

pub struct Made {
    pub summary: FilmSummary,
    pub canvas: (u32, u32),
    alt: Option<String>,
}

impl Run<'_> {
    /// Begins a film: refuses to replace foreign files unless forced, and notes times that are increased. For a
    /// trial, removes or replaces options of `spec` that need the end of a search. `series` says what the pictures
    /// in a directory are.
    pub(super) fn begin_film(&mut self, spec: &mut FilmSpec, series: Series) -> Result<()> {
        match &self.target {
            Target::Path(path) if self.format.is_directory() => {
                check_inputs(&self.document.inputs, path, true)?;
                self.replaces = is_own_series(path, series);
            }
            Target::Path(_) => self.check_target(spec.overwrite)?,
            Target::Writer(_) if self.format.is_directory() => {
                let error = Error::from(FilmError::from(EncodeError::NeedsDirectory(self.format)));
                return Err(error.hint("write to a path instead of a writer"));
            }
            Target::Writer(_) | Target::Pictures(_) => {}
        }
        for Sidecar { kind, path } in &spec.sidecars {
            let contents = format!("the {} ", kind.name());
            let replaced = check_path(path, &contents, spec.overwrite, &self.document.inputs)?;
            self.sidecars.push((path.clone(), contents_of(*kind), replaced));
        }
        let has_rate = self.format.has_frame_rate();
        spec.options.fit().into_iter().for_each(|time| self.note(Note::Raised(time, has_rate)));
        if self.is_trial {
            spec.limits = None;
            let (options, is_still) = (&mut spec.options, self.format.is_still());
            options.select = options.select.take().filter(|_| is_still).and_then(|_| "0".parse().ok());
            options.thumbnail = options.thumbnail.map(|_| Thumbnail::First);
        }
        Ok(())
    }

    /// Plans a film within the limits of `spec`; notes reductions and a missing thumbnail. `advised` converts an
    /// error and adds hints, except for errors of a log.
    pub(super) fn plan_film<S: FilmFrames>(
        &mut self,
        mut spec: FilmSpec,
        plan: impl Fn(&FilmOptions, &mut Meter<'_>) -> Result<(Plan, S), FilmError>,
        advised: impl Fn(FilmError) -> Error,
    ) -> Result<Planned<S>> {
        let planned = spec.plan(self.watch, plan);
        let (plan, frames) = planned.map_err(|error| match (error, &self.log) {
            // The log has changed since it was read.
            (FilmError::Log(error), Some(log)) => log_error(log, error, "", &self.document.files),
            (error, _) => advised(error),
        })?;
        if !plan.reductions.is_empty() {
            self.note(Note::Fitted(plan.reductions.clone()));
        }
        if plan.lacks_thumbnail() {
            self.note(Note::NoThumbnail);
        }
        Ok(Planned { plan, frames, sidecars: spec.sidecars })
    }

    fn try_film<S>(&self, Planned { plan, sidecars, .. }: Planned<S>) -> Result<()> {
        if self.target.path().is_some_and(is_device) {
            return Ok(());
        }
        let mut nowhere = io::sink();
        let mut target = match self.target {
            Target::Path(path) => Target::Path(path),
            Target::Writer(_) | Target::Pictures(_) => Target::Writer(&mut nowhere),
        };
        let begun = Outputs::begin(&plan.output_spec, sidecars, |spec| target.open(spec)).map(drop);
        begun.map_err(|error| self.film_error(error))
    }

    /// Makes a film, and adds its files to the report; with `alt`, also the alternative text. A trial ends once the
    /// outputs are begun.
    pub(super) fn make_film<S: FilmFrames>(
        &mut self,
        film: Planned<S>,
        alt: Option<&PlayedArgs>,
    ) -> Result<Made> {
        if self.is_trial {
            self.try_film(film)?;
            return self.end_trial();
        }
        let made = self.write_film(film, alt.is_some()).map_err(|error| self.film_error(error))?;
        let path = self.target.path().map(Path::to_owned);
        self.written(path.as_deref(), Contents::Document, made.summary.bytes, self.replaces);
        for (path, contents, replaced) in std::mem::take(&mut self.sidecars) {
            if let Ok(there) = fs::metadata(&path) {
                self.written(Some(&path), contents, there.len(), replaced);
            }
        }
        if let (Some(text), Some(played)) = (&made.alt, alt) {
            self.add_alt(played, made.canvas, text);
        }
        Ok(made)
    }

    fn write_film<S: FilmFrames>(
        &mut self,
        Planned { plan, frames, sidecars }: Planned<S>,
        has_alt: bool,
    ) -> Result<Made, FilmError> {
        self.watch.stage(Stage::Writing);
        let spec = &plan.output_spec;
        let canvas = (spec.canvas.width, spec.canvas.height);
        let alt = has_alt.then(AltText::default);
        let mut outputs = Outputs::begin(spec, sidecars, |spec| self.target.open(spec))?;
        outputs.sinks.others.extend(alt.as_ref().map(|alt| alt.sink(spec)));
        self.watch.stage(Stage::Drawing);
        let ((), summary) = outputs.film(plan, frames, self.watch)?;
        Ok(Made { summary, canvas, alt: alt.map(|alt| alt.get().to_owned()) })
    }

    pub(super) fn add_alt(&mut self, played: &PlayedArgs, (width, height): (u32, u32), alt: &str) {
        let PlayedArgs { poster, subtitles, .. } = played;
        let (poster, subtitles, format) = (poster.as_deref(), subtitles.as_deref(), self.format);
        let html = |path| Embed { path, format, width, height, alt, poster, subtitles }.html();
        self.alt = Some((alt.to_owned(), self.target.path().map(html).unwrap_or_default()));
        // An SVG does not move for readers who ask for reduced motion, and a video waits to be played.
        if format.loops() && !format.is_vector() && poster.is_none() {
            self.note(Note::NoPoster);
        }
    }

    pub(super) fn finish_film<S: FilmFrames>(
        &mut self,
        film: Planned<S>,
        args: &FilmArgs,
        solvers: Vec<Option<Algorithm>>,
    ) -> Result<Summary> {
        let left_out = film.plan.left_out;
        let Made { summary: film, canvas, .. } = self.make_film(film, args.alt.then_some(&args.played))?;
        if left_out > 0 {
            self.note(Note::Shortened(left_out, film.playing_time));
        }
        let fps = args.played.encode(EncodeOptions::default()).fps;
        Ok(Summary::Film { film, solvers, canvas, format: self.format, fps })
    }

    fn film_error(&self, error: FilmError) -> Error {
        match (error, &self.log) {
            (FilmError::Log(error), Some(log)) => log_error(log, error, "", &self.document.files),
            (error, _) => self.failed(if self.format.is_directory() { "pictures to " } else { "" }, error),
        }
    }
}

const fn contents_of(kind: SidecarKind) -> Contents {
    match kind {
        SidecarKind::Poster => Contents::Poster,
        SidecarKind::Subtitles => Contents::Subtitles,
        SidecarKind::Transcript => Contents::Transcript,
    }
}

impl Target<'_> {
    fn open(&mut self, spec: &OutputSpec) -> Result<(Sinks<'_>, Completion<'_, ()>), FilmError> {
        Ok(match self {
            Target::Path(path) => {
                let (sinks, complete) = FilmPath(path.to_path_buf()).open(spec)?;
                (sinks, Box::new(|| complete().map(drop)))
            }
            Target::Writer(out) => {
                let (sinks, complete) = spec.open(&mut **out)?;
                (sinks, Box::new(|| complete().map(drop)))
            }
            Target::Pictures(receive) => {
                (Sinks::new(Box::new(Pictures(&mut **receive))), Box::new(|| Ok(())))
            }
        })
    }
}

struct Pictures<'a>(&'a mut (dyn FnMut(RgbaImage, Duration) + Send));

impl Sink for Pictures<'_> {
    fn picture(
        &mut self,
        picture: &Picture<'_>,
        shown_for: Duration,
        _: &dyn Watch,
    ) -> Result<(), FilmError> {
        (self.0)(RgbaImage::from(*picture), shown_for);
        Ok(())
    }
}

/// Adds hints to an error; `shorter` is the hint on how to shorten the search.
pub fn with_hints(error: FilmError, format: Format, args: &FilmArgs, shorter: &str) -> Error {
    match error {
        // An excerpt makes a short slide deck.
        FilmError::Schedule(ScheduleError::TooManyFrames { .. }) => {
            let excerpt = (format == Format::Pptx).then(|| "--select STEPS takes some of them".to_owned());
            let mut error = Error::request(error)
                .hint("--every K shows one of K steps")
                .hint("--duration TIME leaves out as many as necessary");
            error.hints.extend(excerpt);
            error.hint(shorter).hint("--max-frames K allows more")
        }
        FilmError::Encode(EncodeError::OnePicture { .. }) => {
            let output = args.output.output.as_deref().filter(|path| Still::Frame.of_path(path).is_some());
            let picture = output.unwrap_or(Path::new("frame.png"));
            let (directory, picture) = (shown(&picture.with_extension("")), shown(picture));
            Error::request(error)
                .hint("--select K chooses one")
                .hint(format!("PNG frames need a directory, like -o '{directory}/'"))
                .hint("--format apng writes an animated PNG")
                .hint(format!("--poster '{picture}' adds one picture to a film"))
        }
        FilmError::Schedule(ScheduleError::TooManyAlwaysShown { .. }) => {
            Error::request(error).hint(shorter).hint("--max-frames K allows more")
        }
        FilmError::Schedule(ScheduleError::TooShort { .. }) => {
            let cards = args.played.intro.is_some()
                || args.played.outro.is_some()
                || args.r#for.is_some_and(|preset| preset.cards().is_some());
            let cards = if cards { ", of which --intro and --outro are part" } else { "" };
            let longer = if args.hold.is_some() { ", or leave out --hold" } else { "" };
            Error::request(error).hint(format!("give a longer --duration{cards}{longer}"))
        }
        FilmError::Schedule(ScheduleError::TooLong { .. })
        | FilmError::Tree(TreeError::TooLarge)
        | FilmError::EndlessRun { .. } => Error::request(error).hint(shorter),
        FilmError::Tree(TreeError::None) => Error::request(error).within("--tree"),
        error => error.into(),
    }
}
