//! The outputs of a film: a writer, or a path.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use crate::board::{Problem, SquareNames};
use crate::encode::{EncodeOptions, Format, Shared};
use crate::export::{FileNames, Overwrite, PngFrames, StagedFile, StagedSeries};
use crate::picture::Canvas;
use crate::watch::Watch;

use super::sinks::pages::{HtmlSink, PdfSink, SlideSink, StillSink, SvgSink};
use super::{AnySink, EncoderSink, FileBeside, FilmError, FilmSummary, Plan, Shots, Sinks, begin_list};

/// What is known of an output before it is opened.
#[derive(Debug, Clone)]
pub struct OutputSpec {
    /// The format.
    pub format: Format,
    /// The options of the format.
    pub options: EncodeOptions,
    /// Size and palette of the pictures.
    pub canvas: Canvas,
    /// The problem whose boards it shows.
    pub problem: Problem,
    /// How captions in the list of pictures name squares.
    pub squares: SquareNames,
    /// The number of frames, if it is known.
    pub frames: Option<u64>,
    /// What the film shows, in a few words.
    pub subject: String,
    /// The number of the last solution of a search that it shows; 0 if it shows none.
    pub solutions: u64,
    /// The names of the pictures in a directory.
    pub names: FileNames,
    /// What may be replaced.
    pub overwrite: Overwrite,
}

/// Completes an output after the last frame, when the sinks have been finished or dropped; that of a
/// writer panics otherwise.
pub type Completion<'a, T> = Box<dyn FnOnce() -> Result<T, FilmError> + Send + 'a>;

/// An output for a film.
pub trait Output: Send + 'static {
    /// What is returned when the film is complete.
    type Done;

    /// The format to write, if this one is wanted, or any.
    ///
    /// # Errors
    /// When the output names no known format, or another one.
    fn format(&self, wanted: Option<Format>) -> Result<Format, FilmError>;

    /// Begins to write; dropping the completion without calling it discards the film where possible.
    ///
    /// # Errors
    /// When the output cannot be written, or the format refuses the canvas.
    fn open(
        self,
        output_spec: &OutputSpec,
    ) -> Result<(Sinks<'static>, Completion<'static, Self::Done>), FilmError>;
}

/// A writer, which is returned at the end.
impl<W: Write + Send + 'static> Output for W {
    type Done = W;

    fn format(&self, wanted: Option<Format>) -> Result<Format, FilmError> {
        Ok(wanted.unwrap_or(Format::Gif))
    }

    fn open(self, output_spec: &OutputSpec) -> Result<(Sinks<'static>, Completion<'static, W>), FilmError> {
        output_spec.open(self)
    }
}

/// A file, or a directory for PNG frames, which appears at its path when it is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmPath(pub PathBuf);

impl Output for FilmPath {
    type Done = PathBuf;

    fn format(&self, wanted: Option<Format>) -> Result<Format, FilmError> {
        let path = &self.0;
        let Some(wanted) = wanted else {
            return Format::of_path(path).ok_or_else(|| FilmError::UnknownFormat(path.clone()));
        };
        if wanted.may_have_name(path) {
            Ok(wanted)
        } else {
            Err(FilmError::OtherFormat { path: path.clone(), wanted })
        }
    }

    fn open(
        self,
        output_spec: &OutputSpec,
    ) -> Result<(Sinks<'static>, Completion<'static, PathBuf>), FilmError> {
        let (path, names) = (self.0, output_spec.names);
        if !output_spec.format.is_directory() {
            let (staged, file) = StagedFile::create(&path, output_spec.overwrite)?;
            let sinks = Sinks::new(output_spec.film_sink(file)?);
            return Ok((sinks, Box::new(|| Ok(staged.complete().map(|()| path)?))));
        }
        let staged = StagedSeries::create(&path, names.series(), output_spec.overwrite)?;
        let compression = output_spec.options.compression;
        let frames = PngFrames::new(staged.directory().to_owned(), names, compression);
        let mut sinks = Sinks::from(EncoderSink::new(Box::new(frames)));
        for list in names.series().lists() {
            let file = staged.file(names.series().list_name(*list))?;
            let OutputSpec { problem, squares, .. } = output_spec;
            sinks.others.push(begin_list(*list, BufWriter::new(file), problem, *squares, names)?);
        }
        Ok((sinks, Box::new(|| Ok(staged.complete().map(|()| path)?))))
    }
}

