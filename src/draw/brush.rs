//! Rasterises shapes.

use std::borrow::Borrow;
use std::collections::HashMap;

use image::GrayImage;

use crate::font::{self, Font, Letters, Weight};
use crate::motion::Share;
use crate::page::figure::{Figure, Geometry};
use crate::page::moves::Phase;
use crate::page::pen::TextStyle;
use crate::page::shape::{Corner, Shape, Text};
use crate::page::square::{Ground, Stamp};
use crate::page::tween::{ItemLook, Seen};
use crate::picture::{Rect, Rgb};

use super::palette::{INK_LEVELS, Palette, ink_level};
use super::shapes;

/// Draws shapes; frequent masks are cached.
pub struct Brush {
    font: Font,
    /// Rasterised letters by em (stored as bits) and weight.
    letters: HashMap<(u32, Weight), Letters>,
    masks: HashMap<Mask, GrayImage>,
}

/// A key of a cached mask; lengths are stored as bits.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Mask {
    Figure(Figure, u32),
    Disc([u32; 3]),
    /// A sign: text, em and weight.
    Sign(String, u32, Weight),
}

/// The pixels of an area of the page, row by row; only those in `clip` may change.
pub struct Region<'a> {
    pub area: Rect,
    pub clip: Rect,
    pub pixels: &'a mut [u8],
    pub palette: &'a Palette,
}

impl Brush {
    pub fn new(font: Font) -> Self {
        Self { font, letters: HashMap::new(), masks: HashMap::new() }
    }

    /// Draws shapes over the pixels of an area of the page, clipped to the area.
    pub fn paint<S: Borrow<Shape>>(
        &mut self,
        area: Rect,
        pixels: &mut [u8],
        shapes: impl IntoIterator<Item = (Corner, S)>,
        palette: &Palette,
    ) {
        let region = &mut Region { area, clip: area, pixels, palette };
        for (corner, shape) in shapes {
            self.draw(region, corner, shape.borrow(), Phase::Whole);
        }
    }

    /// Returns the pixels of a square with this look.
    pub fn tile(&mut self, area: Rect, look: ItemLook<'_>, palette: &Palette) -> Vec<u8> {
        let area = Rect { x: 0, y: 0, ..area };
        let mut pixels = vec![0; area.pixels() as usize];
        let region = &mut Region { area, clip: area, pixels: &mut pixels, palette };
        for Seen { shape, phase, .. } in look.seen() {
            self.draw(region, (0, 0), shape, phase);
        }
        pixels
    }

    /// Draws a shape in a phase of its motion, clipped to `region.clip`. A phase hides any shape, but fades or
    /// cuts off only figures; a pose also scales discs and signs.
    pub fn draw(&mut self, region: &mut Region<'_>, corner: Corner, shape: &Shape, phase: Phase) {
        // Opacity (0 to 1), and size in per cent.
        let (strength, percent) = match phase {
            Phase::Gone => return,
            Phase::Posed(pose, share) => pose.at(share.value()),
            Phase::Whole | Phase::Sector(_) | Phase::Covered(..) | Phase::At(_) => (1.0, 100.0),
        };
        match shape.clone().moved(corner) {
            Shape::Fill(rect, colour) => region.fill(rect, colour),
            Shape::Figure(ground, stamp) => {
                let side = (ground.side * percent.round() as u32).div_ceil(100).max(1);
                self.draw_figure(corner, (ground, side), stamp, (phase, strength), region);
            }
            Shape::Disc { centre: (x, y), radius, ink } => {
                let radius = radius * (percent / 100.0);
                let side = (2.0 * radius).ceil() as u32 + 3;
                let (left, top) = ((x - radius - 1.0).floor(), (y - radius - 1.0).floor());
                let middle = (x - left, y - top);
                let mask = self.masks.entry(Mask::Disc([middle.0, middle.1, radius].map(f32::to_bits)));
                let mask = mask.or_insert_with(|| shapes::disc((side, side), middle, radius));
                region.stamp(mask, (left as i64, top as i64), ink, Share::WHOLE);
            }
            Shape::Polygons(polygons, ink) => {
                if let Some(area) = shapes::bounds(&polygons, region.clip) {
                    let mask = shapes::polygons(area, &polygons);
                    region.stamp(&mask, (area.x.into(), area.y.into()), ink, Share::WHOLE);
                }
            }
            Shape::Text(text) => self.draw_text(&text, region),
            Shape::Sign(sign) => {
                let (font, em) = (self.font.weight(sign.weight), sign.em * (percent / 100.0));
                let mask = self.masks.entry(Mask::Sign(sign.text.clone(), em.to_bits(), sign.weight));
                let mask = mask.or_insert_with(|| font.mask(&font.ink_run(&sign.text, em)));
                let (x, y) = sign.corner(mask.dimensions());
                region.stamp(mask, (x.into(), y.into()), sign.ink, Share::WHOLE);
            }
        }
    }

