//! Outputs of a film: a writer, or a path.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use crate::board::{Problem, SquareNames};
use crate::encode::{EncodeOptions, Format, Shared};
use crate::export::{FileNames, Overwrite, PngFrames, StagedFile, StagedSeries};
use crate::picture::Canvas;
use crate::watch::Watch;

use super::sinks::pages::{HtmlSink, PdfSink, SlideSink, StillSink, SvgSink};
use super::{AnySink, EncoderSink, FilmError, FilmFrames, FilmSummary, Plan, Sidecar, Sinks, begin_list};

/// Properties of an output, known before it is opened.
#[derive(Debug, Clone)]
pub struct OutputSpec {
    pub format: Format,
    pub options: EncodeOptions,
    pub canvas: Canvas,
    pub problem: Problem,
    pub squares: SquareNames,
    pub frames: Option<u64>,
    pub subject: String,
    /// The number of the last solution of a search that the film shows; 0 for none.
    pub solutions: u64,
    pub names: FileNames,
    pub overwrite: Overwrite,
}

/// Completes an output after the last frame. The sinks must have been finished or dropped; otherwise the
/// completion of a writer panics.
pub type Completion<'a, T> = Box<dyn FnOnce() -> Result<T, FilmError> + Send + 'a>;

/// An output for a film.
pub trait Output: Send + 'static {
    /// What a complete film returns, such as the writer or the path.
    type Done;

    /// Returns the format to write: `wanted`, or the format that the output names.
    ///
    /// # Errors
    /// When the output names no known format and `wanted` is `None`, or when the output contradicts `wanted`.
    fn format(&self, wanted: Option<Format>) -> Result<Format, FilmError>;

    /// Begins to write; dropping the completion without calling it discards the film where possible.
    ///
    /// # Errors
    /// When the output cannot be written, or the format refuses the canvas.
    #[doc(hidden)]
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
    /// In reverse order, the last sidecar first.
    sidecars: Vec<(Sidecar, StagedFile)>,
}

impl<'a, D> Outputs<'a, D> {
    /// Begins the files next to a film, and then calls `open` to begin the film.
    pub fn begin(
        spec: &OutputSpec,
        sidecars: Vec<Sidecar>,
        open: impl FnOnce(&OutputSpec) -> Result<(Sinks<'a>, Completion<'a, D>), FilmError>,
    ) -> Result<Self, FilmError> {
        let (mut staged, mut begun) = (Vec::new(), Vec::new());
        for file in sidecars {
            let (hidden, sink) = file.begin(spec).map_err(|error| file.cannot_write(error))?;
            begun.push((file.clone(), sink));
            // Dropped before earlier sidecars, which may have created the directory of this sidecar.
            staged.insert(0, (file, hidden));
        }
        let (mut sinks, complete) = open(spec)?;
        sinks.sidecars = begun;
        Ok(Self { sinks, complete, sidecars: staged })
    }

    /// Films the frames of a plan. All files are written before any of them is completed.
    pub fn film(
        self,
        plan: Plan,
        frames: impl FilmFrames,
        watch: &mut dyn Watch,
    ) -> Result<(D, FilmSummary), FilmError> {
        let summary = plan.film(frames, self.sinks, watch)?;
        let done = (self.complete)()?;
        let mut complete = vec!["film"];
        for (file, staged) in self.sidecars.into_iter().rev() {
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
    pub(crate) fn open<'a, W: Write + Send + 'a>(
        &self,
        out: W,
    ) -> Result<(Sinks<'a>, Completion<'a, W>), FilmError> {
        let out = Shared::new(out);
        let film = self.film_sink(out.share())?;
        Ok((Sinks::new(film), Box::new(|| Ok(out.into_inner()))))
    }

    /// Returns the sink that writes a single file.
    pub fn film_sink<'a>(&self, out: impl Write + Send + 'a) -> Result<AnySink<'a>, FilmError> {
        // Type erasure, so that each encoder is compiled only once.
        let out: Box<dyn Write + Send + 'a> = Box::new(out);
        Ok(match self.format {
            Format::Pptx => Box::new(SlideSink::new(out, self)?),
            Format::Svg => Box::new(SvgSink::new(out, self)),
            Format::Html => Box::new(HtmlSink::new(out, self)),
            Format::Pdf => Box::new(PdfSink::new(out, self)),
            format if format.is_still() => Box::new(StillSink::new(out, self)),
            format => {
                let mut sink = EncoderSink::new(format.open(out, &self.canvas, &self.options)?);
                sink.repeats = format.has_frame_rate();
                Box::new(sink)
            }
        })
    }
}
