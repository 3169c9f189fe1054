//! Files beside a film and its alternative text, which are made of the same frames.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::encode::{EncodeError, Format};
use crate::export::StagedFile;
use crate::record::{Content, Description, Moment};
use crate::variants::named_enum;

use super::pages::StillSink;
use super::transcripts::{MarkdownTranscript, Subtitles};
use crate::film::{AnySink, Exposure, FilmError, OutputSpec, Sink};

named_enum! {
    /// A kind of file beside a film.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BesideKind {
        /// The thumbnail, or else the last solution of a search, or else the last frame, as a picture
        Poster = "poster",
        /// The captions with their times, as WebVTT
        Subtitles = "subtitles",
        /// The steps in words, as Markdown
        Transcript = "transcript",
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
    /// Begins the file; returns the sink that writes it, too.
    pub(in crate::film) fn begin(
        &self,
        spec: &OutputSpec,
    ) -> Result<(StagedFile, AnySink<'static>), FilmError> {
        let (staged, out) = StagedFile::create(&self.path, spec.overwrite)?;
        let sink: AnySink<'static> = match self.kind {
            BesideKind::Poster => {
                let format = Format::of_path(&self.path).unwrap_or(Format::Png);
                if !format.draws_stills() || format == Format::Pdf {
                    return Err(EncodeError::NoStill(format).into());
                }
                let spec = OutputSpec { format, ..spec.clone() };
                Box::new(PosterSink(StillSink::new(out, &spec)))
            }
            BesideKind::Subtitles => Box::new(Subtitles::begin(BufWriter::new(out), spec.squares)?),
            BesideKind::Transcript => {
                Box::new(MarkdownTranscript::begin(BufWriter::new(out), &spec.subject, spec.squares)?)
            }
        };
        Ok((staged, sink))
    }

    pub(in crate::film) fn cannot_write(&self, error: FilmError) -> FilmError {
        FilmError::Beside { file: self.clone(), error: Box::new(error) }
    }
}

/// Writes the picture of one frame: the thumbnail, or else the last solution that the film shows, or else the
/// last frame.
struct PosterSink<W>(StillSink<W>);

impl<W: Write + Send> Sink for PosterSink<W> {
    fn thumbnail(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.0.write(exposure)
    }

    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let (shot, solutions) = (&exposure.shot, self.0.spec.solutions);
        let is_poster = match shot.content {
            Content::Search(frame) if solutions > 0 => {
                matches!(frame.moment, Moment::Solution { .. }) && frame.tally.solutions == solutions
            }
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => shot.is_last,
        };
        if is_poster && !self.0.is_written { self.0.write(exposure) } else { Ok(()) }
    }
}

/// What a film shows, in a sentence or two, for readers who do not see it. It is known when the film is
/// complete; each film needs its own.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::film::{AltText, FilmBuilder, Source};
/// use queenreel::search::{Algorithm, Order};
///
/// let size = BoardSize::new(4)?;
/// let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
/// let alt = AltText::default();
/// let builder = FilmBuilder::new(size).algorithm(Algorithm::Backtracking, Order::Columns);
/// builder.alt_text(&alt).film(&source, Vec::new())?;
/// assert_eq!(
///     alt.get(),
///     "Backtracking search for 4 queens: 26 tests, 8 placements and 4 backtracks; solution a3 b1 c4 d2."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct AltText(Arc<OnceLock<String>>);

impl AltText {
    /// The text; empty before the film is complete.
    pub fn get(&self) -> &str {
        self.0.get().map_or("", String::as_str)
    }

    /// A sink that finds the text, for a film with this output.
    pub fn sink(&self, spec: &OutputSpec) -> AnySink<'static> {
        Box::new(AltTextSink { text: self.clone(), spec: spec.clone(), frames: 0 })
    }
}

struct AltTextSink {
    text: AltText,
    spec: OutputSpec,
    frames: u64,
}

impl Sink for AltTextSink {
    fn frame(&mut self, Exposure { shot, .. }: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.frames += 1;
        if shot.is_last {
            let OutputSpec { subject, squares, .. } = &self.spec;
            self.text.0.get_or_init(|| Description::of_film(subject, self.frames, shot, *squares));
        }
        Ok(())
    }
}
