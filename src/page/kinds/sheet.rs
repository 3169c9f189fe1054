//! Sheets of steps: a search as small boards in reading order.

use std::iter::{repeat_with, successors};
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use crate::board::{BoardSize, Square};
use crate::font::Weight;
use crate::limits::MAX_PAGE_SIDE;
use crate::page::figure::stroke;
use crate::page::layout::board::{check_width, fit};
use crate::page::layout::flow::{
    Align, Node, between, column, exactly, first, from, grid, leaf, row, scaled, space,
};
use crate::page::layout::{FontStyle, TextPlace, TextWidth, Units, cap, lines, spring, text};
use crate::page::pen::{Colours, Pen};
use crate::page::scene::{Drawing, OVERLAY, Tag};
use crate::page::shape::Shape;
use crate::page::{Page, PageError, PageSize, PageStyle, Theme};
use crate::picture::Rect;
use crate::record::{BoardState, CaptionText, Mark, Step};
use crate::variants::enum_with_all;

/// The number of boards in a row, and their size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepSheetGrid {
    /// Boards in a row; `None` for as many as give the largest squares.
    pub columns: Option<NonZeroU32>,
    /// Side of a square in pixels, without a page; `None` for a default that depends on the board.
    pub square: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepSheetText {
    /// The title; may be empty.
    pub title: String,
    /// A sentence about the whole search; may be empty.
    pub summary: String,
    /// How the sheet was made; may be empty, and is omitted where space is short.
    pub origin: String,
}

/// A sheet of steps, on one page or more.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::internals::page::{PageStyle, StepSheet, StepSheetGrid, StepSheetText};
/// use queenreel::record::Steps;
/// use queenreel::search::{Algorithm, Order, until_solutions};
///
/// let (size, order) = (BoardSize::new(4)?, Order::Columns);
/// let events = until_solutions(Algorithm::Backtracking.events(size, order, 0), Some(1));
/// let steps = Steps::new(Algorithm::Backtracking, size, order, events).collect();
/// let (text, style) = (StepSheetText::default(), PageStyle::default());
/// let sheet = StepSheet::new(steps, text, style, StepSheetGrid::default())?;
/// assert_eq!((sheet.steps().len(), sheet.pages().len()), (12, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StepSheet {
    content: Content,
    page_size: (u32, u32),
    u: Units,
    grid: Grid,
}

