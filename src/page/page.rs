//! A page: all slots of a film's pictures, and the panels that give them their states.

use std::fmt;

use crate::board::BoardSize;
use crate::font::Font;
use crate::picture::{Rect, Rgb};
use crate::record::{Content, Frame, Scene, Shot};

use super::layout::panels::{Areas, PanelLayout};
use super::panel_content::PanelContent;
use super::panels::{
    BadgePanel, BoardPanel, CaptionPanel, ClockPanel, CodePanel, CountersPanel, Panel, PanelKind, PanelState,
    TreePanel,
};
use super::race_style::{LaneStyle, RaceStyle};
use super::slot::{Align, Colours, Layers, Pen, TextSlot};
use super::square::SquareStyle;
use super::style::{BoardStyle, StyleError};

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
    /// Em of all text but the title.
    pub(super) em: f32,
    /// The panels, each with the index of the board whose frames it shows.
    panels: Vec<(usize, Box<dyn Panel>)>,
    /// How many frames it has shown.
    pub(crate) frames: u64,
    /// The colours of squares, of text and of the page.
    colours: Vec<Colours>,
}

impl Page {
    /// A page with a board and the panels of the style.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the board and its panels, or the font
    /// lacks a character.
    pub fn of_board(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let content = &style.panels;
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let layout = PanelLayout::of(size, style)?;
        let areas = layout.areas;
        let mut page = Self::empty((layout.width, layout.height), layout.em, style, size, areas.board);
        if !content.is_empty() {
            // Text changes all the time: its colours get the smallest indices.
            page.colours.push(Colours::Blends(page.pen()));
        }
        page.colours.extend(page.squares.colours());
        // A board alone on its page covers it completely.
        if style.page.is_none() && content.is_empty() {
            page.background = page.squares.first_colour();
        } else {
            page.colours.push(Colours::One(page.background));
        }
        page.add(0, |page| BoardPanel::new(page, size, style, areas.board));
        page.add_title(&content.title, layout.title, layout.title_em);
        for kind in PanelKind::ALL {
            page.add_panel(kind, content, &areas);
        }
        Ok(page)
    }

    /// Adds a panel if there is content for it.
    fn add_panel(&mut self, kind: PanelKind, content: &PanelContent, areas: &Areas) {
        let area = areas.of(kind);
        match kind {
            PanelKind::Caption => {
                if let Some(caption) = &content.caption {
                    self.add(0, |page| CaptionPanel::new(page, area, caption));
                }
            }
            PanelKind::Counters => {
                if !content.counters.is_empty() {
                    let (counters, columns) = (&content.counters, areas.counter_columns);
                    self.add(0, |page| CountersPanel::new(page, content, counters, area, columns));
                }
            }
            PanelKind::Code => {
                if let Some(listing) = &content.code {
                    self.add(0, |page| CodePanel::new(page, listing, area));
                }
            }
            PanelKind::Tree => {
                if let Some(tree) = &content.tree {
                    self.add(0, |page| TreePanel::new(page, tree, area));
                }
            }
        }
    }

    /// A page with a lane for each solver of a race.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the boards and the text beside them,
    /// the font lacks a character, or there are no solvers.
    pub fn of_race(size: BoardSize, style: &RaceStyle) -> Result<Self, StyleError> {
        let boards = &style.boards;
        if style.lanes.is_empty() {
            return Err(StyleError::NoLanes);
        }
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let layout = style.arrange(size)?;
        let page_size = (layout.width, layout.height);
        let mut page = Self::empty(page_size, layout.em, boards, size, layout.lanes[0].board);
        page.colours.extend(page.squares.colours());
        page.colours.extend([Colours::One(page.background), Colours::Blends(page.pen())]);
        for (lane, (areas, LaneStyle { name, counters })) in layout.lanes.iter().zip(&style.lanes).enumerate()
        {
            page.add(lane, |page| BoardPanel::new(page, size, boards, areas.board));
            page.add(lane, |page| BadgePanel::new(page, areas.rank));
            let columns = layout.counter_columns;
            page.add(lane, |page| {
                CountersPanel::new(page, &boards.panels, counters, areas.counters, columns)
            });
            page.add_text(areas.name, name);
        }
        page.add_title(&boards.panels.title, layout.title, layout.title_em);
        page.add(0, |page| ClockPanel::new(page, layout.clock));
        Ok(page)
    }

    /// A page without panels, on which a board has this area.
    fn empty((width, height): (u32, u32), em: f32, style: &BoardStyle, size: BoardSize, board: Rect) -> Self {
        Self {
            width,
            height,
            background: style.theme.page,
            layers: Layers::default(),
            squares: style.squares(board.width / u32::from(size.get())),
            font: style.font.clone(),
            em,
            panels: Vec::new(),
            frames: 0,
            colours: Vec::new(),
        }
    }

    /// Adds a panel, for the frames of a board.
    fn add<P: Panel + 'static>(&mut self, board: usize, panel: impl FnOnce(&mut Self) -> P) {
        let panel = Box::new(panel(self));
        self.panels.push((board, panel));
    }

    fn add_title(&mut self, text: &str, area: Rect, em: f32) {
        if !text.is_empty() {
            let slot = TextSlot { area, em, pen: self.pen(), align: Align::Left };
            self.layers.texts.add(slot, text.to_owned());
        }
    }

    /// Adds text at the left of its area; returns the index of its slot.
    pub(super) fn add_text(&mut self, area: Rect, text: &str) -> usize {
        let slot = TextSlot { area, em: self.em, pen: self.pen(), align: Align::Left };
        self.layers.texts.add(slot, text.to_owned())
    }

    /// The pen of text on the page.
    pub(super) fn pen(&self) -> Pen {
        Pen::full(self.squares.theme.queen, self.squares.theme.page)
    }

    /// All colours.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colours> {
        self.colours.iter().copied().chain(self.layers.colours())
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
        for (board, panel) in &mut self.panels {
            if let Some(frame) = shot.board(*board) {
                let rank = race.and_then(|race| race.lanes[*board].rank);
                let state = PanelState { frame, rank, ticks: race.map_or(0, |race| race.ticks) };
                panel.show(&state, &mut self.layers);
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
