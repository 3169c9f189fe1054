//! Films: from a job to its files and the report.

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use indicatif::DecimalBytes;

use crate::encode::{EncodeError, Format};
use crate::export::{Embed, Overwrite, Series, is_own_series};
use crate::film::{
    AltText, ClampedTime, FileBeside, FilmError, FilmOptions, FilmPath, FilmSummary, OmittedPanel,
    OutputSpec, Plan, SearchShots, Shots, Sinks, Subject, film_to, fit,
};
use crate::log::{Entry, Outline, SkippedLines};
use crate::recipe::{Job, Recipe, Still};
use crate::record::ScheduleError;
use crate::search::{Algorithm, Listing, TreeError};
use crate::words::{counted, milliseconds, shown};

use super::{
    CliError, Destination, Progress, inputs, interrupt, print_alt, report, standard_output, trial, written,
};

/// What has become of a film.
pub struct Made {
    pub summary: FilmSummary,
    alt: AltText,
    /// The size of its pictures in pixels.
    pub size: (u32, u32),
    /// The frame rate, if the format has one.
    fps: NonZeroU32,
}

/// A film to be made: what all commands that make films have in common.
pub struct FilmJob<'a> {
    pub job: &'a Job,
    pub destination: Destination,
    pub format: Format,
    pub began: Instant,
    /// Whether the report goes to standard error.
    pub standard_output_is_used: bool,
    /// Whether the film replaces an earlier one.
    pub replaces: bool,
    /// The files beside the film, and whether each replaces one.
    beside: Vec<(FileBeside, bool)>,
}

impl<'a> FilmJob<'a> {
    /// As [`FilmJob::unchecked`]; refuses to replace files that the program has not written, unless forced.
    /// `series` are its pictures in a directory.
    pub fn new(job: &'a Job, series: Series) -> Result<Self, CliError> {
        let (mut film, force) = (Self::unchecked(job)?, job.recipe.force);
        film.replaces = match &film.destination {
            Destination::Path(path) if film.format.is_directory() => {
                inputs::check(path, true)?;
                is_own_series(path, series)
            }
            file => file.check("", force, Overwrite::Own)?.replaces,
        };
        for (FileBeside { kind, path }, replaces) in &mut film.beside {
            let contents = format!("the {} ", kind.name());
            *replaces = Destination::new(path).check(&contents, force, Overwrite::Own)?.replaces;
        }
        film.note_raised();
        Ok(film)
    }

    /// A film, before what it would replace is looked at.
    pub fn unchecked(job: &'a Job) -> Result<Self, CliError> {
        let format = job.made.format().unwrap_or(Format::Gif);
        let ending = if format.is_directory() { String::new() } else { format!(".{}", format.extension()) };
        let destination = Destination::new(&job.output(&ending));
        destination.check_bytes(job.recipe.alt)?;
        Ok(Self {
            job,
            standard_output_is_used: destination.is_standard_output(),
            destination,
            format,
            began: Instant::now(),
            replaces: false,
            beside: job.film.beside.iter().map(|file| (file.clone(), false)).collect(),
        })
    }

    /// Says which times the format does not show.
    fn note_raised(&self) {
        for ClampedTime { option, time } in &self.job.raised {
            let time = milliseconds(*time);
            let reason = if self.format.has_frame_rate() {
                "no frame is shorter at this --fps"
            } else {
                "browsers slow down faster animations"
            };
            self.note(&format!("--{option} is raised to {time}: {reason}"));
        }
    }

    /// Says how the boards of a log were read, and which of its lines were not.
    pub fn note_read(&self, Outline { skipped, reading, .. }: &Outline) {
        let SkippedLines { lines, first, cut_line, has_arrays, .. } = skipped;
        if let Some(reading) = reading {
            self.note(&format!("read as {reading}"));
        }
        if let Some((number, text)) = first {
            let lines = counted(*lines, "other line");
            let hint = if *has_arrays { "; a log of boards begins with {\"boards\":\"steps\"}" } else { "" };
            self.note(&format!("{lines} skipped, the first: line {number}: {text}{hint}"));
        }
        if let Some(number) = cut_line {
            let what = if reading.is_some() { "the board in line" } else { "line" };
            self.note(&format!("{what} {number}, the last, is incomplete, and left out"));
        }
    }

