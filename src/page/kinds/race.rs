//! The page of a race: the boards of all lanes, and below them a chart for each on one clock.

use std::ops::Range;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::figure::LEAST_EM;
use crate::page::layout::board::{SLIDE, check_width, fit, least_board, on_slide};
use crate::page::layout::flow::{Align, Node, Span, between, column, exactly, first, from, grid};
use crate::page::layout::flow::{largest, leaf, row, space};
use crate::page::layout::text_place::TextPlace;
use crate::page::layout::text_width::TextWidth;
use crate::page::layout::words::{across_middle, down_middle, fitted, spring, text};
use crate::page::panels::race::{self, AxisPanel, ChartPanel, ClockPanel, MedalPanel, NotePanel, TimeScale};
use crate::page::panels::{BoardPanel, CountersPanel, counters};
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

/// What a page of a race has: lanes and counters by their numbers, texts with their ems and their baseline on
/// their lower edge.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot<'a> {
    /// What does not change.
    Text(&'a str, Look, f32, TextAlign),
    /// With the ems of its word and of its number.
    Clock([f32; 2]),
    /// The rank in words.
    Note(usize, f32),
    Medal(usize),
    Board(usize),
    Chart(usize),
    Axis,
    /// The number of a lane's counter.
    Number([usize; 2], f32, TextAlign),
    Rule,
}

/// How text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Strong,
    Plain,
    /// It explains something.
    Label,
}

/// The size of a page, the em of its labels, and everything in its place.
#[derive(Debug)]
struct Placed<'a> {
    size: (u32, u32),
    label: f32,
    slots: Vec<(Slot<'a>, Rect)>,
}

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
    Beside,
    /// Above charts as wide as the page.
    Below,
}

/// What the page must have room for: of each kind of text the widest.
#[derive(Clone, Copy)]
struct Needs<'a> {
    size: BoardSize,
    style: &'a PageStyle,
    lanes: &'a [Lane],
    title: (&'a str, TextWidth),
    /// The number of the clock, and the word before it.
    clock: [TextWidth; 2],
    /// Above boards, and in rows.
    names: [TextWidth; 2],
    note: TextWidth,
    /// The names of counters, and their numbers.
    counters: [TextWidth; 2],
    /// The exact width of names above boards that are as small as can be read.
    least_name: u32,
}

/// A page of a given size, with text of a given scale and rows of at least a given height.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    needs: &'a Needs<'a>,
    u: Units,
    size: (u32, u32),
    scale: f32,
    arrangement: Arrangement,
    charts: Charts,
    least_row: f32,
    /// The exact width of the words above charts.
    chart_title: u32,
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

/// The least widths of a chart, and the least height of one below its name.
const GOOD_CHART: f32 = 40.0;
const LEAST_CHART: f32 = 16.0;
const LOW_CHART: f32 = 6.0;

impl<'a> Sheet<'a> {
    /// From top to bottom, with boards of this width, and what is above each of them or only room for it.
    fn page(self, board: u32, has_heads: bool) -> Node<'a, Slot<'a>> {
        let (lanes, gap, down) = (self.lanes(), self.exactly(GAP), self.exactly(BETWEEN_BOARDS));
        let headed = |lane| {
            let height = exactly(self.head_height());
            let head = if has_heads { self.head(lane) } else { space(exactly(0), height) };
            let side = exactly(board);
            let cells = [head.wide(side).tall(height), leaf(Slot::Board(lane), side, side)];
            column(cells).gaps(exactly(0), self.exactly(ABOVE_BOARD))
        };
        let boards = match self.arrangement {
            Arrangement::Table(1) => across_middle(headed(0)),
            Arrangement::Table(columns) => grid(columns, lanes.map(headed)).gaps(from(gap.least), down),
            Arrangement::Duel => {
                row([headed(0), self.counters_between(board), headed(1)]).gaps(self.exactly(3.5), down)
            }
            Arrangement::Stacked => {
                let lane = |lane| row([headed(lane), self.counters_beside(lane, board)]);
                column(lanes.map(|number| lane(number).gaps(gap, down))).gaps(gap, down)
            }
        };
        let charts = self.charts().pad([0, self.px(ABOVE_CHARTS), 0, 0]);
        let (up, foot) = self.needs.style.font.weight(Weight::Bold).reach(self.em(LABEL));
        let axis = leaf(Slot::Axis, from(0), exactly(up)).pad([0, 0, 0, foot]);
        let body = down_middle(column([boards, charts, axis]));
        column([self.top_line(), body]).pad([self.px(MARGIN); 4])
    }

