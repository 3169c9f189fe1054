//! A montage on a page of a given size: a poster.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::page::units::{CAP, Line, Units, cap};
use crate::page::{MAX_SIDE, MontageText, MontageTitle, Note};

use super::montage::{
    GridError, HeatScale, LEAST_SQUARE, LabelAlign, LabelLayout, LabelNeeds, MontageLayout, Row, TextInk,
    TextRun,
};
use super::paragraph::{BrokenLine, broken};

/// Up to this many boards are large, with the title beside or above them.
const MOST_LARGE: u32 = 12;

/// The least gaps between boards, in squares.
const GAP_ACROSS: f32 = 1.2;
const GAP_DOWN: f32 = 0.6;

/// The widest gaps between large boards, in boards.
const WIDEST_GAP: f32 = 0.5;

/// The room for a title beside large boards, and between both.
const TITLE_COLUMN: f32 = 40.0;
const BESIDE_TITLE: f32 = 6.0;

/// The largest number in a title, and the smallest among the boards.
const LARGEST_NUMBER: f32 = 24.0;
const SMALLEST_NUMBER: f32 = 7.0;

/// Between lines of text, in ems.
const PITCH: f32 = 1.34;

/// What the colours of a heat map count.
const SCALE_WORDS: &str = "queens that attack a square";

/// What is laid out.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest<'a> {
    /// Size of every board.
    pub size: BoardSize,
    /// Number of boards, at least 1.
    pub boards: u32,
    /// Boards in a full row; `None` for as many as make the largest squares.
    pub columns: Option<u32>,
    /// Width of the page, in pixels.
    pub width: u32,
    /// Height of the page, in pixels.
    pub height: u32,
    /// The font.
    pub font: &'a Font,
    /// The room for labels; `None` without them.
    pub labels: Option<LabelNeeds>,
    /// All other text.
    pub text: &'a MontageText,
    /// Whether the colours of a heat map are explained.
    pub has_scale: bool,
}

/// Why boards do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unfit {
    Squares,
    Labels,
    Title,
}

/// The sizes of labels: their ems and the gap above them in units, and the most of a board that they
/// are high.
#[derive(Debug, Clone, Copy)]
struct LabelStyle {
    number: f32,
    other: f32,
    gap: f32,
    share: f32,
}

const SMALL_LABELS: LabelStyle = LabelStyle { number: 1.25, other: 1.25, gap: 0.45, share: 0.14 };
const LARGE_LABELS: LabelStyle = LabelStyle { number: 2.4, other: 2.0, gap: 0.9, share: 0.1 };

/// A part of the page, in pixels.
#[derive(Debug, Clone, Copy)]
struct Area {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// How boards are spread over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// In full rows, but for so many boards of so many rows at the upper left, where the title stands.
    Around(u32, u32),
    /// In full rows.
    Full,
    /// In rows that differ by one board at most, centred.
    Even,
}

/// A way to arrange boards.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    columns: u32,
    rows: u32,
    spread: Spread,
    square: f32,
    value: f32,
}

/// Text, and the rectangle that it takes.
#[derive(Debug, Default)]
struct Block {
    runs: Vec<TextRun>,
    height: u32,
}

impl MontageLayout {
    /// A page of a given size.
    ///
    /// # Errors
    /// [`GridError`] if squares would be too small, or text does not fit.
    pub fn on_page(request: &PageRequest<'_>) -> Result<Self, GridError> {
        arranged(request).map_err(|unfit| match unfit {
            Unfit::Labels => GridError::WideLabels,
            Unfit::Title => GridError::LongTitle,
            Unfit::Squares => {
                let PageRequest { width, height, boards, .. } = *request;
                let scaled = |short: u32| {
                    let scale = |side: u32| {
                        (u64::from(side) * u64::from(short)).div_ceil(u64::from(width.min(height))) as u32
                    };
                    (scale(width), scale(height))
                };
                let most_short = (u64::from(MAX_SIDE) * u64::from(width.min(height))
                    / u64::from(width.max(height))) as u32;
                let works = |short: u32| {
                    let (width, height) = scaled(short);
                    arranged(&PageRequest { width, height, ..*request }).err() != Some(Unfit::Squares)
                };
                let larger = least(width.min(height), most_short, works).map(scaled);
                let too_many =
                    |boards: u32| arranged(&PageRequest { boards, ..*request }).err() == Some(Unfit::Squares);
                let fewer = least(1, boards, too_many).map(|boards| boards - 1).filter(|boards| *boards > 0);
                GridError::PageTooSmall { width, height, boards, larger, fewer }
            }
        })
    }
}

/// The least number in a range from which on something holds, if it holds at its end.
fn least(from: u32, to: u32, holds: impl Fn(u32) -> bool) -> Option<u32> {
    if from > to || !holds(to) {
        return None;
    }
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = u32::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

/// The layout, without a counting title if there is no room for it.
fn arranged(request: &PageRequest<'_>) -> Result<MontageLayout, Unfit> {
    let setter = Setter { request, units: Units::of(request.width, request.height) };
    let with = |title: Option<&MontageTitle>| {
        if request.boards <= MOST_LARGE { setter.large(title) } else { setter.many(title) }
    };
    let title = request.text.title.as_ref();
    match (with(title), title) {
        (Err(Unfit::Title | Unfit::Squares), Some(MontageTitle::Count { .. })) => with(None),
        (found, Some(MontageTitle::Count { .. } | MontageTitle::Text(_)) | None) => found,
    }
}

/// Sets a page.
#[derive(Debug, Clone, Copy)]
struct Setter<'a> {
    request: &'a PageRequest<'a>,
    units: Units,
}

