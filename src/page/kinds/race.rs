//! The page of a race: the boards of all lanes, and below them a chart for each on one clock.

use std::ops::Range;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::layout::board::{SLIDE, check_width, fit, least_board, on_slide};
use crate::page::layout::flow::{Align, Node, Span, between, column, exactly, first, from, grid};
use crate::page::layout::flow::{largest, leaf, row, space};
use crate::page::layout::text_place::TextPlace;
use crate::page::layout::text_width::TextWidth;
use crate::page::layout::words::{across_middle, down_middle, fitted, spring, text};
use crate::page::panels::race::{self, AxisPanel, ChartPanel, ClockPanel, MedalPanel, NotePanel, TimeScale};
use crate::page::panels::{BoardPanel, CounterPanel, counters};
use crate::page::slot::{Align as TextAlign, FillSlot};
use crate::page::units::{Units, cap};
use crate::page::{Page, PageError, PageSize, PageStyle, PanelContent};
use crate::picture::Rect;
use crate::record::{Counter, Run};

/// A solver of a race.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lane {
    /// Its name.
    pub name: String,
    /// The counters that it keeps; of others a dash is shown.
    pub counters: Vec<Counter>,
    /// What it will do.
    pub run: Run,
}

/// What a page of a race has: lanes and counters by their numbers, texts with their ems.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot {
    Title(f32),
    /// With the ems of its word and of its number.
    Clock([f32; 2]),
    /// What is above a board, before it is laid out.
    Head(usize),
    Name(usize, f32),
    /// The rank in words.
    Note(usize, f32),
    Medal(usize),
    Board(usize),
    ChartTitle(f32),
    /// The name of a lane in the row of its chart.
    RowName(usize, f32),
    /// With the em of the words in it.
    Chart(usize, f32),
    Axis(f32),
    /// The name of a counter.
    Counter(usize, f32, TextAlign),
    /// The number of a lane's counter, and one in the row of its chart.
    Number([usize; 2], f32, TextAlign),
    RowNumber([usize; 2], f32),
    Rule,
}

type Places = Vec<(Slot, Rect)>;

/// The size of a page, and everything in its place.
type Placed = ((u32, u32), Places);

#[derive(Debug, Clone, Copy)]
enum Arrangement {
    /// So many boards in a row, the counters in a table beside the charts.
    Table(usize),
    /// Two boards, the counters between them.
    Duel,
    /// Each board with its counters beside it, one below the other.
    Stacked,
}

/// Where the names of lanes are, and the numbers of a table.
#[derive(Debug, Clone, Copy)]
enum Charts {
    /// Beside charts of at least this width.
    Beside(f32),
    /// Above charts as wide as the page.
    Below,
}

/// What the page must have room for: of each kind of text the widest.
#[derive(Clone)]
struct Needs<'a> {
    size: BoardSize,
    style: &'a PageStyle,
    lanes: &'a [Lane],
    /// The least size of text against the designed one.
    least_scale: f32,
    title: TextWidth,
    /// The number of the clock, and the word before it.
    clock: [TextWidth; 2],
    /// Above boards, and in rows.
    names: [TextWidth; 2],
    note: TextWidth,
    /// The name of each counter, and its largest number.
    counters: Vec<[TextWidth; 2]>,
}

/// A page of a given size, with text of a given scale.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    needs: &'a Needs<'a>,
    u: Units,
    size: (u32, u32),
    scale: f32,
    /// The exact widths of the words above charts, and of the widest name as small as can be read.
    chart_title: u32,
    least_name: u32,
}

/// The sizes of text that are tried, against the designed one, and the least on a page that is made for
/// its boards.
const SCALES: [f32; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];
const GOOD_SCALE: f32 = 0.9;

/// Pages narrower than this against their height have larger text, those wider than that lower rows.
const HIGH: f32 = 0.8;
const HIGH_TEXT: f32 = 1.25;
const WIDE: f32 = 1.6;

/// Space: around everything; below the top line; above a board and the charts; between boards in a row, and
/// between rows of boards.
const MARGIN: f32 = 6.0;
const BELOW_TOP_LINE: f32 = 4.0;
const ABOVE_BOARD: f32 = 1.2;
const ABOVE_CHARTS: f32 = 3.6;
const GAP: f32 = 4.0;
const BETWEEN_BOARDS: f32 = 3.0;

