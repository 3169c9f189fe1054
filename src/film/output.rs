//! The outputs of a film: a writer, or a path.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use crate::board::{Problem, SquareNames};
use crate::encode::{EncodeOptions, Format, Shared};
use crate::export::{FileNames, Overwrite, PngFrames, StagedFile, StagedSeries};
use crate::picture::Canvas;

use super::pages::{HtmlSink, PdfSink, SlideSink, SvgSink};
use super::{AnySink, BesideKind, EncoderSink, FileBeside, FilmError, Sinks};

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
            let sinks = Sinks { film: output_spec.film_sink(file)?, others: Vec::new() };
            return Ok((sinks, Box::new(|| Ok(staged.complete().map(|()| path)?))));
        }
        let staged = StagedSeries::create(&path, names.series(), output_spec.overwrite)?;
        let film = Box::new(EncoderSink::new(Box::new(PngFrames::new(
            staged.directory().clone(),
            names,
            output_spec.options.compression,
        ))));
        let mut others: Vec<AnySink<'static>> = Vec::new();
        for list in names.series().lists() {
            let file = staged.directory().create(names.series().list_name(*list))?;
            others.push(Box::new(list.begin(
                BufWriter::new(file),
                &output_spec.problem,
                output_spec.squares,
                names,
            )?));
        }
        let sinks = Sinks { film, others };
        Ok((sinks, Box::new(|| Ok(staged.complete().map(|()| path)?))))
    }
}

/// Opens an output and the files beside it, lets `film` write to their sinks, and completes all.
///
/// # Errors
/// When something cannot be written, or `film` fails.
pub(crate) fn film_to<'a, D, T>(
    open: impl FnOnce(&OutputSpec) -> Result<(Sinks<'a>, Completion<'a, D>), FilmError>,
    output_spec: &OutputSpec,
    beside: Vec<FileBeside>,
    film: impl FnOnce(Sinks<'a>) -> Result<T, FilmError>,
) -> Result<(D, T), FilmError> {
    let Opened { sinks, complete, beside } = Opened::new(open, output_spec, beside)?;
    // All files are written before the first is completed.
    let filmed = film(sinks)?;
    let done = complete()?;
    let mut complete_files = vec!["film"];
    for (kind, complete) in beside {
        if let Err(error) = complete() {
            return Err(FilmError::OnlySomeComplete { complete: complete_files, error: Box::new(error) });
        }
        complete_files.push(kind.name());
    }
    Ok((done, filmed))
}

/// An output and the files beside it, which are discarded unless they are completed.
pub(crate) struct Opened<'a, T> {
    sinks: Sinks<'a>,
    complete: Completion<'a, T>,
    beside: Vec<(BesideKind, Completion<'static, ()>)>,
}

impl<'a, T> Opened<'a, T> {
    /// Opens an output and the files beside it.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn new(
        open: impl FnOnce(&OutputSpec) -> Result<(Sinks<'a>, Completion<'a, T>), FilmError>,
        output_spec: &OutputSpec,
        beside: Vec<FileBeside>,
    ) -> Result<Self, FilmError> {
        let (mut others, mut opened) = (Vec::new(), Vec::new());
        for file in beside {
            let kind = file.kind;
            let (sink, complete) = file.open(output_spec)?;
            others.push(sink);
            opened.push((kind, complete));
        }
        let (mut sinks, complete) = open(output_spec)?;
        sinks.others.extend(others);
        Ok(Self { sinks, complete, beside: opened })
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
        Ok((Sinks { film, others: Vec::new() }, Box::new(|| Ok(out.into_inner()))))
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
        } else {
            let mut sink = EncoderSink::new(self.format.open(out, &self.canvas, &self.options)?);
            sink.repeats = self.format.has_frame_rate();
            Box::new(sink)
        })
    }
}
