//! The formats: names, properties and encoders.

use std::fmt;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use crate::picture::Canvas;
use crate::variants::enum_with_all;

#[cfg(feature = "mp4")]
use super::video::Mp4;
#[cfg(feature = "webp")]
use super::webp::WebP;
use super::{Apng, EncodeError, EncodeOption, EncodeOptions, Encoder, Gif, Y4m};

/// The shortest delay of an animated picture: browsers play frames of 10 ms and less as if they
/// had 100 ms.
pub const SHORTEST_DELAY: Duration = Duration::from_millis(20);

enum_with_all! {
    /// The formats of films.
    ///
    /// ```
    /// use std::path::Path;
    /// use queenreel::encode::Format;
    ///
    /// assert_eq!(Format::of_path(Path::new("film.webp")), Some(Format::WebP));
    /// assert_eq!(Format::of_path(Path::new("frames/")), Some(Format::PngFrames));
    /// assert_eq!(Format::of_path(Path::new("film.avi")), None);
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Format {
        /// Animated GIF.
        Gif,
        /// Animated PNG.
        Apng,
        /// Animated WebP, lossless.
        WebP,
        /// H.264 video in an MP4 file.
        Mp4,
        /// YUV4MPEG2: uncompressed video, as input of another encoder.
        Y4m,
        /// A directory with a PNG file for each frame.
        PngFrames,
    }
}

/// What the methods of [`Format`] return.
struct Properties {
    name: &'static str,
    extension: &'static str,
    is_directory: bool,
    options: &'static [EncodeOption],
    longest_frame: Option<Duration>,
    /// The cargo feature, and whether it is enabled.
    feature: Option<(&'static str, bool)>,
}

impl Format {
    const fn properties(self) -> Properties {
        match self {
            Self::Gif => Properties {
                name: "GIF",
                extension: "gif",
                is_directory: false,
                options: &[EncodeOption::Plays, EncodeOption::FullFrames],
                // 16 bits of hundredths of a second.
                longest_frame: Some(Duration::from_millis(u16::MAX as u64 * 10)),
                feature: None,
            },
            Self::Apng => Properties {
                name: "APNG",
                extension: "apng",
                is_directory: false,
                options: &[EncodeOption::Plays],
                // A fraction of two 16-bit numbers; tenths of a second are the coarsest in use.
                longest_frame: Some(Duration::from_millis(u16::MAX as u64 * 100)),
                feature: None,
            },
            Self::WebP => Properties {
                name: "WebP",
                extension: "webp",
                is_directory: false,
                options: &[EncodeOption::Plays],
                // 24 bits of milliseconds.
                longest_frame: Some(Duration::from_millis((1 << 24) - 1)),
                feature: Some(("webp", cfg!(feature = "webp"))),
            },
            Self::Mp4 => Properties {
                name: "MP4",
                extension: "mp4",
                is_directory: false,
                options: &[EncodeOption::Fps, EncodeOption::Quality],
                longest_frame: None,
                feature: Some(("mp4", cfg!(feature = "mp4"))),
            },
            Self::Y4m => Properties {
                name: "Y4M",
                extension: "y4m",
                is_directory: false,
                options: &[EncodeOption::Fps],
                longest_frame: None,
                feature: None,
            },
            Self::PngFrames => Properties {
                name: "PNG frames",
                extension: "png",
                is_directory: true,
                options: &[],
                longest_frame: None,
                feature: None,
            },
        }
    }

