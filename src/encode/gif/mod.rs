//! Animated GIFs: one exact palette, only what changed, and nothing compressed twice.

mod backdrop;
mod lzw;
mod net;
mod parts;
mod redraw;
#[cfg(test)]
mod tests;

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use gif::{DisposalMethod, EncodingError, Repeat};
use xxhash_rust::xxh3::xxh3_128;

use crate::picture::{Canvas, Change, Picture, Rect};

use super::clock::Clock;
use super::format::{Format, Plays};
use super::{Counted, EncodeError, Encoder, SHORTEST_DELAY};
use backdrop::{Drawn, Watch};
use parts::{Part, Parts};

/// A GIF counts delays in hundredths of a second, in 16 bits, and so it does the pixels of a side.
const PER_SECOND: u32 = 100;
const MOST_PIXELS: u32 = u16::MAX as u32;

/// The index that stands for no colour: the smallest, so that it makes no code longer. Those of
/// colours come after it.
const TRANSPARENT: u8 = 0;

/// So many bytes of compressed parts are remembered.
const MOST_BYTES: usize = 8 << 20;

/// The choices that a GIF leaves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GifOptions {
    /// How often it is played.
    pub plays: Plays,
    /// Whether every frame is written whole, for programs that mishandle partial ones, or ones
    /// that are taken back.
    pub full_frames: bool,
}

/// Writes an animated GIF.
///
/// The first frame is whole; each further one is the tight rectangle of what changed, with
/// transparency between the changes. Where a picture takes back what the one before it changed,
/// it is drawn on what was there before that. No frame is shorter than [`SHORTEST_DELAY`].
pub struct Gif<W: Write> {
    encoder: gif::Encoder<BufWriter<Counted<W>>>,
    options: GifOptions,
    clock: Clock,
    parts: Parts,
    /// The frame that waits for the next picture, which may take it back.
    last: Option<Frame>,
    /// What the last frame changes on what was there before it; nothing if it is a whole one.
    drawn: Vec<Change>,
    watch: Watch,
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
        assert!(colours.len() < 256, "a canvas leaves one index free");
        let palette: Vec<u8> = [0; 3].into_iter().chain(colours.iter().flat_map(|colour| colour.0)).collect();
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut encoder = gif::Encoder::new(out, width, height, &palette).map_err(io_error)?;
        encoder.set_repeat(repeat(options.plays)).map_err(io_error)?;
        Ok(Self {
            encoder,
            options,
            clock: Clock::of_delays(PER_SECOND),
            parts: Parts::remembering(MOST_BYTES),
            last: None,
            drawn: Vec::new(),
            watch: Watch::default(),
        })
    }

    /// The frame that makes this picture of what the last one leaves, which is decided here.
    fn frame(&mut self, picture: &Picture<'_>, delay: u16) -> Frame {
        let last = match &mut self.last {
            Some(last) if !self.options.full_frames => last,
            _ => return self.whole(picture, delay),
        };
        if let Some(backdrop) = self.watch.backdrop(picture) {
            let Drawn { area, part, takes_back } = backdrop.draw(picture);
            if takes_back {
                last.dispose = DisposalMethod::Previous;
            }
            self.drawn.clear();
            let transparent = Some(TRANSPARENT);
            return Frame { delay, area, transparent, part: part.into(), dispose: DisposalMethod::Keep };
        }
        self.watch.look(picture);
        if let Some(less) = net::less_after_taking_back(&self.drawn, picture) {
            last.dispose = DisposalMethod::Previous;
            self.drawn = less;
        } else {
            self.drawn.clear();
            self.drawn.extend_from_slice(picture.changes);
        }
        let changed = self.drawn.iter().map(|change| change.area);
        let area = Rect::around(changed).unwrap_or(Rect { x: 0, y: 0, width: 1, height: 1 });
        let (key, transparent) = match *self.drawn {
            [Change { digest, .. }] => (digest, None),
            _ => (layout_digest(&self.drawn, area), Some(TRANSPARENT)),
        };
        let part = self.parts.part(key, transparent, |pixels| {
            pixels.resize(area.pixels() as usize, TRANSPARENT);
            self.drawn.iter().for_each(|change| copy(picture, change.area, area, pixels));
        });
        Frame { delay, area, transparent, part, dispose: DisposalMethod::Keep }
    }

    fn whole(&mut self, picture: &Picture<'_>, delay: u16) -> Frame {
        let area = Rect::whole(picture.canvas);
        let digest = net::area_digest(picture, area);
        let part = self.parts.part(digest, None, |pixels| {
            pixels.extend(picture.pixels.iter().map(|index| index + 1));
        });
        Frame { delay, area, transparent: None, part, dispose: DisposalMethod::Keep }
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
        let frame = self.frame(picture, delay);
        self.last.replace(frame).map_or(Ok(()), |last| last.write(&mut self.encoder))
    }

    fn finish(mut self: Box<Self>) -> Result<u64, EncodeError> {
        self.last.map_or(Ok(()), |last| last.write(&mut self.encoder))?;
        let out = self.encoder.into_inner().map_err(io_error)?;
        Ok(Counted::close(out)?)
    }
}

/// A frame that is ready to be written.
struct Frame {
    delay: u16,
    area: Rect,
    transparent: Option<u8>,
    part: Part,
    dispose: DisposalMethod,
}

impl Frame {
    fn write<W: Write>(&self, encoder: &mut gif::Encoder<W>) -> Result<(), EncodeError> {
        let frame = gif::Frame {
            delay: self.delay,
            dispose: self.dispose,
            transparent: self.transparent,
            left: self.area.x as u16,
            top: self.area.y as u16,
            width: self.area.width as u16,
            height: self.area.height as u16,
            buffer: (&*self.part).into(),
            ..gif::Frame::default()
        };
        encoder.write_lzw_pre_encoded_frame(&frame).map_err(io_error)
    }
}

/// The file counts the repetitions after the first play.
fn repeat(plays: Plays) -> Repeat {
    match plays {
        Plays::Forever => Repeat::Infinite,
        Plays::Times(times) => Repeat::Finite(u16::try_from(times.get() - 1).unwrap_or(u16::MAX)),
    }
}

/// What identifies the picture of an area in which there are only these changes.
fn layout_digest(changes: &[Change], area: Rect) -> u128 {
    let mut layout = Vec::with_capacity(24 * changes.len());
    for Change { area: part, digest, .. } in changes {
        layout.extend_from_slice(&(part.x - area.x).to_le_bytes());
        layout.extend_from_slice(&(part.y - area.y).to_le_bytes());
        layout.extend_from_slice(&digest.to_le_bytes());
    }
    xxh3_128(&layout)
}

/// Copies a part of a picture, as indices of the file, into the pixels of an area that holds it.
fn copy(picture: &Picture<'_>, part: Rect, area: Rect, pixels: &mut [u8]) {
    let target = Rect { x: part.x - area.x, y: part.y - area.y, ..part };
    let source = part.rows(picture.pixels, picture.canvas.width);
    for (to, from) in target.rows_mut(pixels, area.width).zip(source) {
        to.iter_mut().zip(from).for_each(|(to, index)| *to = index + 1);
    }
}

fn io_error(error: EncodingError) -> EncodeError {
    match error {
        EncodingError::Io(error) => EncodeError::Io(error),
        other => EncodeError::Io(io::Error::other(other)),
    }
}
