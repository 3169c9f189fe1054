//! A page: all slots of a film's pictures, and the panels that give them their states.

use std::fmt;

use crate::board::{BoardSize, SquareNames};
use crate::font::{Font, Weight};
use crate::picture::{Rect, Rgb};
use crate::record::{Content, Frame, Scene, Shot};

use super::block::Block;
use super::layout::text_place::TextPlace;
use super::panel::{ClockState, Panel, PanelState};
use super::slot::{Align, Colours, Layers, Pen, TextSlot, TextStyle};
use super::square::SquareStyle;
use super::style::PageStyle;
use super::units::{ASCENDER, CAP, COMMA, Units, X_HEIGHT, cap};

/// What the pictures of a film show, described in full: the slots of a page with their current
/// states, and which of them the last frame has changed.
///
/// Painters draw only what it contains.
pub struct Page {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The colour between all slots.
    pub background: Rgb,
    /// The slots.
    pub layers: Layers,
    /// How squares are drawn.
    pub squares: SquareStyle,
    /// The font of all text.
    pub font: Font,
    /// The panels, each with the index of the board whose frames it shows.
    panels: Vec<(usize, Box<dyn Panel>)>,
    /// The index of the first square's slot of each board, whose squares follow row by row.
    pub(crate) boards: Vec<usize>,
    /// The areas that can be shown below each other where the page is too wide.
    pub(crate) blocks: Vec<Block>,
    /// How many frames it has shown.
    pub(crate) frames: u64,
    /// The colours of squares, of text and of the page.
    pub(super) colours: Vec<Colours>,
    /// The colours of the cards before and after it.
    pub(super) colours_of_cards: Vec<Colours>,
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
        let ink = self.squares.inks.muted;
        let edge = |line: u32| line * board.width / n;
        for line in (1..=size.get()).step_by(every) {
            let [start, end] = [u32::from(line) - 1, u32::from(line)].map(edge);
            let middle = board.y + u32::midpoint(start, end);
            let baseline = middle + (0.5 * f32::midpoint(X_HEIGHT, CAP) * em).round() as u32;
            let right = board.x.saturating_sub(gap);
            let width = self.font.pixels("64", em).max(1).min(right);
            let row = TextPlace { x: right - width, baseline, width, em };
            let row = self.add_aligned(row, ink, Align::Right, &names.row(line, size).to_string());
            self.trim_label(row, em);
            let wide = (end - start) * every as u32;
            let x = (board.x + u32::midpoint(start, end)).saturating_sub(wide / 2);
            let baseline =
                board.bottom() + gap.min((self.height - board.bottom()).saturating_sub(cap(em))) + cap(em);
            let column = TextPlace { x, baseline, width: wide, em };
            let column = self.add_aligned(column, ink, Align::Centre, &names.column(line));
            self.trim_label(column, em);
        }
    }

    /// The width of a hairline on this page.
    pub(super) fn hairline(&self) -> u32 {
        Units::of(self.width, self.height).hairline()
    }

    /// A page without panels.
    pub(super) fn empty((width, height): (u32, u32), style: &PageStyle) -> Self {
        Self {
            width,
            height,
            background: style.theme.page,
            layers: Layers::default(),
            squares: style.squares(),
            font: style.font.clone(),
            panels: Vec::new(),
            boards: Vec::new(),
            blocks: Vec::new(),
            frames: 0,
            colours: Vec::new(),
            colours_of_cards: Vec::new(),
        }
    }

    /// A page of text and boards.
    pub(super) fn with_boards(sides: (u32, u32), style: &PageStyle) -> Self {
        let mut page = Self::empty(sides, style);
        // Text changes all the time: its colours get the smallest indices.
        page.colours.push(Colours::Blends(page.pen()));
        page.colours.extend(page.squares.colours(style.attacks, true));
        page.colours.push(Colours::One(page.background));
        page
    }

    /// Adds a panel, for the frames of a board.
    pub(super) fn add<P: Panel + 'static>(&mut self, board: usize, panel: impl FnOnce(&mut Self) -> P) {
        let panel = Box::new(panel(self));
        self.panels.push((board, panel));
    }

    /// Adds a line of text in the colour of the queens; returns the index of its slot.
    pub(super) fn add_text(&mut self, place: TextPlace, weight: Weight, text: &str) -> usize {
        self.add_text_in(place, weight, self.squares.inks.ink, text)
    }

    /// Adds a label, close below something: it has no accents.
    pub(super) fn add_label(&mut self, place: TextPlace, text: &str) -> usize {
        let index = self.add_text_in(place, Weight::Regular, self.squares.inks.muted, text);
        self.trim_label(index, place.em);
        index
    }

    /// Leaves no room for accents above a text.
    pub(super) fn trim_label(&mut self, index: usize, em: f32) {
        let slot = self.layers.texts.slot_mut(index);
        let above = slot.baseline.saturating_sub((ASCENDER * em).ceil() as u32);
        slot.area = Rect { y: slot.area.y + above, height: slot.area.height - above, ..slot.area };
        slot.baseline -= above;
    }

    /// Adds a number, close above something: only its commas reach below the baseline.
    pub(super) fn add_number(&mut self, place: TextPlace, align: Align) -> usize {
        let index = self.add_slot(place, Weight::Bold, self.squares.inks.ink, align, "");
        let slot = self.layers.texts.slot_mut(index);
        slot.area.height = slot.area.height.min(slot.baseline + (COMMA * place.em).ceil() as u32);
        index
    }

    pub(super) fn add_text_in(&mut self, place: TextPlace, weight: Weight, ink: Rgb, text: &str) -> usize {
        self.add_slot(place, weight, ink, Align::Left, text)
    }

    /// Adds a label with this alignment.
    pub(super) fn add_aligned(&mut self, place: TextPlace, ink: Rgb, align: Align, text: &str) -> usize {
        self.add_slot(place, Weight::Regular, ink, align, text)
    }

    pub(super) fn add_slot(
        &mut self,
        place: TextPlace,
        weight: Weight,
        ink: Rgb,
        align: Align,
        text: &str,
    ) -> usize {
        let style = TextStyle { em: place.em, weight, pen: Pen { ink, paper: self.squares.inks.page } };
        let area = place.area(&self.font, weight);
        let slot = TextSlot { area, baseline: place.baseline - area.y, style, align };
        self.layers.texts.add(slot, text.to_owned().into())
    }

    /// The pen of text on the page.
    pub(super) fn pen(&self) -> Pen {
        Pen { ink: self.squares.inks.ink, paper: self.squares.inks.page }
    }

    /// The colours of its own slots.
    pub(crate) fn own_colours(&self) -> impl Iterator<Item = Colours> {
        self.colours.iter().copied().chain(self.layers.colours())
    }

    /// The colours of the cards before and after it.
    pub(crate) fn colours_of_cards(&self) -> impl Iterator<Item = Colours> {
        self.colours_of_cards.iter().copied()
    }

    /// Adds the colours of a card that is shown before or after this page.
    pub(crate) fn add_colours_of(&mut self, card: &Self) {
        self.colours_of_cards.extend(card.colours());
    }

    /// All colours.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colours> {
        self.own_colours().chain(self.colours_of_cards())
    }

    /// Shows a frame: gives all slots their states.
    ///
    /// # Panics
    /// When a board has another size than the page's.
    pub fn show(&mut self, shot: &Shot<'_>) {
        self.frames += 1;
        self.layers.begin_step();
        let race = match shot.content {
            Content::Race(race) => Some(race),
            Content::Search(_) | Content::Solution(_) => None,
        };
        let clock = race.map(|race| {
            let stopped = race.lanes.iter().all(|lane| lane.ended);
            ClockState { ticks: race.ticks, stopped }
        });
        for (board, panel) in &mut self.panels {
            if let Some(frame) = shot.board(*board) {
                let lane = race.map(|race| &race.lanes[*board]);
                panel.show(&PanelState { frame, lane, clock }, &mut self.layers);
            }
        }
    }

    /// Shows a single board.
    ///
    /// # Panics
    /// As [`Page::show`].
    pub fn show_scene(&mut self, scene: &Scene) {
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
