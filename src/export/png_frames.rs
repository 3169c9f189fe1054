//! Films as numbered PNG files in a directory.

use std::time::Duration;

use rayon::prelude::*;

use crate::encode::png::IndexedPng;
use crate::encode::{Compression, EncodeError, Encoded, Encoder};
use crate::picture::{Canvas, Picture};
use crate::threads;

use super::{Directory, FileNames, listed_time};

/// Writes a film as one PNG file for each frame, compressed on all cores.
///
/// ```
/// use std::time::Duration;
/// use queenreel::encode::{Compression, Encoder};
/// use queenreel::export::{Directory, PngFrames, Series};
/// use queenreel::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let directory = tempfile::tempdir()?;
/// let (opened, names) = (Directory::open(directory.path())?, Series::Frames.names(1));
/// let mut frames = Box::new(PngFrames::new(opened, names, Compression::Normal));
/// let canvas = Canvas::new(1, 1, vec![Rgb([240, 217, 181])]);
/// frames.write(&Picture::new(&canvas, &[0], &[]), Duration::from_secs(1))?;
/// frames.finish()?;
/// assert!(directory.path().join("frame-0001.png").exists());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct PngFrames {
    directory: Directory,
    names: FileNames,
    compression: Compression,
    frames: u64,
    playing_time: Duration,
    /// With their numbers.
    batch: Vec<(u64, Canvas, Vec<u8>)>,
    bytes: u64,
}

/// The size of a batch in pixels; but at least one picture per core, and at most 16.
const BATCH_PIXELS: usize = 8 << 20;

impl PngFrames {
    /// Frames in an existing directory.
    pub const fn new(directory: Directory, names: FileNames, compression: Compression) -> Self {
        let playing_time = Duration::ZERO;
        Self { directory, names, compression, frames: 0, playing_time, batch: Vec::new(), bytes: 0 }
    }

    fn write_batch(&mut self) -> Result<(), EncodeError> {
        threads::ensure();
        let Self { directory, names, compression, .. } = self;
        let write = |(number, canvas, pixels): (u64, Canvas, Vec<u8>)| {
            let mut file = directory.create(names.name(number))?;
            IndexedPng::of(&Picture::new(&canvas, &pixels, &[])).write(&mut file, None, *compression)
        };
        let written: u64 = self.batch.par_drain(..).map(write).try_reduce(|| 0, |a, b| Ok(a + b))?;
        self.bytes += written;
        Ok(())
    }
}

impl Encoder for PngFrames {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        self.frames += 1;
        self.playing_time = self.playing_time.saturating_add(listed_time(shown_for));
        let Picture { canvas, pixels, .. } = *picture;
        let cores = threads::number();
        let length = (BATCH_PIXELS / pixels.len().max(1)).clamp(cores, 16 * cores);
        self.batch.push((self.frames, canvas.clone(), pixels.to_vec()));
        if self.batch.len() >= length { self.write_batch() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, EncodeError> {
        self.write_batch()?;
        Ok(Encoded { pictures: self.frames, playing_time: self.playing_time, bytes: self.bytes })
    }
}
