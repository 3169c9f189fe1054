//! Which file or directory the output goes to, and in which format.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use queenreel::encode::{EncodeError, Format};

use super::failure::Failure;

/// Where output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    StandardOutput(Format),
    File(PathBuf, Format),
    Frames(PathBuf),
}

/// The name that stands for standard output.
pub const DASH: &str = "-";

impl Target {
    /// The target of a film: `output` as it was given, or a default name that begins with `stem`.
    pub fn of_film(output: Option<&Path>, format: Option<Format>, stem: &str) -> Result<Self, Failure> {
        let dash = output == Some(Path::new(DASH));
        let named = output.filter(|_| !dash).map(|path| Format::of_path(path).ok_or(path));
        let format = match (format, named) {
            (Some(format), _) | (None, Some(Ok(format))) => format,
            (None, Some(Err(path))) => return Err(Failure::Usage(unknown_format(path))),
            (None, None) => Format::Gif,
        };
        match output {
            _ if format.missing_feature().is_some() => Err(Failure::Usage(left_out(format))),
            Some(_) if dash && format.is_directory() => {
                Err(Failure::Usage(anyhow!("{format} need a directory, not standard output: -o DIRECTORY/")))
            }
            Some(_) if dash => Ok(Self::StandardOutput(format)),
            Some(path) if format.is_directory() => Ok(Self::Frames(path.to_owned())),
            Some(path) => Ok(Self::File(path.to_owned(), format)),
            None if format.is_directory() => Ok(Self::Frames(Path::new("output").join(stem))),
            None => {
                let name = format!("{stem}.{}", format.extension());
                Ok(Self::File(Path::new("output").join(name), format))
            }
        }
    }

    pub fn format(&self) -> Format {
        match self {
            Self::StandardOutput(format) | Self::File(_, format) => *format,
            Self::Frames(_) => Format::PngFrames,
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
             end it in {} for an animation or a video, in / for a directory of PNG frames, or add --format",
            Format::ALL
                .into_iter()
                .filter(|format| !format.is_directory())
                .map(|format| format!(".{}", format.extension()))
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}

fn left_out(format: Format) -> anyhow::Error {
    let feature = format.missing_feature().unwrap_or_default();
    anyhow!("{}", EncodeError::LeftOut { format, feature })
}
