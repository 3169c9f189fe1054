//! sRGB colours, blended in linear light.

use std::array;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// An sRGB colour with 8 bits per channel, written `#rrggbb`.
///
/// ```
/// use flatfilm::picture::Rgb;
///
/// # fn main() -> Result<(), flatfilm::picture::RgbError> {
/// let light: Rgb = "#f0d9b5".parse()?;
/// assert_eq!(light, Rgb([240, 217, 181]));
/// assert_eq!(light.covered(Rgb([0; 3]), 0.5).to_string(), "#b09f84");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// Returns the colour of a number such as `0xf0d9b5`.
    pub const fn from_hex(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self([red, green, blue])
    }

    /// Returns the contrast ratio with another colour (1 to 21), as defined by WCAG 2.1.
    pub fn contrast(self, other: Self) -> f32 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// Returns the relative luminance (0 to 1), as defined by WCAG 2.1.
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.0.map(to_linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Mixes in `share` (0 to 1) of another colour, in sRGB and not in linear light.
    pub fn mixed(self, other: Self, share: f32) -> Self {
        Self(array::from_fn(|channel| {
            let (from, to) = (f32::from(self.0[channel]), f32::from(other.0[channel]));
            (from + (to - from) * share).round() as u8
        }))
    }

    /// Draws `over` on this colour with a coverage of 0 to 1, in linear light (IEC 61966-2-1).
    pub fn covered(self, over: Self, coverage: f32) -> Self {
        Self(array::from_fn(|channel| {
            let (under, over) = (to_linear(self.0[channel]), to_linear(over.0[channel]));
            from_linear(under + (over - under) * coverage)
        }))
    }
}

fn to_linear(channel: u8) -> f32 {
    // Measured: without the table, five sixths of the time to construct a page are spent on powers.
    static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
        array::from_fn(|channel| {
            let value = channel as f32 / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    });
    LINEAR[usize::from(channel)]
}

fn from_linear(light: f32) -> u8 {
    let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

impl FromStr for Rgb {
    type Err = RgbError;

    fn from_str(text: &str) -> Result<Self, RgbError> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, channels @ ..] =
            value.ok_or_else(|| RgbError(text.chars().take(40).collect()))?.to_be_bytes();
        Ok(Self(channels))
    }
}

impl TryFrom<String> for Rgb {
    type Error = RgbError;

    fn try_from(text: String) -> Result<Self, RgbError> {
        text.parse()
    }
}

impl From<Rgb> for String {
    fn from(colour: Rgb) -> Self {
        colour.to_string()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A text that is not a colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a colour: write it as #rrggbb, such as #f0d9b5")]
pub struct RgbError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_white_on_black_is_half_the_light() {
        let (black, white) = (Rgb([0; 3]), Rgb([255; 3]));
        assert_eq!(black.covered(white, 0.5), Rgb([188; 3]), "0.5 in linear light is 188 in sRGB");
        assert_eq!(black.covered(white, 0.0), black);
        assert_eq!(black.covered(white, 1.0), white);
    }

    #[test]
    fn conversion_to_linear_light_and_back_is_exact() {
        for value in 0..=255 {
            assert_eq!(from_linear(to_linear(value)), value);
        }
    }

    #[test]
    fn colours_are_read_as_they_are_written() {
        assert_eq!("#f0d9b5".parse(), Ok(Rgb([0xf0, 0xd9, 0xb5])));
        assert_eq!(Rgb([1, 2, 255]).to_string(), "#0102ff");
        for wrong in ["", "#", "f0d9b5", "#f0d9b", "#f0d9b55", "#+0d9b5", "#ég9b5", "red"] {
            assert_eq!(wrong.parse::<Rgb>(), Err(RgbError(wrong.to_owned())));
        }
    }
}
