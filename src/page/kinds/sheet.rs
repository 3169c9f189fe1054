//! Sheets of steps: a search as small boards in reading order.

use std::cmp::Reverse;
use std::iter::successors;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use crate::board::{BoardSize, Square};
use crate::font::Weight;
use crate::page::layout::board::fit;
use crate::page::layout::flow::{
    Align, Node, between, column, exactly, first, from, grid, leaf, row, scaled, space, spring,
};
use crate::page::layout::paragraph::broken;
use crate::page::layout::text_place::TextPlace;
use crate::page::layout::text_width::TextWidth;
use crate::page::layout::words::text;
use crate::page::slot::{Align as TextAlign, Colours, FillSlot, Pen, StrikeSlot};
use crate::page::units::{Line, MAX_SIDE, Units, cap};
use crate::page::{BoardStyle, Page, PageSize, StyleError, Theme};
use crate::picture::Rect;
use crate::record::{Mark, Scene, Step, Words};
use crate::variants::enum_with_all;

/// How many boards of a sheet are beside each other, and how large they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepSheetGrid {
    /// Boards beside each other; `None` for as many as make the largest squares.
    pub columns: Option<NonZeroU32>,
    /// Side of a square in pixels, without a page; `None` for one that suits the board.
    pub square: Option<u32>,
}

/// The text of a sheet beside that of its steps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepSheetText {
    /// The title; may be empty.
    pub title: String,
    /// A sentence about the whole search; may be empty.
    pub summary: String,
    /// How the sheet was made; may be empty, and is left out where there is no room.
    pub origin: String,
}

/// A sheet of steps, on one page or more.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::page::{BoardStyle, StepSheet, StepSheetGrid, StepSheetText};
/// use queenreel::record::Steps;
/// use queenreel::search::{Algorithm, Order, until_solutions};
///
/// let (size, order) = (BoardSize::new(4)?, Order::Columns);
/// let events = until_solutions(Algorithm::Backtracking.events(size, order, 0), Some(1));
/// let steps = Steps::new(Algorithm::Backtracking, size, order, events).collect();
/// let (text, style) = (StepSheetText::default(), BoardStyle::default());
/// let sheet = StepSheet::new(steps, text, style, StepSheetGrid::default())?;
/// assert_eq!((sheet.steps().len(), sheet.pages().len()), (12, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StepSheet {
    content: Content,
    placed: Placed,
}

/// What is on a sheet.
#[derive(Debug)]
struct Content {
    size: BoardSize,
    steps: Vec<Step>,
    text: StepSheetText,
    style: BoardStyle,
    wanted: StepSheetGrid,
    signs: Vec<(Scene, &'static str)>,
    /// The widest number of a step, with its distance from the fact; the widest fact; the widest reason,
    /// in few words and in full.
    number: TextWidth,
    fact: TextWidth,
    short: TextWidth,
    long: TextWidth,
}

/// What a page has; all pages are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot {
    /// The title, with its em.
    Title(f32),
    /// A line of the summary.
    Summary(usize),
    /// The room for all boards, before there are any.
    Room,
    /// A part of the n-th board and its text.
    Step(usize, StepPart),
    Rule,
    /// The sign in a square, and what it means.
    Sign(usize),
    Meaning(usize),
    /// The number of the page, and before it how the sheet was made, if there is room.
    Right(bool),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum StepPart {
    Board,
    Number,
    Fact,
    Reason,
}

enum_with_all! {
    /// How the reasons of steps are written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Reasons {
        /// Not at all.
        None,
        /// In few words.
        Short,
        /// In full.
        Long,
    }
}

/// How many columns and rows, and the side of a square.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Grid {
    columns: u32,
    rows: u32,
    square: u32,
    reasons: Reasons,
}

/// Everything on a page in its place.
#[derive(Debug)]
struct Placed {
    size: (u32, u32),
    u: Units,
    grid: Grid,
    summary: Vec<String>,
    slots: Vec<(Slot, Rect)>,
}

/// A sheet on pages with this unit.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    content: &'a Content,
    u: Units,
}

