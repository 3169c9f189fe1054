//! The sink of a page to step through.

use std::io::Write;
use std::time::Duration;

use crate::board::SquareNames;
use crate::encode::Encoded;
use crate::player::{PlayerFilm, PlayerWords, StepNote};
use crate::record::{Content, Shot};

use super::{Exposure, FilmError, FilmSink, OutputSpec};

/// Collects the frames of a film, and writes the page at the end.
pub(super) struct HtmlSink<W> {
    out: W,
    /// What the film shows, in a few words.
    subject: String,
    names: SquareNames,
    film: Option<PlayerFilm>,
    /// What the frames are counted in, as one and as many.
    unit: [&'static str; 2],
    transcript: Vec<String>,
}

impl<W> HtmlSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        let (subject, names) = (spec.subject.clone(), spec.squares);
        Self { out, subject, names, film: None, unit: ["step", "steps"], transcript: Vec::new() }
    }
}

impl<W: Write + Send> FilmSink for HtmlSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Exposure { shot, page, .. } = exposure;
        let film = self.film.get_or_insert_with(|| PlayerFilm::new(page));
        self.unit = unit(shot);
        film.add(page, shot.shown_for, shot.is_last, note(shot, self.names));
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let Self { out, subject, film, unit, transcript, .. } = *self;
        let Some(film) = film else {
            return Ok(Encoded { pictures: 0, playing_time: Duration::ZERO, bytes: 0 });
        };
        let (pictures, playing_time) = (film.steps(), film.length());
        let words = PlayerWords { title: &subject, unit, transcript: &transcript };
        Ok(Encoded { pictures, playing_time, bytes: film.finish(out, &words)? })
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
    let caption = shot.happened(names);
    match shot.content {
        Content::Search(frame) => StepNote {
            number: frame.step,
            queens: frame.scene.queens.len() as u64,
            solutions: frame.tally.solutions,
            backtracks: frame.tally.backtracks,
            caption,
        },
        Content::Race(race) => StepNote {
            number: race.ticks,
            queens: race.lanes.iter().map(|lane| lane.frame.scene.queens.len() as u64).sum(),
            solutions: race.lanes.iter().map(|lane| lane.frame.tally.solutions).sum(),
            backtracks: 0,
            caption,
        },
        Content::Solution(solution) => StepNote {
            number: solution.solution.number,
            queens: solution.frame.scene.queens.len() as u64,
            solutions: 0,
            backtracks: 0,
            caption,
        },
    }
}
