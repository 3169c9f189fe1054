//! The container of an animated WebP: its chunks.

use std::io::{self, Write};
use std::iter;

use super::super::Format;
use super::super::mark::riff_chunk;

const ANIMATION: u8 = 1 << 1;
const EXIF: u8 = 1 << 3;

/// What a still picture needs to become an animation.
#[derive(Debug, Clone, Copy)]
pub struct Still {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The number of plays, 0 for an endless loop.
    pub plays: u16,
    /// The playing time in milliseconds.
    pub millis: u32,
}

/// Writes a file that libwebp has assembled, with the mark of the program. Returns the number of its
/// frames and their time in milliseconds.
///
/// libwebp makes a still picture of a single frame, whose time would be lost: it becomes an
/// animation of one frame.
pub fn write(out: &mut impl Write, assembled: &[u8], still: Still) -> io::Result<(u64, u64)> {
    let contents = assembled.get(12..).unwrap_or_default();
    let (head, frames, written) = match contents.split_at_checked(18) {
        Some((vp8x, frames)) if vp8x.starts_with(b"VP8X") && vp8x[8] & ANIMATION > 0 => {
            let mut head = vp8x.to_vec();
            head[8] |= EXIF;
            (head, frames, count(frames))
        }
        Some(_) | None => (still.head(contents.len()), contents, (1, still.millis.into())),
    };
    let mark = Format::WebP.mark();
    let size = b"WEBP".len() + head.len() + frames.len() + mark.len();
    out.write_all(&[b"RIFF", &(size as u32).to_le_bytes()[..], b"WEBP", &head].concat())?;
    out.write_all(frames)?;
    out.write_all(&mark)?;
    Ok(written)
}

/// The number of frames in these chunks, and their time in milliseconds.
fn count(chunks: &[u8]) -> (u64, u64) {
    const TIME: usize = 8 + 12;
    let mut rest = chunks;
    let chunks = iter::from_fn(|| {
        let size = u32::from_le_bytes(*rest.get(4..)?.first_chunk()?) as usize;
        let (chunk, others) = rest.split_at_checked(8 + size.next_multiple_of(2))?;
        rest = others;
        Some(chunk)
    });
    let times = chunks.filter_map(|chunk| match chunk {
        [b'A', b'N', b'M', b'F', ..] => chunk.get(TIME..TIME + 3),
        _ => None,
    });
    times.fold((0, 0), |(frames, millis), time| {
        (frames + 1, millis + u64::from(u32::from_le_bytes([time[0], time[1], time[2], 0])))
    })
}

impl Still {
    /// Everything before the picture, a chunk of this length in bytes.
    fn head(self, picture: usize) -> Vec<u8> {
        let [width, height] = [self.size.0, self.size.1].map(|side| three_bytes(side - 1));
        let extended = riff_chunk(*b"VP8X", &[&[ANIMATION | EXIF, 0, 0, 0], &width[..], &height].concat());
        let background = [0xff; 4];
        let animation = riff_chunk(*b"ANIM", &[&background[..], &self.plays.to_le_bytes()].concat());
        let place = [0; 6];
        let frame = [&place[..], &width, &height, &three_bytes(self.millis), &[0]].concat();
        let size = (frame.len() + picture) as u32;
        [&extended[..], &animation, b"ANMF", &size.to_le_bytes(), &frame].concat()
    }
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}
