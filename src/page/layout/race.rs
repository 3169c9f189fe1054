//! The layouts of a race: the boards of all lanes, and below them a chart for each on one clock.
//!
//! The counters stand in a table beside the charts, between two boards, or beside boards that are
//! stacked.

use crate::font::{Font, Weight};
use crate::page::slot::Align;
use crate::page::units::{Line, Units, cap};
use crate::picture::Rect;
use crate::record::{Counter, Grouped};

use super::panels::{TextPlace, TextWidth};

/// Lengths in units.
const MARGIN: f32 = 6.0;
const GAP: f32 = 4.0;
const ABOVE_BOARD: f32 = 1.2;
const BELOW_BOARD: f32 = 3.0;
const ABOVE_TABLE: f32 = 3.6;
const LABELS: f32 = 3.0;
const AXIS: f32 = 2.8;
const COLUMN: f32 = 14.0;
const COLUMN_GAP: f32 = 1.6;
const NAME_GAP: f32 = 3.0;
const SIDE_GAP: f32 = 3.5;
const MEDAL: f32 = 4.4;
const SMALL_MEDAL: f32 = 3.4;
const MEDAL_GAP: f32 = 0.8;
const CLOCK_GAP: f32 = 1.4;

/// The least widths of a chart: where columns begin to move together, and where there is no room.
const GOOD_CHART: f32 = 40.0;
const LEAST_CHART: f32 = 16.0;

/// The least height of a row of the table, and the least where there is room.
const LEAST_ROW: f32 = 4.2;
const GOOD_ROW: f32 = 7.0;
const DUEL_ROW: f32 = 5.5;
/// The greatest one on wide pages, and on others.
const MOST_ROW: f32 = 9.0;
const MOST_HIGH_ROW: f32 = 24.0;
/// More lanes than this have lower rows.
const MANY_LANES: f32 = 8.0;

/// The space in a row above and below its chart, where there is room for it.
const ABOVE_CHART: f32 = 1.2;
const BELOW_CHART: f32 = 0.9;

/// The smallest medal in pixels whose rank can be read.
const LEAST_MEDAL: u32 = 18;

/// Pages this wide against their height have lower rows, and narrower ones than that larger text.
const WIDE: f32 = 1.6;
const HIGH: f32 = 0.8;
const HIGH_TEXT: f32 = 1.25;

/// The sizes of text that are tried, against the designed one.
const SCALES: [f32; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];

/// What the page must have room for.
#[derive(Debug, Clone)]
pub struct Needs<'a> {
    pub font: &'a Font,
    /// Number of squares in a row of a board.
    pub squares: u32,
    /// The fixed width of a board in pixels, if it has one.
    pub board: Option<u32>,
    /// The smallest board in pixels.
    pub least_board: u32,
    /// The least size of text against the designed one.
    pub least_scale: f32,
    lanes: u32,
    names: Vec<String>,
    chart_title: String,
    has_title: bool,
    widths: Widths,
}

/// Widths of texts: the widest of each kind.
#[derive(Debug, Clone, Default)]
struct Widths {
    title: TextWidth,
    /// The number of the clock, and the word before it.
    ticks: TextWidth,
    tick: TextWidth,
    /// Names above boards, and those in rows.
    name: TextWidth,
    row_name: TextWidth,
    /// The rank in words.
    note: TextWidth,
    chart_title: TextWidth,
    /// Of each counter: its name and its largest number.
    counters: Vec<(TextWidth, TextWidth)>,
}

/// The texts that a race has, at their widest.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    pub title: &'a str,
    pub names: &'a [&'a str],
    pub ticks: u64,
    pub tick: &'a str,
    pub note: &'a str,
    pub chart_title: &'a str,
    pub counters: &'a [Counter],
    pub most: u64,
}

/// The places of everything in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceLayout {
    pub width: u32,
    pub height: u32,
    pub u: Units,
    pub title: Option<TextPlace>,
    pub clock: ClockLayout,
    pub lanes: Vec<LaneLayout>,
    /// The words above the charts.
    pub chart_title: TextPlace,
    /// The names of counters, each with the index of its counter.
    pub counter_names: Vec<(usize, TextCell)>,
    pub axis: AxisLayout,
    /// Hairlines.
    pub rules: Vec<Rect>,
}

