//! Arguments of every command that makes a film.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use crate::encode::{DEFAULT_FPS, EncodeOption, EncodeOptions, Format, Motion, Plays};
use crate::film::{BesideKind, FileBeside, FilmOptions, PanelOptions};
use crate::page::BoardStyle;
use crate::record::{DEFAULT_MAX_FRAMES, Detail, ScheduleOptions, Speed, Timing};
use anyhow::anyhow;
use clap::Args;

use super::around::AroundArgs;
use super::limits::LimitArgs;
use super::look::StyleArgs;
use super::names::{extensions, formats_with};
use super::picture::PictureArgs;
use crate::cli::destination::{Destination, is_png};
use crate::cli::error::CliError;
use crate::cli::places::Place;
use crate::cli::still::Still;
use crate::cli::values;
use crate::words::listed;

#[derive(Debug, Args)]
pub struct OutputArgs {
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_parser = values::poster, help = poster_help("the last solution, or else the last frame"))]
    pub poster: Option<PathBuf>,

    /// Also write the captions with their times, as WebVTT: subtitles for a video
    #[arg(long, value_name = "FILE.vtt", value_parser = values::subtitles)]
    pub subtitles: Option<PathBuf>,

    /// Also write all steps in words, as Markdown
    #[arg(long, value_name = "FILE.md", value_parser = values::transcript)]
    pub transcript: Option<PathBuf>,

    /// Also print what it shows, in words, and HTML that puts it on a web page
    #[arg(long)]
    pub alt: bool,

    /// Also replace a file that queenreel has not written, or write to a directory that has others;
    /// files of its own need no --force
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

impl OutputArgs {
    /// The files beside the film.
    pub fn beside(&self) -> Vec<FileBeside> {
        let file = |kind| {
            let path = match kind {
                BesideKind::Poster => &self.poster,
                BesideKind::Subtitles => &self.subtitles,
                BesideKind::Transcript => &self.transcript,
            };
            Some(FileBeside { kind, path: path.clone()? })
        };
        BesideKind::ALL.into_iter().filter_map(file).collect()
    }
}

#[derive(Debug, Args)]
pub struct FilmArgs {
    #[command(flatten)]
    pub output: OutputArgs,

    /// Write this format, where the name of the output has no ending [default: that of the ending]
    #[arg(long, value_name = "FORMAT", value_parser = values::format())]
    pub format: Option<Format>,

    #[command(flatten, next_help_heading = "Limits")]
    pub limits: LimitArgs,

    #[command(flatten, next_help_heading = "Pace")]
    pub pace: PaceArgs,

    #[command(flatten, next_help_heading = "Around the film")]
    pub around: AroundArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,

    #[command(flatten, next_help_heading = "Format")]
    pub format_options: FormatArgs,
}

#[derive(Debug, Args)]
pub struct PaceArgs {
    /// Time of each frame, the same for all [default: by what happens; in a race and where the pace is even, 30s divided
    /// by the number of frames, from 20ms to 500ms; with captions 2min, to 1s]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub delay: Option<Duration>,

    /// Time of each solution and of the last frame
    /// [default: by what happens; in a race and where the pace is even, ten times the delay, 200ms to 2s, and 3s for the
    /// last frame]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub hold: Option<Duration>,

    /// Time of the first frame [default: by what happens, or that of each frame]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub start_hold: Option<Duration>,

    /// How fast the film plays, from 0.01x to 100x: 2x halves all times, and 0.5x doubles them
    #[arg(long, value_name = "2x", conflicts_with = "duration", allow_hyphen_values = true)]
    pub speed: Option<Speed>,

    /// Time of the whole film: all times become longer or shorter, and frames are left out if there are too many
    #[arg(long, value_name = "TIME", value_parser = values::film_time, conflicts_with_all = ["delay", "start_hold"], allow_hyphen_values = true)]
    pub duration: Option<Duration>,

