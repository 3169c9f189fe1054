//! Options of formats: given only where they matter.

use std::io::{Write, stderr};
use std::time::Duration;

use crate::encode::{DEFAULT_FPS, Format, Options};
use crate::record::{Pace, Wishes};
use anyhow::anyhow;
use humantime::format_duration;

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

    /// A time that the format can show, and browsers play as it is; raising it is said.
    pub fn raised(&self, name: &str, time: Duration, format: Format, quiet: bool) -> Duration {
        let shortest = self.shortest(format);
        if time < shortest && !quiet {
            let least = format_duration(Duration::from_millis(shortest.as_micros().div_ceil(1000) as u64));
            let reason = if format.has_frame_rate() {
                "no picture is shorter at this --fps"
            } else {
                "browsers slow down animations that go faster"
            };
            let _ = writeln!(stderr(), "note: {name} is raised to {least}: {reason}");
        }
        time.max(shortest)
    }

    /// The wishes, as far as the format can meet them.
    pub fn met(&self, mut wishes: Wishes, format: Format, quiet: bool) -> Wishes {
        // Files in a directory are shown by nobody, so they may have any time.
        if !format.is_directory() {
            wishes.shortest = self.shortest(format);
            for (name, time) in [("--delay", &mut wishes.delay), ("--hold", &mut wishes.hold)] {
                *time = time.map(|time| self.raised(name, time, format, quiet));
            }
        }
        wishes
    }

    /// The least time of a frame.
    pub fn shortest(&self, format: Format) -> Duration {
        format.shortest_frame(self.fps.unwrap_or(DEFAULT_FPS))
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

/// Refuses frames that last longer than the format can show one.
pub fn check_pace(pace: Pace, format: Format) -> Result<(), Failure> {
    let longest = pace.delay.max(pace.hold).max(pace.last);
    match format.longest_frame() {
        Some(limit) if longest > limit => Err(Failure::Usage(anyhow!(
            "a frame would be shown for {}, and one of {format} lasts at most {}; give a shorter --duration",
            humantime::format_duration(longest),
            humantime::format_duration(limit)
        ))),
        _ => Ok(()),
    }
}