/// Text that may be aligned in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextCell {
    pub place: TextPlace,
    pub align: Align,
}

/// A word and a number, up to the right edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClockLayout {
    pub area: Rect,
    pub baseline: u32,
    pub word_em: f32,
    pub number_em: f32,
    /// Between them.
    pub gap: u32,
}

/// A lane: its board with a head above it, and its row.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneLayout {
    pub board: Rect,
    pub name: TextPlace,
    /// The medal in the head, if there is room in all lanes.
    pub medal: Option<Rect>,
    /// The rank in words before it, if there is room in all lanes.
    pub note: Option<TextCell>,
    pub row_name: TextPlace,
    pub chart: ChartLayout,
    /// The numbers of the counters.
    pub counters: Vec<TextCell>,
}

/// A chart: the area through which the cursor goes, and the levels of all queens and of none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartLayout {
    pub area: Rect,
    pub top: u32,
    pub base: u32,
    pub em: f32,
}

/// The labels below the charts, which may be wider than those.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisLayout {
    pub area: Rect,
    pub baseline: u32,
    pub em: f32,
}

/// How the lanes and their counters are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// So many boards in a row, the counters in a table beside the charts.
    Table(u32),
    /// Two boards, the counters between them.
    Duel,
    /// Each board with its counters beside it, one below the other.
    Stacked,
}

impl<'a> Needs<'a> {
    pub fn of(squares: u32, texts: &Texts<'_>, font: &'a Font) -> Self {
        let wide = |weight, text: &str| TextWidth::of(font, weight, text);
        let zeros = |number: u64| -> String {
            let digits = Grouped(number).to_string();
            digits.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
        };
        let widest = |weight| {
            texts.names.iter().map(|name| wide(weight, name)).fold(TextWidth::default(), TextWidth::widest)
        };
        let number = wide(Weight::Bold, &zeros(texts.most));
        let counters = texts.counters.iter().map(|counter| (wide(Weight::Regular, counter.name()), number));
        let widths = Widths {
            title: wide(Weight::Bold, texts.title),
            ticks: wide(Weight::Bold, &zeros(texts.ticks)),
            tick: wide(Weight::Regular, texts.tick),
            name: widest(Weight::Bold),
            row_name: widest(Weight::Regular),
            note: wide(Weight::Regular, texts.note),
            chart_title: wide(Weight::Regular, texts.chart_title),
            counters: counters.collect(),
        };
        Self {
            font,
            squares,
            board: None,
            least_board: 0,
            least_scale: 0.0,
            lanes: texts.names.len() as u32,
            names: texts.names.iter().copied().map(str::to_owned).collect(),
            chart_title: texts.chart_title.to_owned(),
            has_title: !texts.title.is_empty(),
            widths,
        }
    }

    /// Everything on a page of this size; `None` where there is not enough room.
    pub fn on_page(&self, width: u32, height: u32) -> Option<RaceLayout> {
        let u = Units::of(width, height);
        let shape = width as f32 / height as f32;
        let designed = if shape < HIGH { HIGH_TEXT } else { 1.0 };
        let mut plans: Vec<Plan> = (1..=self.lanes).map(Plan::Table).collect();
        // Rows of boards are full, or nearly.
        plans.retain(|plan| match plan {
            Plan::Table(1) => self.lanes == 1,
            Plan::Table(columns) => self.lanes.div_ceil(self.lanes.div_ceil(*columns)) == *columns,
            Plan::Duel | Plan::Stacked => true,
        });
        plans.extend((self.lanes == 2).then_some(Plan::Duel));
        plans.push(Plan::Stacked);
        let mut best: Option<(f32, RaceLayout)> = None;
        for scale in SCALES.into_iter().filter(|scale| *scale >= self.least_scale) {
            let sizes = Sizes { needs: self, u, width, height, shape, scale: scale * designed };
            for plan in &plans {
                let Some(found) = sizes.arrange(*plan) else { continue };
                let score = sizes.score(*plan, &found) * scale.powf(0.7);
                if best.as_ref().is_none_or(|(best, _)| score > *best) {
                    best = Some((score, found));
                }
            }
            // All text is as small as can be read.
            if u.em(4.4 * scale * designed) <= u.em(0.0) {
                break;
            }
        }
        best.map(|(_, found)| found)
    }
}

