//! Where a film goes: a writer, or a path.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::BoardSize;
use crate::encode::{EncodeOptions, Format};
use crate::export::{FileNames, Manifest, PngFrames, Series, StagedFile, StagedSeries};
use crate::picture::Canvas;

use super::{AnySink, EncoderSink, FilmError, ManifestSink};

/// What must be known to begin writing a film.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The format.
    pub format: Format,
    /// The choices of the format.
    pub options: EncodeOptions,
    /// Size and palette of the pictures.
    pub canvas: Canvas,
    /// The size of the boards.
    pub size: BoardSize,
    /// The names of the pictures in a directory.
    pub names: FileNames,
    /// Whether pictures of an earlier run may be replaced.
    pub force: bool,
    /// A flag that stops the film once it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The sinks that write a film.
pub(super) type Sinks = Vec<AnySink<'static>>;

/// Where a film goes.
pub trait Output: Send + 'static {
    /// What is left of it once the film is complete.
    type Done;
    /// What completes it.
    type Open: Send + 'static;

    /// The format, if the output decides it.
    ///
    /// # Errors
    /// When it names none that is known.
    fn format(&self) -> Result<Option<Format>, FilmError>;

    /// Begins to write.
    ///
    /// # Errors
    /// When the output or the format refuses.
    fn open(self, opening: &Opening) -> Result<(Sinks, Self::Open), FilmError>;

    /// Completes what was written.
    ///
    /// # Errors
    /// When the last part cannot be written.
    fn complete(open: Self::Open) -> Result<Self::Done, FilmError>;
}

/// A writer, which is returned at the end.
impl<W: Write + Send + 'static> Output for W {
    type Done = W;
    type Open = Arc<Mutex<W>>;

    fn format(&self) -> Result<Option<Format>, FilmError> {
        Ok(None)
    }

    fn open(self, opening: &Opening) -> Result<(Sinks, Self::Open), FilmError> {
        let out = Arc::new(Mutex::new(self));
        Ok((vec![Box::new(opening.encoder_sink(Shared(Arc::clone(&out)))?)], out))
    }

    fn complete(open: Self::Open) -> Result<W, FilmError> {
        let out = Arc::into_inner(open).expect("the encoder has released the writer");
        Ok(out.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A writer that can be had back after the encoder that owns it.
struct Shared<W>(Arc<Mutex<W>>);

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

/// A file, or a directory for PNG frames, which appears under its name when it is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmPath(pub PathBuf);

impl Output for FilmPath {
    type Done = PathBuf;
    type Open = (PathBuf, Staged);

    fn format(&self) -> Result<Option<Format>, FilmError> {
        let format = Format::of_path(&self.0).ok_or_else(|| {
            let files = Format::ALL.iter().filter(|format| !format.is_directory());
            let endings: Vec<String> = files.map(|format| format!(".{}", format.extension())).collect();
            FilmError::UnknownFormat(endings.join(", "))
        })?;
        Ok(Some(format))
    }

    fn open(self, opening: &Opening) -> Result<(Sinks, Self::Open), FilmError> {
        let (sinks, staged) = open_path(&self.0, opening)?;
        Ok((sinks, (self.0, staged)))
    }

    fn complete((path, staged): Self::Open) -> Result<PathBuf, FilmError> {
        staged.complete()?;
        Ok(path)
    }
}

/// What was written beside its place.
#[derive(Debug)]
pub enum Staged {
    /// A file.
    File(StagedFile),
    /// A directory of pictures.
    Series(StagedSeries),
}

impl Staged {
    /// Moves what was written to its place.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub fn complete(self) -> io::Result<()> {
        match self {
            Self::File(file) => file.complete(),
            Self::Series(series) => series.complete(),
        }
    }

    /// Whether it is dropped when the work ends early; what goes to a pipe or a device is not.
    pub const fn is_beside(&self) -> bool {
        match self {
            Self::File(file) => file.is_beside(),
            Self::Series(_) => true,
        }
    }
}

/// Begins to write a film to a path.
///
/// # Errors
/// When the path or the format refuses.
pub fn open_path(path: &Path, opening: &Opening) -> Result<(Sinks, Staged), FilmError> {
    let Opening { format, size, names, force, .. } = opening;
    if !format.is_directory() {
        let (staged, file) = StagedFile::create(path)?;
        return Ok((vec![Box::new(opening.encoder_sink(file)?)], Staged::File(staged)));
    }
    let staged = StagedSeries::create(path, names.series(), *force)?;
    let list = File::create(staged.path().join(names.series().manifest()))?;
    let manifest = Manifest::begin(BufWriter::new(list), *size, *names)?;
    let pictures = PngFrames::new(staged.path(), *names);
    let sinks: Sinks =
        vec![Box::new(EncoderSink::new(Box::new(pictures))), Box::new(ManifestSink::new(manifest))];
    Ok((sinks, Staged::Series(staged)))
}

impl Opening {
    /// An opening for the frames of a film.
    pub fn of_film(
        format: Format,
        options: EncodeOptions,
        canvas: Canvas,
        size: BoardSize,
        frames: Option<u64>,
    ) -> Self {
        let names = Series::Frames.names(frames.unwrap_or(u64::from(u32::MAX)));
        Self { format, options, canvas, size, names, force: false, stop: None }
    }

    /// The sink that writes a single file.
    ///
    /// # Errors
    /// When the format refuses the canvas or needs a directory.
    pub fn encoder_sink<'a>(&self, out: impl Write + Send + 'a) -> Result<EncoderSink<'a>, FilmError> {
        let encoder = EncoderSink::new(self.format.open(out, &self.canvas, &self.options)?);
        // In other formats a picture is written once, however long it lasts.
        let stop = self.stop.clone().filter(|_| self.format.has_frame_rate());
        Ok(match stop {
            Some(stop) => encoder.stoppable(stop),
            None => encoder,
        })
    }
}
