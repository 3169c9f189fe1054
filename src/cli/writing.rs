//! Writing pictures to their target, whatever its format.

use std::fs::File;
use std::io::BufWriter;

use crate::board::BoardSize;
use crate::encode::{Encoder, Options};
use crate::export::FileNames;
use crate::export::Manifest;
use crate::picture::Canvas;

use super::failure::Failure;
use super::interrupt;
use super::place::write_series;
use super::target::Target;

/// What is to be known where each picture gets a file.
#[derive(Debug, Clone, Copy)]
pub struct Pictures {
    pub size: BoardSize,
    pub names: FileNames,
    /// Whether pictures of an earlier run may be replaced.
    pub force: bool,
}

impl Target {
    /// Lets `work` write pictures there and, where each gets a file, the manifest of them.
    pub fn write<T>(
        &self,
        pictures: Pictures,
        canvas: &Canvas,
        options: &Options,
        work: impl FnOnce(Box<dyn Encoder + '_>, Option<&mut Manifest<BufWriter<File>>>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match self {
            Self::File(place, format) => place.write(|out| {
                work(interrupt::at_every_second(format.open(out, canvas, options)?, *format), None)
            }),
            Self::Frames(path) => {
                let Pictures { size, names, force } = pictures;
                write_series(path, size, names, force, |files, manifest| {
                    work(Box::new(files), Some(manifest))
                })
            }
        }
    }
}