    /// The title, and the clock on the same baseline.
    fn top_line(self) -> Node<'a, Slot<'a>> {
        let ([word, number], [ticks, tick]) = ([CLOCK_WORD, LARGEST].map(|em| self.em(em)), self.needs.clock);
        let width = tick.pixels(word) + self.px(race::CLOCK_GAP) + ticks.pixels(number);
        let clock = leaf(Slot::Clock([word, number]), exactly(width), exactly(cap(number)));
        let ((title, width_of_title), least) = (self.needs.title, self.u.em(2.6));
        let written = |em| Slot::Text(title, Look::Strong, em, TextAlign::Left);
        let left = fitted(written, width_of_title, number.max(least), least).when(!title.is_empty());
        let line = row([left, clock]).gaps(self.exactly(3.0), exactly(0));
        line.pad([0, 0, 0, self.px(BELOW_TOP_LINE)]).align(Align::End, Align::Start)
    }

    /// The name of a lane, with its medal and its rank in words where these have room.
    fn head(self, lane: usize) -> Node<'a, Slot<'a>> {
        let (most, words) = (self.em(NAME), &self.needs.lanes[lane].name);
        let written = move |em| Slot::Text(words, Look::Strong, em, TextAlign::Left);
        let name = |least: f32| {
            fitted(written, self.needs.names[0], most.max(least), least).align(Align::Start, Align::Middle)
        };
        let [large, small] = MEDALS.map(|units| {
            let side = exactly(self.px(units).max(LEAST_MEDAL));
            leaf(Slot::Medal(lane), side, side).align(Align::Start, Align::Middle)
        });
        let em = self.em(NOTE);
        let note = exactly(self.needs.note.pixels(em) + self.px(1.2));
        let note = leaf(Slot::Note(lane, em), note, exactly(cap(em))).align(Align::Start, Align::Middle);
        let heads = [
            row([name(most), note, large.clone()]),
            row([name(self.u.em(2.2)), large]),
            row([name(self.u.em(1.6)), small]),
            name(LEAST_EM),
            text(written(LEAST_EM), self.needs.least_name, LEAST_EM),
        ];
        let heads = heads.map(|head| head.gaps(self.exactly(0.8), exactly(0)));
        first(heads.map(|head| head.align(Align::Start, Align::Middle)))
    }

    /// The counters of two lanes between their boards: a number, its name, the other number.
    fn counters_between(self, board: u32) -> Node<'a, Slot<'a>> {
        let (em, [_, number]) = (self.em(NUMBER), self.needs.counters);
        let rule = |index| leaf(Slot::Rule, from(0), exactly(self.u.hairline())).when(index > 0);
        let counters = self.counters().enumerate().flat_map(|(index, name)| {
            let number = |lane, align| {
                let number = leaf(
                    Slot::Number([lane, index], em, align),
                    exactly(number.pixels(em)),
                    exactly(cap(em)),
                );
                number.align(Align::Start, Align::Middle)
            };
            let name = self.name_of_counter(name, TextAlign::Centre).align(Align::Start, Align::Middle);
            let texts = row([number(0, TextAlign::Left), name, number(1, TextAlign::Right)]);
            let height = between((1.5 * em).ceil() as u32, self.px(7.6));
            [rule(index), down_middle(texts.gaps(self.exactly(2.0), exactly(0))).tall(height)]
        });
        let above = space(from(0), exactly(self.head_height() + self.px(ABOVE_BOARD)));
        column([above, down_middle(column(counters)).tall(exactly(board))])
    }

