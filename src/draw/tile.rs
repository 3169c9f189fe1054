//! Tiles: the pixels of a square in one state.

use std::collections::HashMap;

use image::GrayImage;

use crate::font::{self, Font};
use crate::page::square::{Corner, Figure, Ground, Shape, SquareState, SquareStyle, Stamp};

use super::mask;
use super::palette::{Palette, ink_level};

/// Draws the tiles of one board.
#[derive(Debug)]
pub struct TileRenderer {
    style: SquareStyle,
    font: Font,
    masks: HashMap<Figure, GrayImage>,
}

impl TileRenderer {
    pub fn new(style: SquareStyle, font: Font) -> Self {
        Self { style, font, masks: HashMap::new() }
    }

    /// The pixels of a square, row by row.
    pub fn tile(&mut self, ground: Ground, state: SquareState, palette: &Palette) -> Vec<u8> {
        let Self { style, font, masks } = self;
        let look = style.look(ground, state);
        let mut levels = vec![0; ground.width as usize * ground.height as usize];
        for Stamp { figure, corner, strength } in look.stamps {
            let mask = masks.entry(figure).or_insert_with(|| draw(&figure.shape(style.side), font));
            stamp(&mut levels, ground, mask, corner, style.side, strength);
        }
        let ramp = palette.ramp(look.pen);
        levels.iter().map(|level| ramp[usize::from(*level)]).collect()
    }
}

fn draw(shape: &Shape, font: &Font) -> GrayImage {
    match *shape {
        Shape::Symbol(character, height) => font::symbol(character, height),
        Shape::Frame(width, height, line) => mask::frame(width, height, line),
        Shape::Ring(size, line) => mask::ring(size, line),
        Shape::Line(width, height, ends, line) => mask::line(width, height, ends, line),
        Shape::Strokes(size, strokes, line) => mask::strokes(size, strokes, line),
        Shape::Text(ref text, em) => font.text(text, em),
    }
}

/// Where figures overlap, the stronger ink is kept, so that the pen's colours are enough.
fn stamp(levels: &mut [u8], ground: Ground, figure: &GrayImage, corner: Corner, side: u32, strength: f32) {
    let at = corner.offset(figure.dimensions(), ground, side);
    mask::apply(figure, levels, ground.width, at, |level, coverage| {
        *level = (*level).max(ink_level(coverage, strength));
    });
}
