//! The panels of a race: the rank of each solver, its chart and its counters, and the clock.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::Page;
use crate::page::inks::State;
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{
    Align, ChartColumn, ChartLabel, ChartSlot, ChartState, Ending, Layers, LineSlot, MedalSlot, Pen, Piece,
    TextSlot, TextStyle,
};
use crate::page::square::SquareStyle;
use crate::page::units::{CAP, Units};
use crate::picture::{Rect, Rgb};
use crate::record::{Outcome, QueenCurve, Run};
use crate::words::Grouped;

/// The word before the clock's number.
pub const TICK: &str = "tick";
/// The words above the charts.
pub const CHART_TITLE: &str = "queens on the board";
/// Words with all characters that the panels write.
pub const WORDS: [&str; 4] = [CHART_TITLE, "found ended stopped at tick", "0123456789,", "stndrdth"];

/// The least contrast of small text.
const TEXT: f32 = 4.5;

/// Lengths in units: the line of a chart, and those at its levels; from its end to the medal, the radius of that, and from
/// there to the words.
const LINE: f32 = 0.2;
const HAIRLINE: f32 = 0.1;
const END_GAP: f32 = 0.6;
const RADIUS: f32 = 1.7;
const WORDS_GAP: f32 = 0.8;

/// The space between the word of the clock and its number.
pub const CLOCK_GAP: f32 = 1.4;

/// The greatest space in a row above and below its chart.
const ABOVE_CHART: f32 = 1.2;
pub const BELOW_CHART: f32 = 0.9;

/// The smallest medal in pixels whose rank can be read.
const LEAST_MEDAL: u32 = 16;

/// Fewer pixels a tick make upright lines thin.
const SPARSE: f32 = 2.5;

/// At most so many labels on the axis.
const MOST_LABELS: u64 = 6;

fn ordinal(rank: usize) -> String {
    let ending = match (rank % 10, rank % 100) {
        (1, teens) if teens != 11 => "st",
        (2, teens) if teens != 12 => "nd",
        (3, teens) if teens != 13 => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

/// The rank of a solver that ends at this tick, in words.
pub fn note(rank: usize, ticks: u64) -> String {
    format!("{} at {TICK} {}", ordinal(rank), Grouped(ticks))
}

/// How a run ended, in words.
fn ending(outcome: Outcome, ticks: u64) -> String {
    let word = match outcome {
        Outcome::Found => "found",
        Outcome::Ended => "ended",
        Outcome::Stopped => "stopped",
    };
    format!("{word} at {TICK} {}", Grouped(ticks))
}

/// The levels of all queens and of none in the row of a lane.
pub fn levels(u: Units, row: Rect) -> [u32; 2] {
    let above = u.px(ABOVE_CHART).min(row.height / 5);
    let below = u.px(BELOW_CHART).min(row.height / 7).max(2);
    [row.y + above, row.bottom() - below]
}

/// Shows the rank of a solver above its board.
#[derive(Debug)]
pub enum RankPanel {
    Medal(usize),
    /// In words.
    Note(usize),
}

impl RankPanel {
    pub fn medal(page: &mut Page, area: Rect) -> Self {
        Self::Medal(page.layers.medals.add(MedalSlot::of(area, &page.squares), None))
    }

    pub fn note(page: &mut Page, place: TextPlace) -> Self {
        Self::Note(page.add_aligned(place, page.squares.inks.ink, Align::Right, ""))
    }
}

impl Panel for RankPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let Some(lane) = state.lane else { return };
        match self {
            Self::Medal(slot) => layers.medals.set(*slot, lane.rank),
            Self::Note(slot) => {
                let words = lane.rank.map(|rank| note(rank, lane.ticks));
                layers.texts.set(*slot, words.unwrap_or_default().into());
            }
        }
    }
}

/// Where ticks are on all charts, in pixels from their left edge.
#[derive(Debug, Clone, Copy)]
pub struct TimeScale {
    ticks: u64,
    /// Where the last tick is.
    width: u32,
    /// Width of lines.
    line: u32,
}

impl TimeScale {
    /// Of charts as wide as this one, none of which is higher.
    pub fn of(ticks: u64, u: Units, chart: Rect) -> Self {
        let line = u.px(LINE).max(1);
        // Behind the end of the longest run there is room for its medal.
        let end = medal_side(u, chart) + u.px(END_GAP);
        Self { ticks: ticks.max(1), width: chart.width.saturating_sub(end + line).max(1), line }
    }

    fn column(self, tick: u64) -> u32 {
        let Self { ticks, width, .. } = self;
        (u128::from(tick.min(ticks)) * u128::from(width) / u128::from(ticks)) as u32
    }
}

