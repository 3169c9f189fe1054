//! The panels of a race: the rank of each solver, its chart and its counters, and the clock.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::Page;
use crate::page::inks::State;
use crate::page::layout::race::{AxisLayout, ChartLayout, ClockLayout, LaneLayout, RaceLayout};
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{
    Align, ChartColumn, ChartLabel, ChartSlot, ChartState, Ending, Layers, LineSlot, MedalSlot, Pen, Piece,
    TextSlot, TextStyle,
};
use crate::page::units::{CAP, Line, Units};
use crate::picture::Rect;
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

fn note(rank: usize, ticks: u64) -> String {
    format!("{} at {TICK} {}", ordinal(rank), Grouped(ticks))
}

/// The widest words about a rank, for this number of lanes and ticks.
pub fn widest_note(lanes: usize, ticks: u64, font: &Font) -> String {
    let digits = Grouped(ticks).to_string().len();
    let zeros = Grouped(10_u64.saturating_pow(digits as u32 - 1)).to_string();
    let longest = if zeros.len() > digits { Grouped(ticks).to_string() } else { zeros };
    let words = |rank: usize| format!("{} at {TICK} {longest}", ordinal(rank));
    let all = (1..=lanes).map(words);
    all.max_by(|one, other| font.width(one).total_cmp(&font.width(other))).unwrap_or_default()
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

/// Shows the rank of a solver above its board.
#[derive(Debug)]
pub struct HeadPanel {
    medal: Option<usize>,
    note: Option<usize>,
}

impl HeadPanel {
    pub fn new(page: &mut Page, lane: &LaneLayout) -> Self {
        let (background, metals) = (page.background, page.metals());
        let medal = lane.medal.map(|area| MedalSlot { area, page: background, metals });
        let medal = medal.map(|medal| page.layers.medals.add(medal, None));
        let ink = page.squares.inks.ink;
        let note = lane.note.map(|cell| page.add_slot(cell.place, Weight::Regular, ink, cell.align, ""));
        Self { medal, note }
    }
}

impl Panel for HeadPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let Some(lane) = state.lane else { return };
        if let Some(medal) = self.medal {
            layers.medals.set(medal, lane.rank);
        }
        if let Some(slot) = self.note {
            let words = lane.rank.map(|rank| note(rank, lane.ticks));
            layers.texts.set(slot, words.unwrap_or_default().into());
        }
    }
}

/// Where ticks are on all charts, in pixels from their left edge.
#[derive(Debug, Clone, Copy)]
struct TimeScale {
    ticks: u64,
    /// Where the last tick is.
    width: u32,
    /// Width of lines.
    line: u32,
}

impl TimeScale {
    fn of(ticks: u64, layout: &RaceLayout) -> Self {
        let chart = layout.lanes.first().map_or(0, |lane| lane.chart.area.width);
        let line = layout.u.px(LINE).max(1);
        // Behind the end of the longest run there is room for its medal.
        let medals = layout.lanes.iter().map(|lane| medal_side(layout.u, lane.chart));
        let end = medals.max().unwrap_or_default() + layout.u.px(END_GAP);
        Self { ticks: ticks.max(1), width: chart.saturating_sub(end + line).max(1), line }
    }

    fn column(self, tick: u64) -> u32 {
        let Self { ticks, width, .. } = self;
        (u128::from(tick.min(ticks)) * u128::from(width) / u128::from(ticks)) as u32
    }
}

/// The side of a medal in a chart.
fn medal_side(u: Units, chart: ChartLayout) -> u32 {
    let most = chart.area.height.saturating_sub(2);
    u.px(2.0 * RADIUS).min((chart.base - chart.top).saturating_sub(2)).max(LEAST_MEDAL).min(most)
}

/// Shows the queens of a solver over the ticks.
#[derive(Debug)]
pub struct ChartPanel {
    slot: usize,
    scale: TimeScale,
    outcome: Outcome,
    /// Behind the end of the line, up to where its label ends.
    label: (u32, u32),
    columns: u32,
}

