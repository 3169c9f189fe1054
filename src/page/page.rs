//! A page: what the pictures of a film show, and the panels that draw it; with the lines of text on it.

use std::fmt;

use crate::board::{BoardSize, SquareNames};
use crate::font::{Font, Weight};
use crate::motion::StepTime;
use crate::picture::{Rect, Rgb};
use crate::record::{self, Content, Counter, Frame, Shot};
use crate::words::Grouped;

use super::layout::{ASCENDER, CAP, COMMA, TextPlace, X_HEIGHT, cap};
use super::panels::{Panel, View};
use super::pen::{Colours, Pen, TextStyle};
use super::scene::{Drawing, Id, PANEL, Scene, Tag};
use super::shape::{Align, Corner, Shape, Text};
use super::square::SquareStyle;
use super::style::{PageStyle, Paper};

/// What the pictures of a film show, described in full: the items of a page, and which of them the last frame has
/// changed.
///
/// Painters draw only what it contains.
pub struct Page {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The sheet that it is printed on, if it is.
    pub paper: Option<Paper>,
    /// The colour between all items.
    pub background: Rgb,
    /// What it shows.
    pub scene: Scene,
    /// How squares are drawn.
    pub squares: SquareStyle,
    /// The font of all text.
    pub font: Font,
    /// The panels, each with the index of the board whose frames it shows.
    panels: Vec<(usize, Box<dyn Panel>)>,
    /// The areas that can be shown below each other where the page is too wide.
    pub(crate) blocks: Vec<Block>,
    /// How many frames it has shown.
    pub(crate) frames: u64,
    /// The colours of all that it shows, in the order of the palette.
    pub(crate) colours: Vec<Colours>,
    /// The colours of the cards before and after it.
    pub(crate) colours_of_cards: Vec<Colours>,
}

impl Page {
    /// Adds the numbers of rows on the left of a board, and the letters of columns below it; only those
    /// of every second or third row where there is no room for more.
    pub(super) fn add_coordinates(
        &mut self,
        size: BoardSize,
        names: SquareNames,
        board: Rect,
        em: f32,
        gap: u32,
    ) {
        let n = u32::from(size.get());
        let q = board.width / n;
        let widest = (1..=size.get()).map(|column| self.font.pixels(&names.column(column), em)).max();
        let room = (widest.unwrap_or(0) as f32).max(em) * 1.1;
        let every = (room / q.max(1) as f32).ceil().max(1.0) as usize;
        let edge = |line: u32| line * board.width / n;
        for line in (1..=size.get()).step_by(every) {
            let [start, end] = [u32::from(line) - 1, u32::from(line)].map(edge);
            let middle = board.y + u32::midpoint(start, end);
            let baseline = middle + (0.5 * f32::midpoint(X_HEIGHT, CAP) * em).round() as u32;
            let right = board.x.saturating_sub(gap);
            let width = self.font.pixels("64", em).max(1).min(right);
            let row = TextPlace { x: right - width, baseline, width, em };
            self.add_label(row, Align::End, &names.row(line, size).to_string());
            let wide = (end - start) * every as u32;
            let x = (board.x + u32::midpoint(start, end)).saturating_sub(wide / 2);
            let baseline =
                board.bottom() + gap.min((self.height - board.bottom()).saturating_sub(cap(em))) + cap(em);
            let column = TextPlace { x, baseline, width: wide, em };
            self.add_label(column, Align::Middle, &names.column(line));
        }
    }

    /// A page without panels.
    pub(super) fn empty((width, height): (u32, u32), style: &PageStyle) -> Self {
        Self {
            width,
            height,
            paper: style.paper((width, height)),
            background: style.theme.page,
            scene: Scene::default(),
            squares: style.squares(),
            font: style.font.clone(),
            panels: Vec::new(),
            blocks: Vec::new(),
            frames: 0,
            colours: Vec::new(),
            colours_of_cards: Vec::new(),
        }
    }