    /// Show one of every K steps; solutions and the last state are always shown
    #[arg(long, value_name = "K", value_parser = values::number, allow_negative_numbers = true)]
    pub every: Option<NonZeroU64>,

    #[arg(long, value_name = "K", value_parser = values::number, allow_negative_numbers = true, help = max_frames_help())]
    pub max_frames: Option<NonZeroU64>,
}

#[derive(Debug, Args)]
pub struct FormatArgs {
    #[arg(long = "loop", value_name = "TIMES", value_parser = values::plays, allow_negative_numbers = true, help = plays_help())]
    pub plays: Option<Plays>,

    #[arg(long, help = full_frames_help())]
    pub full_frames: bool,

    #[arg(long, value_name = "RATE", value_parser = values::fps, allow_negative_numbers = true, help = fps_help())]
    pub fps: Option<NonZeroU32>,

    #[arg(long, help = advance_help())]
    pub advance: bool,

    #[command(flatten)]
    pub picture: PictureArgs,

    #[arg(long, value_name = "MOTION", value_parser = values::one_of(Motion::ALL, Motion::name), help = motion_help())]
    pub motion: Option<Motion>,
}

/// The help of `--poster`, which shows this.
pub fn poster_help(what: &str) -> String {
    format!("Also write {what}, or the frame of --thumbnail, as a picture: FILE{}", Still::Poster.endings())
}

/// The help of `--output`, with its default in `output/`.
pub fn film_output(default: &str) -> String {
    format!(
        "Where to write: FILE{}, FILE{} for one frame, DIRECTORY/ for PNG frames, or - for standard output \
         [default: output/{default}]",
        extensions(),
        Still::Frame.endings()
    )
}

/// More slides than this need --max-frames: people click through them.
pub const MAX_SLIDES: u64 = 300;

/// The most steps of an HTML page without `--max-frames`.
const MAX_STEPS: u64 = 1_000_000;

fn max_frames_help() -> String {
    format!(
        "Maximum number of frames [default: {DEFAULT_MAX_FRAMES}, of slides {MAX_SLIDES}, and of steps of an HTML page \
         {MAX_STEPS}]"
    )
}

fn plays_help() -> String {
    let formats = formats_with(EncodeOption::Plays);
    format!("How often a {formats} plays: forever, once, or a number of times [default: forever]")
}

fn full_frames_help() -> String {
    let formats = formats_with(EncodeOption::FullFrames);
    format!("Write every frame of a {formats} whole, for programs that mishandle partial frames; much larger")
}

fn fps_help() -> String {
    format!("Frames per second of an {}, from 1 to 60 [default: 30]", formats_with(EncodeOption::Fps))
}

fn advance_help() -> String {
    let formats = formats_with(EncodeOption::Advance);
    format!("Show each slide of a {formats} for the time of its frame [default: the next follows a click]")
}

fn motion_help() -> String {
    let formats = formats_with(EncodeOption::Motion);
    format!(
        "How frames of a {formats} follow each other: with soft motion, queens settle and lines grow; frames shorter \
         than 120ms have none [default: soft in an MP4 and on an HTML page, none otherwise]"
    )
}

impl FilmArgs {
    /// The format that is asked for: of PNG one picture, if the output is a file. Without an output, that of the
    /// place.
    pub fn format(&self) -> Option<Format> {
        let output = self.output.output.as_deref().map(Destination::new);
        let is_file = match &output {
            Some(Destination::Path(path)) => is_png(path) && !path.is_dir(),
            Some(Destination::StandardOutput) => true,
            None => false,
        };
        let of_place = || self.limits.format().filter(|_| self.output.output.is_none());
        let format = self.format.or_else(of_place);
        if is_file && format == Some(Format::PngFrames) { Some(Format::Png) } else { format }
    }