/// The margin of the page, in units like all lengths that follow.
const MARGIN: f32 = 6.0;

/// The ems of text.
const TITLE: f32 = 4.4;
const SUMMARY: f32 = 2.1;
const FACT: f32 = 2.0;
const REASON: f32 = 1.65;
const COORDINATES: f32 = 1.9;
const FOOT: f32 = 1.9;

/// Between lines of the summary, in ems.
const PITCH: f32 = 1.35;

/// From the title to the summary, from there to the boards, from the boards to the rule and from there to
/// the signs.
const TO_SUMMARY: f32 = 2.0;
const TO_BOARDS: f32 = 3.6;
const TO_RULE: f32 = 2.2;
const TO_SIGNS: f32 = 2.0;

/// The side of a sign, and from there to its meaning and to the next sign.
const SIGN: f32 = 3.2;
const TO_MEANING: f32 = 1.2;
const TO_NEXT: f32 = 3.4;

/// The room left of a board for the numbers of its rows, and from the board to the letters of its
/// columns, to the fact and to the reason.
const GUTTER: f32 = 2.0;
const TO_LETTERS: f32 = 0.8;
const TO_FACT: f32 = 1.4;
const TO_REASON: f32 = 1.1;

/// Between boards, across and down: at least, and at most to fill the page. Between texts below boards, at
/// least.
const GAP: (f32, f32) = (3.0, 2.4);
const LARGEST_GAP: (f32, f32) = (20.0, 6.0);
const TEXT_GAP: f32 = 1.2;

/// The smallest square, in pixels.
const LEAST_SQUARE: u32 = 12;

/// Boards on one page are at least so wide; on several pages they are wider.
const LEAST_BOARD: f32 = 12.0;
const GOOD_BOARD: f32 = 17.0;

/// A board is at most so wide.
const LARGEST_BOARD: f32 = 44.0;

/// Without a page: the board and the smallest square unless the square is given, in pixels.
const BOARD: u32 = 216;
const GOOD_SQUARE: u32 = 16;

/// The width of a board, as long as the unit is between these, in pixels.
const FITTING_BOARD: f32 = 21.6;
const UNITS: (f32, f32) = (7.0, 20.0);

/// The least width between the margins, for the title and the summary; and the best height to width.
const LEAST_WIDTH: f32 = 72.0;
const SHAPE: f32 = std::f32::consts::SQRT_2;

/// Below squares of this side the lines that cross a board out are a little stronger.
const STRIKE: (f32, f32) = (0.06, 2.0);

/// What it means that a board is crossed out.
const DISCARDED: &str = "discarded";

/// Between the number of a step and what happened, and between texts at the foot, in spaces.
const BETWEEN: &str = "   ";

impl<'a> Sheet<'a> {
    /// The page with its boards, or room for them.
    fn page(self, summary: &[String], boards: Node<'a, Slot>) -> Node<'a, Slot> {
        let rule = leaf(Slot::Rule, from(0), exactly(self.u.hairline()));
        let page = column([
            self.head(summary),
            boards,
            spring(),
            rule.pad([0, self.px(TO_RULE), 0, self.px(TO_SIGNS)]),
            first([self.foot(true), self.foot(false)]),
        ]);
        page.pad([self.px(MARGIN); 4])
    }

    fn head(self, summary: &[String]) -> Node<'a, Slot> {
        let StepSheetText { title, .. } = &self.content.text;
        let em = self.em(SUMMARY);
        let line = |line| text(Slot::Summary(line), 0, em);
        let pitch = (PITCH * em).round() as u32 - cap(em);
        let lines = column((0..summary.len()).map(line)).gaps(exactly(0), exactly(pitch));
        let title_width = move |em| self.line(em, Weight::Bold).width(title);
        let (has_title, has_lines) = (!title.is_empty(), !summary.is_empty());
        let title = scaled(self.em(TITLE), em, move |em| text(Slot::Title(em), title_width(em), em));
        let title = title.pad([0, 0, 0, self.px(TO_SUMMARY)]).when(has_title);
        let head = column([title, lines.when(has_lines)]);
        head.pad([0, 0, 0, self.px(TO_BOARDS)]).when(has_title || has_lines)
    }

