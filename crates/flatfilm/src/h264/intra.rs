//! Intra prediction from the decoded samples around a macroblock (clause 8.3 of H.264).

use std::array;

use super::references::Grid;
use super::samples::{SIDE, Samples};

/// The samples around a square of `N`×`N`; `None` outside the picture.
#[derive(Debug, Clone, Copy)]
pub struct Edges<const N: usize> {
    pub above: Option<[u8; N]>,
    pub left: Option<[u8; N]>,
    pub corner: Option<u8>,
}

impl<const N: usize> Edges<N> {
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.above.iter().chain(&self.left).flatten());
        bytes.extend(self.corner);
    }

    fn vertical(&self) -> Option<[[u8; N]; N]> {
        Some([self.above?; N])
    }

    fn horizontal(&self) -> Option<[[u8; N]; N]> {
        Some(self.left?.map(|sample| [sample; N]))
    }

    /// Returns the plane prediction of `Intra_16x16` (8.3.3.4) or of chroma (8.3.4.4).
    fn plane(&self) -> Option<[[u8; N]; N]> {
        let (above, left, corner) = (self.above?, self.left?, self.corner?);
        let slope = |edge: [u8; N]| -> i32 {
            let half = N / 2;
            let at = |place: Option<usize>| i32::from(place.map_or(corner, |place| edge[place]));
            let difference = |by: usize| at(Some(half - 1 + by)) - at((half - 1).checked_sub(by));
            let sum: i32 = (1..=half).map(|by| by as i32 * difference(by)).sum();
            if N == SIDE { (5 * sum + 32) >> 6 } else { (17 * sum + 16) >> 5 }
        };
        let (across, down) = (slope(above), slope(left));
        let middle = 16 * (i32::from(above[N - 1]) + i32::from(left[N - 1]));
        let half = N as i32 / 2 - 1;
        Some(std::array::from_fn(|y| {
            std::array::from_fn(|x| {
                let value = middle + across * (x as i32 - half) + down * (y as i32 - half) + 16;
                (value >> 5).clamp(0, 255) as u8
            })
        }))
    }
}

/// Returns the DC prediction: the rounded mean of the available edges, or 128.
fn dc<const N: usize>(edges: impl IntoIterator<Item = [u8; N]>) -> u8 {
    let (sum, number) = edges.into_iter().fold((0, 0), |(sum, number), edge| {
        (sum + edge.into_iter().map(u32::from).sum::<u32>(), number + N as u32)
    });
    (sum + number / 2).checked_div(number).map_or(128, |dc| dc as u8)
}

/// Returns the `Intra_16x16` predictions (8.3.3), indexed by `Intra16x16PredMode`.
pub fn intra_16x16(edges: &Edges<16>) -> [Option<[[u8; 16]; 16]>; 4] {
    let dc = dc(edges.above.into_iter().chain(edges.left));
    [edges.vertical(), edges.horizontal(), Some([[dc; 16]; 16]), edges.plane()]
}

/// Returns the chroma predictions of one plane (8.3.4), indexed by `intra_chroma_pred_mode`.
pub fn intra_chroma(edges: &Edges<8>) -> [Option<[[u8; 8]; 8]>; 4] {
    [Some(chroma_dc(edges)), edges.horizontal(), edges.vertical(), edges.plane()]
}

/// Returns the chroma DC prediction (8.3.4.1): each 4×4 block has the mean of the edges next to the block.
fn chroma_dc(edges: &Edges<8>) -> [[u8; 8]; 8] {
    let part =
        |edge: Option<[u8; 8]>, half: usize| -> Option<[u8; 4]> { edge.map(|edge| edge.as_chunks().0[half]) };
    let quarter = |x: usize, y: usize| {
        let (above, left) = (part(edges.above, x), part(edges.left, y));
        match (x, y) {
            (1, 0) => dc(above.or(left)),
            (0, 1) => dc(left.or(above)),
            _ => dc(above.into_iter().chain(left)),
        }
    };
    let quarters = [[quarter(0, 0), quarter(1, 0)], [quarter(0, 1), quarter(1, 1)]];
    std::array::from_fn(|y| std::array::from_fn(|x| quarters[y / 4][x / 4]))
}

