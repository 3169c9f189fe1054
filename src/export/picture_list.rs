//! Lists of the pictures of a series, which are files beside them.

use std::io::{self, Write};
use std::time::Duration;

use super::FileNames;
use super::ffmpeg_script::FfmpegScript;
use super::latex_timeline::LatexTimeline;
use super::manifest::Manifest;
use crate::board::{BoardSize, SquareNames};
use crate::record::Shot;

/// A file beside the pictures of a series that lists them for another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureList {
    /// What each picture shows: JSON.
    Manifest,
    /// How long each picture is shown: a script that ffmpeg makes a video of.
    FfmpegScript,
    /// How long each picture is shown: a timeline for LaTeX's package `animate`.
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
            Self::FfmpegScript => Box::new(FfmpegScript::begin(out, names)?),
            Self::LatexTimeline => Box::new(LatexTimeline::begin(out)),
        })
    }
}
