//! Scripts with which ffmpeg makes a video of PNG frames.

use std::io::{self, Write};

use super::{FileNames, ListWriter, listed_time};
use crate::encode::MarkedWriter;
use crate::record::Shot;

/// How long ffmpeg shows a PNG by itself, in microseconds.
const PNG_MICROS: u128 = 40_000;

/// Writes a script for ffmpeg's `concat` demuxer, with how long each frame is shown.
///
/// ffmpeg rounds the time at which a frame begins to a multiple of 1/25 s:
///
/// ```sh
/// ffmpeg -i frames.ffconcat -vf "fps=25,crop=trunc(iw/2)*2:trunc(ih/2)*2" -pix_fmt yuv420p film.mp4
/// ```
///
/// ```
/// use queenreel::export::{FfmpegScript, ListWriter, Series};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut script = Vec::new();
/// Box::new(FfmpegScript::begin(&mut script, Series::Frames.names(0))?).finish()?;
/// assert!(script.starts_with(b"ffconcat version 1.0\n"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct FfmpegScript<W> {
    out: MarkedWriter<W>,
    names: FileNames,
    pictures: u64,
}

impl<W: Write> FfmpegScript<W> {
    /// Starts the script.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin(out: W, names: FileNames) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        out.write_all(b"ffconcat version 1.0\n")?;
        Ok(Self { out, names, pictures: 0 })
    }

    fn add_file(&mut self, micros: u128) -> io::Result<()> {
        let (file, seconds) = (self.names.name(self.pictures), micros as f64 / 1e6);
        writeln!(self.out, "file {file}\nduration {seconds}")
    }
}

impl<W: Write> ListWriter for FfmpegScript<W> {
    fn add(&mut self, shot: &Shot<'_>) -> io::Result<()> {
        self.pictures += 1;
        let mut micros = listed_time(shot.shown_for).as_micros();
        if shot.is_last && micros > PNG_MICROS {
            writeln!(self.out, "# The last file is here twice, since ffmpeg ignores the last duration.")?;
            self.add_file(micros - PNG_MICROS)?;
            micros = PNG_MICROS;
        }
        self.add_file(micros)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.close(|name| [b"# ", name, b"\n"].concat()).map(drop)
    }
}