    fn boards(self, boards: Grid) -> Node<'a, Slot> {
        let cells = (0..boards.cells()).map(|index| self.cell(boards, index));
        let across = between(self.px(TEXT_GAP), self.px(LARGEST_GAP.0));
        grid(boards.columns as usize, cells).gaps(across, between(self.px(GAP.1), self.px(LARGEST_GAP.1)))
    }

    /// A board with its coordinates, its number and its words.
    fn cell(self, boards: Grid, index: usize) -> Node<'a, Slot> {
        let part = |part, width, height| leaf(Slot::Step(index, part), width, exactly(height));
        let side = boards.square * self.squares();
        let [to_fact, to_reason, below] = self.gaps();
        let words = [
            part(StepPart::Number, exactly(self.number_width()), cap(self.em(FACT))),
            part(StepPart::Fact, from(0), cap(self.em(FACT))),
            space(exactly(0), exactly(0)),
            part(StepPart::Reason, from(0), cap(self.em(REASON))),
        ];
        let words = grid(2, words).gaps(exactly(0), exactly(to_reason));
        let board = part(StepPart::Board, exactly(side), side).pad([self.px(GUTTER), 0, 0, to_fact]);
        column([board, words]).pad([0, 0, 0, below]).wide(exactly(self.cell_width(boards)))
    }

    /// What the signs mean, how the sheet was made, and the number of the page.
    fn foot(self, has_origin: bool) -> Node<'a, Slot> {
        let line = self.line(self.em(FOOT), Weight::Regular);
        let side = self.px(SIGN).max(LEAST_SQUARE);
        let words = |slot, width| leaf(slot, width, exactly(cap(line.em))).align(Align::Start, Align::Middle);
        let sign = |(index, (_, meaning)): (usize, &(Scene, &str))| {
            let sign = leaf(Slot::Sign(index), exactly(side), exactly(side));
            let meaning = words(Slot::Meaning(index), exactly(line.width(meaning)));
            row([sign, meaning]).gaps(exactly(self.px(TO_MEANING)), exactly(0))
        };
        let origin = if has_origin { self.content.text.origin.as_str() } else { "" };
        // There are no more pages than steps.
        let right = format!("{origin}{BETWEEN}{0} of {0}", self.content.steps.len());
        let right = words(Slot::Right(has_origin), from(line.width(&right)));
        let signs = self.content.signs.iter().enumerate().map(sign);
        row(signs.chain([right])).gaps(exactly(self.px(TO_NEXT)), exactly(0))
    }

    fn px(self, units: f32) -> u32 {
        self.u.px(units)
    }

    fn em(self, units: f32) -> f32 {
        self.u.em(units)
    }

    const fn line(self, em: f32, weight: Weight) -> Line<'a> {
        Line { font: &self.content.style.font, em, weight }
    }

    fn squares(self) -> u32 {
        self.content.size.get().into()
    }

    fn number_width(self) -> u32 {
        self.content.number.pixels(self.em(FACT))
    }

    /// The width of the widest text below a board.
    fn text_width(self, reasons: Reasons) -> u32 {
        let reason = match reasons {
            Reasons::None => 0,
            Reasons::Short => self.content.short.pixels(self.em(REASON)),
            Reasons::Long => self.content.long.pixels(self.em(REASON)),
        };
        self.number_width() + self.content.fact.pixels(self.em(FACT)).max(reason)
    }

    /// From the foot of a board to its fact, from there to its reason, and below that.
    fn gaps(self) -> [u32; 3] {
        let letters = self.px(TO_LETTERS) + cap(self.em(COORDINATES));
        [letters + self.px(TO_FACT), self.px(TO_REASON), (0.3 * self.em(REASON)).ceil() as u32]
    }

    /// A board with the numbers of its rows, or the text below it if that is wider.
    fn cell_width(self, Grid { square, reasons, .. }: Grid) -> u32 {
        (self.px(GUTTER) + square * self.squares()).max(self.text_width(reasons))
    }

    fn cell_height(self, square: u32) -> u32 {
        let words = cap(self.em(FACT)) + cap(self.em(REASON));
        square * self.squares() + words + self.gaps().iter().sum::<u32>()
    }

    /// The lines of the summary on a page of this width; `None` if it is too long.
    fn summary(self, width: u32) -> Option<Vec<String>> {
        let StepSheetText { summary, .. } = &self.content.text;
        let width = width.checked_sub(2 * self.px(MARGIN))?;
        let font = &self.content.style.font;
        let lines = broken(&[(Weight::Regular, summary)], font, self.em(SUMMARY), width)?;
        Some(lines.into_iter().flatten().map(|(_, _, text)| text).collect())
    }

    /// The room for boards on a page of this size.
    fn room(self, (width, height): (u32, u32)) -> Option<Rect> {
        let page = self.page(&self.summary(width)?, leaf(Slot::Room, from(0), from(0)));
        let mut slots = page.placed(width, height)?.into_iter();
        slots.find_map(|(slot, area)| (slot == Slot::Room).then_some(area))
    }

    fn placed(self, size: (u32, u32), grid: Grid) -> Option<Placed> {
        let summary = self.summary(size.0)?;
        let slots = self.page(&summary, self.boards(grid)).placed(size.0, size.1)?;
        Some(Placed { size, u: self.u, grid, summary, slots })
    }

    /// The numbers of columns that are tried, if no more fit than these.
    fn columns(self, most: u32) -> RangeInclusive<u32> {
        let steps = self.content.steps.len() as u32;
        match self.content.wanted.columns {
            Some(columns) => columns.get().min(steps)..=columns.get().min(steps),
            None => 1..=steps.min(most).max(1),
        }
    }

    /// Boards on as few pages as keep them legible.
    fn grid(self, Rect { width, height, .. }: Rect) -> Option<Grid> {
        let (steps, n) = (self.content.steps.len() as u32, self.squares());
        let largest = |columns: u32, rows: u32, reasons: Reasons| {
            let across = width.checked_sub((columns - 1) * self.px(GAP.0))? / columns;
            let down = height.checked_sub((rows - 1) * self.px(GAP.1))? / rows;
            let across = across.checked_sub(self.px(GUTTER))?;
            let down = down.checked_sub(self.cell_height(0))?;
            let square = across.min(down).min(self.px(LARGEST_BOARD)) / n;
            let text = columns * self.text_width(reasons) + (columns - 1) * self.px(TEXT_GAP);
            (text <= width && square >= LEAST_SQUARE).then_some(Grid { columns, rows, square, reasons })
        };
        let columns = || self.columns(width / (LEAST_SQUARE * n));
        let is_wide = |grid: &Grid, least: f32| (grid.square + 1) * n > self.px(least);
        let on_one = |reasons: Reasons| {
            let grids = columns().filter_map(|columns| largest(columns, steps.div_ceil(columns), reasons));
            let wide = grids.filter(|grid| is_wide(grid, LEAST_BOARD));
            wide.max_by_key(|grid| (grid.square, Reverse(grid.columns)))
        };
        let [none, short, long] = Reasons::ALL.map(on_one);
        // Reasons in full may cost a fifth of the boards.
        let full = long.filter(|long| short.is_none_or(|short| 5 * long.square >= 4 * short.square));
        full.or(short).or(none).or_else(|| {
            // As many boards to a page as are still wide, or else one.
            let grids =
                columns().flat_map(|columns| (1..=steps.div_ceil(columns)).map(move |rows| (columns, rows)));
            let with_reasons = [Reasons::Short, Reasons::Long];
            let grids =
                grids.flat_map(|(columns, rows)| with_reasons.map(|reasons| largest(columns, rows, reasons)));
            let wide = grids.flatten().filter(|grid| is_wide(grid, GOOD_BOARD));
            let most = wide.max_by_key(|grid| (grid.columns * grid.rows, grid.reasons, grid.square));
            let one_row =
                |columns| Reasons::ALL.into_iter().rev().find_map(|reasons| largest(columns, 1, reasons));
            most.or_else(|| columns().find_map(one_row))
        })
    }

    /// The size of a page for all steps in so many columns, and their grid; `None` if it is too large.
    fn own_page(self, columns: u32, square: u32) -> Option<((u32, u32), Grid)> {
        let rows = (self.content.steps.len() as u32).div_ceil(columns);
        let grid = Grid { columns, rows, square, reasons: Reasons::Long };
        let boards = columns * self.cell_width(grid) + (columns - 1) * self.px(GAP.0);
        let least = self.px(LEAST_WIDTH).max(self.foot(true).least_width());
        let width = 2 * self.px(MARGIN) + boards.max(least);
        let beside = MAX_SIDE - self.room((width, MAX_SIDE))?.height;
        let height = beside + rows * self.cell_height(square) + (rows - 1) * self.px(GAP.1);
        (width.max(height) <= MAX_SIDE).then_some(((width, height), grid))
    }
}

