//! Films as numbered PNG files in a directory.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;

use crate::encode::png::IndexedPng;
use crate::encode::{EncodeError, Encoder};
use crate::picture::Picture;

use super::FileNames;

/// Writes a film as one PNG for each frame, compressed on all cores.
#[derive(Debug)]
pub struct PngFrames {
    directory: PathBuf,
    names: FileNames,
    frames: u64,
    waiting: Vec<(PathBuf, IndexedPng)>,
    bytes: u64,
}

/// So many bytes of packed pixels wait for their turn, but at least as many pictures as keep
/// the cores busy and at most as many as give them equal shares.
const WAITING_BYTES: usize = 8 << 20;

impl PngFrames {
    /// A film that goes into an existing directory.
    pub fn new(directory: &Path, names: FileNames) -> Self {
        Self { directory: directory.to_owned(), names, frames: 0, waiting: Vec::new(), bytes: 0 }
    }

    fn write_waiting(&mut self) -> Result<(), EncodeError> {
        let write = |(path, still): (PathBuf, IndexedPng)| still.write(File::create(path)?);
        let written: u64 = self.waiting.par_drain(..).map(write).try_reduce(|| 0, |a, b| Ok(a + b))?;
        self.bytes += written;
        Ok(())
    }
}

impl Encoder for PngFrames {
    fn write(&mut self, picture: &Picture<'_>, _shown_for: Duration) -> Result<(), EncodeError> {
        self.frames += 1;
        let still = IndexedPng::of(picture);
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
