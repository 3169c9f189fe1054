//! Errors of encoders.

use std::io;
use std::time::Duration;

use humantime::format_duration;

use crate::picture::{Canvas, Picture, Rect};

use super::Format;

/// Why pictures could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A frame lasts longer than the format allows.
    #[error(
        "a frame of {format} lasts at most {}, not {}",
        format_duration(*.longest), format_duration(*.shown_for)
    )]
    TooLong {
        /// The format.
        format: Format,
        /// Its longest display time of a frame.
        longest: Duration,
        /// The display time of the frame.
        shown_for: Duration,
    },
    /// A film lasts longer than the format allows.
    #[error(
        "a film in {format} lasts at most {}, not {}", format_duration(*.longest), format_duration(*.lasts)
    )]
    FilmTooLong {
        /// The format.
        format: Format,
        /// Its longest film.
        longest: Duration,
        /// The time of the film, or of a part that is too long.
        lasts: Duration,
    },
    /// The picture is larger than the format allows.
    #[error("{format} has at most {}×{} pixels, not {width}×{height}", .most.0, .most.1)]
    TooLarge {
        /// The format.
        format: Format,
        /// Its maximum width and height in pixels.
        most: (u32, u32),
        /// Width of the picture in pixels.
        width: u32,
        /// Height of the picture in pixels.
        height: u32,
    },
    /// The palette has more than [`Canvas::MAX_COLOURS`] colours.
    #[error("a palette has at most {max} colours, not {0}", max = Canvas::MAX_COLOURS)]
    TooManyColours(usize),
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
    /// A picture has a side of 0 pixels.
    #[error("a picture has at least one pixel")]
    NoPixels,
    /// A picture has more or fewer pixels than its canvas.
    #[error("a picture of {width}×{height} cannot have {pixels} pixels")]
    WrongPixels {
        /// The number of pixels.
        pixels: u64,
        /// Width of the canvas in pixels.
        width: u32,
        /// Height of the canvas in pixels.
        height: u32,
    },
    /// A pixel is no index of a colour.
    #[error("colour {0} is not in the palette")]
    NoColour(u8),
    /// This program or library was built without the format.
    #[error("{format} was left out of this build; the cargo feature '{feature}' enables it")]
    MissingFeature {
        /// The format.
        format: Format,
        /// The cargo feature that enables it.
        feature: &'static str,
    },
    /// The file would be larger than the format allows.
    #[error("a {0} has at most 4 GB, and this film needs more: show fewer steps or a smaller picture")]
    FileTooLarge(Format),
}

impl EncodeError {
    /// Fails for a film that lasts longer than [`Format::longest_film`].
    pub(crate) fn check_film(format: Format, lasts: Duration) -> Result<(), Self> {
        match format.longest_film() {
            Some(longest) if lasts > longest => Err(Self::FilmTooLong { format, longest, lasts }),
            Some(_) | None => Ok(()),
        }
    }

    /// Fails for a frame that lasts longer than [`Format::longest_frame`].
    pub(crate) fn check_frame(format: Format, shown_for: Duration) -> Result<(), Self> {
        match format.longest_frame() {
            Some(longest) if shown_for > longest => Err(Self::too_long(format, shown_for)),
            Some(_) | None => Ok(()),
        }
    }

    /// The error for a frame that lasts longer than [`Format::longest_frame`].
    pub(super) fn too_long(format: Format, shown_for: Duration) -> Self {
        Self::TooLong { format, longest: format.longest_frame().unwrap_or(Duration::MAX), shown_for }
    }

    /// Fails for a canvas that no picture has whose pixels are bytes.
    pub(super) fn check_canvas(canvas: &Canvas) -> Result<(), Self> {
        const MOST_COLOURS: usize = 256;
        match *canvas {
            Canvas { width: 0, .. } | Canvas { height: 0, .. } => Err(Self::NoPixels),
            Canvas { ref palette, .. } if palette.len() > MOST_COLOURS => {
                Err(Self::TooManyColours(palette.len()))
            }
            Canvas { .. } => Ok(()),
        }
    }

    /// Fails for a pixel without a colour.
    pub(super) fn check_colours(pixels: &[u8], colours: usize) -> Result<(), Self> {
        // Unlike a search, this compares many pixels at once.
        let largest = pixels.iter().fold(0, |largest, pixel| largest.max(*pixel));
        if pixels.is_empty() || usize::from(largest) < colours {
            Ok(())
        } else {
            Err(Self::NoColour(largest))
        }
    }

    /// Fails for an inconsistent picture.
    pub(super) fn check_picture(picture: &Picture<'_>) -> Result<(), Self> {
        let Canvas { width, height, ref palette } = *picture.canvas;
        Self::check_canvas(picture.canvas)?;
        let pixels = picture.pixels.len() as u64;
        if pixels != Rect::whole(picture.canvas).pixels() {
            return Err(Self::WrongPixels { pixels, width, height });
        }
        Self::check_colours(picture.pixels, palette.len())
    }

    /// Fails for a canvas with a longer side than `longest`, in pixels, or with no colour left for transparency.
    pub(super) fn check_animation(format: Format, canvas: &Canvas, longest: u32) -> Result<(), Self> {
        Self::check_size(format, canvas, (longest, longest))?;
        match canvas.palette.len() {
            ..=Canvas::MAX_COLOURS => Ok(()),
            colours => Err(Self::TooManyColours(colours)),
        }
    }

    /// Fails for a canvas that is wider or higher than `most`, in pixels.
    pub(super) fn check_size(format: Format, canvas: &Canvas, most: (u32, u32)) -> Result<(), Self> {
        let Canvas { width, height, .. } = *canvas;
        if width > most.0 || height > most.1 {
            return Err(Self::TooLarge { format, most, width, height });
        }
        Ok(())
    }
}
