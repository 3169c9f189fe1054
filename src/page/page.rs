//! A page: the content of a film's pictures and the panels that draw it.

use std::fmt;

use crate::board::{BoardSize, SquareNames};
use crate::font::{Font, Weight};
use crate::motion::StepTime;
use crate::picture::{Rect, Rgb};
use crate::record::{self, Content, Counter, FilmFrame, Frame};
use crate::words::Grouped;

use super::layout::{ASCENDER, CAP, COMMA, TextPlace, X_HEIGHT, cap};
use super::panels::{Panel, PanelInput};
use super::pen::{Colours, Pen, TextStyle};
use super::scene::{Drawing, Id, PANEL, Scene, Tag};
use super::shape::{Align, Corner, Shape, Text};
use super::square::SquareStyle;
use super::style::{PageStyle, Paper};

/// The items of a page. Painters redraw only the items that the last frame changed. Lengths are in pixels.
pub struct Page {
    pub width: u32,
    pub height: u32,
    /// The sheet that the page is printed on, if any.
    pub paper: Option<Paper>,
    /// The colour between items.
    pub background: Rgb,
    pub scene: Scene,
    pub squares: SquareStyle,
    pub font: Font,
    panels: Vec<(usize, Box<dyn Panel>)>,
    /// Areas that can be stacked where the page is too wide.
    pub(crate) blocks: Vec<Block>,
    pub(crate) frames: u64,
    pub(crate) colours: Vec<Colours>,
    pub(crate) colours_of_cards: Vec<Colours>,
}

impl Page {
    /// Adds the names of rows left of a board, and of columns below the board. Where space is short, rows
    /// and columns are skipped at regular intervals.
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

    /// Creates a page for boards. `text`: whether the page has text. `numbers`: whether numbers may occur on
    /// squares in a state.
    pub(super) fn with_boards(sides: (u32, u32), style: &PageStyle, text: bool, numbers: bool) -> Self {
        let mut page = Self::empty(sides, style);
        // Text changes most often: its colours get the smallest indices.
        let pen = Pen { ink: page.squares.inks.ink, paper: page.background };
        page.colours.extend(text.then_some(Colours::Blends(pen)));
        page.colours.extend(page.squares.colours(style.attacks, numbers));
        page
    }