pub const DC: u8 = 2;

/// The samples around a 4×4 block. Unavailable samples above to the right repeat the last sample above (8.3.1.2).
#[derive(Debug, Clone, Copy)]
pub struct BlockEdges {
    pub above: Option<[u8; 8]>,
    pub left: Option<[u8; 4]>,
    pub corner: Option<u8>,
}

fn each(of: impl Fn(usize, usize) -> u8) -> [[u8; 4]; 4] {
    let mut block = [[0; 4]; 4];
    for (y, row) in block.iter_mut().enumerate() {
        for (x, sample) in row.iter_mut().enumerate() {
            *sample = of(x, y);
        }
    }
    block
}

/// Returns the `Intra_4x4` predictions (8.3.1.2.1 to 8.3.1.2.9), indexed by `Intra4x4PredMode`.
pub fn intra_4x4(edges: &BlockEdges) -> [Option<[[u8; 4]; 4]>; 9] {
    let BlockEdges { above, left, corner } = *edges;
    let above_4 = above.and_then(|above| above.first_chunk::<4>().copied());
    // The samples from the bottom left up to the corner (index 4), then to the right.
    let edge = above.zip(left).zip(corner).map(|((above, left), corner)| {
        let mut edge = [0; 13];
        for (place, sample) in left.into_iter().rev().chain([corner]).chain(above).enumerate() {
            edge[place] = u32::from(sample);
        }
        edge
    });
    let two = |a: u32, b: u32| ((a + b + 1) >> 1) as u8;
    let three = |a: u32, b: u32, c: u32| ((a + 2 * b + c + 2) >> 2) as u8;
    // Vertical-right (8.3.1.2.6); horizontal-down (8.3.1.2.7) is its transpose.
    let vertical_right = |edge: &[u32; 13], x: usize, y: usize| match (2 * x).checked_sub(y) {
        Some(across) => {
            let place = 4 + x - y / 2;
            let [before, here, after] = [edge[place - 1], edge[place], edge[place + 1]];
            if across % 2 == 0 { two(here, after) } else { three(before, here, after) }
        }
        None if y - 2 * x == 1 => three(edge[3], edge[4], edge[5]),
        None => three(edge[6 - y], edge[5 - y], edge[4 - y]),
    };
    // Vertical-left (8.3.1.2.8); horizontal-up (8.3.1.2.9) is its transpose, with the last sample of the edge
    // repeated.
    let vertical_left = |edge: &[u32], along: usize, away: usize| {
        let at = |by: usize| edge[(along + away / 2 + by).min(edge.len() - 1)];
        if away.is_multiple_of(2) { two(at(0), at(1)) } else { three(at(0), at(1), at(2)) }
    };
    let above = above.map(|above| above.map(u32::from));
    let left_32 = left.map(|left| left.map(u32::from));
    [
        above_4.map(|above| [above; 4]),
        left.map(|left| left.map(|sample| [sample; 4])),
        Some([[dc(above_4.into_iter().chain(left)); 4]; 4]),
        above.map(|above| {
            let at = |place: usize| above[place.min(7)];
            each(|x, y| three(at(x + y), at(x + y + 1), at(x + y + 2)))
        }),
        edge.map(|edge| each(|x, y| three(edge[3 + x - y], edge[4 + x - y], edge[5 + x - y]))),
        edge.map(|edge| each(|x, y| vertical_right(&edge, x, y))),
        edge.map(|mut edge| {
            edge[..9].reverse();
            each(|x, y| vertical_right(&edge, y, x))
        }),
        above.map(|above| each(|x, y| vertical_left(&above, x, y))),
        left_32.map(|left| each(|x, y| vertical_left(&left, y, x))),
    ]
}

