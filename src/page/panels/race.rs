//! The panels of a race: the rank of each solver, its chart and its counters, and the clock.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::motion::{Span, longest_motion};
use crate::page::figure::LEAST_EM;
use crate::page::inks::State;
use crate::page::layout::{CAP, TextPlace, Units};
use crate::page::moves::{Course, Move, Moving, Pose};
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::scene::{Drawing, Id, PANEL, Scene, Tag};
use crate::page::shape::{Align, Shape, Sign};
use crate::page::square::SquareStyle;
use crate::page::{Page, TextLine};
use crate::picture::{Rect, Rgb};
use crate::record::{Outcome, QueenCurve, RaceRun};
use crate::words::Grouped;

use super::{Panel, PanelInput};

pub const TICK: &str = "tick";
pub const CHART_TITLE: &str = "queens on the board";
/// Texts with all characters that the panels write.
pub const WORDS: [&str; 4] = [CHART_TITLE, "found ended stopped at tick", "0123456789,", "stndrdth"];

/// Minimum contrast of small text.
const TEXT: f32 = 4.5;

/// Width of the line of a chart, in units.
const LINE: f32 = 0.2;
/// Width of the lines at the levels of a chart, in units.
const HAIRLINE: f32 = 0.1;
/// Space from the end of a chart line to its medal, in units.
const END_GAP: f32 = 0.6;
/// Radius of the medal, in units.
const RADIUS: f32 = 1.7;
/// Space from the medal to the text, in units.
const WORDS_GAP: f32 = 0.8;

pub const CLOCK_GAP: f32 = 1.4;

/// Largest space above the chart of a row, in units.
const ABOVE_CHART: f32 = 1.2;
/// Largest space below the chart of a row, in units.
pub const BELOW_CHART: f32 = 0.9;

/// The smallest medal with a legible rank, in pixels.
const LEAST_MEDAL: u32 = 16;

/// Minimum pixels per tick for vertical lines of full width.
const SPARSE: f32 = 2.5;

/// The largest number of labels on the axis.
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

pub fn note(rank: usize, ticks: u64) -> String {
    format!("{} at {TICK} {}", ordinal(rank), Grouped(ticks))
}

fn ending(outcome: Outcome, ticks: u64) -> String {
    let word = match outcome {
        Outcome::Found => "found",
        Outcome::Ended => "ended",
        Outcome::Stopped => "stopped",
    };
    format!("{word} at {TICK} {}", Grouped(ticks))
}

pub fn levels(u: Units, row: Rect) -> [u32; 2] {
    let above = u.px(ABOVE_CHART).min(row.height / 5);
    let below = u.px(BELOW_CHART).min(row.height / 7).max(2);
    [row.y + above, row.bottom() - below]
}

/// The duration of the growth of a medal, in milliseconds.
const GROWING: f32 = 240.0;

pub fn rank_medal(page: &mut Page, area: Rect) -> impl Panel + use<> {
    let ((id, medal), font) = (page.add_medal(area, None), page.font.clone());
    move |view: &PanelInput<'_>, scene: &mut Scene| {
        let Some(rank) = view.lane.map(|lane| lane.rank) else { return };
        let is_new = scene.set(id, &rank, || Drawing::panel(medal.shapes(rank, &font)));
        if let Some(time) = view.time.filter(|_| is_new && rank.is_some()) {
            let (span, grows) =
                (Span::out(0.0, GROWING.min(longest_motion(time))), Course::Comes(Pose::whole(0)));
            // All shapes except the background.
            let moves = (1..4).filter_map(|shape| Move::new(Moving::Now, PANEL, Some(shape), grows, span));
            scene.moves(id, moves.collect());
        }
    }
}

pub fn rank_in_words(page: &mut Page, place: TextPlace) -> impl Panel + use<> {
    let text = page.add_text_in(place, Weight::Regular, page.squares.inks.ink, Align::End, "");
    move |view: &PanelInput<'_>, scene: &mut Scene| {
        let Some(lane) = view.lane else { return };
        let words = lane.rank.map(|rank| note(rank, lane.ticks));
        text.write(scene, &words.unwrap_or_default());
    }
}

impl Page {
    /// Adds a medal, with a rank if it is known.
    pub(in crate::page) fn add_medal(&mut self, area: Rect, rank: Option<usize>) -> (Id, Medal) {
        let medal = Medal::of(area, &self.squares);
        self.colours.extend(medal.colours());
        let id = self.scene.add(Tag::Plain, area);
        self.scene.set(id, &rank, || Drawing::panel(medal.shapes(rank, &self.font)));
        (id, medal)
    }
}

