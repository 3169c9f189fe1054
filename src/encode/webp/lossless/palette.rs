//! The colours of a picture, of which the file has the differences.

use std::array;

use crate::encode::bit_writer::BitWriter;

use super::Colour;
use super::prefix_code::PrefixCode;

/// The order of channels in the file: green, red, blue, opacity.
const CHANNELS: [usize; 4] = [1, 0, 2, 3];

/// The colours, each with its index in the film, in an order in which neighbours differ little: the next one
/// is always the nearest.
pub fn ordered(mut colours: Vec<(u8, Colour)>) -> Vec<(u8, Colour)> {
    for next in 1..colours.len() {
        let last = colours[next - 1].1;
        let nearest = (next..colours.len()).min_by_key(|other| distance(last, colours[*other].1));
        colours.swap(next, nearest.unwrap_or(next));
    }
    colours
}

fn distance(a: Colour, b: Colour) -> u32 {
    a.into_iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
}

/// Writes each colour as its difference from the one before.
pub fn write(colours: &[Colour], bits: &mut BitWriter) {
    // No colour cache.
    bits.push(0, 1);
    let mut last = [0; 4];
    let differences: Vec<Colour> = colours
        .iter()
        .map(|colour| {
            let difference = array::from_fn(|channel| colour[channel].wrapping_sub(last[channel]));
            last = *colour;
            difference
        })
        .collect();
    let codes = CHANNELS.map(|channel| {
        let mut counts = [0; 256];
        for difference in &differences {
            counts[usize::from(difference[channel])] += 1;
        }
        PrefixCode::new(&counts)
    });
    for code in &codes {
        code.describe(bits);
    }
    // No distances.
    PrefixCode::new(&[1]).describe(bits);
    for difference in differences {
        for (code, channel) in codes.iter().zip(CHANNELS) {
            code.push(difference[channel].into(), bits);
        }
    }
}
