//! Frames of an animated GIF (`GIF89a`): compressed rectangles of changes, for a writer of GIF files.

mod combined_changes;
mod lzw;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use gif::{DisposalMethod, Frame};
use xxhash_rust::xxh3::xxh3_128;

use crate::changed_pixels::{ChangedPixels, ReferenceFrames, TRANSPARENT};
use crate::compressed_once::{CompressedOnce, MAX_BYTES};
use crate::picture::{Canvas, Change, Picture, Rect};
use crate::ticks::FrameTicks;
use crate::{Error, SHORTEST_DELAY};
use lzw::Lzw;

const TICKS_PER_SECOND: u32 = 100;

const MAX_SIDE: u32 = u16::MAX as u32;

const NAME: &str = "GIF";

/// The longest display time of a frame: a 16-bit number of hundredths of a second.
pub const LONGEST_FRAME: Duration = Duration::from_millis(u16::MAX as u64 * 10);

/// Returns the Global Color Table of the film: the transparent index, then the palette.
pub fn palette(canvas: &Canvas) -> Vec<u8> {
    [&[0; 3][..], &canvas.palette_bytes()].concat()
}

/// A frame: Graphic Control Extension, Image Descriptor and image data.
#[derive(Debug, Clone)]
pub struct GifFrame {
    /// Position and size.
    pub area: Rect,
    /// Delay time in hundredths of a second.
    pub delay: u16,
    /// Whether the disposal method is "restore to previous" (3), and not "do not dispose" (1).
    pub restore_to_previous: bool,
    /// The transparent color index, if any.
    pub transparent: Option<u8>,
    /// LZW minimum code size, and the codes.
    pub data: Arc<[u8]>,
}

impl GifFrame {
    /// Returns the argument for [`write_lzw_pre_encoded_frame`](gif::Encoder::write_lzw_pre_encoded_frame).
    pub fn encoded(&self) -> Frame<'_> {
        Frame {
            left: self.area.x as u16,
            top: self.area.y as u16,
            width: self.area.width as u16,
            height: self.area.height as u16,
            delay: self.delay,
            dispose: if self.restore_to_previous { DisposalMethod::Previous } else { DisposalMethod::Keep },
            transparent: self.transparent,
            buffer: (&*self.data).into(),
            ..Frame::default()
        }
    }
}

/// Converts pictures to frames of an animated GIF.
///
/// The first frame is the whole picture. A later frame is a rectangle around its changes; unchanged pixels in it
/// may be transparent. A frame that the next picture mostly undoes is "restored to previous". No delay is shorter
/// than [`SHORTEST_DELAY`].
///
/// The crate `gif` writes the file:
///
/// ```
/// use std::time::Duration;
/// use flatfilm::gif::{GifFrame, GifFrames, palette};
/// use flatfilm::picture::{Canvas, Change, Picture, Rect, Rgb, digest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
/// let mut file = gif::Encoder::new(Vec::new(), 2, 1, &palette(&canvas))?;
/// let mut write = |frame: GifFrame| file.write_lzw_pre_encoded_frame(&frame.encoded());
///
/// let mut frames = GifFrames::new(&canvas, false)?;
/// let whole = Rect::whole(&canvas);
/// for pixels in [[0, 1], [1, 0]] {
///     let changes = [Change::new(whole, None, digest(2, pixels.chunks(2)))];
///     let last = frames.add(&Picture::new(&canvas, &pixels, &changes), Duration::from_millis(500))?;
///     last.map_or(Ok(()), &mut write)?;
/// }
/// frames.last.map_or(Ok(()), &mut write)?;
/// assert!(file.into_inner()?.starts_with(b"GIF89a"));
/// # Ok(())
/// # }
/// ```
pub struct GifFrames {
    full_frames: bool,
    /// The time of the frames so far, in hundredths of a second.
    pub ticks: FrameTicks,
    lzw: Lzw,
    cache: CompressedOnce,
    /// The last frame; the next picture decides its disposal method.
    pub last: Option<GifFrame>,
    last_changes: Vec<Change>,
    busy_detector: BusyDetector,
}

impl GifFrames {
    /// Starts a film. With `full_frames`, each frame is the whole picture, for programs that mishandle partial
    /// frames.
    ///
    /// # Errors
    /// When a side exceeds 65,535 pixels, or the palette has more than [`Canvas::MAX_COLOURS`] colours.
    pub fn new(canvas: &Canvas, full_frames: bool) -> Result<Self, Error> {
        Error::check_animation(NAME, canvas, MAX_SIDE)?;
        Ok(Self {
            full_frames,
            ticks: FrameTicks::for_delays(TICKS_PER_SECOND),
            lzw: Lzw::default(),
            cache: CompressedOnce::with_max_bytes(MAX_BYTES),
            last: None,
            last_changes: Vec::new(),
            busy_detector: BusyDetector::default(),
        })
    }

