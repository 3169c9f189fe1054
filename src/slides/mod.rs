//! PowerPoint presentations with a picture on each slide.
//!
//! ```
//! use std::time::Duration;
//! use queenreel::encode::{Compression, write_png};
//! use queenreel::internals::picture::{Canvas, Picture, Rgb};
//! use queenreel::internals::slides::{Deck, Slide, SlideSize};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let canvas = Canvas::new(16, 9, vec![Rgb([240, 217, 181])]);
//! let mut png = Vec::new();
//! write_png(&mut png, &Picture::new(&canvas, &[0; 16 * 9], &[]), Compression::default())?;
//! let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>"#;
//!
//! let mut pptx = Vec::new();
//! let size = SlideSize::of_pixels(16, 9).expect("16:9 is a usual ratio");
//! let mut deck = Deck::new(&mut pptx, size, "A colour", 1)?;
//! let (title, notes, alt) = ("Light", "The light squares have this colour.", "An area of one colour.");
//! deck.add(&Slide { title, notes, alt, png: &png, svg, advance: Some(Duration::from_secs(2)) })?;
//! let bytes = deck.finish()?;
//! assert_eq!(bytes, pptx.len() as u64);
//! # Ok(())
//! # }
//! ```

mod archive;
mod parts;

use std::collections::HashMap;
use std::io::{self, Write};
use std::time::Duration;

use xxhash_rust::xxh3::Xxh3Default;

use archive::Archive;

#[derive(Debug, Clone, Copy)]
pub struct Slide<'a> {
    /// The title, on one line of text above the visible slide, for the outline and for screen readers.
    pub title: &'a str,
    /// The speaker's notes, a paragraph for each line of text.
    pub notes: &'a str,
    /// The alternative text of the picture.
    pub alt: &'a str,
    /// The picture, for programs that do not read SVG.
    pub png: &'a [u8],
    /// The picture, for programs that read SVG.
    pub svg: &'a str,
    /// The time until the next slide; `None` to wait for a click.
    pub advance: Option<Duration>,
}

/// Writes a presentation, slide by slide, to a writer that need not seek.
///
/// The output is deterministic. A picture on several slides is stored once. Only the index of the archive and the
/// digests of pictures grow in memory with the number of slides. Programs cannot open a presentation that is not
/// [finished](Deck::finish).
pub struct Deck<W: Write> {
    archive: Archive<W>,
    size: SlideSize,
    slides: u32,
    added: u32,
    pictures: HashMap<u128, u32>,
}

impl<W: Write> Deck<W> {
    /// Starts a presentation.
    pub fn new(out: W, size: SlideSize, title: &str, slides: u32) -> io::Result<Self> {
        let mut archive = Archive::new(out);
        for (path, part) in parts::of_presentation(title, slides, size) {
            // This part is stored without compression, so that the name of the program can be read in the file.
            if path == parts::APP_PROPERTIES { archive.store(path, part) } else { archive.add(path, part) }?;
        }
        Ok(Self { archive, size, slides, added: 0, pictures: HashMap::new() })
    }

    /// Adds a slide.
    pub fn add(&mut self, slide: &Slide<'_>) -> io::Result<()> {
        self.added += 1;
        let picture = self.picture(slide)?;
        let parts = parts::of_slide(slide, self.added, picture, self.size);
        parts.iter().try_for_each(|(path, part)| self.archive.add(path, part))
    }

    /// Stores the picture of a slide, unless an equal picture is stored; returns the number of the picture.
    fn picture(&mut self, slide: &Slide<'_>) -> io::Result<u32> {
        let mut digest = Xxh3Default::new();
        digest.update(slide.png);
        digest.update(slide.svg.as_bytes());
        let next = self.pictures.len() as u32 + 1;
        let number = *self.pictures.entry(digest.digest128()).or_insert(next);
        if number == next {
            // PNG is compressed already.
            self.archive.store(&format!("ppt/media/image{number}.png"), slide.png)?;
            self.archive.add(&format!("ppt/media/image{number}.svg"), slide.svg)?;
        }
        Ok(number)
    }

    /// Completes the presentation, flushes the writer and returns the number of bytes written. Fails unless the
    /// number of added slides is that given to [`Deck::new`].
    pub fn finish(self) -> io::Result<u64> {
        let Self { archive, slides, added, .. } = self;
        if added != slides {
            return Err(io::Error::other(format!("a deck for {slides} slides has {added}")));
        }
        archive.finish()
    }
}

/// The size of slides, in English metric units (914,400 per inch).
///
/// ```
/// use queenreel::internals::slides::SlideSize;
///
/// let wide = SlideSize::of_pixels(1280, 720).expect("16:9 is a usual ratio");
/// assert_eq!((wide.width, wide.height), (12_192_000, 6_858_000));
/// assert_eq!(SlideSize::of_pixels(5700, 100), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlideSize {
    pub width: u32,
    pub height: u32,
}

const LONGER: u32 = 12_192_000;

/// The shortest side that the file format allows.
const SHORTEST: u32 = 914_400;
/// The longest side that the file format allows.
const LONGEST: u32 = 51_206_400;

impl SlideSize {
    /// Returns the slide size for pictures of this size in pixels: PowerPoint's sizes for 16:9 and 4:3, otherwise
    /// a size of equal ratio. `None` for a side of 0, and for ratios beyond 56:1, which the file format does not
    /// support.
    pub fn of_pixels(width: u32, height: u32) -> Option<Self> {
        let is = |across: u32, down: u32| {
            u64::from(width) * u64::from(down) == u64::from(height) * u64::from(across)
        };
        if width == 0 || height == 0 {
            return None;
        }
        if is(4, 3) {
            return Some(Self { width: 9_144_000, height: 6_858_000 });
        }
        let (longer, shorter) = (u64::from(width.max(height)), u64::from(width.min(height)));
        let scale = |side: u64, of: u64, to: u32| u32::try_from((side * u64::from(to) + of / 2) / of).ok();
        let (long, short) = match scale(shorter, longer, LONGER)? {
            short if short < SHORTEST => (scale(longer, shorter, SHORTEST)?, SHORTEST),
            short => (LONGER, short),
        };
        let (width, height) = if width >= height { (long, short) } else { (short, long) };
        (long <= LONGEST).then_some(Self { width, height })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self { width: 12_192_000, height: 6_858_000 } => "Widescreen",
            size if size.is_4_by_3() => "On-screen Show (4:3)",
            _ => "Custom",
        }
    }

    pub(super) fn is_4_by_3(self) -> bool {
        self == Self { width: 9_144_000, height: 6_858_000 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_have_the_ratio_of_the_pictures() {
        let size = |width, height| SlideSize::of_pixels(width, height).map(|size| (size.width, size.height));
        assert_eq!(size(1280, 720), Some((12_192_000, 6_858_000)));
        assert_eq!(size(3840, 2160), Some((12_192_000, 6_858_000)));
        assert_eq!(size(1024, 768), Some((9_144_000, 6_858_000)));
        assert_eq!(size(640, 640), Some((12_192_000, 12_192_000)));
        assert_eq!(size(720, 1280), Some((6_858_000, 12_192_000)));
        assert_eq!(size(100, 3), Some((30_480_000, 914_400)));
        assert_eq!(size(3, 100), Some((914_400, 30_480_000)));
        assert_eq!((size(1000, 1), size(0, 9), size(9, 0)), (None, None, None));
    }
}
