//! Sinks of single pictures, and of the formats that are made of pages instead of pictures.

use std::io::{self, Write};
use std::time::Duration;

use crate::encode::{EncodeError, Encoded, Format, write_compressed_png, write_picture};
use crate::player::{PlayerFilm, PlayerWords, StepNote};
use crate::record::{Content, Description, Moment, Transcript, TranscriptGroup};
use crate::slides::{Deck, Slide, SlideSize};
use crate::vector::{PdfPage, PdfWriter, SvgFilm, VectorOptions, write_svg};

use crate::film::surroundings::{FoundFrame, shows_solution, step};
use crate::film::{Exposure, FilmError, OutputSpec, Sink};

/// Writes the picture of one frame.
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

    pub fn write(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Self { out, spec, is_written, bytes } = self;
        *is_written = true;
        if spec.format == Format::Svg {
            let description = Description::of(&exposure.shot, spec.squares).alt;
            let options = VectorOptions { title: spec.subject.clone(), description, text: spec.options.text };
            write_svg(out, exposure.page, &options)?;
        } else {
            *bytes = write_picture(out, &exposure.picture(), spec.format, &spec.options)?;
        }
        Ok(())
    }
}

/// Writes the only frame of a film.
impl<W: Write + Send> Sink for StillSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        if self.is_written {
            return Err(EncodeError::OnePicture { format: self.spec.format, frames: self.spec.frames }.into());
        }
        self.write(exposure)
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
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
    /// The frame that previews show, if one is asked for.
    thumbnail: Option<FoundFrame>,
    /// The number of the first frame.
    first: Option<u64>,
    /// Whether a solution has been shown.
    is_solved: bool,
    /// What the last frame shows, in words.
    description: String,
}

impl<W> SvgSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        Self {
            out,
            spec: spec.clone(),
            film: None,
            thumbnail: None,
            first: None,
            is_solved: false,
            description: String::new(),
        }
    }
}

impl<W: Write + Send> Sink for SvgSink<W> {
    fn thumbnail(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        self.thumbnail = Some(FoundFrame::of(&exposure.shot));
        Ok(())
    }

    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let options = self.spec.options;
        let film = self.film.get_or_insert_with(|| SvgFilm::new(exposure.page, options.text, options.plays));
        let shot = &exposure.shot;
        let (number, is_solution) = (step(shot.content), shows_solution(shot.content));
        self.is_solved |= is_solution;
        // Of a single step, the first frame is seen, as in a picture.
        let is_later = number != *self.first.get_or_insert(number);
        let is_still = match &self.thumbnail {
            Some(thumbnail) => *thumbnail == FoundFrame::of(shot),
            None => is_later && (is_solution || !self.is_solved),
        };
        film.add(exposure.page, shot.shown_for, is_still)?;
        if shot.is_last {
            self.description = Description::of(shot, self.spec.squares).alt;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
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
    /// What the frames are counted in, as one and as many.
    unit: [&'static str; 2],
    /// The film in words, but for the squares that were tested.
    transcript: Transcript,
    groups: Vec<TranscriptGroup>,
    /// How many frames could be described.
    described: u64,
}

/// The most frames that are described in words.
const LONGEST_TRANSCRIPT: u64 = 20_000;

impl<W> HtmlSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        let (transcript, spec) = (Transcript::new(spec.squares), spec.clone());
        Self { out, spec, film: None, unit: [""; 2], transcript, groups: Vec::new(), described: 0 }
    }
}