struct Content {
    size: BoardSize,
    steps: Vec<Step>,
    words: Vec<(String, CaptionText)>,
    text: StepSheetText,
    style: PageStyle,
    wanted: StepSheetGrid,
    signs: Vec<(BoardState, &'static str)>,
    /// The widest step number, with its distance from the fact.
    number: TextWidth,
    fact: TextWidth,
    /// The widest reason in each form.
    reasons: [TextWidth; Reasons::ALL.len()],
}

/// The parts of a page; texts with their ems.
#[derive(Clone, Copy)]
enum SheetSlot<'a> {
    Text(&'a str, Weight, f32),
    /// Fainter text.
    Muted(&'a str, f32),
    Summary(usize),
    /// The space for all boards, before they are laid out.
    PanelArea,
    Board(&'a Step),
    Rule,
    /// A sign and its meaning. The first square of the board is the sign.
    Sign(&'a BoardState, &'a str),
    /// The page number and, if `true`, how the sheet was made.
    Right(bool),
}

enum_with_all! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Reasons {
        None,
        Short,
        Long,
    }
}

/// Columns and rows, and the width of a board.
#[derive(Debug, Clone, Copy)]
struct Grid {
    columns: u32,
    rows: u32,
    board: u32,
    reasons: Reasons,
}

#[derive(Clone, Copy)]
struct SheetLayout<'a> {
    content: &'a Content,
    size: (u32, u32),
    u: Units,
}

/// The margin of the page, in units like all lengths below.
const MARGIN: f32 = 6.0;

/// Em of the title. The next constants are ems of other texts.
const TITLE: f32 = 4.4;
const SUMMARY: f32 = 2.1;
const FACT: f32 = 2.0;
const REASON: f32 = 1.65;
const COORDINATES: f32 = 1.9;
const FOOT: f32 = 1.9;

/// Space left of a board for row numbers.
const GUTTER: f32 = 2.0;
/// Space from a board to its column letters.
const TO_LETTERS: f32 = 0.8;
/// Space from the column letters to the fact.
const TO_FACT: f32 = 1.4;
const TO_REASON: f32 = 1.1;

/// Minimum gaps between boards, across and down.
const GAP: (f32, f32) = (3.0, 2.4);
/// Maximum gaps between boards, across and down, to fill the page.
const LARGEST_GAP: (f32, f32) = (20.0, 6.0);
/// Minimum gap between texts below boards.
const TEXT_GAP: f32 = 1.2;

/// The smallest square, in pixels.
const LEAST_SQUARE: u32 = 12;

/// Minimum width of a board on a sheet of one page.
const LEAST_BOARD: f32 = 12.0;
/// Minimum width of a board on a sheet of several pages, if possible.
const GOOD_BOARD: f32 = 17.0;
const LARGEST_BOARD: f32 = 44.0;

/// Width of a board without a page size, in pixels.
const BOARD: u32 = 216;
/// Smallest side of a square without a page size or a given square, in pixels.
const GOOD_SQUARE: u32 = 16;

/// Width of a board without a page size, unless the unit would be outside the limits in [`UNITS`].
const FITTING_BOARD: f32 = 21.6;
/// Minimum and maximum of the unit, in pixels.
const UNITS: (f32, f32) = (7.0, 20.0);

/// Minimum width between the margins, for title and summary.
const LEAST_WIDTH: f32 = 72.0;
/// The best ratio of height to width.
const SHAPE: f32 = std::f32::consts::SQRT_2;

/// Width of a strike as a share of a square, and its minimum in pixels.
const STRIKE: (f32, f32) = (0.06, 2.0);

/// The separator between the number of a step and its text, and between texts at the foot.
const BETWEEN: &str = "   ";

impl<'a> SheetLayout<'a> {
    fn page(self, boards: Node<'a, SheetSlot<'a>>) -> Node<'a, SheetSlot<'a>> {
        let rule = leaf(SheetSlot::Rule, from(0), exactly(self.u.hairline()));
        let rule = rule.pad([0, self.u.px(2.2), 0, self.u.px(2.0)]);
        let foot = first([self.foot(true), self.foot(false)]);
        column([self.head(), boards, spring(), rule, foot]).pad([self.u.px(MARGIN); 4])
    }

    fn head(self) -> Node<'a, SheetSlot<'a>> {
        let (StepSheetText { title, summary, .. }, em) = (&self.content.text, self.u.em(SUMMARY));
        let (has_title, has_summary) = (!title.is_empty(), !summary.trim().is_empty());
        let title = scaled(self.u.em(TITLE), em, move |em| {
            text(SheetSlot::Text(title, Weight::Bold, em), self.line(em, Weight::Bold).width(title), em)
        });
        let line = |line| text(SheetSlot::Summary(line), 0, em);
        let pitch = exactly((1.35 * em).round() as u32 - cap(em));
        // A summary that is too long makes the page fail.
        let lines = self.summary().map(|lines| column((0..lines.len()).map(line)).gaps(exactly(0), pitch));
        let title = title.pad([0, 0, 0, self.u.px(2.0)]).when(has_title);
        let head = column([title, first(lines).when(has_summary)]);
        head.pad([0, 0, 0, self.u.px(3.6)]).when(has_title || has_summary)
    }

    /// Places the boards of a page that begins with this step. All pages have the same layout.
    fn boards(self, boards: Grid, start: usize) -> Node<'a, SheetSlot<'a>> {
        let steps = self.content.steps.iter().zip(&self.content.words).skip(start);
        let cells = steps.map(|(step, text)| self.cell(boards, step, text));
        let cells = cells.chain(repeat_with(|| space(exactly(0), exactly(0)))).take(boards.cells());
        let [width, height] = [self.cell_width(boards), self.cell_height(boards.board)].map(exactly);
        let cells = cells.map(|cell| cell.wide(width).tall(height));
        let [across, down] = [(TEXT_GAP, LARGEST_GAP.0), (GAP.1, LARGEST_GAP.1)]
            .map(|(least, most)| between(self.u.px(least), self.u.px(most)));
        grid(boards.columns as usize, cells).gaps(across, down)
    }

