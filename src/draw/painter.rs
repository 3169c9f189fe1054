//! The painter: a page with a board and its panels, kept from scene to scene.

use crate::board::BoardSize;
use crate::scene::Scene;

use super::board::Board;
use super::code::Code;
use super::counters::{self, Counters};
use super::frame_buffer::FrameBuffer;
use super::palette::Palette;
use super::text::{Align, Line, Pen, fitted};
use super::tree::Tree;
use crate::font::Letters;
use crate::page::layout::panels::Arrangement;
use crate::page::{BoardStyle, StyleError};
use crate::picture::{Canvas, Picture};

/// Paints scenes of one board, each over the one before.
#[derive(Debug)]
pub struct BoardPainter {
    stage: FrameBuffer,
    board: Board,
    letters: Letters,
    caption: Option<Caption>,
    counters: Option<Counters>,
    code: Option<Code>,
    tree: Option<Tree>,
}

#[derive(Debug)]
struct Caption {
    line: Line,
    /// Room in pixels.
    room: u32,
}

impl BoardPainter {
    /// A painter that has painted nothing yet.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the board and what stands beside
    /// it, or the font lacks a character.
    pub fn new(size: BoardSize, style: &BoardStyle) -> Result<Self, StyleError> {
        let BoardStyle { theme, font, panels, .. } = style;
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let place = Arrangement::of(size, style)?;
        let mut palette = Palette::default();
        if !panels.is_empty() {
            // Text changes all the time: its colours get the smallest indices.
            palette.ramp(theme.queen, theme.page);
        }
        let board = Board::new(size, style, place.board, &mut palette);
        // Alone on its page, a board leaves none of it to be seen.
        let alone = style.page.is_none() && panels.is_empty();
        let page = if alone { 0 } else { palette.index(theme.page) };
        let mut ink = || palette.ramp(theme.queen, theme.page);
        let pen = |ink| Pen { ink, strength: 1.0 };
        let title = (!panels.title.is_empty()).then(|| Line::new(place.title, pen(ink()), Align::Left));
        let caption = (!panels.captions.is_empty()).then(|| Caption {
            line: Line::new(place.caption, pen(ink()), Align::Left),
            room: place.caption.width,
        });
        let counters = (!panels.counters.is_empty()).then(|| {
            let place =
                counters::Place { em: place.em, area: place.counters, columns: place.counter_columns };
            Counters::new(&panels.counters, panels.most, font, place, ink())
        });
        let code = panels.code.as_ref().map(|code| Code::new(code, font, &place, theme, &mut palette));
        let tree =
            panels.tree.as_ref().map(|tree| Tree::new(tree, place.tree, place.em, theme, &mut palette));
        let canvas = Canvas { width: place.width, height: place.height, palette: palette.into_colours() };
        let mut stage = FrameBuffer::new(canvas, page);
        if let Some(mut title) = title {
            title.show(&panels.title, &mut font.letters(place.title_em), &mut stage);
        }
        Ok(Self { stage, board, letters: font.letters(place.em), caption, counters, code, tree })
    }

    /// Size and palette of every picture.
    #[must_use]
    pub const fn canvas(&self) -> &Canvas {
        self.stage.canvas()
    }

    /// The picture of a scene.
    ///
    /// # Panics
    /// When the scene's board is of another size than the painter's, or a mark is not on it.
    pub fn paint(&mut self, scene: &Scene) -> Picture<'_> {
        let stage = &mut self.stage;
        stage.begin();
        self.board.paint(scene, stage);
        if let Some(Caption { line, room }) = &mut self.caption {
            let caption = fitted(&scene.notes.caption, &mut self.letters, *room);
            line.show(&caption, &mut self.letters, stage);
        }
        if let Some(counters) = &mut self.counters {
            counters.paint(scene, &mut self.letters, stage);
        }
        if let Some(code) = &mut self.code {
            code.paint(scene.notes.line, stage);
        }
        if let Some(tree) = &mut self.tree {
            tree.paint(scene.notes.tally.placements, scene.queens.len(), stage);
        }
        stage.picture()
    }
}
