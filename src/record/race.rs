//! The race: several solvers on one clock.

use std::convert::Infallible;
use std::iter::Peekable;
use std::num::NonZeroU64;
use std::time::Duration;

use crate::board::BoardSize;
use crate::search::{Algorithm, Event, EventError, Tally};

use super::schedule::fitting_frames;
use super::shot::Content;
use super::{
    Detail, Frame, Narrator, Recorder, Sampler, Sampling, Schedule, ScheduleError, ScheduleOptions, Shot,
    Survey,
};

/// Faster changes on several boards cannot be followed.
const SHORTEST_FITTING: Duration = Duration::from_millis(40);

/// A pause whenever a solver finishes.
const SHORTEST_FINISH: Duration = Duration::from_millis(600);
/// The result takes a while to read.
const SHORTEST_RESULT: Duration = Duration::from_secs(3);

/// What makes the clock of a race tick.
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Every step: a square tested, a queen placed, removed or moved, a whole board set up
    #[default]
    Events,
    /// Every test, and nothing else; for solvers that make tests
    Tests,
}

impl Clock {
    /// Whether an event takes a tick.
    pub const fn counts(self, event: Event) -> bool {
        match self {
            Self::Events => Detail::Tests.is_step(event),
            Self::Tests => matches!(event, Event::Test { .. }),
        }
    }

    /// What it counts, in the singular.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Events => "step",
            Self::Tests => "test",
        }
    }

    /// Passes on the events of one tick: one that takes a tick, and those around it that take none.
    fn tick<E>(
        self,
        events: &mut Peekable<impl Iterator<Item = Event>>,
        mut each: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut counted = false;
        while let Some(event) = events.next_if(|event| !(counted && self.counts(*event))) {
            counted |= self.counts(event);
            each(event)?;
        }
        Ok(())
    }
}

/// How long a solver takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Run {
    /// Ticks to its end.
    pub ticks: u64,
    /// The counters at its end.
    pub tally: Tally,
}

impl Run {
    /// Counts the events of a solver; `None` where they do not end within `most` ticks.
    pub fn of(events: impl Iterator<Item = Event>, clock: Clock, most: u64) -> Option<Self> {
        let mut events = events.peekable();
        let mut run = Self::default();
        while run.ticks < most {
            let Ok(()) = clock.tick(&mut events, |event| {
                run.tally.count(event);
                Ok::<_, Infallible>(())
            });
            run.ticks += 1;
            if events.peek().is_none() {
                return Some(run);
            }
        }
        None
    }
}

impl Schedule {
    /// Fits a film to a race of these runs, whose steps are the ticks. Each tick in which a solver
    /// finishes makes a frame that is held.
    ///
    /// Without `every`, `delay` and `duration`, a frame stands for as many ticks as keep the film
    /// at the default length.
    ///
    /// # Errors
    /// [`ScheduleError`] when there would be too many frames, or when the duration is too short.
    pub fn of_race(runs: &[Run], options: &ScheduleOptions) -> Result<Self, ScheduleError> {
        let mut ends: Vec<u64> = runs.iter().map(|run| run.ticks).collect();
        ends.sort_unstable();
        ends.dedup();
        let solutions = ends.len() as u64;
        let ticks = ends.last().copied().unwrap_or_default();
        let survey = Survey {
            steps: ticks.saturating_sub(solutions),
            solutions,
            ends_solved: solutions > 0,
            complete: true,
        };
        let mut options = ScheduleOptions { detail: Detail::Tests, captioned: false, ..*options };
        if options.every.is_none() && options.delay.is_none() && options.duration.is_none() {
            let room = options.max_frames.saturating_sub(1 + solutions);
            let frames = fitting_frames(options.shortest.max(SHORTEST_FITTING)).min(room).max(1);
            options.every = NonZeroU64::new(ticks.div_ceil(frames));
        }
        let mut schedule = Self::of_survey(&survey, &options)?;
        if options.hold.is_none() && options.duration.is_none() {
            let pace = &mut schedule.pace;
            pace.hold = pace.hold.max(SHORTEST_FINISH);
            pace.last = pace.last.max(SHORTEST_RESULT);
        }
        Ok(schedule)
    }
}

