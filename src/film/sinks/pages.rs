//! Sinks of single pictures, and of formats made of pages.

use std::io::{self, Write};
use std::time::Duration;

use crate::encode::{EncodeError, Encoded, Format, write_picture, write_png};
use crate::limits::MAX_TRANSCRIPT_FRAMES;
use crate::player::{PlayerFilm, PlayerWords, StepNote};
use crate::record::{Content, Description, Moment, Transcript, TranscriptGroup};
use crate::slides::{Deck, Slide, SlideSize};
use crate::vector::{PdfPage, PdfWriter, SvgFilm, VectorOptions, write_svg};

use crate::film::intro_outro::{FoundFrame, shows_solution, step};
use crate::film::{FilmError, OutputSpec, Result, ShownFrame, Sink};

pub struct StillSink<W> {
    out: W,
    pub spec: OutputSpec,
    pub is_written: bool,
    bytes: u64,
}

impl<W: Write> StillSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        Self { out, spec: spec.clone(), is_written: false, bytes: 0 }
    }

    pub fn write(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let Self { out, spec, is_written, bytes } = self;
        *is_written = true;
        if spec.format == Format::Svg {
            let description = Description::of(&shown.film_frame, spec.squares).alt;
            let options = VectorOptions { title: spec.subject.clone(), description, text: spec.options.text };
            write_svg(out, shown.page, &options)?;
        } else {
            *bytes = write_picture(out, &shown.picture(), spec.format, &spec.options)?;
        }
        Ok(())
    }
}

impl<W: Write + Send> Sink for StillSink<W> {
    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        if self.is_written {
            return Err(EncodeError::OnePicture { format: self.spec.format, frames: self.spec.frames }.into());
        }
        self.write(shown)
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        if !self.is_written {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        Ok(Encoded { pictures: 1, playing_time: Duration::ZERO, bytes: self.bytes })
    }
}

/// Collects the frames of a film, and writes it as an SVG at the end.
pub struct SvgSink<W> {
    out: W,
    spec: OutputSpec,
    film: Option<SvgFilm>,
    thumbnail: Option<FoundFrame>,
    first: Option<u64>,
    is_solved: bool,
    description: String,
}

impl<W> SvgSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        let spec = spec.clone();
        Self {
            out,
            spec,
            film: None,
            thumbnail: None,
            first: None,
            is_solved: false,
            description: String::new(),
        }
    }
}

impl<W: Write + Send> Sink for SvgSink<W> {
    fn thumbnail(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        self.thumbnail = Some(FoundFrame::of(&shown.film_frame));
        Ok(())
    }

    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let options = self.spec.options;
        let film = self.film.get_or_insert_with(|| SvgFilm::new(shown.page, options.text, options.plays));
        let film_frame = &shown.film_frame;
        let (number, is_solution) = (step(film_frame.content), shows_solution(film_frame.content));
        self.is_solved |= is_solution;
        // A still SVG of a single step shows its first frame, as a picture does.
        let is_later = number != *self.first.get_or_insert(number);
        let is_still = match &self.thumbnail {
            Some(thumbnail) => *thumbnail == FoundFrame::of(film_frame),
            None => is_later && (is_solution || !self.is_solved),
        };
        film.add(shown.page, film_frame.shown_for, is_still)?;
        if film_frame.is_last {
            self.description = Description::of(film_frame, self.spec.squares).alt;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        let Self { out, spec, description, film, .. } = *self;
        let Some(film) = film else { return Ok(Encoded::default()) };
        let (pictures, playing_time) = (film.frames(), film.length());
        let options = VectorOptions { title: spec.subject, description, ..VectorOptions::default() };
        Ok(Encoded { pictures, playing_time, bytes: film.finish(out, &options)? })
    }
}

/// Collects the frames of a film, and writes the page to step through at the end.
pub struct HtmlSink<W> {
    out: W,
    spec: OutputSpec,
    film: Option<PlayerFilm>,
    /// The unit of the frames, singular and plural.
    unit: [&'static str; 2],
    /// The transcript of the film, without tests.
    transcript: Transcript,
    groups: Vec<TranscriptGroup>,
    described: u64,
}

impl<W> HtmlSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        let (transcript, spec) = (Transcript::new(spec.squares), spec.clone());
        Self { out, spec, film: None, unit: [""; 2], transcript, groups: Vec::new(), described: 0 }
    }
}

