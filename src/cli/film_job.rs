//! Films: from the arguments to the files and the report.

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use indicatif::DecimalBytes;

use crate::encode::{EncodeError, Format};
use crate::export::{Embed, Overwrite, Series, is_own_series, parent};
use crate::film::{
    AltText, Attempt, ClampedTime, FileBeside, FilmError, FilmOptions, FilmPath, FilmSummary, OmittedPanel,
    Output, OutputSpec, PanelOptions, Plan, Sinks, Subject, Totals, film_to,
};
use crate::log::{Entry, SkippedLines};
use crate::record::{Detail, Narrator, Pace, ScheduleError, Selection};
use crate::search::{Listing, TreeError};
use crate::words::{counted, milliseconds, shown};

use super::args::{AroundArgs, FilmArgs, FormatArgs, OutputArgs, ViewArgs};
use super::destination::{Destination, standard_output, written};
use super::error::CliError;
use super::fit::fitted;
use super::progress::Progress;
use super::still::Still;
use super::{alt, inputs, interrupt, report};

/// The note where no solution can be the thumbnail.
pub const LACKS_THUMBNAIL: &str = "the film shows no solution, so the thumbnail is its last frame";

/// What a film shows, and the size of its pictures in pixels.
pub struct Shown {
    alt: AltText,
    width: u32,
    height: u32,
}

