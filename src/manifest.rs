//! `frames.json`: what each picture of a sequence shows.

use std::io::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::BoardSize;
use crate::encode::FrameNames;
use crate::record::{Frame, Moment};
use crate::search::Tally;

/// The manifest's file name, in the directory with the frames.
pub const FILE_NAME: &str = "frames.json";

/// Writes a manifest while the film is made: a line for each frame.
#[derive(Debug)]
pub struct Manifest<W> {
    out: W,
    names: FrameNames,
    frames: u64,
}

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    #[serde(flatten)]
    moment: Moment,
    seconds: f64,
    #[serde(flatten)]
    tally: Tally,
}

impl<W: Write> Manifest<W> {
    /// Begins the manifest of a film on a board of this size.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin(mut out: W, size: BoardSize, names: FrameNames) -> io::Result<Self> {
        write!(out, "{{\n\"size\": {size},\n\"frames\": [")?;
        Ok(Self { out, names, frames: 0 })
    }

    /// Adds the next frame.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn add(&mut self, frame: &Frame) -> io::Result<()> {
        self.frames += 1;
        let separator = if self.frames > 1 { ",\n" } else { "\n" };
        self.out.write_all(separator.as_bytes())?;
        let file = &self.names.name(self.frames);
        let seconds = seconds(frame.shown_for);
        serde_json::to_writer(
            &mut self.out,
            &Entry { file, moment: frame.moment, seconds, tally: frame.tally },
        )?;
        Ok(())
    }

    /// Completes the manifest.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.write_all(b"\n]\n}\n")?;
        self.out.flush()
    }
}

/// To the microsecond: more digits would only show how binary fractions end.
fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// The frames that a manifest names; other names are left out, whoever wrote them there.
///
/// # Errors
/// When the text is not a manifest.
pub fn frames_in(text: &str) -> Result<Vec<String>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Listed {
        frames: Vec<File>,
    }
    #[derive(Deserialize)]
    struct File {
        file: String,
    }
    let Listed { frames } = serde_json::from_str(text)?;
    Ok(frames.into_iter().map(|frame| frame.file).filter(|name| FrameNames::are_like(name)).collect())
}