#[derive(Debug, Clone)]
pub struct MbEdges {
    pub luma: Edges<16>,
    pub chroma: [Edges<8>; 2],
    right: Option<[u8; 4]>,
}

impl MbEdges {
    pub fn new(picture: &Grid, column: usize, row: usize) -> Self {
        let at = |right: isize, down: isize| {
            let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
            (column < picture.columns).then(|| &picture.get(column, row).decoded)
        };
        let (corner, above, left, right) = (at(-1, -1), at(0, -1), at(-1, 0), at(1, -1));
        Self {
            luma: Edges {
                above: above.map(|above| above.luma[15]),
                left: left.map(|left| left.luma.map(|line| line[15])),
                corner: corner.map(|corner| corner.luma[15][15]),
            },
            chroma: [0, 1].map(|plane| Edges {
                above: above.map(|above| above.chroma[plane][7]),
                left: left.map(|left| left.chroma[plane].map(|line| line[7])),
                corner: corner.map(|corner| corner.chroma[plane][7][7]),
            }),
            right: right.and_then(|right| right.luma[15].first_chunk().copied()),
        }
    }

    /// Returns the DC prediction, which takes the fewest bits.
    pub fn dc(&self) -> Samples {
        let dc = "DC prediction is always available";
        Samples {
            luma: intra_16x16(&self.luma)[usize::from(DC)].expect(dc),
            chroma: [0, 1].map(|plane| intra_chroma(&self.chroma[plane])[0].expect(dc)),
        }
    }

    /// Appends a unique encoding of the samples, for use as key.
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        let is_there = [self.luma.left.is_some(), self.luma.above.is_some(), self.right.is_some()];
        bytes.extend(is_there.map(u8::from));
        self.luma.append_to(bytes);
        bytes.extend(self.right.iter().flatten());
        self.chroma.iter().for_each(|plane| plane.append_to(bytes));
    }
}

pub struct Blocks<'a> {
    edges: &'a MbEdges,
    samples: [[u8; 21]; 17],
}

impl<'a> Blocks<'a> {
    pub fn new(edges: &'a MbEdges) -> Self {
        let mut samples = [[0; 21]; 17];
        let Edges { above, left, corner } = edges.luma;
        samples[0][0] = corner.unwrap_or_default();
        samples[0][1..17].copy_from_slice(&above.unwrap_or_default());
        samples[0][17..].copy_from_slice(&edges.right.unwrap_or_default());
        samples[1..].iter_mut().zip(left.unwrap_or_default()).for_each(|(line, left)| line[0] = left);
        Self { edges, samples }
    }

    /// Returns the samples around the 4×4 block in this column and row; the blocks before this block in the order
    /// of the stream must be set.
    pub fn edges(&self, x: usize, y: usize) -> BlockEdges {
        let (left, top) = (4 * x, 4 * y);
        let above = (y > 0 || self.edges.luma.above.is_some()).then(|| {
            let mut above = [0; 8];
            above.copy_from_slice(&self.samples[top][left + 1..left + 9]);
            let is_decoded = match (x, y) {
                (3, 0) => self.edges.right.is_some(),
                (3, _) | (1, 1 | 3) => false,
                _ => true,
            };
            if !is_decoded {
                let last = above[3];
                above[4..].fill(last);
            }
            above
        });
        let has_left = x > 0 || self.edges.luma.left.is_some();
        let left_edge = has_left.then(|| array::from_fn(|line| self.samples[top + 1 + line][left]));
        let corner = above.is_some() && has_left;
        BlockEdges { above, left: left_edge, corner: corner.then(|| self.samples[top][left]) }
    }

    pub fn set(&mut self, x: usize, y: usize, block: &[[u8; 4]; 4]) {
        for (line, from) in block.iter().enumerate() {
            self.samples[4 * y + 1 + line][4 * x + 1..][..4].copy_from_slice(from);
        }
    }

    pub fn luma(&self) -> [[u8; 16]; 16] {
        array::from_fn(|line| *self.samples[line + 1][1..].first_chunk().expect("a row has 21 samples"))
    }
}