    /// What is around the frames, with the cards of the place.
    pub fn around(&self) -> AroundArgs {
        let AroundArgs { intro, outro, thumbnail } = self.around;
        let cards = self.limits.place.and_then(Place::cards);
        AroundArgs { intro: intro.or(cards), outro: outro.or(cards), thumbnail }
    }

    /// Refuses times that only a film has.
    pub fn check_times(&self, format: Format) -> Result<(), CliError> {
        let PaceArgs { start_hold, speed, duration, .. } = self.pace;
        let given = [
            ("--start-hold", start_hold.is_some()),
            ("--speed", speed.is_some()),
            // Pages are left out as frames are.
            ("--duration", duration.is_some() && format.is_still()),
        ];
        let what = if format.is_still() { "one" } else { "pages of a" };
        match given.into_iter().find(|(_, is_given)| *is_given && !format.is_played()) {
            Some((option, _)) => {
                Err(CliError::Usage(anyhow!("{option} is for films, not for {what} {format}")))
            }
            None => Ok(()),
        }
    }

    /// The maximum number of frames of this format.
    pub fn max_frames(&self, format: Format) -> u64 {
        let usual = if format == Format::Pptx {
            MAX_SLIDES
        } else if format == Format::Html {
            MAX_STEPS
        } else {
            DEFAULT_MAX_FRAMES
        };
        self.pace.max_frames.map_or(usual, NonZeroU64::get)
    }

    /// The options of a film in this format, without those that only the format has.
    pub fn options(&self, format: Format, detail: Option<Detail>, panels: PanelOptions) -> FilmOptions {
        let PaceArgs { delay, hold, start_hold, speed, duration, every, max_frames: _ } = self.pace;
        let max_frames = self.max_frames(format);
        let timing = Timing { speed: speed.unwrap_or_default(), start_hold };
        let schedule = ScheduleOptions {
            delay,
            hold,
            duration,
            every,
            max_frames,
            timing,
            ..ScheduleOptions::default()
        };
        let style = self.style.style();
        let page = style.page.or_else(|| self.limits.canvas());
        FilmOptions {
            detail,
            schedule,
            style: BoardStyle { page, ..style },
            panels,
            ..FilmOptions::default()
        }
    }
}

impl FormatArgs {
    /// The options that were given, with their names.
    pub fn given(&self) -> impl Iterator<Item = (EncodeOption, &'static str)> {
        let options = [
            (EncodeOption::Plays, "--loop", self.plays.is_some()),
            (EncodeOption::FullFrames, "--full-frames", self.full_frames),
            (EncodeOption::Fps, "--fps", self.fps.is_some()),
            (EncodeOption::Advance, "--advance", self.advance),
            (EncodeOption::Motion, "--motion", self.motion.is_some()),
        ];
        let given =
            options.into_iter().filter_map(|(option, name, is_given)| is_given.then_some((option, name)));
        given.chain(self.picture.given())
    }

    /// The options of the format. Giving an option that neither the format nor that of a poster has is an error.
    pub fn encode_options(&self, format: Format, poster: Option<Format>) -> Result<EncodeOptions, CliError> {
        let is_taken = |option| format.takes(option) || poster.is_some_and(|poster| poster.takes(option));
        if let Some((option, name)) = self.given().find(|(option, _)| !is_taken(*option)) {
            let formats = Format::available().filter(|format| format.takes(option));
            let formats = listed(formats, "or");
            let is_rate = option == EncodeOption::Fps && !format.is_still();
            let instead = if is_rate { "; --delay sets the time of each frame" } else { "" };
            return Err(CliError::Usage(anyhow!("{name} is for {formats}, not for {format}{instead}")));
        }
        Ok(EncodeOptions {
            plays: self.plays.unwrap_or_default(),
            full_frames: self.full_frames,
            fps: self.fps.unwrap_or(DEFAULT_FPS),
            advance: self.advance,
            motion: self.motion,
            ..self.picture.encode_options()
        })
    }
}
