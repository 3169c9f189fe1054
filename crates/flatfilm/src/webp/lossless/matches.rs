//! Finds LZ77 matches, and maps distances to distance codes, which are small for pixels nearby (WebP Lossless
//! Bitstream Specification, section 5.2.2).

use super::token::MAX_LENGTH;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    pub length: usize,
    pub distance: usize,
}

/// Of each run of one colour, the first position and this number of positions at the end are hashed.
const RUN_ENDS: usize = 3;

/// Maximum number of positions of equal hash that are compared.
const MAX_TRIES: usize = 16;

/// Distances with codes up to this one are always compared.
const NEAREST: u8 = 8;

const HASH_BITS: u32 = 14;

const CHUNK: usize = 16;

/// Finds matches at ascending positions.
///
/// The hash of a position covers the rest of the run of one colour there and the two pixels after the run. Hashes
/// of a few pixels would collide, since pictures are full of runs.
#[derive(Debug)]
pub struct Matches<'a> {
    pixels: &'a [u8],
    /// The distances that are always compared, each with the end of the last match at this distance.
    nearest: Vec<(usize, usize)>,
    /// For each hash, the index in `known` of its newest position, plus 1; 0 for none.
    newest: Vec<u32>,
    /// Hashed positions, each with a link (as in `newest`) to the previous position of equal hash.
    known: Vec<(u32, u32)>,
    /// All positions before this one are hashed or skipped.
    end: usize,
    run_end: usize,
}

impl<'a> Matches<'a> {
    pub fn new(pixels: &'a [u8], distances: &Distances) -> Self {
        Self {
            pixels,
            nearest: distances.nearest(NEAREST).map(|distance| (distance, 0)).collect(),
            newest: vec![0; 1 << HASH_BITS],
            known: Vec::new(),
            end: 0,
            run_end: 0,
        }
    }

    /// Finds the matches at a position, which must not be before the position of the previous call.
    pub fn find(&mut self, at: usize, found: &mut Vec<Match>) {
        self.learn_up_to(at);
        found.clear();
        let mut longest = 0;
        for (distance, end) in self.nearest.iter_mut().filter(|(distance, _)| *distance <= at) {
            if *end <= at {
                *end = at + common(&self.pixels[at - *distance..], &self.pixels[at..]);
            }
            let (length, distance) = (*end - at, *distance);
            if length > 0 {
                found.push(Match { length, distance });
                longest = longest.max(length);
            }
        }
        let Some(hash) = self.hash(at) else { return };
        let mut next = self.newest[hash];
        for _ in 0..MAX_TRIES {
            let Some(&(position, earlier)) =
                next.checked_sub(1).and_then(|known| self.known.get(known as usize))
            else {
                break;
            };
            let position = position as usize;
            let distance = at - position;
            if distance > Distances::MAX || longest >= MAX_LENGTH {
                break;
            }
            // A match is longer than `longest` only if these pixels are equal.
            let may_be_longer = self.pixels.get(at + longest) == Some(&self.pixels[position + longest]);
            if may_be_longer {
                let length = common(&self.pixels[position..], &self.pixels[at..]);
                if length > longest {
                    found.push(Match { length, distance });
                    longest = length;
                }
            }
            next = earlier;
        }
    }

    fn learn_up_to(&mut self, at: usize) {
        while self.end < at {
            if let Some(hash) = self.hash(self.end) {
                self.known.push((self.end as u32, self.newest[hash]));
                self.newest[hash] = self.known.len() as u32;
            }
            self.end = (self.end + 1).max(self.run_end.saturating_sub(RUN_ENDS)).min(at);
        }
    }

    /// Returns the hash of a position at or after `end`; `None` near the end of the picture.
    fn hash(&mut self, at: usize) -> Option<usize> {
        if at >= self.run_end {
            let rest = &self.pixels[at..];
            self.run_end = at + 1 + common(rest, &rest[1..]);
        }
        let [first, second] = *self.pixels.get(self.run_end..)?.first_chunk()?;
        let run = (self.run_end - at) as u64;
        let key = u64::from(self.pixels[at]) | u64::from(first) << 8 | u64::from(second) << 16 | run << 24;
        Some((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - HASH_BITS)) as usize)
    }
}

/// Returns the length of the common prefix, at most [`MAX_LENGTH`].
fn common(a: &[u8], b: &[u8]) -> usize {
    let end = a.len().min(b.len()).min(MAX_LENGTH);
    let (a, b) = (&a[..end], &b[..end]);
    let chunks = a.chunks_exact(CHUNK).zip(b.chunks_exact(CHUNK));
    let equal = CHUNK * chunks.take_while(|(a, b)| a == b).count();
    equal + a[equal..].iter().zip(&b[equal..]).take_while(|(a, b)| a == b).count()
}

/// Number of distance codes for pixels nearby.
const NEARBY: usize = 120;

/// Returns how far to the left and up the pixels with distance codes 1, 2, … are.
fn nearby() -> Vec<(i32, i32)> {
    let places = (0..8).flat_map(|up| (-7..=8).map(move |left| (left, up)));
    let mut nearby: Vec<(i32, i32)> = places.filter(|(left, up)| *up > 0 || *left > 0).collect();
    nearby.sort_by_key(|(left, up)| (left * left + up * up, left.abs(), *left < 0));
    nearby
}

/// Converts distances to distance codes, for pictures of one width.
#[derive(Debug)]
pub struct Distances {
    /// Distance codes of nearby pixels, indexed by distance; 0 for other distances.
    codes: Vec<u8>,
}

impl Distances {
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

    pub const MAX: usize = (1 << 20) - NEARBY;

    /// Returns the smallest code of a distance of 1 to [`Distances::MAX`].
    pub fn code(&self, distance: usize) -> u32 {
        match self.codes.get(distance) {
            Some(code @ 1..) => (*code).into(),
            Some(0) | None => (distance + NEARBY) as u32,
        }
    }

    /// Returns the distances with codes of at most `codes`, in the order of their codes.
    pub fn nearest(&self, codes: u8) -> impl Iterator<Item = usize> {
        let mut nearest: Vec<(u8, usize)> = self.codes.iter().copied().zip(0..).collect();
        nearest.retain(|(code, _)| (1..=codes).contains(code));
        nearest.sort_unstable();
        nearest.into_iter().map(|(_, distance)| distance)
    }
}