/// The side of a medal in a chart.
fn medal_side(u: Units, chart: Rect) -> u32 {
    let [top, base] = levels(u, chart);
    let most = chart.height.saturating_sub(2);
    u.px(2.0 * RADIUS).min((base - top).saturating_sub(2)).max(LEAST_MEDAL).min(most)
}

/// Shows the queens of a solver over the ticks.
#[derive(Debug)]
pub struct ChartPanel {
    slot: usize,
    scale: TimeScale,
    outcome: Outcome,
    /// Where the line with its label ends.
    label_end: u32,
}

impl ChartPanel {
    /// In this area, with words of this em.
    pub fn new(
        page: &mut Page,
        size: BoardSize,
        run: &Run,
        scale: TimeScale,
        (area, em): (Rect, f32),
    ) -> Self {
        let (u, inks) = (Units::of(page.width, page.height), page.squares.inks);
        let (levels, end) = (levels(u, area), scale.column(run.ticks));
        let label = label(page, (area, em), u, end + scale.line, run);
        let medal = label.medal.as_ref().map(|medal| medal.area);
        let ends = medal.into_iter().chain(label.words.as_ref().map(|words| words.area)).map(Rect::right);
        let label_end = ends.max().map_or(end + scale.line, |right| right - area.x + u.px(END_GAP));
        let [running, finished] = inks_of(&page.squares);
        let slot = ChartSlot {
            area,
            levels: levels.map(|y| y - area.y),
            hairline: u.px(HAIRLINE).max(1),
            line_width: scale.line,
            columns: columns(&run.queens, scale, end, size, levels[1] - levels[0]),
            label,
            page: inks.page,
            lines: [inks.rule, inks.tree, inks.ink],
            running,
            finished,
        };
        let slot = page.layers.charts.add(slot, ChartState::default());
        Self { slot, scale, outcome: run.outcome, label_end }
    }
}

impl Panel for ChartPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let (Some(lane), Some(clock)) = (state.lane, state.clock) else { return };
        let Self { scale, label_end, .. } = *self;
        let [cursor, end] = [clock.ticks, lane.ticks].map(|tick| scale.column(tick));
        // The line goes through a chart beside its label only.
        let is_at_label = cursor + scale.line > end && cursor < label_end;
        let ending = lane.ended.then(|| Ending {
            rank: lane.rank,
            solved: lane.rank.is_some() && lane.frame.tally.solutions > 0,
            words: ending(self.outcome, lane.ticks).into(),
        });
        // Nothing of what comes after this tick.
        let reached = (end + scale.line).min(scale.column(lane.ticks + 1));
        let state = ChartState {
            shown: if lane.ended { end + scale.line } else { reached },
            cursor: Some(cursor).filter(|_| !(clock.stopped || lane.ended && is_at_label)),
            ending,
        };
        layers.charts.set(self.slot, state);
    }
}

/// The line of a chart in each column of pixels up to its end.
fn columns(
    queens: &QueenCurve,
    scale: TimeScale,
    end: u32,
    size: BoardSize,
    height: u32,
) -> Vec<ChartColumn> {
    let most = u32::from(size.get());
    let level = |queens: u16| u32::from(queens).min(most) * height.saturating_sub(scale.line) / most;
    let (mut extents, mut now) = (Vec::new(), queens.start());
    for span in queens.spans() {
        let [first, last] = [span.first, span.last].map(|tick| scale.column(tick).min(end) as usize);
        extents.resize(extents.len().max(last + 1), (now, now));
        for (low, high) in &mut extents[first..=last] {
            (*low, *high) = (span.least.min(*low), span.most.max(*high));
        }
        now = span.queens;
    }
    let last = end as usize;
    extents.resize(last + 1, (now, now));
    // Upright lines are as wide as others, unless they would run together.
    let apart = scale.width as f32 / scale.ticks as f32;
    let width = if apart < SPARSE { 1 } else { scale.line as usize };
    let thick = |index: usize| {
        let near = &extents[(index + 1).saturating_sub(width).min(last)..=index.min(last)];
        let low = near.iter().map(|(low, _)| *low).min().unwrap_or_default();
        let high = near.iter().map(|(_, high)| *high).max().unwrap_or_default();
        ChartColumn { low: level(low), high: level(high) + scale.line }
    };
    (0..last + scale.line as usize).map(thick).collect()
}

