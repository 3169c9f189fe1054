//! A comparison as a chart.

use std::time::Duration;

use anyhow::anyhow;

use super::quantity::Until;
use super::{CompareArgs, Comparison, sizes_in_words, timeout};
use crate::board::BoardSize;
use crate::cli::error::{CliError, OTHER_FONT};
use crate::draw::paint_chart;
use crate::film::FilmError;
use crate::measure::{Effort, Reached};
use crate::page::{
    Bar, BarGroup, ChartContent, ChartError, ChartFigure, ChartPage, ChartSeries, ChartStyle, GrowthLine,
    PageSize, Tone,
};
use crate::picture::Canvas;
use crate::search::{Algorithm, Tally};
use crate::words::listed;

/// Where the searches of an algorithm have come, by the size of the board.
type Found<'a> = &'a dyn Fn(Algorithm, Until) -> Vec<(BoardSize, Reached)>;

/// Finds the faults of a chart before anything is measured.
pub fn check(args: &CompareArgs, algorithms: &[Algorithm]) -> Result<(), CliError> {
    let (quantity, chart) = (args.chart.quantity.unwrap_or_default(), &args.chart);
    if let (Some(_), Some(PageSize::Pixels(..) | PageSize::Paper(_))) = (chart.size, chart.canvas) {
        return Err(CliError::Usage(anyhow!(
            "--canvas gives the width of the chart as well: leave out --size, or give a shape like 16:9"
        )));
    }
    if !algorithms.iter().any(|algorithm| quantity.is_of(*algorithm)) {
        let (given, name) = (listed(algorithms, "nor"), quantity.title());
        return Err(CliError::Usage(anyhow!("{given} counts no {name}; take another --quantity")));
    }
    let (until, ends) = (until(args), algorithms.iter().any(|algorithm| algorithm.visits_all_solutions()));
    if is_growth(args) && until == [Until::End] && !ends {
        return Err(CliError::Usage(anyhow!(
            "{} never end by themselves: --until first draws their numbers to the first solution",
            listed(algorithms, "and")
        )));
    }
    // A chart with the longest words that are possible.
    let size = |n: &u32| BoardSize::try_from(*n).map_err(|error| CliError::Usage(error.into()));
    let (first, last) = (size(args.sizes.start())?, size(args.sizes.end())?);
    let effort = |number, time| {
        let counters = Tally { tests: number, placements: number, backtracks: number, ..Tally::default() };
        Reached::Done(Effort { tally: Tally { boards: number, ..counters }, time })
    };
    let (least, most) = (effort(1, Duration::from_micros(1)), effort(100_000_000, Duration::from_secs(119)));
    let found = if is_growth(args) {
        vec![(first, least), (last, most), (last, Reached::CutOff)]
    } else {
        vec![(first, most)]
    };
    let content = content(args, algorithms, &|_, _| found.clone());
    ChartPage::new(&content, &style(args)).map(drop).map_err(usage)
}

/// Draws a chart.
pub fn draw(args: &CompareArgs, comparison: &Comparison) -> Result<(Canvas, Vec<u8>), FilmError> {
    let content = content(args, &comparison.algorithms(), &|algorithm, until| {
        comparison.of(algorithm).map(|(size, measured)| (size, *until.reached(measured))).collect()
    });
    let page = ChartPage::new(&content, &style(args));
    page.map(|page| paint_chart(&page)).map_err(|error| usage(error).into())
}

fn usage(error: ChartError) -> CliError {
    let lacks_glyph = matches!(error, ChartError::NoGlyph(_));
    CliError::Usage(if lacks_glyph { anyhow!("{error}; {OTHER_FONT}") } else { error.into() })
}

