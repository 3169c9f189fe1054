//! Files next to a film, and the alternative text of the film, made from its frames.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::encode::{EncodeError, Format};
use crate::export::StagedFile;
use crate::record::{Content, Description, Moment};
use crate::variants::named_enum;

use super::Subtitles;
use super::pages::StillSink;
use super::transcripts::MarkdownTranscript;
use crate::film::{AnySink, FilmError, OutputSpec, Result, ShownFrame, Sink};

named_enum! {
    /// The kind of a sidecar. See [`FilmBuilder::sidecar`](crate::film::FilmBuilder::sidecar).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SidecarKind {
        /// The thumbnail, or else the last solution of a search, or else the last frame, as a picture
        Poster = "poster",
        /// The captions with their times, as WebVTT
        Subtitles = "subtitles",
        /// The steps as text, in Markdown
        Transcript = "transcript",
    }
}

/// A sidecar: a file written next to a film. See [`FilmBuilder::sidecar`](crate::film::FilmBuilder::sidecar).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sidecar {
    /// The content.
    pub kind: SidecarKind,
    /// The path.
    pub path: PathBuf,
}

impl Sidecar {
    /// Begins the file; returns the hidden file with the sink that writes it.
    pub(in crate::film) fn begin(&self, spec: &OutputSpec) -> Result<(StagedFile, AnySink<'static>)> {
        let (staged, out) = StagedFile::create(&self.path, spec.overwrite)?;
        let sink: AnySink<'static> = match self.kind {
            SidecarKind::Poster => {
                let format = Format::of_path(&self.path).unwrap_or(Format::Png);
                if !format.draws_stills() || format == Format::Pdf {
                    return Err(EncodeError::NoStill(format).into());
                }
                let spec = OutputSpec { format, ..spec.clone() };
                Box::new(PosterSink(StillSink::new(out, &spec)))
            }
            SidecarKind::Subtitles => Box::new(Subtitles::begin(BufWriter::new(out), spec.squares)?),
            SidecarKind::Transcript => {
                Box::new(MarkdownTranscript::begin(BufWriter::new(out), &spec.subject, spec.squares)?)
            }
        };
        Ok((staged, sink))
    }

    pub(in crate::film) fn cannot_write(&self, error: FilmError) -> FilmError {
        FilmError::Sidecar { file: self.clone(), error: Box::new(error) }
    }
}

/// Writes the picture of one frame: the thumbnail, or else the last solution of a search, or else the last frame.
struct PosterSink<W>(StillSink<W>);

impl<W: Write + Send> Sink for PosterSink<W> {
    fn thumbnail(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        self.0.write(shown)
    }

    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let (film_frame, solutions) = (&shown.film_frame, self.0.spec.solutions);
        let is_poster = match film_frame.content {
            Content::Search(frame) if solutions > 0 => {
                matches!(frame.moment, Moment::Solution { .. }) && frame.tally.solutions == solutions
            }
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => film_frame.is_last,
        };
        if is_poster && !self.0.is_written { self.0.write(shown) } else { Ok(()) }
    }
}

/// The alternative text of a film: one or two sentences, known when the film is complete. Each film needs a
/// separate value.
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
    /// Returns the text; empty before the film is complete.
    pub fn get(&self) -> &str {
        self.0.get().map_or("", String::as_str)
    }

    /// Returns a sink that determines the text of a film with this output.
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
    fn frame(&mut self, ShownFrame { film_frame, .. }: &mut ShownFrame<'_>) -> Result<()> {
        self.frames += 1;
        if film_frame.is_last {
            let OutputSpec { subject, squares, .. } = &self.spec;
            self.text.0.get_or_init(|| Description::of_film(subject, self.frames, film_frame, *squares));
        }
        Ok(())
    }
}
