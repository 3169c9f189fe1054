//! The whole way from a solver to a file: recorder, renderer and encoder joined.

use std::io::Write;
use std::time::Duration;

use crate::board::{BoardSize, Placement, Square};
use crate::draw::BoardPainter;
use crate::encode::{EncodeError, Encoder, Gif, GifOptions};
use crate::page::{BoardStyle, StyleError};
use crate::record::{EventError, Frame, Recorder, Schedule};
use crate::search::{Event, Tally};

/// Films a search while it runs: takes events, from any solver, and writes pictures.
pub struct Film<'a> {
    recorder: Recorder,
    painter: BoardPainter,
    encoder: Box<dyn Encoder + 'a>,
    frames: u64,
    playing_time: Duration,
}

/// What became of a film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reel {
    /// Number of frames.
    pub frames: u64,
    /// Time from the first frame to the end of the last.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The counters of the search.
    pub tally: Tally,
}

impl<'a> Film<'a> {
    /// A film from its three parts. Recorder and painter are made for boards of one size;
    /// otherwise the first frame panics.
    #[must_use]
    pub const fn new(recorder: Recorder, painter: BoardPainter, encoder: Box<dyn Encoder + 'a>) -> Self {
        Self { recorder, painter, encoder, frames: 0, playing_time: Duration::ZERO }
    }

    /// An animated GIF at the usual size, in the usual colours and at the usual pace.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn gif(size: BoardSize, out: impl Write + 'a) -> Result<Self, FilmError> {
        let painter = BoardPainter::new(size, &BoardStyle::default())?;
        let encoder = Gif::new(out, painter.canvas(), GifOptions::default())?;
        Ok(Self::new(Recorder::new(size, &Schedule::default()), painter, Box::new(encoder)))
    }

    /// Takes an event; returns the frame that it completed, if it did.
    ///
    /// # Errors
    /// When the event cannot happen on this board, or the frame cannot be written.
    pub fn push(&mut self, event: Event) -> Result<Option<&Frame>, FilmError> {
        let Some(frame) = self.recorder.push(event)? else { return Ok(None) };
        self.encoder.write(&self.painter.paint(&frame.scene), frame.shown_for)?;
        self.frames += 1;
        self.playing_time = self.playing_time.saturating_add(frame.shown_for);
        Ok(Some(frame))
    }

    /// A square has been examined and is safe, or attacked by the queen on another.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn test(&mut self, square: Square, attacker: Option<Square>) -> Result<(), FilmError> {
        self.push(Event::Test { square, attacker }).map(drop)
    }

    /// A queen has been put on a square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn place(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::Place(square)).map(drop)
    }

    /// A queen has been taken off a square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn remove(&mut self, square: Square) -> Result<(), FilmError> {
        self.push(Event::Remove(square)).map(drop)
    }

    /// A whole board has been set up at once, whatever stood there before.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn board(&mut self, placement: &Placement) -> Result<(), FilmError> {
        let (queens, size) = (placement.queens(), self.recorder.size());
        if let Some(square) = queens.iter().find(|square| !size.contains(*square)) {
            return Err(EventError::OffBoard { square, size }.into());
        }
        for square in queens.iter() {
            self.push(Event::SetUp(square))?;
        }
        self.push(Event::Board).map(drop)
    }

    /// A queen has been moved to an empty square.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn move_queen(&mut self, from: Square, to: Square) -> Result<(), FilmError> {
        self.push(Event::Move { from, to }).map(drop)
    }

    /// The queens on the board are a solution; call it after the placement of the last, or after
    /// the move or the board that makes them one.
    ///
    /// # Errors
    /// As [`Film::push`].
    pub fn solution(&mut self) -> Result<(), FilmError> {
        self.push(Event::Solution).map(drop)
    }

    /// Says of the last step what stands below the board, where there are captions.
    pub fn caption(&mut self, words: &str) {
        self.recorder.caption(words);
    }

    /// Writes the last frame and completes the film; returns that frame as well.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub fn finish(mut self) -> Result<(Frame, Reel), FilmError> {
        let tally = *self.recorder.tally();
        let frame = self.recorder.finish();
        self.encoder.write(&self.painter.paint(&frame.scene), frame.shown_for)?;
        let bytes = self.encoder.finish()?;
        let playing_time = self.playing_time.saturating_add(frame.shown_for);
        Ok((frame, Reel { frames: self.frames + 1, playing_time, bytes, tally }))
    }
}

/// Why a film could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The solver told of something impossible.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The board cannot be drawn so.
    #[error(transparent)]
    Style(#[from] StyleError),
    /// The pictures could not be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}
