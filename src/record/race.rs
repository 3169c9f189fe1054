//! Races: several solvers on one clock.

use std::iter::Peekable;
use std::num::NonZeroU64;
use std::time::Duration;

use crate::board::{Problem, SquareSet};
use crate::limits::MAX_FRAMES_OF_EXCERPT;
use crate::search::{Event, Rules, Tally};
use crate::variants::named_enum;

use super::schedule::fitting_frames;
use super::{
    Content, Detail, FilmFrame, Frame, Hold, Narrator, Recorder, Sampler, Sampling, Schedule, ScheduleError,
    ScheduleOptions, Survey,
};

/// The minimum default time of a frame, since faster changes on several boards cannot be followed.
const SHORTEST_FITTING: Duration = Duration::from_millis(40);

const SHORTEST_FINISH: Duration = Duration::from_millis(600);

named_enum! {
    /// The events that advance the clock of a race.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Clock {
        /// Every step: a square tested or ruled out, a queen placed, removed or moved, a whole board set up
        #[default]
        Events = "events",
        /// Every square tested or ruled out, and nothing else; for solvers that look at single squares
        Tests = "tests",
    }
}

impl Clock {
    /// Returns whether an event takes a tick.
    pub fn counts(self, event: Event) -> bool {
        match self {
            Self::Events => Detail::Tests.is_step(event) || matches!(event, Event::Prune(_)),
            Self::Tests => event.tested().is_some() || matches!(event, Event::Prune(_)),
        }
    }