/// The time axis of all charts, in pixels from their left edge.
#[derive(Debug, Clone, Copy)]
pub struct TimeScale {
    ticks: u64,
    /// The position of the last tick.
    width: u32,
    line: u32,
}

impl TimeScale {
    /// Creates the axis of charts that are as wide as `chart`, and not higher.
    pub fn of(ticks: u64, u: Units, chart: Rect) -> Self {
        let line = u.px(LINE).max(1);
        // The longest run leaves space for its medal.
        let end = medal_side(u, chart) + u.px(END_GAP);
        Self { ticks: ticks.max(1), width: chart.width.saturating_sub(end + line).max(1), line }
    }

    fn column(self, tick: u64) -> u32 {
        let Self { ticks, width, .. } = self;
        (u128::from(tick.min(ticks)) * u128::from(width) / u128::from(ticks)) as u32
    }
}

fn medal_side(u: Units, chart: Rect) -> u32 {
    let [top, base] = levels(u, chart);
    let most = chart.height.saturating_sub(2);
    u.px(2.0 * RADIUS).min((base - top).saturating_sub(2)).max(LEAST_MEDAL).min(most)
}

/// Height of the chart line while the solver runs.
const RUNNING: u8 = 3;
/// Height of the chart line after the solver has found its solutions.
const FINISHED: u8 = 4;
/// Height of the cover that hides the chart line after the current tick.
const FUTURE: u8 = 5;
const CURSOR: u8 = 6;
const LABEL: u8 = 7;

/// Shows the number of queens of a solver over the ticks. The chart line is drawn once; a moving cover hides the
/// part after the current tick.
pub struct ChartPanel {
    area: Rect,
    /// The chart line after the solver has found its solutions.
    finished: (Id, Drawing),
    /// The cover that hides the chart line after the current tick.
    future: Id,
    cursor: (Id, Drawing),
    label: Id,
    /// The medal right of the end of the chart line, if it fits.
    medal: Option<Medal>,
    /// The text right of the medal, if it fits: how the run ended.
    words: Option<TextLine>,
    font: Font,
    scale: TimeScale,
    outcome: Outcome,
    label_end: u32,
}

impl ChartPanel {
    pub fn new(
        page: &mut Page,
        size: BoardSize,
        run: &RaceRun,
        scale: TimeScale,
        area: Rect,
        em: f32,
    ) -> Self {
        let (u, inks) = (Units::of(page.width, page.height), page.squares.inks);
        let (levels, end) = (levels(u, area).map(|y| y - area.y), scale.column(run.ticks));
        let (medal, words) = label(page, area, em, end + scale.line, run);
        let areas = medal.iter().map(|medal| medal.area).chain(words.iter().map(|words| words.area));
        let label_end =
            areas.map(Rect::right).max().map_or(end + scale.line, |right| right - area.x + u.px(END_GAP));
        let [running, finished] = inks_of(&page.squares);
        let columns = columns(&run.queens, scale, end, size, levels[1] - levels[0]);
        let (whole, hairline) = (Rect { x: 0, y: 0, ..area }, u.px(HAIRLINE).max(1));
        let frame = [
            Shape::Fill(whole, inks.page),
            Shape::Fill(Rect { y: levels[0], height: hairline, ..whole }, inks.rule),
            Shape::Fill(Rect { y: levels[1], height: hairline, ..whole }, inks.tree),
        ];
        let curve = |z, inks| {
            Drawing::flat(z, frame.iter().cloned().chain(curve(&columns, levels[1], area.width, inks)))
        };
        let bar = Shape::Fill(Rect { width: scale.line, ..whole }, inks.ink);
        page.colours.extend([inks.page, inks.rule, inks.tree, inks.ink].map(Colours::One));
        page.colours.extend(running.into_iter().chain(finished).map(Colours::One));
        page.colours.extend(medal.iter().flat_map(Medal::colours));
        page.colours.extend(words.iter().map(|line| Colours::Blends(line.style.pen)));
        let scene = &mut page.scene;
        let [line, done, future, cursor, label] = [(); 5].map(|()| scene.add(Tag::Chart, area));
        scene.set(line, &(), || curve(RUNNING, running));
        scene.set(future, &(), || Drawing::flat(FUTURE, frame.iter().cloned()));
        scene.shift(future, 0);
        Self {
            area,
            finished: (done, curve(FINISHED, finished)),
            future,
            cursor: (cursor, Drawing::flat(CURSOR, [bar])),
            label,
            medal,
            words,
            font: page.font.clone(),
            scale,
            outcome: run.outcome,
            label_end,
        }
    }