    /// Places a board with its coordinates, its number and its text.
    fn cell(self, boards: Grid, step: &'a Step, text: &'a (String, CaptionText)) -> Node<'a, SheetSlot<'a>> {
        let (number, words) = text;
        let (fact, em, indent) = (self.u.em(FACT), self.u.em(REASON), self.number_width());
        let line = |slot, em, width| leaf(slot, width, exactly(cap(em)));
        let [long, short] = [&words.reason.long, &words.reason.short];
        let is_wide = self.line(em, Weight::Regular).width(long) + indent > self.cell_width(boards);
        let reason = if is_wide { short } else { long };
        let words = [
            line(SheetSlot::Text(number, Weight::Bold, fact), fact, exactly(indent)),
            line(SheetSlot::Text(&words.fact.short, Weight::Bold, fact), fact, from(0)),
            space(exactly(0), exactly(0)),
            line(SheetSlot::Muted(reason, em), em, from(0)).when(boards.reasons > Reasons::None),
        ];
        let board = leaf(SheetSlot::Board(step), exactly(boards.board), exactly(boards.board));
        let board = board.pad([self.u.px(GUTTER), 0, 0, self.to_fact()]);
        column([board, grid(2, words).gaps(exactly(0), exactly(self.u.px(TO_REASON)))])
    }

    /// Places the key of signs, how the sheet was made, and the page number.
    fn foot(self, has_origin: bool) -> Node<'a, SheetSlot<'a>> {
        let line = self.line(self.u.em(FOOT), Weight::Regular);
        let side = exactly(self.u.px(3.2).max(LEAST_SQUARE));
        let words = |slot, width| leaf(slot, width, exactly(cap(line.em))).align(Align::Start, Align::Middle);
        let sign = |(scene, meaning): &'a (BoardState, &str)| {
            let text = words(SheetSlot::Text(meaning, line.weight, line.em), exactly(line.width(meaning)));
            let sign = leaf(SheetSlot::Sign(scene, meaning), side, side);
            row([sign, text]).gaps(exactly(self.u.px(1.2)), exactly(0))
        };
        // There are at most as many pages as steps.
        let right = self.content.right(has_origin, self.content.steps.len(), self.content.steps.len() + 1);
        let right = words(SheetSlot::Right(has_origin), from(line.width(&right)));
        let signs = self.content.signs.iter().map(sign);
        row(signs.chain([right])).gaps(exactly(self.u.px(3.4)), exactly(0))
    }

    const fn line(self, em: f32, weight: Weight) -> FontStyle<'a> {
        FontStyle { font: &self.content.style.font, em, weight }
    }

    /// Breaks the summary into lines of text; returns `None` if it is too long.
    fn summary(self) -> Option<Vec<String>> {
        let width = self.size.0.checked_sub(2 * self.u.px(MARGIN))?;
        lines(&self.content.text.summary, self.line(self.u.em(SUMMARY), Weight::Regular), width)
    }

    fn number_width(self) -> u32 {
        self.content.number.pixels(self.u.em(FACT))
    }

    fn text_width(self, reasons: Reasons) -> u32 {
        let reason = self.content.reasons[reasons as usize].pixels(self.u.em(REASON));
        self.number_width() + self.content.fact.pixels(self.u.em(FACT)).max(reason)
    }

    /// Returns the width of a board with its row numbers, or of the text below it if that is wider.
    fn cell_width(self, Grid { board, reasons, .. }: Grid) -> u32 {
        (self.u.px(GUTTER) + board).max(self.text_width(reasons))
    }

    /// Returns the distance from the lower edge of a board, past the column letters, to its fact.
    fn to_fact(self) -> u32 {
        self.u.px(TO_LETTERS) + cap(self.u.em(COORDINATES)) + self.u.px(TO_FACT)
    }

    fn cell_height(self, board: u32) -> u32 {
        let (fact, reason) = (self.u.em(FACT), self.u.em(REASON));
        let words = cap(fact) + self.u.px(TO_REASON) + cap(reason) + (0.3 * reason).ceil() as u32;
        board + self.to_fact() + words
    }

    /// Returns the space for all boards.
    fn room(self) -> Option<Rect> {
        let page = self.page(leaf(SheetSlot::PanelArea, from(0), from(0)));
        let mut slots = page.placed(self.size.0, self.size.1)?.into_iter();
        slots.find_map(|(slot, area)| if let SheetSlot::PanelArea = slot { Some(area) } else { None })
    }

    fn grid(self) -> Option<Grid> {
        let Rect { width, height, .. } = self.room()?;
        let (steps, n) = (self.content.steps.len() as u32, u32::from(self.content.size.get()));
        let largest = |columns: u32, rows: u32, reasons: Reasons| {
            let across = width.checked_sub((columns - 1) * self.u.px(GAP.0))? / columns;
            let down = height.checked_sub((rows - 1) * self.u.px(GAP.1))? / rows;
            let room = across.checked_sub(self.u.px(GUTTER))?.min(down.checked_sub(self.cell_height(0))?);
            let square = room.min(self.u.px(LARGEST_BOARD)) / n;
            let text = columns * self.text_width(reasons) + (columns - 1) * self.u.px(TEXT_GAP);
            let fits = text <= width && square >= LEAST_SQUARE;
            fits.then_some(Grid { columns, rows, board: square * n, reasons })
        };
        // Long reasons may make boards narrower by a fifth. If there are several pages, each has as many boards as
        // can be wide, or else one row.
        let rank = |Grid { columns, rows, board, reasons }: &Grid| {
            let is_wide = |least: f32| board + n > self.u.px(least);
            let (few, is_all) = (MAX_PAGE_SIDE - columns, columns * rows >= steps && is_wide(LEAST_BOARD));
            match reasons {
                Reasons::Long if is_all => (3, 5 * board, *reasons, few),
                Reasons::Short if is_all => (3, 4 * board, *reasons, few),
                Reasons::None if is_all => (2, *board, *reasons, few),
                Reasons::Long | Reasons::Short if is_wide(GOOD_BOARD) => {
                    (1, columns * rows, *reasons, *board)
                }
                Reasons::Long | Reasons::Short | Reasons::None => (0, MAX_PAGE_SIDE - rows, *reasons, few),
            }
        };
        let grids = self.content.columns(width / (LEAST_SQUARE * n)).flat_map(|columns| {
            let rows = move || 1..=steps.div_ceil(columns);
            let with = move |reasons| rows().map_while(move |rows| largest(columns, rows, reasons));
            Reasons::ALL.into_iter().flat_map(with)
        });
        grids.max_by_key(rank)
    }
}