    /// Starts a file of pictures with this size and palette.
    ///
    /// # Errors
    /// When the format does not allow such pictures or was left out of this build, or when the
    /// writer fails. [`NeedsDirectory`](EncodeError::NeedsDirectory) for PNG frames: use
    /// [`PngFrames`](crate::export::PngFrames).
    pub fn open<'a>(
        self,
        out: impl Write + Send + 'a,
        canvas: &Canvas,
        options: &EncodeOptions,
    ) -> Result<Box<dyn Encoder + 'a>, EncodeError> {
        Ok(match self {
            Self::Gif => Box::new(Gif::new(out, canvas, options)?),
            Self::Apng => Box::new(Apng::new(out, canvas, options)?),
            #[cfg(feature = "webp")]
            Self::WebP => Box::new(WebP::new(out, canvas, options)?),
            #[cfg(not(feature = "webp"))]
            Self::WebP => return Err(EncodeError::OmittedPanel { format: self, feature: "webp" }),
            #[cfg(feature = "mp4")]
            Self::Mp4 => Box::new(Mp4::new(out, canvas, options)?),
            #[cfg(not(feature = "mp4"))]
            Self::Mp4 => return Err(EncodeError::OmittedPanel { format: self, feature: "mp4" }),
            Self::Y4m => Box::new(Y4m::new(out, canvas, options)?),
            Self::PngFrames => return Err(EncodeError::NeedsDirectory(self)),
        })
    }

    /// The file name extension, in lower case; for PNG frames, that of each file.
    pub const fn extension(self) -> &'static str {
        self.properties().extension
    }

    /// Whether the format uses an option.
    pub fn takes(self, option: EncodeOption) -> bool {
        self.properties().options.contains(&option)
    }

    /// Whether the file says how often it is played.
    pub fn loops(self) -> bool {
        self.takes(EncodeOption::Plays)
    }

    /// Whether pictures have a constant rate, [`EncodeOptions::fps`], instead of a delay each.
    pub fn has_frame_rate(self) -> bool {
        self.takes(EncodeOption::Fps)
    }

    /// Whether it is a directory of files.
    pub const fn is_directory(self) -> bool {
        self.properties().is_directory
    }

    /// The shortest display time of a frame: one picture at `fps` pictures per second where the
    /// format has a frame rate, otherwise [`SHORTEST_DELAY`].
    pub fn shortest_frame(self, fps: NonZeroU32) -> Duration {
        if self.has_frame_rate() { Duration::from_secs(1) / fps.get() } else { SHORTEST_DELAY }
    }

    /// The longest display time of a frame; `None` where it is not limited.
    pub const fn longest_frame(self) -> Option<Duration> {
        self.properties().longest_frame
    }

    /// The cargo feature of the format, if it is not enabled in this build.
    pub const fn missing_feature(self) -> Option<&'static str> {
        match self.properties().feature {
            Some((feature, false)) => Some(feature),
            Some((_, true)) | None => None,
        }
    }

    /// The format with this extension, in lower case.
    pub fn named(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// The format for a path: PNG frames for a directory or a path that ends with a separator,
    /// otherwise the one with this extension. `None` for unknown extensions.
    pub fn of_path(path: &Path) -> Option<Self> {
        if path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Some(Self::PngFrames);
        }
        let extension = path.extension()?;
        let mut files = Self::ALL.into_iter().filter(|format| !format.is_directory());
        files.find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }
}

/// The name as in a sentence.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.properties().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_names_its_format_in_upper_and_lower_case() {
        for format in Format::ALL.into_iter().filter(|format| !format.is_directory()) {
            for extension in [format.extension().to_owned(), format.extension().to_uppercase()] {
                assert_eq!(Format::of_path(&Path::new("a.b/film").with_extension(extension)), Some(format));
            }
        }
        assert_eq!(Format::of_path(Path::new("frames/")), Some(Format::PngFrames));
        for unknown in ["film", "gif", ".gif", "film.png", "film.avi"] {
            assert_eq!(Format::of_path(Path::new(unknown)), None, "{unknown}");
        }
    }

    #[test]
    fn a_format_that_was_left_out_names_its_feature() {
        let canvas = Canvas { width: 16, height: 16, palette: Vec::new() };
        for format in Format::ALL {
            let Some(feature) = format.missing_feature() else { continue };
            let error = format.open(Vec::new(), &canvas, &EncodeOptions::default()).err().unwrap();
            assert!(error.to_string().contains(&format!("feature '{feature}'")), "{error}");
        }
    }
}
