//! PNG: single pictures, and films as numbered files in a directory.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use png::{BitDepth, ColorType, Compression, Filter};
use rayon::prelude::*;

use crate::draw::{Canvas, Picture};

use super::{Counted, EncodeError, Encoder};

/// Writes one picture, indexed, at the smallest bit depth that its palette fits in; returns how
/// many bytes it takes.
///
/// # Errors
/// When the writer fails.
pub fn write_png(out: impl Write, picture: &Picture<'_>) -> Result<u64, EncodeError> {
    Still::of(picture).write(out)
}

/// The names of a film's frames: consecutive numbers from 1, all with the same number of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameNames {
    digits: usize,
}

impl FrameNames {
    /// Names for so many frames.
    #[must_use]
    pub fn for_frames(frames: u64) -> Self {
        Self { digits: frames.to_string().len().max(4) }
    }

    /// The file name of a frame, counted from 1: `frame-0001.png`.
    #[must_use]
    pub fn name(self, number: u64) -> String {
        format!("frame-{number:0digits$}.png", digits = self.digits)
    }

    /// Whether a file has a name such as this program gives to frames.
    #[must_use]
    pub fn are_like(name: &str) -> bool {
        name.strip_prefix("frame-")
            .and_then(|rest| rest.strip_suffix(".png"))
            .is_some_and(|number| number.len() >= 4 && number.bytes().all(|digit| digit.is_ascii_digit()))
    }
}

/// Writes a film as one PNG for each frame, compressed on all cores.
#[derive(Debug)]
pub struct PngFrames {
    directory: PathBuf,
    names: FrameNames,
    frames: u64,
    waiting: Vec<(PathBuf, Still)>,
    bytes: u64,
}

/// So many bytes of packed pixels wait for their turn, but at least as many pictures as keep
/// the cores busy and at most as many as give them equal shares.
const WAITING_BYTES: usize = 8 << 20;

impl PngFrames {
    /// A film that goes into an existing directory.
    #[must_use]
    pub fn new(directory: &Path, names: FrameNames) -> Self {
        Self { directory: directory.to_owned(), names, frames: 0, waiting: Vec::new(), bytes: 0 }
    }

    fn write_waiting(&mut self) -> Result<(), EncodeError> {
        let write = |(path, still): (PathBuf, Still)| still.write(File::create(path)?);
        let written: u64 = self.waiting.par_drain(..).map(write).try_reduce(|| 0, |a, b| Ok(a + b))?;
        self.bytes += written;
        Ok(())
    }
}

impl Encoder for PngFrames {
    fn write(&mut self, picture: &Picture<'_>, _shown_for: Duration) -> Result<(), EncodeError> {
        self.frames += 1;
        let still = Still::of(picture);
        let cores = rayon::current_num_threads();
        let batch = (WAITING_BYTES / still.packed.len().max(1)).clamp(cores, 16 * cores);
        self.waiting.push((self.directory.join(self.names.name(self.frames)), still));
        if self.waiting.len() >= batch { self.write_waiting() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<u64, EncodeError> {
        self.write_waiting()?;
        Ok(self.bytes)
    }
}

/// A picture as PNG has it, before compression.
#[derive(Debug)]
struct Still {
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: Vec<u8>,
    /// Rows of indices, each row beginning with a new byte, the leftmost pixel in the highest bits.
    packed: Vec<u8>,
}

impl Still {
    /// Only colours that the picture has stay in its palette: most pictures need few.
    fn of(picture: &Picture<'_>) -> Self {
        let Canvas { width, height, ref palette } = *picture.canvas;
        let mut used = [false; 256];
        picture.pixels.iter().for_each(|pixel| used[usize::from(*pixel)] = true);
        let mut index_of = [0; 256];
        let mut colours = Vec::new();
        for (old, colour) in palette.iter().enumerate().filter(|(old, _)| used[*old]) {
            index_of[old] = colours.len() as u8;
            colours.push(colour.0);
        }
        let depth = match colours.len() {
            0..=2 => BitDepth::One,
            3..=4 => BitDepth::Two,
            5..=16 => BitDepth::Four,
            _ => BitDepth::Eight,
        };
        let bits = depth as usize;
        let in_byte = 8 / bits;
        let pack = |pixels: &[u8]| {
            let join = |byte: u32, pixel: &u8| byte << bits | u32::from(index_of[usize::from(*pixel)]);
            (pixels.iter().fold(0, join) << (bits * (in_byte - pixels.len()))) as u8
        };
        let rows = picture.pixels.chunks(width as usize);
        let packed = rows.flat_map(|row| row.chunks(in_byte).map(pack)).collect();
        Self { width, height, depth, palette: colours.into_flattened(), packed }
    }

    fn write(&self, out: impl Write) -> Result<u64, EncodeError> {
        let mut out = BufWriter::new(Counted { out, bytes: 0 });
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(self.depth);
        encoder.set_palette(self.palette.as_slice());
        encoder.set_compression(Compression::High);
        // Differences of palette indices mean nothing.
        encoder.set_filter(Filter::NoFilter);
        let mut writer = encoder.write_header().map_err(io_error)?;
        writer.write_image_data(&self.packed).map_err(io_error)?;
        writer.finish().map_err(io_error)?;
        Ok(out.into_inner().map_err(io::IntoInnerError::into_error)?.bytes)
    }
}

fn io_error(error: png::EncodingError) -> EncodeError {
    match error {
        png::EncodingError::IoError(error) => EncodeError::Io(error),
        other => EncodeError::Io(other.into()),
    }
}
