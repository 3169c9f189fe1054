//! Sheets of paper.

use std::str::FromStr;

use super::units::MAX_SIDE;

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
/// let card: Paper = "210x148mm".parse().unwrap();
/// assert_eq!(card.format, PaperFormat::Millimetres(210, 148));
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
    /// Width and height in millimetres.
    Millimetres(u16, u16),
}

impl PaperFormat {
    const NAMES: [(&'static str, Self); 3] = [("a4", Self::A4), ("a3", Self::A3), ("letter", Self::Letter)];

    /// Width and height in tenths of a millimetre, upright.
    const fn tenths(self) -> (u32, u32) {
        match self {
            Self::A4 => (2100, 2970),
            Self::A3 => (2970, 4200),
            Self::Letter => (2159, 2794),
            Self::Millimetres(width, height) => (10 * width as u32, 10 * height as u32),
        }
    }
}

impl Paper {
    /// Pixels to an inch.
    pub const DPI: u32 = 300;

    /// Width and height in pixels.
    pub const fn pixels(self) -> (u32, u32) {
        let (width, height) = self.tenths();
        (pixels(width), pixels(height))
    }

    /// Width and height in points, of which an inch has 72.
    pub fn points(self) -> (f32, f32) {
        let points = |tenths: u32| tenths as f32 * 72.0 / TENTHS_OF_AN_INCH as f32;
        let (width, height) = self.tenths();
        (points(width), points(height))
    }

    const fn tenths(self) -> (u32, u32) {
        let (width, height) = self.format.tenths();
        if self.landscape { (height, width) } else { (width, height) }
    }
}

/// Tenths of a millimetre to an inch.
const TENTHS_OF_AN_INCH: u32 = 254;

/// The longest side in pixels that a page may have, in millimetres.
const MOST_MILLIMETRES: u16 = (MAX_SIDE * TENTHS_OF_AN_INCH / 10 / Paper::DPI) as u16;

/// The nearest number of pixels.
const fn pixels(tenths: u32) -> u32 {
    (tenths * Paper::DPI + TENTHS_OF_AN_INCH / 2) / TENTHS_OF_AN_INCH
}

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(text: &str) -> Result<Self, PaperError> {
        let text = text.to_ascii_lowercase();
        if let Some((width, height)) = text.strip_suffix("mm").and_then(|sides| sides.split_once(['x', '×']))
        {
            let side = |side: &str| side.trim_end_matches("mm").parse::<u16>().ok();
            let sides = side(width).zip(side(height));
            let fits = |side: u16| (1..=MOST_MILLIMETRES).contains(&side);
            let (width, height) =
                sides.filter(|(width, height)| fits(*width) && fits(*height)).ok_or(PaperError)?;
            return Ok(Self { format: PaperFormat::Millimetres(width, height), landscape: false });
        }
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
#[error("write a4, a3 or letter, or a4-landscape and so on, or millimetres like 210x148mm")]
pub struct PaperError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_their_size_in_points() {
        let points = |name: &str| name.parse::<Paper>().unwrap().points();
        assert_eq!(points("letter"), (612.0, 792.0));
        let (width, height) = points("254x127mm");
        assert!((width - 720.0).abs() < 1e-3 && (height - 360.0).abs() < 1e-3);
    }

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
        assert_eq!("210x148mm".parse::<Paper>().unwrap().pixels(), (2480, 1748));
        for wrong in
            ["", "210x148mm-landscape", "a5", "a4 ", "a4-portrait", "-landscape", "a4-landscape-landscape"]
        {
            assert_eq!(wrong.parse::<Paper>(), Err(PaperError), "{wrong}");
        }
    }
}
