//! File formats: names, properties and encoders.

use std::fmt;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, is_separator};
use std::time::Duration;

use flatfilm::apng::{self, Apng};
use flatfilm::mp4;
use flatfilm::webp::{self, WebP};
use flatfilm::y4m::Y4m;
use flatfilm::{Error, gif};

use crate::limits::MAX_STILL_SIDE;
use crate::picture::Canvas;
use crate::variants::enum_with_all;

use super::gif::Gif;
use super::mark::{MarkPosition, PROGRAM, exif, unsigned_name};
use super::marked::{Marked, MarkedEnd};
use super::{EncodeError, EncodeOption, EncodeOptions, Encoder, Motion, Quality, SHORTEST_DELAY, Shared};

enum_with_all! {
    /// The formats of films, single pictures and text.
    ///
    /// ```
    /// use std::path::Path;
    /// use queenreel::encode::Format;
    ///
    /// assert_eq!(Format::of_path(Path::new("film.webp")), Some(Format::WebP));
    /// assert_eq!(Format::of_path(Path::new("frames/")), Some(Format::PngFrames));
    /// assert_eq!(Format::of_path(Path::new("frame.png")), Some(Format::Png));
    /// assert_eq!(Format::of_path(Path::new("film.avi")), None);
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Format {
        /// Animated GIF, lossless; delays in hundredths of a second, at least 20 ms.
        Gif,
        /// Animated PNG, lossless; delays in milliseconds up to 65 s, then coarser. Programs without support for
        /// animations show the first frame.
        Apng,
        /// Animated or still WebP, lossless, at most 16,383×16,383 pixels; delays in milliseconds.
        WebP,
        /// H.264 video in MP4 at a constant frame rate, at most 3840×2160 pixels, landscape or portrait. The index
        /// comes first, so that the film plays while it is still loading.
        Mp4,
        /// YUV4MPEG2: uncompressed video (4:4:4, BT.601) at a constant frame rate.
        Y4m,
        /// SVG; several frames are animated by CSS.
        Svg,
        /// A self-contained HTML page that plays the film and steps through it.
        Html,
        /// A PowerPoint presentation: for each frame, a slide with SVG, PNG, title and notes. The next slide
        /// follows a click; with [`EncodeOptions::advance`], also the time of the frame.
        Pptx,
        /// PDF with a page for each frame.
        Pdf,
        /// A directory with a PNG file for each frame.
        PngFrames,
        /// One PNG picture. From PNG to PPM, a second picture is an error.
        Png,
        /// One JPEG, with [`EncodeOptions::quality`]. From JPEG to PPM, a picture has at most 16,384×16,384
        /// pixels.
        Jpeg,
        /// One Windows bitmap.
        Bmp,
        /// One TIFF, uncompressed.
        Tiff,
        /// One picture in the Quite OK Image Format.
        Qoi,
        /// One portable pixmap.
        Ppm,
        /// Plain text.
        Text,
        /// Comma-separated values.
        Csv,
        /// JSON, or JSON Lines of events.
        Json,
        /// Markdown.
        Markdown,
    }
}

struct Facts {
    name: &'static str,
    /// Extensions in lower case; the first extension is the default.
    extensions: &'static [&'static str],
    kind: Kind,
    options: &'static [EncodeOption],
    longest_frame: Option<Duration>,
    on_page: OnPage,
    mark: MarkPosition,
}

#[derive(Clone, Copy)]
pub(crate) enum OnPage {
    Image,
    Video,
    Frame,
    Link,
}

#[derive(Clone, Copy)]
enum Kind {
    Animation,
    /// Drawn pages, played as a film.
    Drawings,
    /// Drawn pages of a document.
    Pages,
    Directory,
    Still,
    Text,
}