impl Grid {
    const fn cells(self) -> usize {
        self.columns as usize * self.rows as usize
    }
}

impl Content {
    /// Returns the numbers of columns that are tried, up to `most`.
    fn columns(&self, most: u32) -> RangeInclusive<u32> {
        let [least, most] = self.wanted.columns.map_or([1, most.max(1)], |columns| [columns.get(); 2]);
        let steps = self.steps.len() as u32;
        least.min(steps)..=most.min(steps)
    }

    fn on_page(&self, page: PageSize) -> Result<(SheetLayout<'_>, Grid), PageError> {
        page.check()?;
        let on = |width, height, _| {
            let sheet = SheetLayout { content: self, size: (width, height), u: Units::of(width, height) };
            Some((sheet, sheet.grid()?))
        };
        let columns = self.wanted.columns.map_or(1, NonZeroU32::get);
        fit(page, false, on).map_err(|error| match error {
            PageError::TooMuchText if columns > 1 => PageError::TooManyColumns { columns },
            error => error,
        })
    }

    /// Lays out a page as large as its boards need.
    fn on_own_page(&self) -> Result<(SheetLayout<'_>, Grid), PageError> {
        let (n, steps) = (u32::from(self.size.get()), self.steps.len() as u32);
        let square = self.wanted.square.unwrap_or((BOARD / n).max(GOOD_SQUARE));
        let board = square.saturating_mul(n);
        check_width(board, LEAST_SQUARE * n)?;
        let with = |columns: u32, u: Units| {
            let rows = steps.div_ceil(columns);
            let grid = Grid { columns, rows, board, reasons: Reasons::Long };
            let sheet = |width, height| SheetLayout { content: self, size: (width, height), u };
            let any = sheet(MAX_PAGE_SIDE, MAX_PAGE_SIDE);
            let boards = columns * any.cell_width(grid) + (columns - 1) * u.px(GAP.0);
            let least = u.px(LEAST_WIDTH).max(any.foot(true).width.least);
            let width = 2 * u.px(MARGIN) + boards.max(least);
            let beside = MAX_PAGE_SIDE - sheet(width, MAX_PAGE_SIDE).room()?.height;
            let height = beside + rows * any.cell_height(board) + (rows - 1) * u.px(GAP.1);
            let shape = (height as f32 / width as f32 / SHAPE).ln().abs();
            (width.max(height) <= MAX_PAGE_SIDE).then(|| (shape, (sheet(width, height), grid)))
        };
        let u = (board as f32 / FITTING_BOARD).clamp(UNITS.0, UNITS.1);
        // Many steps need smaller text.
        let mut units = successors(Some(u), |u| (*u > UNITS.0).then(|| (0.9 * u).max(UNITS.0)));
        let found = units.find_map(|u| {
            let pages = self.columns(MAX_PAGE_SIDE / board).filter_map(|columns| with(columns, Units(u)));
            pages.min_by(|one, other| one.0.total_cmp(&other.0))
        });
        found.map(|(_, found)| found).ok_or(PageError::TooManyBoards { boards: steps })
    }

