//! Tiles: the pixels of a square in one state.

use std::collections::HashMap;

use image::GrayImage;

use crate::font::{self, Font};
use crate::page::figure::{Figure, Shape};
use crate::page::square::{Ground, SquareState, SquareStyle, Stamp};

use super::mask;
use super::palette::{Palette, ink_level};

/// Draws the tiles of one page.
#[derive(Debug)]
pub struct TileRenderer {
    style: SquareStyle,
    font: Font,
    /// By the figure and the side of its squares.
    masks: HashMap<(Figure, u32), GrayImage>,
}

impl TileRenderer {
    pub fn new(style: SquareStyle, font: Font) -> Self {
        Self { style, font, masks: HashMap::new() }
    }

    /// The pixels of a square, row by row.
    pub fn tile(&mut self, ground: Ground, state: SquareState, palette: &Palette) -> Vec<u8> {
        let Self { style, font, masks } = self;
        let look = style.look(ground, state);
        let mut pixels = vec![palette.index(look.paper); ground.width as usize * ground.height as usize];
        for Stamp { figure, spot, ink } in look.stamps {
            let mask =
                masks.entry((figure, ground.side)).or_insert_with(|| draw(&figure.shape(ground.side), font));
            let at = spot.offset(mask.dimensions(), ground);
            let mut over = HashMap::new();
            for (row, coverage) in
                pixels.chunks_mut(ground.width as usize).skip(at.1 as usize).zip(mask.rows())
            {
                for (pixel, coverage) in row.iter_mut().skip(at.0 as usize).zip(coverage) {
                    let level = ink_level(coverage.0[0]);
                    if level > 0 {
                        let under = *pixel;
                        *pixel =
                            *over.entry((under, level)).or_insert_with(|| palette.over(under, ink, level));
                    }
                }
            }
        }
        pixels
    }
}

fn draw(shape: &Shape, font: &Font) -> GrayImage {
    match *shape {
        Shape::Symbol(character, height) => font::symbol(character, height),
        Shape::WideSymbol(character, height, by) => mask::widened(&font::symbol(character, height), by),
        Shape::Ring(size, line) => mask::ring(size, line),
        Shape::Disc(diameter) => mask::disc(diameter),
        Shape::Bars(width, height, ref bars) => mask::bars(width, height, bars),
        Shape::Polygons(width, height, ref polygons) => mask::polygons(width, height, polygons),
        Shape::Text(ref text, em, weight) => font.weight(weight).text(text, em),
        Shape::Letter(letter, width, height) => font.letter(letter, width, height),
    }
}
