//! Lists of the pictures of a series, which are files beside them.

use std::io::{self, Write};
use std::time::Duration;

use super::manifest::Manifest;
use super::{FileNames, listed_time};
use crate::board::{BoardSize, SquareNames};
use crate::encode::MarkedWriter;
use crate::record::Shot;

/// How long ffmpeg shows a PNG by itself, in microseconds.
const PNG_MICROS: u128 = 40_000;

/// Readers of PDF count time in milliseconds.
const SHORTEST_MICROS: u128 = 1_000;

/// A file beside the pictures of a series that lists them for another program.
///
/// ```
/// use queenreel::board::{BoardSize, SquareNames};
/// use queenreel::export::{PictureList, Series};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (size, names) = (BoardSize::new(8)?, Series::Frames.names(0));
/// let starts = [(PictureList::FfmpegScript, "ffconcat version 1.0\n"), (PictureList::LatexTimeline, "%")];
/// for (list, start) in starts {
///     let mut text = Vec::new();
///     list.begin(&mut text, size, SquareNames::Chess, names)?.finish()?;
///     assert!(text.starts_with(start.as_bytes()));
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureList {
    /// What each picture shows: JSON.
    Manifest,
    /// How long each picture is shown: a script for ffmpeg's `concat` demuxer, which rounds the time at which a
    /// frame begins to a multiple of 1/25 s:
    ///
    /// ```sh
    /// ffmpeg -i frames.ffconcat -vf "fps=25,crop=trunc(iw/2)*2:trunc(ih/2)*2" -pix_fmt yuv420p film.mp4
    /// ```
    FfmpegScript,
    /// How long each picture is shown: a timeline for LaTeX's package `animate`, with a line for each frame, and its
    /// frame rate if that is another than before. The rate of `\animategraphics` has no effect then:
    ///
    /// ```tex
    /// \animategraphics[controls, timeline=frames.timeline]{1}{frame-}{0001}{0057}
    /// ```
    LatexTimeline,
}

/// Writes a list of pictures.
pub trait ListWriter {
    /// Adds the next picture.
    ///
    /// # Errors
    /// When the writer fails.
    fn add(&mut self, shot: &Shot<'_>) -> io::Result<()>;

    /// So much time passes without a picture that is listed.
    ///
    /// # Errors
    /// When the writer fails.
    fn pass(&mut self, time: Duration) -> io::Result<()> {
        let _ = time;
        Ok(())
    }

    /// Completes the list.
    ///
    /// # Errors
    /// When the writer fails.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

impl PictureList {
    /// The ending of the file name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Manifest => "json",
            Self::FfmpegScript => "ffconcat",
            Self::LatexTimeline => "timeline",
        }
    }

    /// Starts the list of pictures of boards of this size, whose captions have these names of squares.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin<'a>(
        self,
        out: impl Write + Send + 'a,
        size: BoardSize,
        squares: SquareNames,
        names: FileNames,
    ) -> io::Result<Box<dyn ListWriter + Send + 'a>> {
        Ok(match self {
            Self::Manifest => Box::new(Manifest::begin(out, size, squares, names)?),
            Self::FfmpegScript => {
                let mut out = MarkedWriter::new(out);
                out.write_all(b"ffconcat version 1.0\n")?;
                Box::new(LineWriter { out, lines: ffmpeg_lines(names), comment: b"# " })
            }
            Self::LatexTimeline => {
                Box::new(LineWriter { out: MarkedWriter::new(out), lines: latex_lines(), comment: b"% " })
            }
        })
    }
}

/// Writes lines for each picture.
struct LineWriter<W, L> {
    out: MarkedWriter<W>,
    lines: L,
    /// What begins a comment, in which the mark is.
    comment: &'static [u8],
}

impl<W: Write, L: FnMut(&Shot<'_>) -> String> ListWriter for LineWriter<W, L> {
    fn add(&mut self, shot: &Shot<'_>) -> io::Result<()> {
        self.out.write_all((self.lines)(shot).as_bytes())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.close(|name| [self.comment, name, b"\n"].concat()).map(drop)
    }
}

/// The lines of ffmpeg's script.
fn ffmpeg_lines(names: FileNames) -> impl FnMut(&Shot<'_>) -> String {
    let mut pictures = 0;
    move |shot| {
        pictures += 1;
        let micros = listed_time(shot.shown_for).as_micros();
        let name = names.name(pictures);
        let file = |micros: u128| format!("file {name}\nduration {}\n", micros as f64 / 1e6);
        if shot.is_last && micros > PNG_MICROS {
            let why = "# The last file is here twice, since ffmpeg ignores the last duration.\n";
            return [why, &file(micros - PNG_MICROS), &file(PNG_MICROS)].concat();
        }
        file(micros)
    }
}

/// The lines of a timeline.
fn latex_lines() -> impl FnMut(&Shot<'_>) -> String {
    let (mut pictures, mut last) = (0_u64, None);
    move |shot| {
        let micros = listed_time(shot.shown_for).as_micros().max(SHORTEST_MICROS);
        let changed = last.replace(micros) != Some(micros);
        let rate = if changed { (1e6 / micros as f64).to_string() } else { String::new() };
        pictures += 1;
        format!(":{rate}:{}\n", pictures - 1)
    }
}