    /// Returns the label right of the end of the chart line; empty until the rank and the text are known.
    fn label(&self, ending: Option<&(Option<usize>, String)>) -> Drawing {
        let Some((rank, words)) = ending else { return Drawing::default() };
        let from = |area: Rect| (area.x - self.area.x, area.y - self.area.y);
        let medal = self.medal.iter().zip(*rank).flat_map(|(medal, rank)| {
            medal.medal(rank, &self.font).map(|shape| shape.moved(from(medal.area)))
        });
        let words = self.words.iter().flat_map(|line| {
            [line.paper(), line.words(0, line.style, words)].map(|shape| shape.moved(from(line.area)))
        });
        Drawing::flat(LABEL, medal.chain(words))
    }
}

impl Panel for ChartPanel {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        let (Some(lane), Some(race)) = (view.lane, view.race) else { return };
        let Self { scale, label_end, .. } = *self;
        let [at, end] = [race.ticks, lane.ticks].map(|tick| scale.column(tick));
        // The cursor is hidden where it would cross the label.
        let is_at_label = at + scale.line > end && at < label_end;
        // The cover begins after this tick.
        let reached = (end + scale.line).min(scale.column(lane.ticks + 1));
        scene.shift(self.future, if lane.ended { end + scale.line } else { reached });
        let is_solved = lane.ended && lane.rank.is_some() && lane.frame.tally.solutions > 0;
        let (finished, (cursor, bar)) = (&self.finished, &self.cursor);
        scene.set(finished.0, &is_solved, || if is_solved { finished.1.clone() } else { Drawing::default() });
        let is_there = !(race.lanes.iter().all(|lane| lane.ended) || lane.ended && is_at_label);
        scene.set(*cursor, &is_there, || if is_there { bar.clone() } else { Drawing::default() });
        scene.shift(*cursor, if is_there { at } else { 0 });
        let ending = lane.ended.then(|| (lane.rank, ending(self.outcome, lane.ticks)));
        scene.set(self.label, &ending, || self.label(ending.as_ref()));
    }
}

/// Returns the shapes of the chart line and of the area below it, in these colours. `base` is the level of no
/// queens.
fn curve(columns: &[[u32; 2]], base: u32, width: u32, [line, below]: [Rgb; 2]) -> Vec<Shape> {
    let (mut shapes, mut left) = (Vec::new(), 0);
    // Equal neighbours are merged.
    for equal in columns.chunk_by(|one, other| one == other) {
        let right = (left + equal.len() as u32).min(width);
        let [low, high] = equal[0];
        for (top, bottom, ink) in [(base - high, base - low, line), (base - low, base, below)] {
            if left < right && top < bottom {
                let area = Rect { x: left, y: top, width: right - left, height: bottom - top };
                shapes.push(Shape::Fill(area, ink));
            }
        }
        left = right;
    }
    shapes
}

/// The vertical extent of the chart line in each column of pixels up to its end, in pixels above the level of
/// no queens.
fn columns(queens: &QueenCurve, scale: TimeScale, end: u32, size: BoardSize, height: u32) -> Vec<[u32; 2]> {
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
    // Vertical lines are as wide as others, unless they would merge.
    let apart = scale.width as f32 / scale.ticks as f32;
    let width = if apart < SPARSE { 1 } else { scale.line as usize };
    let thick = |index: usize| {
        let near = &extents[(index + 1).saturating_sub(width).min(last)..=index.min(last)];
        let low = near.iter().map(|(low, _)| *low).min().unwrap_or_default();
        let high = near.iter().map(|(_, high)| *high).max().unwrap_or_default();
        [level(low), level(high) + scale.line]
    };
    (0..last + scale.line as usize).map(thick).collect()
}

/// Returns the colours of the chart line and the area below it: during the run, and after a solved run.
fn inks_of(squares: &SquareStyle) -> [[Rgb; 2]; 2] {
    /// The share of the solution colour in the area.
    const SOLVED: f32 = 0.35;
    /// Minimum contrast of the area with the page.
    const AREA: f32 = 1.15;
    /// Minimum contrast of the chart line with the page.
    const LINE: f32 = 3.0;
    let SquareStyle { inks, theme, .. } = squares;
    let light = inks.squares[0];
    let area = if light.contrast(inks.page) >= AREA { light } else { inks.rule };
    let deep = inks.deep(State::Solution);
    let line = if deep.contrast(inks.page) >= LINE { deep } else { inks.ink };
    [[inks.ink, area], [line, inks.page.mixed(theme.solution, SOLVED)]]
}

