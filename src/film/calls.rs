//! Films of a running solver, which calls a method for each event.

use std::fs::File;
use std::io::{BufReader, BufWriter, Seek};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::board::{BoardSize, Line, Placement, Square, SquareSet};
use crate::limits::MAX_PAUSE;
use crate::log::{
    Entry, Header, LogOptions, LogReader, LogWriter, read_caption, steps_between, steps_to_set,
};
use crate::record::{FilmFrame, Recorder};
use crate::search::{Event, EventError, Order, Position, Tally, TestedQueens};
use crate::watch::Silent;

use super::search::follow;
use super::{
    Camera, Completion, FilmBuilder, FilmError, FilmPath, FilmSummary, Output, OutputSpec, Plan, Subject,
};

/// A film of a running solver, which calls a method for each event.
///
/// The calls are stored in a temporary file, since the pace, the panels and some formats depend on all calls;
/// [`Film::finish`] writes the film and returns write errors. A film with a fixed [delay](FilmBuilder::delay) and
/// without panels, sidecars, limits and other options that depend on all calls is written during the calls. In
/// both cases, memory grows little with the number of calls.
///
/// Dropping a film without [`Film::finish`] leaves no file.
///
/// ```
/// use queenreel::board::{BoardSize, Square};
/// use queenreel::film::Film;
///
/// let mut film = Film::builder(BoardSize::new(4)?).write_to(Vec::new())?;
/// for (row, column) in [(2, 1), (4, 2), (1, 3), (3, 4)] {
///     film.place(Square::new(row, column))?;
/// }
/// film.solution()?;
/// let (gif, summary) = film.finish()?;
/// assert_eq!(summary.frames, 5);
/// assert_eq!(&gif[..6], b"GIF89a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a film is complete only after `finish`"]
pub struct Film<O: Output> {
    size: BoardSize,
    order: Order,
    position: Position,
    tally: Tally,
    /// The last event, to which a caption may still be added.
    last: Option<Entry>,
    mode: Mode<O>,
    listing_lines: usize,
    /// Whether an event other than [`Event::SetUp`] was pushed.
    begun: bool,
    /// The first error in [`Extend::extend`], which cannot return an error.
    failed: Option<FilmError>,
}

enum Mode<O: Output> {
    /// Pictures are written during the calls.
    Live { recorder: Box<Recorder>, camera: Box<Camera<'static>>, complete: Completion<'static, O::Done> },
    /// The calls are stored until the end.
    Spooled { builder: Box<FilmBuilder>, log: LogWriter<BufWriter<File>>, out: O },
}

impl Film<FilmPath> {
    /// Starts a film with the defaults of `queenreel search`. The extension of the path names the format; a path
    /// that ends in `/` is a directory of PNG frames.
    ///
    /// # Errors
    /// When the path does not name a format, or a temporary file cannot be created.
    pub fn create(path: impl Into<PathBuf>, size: BoardSize) -> Result<Self, FilmError> {
        FilmBuilder::new(size).create(path)
    }

    /// Returns a builder, to set options.
    pub fn builder(size: BoardSize) -> FilmBuilder {
        FilmBuilder::new(size)
    }
}

