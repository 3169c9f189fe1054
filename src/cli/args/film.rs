//! Arguments of every command that makes a film.

use std::io::{Write, stderr};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use crate::encode::{EncodeOption, EncodeOptions, Format, Plays, Quality};
use crate::film::{FilmOptions, Raised};
use crate::record::{DEFAULT_MAX_FRAMES, Detail, ScheduleError, ScheduleOptions};
use anyhow::{Error, anyhow};
use clap::Args;
use humantime::format_duration;

use super::look::StyleArgs;
use super::view::ViewArgs;
use crate::cli::error::CliError;
use crate::cli::values;

#[derive(Debug, Args)]
pub struct FilmArgs {
    /// Write this format, whatever the output is called
    #[arg(long, value_name = "FORMAT", value_parser = values::format())]
    pub format: Option<Format>,

    /// Write the last solution, or else the last frame, as a still to FILE.png as well
    #[arg(long, value_name = "FILE", value_parser = values::png)]
    pub poster: Option<PathBuf>,

    /// Replace frames that an earlier run left in the directory; other files stay
    #[arg(long)]
    pub force: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub steps: StepArgs,

    #[command(flatten, next_help_heading = "Pace")]
    pub pace: PaceArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,

    #[command(flatten, next_help_heading = "Beside the board")]
    pub view: ViewArgs,

    #[command(flatten, next_help_heading = "Format")]
    pub format_options: FormatArgs,
}

#[derive(Debug, Args)]
pub struct StepArgs {
    /// Which steps are shown: queens placed and taken away, or also every square tested
    /// [default: steps, or tests with --view lecture]
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,

    /// Show one step of every K; solutions and the last state always stay
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub every: NonZeroU64,

    /// The most frames there may be
    #[arg(long, value_name = "K", default_value_t = DEFAULT_MAX_FRAMES.try_into().unwrap_or(NonZeroU64::MAX), allow_negative_numbers = true)]
    pub max_frames: NonZeroU64,
}

#[derive(Debug, Args)]
pub struct PaceArgs {
    /// Time of each frame [default: 20ms to 500ms, to 1s with captions; the longer the film the shorter]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub delay: Option<Duration>,

    /// Time of each solution and of the last frame [default: 200ms to 2s, ten frames long]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub hold: Option<Duration>,

    /// Time of the whole film: sets the delay, and leaves out frames where there are too many
    #[arg(long, value_name = "TIME", value_parser = values::film_time, conflicts_with = "delay", allow_hyphen_values = true)]
    pub duration: Option<Duration>,
}

#[derive(Debug, Args)]
pub struct FormatArgs {
    /// How often a GIF, APNG or WebP plays: forever, once, or a number of times [default: forever]
    #[arg(long = "loop", value_name = "TIMES", value_parser = values::plays, allow_negative_numbers = true)]
    pub plays: Option<Plays>,

    /// Write every frame of a GIF whole, for programs that mishandle partial ones; much larger
    #[arg(long)]
    pub full_frames: bool,

    /// Pictures a second of an MP4 or Y4M, from 1 to 60 [default: 30]
    #[arg(long, value_name = "RATE", value_parser = values::fps, allow_negative_numbers = true)]
    pub fps: Option<NonZeroU32>,

    /// How much an MP4 keeps of the pictures, from 1 to 100 [default: 85]
    #[arg(long, value_name = "QUALITY", value_parser = values::quality, allow_negative_numbers = true)]
    pub quality: Option<Quality>,
}

impl FilmArgs {
    /// What is asked of the film. An option that the format does not have is an error.
    pub fn options(&self, format: Format) -> Result<FilmOptions, CliError> {
        let max_frames = self.steps.max_frames.get();
        let every = Some(self.steps.every);
        Ok(FilmOptions {
            detail: self.steps.detail,
            schedule: ScheduleOptions { every, max_frames, ..self.pace.schedule() },
            style: self.style.style(),
            panels: self.view.panels(),
            encode: self.format_options.encode_options(format)?,
        })
    }
}

impl PaceArgs {
    pub fn schedule(&self) -> ScheduleOptions {
        let Self { delay, hold, duration } = *self;
        ScheduleOptions { delay, hold, duration, ..ScheduleOptions::default() }
    }

    /// What to do about a film that cannot be that short.
    pub fn too_short(&self, error: &ScheduleError) -> Error {
        match self.hold {
            Some(_) => anyhow!("{error}; give a longer --duration, or leave out --hold"),
            None => anyhow!("{error}; give a longer --duration"),
        }
    }
}

impl FormatArgs {
    /// The options that were given, with their names.
    pub fn given(&self) -> impl Iterator<Item = (EncodeOption, &'static str)> {
        let is_given = |option| match option {
            EncodeOption::Plays => self.plays.is_some().then_some("--loop"),
            EncodeOption::FullFrames => self.full_frames.then_some("--full-frames"),
            EncodeOption::Fps => self.fps.is_some().then_some("--fps"),
            EncodeOption::Quality => self.quality.is_some().then_some("--quality"),
        };
        EncodeOption::ALL.into_iter().filter_map(move |option| Some((option, is_given(option)?)))
    }

    /// The choices of the format. An option that the format does not have is an error: whoever gives
    /// it expects an effect.
    pub fn encode_options(&self, format: Format) -> Result<EncodeOptions, CliError> {
        if let Some((option, name)) = self.given().find(|(option, _)| !format.takes(*option)) {
            let formats = Format::ALL.into_iter().filter(|format| format.takes(option));
            let formats = formats.map(|format| format.to_string()).collect::<Vec<_>>().join(", ");
            return Err(CliError::Usage(anyhow!("{name} is for {formats}, not for {format}")));
        }
        let default = EncodeOptions::default();
        Ok(EncodeOptions::default()
            .plays(self.plays.unwrap_or(default.plays))
            .full_frames(self.full_frames)
            .fps(self.fps.unwrap_or(default.fps))
            .quality(self.quality.unwrap_or(default.quality)))
    }

    /// Raises times that the format cannot show, with a note.
    pub fn fit(&self, options: &mut FilmOptions, format: Format, quiet: bool) {
        for raised in options.fit(format).into_iter().filter(|_| !quiet) {
            match raised {
                Raised::Delay(time) => note_raised("--delay", time, format),
                Raised::Hold(time) => note_raised("--hold", time, format),
            }
        }
    }
}

fn note_raised(option: &str, time: Duration, format: Format) {
    let time = format_duration(Duration::from_millis(time.as_micros().div_ceil(1000) as u64));
    let reason = if format.has_frame_rate() {
        "no picture is shorter at this --fps"
    } else {
        "browsers slow down animations that go faster"
    };
    let _ = writeln!(stderr(), "note: {option} is raised to {time}: {reason}");
}