    fn draw_figure(
        &mut self,
        (x, y): Corner,
        (ground, side): (Ground, u32),
        Stamp { figure, spot, ink }: Stamp,
        (phase, strength): (Phase, f32),
        region: &mut Region<'_>,
    ) {
        let mask = self.masks.entry(Mask::Figure(figure, side));
        let mask = mask.or_insert_with(|| draw(&figure.geometry(side), &self.font));
        let at = spot.offset(mask.dimensions(), ground);
        let at = ((x + at.0).into(), (y + at.1).into());
        // Figures are clipped to their square.
        let square = Rect { x, y, width: ground.width, height: ground.height };
        let Some(clip) = region.clip.shared(square) else { return };
        let part = match phase {
            Phase::Sector(share) => Some(shapes::clockwise(mask, share.value())),
            Phase::Covered(_, covered) => {
                // Only pieces of attack lines are covered, from the end that they reach last.
                let Some(segment) = figure.segment() else { return };
                let (direction, reach) = segment.reach(covered.rest().value());
                Some(shapes::along(mask, direction, reach))
            }
            Phase::Gone | Phase::Whole | Phase::Posed(..) | Phase::At(_) => None,
        };
        let mut square = Region { clip, pixels: region.pixels, ..*region };
        square.stamp(part.as_ref().unwrap_or(mask), at, ink, Share::of(strength));
    }

    fn draw_text(&mut self, text: &Text, region: &mut Region<'_>) {
        let Text { baseline, style: TextStyle { em, weight, pen }, .. } = *text;
        let font = self.font.weight(weight);
        let (up, down) = font.reach(em);
        if baseline + down <= region.clip.y || baseline >= region.clip.bottom() + up {
            return;
        }
        let letters = self.letters.entry((em.to_bits(), weight)).or_insert_with(|| font.letters(em));
        let at = (text.start(letters.width(&text.content)).into(), i64::from(baseline) - i64::from(up));
        let ramp = region.palette.ramp(pen);
        let inks: [u8; 256] = std::array::from_fn(|coverage| ramp[usize::from(ink_level(coverage as u8))]);
        region.apply(&letters.line(&text.content), at, |pixel, coverage| {
            let ink = inks[usize::from(coverage)];
            if ink != ramp[0] {
                *pixel = ink;
            }
        });
    }
}

impl Region<'_> {
    fn fill(&mut self, rect: Rect, colour: Rgb) {
        let Some(both) = self.clip.shared(rect) else { return };
        let index = self.palette.index(colour);
        let local = Rect { x: both.x - self.area.x, y: both.y - self.area.y, ..both };
        local.rows_mut(self.pixels, self.area.width).for_each(|row| row.fill(index));
    }

    fn stamp(&mut self, mask: &GrayImage, at: (i64, i64), ink: Rgb, strength: Share) {
        let palette = self.palette;
        // Cached results, by the colour below and the level of ink.
        let mut over = [[None; INK_LEVELS + 1]; 1 << u8::BITS];
        self.apply(mask, at, |pixel, coverage| {
            let level = (ink_level(coverage) * strength.steps() + Share::STEPS / 2) / Share::STEPS;
            if level > 0 {
                let under = *pixel;
                let known = &mut over[usize::from(under)][usize::from(level)];
                *pixel = *known.get_or_insert_with(|| palette.over(under, ink, level));
            }
        });
    }

    /// Calls `change` with each pixel under a mask that may change, and its coverage.
    fn apply(&mut self, mask: &GrayImage, (left, top): (i64, i64), mut change: impl FnMut(&mut u8, u8)) {
        let Self { area, clip, .. } = *self;
        let shared = |start: i64, length: u32, from: u32, to: u32| {
            start.max(from.into())..(start + i64::from(length)).min(to.into())
        };
        let columns = shared(left, mask.width(), clip.x, clip.right());
        for y in shared(top, mask.height(), clip.y, clip.bottom()).filter(|_| !columns.is_empty()) {
            let place = |(left, top): (i64, i64), width: u32| {
                ((y - top) * i64::from(width) + columns.start - left) as usize
            };
            let coverage = &mask.as_raw()[place((left, top), mask.width())..];
            let pixels = &mut self.pixels[place((area.x.into(), area.y.into()), area.width)..];
            let pairs = pixels.iter_mut().zip(coverage).take((columns.end - columns.start) as usize);
            pairs.for_each(|(pixel, coverage)| change(pixel, *coverage));
        }
    }
}

fn draw(shape: &Geometry, font: &Font) -> GrayImage {
    match *shape {
        Geometry::Symbol(character, height) => font::symbol(character, height),
        Geometry::WideSymbol(character, height, by) => shapes::widened(&font::symbol(character, height), by),
        Geometry::Ring(size, line) => shapes::ring(size, line),
        Geometry::Disc(diameter) => {
            let size = diameter.ceil().max(1.0) as u32;
            let middle = size as f32 / 2.0;
            shapes::disc((size, size), (middle, middle), diameter / 2.0)
        }
        Geometry::Bars((width, height), ref bars) => shapes::bars(width, height, bars),
        Geometry::Polygons((width, height), ref polygons) => {
            shapes::polygons(Rect { x: 0, y: 0, width, height }, polygons)
        }
        Geometry::Text(ref text, em, weight) => {
            let font = font.weight(weight);
            font.mask(&font.text_run(text, em))
        }
        Geometry::Letter(letter, width, height) => {
            font.weight(Weight::Bold).mask(&font.letter_run(letter, width, height))
        }
    }
}
