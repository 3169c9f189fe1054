//! Arguments of every command that makes a film.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::{Args, ValueEnum};
use queenreel::encode::{Plays, Quality};
use queenreel::record::Detail;

use super::super::values;

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
    /// Time of each frame [default: 20ms to 500ms, the longer the film the shorter]
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