/// Ems: title and clock; the word of the clock; names above boards; notes; names of rows and numbers in
/// them; numbers beside boards; and what explains all these.
const LARGEST: f32 = 4.4;
const CLOCK_WORD: f32 = 2.6;
const NAME: f32 = 3.0;
const NOTE: f32 = 2.4;
const ROW_NAME: f32 = 2.6;
const ROW_NUMBER: f32 = 3.0;
const NUMBER: f32 = 3.6;
const LABEL: f32 = 2.1;

/// Medals, and the smallest one in pixels whose rank can be read.
const MEDALS: [f32; 2] = [4.4, 3.4];
const LEAST_MEDAL: u32 = 18;

/// The height of the row of a lane: the least; of most pages, of duels; from which on it is not better; and
/// the greatest on pages that are not wide.
const LEAST_ROW: f32 = 4.2;
const GOOD_ROW: f32 = 7.0;
const DUEL_ROW: f32 = 5.5;
const HIGH_ROW: f32 = 9.0;
const MOST_ROW: f32 = 24.0;
/// More lanes than this have lower rows.
const MANY_LANES: f32 = 8.0;

/// The least widths of a chart.
const GOOD_CHART: f32 = 40.0;
const LEAST_CHART: f32 = 16.0;

impl<'a> Sheet<'a> {
    /// From top to bottom, with boards of this width.
    fn page(self, arrangement: Arrangement, charts: Charts, least_row: f32, board: u32) -> Node<'a, Slot> {
        let (lanes, gap, down) = (0..self.needs.lanes.len(), self.exactly(GAP), self.exactly(BETWEEN_BOARDS));
        let boards = match arrangement {
            Arrangement::Table(1) => across_middle(self.headed(0, board)),
            Arrangement::Table(columns) => {
                grid(columns, lanes.map(|lane| self.headed(lane, board))).gaps(from(gap.least), down)
            }
            Arrangement::Duel => {
                row([self.headed(0, board), self.counters_between(board), self.headed(1, board)])
                    .gaps(self.exactly(3.5), down)
            }
            Arrangement::Stacked => {
                let lane = |lane| row([self.headed(lane, board), self.counters_beside(lane, board)]);
                column(lanes.map(|number| lane(number).gaps(gap, down))).gaps(gap, down)
            }
        };
        let charts = self.charts(arrangement, charts, least_row).pad([0, self.px(ABOVE_CHARTS), 0, 0]);
        let axis = leaf(Slot::Axis(self.em(LABEL)), from(0), exactly(self.axis_height()));
        let body = down_middle(column([boards, charts, axis]));
        column([self.top_line(), body]).pad([self.px(MARGIN); 4])
    }

    /// The title, and the clock on the same baseline.
    fn top_line(self) -> Node<'a, Slot> {
        let ([word, number], [ticks, tick]) = ([CLOCK_WORD, LARGEST].map(|em| self.em(em)), self.needs.clock);
        let width = tick.pixels(word) + self.px(race::CLOCK_GAP) + ticks.pixels(number);
        let clock = leaf(Slot::Clock([word, number]), exactly(width), exactly(cap(number)));
        let least = self.u.em(2.6);
        let title = fitted(Slot::Title, self.needs.title, number.max(least), least);
        let title = title.align(Align::Start, Align::End);
        let has_title = !self.needs.style.panels.title.is_empty();
        let left = if has_title { title } else { space(from(0), exactly(0)) };
        row([left, clock]).gaps(self.exactly(3.0), exactly(0)).pad([0, 0, 0, self.px(BELOW_TOP_LINE)])
    }

    /// A board with its head.
    fn headed(self, lane: usize, board: u32) -> Node<'a, Slot> {
        let side = exactly(board);
        let head = leaf(Slot::Head(lane), side, exactly(self.head_height()));
        column([head, leaf(Slot::Board(lane), side, side)]).gaps(side, self.exactly(ABOVE_BOARD))
    }

    /// The name of a lane, with its medal and its rank in words where these have room.
    fn head(self, lane: usize) -> Node<'a, Slot> {
        let (most, least) = (self.em(NAME), self.u.em(0.0));
        let name = |most: f32, least: f32| {
            let name = fitted(move |em| Slot::Name(lane, em), self.needs.names[0], most.max(least), least);
            name.align(Align::Start, Align::Middle)
        };
        let [large, small] = MEDALS.map(|units| {
            let side = exactly(self.px(units).max(LEAST_MEDAL));
            leaf(Slot::Medal(lane), side, side).align(Align::Start, Align::Middle)
        });
        let em = self.em(NOTE);
        let note = exactly(self.needs.note.pixels(em) + self.px(1.2));
        let note = leaf(Slot::Note(lane, em), note, exactly(cap(em))).align(Align::Start, Align::Middle);
        let heads = [
            row([name(most, most), note, large.clone()]),
            row([name(most, self.u.em(2.2)), large]),
            row([name(most, self.u.em(1.6)), small]),
            name(most, least),
            text(Slot::Name(lane, least), self.least_name, least),
        ];
        let heads = heads.map(|head| head.gaps(self.exactly(0.8), exactly(0)));
        first(heads.map(|head| head.align(Align::Start, Align::Middle))).tall(exactly(self.head_height()))
    }

    /// The counters of two lanes between their boards: a number, its name, the other number.
    fn counters_between(self, board: u32) -> Node<'a, Slot> {
        let [label, em] = [LABEL, NUMBER].map(|em| self.em(em));
        let counter = |counter: usize| {
            let [_, width] = self.needs.widest_counter().map(|width| width.pixels(em));
            let number = |lane, align| {
                let number = leaf(Slot::Number([lane, counter], em, align), exactly(width), exactly(cap(em)));
                number.align(Align::Start, Align::Middle)
            };
            let name = text(
                Slot::Counter(counter, label, TextAlign::Centre),
                self.needs.counters[counter][0].pixels(label),
                label,
            );
            let texts = [number(0, TextAlign::Left), name, number(1, TextAlign::Right)];
            let height = between((1.5 * em).ceil() as u32, self.px(7.6));
            down_middle(row(texts).gaps(self.exactly(2.0), exactly(0))).tall(height)
        };
        let rule = |index| leaf(Slot::Rule, from(0), exactly(self.u.hairline())).when(index > 0);
        let counters = column(self.counters().flat_map(|index| [rule(index), counter(index)]));
        let above = space(from(0), exactly(self.head_height() + self.px(ABOVE_BOARD)));
        column([above, down_middle(counters).tall(exactly(board))])
    }

    /// The counters of a lane to the right of its board, on its foot: each number above its name.
    fn counters_beside(self, lane: usize, board: u32) -> Node<'a, Slot> {
        let [label, em] = [LABEL, NUMBER].map(|em| self.em(em));
        let font = &self.needs.style.font;
        let gap = font.weight(Weight::Bold).reach(em).1 + font.reach(label).0 - cap(label);
        let below = (1.2 * label).ceil() as u32;
        let item = cap(em) + gap + cap(label);
        let count = self.counters().len();
        let is_low = |columns: &usize| count.div_ceil(*columns) as u32 * (item + below) <= board;
        let columns = (1..count).find(is_low).unwrap_or(count);
        let width = self.counter_width(em);
        let counter = |counter| {
            let number = Slot::Number([lane, counter], em, TextAlign::Left);
            let name = Slot::Counter(counter, label, TextAlign::Left);
            column([text(number, width, em), text(name, width, label)]).gaps(exactly(0), exactly(gap))
        };
        let counters = grid(columns, self.counters().map(counter));
        column([
            space(from(0), exactly(self.head_height())),
            spring(),
            counters.gaps(self.exactly(1.6), between(below, below + item / 2)),
        ])
    }

    /// The charts with the names and, in a table, the numbers of their lanes.
    fn charts(self, arrangement: Arrangement, charts: Charts, least_row: f32) -> Node<'a, Slot> {
        let counters = match arrangement {
            Arrangement::Table(_) => self.counters(),
            Arrangement::Duel | Arrangement::Stacked => 0..0,
        };
        let rows = self.rows(charts, least_row);
        match charts {
            Charts::Beside(least) => self.charts_beside_names(&counters, rows, least),
            Charts::Below => self.charts_below_names(&counters, rows),
        }
    }

    /// A row for each lane: its name, its chart, its numbers.
    fn charts_beside_names(self, counters: &Range<usize>, rows: Span, least: f32) -> Node<'a, Slot> {
        let em = self.em(ROW_NAME);
        let indent = self.needs.names[1].pixels(em) + self.px(3.0);
        let [title, indented] = [0, indent].map(|left| self.chart_title().pad([left, 0, 0, 0]));
        let mut cells = vec![first([indented, title])];
        cells.extend(self.table_head(counters));
        for lane in 0..self.needs.lanes.len() {
            let chart = leaf(Slot::Chart(lane, self.em(LABEL)), from(self.px(least)), rows);
            cells.push(row([leaf(Slot::RowName(lane, em), exactly(indent), rows), chart]));
            cells.extend(self.table_row(counters, lane, rows));
        }
        grid(1 + counters.len(), cells).gaps(self.exactly(1.6), exactly(0))
    }

    /// Charts as wide as the page, each below the name and the numbers of its lane.
    fn charts_below_names(self, counters: &Range<usize>, rows: Span) -> Node<'a, Slot> {
        let (em, gaps) = (self.em(ROW_NAME), self.exactly(1.6));
        let width = from(self.needs.names[1].pixels(em).max(self.chart_title));
        let head = row([self.chart_title().wide(width)].into_iter().chain(self.table_head(counters)));
        let lane = |lane| {
            let line = exactly(self.line());
            let name = leaf(Slot::RowName(lane, em), width, line);
            let line = row([name].into_iter().chain(self.table_row(counters, lane, line)));
            let chart = leaf(Slot::Chart(lane, self.em(LABEL)), from(0), from(self.px(6.0)));
            column([line.gaps(gaps, gaps), chart]).tall(rows)
        };
        let lanes = (0..self.needs.lanes.len()).map(lane);
        column([head.gaps(gaps, gaps)].into_iter().chain(lanes))
    }

    /// The words above the charts, with the space below them.
    fn chart_title(self) -> Node<'a, Slot> {
        let em = self.em(LABEL);
        let title = text(Slot::ChartTitle(em), self.chart_title, em).align(Align::Start, Align::Start);
        row([title]).tall(exactly(self.title_height()))
    }

    fn table_head(self, counters: &Range<usize>) -> impl Iterator<Item = Node<'a, Slot>> {
        let em = self.em(LABEL);
        let name = move |counter| {
            leaf(Slot::Counter(counter, em, TextAlign::Right), self.table_column(), exactly(cap(em)))
        };
        counters.clone().map(name)
    }

    fn table_row(
        self,
        counters: &Range<usize>,
        lane: usize,
        height: Span,
    ) -> impl Iterator<Item = Node<'a, Slot>> {
        let (em, width) = (self.em(ROW_NUMBER), self.table_column());
        let number = move |counter| leaf(Slot::RowNumber([lane, counter], em), width, height);
        counters.clone().map(number)
    }

    fn table_column(self) -> Span {
        between(self.counter_width(self.em(ROW_NUMBER)), self.px(12.4))
    }

    /// The widest number of this em or name of a counter.
    fn counter_width(self, em: f32) -> u32 {
        let [name, number] = self.needs.widest_counter();
        name.pixels(self.em(LABEL)).max(number.pixels(em))
    }

    fn counters(self) -> Range<usize> {
        0..self.needs.counters.len()
    }

    /// The height of what is above a board.
    fn head_height(self) -> u32 {
        self.px(MEDALS[0]).max(LEAST_MEDAL).max((1.3 * self.em(NAME)).ceil() as u32)
    }

    /// The height of the row of a lane.
    fn rows(self, charts: Charts, least: f32) -> Span {
        let many = (self.needs.lanes.len() as f32 / MANY_LANES).max(1.0);
        let most = if self.is_wide() { HIGH_ROW } else { MOST_ROW };
        let needed = match charts {
            Charts::Beside(_) => self.line(),
            Charts::Below => self.line() + self.px(6.0),
        };
        between(self.px(least / many).max(needed), self.px(most))
    }

    /// The height of a line of names and numbers.
    fn line(self) -> u32 {
        let (up, down) = self.needs.style.font.weight(Weight::Bold).reach(self.em(ROW_NUMBER));
        up + down
    }

    fn title_height(self) -> u32 {
        self.px(3.0).max((1.35 * self.em(LABEL)).ceil() as u32)
    }

    fn axis_height(self) -> u32 {
        self.px(2.8).max((1.35 * self.em(LABEL)).ceil() as u32)
    }

    /// The width between the margins.
    fn full(self) -> u32 {
        self.size.0 - 2 * self.px(MARGIN)
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

    /// The em of text of a designed size.
    fn em(self, units: f32) -> f32 {
        self.u.em(units * self.scale)
    }

    /// With the largest boards for which there is room, if that may be better than so good.
    fn largest(self, arrangement: Arrangement, best: f32) -> Option<Places> {
        let good = match arrangement {
            Arrangement::Table(_) if self.is_wide() => LEAST_ROW,
            Arrangement::Table(_) | Arrangement::Stacked => GOOD_ROW,
            Arrangement::Duel => DUEL_ROW,
        };
        // A page that is made for its boards can be made for good rows.
        let has_low = self.needs.least_scale == 0.0 && good > LEAST_ROW;
        let low = || if has_low { self.with_rows(arrangement, LEAST_ROW, best) } else { None };
        self.with_rows(arrangement, good, best).or_else(low)
    }

    /// With rows of at least this height.
    fn with_rows(self, arrangement: Arrangement, least_row: f32, best: f32) -> Option<Places> {
        // Before boards are tried: many charts and tables are too wide for the page.
        let fits = |charts: &Charts| {
            self.charts(arrangement, *charts, least_row).placed(self.full(), u32::MAX).is_some()
        };
        let with = |charts: Charts, more_than: u32| {
            let may_be_best = |board: &u32| {
                *board > more_than && self.score(arrangement, *board, HIGH_ROW * self.u.0) > best
            };
            let boards = self.boards(arrangement, charts, least_row).into_iter().filter(may_be_best);
            let boards: Vec<u32> = boards.collect();
            let page = |board| self.page(arrangement, charts, least_row, board);
            // As a rule, there is room for the largest.
            let (last, smaller) = boards.split_last()?;
            let found = page(*last).placed(self.size.0, self.size.1);
            found.or_else(|| largest(smaller, self.size, page).next().map(|(_, places)| places))
        };
        let [good, short] = [GOOD_CHART, LEAST_CHART].map(Charts::Beside);
        let below = Some(Charts::Below).filter(|below| !self.is_wide() && !fits(&good) && fits(below));
        let below = below.and_then(|below| with(below, 0));
        // Short charts are better where boards become larger.
        let short = Some(short).filter(fits);
        let beside = short.and_then(|short| with(short, below.as_ref().map_or(0, |below| board(below))));
        beside.or(below)
    }

    /// The widths of boards of whole squares, up to those for which the page is too small.
    fn boards(self, arrangement: Arrangement, charts: Charts, least_row: f32) -> Vec<u32> {
        let Needs { size, style, ref lanes, .. } = *self.needs;
        let (columns, lanes) = (arrangement.columns() as u32, lanes.len() as u32);
        let rows = lanes.div_ceil(columns);
        let [gap, down, head] = [GAP, BETWEEN_BOARDS, ABOVE_BOARD].map(|units| self.px(units));
        let fixed =
            [MARGIN, MARGIN, BELOW_TOP_LINE, ABOVE_CHARTS].map(|units| self.px(units)).iter().sum::<u32>()
                + cap(self.em(LARGEST))
                + self.title_height()
                + self.axis_height()
                + lanes * self.rows(charts, least_row).least;
        let high = (self.size.1 + down).saturating_sub(fixed) / rows;
        let most = ((self.full() + gap) / columns)
            .saturating_sub(gap)
            .min(high.saturating_sub(self.head_height() + head + down));
        let least = least_board(size, style, true).max(self.least_name);
        let squares = u32::from(size.get());
        let sides = (1..=most / squares).map(|side| side * squares).filter(|board| *board >= least);
        style.width.map_or_else(|| sides.collect(), |width| vec![width])
    }

    /// How good an arrangement is with boards and rows of these sizes: large boards count most, then high
    /// rows, then large text.
    fn score(self, arrangement: Arrangement, board: u32, row: f32) -> f32 {
        let factor = match arrangement {
            Arrangement::Table(columns) if !self.needs.lanes.len().is_multiple_of(columns) => 0.7,
            Arrangement::Table(_) | Arrangement::Stacked => 1.0,
            Arrangement::Duel => 1.3,
        };
        board as f32 * row.min(HIGH_ROW * self.u.0).sqrt() * factor * self.scale.powf(0.7)
    }

    fn score_of(self, arrangement: Arrangement, found: &Places) -> f32 {
        let (lanes, label) = (self.needs.lanes.len(), self.em(LABEL));
        let top = |key: Slot| found.iter().find(|(slot, _)| *slot == key).map_or(0, |(_, area)| area.y);
        let rows = top(Slot::Axis(label)) - top(Slot::Chart(0, label));
        self.score(arrangement, board(found), rows as f32 / lanes as f32)
    }

    /// With the heads above boards.
    fn with_heads(self, places: Places) -> Option<Places> {
        let mut all = Places::new();
        for (slot, area) in places {
            if let Slot::Head(lane) = slot {
                let head = self.head(lane).placed(area.width, area.height)?;
                let moved = |part: Rect| Rect { x: area.x + part.x, y: area.y + part.y, ..part };
                all.extend(head.into_iter().map(|(slot, part)| (slot, moved(part))));
            } else {
                all.push((slot, area));
            }
        }
        Some(all)
    }
}