/// A moment of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceFrame {
    /// Ticks of the clock so far.
    pub ticks: u64,
    /// The solvers, in the order in which they were named.
    pub lanes: Vec<Lane>,
    /// How long the frame is shown.
    pub shown_for: Duration,
}

/// A solver in a race, at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The state of its search.
    pub frame: Frame,
    /// Ticks that it has taken so far.
    pub ticks: u64,
    /// Its rank, counted from 1, once it has finished.
    pub rank: Option<usize>,
}

/// Runs solvers on one clock and returns frames.
///
/// A solver has finished when its events end; its rank is one more than the number of those that
/// finished in earlier ticks.
#[derive(Debug)]
pub struct Race<I: Iterator<Item = Event>> {
    clock: Clock,
    runners: Vec<Runner<I>>,
    schedule: Schedule,
    sampler: Sampler,
    /// The moment that was returned last; `None` before the first.
    latest: Option<RaceFrame>,
    ticks: u64,
}

#[derive(Debug)]
struct Runner<I: Iterator<Item = Event>> {
    algorithm: Algorithm,
    events: Peekable<I>,
    recorder: Recorder,
    ticks: u64,
    rank: Option<usize>,
}

impl<I: Iterator<Item = Event>> Race<I> {
    /// A race on boards of one size, before the first tick.
    pub fn new(
        size: BoardSize,
        clock: Clock,
        solvers: impl IntoIterator<Item = (Algorithm, I)>,
        schedule: Schedule,
    ) -> Self {
        // The race decides which states are shown, not its lanes.
        let latest_only =
            Schedule { detail: Detail::Tests, sampling: Sampling::evenly(0, 1), ..Schedule::default() };
        let runner = |(algorithm, events): (Algorithm, I)| Runner {
            algorithm,
            events: events.peekable(),
            recorder: Recorder::new(size, &latest_only, Narrator::of_unknown_search(size)),
            ticks: 0,
            rank: None,
        };
        Self {
            clock,
            runners: solvers.into_iter().map(runner).collect(),
            sampler: schedule.sampling.sampler(),
            schedule,
            latest: None,
            ticks: 0,
        }
    }

    /// Runs the solvers up to the next frame; `None` after the last.
    ///
    /// # Errors
    /// [`EventError`] when a solver returns an impossible event.
    pub fn next_frame(&mut self) -> Result<Option<Shot<'_>>, EventError> {
        let pace = self.schedule.pace;
        let shown_for = if self.is_over() {
            return Ok(None);
        } else if self.latest.is_none() {
            pace.delay
        } else {
            loop {
                let finished = self.tick()?;
                if self.is_over() {
                    break pace.last;
                } else if finished {
                    break pace.hold;
                } else if self.sampler.takes_next() {
                    break pace.delay;
                }
            }
        };
        let is_last = self.is_over();
        let lanes = self.runners.iter_mut().map(Runner::lane).collect();
        let latest = self.latest.insert(RaceFrame { ticks: self.ticks, lanes, shown_for });
        Ok(Some(Shot { content: Content::Race(latest), shown_for, is_last }))
    }

    /// The moment that was returned last.
    pub const fn latest(&self) -> Option<&RaceFrame> {
        self.latest.as_ref()
    }

    fn is_over(&self) -> bool {
        self.runners.iter().all(|runner| runner.rank.is_some())
    }

    /// Runs one tick; returns whether any solver has finished in it.
    fn tick(&mut self) -> Result<bool, EventError> {
        self.ticks += 1;
        let rank = 1 + self.runners.iter().filter(|runner| runner.rank.is_some()).count();
        for runner in self.runners.iter_mut().filter(|runner| runner.rank.is_none()) {
            let recorder = &mut runner.recorder;
            self.clock.tick(&mut runner.events, |event| recorder.push(event).map(drop))?;
            runner.ticks = self.ticks;
            runner.rank = runner.events.peek().is_none().then_some(rank);
        }
        Ok(self.runners.iter().any(|runner| runner.rank == Some(rank)))
    }
}

impl<I: Iterator<Item = Event>> Runner<I> {
    fn lane(&mut self) -> Lane {
        let Self { algorithm, ticks, rank, .. } = *self;
        Lane { algorithm, frame: self.recorder.now().clone(), ticks, rank }
    }
}
