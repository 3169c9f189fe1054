//! Animated GIFs: one exact palette, only what changed, and nothing compressed twice.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, BufWriter, Write};
use std::time::Duration;

use gif::{DisposalMethod, EncodingError, Frame, Repeat};
use xxhash_rust::xxh3::xxh3_128;

use crate::draw::{Canvas, Change, Picture, Rect, digest};

use super::clock::Clock;
use super::format::{Format, Plays};
use super::lzw::Lzw;
use super::{Counted, EncodeError, Encoder, SHORTEST_DELAY};

/// A GIF counts delays in hundredths of a second, in 16 bits, and so it does the pixels of a side.
const PER_SECOND: u32 = 100;
const MOST_PIXELS: u32 = u16::MAX as u32;

/// The choices that a GIF leaves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GifOptions {
    /// How often it is played.
    pub plays: Plays,
    /// Whether every frame is written whole, for programs that mishandle partial ones.
    pub full_frames: bool,
}

/// Writes an animated GIF.
///
/// The first frame is whole; each further one is the tight rectangle of what changed, with
/// transparency for unchanged pixels in between where that is smaller. No frame is shorter than
/// [`SHORTEST_DELAY`].
pub struct Gif<W: Write> {
    encoder: gif::Encoder<BufWriter<Counted<W>>>,
    options: GifOptions,
    /// The palette index that stands for no colour.
    transparent: u8,
    clock: Clock,
    compressor: Compressor,
    begun: bool,
}

impl<W: Write> Gif<W> {
    /// Begins a GIF of pictures with this size and palette.
    ///
    /// # Errors
    /// When the header cannot be written, or the canvas is beyond GIF's 65,535 pixels a side.
    pub fn new(out: W, canvas: &Canvas, options: GifOptions) -> Result<Self, EncodeError> {
        EncodeError::check_size(Format::Gif, canvas, (MOST_PIXELS, MOST_PIXELS))?;
        let out = BufWriter::new(Counted { out, bytes: 0 });
        let colours = canvas.palette.as_slice();
        let palette: Vec<u8> = colours.iter().flat_map(|colour| colour.0).chain([0; 3]).collect();
        let transparent = u8::try_from(colours.len()).expect("a canvas leaves one index free");
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut encoder = gif::Encoder::new(out, width, height, &palette).map_err(io_error)?;
        encoder.set_repeat(repeat(options.plays)).map_err(io_error)?;
        let compressor = Compressor::default();
        let clock = Clock::of_delays(PER_SECOND);
        Ok(Self { encoder, options, transparent, clock, compressor, begun: false })
    }
}

impl<W: Write> Encoder for Gif<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let delay = u16::try_from(self.clock.ticks(shown_for.max(SHORTEST_DELAY))).map_err(|_| {
            EncodeError::TooLong {
                format: Format::Gif,
                longest: Format::Gif.longest_frame().unwrap_or(Duration::MAX),
                shown_for,
            }
        })?;
        self.compressor.forget_if_full();
        let part = if self.begun && !self.options.full_frames {
            self.compressor.changes(picture, self.transparent)
        } else {
            let whole = Rect::whole(picture.canvas);
            self.compressor.opaque(picture, whole, area_digest(picture, whole))
        };
        self.begun = true;
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: part.see_through.then_some(self.transparent),
            left: part.area.x as u16,
            top: part.area.y as u16,
            width: part.area.width as u16,
            height: part.area.height as u16,
            buffer: part.data.into(),
            ..Frame::default()
        };
        self.encoder.write_lzw_pre_encoded_frame(&frame).map_err(io_error)
    }

    fn finish(self: Box<Self>) -> Result<u64, EncodeError> {
        let out = self.encoder.into_inner().map_err(io_error)?;
        Ok(Counted::close(out)?)
    }
}

/// The file counts the repetitions after the first play.
fn repeat(plays: Plays) -> Repeat {
    match plays {
        Plays::Forever => Repeat::Infinite,
        Plays::Times(times) => Repeat::Finite(u16::try_from(times.get() - 1).unwrap_or(u16::MAX)),
    }
}

/// Compresses parts of pictures, and remembers what became of them: a search puts the same queen
/// on the same kind of square again and again.
#[derive(Debug, Default)]
struct Compressor {
    lzw: Lzw,
    /// Where in `parts` the content with a digest is.
    known: HashMap<u128, usize, BuildHasherDefault<DigestHasher>>,
    parts: Vec<Box<[u8]>>,
    bytes: usize,
    pixels: Vec<u8>,
}

