//! Which file or directory a film goes to, and in which format.

use std::path::{Path, PathBuf};

use crate::encode::{EncodeError, Format};
use anyhow::anyhow;

use super::failure::Failure;
use super::place::{Place, real};

/// Where a film goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    File(Place, Format),
    Frames(PathBuf),
}

/// How all solutions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GalleryFormat {
    /// On one page, a PNG.
    Page,
    /// One after the other, as the frames of a film are.
    Film(Format),
}

impl Target {
    /// The target of a film: `output` as it was given, or a default name that begins with `stem`.
    pub fn of_film(output: Option<&Path>, format: Option<Format>, stem: &str) -> Result<Self, Failure> {
        let place = output.map(Place::of);
        let format = match (format, &place) {
            (Some(format), _) => format,
            (None, Some(Place::File(path))) => {
                Format::of_path(path).ok_or_else(|| Failure::Usage(unknown_format(path)))?
            }
            (None, Some(Place::StandardOutput) | None) => Format::Gif,
        };
        if let Some(feature) = format.missing_feature() {
            return Err(Failure::usage(EncodeError::LeftOut { format, feature }));
        }
        match place {
            Some(Place::StandardOutput) if format.is_directory() => {
                Err(Failure::Usage(anyhow!("{format} need a directory, not standard output: -o DIRECTORY/")))
            }
            Some(Place::File(path)) if format.is_directory() => Ok(Self::Frames(path)),
            Some(place) => Ok(Self::File(place, format)),
            None if format.is_directory() => Ok(Self::Frames(Path::new("output").join(stem))),
            None => {
                let name = format!("{stem}.{}", format.extension());
                Ok(Self::File(Place::File(Path::new("output").join(name)), format))
            }
        }
    }

    /// Whether another file of this path would be in the way.
    pub fn takes(&self, path: &Path) -> bool {
        match self {
            Self::File(Place::File(film), _) => real(film) == real(path),
            Self::File(Place::StandardOutput, _) => false,
            Self::Frames(directory) => path.parent().is_some_and(|parent| real(parent) == real(directory)),
        }
    }

    /// What the summary calls it.
    pub fn name(&self) -> String {
        match self {
            Self::File(place, _) => place.name(),
            Self::Frames(path) => path.display().to_string(),
        }
    }

    pub fn is_standard_output(&self) -> bool {
        matches!(self, Self::File(Place::StandardOutput, _))
    }

    pub fn format(&self) -> Format {
        match self {
            Self::File(_, format) => *format,
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
