//! Codes of distances: those of pixels nearby are short (`WebP Lossless Bitstream Specification`,
//! section 5.2.2).

/// The number of pixels nearby.
const NEARBY: usize = 120;

/// How far to the left and up the pixels with the codes 1, 2, … are, the nearest first.
fn nearby() -> Vec<(i32, i32)> {
    let places = (0..8).flat_map(|up| (-7..=8).map(move |left| (left, up)));
    let mut nearby: Vec<(i32, i32)> = places.filter(|(left, up)| *up > 0 || *left > 0).collect();
    nearby.sort_by_key(|(left, up)| (left * left + up * up, left.abs(), *left < 0));
    nearby
}

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
        for (code, (left, up)) in (1..).zip(nearby()) {
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
    pub const MAX: usize = (1 << 20) - NEARBY;

    /// The code of a distance, at least 1 and at most [`Distances::MAX`]: the shortest one.
    pub fn code(&self, distance: usize) -> u32 {
        match self.codes.get(distance) {
            Some(code @ 1..) => (*code).into(),
            Some(0) | None => (distance + NEARBY) as u32,
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
