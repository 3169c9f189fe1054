//! Films of races: several algorithms on one clock.

use std::path::PathBuf;

use crate::board::{BoardSize, Problem};
use crate::draw;
use crate::encode::Format;
use crate::export::Overwrite;
use crate::log::{LaneOutline, SpooledLog};
use crate::page::{BoardStyle, LaneStyle, Page, PanelContent, RaceStyle};
use crate::picture::Canvas;
use crate::record::{
    Clock, Content, Counter, Excerpt, FrameNote, FrameNotes, Race, Run, Schedule, ScheduleOptions, Selection,
};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, Tally, until_solutions};

use super::options::{FilmMotion, check_format, film_motion};
use super::story::Story;
use super::surroundings::Surroundings;
use super::thumbnail::Finder;
use super::{
    AltText, Camera, FileBeside, FilmError, FilmOptions, FilmPath, Output, OutputSpec, RaceSummary, Sinks,
    Totals, film_to,
};

/// The number of ticks after which the look-ahead stops.
const LONGEST_RACE: u64 = 200_000_000;

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
            Self::Log { log, .. } => {
                log.outline().header.as_ref().map_or(Rules::default(), |header| header.rules)
            }
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

    /// The rules that all solvers follow.
    fn rules(&self) -> Rules {
        let own = self.solvers.iter().any(|solver| solver.rules() == Rules::Own);
        if own { Rules::Own } else { Rules::Chess }
    }

    fn race(&self, schedule: Schedule) -> Race<Events> {
        let solvers = self.solvers.iter().map(|solver| (solver.name(), solver.rules(), self.events(solver)));
        Race::new(&self.problem, self.clock, solvers, schedule)
    }

    fn events(&self, solver: &RaceSolver) -> Events {
        let mut solutions = if self.all { u64::MAX } else { 1 };
        match solver {
            RaceSolver::Algorithm(algorithm) => {
                let events = algorithm.events(self.problem.clone(), self.order, self.seed);
                Box::new(until_solutions(events, Some(solutions)).map(Ok))
            }
            RaceSolver::Log { log, lane, .. } => Box::new(log.entries(*lane).map_while(move |entry| {
                let event = entry.map(|entry| entry.event);
                let wanted = solutions > 0;
                solutions -= u64::from(wanted && matches!(event, Ok(Event::Solution)));
                wanted.then_some(event.map_err(FilmError::from))
            })),
        }
    }
}

/// Events of a solver.
type Events = Box<dyn Iterator<Item = Result<Event, FilmError>> + Send>;

/// The plan of a race's film: its schedule and its page.
#[derive(Debug)]
pub struct RacePlan {
    spec: RaceSpec,
    schedule: Schedule,
    page: Page,
    /// The frames that are shown, if not all.
    excerpt: Option<Excerpt>,
    options: ScheduleOptions,
    /// How it moves between its frames, if it does.
    motion: Option<FilmMotion>,
    surroundings: Surroundings,
}

impl RacePlan {
    /// Runs the searches once and fits a film to them. `on_event` is called for each event.
    ///
    /// # Errors
    /// [`FilmError`] when a solver does not finish, or the race does not fit the options.
    pub fn new(
        spec: RaceSpec,
        options: &FilmOptions,
        format: Format,
        mut on_event: impl FnMut(),
    ) -> Result<Self, FilmError> {
        let start = spec.problem.start().len() as u16;
        let run = |solver: &RaceSolver| {
            let events = spec.events(solver).inspect(|_| on_event());
            let run = Run::from_start(start, events, spec.clock, LONGEST_RACE)?
                .ok_or_else(|| FilmError::EndlessRun { solver: solver.name(), ticks: LONGEST_RACE })?;
            match (solver, spec.clock) {
                (RaceSolver::Log { name, .. }, Clock::Tests) if run.tally.tests + run.tally.pruned == 0 => {
                    Err(FilmError::NoTests { solver: name.clone() })
                }
                (RaceSolver::Log { .. } | RaceSolver::Algorithm(_), Clock::Tests | Clock::Events) => Ok(run),
            }
        };
        let runs = spec.solvers.iter().map(run).collect::<Result<Vec<Run>, FilmError>>()?;
        let (duration, around) = (options.duration_of_frames(format), options.time_around(format));
        let asked = ScheduleOptions { captioned: false, duration, ..options.schedule };
        let planned = match &options.select {
            Some(selection) => excerpt(&spec, &runs, selection, &asked, on_event)
                .map(|(schedule, excerpt)| (schedule, Some(excerpt))),
            None => Schedule::of_race(&runs, &asked).map(|schedule| (schedule, None)).map_err(Into::into),
        };
        let (schedule, excerpt) = planned.map_err(|error| around.of_film(error))?;
        let style = style(&spec, options, runs);
        let page = Page::of_race(spec.size(), &style)?;
        check_format(format, &schedule, options.schedule.timing, around)?;
        let motion = film_motion(format, &options.encode);
        let surroundings = Surroundings::default();
        let mut plan = Self { spec, schedule, page, excerpt, options: asked, motion, surroundings };
        if options.has_surroundings() {
            let (spec, another) = (&plan.spec, || Page::of_race(plan.spec.size(), &style));
            let lanes = style.lanes.iter().cloned();
            let lanes = lanes.map(|LaneStyle { name, counters, run }| (name, counters, run));
            let story = Story::of_race(&spec.problem, spec.rules(), &options.panels.title, lanes);
            plan.surroundings = Surroundings::new(story, options, format, &mut plan.page, another)?;
            plan.find_thumbnail()?;
        }
        Ok(plan)
    }