    /// Returns the text at the right of the foot of a page; pages count from 1.
    fn right(&self, has_origin: bool, page: usize, pages: usize) -> String {
        let number = (pages > 1).then(|| format!("{page} of {pages}"));
        let origin = Some(self.text.origin.clone()).filter(|origin| has_origin && !origin.is_empty());
        origin.into_iter().chain(number).collect::<Vec<_>>().join(BETWEEN)
    }
}

impl StepSheet {
    /// Creates a sheet of these steps, on as many pages of the style's size as they need; without a page size, on
    /// one page as large as they need. Does not use the width and the panels of the style.
    pub fn new(
        steps: Vec<Step>,
        text: StepSheetText,
        style: PageStyle,
        wanted: StepSheetGrid,
    ) -> Result<Self, PageError> {
        let size = steps.first().ok_or(PageError::NoSteps)?.board.size;
        let (font, texts) = (&style.font, [&text.title, &text.summary, &text.origin]);
        let lacking = style.lacking(size).or_else(|| font.lacking_in(texts));
        lacking.map_or(Ok(()), |character| Err(PageError::NoGlyph(character)))?;
        let words = steps.iter().map(|step| (step.number.to_string(), step.text(style.names)));
        let words: Vec<(String, CaptionText)> = words.collect();
        let widest = |weight, text: fn(&CaptionText) -> &String| {
            TextWidth::widest(font, weight, words.iter().map(|(_, words)| text(words)))
        };
        let numbers = words.iter().map(|(number, _)| format!("{number}{BETWEEN}"));
        let mut content = Content {
            size,
            number: TextWidth::widest(font, Weight::Bold, numbers),
            fact: widest(Weight::Bold, |words| &words.fact.short),
            reasons: [
                TextWidth::default(),
                widest(Weight::Regular, |words| &words.reason.short),
                widest(Weight::Regular, |words| &words.reason.long),
            ],
            signs: signs(&steps, &style.theme),
            words,
            steps,
            text,
            style,
            wanted,
        };
        let page = content.style.page;
        let found = page.map_or_else(|| content.on_own_page(), |page| content.on_page(page));
        let (SheetLayout { size: page_size, u, .. }, grid) = found?;
        content.style = content.style.for_squares_of(grid.board / u32::from(size.get()));
        Ok(Self { content, page_size, u, grid })
    }

    pub fn steps(&self) -> &[Step] {
        &self.content.steps
    }

    pub fn pages(&self) -> impl ExactSizeIterator<Item = &[Step]> {
        self.content.steps.chunks(self.grid.cells())
    }

    /// Returns the width and height of each page in pixels.
    pub const fn page_size(&self) -> (u32, u32) {
        self.page_size
    }

