//! Sheets of paper.

/// A sheet of paper, with 300 pixels to an inch.
///
/// ```
/// use queenreel::page::{PageSize, Paper};
///
/// let poster = Paper { width: 4200, height: 2970 };
/// assert_eq!("a3-landscape".parse(), Ok(PageSize::Paper(poster)));
/// assert_eq!(poster.pixels(), (4961, 3508));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paper {
    /// Width in tenths of a millimetre.
    pub width: u32,
    /// Height in tenths of a millimetre.
    pub height: u32,
}

/// Width and height of upright sheets.
const NAMED: [(&str, u32, u32); 3] = [("a4", 2100, 2970), ("a3", 2970, 4200), ("letter", 2159, 2794)];

/// Tenths of a millimetre to an inch.
const TENTHS_OF_AN_INCH: u32 = 254;

impl Paper {
    /// Pixels to an inch.
    pub const DPI: u32 = 300;

    /// Width and height in pixels.
    pub const fn pixels(self) -> (u32, u32) {
        (pixels(self.width), pixels(self.height))
    }

    /// Width and height in points, of which an inch has 72.
    pub fn points(self) -> (f32, f32) {
        let points = |tenths: u32| tenths as f32 * 72.0 / TENTHS_OF_AN_INCH as f32;
        (points(self.width), points(self.height))
    }

    /// The sheet that a text names, however large: upright unless it ends in `-landscape`, or in millimetres.
    pub(super) fn named(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        if let Some((width, height)) = text.strip_suffix("mm").and_then(|sides| sides.split_once(['x', '×']))
        {
            let tenths =
                |side: &str| side.trim_end_matches("mm").parse::<u16>().map(|side| 10 * u32::from(side));
            return Some(Self { width: tenths(width).ok()?, height: tenths(height).ok()? });
        }
        let name = text.strip_suffix("-landscape").unwrap_or(&text);
        let (_, width, height) = NAMED.into_iter().find(|(known, ..)| *known == name)?;
        Some(if name == text { Self { width, height } } else { Self { width: height, height: width } })
    }
}

/// The nearest number of pixels.
const fn pixels(tenths: u32) -> u32 {
    (tenths * Paper::DPI + TENTHS_OF_AN_INCH / 2) / TENTHS_OF_AN_INCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_their_size_in_points() {
        let points = |name: &str| Paper::named(name).unwrap().points();
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
            assert_eq!(Paper::named(name).unwrap().pixels(), (width, height), "{name}");
        }
        assert_eq!(Paper::named("210x148mm").unwrap().pixels(), (2480, 1748));
        for wrong in
            ["", "210x148mm-landscape", "a5", "a4 ", "a4-portrait", "-landscape", "a4-landscape-landscape"]
        {
            assert_eq!(Paper::named(wrong), None, "{wrong}");
        }
    }
}