    /// Adds a picture; returns the previous frame, which is now complete.
    ///
    /// # Errors
    /// When `shown_for` is longer than [`LONGEST_FRAME`].
    pub fn add(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<Option<GifFrame>, Error> {
        let delay = u16::try_from(self.ticks.next(shown_for.max(SHORTEST_DELAY)))
            .map_err(|_| Error::TooLong { format: NAME, longest: LONGEST_FRAME, shown_for })?;
        let (area, transparent, data) = self.frame(picture);
        Ok(self.last.replace(GifFrame { area, delay, restore_to_previous: false, transparent, data }))
    }

    fn frame(&mut self, picture: &Picture<'_>) -> (Rect, Option<u8>, Arc<[u8]>) {
        let last = match &mut self.last {
            Some(last) if !self.full_frames => last,
            Some(_) | None => return self.whole(picture),
        };
        if let Some(references) = self.busy_detector.references(picture) {
            let (restore_to_previous, (changed, _, data)) =
                references.encode(picture, |(changed, lzw, data), reference| {
                    changed.find(picture, reference);
                    *data = lzw.compress_either(&changed.pixels, &changed.alternatives, TRANSPARENT);
                    data.len()
                });
            if restore_to_previous {
                last.restore_to_previous = true;
            }
            self.last_changes.clear();
            return (changed.area, Some(TRANSPARENT), data.as_slice().into());
        }
        self.busy_detector.keep(picture);
        if let Some(combined) = combined_changes::combined_if_smaller(&self.last_changes, picture) {
            last.restore_to_previous = true;
            self.last_changes = combined;
        } else {
            self.last_changes.clear();
            self.last_changes.extend_from_slice(picture.changes);
        }
        let changed = self.last_changes.iter().map(|change| change.area);
        let area = Rect::around(changed).unwrap_or(Rect::FIRST_PIXEL);
        let (key, transparent) = match *self.last_changes {
            [Change { digest, .. }] => (digest, None),
            _ => (layout_digest(&self.last_changes, area), Some(TRANSPARENT)),
        };
        let data = self.cache.get_or_compress(key, || {
            let mut pixels = vec![TRANSPARENT; area.pixels() as usize];
            self.last_changes.iter().for_each(|change| copy(picture, change.area, area, &mut pixels));
            self.lzw.compress(&pixels, transparent)
        });
        (area, transparent, data)
    }

    fn whole(&mut self, picture: &Picture<'_>) -> (Rect, Option<u8>, Arc<[u8]>) {
        let area = Rect::whole(picture.canvas);
        let digest = combined_changes::area_digest(picture, area);
        let data = self.cache.get_or_compress(digest, || {
            let pixels: Vec<u8> = picture.pixels.iter().map(|index| index + 1).collect();
            self.lzw.compress(&pixels, None)
        });
        (area, None, data)
    }
}

fn layout_digest(changes: &[Change], area: Rect) -> u128 {
    let mut layout = Vec::with_capacity(24 * changes.len());
    for Change { area: rectangle, digest, .. } in changes {
        layout.extend_from_slice(&(rectangle.x - area.x).to_le_bytes());
        layout.extend_from_slice(&(rectangle.y - area.y).to_le_bytes());
        layout.extend_from_slice(&digest.to_le_bytes());
    }
    xxh3_128(&layout)
}

fn copy(picture: &Picture<'_>, rectangle: Rect, area: Rect, pixels: &mut [u8]) {
    let target = Rect { x: rectangle.x - area.x, y: rectangle.y - area.y, ..rectangle };
    let source = rectangle.rows(picture.pixels, picture.canvas.width);
    for (to, from) in target.rows_mut(pixels, area.width).zip(source) {
        to.iter_mut().zip(from).for_each(|(to, index)| *to = index + 1);
    }
}

type Delta = (ChangedPixels, Lzw, Vec<u8>);

const MAX_CHANGES: usize = 2;

/// Score at which comparison pixel by pixel starts; it ends at score 0.
const MIN_SCORE: u32 = 4;

const MAX_SCORE: u32 = 8;

/// Decides whether to compare all pixels, instead of relying on the reported changes.
#[derive(Debug, Default)]
struct BusyDetector {
    /// Rises by 1 with each picture of more than [`MAX_CHANGES`] changes, to [`MAX_SCORE`]; else falls by 1, to 0.
    score: u32,
    references: Option<Box<ReferenceFrames<Delta>>>,
}

impl BusyDetector {
    fn references(&mut self, picture: &Picture<'_>) -> Option<&mut ReferenceFrames<Delta>> {
        if picture.changes.len() > MAX_CHANGES {
            self.score = (self.score + 1).min(MAX_SCORE);
        } else {
            self.score = self.score.saturating_sub(1);
            if self.score == 0 {
                self.references = None;
            }
        }
        self.references.as_deref_mut()
    }

    fn keep(&mut self, picture: &Picture<'_>) {
        if self.score >= MIN_SCORE {
            self.references = Some(Box::new(ReferenceFrames::new(picture)));
        }
    }
}