    /// A page of boards, with text or without; `numbers` says whether there may be some on squares in a state.
    pub(super) fn with_boards(sides: (u32, u32), style: &PageStyle, text: bool, numbers: bool) -> Self {
        let mut page = Self::empty(sides, style);
        // Text changes all the time: its colours get the smallest indices.
        let pen = Pen { ink: page.squares.inks.ink, paper: page.background };
        page.colours.extend(text.then_some(Colours::Blends(pen)));
        page.colours.extend(page.squares.colours(style.attacks, numbers));
        page
    }

    /// Adds a panel, for the frames of a board.
    pub(super) fn add<P: Panel + 'static>(&mut self, board: usize, panel: impl FnOnce(&mut Self) -> P) {
        let panel = Box::new(panel(self));
        self.panels.push((board, panel));
    }

    /// Adds a line of text to the left in the colour of the queens.
    pub(super) fn add_text(&mut self, place: TextPlace, weight: Weight, text: &str) -> TextItem {
        self.add_text_in(place, weight, self.squares.inks.ink, Align::Start, text)
    }

    /// Adds a line of text.
    pub(super) fn add_text_in(
        &mut self,
        place: TextPlace,
        weight: Weight,
        ink: Rgb,
        align: Align,
        text: &str,
    ) -> TextItem {
        self.write(self.line(place, weight, ink, align), text)
    }

    /// Adds a label, close below something: it has no accents.
    pub(super) fn add_label(&mut self, place: TextPlace, align: Align, text: &str) {
        let mut line = self.line(place, Weight::Regular, self.squares.inks.muted, align);
        let above = line.baseline.saturating_sub((ASCENDER * place.em).ceil() as u32);
        line.area = Rect { y: line.area.y + above, height: line.area.height - above, ..line.area };
        line.baseline -= above;
        self.write(line, text);
    }

    /// Adds the number of a counter of a board, close above something: only its commas reach below the baseline.
    pub(super) fn add_counter(&mut self, board: usize, counter: Counter, place: TextPlace, align: Align) {
        let mut line = self.line(place, Weight::Bold, self.squares.inks.ink, align);
        line.area.height = line.area.height.min(line.baseline + (COMMA * place.em).ceil() as u32);
        let number = self.write(line, "");
        self.add(board, |_| {
            move |view: &View<'_>, scene: &mut Scene| {
                number.write(scene, &Grouped(counter.value(view.frame)).to_string());
            }
        });
    }

    /// A line of text on the page.
    pub(super) fn line(&self, place: TextPlace, weight: Weight, ink: Rgb, align: Align) -> TextLine {
        let pen = Pen { ink, paper: self.squares.inks.page };
        let area = place.area(&self.font, weight);
        let style = TextStyle { em: place.em, weight, pen };
        TextLine { area, baseline: place.baseline.saturating_sub(area.y), style, align }
    }

    /// Adds a line with these words.
    pub(super) fn write(&mut self, line: TextLine, text: &str) -> TextItem {
        self.colours.push(Colours::Blends(line.style.pen));
        let item = TextItem { id: self.scene.add(Tag::Text, line.area), line };
        item.write(&mut self.scene, text);
        item
    }

    /// Adds a rectangle of one colour, which may change.
    pub(super) fn add_fill(&mut self, area: Rect, colour: Rgb) -> Id {
        self.colours.push(Colours::One(colour));
        let id = self.scene.add(Tag::Plain, area);
        self.scene.fill(id, PANEL, colour);
        id
    }

    /// Adds the colours of a card that is shown before or after this page.
    pub(crate) fn add_colours_of(&mut self, card: &Self) {
        self.colours_of_cards.extend(card.colours.iter().chain(&card.colours_of_cards));
    }

    /// Shows a frame.
    ///
    /// # Panics
    /// When a board has another size than the page's.
    pub fn show(&mut self, shot: &Shot<'_>) {
        self.show_step(shot, None);
    }

    /// Shows a frame, and says how all comes to it in the time of the step, if it has motion.
    ///
    /// # Panics
    /// As [`Page::show`].
    pub fn show_step(&mut self, shot: &Shot<'_>, step: Option<StepTime>) {
        self.frames += 1;
        self.scene.begin_step();
        let race = if let Content::Race(race) = shot.content { Some(race) } else { None };
        let time = step.map(StepTime::millis);
        for (board, panel) in &mut self.panels {
            if let Some(frame) = shot.board(*board) {
                let lane = race.map(|race| &race.lanes[*board]);
                panel.draw(&View { frame, lane, race, time }, &mut self.scene);
            }
        }
    }

    /// All that it shows, each shape with the corner that it is drawn from.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = (Corner, Shape)> {
        let page = Rect { x: 0, y: 0, width: self.width, height: self.height };
        [((0, 0), Shape::Fill(page, self.background))].into_iter().chain(self.scene.shapes())
    }

    /// Shows a single board.
    ///
    /// # Panics
    /// As [`Page::show`].
    pub fn show_scene(&mut self, scene: &record::Scene) {
        let frame = Frame::still(scene.clone());
        self.show(&Shot::of_search(&frame, true));
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, panels, .. } = self;
        write!(f, "Page({width}×{height}, {} panels)", panels.len())
    }
}

