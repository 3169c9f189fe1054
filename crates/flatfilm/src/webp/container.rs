//! The container of an animated WebP: its chunks.

use crate::picture::Rect;

const ANIMATION: u8 = 1 << 1;
const EXIF: u8 = 1 << 3;
const TRANSPARENCY: u8 = 1 << 4;

/// Of a frame: its pixels replace those below, also where they are transparent.
const REPLACE: u8 = 1 << 1;

/// Everything before the frames, which have this many bytes together, for this number of plays, 0 for an
/// endless loop; `None` for more than a file can have.
pub fn head(
    size: (u32, u32),
    plays: u16,
    has_transparency: bool,
    frames: u64,
    metadata: &[u8],
) -> Option<Vec<u8>> {
    let features = ANIMATION | if has_transparency { TRANSPARENCY } else { 0 };
    let background = [0xff; 4];
    let animation = chunk(*b"ANIM", &[&background[..], &plays.to_le_bytes()].concat());
    start(size, features, &animation, frames, metadata)
}

/// Everything of a file with one picture but its metadata; `None` for more than a file can have.
pub fn still(size: (u32, u32), stream: &[u8], metadata: &[u8]) -> Option<Vec<u8>> {
    start(size, 0, &chunk(*b"VP8L", stream), 0, metadata)
}

/// The chunks at the start of a file of this size in pixels, of which `rest` bytes and the metadata follow.
fn start(
    (width, height): (u32, u32),
    features: u8,
    first: &[u8],
    rest: u64,
    metadata: &[u8],
) -> Option<Vec<u8>> {
    let features = features | if metadata.is_empty() { 0 } else { EXIF };
    let [width, height] = [width, height].map(|side| three_bytes(side - 1));
    let extended = chunk(*b"VP8X", &[&[features, 0, 0, 0], &width[..], &height].concat());
    let chunks = [b"WEBP", &extended[..], first].concat();
    let size = chunks.len() as u64 + rest + metadata.len() as u64;
    let size = u32::try_from(size).ok()?;
    Some([b"RIFF", &size.to_le_bytes()[..], &chunks].concat())
}

/// A frame: its place, which begins at even coordinates, its time in milliseconds and its VP8L bit stream.
pub fn frame(area: Rect, millis: u32, is_opaque: bool, stream: &[u8]) -> Vec<u8> {
    let place = [area.x / 2, area.y / 2, area.width - 1, area.height - 1, millis].map(three_bytes).concat();
    let method = if is_opaque { REPLACE } else { 0 };
    chunk(*b"ANMF", &[&place[..], &[method], &chunk(*b"VP8L", stream)].concat())
}

/// A chunk of a WebP, of which the file is a sequence after its head.
pub fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = &[0][..data.len() % 2];
    [&kind, &(data.len() as u32).to_le_bytes()[..], data, padding].concat()
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}
