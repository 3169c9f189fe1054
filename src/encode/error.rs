//! Errors of encoders.

use std::io;
use std::time::Duration;

use super::Format;

/// Why pictures could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The writer failed, or the format does not allow the pictures or their times.
    #[error(transparent)]
    Film(#[from] flatfilm::Error),
    /// The format has one picture, and there are more.
    #[error(
        "a {format} has one frame, and this film has {}",
        .frames.map_or_else(|| "more".to_owned(), |frames| frames.to_string())
    )]
    OnePicture {
        /// The format.
        format: Format,
        /// The number of frames of the film, if it is known.
        frames: Option<u64>,
    },
    /// The format is a directory of files, and a single file was to be written.
    #[error("{0} need a directory")]
    NeedsDirectory(Format),
    /// The format is drawn from pages, and not from pictures.
    #[error("{0} is not made of pictures")]
    NeedsPages(Format),
    /// The format has no single pictures of pixels.
    #[error("{0} is not a format of single pictures")]
    NoStill(Format),
    /// The format has no pictures that follow each other.
    #[error("{0} is not an animation")]
    NoAnimation(Format),
    /// This program or library was built without the format.
    #[error("{format} was left out of this build; the cargo feature '{feature}' enables it")]
    MissingFeature {
        /// The format.
        format: Format,
        /// The cargo feature that enables it.
        feature: &'static str,
    },
}

impl From<io::Error> for EncodeError {
    fn from(error: io::Error) -> Self {
        flatfilm::Error::Io(error).into()
    }
}

impl EncodeError {
    /// Fails for a film that lasts longer than [`Format::longest_film`].
    pub(crate) fn check_film(format: Format, lasts: Duration) -> Result<(), Self> {
        match format.longest_film() {
            Some(longest) if lasts > longest => {
                Err(flatfilm::Error::FilmTooLong { format: format.name(), longest, lasts }.into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Fails for a frame that lasts longer than [`Format::longest_frame`].
    pub(crate) fn check_frame(format: Format, shown_for: Duration) -> Result<(), Self> {
        match format.longest_frame() {
            Some(longest) if shown_for > longest => {
                Err(flatfilm::Error::TooLong { format: format.name(), longest, shown_for }.into())
            }
            Some(_) | None => Ok(()),
        }
    }
}
