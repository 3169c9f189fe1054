//! The lists of the pictures of a series: their names, and what a manifest lists.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Deserialize;

use crate::encode::{MarkedWriter, PROGRAM};

use super::Series;

/// A file beside the pictures of a series that lists them for another program.
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

impl PictureList {
    /// The ending of the file name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Manifest => "json",
            Self::FfmpegScript => "ffconcat",
            Self::LatexTimeline => "timeline",
        }
    }
}

/// The end, with the mark.
pub fn end_of_manifest(name: &[u8]) -> Vec<u8> {
    [b"\n],\n\"mark\": \"", name, b"\"\n}\n"].concat()
}

/// Writes the manifest of a directory while the pictures of one film replace those of another.
///
/// # Errors
/// When the writer fails.
pub fn write_unfinished<'a>(
    out: impl Write,
    series: Series,
    pictures: impl Iterator<Item = &'a str>,
) -> io::Result<()> {
    let mut out = MarkedWriter::new(out);
    let files: Vec<String> = pictures.map(|file| format!("\n{{\"file\": \"{file}\"}}")).collect();
    let files = files.join(",");
    write!(out, "{{\n\"program\": \"{PROGRAM}\",\n\"unfinished\": true,\n\"{}\": [{files}", series.key())?;
    out.close(end_of_manifest).map(drop)
}

/// The files that a manifest lists; none if the text is not a manifest.
pub fn listed_files(text: &str) -> HashSet<String> {
    #[derive(Deserialize)]
    struct Picture {
        file: String,
    }
    #[derive(Deserialize)]
    struct Listing {
        #[serde(alias = "solutions", alias = "frames", alias = "pages")]
        pictures: Vec<Picture>,
    }
    let listing = serde_json::from_str(text).unwrap_or(Listing { pictures: Vec::new() });
    listing.pictures.into_iter().map(|picture| picture.file).collect()
}