impl Setter<'_> {
    /// Many boards, with the title among them or above them, and a line at the foot.
    fn many(&self, title: Option<&MontageTitle>) -> Result<MontageLayout, Unfit> {
        let PageRequest { width, height, .. } = *self.request;
        let margin = self.units.px(5.0);
        let inner = width.saturating_sub(2 * margin);
        let (foot, scale) = self.foot_line(margin, inner, height.saturating_sub(margin));
        let foot_height = if foot.is_empty() && scale.is_none() {
            0
        } else {
            self.units.px(4.2).max((1.8 * self.units.em(1.7)).ceil() as u32)
        };
        let area = Area {
            x: margin,
            y: margin,
            width: inner,
            height: height.saturating_sub(2 * margin + foot_height),
        };
        let above = area;
        let band = title.map(|title| self.band(title, above));
        let below = match &band {
            Some(Some(block)) => Some(area.without_top(block.height + self.units.px(3.0))),
            Some(None) => None,
            None => Some(area),
        };
        let mut candidates = self.candidates(area, below, title.is_some());
        if candidates.is_empty() {
            return Err(Unfit::Squares);
        }
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.square.total_cmp(&a.square)));
        let mut unfit = Unfit::Labels;
        for candidate in candidates {
            let area = match candidate.spread {
                Spread::Around(..) => area,
                Spread::Full | Spread::Even => below.unwrap_or(area),
            };
            let Some((mut layout, head)) = self.boards(candidate, area, SMALL_LABELS) else { continue };
            let block = match (title, candidate.spread) {
                (Some(title), Spread::Around(..)) => self.block(title, head),
                (Some(title), Spread::Full | Spread::Even) => self.band(title, above),
                (None, Spread::Around(..) | Spread::Full | Spread::Even) => Some(Block::default()),
            };
            let Some(block) = block else {
                unfit = Unfit::Title;
                continue;
            };
            layout.runs = block.runs.into_iter().chain(foot).collect();
            layout.scale = scale;
            return Ok(layout);
        }
        Err(unfit)
    }

    /// A few large boards, with the title and the note to the left or above them.
    fn large(&self, title: Option<&MontageTitle>) -> Result<MontageLayout, Unfit> {
        let PageRequest { width, height, .. } = *self.request;
        let margin = self.units.px(6.0);
        let page = Area {
            x: margin,
            y: margin,
            width: width.saturating_sub(2 * margin),
            height: height.saturating_sub(2 * margin),
        };
        let note = self.request.text.note.as_ref();
        let mut best: Option<(f32, MontageLayout)> = None;
        let mut unfit = Unfit::Squares;
        let mut consider = |value: f32, found: Result<MontageLayout, Unfit>| match found {
            Ok(layout) => {
                let value = value * layout.square as f32;
                if best.as_ref().is_none_or(|(known, _)| value > *known) {
                    best = Some((value, layout));
                }
            }
            Err(Unfit::Squares) => {}
            Err(why) => unfit = why,
        };
        if title.is_none() && note.is_none() && !self.request.has_scale {
            consider(1.0, self.large_in(page, (Vec::new(), None)));
        } else {
            consider(1.0, self.beside(title, note, page));
            consider(0.85, self.below(title, note, page));
            if note.is_some() {
                consider(0.5, self.beside(title, None, page));
                consider(0.5, self.below(title, None, page));
            }
        }
        best.map(|(_, layout)| layout).ok_or(unfit)
    }

    fn beside(
        &self,
        title: Option<&MontageTitle>,
        note: Option<&Note>,
        page: Area,
    ) -> Result<MontageLayout, Unfit> {
        let column = Area { width: self.units.px(TITLE_COLUMN), ..page };
        let right = self.units.px(TITLE_COLUMN + BESIDE_TITLE);
        let area =
            Area { x: page.x + right, width: page.width.checked_sub(right).ok_or(Unfit::Squares)?, ..page };
        let (foot, scale) = self.foot(note, column).ok_or(Unfit::Title)?;
        let largest = [LARGEST_NUMBER, 20.0, 16.0, 12.0, 10.0];
        let fits = |block: &Block| block.height + self.units.px(4.0) + foot.height <= column.height;
        let title = match title {
            Some(title) => largest.into_iter().find_map(|most| self.column(title, column, most).filter(fits)),
            None => Some(Block::default()).filter(fits),
        };
        let runs = title.ok_or(Unfit::Title)?.runs.into_iter().chain(foot.runs).collect();
        self.large_in(area, (runs, scale))
    }

    fn below(
        &self,
        title: Option<&MontageTitle>,
        note: Option<&Note>,
        page: Area,
    ) -> Result<MontageLayout, Unfit> {
        let gap = self.units.px(4.0);
        let half = page.width.saturating_sub(gap) / 2;
        let left = Area { width: if note.is_some() { half } else { page.width }, ..page };
        let title = match title {
            Some(title) => self.column(title, left, 20.0).ok_or(Unfit::Title)?,
            None => Block::default(),
        };
        let right = Area { x: page.x + page.width - half, width: half, ..page };
        let foot = self.foot(note, right).ok_or(Unfit::Title)?.0;
        let height = title.height.max(foot.height);
        // Again, now that its foot is known.
        let (foot, scale) = self.foot(note, Area { height, ..right }).ok_or(Unfit::Title)?;
        let runs = title.runs.into_iter().chain(foot.runs).collect();
        let area = page.without_top(height + self.units.px(5.0));
        self.large_in(area, (runs, scale))
    }

    /// Large boards in the grid that makes them largest.
    fn large_in(
        &self,
        area: Area,
        (runs, scale): (Vec<TextRun>, Option<HeatScale>),
    ) -> Result<MontageLayout, Unfit> {
        let boards = self.request.boards;
        let columns = match self.request.columns {
            Some(columns) => columns.min(boards)..=columns.min(boards),
            None => 1..=boards,
        };
        let mut unfit = Unfit::Squares;
        let mut best: Option<(f32, MontageLayout)> = None;
        for columns in columns {
            let rows = boards.div_ceil(columns);
            let square = self.square(area, columns, rows, LARGE_LABELS);
            let full = columns * rows == boards;
            let value = square.floor() * if full { 1.0 } else { 0.8 };
            if square < LEAST_SQUARE as f32 || best.as_ref().is_some_and(|(known, _)| *known >= value) {
                continue;
            }
            let spread = if full { Spread::Full } else { Spread::Even };
            let candidate = Candidate { columns, rows, spread, square, value };
            match self.boards(candidate, area, LARGE_LABELS) {
                Some((layout, _)) => best = Some((value, layout)),
                None => unfit = Unfit::Labels,
            }
        }
        let (_, layout) = best.ok_or(unfit)?;
        Ok(MontageLayout { runs, scale, ..layout })
    }

    /// The ways to arrange many boards that leave large enough squares: over an area, or below a title.
    fn candidates(&self, area: Area, below: Option<Area>, has_title: bool) -> Vec<Candidate> {
        let boards = self.request.boards;
        let mut candidates = Vec::new();
        let mut add = |candidate: Candidate, area: Option<Area>| {
            let Some(area) = area else { return false };
            let Candidate { columns, rows, .. } = candidate;
            let square = self.square(area, columns, rows, SMALL_LABELS);
            let fits = square >= LEAST_SQUARE as f32;
            if fits {
                let value = square.floor() * candidate.value;
                candidates.push(Candidate { square, value, ..candidate });
            }
            fits
        };
        let rows = match self.request.columns {
            Some(columns) => boards.div_ceil(columns.min(boards))..=boards.div_ceil(columns.min(boards)),
            None => 1..=boards,
        };
        for rows in rows {
            // More rows would be too high.
            if self.square(Area { width: u32::MAX, ..area }, 1, rows, SMALL_LABELS) < LEAST_SQUARE as f32 {
                break;
            }
            let fewest = boards.div_ceil(rows);
            let columns = self.request.columns.map_or(fewest..=fewest + 3, |columns| {
                let columns = columns.min(boards);
                columns..=columns
            });
            for columns in columns {
                let of = |spread, value| Candidate { columns, rows, spread, square: 0.0, value };
                let spare = columns * rows - boards;
                if spare == 0 {
                    add(of(Spread::Full, if has_title { 0.9 } else { 1.0 }), below);
                } else if columns == fewest || self.request.columns.is_some() {
                    add(of(Spread::Even, if has_title { 0.86 } else { 0.95 }), below);
                }
                if !has_title || spare == 0 {
                    continue;
                }
                for high in (1..=rows).take_while(|high| high * high <= spare) {
                    let wide = spare / high;
                    // In less room than this there is no title worth its name.
                    let share = |part: u32, of: u32, side: u32| part as f32 / of as f32 * side as f32;
                    if share(high, rows, area.height) < 7.0 * self.units.0
                        || share(wide, columns, area.width) < 10.0 * self.units.0
                    {
                        continue;
                    }
                    let is_block = spare.is_multiple_of(high) && 2 * wide <= columns && wide <= 3 * high;
                    if is_block && high < rows {
                        let value = if high == 2 { 1.0 } else { 0.93 };
                        add(of(Spread::Around(wide, high), value), Some(area));
                    }
                }
            }
        }
        candidates
    }

    /// The largest square, in pixels.
    fn square(&self, area: Area, columns: u32, rows: u32, style: LabelStyle) -> f32 {
        let squares = f32::from(self.request.size.get());
        let (c, r) = (columns as f32, rows as f32);
        let across = area.width as f32 / (c * squares + GAP_ACROSS * (c - 1.0));
        let with = |label: f32| {
            let down = (area.height as f32 - r * label) / (r * squares + GAP_DOWN * (r - 1.0));
            across.min(down)
        };
        let board = with(self.label(style, f32::MAX).2).max(0.0) * squares;
        // Labels below small boards are smaller, which leaves a little more.
        with(self.label(style, board).2)
    }

    /// The ems of labels below boards so wide, and the height of their line.
    fn label(&self, style: LabelStyle, board: f32) -> (f32, f32, f32) {
        let Some(needs) = self.request.labels else { return (0.0, 0.0, 0.0) };
        let (number, other) = (self.units.em(style.number), self.units.em(style.other));
        let scale = (style.share * board / number).min(1.0);
        let (number, other) = (at_least_legible(number * scale), at_least_legible(other * scale));
        let em = if needs.number.is_some() { number } else { other };
        let gap = (self.units.px(style.gap) as f32).max(2.0);
        (number, other, gap + needs.reach.0 * em + needs.reach.1 * em)
    }

    /// From the lower edge of boards to the baseline of labels, in pixels.
    fn baseline(&self, style: LabelStyle, (number_em, em): (f32, f32)) -> u32 {
        let Some(needs) = self.request.labels else { return 0 };
        let gap = (self.units.px(style.gap) as f32).max(2.0);
        let up = needs.reach.0 * if needs.number.is_some() { number_em } else { em };
        (gap + up).round() as u32
    }

    /// Places boards and labels in an area; also returns the room that is left for a title.
    fn boards(&self, candidate: Candidate, area: Area, style: LabelStyle) -> Option<(MontageLayout, Area)> {
        let PageRequest { size, boards, width, height, .. } = *self.request;
        let Candidate { columns, rows, spread, .. } = candidate;
        let square = candidate.square.floor() as u32;
        let board = square * u32::from(size.get());
        let squares = f32::from(size.get());
        let known = self.square(area, columns, rows, style) * squares;
        let (number_em, em, label) = self.label(style, known);
        let is_large = style.share == LARGE_LABELS.share;
        let widest = if is_large { (1.0 + WIDEST_GAP) * board as f32 } else { f32::MAX };
        let spacing = |room: u32, size: f32, count: u32| match count {
            1 => 0.0,
            _ => (room as f32 - size) / (count - 1) as f32,
        };
        let across = spacing(area.width, board as f32, columns).min(widest);
        // What hangs below the last baseline may hang into the margin.
        let baseline = self.baseline(style, (number_em, em));
        let row_height = (board + baseline) as f32;
        let down = spacing(area.height, row_height, rows).min(widest + label);
        let free = |room: u32, used: f32| if is_large { (room as f32 - used).max(0.0) / 2.0 } else { 0.0 };
        let left = free(area.width, across * (columns - 1) as f32 + board as f32);
        let top = free(area.height, down * (rows - 1) as f32 + row_height);
        let at = |column: f32| area.x + (left + column * across).round() as u32;
        let row = |row: u32| {
            let y = area.y + (top + row as f32 * down).round() as u32;
            let lefts = match spread {
                Spread::Around(wide, high) => {
                    (if row < high { wide } else { 0 }..columns).map(|column| at(column as f32)).collect()
                }
                Spread::Full => (0..columns).map(|column| at(column as f32)).collect(),
                Spread::Even => {
                    let before = |row: u32| (u64::from(row) * u64::from(boards) / u64::from(rows)) as u32;
                    let count = before(row + 1) - before(row);
                    let indent = (columns - count) as f32 / 2.0;
                    (0..count).map(|column| at(indent + column as f32)).collect()
                }
            };
            Row { y, lefts }
        };
        let labels = match self.request.labels {
            Some(needs) => {
                let pitch = if columns > 1 { across } else { area.width as f32 };
                // A little smaller, if that makes room for all.
                let ems = [1.0, 0.92, 0.85].map(|scale| at_least_legible(scale * em));
                let fits = |em: f32| Some((em, shown(&needs, (number_em, em), board as f32, pitch)?));
                let all = ems.into_iter().filter_map(fits).find(|(_, shown)| *shown == (true, true));
                let (em, (has_images, has_placement)) = all.or_else(|| fits(em))?;
                let align = LabelAlign::Edges;
                Some(LabelLayout { number_em, em, baseline, align, has_images, has_placement })
            }
            None => None,
        };
        let head = match spread {
            Spread::Around(wide, high) => Area {
                x: area.x,
                y: area.y,
                width: ((wide - 1) as f32 * across).round() as u32 + board,
                height: ((high - 1) as f32 * down).round() as u32 + board,
            },
            Spread::Full | Spread::Even => area,
        };
        let rows = (0..rows).map(row).filter(|row| !row.lefts.is_empty()).collect();
        let layout = MontageLayout { width, height, square, rows, labels, runs: Vec::new(), scale: None };
        Some((layout, head))
    }

    /// A title among boards: its number at the top of its room, and its sentence at the foot.
    fn block(&self, title: &MontageTitle, room: Area) -> Option<Block> {
        match title {
            MontageTitle::Count { number, sentence } => {
                let ems = || shrinking(self.units.em(2.9), at_least_legible(self.units.0 * 1.5));
                [10.0, SMALLEST_NUMBER].into_iter().find_map(|least| {
                    ems().find_map(|em| self.count_block(number, sentence, em, least, room))
                })
            }
            MontageTitle::Text(text) => {
                let ems = shrinking(self.units.em(8.0), at_least_legible(self.units.0 * 1.8));
                ems.into_iter().find_map(|em| self.headline(text, em, 4, room))
            }
        }
    }

    fn count_block(&self, number: &str, sentence: &str, em: f32, least: f32, room: Area) -> Option<Block> {
        let lines = self.broken(sentence, em, room.width)?;
        let pitch = (PITCH * em).round() as u32;
        let sentence_height = pitch * (lines.len() as u32).saturating_sub(1) + cap(em);
        let number_height = room.height.checked_sub(sentence_height + em.round() as u32)?;
        let number_em = self.number_em(number, LARGEST_NUMBER, room.width).min(number_height as f32 / CAP);
        if number_em < least * self.units.0 || number_em < 2.2 * em {
            return None;
        }
        let mut runs = vec![self.number(number, number_em, room.x, room.y + cap(number_em))];
        let first = room.y + room.height - sentence_height + cap(em);
        runs.extend(set(&lines, em, TextInk::Ink, (room.x, first), pitch));
        Some(Block { runs, height: room.height })
    }

    /// A title above all boards, in one or two lines.
    fn band(&self, title: &MontageTitle, room: Area) -> Option<Block> {
        match title {
            MontageTitle::Count { number, sentence } => {
                let number_em = self.number_em(number, 10.0, room.width / 2);
                let height = cap(number_em);
                let number_width = self.line(number_em, Weight::Bold).width(number);
                let x = room.x + number_width + self.units.px(1.5);
                let width = (room.x + room.width).checked_sub(x)?;
                let ems = shrinking(self.units.em(2.9), at_least_legible(self.units.0 * 1.5));
                ems.into_iter().find_map(|em| {
                    let lines = self.broken(sentence, em, width)?;
                    let pitch = (PITCH * em).round() as u32;
                    let text_height = pitch * (lines.len() as u32).saturating_sub(1) + cap(em);
                    let first = room.y + height.checked_sub(text_height)? + cap(em);
                    let mut runs = vec![self.number(number, number_em, room.x, room.y + height)];
                    runs.extend(set(&lines, em, TextInk::Ink, (x, first), pitch));
                    Some(Block { runs, height })
                })
            }
            MontageTitle::Text(text) => {
                let ems = || shrinking(self.units.em(4.4), self.units.em(1.8));
                [1, 2].into_iter().find_map(|most| {
                    let least = if most == 1 { 3.0 * self.units.0 } else { 0.0 };
                    ems().filter(|em| *em >= least).find_map(|em| self.headline(text, em, most, room))
                })
            }
        }
    }

    /// A title in a column: its sentence follows its number.
    fn column(&self, title: &MontageTitle, room: Area, most: f32) -> Option<Block> {
        match title {
            MontageTitle::Count { number, sentence } => {
                let number_em = self.number_em(number, most, room.width);
                let ems = shrinking(self.units.em(2.9), self.units.em(2.0));
                let (em, lines) =
                    ems.into_iter().find_map(|em| Some((em, self.broken(sentence, em, room.width)?)))?;
                let pitch = (1.38 * em).round() as u32;
                let base = room.y + cap(number_em);
                let first = base + (2.07 * em).round() as u32;
                let mut runs = vec![self.number(number, number_em, room.x, base)];
                runs.extend(set(&lines, em, TextInk::Ink, (room.x, first), pitch));
                let last = first + pitch * (lines.len() as u32).saturating_sub(1);
                Some(Block { runs, height: last + (0.25 * em).ceil() as u32 - room.y })
            }
            MontageTitle::Text(text) => {
                let ems = shrinking(self.units.em(6.0), self.units.em(2.2));
                ems.into_iter().find_map(|em| self.headline(text, em, 5, room))
            }
        }
    }

    /// Bold text from the top of its room on, in at most so many lines.
    fn headline(&self, text: &str, em: f32, most: usize, room: Area) -> Option<Block> {
        let lines = broken(&[(Weight::Bold, text)], self.request.font, em, room.width)?;
        let pitch = (1.25 * em).round() as u32;
        let height = cap(em) + pitch * (lines.len() as u32).saturating_sub(1) + (0.25 * em).ceil() as u32;
        let fits = lines.len() <= most && height <= room.height;
        fits.then(|| Block { runs: set(&lines, em, TextInk::Ink, (room.x, room.y + cap(em)), pitch), height })
    }

    /// What stands at the foot of a column: the note, and the scale of a heat map.
    fn foot(&self, note: Option<&Note>, room: Area) -> Option<(Block, Option<HeatScale>)> {
        let bottom = room.y + room.height;
        let em = self.units.em(2.2);
        let pitch = (1.45 * em).round() as u32;
        let mut runs = Vec::new();
        let mut baseline = bottom;
        let scale = if self.request.has_scale {
            let lines = self.broken(SCALE_WORDS, em, room.width)?;
            let first = baseline.checked_sub(pitch * (lines.len() as u32 - 1))?;
            runs.extend(set(&lines, em, TextInk::Muted, (room.x, first), pitch));
            let cell = (room.width / HeatScale::CELLS).min(self.units.px(3.6)).max(8);
            let y = first.checked_sub(cap(em) + (0.6 * em) as u32 + cell)?;
            baseline = y.checked_sub(self.units.px(4.0))?;
            let scale = HeatScale { x: room.x, y, cell };
            runs.extend(self.scale_labels(scale));
            Some(scale)
        } else {
            None
        };
        let mut top = if scale.is_some() { baseline + self.units.px(4.0) } else { bottom };
        if let Some(note) = note {
            let (head, text) = ((Weight::Bold, note.head.as_str()), (Weight::Regular, note.text.as_str()));
            let words = if note.is_headline { vec![text] } else { vec![head, text] };
            let lines = broken(&words, self.request.font, em, room.width)?;
            let first = baseline.checked_sub(pitch * (lines.len() as u32).saturating_sub(1))?;
            let set = set(&lines, em, TextInk::Muted, (room.x, first), pitch).into_iter();
            // What is bold is read first.
            runs.extend(set.map(|run| match run.weight {
                Weight::Bold => TextRun { ink: TextInk::Ink, ..run },
                Weight::Regular => run,
            }));
            top = first.checked_sub(cap(em))?;
            if note.is_headline {
                let ems = shrinking(self.units.em(2.9), self.units.em(2.0));
                let baseline = first.checked_sub((2.36 * em).round() as u32)?;
                let fits = |em: &f32| self.line(*em, Weight::Bold).width(&note.head) <= room.width;
                let em = ems.into_iter().find(fits)?;
                let line = [(0, Weight::Bold, note.head.clone())].to_vec();
                runs.extend(self::set(&[line], em, TextInk::Ink, (room.x, baseline), 0));
                top = baseline.checked_sub(cap(em))?;
            }
        }
        (top >= room.y).then(|| (Block { runs, height: bottom - top }, scale))
    }

    /// The line at the foot of the page: the note, and the scale of a heat map or how the page was made.
    fn foot_line(&self, x: u32, width: u32, baseline: u32) -> (Vec<TextRun>, Option<HeatScale>) {
        let em = self.units.em(1.7);
        let MontageText { note, origin, .. } = self.request.text;
        let space = self.line(em, Weight::Regular).width(" ");
        let regular = |text: &str| self.line(em, Weight::Regular).width(text);
        let notes: Vec<Option<(&Note, &str)>> = match note {
            Some(note) => vec![Some((note, &*note.text)), Some((note, note.first_sentence())), None],
            None => vec![None],
        };
        // What stands at the right: a scale or not, and text.
        let rights: Vec<(bool, Option<&str>)> = match (self.request.has_scale, origin) {
            (true, _) => vec![(true, Some(SCALE_WORDS)), (true, None), (false, None)],
            (false, Some(origin)) => vec![(false, Some(origin)), (false, None)],
            (false, None) => vec![(false, None)],
        };
        let cell = self.units.px(2.6).max((1.5 * em).round() as u32);
        let head_gap = |note: &Note| if note.is_headline { em.round() as u32 } else { space };
        let fits = |note: Option<(&Note, &str)>, (has_scale, text): (bool, Option<&str>)| {
            let left = note.map_or(0, |(note, text)| {
                self.line(em, Weight::Bold).width(&note.head) + head_gap(note) + regular(text)
            });
            let cells = if has_scale { cell * HeatScale::CELLS + space * 2 } else { 0 };
            let right = cells + text.map_or(0, regular);
            let gap = if left > 0 && right > 0 { (2.0 * em) as u32 } else { 0 };
            left + gap + right <= width
        };
        let with_scale = |right: &(bool, Option<&str>)| right.0 == self.request.has_scale;
        let pairs = notes.iter().flat_map(|note| {
            rights.iter().filter(|right| with_scale(right)).map(move |right| (*note, *right))
        });
        let Some((note, (has_scale, right))) = pairs.into_iter().find(|(note, right)| fits(*note, *right))
        else {
            return (Vec::new(), None);
        };
        let run =
            |x, text: &str, weight, ink| TextRun { x, baseline, text: text.to_owned(), em, weight, ink };
        let mut runs = Vec::new();
        if let Some((note, text)) = note {
            let after = x + self.line(em, Weight::Bold).width(&note.head) + head_gap(note);
            runs.push(run(x, &note.head, Weight::Bold, TextInk::Ink));
            runs.push(run(after, text, Weight::Regular, TextInk::Muted));
        }
        let mut right_edge = x + width;
        if let Some(text) = right {
            right_edge = right_edge.saturating_sub(regular(text));
            runs.push(run(right_edge, text, Weight::Regular, TextInk::Muted));
            right_edge = right_edge.saturating_sub(2 * space);
        }
        let scale = has_scale.then(|| HeatScale {
            x: right_edge.saturating_sub(cell * HeatScale::CELLS),
            // Centred on the capitals beside it.
            y: baseline.saturating_sub(u32::midpoint(cap(em), cell)),
            cell,
        });
        runs.extend(scale.into_iter().flat_map(|scale| self.scale_labels(scale)));
        (runs, scale)
    }

    /// The numbers on the cells that explain a heat map.
    fn scale_labels(&self, HeatScale { x, y, cell }: HeatScale) -> Vec<TextRun> {
        const LABELS: [&str; 5] = ["0", "1", "2", "3", "4+"];
        let em = at_least_legible(0.55 * cell as f32);
        let run = |(index, text): (usize, &str)| {
            let free = cell.saturating_sub(self.line(em, Weight::Regular).width(text));
            TextRun {
                x: x + index as u32 * cell + free / 2,
                baseline: y + u32::midpoint(cell, cap(em)),
                text: text.to_owned(),
                em,
                weight: Weight::Regular,
                ink: TextInk::OnHeat(index),
            }
        };
        LABELS.into_iter().enumerate().map(run).collect()
    }

    fn broken(&self, text: &str, em: f32, room: u32) -> Option<Vec<BrokenLine>> {
        broken(&[(Weight::Regular, text)], self.request.font, em, room)
    }

    fn line(&self, em: f32, weight: Weight) -> Line<'_> {
        Line { font: self.request.font, em, weight }
    }

    /// The largest em of a title's number, in a room so wide.
    fn number_em(&self, number: &str, most: f32, room: u32) -> f32 {
        let fits = |em: &f32| self.line(*em, Weight::Bold).width(number) <= room;
        let ems = shrinking(self.units.em(most), at_least_legible(0.0));
        // Larger letters are not drawn.
        let em = ems.into_iter().find(fits).unwrap_or_default();
        self.request.font.weight(Weight::Bold).drawn(em)
    }

    /// A title's number, whose ink begins at `x`.
    fn number(&self, number: &str, em: f32, x: u32, baseline: u32) -> TextRun {
        let bearing = self.request.font.weight(Weight::Bold).bearing(number, em);
        let (weight, ink) = (Weight::Bold, TextInk::Ink);
        TextRun { x: x.saturating_sub(bearing), baseline, text: number.to_owned(), em, weight, ink }
    }
}

