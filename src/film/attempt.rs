//! Films that are made to know their size, and not kept.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::log::Entry;

use super::{
    FilmError, FilmOptions, FilmSize, FilmSummary, OutputSpec, Plan, RacePlan, RaceSummary, Sinks, film_to,
};

/// A film that was made without keeping it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// Width and height of a picture in pixels.
    pub canvas: (u32, u32),
    /// The number of squares in a row, if a picture is a board and nothing else.
    pub squares: Option<u32>,
    /// Its size; `None` if it was stopped when it had too many bytes.
    pub size: Option<FilmSize>,
}

impl Attempt {
    /// Makes a film of a search; the entries are those of the plan's look-ahead. Once there are more bytes than the
    /// limit, the film ends.
    ///
    /// # Errors
    /// When the source or the format fails.
    pub fn of_search<E: Into<FilmError>>(
        plan: Plan,
        output_spec: &OutputSpec,
        options: &FilmOptions,
        entries: impl Iterator<Item = Result<Entry, E>>,
        limit: u64,
    ) -> Result<Self, FilmError> {
        let is_board = !options.panels.has_any() && options.style.page.is_none();
        let squares = is_board.then_some(u32::from(output_spec.size.get()));
        Self::new(output_spec, squares, limit, |sinks| {
            let FilmSummary { pictures, playing_time, .. } = plan.film(entries, sinks)?;
            Ok((pictures, playing_time))
        })
    }

    /// Makes a film of a race. Once there are more bytes than the limit, the film ends.
    ///
    /// # Errors
    /// When a solver or the format fails.
    pub fn of_race(plan: RacePlan, output_spec: &OutputSpec, limit: u64) -> Result<Self, FilmError> {
        Self::new(output_spec, None, limit, |sinks| {
            let RaceSummary { pictures, playing_time, .. } = plan.film(sinks)?;
            Ok((pictures, playing_time))
        })
    }

    /// Makes a film; `film` returns the number of its pictures and its length. `squares` are those in a row, if a
    /// picture is a board and nothing else.
    fn new(
        output_spec: &OutputSpec,
        squares: Option<u32>,
        limit: u64,
        film: impl FnOnce(Sinks<'static>) -> Result<(u64, Duration), FilmError>,
    ) -> Result<Self, FilmError> {
        let counted = Arc::new(AtomicU64::new(0));
        let out = ByteCount { bytes: Arc::clone(&counted), limit };
        let canvas = (output_spec.canvas.width, output_spec.canvas.height);
        let made = film_to(out, output_spec, Vec::new(), film);
        let bytes = counted.load(Ordering::Relaxed);
        let size = match made {
            Ok((_, (pictures, time))) => Some(FilmSize { bytes, pictures, time, canvas }),
            Err(_) if bytes > limit => None,
            Err(error) => return Err(error),
        };
        Ok(Self { canvas, squares, size })
    }
}

/// Counts bytes, and fails where there are more than the limit.
#[derive(Debug)]
struct ByteCount {
    bytes: Arc<AtomicU64>,
    limit: u64,
}

impl Write for ByteCount {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let so_far = self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64;
        if so_far > self.limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
