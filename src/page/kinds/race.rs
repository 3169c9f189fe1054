//! The page of a race: the boards of all lanes, and below them a chart for each on a shared time axis.

use std::ops::Range;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::figure::LEAST_EM;
use crate::page::layout::board::{SLIDE, check_width, fit, least_board, on_page_of};
use crate::page::layout::flow::{
    Align, Node, Span, between, column, exactly, first, from, grid, largest, leaf, row, space,
};
use crate::page::layout::{
    TextPlace, TextWidth, Units, across_middle, cap, down_middle, fitted, spring, text,
};
use crate::page::page::{Block, BlockKind};
use crate::page::panels::BoardPanel;
use crate::page::panels::race::{self, ChartPanel, TimeScale};
use crate::page::{Page, PageError, PageSize, PageStyle, PanelContent};
use crate::picture::Rect;
use crate::record::{Counter, RaceRun};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaneContent {
    pub name: String,
    /// The counters that the solver has; a dash is shown for other counters.
    pub counters: Vec<Counter>,
    /// The complete search of the solver.
    pub run: RaceRun,
}

/// The parts of the page of a race. Lanes and counters are given by index, and each text with its em; areas of
/// texts end at the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
enum RaceSlot<'a> {
    Text(&'a str, Weight, f32),
    Label(&'a str, f32, Align),
    /// The clock, with the ems of its word and its number.
    Clock([f32; 2]),
    /// The rank of a lane, in words.
    Note(usize, f32),
    Medal(usize),
    Board(usize),
    Chart(usize),
    Axis,
    Number([usize; 2], f32, Align),
    Rule,
}

/// Shown for a counter that a solver does not have.
const NOT_KEPT: &str = "–";

type RaceSlots<'a> = Vec<(RaceSlot<'a>, Rect)>;

#[derive(Debug, Clone, Copy)]
struct Arrangement {
    kind: Kind,
    /// Boards in a row.
    columns: usize,
    /// The minimum height of a lane's row, in units.
    row: f32,
    /// A factor of the score, relative to other arrangements with boards of the same size.
    factor: f32,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Table,
    /// Two boards with the counters between them.
    Duel,
    Stacked,
}

/// The space that the page must provide: the widest text of each kind.
#[derive(Clone, Copy)]
struct RaceNeeds<'a> {
    size: BoardSize,
    style: &'a PageStyle,
    lanes: &'a [LaneContent],
    ticks: u64,
    title: (&'a str, TextWidth),
    clock: [TextWidth; 2],
    names: [TextWidth; 2],
    note: TextWidth,
    counters: [TextWidth; 2],
    /// The exact width of names above the smallest legible boards.
    least_name: u32,
}

/// A page of a given size with boards of a given width and text at a given scale.
#[derive(Clone, Copy)]
struct RaceLayout<'a> {
    needs: &'a RaceNeeds<'a>,
    u: Units,
    size: (u32, u32),
    scale: f32,
    arrangement: Arrangement,
    chart_title: u32,
    /// Whether charts have the width of the page, below the names of lanes and the numbers of the table.
    is_below: bool,
    board: u32,
}

/// Text scales that are tried, relative to the design.
const SCALES: [f32; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];
/// Minimum text scale on a page made for its boards, if there is such a page.
const GOOD_SCALE: f32 = 0.9;

/// Pages with a smaller ratio of width to height have larger text.
const HIGH: f32 = 0.8;
/// How many times larger text is on pages below the ratio [`HIGH`].
const HIGH_TEXT: f32 = 1.25;
/// Pages with at least this ratio of width to height have lower rows.
const WIDE: f32 = 1.6;

/// Space around everything, in units like all lengths below.
const MARGIN: f32 = 6.0;
const BELOW_TOP_LINE: f32 = 4.0;
const ABOVE_BOARD: f32 = 1.2;
const ABOVE_CHARTS: f32 = 3.6;
/// Space between boards of a row.
const GAP: f32 = 4.0;
/// Space between rows of boards.
const BETWEEN_BOARDS: f32 = 3.0;

/// Em of the title and of the clock.
const LARGEST: f32 = 4.4;
const CLOCK_WORD: f32 = 2.6;
/// Em of names above boards.
const NAME: f32 = 3.0;
const NOTE: f32 = 2.4;
const ROW_NAME: f32 = 2.6;
const ROW_NUMBER: f32 = 3.0;
/// Em of numbers next to boards.
const NUMBER: f32 = 3.6;
const LABEL: f32 = 2.1;

/// Sides of medals that are tried.
const MEDALS: [f32; 2] = [4.4, 3.4];
/// Side of the smallest medal with a legible rank, in pixels.
const LEAST_MEDAL: u32 = 18;

/// Minimum height of a lane's row.
const LEAST_ROW: f32 = 4.2;
/// Height of a lane's row on most pages, if there is space.
const GOOD_ROW: f32 = 7.0;
/// Height of a lane's row in a duel, if there is space.
const DUEL_ROW: f32 = 5.5;
/// Higher rows do not improve the score.
const HIGH_ROW: f32 = 9.0;
/// Maximum height of a lane's row on pages that are not wide.
const MOST_ROW: f32 = 24.0;
/// More lanes than this have lower rows.
const MANY_LANES: f32 = 8.0;

