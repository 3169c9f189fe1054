//! Prediction of samples from those to the left and above (clause 8.3 of H.264).

use super::samples::SIDE;

/// The samples around a square of `N` samples; each side is only there within the picture.
#[derive(Debug, Clone, Copy)]
pub struct Around<const N: usize> {
    pub above: Option<[u8; N]>,
    pub left: Option<[u8; N]>,
    pub corner: Option<u8>,
}

impl<const N: usize> Around<N> {
    /// Appends the samples that are there.
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

    /// A plane through the edges.
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

/// The rounded mean of several edges of the same length; grey if there is none.
fn mean<const N: usize>(edges: impl IntoIterator<Item = [u8; N]>) -> u8 {
    let (sum, number) = edges.into_iter().fold((0, 0), |(sum, number), edge| {
        (sum + edge.into_iter().map(u32::from).sum::<u32>(), number + N as u32)
    });
    (sum + number / 2).checked_div(number).map_or(128, |mean| mean as u8)
}

/// The predictions of a whole macroblock of luma, by the numbers of their modes.
pub fn luma(around: &Around<16>) -> [Option<[[u8; 16]; 16]>; 4] {
    let mean = mean(around.above.into_iter().chain(around.left));
    [around.vertical(), around.horizontal(), Some([[mean; 16]; 16]), around.plane()]
}

/// The predictions of a macroblock of one plane of chroma, by the numbers of their modes.
pub fn chroma(around: &Around<8>) -> [Option<[[u8; 8]; 8]>; 4] {
    [Some(chroma_means(around)), around.horizontal(), around.vertical(), around.plane()]
}

/// Each quarter has the mean of its own edges.
fn chroma_means(around: &Around<8>) -> [[u8; 8]; 8] {
    let part =
        |edge: Option<[u8; 8]>, half: usize| -> Option<[u8; 4]> { edge.map(|edge| edge.as_chunks().0[half]) };
    let quarter = |x: usize, y: usize| {
        let (above, left) = (part(around.above, x), part(around.left, y));
        match (x, y) {
            (1, 0) => mean(above.or(left)),
            (0, 1) => mean(left.or(above)),
            _ => mean(above.into_iter().chain(left)),
        }
    };
    let quarters = [[quarter(0, 0), quarter(1, 0)], [quarter(0, 1), quarter(1, 1)]];
    std::array::from_fn(|y| std::array::from_fn(|x| quarters[y / 4][x / 4]))
}

/// The mode of luma that predicts the mean, of 4×4 samples or of a whole macroblock.
pub const MEAN: u8 = 2;

/// The samples around a block of 4×4; those above go on to the right, and repeat the last one that is
/// known.
#[derive(Debug, Clone, Copy)]
pub struct AroundBlock {
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

/// The predictions of a block of 4×4 samples of luma, by the numbers of their modes.
pub fn block(around: &AroundBlock) -> [Option<[[u8; 4]; 4]>; 9] {
    let AroundBlock { above, left, corner } = *around;
    let above_4 = above.and_then(|above| above.first_chunk::<4>().copied());
    // From the bottom left along the corner to the right, with the corner at 4.
    let edge = above.zip(left).zip(corner).map(|((above, left), corner)| {
        let mut edge = [0; 13];
        for (place, sample) in left.into_iter().rev().chain([corner]).chain(above).enumerate() {
            edge[place] = u32::from(sample);
        }
        edge
    });
    let two = |a: u32, b: u32| ((a + b + 1) >> 1) as u8;
    let three = |a: u32, b: u32, c: u32| ((a + 2 * b + c + 2) >> 2) as u8;
    // Across the corner, from a row above that goes on to the left; and the same from the left.
    let steep = |edge: &[u32; 13], x: usize, y: usize| match (2 * x).checked_sub(y) {
        Some(across) => {
            let place = 4 + x - y / 2;
            let [before, here, after] = [edge[place - 1], edge[place], edge[place + 1]];
            if across % 2 == 0 { two(here, after) } else { three(before, here, after) }
        }
        None if y - 2 * x == 1 => three(edge[3], edge[4], edge[5]),
        None => three(edge[6 - y], edge[5 - y], edge[4 - y]),
    };
    // Away from the corner; the last sample of the edge goes on.
    let leaning = |edge: &[u32], along: usize, away: usize| {
        let at = |by: usize| edge[(along + away / 2 + by).min(edge.len() - 1)];
        if away.is_multiple_of(2) { two(at(0), at(1)) } else { three(at(0), at(1), at(2)) }
    };
    let above = above.map(|above| above.map(u32::from));
    let left_32 = left.map(|left| left.map(u32::from));
    [
        above_4.map(|above| [above; 4]),
        left.map(|left| left.map(|sample| [sample; 4])),
        Some([[mean(above_4.into_iter().chain(left)); 4]; 4]),
        above.map(|above| {
            let at = |place: usize| above[place.min(7)];
            each(|x, y| three(at(x + y), at(x + y + 1), at(x + y + 2)))
        }),
        edge.map(|edge| each(|x, y| three(edge[3 + x - y], edge[4 + x - y], edge[5 + x - y]))),
        edge.map(|edge| each(|x, y| steep(&edge, x, y))),
        edge.map(|mut edge| {
            edge[..9].reverse();
            each(|x, y| steep(&edge, y, x))
        }),
        above.map(|above| each(|x, y| leaning(&above, x, y))),
        left_32.map(|left| each(|x, y| leaning(&left, y, x))),
    ]
}