/// A page of a given size, with text of a given scale.
#[derive(Debug, Clone, Copy)]
struct Sizes<'a> {
    needs: &'a Needs<'a>,
    u: Units,
    width: u32,
    height: u32,
    shape: f32,
    scale: f32,
}

/// The grid of boards.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// Boards in a row.
    columns: u32,
    /// Of the first head.
    top: u32,
    /// Height of a head with the space below it.
    head: u32,
    /// Side of a board.
    board: u32,
    /// From one row of boards to the next.
    pitch: u32,
}

/// The room for the rows of all lanes.
#[derive(Debug, Clone, Copy)]
struct Rows {
    /// Of the labels.
    top: u32,
    /// Of the first row.
    start: u32,
    /// Of the axis.
    end: u32,
}

impl Sizes<'_> {
    fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    /// The em of text of a designed size.
    fn em(&self, units: f32) -> f32 {
        self.u.em(units * self.scale)
    }

    fn margin(&self) -> u32 {
        self.px(MARGIN)
    }

    /// The width between the margins.
    fn full(&self) -> Option<u32> {
        self.width.checked_sub(2 * self.margin())
    }

    /// The largest em up to a designed one at which a text fits in a width.
    fn fitted(&self, designed: f32, least: f32, text: TextWidth, room: u32) -> Option<f32> {
        let (most, least) = (self.em(designed), self.u.em(least));
        let steps = ((most - least).ceil() as u32).max(1);
        let step = |step: u32| (most - (most - least) * step as f32 / steps as f32).max(least);
        (0..=steps).map(step).find(|em| text.pixels(*em) <= room)
    }

    /// How good a layout is: large boards count most, then high rows.
    fn score(&self, plan: Plan, found: &RaceLayout) -> f32 {
        let board = found.lanes.first().map_or(0, |lane| lane.board.width) as f32;
        let rows = found.axis.area.y - found.lanes.first().map_or(0, |lane| lane.chart.area.y);
        let row = (rows as f32 / self.needs.lanes as f32).min(MOST_ROW * self.u.0);
        let factor = match plan {
            Plan::Table(columns) if self.needs.lanes.is_multiple_of(columns) => 1.0,
            Plan::Table(_) => 0.7,
            Plan::Duel => 1.3,
            Plan::Stacked => 1.0,
        };
        board * row.sqrt() * factor
    }

    fn arrange(&self, plan: Plan) -> Option<RaceLayout> {
        let least = match plan {
            Plan::Table(_) if self.shape >= WIDE => LEAST_ROW,
            Plan::Table(_) | Plan::Stacked => GOOD_ROW,
            Plan::Duel => DUEL_ROW,
        };
        // A page that is made for its boards can be made for good rows.
        let is_made = self.needs.least_scale > 0.0;
        let low = || self.with_rows(plan, LEAST_ROW).filter(|_| !is_made);
        self.with_rows(plan, least).or_else(low)
    }

    /// A layout whose rows have at least this height.
    fn with_rows(&self, plan: Plan, least_row: f32) -> Option<RaceLayout> {
        let Needs { lanes, .. } = *self.needs;
        let margin = self.margin();
        let (title, clock) = self.top_line()?;
        let many = (lanes as f32 / MANY_LANES).max(1.0);
        let row = self.px(least_row / many).max((1.3 * self.em(3.0)).ceil() as u32);
        let columns = match plan {
            Plan::Table(columns) => columns,
            Plan::Duel => 2,
            Plan::Stacked => 1,
        };
        let label_em = self.em(2.1);
        let labels = self.px(LABELS).max((1.35 * label_em).ceil() as u32);
        let axis = self.px(AXIS).max((1.35 * label_em).ceil() as u32);
        let medal = self.px(MEDAL).max(LEAST_MEDAL);
        let head = medal.max((1.3 * self.em(3.0)).ceil() as u32) + self.px(ABOVE_BOARD);
        let top = margin + cap(self.em(4.4)) + self.px(GAP);
        let grid_rows = lanes.div_ceil(columns);
        let between = (grid_rows - 1) * self.px(BELOW_BOARD);
        let rest = self.height.checked_sub(top + margin + axis + labels + self.px(ABOVE_TABLE))?;
        let rest = rest.checked_sub(grid_rows * head + between)?;
        let high = rest.checked_sub(lanes * row)? / grid_rows;
        let board = self.board(high.min(self.widest_board(plan, high)?))?;
        let rest = rest - grid_rows * board;
        let most_row = if self.shape >= WIDE { MOST_ROW } else { MOST_HIGH_ROW };
        let rows = rest.min(lanes * self.px(most_row).max(row));
        let top = top + (rest - rows) / 2;
        let grid = Grid { columns, top, head, board, pitch: head + board + self.px(BELOW_BOARD) };
        let table = top + grid_rows * (head + board) + between + self.px(ABOVE_TABLE);
        let start = table + labels;
        let rows = Rows { top: table, start, end: start + rows };
        let found = RaceLayout {
            width: self.width,
            height: self.height,
            u: self.u,
            title,
            clock,
            lanes: Vec::new(),
            chart_title: TextPlace::default(),
            counter_names: Vec::new(),
            axis: AxisLayout {
                area: Rect { x: margin, y: rows.end, width: self.full()?, height: axis },
                baseline: rows.end + axis - (0.27 * label_em).ceil() as u32,
                em: label_em,
            },
            rules: Vec::new(),
        };
        let found = self.heads(plan, grid, found)?;
        let found = self.rows(plan, rows, found)?;
        let found = match plan {
            Plan::Table(_) => found,
            Plan::Duel => self.between(found)?,
            Plan::Stacked => self.beside(found)?,
        };
        found.is_sound(self.needs).then_some(found)
    }

    /// The title, and the clock on the same baseline.
    fn top_line(&self) -> Option<(Option<TextPlace>, ClockLayout)> {
        let Widths { title, ticks, tick, .. } = &self.needs.widths;
        let (margin, full) = (self.margin(), self.full()?);
        let (word_em, number_em) = (self.em(2.6), self.em(4.4));
        let baseline = margin + cap(number_em);
        let gap = self.px(CLOCK_GAP);
        let width = tick.pixels(word_em) + gap + ticks.pixels(number_em);
        let rest = full.checked_sub(width)?;
        let line = Line { font: self.needs.font, em: number_em, weight: Weight::Bold };
        let area = line.area(margin + rest, baseline, width);
        let clock = ClockLayout { area, baseline, word_em, number_em, gap };
        if !self.needs.has_title {
            return Some((None, clock));
        }
        let room = rest.checked_sub(self.px(NAME_GAP))?;
        let em = self.fitted(4.4, 2.6, *title, room)?;
        Some((Some(TextPlace { x: margin, baseline, width: room, em }), clock))
    }

    /// The side of a board of whole squares, or the given one, up to a length.
    fn board(&self, room: u32) -> Option<u32> {
        let Needs { squares, board, least_board, .. } = *self.needs;
        match board {
            Some(fixed) => (fixed <= room).then_some(fixed),
            None => Some(room / squares * squares).filter(|board| *board > 0 && *board >= least_board),
        }
    }

    /// The widest board for which the page is wide enough, in a grid that has this height for each.
    fn widest_board(&self, plan: Plan, high: u32) -> Option<u32> {
        let full = self.full()?;
        match plan {
            Plan::Table(columns) => Some(full.checked_sub((columns - 1) * self.px(GAP))? / columns),
            Plan::Duel => Some(full.checked_sub(self.px(GAP))? / 2),
            Plan::Stacked => {
                let counters = self.needs.widths.counters.len() as u32;
                let room = |columns: u32| {
                    let list = columns * (self.list_column() + self.px(COLUMN_GAP));
                    let board = full.checked_sub(self.px(GAP) + list)?.min(high);
                    (counters.div_ceil(columns) * self.list_item() <= board).then_some(board)
                };
                (1..=counters.max(1)).find_map(room)
            }
        }
    }

    /// The name above each board, and the medal.
    fn heads(&self, plan: Plan, grid: Grid, mut found: RaceLayout) -> Option<RaceLayout> {
        let Grid { columns, top, head, board, pitch } = grid;
        let Widths { name, note, .. } = &self.needs.widths;
        let (margin, full) = (self.margin(), self.full()?);
        // Smaller medals leave more room for long names.
        let beside_medal = [(MEDAL, 2.2), (SMALL_MEDAL, 1.6)].into_iter().find_map(|(medal, least)| {
            let medal = self.px(medal).max(LEAST_MEDAL);
            let room = board.checked_sub(medal + self.px(MEDAL_GAP))?;
            Some((self.fitted(3.0, least, *name, room)?, room, medal))
        });
        let has_medal = beside_medal.is_some();
        let alone = || {
            let em = self.fitted(3.0, 0.0, *name, board).or_else(|| self.least_name_em(board))?;
            Some((em, board, 0))
        };
        let (em, room, medal) = beside_medal.or_else(alone)?;
        let note_em = self.em(2.4);
        let note_width = note.pixels(note_em);
        let note_room = room.checked_sub(name.pixels(em) + self.px(2.0));
        let has_note = has_medal && note_room.is_some_and(|room| note_width <= room);
        for lane in 0..self.needs.lanes {
            let (column, row) = (lane % columns, lane / columns);
            let spare = full.checked_sub(board)?;
            let x = margin
                + match plan {
                    Plan::Table(1) => spare / 2,
                    Plan::Stacked => 0,
                    Plan::Table(_) | Plan::Duel => spare * column / (columns - 1),
                };
            let y = top + row * pitch;
            let middle = y + (head - self.px(ABOVE_BOARD)) / 2;
            let at = |em: f32| middle + cap(em).div_ceil(2);
            let name_width = if has_note { room - note_width - self.px(1.0) } else { room };
            let note_x = x + room.saturating_sub(note_width);
            let note = TextPlace { x: note_x, baseline: at(note_em), width: note_width, em: note_em };
            found.lanes.push(LaneLayout {
                board: Rect { x, y: y + head, width: board, height: board },
                name: TextPlace { x, baseline: at(em), width: name_width, em },
                medal: has_medal.then(|| Rect {
                    x: x + board - medal,
                    y: middle - medal / 2,
                    width: medal,
                    height: medal,
                }),
                note: has_note.then_some(TextCell { place: note, align: Align::Right }),
                row_name: TextPlace::default(),
                chart: ChartLayout { area: Rect::default(), top: 0, base: 0, em: 0.0 },
                counters: Vec::new(),
            });
        }
        Some(found)
    }

    /// The smallest em, if the names above boards just fit.
    fn least_name_em(&self, room: u32) -> Option<f32> {
        let line = Line { font: self.needs.font, em: self.u.em(0.0), weight: Weight::Bold };
        self.needs.names.iter().all(|name| line.width(name) <= room).then_some(line.em)
    }

    /// The row of each lane, and the labels above them.
    fn rows(&self, plan: Plan, rows: Rows, mut found: RaceLayout) -> Option<RaceLayout> {
        let Widths { row_name, chart_title, counters, .. } = &self.needs.widths;
        let (margin, full) = (self.margin(), self.full()?);
        let (label_em, name_em, number_em) = (self.em(2.1), self.em(2.6), self.em(3.0));
        let counters = if matches!(plan, Plan::Table(_)) { &counters[..] } else { &[] };
        let count = counters.len() as u32;
        let gap = self.px(COLUMN_GAP);
        let widest =
            counters.iter().map(|(name, number)| name.pixels(label_em).max(number.pixels(number_em)));
        let least_pitch = widest.max().unwrap_or_default() + gap;
        let height = |lane: u32| (rows.end - rows.start) * lane / self.needs.lanes;
        let names = row_name.pixels(name_em) + self.px(NAME_GAP);
        let designed = self.px(COLUMN).max(least_pitch);
        let before_columns = if count > 0 { self.px(1.0) } else { 0 };
        // The width of the chart and the pitch of the columns.
        let beside = |least: f32| {
            let room = full.checked_sub(names + before_columns)?;
            let spare = room.saturating_sub(self.px(GOOD_CHART)).checked_div(count).unwrap_or_default();
            let pitch = designed.min(spare.max(least_pitch));
            let chart = room.checked_sub(count * pitch)?;
            (chart >= self.px(least)).then_some((names, chart, pitch))
        };
        // Names and numbers above the charts, which are as wide as the page.
        let line = (1.4 * number_em).ceil() as u32;
        let above = || {
            let text = names.max(chart_title.pixels(label_em)) + before_columns;
            let spare = full.checked_sub(text)?.checked_div(count).unwrap_or(designed);
            (spare >= least_pitch && height(1) >= line + self.px(6.0)).then_some((
                0,
                full,
                designed.min(spare),
            ))
        };
        let (names, chart, pitch) = beside(GOOD_CHART).or_else(above).or_else(|| beside(LEAST_CHART))?;
        // The estimate is a little too wide.
        let label = Line { font: self.needs.font, em: label_em, weight: Weight::Regular };
        let fits =
            |room: u32| chart_title.pixels(label_em) <= room || label.width(&self.needs.chart_title) <= room;
        let to_columns = full - count * pitch - before_columns;
        // Above a short chart it begins above the names.
        let (x, room) = if names > 0 && fits(chart) { (names, chart) } else { (0, to_columns) };
        fits(room).then_some(())?;
        let baseline = rows.top + cap(label_em);
        found.chart_title = TextPlace { x: margin + x, baseline, width: room, em: label_em };
        let x = margin + names;
        let right = margin + full;
        let cell = |index: u32, baseline, em| {
            let x = right - (count - index) * pitch + gap;
            let place = TextPlace { x, baseline, width: pitch - gap, em };
            TextCell { place, align: Align::Right }
        };
        found.counter_names =
            (0..count).map(|index| (index as usize, cell(index, baseline, label_em))).collect();
        for (index, lane) in (0..).zip(&mut found.lanes) {
            let [start, end] = [index, index + 1].map(|lane| rows.start + height(lane));
            let squeeze = ((end - start) as f32 / self.px(6.3) as f32).min(1.0);
            let mut y = start;
            let base = end - self.px(BELOW_CHART * squeeze).max(2);
            let mut text = base - 1;
            if names == 0 {
                y += line;
                text = y - (0.3 * number_em).ceil() as u32;
            }
            let width = row_name.pixels(name_em);
            lane.row_name = TextPlace { x: margin, baseline: text, width, em: name_em };
            lane.chart = ChartLayout {
                area: Rect { x, y, width: chart, height: end - y },
                top: y + self.px(ABOVE_CHART * squeeze),
                base,
                em: label_em,
            };
            lane.counters = (0..count).map(|index| cell(index, text, number_em)).collect();
        }
        Some(found)
    }

    /// Width of a counter beside a board.
    fn list_column(&self) -> u32 {
        let (label_em, number_em) = (self.em(2.1), self.em(3.6));
        let wide =
            |(name, number): &(TextWidth, TextWidth)| name.pixels(label_em).max(number.pixels(number_em));
        self.needs.widths.counters.iter().map(wide).max().unwrap_or_default()
    }

    /// Height of a counter beside a board: the number above its name.
    fn list_item(&self) -> u32 {
        let (label_em, number_em) = (self.em(2.1), self.em(3.6));
        cap(number_em) + self.list_pitch() + (1.2 * label_em).ceil() as u32
    }

    /// From the baseline of such a number to that of its name.
    fn list_pitch(&self) -> u32 {
        let font = self.needs.font;
        let (_, down) = font.weight(Weight::Bold).reach(self.em(3.6));
        let (up, _) = font.weight(Weight::Regular).reach(self.em(2.1));
        down + up
    }

    /// The counters of each lane to the right of its board, on its foot.
    fn beside(&self, mut found: RaceLayout) -> Option<RaceLayout> {
        let (label_em, number_em) = (self.em(2.1), self.em(3.6));
        let count = self.needs.widths.counters.len() as u32;
        let item = self.list_item();
        for lane in &mut found.lanes {
            let x = lane.board.right() + self.px(GAP);
            let room = (self.margin() + self.full()?).checked_sub(x)?;
            let columns = (1..=count).find(|columns| count.div_ceil(*columns) * item <= lane.board.height);
            let columns = columns.unwrap_or(1);
            let lines = count.div_ceil(columns);
            let least = self.list_column() + self.px(COLUMN_GAP);
            let pitch = (room / columns).min(2 * least);
            (pitch + self.px(COLUMN_GAP) >= least).then_some(())?;
            let down = (item * 3 / 2).min(lane.board.height.checked_div(lines).unwrap_or_default());
            for index in 0..count {
                let (line, column) = (index % lines, index / lines);
                let foot = lane.board.bottom() - (lines - 1 - line) * down;
                let at = |baseline, em| TextCell {
                    place: TextPlace { x: x + column * pitch, baseline, width: least, em },
                    align: Align::Left,
                };
                let label = foot - (0.05 * label_em).ceil() as u32;
                found.counter_names.push((index as usize, at(label, label_em)));
                lane.counters.push(at(label - self.list_pitch(), number_em));
            }
        }
        Some(found)
    }

    /// The counters of two lanes between their boards.
    fn between(&self, mut found: RaceLayout) -> Option<RaceLayout> {
        let Widths { counters, .. } = &self.needs.widths;
        let [left, right] = [0, 1].map(|lane: usize| found.lanes[lane].board);
        let (label_em, number_em) = (self.em(2.1), self.em(3.6));
        let gap = self.px(SIDE_GAP);
        let (start, end) = (left.right() + gap, right.x.checked_sub(gap)?);
        let number = counters.iter().map(|(_, number)| number.pixels(number_em)).max().unwrap_or_default();
        let label = counters.iter().map(|(name, _)| name.pixels(label_em)).max().unwrap_or_default();
        let middle = end.checked_sub(start)?.checked_sub(2 * (number + self.px(2.0)))?;
        (label <= middle).then_some(())?;
        let count = counters.len() as u32;
        let pitch = self.px(7.6).min(left.height.checked_div(count).unwrap_or_default());
        (count == 0 || pitch >= (1.5 * number_em).ceil() as u32).then_some(())?;
        let top = left.y + (left.height - pitch * count) / 2;
        for index in 0..count {
            let y = top + index * pitch;
            let cell = |x, width, em, align| TextCell {
                place: TextPlace { x, baseline: y + pitch / 2 + cap(number_em).div_ceil(2), width, em },
                align,
            };
            let name = cell(start + number + self.px(2.0), middle, label_em, Align::Centre);
            found.counter_names.push((index as usize, name));
            found.lanes[0].counters.push(cell(start, number, number_em, Align::Left));
            found.lanes[1].counters.push(cell(end - number, number, number_em, Align::Right));
            if index > 0 {
                found.rules.push(Rect { x: start, y, width: end - start, height: self.u.hairline() });
            }
        }
        Some(found)
    }
}