impl Format {
    /// Starts an animation of pictures with this canvas.
    ///
    /// # Errors
    /// When the writer fails, the format does not allow the canvas, or the format is not an animation:
    /// [`NeedsDirectory`](EncodeError::NeedsDirectory),
    /// [`NeedsPages`](EncodeError::NeedsPages) or
    /// [`NoAnimation`](EncodeError::NoAnimation).
    #[doc(hidden)]
    pub fn open<'a>(
        self,
        out: impl Write + Send + 'a,
        canvas: &Canvas,
        options: &EncodeOptions,
    ) -> Result<Box<dyn Encoder + 'a>, EncodeError> {
        let EncodeOptions { plays, fps, compression, .. } = *options;
        let marked = |out| Shared::new(MarkedEnd::new(out, self, canvas));
        Ok(match self {
            Self::Gif => Box::new(Gif::new(out, canvas, options)?),
            Self::Apng => {
                let out = marked(out);
                Box::new(Marked { encoder: Apng::new(out.share(), canvas, plays, compression)?, out })
            }
            Self::WebP => {
                let (out, exif) = (marked(out), exif(&unsigned_name(), canvas.dpi));
                Box::new(Marked { encoder: WebP::new(out.share(), canvas, plays, &exif)?, out })
            }
            Self::Mp4 => {
                let out = marked(out);
                let quality = options.quality.unwrap_or(self.usual_quality());
                let encoder = mp4::Mp4::new(out.share(), canvas, fps, quality, Some(PROGRAM))?;
                Box::new(Marked { encoder, out })
            }
            Self::Y4m => {
                let out = marked(out);
                Box::new(Marked { encoder: Y4m::new(out.share(), canvas, fps, Some(PROGRAM))?, out })
            }
            Self::Svg | Self::Html | Self::Pptx | Self::Pdf => {
                return Err(EncodeError::NeedsPages(self));
            }
            Self::PngFrames => return Err(EncodeError::NeedsDirectory(self)),
            Self::Png
            | Self::Jpeg
            | Self::Bmp
            | Self::Tiff
            | Self::Qoi
            | Self::Ppm
            | Self::Text
            | Self::Csv
            | Self::Json
            | Self::Markdown => return Err(EncodeError::NoAnimation(self)),
        })
    }

    const fn facts(self) -> Facts {
        use EncodeOption::{Advance, Compression, Fps, FullFrames, Motion, Plays, Quality, Text};
        use Kind::{Animation, Directory, Drawings, Pages, Still};
        use MarkPosition::{AfterEnd, Archive, Comment, Exif, Mp4Box, PngText};
        use OnPage::{Frame, Image, Link, Video};
        const HOUR: Option<Duration> = Some(mp4::LONGEST_FRAME);
        type Row = (
            &'static str,
            &'static [&'static str],
            Kind,
            &'static [EncodeOption],
            Option<Duration>,
            OnPage,
            MarkPosition,
        );
        #[rustfmt::skip]
        let row: Row = match self {
            Self::Gif => ("GIF", &["gif"], Animation, &[Plays, FullFrames, Motion], Some(gif::LONGEST_FRAME), Image, MarkPosition::Gif),
            Self::Apng => ("APNG", &["apng"], Animation, &[Plays, Compression, Motion], Some(apng::LONGEST_FRAME), Image, PngText),
            Self::WebP => ("WebP", &["webp"], Animation, &[Plays, Motion], Some(webp::LONGEST_FRAME), Image, Exif),
            Self::Mp4 => ("MP4", &["mp4"], Animation, &[Fps, Quality, Motion], HOUR, Video, Mp4Box),
            Self::Y4m => ("Y4M", &["y4m"], Animation, &[Fps, Motion], HOUR, Link, MarkPosition::None),
            Self::Svg => ("SVG", &["svg"], Drawings, &[Plays, Text], HOUR, Image, Comment("<!--", "--></svg>\n")),
            Self::Html => ("HTML", &["html"], Drawings, &[Motion], HOUR, Frame, Comment("<!--", "--></html>\n")),
            Self::Pptx => ("PPTX", &["pptx"], Drawings, &[Advance, Compression], HOUR, Link, Archive),
            Self::Pdf => ("PDF", &["pdf"], Pages, &[], None, Link, Comment("%", "\n")),
            Self::PngFrames => ("PNG frames", &["png"], Directory, &[Compression], HOUR, Link, PngText),
            Self::Png => ("PNG", &["png"], Still, &[Compression], None, Image, PngText),
            Self::Jpeg => ("JPEG", &["jpg", "jpeg"], Still, &[Quality], None, Image, Exif),
            Self::Bmp => ("BMP", &["bmp"], Still, &[], None, Image, AfterEnd),
            Self::Tiff => ("TIFF", &["tiff", "tif"], Still, &[], None, Link, AfterEnd),
            Self::Qoi => ("QOI", &["qoi"], Still, &[], None, Link, MarkPosition::None),
            Self::Ppm => ("PPM", &["ppm"], Still, &[], None, Link, Comment("#", "\n")),
            Self::Text => ("text", &["txt"], Kind::Text, &[], None, Link, MarkPosition::None),
            Self::Csv => ("CSV", &["csv"], Kind::Text, &[], None, Link, MarkPosition::None),
            Self::Json => ("JSON", &["json"], Kind::Text, &[], None, Link, MarkPosition::None),
            Self::Markdown => ("Markdown", &["md"], Kind::Text, &[], None, Link, MarkPosition::None),
        };
        let (name, extensions, kind, options, longest_frame, on_page, mark) = row;
        Facts { name, extensions, kind, options, longest_frame, on_page, mark }
    }

    pub(crate) const fn on_page(self) -> OnPage {
        self.facts().on_page
    }

    pub(super) const fn mark_position(self) -> MarkPosition {
        self.facts().mark
    }

    /// Returns all formats except the [text formats](Self::is_text).
    pub fn drawn() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|format| !format.is_text())
    }

    /// Whether the format is plain text, CSV, JSON or Markdown.
    pub const fn is_text(self) -> bool {
        matches!(self.facts().kind, Kind::Text)
    }

    /// Returns the name, as in a sentence.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the default file extension, in lower case; for PNG frames, the extension of each file.
    pub const fn extension(self) -> &'static str {
        self.facts().extensions[0]
    }

    fn has_extension_of(self, path: &Path) -> bool {
        let is = |known: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(known));
        self.facts().extensions.iter().any(is)
    }

    /// Whether the format uses an option.
    pub(crate) fn takes(self, option: EncodeOption) -> bool {
        self.facts().options.contains(&option)
    }

    /// Returns the default transition between frames.
    pub const fn usual_motion(self) -> Motion {
        if matches!(self, Self::Mp4 | Self::Html) { Motion::Soft } else { Motion::None }
    }

    /// Returns the default quality; it is higher for JPEG, whose errors are visible at the edges of letters.
    pub const fn usual_quality(self) -> Quality {
        const HIGH: Quality = Quality::new(92).expect("92 is a quality");
        if matches!(self, Self::Jpeg) { HIGH } else { Quality::USUAL }
    }

    /// Whether files contain a number of plays.
    pub fn loops(self) -> bool {
        self.takes(EncodeOption::Plays)
    }

    /// Whether the format has a constant frame rate, [`EncodeOptions::fps`], and not a delay for each frame.
    pub fn has_frame_rate(self) -> bool {
        self.takes(EncodeOption::Fps)
    }

    /// Whether the format is made of drawn pages.
    pub const fn is_vector(self) -> bool {
        matches!(self.facts().kind, Kind::Drawings | Kind::Pages)
    }

    /// Whether the format is a file of consecutive pictures, whose number may differ from the number of frames.
    pub const fn is_animation(self) -> bool {
        matches!(self.facts().kind, Kind::Animation)
    }

    /// Whether the format is played: directly, or (PNG frames) by programs that read the list of frames.
    pub const fn is_played(self) -> bool {
        matches!(self.facts().kind, Kind::Animation | Kind::Drawings | Kind::Directory)
    }

    /// Converts a side of a picture to the side in the file, in pixels; in MP4, sides are even and at least 16.
    pub fn side(self, pixels: u32) -> u32 {
        if self == Self::Mp4 { mp4::side_in_file(pixels) } else { pixels }
    }

    /// Whether the format is a directory of files.
    pub const fn is_directory(self) -> bool {
        matches!(self.facts().kind, Kind::Directory)
    }

    /// Whether the format has a single picture.
    pub const fn is_still(self) -> bool {
        matches!(self.facts().kind, Kind::Still)
    }

    /// Whether a file can be a single picture: as well as the [stills](Self::is_still), WebP, SVG and PDF.
    pub const fn draws_stills(self) -> bool {
        self.is_still() || matches!(self, Self::WebP | Self::Svg | Self::Pdf)
    }

    /// Checks the width and height in pixels of a single picture.
    ///
    /// # Errors
    /// When a side exceeds 16,384 pixels in a format from JPEG to PPM. The size for other formats is not checked.
    pub fn check_still(self, (width, height): (u32, u32)) -> Result<(), EncodeError> {
        if self.is_still() && self != Self::Png && width.max(height) > MAX_STILL_SIDE {
            let most = (MAX_STILL_SIDE, MAX_STILL_SIDE);
            return Err(Error::TooLarge { format: self.name(), most, width, height }.into());
        }
        Ok(())
    }

    /// Returns the shortest display time of a frame: one picture at `fps` pictures per second, or
    /// [`SHORTEST_DELAY`].
    pub fn shortest_frame(self, fps: NonZeroU32) -> Duration {
        if self.has_frame_rate() { Duration::from_secs(1) / fps.get() } else { SHORTEST_DELAY }
    }

    /// Returns the longest display time of a frame; `None` if unlimited.
    pub fn longest_frame(self) -> Option<Duration> {
        self.facts().longest_frame
    }

    /// Returns the longest playing time: a day at a constant frame rate; `None`, unlimited, for other formats.
    pub fn longest_film(self) -> Option<Duration> {
        self.has_frame_rate().then_some(mp4::LONGEST_FILM)
    }

    /// Returns the [drawn](Self::drawn) format with this extension, which is in lower case; PNG frames for `png`.
    pub fn named(extension: &str) -> Option<Self> {
        Self::drawn().find(|format| format.facts().extensions.contains(&extension))
    }

    /// Returns the [drawn](Self::drawn) format of a path by its extension; PNG frames for a directory.
    pub fn of_path(path: &Path) -> Option<Self> {
        let has_extension = path.extension().is_some() && !Self::names_directory(path);
        if has_extension {
            let mut files = Self::drawn().filter(|format| !format.is_directory());
            return files.find(|format| format.has_extension_of(path));
        }
        (Self::names_directory(path) || path.is_dir()).then_some(Self::PngFrames)
    }

    /// Whether a path suits the format. A file must not have the extension of another [drawn](Self::drawn) format,
    /// except that an APNG may be `.png`; a new directory must have no extension, or end with a separator.
    ///
    /// ```
    /// use std::path::Path;
    /// use queenreel::encode::Format;
    ///
    /// assert!(Format::Gif.may_have_name(Path::new("film.bin")));
    /// assert!(!Format::Gif.may_have_name(Path::new("film.mp4")));
    /// assert!(!Format::PngFrames.may_have_name(Path::new("film.png")));
    /// ```
    pub fn may_have_name(self, path: &Path) -> bool {
        if self.is_directory() {
            return Self::names_directory(path) || path.extension().is_none() || path.is_dir();
        }
        // An animated PNG may be called .png.
        let is_png = self == Self::Apng && Self::Png.has_extension_of(path);
        let is_other = Self::drawn().any(|other| other != self && other.has_extension_of(path));
        !Self::names_directory(path) && (self.has_extension_of(path) || is_png || !is_other)
    }

    /// Whether a path ends with a separator or with the directory `.`.
    pub fn names_directory(path: &Path) -> bool {
        let text = path.as_os_str().to_string_lossy();
        text.strip_suffix('.').unwrap_or(&text).ends_with(is_separator)
    }
}

/// The name, as in a sentence.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_names_its_format_in_upper_and_lower_case() {
        for format in Format::drawn().filter(|format| !format.is_directory()) {
            for extension in [format.extension().to_owned(), format.extension().to_uppercase()] {
                assert_eq!(Format::of_path(&Path::new("a.b/film").with_extension(extension)), Some(format));
            }
        }
        for directory in ["frames/", "frames/.", "film.gif/", "film.gif/.", "film.gif/./."] {
            assert_eq!(Format::of_path(Path::new(directory)), Some(Format::PngFrames), "{directory}");
            assert!(!Format::Gif.may_have_name(Path::new(directory)), "{directory}");
        }
        assert_eq!(Format::of_path(Path::new("film.png")), Some(Format::Png));
        for (other, format) in [("a.jpeg", Format::Jpeg), ("a.TIF", Format::Tiff)] {
            assert_eq!(Format::of_path(Path::new(other)), Some(format));
            assert!(format.may_have_name(Path::new(other)) && !Format::Png.may_have_name(Path::new(other)));
        }
        for unknown in ["film", "gif", ".gif", "film.avi"] {
            assert_eq!(Format::of_path(Path::new(unknown)), None, "{unknown}");
        }
    }
}
