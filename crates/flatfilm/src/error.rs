//! Errors of encoders.

use std::io;
use std::time::Duration;

use humantime::format_duration;

use crate::picture::{Canvas, Picture, Rect, Rgb};

/// An error of an encoder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
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
        format: &'static str,
        /// The longest display time.
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
        format: &'static str,
        /// The longest playing time.
        longest: Duration,
        /// Playing time up to the end of the frame that exceeds the limit.
        lasts: Duration,
    },
    /// The picture is larger than the format allows.
    #[error("{format} has at most {}×{} pixels, not {width}×{height}", .most.0, .most.1)]
    TooLarge {
        /// The format.
        format: &'static str,
        /// Maximum width and height in pixels.
        most: (u32, u32),
        /// Width of the picture in pixels.
        width: u32,
        /// Height of the picture in pixels.
        height: u32,
    },
    /// The palette has more colours than the format allows: [`Canvas::MAX_COLOURS`], or 256 in PNG.
    #[error("a palette has at most {max} colours, not {0}", max = Canvas::MAX_COLOURS)]
    TooManyColours(usize),
    /// A picture has a side of 0 pixels, or there is no picture.
    #[error("a picture has at least one pixel")]
    NoPixels,
    /// The size or the number of pixels of a picture differs from its canvas.
    #[error("a picture of {width}×{height} cannot have {pixels} pixels")]
    WrongPixels {
        /// The number of pixels.
        pixels: u64,
        /// Width of the canvas in pixels.
        width: u32,
        /// Height of the canvas in pixels.
        height: u32,
    },
    /// A pixel is not an index of the palette.
    #[error("colour {0} is not in the palette")]
    NoColour(u8),
    /// A pixel has a colour that is not in the palette.
    #[error("the palette lacks {0}")]
    UnknownColour(Rgb),
    /// The file would be larger than the format allows.
    #[error("a {0} has at most 4 GB, and this film needs more: show fewer steps or a smaller picture")]
    FileTooLarge(&'static str),
}

impl Error {
    pub(crate) fn check_frame(
        format: &'static str,
        longest: Duration,
        shown_for: Duration,
    ) -> Result<(), Self> {
        if shown_for > longest { Err(Self::TooLong { format, longest, shown_for }) } else { Ok(()) }
    }

    /// Fails for a canvas without pixels or with more than 256 colours.
    pub(crate) fn check_canvas(canvas: &Canvas) -> Result<(), Self> {
        const MOST_COLOURS: usize = 256;
        match *canvas {
            Canvas { width: 0, .. } | Canvas { height: 0, .. } => Err(Self::NoPixels),
            Canvas { ref palette, .. } if palette.len() > MOST_COLOURS => {
                Err(Self::TooManyColours(palette.len()))
            }
            Canvas { .. } => Ok(()),
        }
    }

    pub(crate) fn check_colours(pixels: &[u8], colours: usize) -> Result<(), Self> {
        // The compiler vectorises `fold`; `any` would compare one pixel at a time.
        let largest = pixels.iter().fold(0, |largest, pixel| largest.max(*pixel));
        if pixels.is_empty() || usize::from(largest) < colours {
            Ok(())
        } else {
            Err(Self::NoColour(largest))
        }
    }

    /// Checks that a picture is consistent.
    ///
    /// # Errors
    /// When the picture is empty, has more or fewer pixels than its canvas, an index that is not in the palette,
    /// or over 256 colours.
    pub fn check_picture(picture: &Picture<'_>) -> Result<(), Self> {
        let Canvas { width, height, ref palette, .. } = *picture.canvas;
        Self::check_canvas(picture.canvas)?;
        let pixels = picture.pixels.len() as u64;
        if pixels != Rect::whole(picture.canvas).pixels() {
            return Err(Self::WrongPixels { pixels, width, height });
        }
        Self::check_colours(picture.pixels, palette.len())
    }

    /// Fails if a side exceeds `longest` pixels, or if the palette leaves no index for transparency.
    pub(crate) fn check_animation(format: &'static str, canvas: &Canvas, longest: u32) -> Result<(), Self> {
        Self::check_size(format, canvas, (longest, longest))?;
        match canvas.palette.len() {
            ..=Canvas::MAX_COLOURS => Ok(()),
            colours => Err(Self::TooManyColours(colours)),
        }
    }

    pub(crate) fn check_size(format: &'static str, canvas: &Canvas, most: (u32, u32)) -> Result<(), Self> {
        let Canvas { width, height, .. } = *canvas;
        if width > most.0 || height > most.1 {
            return Err(Self::TooLarge { format, most, width, height });
        }
        Ok(())
    }
}
