//! The container of WebP: RIFF chunks (RFC 9649, section 2).

use crate::picture::Rect;

const ANIMATION: u8 = 1 << 1;
const EXIF: u8 = 1 << 3;
const ALPHA: u8 = 1 << 4;

const NO_BLENDING: u8 = 1 << 1;

/// Returns the file up to the first `ANMF` chunk; `frames` is the size in bytes of all `ANMF` chunks. `None` for
/// files over 4 GiB.
pub fn head(
    size: (u32, u32),
    plays: u16,
    has_transparency: bool,
    frames: u64,
    metadata: &[u8],
) -> Option<Vec<u8>> {
    let features = ANIMATION | if has_transparency { ALPHA } else { 0 };
    let background = [0xff; 4];
    let animation = chunk(*b"ANIM", &[&background[..], &plays.to_le_bytes()].concat());
    extended(size, features, &animation, frames, metadata)
}

pub fn still(size: (u32, u32), stream: &[u8], metadata: &[u8]) -> Option<Vec<u8>> {
    extended(size, 0, &chunk(*b"VP8L", stream), 0, metadata)
}

/// Returns `RIFF`, `VP8X` and the chunk `first`. The caller appends `rest` bytes and the metadata.
fn extended(
    (width, height): (u32, u32),
    features: u8,
    first: &[u8],
    rest: u64,
    metadata: &[u8],
) -> Option<Vec<u8>> {
    let features = features | if metadata.is_empty() { 0 } else { EXIF };
    let [width, height] = [width, height].map(|side| u24(side - 1));
    let extended = chunk(*b"VP8X", &[&[features, 0, 0, 0], &width[..], &height].concat());
    let chunks = [b"WEBP", &extended[..], first].concat();
    let size = chunks.len() as u64 + rest + metadata.len() as u64;
    let size = u32::try_from(size).ok()?;
    Some([b"RIFF", &size.to_le_bytes()[..], &chunks].concat())
}

/// Returns an `ANMF` chunk with a VP8L stream; `area` starts at even coordinates.
pub fn frame(area: Rect, millis: u32, is_opaque: bool, stream: &[u8]) -> Vec<u8> {
    let place = [area.x / 2, area.y / 2, area.width - 1, area.height - 1, millis].map(u24).concat();
    let method = if is_opaque { NO_BLENDING } else { 0 };
    chunk(*b"ANMF", &[&place[..], &[method], &chunk(*b"VP8L", stream)].concat())
}

/// Returns a RIFF chunk, padded to an even size.
pub fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = &[0][..data.len() % 2];
    [&kind, &(data.len() as u32).to_le_bytes()[..], data, padding].concat()
}

fn u24(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}
