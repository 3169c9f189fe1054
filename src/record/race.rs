//! The race: several solvers on one clock.

use std::convert::Infallible;
use std::iter::Peekable;
use std::time::Duration;

use crate::board::BoardSize;
use crate::scene::{LaneScene, RaceScene};
use crate::search::{Event, Tally};

use super::schedule::fitting_frames;
use super::{Detail, EventError, Recorder, Sampler, Sampling, Schedule, ScheduleError, Survey, Wishes};

/// Several boards that change faster are a blur, and a large file.
const SHORTEST_FITTING: Duration = Duration::from_millis(40);

/// A pause as soon as it is clear who is next.
const SHORTEST_FINISH: Duration = Duration::from_millis(600);
/// Who was how fast takes a while to read.
const SHORTEST_RESULT: Duration = Duration::from_secs(3);

/// What makes the clock of a race tick.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Every [step with its tests](Detail::Tests): a square tested, a queen placed, removed or
    /// moved, or a whole board set up. What a solver only finds out takes no time.
    #[default]
    Events,
    /// Every test; all else takes no time.
    Tests,
}

impl Clock {
    /// Whether an event takes a tick.
    #[must_use]
    pub const fn counts(self, event: Event) -> bool {
        match self {
            Self::Events => Detail::Tests.is_step(event),
            Self::Tests => matches!(event, Event::Test { .. }),
        }
    }

    /// Hands out the events of a tick: one that counts, with those before and after that do not.
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
    /// Looks ahead through the events of a solver; `None` where they do not end within `most` ticks.
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
    /// comes to its end makes a frame that is held.
    ///
    /// With `every` 0, and no wish for delay or duration, so many ticks make a frame that the film
    /// lasts no longer than usual.
    ///
    /// # Errors
    /// [`ScheduleError`] when there would be too many frames, or when the wished duration is too
    /// short.
    pub fn of_race(runs: &[Run], wishes: &Wishes) -> Result<Self, ScheduleError> {
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
        let mut wishes = Wishes { detail: Detail::Tests, captioned: false, ..*wishes };
        if wishes.every == 0 && wishes.delay.is_none() && wishes.duration.is_none() {
            let room = wishes.max_frames.saturating_sub(1 + solutions);
            wishes.every =
                ticks.div_ceil(fitting_frames(wishes.shortest.max(SHORTEST_FITTING)).min(room).max(1));
        }
        let mut schedule = Self::of_survey(&survey, &wishes)?;
        if wishes.hold.is_none() && wishes.duration.is_none() {
            let pace = &mut schedule.pace;
            pace.hold = pace.hold.max(SHORTEST_FINISH);
            pace.last = pace.last.max(SHORTEST_RESULT);
        }
        Ok(schedule)
    }
}

/// One picture of the film of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceFrame {
    /// What it shows.
    pub scene: RaceScene,
    /// How long it is shown.
    pub shown_for: Duration,
}

/// Lets solvers search at the same time, and gives frames.
///
/// A solver is at its end when its events are; its place is one more than the number of those that
/// came to their end in earlier ticks.
#[derive(Debug)]
pub struct Race<I: Iterator<Item = Event>> {
    clock: Clock,
    lanes: Vec<Lane<I>>,
    ticks: u64,
    schedule: Schedule,
    sampler: Sampler,
    begun: bool,
}

#[derive(Debug)]
struct Lane<I: Iterator<Item = Event>> {
    events: Peekable<I>,
    recorder: Recorder,
    ticks: u64,
    place: Option<usize>,
}

impl<I: Iterator<Item = Event>> Race<I> {
    /// A race on boards of one size, before the first tick.
    pub fn new(
        size: BoardSize,
        clock: Clock,
        solvers: impl IntoIterator<Item = I>,
        schedule: Schedule,
    ) -> Self {
        // Which states are shown is for the race to say, not for its lanes.
        let latest_only =
            Schedule { detail: Detail::Tests, sampling: Sampling::evenly(0, 1), ..Schedule::default() };
        let lane = |events: I| Lane {
            events: events.peekable(),
            recorder: Recorder::new(size, &latest_only),
            ticks: 0,
            place: None,
        };
        Self {
            clock,
            lanes: solvers.into_iter().map(lane).collect(),
            ticks: 0,
            sampler: schedule.sampling.sampler(),
            schedule,
            begun: false,
        }
    }

    /// Lets the solvers go on to the next frame; `None` after the last.
    ///
    /// # Errors
    /// [`EventError`] when a solver tells of something impossible.
    pub fn next_frame(&mut self) -> Result<Option<RaceFrame>, EventError> {
        if !self.is_over() && !std::mem::replace(&mut self.begun, true) {
            return Ok(Some(self.frame(self.schedule.pace.delay)));
        }
        while !self.is_over() {
            let held = self.tick()?;
            if self.is_over() {
                return Ok(Some(self.frame(self.schedule.pace.last)));
            }
            if held {
                return Ok(Some(self.frame(self.schedule.pace.hold)));
            }
            if self.sampler.takes_next() {
                return Ok(Some(self.frame(self.schedule.pace.delay)));
            }
        }
        Ok(None)
    }

    fn is_over(&self) -> bool {
        self.lanes.iter().all(|lane| lane.place.is_some())
    }

    /// Goes on by a tick; tells whether any solver has come to its end.
    fn tick(&mut self) -> Result<bool, EventError> {
        self.ticks += 1;
        let place = 1 + self.lanes.iter().filter(|lane| lane.place.is_some()).count();
        for lane in self.lanes.iter_mut().filter(|lane| lane.place.is_none()) {
            let recorder = &mut lane.recorder;
            self.clock.tick(&mut lane.events, |event| recorder.push(event).map(drop))?;
            lane.ticks = self.ticks;
            lane.place = lane.events.peek().is_none().then_some(place);
        }
        Ok(self.lanes.iter().any(|lane| lane.place == Some(place)))
    }

    fn frame(&mut self, shown_for: Duration) -> RaceFrame {
        let lanes = self.lanes.iter_mut().map(|lane| LaneScene {
            scene: lane.recorder.now().scene.clone(),
            ticks: lane.ticks,
            place: lane.place,
        });
        RaceFrame { scene: RaceScene { ticks: self.ticks, lanes: lanes.collect() }, shown_for }
    }
}