    pub fn note(&self, text: &str) {
        report::note(text, self.job.recipe.quiet);
    }

    /// Makes a film of these frames.
    pub fn film(&self, plan: Plan, shots: impl Shots) -> Result<Made, CliError> {
        if self.destination.is_direct() {
            trial::end()?;
        }
        self.destination.catch_interrupts();
        let alt = AltText::default();
        let overwrite = Overwrite::by_force(self.job.recipe.force);
        let spec = OutputSpec { overwrite, stop: Some(interrupt::flag()), ..plan.output_spec.clone() };
        let beside = self.job.film.beside.clone();
        let film = |mut sinks: Sinks<'static>| {
            trial::end()?;
            sinks.others.push(Box::new(Progress::pictures(spec.frames, self.job.recipe.quiet)));
            sinks.others.extend(self.job.recipe.alt.then(|| alt.sink(&spec)));
            plan.film(shots, sinks)
        };
        let filmed = match &self.destination {
            Destination::StandardOutput => standard_output()
                .map_err(FilmError::from)
                .and_then(|out| film_to(out, &spec, beside, film))
                .map(|(_, filmed)| filmed),
            Destination::Path(path) => {
                film_to(FilmPath(path.clone()), &spec, beside, film).map(|(_, filmed)| filmed)
            }
        };
        let contents = if self.format.is_directory() { "pictures to " } else { "" };
        let summary = filmed.map_err(|error| self.destination.cannot_write(contents, error))?;
        Ok(Made { summary, alt, size: (spec.canvas.width, spec.canvas.height), fps: spec.options.fps })
    }

    /// Prints what the film shows, and how it is put on a page, if that is wanted.
    pub fn print_alt(&self, Made { alt, size: (width, height), .. }: &Made) -> Result<(), CliError> {
        let Destination::Path(path) = &self.destination else { return Ok(()) };
        if !self.job.recipe.alt {
            return Ok(());
        }
        let Recipe { poster, subtitles, .. } = &self.job.recipe;
        let (poster, subtitles) = (poster.as_deref(), subtitles.as_deref());
        let (format, width, height, alt) = (self.format, *width, *height, alt.get());
        print_alt(
            &Embed { path, format, width, height, alt, poster, subtitles },
            self.standard_output_is_used,
        )?;
        // An SVG stands still by itself, and a video waits.
        if format.loops() && !format.is_vector() && poster.is_none() {
            self.note("readers who ask for reduced motion see the film; --poster FILE adds a still for them");
        }
        Ok(())
    }

    /// Reports the film, and `shown`, what it shows.
    pub fn report(&self, Made { summary, fps, .. }: &Made, shown: &str) {
        if self.job.recipe.quiet {
            return;
        }
        let FilmSummary { frames, pictures, playing_time, bytes, .. } = *summary;
        let name = written(&self.destination.name(), self.replaces);
        let frames = if self.format.has_frame_rate() {
            let pictures = counted(pictures, "picture");
            format!("{}, {pictures} at {fps} fps", counted(frames, "frame"))
        } else if self.format == Format::Pptx {
            counted(pictures, "slide")
        } else if self.format == Format::Pdf {
            counted(pictures, "page")
        } else if pictures > frames {
            // With motion, pictures are shown between frames.
            format!("{}, {}", counted(frames, "frame"), counted(pictures, "picture"))
        } else {
            counted(pictures, "frame")
        };
        // Slides that follow a click have no time, and neither has an SVG of one frame.
        let is_still = !self.format.is_played() || self.format == Format::Svg && pictures == 1;
        let playing_time = if !is_still && !playing_time.is_zero() {
            format!("{}, ", report::time(playing_time))
        } else {
            String::new()
        };
        let (size, elapsed) = (DecimalBytes(bytes), report::time(self.began.elapsed()));
        let hint = report::hint(bytes, self.format);
        let lines = format!("{name}: {frames}, {playing_time}{size}\n{shown}in {elapsed}\n{hint}");
        report::print(self.standard_output_is_used, &lines);
        self.report_beside();
    }

    /// Reports the files beside the film.
    pub fn report_beside(&self) {
        for (FileBeside { kind, path }, replaces) in &self.beside {
            self.report_file(&Destination::new(path), kind.name(), *replaces);
        }
    }

    /// Reports a file that was written beside the film.
    pub fn report_file(&self, file: &Destination, contents: &str, replaces: bool) {
        let Destination::Path(path) = file else { return };
        if let Some(there) = fs::metadata(path).ok().filter(|_| !self.job.recipe.quiet) {
            let (name, size) = (written(&file.name(), replaces), DecimalBytes(there.len()));
            report::print(self.standard_output_is_used, &format!("{name}: {contents}, {size}\n"));
        }
    }

    /// Plans a film: first several times, to find options with which it has its limits, and notes what they give up.
    /// `plan` calls its last argument for each event, and `advised` adds advice to an error.
    pub fn planned<S: Shots>(
        &self,
        plan: impl Fn(&FilmOptions, &mut dyn FnMut()) -> Result<(Plan, S), FilmError>,
        advised: impl Fn(FilmError) -> CliError,
    ) -> Result<(Plan, S), CliError> {
        let (quiet, mut options) = (self.job.recipe.quiet, self.job.film.options.clone());
        if let Some(limits) = self.job.film.limits {
            let mut progress = Progress::counting("making it smaller", "attempts", quiet);
            let fitted = fit(limits, self.format, options, |options, limit| {
                progress.add(1);
                let (plan, shots) = plan(options, &mut || ())?;
                plan.attempt(shots, limit)
            });
            drop(progress);
            let fitted = fitted.map_err(&advised)?;
            let given_up: Vec<String> = fitted.reductions.iter().map(ToString::to_string).collect();
            if !given_up.is_empty() {
                self.note(&format!("made to fit with {}", given_up.join(", ")));
            }
            options = fitted.options;
        }
        let mut look_ahead = Progress::look_ahead(quiet);
        let planned = plan(&options, &mut || look_ahead.add(1));
        drop(look_ahead);
        let (plan, shots) = planned.map_err(advised)?;
        if plan.lacks_thumbnail() {
            self.note("the film shows no solution, so the thumbnail is its last frame");
        }
        Ok((plan, shots))
    }

    /// Reads a search, and plans its film, as [`FilmJob::planned`]; reads it once more for a thumbnail. `shorter` says how
    /// the search becomes shorter.
    pub fn plan<E: Into<FilmError>, I: Iterator<Item = Result<Entry, E>>>(
        &self,
        subject: &Subject,
        listing: Option<&Listing>,
        entries: impl Fn() -> I,
        shorter: &str,
    ) -> Result<(Plan, SearchShots<impl Iterator<Item = Result<Entry, FilmError>>>), CliError> {
        let entries = || Ok(until_interrupt(entries()));
        if self.job.film.limits.is_some() {
            // Many films are made before the first byte is written.
            self.destination.catch_interrupts();
        }
        let plan = |options: &FilmOptions, on_event: &mut dyn FnMut()| {
            let mut options = options.clone();
            options.panels.listing = listing.cloned();
            Plan::of_search(subject, &options, self.format, None, entries, on_event)
        };
        let (plan, shots) = self.planned(plan, |error| self.advised(error, subject, shorter))?;
        for panel in &plan.omitted {
            let advice = match panel {
                OmittedPanel::Code => &name_the_algorithm(subject),
                OmittedPanel::Tree => shorter,
            };
            self.note(&format!("{panel}; {advice}"));
        }
        Ok((plan, shots))
    }

    /// Adds advice to why a search cannot be filmed.
    fn advised(&self, error: FilmError, subject: &Subject, shorter: &str) -> CliError {
        match error {
            FilmError::NoListing => {
                CliError::Usage(anyhow!("--code: {error}; {}", name_the_algorithm(subject)))
            }
            // An excerpt makes a short deck.
            error @ FilmError::Schedule(ScheduleError::TooManyFrames { .. })
                if self.format == Format::Pptx =>
            {
                with_advice(error, &self.job.recipe, &format!("--select STEPS takes some of them, {shorter}"))
            }
            error => with_advice(error, &self.job.recipe, shorter),
        }
    }

    /// Films a search, and reports. The algorithm is that whose events all of it are.
    pub fn film_search<I: Iterator<Item = Result<Entry, FilmError>>>(
        &self,
        plan: Plan,
        shots: SearchShots<I>,
        algorithm: Option<Algorithm>,
    ) -> Result<(), CliError> {
        let made = self.film(plan, shots)?;
        self.report(&made, &format!("{}, ", report::of_search(&made.summary.tally, algorithm)));
        self.print_alt(&made)
    }
}

