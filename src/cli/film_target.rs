//! Which file or directory a film goes to, and in which format.

use std::io::stdout;
use std::path::{Path, PathBuf};

use crate::encode::{EncodeError, Format};
use crate::film::{AnySink, FilmError, Opening, open_path};
use anyhow::anyhow;

use super::destination::{Destination, real};
use super::error::CliError;
use super::interrupt;

/// Where a film goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilmTarget {
    File(Destination, Format),
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

impl FilmTarget {
    /// The target of a film: `output` as it was given, or a default name that begins with `stem`.
    pub fn of_film(output: Option<&Path>, format: Option<Format>, stem: &str) -> Result<Self, CliError> {
        let place = output.map(Destination::of);
        let format = match (format, &place) {
            (Some(format), _) => format,
            (None, Some(Destination::File(path))) => {
                Format::of_path(path).ok_or_else(|| CliError::Usage(unknown_format(path)))?
            }
            (None, Some(Destination::StandardOutput) | None) => Format::Gif,
        };
        if let Some(feature) = format.missing_feature() {
            return Err(CliError::usage(EncodeError::LeftOut { format, feature }));
        }
        match place {
            Some(Destination::StandardOutput) if format.is_directory() => {
                Err(CliError::Usage(anyhow!("{format} need a directory, not standard output: -o DIRECTORY/")))
            }
            Some(Destination::File(path)) if format.is_directory() => Ok(Self::Frames(path)),
            Some(place) => Ok(Self::File(place, format)),
            None if format.is_directory() => Ok(Self::Frames(Path::new("output").join(stem))),
            None => {
                let name = format!("{stem}.{}", format.extension());
                Ok(Self::File(Destination::File(Path::new("output").join(name)), format))
            }
        }
    }

    /// Whether another file of this path would be in the way.
    pub fn takes(&self, path: &Path) -> bool {
        match self {
            Self::File(Destination::File(film), _) => real(film) == real(path),
            Self::File(Destination::StandardOutput, _) => false,
            Self::Frames(directory) => path.parent().is_some_and(|parent| real(parent) == real(directory)),
        }
    }

    /// Films to it: `film` receives the sinks.
    pub fn film<T>(
        &self,
        opening: &Opening,
        film: impl FnOnce(Vec<AnySink<'static>>) -> Result<T, FilmError>,
    ) -> Result<T, CliError> {
        let (path, cannot_write) = match self {
            Self::File(Destination::StandardOutput, _) => {
                let filmed = opening.encoder_sink(stdout()).and_then(|encoder| film(vec![Box::new(encoder)]));
                return filmed.map_err(|error| CliError::from(error).on_standard_output());
            }
            Self::File(Destination::File(path), _) => (path, format!("cannot write {}", path.display())),
            Self::Frames(path) => (path, format!("cannot write pictures to {}", path.display())),
        };
        let failed = |error: FilmError| CliError::from(error).context(cannot_write.clone());
        let (sinks, staged) = open_path(path, opening).map_err(failed)?;
        // What goes to a pipe or a device cannot be dropped: there an interrupt may end it at once.
        if staged.is_beside() {
            interrupt::catch();
        }
        let filmed =
            film(sinks).map_err(|error| CliError::from(error).of_unfinished(cannot_write.clone()))?;
        staged.complete().map_err(|error| failed(error.into()))?;
        Ok(filmed)
    }

    /// What the summary calls it.
    pub fn name(&self) -> String {
        match self {
            Self::File(place, _) => place.name(),
            Self::Frames(path) => path.display().to_string(),
        }
    }

    pub fn is_standard_output(&self) -> bool {
        matches!(self, Self::File(Destination::StandardOutput, _))
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