    /// Calls `each` with the events of one tick: an event that takes a tick, and the adjacent events that take
    /// none.
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

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RaceRun {
    pub ticks: u64,
    pub tally: Tally,
    pub outcome: Outcome,
    pub queens: QueenCurve,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Outcome {
    /// The last tick completes a solution.
    Found,
    Ended,
    /// The events stop without a solution or an end, as in an incomplete log.
    #[default]
    Stopped,
}

impl RaceRun {
    /// Counts the events of a solver that begins with `start` queens on the board; returns `None` if the events do
    /// not end within `most` ticks.
    pub fn of<E>(
        start: u16,
        events: impl Iterator<Item = Result<Event, E>>,
        clock: Clock,
        most: u64,
    ) -> Result<Option<Self>, E> {
        let mut events = events.peekable();
        let mut run = Self { queens: QueenCurve::starting_with(start), ..Self::default() };
        // Queens of a whole board are counted once the board is complete.
        let (mut queens, mut setting_up, mut ended) = (start, 0, false);
        while run.ticks < most {
            let solutions = run.tally.solutions;
            clock.tick(&mut events, |event| {
                run.tally.count(event);
                match event {
                    Event::Place(_) => queens += 1,
                    Event::Remove(_) => queens = queens.saturating_sub(1),
                    Event::SetUp(_) => setting_up += 1,
                    Event::Board => queens = std::mem::take(&mut setting_up),
                    Event::Move { .. }
                    | Event::Swap { .. }
                    | Event::Test { .. }
                    | Event::Refuse(_)
                    | Event::Prune(_)
                    | Event::Restore(_)
                    | Event::Solution
                    | Event::Backtrack { .. }
                    | Event::DeadEnd { .. }
                    | Event::Note
                    | Event::Pause
                    | Event::End => {}
                }
                ended |= event == Event::End;
                Ok(())
            })?;
            run.ticks += 1;
            run.queens.push(queens);
            if events.peek().is_none() {
                run.outcome = if run.tally.solutions > solutions {
                    Outcome::Found
                } else if ended || run.tally.solutions > 0 {
                    Outcome::Ended
                } else {
                    Outcome::Stopped
                };
                return Ok(Some(run));
            }
        }
        Ok(None)
    }
}

impl Schedule {
    /// Returns a schedule for a race of these runs, whose steps are ticks. Each tick in which a solver finishes
    /// has a held frame. Without `every`, `delay` and `duration`, a frame covers enough ticks to keep the film at
    /// the default length.
    pub fn of_race(runs: &[RaceRun], options: &ScheduleOptions) -> Result<Self, ScheduleError> {
        let ends = ends(runs);
        let solutions = ends.len() as u64;
        let ticks = ends.last().copied().unwrap_or_default();
        let survey = Survey {
            steps: ticks.saturating_sub(solutions),
            solutions,
            ends_solved: solutions > 0,
            complete: true,
            ..Survey::default()
        };
        let every = options.every_of_race(&ends);
        let options = ScheduleOptions { detail: Detail::Tests, captioned: false, every, ..*options };
        Ok(Self::of_survey(&survey, &options)?.with_time_for_results(&options))
    }

    /// Like [`Schedule::of_race`], with a frame for each tick, unless `every` is given or `times` of the film are
    /// selected.
    pub(crate) fn of_race_to_select(
        runs: &[RaceRun],
        times: bool,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        let every = if times { options.every_of_race(&ends(runs)) } else { options.every };
        let every = every.or(NonZeroU64::new(1));
        let max_frames = MAX_FRAMES_OF_EXCERPT as u64;
        Self::of_race(runs, &ScheduleOptions { every, max_frames, duration: None, ..*options })
    }

    /// Extends held frames so that the results can be read, unless `hold` or `duration` is set.
    pub(crate) fn with_time_for_results(mut self, options: &ScheduleOptions) -> Self {
        if options.hold.is_none() && options.duration.is_none() {
            self.times.hold = self.times.hold.max(SHORTEST_FINISH);
        }
        self
    }
}

impl ScheduleOptions {
    /// Returns how many frames fit into the default length, and into `max_frames` with the first frame and `held`
    /// held frames; `None` if `every`, `delay` or `duration` is set.
    pub(crate) fn frames_of_race(&self, held: u64) -> Option<u64> {
        let is_free = self.every.is_none() && self.delay.is_none() && self.duration.is_none();
        let most = self.max_frames.saturating_sub(1 + held);
        is_free.then(|| fitting_frames(self.shortest.max(SHORTEST_FITTING)).min(most).max(1))
    }

    fn every_of_race(&self, ends: &[u64]) -> Option<NonZeroU64> {
        let ticks = ends.last().copied().unwrap_or_default();
        let fitting = |frames| NonZeroU64::new(ticks.div_ceil(frames));
        self.every.or_else(|| self.frames_of_race(ends.len() as u64).and_then(fitting))
    }
}

fn ends(runs: &[RaceRun]) -> Vec<u64> {
    let mut ends: Vec<u64> = runs.iter().map(|run| run.ticks).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceFrame {
    pub ticks: u64,
    pub lanes: Vec<Lane>,
    pub shown_for: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    pub name: String,
    pub frame: Frame,
    pub ticks: u64,
    pub ended: bool,
    /// Rank, counted from 1, once the solver has finished with a solution or with a complete search.
    pub rank: Option<usize>,
    pub found: Vec<SquareSet>,
}

/// Runs solvers on one clock and returns frames.
///
/// A solver that has reported a solution or the end of the search has finished when its events end; the solver's rank
/// is one more than the number of solvers that finished in earlier ticks.
pub struct Race<I: Iterator> {
    clock: Clock,
    solvers: Vec<(Peekable<I>, Recorder)>,
    schedule: Schedule,
    sampler: Sampler,
    /// The current tick. The frames of lanes are only updated for returned frames.
    now: RaceFrame,
    started: bool,
}

impl<E, I: Iterator<Item = Result<Event, E>>> Race<I> {
    pub fn new(
        problem: impl Into<Problem>,
        clock: Clock,
        solvers: impl IntoIterator<Item = (String, Rules, I)>,
        schedule: Schedule,
    ) -> Self {
        let problem: Problem = problem.into();
        // The race decides which ticks have frames, so the recorders of lanes select none.
        let latest_only =
            Schedule { detail: Detail::Tests, sampling: Sampling::evenly(0, 1), ..Schedule::default() };
        let solver = |(name, rules, events): (String, Rules, I)| {
            let narrator = Narrator { rules, ..Narrator::of_unknown_search(&problem) };
            let recorder = Recorder::new(&problem, &latest_only, narrator);
            let frame = Frame::start(&problem);
            let lane = Lane { name, frame, ticks: 0, ended: false, rank: None, found: Vec::new() };
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

    /// Runs the solvers up to the next frame; returns `None` after the last frame.
    pub fn next_frame(&mut self) -> Result<Option<FilmFrame<'_>>, E> {
        if self.is_over() {
            return Ok(None);
        }
        self.now.lanes.iter_mut().for_each(|lane| lane.found.clear());
        let hold = loop {
            if !self.started {
                break Hold::Usual;
            }
            let finished = self.tick()?;
            if self.is_over() {
                break Hold::Last;
            } else if finished {
                break Hold::Held;
            } else if self.sampler.takes_next() {
                break Hold::Usual;
            }
        };
        self.now.shown_for = self.schedule.time(0, hold).unwrap_or_default();
        self.started = true;
        for (lane, (_, recorder)) in self.now.lanes.iter_mut().zip(&mut self.solvers) {
            lane.frame.clone_from(recorder.now());
        }
        let is_last = self.is_over();
        Ok(Some(FilmFrame { content: Content::Race(&self.now), shown_for: self.now.shown_for, is_last }))
    }

    fn is_over(&self) -> bool {
        self.now.lanes.iter().all(|lane| lane.ended)
    }

    fn tick(&mut self) -> Result<bool, E> {
        let RaceFrame { ticks, lanes, .. } = &mut self.now;
        *ticks += 1;
        let rank = 1 + lanes.iter().filter(|lane| lane.rank.is_some()).count();
        let mut any_ended = false;
        let running = lanes.iter_mut().zip(&mut self.solvers).filter(|(lane, _)| !lane.ended);
        for (lane, (events, recorder)) in running {
            self.clock.tick(events, |event| {
                recorder.apply(event);
                let board = (event == Event::Solution).then(|| recorder.now().board.queens.clone());
                lane.found.extend(board);
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

/// The maximum number of spans: more than a chart has columns of pixels.
const MAX_SPANS: usize = 8192;

/// The number of queens after each tick. Long runs are stored in spans of several ticks, each with the minimum,
/// the maximum and the last number in the span.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueenCurve {
    start: u16,
    spans: Vec<QueenSpan>,
    /// How many times spans were merged in pairs.
    halvings: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueenSpan {
    /// First tick, counted from 1.
    pub first: u64,
    pub last: u64,
    pub least: u16,
    pub most: u16,
    pub queens: u16,
}

impl QueenSpan {
    fn then(self, next: Self) -> Self {
        Self { first: self.first, least: self.least.min(next.least), most: self.most.max(next.most), ..next }
    }
}

impl QueenCurve {
    pub fn starting_with(queens: u16) -> Self {
        Self { start: queens, ..Self::default() }
    }

    pub const fn start(&self) -> u16 {
        self.start
    }

    pub fn push(&mut self, queens: u16) {
        let tick = self.spans.last().map_or(0, |span| span.last) + 1;
        let one = QueenSpan { first: tick, last: tick, least: queens, most: queens, queens };
        if let Some(last) = self.spans.last_mut().filter(|span| tick - span.first < 1 << self.halvings) {
            *last = last.then(one);
            return;
        }
        // All spans have the full length here, and `MAX_SPANS` is even, so all of them can be paired.
        if self.spans.len() == MAX_SPANS {
            let joined = |pair: &[QueenSpan]| pair.iter().copied().reduce(QueenSpan::then);
            self.spans = self.spans.chunks(2).filter_map(joined).collect();
            self.halvings += 1;
        }
        self.spans.push(one);
    }

    /// Returns all ticks in spans of equal length; the last span may be shorter.
    pub fn spans(&self) -> impl Iterator<Item = QueenSpan> + '_ {
        self.spans.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::board::Square;
    use crate::search::{Algorithm, DEFAULT_SEED, Order, until_solutions};

    fn events(algorithm: Algorithm, size: BoardSize) -> impl Iterator<Item = Result<Event, ()>> {
        until_solutions(algorithm.events(size, Order::Columns, DEFAULT_SEED), Some(1)).map(Ok)
    }

    #[test]
    fn runs_have_the_queens_that_the_boards_show_after_each_tick() {
        let size = BoardSize::new(6).unwrap();
        for algorithm in Algorithm::ALL {
            for clock in [Clock::Events, Clock::Tests] {
                if clock == Clock::Tests && !algorithm.looks_at_squares() {
                    continue;
                }
                let run = RaceRun::of(0, events(algorithm, size), clock, 100_000).unwrap().unwrap();
                let spans: Vec<_> = run.queens.spans().collect();
                assert_eq!((spans.len() as u64, run.outcome), (run.ticks, Outcome::Found), "{algorithm}");
                let options = ScheduleOptions {
                    every: NonZeroU64::new(1),
                    max_frames: u64::MAX,
                    ..ScheduleOptions::default()
                };
                let schedule = Schedule::of_race(std::slice::from_ref(&run), &options).unwrap();
                let solver = (algorithm.to_string(), Rules::Chess, events(algorithm, size));
                let mut race = Race::new(size, clock, [solver], schedule);
                let mut ticks = 0;
                while let Some(film_frame) = race.next_frame().unwrap() {
                    let Content::Race(frame) = film_frame.content else {
                        panic!("{film_frame:?} is not of a race")
                    };
                    let shown = frame.lanes[0].frame.board.queens.len();
                    ticks = frame.ticks;
                    if let Some(before) = ticks.checked_sub(1) {
                        assert_eq!(usize::from(spans[before as usize].queens), shown, "{algorithm} {ticks}");
                    }
                }
                assert_eq!(ticks, run.ticks);
            }
        }
    }

    #[test]
    fn runs_say_how_they_end() {
        let square = Square::new(1, 1);
        let (place, remove) = (Event::Place(square), Event::Remove(square));
        for (events, outcome) in [
            (&[place, Event::Solution][..], Outcome::Found),
            (&[place, Event::Solution, Event::End], Outcome::Found),
            (&[place, Event::Solution, remove, Event::End], Outcome::Ended),
            (&[place, remove, Event::End], Outcome::Ended),
            (&[place, remove], Outcome::Stopped),
        ] {
            let events = events.iter().copied().map(Ok::<_, ()>);
            let run = RaceRun::of(0, events, Clock::Events, 9).unwrap().unwrap();
            assert_eq!(run.outcome, outcome);
        }
    }

    fn queens(tick: u64) -> u16 {
        (tick * tick / 7 % 13) as u16
    }

    #[test]
    fn spans_have_the_extremes_of_their_ticks_and_the_last_number() {
        for ticks in [0, 1, 2, 8191, 8192, 8193, 16_384, 16_385, 100_000] {
            let mut curve = QueenCurve::default();
            (1..=ticks).for_each(|tick| curve.push(queens(tick)));
            let spans: Vec<QueenSpan> = curve.spans().collect();
            assert!(spans.len() <= MAX_SPANS);
            assert!(ticks > MAX_SPANS as u64 || spans.len() as u64 == ticks, "short runs are exact");
            let mut next = 1;
            for span in spans {
                let all = || (span.first..=span.last).map(queens);
                assert_eq!((span.first, span.queens), (next, queens(span.last)));
                assert_eq!((Some(span.least), Some(span.most)), (all().min(), all().max()));
                next = span.last + 1;
            }
            assert_eq!(next, ticks + 1);
        }
    }
}