/// A film to be made: what all commands that make films have in common.
pub struct FilmJob<'a> {
    args: &'a OutputArgs,
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
    pub fn new(
        args: &'a OutputArgs,
        format: Option<Format>,
        series: Series,
        stem: &str,
    ) -> Result<Self, CliError> {
        let job = Self::unchecked(args, format, stem)?;
        let replaces = match &job.destination {
            Destination::Path(path) if job.format.is_directory() => {
                inputs::check(path, true)?;
                is_own_series(path, series)
            }
            file => file.check("", args.force, Overwrite::Own)?.replaces,
        };
        let mut beside = job.beside;
        for (FileBeside { kind, path }, replaces) in &mut beside {
            let contents = format!("the {} ", kind.name());
            *replaces = Destination::new(path).check(&contents, args.force, Overwrite::Own)?.replaces;
        }
        Ok(Self { replaces, beside, ..job })
    }

    /// A film to the output in the arguments, or by default to a file in `output/` called `stem`. What it
    /// would replace is not looked at.
    pub fn unchecked(args: &'a OutputArgs, format: Option<Format>, stem: &str) -> Result<Self, CliError> {
        let destination = args.output.as_deref().map(Destination::new);
        let format = match &destination {
            Some(Destination::Path(path)) => {
                FilmPath(path.clone()).format(format).map_err(|error| match error {
                    FilmError::UnknownFormat(_) => CliError::Usage(unknown_format(path, &error)),
                    error => error.into(),
                })?
            }
            Some(Destination::StandardOutput) | None => format.unwrap_or(Format::Gif),
        };
        if let Some(feature) = format.missing_feature() {
            return Err(FilmError::Encode(EncodeError::MissingFeature { format, feature }).into());
        }
        let destination = destination.unwrap_or_else(|| {
            let extension =
                if format.is_directory() { String::new() } else { format!(".{}", format.extension()) };
            // Written like this on every system.
            Destination::Path(format!("output/{stem}{extension}").into())
        });
        let standard_output_is_used = destination.is_standard_output();
        if standard_output_is_used && format.is_directory() {
            return Err(CliError::Usage(anyhow!(
                "{format} need a directory, not standard output: -o DIRECTORY/"
            )));
        }
        alt::check(args.alt, &destination)?;
        destination.check_terminal()?;
        let beside = args.beside();
        let job = Self {
            args,
            destination,
            format,
            began: Instant::now(),
            standard_output_is_used,
            replaces: false,
            beside: beside.into_iter().map(|file| (file, false)).collect(),
        };
        job.check_beside()?;
        Ok(job)
    }

    /// Refuses files beside the film that would overwrite it or each other.
    fn check_beside(&self) -> Result<(), CliError> {
        for (index, (FileBeside { kind, path }, _)) in self.beside.iter().enumerate() {
            let (shown, kind) = (shown(path), kind.name());
            let others = self.beside[..index].iter().map(|(other, _)| other);
            let same = others.filter(|other| Destination::new(path).is_same_place(&other.path));
            let other = same.map(|other| other.kind.name()).next();
            if let Some(other) = other.or(self.writes(path).then_some("film")) {
                return Err(CliError::Usage(anyhow!(
                    "the {kind} '{shown}' conflicts with the {other}; give it another path"
                )));
            }
        }
        Ok(())
    }

    /// Whether a file of this path would overwrite the film or a file beside it, or be overwritten.
    pub fn writes_any(&self, path: &Path) -> bool {
        let path_beside = |(file, _): &(FileBeside, bool)| Destination::new(path).is_same_place(&file.path);
        self.writes(path) || self.beside.iter().any(path_beside)
    }

    /// Whether a file of this path would overwrite the film or be overwritten.
    fn writes(&self, path: &Path) -> bool {
        self.destination.is_same_place(if self.format.is_directory() { parent(path) } else { path })
    }

    /// The options of a film of all frames, or of those that are selected, which suit its format.
    pub fn options(
        &self,
        args: &FilmArgs,
        detail: Option<Detail>,
        panels: PanelOptions,
        select: Option<&Selection>,
    ) -> Result<FilmOptions, CliError> {
        if args.pace.duration.is_some() && select.is_some_and(Selection::has_times) {
            return Err(CliError::Usage(anyhow!(
                "--select t=… names times of the whole film, and --duration is that of the excerpt: select steps, \
                 or leave out --duration"
            )));
        }
        args.check_times(self.format)?;
        args.limits.check(self.format, args.style.canvas, args.pace.duration)?;
        let options = args.options(self.format, detail, panels);
        let options = self.fit(options, &args.format_options, &args.around())?;
        Ok(FilmOptions { select: select.cloned(), ..options })
    }

    /// Adds the options of the format, and increases times that it cannot show, with a note.
    pub fn fit(
        &self,
        options: FilmOptions,
        format: &FormatArgs,
        around: &AroundArgs,
    ) -> Result<FilmOptions, CliError> {
        let mut options = around.add_to(options, self.format, self.args.poster.is_some())?;
        let poster = self.args.poster.as_deref().and_then(|path| Still::Poster.of_path(path));
        options.encode = format.encode_options(self.format, poster)?;
        self.check_subtitles(options.encode.advance)?;
        for raised in options.fit(self.format) {
            let (option, time) = match raised {
                ClampedTime::Delay(time) => ("--delay", time),
                ClampedTime::Hold(time) => ("--hold", time),
                ClampedTime::Intro(time) => ("--intro", time),
                ClampedTime::Outro(time) => ("--outro", time),
            };
            let time = milliseconds(time);
            let reason = if self.format.has_frame_rate() {
                "no frame is shorter at this --fps"
            } else {
                "browsers slow down faster animations"
            };
            self.note(&format!("{option} is raised to {time}: {reason}"));
        }
        Ok(options)
    }

    /// Refuses subtitles of what has no times; of slides only those that advance by themselves have.
    fn check_subtitles(&self, advances: bool) -> Result<(), CliError> {
        let (format, is_deck) = (self.format, self.format == Format::Pptx);
        if self.args.subtitles.is_none() || format.is_played() && (!is_deck || advances) {
            return Ok(());
        }
        let advice = if is_deck { " unless slides --advance" } else { "" };
        Err(CliError::Usage(anyhow!(
            "--subtitles are for films: {format} has no times{advice}; --transcript has the same words"
        )))
    }

    /// Says which lines of a log are not events.
    pub fn note_skipped(&self, SkippedLines { lines, first, cut_line, has_arrays, .. }: &SkippedLines) {
        if let Some((number, text)) = first {
            let lines = counted(*lines, "other line");
            let hint = if *has_arrays { "; a log of boards begins with {\"boards\":\"steps\"}" } else { "" };
            self.note(&format!("{lines} skipped, the first: line {number}: {text}{hint}"));
        }
        if let Some(number) = cut_line {
            self.note(&format!("line {number}, the last, is incomplete, and left out"));
        }
    }

    pub const fn is_quiet(&self) -> bool {
        self.args.quiet
    }

    pub fn note(&self, text: &str) {
        report::note(text, self.args.quiet);
    }

    /// Makes a film of this many pictures; `film` writes to the sinks. Returns what it shows, too.
    pub fn film<T>(
        &self,
        output_spec: OutputSpec,
        pictures: Option<u64>,
        film: impl FnOnce(Sinks<'static>) -> Result<T, FilmError>,
    ) -> Result<(T, Shown), CliError> {
        self.destination.catch_interrupts();
        let alt = AltText::default();
        let (width, height) = (output_spec.canvas.width, output_spec.canvas.height);
        let overwrite = Overwrite::by_force(self.args.force);
        let spec = OutputSpec { overwrite, stop: Some(interrupt::flag()), ..output_spec };
        let beside = self.args.beside();
        let film = |mut sinks: Sinks<'static>| {
            sinks.others.push(Box::new(Progress::pictures(pictures, self.args.quiet)));
            sinks.others.extend(self.args.alt.then(|| alt.sink(&spec)));
            film(sinks)
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
        let filmed = filmed.map_err(|error| self.destination.cannot_write(contents, error))?;
        Ok((filmed, Shown { alt, width, height }))
    }

    /// Prints what the film shows, and how it is put on a page, if that is wanted.
    pub fn print_alt(&self, Shown { alt, width, height }: &Shown) -> Result<(), CliError> {
        let Destination::Path(path) = &self.destination else { return Ok(()) };
        if !self.args.alt {
            return Ok(());
        }
        let OutputArgs { poster, subtitles, .. } = self.args;
        let (poster, subtitles) = (poster.as_deref(), subtitles.as_deref());
        let (format, width, height, alt) = (self.format, *width, *height, alt.get());
        alt::print(
            &Embed { path, format, width, height, alt, poster, subtitles },
            self.standard_output_is_used,
        )?;
        // An SVG stands still by itself, and a video waits.
        if format.loops() && !format.is_vector() && poster.is_none() {
            self.note("readers who ask for reduced motion see the film; --poster FILE adds a still for them");
        }
        Ok(())
    }

    /// Reports the film, at this frame rate if the format has one, and `shown`, what it shows.
    pub fn report(&self, totals: Totals, fps: NonZeroU32, shown: &str) {
        if self.args.quiet {
            return;
        }
        let Totals { frames, pictures, playing_time, bytes } = totals;
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
        if let Some(there) = fs::metadata(path).ok().filter(|_| !self.args.quiet) {
            let (name, size) = (written(&file.name(), replaces), DecimalBytes(there.len()));
            report::print(self.standard_output_is_used, &format!("{name}: {contents}, {size}\n"));
        }
    }

    /// Reads a search once, and fits a film to it; several times to find options with which it has its limits, and
    /// once more for a thumbnail. `shorter` says how the search becomes shorter.
    pub fn plan<E: Into<FilmError>, I: Iterator<Item = Result<Entry, E>>>(
        &self,
        args: &FilmArgs,
        view: &ViewArgs,
        subject: &Subject,
        listing: Option<&Listing>,
        entries: impl Fn() -> I,
        shorter: &str,
    ) -> Result<(Plan, OutputSpec), CliError> {
        let mut asked = self.options(args, view.detail, view.panels(), view.select.as_ref())?;
        asked.schedule.pace = view.pace.unwrap_or_default();
        let even = [
            ("--delay", args.pace.delay.is_some()),
            ("--every", args.pace.every.is_some_and(|every| every.get() > 1)),
        ];
        if let Some((option, _)) = even.into_iter().find(|(_, is_given)| *is_given)
            && view.pace == Some(Pace::Story)
        {
            let error = anyhow!("{option} gives all steps the same time: leave it out, or --pace story");
            return Err(CliError::Usage(error));
        }
        let entries = || until_interrupt(entries());
        if args.limits.limits().is_some() {
            // Many films are made before the first byte is written.
            self.destination.catch_interrupts();
        }
        let narrate = |narrator: Narrator| match listing {
            Some(listing) => narrator.with_listing(listing.clone()),
            None => narrator,
        };
        let advised = |error| self.advised(error, args, subject, shorter);
        let options = fitted(self, &args.limits, asked, |options, limit| {
            let plan =
                Plan::new(subject, options, self.format, narrate, entries())?.with_thumbnail(entries())?;
            let spec = plan.output_spec(subject, options, self.format);
            Attempt::of_search(plan, &spec, options, entries(), limit)
        });
        let options = options.map_err(advised)?;
        let mut look_ahead = Progress::look_ahead(self.args.quiet);
        let read = entries().inspect(|_| look_ahead.add(1));
        let plan = Plan::new(subject, &options, self.format, narrate, read);
        drop(look_ahead);
        let plan = plan.map_err(advised)?.with_thumbnail(entries()).map_err(advised)?;
        if plan.lacks_thumbnail() {
            self.note(LACKS_THUMBNAIL);
        }
        for panel in plan.omitted() {
            let advice = match panel {
                OmittedPanel::Code => &name_the_algorithm(subject),
                OmittedPanel::Tree => shorter,
            };
            self.note(&format!("{panel}; {advice}"));
        }
        let output_spec = plan.output_spec(subject, &options, self.format);
        Ok((plan, output_spec))
    }

    /// Adds advice to why a search cannot be filmed.
    fn advised(&self, error: FilmError, args: &FilmArgs, subject: &Subject, shorter: &str) -> CliError {
        match error {
            FilmError::NoListing => {
                CliError::Usage(anyhow!("--code: {error}; {}", name_the_algorithm(subject)))
            }
            // An excerpt makes a short deck.
            error @ FilmError::Schedule(ScheduleError::TooManyFrames { .. })
                if self.format == Format::Pptx =>
            {
                with_advice(error, args, &format!("--select STEPS takes some of them, {shorter}"))
            }
            error => with_advice(error, args, shorter),
        }
    }

    /// Films the entries, which are those of the look-ahead, and reports.
    pub fn film_search<E: From<CliError> + Into<FilmError>>(
        &self,
        (plan, output_spec): (Plan, OutputSpec),
        entries: impl Iterator<Item = Result<Entry, E>>,
    ) -> Result<(), CliError> {
        let entries = until_interrupt(entries);
        let (frames, is_complete) = (plan.frames(), plan.is_complete());
        let fps = output_spec.options.fps;
        let (FilmSummary { frames, pictures, playing_time, bytes, tally, .. }, shown) =
            self.film(output_spec, frames, |sinks| plan.film(entries, sinks))?;
        let totals = Totals { frames, pictures, playing_time, bytes };
        self.report(totals, fps, &format!("{}, ", report::of_search(&tally, is_complete)));
        self.print_alt(&shown)
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
pub fn with_advice(error: FilmError, args: &FilmArgs, shorter: &str) -> CliError {
    let longer = if args.pace.hold.is_some() { ", or leave out --hold" } else { "" };
    CliError::Usage(match error {
        FilmError::Schedule(ScheduleError::TooManyFrames { .. }) => anyhow!(
            "{error}\n  --every K shows one of K steps, --duration TIME leaves out as many as necessary, \
             {shorter}, and --max-frames K allows more"
        ),
        FilmError::Encode(EncodeError::OnePicture { .. }) => {
            let output = args.output.output.as_deref().filter(|path| Still::Frame.of_path(path).is_some());
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
            let around = args.around();
            let cards = around.intro.is_some() || around.outro.is_some();
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

fn unknown_format(path: &Path, error: &FilmError) -> anyhow::Error {
    let name = shown(path);
    let other = |extension: &str| shown(&path.with_extension(extension));
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let video = if Format::Mp4.missing_feature().is_none() { "mp4" } else { "gif" };
    match extension.as_str() {
        "mov" | "avi" | "mkv" | "m4v" | "wmv" => {
            anyhow!("films are not written as .{extension}; write '{}'", other(video))
        }
        "ppt" | "odp" | "key" => anyhow!(
            "slides are not written as .{extension}; write '{}', which other programs open",
            other("pptx")
        ),
        "webm" | "ogv" => anyhow!(
            "films are not written as .{extension}; write '{}', or convert with ffmpeg: \
             queenreel … --format y4m -o - | ffmpeg -i - '{name}'",
            other(video)
        ),
        _ => anyhow!("{error}, or add --format"),
    }
}
