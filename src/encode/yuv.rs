//! Conversion of palettes to luma and chroma, once per film.

use crate::picture::Rgb;

/// The weights of the primaries in luma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matrix {
    /// ITU-R BT.601, for standard definition.
    Bt601,
    /// ITU-R BT.709, for high definition; the primaries are those of sRGB.
    #[cfg(feature = "mp4")]
    Bt709,
}

/// A colour in limited range: black at luma 16, white at 235, grey at chroma 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Yuv {
    /// Y'.
    pub luma: u8,
    /// Cb and Cr in units of 1/256, for exact means.
    pub chroma: [u16; 2],
}

impl Matrix {
    /// The colours of a palette, in its order.
    pub fn convert(self, palette: &[Rgb]) -> Vec<Yuv> {
        palette.iter().map(|colour| self.colour(*colour)).collect()
    }

    fn colour(self, colour: Rgb) -> Yuv {
        let (of_red, of_blue) = match self {
            Self::Bt601 => (0.299, 0.114),
            #[cfg(feature = "mp4")]
            Self::Bt709 => (0.2126, 0.0722),
        };
        let [red, green, blue] = colour.0.map(|channel| f64::from(channel) / 255.0);
        let luma = of_red * red + (1.0 - of_red - of_blue) * green + of_blue * blue;
        let difference = |channel: f64, weight: f64| {
            let chroma = 128.0 + 224.0 * (channel - luma) / (2.0 * (1.0 - weight));
            (chroma * 256.0).round() as u16
        };
        Yuv {
            luma: (16.0 + 219.0 * luma).round() as u8,
            chroma: [difference(blue, of_blue), difference(red, of_red)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_the_primaries_are_where_the_standards_put_them() {
        let colours = [[0; 3], [255; 3], [255, 0, 0], [0, 255, 0], [0, 0, 255]].map(Rgb);
        let rounded = |matrix: Matrix| -> Vec<[u16; 3]> {
            let bytes = |yuv: Yuv| [yuv.luma.into(), (yuv.chroma[0] + 128) >> 8, (yuv.chroma[1] + 128) >> 8];
            matrix.convert(&colours).into_iter().map(bytes).collect()
        };
        let ends = [[16, 128, 128], [235, 128, 128]];
        let bt601 = [[81, 90, 240], [145, 54, 34], [41, 240, 110]];
        assert_eq!(rounded(Matrix::Bt601), [&ends[..], &bt601].concat());
        #[cfg(feature = "mp4")]
        {
            let bt709 = [[63, 102, 240], [173, 42, 26], [32, 240, 118]];
            assert_eq!(rounded(Matrix::Bt709), [&ends[..], &bt709].concat());
        }
    }
}