/// Narrower charts may be moved below the names of the lanes.
const GOOD_CHART: f32 = 40.0;
const LEAST_CHART: f32 = 16.0;
/// Minimum height of a chart below its name.
const LOW_CHART: f32 = 6.0;

impl<'a> RaceLayout<'a> {
    /// Lays out the page from top to bottom. `has_heads`: whether boards have heads, or only space for heads.
    fn page(self, has_heads: bool) -> Node<'a, RaceSlot<'a>> {
        let (lanes, gap, down) = (self.lanes(), self.exactly(GAP), self.exactly(BETWEEN_BOARDS));
        let (side, above) = (exactly(self.board), exactly(self.head_height()));
        let headed = |lane| {
            let head = if has_heads { self.head(lane) } else { space(side, above) };
            let cells = [head.wide(side).tall(above), leaf(RaceSlot::Board(lane), side, side)];
            column(cells).gaps(exactly(0), self.exactly(ABOVE_BOARD))
        };
        let boards = match self.arrangement.kind {
            Kind::Table if lanes.len() == 1 => across_middle(headed(0)),
            Kind::Table => grid(self.arrangement.columns, lanes.map(headed)).gaps(from(gap.least), down),
            Kind::Duel => {
                row([headed(0), self.counters_between(), headed(1)]).gaps(self.exactly(3.5), exactly(0))
            }
            Kind::Stacked => {
                let lane = |lane| row([headed(lane), self.counters_beside(lane)]).gaps(gap, down);
                column(lanes.map(lane)).gaps(gap, down)
            }
        };
        let charts = self.charts().pad([0, self.px(ABOVE_CHARTS), 0, 0]);
        let (up, foot) = self.needs.style.font.weight(Weight::Bold).reach(self.em(LABEL));
        let height = exactly(self.label_line(2.8).saturating_sub(foot).max(up));
        let axis = leaf(RaceSlot::Axis, from(0), height).pad([0, 0, 0, foot]);
        let body = down_middle(column([boards, charts, axis]));
        column([self.top_line(), body]).pad([self.px(MARGIN); 4])
    }

    /// Places the title, and the clock on the same baseline.
    fn top_line(self) -> Node<'a, RaceSlot<'a>> {
        let ([word, number], [ticks, tick]) = ([CLOCK_WORD, LARGEST].map(|em| self.em(em)), self.needs.clock);
        let width = tick.pixels(word) + self.px(race::CLOCK_GAP) + ticks.pixels(number);
        let clock = leaf(RaceSlot::Clock([word, number]), exactly(width), exactly(cap(number)));
        let ((title, width_of_title), least) = (self.needs.title, self.u.em(2.6));
        let written = |em| RaceSlot::Text(title, Weight::Bold, em);
        let left = fitted(written, width_of_title, number.max(least), least).when(!title.is_empty());
        let line = row([left, clock]).gaps(self.exactly(3.0), exactly(0));
        line.pad([0, 0, 0, self.px(BELOW_TOP_LINE)]).align(Align::End, Align::Start)
    }

    fn head(self, lane: usize) -> Node<'a, RaceSlot<'a>> {
        let (most, words) = (self.em(NAME), &self.needs.lanes[lane].name);
        let written = move |em| RaceSlot::Text(words, Weight::Bold, em);
        let name = |least: f32| fitted(written, self.needs.names[0], most.max(least), least);
        let [large, small] = MEDALS.map(|units| {
            let side = exactly(self.px(units).max(LEAST_MEDAL));
            leaf(RaceSlot::Medal(lane), side, side)
        });
        let em = self.em(NOTE);
        let note = exactly(self.needs.note.pixels(em) + self.px(1.2));
        let heads = [
            vec![name(most), leaf(RaceSlot::Note(lane, em), note, exactly(cap(em))), large.clone()],
            vec![name(self.u.em(2.2)), large],
            vec![name(self.u.em(1.6)), small],
            vec![name(LEAST_EM)],
            vec![text(written(LEAST_EM), self.needs.least_name, LEAST_EM)],
        ];
        let middle = |node: Node<'a, RaceSlot<'a>>| node.align(Align::Start, Align::Middle);
        let heads = heads.map(|head| row(head.into_iter().map(middle)).gaps(self.exactly(0.8), exactly(0)));
        first(heads.map(middle))
    }

