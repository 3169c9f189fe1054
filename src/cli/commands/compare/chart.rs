//! A comparison as a chart.

use std::time::Duration;

use anyhow::anyhow;
use clap::ValueEnum;

use super::facts::{Fact, time};
use super::{Board, CompareArgs, Comparison, sizes_in_words, timeout};
use crate::cli::error::{CliError, OTHER_FONT};
use crate::draw::paint_chart;
use crate::film::FilmError;
use crate::measure::{Effort, Limits, Measurement, Reached};
use crate::page::{
    Bar, BarGroup, ChartContent, ChartError, ChartFigure, ChartPage, ChartSeries, ChartStyle, ChartUnit,
    GrowthLine, PageSize, Tone,
};
use crate::picture::Canvas;
use crate::search::{Algorithm, Tally};
use crate::words::{Grouped, listed};

/// What a chart shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Quantity {
    /// Squares tested or ruled out, queens placed, removed or moved, and whole boards: the ticks of a race
    #[default]
    Steps,
    /// Squares tested
    Tests,
    /// Queens placed
    Placements,
    /// Backtracks
    Backtracks,
    /// Whole boards set up
    Boards,
    /// The median time
    Time,
}

/// Up to where a chart shows a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Until {
    /// To the first solution
    First,
    /// To the end of the search
    End,
}

impl Quantity {
    /// Its name in titles.
    const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Tests => "tests",
            Self::Placements => "placements",
            Self::Backtracks => "backtracks",
            Self::Boards => "whole boards",
            Self::Time => "time",
        }
    }

    const fn unit(self) -> ChartUnit {
        match self {
            Self::Steps | Self::Tests | Self::Placements | Self::Backtracks | Self::Boards => {
                ChartUnit::Count
            }
            Self::Time => ChartUnit::Seconds,
        }
    }

    /// Its value; `None` if the algorithm does not count it.
    fn value(self, algorithm: Algorithm, effort: &Effort) -> Option<f64> {
        let fact = match self {
            Self::Steps => Fact::Steps,
            Self::Tests => Fact::Tests,
            Self::Placements => Fact::Placements,
            Self::Backtracks => Fact::Backtracks,
            Self::Boards => Fact::Boards,
            Self::Time => return Some(effort.time.as_secs_f64()),
        };
        fact.value(algorithm, &effort.tally).map(|value| value as f64)
    }

    /// A value as it is written.
    fn written(self, effort: &Effort, value: f64) -> String {
        match self.unit() {
            ChartUnit::Count => Grouped(value as u64).to_string(),
            ChartUnit::Seconds => time(effort.time),
        }
    }

    /// Whether an algorithm counts it.
    fn is_of(self, algorithm: Algorithm) -> bool {
        self.value(algorithm, &Effort { tally: Tally::default(), time: Duration::ZERO }).is_some()
    }
}

impl Until {
    pub const fn reached(self, measured: &Measurement) -> &Reached {
        match self {
            Self::First => &measured.first,
            Self::End => &measured.end,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "to the first solution",
            Self::End => "to the end of the search",
        }
    }

    /// Why there is no number.
    fn why_none(self, measured: &Measurement, limits: Limits) -> String {
        match (self.reached(measured), self) {
            (Reached::CutOff, _) => format!("cut off after {}", timeout(limits)),
            (Reached::Never, Self::First) => "no solution".to_owned(),
            (Reached::Never, Self::End) => "never ends by itself".to_owned(),
            (Reached::Done(_), _) => "does not count them".to_owned(),
        }
    }
}