/// The memory is emptied when it holds so many bytes, so that no film makes it grow for ever.
const MOST_BYTES: usize = 8 << 20;

impl Compressor {
    /// All that changed.
    ///
    /// Where most of the area did not change, its old pixels show through; where most of it did,
    /// whatever is smaller.
    fn changes(&mut self, picture: &Picture<'_>, transparent: u8) -> Part<'_> {
        let changed = || picture.changes.iter().map(|change| change.area);
        let area = Rect::around(changed()).unwrap_or(Rect { x: 0, y: 0, width: 1, height: 1 });
        if let [Change { area, digest }] = *picture.changes {
            return self.opaque(picture, area, digest);
        }
        if picture.changes.is_empty() {
            return self.opaque(picture, area, area_digest(picture, area));
        }
        let through = self.see_through_part(picture, area, transparent);
        let mostly_old = 2 * changed().map(Rect::pixels).sum::<u64>() < area.pixels();
        if !mostly_old {
            let opaque = self.opaque_part(picture, area, area_digest(picture, area));
            if self.parts[opaque].len() <= self.parts[through].len() {
                return Part { area, data: &self.parts[opaque], see_through: false };
            }
        }
        Part { area, data: &self.parts[through], see_through: true }
    }

    /// All of an area, whose pixels have this digest.
    fn opaque(&mut self, picture: &Picture<'_>, area: Rect, digest: u128) -> Part<'_> {
        let part = self.opaque_part(picture, area, digest);
        Part { area, data: &self.parts[part], see_through: false }
    }

    fn opaque_part(&mut self, picture: &Picture<'_>, area: Rect, digest: u128) -> usize {
        self.part(digest, area, |pixels| copy(picture, area, area, pixels))
    }

    fn see_through_part(&mut self, picture: &Picture<'_>, area: Rect, transparent: u8) -> usize {
        let layout: Vec<u8> = picture
            .changes
            .iter()
            .flat_map(|Change { area: part, digest }| {
                let place = [part.x - area.x, part.y - area.y].map(u32::to_le_bytes);
                [place.as_flattened(), &digest.to_le_bytes()].concat()
            })
            .collect();
        self.part(xxh3_128(&layout), area, |pixels| {
            pixels.fill(transparent);
            for change in picture.changes {
                copy(picture, change.area, area, pixels);
            }
        })
    }

    /// The number of the part with this key, which is compressed if it is new.
    fn part(&mut self, key: u128, area: Rect, draw: impl FnOnce(&mut [u8])) -> usize {
        *self.known.entry(key).or_insert_with(|| {
            self.pixels.resize(area.pixels() as usize, 0);
            draw(&mut self.pixels);
            let data = self.lzw.compress(&self.pixels);
            self.bytes += data.len();
            self.parts.push(data.into());
            self.parts.len() - 1
        })
    }

    /// Makes room before a frame, so that what a frame needs stays until it is written.
    fn forget_if_full(&mut self) {
        if self.bytes > MOST_BYTES {
            self.known.clear();
            self.parts.clear();
            self.bytes = 0;
        }
    }
}

/// A compressed part of a picture.
struct Part<'a> {
    area: Rect,
    data: &'a [u8],
    see_through: bool,
}

/// Copies a part of a picture into the pixels of an area that holds it.
fn copy(picture: &Picture<'_>, part: Rect, area: Rect, pixels: &mut [u8]) {
    let target = Rect { x: part.x - area.x, y: part.y - area.y, ..part };
    let source = part.rows(picture.pixels, picture.canvas.width);
    for (to, from) in target.rows_mut(pixels, area.width).zip(source) {
        to.copy_from_slice(from);
    }
}

fn area_digest(picture: &Picture<'_>, area: Rect) -> u128 {
    digest(area.width, area.rows(picture.pixels, picture.canvas.width))
}

/// Digests need no further hashing.
#[derive(Debug, Default)]
struct DigestHasher(u64);

impl Hasher for DigestHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u128(&mut self, digest: u128) {
        self.0 = digest as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn io_error(error: EncodingError) -> EncodeError {
    match error {
        EncodingError::Io(error) => EncodeError::Io(error),
        other => EncodeError::Io(io::Error::other(other)),
    }
}