fn label(page: &Page, chart: Rect, em: f32, end: u32, run: &RaceRun) -> (Option<Medal>, Option<TextLine>) {
    let (u, inks) = (Units::of(page.width, page.height), page.squares.inks);
    let (side, [top, base]) = (medal_side(u, chart), levels(u, chart));
    let (middle, x) = (u32::midpoint(top, base), chart.x + end + u.px(END_GAP));
    let y = middle.saturating_sub(side / 2).clamp(chart.y, chart.bottom() - side);
    let area = Rect { x, y, width: side, height: side };
    let holds =
        |area: Rect| area.right() <= chart.right() && area.y >= chart.y && area.bottom() <= chart.bottom();
    let finishes = run.outcome != Outcome::Stopped;
    let medal = finishes && side >= LEAST_MEDAL && holds(area);
    let medal = medal.then(|| Medal::of(area, &page.squares));
    let x = if finishes { area.right() + u.px(WORDS_GAP) } else { x };
    let weight = Weight::Regular;
    let width = page.font.pixels(&ending(run.outcome, run.ticks), em);
    let baseline = middle + (CAP * em / 2.0).round() as u32;
    let deep = inks.deep(State::Solution);
    let solved = run.tally.solutions > 0 && deep.contrast(inks.page) >= TEXT;
    let ink = if solved { deep } else { inks.ink };
    let words = page.line(TextPlace { x, baseline, width, em }, weight, ink, Align::Start);
    (medal, Some(words).filter(|words| holds(words.area)))
}

struct PiecesLine {
    id: Id,
    /// The position of the line of text, and the style of emphasised pieces.
    line: TextLine,
    label: TextStyle,
    font: Font,
}

/// A piece of a line of text, with its start and end in pixels from the left edge.
#[derive(Debug, Hash)]
struct Piece {
    left: u32,
    right: u32,
    is_strong: bool,
    text: String,
}

impl PiecesLine {
    /// Adds a line of text with labels of em `label`; emphasised pieces have the em of `place`.
    fn new(page: &mut Page, place: TextPlace, label: f32) -> Self {
        let inks = page.squares.inks;
        let line = page.line(place, Weight::Bold, inks.ink, Align::Start);
        let pen = Pen { ink: inks.muted, paper: inks.page };
        let label = TextStyle { em: label, weight: Weight::Regular, pen };
        page.colours.extend([label.pen, line.style.pen].map(Colours::Blends));
        let id = page.scene.add(Tag::Text, line.area);
        page.scene.set(id, &(), || Drawing::panel([line.paper()]));
        Self { id, line, label, font: page.font.clone() }
    }

    fn piece(&self, is_strong: bool, text: String, left: impl FnOnce(u32) -> u32) -> Piece {
        let TextStyle { em, weight, .. } = self.style(is_strong);
        let width = self.font.weight(weight).pixels(&text, em);
        let left = left(width);
        Piece { left, right: left + width, is_strong, text }
    }

    const fn style(&self, is_strong: bool) -> TextStyle {
        if is_strong { self.line.style } else { self.label }
    }

    fn write(&self, scene: &mut Scene, pieces: &[Piece]) {
        let line = &self.line;
        let piece = |piece: &Piece| line.words(piece.left, self.style(piece.is_strong), &piece.text);
        let shapes = [line.paper()].into_iter().chain(pieces.iter().map(piece));
        scene.set(self.id, &pieces, || Drawing::panel(shapes));
    }
}

pub fn clock(page: &mut Page, place: TextPlace, word_em: f32) -> impl Panel + use<> {
    let gap = Units::of(page.width, page.height).px(CLOCK_GAP);
    let line = PiecesLine::new(page, place, word_em);
    move |view: &PanelInput<'_>, scene: &mut Scene| {
        let Some(race) = view.race else { return };
        let right = line.line.area.width;
        let number = line.piece(true, Grouped(race.ticks).to_string(), |width| right.saturating_sub(width));
        let word = line.piece(false, TICK.to_owned(), |width| number.left.saturating_sub(gap + width));
        line.write(scene, &[word, number]);
    }
}

/// Shows the clock among the ticks of the axis below the charts. The charts begin at `left`.
pub fn axis(page: &mut Page, place: TextPlace, left: u32, scale: TimeScale) -> impl Panel + use<> {
    let line = PiecesLine::new(page, place, place.em);
    let widest = line.font.weight(Weight::Bold).pixels(&Grouped(scale.ticks).to_string(), place.em);
    let labels = round_ticks(scale, widest + 2 * place.em as u32);
    move |view: &PanelInput<'_>, scene: &mut Scene| {
        let Some(race) = view.race else { return };
        let piece = |tick: u64, is_strong: bool| {
            let middle = left + scale.column(tick) + scale.line / 2;
            let place =
                |width| middle.saturating_sub(width / 2).min(line.line.area.width.saturating_sub(width));
            line.piece(is_strong, Grouped(tick).to_string(), place)
        };
        // The label of the current tick, and all labels that do not touch it.
        let now = piece(race.ticks, true);
        let gap = line.line.style.em as u32 * 3 / 4;
        let is_apart = |label: &Piece| label.right + gap <= now.left || now.right + gap <= label.left;
        let labels = labels.iter().map(|tick| piece(*tick, false)).filter(is_apart);
        let mut pieces: Vec<Piece> = labels.collect();
        pieces.push(now);
        line.write(scene, &pieces);
    }
}

