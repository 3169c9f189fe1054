//! The counters of the search.

use indicatif::HumanCount;

use crate::scene::{Counter, Scene};

use super::frame_buffer::FrameBuffer;
use super::palette::Ramp;
use super::text::{Align, Line, Pen};
use crate::font::{Font, Letters};
use crate::page::layout::panels::LINE;
use crate::picture::Rect;

/// Between a counter's name and its number, in ems.
const APART: f32 = 0.8;

/// Names are quieter than their numbers.
const NAME_STRENGTH: f32 = 0.75;

/// Width of the widest counter with its name, in ems.
pub fn width(counters: &[Counter], most: u64, font: &Font) -> f32 {
    let name = counters.iter().map(|counter| font.room(counter.name())).fold(0.0, f32::max);
    if counters.is_empty() { 0.0 } else { name + APART + number_width(most, font) }
}

/// Any number that is not larger fits.
pub fn number_width(most: u64, font: &Font) -> f32 {
    let digit = ('0'..='9').map(|digit| font.room(digit.encode_utf8(&mut [0; 4]))).fold(0.0, f32::max);
    let shown = HumanCount(most).to_string();
    let others: String = shown.chars().filter(|c| !c.is_ascii_digit()).collect();
    font.room(&others) + digit * (shown.len() - others.len()) as f32
}

/// Where counters go.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Em in pixels.
    pub em: f32,
    pub area: Rect,
    /// Counters in a row.
    pub columns: u32,
}

/// Names and numbers.
#[derive(Debug)]
pub struct Counters {
    shown: Vec<Counter>,
    names: Vec<Line>,
    numbers: Vec<Line>,
}

impl Counters {
    pub fn new(counters: &[Counter], most: u64, font: &Font, place: Place, ink: Ramp) -> Self {
        let Place { em, area, columns } = place;
        let counter = (width(counters, most, font) * em).ceil() as u32;
        let apart = if columns > 1 {
            ((area.width - columns * counter) / (columns - 1)).min((4.0 * em) as u32)
        } else {
            0
        };
        let number = (number_width(most, font) * em).ceil() as u32;
        let rows = (counters.len() as u32).div_ceil(columns.max(1));
        let line = |index: u32, shift: u32, width: u32, strength, align| {
            // Down each column first, as lists are read.
            let (column, row) = (index / rows, index % rows);
            let x = area.x + column * (counter + apart) + shift;
            let y = area.y + (row as f32 * LINE * em) as u32;
            let height = (LINE * em) as u32;
            Line::new(Rect { x, y, width, height }, Pen { ink, strength }, align)
        };
        let indices = 0..counters.len() as u32;
        Self {
            shown: counters.to_vec(),
            names: indices
                .clone()
                .map(|index| line(index, 0, counter - number, NAME_STRENGTH, Align::Left))
                .collect(),
            numbers: indices.map(|index| line(index, counter - number, number, 1.0, Align::Right)).collect(),
        }
    }

    pub fn paint(&mut self, scene: &Scene, letters: &mut Letters, stage: &mut FrameBuffer) {
        for (index, counter) in self.shown.iter().enumerate() {
            self.names[index].show(counter.name(), letters, stage);
            self.numbers[index].show(&HumanCount(scene.counter(*counter)).to_string(), letters, stage);
        }
    }
}
