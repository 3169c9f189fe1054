//! The page of a board, with panels or without.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::picture::Rect;

use super::block::{Block, BlockKind};
use super::layout::panels::PanelLayout;
use super::panels::state::{self, Room};
use super::panels::{BoardPanel, CaptionPanel, CodePanel, CountersPanel, TreePanel};
use super::slot::{Colours, FillSlot};
use super::units::Units;
use super::{BoardStyle, Page, StyleError};

impl Page {
    /// A page with a board and the panels of the style.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the board and its panels, or the font
    /// lacks a character.
    pub fn of_board(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let content = &style.panels;
        let texts = content.state.iter().flat_map(|panel| state::texts(*panel, content.order));
        let lacking = || texts.into_iter().find_map(|text| style.font.lacking(text));
        if let Some(character) = style.lacking(size).or_else(lacking) {
            return Err(StyleError::NoGlyph(character));
        }
        let layout = PanelLayout::of(size, style)?;
        let style = &style.for_squares_of(layout.board.width / u32::from(size.get()));
        let mut page = Self::empty((layout.width, layout.height), style);
        if !content.is_empty() {
            // Text changes all the time: its colours get the smallest indices.
            page.colours.push(Colours::Blends(page.pen()));
        }
        page.colours.extend(page.squares.colours(style.attacks, content.state.is_empty()));
        // A board alone on its page covers it completely.
        if style.is_bare() {
            page.background = page.squares.first_colour();
        } else {
            page.colours.push(Colours::One(page.background));
        }
        page.add(0, |page| BoardPanel::new(page, size, style, layout.board, style.is_bare()));
        if let Some((em, gap)) = layout.coordinates {
            page.add_coordinates(size, style.names, layout.board, em, gap);
        }
        if let Some(title) = layout.title {
            page.add_text(title, Weight::Bold, &content.title);
        }
        for rule in &layout.rules {
            page.layers.fills.add(FillSlot { area: *rule }, page.squares.inks.rule);
        }
        let units = Units::of(page.width, page.height);
        for (panel, area) in &layout.states {
            let room = Room { area: *area, units, size, style };
            if let Some(add) = state::within(*panel, &room) {
                add(&mut page);
            }
        }
        if let Some((caption, layout)) = content.caption.as_ref().zip(layout.caption) {
            page.add(0, |page| CaptionPanel::new(page, layout, caption));
        }
        if !content.counters.is_empty() {
            page.add(0, |page| CountersPanel::new(page, &content.counters, &layout.counters));
        }
        if let Some((listing, layout)) = content.code.as_ref().zip(layout.code) {
            page.add(0, |page| CodePanel::new(page, listing, layout));
        }
        if let Some((tree, area)) = content.tree.as_ref().zip(layout.tree) {
            page.add(0, |page| TreePanel::new(page, size, style.names, tree, area));
        }
        page.blocks = blocks(&layout, size, &style.font);
        Ok(page)
    }
}

/// The blocks of a page with one board, in their order. What is in none of them joins two of them.
fn blocks(layout: &PanelLayout, size: BoardSize, font: &Font) -> Vec<Block> {
    let PanelLayout {
        width: _,
        height: _,
        board,
        coordinates,
        title,
        caption,
        counters,
        states,
        code,
        tree,
        label_em: _,
        rules: _,
    } = layout;
    let areas = |kind| -> Vec<Rect> {
        match kind {
            BlockKind::Title => title.iter().map(|title| title.area(font, Weight::Bold)).collect(),
            BlockKind::Caption => {
                let caption = caption.iter();
                let areas = caption.flat_map(|caption| {
                    let fact = caption.fact.area(font, Weight::Bold);
                    let reason = caption.reason.area(font, Weight::Regular);
                    [caption.chip, fact, reason]
                });
                vec![Rect::around(areas).unwrap_or_default()]
            }
            BlockKind::Board => {
                let (em, gap) = coordinates.unwrap_or_default();
                let room = gap + em.ceil() as u32;
                let x = board.x.saturating_sub(room);
                vec![Rect { x, width: board.right() - x, height: board.height + room, ..*board }]
            }
            BlockKind::Counters => {
                let areas = counters.iter().flat_map(|counter| {
                    let number = counter.number.area(font, Weight::Bold);
                    [number, counter.label.area(font, Weight::Regular)]
                });
                vec![Rect::around(areas).unwrap_or_default()]
            }
            BlockKind::Code => code.iter().map(|code| code.area).collect(),
            BlockKind::Tree => tree.iter().copied().collect(),
            BlockKind::State => states.iter().map(|(_, area)| *area).collect(),
        }
    };
    let grid =
        |kind| (kind == BlockKind::Board).then(|| [board.x, board.y, board.width / u32::from(size.get())]);
    let blocks = BlockKind::ALL
        .into_iter()
        .flat_map(|kind| areas(kind).into_iter().map(move |area| Block { kind, area, grid: grid(kind) }));
    blocks.filter(|block| block.area.pixels() > 0).collect()
}