impl Grid {
    const fn cells(self) -> usize {
        self.columns as usize * self.rows as usize
    }
}

impl Content {
    /// On pages of this size.
    fn on_page(&self, page: PageSize) -> Result<Placed, StyleError> {
        page.check()?;
        let on = |width, height| {
            let sheet = Sheet { content: self, u: Units::of(width, height) };
            sheet.placed((width, height), sheet.grid(sheet.room((width, height))?)?)
        };
        fit(page, false, on).map_err(|error| match (error, self.wanted.columns) {
            (StyleError::TooMuchText, Some(columns)) if columns.get() > 1 => {
                StyleError::TooManyColumns { columns: columns.get() }
            }
            (error, _) => error,
        })
    }

    /// On a page as large as its boards need.
    fn on_own_page(&self) -> Result<Placed, StyleError> {
        let n = u32::from(self.size.get());
        let square = self.wanted.square.unwrap_or((BOARD / n).max(GOOD_SQUARE));
        let width = square.saturating_mul(n);
        if square < LEAST_SQUARE {
            return Err(StyleError::TooSmall { width, smallest: LEAST_SQUARE * n, size: self.size });
        }
        if width > MAX_SIDE {
            return Err(StyleError::TooLarge { width });
        }
        let u = (width as f32 / FITTING_BOARD).clamp(UNITS.0, UNITS.1);
        // Many steps need smaller text.
        let mut units = successors(Some(u), |u| (*u > UNITS.0).then(|| (0.9 * u).max(UNITS.0)));
        let shape = |(width, height): (u32, u32)| (height as f32 / width as f32 / SHAPE).ln().abs();
        let found = units.find_map(|u| {
            let sheet = Sheet { content: self, u: Units(u) };
            let columns = sheet.columns(MAX_SIDE / width);
            let pages = columns.filter_map(|columns| sheet.own_page(columns, square));
            let best = pages.min_by(|one, other| shape(one.0).total_cmp(&shape(other.0)));
            best.map(|(size, grid)| sheet.placed(size, grid).ok_or(StyleError::TooMuchText))
        });
        found.unwrap_or(Err(StyleError::TooManySteps { steps: self.steps.len() as u32 }))
    }
}