impl ChartPanel {
    pub fn new(
        page: &mut Page,
        size: BoardSize,
        run: &Run,
        ticks: u64,
        layout: &RaceLayout,
        lane: &LaneLayout,
    ) -> Self {
        let (u, chart, scale) = (layout.u, lane.chart, TimeScale::of(ticks, layout));
        let inks = page.squares.inks;
        let [running, finished] = page.chart_inks();
        let height = chart.base - chart.top;
        let columns = columns(&run.queens, scale, scale.column(run.ticks), size, height);
        let end = scale.column(run.ticks) + scale.line;
        let (label, label_end) = label(page, chart, u, end, run);
        let width = columns.len() as u32;
        let slot = ChartSlot {
            area: chart.area,
            levels: [chart.top, chart.base].map(|y| y - chart.area.y),
            hairline: u.px(HAIRLINE).max(1),
            line_width: scale.line,
            columns,
            label,
            page: inks.page,
            lines: [inks.rule, inks.tree, inks.ink],
            running,
            finished,
        };
        let slot = page.layers.charts.add(slot, ChartState::default());
        Self { slot, scale, outcome: run.outcome, label: (end, label_end), columns: width }
    }
}

impl Panel for ChartPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let (Some(lane), Some(clock)) = (state.lane, state.clock) else { return };
        let Self { scale, label, .. } = *self;
        let cursor = scale.column(clock.ticks);
        // The line goes through a chart beside its label only.
        let hidden = clock.stopped
            || (lane.ended && cursor + scale.line > label.0.saturating_sub(scale.line) && cursor < label.1);
        // Nothing of what comes after this tick.
        let reached = (scale.column(lane.ticks) + scale.line).min(scale.column(lane.ticks + 1));
        let ending = lane.ended.then(|| Ending {
            rank: lane.rank,
            solved: lane.rank.is_some() && lane.frame.tally.solutions > 0,
            words: ending(self.outcome, lane.ticks).into(),
        });
        let state = ChartState {
            shown: if lane.ended { self.columns } else { reached },
            cursor: Some(cursor).filter(|_| !hidden),
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
    let level = |queens: u32| queens.min(most) * height.saturating_sub(scale.line) / most;
    let mut extents: Vec<Option<(u16, u16, u16)>> = vec![None; end as usize + 1];
    for span in queens.spans() {
        let (first, last) = (scale.column(span.first).min(end), scale.column(span.last).min(end));
        for extent in &mut extents[first as usize..=last as usize] {
            let (least, most, _) = extent.unwrap_or((span.least, span.most, span.queens));
            *extent = Some((least.min(span.least), most.max(span.most), span.queens));
        }
    }
    let mut before = queens.start();
    let enter = |extent: Option<(u16, u16, u16)>| {
        let (least, most, after) = extent.unwrap_or((before, before, before));
        let found = (least.min(before), most.max(before));
        before = after;
        found
    };
    let exact: Vec<(u16, u16)> = extents.into_iter().map(enter).collect();
    // Upright lines are as wide as others, unless they would run together.
    let apart = scale.width as f32 / scale.ticks as f32;
    let width = if apart < SPARSE { 1 } else { scale.line as usize };
    let thick = |index: usize| {
        let last = index.min(exact.len() - 1);
        let near = &exact[(index + 1).saturating_sub(width).min(last)..=last];
        let low = near.iter().map(|(low, _)| *low).min().unwrap_or_default();
        let high = near.iter().map(|(_, high)| *high).max().unwrap_or_default();
        ChartColumn { low: level(low.into()), high: level(high.into()) + scale.line }
    };
    (0..exact.len() + scale.line as usize - 1).map(thick).collect()
}

/// What stands behind the end of a line, and where that ends.
fn label(page: &Page, chart: ChartLayout, u: Units, end: u32, run: &Run) -> (ChartLabel, u32) {
    let side = medal_side(u, chart);
    let middle = u32::midpoint(chart.top, chart.base);
    let highest = chart.area.bottom() - side;
    let inks = page.squares.inks;
    let area = Rect {
        x: chart.area.x + end + u.px(END_GAP),
        y: middle.saturating_sub(side / 2).clamp(chart.area.y, highest.max(chart.area.y)),
        width: side,
        height: side,
    };
    let finishes = run.outcome != Outcome::Stopped;
    let medal = (finishes && area.right() <= chart.area.right() && side >= LEAST_MEDAL).then(|| MedalSlot {
        area,
        page: inks.page,
        metals: page.metals(),
    });
    let words = ending(run.outcome, run.ticks);
    let x = if finishes { area.right() + u.px(WORDS_GAP) } else { area.x };
    let weight = Weight::Regular;
    let line = Line { font: &page.font, em: chart.em, weight };
    let place = TextPlace {
        x,
        baseline: middle + (CAP * chart.em / 2.0).round() as u32,
        width: line.width(&words),
        em: chart.em,
    };
    let deep = inks.deep(State::Solution);
    let solved = run.tally.solutions > 0 && deep.contrast(inks.page) >= TEXT;
    let ink = if solved { deep } else { inks.ink };
    let style = TextStyle { em: chart.em, weight, pen: Pen { ink, paper: inks.page } };
    let area = place.area(&page.font, weight);
    let fits =
        area.right() <= chart.area.right() && area.y >= chart.area.y && area.bottom() <= chart.area.bottom();
    let baseline = place.baseline.saturating_sub(area.y);
    let words = fits.then_some(TextSlot { area, baseline, style, align: Align::Left });
    let ends = [medal.as_ref().map(|medal| medal.area), words.as_ref().map(|words| words.area)];
    let right = ends.into_iter().flatten().map(Rect::right).max();
    let right = right.map_or(end, |right| right - chart.area.x + u.px(END_GAP));
    (ChartLabel { medal, words }, right)
}

