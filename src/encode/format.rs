//! The formats: names, properties and encoders.

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

use crate::picture::Canvas;
use crate::variants::enum_with_all;

use super::gif::Gif;
use super::mark::{Mark, PROGRAM, exif, unsigned_name};
use super::marked::{Marked, MarkedEnd};
use super::still::MAX_SIDE;
use super::{EncodeError, EncodeOption, EncodeOptions, Encoder, Motion, Quality, SHORTEST_DELAY, Shared};

enum_with_all! {
    /// The formats of films and of single pictures.
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
        /// Animated GIF: the exact pixels. The first frame is whole; each later one is the bounding
        /// box of the changes, with transparency between them. Where a picture undoes changes of
        /// the previous one, that is disposed to previous. No frame is shorter than
        /// [`SHORTEST_DELAY`].
        Gif,
        /// Animated PNG: the exact pixels. The first frame is whole, and is what programs without
        /// support for animations show; each later one is the rectangle around the changes, with
        /// transparency between them. Where a picture undoes changes of the previous one, that is
        /// disposed to previous. Delays are exact to the millisecond up to 65 seconds, and to the
        /// hundredth of a second beyond. No frame is shorter than [`SHORTEST_DELAY`].
        Apng,
        /// Animated WebP, or one picture: the exact pixels. The first frame is whole; each later one is the rectangle
        /// around the changes, with transparency between them. Equal pictures that follow each other
        /// are one frame. Delays are exact to the millisecond. No frame is shorter than
        /// [`SHORTEST_DELAY`]. At most 16,383 pixels wide and high.
        WebP,
        /// H.264 video in an MP4 file, at a constant frame rate. The index comes first in the file,
        /// so that it plays while it is still loading. At most 3840×2160 pixels, landscape or
        /// portrait.
        Mp4,
        /// YUV4MPEG2: uncompressed video at a constant frame rate, as input of another encoder. Chroma
        /// is not subsampled (4:4:4), and the matrix is BT.601.
        Y4m,
        /// SVG: outlines, sharp at any size. Several frames are animated by a style sheet; one is a
        /// still.
        Svg,
        /// An HTML page that plays the film and steps through it, without any other file.
        Html,
        /// A PowerPoint presentation with a slide for each frame: its picture as SVG and as PNG, a title, and
        /// its caption as notes. The next slide follows a click, or with [`EncodeOptions::advance`] the time
        /// of the frame.
        Pptx,
        /// PDF: a page for each frame, with outlines and text, sharp at any size.
        Pdf,
        /// A directory with a PNG file for each frame.
        PngFrames,
        /// One PNG, of a film with one frame. A second picture is an error, as in the formats below.
        Png,
        /// One JPEG, with [`EncodeOptions::quality`]. As in the formats below, at most 16,384 pixels wide and high.
        Jpeg,
        /// One bitmap of Windows.
        Bmp,
        /// One TIFF, uncompressed.
        Tiff,
        /// One picture in the "Quite OK Image Format".
        Qoi,
        /// One portable pixmap.
        Ppm,
        /// Text, as in a terminal: solutions, tables, and what a log has.
        Text,
        /// Comma-separated values.
        Csv,
        /// JSON, or a line of JSON for each event.
        Json,
        /// Markdown.
        Markdown,
    }
}

/// What is known of a format.
struct Facts {
    /// As in a sentence.
    name: &'static str,
    /// In lower case; the first is the usual one.
    extensions: &'static [&'static str],
    kind: Kind,
    /// The options that it uses.
    options: &'static [EncodeOption],
    /// The longest display time of a frame, if it has one.
    longest_frame: Option<Duration>,
    on_page: OnPage,
    mark: Mark,
}

/// How a page of the web shows a file.
#[derive(Clone, Copy)]
pub(crate) enum OnPage {
    Image,
    Video,
    /// A page within the page.
    Frame,
    Link,
}

/// What a file of a format has.
#[derive(Clone, Copy)]
enum Kind {
    /// Pictures that follow each other.
    Animation,
    /// Drawings of pages, which are played.
    Drawings,
    /// Drawings of pages, which are not.
    Pages,
    /// Files of pictures.
    Directory,
    /// One picture, which is not played.
    Still,
    /// Text, and no picture.
    Text,
}