/// The line of a chart and the area below it, while the solver runs, and when it has found its solutions.
fn inks_of(squares: &SquareStyle) -> [[Rgb; 2]; 2] {
    /// How much of the solution's colour is in the area.
    const SOLVED: f32 = 0.35;
    /// The least contrasts of the area and of the line with the page.
    const AREA: f32 = 1.15;
    const LINE: f32 = 3.0;
    let SquareStyle { inks, theme, .. } = squares;
    let light = inks.squares[0];
    let area = if light.contrast(inks.page) >= AREA { light } else { inks.rule };
    let deep = inks.deep(State::Solution);
    let line = if deep.contrast(inks.page) >= LINE { deep } else { inks.ink };
    [[inks.ink, area], [line, inks.page.mixed(theme.solution, SOLVED)]]
}

/// What stands behind the end of a line.
fn label(page: &Page, (chart, em): (Rect, f32), u: Units, end: u32, run: &Run) -> ChartLabel {
    let (side, [top, base], inks) = (medal_side(u, chart), levels(u, chart), page.squares.inks);
    let (middle, x) = (u32::midpoint(top, base), chart.x + end + u.px(END_GAP));
    let y = middle.saturating_sub(side / 2).clamp(chart.y, chart.bottom() - side);
    let area = Rect { x, y, width: side, height: side };
    let holds =
        |area: Rect| area.right() <= chart.right() && area.y >= chart.y && area.bottom() <= chart.bottom();
    let finishes = run.outcome != Outcome::Stopped;
    let medal = finishes && side >= LEAST_MEDAL && holds(area);
    let medal = medal.then(|| MedalSlot::of(area, &page.squares));
    let x = if finishes { area.right() + u.px(WORDS_GAP) } else { x };
    let weight = Weight::Regular;
    let width = page.font.pixels(&ending(run.outcome, run.ticks), em);
    let baseline = middle + (CAP * em / 2.0).round() as u32;
    let area = TextPlace { x, baseline, width, em }.area(&page.font, weight);
    let deep = inks.deep(State::Solution);
    let solved = run.tally.solutions > 0 && deep.contrast(inks.page) >= TEXT;
    let pen = Pen { ink: if solved { deep } else { inks.ink }, paper: inks.page };
    let style = TextStyle { em, weight, pen };
    let words = TextSlot { area, baseline: baseline.saturating_sub(area.y), style, align: Align::Left };
    ChartLabel { medal, words: Some(words).filter(|_| holds(area)) }
}

/// Adds a line with labels of this em and strong text of that of its place, which change.
fn add_line(page: &mut Page, place: TextPlace, label: f32) -> usize {
    let (area, inks) = (place.area(&page.font, Weight::Bold), page.squares.inks);
    let style = |em, weight, ink| TextStyle { em, weight, pen: Pen { ink, paper: inks.page } };
    let slot = LineSlot {
        area,
        baseline: place.baseline - area.y,
        label: style(label, Weight::Regular, inks.muted),
        strong: style(place.em, Weight::Bold, inks.ink),
    };
    page.layers.lines.add(slot, Vec::new())
}

/// A piece of a line that begins where its width says, and its right end.
fn piece(
    line: &LineSlot,
    font: &Font,
    strong: bool,
    text: String,
    left: impl FnOnce(u32) -> u32,
) -> (Piece, u32) {
    let TextStyle { em, weight, .. } = if strong { line.strong } else { line.label };
    let width = font.weight(weight).pixels(&text, em);
    let left = left(width);
    (Piece { left, strong, text }, left + width)
}

/// Shows the clock above the boards: a word and a number, up to the right edge.
#[derive(Debug)]
pub struct ClockPanel {
    slot: usize,
    font: Font,
    /// Between word and number.
    gap: u32,
}

impl ClockPanel {
    pub fn new(page: &mut Page, place: TextPlace, word_em: f32) -> Self {
        let gap = Units::of(page.width, page.height).px(CLOCK_GAP);
        Self { slot: add_line(page, place, word_em), font: page.font.clone(), gap }
    }
}

impl Panel for ClockPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let Some(clock) = state.clock else { return };
        let Self { slot, font, gap } = self;
        let (line, number) = (layers.lines.get(*slot).0, Grouped(clock.ticks).to_string());
        let (number, _) = piece(line, font, true, number, |width| line.area.width.saturating_sub(width));
        let left = |width| number.left.saturating_sub(*gap + width);
        let (word, _) = piece(line, font, false, TICK.to_owned(), left);
        layers.lines.set(*slot, vec![word, number]);
    }
}

/// Shows the clock below the charts, among the ticks of their axis.
#[derive(Debug)]
pub struct AxisPanel {
    slot: usize,
    font: Font,
    scale: TimeScale,
    /// Where the charts begin on the axis.
    left: u32,
    /// The ticks that are labelled.
    labels: Vec<u64>,
}

