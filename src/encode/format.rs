//! The formats: how they are called, what they can do, and which choices they leave.

use std::fmt;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use super::SHORTEST_DELAY;

/// The formats that films are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One animated GIF.
    Gif,
    /// One animated PNG.
    Apng,
    /// One animated WebP, lossless.
    WebP,
    /// H.264 video in an MP4 file.
    Mp4,
    /// Raw video: uncompressed pictures, for another encoder.
    Y4m,
    /// A directory with a PNG for each frame.
    PngFrames,
}

impl Format {
    /// Every format, left out of this build or not.
    pub const ALL: [Self; 6] = [Self::Gif, Self::Apng, Self::WebP, Self::Mp4, Self::Y4m, Self::PngFrames];

    /// The extension of its files, in lower case; for PNG frames, of each.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::WebP => "webp",
            Self::Mp4 => "mp4",
            Self::Y4m => "y4m",
            Self::PngFrames => "png",
        }
    }

    /// Whether a file says how often it is played.
    #[must_use]
    pub const fn loops(self) -> bool {
        matches!(self, Self::Gif | Self::Apng | Self::WebP)
    }

    /// Whether pictures come at a constant rate ([`Options::fps`]), instead of each with its time.
    #[must_use]
    pub const fn has_frame_rate(self) -> bool {
        matches!(self, Self::Mp4 | Self::Y4m)
    }

    /// Whether it is written as a directory of files.
    #[must_use]
    pub const fn is_directory(self) -> bool {
        matches!(self, Self::PngFrames)
    }

    /// The shortest time that it can show a frame, at so many pictures a second if it has a frame
    /// rate.
    #[must_use]
    pub fn shortest_frame(self, fps: NonZeroU32) -> Duration {
        if self.has_frame_rate() { Duration::from_secs(1) / fps.get() } else { SHORTEST_DELAY }
    }

    /// The format with this extension.
    #[must_use]
    pub fn named(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// The longest time that it can show a frame; `None` where no film of an hour comes near.
    #[must_use]
    pub const fn longest_frame(self) -> Option<Duration> {
        match self {
            Self::Gif => Some(Duration::from_millis(u16::MAX as u64 * 10)),
            _ => None,
        }
    }

    /// The cargo feature that brings it, if this build was made without.
    #[must_use]
    pub const fn missing_feature(self) -> Option<&'static str> {
        match self {
            Self::WebP if cfg!(not(feature = "webp")) => Some("webp"),
            Self::Mp4 if cfg!(not(feature = "mp4")) => Some("mp4"),
            _ => None,
        }
    }

    /// The format that a path asks for: a directory, or a path that ends like one, gets PNG
    /// frames; otherwise the extension decides. `None` where it names no format.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        if path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Some(Self::PngFrames);
        }
        let extension = path.extension()?;
        let mut files = Self::ALL.into_iter().filter(|format| !format.is_directory());
        files.find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }
}

/// As in a sentence.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gif => "GIF",
            Self::Apng => "APNG",
            Self::WebP => "WebP",
            Self::Mp4 => "MP4",
            Self::Y4m => "Y4M",
            Self::PngFrames => "PNG frames",
        })
    }
}

/// The choices that the formats leave; each takes those that it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How often the film is played, where the format [loops](Format::loops).
    pub plays: Plays,
    /// GIF: whether every frame is written whole, for programs that mishandle partial ones.
    pub full_frames: bool,
    /// Pictures a second, where the format [has a frame rate](Format::has_frame_rate).
    pub fps: NonZeroU32,
    /// MP4: how much of the pictures is kept.
    pub quality: Quality,
    /// APNG: how many pictures there will be.
    pub frames: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            plays: Plays::default(),
            full_frames: false,
            fps: DEFAULT_FPS,
            quality: Quality::default(),
            frames: 0,
        }
    }
}

/// The usual rate of videos, in pictures a second.
pub const DEFAULT_FPS: NonZeroU32 = NonZeroU32::new(30).expect("30 is not 0");

/// How often a film is played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plays {
    /// Again and again.
    #[default]
    Forever,
    /// So many times, at most 65,536.
    Times(NonZeroU32),
}

impl Plays {
    /// The number of plays, 0 for no end.
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Forever => 0,
            Self::Times(times) => times.get(),
        }
    }
}

/// How much of the pictures a lossy format keeps: from 1, the smallest file, to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality(u8);

impl Quality {
    /// A quality from 1 to 100; `None` for other numbers.
    #[must_use]
    pub const fn new(quality: u8) -> Option<Self> {
        if 1 <= quality && quality <= 100 { Some(Self(quality)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// Differences can be measured, but not be seen.
impl Default for Quality {
    fn default() -> Self {
        Self(85)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_names_the_format_in_upper_and_lower_case() {
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
}
