//! Films of races: several algorithms on one clock.

use std::path::PathBuf;

use crate::board::BoardSize;
use crate::draw;
use crate::encode::Format;
use crate::page::{BoardStyle, Page, PanelContent, RaceStyle};
use crate::picture::Canvas;
use crate::record::{Clock, Counter, Race, Run, Schedule, ScheduleOptions};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Tally, until_solutions};

use super::options::check_pace;
use super::{
    AnySink, Camera, FilmError, FilmOptions, FilmPath, Output, OutputSpec, RaceSummary, Totals, film_to,
    format_of,
};

/// The number of ticks after which the look-ahead stops.
const LONGEST_RACE: u64 = 200_000_000;

/// The algorithms of a race, and when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceSpec {
    /// The boards.
    pub size: BoardSize,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// What makes the clock tick.
    pub clock: Clock,
    /// The order of algorithms that place queens line by line.
    pub order: Order,
    /// The seed of randomised algorithms.
    pub seed: u64,
    /// Whether all solutions are searched for, or one.
    pub all: bool,
}

impl RaceSpec {
    /// A race to the first solution.
    pub fn new(size: BoardSize, algorithms: &[Algorithm]) -> Self {
        let (clock, order) = (Clock::default(), Order::default());
        Self { size, algorithms: algorithms.to_vec(), clock, order, seed: DEFAULT_SEED, all: false }
    }

    fn events(&self, algorithm: Algorithm) -> impl Iterator<Item = Event> + Send + use<> {
        let solutions = (!self.all).then_some(1);
        until_solutions(algorithm.events(self.size, self.order, self.seed), solutions)
    }
}

/// The plan of a race's film: its schedule and its page.
#[derive(Debug)]
pub struct RacePlan {
    spec: RaceSpec,
    schedule: Schedule,
    page: Page,
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
        let run = |algorithm: &Algorithm| {
            let events = spec.events(*algorithm).inspect(|_| on_event());
            Run::of(events, spec.clock, LONGEST_RACE)
                .ok_or(FilmError::EndlessRun { algorithm: *algorithm, ticks: LONGEST_RACE })
        };
        let runs = spec.algorithms.iter().map(run).collect::<Result<Vec<Run>, FilmError>>()?;
        let schedule = Schedule::of_race(&runs, &ScheduleOptions { captioned: false, ..options.schedule })?;
        let page = Page::of_race(spec.size, &style(&spec, options, &runs))?;
        check_pace(schedule.pace, format)?;
        Ok(Self { spec, schedule, page })
    }

    /// The number of frames, if it is known.
    pub const fn frames(&self) -> Option<u64> {
        self.schedule.frames
    }

    /// Size and palette of the pictures.
    pub fn canvas(&self) -> Canvas {
        draw::canvas(&self.page)
    }

    /// Films the race.
    ///
    /// # Errors
    /// When a sink fails.
    pub fn film(self, sinks: Vec<AnySink<'_>>) -> Result<RaceSummary, FilmError> {
        let Self { spec, schedule, page } = self;
        let solvers = spec.algorithms.iter().map(|algorithm| (*algorithm, spec.events(*algorithm)));
        let mut race = Race::new(spec.size, spec.clock, solvers, schedule);
        let mut camera = Camera::new(page, sinks);
        while let Some(shot) = race.next_frame()? {
            camera.show(shot)?;
        }
        let Totals { frames, playing_time, bytes } = camera.finish()?;
        let lanes = race.latest().map(|latest| latest.lanes.clone()).unwrap_or_default();
        Ok(RaceSummary { frames, playing_time, bytes, lanes })
    }
}

fn style(spec: &RaceSpec, options: &FilmOptions, runs: &[Run]) -> RaceStyle {
    let most = |number: fn(&Run) -> u64| runs.iter().map(number).max().unwrap_or_default();
    // Every lane shows the counters that any of the solvers uses, for comparison.
    let tallies: Vec<Tally> = runs.iter().map(|run| run.tally).collect();
    let solutions = spec.all.then_some(Counter::Solutions);
    let panels = PanelContent {
        title: options.panels.title.clone(),
        counters: Counter::used(&tallies).into_iter().chain(solutions).collect(),
        most: most(|run| run.tally.steps()),
        ..PanelContent::default()
    };
    RaceStyle {
        boards: BoardStyle { panels, ..options.style.clone() },
        names: spec.algorithms.iter().map(Algorithm::to_string).collect(),
        clock: spec.clock.noun().to_owned(),
        ticks: most(|run| run.ticks),
    }
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
}

impl RaceBuilder {
    /// A race to the first solution, with the defaults of `queenreel race`.
    pub fn new(size: BoardSize, algorithms: &[Algorithm]) -> Self {
        Self { spec: RaceSpec::new(size, algorithms), options: FilmOptions::default(), format: None }
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

    /// The format, by default that of the path, or a GIF.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Films the race, and returns the writer with a summary.
    ///
    /// # Errors
    /// [`FilmError`] when a solver does not finish, the race does not fit the options, or the film
    /// cannot be written.
    pub fn film<O: Output>(mut self, out: O) -> Result<(O::Done, RaceSummary), FilmError> {
        let format = format_of(self.format, &out)?;
        self.options.fit(format);
        let size = self.spec.size;
        let plan = RacePlan::new(self.spec, &self.options, format, || {})?;
        let output_spec =
            OutputSpec::of_film(format, self.options.encode, plan.canvas(), size, plan.frames());
        film_to(out, &output_spec, None, |sinks| plan.film(sinks))
    }

    /// Films the race to a file, or to a directory of PNG frames.
    ///
    /// # Errors
    /// As [`RaceBuilder::film`].
    pub fn create(self, path: impl Into<PathBuf>) -> Result<RaceSummary, FilmError> {
        Ok(self.film(FilmPath(path.into()))?.1)
    }
}