    fn counters_between(self) -> Node<'a, RaceSlot<'a>> {
        let (em, [_, number]) = (self.em(NUMBER), self.needs.counters);
        let rule = |index| leaf(RaceSlot::Rule, from(0), exactly(self.u.hairline())).when(index > 0);
        let counters = self.counters().enumerate().flat_map(|(index, name)| {
            let number = |lane, align| {
                text(RaceSlot::Number([lane, index], em, align), 0, em).wide(exactly(number.pixels(em)))
            };
            let name = self.name_of_counter(name, Align::Middle);
            let texts = row([number(0, Align::Start), name, number(1, Align::End)]);
            let height = between((1.5 * em).ceil() as u32, self.px(7.6));
            [rule(index), down_middle(texts.gaps(self.exactly(2.0), exactly(0))).tall(height)]
        });
        let above = space(from(0), exactly(self.head_height() + self.px(ABOVE_BOARD)));
        column([above, down_middle(column(counters)).tall(exactly(self.board))])
    }

    fn counters_beside(self, lane: usize) -> Node<'a, RaceSlot<'a>> {
        let ([label, em], font) = ([LABEL, NUMBER].map(|em| self.em(em)), &self.needs.style.font);
        let gap = font.weight(Weight::Bold).reach(em).1 + font.reach(label).0 - cap(label);
        let below = (1.2 * label).ceil() as u32;
        let item = cap(em) + gap + cap(label);
        let in_column = (self.board / (item + below)).max(1) as usize;
        let counters = self.counters().enumerate().map(|(index, name)| {
            let number = text(RaceSlot::Number([lane, index], em, Align::Start), self.counter_width(em), em);
            column([number, self.name_of_counter(name, Align::Start)]).gaps(exactly(0), exactly(gap))
        });
        let counters = grid(self.counters().len().div_ceil(in_column), counters);
        let counters = counters.gaps(self.exactly(1.6), between(below, below + item / 2));
        column([space(from(0), exactly(self.head_height())), spring(), counters])
    }

    fn charts(self) -> Node<'a, RaceSlot<'a>> {
        let counters = match self.arrangement.kind {
            Kind::Table => self.counters().len(),
            Kind::Duel | Kind::Stacked => 0,
        };
        let [label, em, number] = [LABEL, ROW_NAME, ROW_NUMBER].map(|em| self.em(em));
        let name = self.needs.names[1].pixels(em);
        let pitch = between(self.counter_width(number), self.px(12.4));
        // Text in a row is at the level of its chart line.
        let (up, down) = self.needs.style.font.weight(Weight::Bold).reach(number);
        let foot = between(down, if self.is_below { down } else { self.px(race::BELOW_CHART) + 1 });
        let rows = between(self.row(), self.px(if self.is_wide() { HIGH_ROW } else { MOST_ROW }));
        let height = if self.is_below { exactly(up + down) } else { rows };
        let on_foot = |text| column([spring(), text, space(exactly(0), foot)]).tall(height);
        let line = |lane: usize, width| {
            let name = RaceSlot::Text(&self.needs.lanes[lane].name, Weight::Regular, em);
            let key = move |counter| RaceSlot::Number([lane, counter], number, Align::End);
            let numbers = (0..counters).map(move |counter| text(key(counter), 0, number).wide(pitch));
            let name = text(name, 0, em).wide(width);
            [name].into_iter().chain(numbers).map(on_foot)
        };
        let words =
            |words, align, width| leaf(RaceSlot::Label(words, label, align), width, exactly(cap(label)));
        let names = self.counters().take(counters).map(|name| words(name, Align::End, pitch));
        let head = |width, indent| {
            let title = words(race::CHART_TITLE, Align::Start, width);
            title.pad([indent, 0, 0, self.label_line(3.0) - cap(label)])
        };
        let gap = self.exactly(1.6);
        if self.is_below {
            let width = from(name.max(self.chart_title));
            let lane = |lane| {
                let line = row(line(lane, width)).gaps(gap, gap);
                column([line, leaf(RaceSlot::Chart(lane), from(0), from(self.px(LOW_CHART)))]).tall(rows)
            };
            let head = row([head(width, 0)].into_iter().chain(names)).gaps(gap, gap);
            return column([head].into_iter().chain(self.lanes().map(lane)));
        }
        let indent = name + self.px(3.0);
        let lanes = self.lanes().flat_map(|lane| {
            let mut line = line(lane, exactly(indent));
            let chart = leaf(RaceSlot::Chart(lane), from(self.px(LEAST_CHART)), rows);
            let named = line.next().map(|name| row([name, chart]));
            named.into_iter().chain(line)
        });
        let head = first([indent, 0].map(|indent| head(from(self.chart_title), indent)));
        grid(1 + counters, [head].into_iter().chain(names).chain(lanes)).gaps(gap, exactly(0))
    }

    fn name_of_counter(self, name: &'a str, align: Align) -> Node<'a, RaceSlot<'a>> {
        let em = self.em(LABEL);
        text(RaceSlot::Label(name, em, align), self.needs.counters[0].pixels(em), em)
    }

    /// Returns the width of the widest number at this em, or of the widest counter name if that is wider.
    fn counter_width(self, em: f32) -> u32 {
        let [name, number] = self.needs.counters;
        name.pixels(self.em(LABEL)).max(number.pixels(em))
    }

