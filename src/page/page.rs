//! A page: all slots of a film's pictures, and the panels that give them their states.

use std::fmt;

use crate::board::BoardSize;
use crate::font::Font;
use crate::picture::Rgb;
use crate::record::{Scene, Shot};

use super::layout::panels::Arrangement;
use super::layout::race::RaceArrangement;
use super::panels::{Badge, Board, Caption, Clock, Code, Counters, Panel, Tree, counters};
use super::race_style::RaceStyle;
use super::slot::{Align, Layers, Pen, TextSlot};
use super::square::SquareStyle;
use super::style::{BoardStyle, StyleError};

/// What the pictures of a film show, described in full: the slots of a page with their present
/// states, and which of them the last frame has changed.
///
/// Painters read it; nothing is shown that is not in it.
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
    panels: Vec<Panel>,
    /// How many frames it has shown.
    pub(crate) frames: u64,
    /// All colours.
    pub(crate) colours: Vec<Colours>,
}

/// Colours of a page, in the order of the palette.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Colours {
    One(Rgb),
    /// All blends of an ink with a paper.
    Blends(Pen),
}

impl Page {
    /// A page with a board and what the style has beside it.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the board and its panels, or the font
    /// lacks a character.
    pub fn of_board(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let BoardStyle { theme, font, panels: content, .. } = style;
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let place = Arrangement::of(size, style)?;
        let pen = Pen::full(theme.queen, theme.page);
        let mut colours = Vec::new();
        if !content.is_empty() {
            // Text changes all the time: its colours get the smallest indices.
            colours.push(Colours::Blends(pen));
        }
        let mut layers = Layers::default();
        let mut panels = Vec::new();
        let board = Board::new(size, style, place.board, &mut layers);
        panels.push(Panel::Board { lane: 0, board });
        let squares = style.squares(place.board.width / u32::from(size.get()));
        colours.extend(squares.colours());
        // Alone on its page, a board leaves none of it to be seen.
        let background = if style.page.is_none() && content.is_empty() {
            squares.first_colour()
        } else {
            colours.push(Colours::One(theme.page));
            theme.page
        };
        if !content.title.is_empty() {
            let title = TextSlot { area: place.title, em: place.title_em, pen, align: Align::Left };
            layers.texts.add(title, content.title.clone());
        }
        if let Some(caption) = &content.caption {
            let letters = font.letters(place.em);
            let caption = Caption::new(place.caption, place.em, pen, letters, caption.wording, &mut layers);
            panels.push(Panel::Caption(caption));
        }
        if !content.counters.is_empty() {
            let room = counters::Room { em: place.em, area: place.counters, columns: place.counter_columns };
            let counters = Counters::new(&content.counters, content.most, font, room, pen, &mut layers);
            panels.push(Panel::Counters { lane: 0, counters });
        }
        if let Some(listing) = &content.code {
            panels.push(Panel::Code(Code::new(listing, font, place.code, place.em, theme, &mut layers)));
        }
        if let Some((line, _)) = layers.code.iter().next() {
            colours.extend([Colours::Blends(line.pen), Colours::Blends(line.lit), Colours::One(line.bar)]);
        }
        if let Some(tree) = &content.tree {
            panels.push(Panel::Tree(Tree::new(tree, place.tree, place.em, theme, &mut layers)));
        }
        if let Some(tree) = &layers.tree {
            colours.extend([tree.path, tree.solution].map(Colours::Blends));
        }
        let (width, height, font) = (place.width, place.height, font.clone());
        Ok(Self { width, height, background, layers, squares, font, panels, frames: 0, colours })
    }

    /// A page with a lane for each solver of a race.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the boards and the text beside them,
    /// the font lacks a character, or there are no solvers.
    pub fn of_race(size: BoardSize, style: &RaceStyle) -> Result<Self, StyleError> {
        let BoardStyle { theme, font, panels: content, .. } = &style.boards;
        if style.names.is_empty() {
            return Err(StyleError::NoLanes);
        }
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let RaceArrangement { width, height, em, title_em, title, clock, lanes, counter_columns } =
            style.arrange(size)?;
        let pen = Pen::full(theme.queen, theme.page);
        let squares = style.boards.squares(lanes[0].board.width / u32::from(size.get()));
        let mut colours = squares.colours();
        colours.extend([Colours::One(theme.page), Colours::Blends(pen)]);
        let mut layers = Layers::default();
        let mut panels = Vec::new();
        for (lane, (place, name)) in lanes.iter().zip(&style.names).enumerate() {
            let board = Board::new(size, &style.boards, place.board, &mut layers);
            panels.push(Panel::Board { lane, board });
            panels.push(Panel::Badge { lane, badge: Badge::new(place.rank, em, theme, &mut layers) });
            let room = counters::Room { em, area: place.counters, columns: counter_columns };
            let counters = Counters::new(&content.counters, content.most, font, room, pen, &mut layers);
            panels.push(Panel::Counters { lane, counters });
            let text = TextSlot { area: place.name, em, pen, align: Align::Left };
            layers.texts.add(text, name.clone());
        }
        if let Some((badge, _)) = layers.badges.iter().next() {
            colours.extend([badge.first, badge.others].map(Colours::Blends));
        }
        if !content.title.is_empty() {
            let text = TextSlot { area: title, em: title_em, pen, align: Align::Left };
            layers.texts.add(text, content.title.clone());
        }
        panels.push(Panel::Clock(Clock::new(clock, em, pen, &style.clock, &mut layers)));
        let (background, font) = (theme.page, font.clone());
        Ok(Self { width, height, background, layers, squares, font, panels, frames: 0, colours })
    }

    /// Shows a frame: gives all slots their states.
    ///
    /// # Panics
    /// When a board has another size than the page's.
    pub fn show(&mut self, shot: &Shot<'_>) {
        self.frames += 1;
        self.layers.begin_step();
        for panel in &mut self.panels {
            panel.show(shot, &mut self.layers);
        }
    }

    /// Shows a board by itself.
    ///
    /// # Panics
    /// As [`Page::show`].
    pub fn show_scene(&mut self, scene: &Scene) {
        let frame = crate::record::Frame::still(scene.clone());
        self.show(&Shot::of_search(&frame, true));
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, panels, .. } = self;
        write!(f, "Page({width}×{height}, {} panels)", panels.len())
    }
}