    /// Returns a page, counted from 0; panics if there is no such page.
    pub fn page(&self, index: usize) -> Page {
        let pages = self.pages().len();
        assert!(index < pages, "there are {pages} pages");
        let Self { content, page_size: size, u, grid } = self;
        let style = &content.style;
        let mut page = Page::with_boards(*size, style, true, false);
        let inks = page.squares.inks;
        page.colours.insert(1, Colours::Blends(Pen { ink: inks.muted, paper: inks.page }));
        let sheet = SheetLayout { content, size: *size, u: *u };
        let summary = sheet.summary().unwrap_or_default();
        let slots = sheet.page(sheet.boards(*grid, index * grid.cells())).placed(size.0, size.1);
        for (slot, area) in slots.expect("the grid has been chosen for its room") {
            let mut muted = |em, align, text: &str| {
                page.add_text_in(TextPlace::at(area, em), Weight::Regular, inks.muted, align, text);
            };
            match slot {
                SheetSlot::Text(text, weight, em) => _ = page.add_text(TextPlace::at(area, em), weight, text),
                SheetSlot::Muted(text, em) => muted(em, Align::Start, text),
                SheetSlot::Summary(line) => muted(u.em(SUMMARY), Align::Start, &summary[line]),
                SheetSlot::Right(has_origin) => {
                    let right = content.right(has_origin, index + 1, pages);
                    muted(u.em(FOOT), Align::End, &right);
                }
                SheetSlot::PanelArea => {}
                SheetSlot::Rule => _ = page.add_fill(area, inks.rule),
                SheetSlot::Sign(scene, meaning) => {
                    let state = page.squares.state(Square::new(1, 1), scene, None);
                    let (id, ground) = page.squares.add_sign(&mut page.scene, area);
                    page.scene.set(id, &state, || page.squares.drawing(ground, state));
                    if meaning == DISCARDED {
                        add_strike(&mut page, area, area.width);
                    }
                }
                SheetSlot::Board(step) => {
                    page.add_board(area, &step.board, style);
                    if step.is_discarded {
                        add_strike(&mut page, area, area.width / u32::from(content.size.get()));
                    }
                    if style.coordinates {
                        let (em, gap) = (u.em(COORDINATES), u.px(TO_LETTERS));
                        page.add_coordinates(content.size, style.names, area, em, gap);
                    }
                }
            }
        }
        page
    }
}

fn add_strike(page: &mut Page, area: Rect, side: u32) {
    let (share, least) = STRIKE;
    let line = (share * side as f32).max(least);
    let (right, bottom) = (area.width as f32, area.height as f32);
    let lines = [((0.0, 0.0), (right, bottom)), ((0.0, bottom), (right, 0.0))];
    let strokes = lines.into_iter().map(|(from, to)| stroke(from, to, line)).collect();
    let ink = page.squares.inks.line;
    page.colours.push(Colours::One(ink));
    let id = page.scene.add(Tag::Overlay, area);
    page.scene.set(id, &(), || Drawing::flat(OVERLAY, [Shape::Polygons(strokes, ink)]));
}

/// The meaning of a crossed-out board.
const DISCARDED: &str = "discarded";

fn signs(steps: &[Step], theme: &Theme) -> Vec<(BoardState, &'static str)> {
    // A queen in the corner of a 3×3 board leaves squares free, as on most boards.
    let (size, square) = (BoardSize::new(3).expect("3 is a size"), Square::new(1, 1));
    let any = |has: &dyn Fn(&BoardState) -> bool| steps.iter().any(|step| has(&step.board));
    let has = |mark: Mark| any(&|scene| scene.marks.iter().any(|(_, other)| *other == mark));
    let is_heat = theme.heat().is_some();
    let mut signs = Vec::new();
    let mut add = |meaning, is_there: bool, has_queen: bool, change: &dyn Fn(&mut BoardState)| {
        if is_there {
            let mut scene = BoardState::empty(size);
            scene.queens.extend(has_queen.then_some(square));
            change(&mut scene);
            signs.push((scene, meaning));
        }
    };
    for mark in Mark::ALL.into_iter().filter(|mark| has(*mark)) {
        let (meaning, is_there, has_queen) = match mark {
            Mark::Placed => ("placed", true, true),
            // This mark combines the marks of a placed and of an attacked queen.
            Mark::PlacedInConflict => ("placed, attacked", !has(Mark::Placed), true),
            Mark::Removed => ("removed", true, false),
            Mark::Solution => ("solution", !is_heat, true),
            Mark::Conflict => ("attacked", true, true),
            Mark::Refused => ("refused", true, false),
            // Sheets do not show tests and dead ends.
            Mark::Safe | Mark::DeadEnd | Mark::Tried => continue,
        };
        add(meaning, is_there, has_queen, &|scene| scene.marks.push((square, mark)));
    }
    let is_ruled_out = any(&|scene| !scene.ruled_out.is_empty());
    add("ruled out", !is_heat && is_ruled_out, false, &|scene| _ = scene.ruled_out.insert(square));
    let has_start = any(&|scene| !scene.start.is_empty());
    add("from the start", has_start, true, &|scene| _ = scene.start.insert(square));
    let has_closed = any(&|scene| !scene.blocked.is_empty());
    add("closed", has_closed, false, &|scene| _ = scene.blocked.insert(square));
    add(DISCARDED, steps.iter().any(|step| step.is_discarded), false, &|_| ());
    signs
}
