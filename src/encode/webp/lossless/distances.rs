//! Codes of distances: those of pixels nearby are short (`WebP Lossless Bitstream Specification`,
//! section 5.2.2).

/// How far to the left and up the pixels with the codes 1, 2, … are.
#[rustfmt::skip]
const NEARBY: [(i32, i32); 120] = [
    (0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2),
    (2, 1), (-2, 1), (2, 2), (-2, 2), (0, 3), (3, 0), (1, 3), (-1, 3),
    (3, 1), (-3, 1), (2, 3), (-2, 3), (3, 2), (-3, 2), (0, 4), (4, 0),
    (1, 4), (-1, 4), (4, 1), (-4, 1), (3, 3), (-3, 3), (2, 4), (-2, 4),
    (4, 2), (-4, 2), (0, 5), (3, 4), (-3, 4), (4, 3), (-4, 3), (5, 0),
    (1, 5), (-1, 5), (5, 1), (-5, 1), (2, 5), (-2, 5), (5, 2), (-5, 2),
    (4, 4), (-4, 4), (3, 5), (-3, 5), (5, 3), (-5, 3), (0, 6), (6, 0),
    (1, 6), (-1, 6), (6, 1), (-6, 1), (2, 6), (-2, 6), (6, 2), (-6, 2),
    (4, 5), (-4, 5), (5, 4), (-5, 4), (3, 6), (-3, 6), (6, 3), (-6, 3),
    (0, 7), (7, 0), (1, 7), (-1, 7), (5, 5), (-5, 5), (7, 1), (-7, 1),
    (4, 6), (-4, 6), (6, 4), (-6, 4), (2, 7), (-2, 7), (7, 2), (-7, 2),
    (3, 7), (-3, 7), (7, 3), (-7, 3), (5, 6), (-5, 6), (6, 5), (-6, 5),
    (8, 0), (4, 7), (-4, 7), (7, 4), (-7, 4), (8, 1), (8, 2), (6, 6),
    (-6, 6), (8, 3), (5, 7), (-5, 7), (7, 5), (-7, 5), (8, 4), (6, 7),
    (-6, 7), (7, 6), (-7, 6), (8, 5), (7, 7), (-7, 7), (8, 6), (8, 7),
];

/// The distances of copies in a picture of some width.
#[derive(Debug)]
pub struct Distances {
    /// The codes of the distances of pixels nearby, by distance; 0 for others.
    codes: Vec<u8>,
}

impl Distances {
    /// For rows of this many pixels.
    pub fn new(width: usize) -> Self {
        let mut codes = Vec::new();
        for (code, (left, up)) in (1..).zip(NEARBY) {
            let distance = (left + up * width as i32).max(1) as usize;
            if codes.len() <= distance {
                codes.resize(distance + 1, 0);
            }
            if codes[distance] == 0 {
                codes[distance] = code;
            }
        }
        Self { codes }
    }

    /// The largest distance.
    pub const MAX: usize = (1 << 20) - NEARBY.len();

    /// The code of a distance, at least 1 and at most [`Distances::MAX`]: the shortest one.
    pub fn code(&self, distance: usize) -> u32 {
        match self.codes.get(distance) {
            Some(code @ 1..) => (*code).into(),
            Some(0) | None => (distance + NEARBY.len()) as u32,
        }
    }

    /// The distances with the shortest codes, up to this code.
    pub fn nearest(&self, codes: u8) -> impl Iterator<Item = usize> {
        let mut nearest: Vec<(u8, usize)> = self.codes.iter().copied().zip(0..).collect();
        nearest.retain(|(code, _)| (1..=codes).contains(code));
        nearest.sort_unstable();
        nearest.into_iter().map(|(_, distance)| distance)
    }
}
