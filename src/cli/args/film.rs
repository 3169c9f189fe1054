//! Arguments of every command that makes a film.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use crate::encode::{Format, Plays, Quality};
use crate::record::{DEFAULT_MAX_FRAMES, Detail, Wishes};
use clap::{Args, ValueEnum};

use super::super::values;
use super::look::StyleArgs;
use super::view::ViewArgs;

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
    pub detail: Option<DetailName>,

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

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum DetailName {
    /// A frame for every queen placed or taken away
    Steps,
    /// A frame for every test as well, with the queen that attacks a refused square
    Tests,
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Self {
        match name {
            DetailName::Steps => Self::Steps,
            DetailName::Tests => Self::Tests,
        }
    }
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
    pub fn wishes(&self) -> Wishes {
        let usual = if self.view.is_lecture() { DetailName::Tests } else { DetailName::Steps };
        Wishes {
            detail: self.steps.detail.unwrap_or(usual).into(),
            captioned: self.view.has_caption(),
            delay: self.pace.delay,
            hold: self.pace.hold,
            duration: self.pace.duration,
            every: self.steps.every.get(),
            max_frames: self.steps.max_frames.get(),
            ..Wishes::default()
        }
    }
}