impl Area {
    fn without_top(self, height: u32) -> Self {
        let height = height.min(self.height);
        Self { y: self.y + height, height: self.height - height, ..self }
    }
}

/// Whether there is room for the number of images and for the placement; `None` if there is none even
/// for what must be shown: a number or, without one, the placement.
fn shown(needs: &LabelNeeds, ems: (f32, f32), board: f32, pitch: f32) -> Option<(bool, bool)> {
    let (number_em, em) = ems;
    let gap = 0.6 * em;
    let number = needs.number.map_or(0.0, |widest| widest.pixels(number_em));
    let images = needs.images.map_or(0.0, |widest| gap + widest.pixels(em));
    let placement = needs.placement.map(|widest| widest.pixels(em));
    let alone = pitch - gap;
    match (needs.number, placement) {
        (Some(_), Some(placement)) => {
            let (has_images, has_placement) = (number + images <= alone, true);
            if number + images + 2.0 * gap + placement <= board {
                return Some((has_images, has_placement));
            }
            (number <= alone).then_some((has_images, false))
        }
        (Some(_), None) => (number + images <= alone).then_some((true, true)),
        (None, Some(placement)) => (placement <= alone).then_some((true, true)),
        (None, None) => Some((true, true)),
    }
}

/// Lines of text from a baseline on.
fn set(lines: &[BrokenLine], em: f32, ink: TextInk, (x, first): (u32, u32), pitch: u32) -> Vec<TextRun> {
    let baselines = (0..).map(|line| first + line * pitch);
    let runs = lines.iter().zip(baselines).flat_map(|(line, baseline)| {
        let run = move |(right, weight, text): &(u32, Weight, String)| TextRun {
            x: x + right,
            baseline,
            text: text.clone(),
            em,
            weight: *weight,
            ink,
        };
        line.iter().map(run)
    });
    runs.collect()
}