impl<O: Output + 'static> Film<O> {
    pub(super) fn new(mut builder: FilmBuilder, out: O) -> Result<Self, FilmError> {
        builder.spec.options.format = Some(out.format(builder.spec.options.format)?);
        let Subject { order, rules, .. } = builder.subject;
        let (problem, size) = (builder.subject.problem.clone(), builder.subject.size());
        let listing = builder.spec.options.panels.listing.as_ref();
        let listing_lines = listing.map_or(0, |listing| listing.lines().len());
        let mode = if builder.spec.needs_look_ahead() || builder.alt_text.is_some() {
            let mut log = LogWriter::new(BufWriter::new(tempfile::tempfile()?), size);
            log.header(&Header { order: Some(order), rules, ..Header::new(&problem) })?;
            Mode::Spooled { builder: Box::new(builder), log, out }
        } else {
            builder.spec.options.fit();
            let FilmBuilder { subject, spec, words, .. } = &builder;
            let (plan, recorder) = Plan::live(subject, &spec.options, words.as_ref())?;
            let spec = OutputSpec { overwrite: spec.overwrite, ..plan.output_spec.clone() };
            let (sinks, complete) = out.open(&spec)?;
            let camera = Box::new(Camera::of_plan(plan, sinks));
            Mode::Live { recorder: Box::new(recorder), camera, complete }
        };
        let position = Position::of_solver(Some(&problem), rules, order);
        let tally = Tally::default();
        Ok(Self { size, order, position, tally, last: None, mode, listing_lines, begun: false, failed: None })
    }

    /// Films an event.
    ///
    /// # Errors
    /// When the event is impossible on this board (it is then ignored), or a picture or the temporary file
    /// cannot be written.
    pub fn push(&mut self, event: Event) -> Result<(), FilmError> {
        let event = self.position.explained(event);
        self.position.push(event)?;
        self.write_last()?;
        self.tally.count(event);
        // `SetUp` only prepares the `Board` event that follows.
        self.begun |= !matches!(event, Event::SetUp(_));
        self.last = Some(Entry::from(event));
        Ok(())
    }

    /// Films the test of a square, which is safe, or attacked by a queen on `attacker`.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn test(&mut self, square: Square, attacker: Option<Square>) -> Result<(), FilmError> {
        self.push(Event::test(square, attacker))
    }

    /// Tests a square by the rules of chess, and films the test; returns the square of an attacker, if there is
    /// one.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn examine(&mut self, square: Square) -> Result<Option<Square>, FilmError> {
        let attacker = self.position.attacker_of(square, TestedQueens::All);
        self.test(square, attacker)?;
        Ok(attacker)
    }

    /// Films the placement of a queen.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn place(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::place(square))
    }

    /// Films the removal of a queen.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn remove(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::remove(square))
    }

    /// Films a whole board that was set up at once, replacing all queens.
    ///
    /// # Errors
    /// As [`Film::push`]; also for a board of another size.
    pub fn board(&mut self, placement: &Placement) -> Result<(), FilmError> {
        if placement.size() != self.size {
            return Err(EventError::OtherSize { given: placement.size(), size: self.size }.into());
        }
        for square in &placement.queens() {
            self.push(Event::SetUp(square))?;
        }
        self.push(Event::Board)
    }

    /// Films the move of a queen to an empty square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn move_queen(&mut self, from: Square, to: Square) -> Result<(), FilmError> {
        self.push(Event::move_queen(from, to))
    }

    /// Films the move of two queens at once, each to an empty square or to the square of the other queen.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn swap(&mut self, from: [Square; 2], to: [Square; 2]) -> Result<(), FilmError> {
        self.push(Event::swap(from, to))
    }

    /// Films a square that the solver refused without naming a queen.
    ///
    /// # Errors
    /// As [`Film::push`]; unless the film has [own rules](FilmBuilder::own_rules), the square must be closed or
    /// attacked by a queen.
    pub fn refuse(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::Refuse(square))
    }

    /// Films a queen that was put into its column (or row), replacing the queens of this and all later columns (or
    /// rows).
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn set(&mut self, square: Square) -> Result<(), FilmError> {
        if !self.size.contains(square) {
            return Err(EventError::OffBoard { square, size: self.size }.into());
        }
        self.push_all(steps_to_set(self.position.queens(), square, self.order))
    }

    /// Films the difference between the queens on the board and this set of queens.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn queens(&mut self, queens: &SquareSet) -> Result<(), FilmError> {
        self.push_all(steps_between(self.position.queens(), queens, self.order, self.size))
    }

    /// Films all events, or none if one of them is impossible.
    fn push_all(&mut self, events: Vec<Event>) -> Result<(), FilmError> {
        let mut position = self.position.clone();
        events.iter().try_for_each(|event| position.push(*event))?;
        events.into_iter().try_for_each(|event| self.push(event))
    }

    /// Films squares that were ruled out.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn prune(&mut self, squares: impl IntoIterator<Item = Square>) -> Result<(), FilmError> {
        self.push_all(squares.into_iter().map(Event::Prune).collect())
    }

    /// Films squares that were ruled out and are possible again.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn restore(&mut self, squares: impl IntoIterator<Item = Square>) -> Result<(), FilmError> {
        self.push_all(squares.into_iter().map(Event::Restore).collect())
    }

    /// Films that a line has no squares left to try; the solver removes the previous queen next.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn backtrack(&mut self, from: Line) -> Result<(), FilmError> {
        self.push(Event::backtrack(from))
    }

    /// Films a dead end ahead: a line that the search has not reached yet has no free square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn dead_end(&mut self, line: Line) -> Result<(), FilmError> {
        self.push(Event::dead_end(line))
    }

    /// Films a separate moment with a custom caption, shown if the film has captions.
    ///
    /// # Errors
    /// As [`Film::push`] and [`Film::caption`].
    pub fn note(&mut self, words: &str) -> Result<(), FilmError> {
        read_caption(words)?;
        self.push(Event::Note)?;
        self.caption(words)
    }

    /// Films that the queens are a solution, after the placement, the move or the board that completes it.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn solution(&mut self) -> Result<(), FilmError> {
        self.push(Event::Solution)
    }

    /// Films the end of the search.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn end(&mut self) -> Result<(), FilmError> {
        self.push(Event::End)
    }

    /// Sets a custom caption for the last event, if there is one, shown if the film has captions.
    ///
    /// # Errors
    /// When the caption is not one line of text with at most 200 characters.
    pub fn caption(&mut self, words: &str) -> Result<(), FilmError> {
        let words = read_caption(words)?;
        if let Some(last) = &mut self.last {
            last.caption = Some(words);
        }
        Ok(())
    }

    /// Extends the time of the last event by at most a minute; a film with a given
    /// [duration](FilmBuilder::duration) has no pauses.
    ///
    /// # Errors
    /// When a picture or the temporary file cannot be written.
    pub fn pause(&mut self, time: Duration) -> Result<(), FilmError> {
        if self.last.is_none() {
            self.push(Event::Pause)?;
        }
        if let Some(last) = &mut self.last {
            let pause = last.pause.unwrap_or_default().saturating_add(time);
            last.pause = Some(pause.min(MAX_PAUSE));
        }
        Ok(())
    }

    /// Highlights the line of the [listing](FilmBuilder::listing) that has just run, counted from 0.
    ///
    /// # Errors
    /// When the listing has no such line.
    pub fn line(&mut self, line: usize) -> Result<(), FilmError> {
        if line >= self.listing_lines {
            return Err(FilmError::NoSuchLine { line, lines: self.listing_lines });
        }
        if let Some(last) = &mut self.last {
            last.line = Some(line);
        }
        Ok(())
    }

    /// Returns the counters of the search so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Completes the film; returns the writer or the path, and a summary.
    ///
    /// # Errors
    /// When the film cannot be written, the search does not fit the options, or [`Extend::extend`] has failed.
    pub fn finish(mut self) -> Result<(O::Done, FilmSummary), FilmError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.write_last()?;
        match self.mode {
            Mode::Live { mut recorder, mut camera, complete } => {
                camera.show(FilmFrame::of_search(recorder.finish(), true), &mut Silent)?;
                let summary = camera.finish(&Silent)?;
                Ok((complete()?, summary))
            }
            Mode::Spooled { builder, mut log, out } => {
                log.flush()?;
                let file = log.into_inner().into_inner().map_err(std::io::IntoInnerError::into_error)?;
                let subject = builder.subject.clone();
                let code_lines = NonZeroUsize::new(self.listing_lines);
                let options = LogOptions { code_lines, ..LogOptions::default() };
                let (words, entries) = (builder.words.clone(), || entries(&file, options, self.begun));
                builder.film_planned(out, |film, meter| {
                    Plan::of_search(&subject, film, words.as_ref(), entries, meter)
                })
            }
        }
    }

    fn write_last(&mut self) -> Result<(), FilmError> {
        let Some(entry) = self.last.take() else { return Ok(()) };
        match &mut self.mode {
            Mode::Live { recorder, camera, .. } => {
                // `push` has checked the event.
                if let Some(frame) = follow(recorder, &entry) {
                    camera.show(FilmFrame::of_search(frame, false), &mut Silent)?;
                }
            }
            Mode::Spooled { log, .. } => log.entry(&entry)?,
        }
        Ok(())
    }
}

fn entries(
    file: &File,
    options: LogOptions,
    begun: bool,
) -> Result<impl Iterator<Item = Result<Entry, FilmError>> + '_, FilmError> {
    let mut file = file;
    file.rewind()?;
    let reader = begun.then(|| LogReader::with_options(BufReader::new(file), options)).transpose()?;
    Ok(reader.into_iter().flatten().map(|entry| Ok(entry?)))
}

/// Films events. The first error ends the film: [`Film::finish`] returns it.
impl<O: Output + 'static> Extend<Event> for Film<O> {
    fn extend<I: IntoIterator<Item = Event>>(&mut self, events: I) {
        for event in events {
            if self.failed.is_some() {
                return;
            }
            self.failed = self.push(event).err();
        }
    }
}

impl<O: Output> std::fmt::Debug for Film<O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Film({}, {:?})", self.size, self.tally)
    }
}
