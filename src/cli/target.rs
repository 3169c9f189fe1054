//! Which file or directory the output goes to, and in which format.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use queenreel::encode::Format;

use super::failure::Failure;

/// Where output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    StandardOutput,
    File(PathBuf),
    Frames(PathBuf),
}

/// The name that stands for standard output.
pub const DASH: &str = "-";

impl Target {
    /// The target of a film: `output` as it was given, or a default name that begins with `stem`.
    pub fn of_film(output: Option<&Path>, format: Option<Format>, stem: &str) -> Result<Self, Failure> {
        let Some(path) = output else {
            return Ok(match format {
                Some(Format::PngFrames) => Self::Frames(Path::new("output").join(stem)),
                Some(Format::Gif) | None => Self::File(Path::new("output").join(format!("{stem}.gif"))),
            });
        };
        let dash = path == Path::new(DASH);
        match format.or_else(|| if dash { Some(Format::Gif) } else { Format::of_path(path) }) {
            Some(Format::Gif) if dash => Ok(Self::StandardOutput),
            Some(Format::Gif) => Ok(Self::File(path.to_owned())),
            Some(Format::PngFrames) if dash => Err(Failure::Usage(anyhow!(
                "PNG frames need a directory, not standard output: -o DIRECTORY/"
            ))),
            Some(Format::PngFrames) => Ok(Self::Frames(path.to_owned())),
            None => Err(Failure::Usage(unknown_format(path))),
        }
    }
}

fn unknown_format(path: &Path) -> anyhow::Error {
    let shown = path.display();
    match path.extension() {
        Some(png) if png.eq_ignore_ascii_case("png") => anyhow!(
            "'{shown}' names one picture, and a film has many: \
             name a directory for PNG frames, like '{}/', or draw one position with 'queenreel board'",
            path.with_extension("").display()
        ),
        _ => anyhow!(
            "'{shown}' does not say which format to write: \
             end it in .gif for a GIF or in / for a directory of PNG frames, or add --format gif or --format png"
        ),
    }
}