impl Format {
    /// Starts a file of pictures with this size and palette.
    ///
    /// # Errors
    /// When the format does not allow such pictures or when the writer fails. [`NeedsDirectory`](EncodeError::NeedsDirectory) for PNG frames: use
    /// [`PngFrames`](crate::export::PngFrames). [`NeedsPages`](EncodeError::NeedsPages) for vectors,
    /// which are not made of pictures: use a [`film`](crate::film). [`NoAnimation`](EncodeError::NoAnimation) for
    /// stills, which [`write_picture`](super::write_picture) writes, and for text.
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
        use Mark::{AfterEnd, Archive, Comment, Exif, Mp4Box, PngText};
        use OnPage::{Frame, Image, Link, Video};
        /// For formats without a limit of their own.
        const HOUR: Option<Duration> = Some(mp4::LONGEST_FRAME);
        type Row = (
            &'static str,
            &'static [&'static str],
            Kind,
            &'static [EncodeOption],
            Option<Duration>,
            OnPage,
            Mark,
        );
        #[rustfmt::skip]
        let row: Row = match self {
            Self::Gif => ("GIF", &["gif"], Animation, &[Plays, FullFrames, Motion], Some(gif::LONGEST_FRAME), Image, Mark::Gif),
            Self::Apng => ("APNG", &["apng"], Animation, &[Plays, Compression, Motion], Some(apng::LONGEST_FRAME), Image, PngText),
            Self::WebP => ("WebP", &["webp"], Animation, &[Plays, Motion], Some(webp::LONGEST_FRAME), Image, Exif),
            Self::Mp4 => ("MP4", &["mp4"], Animation, &[Fps, Quality, Motion], HOUR, Video, Mp4Box),
            Self::Y4m => ("Y4M", &["y4m"], Animation, &[Fps, Motion], HOUR, Link, Mark::None),
            Self::Svg => ("SVG", &["svg"], Drawings, &[Plays, Text], HOUR, Image, Comment("<!--", "--></svg>\n")),
            Self::Html => ("HTML", &["html"], Drawings, &[Motion], HOUR, Frame, Comment("<!--", "--></html>\n")),
            Self::Pptx => ("PPTX", &["pptx"], Drawings, &[Advance, Compression], HOUR, Link, Archive),
            Self::Pdf => ("PDF", &["pdf"], Pages, &[], None, Link, Comment("%", "\n")),
            Self::PngFrames => ("PNG frames", &["png"], Directory, &[Compression], HOUR, Link, PngText),
            Self::Png => ("PNG", &["png"], Still, &[Compression], None, Image, PngText),
            Self::Jpeg => ("JPEG", &["jpg", "jpeg"], Still, &[Quality], None, Image, Exif),
            Self::Bmp => ("BMP", &["bmp"], Still, &[], None, Image, AfterEnd),
            Self::Tiff => ("TIFF", &["tiff", "tif"], Still, &[], None, Link, AfterEnd),
            Self::Qoi => ("QOI", &["qoi"], Still, &[], None, Link, Mark::None),
            Self::Ppm => ("PPM", &["ppm"], Still, &[], None, Link, Comment("#", "\n")),
            Self::Text => ("text", &["txt"], Kind::Text, &[], None, Link, Mark::None),
            Self::Csv => ("CSV", &["csv"], Kind::Text, &[], None, Link, Mark::None),
            Self::Json => ("JSON", &["json"], Kind::Text, &[], None, Link, Mark::None),
            Self::Markdown => ("Markdown", &["md"], Kind::Text, &[], None, Link, Mark::None),
        };
        let (name, extensions, kind, options, longest_frame, on_page, mark) = row;
        Facts { name, extensions, kind, options, longest_frame, on_page, mark }
    }

    /// How a page of the web shows its files.
    pub(crate) const fn on_page(self) -> OnPage {
        self.facts().on_page
    }

    /// Where its files have the mark.
    pub(super) const fn mark_kind(self) -> Mark {
        self.facts().mark
    }

    /// The formats of films and of pictures: all but those of text.
    pub fn drawn() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|format| !format.is_text())
    }

    /// Whether it is text, and no picture.
    pub const fn is_text(self) -> bool {
        matches!(self.facts().kind, Kind::Text)
    }

    /// The name as in a sentence.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The usual file name extension, in lower case; for PNG frames, that of each file.
    pub const fn extension(self) -> &'static str {
        self.facts().extensions[0]
    }

    /// Whether a file name has an extension of this format, in upper or lower case.
    fn has_extension_of(self, path: &Path) -> bool {
        let is = |known: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(known));
        self.facts().extensions.iter().any(is)
    }

    /// Whether the format uses an option.
    pub fn takes(self, option: EncodeOption) -> bool {
        self.facts().options.contains(&option)
    }

    /// The motion of films in this format, unless another is asked for.
    pub const fn usual_motion(self) -> Motion {
        if matches!(self, Self::Mp4 | Self::Html) { Motion::Soft } else { Motion::None }
    }

    /// The quality in this format, unless another is asked for: edges of letters suffer first in a JPEG.
    pub const fn usual_quality(self) -> Quality {
        const HIGH: Quality = Quality::new(92).expect("92 is a quality");
        if matches!(self, Self::Jpeg) { HIGH } else { Quality::USUAL }
    }

    /// Whether the file says how often it is played.
    pub fn loops(self) -> bool {
        self.takes(EncodeOption::Plays)
    }

    /// Whether pictures have a constant rate, [`EncodeOptions::fps`], instead of a delay each.
    pub fn has_frame_rate(self) -> bool {
        self.takes(EncodeOption::Fps)
    }

    /// Whether it is drawn from pages, and not only from pictures.
    pub const fn is_vector(self) -> bool {
        matches!(self.facts().kind, Kind::Drawings | Kind::Pages)
    }

    /// Whether it is a file of pictures that follow each other, so that a film may have more of them than
    /// its frames.
    pub const fn is_animation(self) -> bool {
        matches!(self.facts().kind, Kind::Animation)
    }

    /// Whether it is played, by itself or by programs that read its list of frames.
    pub const fn is_played(self) -> bool {
        matches!(self.facts().kind, Kind::Animation | Kind::Drawings | Kind::Directory)
    }

    /// How long a side of the pictures in the file is, in pixels, if it is so long on the canvas: sides of an
    /// MP4 are even, and not shorter than a macroblock.
    pub fn side(self, pixels: u32) -> u32 {
        if self == Self::Mp4 { mp4::side_in_file(pixels) } else { pixels }
    }

    /// Whether it is a directory of files.
    pub const fn is_directory(self) -> bool {
        matches!(self.facts().kind, Kind::Directory)
    }

    /// Whether it has one picture, which is not played.
    pub const fn is_still(self) -> bool {
        matches!(self.facts().kind, Kind::Still)
    }

    /// Whether a file may have one picture or drawing that does not move: the stills, and formats of films that
    /// are also used for pictures.
    pub const fn draws_stills(self) -> bool {
        self.is_still() || matches!(self, Self::WebP | Self::Svg | Self::Pdf)
    }

    /// Whether a single picture of this width and height in pixels can be written.
    ///
    /// # Errors
    /// When it is larger than the format allows.
    pub fn check_still(self, (width, height): (u32, u32)) -> Result<(), EncodeError> {
        if self.is_still() && self != Self::Png && width.max(height) > MAX_SIDE {
            let most = (MAX_SIDE, MAX_SIDE);
            return Err(Error::TooLarge { format: self.name(), most, width, height }.into());
        }
        Ok(())
    }

    /// The shortest display time of a frame: one picture at `fps` pictures per second where the
    /// format has a frame rate, otherwise [`SHORTEST_DELAY`].
    pub fn shortest_frame(self, fps: NonZeroU32) -> Duration {
        if self.has_frame_rate() { Duration::from_secs(1) / fps.get() } else { SHORTEST_DELAY }
    }

    /// The longest display time of a frame; an hour in formats without a limit of their own, and `None` if it is not limited.
    pub fn longest_frame(self) -> Option<Duration> {
        self.facts().longest_frame
    }

    /// The longest film: a day, where pictures that are shown for long are repeated, and `None` if it is not limited.
    pub fn longest_film(self) -> Option<Duration> {
        self.has_frame_rate().then_some(mp4::LONGEST_FILM)
    }

    /// The format with this extension, in lower case. PNG frames and a PNG have the same, which names PNG frames.
    pub fn named(extension: &str) -> Option<Self> {
        Self::drawn().find(|format| format.facts().extensions.contains(&extension))
    }

    /// The format for a path: PNG frames for a path that ends with a separator or a directory without
    /// an extension, otherwise the one with this extension. `None` for unknown extensions.
    pub fn of_path(path: &Path) -> Option<Self> {
        let has_extension = path.extension().is_some() && !Self::names_directory(path);
        if has_extension {
            let mut files = Self::drawn().filter(|format| !format.is_directory());
            return files.find(|format| format.has_extension_of(path));
        }
        (Self::names_directory(path) || path.is_dir()).then_some(Self::PngFrames)
    }

    /// Whether a path is no contradiction to the format: it has no extension of another one, and a
    /// directory has none, unless it exists.
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

    /// Whether a path names a directory: it ends with a separator, or with the directory `.`.
    pub fn names_directory(path: &Path) -> bool {
        let text = path.as_os_str().to_string_lossy();
        text.strip_suffix('.').unwrap_or(&text).ends_with(is_separator)
    }
}

/// The name as in a sentence.
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