/// The entries, up to an interrupt.
fn until_interrupt<E: Into<FilmError>>(
    entries: impl Iterator<Item = Result<Entry, E>>,
) -> impl Iterator<Item = Result<Entry, FilmError>> {
    entries.map(|entry| {
        interrupt::check()?;
        entry.map_err(E::into)
    })
}

fn name_the_algorithm(subject: &Subject) -> String {
    let size = subject.size();
    format!(
        "if it is one of 'queenreel algorithms', start the log with a line like \
         {{\"queens\":{size},\"algorithm\":\"backtracking\"}}, or give its own \"code\""
    )
}

/// Adds advice on options to an error. `shorter` says how the search becomes shorter.
pub fn with_advice(error: FilmError, recipe: &Recipe, shorter: &str) -> CliError {
    let longer = if recipe.hold.is_some() { ", or leave out --hold" } else { "" };
    CliError::Usage(match error {
        FilmError::Schedule(ScheduleError::TooManyFrames { .. }) => anyhow!(
            "{error}\n  --every K shows one of K steps, --duration TIME leaves out as many as necessary, \
             {shorter}, and --max-frames K allows more"
        ),
        FilmError::Encode(EncodeError::OnePicture { .. }) => {
            let output = recipe.output.as_deref().filter(|path| Still::Frame.of_path(path).is_some());
            let picture = output.unwrap_or(Path::new("frame.png"));
            let (directory, picture) = (shown(&picture.with_extension("")), shown(picture));
            anyhow!(
                "{error}: choose one with --select K; PNG frames need a directory, like '{directory}/', an animated PNG \
                 --format apng, and --poster '{picture}' adds one picture to a film"
            )
        }
        FilmError::Schedule(ScheduleError::TooManyAlwaysShown { .. }) => {
            anyhow!("{error}\n  {shorter}, and --max-frames K allows more")
        }
        FilmError::Schedule(ScheduleError::TooShort { .. }) => {
            let cards = recipe.intro.is_some()
                || recipe.outro.is_some()
                || recipe.place.is_some_and(|place| place.cards().is_some());
            let cards = if cards { ", of which --intro and --outro are part" } else { "" };
            anyhow!("{error}; give a longer --duration{cards}{longer}")
        }
        FilmError::Schedule(ScheduleError::TooLong { .. })
        | FilmError::Tree(TreeError::TooLarge)
        | FilmError::EndlessRun { .. } => anyhow!("{error}; {shorter}"),
        FilmError::Tree(TreeError::None) => anyhow!("--tree: {error}"),
        error => return error.into(),
    })
}
