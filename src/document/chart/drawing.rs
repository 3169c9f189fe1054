//! Comparisons as charts.

use std::time::Duration;

use super::comparison::{
    Comparison, ComparisonSpec, cell, quantity_title, sizes_in_words, unit, value, why_none,
};
use crate::board::BoardSize;
use crate::measure::{Effort, Quantity, Reached, Until};
use crate::page::{
    Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, GrowthLine, Page, PageError, PageSize, Tone,
};
use crate::search::{Algorithm, Tally};
use crate::words::listed;

use super::super::{Error, Result};

/// Returns, for each board size, whether the search of an algorithm reached a point, and the effort if it did.
type Found<'a> = &'a dyn Fn(Algorithm, Until) -> Vec<(BoardSize, Reached)>;

/// Reports errors of the request and of the layout before anything is measured.
pub fn check(asked: &ComparisonSpec) -> Result<()> {
    let (quantity, chart, algorithms) = (asked.quantity(), &asked.request, &asked.algorithms());
    let wrong = |text: String| Err(Error::request(text));
    if let (Some(_), Some(PageSize::Pixels(..) | PageSize::Paper(_))) = (chart.size, chart.page.canvas) {
        return wrong(
            "--canvas gives the width of the chart as well: leave out --size, or give a shape like 16:9"
                .to_owned(),
        );
    }
    if !algorithms.iter().any(|algorithm| quantity.is_of(*algorithm)) {
        let (given, name) = (listed(algorithms, "nor"), quantity_title(quantity));
        let text = match algorithms.len() {
            1 => format!("{given} counts no {name}"),
            _ => format!("neither {given} counts {name}"),
        };
        return wrong(format!("{text}; take another --quantity"));
    }
    let (until, ends) = (until(asked), algorithms.iter().any(|algorithm| algorithm.visits_all_solutions()));
    if asked.is_growth() && until == [Until::End] && !ends {
        let end = if algorithms.len() == 1 { "never ends by itself" } else { "never end by themselves" };
        let names = listed(algorithms, "and");
        return wrong(format!("{names} {end}: --until first draws the numbers to the first solution"));
    }
    // Lays out a chart with the longest possible texts.
    let (Some(first), Some(last)) = (asked.problems.first(), asked.problems.last()) else { return Ok(()) };
    let (first, last) = (first.size(), last.size());
    let effort = |number, time| {
        let none = Tally::default();
        let tally = match quantity {
            Quantity::Tests => Tally { tests: number, ..none },
            Quantity::Backtracks => Tally { backtracks: number, ..none },
            Quantity::Boards => Tally { boards: number, ..none },
            Quantity::Steps
            | Quantity::Placements
            | Quantity::TestsAndBacktracks
            | Quantity::RuledOut
            | Quantity::QueensMoved
            | Quantity::Solutions
            | Quantity::Time => Tally { placements: number, ..none },
        };
        Reached::Done(Effort { tally, time })
    };
    let (least, most) = (effort(1, Duration::from_micros(1)), effort(100_000_000, Duration::from_secs(119)));
    let found = if asked.is_growth() {
        vec![(first, least), (last, most), (last, Reached::CutOff)]
    } else {
        vec![(first, most)]
    };
    let content = content(asked, &|_, _| found.clone());
    Ok(Page::of_chart(&content, &asked.style).map(drop)?)
}

pub fn draw(comparison: &Comparison) -> Result<Page, PageError> {
    let content = content(&comparison.asked, &|algorithm, until| {
        comparison.of(algorithm).map(|(size, measured)| (size, *until.reached(measured))).collect()
    });
    Page::of_chart(&content, &comparison.asked.style)
}

fn until(asked: &ComparisonSpec) -> Vec<Until> {
    match asked.request.until {
        Some(until) => vec![until],
        None if asked.is_growth() => vec![Until::End],
        None if asked.request.solutions.is_some() => vec![Until::Solution, Until::End],
        None => vec![Until::First, Until::End],
    }
}

