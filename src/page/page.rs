//! A page: what the pictures of a film show, and the panels that draw it.

use std::fmt;

use crate::board::{BoardSize, SquareNames};
use crate::font::{Font, Weight};
use crate::motion::StepTime;
use crate::picture::{Rect, Rgb};
use crate::record::{self, Content, Frame, Shot};

use super::block::Block;
use super::layout::text_place::TextPlace;
use super::panel::{Panel, View};
use super::pen::{Align, Colours, Pen, TextStyle};
use super::scene::{Id, PANEL, Scene, Tag};
use super::shape::{Corner, Shape};
use super::square::SquareStyle;
use super::style::PageStyle;
use super::text::{TextItem, TextLine};
use super::units::{CAP, X_HEIGHT, cap};

/// What the pictures of a film show, described in full: the items of a page, and which of them the last frame has
/// changed.
///
/// Painters draw only what it contains.
pub struct Page {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
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
            self.add_label(row, Align::Right, &names.row(line, size).to_string());
            let wide = (end - start) * every as u32;
            let x = (board.x + u32::midpoint(start, end)).saturating_sub(wide / 2);
            let baseline =
                board.bottom() + gap.min((self.height - board.bottom()).saturating_sub(cap(em))) + cap(em);
            let column = TextPlace { x, baseline, width: wide, em };
            self.add_label(column, Align::Centre, &names.column(line));
        }
    }

    /// A page without panels.
    pub(super) fn empty((width, height): (u32, u32), style: &PageStyle) -> Self {
        Self {
            width,
            height,
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

    /// A page of text and boards; `numbers` says whether there may be some on squares in a state.
    pub(super) fn with_boards(sides: (u32, u32), style: &PageStyle, numbers: bool) -> Self {
        let mut page = Self::empty(sides, style);
        // Text changes all the time: its colours get the smallest indices.
        page.colours.push(Colours::Blends(Pen { ink: page.squares.inks.ink, paper: page.squares.inks.page }));
        page.colours.extend(page.squares.colours(style.attacks, numbers));
        page.colours.push(Colours::One(page.background));
        page
    }

    /// Adds a panel, for the frames of a board.
    pub(super) fn add<P: Panel + 'static>(&mut self, board: usize, panel: impl FnOnce(&mut Self) -> P) {
        let panel = Box::new(panel(self));
        self.panels.push((board, panel));
    }

    /// Adds a line of text to the left in the colour of the queens.
    pub(super) fn add_text(&mut self, place: TextPlace, weight: Weight, text: &str) -> TextItem {
        self.add_text_in(place, weight, self.squares.inks.ink, Align::Left, text)
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
        let line = self.line(place, Weight::Regular, self.squares.inks.muted, align);
        self.write(line.without_accents(), text);
    }

    /// Adds a number that changes, close above something.
    pub(super) fn add_number(&mut self, place: TextPlace, align: Align) -> TextItem {
        let line = self.line(place, Weight::Bold, self.squares.inks.ink, align);
        self.write(line.of_digits(), "")
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
        let race = match shot.content {
            Content::Race(race) => Some(race),
            Content::Search(_) | Content::Solution(_) => None,
        };
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