impl<W: Write + Send> Sink for HtmlSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Exposure { shot, page, moves, .. } = exposure;
        let film = self.film.get_or_insert_with(|| PlayerFilm::new(page, *moves));
        let (unit, is_test, backtracks) = match shot.content {
            Content::Search(frame) => {
                let is_test = matches!(frame.moment, Moment::Test { .. } | Moment::Refuse(_));
                (["step", "steps"], is_test, frame.tally.backtracks)
            }
            Content::Race(_) => (["tick", "ticks"], false, 0),
            Content::Solution(_) => (["solution", "solutions"], false, 0),
        };
        self.unit = unit;
        // There are too many tests to describe them.
        if !is_test {
            if self.described < LONGEST_TRANSCRIPT {
                self.groups.extend(self.transcript.add(shot));
            }
            self.described += 1;
        }
        let boards = || (0..).map_while(|board| shot.board(board));
        let note = StepNote {
            number: step(shot.content),
            queens: boards().map(|frame| frame.scene.queens.len() as u64).sum(),
            solutions: boards().map(|frame| frame.tally.solutions).sum(),
            backtracks,
            caption: shot.words(self.spec.squares).sentences(),
        };
        film.add(page, shot.shown_for, shot.is_last, note);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let Self { out, spec, film, unit, transcript, mut groups, described } = *self;
        groups.extend(transcript.finish());
        let Some(film) = film else { return Ok(Encoded::default()) };
        let (pictures, playing_time) = (film.steps(), film.length());
        let words = PlayerWords {
            title: &spec.subject,
            unit,
            transcript: &groups,
            left_out: described.saturating_sub(LONGEST_TRANSCRIPT),
        };
        Ok(Encoded { pictures, playing_time, bytes: film.finish(out, &words)? })
    }
}

/// Writes a page of a PDF for each frame.
pub struct PdfSink<W> {
    /// Where the document begins with its first page, whose font it has.
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
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Exposure { shot, page, .. } = exposure;
        if let Some(out) = self.out.take() {
            self.writer = Some(PdfWriter::new(out, &page.font, &self.spec.subject)?);
        }
        self.pages += 1;
        let number = match shot.content {
            Content::Search(_) | Content::Solution(_) => step(shot.content),
            Content::Race(_) => self.pages,
        };
        let alt = Description::of(shot, self.spec.squares).alt;
        let about = PdfPage::new((page.width, page.height), page.paper, number, alt);
        if let Some(writer) = &mut self.writer {
            writer.page(&about, page)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let bytes = self.writer.map_or(Ok(0), PdfWriter::finish)?;
        Ok(Encoded { pictures: self.pages, playing_time: Duration::ZERO, bytes })
    }
}

/// Writes a slide for each frame, with its picture, and its caption as notes.
pub struct SlideSink<W: Write> {
    deck: Deck<W>,
    spec: OutputSpec,
    written: Encoded,
    png: Vec<u8>,
    svg: Vec<u8>,
}

impl<W: Write> SlideSink<W> {
    /// A presentation of the film's frames.
    pub fn new(out: W, spec: &OutputSpec) -> Result<Self, FilmError> {
        let (width, height) = (spec.canvas.width, spec.canvas.height);
        let size = SlideSize::of_pixels(width, height).ok_or(FilmError::NoSlide(width, height))?;
        let slides = spec.frames.unwrap_or_default().try_into().unwrap_or(u32::MAX);
        let deck = Deck::new(out, size, &spec.subject, slides)?;
        Ok(Self { deck, spec: spec.clone(), written: Encoded::default(), png: Vec::new(), svg: Vec::new() })
    }
}

impl<W: Write + Send> Sink for SlideSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let OutputSpec { squares, options, .. } = self.spec;
        let Description { title, notes, alt } = Description::of(&exposure.shot, squares);
        self.png.clear();
        write_compressed_png(&mut self.png, &exposure.picture(), options.compression)
            .map_err(EncodeError::from)?;
        self.svg.clear();
        // Without words, so that equal pictures are equal; the slide has them.
        write_svg(&mut self.svg, exposure.page, &VectorOptions::default())?;
        let advance = options.advance.then_some(exposure.shot.shown_for);
        let svg = str::from_utf8(&self.svg).expect("SVG is UTF-8");
        self.deck.add(&Slide { title: &title, notes: &notes, alt: &alt, png: &self.png, svg, advance })?;
        let Encoded { pictures, playing_time, .. } = &mut self.written;
        *pictures += 1;
        *playing_time = playing_time.saturating_add(advance.unwrap_or_default());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        Ok(Encoded { bytes: self.deck.finish()?, ..self.written })
    }
}
