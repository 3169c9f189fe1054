//! Films of races: several algorithms on one clock.

use crate::board::{BoardSize, Problem};
use crate::log::{LaneOutline, SpooledLog};
use crate::page::{self, Page, PageStyle, PanelContent};
use crate::record::{
    Clock, Content, Counter, Excerpt, FrameNote, FrameNotes, Race, Run, Schedule, ScheduleOptions, Selection,
    Shot,
};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, Tally, until_solutions};
use crate::watch::{Meter, Watch};
use crate::words::counted;

use super::surroundings::Story;
use super::{FilmError, FilmOptions, Plan, Shots, Subject};

/// The number of ticks after which the look-ahead stops.
pub(super) const LONGEST_RACE: u64 = 200_000_000;

/// The solvers of a race, and when it ends.
#[derive(Debug, Clone)]
pub struct RaceSpec {
    /// What all of them solve.
    pub problem: Problem,
    /// The solvers.
    pub solvers: Vec<RaceSolver>,
    /// What makes the clock tick.
    pub clock: Clock,
    /// The order of algorithms that place queens line by line.
    pub order: Order,
    /// The seed of randomised algorithms.
    pub seed: u64,
    /// Whether all solutions are searched for, or one.
    pub all: bool,
}

/// A solver in a race.
#[derive(Debug, Clone)]
pub enum RaceSolver {
    /// A built-in algorithm.
    Algorithm(Algorithm),
    /// A log, or a lane of a log.
    Log {
        /// The name that is shown.
        name: String,
        /// The log.
        log: Box<SpooledLog>,
        /// The number of the lane, in a log with lanes.
        lane: Option<u32>,
    },
}

impl RaceSolver {
    /// The lanes of a log, each as a solver; a log without lanes is one.
    ///
    /// Those with the highest score come first.
    /// Only those of these numbers, unless there are none.
    pub fn lanes_of(log: &SpooledLog, numbers: &[u32]) -> Vec<Self> {
        let mut lanes = log.outline().lanes.clone();
        lanes.retain(|lane| numbers.is_empty() || numbers.contains(&lane.number));
        let score = |lane: &LaneOutline| lane.score.unwrap_or(f64::NEG_INFINITY);
        lanes.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let solver = |LaneOutline { number, .. }: LaneOutline| Self::Log {
            name: format!("lane {number}"),
            log: Box::new(log.clone()),
            lane: Some(number),
        };
        lanes.into_iter().map(solver).collect()
    }

    fn rules(&self) -> Rules {
        match self {
            Self::Algorithm(_) => Rules::default(),
            Self::Log { log, .. } => Subject::of_log(log.outline()).rules,
        }
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Self::Algorithm(algorithm) => algorithm.to_string(),
            Self::Log { name, .. } => name.clone(),
        }
    }
}

impl RaceSpec {
    /// A race of algorithms to the first solution.
    pub fn new(problem: impl Into<Problem>, algorithms: &[Algorithm]) -> Self {
        let solvers = algorithms.iter().copied().map(RaceSolver::Algorithm).collect();
        let (clock, order) = (Clock::default(), Order::default());
        Self { problem: problem.into(), solvers, clock, order, seed: DEFAULT_SEED, all: false }
    }

    /// The boards.
    pub const fn size(&self) -> BoardSize {
        self.problem.size()
    }

    /// What is filmed, in a few words.
    fn title(&self) -> String {
        let names: Vec<String> = self.solvers.iter().map(RaceSolver::name).collect();
        let from = self.problem.in_words().map(|words| format!(", {words}")).unwrap_or_default();
        let queens = counted(self.size().get().into(), "queen");
        format!("Race with {queens}{from}: {}", names.join(", "))
    }

    /// The rules that all solvers follow.
    pub(super) fn rules(&self) -> Rules {
        let own = self.solvers.iter().any(|solver| solver.rules() == Rules::Own);
        if own { Rules::Own } else { Rules::Chess }
    }

    fn race(&self, schedule: Schedule) -> Race<Events> {
        let solvers = self.solvers.iter().map(|solver| (solver.name(), solver.rules(), self.events(solver)));
        Race::new(&self.problem, self.clock, solvers, schedule)
    }

    fn events(&self, solver: &RaceSolver) -> Events {
        let solutions = (!self.all).then_some(1);
        match solver {
            RaceSolver::Algorithm(algorithm) => {
                let events = algorithm.events(self.problem.clone(), self.order, self.seed);
                Box::new(until_solutions(events, solutions).map(Ok))
            }
            RaceSolver::Log { log, lane, .. } => {
                Box::new(log.entries_until(*lane, solutions).map(|entry| Ok(entry?.event)))
            }
        }
    }
}

/// Events of a solver.
type Events = Box<dyn Iterator<Item = Result<Event, FilmError>> + Send>;

