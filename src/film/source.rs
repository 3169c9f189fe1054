//! Sources of events that can be read several times.

use std::path::Path;

use crate::board::Problem;
use crate::log::{Entry, LogOptions, SpooledLog};
use crate::record::CustomCaption;
use crate::search::{Algorithm, Event, Listing, Order, checked, until_solutions};
use crate::watch::Meter;

use super::{FilmError, FilmFrames, FilmOptions, Plan, RaceSpec, Subject};

/// Events that can be read several times: for the look-ahead, and to film them.
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
    /// The code in the header of a log.
    pub(super) listing: Option<Listing>,
    walk: Walk<'a>,
}

/// Functions that return the events, beginning with the first event.
enum Walk<'a> {
    /// Events of a built-in algorithm, unchecked, since an iterator of results takes longer than the algorithm.
    Events(Box<dyn Fn() -> AnyIterator<'a, Event> + 'a>),
    /// Events of a custom iterator, which are checked, or of a log, which is checked for changes.
    Entries(Box<dyn Fn() -> AnyIterator<'a, Result<Entry, FilmError>> + 'a>),
    Race(Box<RaceSpec>),
}

type AnyIterator<'a, T> = Box<dyn Iterator<Item = T> + 'a>;

impl<'a> Source<'a> {
    /// Returns a source of the events that `walk` iterates over, which must be equal at each call.
    pub fn from_fn<I: Iterator<Item = Event> + 'a>(
        problem: impl Into<Problem>,
        walk: impl Fn() -> I + 'a,
    ) -> Self {
        let problem: Problem = problem.into();
        let subject = Subject::unknown(&problem);
        Self::of_entries(subject, move || checked(problem.clone(), walk()).map(|event| Ok(event?.into())))
    }

    /// Returns a source of the events of an iterator that can be cloned.
    pub fn iter(problem: impl Into<Problem>, events: impl Iterator<Item = Event> + Clone + 'a) -> Self {
        Self::from_fn(problem, move || events.clone())
    }

    /// Returns a source of the events of a built-in algorithm, up to a number of solutions if it is given. Only
    /// some algorithms use the order and the seed.
    pub fn algorithm(
        problem: impl Into<Problem>,
        algorithm: Algorithm,
        order: Order,
        seed: u64,
        solutions: Option<u64>,
    ) -> Self {
        let problem: Problem = problem.into();
        let subject = Subject { is_complete: true, ..Subject::unknown(&problem).of(algorithm, order) };
        let events = move || until_solutions(algorithm.events(problem.clone(), order, seed), solutions);
        Self { subject, listing: None, walk: Walk::Events(Box::new(move || Box::new(events()))) }
    }

    /// Returns a source of the events of a log file.
    ///
    /// # Errors
    /// When the file cannot be read, is invalid, or has lanes.
    pub fn log(path: impl AsRef<Path>) -> Result<Self, FilmError> {
        Self::spooled(SpooledLog::open(path.as_ref(), LogOptions::default())?, None, None)
    }

    /// Returns a source of the events of a log that has been read once, or of one of its lanes, up to a number of
    /// solutions if it is given.
    ///
    /// # Errors
    /// [`FilmError::Lanes`] when the log does not have the lane, or has lanes and no lane is selected.
    #[doc(hidden)]
    pub fn spooled(log: SpooledLog, lane: Option<u32>, solutions: Option<u64>) -> Result<Self, FilmError> {
        let lanes: Vec<u32> = log.summary().lanes.iter().map(|lane| lane.number).collect();
        if lane.map_or(!lanes.is_empty(), |lane| !lanes.contains(&lane)) {
            return Err(FilmError::Lanes(lanes));
        }
        let (subject, listing) = (Subject::of_log(log.summary()), log.summary().listing());
        let source =
            Self::of_entries(subject, move || log.entries_until(lane, solutions).map(|entry| Ok(entry?)));
        Ok(Self { listing, ..source })
    }

    /// Returns a source of a race.
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::film::{FilmBuilder, RaceSpec, Source};
    /// use queenreel::search::Algorithm;
    ///
    /// let size = BoardSize::new(4)?;
    /// let source = Source::race(RaceSpec::new(size, &[Algorithm::Backtracking, Algorithm::Eager]));
    /// let (gif, summary) = FilmBuilder::new(size).film(&source, Vec::new())?;
    /// assert_eq!(summary.lanes.len(), 2);
    /// assert_eq!(summary.bytes, gif.len() as u64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn race(spec: RaceSpec) -> Self {
        let subject = Subject { rules: spec.rules(), ..Subject::unknown(&spec.problem) };
        Self { subject, listing: None, walk: Walk::Race(Box::new(spec)) }
    }

    fn of_entries<I: Iterator<Item = Result<Entry, FilmError>> + 'a>(
        subject: Subject,
        entries: impl Fn() -> I + 'a,
    ) -> Self {
        Self { subject, listing: None, walk: Walk::Entries(Box::new(move || Box::new(entries()))) }
    }

    pub(super) fn plan(
        &self,
        subject: &Subject,
        options: &FilmOptions,
        words: Option<&CustomCaption>,
        meter: &mut Meter<'_>,
    ) -> Result<(Plan, Box<dyn FilmFrames + 'a>), FilmError> {
        Ok(match &self.walk {
            Walk::Events(events) => {
                let entries = || Ok(events().map(|event| Ok(event.into())));
                boxed(Plan::of_search(subject, options, words, entries, meter)?)
            }
            Walk::Entries(entries) => {
                boxed(Plan::of_search(subject, options, words, || Ok(entries()), meter)?)
            }
            Walk::Race(spec) => boxed(Plan::of_race(spec, options, usize::MAX, meter)?),
        })
    }

    /// Returns what is known about the search.
    pub(crate) const fn subject(&self) -> &Subject {
        &self.subject
    }
}

fn boxed<'a>((plan, frames): (Plan, impl FilmFrames + 'a)) -> (Plan, Box<dyn FilmFrames + 'a>) {
    (plan, Box::new(frames))
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({:?})", self.subject)
    }
}