/// Finds the faults of a chart before anything is measured.
pub fn check(args: &CompareArgs, algorithms: &[Algorithm]) -> Result<(), CliError> {
    let (quantity, chart) = (args.chart.quantity.unwrap_or_default(), &args.chart);
    if let (Some(_), Some(PageSize::Pixels(..) | PageSize::Paper(_))) = (chart.size, chart.canvas) {
        return Err(CliError::Usage(anyhow!(
            "--canvas gives the width of the chart as well: leave out --size, or give a shape like 16:9"
        )));
    }
    if !algorithms.iter().any(|algorithm| quantity.is_of(*algorithm)) {
        let name = quantity.name();
        let given = listed(algorithms, "nor");
        return Err(CliError::Usage(anyhow!("{given} counts no {name}; take another --quantity")));
    }
    let is_growth = args.sizes.start() < args.sizes.end();
    let (until, ends) = (until(args), algorithms.iter().any(|algorithm| algorithm.visits_all_solutions()));
    if is_growth && until == [Until::End] && !ends {
        return Err(CliError::Usage(anyhow!(
            "{} never end by themselves: --until first draws their numbers to the first solution",
            listed(algorithms, "and")
        )));
    }
    // A chart with the longest words that are possible.
    let label = || match quantity.unit() {
        ChartUnit::Count => "100,000,000".to_owned(),
        ChartUnit::Seconds => "1 min 59 s".to_owned(),
    };
    let mut note = SCALE.to_owned();
    let figure = if is_growth {
        let line = |algorithm: &Algorithm| GrowthLine {
            name: algorithm.to_string(),
            hue: *algorithm as usize,
            points: vec![(*args.sizes.start() as u8, 1.0), (*args.sizes.end() as u8, 1e8)],
        };
        let sizes = *args.sizes.start() as u8..=*args.sizes.end() as u8;
        let until = until.first().copied().unwrap_or(Until::End);
        let drawn: Vec<Algorithm> = algorithms
            .iter()
            .copied()
            .filter(|algorithm| Line::of(*algorithm, quantity, until) == Line::Drawn)
            .collect();
        let limits = Limits { runs: args.runs, timeout: args.timeout };
        let cut_off: Vec<(Algorithm, Vec<u32>)> =
            drawn.iter().map(|algorithm| (*algorithm, vec![*args.sizes.end()])).collect();
        note = growth_note(algorithms, quantity, until, &cut_off, limits);
        ChartFigure::Growth { sizes, lines: drawn.iter().map(line).collect() }
    } else {
        let bars = |_: &Until| Bar::Value { value: 1e8, label: label() };
        let group = |algorithm: &Algorithm| BarGroup {
            name: algorithm.to_string(),
            bars: until.iter().map(bars).collect(),
        };
        ChartFigure::Bars { series: series(&until), groups: algorithms.iter().map(group).collect() }
    };
    let content = ChartContent { title: title(args), unit: quantity.unit(), figure, note };
    ChartPage::new(&content, &style(args)).map(drop).map_err(usage)
}

/// Draws a chart.
pub fn draw(args: &CompareArgs, comparison: &Comparison) -> Result<(Canvas, Vec<u8>), FilmError> {
    let page = ChartPage::new(&content(args, comparison), &style(args));
    page.map(|page| paint_chart(&page)).map_err(|error| usage(error).into())
}

fn usage(error: ChartError) -> CliError {
    let lacks_glyph = matches!(error, ChartError::NoGlyph(_));
    CliError::Usage(if lacks_glyph { anyhow!("{error}; {OTHER_FONT}") } else { error.into() })
}

fn style(args: &CompareArgs) -> ChartStyle {
    let chart = &args.chart;
    ChartStyle {
        width: chart.size,
        page: chart.canvas,
        theme: chart.theme.clone().unwrap_or_default(),
        font: chart.font.clone().unwrap_or_default(),
    }
}

fn until(args: &CompareArgs) -> Vec<Until> {
    match args.chart.until {
        Some(until) => vec![until],
        None if args.sizes.start() < args.sizes.end() => vec![Until::End],
        None => vec![Until::First, Until::End],
    }
}

fn series(until: &[Until]) -> Vec<ChartSeries> {
    let series = |until: &Until| {
        let tone = match until {
            Until::First => Tone::Strong,
            Until::End => Tone::Soft,
        };
        ChartSeries { name: until.name().to_owned(), tone }
    };
    until.iter().map(series).collect()
}

fn title(args: &CompareArgs) -> String {
    if let Some(title) = &args.chart.title {
        return title.clone();
    }
    let (first, last) = (args.sizes.start(), args.sizes.end());
    let what = args.chart.quantity.unwrap_or_default().name();
    match &until(args)[..] {
        _ if first == last => {
            let queens = if *last == 1 { "queen" } else { "queens" };
            format!("{last} {queens}: {what} of each algorithm")
        }
        [until, ..] => format!("{first} to {last} queens: {what} {}", until.name()),
        [] => String::new(),
    }
}

