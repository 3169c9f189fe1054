//! Films of races: several solvers on one clock.

use crate::board::{BoardSize, Problem};
use crate::limits::MAX_TICKS;
use crate::log::{LaneSummary, SpooledLog};
use crate::page::{self, Page, PageStyle, PanelContent};
use crate::record::{
    Clock, Content, Counter, Excerpt, FilmFrame, FrameNote, FrameNotes, Race, RaceRun, Schedule,
    ScheduleOptions, Selection,
};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, Tally, until_solutions};
use crate::watch::{Meter, Watch};
use crate::words::counted;

use super::intro_outro::CardData;
use super::{FilmError, FilmFrames, FilmOptions, Plan, Result, Subject};

/// The solvers of a race, and when the race ends.
#[derive(Debug, Clone)]
pub struct RaceSpec {
    /// The problem that all solvers solve.
    pub problem: Problem,
    /// The solvers.
    pub solvers: Vec<RaceSolver>,
    /// The events that advance the clock.
    pub clock: Clock,
    /// The order of algorithms that place queens line by line.
    pub order: Order,
    /// The seed of randomised algorithms.
    pub seed: u64,
    /// Whether the solvers search for all solutions, or for one.
    pub all: bool,
}

/// A solver in a race.
#[derive(Debug, Clone)]
pub enum RaceSolver {
    /// A built-in algorithm.
    Algorithm(Algorithm),
    /// A log, or a lane of a log.
    Log {
        /// The name on the page.
        name: String,
        /// The log.
        log: Box<SpooledLog>,
        /// The number of the lane, in a log with lanes.
        lane: Option<u32>,
    },
}

impl RaceSolver {
    /// Returns the lanes of a log as solvers, by descending score. `numbers` selects lanes; if empty, all lanes.
    pub fn lanes_of(log: &SpooledLog, numbers: &[u32]) -> Vec<Self> {
        let mut lanes = log.summary().lanes.clone();
        lanes.retain(|lane| numbers.is_empty() || numbers.contains(&lane.number));
        let score = |lane: &LaneSummary| lane.score.unwrap_or(f64::NEG_INFINITY);
        lanes.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let solver = |LaneSummary { number, .. }: LaneSummary| Self::Log {
            name: format!("lane {number}"),
            log: Box::new(log.clone()),
            lane: Some(number),
        };
        lanes.into_iter().map(solver).collect()
    }

    fn rules(&self) -> Rules {
        match self {
            Self::Algorithm(_) => Rules::default(),
            Self::Log { log, .. } => Subject::of_log(log.summary()).rules,
        }
    }

    /// Returns the name on the page.
    pub fn name(&self) -> String {
        match self {
            Self::Algorithm(algorithm) => algorithm.to_string(),
            Self::Log { name, .. } => name.clone(),
        }
    }
}

impl RaceSpec {
    /// Returns a race of algorithms to the first solution.
    pub fn new(problem: impl Into<Problem>, algorithms: &[Algorithm]) -> Self {
        let solvers = algorithms.iter().copied().map(RaceSolver::Algorithm).collect();
        let (clock, order) = (Clock::default(), Order::default());
        Self { problem: problem.into(), solvers, clock, order, seed: DEFAULT_SEED, all: false }
    }

    /// Returns the size of the boards.
    pub const fn size(&self) -> BoardSize {
        self.problem.size()
    }

