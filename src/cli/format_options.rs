//! Options of formats: given only where they matter.

use anyhow::anyhow;
use queenreel::encode::{DEFAULT_FPS, Format, Options};

use super::args::FormatArgs;
use super::failure::Failure;

impl FormatArgs {
    /// Each option, and whether it was given.
    pub fn given(&self) -> [(&'static str, bool); 4] {
        [
            ("--loop", self.plays.is_some()),
            ("--full-frames", self.full_frames),
            ("--fps", self.fps.is_some()),
            ("--quality", self.quality.is_some()),
        ]
    }

    /// The options for a film of so many frames. One that the format has no use for is a mistake:
    /// whoever gives it expects it to matter.
    pub fn options(&self, format: Format, frames: u64) -> Result<Options, Failure> {
        let matters: [fn(Format) -> bool; 4] = [
            Format::loops,
            |format| format == Format::Gif,
            Format::has_frame_rate,
            |format| format == Format::Mp4,
        ];
        let mut given = self.given().into_iter().zip(matters).filter(|((_, given), _)| *given);
        if let Some(((option, _), matters)) = given.find(|(_, matters)| !matters(format)) {
            let formats =
                Format::ALL.into_iter().filter(|format| matters(*format)).map(|format| format.to_string());
            let formats = formats.collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(anyhow!("{option} is for {formats}, not for {format}")));
        }
        Ok(Options {
            plays: self.plays.unwrap_or_default(),
            full_frames: self.full_frames,
            fps: self.fps.unwrap_or(DEFAULT_FPS),
            quality: self.quality.unwrap_or_default(),
            frames,
        })
    }
}