    /// Finds the frame of the thumbnail, if there is to be one.
    fn find_thumbnail(&mut self) -> Result<(), FilmError> {
        let Some(thumbnail) = &mut self.surroundings.thumbnail else { return Ok(()) };
        let mut finder = Finder::new(thumbnail.wanted);
        let (mut race, mut index) = (self.spec.race(self.schedule.clone()), 0);
        while let Some(mut shot) = race.next_frame()? {
            index += 1;
            if let Some(excerpt) = &self.excerpt {
                if !excerpt.has(index - 1) {
                    continue;
                }
                shot.is_last = excerpt.last() == Some(index - 1);
            }
            thumbnail.found = finder.look(&shot)?;
            if thumbnail.found.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// The number of frames, if it is known.
    pub const fn frames(&self) -> Option<u64> {
        self.schedule.frames
    }

    /// As [`Plan::lacks_thumbnail`](super::Plan::lacks_thumbnail).
    pub fn lacks_thumbnail(&self) -> bool {
        self.surroundings.lacks_thumbnail()
    }

    /// What is filmed, in a few words.
    pub fn title(&self) -> String {
        let names: Vec<String> = self.spec.solvers.iter().map(RaceSolver::name).collect();
        let from = self.spec.problem.in_words().map(|words| format!(", {words}")).unwrap_or_default();
        format!("Race with {} queens{from}: {}", self.spec.size(), names.join(", "))
    }

    /// Size and palette of the pictures.
    pub fn canvas(&self) -> Canvas {
        draw::canvas(&self.page)
    }

    /// What the film is written to, with the options of its look-ahead.
    pub fn output_spec(&self, options: &FilmOptions, format: Format) -> OutputSpec {
        let (size, frames) = (self.spec.size(), self.frames());
        let spec = OutputSpec::of_film(format, options.encode, self.canvas(), size, frames);
        OutputSpec { subject: self.title(), page: options.style.page, ..spec }
    }

    /// Films the race.
    ///
    /// # Errors
    /// When a sink fails.
    pub fn film(self, sinks: Sinks<'_>) -> Result<RaceSummary, FilmError> {
        let Self { spec, schedule, page, excerpt, options, motion, surroundings } = self;
        let last = schedule.times.last;
        let mut race = spec.race(schedule);
        let camera = Camera::new(page, sinks).timed(&options).moving(motion);
        let mut camera = camera.of_excerpt(excerpt, last).within(surroundings);
        while let Some(shot) = race.next_frame()? {
            camera.show(shot)?;
        }
        let Totals { frames, pictures, playing_time, bytes } = camera.finish()?;
        let lanes = race.latest().map(|latest| latest.lanes.clone()).unwrap_or_default();
        Ok(RaceSummary { frames, pictures, playing_time, bytes, lanes })
    }
}

/// The frames that a selection takes, and the schedule of the race with the pace of these.
fn excerpt(
    spec: &RaceSpec,
    runs: &[Run],
    selection: &Selection,
    options: &ScheduleOptions,
    mut on_frame: impl FnMut(),
) -> Result<(Schedule, Excerpt), FilmError> {
    let times = selection.has_times();
    let whole = Schedule::of_race_to_select(runs, times, options).map_err(FilmError::of_selection)?;
    let (mut race, mut notes) = (spec.race(whole.clone()), FrameNotes::default());
    while let Some(shot) = race.next_frame()? {
        if let Content::Race(frame) = shot.content {
            notes.add(FrameNote::of_race(frame));
        }
        on_frame();
    }
    // Times are those of a film that leaves out ticks already.
    let room = options.frames_of_race(runs.len() as u64).filter(|_| !times);
    let notes = notes.timed(&whole);
    let excerpt = notes.excerpt(selection, room);
    if excerpt.frames() == 0 {
        let (_, ticks, time) = notes.extent();
        return Err(FilmError::NothingSelectedOfRace { ticks, time: Some(time).filter(|_| times) });
    }
    Ok((whole.of_excerpt(&excerpt, times, options)?.with_time_for_results(options), excerpt))
}

fn style(spec: &RaceSpec, options: &FilmOptions, runs: Vec<Run>) -> RaceStyle {
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
        LaneStyle { name: solver.name(), counters: kept, run }
    };
    let lanes = spec.solvers.iter().zip(runs).map(lane).collect();
    let title = options.panels.title.clone();
    let panels = PanelContent { title, counters, most, ..PanelContent::default() };
    RaceStyle { boards: BoardStyle { panels, ..options.style.clone() }, lanes }
}

/// Sets the options of a race's film, then films it.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::film::RaceBuilder;
/// use queenreel::search::Algorithm;
///
/// let size = BoardSize::new(4)?;
/// let (gif, summary) =
///     RaceBuilder::new(size, &[Algorithm::Backtracking, Algorithm::Eager]).film(Vec::new())?;
/// assert_eq!(summary.lanes.len(), 2);
/// assert_eq!(summary.bytes, gif.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct RaceBuilder {
    spec: RaceSpec,
    options: FilmOptions,
    format: Option<Format>,
    beside: Vec<FileBeside>,
    overwrite: Overwrite,
    alt_text: Option<AltText>,
}