fn title(asked: &ComparisonSpec) -> String {
    if let Some(title) = &asked.request.title {
        return title.clone();
    }
    let (first, last) = asked.sizes().into_inner();
    let what = quantity_title(asked.quantity());
    match &until(asked)[..] {
        _ if first == last => {
            let queens = if last == 1 { "queen" } else { "queens" };
            format!("{last} {queens}: {what} of each algorithm")
        }
        [until, ..] => {
            format!("{first} to {last} queens: {what} {}", until.in_words(asked.request.solutions))
        }
        [] => String::new(),
    }
}

fn content(asked: &ComparisonSpec, found: Found<'_>) -> ChartContent {
    let (figure, note) = match until(asked)[..] {
        [until] if asked.is_growth() => growth(asked, found, until),
        _ => (bars(asked, found), SCALE.to_owned()),
    };
    ChartContent { title: title(asked), unit: unit(asked.quantity()), figure, note }
}

const SCALE: &str = "Logarithmic scale.";

fn bars(asked: &ComparisonSpec, found: Found<'_>) -> ChartFigure {
    let (quantity, until) = (asked.quantity(), until(asked));
    let bar = |algorithm: Algorithm, until: Until| {
        let (_, reached) = found(algorithm, until).into_iter().next()?;
        let number = reached.effort().and_then(|effort| quantity.number(algorithm, effort));
        let label =
            number.map_or_else(|| why_none(until, &reached, asked), |number| cell(quantity, number).shown);
        Some(Bar { value: number.map(|number| value(quantity, number)), label })
    };
    let group = |algorithm: &Algorithm| BarGroup {
        name: algorithm.to_string(),
        bars: until.iter().filter_map(|until| bar(*algorithm, *until)).collect(),
    };
    let series = |until: &Until| ChartSeries {
        name: until.in_words(asked.request.solutions),
        tone: if *until == Until::End { Tone::Soft } else { Tone::Strong },
    };
    let groups = asked.algorithms().iter().map(group).collect();
    ChartFigure::Bars { series: until.iter().map(series).collect(), groups }
}

/// Returns the chart, and a note on the algorithms whose curves end early or are missing.
fn growth(asked: &ComparisonSpec, found: Found<'_>, until: Until) -> (ChartFigure, String) {
    let quantity = asked.quantity();
    let has_end = |one: &Algorithm| until != Until::End || one.visits_all_solutions();
    let (ending, endless): (Vec<Algorithm>, Vec<Algorithm>) =
        asked.algorithms().iter().partition(|one| has_end(one));
    let (drawn, uncounted): (Vec<Algorithm>, Vec<Algorithm>) =
        ending.into_iter().partition(|one| quantity.is_of(*one));
    let (mut lines, mut cut_off) = (Vec::new(), Vec::new());
    for algorithm in drawn {
        let (mut points, mut cut_off_at) = (Vec::new(), Vec::new());
        for (size, reached) in found(algorithm, until) {
            let number = reached.effort().and_then(|effort| quantity.number(algorithm, effort));
            // A logarithmic scale has no zero.
            let number = number.filter(|number| *number > 0);
            points.extend(number.map(|number| (size.get(), value(quantity, number))));
            cut_off_at.extend((reached == Reached::CutOff).then(|| u32::from(size)));
        }
        if !cut_off_at.is_empty() {
            cut_off.push(format!("{algorithm} at N = {}", sizes_in_words(&cut_off_at)));
        }
        lines.push(GrowthLine { name: algorithm.to_string(), hue: algorithm as usize, points });
    }
    let mut notes = vec![SCALE.to_owned()];
    if !cut_off.is_empty() {
        notes.push(format!("Cut off after {}: {}.", asked.timeout(), cut_off.join("; ")));
    }
    if !endless.is_empty() {
        let verb = if endless.len() == 1 { "Never ends by itself" } else { "Never end by themselves" };
        notes.push(format!("{verb}: {}.", listed(endless, "and")));
    }
    if !uncounted.is_empty() {
        notes.push(format!("Without {}: {}.", quantity_title(quantity), listed(uncounted, "and")));
    }
    let sizes = *asked.sizes().start() as u8..=*asked.sizes().end() as u8;
    (ChartFigure::Growth { sizes, lines }, notes.join(" "))
}