/// Shows the clock above the boards, and below the charts.
#[derive(Debug)]
pub struct ClockPanel {
    font: Font,
    scale: TimeScale,
    clock_slot: usize,
    axis_slot: usize,
    clock: ClockLayout,
    axis: AxisLayout,
    /// Where the charts begin on the axis.
    left: u32,
    /// The ticks that are labelled.
    labels: Vec<u64>,
}

impl ClockPanel {
    pub fn new(page: &mut Page, ticks: u64, layout: &RaceLayout) -> Self {
        let inks = page.squares.inks;
        let style = |em, weight, ink| TextStyle { em, weight, pen: Pen { ink, paper: inks.page } };
        let (clock, axis) = (layout.clock, layout.axis);
        let mut add = |area: Rect, baseline: u32, label_em, strong_em| {
            let slot = LineSlot {
                area,
                baseline: baseline - area.y,
                label: style(label_em, Weight::Regular, inks.muted),
                strong: style(strong_em, Weight::Bold, inks.ink),
            };
            page.layers.lines.add(slot, Vec::new())
        };
        let clock_slot = add(clock.area, clock.baseline, clock.word_em, clock.number_em);
        let axis_slot = add(axis.area, axis.baseline, axis.em, axis.em);
        let scale = TimeScale::of(ticks, layout);
        let widest = Line { font: &page.font, em: axis.em, weight: Weight::Bold }
            .width(&Grouped(scale.ticks).to_string());
        Self {
            font: page.font.clone(),
            scale,
            clock_slot,
            axis_slot,
            clock,
            axis,
            left: layout.lanes.first().map_or(0, |lane| lane.chart.area.x) - axis.area.x,
            labels: round_ticks(scale, widest + 2 * axis.em as u32),
        }
    }

    fn clock(&self, ticks: u64) -> Vec<Piece> {
        let number = Grouped(ticks).to_string();
        let wide = |em, weight, text: &str| Line { font: &self.font, em, weight }.width(text);
        let left = self.clock.area.width.saturating_sub(wide(self.clock.number_em, Weight::Bold, &number));
        let word = left.saturating_sub(self.clock.gap + wide(self.clock.word_em, Weight::Regular, TICK));
        vec![
            Piece { left: word, strong: false, text: TICK.to_owned() },
            Piece { left, strong: true, text: number },
        ]
    }

    /// The labels of the axis that do not touch the one of the present tick, and that one.
    fn axis(&self, ticks: u64) -> Vec<Piece> {
        let piece = |tick: u64, strong: bool| {
            let text = Grouped(tick).to_string();
            let weight = if strong { Weight::Bold } else { Weight::Regular };
            let width = Line { font: &self.font, em: self.axis.em, weight }.width(&text);
            let middle = self.left + self.scale.column(tick) + self.scale.line / 2;
            let left = middle.saturating_sub(width / 2).min(self.axis.area.width.saturating_sub(width));
            (Piece { left, strong, text }, left + width)
        };
        let (now, now_end) = piece(ticks, true);
        let gap = self.axis.em as u32 * 3 / 4;
        let apart = |(label, end): &(Piece, u32)| end + gap <= now.left || now_end + gap <= label.left;
        let labels = self.labels.iter().map(|tick| piece(*tick, false)).filter(apart);
        let mut pieces: Vec<Piece> = labels.map(|(piece, _)| piece).collect();
        pieces.push(now);
        pieces
    }
}

impl Panel for ClockPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        if let Some(clock) = state.clock {
            layers.lines.set(self.clock_slot, self.clock(clock.ticks));
            layers.lines.set(self.axis_slot, self.axis(clock.ticks));
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