fn content(args: &CompareArgs, comparison: &Comparison) -> ChartContent {
    let quantity = args.chart.quantity.unwrap_or_default();
    let until = until(args);
    let (figure, note) = match until[..] {
        [until] if comparison.is_growth() => growth(comparison, quantity, until),
        _ => (bars(comparison, quantity, &until), SCALE.to_owned()),
    };
    ChartContent { title: title(args), unit: quantity.unit(), figure, note }
}

const SCALE: &str = "Logarithmic scale.";

fn bars(comparison: &Comparison, quantity: Quantity, until: &[Until]) -> ChartFigure {
    let group = |measured: &Measurement| {
        let bar = |until: &Until| {
            let effort = until.reached(measured).effort();
            let value = effort.and_then(|effort| Some((effort, quantity.value(measured.algorithm, effort)?)));
            match value {
                Some((effort, value)) => Bar::Value { value, label: quantity.written(effort, value) },
                None => Bar::Words(until.why_none(measured, comparison.limits)),
            }
        };
        BarGroup { name: measured.algorithm.to_string(), bars: until.iter().map(bar).collect() }
    };
    let measured = comparison.boards.iter().flat_map(|board| &board.measured);
    ChartFigure::Bars { series: series(until), groups: measured.map(group).collect() }
}

/// Whether an algorithm has a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Drawn,
    Endless,
    Uncounted,
}

impl Line {
    fn of(algorithm: Algorithm, quantity: Quantity, until: Until) -> Self {
        if until == Until::End && !algorithm.visits_all_solutions() {
            Self::Endless
        } else if quantity.is_of(algorithm) {
            Self::Drawn
        } else {
            Self::Uncounted
        }
    }
}

fn growth(comparison: &Comparison, quantity: Quantity, until: Until) -> (ChartFigure, String) {
    let (mut lines, mut cut_off) = (Vec::new(), Vec::new());
    let algorithms = &comparison.algorithms;
    for algorithm in algorithms.iter().filter(|one| Line::of(**one, quantity, until) == Line::Drawn) {
        let (mut points, mut cut_off_at) = (Vec::new(), Vec::new());
        for (size, measured) in comparison.of(*algorithm) {
            let reached = until.reached(measured);
            let value = reached.effort().and_then(|effort| quantity.value(*algorithm, effort));
            // Zero has no place on a logarithmic scale.
            points.extend(value.filter(|value| *value > 0.0).map(|value| (size.get(), value)));
            cut_off_at.extend((*reached == Reached::CutOff).then(|| u32::from(size)));
        }
        cut_off.extend((!cut_off_at.is_empty()).then_some((*algorithm, cut_off_at)));
        lines.push(GrowthLine { name: algorithm.to_string(), hue: *algorithm as usize, points });
    }
    let size = |board: Option<&Board>| board.map_or(1, |board| board.size.get());
    let sizes = size(comparison.boards.first())..=size(comparison.boards.last());
    let note = growth_note(algorithms, quantity, until, &cut_off, comparison.limits);
    (ChartFigure::Growth { sizes, lines }, note)
}

/// What is to be known about lines that end early or are not there.
fn growth_note(
    algorithms: &[Algorithm],
    quantity: Quantity,
    until: Until,
    cut_off: &[(Algorithm, Vec<u32>)],
    limits: Limits,
) -> String {
    let mut notes = vec![SCALE.to_owned()];
    if !cut_off.is_empty() {
        let at = |(algorithm, sizes): &(Algorithm, Vec<u32>)| {
            format!("{algorithm} at N = {}", sizes_in_words(sizes))
        };
        let lines: Vec<String> = cut_off.iter().map(at).collect();
        notes.push(format!("Cut off after {}: {}.", timeout(limits), lines.join("; ")));
    }
    let without = |wanted: Line| -> Vec<Algorithm> {
        algorithms.iter().copied().filter(|one| Line::of(*one, quantity, until) == wanted).collect()
    };
    let (endless, uncounted) = (without(Line::Endless), without(Line::Uncounted));
    if !endless.is_empty() {
        let verb = if endless.len() == 1 { "Never ends by itself" } else { "Never end by themselves" };
        notes.push(format!("{verb}: {}.", listed(endless, "and")));
    }
    if !uncounted.is_empty() {
        notes.push(format!("Without {}: {}.", quantity.name(), listed(uncounted, "and")));
    }
    notes.join(" ")
}