    /// The counters of a lane to the right of its board, on its foot: each number above its name.
    fn counters_beside(self, lane: usize, board: u32) -> Node<'a, Slot<'a>> {
        let ([label, em], font) = ([LABEL, NUMBER].map(|em| self.em(em)), &self.needs.style.font);
        let gap = font.weight(Weight::Bold).reach(em).1 + font.reach(label).0 - cap(label);
        let below = (1.2 * label).ceil() as u32;
        let item = cap(em) + gap + cap(label);
        let in_column = (board / (item + below)).max(1) as usize;
        let counters = self.counters().enumerate().map(|(index, name)| {
            let number = text(Slot::Number([lane, index], em, TextAlign::Left), self.counter_width(em), em);
            column([number, self.name_of_counter(name, TextAlign::Left)]).gaps(exactly(0), exactly(gap))
        });
        let counters = grid(self.counters().len().div_ceil(in_column), counters);
        let counters = counters.gaps(self.exactly(1.6), between(below, below + item / 2));
        column([space(from(0), exactly(self.head_height())), spring(), counters])
    }

    /// The charts with the names and, in a table, the numbers of their lanes.
    fn charts(self) -> Node<'a, Slot<'a>> {
        let counters = match self.arrangement {
            Arrangement::Table(_) => self.counters().len(),
            Arrangement::Duel | Arrangement::Stacked => 0,
        };
        let [label, em, number] = [LABEL, ROW_NAME, ROW_NUMBER].map(|em| self.em(em));
        let pitch = between(self.counter_width(number), self.px(12.4));
        // Text in a row is on the line of its chart.
        let (_, down) = self.needs.style.font.weight(Weight::Bold).reach(number);
        let foot = between(down, self.px(race::BELOW_CHART) + 1);
        let on_foot = |text| column([text, space(exactly(0), foot)]).align(Align::Start, Align::End);
        let line = |lane: usize, width| {
            let name = words(&self.needs.lanes[lane].name, Look::Plain, em, TextAlign::Left, width);
            let key = move |counter| Slot::Number([lane, counter], number, TextAlign::Right);
            let numbers = (0..counters).map(move |counter| leaf(key(counter), pitch, exactly(cap(number))));
            [name].into_iter().chain(numbers).map(on_foot)
        };
        let title_height = self.px(3.0).max((1.35 * label).ceil() as u32);
        let title = |indent| {
            let title = words(race::CHART_TITLE, Look::Label, label, TextAlign::Left, from(self.chart_title));
            title.pad([indent, 0, 0, title_height - cap(label)])
        };
        let names = self.counters().take(counters);
        let names = names.map(|name| words(name, Look::Label, label, TextAlign::Right, pitch));
        let width = self.needs.names[1].pixels(em);
        let most = self.px(if self.is_wide() { HIGH_ROW } else { MOST_ROW });
        let gaps = [self.exactly(1.6), exactly(0)];
        match self.charts {
            // A row for each lane: its name, its chart, its numbers.
            Charts::Beside => {
                let indent = width + self.px(3.0);
                let lanes = self.lanes().flat_map(|lane| {
                    let mut line = line(lane, exactly(indent));
                    let chart =
                        leaf(Slot::Chart(lane), from(self.px(LEAST_CHART)), between(self.row(), most));
                    let named = line.next().map(|name| row([name, chart]));
                    named.into_iter().chain(line)
                });
                let cells = [first([title(indent), title(0)])].into_iter().chain(names).chain(lanes);
                grid(1 + counters, cells).gaps(gaps[0], gaps[1])
            }
            Charts::Below => {
                let width = from(width.max(self.chart_title));
                let lane = |lane| {
                    let line = row(line(lane, width)).gaps(gaps[0], gaps[1]).tall(exactly(self.line()));
                    let chart = leaf(Slot::Chart(lane), from(0), from(self.px(LOW_CHART)));
                    column([line, chart]).tall(between(self.row(), most))
                };
                let head = row([title(0).wide(width)].into_iter().chain(names)).gaps(gaps[0], gaps[1]);
                column([head].into_iter().chain(self.lanes().map(lane)))
            }
        }
    }