/// The place of a line of text, and how it is written.
#[derive(Debug, Clone)]
pub struct TextLine {
    /// Its rectangle, as high as its letters may reach.
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// How it is written.
    pub style: TextStyle,
    /// Its alignment.
    pub align: Align,
}

/// A line of text on a page.
#[derive(Debug, Clone)]
pub struct TextItem {
    pub(super) id: Id,
    /// Its place.
    pub line: TextLine,
}

impl TextLine {
    /// Some words of it from a distance to its left edge, in a style.
    pub fn words(&self, left: u32, style: TextStyle, text: impl Into<String>) -> Shape {
        let width = self.area.width.saturating_sub(left);
        Shape::Text(Text {
            left,
            width,
            align: self.align,
            baseline: self.baseline,
            style,
            text: text.into(),
        })
    }

    /// The paper below it.
    pub const fn paper(&self) -> Shape {
        Shape::Fill(Rect { x: 0, y: 0, ..self.area }, self.style.pen.paper)
    }
}

impl TextItem {
    /// Writes words in the colour of the line.
    pub fn write(&self, scene: &mut Scene, text: &str) {
        self.write_in(scene, text, None);
    }

    /// Writes words, in the colour of the line or another.
    pub fn write_in(&self, scene: &mut Scene, text: &str, ink: Option<Rgb>) {
        scene.set(self.id, &(text, ink), || {
            let style = self.line.style;
            let pen = Pen { ink: ink.unwrap_or(style.pen.ink), ..style.pen };
            Drawing::panel([self.line.paper(), self.line.words(0, TextStyle { pen, ..style }, text)])
        });
    }
}

/// What a block shows, in the order in which blocks follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BlockKind {
    Title,
    Caption,
    Board,
    /// One of several boards with its name.
    Lane,
    Counters,
    /// The charts of all lanes.
    Charts,
    Code,
    Tree,
    State,
}

/// A part of a page with everything that belongs together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub kind: BlockKind,
    pub area: Rect,
    /// The upper left corner of the board in it, and the side of its squares.
    pub grid: Option<[u32; 3]>,
}

/// Blocks in their order, each caption and all counters as one; without those that are empty.
pub(super) fn in_order(mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.sort_by_key(|block| block.kind);
    blocks.dedup_by(|block, before| {
        let is_same = block.kind == before.kind && block.kind != BlockKind::State;
        if is_same {
            before.area = before.area.with(block.area);
        }
        is_same
    });
    blocks.retain(|block| block.area.pixels() > 0);
    blocks
}