fn is_growth(args: &CompareArgs) -> bool {
    args.sizes.start() < args.sizes.end()
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
    let what = args.chart.quantity.unwrap_or_default().title();
    match &until(args)[..] {
        _ if first == last => {
            let queens = if *last == 1 { "queen" } else { "queens" };
            format!("{last} {queens}: {what} of each algorithm")
        }
        [until, ..] => format!("{first} to {last} queens: {what} {}", until.name()),
        [] => String::new(),
    }
}

fn content(args: &CompareArgs, algorithms: &[Algorithm], found: Found<'_>) -> ChartContent {
    let quantity = args.chart.quantity.unwrap_or_default();
    let (figure, note) = match until(args)[..] {
        [until] if is_growth(args) => growth(args, algorithms, found, until),
        _ => (bars(args, algorithms, found), SCALE.to_owned()),
    };
    ChartContent { title: title(args), unit: quantity.unit(), figure, note }
}

const SCALE: &str = "Logarithmic scale.";

fn bars(args: &CompareArgs, algorithms: &[Algorithm], found: Found<'_>) -> ChartFigure {
    let (quantity, until) = (args.chart.quantity.unwrap_or_default(), until(args));
    let group = |algorithm: &Algorithm| {
        let bar = |until: &Until| {
            let found = found(*algorithm, *until).into_iter().next();
            found.map(|(_, reached)| {
                match reached.effort().and_then(|effort| quantity.number(*algorithm, effort)) {
                    Some(number) => {
                        Bar::Value { value: quantity.value(number), label: quantity.cell(number).shown }
                    }
                    None => Bar::Words(until.why_none(&reached, args.limits())),
                }
            })
        };
        BarGroup { name: algorithm.to_string(), bars: until.iter().filter_map(bar).collect() }
    };
    ChartFigure::Bars { series: series(&until), groups: algorithms.iter().map(group).collect() }
}

/// Lines, and what is to be known about those that end early or are not there.
fn growth(
    args: &CompareArgs,
    algorithms: &[Algorithm],
    found: Found<'_>,
    until: Until,
) -> (ChartFigure, String) {
    let quantity = args.chart.quantity.unwrap_or_default();
    let has_end = |one: &Algorithm| until == Until::First || one.visits_all_solutions();
    let (ending, endless): (Vec<Algorithm>, Vec<Algorithm>) = algorithms.iter().partition(|one| has_end(one));
    let (drawn, uncounted): (Vec<Algorithm>, Vec<Algorithm>) =
        ending.into_iter().partition(|one| quantity.is_of(*one));
    let (mut lines, mut cut_off) = (Vec::new(), Vec::new());
    for algorithm in drawn {
        let (mut points, mut cut_off_at) = (Vec::new(), Vec::new());
        for (size, reached) in found(algorithm, until) {
            let number = reached.effort().and_then(|effort| quantity.number(algorithm, effort));
            // Zero has no place on a logarithmic scale.
            let number = number.filter(|number| *number > 0);
            points.extend(number.map(|number| (size.get(), quantity.value(number))));
            cut_off_at.extend((reached == Reached::CutOff).then(|| u32::from(size)));
        }
        if !cut_off_at.is_empty() {
            cut_off.push(format!("{algorithm} at N = {}", sizes_in_words(&cut_off_at)));
        }
        lines.push(GrowthLine { name: algorithm.to_string(), hue: algorithm as usize, points });
    }
    let mut notes = vec![SCALE.to_owned()];
    if !cut_off.is_empty() {
        notes.push(format!("Cut off after {}: {}.", timeout(args.limits()), cut_off.join("; ")));
    }
    if !endless.is_empty() {
        let verb = if endless.len() == 1 { "Never ends by itself" } else { "Never end by themselves" };
        notes.push(format!("{verb}: {}.", listed(endless, "and")));
    }
    if !uncounted.is_empty() {
        notes.push(format!("Without {}: {}.", quantity.title(), listed(uncounted, "and")));
    }
    let sizes = *args.sizes.start() as u8..=*args.sizes.end() as u8;
    (ChartFigure::Growth { sizes, lines }, notes.join(" "))
}