/// The width of the boards.
fn board(found: &[(Slot, Rect)]) -> u32 {
    found.iter().find(|(slot, _)| *slot == Slot::Board(0)).map_or(0, |(_, area)| area.width)
}

impl Arrangement {
    /// Boards in a row.
    const fn columns(self) -> usize {
        match self {
            Self::Table(columns) => columns,
            Self::Duel => 2,
            Self::Stacked => 1,
        }
    }

    /// All for so many lanes.
    fn all(lanes: usize) -> Vec<Self> {
        // Rows of boards are full, or nearly.
        let is_full = |columns: &usize| match columns {
            1 => lanes == 1,
            _ => lanes.div_ceil(lanes.div_ceil(*columns)) == *columns,
        };
        let tables = (1..=lanes).filter(is_full).map(Self::Table);
        tables.chain((lanes == 2).then_some(Self::Duel)).chain([Self::Stacked]).collect()
    }
}

impl<'a> Needs<'a> {
    fn of(size: BoardSize, style: &'a PageStyle, lanes: &'a [Lane]) -> Self {
        let PageStyle { panels: PanelContent { title, counters, most, .. }, font, .. } = style;
        let wide = |text: &str| TextWidth::of(font, Weight::Regular, text);
        let name = |weight| TextWidth::widest(font, weight, lanes.iter().map(|lane| &lane.name));
        let number = TextWidth::of_number(font, *most);
        let ticks = ticks(lanes);
        Self {
            size,
            style,
            lanes,
            least_scale: 0.0,
            title: TextWidth::of(font, Weight::Bold, title),
            clock: [TextWidth::of_number(font, ticks), wide(race::TICK)],
            names: [Weight::Bold, Weight::Regular].map(name),
            note: wide(&race::widest_note(lanes.len(), ticks, font)),
            counters: counters.iter().map(|counter| [wide(counter.name()), number]).collect(),
        }
    }

