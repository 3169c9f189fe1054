//! The race: several solvers on one clock.

use std::iter::Peekable;
use std::num::NonZeroU64;
use std::time::Duration;

use crate::board::BoardSize;
use crate::search::{Event, Rules, Tally};

use super::schedule::fitting_frames;
use super::shot::Content;
use super::{
    Detail, Frame, Narrator, Recorder, Sampler, Sampling, Schedule, ScheduleError, ScheduleOptions, Shot,
    Survey,
};

/// Faster changes on several boards cannot be followed.
const SHORTEST_FITTING: Duration = Duration::from_millis(40);

/// The minimum time of a frame in which a solver finishes.
const SHORTEST_FINISH: Duration = Duration::from_millis(600);
/// The minimum time of the result, which has to be read.
const SHORTEST_RESULT: Duration = Duration::from_secs(3);

/// What makes the clock of a race tick.
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Every step: a square tested or ruled out, a queen placed, removed or moved, a whole board set up
    #[default]
    Events,
    /// Every square tested or ruled out, and nothing else; for solvers that look at single squares
    Tests,
}

impl Clock {
    /// Whether an event takes a tick.
    pub const fn counts(self, event: Event) -> bool {
        match self {
            Self::Events => Detail::Tests.is_step(event) || matches!(event, Event::Prune(_)),
            Self::Tests => matches!(event, Event::Test { .. } | Event::Refuse(_) | Event::Prune(_)),
        }
    }

    /// Passes on the events of one tick: one that takes a tick, and those around it that take none.
    fn tick<E>(
        self,
        events: &mut Peekable<impl Iterator<Item = Result<Event, E>>>,
        mut each: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut counted = false;
        let counts = |event: &Result<Event, E>| event.as_ref().is_ok_and(|event| self.counts(*event));
        while let Some(event) = events.next_if(|event| !(counted && counts(event))) {
            counted |= counts(&event);
            each(event?)?;
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
    /// Counts the events of a solver; `None` if they do not end within `most` ticks.
    ///
    /// # Errors
    /// The first error of the events.
    pub fn of<E>(
        events: impl Iterator<Item = Result<Event, E>>,
        clock: Clock,
        most: u64,
    ) -> Result<Option<Self>, E> {
        let mut events = events.peekable();
        let mut run = Self::default();
        while run.ticks < most {
            clock.tick(&mut events, |event| {
                run.tally.count(event);
                Ok(())
            })?;
            run.ticks += 1;
            if events.peek().is_none() {
                return Ok(Some(run));
            }
        }
        Ok(None)
    }
}

impl Schedule {
    /// Fits a film to a race of these runs, whose steps are the ticks. Each tick in which a solver
    /// finishes makes a frame that is held.
    ///
    /// Without `every`, `delay` and `duration`, a frame covers as many ticks as keep the film
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
            asides: 0,
            ends_aside: false,
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
    /// The name of the solver.
    pub name: String,
    /// The state of its search.
    pub frame: Frame,
    /// Ticks that it has taken so far.
    pub ticks: u64,
    /// Whether its events have ended.
    pub ended: bool,
    /// Its rank, counted from 1, once it has finished: it has found a solution, or searched everything.
    pub rank: Option<usize>,
}

/// Runs solvers on one clock and returns frames.
///
/// A solver has finished when its events end; its rank is one more than the number of those that
/// finished in earlier ticks.
pub struct Race<I: Iterator> {
    clock: Clock,
    /// The solver of each lane.
    solvers: Vec<(Peekable<I>, Recorder)>,
    schedule: Schedule,
    sampler: Sampler,
    /// The current moment; the states of the searches are only updated for returned frames.
    now: RaceFrame,
    /// Whether a frame was returned.
    started: bool,
}

impl<E, I: Iterator<Item = Result<Event, E>>> Race<I> {
    /// A race on boards of one size, before the first tick, of solvers with names and rules.
    pub fn new(
        size: BoardSize,
        clock: Clock,
        solvers: impl IntoIterator<Item = (String, Rules, I)>,
        schedule: Schedule,
    ) -> Self {
        // The race decides which states are shown, not its lanes.
        let latest_only =
            Schedule { detail: Detail::Tests, sampling: Sampling::evenly(0, 1), ..Schedule::default() };
        let solver = |(name, rules, events): (String, Rules, I)| {
            let narrator = Narrator::of_unknown_search(size).with_rules(rules);
            let recorder = Recorder::new(size, &latest_only, narrator);
            let lane = Lane { name, frame: Frame::start(size), ticks: 0, ended: false, rank: None };
            (lane, (events.peekable(), recorder))
        };
        let (lanes, solvers) = solvers.into_iter().map(solver).unzip();
        Self {
            clock,
            solvers,
            sampler: schedule.sampling.sampler(),
            schedule,
            now: RaceFrame { ticks: 0, lanes, shown_for: Duration::ZERO },
            started: false,
        }
    }

    /// Runs the solvers up to the next frame; `None` after the last.
    ///
    /// # Errors
    /// The first error of the events.
    pub fn next_frame(&mut self) -> Result<Option<Shot<'_>>, E> {
        let pace = self.schedule.pace;
        if self.is_over() {
            return Ok(None);
        }
        self.now.shown_for = loop {
            if !self.started {
                break pace.delay;
            }
            let finished = self.tick()?;
            if self.is_over() {
                break pace.last;
            } else if finished {
                break pace.hold;
            } else if self.sampler.takes_next() {
                break pace.delay;
            }
        };
        self.started = true;
        for (lane, (_, recorder)) in self.now.lanes.iter_mut().zip(&mut self.solvers) {
            lane.frame.clone_from(recorder.now());
        }
        let is_last = self.is_over();
        Ok(Some(Shot { content: Content::Race(&self.now), shown_for: self.now.shown_for, is_last }))
    }

    /// The frame that was returned last.
    pub fn latest(&self) -> Option<&RaceFrame> {
        self.started.then_some(&self.now)
    }

    fn is_over(&self) -> bool {
        self.now.lanes.iter().all(|lane| lane.ended)
    }

    /// Runs one tick; returns whether any solver has finished in it.
    fn tick(&mut self) -> Result<bool, E> {
        let RaceFrame { ticks, lanes, .. } = &mut self.now;
        *ticks += 1;
        let rank = 1 + lanes.iter().filter(|lane| lane.rank.is_some()).count();
        let mut any_ended = false;
        let running = lanes.iter_mut().zip(&mut self.solvers).filter(|(lane, _)| !lane.ended);
        for (lane, (events, recorder)) in running {
            self.clock.tick(events, |event| {
                recorder.apply(event);
                Ok(())
            })?;
            lane.ticks = *ticks;
            lane.ended = events.peek().is_none();
            if lane.ended {
                any_ended = true;
                // A log may stop before its solver has finished.
                let frame = recorder.now();
                lane.rank = Some(rank).filter(|_| frame.ended || frame.tally.solutions > 0);
            }
        }
        Ok(any_ended)
    }
}

impl<I: Iterator> std::fmt::Debug for Race<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Race({:?})", self.now)
    }
}