    fn counters(self) -> impl ExactSizeIterator<Item = &'a str> {
        self.needs.style.panels.counters.iter().map(|counter| counter.name())
    }

    fn lanes(self) -> Range<usize> {
        0..self.needs.lanes.len()
    }

    fn head_height(self) -> u32 {
        self.px(MEDALS[0]).max(LEAST_MEDAL).max((1.3 * self.em(NAME)).ceil() as u32)
    }

    /// Returns the height of a line of labels, at least `units`.
    fn label_line(self, units: f32) -> u32 {
        self.px(units).max((1.35 * self.em(LABEL)).ceil() as u32)
    }

    fn row(self) -> u32 {
        let (up, down) = self.needs.style.font.weight(Weight::Bold).reach(self.em(ROW_NUMBER));
        let share = (MANY_LANES / self.needs.lanes.len() as f32).min(1.0);
        let chart = if self.is_below { self.px(LOW_CHART) } else { 0 };
        self.px(self.arrangement.row * share).max(up + down + chart)
    }

    fn is_wide(self) -> bool {
        self.size.0 as f32 / self.size.1 as f32 >= WIDE
    }

    fn px(self, units: f32) -> u32 {
        self.u.px(units)
    }

    fn exactly(self, units: f32) -> Span {
        exactly(self.px(units))
    }

    fn em(self, units: f32) -> f32 {
        self.u.em(units * self.scale)
    }

    /// Returns the page with the largest boards that fit, and its score, if the score exceeds `best`.
    fn largest(self, best: f32) -> Option<(f32, Self)> {
        let full = self.size.0 - 2 * self.px(MARGIN);
        let [beside, below] = [false, true].map(|is_below| Self { is_below, ..self });
        let least = beside.charts().width.least;
        let is_narrow = !self.is_wide() && least + self.px(GOOD_CHART - LEAST_CHART) > full;
        let below = is_narrow.then_some(below).filter(|below| below.charts().width.least <= full);
        // Charts next to the names are shorter, but boards may be larger; charts below the names fit narrower
        // pages.
        let tried = [(least <= full).then_some(beside), below].into_iter().flatten();
        let found = tried.filter_map(|layout| {
            let page = |board| Self { board, ..layout }.page(false);
            // Usually the largest board fits.
            let boards = layout.boards(best);
            let (last, smaller) = boards.split_last()?;
            let found = page(*last).placed(self.size.0, self.size.1).map(|slots| (*last, slots));
            let (board, slots) = found.or_else(|| largest(smaller, self.size, page).next())?;
            let top = |key| area_of(&slots, key).y;
            let rows = (top(RaceSlot::Axis) - top(RaceSlot::Chart(0))) as f32 / self.needs.lanes.len() as f32;
            Some((Self { board, ..layout }.score(rows), Self { board, ..layout }))
        });
        found.max_by_key(|(_, layout)| layout.board).filter(|(score, _)| *score > best)
    }

    /// Returns widths of boards with whole-pixel squares that may score above `best`; the largest may not fit.
    fn boards(self, best: f32) -> Vec<u32> {
        let (needs, columns) = (self.needs, self.arrangement.columns as u32);
        let lanes = needs.lanes.len() as u32;
        let spaces = [MARGIN, MARGIN, BELOW_TOP_LINE, ABOVE_CHARTS].map(|units| self.px(units));
        let texts = [cap(self.em(LARGEST)), self.label_line(3.0), self.label_line(2.8)];
        let fixed = spaces.iter().chain(&texts).sum::<u32>() + lanes * self.row();
        let high = self.size.1.saturating_sub(fixed) / lanes.div_ceil(columns);
        let between = 2 * self.px(MARGIN) + (columns - 1) * self.px(GAP);
        let wide = self.size.0.saturating_sub(between) / columns;
        let most = high.saturating_sub(self.head_height()).min(wide);
        let least = least_board(needs.size, needs.style, true).max(needs.least_name);
        let squares = u32::from(needs.size.get());
        let sides = (1..=most / squares).map(|side| side * squares).filter(|board| *board >= least);
        let mut boards = needs.style.width.map_or_else(|| sides.collect(), |width| vec![width]);
        boards.retain(|board| Self { board: *board, ..self }.score(HIGH_ROW * self.u.0) > best);
        boards
    }

    /// Returns the score with rows of this height. Board size counts most, then row height, then text size.
    fn score(self, row: f32) -> f32 {
        let row = row.min(HIGH_ROW * self.u.0);
        self.board as f32 * row.sqrt() * self.arrangement.factor * self.scale.powf(0.7)
    }
}