    fn name_of_counter(self, name: &'a str, align: TextAlign) -> Node<'a, Slot<'a>> {
        let em = self.em(LABEL);
        words(name, Look::Label, em, align, from(self.needs.counters[0].pixels(em)))
    }

    /// The widest number of this em or name of a counter.
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

    /// The height of what is above a board.
    fn head_height(self) -> u32 {
        self.px(MEDALS[0]).max(LEAST_MEDAL).max((1.3 * self.em(NAME)).ceil() as u32)
    }

    /// The height of a line of names and numbers.
    fn line(self) -> u32 {
        let (up, down) = self.needs.style.font.weight(Weight::Bold).reach(self.em(ROW_NUMBER));
        up + down
    }

    /// The least height of the row of a lane.
    fn row(self) -> u32 {
        let share = (MANY_LANES / self.needs.lanes.len() as f32).min(1.0);
        let chart = match self.charts {
            Charts::Beside => 0,
            Charts::Below => self.px(LOW_CHART),
        };
        self.px(self.least_row * share).max(self.line() + chart)
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

    /// The largest boards for which there is room, and how good they are, if that is better than the best.
    fn largest(self, best: f32) -> Option<(f32, Self, u32)> {
        let full = self.size.0 - 2 * self.px(MARGIN);
        let with = |charts| Self { charts, ..self };
        let least = |charts| with(charts).charts().least_width();
        // Before boards are tried: many charts and tables are too wide for the page.
        let is_narrow = !self.is_wide() && least(Charts::Beside) + self.px(GOOD_CHART - LEAST_CHART) > full;
        let all = [Charts::Below, Charts::Beside].into_iter().skip(usize::from(!is_narrow));
        let found = all.filter(|charts| least(*charts) <= full).filter_map(|charts| {
            let sheet = with(charts);
            let (board, slots) =
                largest(&sheet.boards(best), self.size, |board| sheet.page(board, false)).next()?;
            let top = |key| area_of(&slots, key).y;
            let rows = (top(Slot::Axis) - top(Slot::Chart(0))) as f32 / self.needs.lanes.len() as f32;
            Some((self.score(board, rows), sheet, board))
        });
        // Short charts are better where boards become larger.
        let found = found.reduce(|one, other| if other.2 > one.2 { other } else { one });
        found.filter(|(score, ..)| *score > best)
    }

    /// The widths of boards of whole squares that may be better than the best, up to some for which the page
    /// is too small.
    fn boards(self, best: f32) -> Vec<u32> {
        let Needs { size, style, lanes, least_name, .. } = *self.needs;
        let columns = match self.arrangement {
            Arrangement::Table(columns) => columns,
            Arrangement::Duel => 2,
            Arrangement::Stacked => 1,
        };
        let (lanes, rows) = (lanes.len() as u32, lanes.len().div_ceil(columns) as u32);
        let fixed = self.px(2.0 * MARGIN + BELOW_TOP_LINE + ABOVE_CHARTS) + lanes * self.row();
        let high = (self.size.1.saturating_sub(fixed) / rows).saturating_sub(self.head_height());
        let (squares, most) = (u32::from(size.get()), high.min(self.size.0 / columns as u32));
        let least = least_board(size, style, true).max(least_name);
        let sides = (1..=most / squares).map(|side| side * squares).filter(|board| *board >= least);
        let mut boards: Vec<u32> = style.width.map_or_else(|| sides.collect(), |width| vec![width]);
        boards.retain(|board| self.score(*board, HIGH_ROW * self.u.0) > best);
        boards
    }

    /// How good it is with boards and rows of these sizes: large boards count most, then high rows, then
    /// large text.
    fn score(self, board: u32, row: f32) -> f32 {
        let factor = match self.arrangement {
            Arrangement::Table(columns) if !self.needs.lanes.len().is_multiple_of(columns) => 0.7,
            Arrangement::Table(_) | Arrangement::Stacked => 1.0,
            Arrangement::Duel => 1.3,
        };
        board as f32 * row.min(HIGH_ROW * self.u.0).sqrt() * factor * self.scale.powf(0.7)
    }
}

/// A line of text that does not change.
fn words<'a>(text: &'a str, look: Look, em: f32, align: TextAlign, width: Span) -> Node<'a, Slot<'a>> {
    leaf(Slot::Text(text, look, em, align), width, exactly(cap(em)))
}

