//! Series of pictures in a directory: file names and the PNG writer.

use std::path::PathBuf;
use std::time::Duration;

use rayon::prelude::*;

use super::directory::create_file;
use super::{PictureList, listed_time};
use flatfilm::Error;

use crate::encode::{Compression, Encoded, Encoder, write_png};
use crate::picture::{Canvas, Picture};
use crate::threads;

/// The kind of pictures in a directory.
///
/// ```
/// use queenreel::internals::export::Series;
///
/// assert_eq!(Series::Frames.names(12_345).name(1), "frame-00001.png");
/// assert!(Series::Frames.is_picture_name("frame-0001.png"));
/// assert!(!Series::Frames.is_picture_name("holiday.png"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Series {
    Frames,
    Solutions,
    Pages,
}

impl Series {
    /// Returns the base name of the lists, the prefix of the pictures, and the minimum number of digits.
    const fn properties(self) -> (&'static str, &'static str, usize) {
        match self {
            Self::Frames => ("frames", "frame-", 4),
            Self::Solutions => ("solutions", "solution-", 2),
            Self::Pages => ("pages", "page-", 2),
        }
    }

    /// Returns the base name of the lists, which is also the manifest's key for the pictures.
    pub const fn key(self) -> &'static str {
        self.properties().0
    }

    pub const fn lists(self) -> &'static [PictureList] {
        match self {
            Self::Frames => &[PictureList::Manifest, PictureList::FfmpegScript, PictureList::LatexTimeline],
            // Solutions and pages are not played, so they have no times.
            Self::Solutions | Self::Pages => &[PictureList::Manifest],
        }
    }

    /// Returns the file name of a list: `frames.json`.
    pub fn list_name(self, list: PictureList) -> String {
        format!("{}.{}", self.key(), list.extension())
    }

    /// Whether this program may give the name to a picture of the series.
    pub fn is_picture_name(self, name: &str) -> bool {
        let (_, stem, min_digits) = self.properties();
        let number = name.strip_prefix(stem).and_then(|rest| rest.strip_suffix(".png"));
        number.is_some_and(|number| {
            number.len() >= min_digits && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    }

    pub fn names(self, pictures: u64) -> FileNames {
        let (.., min_digits) = self.properties();
        FileNames { series: self, digits: pictures.to_string().len().max(min_digits) }
    }
}

/// The file names of a series, with consecutive numbers from 1 and leading zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileNames {
    series: Series,
    digits: usize,
}

impl FileNames {
    pub const fn series(self) -> Series {
        self.series
    }

    /// Returns the file name of a picture, counted from 1: `frame-0001.png`.
    pub fn name(self, number: u64) -> String {
        let (_, stem, _) = self.series.properties();
        format!("{stem}{number:0digits$}.png", digits = self.digits)
    }
}

/// Writes each frame of a film as a PNG file, compressed on all cores.
///
/// ```
/// use std::time::Duration;
/// use queenreel::encode::{Compression, Encoder};
/// use queenreel::internals::export::{PngFrames, Series};
/// use queenreel::internals::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let directory = tempfile::tempdir()?;
/// let (path, names) = (directory.path().to_owned(), Series::Frames.names(1));
/// let mut frames = Box::new(PngFrames::new(path, names, Compression::Normal));
/// let canvas = Canvas::new(1, 1, vec![Rgb([240, 217, 181])]);
/// frames.write(&Picture::new(&canvas, &[0], &[]), Duration::from_secs(1))?;
/// frames.finish()?;
/// assert!(directory.path().join("frame-0001.png").exists());
/// # Ok(())
/// # }
/// ```
pub struct PngFrames {
    directory: PathBuf,
    names: FileNames,
    compression: Compression,
    batch: Vec<(u64, Canvas, Vec<u8>)>,
    done: Encoded,
}

/// The size of a batch in pixels; a batch has 1 to 16 pictures per core.
const BATCH_PIXELS: usize = 8 << 20;

impl PngFrames {
    pub const fn new(directory: PathBuf, names: FileNames, compression: Compression) -> Self {
        let done = Encoded { pictures: 0, playing_time: Duration::ZERO, bytes: 0 };
        Self { directory, names, compression, batch: Vec::new(), done }
    }

    fn write_batch(&mut self) -> Result<(), Error> {
        threads::ensure();
        let Self { directory, names, compression, .. } = self;
        let write = |(number, canvas, pixels): (u64, Canvas, Vec<u8>)| {
            let mut file = create_file(&directory.join(names.name(number)))?;
            write_png(&mut file, &Picture::new(&canvas, &pixels, &[]), *compression)
        };
        self.done.bytes += self.batch.par_drain(..).map(write).try_reduce(|| 0, |a, b| Ok(a + b))?;
        Ok(())
    }
}

impl Encoder for PngFrames {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        let done = &mut self.done;
        done.pictures += 1;
        done.playing_time = done.playing_time.saturating_add(listed_time(shown_for));
        let Picture { canvas, pixels, .. } = *picture;
        let cores = threads::number();
        let length = (BATCH_PIXELS / pixels.len().max(1)).clamp(cores, 16 * cores);
        self.batch.push((self.done.pictures, canvas.clone(), pixels.to_vec()));
        if self.batch.len() >= length { self.write_batch() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, Error> {
        self.write_batch()?;
        Ok(self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_have_the_digits_of_the_last() {
        assert_eq!(Series::Frames.names(9_999).name(1), "frame-0001.png");
        assert_eq!(Series::Frames.names(10_000).name(1), "frame-00001.png");
        assert_eq!(Series::Solutions.names(4).name(2), "solution-02.png");
        assert_eq!(Series::Solutions.names(724).name(2), "solution-002.png");
    }

    #[test]
    fn only_own_names_are_picture_names() {
        assert!(
            Series::Frames.is_picture_name("frame-0001.png")
                && Series::Solutions.is_picture_name("solution-01.png")
        );
        for foreign in [
            "frame-1.png",
            "frame-000a.png",
            "frame-.png",
            "../frame-0001.png",
            "solution-01.png",
            "frame-0001.jpg",
        ] {
            assert!(!Series::Frames.is_picture_name(foreign), "{foreign}");
        }
    }
}