    /// Of all counters, the widest name and the widest number.
    fn widest_counter(&self) -> [TextWidth; 2] {
        [0, 1].map(|which| {
            self.counters.iter().map(|counter| counter[which]).fold(TextWidth::default(), TextWidth::max)
        })
    }

    /// The best arrangement on a page of this size; `None` where there is not enough room.
    fn on_page(&self, width: u32, height: u32) -> Option<Placed> {
        let (u, size, font) = (Units::of(width, height), (width, height), &self.style.font);
        let designed = if (width as f32 / height as f32) < HIGH { HIGH_TEXT } else { 1.0 };
        let arrangements = Arrangement::all(self.lanes.len());
        let bold = font.weight(Weight::Bold);
        let names = self.lanes.iter().map(|lane| bold.pixels(&lane.name, u.em(0.0)));
        let least_name = names.max().unwrap_or_default();
        let mut best: Option<(f32, Sheet<'_>, Places)> = None;
        for scale in SCALES.into_iter().filter(|scale| *scale >= self.least_scale) {
            let chart_title = font.pixels(race::CHART_TITLE, u.em(LABEL * scale * designed));
            let sheet = Sheet { needs: self, u, size, scale: scale * designed, chart_title, least_name };
            for arrangement in &arrangements {
                let so_good = best.as_ref().map_or(0.0, |(score, ..)| *score);
                let Some(found) = sheet.largest(*arrangement, so_good) else { continue };
                let score = sheet.score_of(*arrangement, &found);
                if score > so_good {
                    best = Some((score, sheet, found));
                }
            }
            // All text is as small as can be read.
            if sheet.em(LARGEST) <= u.em(0.0) {
                break;
            }
        }
        best.and_then(|(_, sheet, places)| Some((size, sheet.with_heads(places)?)))
    }
}

/// The ticks of the longest run.
fn ticks(lanes: &[Lane]) -> u64 {
    lanes.iter().map(|lane| lane.run.ticks).max().unwrap_or_default()
}

/// The first character of a text that the font lacks.
fn lacking(size: BoardSize, style: &PageStyle, lanes: &[Lane]) -> Option<char> {
    let names = lanes.iter().map(|lane| lane.name.as_str());
    let mut texts = names.chain(race::WORDS).chain([counters::NOT_KEPT]);
    style.lacking(size).or_else(|| texts.find_map(|text| style.font.lacking(text)))
}

fn placed(size: BoardSize, style: &PageStyle, lanes: &[Lane]) -> Result<Placed, PageError> {
    arranged(size, style, lanes).map_err(|error| {
        let panels = PanelContent { title: String::new(), ..style.panels.clone() };
        let untitled = PageStyle { panels, ..style.clone() };
        match error {
            PageError::TooMuchText if untitled != *style && arranged(size, &untitled, lanes).is_ok() => {
                PageError::TitleTooLong
            }
            error => error,
        }
    })
}

fn arranged(size: BoardSize, style: &PageStyle, lanes: &[Lane]) -> Result<Placed, PageError> {
    check_width(style, least_board(size, style, true))?;
    style.page.map_or(Ok(()), PageSize::check)?;
    let needs = Needs::of(size, style, lanes);
    let on_page = |width, height, _| needs.on_page(width, height);
    let page = match (style.page, style.width) {
        (Some(page), _) => page,
        (None, None) => return on_slide(style.medium, on_page),
        (None, Some(_)) => SLIDE,
    };
    let for_board = style.width.is_some();
    if for_board && matches!(page, PageSize::Ratio(..)) {
        // A page made for its boards has text of a good size, if there is such a page.
        let generous = Needs { least_scale: GOOD_SCALE, ..needs.clone() };
        let found = fit(page, for_board, |width, height, _| generous.on_page(width, height));
        if found.is_ok() {
            return found;
        }
    }
    fit(page, for_board, on_page)
}

impl Page {
    /// A page with a lane for each solver of a race: its boards are drawn as the style says, on the page
    /// and with the counters that it has; of all other panels only the title is taken. Without a width or a
    /// page, the page is that of a slide.
    ///
    /// # Errors
    /// [`PageError`] when the width or the page does not suit the boards and the text beside them,
    /// the font lacks a character, or there are no solvers.
    pub fn of_race(size: BoardSize, style: &PageStyle, lanes: &[Lane]) -> Result<Self, PageError> {
        if lanes.is_empty() {
            return Err(PageError::NoLanes);
        }
        if let Some(character) = lacking(size, style, lanes) {
            return Err(PageError::NoGlyph(character));
        }
        let (sides, slots) = placed(size, style, lanes)?;
        let style = &style.for_squares_of(board(&slots) / u32::from(size.get()));
        let mut page = Self::with_boards(sides, style);
        let (u, inks, content) = (Units::of(sides.0, sides.1), page.squares.inks, &style.panels);
        // The last chart is the highest.
        let charts = slots.iter().filter_map(
            |(slot, area)| {
                if let Slot::Chart(..) = slot { Some(*area) } else { None }
            },
        );
        let chart = charts.last().unwrap_or_default();
        let scale = TimeScale::of(ticks(lanes), u, chart);
        for (slot, area) in slots {
            let Rect { x, y, width, height } = area;
            let line = |em| TextPlace { x, baseline: y + height, width, em };
            let in_row = |weight, em| {
                let baseline = race::baseline(u, area, em, style.font.weight(weight));
                TextPlace { x, baseline, width, em }
            };
            let number = |page: &mut Self, [lane, counter]: [usize; 2], place, align| {
                let counter = content.counters[counter];
                if lanes[lane].counters.contains(&counter) {
                    page.add(lane, |page| CounterPanel::new(page, counter, place, align));
                } else {
                    page.add_aligned(place, inks.muted, align, counters::NOT_KEPT);
                }
            };
            match slot {
                Slot::Number(key, em, align) => number(&mut page, key, line(em), align),
                Slot::RowNumber(key, em) => {
                    number(&mut page, key, in_row(Weight::Bold, em), TextAlign::Right)
                }
                Slot::Title(em) => {
                    page.add_text(line(em), Weight::Bold, &content.title);
                }
                Slot::Clock([word, em]) => page.add(0, |page| ClockPanel::new(page, line(em), word)),
                // Already laid out.
                Slot::Head(_) => {}
                Slot::Name(lane, em) => {
                    page.add_text(line(em), Weight::Bold, &lanes[lane].name);
                }
                Slot::Note(lane, em) => page.add(lane, |page| NotePanel::new(page, line(em))),
                Slot::Medal(lane) => page.add(lane, |page| MedalPanel::new(page, area)),
                Slot::Board(lane) => page.add(lane, |page| BoardPanel::new(page, size, style, area, true)),
                Slot::ChartTitle(em) => {
                    page.add_label(line(em), race::CHART_TITLE);
                }
                Slot::RowName(lane, em) => {
                    page.add_text(in_row(Weight::Regular, em), Weight::Regular, &lanes[lane].name);
                }
                Slot::Chart(lane, em) => {
                    page.add(lane, |page| ChartPanel::new(page, size, &lanes[lane].run, scale, (area, em)));
                }
                Slot::Axis(em) => page.add(0, |page| AxisPanel::new(page, area, em, chart.x - x, scale)),
                Slot::Counter(counter, em, align) => {
                    page.add_aligned(line(em), inks.muted, align, content.counters[counter].name());
                }
                Slot::Rule => {
                    page.layers.fills.add(FillSlot { area }, inks.rule);
                }
            }
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Font;
    use crate::page::figure::LEAST_EM;

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

    fn layout(
        (lanes, squares): (usize, u32),
        counters: &[Counter],
        title: &str,
        (width, height): (u32, u32),
    ) -> Option<Places> {
        let run = Run { ticks: 12_345, ..Run::default() };
        let lane = |name: &str| Lane { name: name.to_owned(), counters: Vec::new(), run: run.clone() };
        let panels = PanelContent {
            title: title.to_owned(),
            counters: counters.to_vec(),
            most: 12_345,
            ..PanelContent::default()
        };
        let style = PageStyle { panels, ..PageStyle::default() };
        let lanes: Vec<Lane> = NAMES[..lanes].iter().copied().map(lane).collect();
        let needs = Needs::of(BoardSize::new(squares.into()).unwrap(), &style, &lanes);
        needs.on_page(width, height).map(|(_, slots)| slots)
    }

    /// The area of a slot, as the page has it.
    fn part(u: Units, (slot, area): (Slot, Rect)) -> Rect {
        let font = Font::default();
        let Rect { x, width, .. } = area;
        let text = |baseline, weight, em| TextPlace { x, baseline, width, em }.area(&font, weight);
        let line = |weight, em| text(area.bottom(), weight, em);
        let in_row = |weight, em| text(race::baseline(u, area, em, font.weight(weight)), weight, em);
        match slot {
            Slot::Title(em) | Slot::Clock([_, em]) | Slot::Name(_, em) | Slot::Number(_, em, _) => {
                line(Weight::Bold, em)
            }
            Slot::Note(_, em) | Slot::ChartTitle(em) | Slot::Counter(_, em, _) => line(Weight::Regular, em),
            Slot::RowName(_, em) => in_row(Weight::Regular, em),
            Slot::RowNumber(_, em) => in_row(Weight::Bold, em),
            Slot::Head(_)
            | Slot::Medal(_)
            | Slot::Board(_)
            | Slot::Chart(..)
            | Slot::Axis(_)
            | Slot::Rule => area,
        }
    }

    fn ems(slot: Slot) -> Vec<f32> {
        match slot {
            Slot::Clock(ems) => ems.to_vec(),
            Slot::Title(em)
            | Slot::Name(_, em)
            | Slot::Number(_, em, _)
            | Slot::Note(_, em)
            | Slot::ChartTitle(em)
            | Slot::Counter(_, em, _)
            | Slot::RowName(_, em)
            | Slot::RowNumber(_, em)
            | Slot::Chart(_, em)
            | Slot::Axis(em) => vec![em],
            Slot::Head(_) | Slot::Medal(_) | Slot::Board(_) | Slot::Rule => Vec::new(),
        }
    }

    fn boards(places: &Places) -> Vec<Rect> {
        let board = |(slot, area): &(Slot, Rect)| matches!(slot, Slot::Board(_)).then_some(*area);
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
                    let parts: Vec<Rect> = places.iter().map(|place| part(u, *place)).collect();
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
                            Slot::Chart(lane, _) => {
                                assert_eq!(*lane, charts);
                                charts += 1;
                                let [top, base] = race::levels(u, *area);
                                assert!(
                                    area.y <= top && top + 8 <= base && base < area.bottom(),
                                    "{context}"
                                );
                            }
                            Slot::Number(..) | Slot::RowNumber(..) => numbers += 1,
                            Slot::Name(..) => names[0] += 1,
                            Slot::RowName(..) => names[1] += 1,
                            Slot::Head(_)
                            | Slot::Title(_)
                            | Slot::Clock(_)
                            | Slot::Note(..)
                            | Slot::Medal(_)
                            | Slot::Board(_)
                            | Slot::ChartTitle(_)
                            | Slot::Axis(_)
                            | Slot::Counter(..)
                            | Slot::Rule => {}
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
                        // Twelve squares of 8 pixels are too many beside each other on a small page.
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
                Slot::Title(_) => (area.bottom(), 91, 1),
                Slot::Name(0, _) => (area.bottom(), 164, 1),
                Slot::ChartTitle(_) => (area.bottom(), 658, 1),
                Slot::Chart(3, _) => (race::levels(u, *area)[1], 983, 1),
                Slot::Axis(em) => (race::axis_baseline(*area, *em), 1014, 2),
                Slot::RowNumber([0, 2], _) => (area.right(), 1860, 0),
                _ => continue,
            };
            assert!(actual.abs_diff(designed) <= most, "{slot:?}: {area:?}");
        }
    }
}
