//! From events to a film in its place, with a poster if one is wanted.

use std::io::{Write, stderr};
use std::time::Instant;

use crate::draw::BoardPainter;
use crate::encode::{Encoder, Options};
use crate::export::Series;
use crate::film::{Film, Reel};
use crate::log::Entry;
use crate::page::{BoardStyle, Panels};
use crate::record::{Frame, Moment, Recorder, Schedule, ScheduleError};
use crate::search::Algorithm;
use anyhow::{Error, anyhow};

use super::args::FilmArgs;
use super::failure::Failure;
use super::lesson::{Lesson, Preview, Subject};
use super::progress::{LookAhead, Progress};
use super::still::Still;
use super::target::Target;
use super::writing::Pictures;
use super::{format_options, interrupt, summary};

/// A film that can be made: all that is set before the first frame.
pub struct Filming<'a> {
    args: &'a FilmArgs,
    began: Instant,
    target: Target,
    /// Whether the summary has to go elsewhere.
    pub standard_output_is_taken: bool,
    style: BoardStyle,
    shoot: Shoot,
    options: Options,
}

impl<'a> Filming<'a> {
    /// Looks ahead through the events of a film. `shorter` says what would end it earlier.
    pub fn of(
        args: &'a FilmArgs,
        target: Target,
        subject: Subject,
        events: impl Iterator<Item = Result<Entry, Failure>>,
        shorter: &str,
    ) -> Result<Self, Failure> {
        let began = Instant::now();
        let wishes = args.format_options.met(args.wishes(), target.format(), args.quiet);
        let mut look_ahead = LookAhead::new(args.quiet);
        let mut preview = Preview::default();
        let font = args.style.look.font();
        let mut failure = None;
        let events =
            events.map_while(|entry| entry.map_err(|error| failure = Some(error)).ok()).inspect(|entry| {
                look_ahead.event();
                preview.look_at(entry, &args.view, &font);
            });
        let schedule = Schedule::of(events.map(|entry| entry.event), &wishes);
        drop(look_ahead);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let schedule = schedule.map_err(|error| Failure::Usage(with_advice(&error, args, shorter)))?;
        let Lesson { panels, narrator, left_out } = Lesson::of(&args.view, subject, preview, shorter)?;
        for reason in left_out.iter().filter(|_| !args.quiet) {
            // Whether anyone reads it makes no difference.
            let _ = writeln!(stderr(), "note: {reason}");
        }
        let (style, painter) = painter(args, subject, panels)?;
        let options = args.format_options.options(target.format(), schedule.frames)?;
        format_options::check_pace(schedule.pace, target.format())?;
        let mut recorder = Recorder::new(subject.size, &schedule);
        if let Some(narrator) = narrator {
            recorder = recorder.narrated(narrator);
        }
        let shoot = Shoot { recorder, frames: schedule.frames, painter, quiet: args.quiet };
        let standard_output_is_taken = target.is_standard_output();
        Ok(Self { args, began, target, standard_output_is_taken, style, shoot, options })
    }

    /// Makes the film of the events, which are those of the look ahead, and sums up.
    pub fn film(self, events: impl Iterator<Item = Result<Entry, Failure>>) -> Result<(), Failure> {
        let Self { args, target, shoot, .. } = self;
        let still = args.poster.as_deref().map(|path| Still::begin(path, &target)).transpose()?;
        let mut poster = Poster { wanted: still.is_some(), found: None };
        let canvas = shoot.painter.canvas().clone();
        let names = Series::Frames.names(shoot.frames);
        let pictures = Pictures { size: shoot.recorder.size(), names, force: args.force };
        let reel = target.write(pictures, &canvas, &self.options, |encoder, mut manifest| {
            shoot.film(events, encoder, |frame| {
                poster.look_at(frame);
                Ok(manifest.as_mut().map_or(Ok(()), |manifest| manifest.add_frame(frame))?)
            })
        })?;
        if let (Some(still), Some(frame)) = (still, poster.found) {
            still.write(&frame.scene, &self.style)?;
        }
        if !args.quiet {
            let lines = summary::of_film(&target, &reel, self.began.elapsed(), !args.style.no_highlight);
            summary::print(self.standard_output_is_taken, &lines);
        }
        Ok(())
    }
}

/// The style that was asked for or that goes with the view, and a painter in this style.
fn painter(args: &FilmArgs, subject: Subject, panels: Panels) -> Result<(BoardStyle, BoardPainter), Failure> {
    let plain = BoardStyle { panels, ..args.style.style() };
    // On a board that is full at once nearly every square is under attack.
    let fills_up = subject.algorithm.is_none_or(Algorithm::has_order);
    let style = BoardStyle { attacks: plain.attacks || (args.view.is_lecture() && fills_up), ..plain };
    if args.view.has_coordinates() {
        // Where squares are too small for coordinates, the view goes without.
        let named = BoardStyle { coordinates: true, ..style.clone() };
        if let Ok(painter) = BoardPainter::new(subject.size, &named) {
            return Ok((named, painter));
        }
    }
    let painter = BoardPainter::new(subject.size, &style).map_err(Failure::usage)?;
    Ok((style, painter))
}

/// The frame for the poster: the last solution or, where there is none, the last of all.
struct Poster {
    wanted: bool,
    found: Option<Frame>,
}

impl Poster {
    fn look_at(&mut self, frame: &Frame) {
        let is_solution = |frame: &Frame| matches!(frame.moment, Moment::Solution(_));
        if self.wanted && (is_solution(frame) || !self.found.as_ref().is_some_and(is_solution)) {
            self.found = Some(frame.clone());
        }
    }
}

fn with_advice(error: &ScheduleError, args: &FilmArgs, shorter: &str) -> Error {
    match error {
        ScheduleError::TooManyFrames { .. } => anyhow!(
            "{error}\n  --every K shows one step of K, --duration TIME leaves out as many as it takes, \
             {shorter}, and --max-frames K allows more"
        ),
        ScheduleError::TooManyThatStay { .. } => {
            anyhow!("{error}\n  {shorter}, and --max-frames K allows more")
        }
        ScheduleError::TooLong { .. } => anyhow!("{error}; {shorter}"),
        ScheduleError::TooShort { .. } if args.pace.hold.is_some() => {
            anyhow!("{error}; give a longer --duration, or leave out --hold")
        }
        _ => anyhow!("{error}; give a longer --duration"),
    }
}

/// What the frames are made of.
struct Shoot {
    recorder: Recorder,
    /// How many there will be.
    frames: u64,
    painter: BoardPainter,
    quiet: bool,
}

impl Shoot {
    fn film(
        self,
        events: impl Iterator<Item = Result<Entry, Failure>>,
        encoder: Box<dyn Encoder + '_>,
        mut each: impl FnMut(&Frame) -> Result<(), Error>,
    ) -> Result<Reel, Failure> {
        let mut progress = Progress::new(self.frames, self.quiet);
        let mut film = Film::new(self.recorder, self.painter, encoder);
        for entry in events {
            interrupt::check()?;
            let Entry { event, caption } = entry?;
            if let Some(frame) = film.push(event).map_err(Error::from)? {
                each(frame)?;
                progress.add(1);
            }
            if let Some(words) = caption {
                film.caption(&words);
            }
        }
        let (last, reel) = film.finish().map_err(Error::from)?;
        each(&last)?;
        Ok(reel)
    }
}