/// Returns round numbers of ticks from 0 on, at least `apart` pixels apart.
fn round_ticks(scale: TimeScale, apart: u32) -> Vec<u64> {
    let powers = (0..20).map_while(|power| 10_u64.checked_pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let works = |step: &u64| scale.ticks / step <= MOST_LABELS && scale.column(*step) >= apart;
    let step = steps.find(works);
    let labels = step.map(|step| (0..=scale.ticks / step).map(move |index| index * step));
    labels.map_or_else(|| vec![0], Iterator::collect)
}

#[derive(Debug, Clone)]
pub struct Medal {
    /// A square.
    pub area: Rect,
    pub page: Rgb,
    /// The colours of face, rim and figure for each rank; further ranks have the last entry.
    pub metals: [[Rgb; 3]; METALS],
}

/// Three ranks with a metal each, and one entry for all other ranks.
const METALS: usize = 4;

/// Diameter of the face, as a share of the medal.
const FACE: f32 = 0.84;
/// Em of the rank, as a share of the diameter.
const RANK: f32 = 0.575;
/// Maximum width of the rank, as a share of the diameter.
const RANK_WIDTH: f32 = 0.66;

impl Medal {
    pub fn of(area: Rect, squares: &SquareStyle) -> Self {
        const FIGURE: Rgb = Rgb::from_hex(0x1d1a17);
        let inks = &squares.inks;
        let metals = if squares.theme.kind.by_shape() {
            [[inks.page, inks.ink, inks.ink]; METALS]
        } else {
            [
                [Rgb::from_hex(0xf2b705), Rgb::from_hex(0xb07d00), FIGURE],
                [Rgb::from_hex(0xc3c7cc), Rgb::from_hex(0x858b93), FIGURE],
                [Rgb::from_hex(0xcf8b4e), Rgb::from_hex(0x8a5420), FIGURE],
                [inks.page, inks.muted, inks.ink],
            ]
        };
        Self { area, page: inks.page, metals }
    }

    /// Returns the shapes of a medal: the page, two discs and the rank, which is counted from 1.
    pub fn shapes(&self, rank: Option<usize>, font: &Font) -> impl Iterator<Item = Shape> {
        let page = Shape::Fill(Rect { x: 0, y: 0, ..self.area }, self.page);
        [page].into_iter().chain(rank.into_iter().flat_map(|rank| self.medal(rank, font)))
    }

    /// Returns the medal without the page around it.
    pub fn medal(&self, rank: usize, font: &Font) -> [Shape; 3] {
        let [face, rim, figure] = self.metals[rank.clamp(1, METALS) - 1];
        let diameter = self.area.width as f32;
        let border = ((1.0 - FACE) * diameter / 2.0).round().max(1.0);
        let centre = (diameter / 2.0, diameter / 2.0);
        let disc = |radius: f32, ink: Rgb| Shape::Disc { centre, radius, ink };
        let (text, weight) = (rank.to_string(), Weight::Bold);
        let width = font.weight(weight).width(&text).max(0.1);
        let em = (RANK_WIDTH * diameter / width).min(RANK * diameter).max(LEAST_EM);
        let sign = Shape::Sign(Sign { centre, text, em, weight, ink: figure });
        [disc(diameter / 2.0, rim), disc(diameter / 2.0 - border, face), sign]
    }

    pub fn colours(&self) -> impl Iterator<Item = Colours> {
        let page = self.page;
        self.metals.into_iter().flat_map(move |[face, rim, figure]| {
            let pens = [(rim, page), (face, rim), (figure, face)];
            pens.map(|(ink, paper)| Colours::Blends(Pen { ink, paper }))
        })
    }
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
        assert_eq!(line[0], [level(2), level(2) + 2]);
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
            let exact = [level(number), level(number) + 2];
            assert_eq!(flat, (tick < 6).then_some(exact), "after tick {tick}");
        }
        assert_eq!(line[5], [0, 2]);
        assert_eq!(line[60], [level(3), level(4) + 2]);
    }
}
