//! Sheets of paper.

use std::str::FromStr;

/// A sheet of paper, with 300 pixels to an inch.
///
/// Sheets are upright unless the name ends in `-landscape`:
///
/// ```
/// use queenreel::page::{Paper, PaperFormat};
///
/// let poster: Paper = "a3-landscape".parse().unwrap();
/// assert_eq!(poster, Paper { format: PaperFormat::A3, landscape: true });
/// assert_eq!(poster.pixels(), (4961, 3508));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paper {
    /// Its size.
    pub format: PaperFormat,
    /// Whether it is wider than high.
    pub landscape: bool,
}

/// The size of a sheet of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperFormat {
    /// 210 × 297 mm.
    A4,
    /// 297 × 420 mm.
    A3,
    /// 8.5 × 11 inches.
    Letter,
}

impl PaperFormat {
    const NAMES: [(&'static str, Self); 3] = [("a4", Self::A4), ("a3", Self::A3), ("letter", Self::Letter)];

    /// Width and height in pixels, upright.
    const fn pixels(self) -> (u32, u32) {
        match self {
            Self::A4 => (2480, 3508),
            Self::A3 => (3508, 4961),
            Self::Letter => (2550, 3300),
        }
    }
}

impl Paper {
    /// Pixels to an inch.
    pub const DPI: u32 = 300;

    /// Width and height in pixels.
    pub const fn pixels(self) -> (u32, u32) {
        let (width, height) = self.format.pixels();
        if self.landscape { (height, width) } else { (width, height) }
    }
}

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(text: &str) -> Result<Self, PaperError> {
        let text = text.to_ascii_lowercase();
        let (name, landscape) = match text.strip_suffix("-landscape") {
            Some(name) => (name, true),
            None => (text.as_str(), false),
        };
        let found = PaperFormat::NAMES.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| Self { format, landscape }).ok_or(PaperError)
    }
}

/// A text that names no sheet of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write a4, a3 or letter, or a4-landscape and so on")]
pub struct PaperError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_300_pixels_to_an_inch() {
        for (name, width, height) in [
            ("a4", 2480, 3508),
            ("A3", 3508, 4961),
            ("Letter", 2550, 3300),
            ("A4-Landscape", 3508, 2480),
            ("letter-landscape", 3300, 2550),
        ] {
            assert_eq!(name.parse::<Paper>().unwrap().pixels(), (width, height), "{name}");
        }
        for wrong in ["", "a5", "a4 ", "a4-portrait", "-landscape", "a4-landscape-landscape"] {
            assert_eq!(wrong.parse::<Paper>(), Err(PaperError), "{wrong}");
        }
    }
}
