//! Sources of events that can be read several times.

use std::path::Path;

use crate::board::BoardSize;
use crate::log::{Entry, SpooledLog};
use crate::search::{Algorithm, Event, Order, checked, until_solutions};

use super::{FilmError, Subject};

/// Events that can be read several times: once for the look-ahead, and once to film them.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::film::{FilmBuilder, Source};
/// use queenreel::search::Event;
///
/// let size = BoardSize::new(4)?;
/// let events = [(1, 1), (3, 2)].map(|square| Event::place(square.into()));
/// let source = Source::iter(size, events.into_iter());
/// let (_gif, summary) = FilmBuilder::new(size).film(&source, Vec::new())?;
/// assert_eq!(summary.frames, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Source<'a> {
    subject: Subject,
    events: Events<'a>,
}

enum Events<'a> {
    Walk(Box<dyn Fn() -> Box<dyn Iterator<Item = Event> + 'a> + 'a>),
    Log(Box<SpooledLog>),
}

impl<'a> Source<'a> {
    /// The events of the iterators that a function returns, which must be the same at each call.
    pub fn from_fn<I: Iterator<Item = Event> + 'a>(size: BoardSize, walk: impl Fn() -> I + 'a) -> Self {
        let events = Events::Walk(Box::new(move || Box::new(walk())));
        Self { subject: Subject::unknown(size), events }
    }

    /// The events of an iterator that can be cloned.
    pub fn iter(size: BoardSize, events: impl Iterator<Item = Event> + Clone + 'a) -> Self {
        Self::from_fn(size, move || events.clone())
    }

    /// The events of a built-in algorithm, up to the given number of solutions if there is one. Only
    /// some algorithms use the order and the seed.
    pub fn algorithm(
        size: BoardSize,
        algorithm: Algorithm,
        order: Order,
        seed: u64,
        solutions: Option<u64>,
    ) -> Self {
        let events = move || until_solutions(algorithm.events(size, order, seed), solutions);
        let subject = Subject { size, algorithm: Some(algorithm), order };
        Self { subject, ..Self::from_fn(size, events) }
    }

    /// The events of a log file.
    ///
    /// # Errors
    /// When it cannot be read, or something is wrong with it.
    pub fn log(path: impl AsRef<Path>) -> Result<Self, FilmError> {
        Ok(Self::spooled(SpooledLog::open(path.as_ref())?))
    }

    /// The events of a log that has been read once.
    pub fn spooled(log: SpooledLog) -> Self {
        Self { subject: Subject::of_log(log.outline()), events: Events::Log(Box::new(log)) }
    }

    /// What is known about the search.
    pub const fn subject(&self) -> Subject {
        self.subject
    }

    /// The events from the first one. Those of a custom iterator are checked, and a log is checked for
    /// changes.
    pub fn entries(&self) -> Box<dyn Iterator<Item = Result<Entry, FilmError>> + '_> {
        match &self.events {
            Events::Walk(walk) if self.subject.algorithm.is_some() => {
                Box::new(walk().map(|event| Ok(Entry::from(event))))
            }
            Events::Walk(walk) => {
                let checked = checked(self.subject.size, walk());
                Box::new(checked.map(|event| Ok(Entry::from(event?))))
            }
            Events::Log(log) => Box::new(log.entries().map(|entry| Ok(entry?))),
        }
    }
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({:?})", self.subject)
    }
}