impl StepSheet {
    /// A sheet of these steps, on the page of the style, or several if that is too small. Without a page
    /// there is one, as large as the steps need. The width and the panels of the style are not used.
    ///
    /// # Errors
    /// [`StyleError`] when there are no steps, boards or text do not fit, or the font lacks a character.
    pub fn new(
        steps: Vec<Step>,
        text: StepSheetText,
        style: BoardStyle,
        grid: StepSheetGrid,
    ) -> Result<Self, StyleError> {
        let size = steps.first().ok_or(StyleError::NoSteps)?.scene.size;
        let texts = [&text.title, &text.summary, &text.origin];
        let font = &style.font;
        let lacks = |text: &&String| font.lacking(text);
        if let Some(character) = style.lacking(size).or_else(|| texts.iter().find_map(lacks)) {
            return Err(StyleError::NoGlyph(character));
        }
        let words: Vec<Words> = steps.iter().map(|step| step.words(style.names)).collect();
        let numbers = steps.iter().map(|step| step.number.to_string() + BETWEEN);
        let mut content = Content {
            size,
            number: TextWidth::widest(font, Weight::Bold, numbers),
            fact: TextWidth::widest(font, Weight::Bold, words.iter().map(|words| &words.fact.short)),
            short: TextWidth::widest(font, Weight::Regular, words.iter().map(|words| &words.reason.short)),
            long: TextWidth::widest(font, Weight::Regular, words.iter().map(|words| &words.reason.long)),
            signs: signs(&steps, &style.theme),
            steps,
            text,
            style,
            wanted: grid,
        };
        let placed = match content.style.page {
            Some(page) => content.on_page(page)?,
            None => content.on_own_page()?,
        };
        content.style = content.style.for_squares_of(placed.grid.square);
        Ok(Self { content, placed })
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.content.steps
    }