impl RaceLayout {
    /// The rectangles of all slots.
    fn parts(&self, font: &Font) -> Vec<Rect> {
        let text = |place: TextPlace, weight| place.area(font, weight);
        let mut parts = vec![self.clock.area, self.axis.area, text(self.chart_title, Weight::Regular)];
        parts.extend(self.title.map(|title| text(title, Weight::Bold)));
        parts.extend(&self.rules);
        parts.extend(self.counter_names.iter().map(|(_, cell)| text(cell.place, Weight::Regular)));
        for lane in &self.lanes {
            parts.extend([lane.board, lane.chart.area]);
            parts.extend([text(lane.name, Weight::Bold), text(lane.row_name, Weight::Regular)]);
            parts.extend(lane.medal);
            parts.extend(lane.note.map(|cell| text(cell.place, Weight::Regular)));
            parts.extend(lane.counters.iter().map(|cell| text(cell.place, Weight::Bold)));
        }
        parts
    }

    /// Whether all slots are on the page, and none overlap.
    fn is_sound(&self, needs: &Needs<'_>) -> bool {
        let parts = self.parts(needs.font);
        let on_page = |part: &Rect| part.right() <= self.width && part.bottom() <= self.height;
        parts.iter().all(on_page)
            && parts
                .iter()
                .enumerate()
                .all(|(index, part)| !parts[..index].iter().any(|other| other.overlaps(*part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn texts<'a>(lanes: usize, counters: &'a [Counter], title: &'a str) -> Texts<'a> {
        Texts {
            title,
            names: &NAMES[..lanes],
            ticks: 12_345,
            tick: "tick",
            note: "2nd at tick 12,345",
            chart_title: "queens on the board",
            counters,
            most: 12_345,
        }
    }

    fn layout(
        (lanes, squares): (usize, u32),
        counters: &[Counter],
        title: &str,
        (width, height): (u32, u32),
    ) -> Option<RaceLayout> {
        let font = Font::default();
        let needs = Needs::of(squares, &texts(lanes, counters, title), &font);
        Needs { least_board: 8 * squares, ..needs }.on_page(width, height)
    }

    #[test]
    fn all_is_on_the_page_nothing_overlaps_and_edges_are_on_the_margins() {
        let font = Font::default();
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
                    let Some(layout) = layout((lanes, squares), counters, title, (width, height)) else {
                        continue;
                    };
                    found += 1;
                    let parts = layout.parts(&font);
                    let margin = layout.u.px(MARGIN);
                    let context = format!("{width}×{height}, {lanes} lanes: {layout:?}");
                    for (index, part) in parts.iter().enumerate() {
                        assert!(part.right() + margin <= width && part.bottom() <= height, "{context}");
                        assert!(part.x >= margin, "{context}");
                        let clash = parts[..index].iter().find(|other| other.overlaps(*part));
                        assert_eq!(clash, None, "{part:?} {context}");
                    }
                    let ems = layout.lanes.iter().flat_map(|lane| {
                        let cells = lane.counters.iter().chain(&lane.note).map(|cell| cell.place.em);
                        cells.chain([lane.name.em, lane.row_name.em, lane.chart.em]).collect::<Vec<_>>()
                    });
                    let ems = ems.chain([layout.clock.word_em, layout.clock.number_em, layout.axis.em]);
                    assert!(ems.chain([layout.chart_title.em]).all(|em| em >= LEAST_EM), "{context}");
                    for lane in &layout.lanes {
                        let chart = lane.chart;
                        assert_eq!((lane.board.width % squares, lane.board.height), (0, lane.board.width));
                        assert!(lane.board.width >= 8 * squares);
                        assert!(chart.area.y <= chart.top && chart.top + 8 <= chart.base, "{context}");
                        assert!(chart.base < chart.area.bottom(), "{context}");
                        assert_eq!(lane.counters.len(), counters.len());
                    }
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
            let found = layout((lanes, 8), &FEW, "", page).unwrap();
            found.lanes.iter().filter(|lane| lane.board.y == found.lanes[0].board.y).count()
        };
        assert_eq!([2, 3, 4].map(|lanes| in_a_row(lanes, (1920, 1080))), [2, 3, 4]);
        assert_eq!([2, 3, 4].map(|lanes| in_a_row(lanes, (1080, 1920))), [1, 1, 2]);
        assert_eq!([2, 3].map(|lanes| in_a_row(lanes, (1080, 1080))), [2, 3]);
    }

    #[test]
    fn the_designed_page_has_the_designed_places() {
        let found = layout((4, 6), &FEW, "Six queens, four ways", (1920, 1080)).unwrap();
        let boards = [0, 1, 2, 3].map(|lane| found.lanes[lane].board);
        assert_eq!(boards.map(|board| board.x), [60, 520, 980, 1440]);
        assert!(boards.iter().all(|board| board.y.abs_diff(187) <= 1 && board.width == 420));
        assert!(found.title.unwrap().baseline.abs_diff(91) <= 1);
        assert!(found.lanes[0].name.baseline.abs_diff(164) <= 1);
        assert!(found.chart_title.baseline.abs_diff(658) <= 1);
        assert!(found.lanes[3].chart.base.abs_diff(983) <= 1);
        assert!(found.axis.baseline.abs_diff(1014) <= 2);
        let last = found.lanes[0].counters[2].place;
        assert_eq!(last.x + last.width, 1860);
    }
}