impl<W: Write + Send> Sink for HtmlSink<W> {
    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let ShownFrame { film_frame, page, moves, .. } = shown;
        let film = self.film.get_or_insert_with(|| PlayerFilm::new(page, *moves));
        let (unit, is_test, backtracks) = match film_frame.content {
            Content::Search(frame) => {
                let is_test = matches!(frame.moment, Moment::Test { .. } | Moment::Refuse(_));
                (["step", "steps"], is_test, frame.tally.backtracks)
            }
            Content::Race(_) => (["tick", "ticks"], false, 0),
            Content::Solution(_) => (["solution", "solutions"], false, 0),
        };
        self.unit = unit;
        // Tests are too many to describe.
        if !is_test {
            if self.described < MAX_TRANSCRIPT_FRAMES {
                self.groups.extend(self.transcript.add(film_frame));
            }
            self.described += 1;
        }
        let boards = || (0..).map_while(|board| film_frame.board(board));
        let note = StepNote {
            number: step(film_frame.content),
            queens: boards().map(|frame| frame.board.queens.len() as u64).sum(),
            solutions: boards().map(|frame| frame.tally.solutions).sum(),
            backtracks,
            caption: film_frame.caption(self.spec.squares).sentences(),
        };
        film.add(page, film_frame.shown_for, film_frame.is_last, note);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        let Self { out, spec, film, unit, transcript, mut groups, described } = *self;
        groups.extend(transcript.finish());
        let Some(film) = film else { return Ok(Encoded::default()) };
        let (pictures, playing_time) = (film.steps(), film.length());
        let words = PlayerWords {
            title: &spec.subject,
            unit,
            transcript: &groups,
            left_out: described.saturating_sub(MAX_TRANSCRIPT_FRAMES),
        };
        Ok(Encoded { pictures, playing_time, bytes: film.finish(out, &words)? })
    }
}

pub struct PdfSink<W> {
    /// `None` once the document has begun with the first page, which determines the font.
    out: Option<W>,
    writer: Option<PdfWriter<W>>,
    spec: OutputSpec,
    pages: u64,
}

impl<W: Write> PdfSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        Self { out: Some(out), writer: None, spec: spec.clone(), pages: 0 }
    }
}

impl<W: Write + Send> Sink for PdfSink<W> {
    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let ShownFrame { film_frame, page, .. } = shown;
        if let Some(out) = self.out.take() {
            self.writer = Some(PdfWriter::new(out, &page.font, &self.spec.subject)?);
        }
        self.pages += 1;
        let number = match film_frame.content {
            Content::Search(_) | Content::Solution(_) => step(film_frame.content),
            Content::Race(_) => self.pages,
        };
        let alt = Description::of(film_frame, self.spec.squares).alt;
        let about = PdfPage::new((page.width, page.height), page.paper, number, alt);
        if let Some(writer) = &mut self.writer {
            writer.page(&about, page)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        let bytes = self.writer.map_or(Ok(0), PdfWriter::finish)?;
        Ok(Encoded { pictures: self.pages, playing_time: Duration::ZERO, bytes })
    }
}

/// Writes a slide for each frame, with the picture of the frame, and the caption as notes.
pub struct SlideSink<W: Write> {
    deck: Deck<W>,
    spec: OutputSpec,
    written: Encoded,
    png: Vec<u8>,
    svg: Vec<u8>,
}

impl<W: Write> SlideSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Result<Self> {
        let (width, height) = (spec.canvas.width, spec.canvas.height);
        let size = SlideSize::of_pixels(width, height).ok_or(FilmError::NoSlide(width, height))?;
        let slides = spec.frames.unwrap_or_default().try_into().unwrap_or(u32::MAX);
        let deck = Deck::new(out, size, &spec.subject, slides)?;
        Ok(Self { deck, spec: spec.clone(), written: Encoded::default(), png: Vec::new(), svg: Vec::new() })
    }
}

impl<W: Write + Send> Sink for SlideSink<W> {
    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let OutputSpec { squares, options, .. } = self.spec;
        let Description { title, notes, alt } = Description::of(&shown.film_frame, squares);
        self.png.clear();
        write_png(&mut self.png, &shown.picture(), options.compression).map_err(EncodeError::from)?;
        self.svg.clear();
        // Without a description, so that equal pictures are stored once; the slide has the description.
        write_svg(&mut self.svg, shown.page, &VectorOptions::default())?;
        let advance = options.advance.then_some(shown.film_frame.shown_for);
        let svg = str::from_utf8(&self.svg).expect("SVG is UTF-8");
        self.deck.add(&Slide { title: &title, notes: &notes, alt: &alt, png: &self.png, svg, advance })?;
        let Encoded { pictures, playing_time, .. } = &mut self.written;
        *pictures += 1;
        *playing_time = playing_time.saturating_add(advance.unwrap_or_default());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        Ok(Encoded { bytes: self.deck.finish()?, ..self.written })
    }
}
