//! Conversion of palettes to luma and chroma, once per film.

use crate::picture::Rgb;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matrix {
    Bt601,
    Bt709,
}

/// A colour in limited range: black at luma 16, white at 235, grey at chroma 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Yuv {
    pub luma: u8,
    pub chroma: [u8; 2],
}

impl Matrix {
    const fn weights(self) -> (f64, f64) {
        match self {
            Self::Bt601 => (0.299, 0.114),
            Self::Bt709 => (0.2126, 0.0722),
        }
    }

    pub fn convert(self, palette: &[Rgb]) -> Vec<Yuv> {
        palette.iter().map(|colour| self.colour(*colour)).collect()
    }

    /// Returns the colour, of those next to the exact value, that decoders show with the smallest error. With
    /// plain rounding, some channels would be wrong by 2.
    fn colour(self, colour: Rgb) -> Yuv {
        let (of_red, of_blue) = self.weights();
        let [red, green, blue] = colour.0.map(|channel| f64::from(channel) / 255.0);
        let luma = of_red * red + (1.0 - of_red - of_blue) * green + of_blue * blue;
        let chroma = |channel: f64, weight: f64| 128.0 + 112.0 * (channel - luma) / (1.0 - weight);
        let exact = [16.0 + 219.0 * luma, chroma(blue, of_blue), chroma(red, of_red)];
        let near = (0..27).map(|number: u8| {
            let at = |place: usize, by: u8, most: f64| {
                (exact[place].round() + f64::from(by % 3) - 1.0).clamp(16.0, most) as u8
            };
            Yuv { luma: at(0, number, 235.0), chroma: [at(1, number / 3, 240.0), at(2, number / 9, 240.0)] }
        });
        near.min_by_key(|yuv| self.distances(*yuv, colour)).expect("there are 27")
    }

    /// Returns the error of the displayed colour with decoders that round the sum, with decoders that round down
    /// each term (as ffmpeg does), and without rounding. The first two are at least 1, an invisible error; the
    /// third is in 1/256.
    fn distances(self, Yuv { luma, chroma: [blue, red] }: Yuv, colour: Rgb) -> [u32; 3] {
        let (of_red, of_blue) = self.weights();
        let of_green = 1.0 - of_red - of_blue;
        let luma = f64::from(i16::from(luma) - 16) * 255.0 / 219.0;
        let part = |chroma: u8, of: f64| f64::from(i16::from(chroma) - 128) * 255.0 / 112.0 * (1.0 - of);
        let (blue, red) = (part(blue, of_blue), part(red, of_red));
        let sums = [
            [luma, 0.0, red],
            [luma, -blue * of_blue / of_green, -red * of_red / of_green],
            [luma, blue, 0.0],
        ];
        let farthest = |shown: fn(&[f64; 3]) -> f64| {
            let distances = sums
                .iter()
                .zip(colour.0)
                .map(|(sum, channel)| (shown(sum).clamp(0.0, 255.0) - f64::from(channel)).abs());
            distances.fold(0.0, f64::max)
        };
        let rounded = farthest(|sum| sum.iter().sum::<f64>().round());
        let cut = farthest(|sum| sum.iter().map(|part| part.floor()).sum());
        let exact = farthest(|sum| sum.iter().sum());
        [rounded.max(1.0) as u32, cut.max(1.0) as u32, (256.0 * exact) as u32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_the_primaries_are_where_the_standards_put_them() {
        let colours = [[0; 3], [255; 3], [255, 0, 0], [0, 255, 0], [0, 0, 255]].map(Rgb);
        let check = |matrix: Matrix, primaries: [[u8; 3]; 3]| {
            let expected = [&[[16, 128, 128], [235, 128, 128]], &primaries[..]].concat();
            for (Yuv { luma, chroma: [blue, red] }, expected) in matrix.convert(&colours).iter().zip(expected)
            {
                let seen = [*luma, *blue, *red];
                let is_near = seen.iter().zip(expected).all(|(seen, expected)| seen.abs_diff(expected) <= 1);
                assert!(is_near, "{seen:?}, not {expected:?}");
            }
        };
        check(Matrix::Bt601, [[81, 90, 240], [145, 54, 34], [41, 240, 110]]);
        check(Matrix::Bt709, [[63, 102, 240], [173, 42, 26], [32, 240, 118]]);
    }
}