impl RaceBuilder {
    /// A race to the first solution, with the defaults of `queenreel race`.
    pub fn new(problem: impl Into<Problem>, algorithms: &[Algorithm]) -> Self {
        let (spec, options) = (RaceSpec::new(problem, algorithms), FilmOptions::default());
        Self { spec, options, format: None, beside: Vec::new(), overwrite: Overwrite::Own, alt_text: None }
    }

    /// Replaces the spec: all solutions, another clock, order or seed.
    pub fn spec(mut self, spec: RaceSpec) -> Self {
        self.spec = spec;
        self
    }

    /// The pace, the style and the format's options.
    pub fn options(mut self, options: FilmOptions) -> Self {
        self.options = options;
        self
    }

    /// Which frames are shown; the steps are ticks of the clock.
    pub fn select(mut self, selection: Selection) -> Self {
        self.options.select = Some(selection);
        self
    }

    /// The format, by default that of the path, or a GIF.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Files beside the film.
    pub fn beside(mut self, files: impl IntoIterator<Item = FileBeside>) -> Self {
        self.beside.extend(files);
        self
    }

    /// What the film and the files beside it may replace, by default files that this program has written and that are
    /// unchanged since. Some formats [have no mark](Format::has_mark), and always need [`Overwrite::Any`].
    pub const fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Where the text is put that says what the film shows.
    pub fn alt_text(mut self, text: &AltText) -> Self {
        self.alt_text = Some(text.clone());
        self
    }

    /// Films the race, and returns the writer with a summary.
    ///
    /// # Errors
    /// [`FilmError`] when a solver does not finish, the race does not fit the options, or the film
    /// cannot be written.
    pub fn film<O: Output>(mut self, out: O) -> Result<(O::Done, RaceSummary), FilmError> {
        let format = out.format(self.format)?;
        self.options.fit(format);
        let plan = RacePlan::new(self.spec, &self.options, format, || {})?;
        let spec = plan.output_spec(&self.options, format);
        let output_spec = OutputSpec { overwrite: self.overwrite, ..spec };
        film_to(out, &output_spec, self.beside, |mut sinks| {
            sinks.others.extend(self.alt_text.map(|text| text.sink(&output_spec)));
            plan.film(sinks)
        })
    }

    /// Films the race to a file, or to a directory of PNG frames.
    ///
    /// # Errors
    /// As [`RaceBuilder::film`].
    pub fn create(self, path: impl Into<PathBuf>) -> Result<RaceSummary, FilmError> {
        Ok(self.film(FilmPath(path.into()))?.1)
    }
}
