//! Files beside a film, which are made of the same frames.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::encode::{EncodeError, Format, write_picture};
use crate::export::{ListWriter, MarkdownTranscript, StagedFile, Subtitles};
use crate::record::{Content, Description, Moment};
use crate::variants::enum_with_all;
use crate::vector::{VectorOptions, write_svg};

use super::{AnySink, Completion, Exposure, FilmError, OutputSpec, Sink};

enum_with_all! {
    /// A kind of file beside a film.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BesideKind {
        /// The thumbnail, or else the last solution of a search, or else the last frame, as a picture in the format
        /// of the path, or a PNG.
        Poster,
        /// The captions with their times, as WebVTT.
        Subtitles,
        /// The steps in words, as Markdown.
        Transcript,
    }
}

impl BesideKind {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Poster => "poster",
            Self::Subtitles => "subtitles",
            Self::Transcript => "transcript",
        }
    }
}

/// A file beside a film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileBeside {
    /// What it has.
    pub kind: BesideKind,
    /// Where it is written.
    pub path: PathBuf,
}

impl FileBeside {
    /// Opens the file; returns the sink that writes it, and the completion that moves it to its path.
    pub(super) fn open(self, spec: &OutputSpec) -> Result<(AnySink<'static>, Completion<()>), FilmError> {
        let (staged, sink) = self.begin(spec).map_err(|error| self.cannot_write(error))?;
        let file = self.clone();
        let complete = move || staged.complete().map_err(|error| file.cannot_write(error.into()));
        Ok((Box::new(BesideSink { file: self, sink }), Box::new(complete)))
    }

    fn begin(&self, spec: &OutputSpec) -> Result<(StagedFile, AnySink<'static>), FilmError> {
        let (staged, out) = StagedFile::create(&self.path, spec.overwrite)?;
        let sink: AnySink<'static> = match self.kind {
            BesideKind::Poster => {
                let format = Format::of_path(&self.path).unwrap_or(Format::Png);
                if !format.draws_stills() || format == Format::Pdf {
                    return Err(EncodeError::NoStill(format).into());
                }
                Box::new(PosterSink { out, format, spec: spec.clone(), is_written: false })
            }
            BesideKind::Subtitles => {
                let list: Box<dyn ListWriter + Send> =
                    Box::new(Subtitles::begin(BufWriter::new(out), spec.squares)?);
                Box::new(list)
            }
            BesideKind::Transcript => {
                let out = BufWriter::new(out);
                let list: Box<dyn ListWriter + Send> =
                    Box::new(MarkdownTranscript::begin(out, &spec.subject, spec.squares)?);
                Box::new(list)
            }
        };
        Ok((staged, sink))
    }

    fn cannot_write(&self, error: FilmError) -> FilmError {
        FilmError::Beside { file: self.clone(), error: Box::new(error) }
    }
}

/// Names the file in the errors of its sink.
struct BesideSink {
    file: FileBeside,
    sink: AnySink<'static>,
}

impl Sink for BesideSink {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.sink.frame(exposure).map_err(|error| self.file.cannot_write(error))
    }

    fn thumbnail(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.sink.thumbnail(exposure).map_err(|error| self.file.cannot_write(error))
    }

    fn pass(&mut self, time: Duration) -> Result<(), FilmError> {
        self.sink.pass(time).map_err(|error| self.file.cannot_write(error))
    }

    fn finish(self: Box<Self>) -> Result<(), FilmError> {
        let Self { file, sink } = *self;
        sink.finish().map_err(|error| file.cannot_write(error))
    }
}

/// Writes the picture of one frame: the thumbnail, or else the last solution that the film shows, or else the
/// last frame.
struct PosterSink<W> {
    out: W,
    format: Format,
    spec: OutputSpec,
    is_written: bool,
}

impl<W: Write + Send> PosterSink<W> {
    fn write(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Self { out, format, spec, is_written } = self;
        *is_written = true;
        if *format == Format::Svg {
            let description = Description::of(&exposure.shot, spec.squares).alt;
            let options = VectorOptions { title: spec.subject.clone(), description, text: spec.options.text };
            write_svg(out, exposure.page, &options)?;
        } else {
            write_picture(out, &exposure.picture(), *format, None, &spec.options)?;
        }
        Ok(())
    }
}

impl<W: Write + Send> Sink for PosterSink<W> {
    fn thumbnail(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.write(exposure)
    }

    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let (shot, solutions) = (&exposure.shot, self.spec.solutions);
        let is_poster = match shot.content {
            Content::Search(frame) if solutions > 0 => {
                matches!(frame.moment, Moment::Solution { .. }) && frame.tally.solutions == solutions
            }
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => shot.is_last,
        };
        if is_poster && !self.is_written { self.write(exposure) } else { Ok(()) }
    }
}
