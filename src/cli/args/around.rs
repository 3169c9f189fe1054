//! What a film shows besides its frames.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;

use crate::cli::error::CliError;
use crate::cli::values;
use crate::encode::Format;
use crate::film::{FilmOptions, Thumbnail};

#[derive(Debug, Clone, Args)]
pub struct AroundArgs {
    /// Show a card before the first frame for this time: the title (that of --title, or else what is filmed)
    /// and the task. Its time and that of --outro are part of --duration, and --speed does not change them
    #[arg(long, value_name = "TIME", value_parser = values::card_time, allow_hyphen_values = true)]
    pub intro: Option<Duration>,

    /// Show a card after the last frame for this time: the last solution, or else the last board, and the
    /// counters; of a race, the solvers in their order of finish
    #[arg(long, value_name = "TIME", value_parser = values::card_time, allow_hyphen_values = true)]
    pub outro: Option<Duration>,

    /// Choose what previews show: the first frame with a solution (the last frame if there is none), the first
    /// frame, or step K, counted as by --select. The film begins with it, for 20ms or one picture of a video,
    /// and it is the picture of --poster [default: first; of --poster the last solution]
    #[arg(long, value_name = "solution|first|K", allow_hyphen_values = true)]
    pub thumbnail: Option<Thumbnail>,
}

impl AroundArgs {
    /// Adds them to the options of a film in this format. Those that the format does not have are errors; any film
    /// with a poster may have a thumbnail.
    pub fn add_to(
        &self,
        options: FilmOptions,
        format: Format,
        has_poster: bool,
    ) -> Result<FilmOptions, CliError> {
        let Self { intro, outro, thumbnail } = *self;
        let given = [
            ("--intro", intro.is_some(), ""),
            ("--outro", outro.is_some(), ""),
            ("--thumbnail", thumbnail.is_some() && !has_poster, "; with --poster FILE it is that picture"),
        ];
        match given.into_iter().find(|(_, is_given, _)| *is_given && !format.is_animation()) {
            Some((option, _, instead)) => {
                let formats = Format::available().filter(|format| format.is_animation());
                let formats = formats.map(|format| format.to_string()).collect::<Vec<_>>().join(", ");
                Err(CliError::Usage(anyhow!("{option} is for {formats}, not for {format}{instead}")))
            }
            None => Ok(FilmOptions { intro, outro, thumbnail, ..options }),
        }
    }
}
