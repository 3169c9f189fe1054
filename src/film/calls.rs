//! Films of a running solver, which calls a method for each event.

use std::fs::File;
use std::io::{BufReader, BufWriter, Seek};
use std::path::PathBuf;

use crate::board::{BoardSize, Placement, Square};
use crate::log::{Entry, Header, LogReader, LogWriter, check_caption};
use crate::record::{Recorder, Shot};
use crate::search::{Event, EventError, Position, Tally};

use super::plan::finish;
use super::{Camera, Completion, FilmBuilder, FilmError, FilmPath, FilmSummary, Output, Plan, format_of};

/// Films a running solver, which calls a method for each event.
///
/// The calls are stored in a temporary file, since the pace, the panels and some formats depend on
/// their number; [`Film::finish`] writes the film and returns write errors. A film with a fixed
/// [delay](FilmBuilder::delay) and no panels is written during the calls. Memory does not grow with
/// the number of calls in either case.
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
    position: Position,
    tally: Tally,
    /// The last event; a caption may still be added to it.
    last: Option<Entry>,
    mode: Mode<O>,
    /// Whether the log contains an event.
    begun: bool,
    /// The first error in [`Extend::extend`], which cannot return it.
    failed: Option<FilmError>,
}

enum Mode<O: Output> {
    /// Pictures are written during the calls.
    Live { recorder: Box<Recorder>, camera: Box<Camera<'static>>, complete: Completion<O::Done> },
    /// The calls are stored until the end.
    Spooled { builder: Box<FilmBuilder>, log: LogWriter<BufWriter<File>>, out: O },
}

impl Film<FilmPath> {
    /// A film with the defaults of `queenreel search`, in a file whose extension is the format, or in
    /// a directory of PNG frames if the path ends in `/`.
    ///
    /// # Errors
    /// When the path does not say which format to write, or a temporary file cannot be created.
    pub fn create(path: impl Into<PathBuf>, size: BoardSize) -> Result<Self, FilmError> {
        FilmBuilder::new(size).create(path)
    }

    /// Sets the options of a film.
    pub fn builder(size: BoardSize) -> FilmBuilder {
        FilmBuilder::new(size)
    }
}

impl<O: Output> Film<O> {
    pub(super) fn new(mut builder: FilmBuilder, out: O) -> Result<Self, FilmError> {
        let format = format_of(builder.format, &out)?;
        let size = builder.subject.size;
        let mode = if builder.needs_look_ahead(format) {
            let mut log = LogWriter::new(BufWriter::new(tempfile::tempfile()?), size);
            log.header(&Header::new(size))?;
            Mode::Spooled { builder: Box::new(builder), log, out }
        } else {
            builder.options.fit(format);
            let narrator = builder.narrated(builder.subject.narrator());
            let plan = Plan::live(builder.subject, &builder.options, format, narrator)?;
            let (sinks, complete) = out.open(&builder.output_spec(format, &plan))?;
            let (recorder, camera) = plan.into_parts(sinks);
            Mode::Live { recorder: Box::new(recorder), camera: Box::new(camera), complete }
        };
        let (position, tally) = (Position::new(Some(size)), Tally::default());
        Ok(Self { size, position, tally, last: None, mode, begun: false, failed: None })
    }

    /// Films an event.
    ///
    /// # Errors
    /// When the event is impossible on this board (it is then ignored), or a picture or the temporary
    /// file cannot be written.
    pub fn push(&mut self, event: Event) -> Result<(), FilmError> {
        self.position.push(event)?;
        self.write_last()?;
        self.tally.count(event);
        // The queens of a whole board are written with it.
        self.begun |= !matches!(event, Event::SetUp(_));
        self.last = Some(Entry::from(event));
        Ok(())
    }

    /// A square was examined: it is safe, or the queen on another square attacks it.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn test(&mut self, square: Square, attacker: Option<Square>) -> Result<(), FilmError> {
        self.push(Event::test(square, attacker))
    }