fn area_of(slots: &[(RaceSlot<'_>, Rect)], key: RaceSlot<'_>) -> Rect {
    slots.iter().find(|(slot, _)| *slot == key).map_or_else(Rect::default, |(_, area)| *area)
}

impl Arrangement {
    fn all(lanes: usize, is_wide: bool) -> impl Iterator<Item = Self> {
        // Rows of boards are full, or nearly.
        let is_full = move |columns: &usize| {
            lanes.div_ceil(lanes.div_ceil(*columns)) == *columns && (*columns > 1 || lanes == 1)
        };
        let row = if is_wide { LEAST_ROW } else { GOOD_ROW };
        let table = move |columns| {
            let factor = if lanes.is_multiple_of(columns) { 1.0 } else { 0.7 };
            Self { kind: Kind::Table, columns, row, factor }
        };
        let duel = Self { kind: Kind::Duel, columns: 2, row: DUEL_ROW, factor: 1.3 };
        let stacked = Self { kind: Kind::Stacked, columns: 1, row: GOOD_ROW, factor: 1.0 };
        (1..=lanes).filter(is_full).map(table).chain((lanes == 2).then_some(duel)).chain([stacked])
    }
}

impl<'a> RaceNeeds<'a> {
    fn of(size: BoardSize, style: &'a PageStyle, lanes: &'a [LaneContent]) -> Self {
        let PageStyle { panels: PanelContent { title, counters, most, .. }, font, .. } = style;
        let wide = |text: &str| TextWidth::of(font, Weight::Regular, text);
        let name = |weight| TextWidth::widest(font, weight, lanes.iter().map(|lane| &lane.name));
        let names = counters.iter().map(|counter| counter.name());
        let ticks = lanes.iter().map(|lane| lane.run.ticks).max().unwrap_or_default();
        let least_names = lanes.iter().map(|lane| font.weight(Weight::Bold).pixels(&lane.name, LEAST_EM));
        let notes = (1..=lanes.len()).map(|rank| race::note(rank, ticks));
        Self {
            size,
            style,
            lanes,
            ticks,
            title: (title, TextWidth::of(font, Weight::Bold, title)),
            clock: [TextWidth::of_number(font, ticks), wide(race::TICK)],
            names: [Weight::Bold, Weight::Regular].map(name),
            note: TextWidth::widest(font, Weight::Regular, notes),
            counters: [TextWidth::widest(font, Weight::Regular, names), TextWidth::of_number(font, *most)],
            least_name: least_names.max().unwrap_or_default(),
        }
    }

    /// Returns the best arrangement on a page of this size with at least this text scale; `None` if nothing fits.
    fn on_page(&'a self, least_scale: f32, size: (u32, u32)) -> Option<(RaceLayout<'a>, RaceSlots<'a>)> {
        let (u, shape) = (Units::of(size.0, size.1), size.0 as f32 / size.1 as f32);
        let designed = if shape < HIGH { HIGH_TEXT } else { 1.0 };
        let mut best: Option<(f32, RaceLayout<'_>)> = None;
        for scale in SCALES.into_iter().filter(|scale| *scale >= least_scale) {
            let scale = scale * designed;
            let chart_title = self.style.font.pixels(race::CHART_TITLE, u.em(LABEL * scale));
            for arrangement in Arrangement::all(self.lanes.len(), shape >= WIDE) {
                let (needs, is_below, board) = (self, false, 0);
                let layout = RaceLayout { needs, u, size, scale, arrangement, chart_title, is_below, board };
                // A page made for its boards can have rows of a good height.
                let low = Arrangement { row: LEAST_ROW, ..arrangement };
                let low = (least_scale == 0.0).then_some(RaceLayout { arrangement: low, ..layout });
                let to_beat = best.map_or(0.0, |(score, _)| score);
                best = [layout].into_iter().chain(low).find_map(|layout| layout.largest(to_beat)).or(best);
            }
            // All text has its minimum size already.
            if scale * LARGEST * u.0 <= LEAST_EM {
                break;
            }
        }
        let (_, layout) = best?;
        Some((layout, layout.page(true).placed(size.0, size.1)?))
    }

    fn placed(&'a self) -> Result<(RaceLayout<'a>, RaceSlots<'a>), PageError> {
        let style = self.style;
        let least = least_board(self.size, style, true);
        style.width.map_or(Ok(()), |width| check_width(width, least))?;
        style.page.map_or(Ok(()), PageSize::check)?;
        let on_page = |width, height, _| self.on_page(0.0, (width, height));
        // A page made for its boards has text of a good size, if such a page exists.
        if let (page @ PageSize::Ratio(..), Some(_)) = (style.page.unwrap_or(SLIDE), style.width) {
            let generous = |width, height, _| self.on_page(GOOD_SCALE, (width, height));
            return fit(page, true, generous).or_else(|_| fit(page, true, on_page));
        }
        on_page_of(style, on_page)
    }
}

impl Page {
    /// Creates a page with a lane for each solver of a race. Uses only the counters and the title of the panels in
    /// `style`. Without a page size, the page is the default of the medium or, for boards of a given width, a slide.
    pub fn of_race(size: BoardSize, style: &PageStyle, lanes: &[LaneContent]) -> Result<Self, PageError> {
        if lanes.is_empty() {
            return Err(PageError::NoLanes);
        }
        let texts = lanes.iter().map(|lane| lane.name.as_str()).chain(race::WORDS).chain([NOT_KEPT]);
        let lacking = style.lacking(size).or_else(|| style.font.lacking_in(texts));
        lacking.map_or(Ok(()), |character| Err(PageError::NoGlyph(character)))?;
        let needs = RaceNeeds::of(size, style, lanes);
        let untitled = RaceNeeds { title: Default::default(), ..needs };
        let works_untitled = || !needs.title.0.is_empty() && untitled.placed().is_ok();
        let (layout, slots) = needs.placed().map_err(|error| match error {
            PageError::TooMuchText if works_untitled() => PageError::TitleTooLong,
            error => error,
        })?;
        let style = &style.for_squares_of(layout.board / u32::from(size.get()));
        let mut page = Self::with_boards(layout.size, style, true, true);
        let (inks, label) = (page.squares.inks, layout.em(LABEL));
        // The last chart is the highest.
        let chart = area_of(&slots, RaceSlot::Chart(lanes.len() - 1));
        let scale = TimeScale::of(needs.ticks, layout.u, chart);
        page.blocks = blocks(&slots, layout.size);
        for (slot, area) in slots {
            let line = |em| TextPlace::at(area, em);
            match slot {
                RaceSlot::Text(text, weight, em) => _ = page.add_text(line(em), weight, text),
                RaceSlot::Label(text, em, align) => {
                    page.add_text_in(line(em), Weight::Regular, inks.muted, align, text);
                }
                RaceSlot::Number([lane, counter], em, align) => {
                    let counter = style.panels.counters[counter];
                    if lanes[lane].counters.contains(&counter) {
                        page.add_counter(lane, counter, line(em), align);
                    } else {
                        page.add_text_in(line(em), Weight::Regular, inks.muted, align, NOT_KEPT);
                    }
                }
                RaceSlot::Clock([word, em]) => page.add(0, |page| race::clock(page, line(em), word)),
                RaceSlot::Note(lane, em) => page.add(lane, |page| race::rank_in_words(page, line(em))),
                RaceSlot::Medal(lane) => page.add(lane, |page| race::rank_medal(page, area)),
                RaceSlot::Board(lane) => {
                    page.add(lane, |page| BoardPanel::new(page, size, style, area, true));
                }
                RaceSlot::Chart(lane) => {
                    let run = &lanes[lane].run;
                    page.add(lane, |page| ChartPanel::new(page, size, run, scale, area, label));
                }
                RaceSlot::Axis => page.add(0, |page| race::axis(page, line(label), chart.x - area.x, scale)),
                RaceSlot::Rule => _ = page.add_fill(area, inks.rule),
            }
        }
        Ok(page)
    }
}

/// Returns the blocks of a page whose boards are in one row: the top, each board with its name, and everything
/// below; no blocks for other pages.
fn blocks(slots: &RaceSlots<'_>, (width, height): (u32, u32)) -> Vec<Block> {
    let boards = slots.iter().filter_map(|(slot, area)| matches!(slot, RaceSlot::Board(_)).then_some(*area));
    let boards: Vec<Rect> = boards.collect();
    let Some(top) =
        boards.first().map(|first| first.y).filter(|top| boards.iter().all(|board| board.y == *top))
    else {
        return Vec::new();
    };
    let (left, right) = (boards[0].x, boards.iter().map(|board| board.right()).max().unwrap_or(width));
    let above = slots.iter().filter(|(_, area)| area.bottom() <= top);
    // Names overlap the range of each board; the title and the clock are above them.
    let of_names =
        |(slot, _): &&(RaceSlot<'_>, Rect)| matches!(slot, RaceSlot::Medal(_) | RaceSlot::Note(..));
    let names = above.clone().filter(of_names).map(|(_, area)| area.y).min().unwrap_or(top);
    let title =
        above.map(|(_, area)| area.bottom()).filter(|bottom| *bottom <= names).max().unwrap_or_default();
    let (head, foot) = (u32::midpoint(title, names), boards[0].bottom());
    let block = |kind, area| Block { kind, area, grid: None };
    let across = |y, bottom: u32| Rect { x: left, y, width: right - left, height: bottom - y };
    let lane = |board: Rect| Rect { y: head, height: foot - head, ..board };
    let mut blocks = vec![block(BlockKind::Title, across(0, head))];
    blocks.extend(boards.iter().map(|board| block(BlockKind::Lane, lane(*board))));
    // Counters between two boards.
    let beside = slots.iter().map(|(_, area)| *area).filter(|area| {
        let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
        (head..foot).contains(&y) && !boards.iter().any(|board| (board.x..board.right()).contains(&x))
    });
    blocks.extend(beside.reduce(Rect::with).map(|area| block(BlockKind::Counters, area)));
    blocks.push(block(BlockKind::Charts, across(foot, height)));
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Font;

    const NAMES: [&str; 8] = [
        "backtracking",
        "forward-checking",
        "eager",
        "min-conflicts",
        "marking",
        "bitfield",
        "permutations",
        "random",
    ];
    const FEW: [Counter; 3] = [Counter::Tests, Counter::Placements, Counter::Backtracks];
    const MANY: [Counter; 6] = [
        Counter::Tests,
        Counter::Placements,
        Counter::Backtracks,
        Counter::Boards,
        Counter::Moves,
        Counter::Pruned,
    ];

    /// Returns the parts of a page with the areas of their texts.
    fn layout(
        (lanes, squares): (usize, u32),
        counters: &[Counter],
        title: &'static str,
        (width, height): (u32, u32),
    ) -> Option<RaceSlots<'static>> {
        let run = RaceRun { ticks: 12_345, ..RaceRun::default() };
        let lane = |name: &str| LaneContent { name: name.to_owned(), counters: Vec::new(), run: run.clone() };
        let panels = PanelContent {
            title: title.to_owned(),
            counters: counters.to_vec(),
            most: 12_345,
            ..PanelContent::default()
        };
        let style = PageStyle { panels, ..PageStyle::default() };
        let lanes: Vec<LaneContent> = NAMES[..lanes].iter().copied().map(lane).collect();
        let needs = RaceNeeds::of(BoardSize::new(squares.into()).unwrap(), &style, &lanes);
        let (_, slots) = needs.on_page(0.0, (width, height))?;
        let lasting = |(slot, area): (RaceSlot<'_>, Rect)| (lasting(slot, title), area);
        Some(slots.into_iter().map(lasting).collect())
    }

    fn lasting(slot: RaceSlot<'_>, title: &'static str) -> RaceSlot<'static> {
        let counters = MANY.map(Counter::name);
        let texts = NAMES.iter().copied().chain(counters).chain([title, race::CHART_TITLE]);
        let same = |text: &str| { texts }.find(|other| *other == text).unwrap();
        match slot {
            RaceSlot::Text(text, weight, em) => RaceSlot::Text(same(text), weight, em),
            RaceSlot::Label(text, em, align) => RaceSlot::Label(same(text), em, align),
            RaceSlot::Clock(ems) => RaceSlot::Clock(ems),
            RaceSlot::Note(lane, em) => RaceSlot::Note(lane, em),
            RaceSlot::Medal(lane) => RaceSlot::Medal(lane),
            RaceSlot::Board(lane) => RaceSlot::Board(lane),
            RaceSlot::Chart(lane) => RaceSlot::Chart(lane),
            RaceSlot::Axis => RaceSlot::Axis,
            RaceSlot::Number(key, em, align) => RaceSlot::Number(key, em, align),
            RaceSlot::Rule => RaceSlot::Rule,
        }
    }

    fn part((slot, area): (RaceSlot<'_>, Rect)) -> Rect {
        let font = Font::default();
        let Rect { x, width, .. } = area;
        let line = |weight, em| TextPlace { x, baseline: area.bottom(), width, em }.area(&font, weight);
        match slot {
            RaceSlot::Text(_, weight, em) => line(weight, em),
            RaceSlot::Clock([_, em]) | RaceSlot::Number(_, em, _) => line(Weight::Bold, em),
            RaceSlot::Note(_, em) | RaceSlot::Label(_, em, _) => line(Weight::Regular, em),
            RaceSlot::Medal(_)
            | RaceSlot::Board(_)
            | RaceSlot::Chart(_)
            | RaceSlot::Axis
            | RaceSlot::Rule => area,
        }
    }

    fn ems(slot: RaceSlot<'_>) -> Vec<f32> {
        match slot {
            RaceSlot::Clock(ems) => ems.to_vec(),
            RaceSlot::Text(_, _, em)
            | RaceSlot::Label(_, em, _)
            | RaceSlot::Note(_, em)
            | RaceSlot::Number(_, em, _) => {
                vec![em]
            }
            RaceSlot::Medal(_)
            | RaceSlot::Board(_)
            | RaceSlot::Chart(_)
            | RaceSlot::Axis
            | RaceSlot::Rule => Vec::new(),
        }
    }

    fn boards(places: &RaceSlots<'_>) -> Vec<Rect> {
        let board = |(slot, area): &(RaceSlot<'_>, Rect)| matches!(slot, RaceSlot::Board(_)).then_some(*area);
        places.iter().filter_map(board).collect()
    }

    #[test]
    fn all_is_on_the_page_nothing_overlaps_and_edges_are_on_the_margins() {
        let (mut found, mut tried) = (0, 0);
        for (lanes, squares, counters, title) in [
            (1, 8, &FEW[..], ""),
            (2, 8, &FEW, "Eight queens, two ways"),
            (2, 1, &[], ""),
            (3, 6, &FEW, "Six queens"),
            (3, 12, &MANY, ""),
            (4, 8, &FEW, "Who is first?"),
            (4, 4, &MANY, ""),
            (5, 8, &FEW, "Five"),
            (8, 8, &FEW, ""),
        ] {
            for width in (200..2600).step_by(197) {
                for height in (200..2600).step_by(211) {
                    tried += 1;
                    let Some(places) = layout((lanes, squares), counters, title, (width, height)) else {
                        continue;
                    };
                    found += 1;
                    let u = Units::of(width, height);
                    let margin = u.px(MARGIN);
                    let context = format!("{width}×{height}, {lanes} lanes: {places:?}");
                    let parts: Vec<Rect> = places.iter().map(|place| part(*place)).collect();
                    for (index, part) in parts.iter().enumerate() {
                        assert!(part.right() + margin <= width && part.bottom() <= height, "{context}");
                        assert!(part.x >= margin, "{context}");
                        let clash = parts[..index].iter().find(|other| other.overlaps(*part));
                        assert_eq!(clash, None, "{part:?} {context}");
                    }
                    let right = parts.iter().map(|part| part.right()).max();
                    assert_eq!(right, Some(width - margin), "{context}");
                    assert_eq!(parts.iter().map(|part| part.x).min(), Some(margin), "{context}");
                    assert!(
                        places.iter().flat_map(|(slot, _)| ems(*slot)).all(|em| em >= LEAST_EM),
                        "{context}"
                    );
                    assert_eq!(boards(&places).len(), lanes);
                    for board in boards(&places) {
                        assert_eq!((board.width % squares, board.height), (0, board.width));
                        assert!(board.width >= 8 * squares);
                    }
                    let (mut charts, mut numbers, mut names) = (0, 0, [0, 0]);
                    for (slot, area) in &places {
                        match slot {
                            RaceSlot::Chart(lane) => {
                                assert_eq!(*lane, charts);
                                charts += 1;
                                let [top, base] = race::levels(u, *area);
                                assert!(
                                    area.y <= top && top + 8 <= base && base < area.bottom(),
                                    "{context}"
                                );
                            }
                            RaceSlot::Number(..) => numbers += 1,
                            RaceSlot::Text(text, weight, _) if NAMES.contains(text) => {
                                names[usize::from(*weight == Weight::Regular)] += 1;
                            }
                            RaceSlot::Text(..)
                            | RaceSlot::Label(..)
                            | RaceSlot::Clock(_)
                            | RaceSlot::Note(..)
                            | RaceSlot::Medal(_)
                            | RaceSlot::Board(_)
                            | RaceSlot::Axis
                            | RaceSlot::Rule => {}
                        }
                    }
                    assert_eq!((charts, numbers, names), (lanes, lanes * counters.len(), [lanes; 2]));
                }
            }
        }
        assert!(2 * found > tried, "{found} of {tried}");
    }

    #[test]
    fn common_pages_have_room_for_common_races() {
        for short in [480, 540, 720, 1080, 1440, 2160] {
            let long = short * 16 / 9;
            for page in [(long, short), (short * 4 / 3, short), (short, short), (short, long)] {
                for lanes in 2..=4 {
                    for squares in [1, 4, 6, 8, 12] {
                        let found = layout((lanes, squares), &FEW, "Queens", page);
                        // Twelve squares of 8 pixels are too wide side by side on a small page.
                        let small = squares == 12 && short < 720;
                        assert!(found.is_some() || small, "{page:?}, {lanes} lanes of {squares}");
                    }
                }
            }
            for lanes in 5..=8 {
                assert!(short < 720 || layout((lanes, 8), &FEW, "", (long, short)).is_some(), "{lanes}");
            }
        }
        assert!(layout((2, 64), &FEW, "Many queens", (3840, 2160)).is_some());
    }

    #[test]
    fn lanes_are_arranged_by_the_shape_of_the_page() {
        let in_a_row = |lanes, page| {
            let found = boards(&layout((lanes, 8), &FEW, "", page).unwrap());
            found.iter().filter(|board| board.y == found[0].y).count()
        };
        assert_eq!([2, 3, 4].map(|lanes| in_a_row(lanes, (1920, 1080))), [2, 3, 4]);
        assert_eq!([2, 3, 4].map(|lanes| in_a_row(lanes, (1080, 1920))), [1, 1, 2]);
        assert_eq!([2, 3].map(|lanes| in_a_row(lanes, (1080, 1080))), [2, 3]);
    }

    #[test]
    fn the_designed_page_has_the_designed_places() {
        let found = layout((4, 6), &FEW, "Six queens, four ways", (1920, 1080)).unwrap();
        let boards = boards(&found);
        assert_eq!(boards.iter().map(|board| board.x).collect::<Vec<_>>(), [60, 520, 980, 1440]);
        assert!(boards.iter().all(|board| board.y.abs_diff(187) <= 1 && board.width == 420), "{boards:?}");
        let u = Units::of(1920, 1080);
        for (slot, area) in &found {
            let (actual, designed, most) = match slot {
                RaceSlot::Text("Six queens, four ways", ..) => (area.bottom(), 91, 1),
                RaceSlot::Text("backtracking", Weight::Bold, _) => (area.bottom(), 164, 1),
                RaceSlot::Label(race::CHART_TITLE, ..) => (area.bottom(), 658, 1),
                RaceSlot::Chart(3) => (race::levels(u, *area)[1], 983, 1),
                RaceSlot::Axis => (area.bottom(), 1014, 2),
                RaceSlot::Number([0, 2], ..) => (area.right(), 1860, 0),
                _ => continue,
            };
            assert!(actual.abs_diff(designed) <= most, "{slot:?}: {area:?}");
        }
    }
}