/// The outputs of a film while they are written. Dropping discards them where possible.
pub(crate) struct Outputs<'a, D> {
    pub sinks: Sinks<'a>,
    complete: Completion<'a, D>,
    /// The last one first.
    beside: Vec<(FileBeside, StagedFile)>,
}

impl<'a, D> Outputs<'a, D> {
    /// Begins the files beside a film, and then, by `open`, the film.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn begin(
        spec: &OutputSpec,
        beside: Vec<FileBeside>,
        open: impl FnOnce(&OutputSpec) -> Result<(Sinks<'a>, Completion<'a, D>), FilmError>,
    ) -> Result<Self, FilmError> {
        let (mut staged, mut begun) = (Vec::new(), Vec::new());
        for file in beside {
            let (hidden, sink) = file.begin(spec).map_err(|error| file.cannot_write(error))?;
            begun.push((file.clone(), sink));
            // Dropped before earlier ones, which may have created its directory.
            staged.insert(0, (file, hidden));
        }
        let (mut sinks, complete) = open(spec)?;
        sinks.beside = begun;
        Ok(Self { sinks, complete, beside: staged })
    }

    /// Films the frames of a plan. All files are written before the first is completed.
    ///
    /// # Errors
    /// When something cannot be written, or the film fails.
    pub fn film(
        self,
        plan: Plan,
        shots: impl Shots,
        watch: &mut dyn Watch,
    ) -> Result<(D, FilmSummary), FilmError> {
        let summary = plan.film(shots, self.sinks, watch)?;
        let done = (self.complete)()?;
        let mut complete = vec!["film"];
        for (file, staged) in self.beside.into_iter().rev() {
            if let Err(error) = staged.complete() {
                let error = Box::new(file.cannot_write(error.into()));
                return Err(FilmError::OnlySomeComplete { complete, error });
            }
            complete.push(file.kind.name());
        }
        Ok((done, summary))
    }
}

impl OutputSpec {
    /// Begins a film in a writer.
    ///
    /// # Errors
    /// As [`OutputSpec::film_sink`].
    pub(crate) fn open<'a, W: Write + Send + 'a>(
        &self,
        out: W,
    ) -> Result<(Sinks<'a>, Completion<'a, W>), FilmError> {
        let out = Shared::new(out);
        let film = self.film_sink(out.share())?;
        Ok((Sinks::new(film), Box::new(|| Ok(out.into_inner()))))
    }

    /// The sink that writes a single file.
    ///
    /// # Errors
    /// When the format refuses the canvas or needs a directory.
    pub fn film_sink<'a>(&self, out: impl Write + Send + 'a) -> Result<AnySink<'a>, FilmError> {
        // So that each encoder is compiled once, for all writers.
        let out: Box<dyn Write + Send + 'a> = Box::new(out);
        Ok(if self.format == Format::Pptx {
            Box::new(SlideSink::new(out, self)?)
        } else if self.format == Format::Svg {
            Box::new(SvgSink::new(out, self))
        } else if self.format == Format::Html {
            Box::new(HtmlSink::new(out, self))
        } else if self.format == Format::Pdf {
            Box::new(PdfSink::new(out, self))
        } else if self.format.is_still() {
            Box::new(StillSink::new(out, self))
        } else {
            let mut sink = EncoderSink::new(self.format.open(out, &self.canvas, &self.options)?);
            sink.repeats = self.format.has_frame_rate();
            Box::new(sink)
        })
    }
}