    /// The steps of each page.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = &[Step]> {
        self.content.steps.chunks(self.placed.grid.cells())
    }

    /// The size of the boards.
    pub const fn size(&self) -> BoardSize {
        self.content.size
    }

    /// Width and height of each page in pixels.
    pub const fn page_size(&self) -> (u32, u32) {
        self.placed.size
    }

    /// A page, counted from 0.
    ///
    /// # Panics
    /// When there is no such page.
    pub fn page(&self, index: usize) -> Page {
        let Content { text, style, signs, .. } = &self.content;
        let u = self.placed.u;
        let mut page = Page::empty(self.placed.size, style);
        page.colours.push(Colours::Blends(page.pen()));
        let inks = page.squares.inks;
        page.colours.push(Colours::Blends(Pen { ink: inks.muted, paper: inks.page }));
        page.colours.extend(page.squares.colours(style.attacks, false));
        page.colours.push(Colours::One(page.background));
        let steps = self.pages().nth(index).expect("the page is there");
        for (slot, area) in &self.placed.slots {
            let place = |em| place(*area, em);
            match *slot {
                Slot::Title(em) => {
                    page.add_text(place(em), Weight::Bold, &text.title);
                }
                Slot::Summary(line) => {
                    let line = &self.placed.summary[line];
                    page.add_text_in(place(u.em(SUMMARY)), Weight::Regular, inks.muted, line);
                }
                Slot::Room => {}
                // The last page may have fewer.
                Slot::Step(step, part) => {
                    if let Some(step) = steps.get(step) {
                        self.add_part(&mut page, step, part, *area);
                    }
                }
                Slot::Rule => {
                    page.layers.fills.add(FillSlot { area: *area }, inks.rule);
                }
                Slot::Sign(sign) => {
                    let (scene, meaning) = &signs[sign];
                    let state = page.squares.state(Square::new(1, 1), scene, None);
                    page.layers.squares.add(page.squares.sign(*area), state);
                    if *meaning == DISCARDED {
                        add_strike(&mut page, *area, area.width);
                    }
                }
                Slot::Meaning(sign) => {
                    page.add_text(place(u.em(FOOT)), Weight::Regular, signs[sign].1);
                }
                Slot::Right(has_origin) => {
                    let pages = self.pages().len();
                    let number = (pages > 1).then(|| format!("{} of {pages}", index + 1));
                    let origin = (has_origin && !text.origin.is_empty()).then(|| text.origin.clone());
                    let right: Vec<String> = origin.into_iter().chain(number).collect();
                    page.add_aligned(place(u.em(FOOT)), inks.muted, TextAlign::Right, &right.join(BETWEEN));
                }
            }
        }
        page
    }

    fn add_part(&self, page: &mut Page, step: &Step, part: StepPart, area: Rect) {
        let Content { size, style, .. } = &self.content;
        let u = self.placed.u;
        let words = step.words(style.names);
        let (fact, reason) = (place(area, u.em(FACT)), place(area, u.em(REASON)));
        match part {
            StepPart::Board => {
                page.add_board(area, &step.scene, style);
                if step.is_discarded {
                    add_strike(page, area, self.placed.grid.square);
                }
                if style.coordinates {
                    page.add_coordinates(*size, style.names, area, u.em(COORDINATES), u.px(TO_LETTERS));
                }
            }
            StepPart::Number => {
                page.add_text(fact, Weight::Bold, &step.number.to_string());
            }
            StepPart::Fact => {
                page.add_text(fact, Weight::Bold, &words.fact.short);
            }
            StepPart::Reason => {
                let fits = style.font.pixels(&words.reason.long, reason.em) <= area.width;
                let text = match self.placed.grid.reasons {
                    Reasons::None => return,
                    Reasons::Short | Reasons::Long if fits => &words.reason.long,
                    Reasons::Short | Reasons::Long => &words.reason.short,
                };
                page.add_text_in(reason, Weight::Regular, page.squares.inks.muted, text);
            }
        }
    }
}