fn area_of(slots: &[(Slot<'_>, Rect)], key: Slot<'_>) -> Rect {
    slots.iter().find(|(slot, _)| *slot == key).map_or_else(Rect::default, |(_, area)| *area)
}

impl Arrangement {
    /// All for so many lanes.
    fn all(lanes: usize) -> impl Iterator<Item = Self> {
        // Rows of boards are full, or nearly.
        let is_full = move |columns: &usize| match columns {
            1 => lanes == 1,
            _ => lanes.div_ceil(lanes.div_ceil(*columns)) == *columns,
        };
        let tables = (1..=lanes).filter(is_full).map(Self::Table);
        tables.chain((lanes == 2).then_some(Self::Duel)).chain([Self::Stacked])
    }
}

impl<'a> Needs<'a> {
    fn of(size: BoardSize, style: &'a PageStyle, lanes: &'a [Lane]) -> Self {
        let PageStyle { panels: PanelContent { title, counters, most, .. }, font, .. } = style;
        let wide = |text: &str| TextWidth::of(font, Weight::Regular, text);
        let name = |weight| TextWidth::widest(font, weight, lanes.iter().map(|lane| &lane.name));
        let names = counters.iter().map(|counter| counter.name());
        let (ticks, bold) = (ticks(lanes), font.weight(Weight::Bold));
        let notes = (1..=lanes.len()).map(|rank| race::note(rank, ticks));
        Self {
            size,
            style,
            lanes,
            title: (title, TextWidth::of(font, Weight::Bold, title)),
            clock: [TextWidth::of_number(font, ticks), wide(race::TICK)],
            names: [Weight::Bold, Weight::Regular].map(name),
            note: TextWidth::widest(font, Weight::Regular, notes),
            counters: [TextWidth::widest(font, Weight::Regular, names), TextWidth::of_number(font, *most)],
            least_name: lanes.iter().map(|lane| bold.pixels(&lane.name, LEAST_EM)).max().unwrap_or_default(),
        }
    }

    /// The best arrangement on a page of this size, made for its boards or not; `None` where there is not
    /// enough room.
    fn on_page(&'a self, least_scale: f32, size: (u32, u32)) -> Option<Placed<'a>> {
        let u = Units::of(size.0, size.1);
        let shape = size.0 as f32 / size.1 as f32;
        let designed = if shape < HIGH { HIGH_TEXT } else { 1.0 };
        let mut best: Option<(f32, Sheet<'_>, u32)> = None;
        for scale in SCALES.into_iter().filter(|scale| *scale >= least_scale) {
            let scale = scale * designed;
            let chart_title = self.style.font.pixels(race::CHART_TITLE, u.em(LABEL * scale));
            for arrangement in Arrangement::all(self.lanes.len()) {
                let good = match arrangement {
                    Arrangement::Table(_) if shape >= WIDE => LEAST_ROW,
                    Arrangement::Table(_) | Arrangement::Stacked => GOOD_ROW,
                    Arrangement::Duel => DUEL_ROW,
                };
                // A page that is made for its boards can be made for good rows.
                let rows = [good, LEAST_ROW].into_iter().filter(|row| least_scale == 0.0 || *row == good);
                let so_good = best.as_ref().map_or(0.0, |(score, ..)| *score);
                let charts = Charts::Beside;
                let found = rows.map(|least_row| Sheet {
                    needs: self,
                    u,
                    size,
                    scale,
                    arrangement,
                    charts,
                    least_row,
                    chart_title,
                });
                best = { found }.find_map(|sheet| sheet.largest(so_good)).or(best);
            }
            // All text is as small as can be read.
            if scale * LARGEST * u.0 <= LEAST_EM {
                break;
            }
        }
        let (_, sheet, board) = best?;
        let slots = sheet.page(board, true).placed(size.0, size.1)?;
        Some(Placed { size, label: sheet.em(LABEL), slots })
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

fn placed<'a>(needs: &'a Needs<'a>) -> Result<Placed<'a>, PageError> {
    let style = needs.style;
    check_width(style, least_board(needs.size, style, true))?;
    style.page.map_or(Ok(()), PageSize::check)?;
    let on_page = |width, height| needs.on_page(0.0, (width, height));
    let generous = |width, height| needs.on_page(GOOD_SCALE, (width, height));
    match (style.page.unwrap_or(SLIDE), style.width) {
        (_, None) if style.page.is_none() => on_slide(style.medium, on_page),
        // A page made for its boards has text of a good size, if there is such a page.
        (page @ PageSize::Ratio(..), Some(_)) => {
            fit(page, true, generous).or_else(|_| fit(page, true, on_page))
        }
        (page, width) => fit(page, width.is_some(), on_page),
    }
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
        let needs = Needs::of(size, style, lanes);
        let untitled = Needs { title: Default::default(), ..needs };
        let Placed { size: sides, label, slots } = placed(&needs).map_err(|error| match error {
            PageError::TooMuchText if !needs.title.0.is_empty() && placed(&untitled).is_ok() => {
                PageError::TitleTooLong
            }
            error => error,
        })?;
        let style = &style.for_squares_of(area_of(&slots, Slot::Board(0)).width / u32::from(size.get()));
        let mut page = Self::with_boards(sides, style);
        let (inks, content) = (page.squares.inks, &style.panels);
        // The last chart is the highest.
        let chart = area_of(&slots, Slot::Chart(lanes.len() - 1));
        let scale = TimeScale::of(ticks(lanes), Units::of(sides.0, sides.1), chart);
        for (slot, area) in slots {
            let Rect { x, y, width, height } = area;
            let line = |em| TextPlace { x, baseline: y + height, width, em };
            match slot {
                Slot::Text(text, look, em, align) => {
                    let (weight, ink) = match look {
                        Look::Strong => (Weight::Bold, inks.ink),
                        Look::Plain => (Weight::Regular, inks.ink),
                        Look::Label => (Weight::Regular, inks.muted),
                    };
                    page.add_slot(line(em), weight, ink, align, text);
                }
                Slot::Number([lane, counter], em, align) => {
                    let counter = content.counters[counter];
                    let is_kept = lanes[lane].counters.contains(&counter);
                    page.add(lane, |page| CountersPanel::of_lane(page, counter, is_kept, line(em), align));
                }
                Slot::Clock([word, em]) => page.add(0, |page| ClockPanel::new(page, line(em), word)),
                Slot::Note(lane, em) => page.add(lane, |page| NotePanel::new(page, line(em))),
                Slot::Medal(lane) => page.add(lane, |page| MedalPanel::new(page, area)),
                Slot::Board(lane) => page.add(lane, |page| BoardPanel::new(page, size, style, area, true)),
                Slot::Chart(lane) => {
                    page.add(lane, |page| {
                        ChartPanel::new(page, size, &lanes[lane].run, scale, (area, label))
                    });
                }
                Slot::Axis => page.add(0, |page| AxisPanel::new(page, line(label), chart.x - x, scale)),
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
