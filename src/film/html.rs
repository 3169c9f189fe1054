//! The sink of a page to step through.

use std::io::Write;
use std::time::Duration;

use crate::board::SquareNames;
use crate::encode::Encoded;
use crate::player::{PlayerFilm, PlayerWords, StepNote};
use crate::record::{Content, Moment, Shot, Transcript, TranscriptGroup};

use super::surroundings::step;
use super::{Exposure, FilmError, FilmSink, OutputSpec};

/// Collects the frames of a film, and writes the page at the end.
pub(super) struct HtmlSink<W> {
    out: W,
    spec: OutputSpec,
    film: Option<PlayerFilm>,
    /// What the frames are counted in, as one and as many.
    unit: [&'static str; 2],
    /// The film in words, but for the squares that were tested.
    transcript: Transcript,
    groups: Vec<TranscriptGroup>,
    /// How many steps the transcript has.
    transcribed: u64,
}

/// The most steps that are described in words.
const LONGEST_TRANSCRIPT: u64 = 20_000;

impl<W> HtmlSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        let (transcript, unit) = (Transcript::new(spec.squares), ["step", "steps"]);
        let spec = spec.clone();
        Self { out, spec, film: None, unit, transcript, groups: Vec::new(), transcribed: 0 }
    }
}

impl<W: Write + Send> FilmSink for HtmlSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Exposure { shot, page, moves, .. } = exposure;
        let film = self.film.get_or_insert_with(|| PlayerFilm::new(page, *moves));
        self.unit = unit(shot);
        if self.transcribed < LONGEST_TRANSCRIPT && !is_test(shot) {
            self.groups.extend(self.transcript.add(shot));
            self.transcribed += 1;
        }
        film.add(page, shot.shown_for, shot.is_last, note(shot, self.spec.squares));
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let Self { out, spec, film, unit, transcript, mut groups, .. } = *self;
        groups.extend(transcript.finish());
        let Some(film) = film else {
            return Ok(Encoded { pictures: 0, playing_time: Duration::ZERO, bytes: 0 });
        };
        let (pictures, playing_time) = (film.steps(), film.length());
        let words = PlayerWords { title: &spec.subject, unit, transcript: &groups };
        Ok(Encoded { pictures, playing_time, bytes: film.finish(out, &words)? })
    }
}

/// Whether a square was only tested: there are too many of them to be described.
const fn is_test(shot: &Shot<'_>) -> bool {
    match shot.content {
        Content::Search(frame) => matches!(frame.moment, Moment::Test { .. } | Moment::Refuse(_)),
        Content::Race(_) | Content::Solution(_) => false,
    }
}

const fn unit(shot: &Shot<'_>) -> [&'static str; 2] {
    match shot.content {
        Content::Search(_) => ["step", "steps"],
        Content::Race(_) => ["tick", "ticks"],
        Content::Solution(_) => ["solution", "solutions"],
    }
}

fn note(shot: &Shot<'_>, names: SquareNames) -> StepNote {
    let boards = || (0..).map_while(|board| shot.board(board));
    let backtracks = match shot.content {
        Content::Search(frame) => frame.tally.backtracks,
        Content::Race(_) | Content::Solution(_) => 0,
    };
    StepNote {
        number: step(shot.content),
        queens: boards().map(|frame| frame.scene.queens.len() as u64).sum(),
        solutions: boards().map(|frame| frame.tally.solutions).sum(),
        backtracks,
        caption: shot.words(names).sentences(),
    }
}
