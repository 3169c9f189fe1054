//! The size of slides.

/// The size of slides, in English metric units: 914,400 to an inch.
///
/// ```
/// use queenreel::slides::SlideSize;
///
/// let wide = SlideSize::of_pixels(1280, 720).expect("16:9 is a usual ratio");
/// assert_eq!((wide.width(), wide.height()), (12_192_000, 6_858_000));
/// assert_eq!(SlideSize::of_pixels(5700, 100), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlideSize {
    width: u32,
    height: u32,
}

/// The longer side of a wide slide.
const LONGER: u32 = 12_192_000;

/// The sides that the file format allows.
const SHORTEST: u32 = 914_400;
const LONGEST: u32 = 51_206_400;

impl SlideSize {
    /// The slide for pictures of this size in pixels: that of PowerPoint for 16:9 and 4:3, otherwise one
    /// with their ratio. `None` for pictures that are more than 56 times as wide as high, or as high as
    /// wide, for which the file format has no slides.
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

    /// The width.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The height.
    pub const fn height(self) -> u32 {
        self.height
    }

    /// What PowerPoint calls the format.
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
