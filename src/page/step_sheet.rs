//! Sheets of steps: a search as small boards in reading order.

use std::num::NonZeroU32;

use crate::board::{BoardSize, Square};
use crate::font::Weight;
use crate::picture::Rect;
use crate::record::{Mark, Scene, Step, Words};

use super::layout::step_sheet::{Needs, Reasons, SheetLayout, StepLayout, Wanted};
use super::layout::text_width::TextWidth;
use super::slot::{Align, Colours, FillSlot, Pen, StrikeSlot};
use super::{BoardStyle, Page, StyleError, Theme};

/// How a sheet is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepSheetStyle {
    /// How the boards are drawn, and on which page; there are several pages if one is too small. Without
    /// a page there is one, as large as the steps need. The width and the panels are not used.
    pub boards: BoardStyle,
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
/// use queenreel::page::{StepSheet, StepSheetStyle, StepSheetText};
/// use queenreel::record::Steps;
/// use queenreel::search::{Algorithm, Order, until_solutions};
///
/// let (size, order) = (BoardSize::new(4)?, Order::Columns);
/// let events = until_solutions(Algorithm::Backtracking.events(size, order, 0), Some(1));
/// let steps = Steps::new(Algorithm::Backtracking, size, order, events).collect();
/// let sheet = StepSheet::new(steps, StepSheetText::default(), StepSheetStyle::default())?;
/// assert_eq!((sheet.steps().len(), sheet.pages().len()), (12, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StepSheet {
    size: BoardSize,
    steps: Vec<Step>,
    text: StepSheetText,
    style: StepSheetStyle,
    signs: Vec<(Scene, &'static str)>,
    layout: SheetLayout,
}

/// Below squares of this side the lines that cross a board out are a little stronger.
const STRIKE: (f32, f32) = (0.06, 2.0);

/// What it means that a board is crossed out.
const DISCARDED: &str = "discarded";

/// Between the number of a step and what happened, in spaces.
const AFTER_NUMBER: &str = "   ";

impl StepSheet {
    /// A sheet of these steps.
    ///
    /// # Errors
    /// [`StyleError`] when there are no steps, boards or text do not fit, or the font lacks a character.
    pub fn new(steps: Vec<Step>, text: StepSheetText, mut style: StepSheetStyle) -> Result<Self, StyleError> {
        let size = steps.first().ok_or(StyleError::NoSteps)?.scene.size;
        let boards = &style.boards;
        let texts = [&text.title, &text.summary, &text.origin];
        let lacks = |text: &&String| boards.font.lacking(text);
        if let Some(character) = boards.lacking(size).or_else(|| texts.iter().find_map(lacks)) {
            return Err(StyleError::NoGlyph(character));
        }
        let signs = signs(&steps, &boards.theme);
        let meanings: Vec<&str> = signs.iter().map(|(_, meaning)| *meaning).collect();
        let font = &boards.font;
        let words: Vec<Words> = steps.iter().map(|step| step.words(boards.names)).collect();
        let numbers = steps.iter().map(|step| step.number.to_string() + AFTER_NUMBER);
        let needs = Needs {
            font,
            size,
            steps: steps.len() as u32,
            number: TextWidth::widest(font, Weight::Bold, numbers),
            fact: TextWidth::widest(font, Weight::Bold, words.iter().map(|words| &words.fact.short)),
            long: TextWidth::widest(font, Weight::Regular, words.iter().map(|words| &words.reason.long)),
            short: TextWidth::widest(font, Weight::Regular, words.iter().map(|words| &words.reason.short)),
            title: &text.title,
            summary: &text.summary,
            signs: &meanings,
            origin: &text.origin,
        };
        let wanted =
            Wanted { page: boards.page, columns: style.columns.map(Into::into), square: style.square };
        let layout = SheetLayout::of(&needs, wanted)?;
        let side = layout.steps.first().map_or(u32::MAX, |step| step.board.width / u32::from(size.get()));
        style.boards = boards.for_squares_of(side);
        Ok(Self { size, steps, text, style, signs, layout })
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps of each page.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = &[Step]> {
        self.steps.chunks(self.layout.steps.len())
    }

    /// The size of the boards.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Width and height of each page in pixels.
    pub const fn page_size(&self) -> (u32, u32) {
        (self.layout.width, self.layout.height)
    }

    /// A page, counted from 0.
    ///
    /// # Panics
    /// When there is no such page.
    pub fn page(&self, index: usize) -> Page {
        let (layout, boards) = (&self.layout, &self.style.boards);
        let mut page = Page::empty((layout.width, layout.height), boards);
        page.colours.push(Colours::Blends(page.pen()));
        let inks = page.squares.inks;
        page.colours.push(Colours::Blends(Pen { ink: inks.muted, paper: inks.page }));
        page.colours.extend(page.squares.colours(boards.attacks, false));
        page.colours.push(Colours::One(page.background));
        if let Some(place) = layout.head.title {
            page.add_text(place, Weight::Bold, &self.text.title);
        }
        for (place, line) in &layout.head.summary {
            page.add_text_in(*place, Weight::Regular, inks.muted, line);
        }
        let steps = self.pages().nth(index).expect("the page is there");
        for (step, place) in steps.iter().zip(&layout.steps) {
            self.add_step(&mut page, step, place);
        }
        page.layers.fills.add(FillSlot { area: layout.foot.rule }, inks.rule);
        for ((scene, meaning), (area, place)) in self.signs.iter().zip(&layout.foot.signs) {
            let state = page.squares.state(Square::new(1, 1), scene, None);
            page.layers.squares.add(page.squares.sign(*area), state);
            if *meaning == DISCARDED {
                add_strike(&mut page, *area, area.width);
            }
            page.add_text(*place, Weight::Regular, meaning);
        }
        let pages = self.pages().len();
        let number = (pages > 1).then(|| format!("{} of {pages}", index + 1));
        let origin =
            Some(self.text.origin.clone()).filter(|origin| layout.foot.has_origin && !origin.is_empty());
        let foot: Vec<String> = origin.into_iter().chain(number).collect();
        page.add_aligned(layout.foot.right, inks.muted, Align::Right, &foot.join("   "));
        page
    }

    fn add_step(&self, page: &mut Page, step: &Step, place: &StepLayout) {
        let boards = &self.style.boards;
        let inks = page.squares.inks;
        let StepLayout { board, number, fact, reason } = *place;
        page.add_board(board, &step.scene, boards);
        if step.is_discarded {
            add_strike(page, board, board.width / u32::from(self.size.get()));
        }
        if boards.coordinates {
            let (em, gap) = self.layout.coordinates;
            page.add_coordinates(self.size, boards.names, board, em, gap);
        }
        let words = step.words(boards.names);
        page.add_text(number, Weight::Bold, &step.number.to_string());
        page.add_text(fact, Weight::Bold, &words.fact.short);
        match self.layout.reasons {
            Reasons::None => {}
            Reasons::Short | Reasons::Long => {
                let fits = boards.font.pixels(&words.reason.long, reason.em) <= reason.width;
                let text = if fits { &words.reason.long } else { &words.reason.short };
                page.add_text_in(reason, Weight::Regular, inks.muted, text);
            }
        }
    }
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