    fn title(&self) -> String {
        let names: Vec<String> = self.solvers.iter().map(RaceSolver::name).collect();
        let from = self.problem.in_words().map(|words| format!(", {words}")).unwrap_or_default();
        let queens = counted(self.size().get().into(), "queen");
        format!("Race with {queens}{from}: {}", names.join(", "))
    }

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

type Events = Box<dyn Iterator<Item = Result<Event>> + Send>;

impl Plan {
    /// Runs the searches for at most `most_events` events each, and plans a film; `meter` counts the events.
    pub(crate) fn of_race(
        spec: &RaceSpec,
        options: &FilmOptions,
        most_events: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Race<Events>)> {
        let start = spec.problem.start().len() as u16;
        let mut run = |solver: &RaceSolver| {
            let events = spec.events(solver).take(most_events);
            let events = events.map(|event| meter.add().map_err(FilmError::from).and(event));
            let run = RaceRun::of(start, events, spec.clock, MAX_TICKS)?
                .ok_or_else(|| FilmError::EndlessRun(solver.name()))?;
            if let (RaceSolver::Log { name, .. }, Clock::Tests) = (solver, spec.clock)
                && run.tally.tests + run.tally.pruned == 0
            {
                return Err(FilmError::NoTests(name.clone()));
            }
            Ok(run)
        };
        let runs = spec.solvers.iter().map(&mut run).collect::<Result<Vec<RaceRun>>>()?;
        let (duration, around) = (options.duration_of_frames(), options.time_around());
        let asked = ScheduleOptions { captioned: false, duration, ..options.schedule };
        let planned = match &options.select {
            Some(selection) => excerpt(spec, &runs, selection, &asked, meter),
            None => Schedule::of_race(&runs, &asked).map(|schedule| (schedule, None)).map_err(Into::into),
        };
        let (schedule, excerpt) = planned.map_err(|error| around.of_film(error))?;
        let (style, lanes) = style(spec, options, runs);
        let page = || Page::of_race(spec.size(), &style, &lanes);
        let card_data = || CardData::of_race(&spec.problem, spec.rules(), &options.panels.title, &lanes);
        let mut plan = Self::new(options, &schedule, excerpt, &spec.problem, spec.title(), page, card_data)?;
        plan.find_thumbnail(|| Ok(spec.race(schedule.clone())), meter.watch)?;
        Ok((plan, spec.race(schedule)))
    }
}

impl FilmFrames for Race<Events> {
    fn next_frame(&mut self, _: &dyn Watch) -> Result<Option<FilmFrame<'_>>> {
        self.next_frame()
    }
}

/// Returns the schedule of the race, at a pace that suits the selected frames, and the selected frames.
fn excerpt(
    spec: &RaceSpec,
    runs: &[RaceRun],
    selection: &Selection,
    options: &ScheduleOptions,
    meter: &mut Meter<'_>,
) -> Result<(Schedule, Option<Excerpt>)> {
    let times = selection.has_times();
    let whole = Schedule::of_race_to_select(runs, times, options).map_err(FilmError::of_selection)?;
    let (mut race, mut notes) = (spec.race(whole.clone()), FrameNotes::default());
    while let Some(film_frame) = race.next_frame()? {
        if let Content::Race(frame) = film_frame.content {
            notes.add(FrameNote::of_race(frame));
        }
        meter.add()?;
    }
    // Selected times are times of a film that already leaves out ticks.
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

fn style(spec: &RaceSpec, options: &FilmOptions, runs: Vec<RaceRun>) -> (PageStyle, Vec<page::LaneContent>) {
    // For comparison, every lane shows the counters that any of the solvers uses, except counters that its own
    // solver does not have. The clock replaces the step counter.
    let tallies: Vec<Tally> = runs.iter().map(|run| run.tally).collect();
    let solutions = spec.all.then_some(Counter::Solutions);
    let used = Counter::used(&tallies).into_iter().filter(|counter| *counter != Counter::Step);
    let counters: Vec<Counter> = used.chain(solutions).collect();
    let most = tallies.iter().map(|tally| Counter::largest(tally, spec.size())).max().unwrap_or_default();
    let lane = |(solver, run): (&RaceSolver, RaceRun)| {
        let own = match solver {
            RaceSolver::Algorithm(algorithm) => Counter::of(*algorithm).to_vec(),
            RaceSolver::Log { .. } => Counter::of_log(&run.tally),
        };
        let kept = counters.iter().copied().filter(|counter| own.contains(counter)).collect();
        page::LaneContent { name: solver.name(), counters: kept, run }
    };
    let lanes = spec.solvers.iter().zip(runs).map(lane).collect();
    let title = options.panels.title.clone();
    let panels = PanelContent { title, counters, most, ..PanelContent::default() };
    (PageStyle { panels, ..options.style.clone() }, lanes)
}