/// Ems from the largest to the smallest.
fn shrinking(largest: f32, smallest: f32) -> impl Iterator<Item = f32> {
    std::iter::successors(Some(largest.max(smallest)), move |em| {
        (*em > smallest).then(|| (em * 0.95).max(smallest))
    })
}

fn at_least_legible(em: f32) -> f32 {
    em.max(LEAST_EM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::layout::montage::TextInk;
    use crate::page::{BoardLabel, BoardNumber};
    use crate::picture::Rect;

    fn text(boards: u32) -> MontageText {
        MontageText {
            title: Some(MontageTitle::Count {
                number: boards.to_string(),
                sentence: "ways to put eight queens on a board so that none attacks another".to_owned(),
            }),
            note: Some(Note {
                head: "Bold numbers:".to_owned(),
                is_headline: false,
                text: "the 12 fundamental solutions. Each of the others is a turn or a reflection of one."
                    .to_owned(),
            }),
            origin: Some("queenreel gallery 8".to_owned()),
        }
    }

    fn labels(boards: u32) -> Vec<BoardLabel> {
        let number = |number: u32| BoardNumber { text: number.to_string(), is_fundamental: true };
        (1..=boards)
            .map(|board| BoardLabel { number: Some(number(board)), ..BoardLabel::default() })
            .collect()
    }

    fn layout(n: u64, boards: u32, (width, height): (u32, u32)) -> Result<MontageLayout, GridError> {
        with(n, boards, (width, height), &text(boards), false)
    }

    fn with(
        n: u64,
        boards: u32,
        (width, height): (u32, u32),
        text: &MontageText,
        has_scale: bool,
    ) -> Result<MontageLayout, GridError> {
        let font = Font::default();
        let labels = LabelNeeds::of(&labels(boards), &font);
        let size = BoardSize::new(n).unwrap();
        let font = &font;
        MontageLayout::on_page(&PageRequest {
            size,
            boards,
            columns: None,
            width,
            height,
            font,
            labels,
            text,
            has_scale,
        })
    }

    /// The rectangles of everything, with the ink of text only.
    fn rectangles(layout: &MontageLayout, n: u32, boards: u32) -> Vec<(String, Rect)> {
        let font = Font::default();
        let ink = |x: u32, baseline: u32, em: f32, weight: Weight, text: &str| {
            let (up, down) = font.weight(weight).ink_reach(text);
            let (up, down) = ((up * em).floor() as u32, (down * em).floor() as u32);
            let width = Line { font: &font, em, weight }.width(text);
            Rect { x, y: baseline - up, width, height: up + down }
        };
        let side = layout.square * n;
        let mut all = Vec::new();
        let places = layout.rows.iter().flat_map(|row| row.lefts.iter().map(move |x| (*x, row.y)));
        for ((x, y), number) in places.zip(1..) {
            all.push((format!("board {number}"), Rect { x, y, width: side, height: side }));
            // Measuring all of many thousands would take long.
            if let Some(labels) = layout.labels.filter(|_| number % (boards / 400 + 1) == 0) {
                let text = u32::to_string(&number);
                let area = ink(x, y + side + labels.baseline, labels.number_em, Weight::Bold, &text);
                all.push((format!("label {number}"), area));
            }
        }
        assert_eq!(layout.rows.iter().map(|row| row.lefts.len()).sum::<usize>(), boards as usize);
        if let Some(HeatScale { x, y, cell }) = layout.scale {
            let width = cell * HeatScale::CELLS;
            all.push(("scale".to_owned(), Rect { x, y, width, height: cell }));
        }
        let runs = layout.runs.iter().filter(|run| !matches!(run.ink, TextInk::OnHeat(_)));
        all.extend(
            runs.map(|run| (run.text.clone(), ink(run.x, run.baseline, run.em, run.weight, &run.text))),
        );
        all
    }

    fn assert_sound(layout: &MontageLayout, n: u32, boards: u32) {
        assert!(layout.square >= LEAST_SQUARE);
        let all = rectangles(layout, n, boards);
        for (name, area) in &all {
            let inside = area.right() <= layout.width && area.y + area.height <= layout.height;
            assert!(inside, "{name} is cut: {area:?} on {}×{}", layout.width, layout.height);
        }
        // Boards are in a grid; comparing each with the next few is enough.
        for (index, (name, area)) in all.iter().enumerate() {
            let others =
                if all.len() < 400 { &all[index + 1..] } else { &all[index + 1..all.len().min(index + 6)] };
            for (other, beside) in others {
                assert_eq!(
                    area.shared(*beside),
                    None,
                    "{name} and {other} on {}×{}",
                    layout.width,
                    layout.height
                );
            }
        }
        assert!(layout.runs.iter().all(|run| run.em >= LEAST_EM));
    }

    const PAGES: [(u32, u32); 9] = [
        (1920, 1080),
        (1080, 1080),
        (1080, 1920),
        (2480, 3508),
        (4961, 3508),
        (8192, 8192),
        (640, 360),
        (2560, 1080),
        (8000, 1000),
    ];

    #[test]
    fn nothing_overlaps_and_nothing_is_cut() {
        let numbers =
            [(1, 1), (4, 2), (8, 3), (8, 5), (5, 10), (8, 12), (8, 13), (8, 17), (7, 40), (8, 92), (9, 352)];
        let mut done = 0;
        for page in PAGES {
            for (n, boards) in numbers.into_iter().chain([(10, 724), (11, 2680), (12, 14_200), (64, 7)]) {
                for has_scale in [false, true] {
                    match with(n, boards, page, &text(boards), has_scale) {
                        Ok(layout) => {
                            done += 1;
                            assert_sound(&layout, n as u32, boards);
                        }
                        Err(GridError::PageTooSmall { .. } | GridError::WideLabels) => {}
                        Err(error) => panic!("{n}, {boards}, {page:?}: {error}"),
                    }
                }
            }
        }
        assert!(done > 180, "{done}");
    }

    #[test]
    fn the_title_stands_in_spare_cells() {
        let counts = |layout: &MontageLayout| -> Vec<usize> {
            layout.rows.iter().map(|row| row.lefts.len()).collect()
        };
        let wide = layout(8, 92, (1920, 1080)).unwrap();
        assert_eq!(counts(&wide), [11, 11, 14, 14, 14, 14, 14]);
        assert_eq!(wide.square, 14);
        let a3 = layout(8, 92, (4961, 3508)).unwrap();
        assert_eq!(counts(&a3), [10, 10, 12, 12, 12, 12, 12, 12]);
        // The gaps fill the page.
        let last = wide.rows.last().unwrap().lefts.last().unwrap();
        assert_eq!((wide.rows[0].y, last + 8 * wide.square), (50, 1870));
    }

    #[test]
    fn a_few_boards_are_beside_or_below_their_title() {
        let grid = |n, boards, page| {
            let layout = layout(n, boards, page).unwrap();
            (layout.rows[0].lefts.len(), layout.rows.len(), layout.rows[0].lefts[0], layout.square)
        };
        assert_eq!(grid(8, 12, (1920, 1080)), (4, 3, 520, 34), "4 × 3, right of 52 units");
        assert_eq!(grid(6, 4, (1920, 1080)).0, 2);
        assert_eq!(grid(8, 12, (1080, 1920)).0, 3, "below the title");
        assert_eq!(grid(5, 10, (1920, 1080)).0, 5);
    }

    #[test]
    fn errors_name_the_page_and_the_number_that_work() {
        let Err(GridError::PageTooSmall { larger: None, fewer: Some(fewer), .. }) =
            layout(12, 14_200, (1920, 1080))
        else {
            panic!()
        };
        assert!(layout(12, fewer, (1920, 1080)).is_ok() && layout(12, fewer + 1, (1920, 1080)).is_err());
        let Err(GridError::PageTooSmall { larger: Some(larger), .. }) = layout(8, 92, (320, 180)) else {
            panic!()
        };
        assert!(layout(8, 92, larger).is_ok());
        let long =
            MontageText { title: Some(MontageTitle::Text("Queens ".repeat(200))), ..MontageText::default() };
        assert_eq!(with(8, 92, (1920, 1080), &long, false), Err(GridError::LongTitle));
        assert_eq!(with(8, 4, (1920, 1080), &long, false), Err(GridError::LongTitle));
    }

    #[test]
    fn other_titles_and_none_have_their_place() {
        for page in PAGES {
            for boards in [1, 4, 12, 13, 92] {
                for title in [None, Some(MontageTitle::Text("Six queens and more".to_owned()))] {
                    let text = MontageText { title: title.clone(), note: None, origin: None };
                    match with(8, boards, page, &text, false) {
                        Ok(layout) => {
                            assert_sound(&layout, 8, boards);
                            assert_eq!(layout.runs.is_empty(), title.is_none());
                        }
                        Err(GridError::PageTooSmall { .. } | GridError::LongTitle) => {}
                        Err(error) => panic!("{boards}, {page:?}: {error}"),
                    }
                }
            }
        }
    }
}