/// A line of text with its baseline on the lower edge of an area.
const fn place(area: Rect, em: f32) -> TextPlace {
    TextPlace { x: area.x, baseline: area.y + area.height, width: area.width, em }
}

/// Crosses out an area with squares of this side.
fn add_strike(page: &mut Page, area: Rect, side: u32) {
    let (share, least) = STRIKE;
    let line = (share * side as f32).max(least);
    page.layers.strikes.add(StrikeSlot { area, line, ink: page.squares.inks.line }, ());
}

/// For each sign that the boards have a board, whose first square shows it, with its meaning.
fn signs(steps: &[Step], theme: &Theme) -> Vec<(Scene, &'static str)> {
    // Where a queen leaves squares free, as on most boards.
    let size = BoardSize::new(3).expect("3 is a size");
    let square = Square::new(1, 1);
    let has = |mark: Mark| steps.iter().any(|step| step.scene.marks.iter().any(|(_, other)| *other == mark));
    let mut signs = Vec::new();
    for mark in Mark::ALL.into_iter().filter(|mark| has(*mark)) {
        let (has_queen, meaning) = match mark {
            Mark::Placed => (true, "placed"),
            // It has the signs of a queen placed and of one attacked.
            Mark::PlacedInConflict if has(Mark::Placed) => continue,
            Mark::PlacedInConflict => (true, "placed, attacked"),
            Mark::Removed => (false, "removed"),
            // Heat maps do not mark solutions.
            Mark::Solution if theme.heat().is_some() => continue,
            Mark::Solution => (true, "solution"),
            Mark::Conflict => (true, "attacked"),
            Mark::Refused => (false, "refused"),
            // Of tests and dead ends, which are no steps.
            Mark::Safe | Mark::DeadEnd | Mark::Tried => continue,
        };
        let mut scene = Scene { marks: vec![(square, mark)], ..Scene::empty(size) };
        scene.queens.extend(has_queen.then_some(square));
        signs.push((scene, meaning));
    }
    if theme.heat().is_none() && steps.iter().any(|step| !step.scene.ruled_out.is_empty()) {
        let mut scene = Scene::empty(size);
        scene.ruled_out.insert(square);
        signs.push((scene, "ruled out"));
    }
    // All boards have the same start and the same closed squares.
    if let Some(Step { scene, .. }) = steps.first() {
        let sign = |start: bool| {
            let mut sign = Scene::empty(size);
            let squares = if start { &mut sign.start } else { &mut sign.blocked };
            squares.insert(square);
            sign.queens.extend(start.then_some(square));
            sign
        };
        signs.extend((!scene.start.is_empty()).then(|| (sign(true), "from the start")));
        signs.extend((!scene.blocked.is_empty()).then(|| (sign(false), "closed")));
    }
    if steps.iter().any(|step| step.is_discarded) {
        signs.push((Scene::empty(size), DISCARDED));
    }
    signs
}