impl AxisPanel {
    pub fn new(page: &mut Page, place: TextPlace, left: u32, scale: TimeScale) -> Self {
        let slot = add_line(page, place, place.em);
        let font = page.font.clone();
        let widest = font.weight(Weight::Bold).pixels(&Grouped(scale.ticks).to_string(), place.em);
        Self { slot, font, scale, left, labels: round_ticks(scale, widest + 2 * place.em as u32) }
    }

    /// The labels of the axis that do not touch the one of the present tick, and that one.
    fn axis(&self, line: &LineSlot, ticks: u64) -> Vec<Piece> {
        let Self { font, scale, left, labels, .. } = self;
        let piece = |tick: u64, strong: bool| {
            let middle = left + scale.column(tick) + scale.line / 2;
            piece(line, font, strong, Grouped(tick).to_string(), |width| {
                middle.saturating_sub(width / 2).min(line.area.width.saturating_sub(width))
            })
        };
        let (now, now_end) = piece(ticks, true);
        let gap = line.strong.em as u32 * 3 / 4;
        let apart = |(label, end): &(Piece, u32)| end + gap <= now.left || now_end + gap <= label.left;
        let labels = labels.iter().map(|tick| piece(*tick, false)).filter(apart);
        let mut pieces: Vec<Piece> = labels.map(|(piece, _)| piece).collect();
        pieces.push(now);
        pieces
    }
}

impl Panel for AxisPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        if let Some(clock) = state.clock {
            let pieces = self.axis(layers.lines.get(self.slot).0, clock.ticks);
            layers.lines.set(self.slot, pieces);
        }
    }
}

/// Round numbers of ticks from 0 on, at least so many pixels apart.
fn round_ticks(scale: TimeScale, apart: u32) -> Vec<u64> {
    let powers = (0..20).map_while(|power| 10_u64.checked_pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let works = |step: &u64| scale.ticks / step <= MOST_LABELS && scale.column(*step) >= apart;
    let step = steps.find(works);
    let labels = step.map(|step| (0..=scale.ticks / step).map(move |index| index * step));
    labels.map_or_else(|| vec![0], Iterator::collect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_written_as_ordinals() {
        let ranks = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinal);
        assert_eq!(ranks, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd"]);
        let known = |character| WORDS.concat().contains(character);
        assert!(ranks.concat().chars().all(known));
        for outcome in [Outcome::Found, Outcome::Ended, Outcome::Stopped] {
            assert!(ending(outcome, 1_234_567_890).chars().all(known));
        }
    }

    #[test]
    fn labels_of_the_axis_are_round_and_apart() {
        for ticks in [1, 2, 5, 6, 7, 48, 242, 999, 1000, 200_000_000] {
            let scale = TimeScale { ticks, width: 900, line: 2 };
            let labels = round_ticks(scale, 90);
            assert!(labels.len() as u64 <= MOST_LABELS + 1 && labels[0] == 0, "{labels:?}");
            assert!(labels.windows(2).all(|pair| scale.column(pair[1]) >= scale.column(pair[0]) + 90));
            assert!(labels.last() <= Some(&ticks));
        }
        let scale = TimeScale { ticks: 242, width: 1126, line: 2 };
        assert_eq!(round_ticks(scale, 70), [0, 50, 100, 150, 200]);
    }

    #[test]
    fn the_line_begins_with_the_queens_of_the_start() {
        let scale = TimeScale { ticks: 2, width: 60, line: 2 };
        let mut queens = QueenCurve::starting_with(2);
        queens.push(2);
        queens.push(3);
        let line = columns(&queens, scale, 60, BoardSize::new(4).unwrap(), 42);
        let level = |queens: u32| queens * 10;
        assert_eq!((line[0].low, line[0].high), (level(2), level(2) + 2));
    }

    #[test]
    fn the_line_has_the_exact_number_of_queens_after_each_tick() {
        let numbers = [1, 2, 2, 1, 3, 4];
        let mut queens = QueenCurve::default();
        for number in numbers {
            queens.push(number);
        }
        let scale = TimeScale { ticks: 6, width: 60, line: 2 };
        let line = columns(&queens, scale, 60, BoardSize::new(4).unwrap(), 42);
        assert_eq!(line.len(), 62);
        let level = |queens: u16| u32::from(queens) * 10;
        for (tick, number) in (1..).zip(numbers) {
            let flat = line.get(10 * tick + 5).copied();
            let exact = ChartColumn { low: level(number), high: level(number) + 2 };
            assert_eq!(flat, (tick < 6).then_some(exact), "after tick {tick}");
        }
        assert_eq!(line[5], ChartColumn { low: 0, high: 2 });
        assert_eq!(line[60], ChartColumn { low: level(3), high: level(4) + 2 });
    }
}