impl Plan {
    /// Runs the searches once, for `most_events` each, and fits a film to them; returns its frames, too. `meter` counts
    /// the events.
    ///
    /// # Errors
    /// [`FilmError`] when a solver does not finish, or the race does not fit the options.
    pub(crate) fn of_race(
        spec: &RaceSpec,
        options: &FilmOptions,
        most_events: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Race<Events>), FilmError> {
        let start = spec.problem.start().len() as u16;
        let mut run = |solver: &RaceSolver| {
            let events = spec.events(solver).take(most_events);
            let events = events.map(|event| meter.add().map_err(FilmError::from).and(event));
            let run = Run::of(start, events, spec.clock, LONGEST_RACE)?
                .ok_or_else(|| FilmError::EndlessRun(solver.name()))?;
            if let (RaceSolver::Log { name, .. }, Clock::Tests) = (solver, spec.clock)
                && run.tally.tests + run.tally.pruned == 0
            {
                return Err(FilmError::NoTests(name.clone()));
            }
            Ok(run)
        };
        let runs = spec.solvers.iter().map(&mut run).collect::<Result<Vec<Run>, FilmError>>()?;
        let (duration, around) = (options.duration_of_frames(), options.time_around());
        let asked = ScheduleOptions { captioned: false, duration, ..options.schedule };
        let planned = match &options.select {
            Some(selection) => excerpt(spec, &runs, selection, &asked, meter),
            None => Schedule::of_race(&runs, &asked).map(|schedule| (schedule, None)).map_err(Into::into),
        };
        let (schedule, excerpt) = planned.map_err(|error| around.of_film(error))?;
        let (style, lanes) = style(spec, options, runs);
        let page = || Page::of_race(spec.size(), &style, &lanes);
        let story = || Story::of_race(&spec.problem, spec.rules(), &options.panels.title, &lanes);
        let mut plan = Self::new(options, &schedule, excerpt, (&spec.problem, spec.title()), page, story)?;
        plan.find_thumbnail(|| Ok(spec.race(schedule.clone())), meter.watch)?;
        Ok((plan, spec.race(schedule)))
    }
}

impl Shots for Race<Events> {
    fn next_shot(&mut self, _: &dyn Watch) -> Result<Option<Shot<'_>>, FilmError> {
        self.next_frame()
    }
}

/// The frames that a selection takes, and the schedule of the race with the pace of these.
fn excerpt(
    spec: &RaceSpec,
    runs: &[Run],
    selection: &Selection,
    options: &ScheduleOptions,
    meter: &mut Meter<'_>,
) -> Result<(Schedule, Option<Excerpt>), FilmError> {
    let times = selection.has_times();
    let whole = Schedule::of_race_to_select(runs, times, options).map_err(FilmError::of_selection)?;
    let (mut race, mut notes) = (spec.race(whole.clone()), FrameNotes::default());
    while let Some(shot) = race.next_frame()? {
        if let Content::Race(frame) = shot.content {
            notes.add(FrameNote::of_race(frame));
        }
        meter.add()?;
    }
    // Times are those of a film that leaves out ticks already.
    let room = options.frames_of_race(runs.len() as u64).filter(|_| !times);
    let notes = notes.timed(&whole);
    let excerpt = notes.excerpt(selection, room);
    if excerpt.frames() == 0 {
        let (_, ticks, time) = notes.extent();
        return Err(FilmError::NothingSelectedOfRace { ticks, time: Some(time).filter(|_| times) });
    }
    let schedule = whole.of_excerpt(&excerpt, times, options)?.with_time_for_results(options);
    Ok((schedule, Some(excerpt)))
}

/// How the boards are drawn, and their lanes.
fn style(spec: &RaceSpec, options: &FilmOptions, runs: Vec<Run>) -> (PageStyle, Vec<page::Lane>) {
    // Every lane shows the counters that any of the solvers uses, for comparison: a log may not keep all.
    // The clock stands for the steps.
    let tallies: Vec<Tally> = runs.iter().map(|run| run.tally).collect();
    let solutions = spec.all.then_some(Counter::Solutions);
    let used = Counter::used(&tallies).into_iter().filter(|counter| *counter != Counter::Step);
    let counters: Vec<Counter> = used.chain(solutions).collect();
    let most = tallies.iter().map(|tally| Counter::largest(tally, spec.size())).max().unwrap_or_default();
    let lane = |(solver, run): (&RaceSolver, Run)| {
        let own = match solver {
            RaceSolver::Algorithm(algorithm) => Counter::of(*algorithm).to_vec(),
            RaceSolver::Log { .. } => Counter::of_log(&run.tally),
        };
        let kept = counters.iter().copied().filter(|counter| own.contains(counter)).collect();
        page::Lane { name: solver.name(), counters: kept, run }
    };
    let lanes = spec.solvers.iter().zip(runs).map(lane).collect();
    let title = options.panels.title.clone();
    let panels = PanelContent { title, counters, most, ..PanelContent::default() };
    (PageStyle { panels, ..options.style.clone() }, lanes)
}