    /// A queen was placed on a square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn place(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::place(square))
    }

    /// A queen was removed from a square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn remove(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::remove(square))
    }

    /// A whole board was set up at once, replacing all queens.
    ///
    /// # Errors
    /// As [`Film::push`]; a board of another size is refused.
    pub fn board(&mut self, placement: &Placement) -> Result<(), FilmError> {
        if placement.size() != self.size {
            return Err(EventError::OtherSize { given: placement.size(), size: self.size }.into());
        }
        for square in &placement.queens() {
            self.push(Event::SetUp(square))?;
        }
        self.push(Event::Board)
    }

    /// A queen was moved to an empty square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn move_queen(&mut self, from: Square, to: Square) -> Result<(), FilmError> {
        self.push(Event::move_queen(from, to))
    }

    /// A column (or row), counted from 1, has no squares left to try; the queen before it is removed
    /// next.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn backtrack(&mut self, column: u8) -> Result<(), FilmError> {
        self.push(Event::backtrack(column))
    }

    /// Forward checking finds no free square in a later column (or row), counted from 1.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn dead_end(&mut self, column: u8) -> Result<(), FilmError> {
        self.push(Event::dead_end(column))
    }

    /// The queens on the board are a solution; follows the placement, the move or the board that
    /// completes it.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn solution(&mut self) -> Result<(), FilmError> {
        self.push(Event::Solution)
    }

    /// The search is over.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn end(&mut self) -> Result<(), FilmError> {
        self.push(Event::End)
    }

    /// A custom caption for the last event, shown if the film has captions.
    ///
    /// # Errors
    /// When it is not one line of at most [`MAX_CAPTION`](crate::log::MAX_CAPTION) characters.
    pub fn caption(&mut self, words: &str) -> Result<(), FilmError> {
        check_caption(words)?;
        if let Some(last) = &mut self.last {
            last.caption = Some(words.to_owned());
        }
        Ok(())
    }

    /// The counters of the search so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Writes the remaining frames and completes the film; returns the writer, or the path, and a summary.
    ///
    /// # Errors
    /// When the film cannot be written, or the search does not fit the options.
    pub fn finish(mut self) -> Result<(O::Done, FilmSummary), FilmError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.write_last()?;
        match self.mode {
            Mode::Live { recorder, camera, complete } => {
                let summary = finish(*recorder, *camera)?;
                Ok((complete()?, summary))
            }
            Mode::Spooled { builder, mut log, out } => {
                log.flush()?;
                let file = log.into_inner().into_inner().map_err(std::io::IntoInnerError::into_error)?;
                let subject = builder.subject;
                builder.film_entries(subject, out, || entries(&file, self.begun))
            }
        }
    }

    /// Films or stores the last event with its caption.
    fn write_last(&mut self) -> Result<(), FilmError> {
        let Some(entry) = self.last.take() else { return Ok(()) };
        match &mut self.mode {
            Mode::Live { recorder, camera, .. } => {
                // `push` has checked the event.
                if let Some(frame) = recorder.apply(entry.event) {
                    camera.show(Shot::of_search(frame, false))?;
                }
                if let Some(words) = &entry.caption {
                    recorder.caption(words);
                }
            }
            Mode::Spooled { log, .. } => log.entry(&entry)?,
        }
        Ok(())
    }
}

/// The stored calls, from the first one.
fn entries(
    file: &File,
    begun: bool,
) -> Result<impl Iterator<Item = Result<Entry, FilmError>> + '_, FilmError> {
    let mut file = file;
    file.rewind()?;
    let reader = begun.then(|| LogReader::begin(BufReader::new(file))).transpose()?;
    Ok(reader.into_iter().flatten().map(|entry| Ok(entry?)))
}

/// Films events. The first error ends the film: [`Film::finish`] returns it.
impl<O: Output> Extend<Event> for Film<O> {
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
