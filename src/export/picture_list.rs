//! Lists of the pictures of a series: file names and manifests.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Deserialize;

use crate::encode::{MarkedWriter, PROGRAM};

use super::Series;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureList {
    /// JSON manifest of what each picture shows.
    Manifest,
    /// Script for ffmpeg's `concat` demuxer with the time of each picture; ffmpeg rounds the start
    /// of a frame to a multiple of 1/25 s:
    ///
    /// ```sh
    /// ffmpeg -i frames.ffconcat -vf "fps=25,crop=trunc(iw/2)*2:trunc(ih/2)*2" -pix_fmt yuv420p film.mp4
    /// ```
    FfmpegScript,
    /// Timeline for LaTeX's package `animate`: a line of text for each frame, with the frame rate where it
    /// changes. The rate of `\animategraphics` then has no effect:
    ///
    /// ```tex
    /// \animategraphics[controls, timeline=frames.timeline]{1}{frame-}{0001}{0057}
    /// ```
    LatexTimeline,
}

impl PictureList {
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Manifest => "json",
            Self::FfmpegScript => "ffconcat",
            Self::LatexTimeline => "timeline",
        }
    }
}

/// Returns the end of a manifest, with the file mark.
pub fn end_of_manifest(name: &[u8]) -> Vec<u8> {
    [b"\n],\n\"mark\": \"", name, b"\"\n}\n"].concat()
}

/// Writes the manifest of a directory whose pictures are being replaced.
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

/// Returns the files that a manifest lists; empty if `text` is not a manifest.
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