    pub(super) fn add<P: Panel + 'static>(&mut self, board: usize, panel: impl FnOnce(&mut Self) -> P) {
        let panel = Box::new(panel(self));
        self.panels.push((board, panel));
    }

    pub(super) fn add_text(&mut self, place: TextPlace, weight: Weight, text: &str) -> TextItem {
        self.add_text_in(place, weight, self.squares.inks.ink, Align::Start, text)
    }

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

    /// Adds a label. Its area begins at its ascenders, close below other items: labels have no accents.
    pub(super) fn add_label(&mut self, place: TextPlace, align: Align, text: &str) {
        let mut line = self.line(place, Weight::Regular, self.squares.inks.muted, align);
        let above = line.baseline.saturating_sub((ASCENDER * place.em).ceil() as u32);
        line.area = Rect { y: line.area.y + above, height: line.area.height - above, ..line.area };
        line.baseline -= above;
        self.write(line, text);
    }

    /// Adds the value of a board's counter. Its area ends below the commas, close above other items.
    pub(super) fn add_counter(&mut self, board: usize, counter: Counter, place: TextPlace, align: Align) {
        let mut line = self.line(place, Weight::Bold, self.squares.inks.ink, align);
        line.area.height = line.area.height.min(line.baseline + (COMMA * place.em).ceil() as u32);
        let number = self.write(line, "");
        self.add(board, |_| {
            move |view: &PanelInput<'_>, scene: &mut Scene| {
                number.write(scene, &Grouped(counter.value(view.frame)).to_string());
            }
        });
    }

    pub(super) fn line(&self, place: TextPlace, weight: Weight, ink: Rgb, align: Align) -> TextLine {
        let pen = Pen { ink, paper: self.squares.inks.page };
        let area = place.area(&self.font, weight);
        let style = TextStyle { em: place.em, weight, pen };
        TextLine { area, baseline: place.baseline.saturating_sub(area.y), style, align }
    }

    pub(super) fn write(&mut self, line: TextLine, text: &str) -> TextItem {
        self.colours.push(Colours::Blends(line.style.pen));
        let item = TextItem { id: self.scene.add(Tag::Text, line.area), line };
        item.write(&mut self.scene, text);
        item
    }

    pub(super) fn add_fill(&mut self, area: Rect, colour: Rgb) -> Id {
        self.colours.push(Colours::One(colour));
        let id = self.scene.add(Tag::Plain, area);
        self.scene.fill(id, PANEL, colour);
        id
    }

    pub(crate) fn add_colours_of(&mut self, card: &Self) {
        self.colours_of_cards.extend(card.colours.iter().chain(&card.colours_of_cards));
    }

    /// Shows a frame; panics if its board has another size than the boards of the page.
    pub fn show(&mut self, film_frame: &FilmFrame<'_>) {
        self.show_step(film_frame, None);
    }

    /// Shows a frame. If `step` is set, the changed items also get their moves.
    pub fn show_step(&mut self, film_frame: &FilmFrame<'_>, step: Option<StepTime>) {
        self.frames += 1;
        self.scene.begin_step();
        let race = if let Content::Race(race) = film_frame.content { Some(race) } else { None };
        let time = step.map(StepTime::millis);
        for (board, panel) in &mut self.panels {
            if let Some(frame) = film_frame.board(*board) {
                let lane = race.map(|race| &race.lanes[*board]);
                panel.draw(&PanelInput { frame, lane, race, time }, &mut self.scene);
            }
        }
    }

    pub(crate) fn shapes(&self) -> impl Iterator<Item = (Corner, Shape)> {
        let page = Rect { x: 0, y: 0, width: self.width, height: self.height };
        [((0, 0), Shape::Fill(page, self.background))].into_iter().chain(self.scene.shapes())
    }

    /// Shows a single board.
    pub fn show_board(&mut self, scene: &record::BoardState) {
        let frame = Frame::still(scene.clone());
        self.show(&FilmFrame::of_search(&frame, true));
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, panels, .. } = self;
        write!(f, "Page({width}×{height}, {} panels)", panels.len())
    }
}

#[derive(Debug, Clone)]
pub struct TextLine {
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    pub style: TextStyle,
    pub align: Align,
}

#[derive(Debug, Clone)]
pub struct TextItem {
    pub(super) id: Id,
    pub line: TextLine,
}

impl TextLine {
    /// Returns text that begins `left` pixels from the left edge of this line of text.
    pub fn words(&self, left: u32, style: TextStyle, text: impl Into<String>) -> Shape {
        let Self { area, baseline, align, .. } = *self;
        let width = area.width.saturating_sub(left);
        Shape::Text(Text { left, width, align, baseline, style, content: text.into() })
    }

    /// Returns the background of the line of text.
    pub const fn paper(&self) -> Shape {
        Shape::Fill(Rect { x: 0, y: 0, ..self.area }, self.style.pen.paper)
    }
}

impl TextItem {
    pub fn write(&self, scene: &mut Scene, text: &str) {
        self.write_in(scene, text, None);
    }

    pub fn write_in(&self, scene: &mut Scene, text: &str, ink: Option<Rgb>) {
        scene.set(self.id, &(text, ink), || {
            let style = self.line.style;
            let pen = Pen { ink: ink.unwrap_or(style.pen.ink), ..style.pen };
            Drawing::panel([self.line.paper(), self.line.words(0, TextStyle { pen, ..style }, text)])
        });
    }
}

/// The kind of a block; blocks are stacked in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BlockKind {
    Title,
    Caption,
    Board,
    /// A board with its name.
    Lane,
    Counters,
    Charts,
    Code,
    Tree,
    State,
}

/// A part of a page that must stay together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub kind: BlockKind,
    pub area: Rect,
    /// If the block has a board, its upper left corner and the side of a square.
    pub grid: Option<[u32; 3]>,
}

/// Sorts nonempty blocks by kind. Merges blocks of the same kind, such as counters, except panels of state.
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
