//! Shapes as pixels.

use std::borrow::Borrow;
use std::collections::HashMap;

use image::GrayImage;

use crate::font::{self, Font, Letters, Weight};
use crate::motion::Share;
use crate::page::between::{Look, Seen};
use crate::page::figure::{Figure, Geometry, Point};
use crate::page::moves::Phase;
use crate::page::pen::TextStyle;
use crate::page::shape::{Corner, Shape, Sign, Text};
use crate::page::square::{Ground, Stamp};
use crate::picture::{Rect, Rgb};

use super::palette::{Palette, ink_level};
use super::shapes;

/// Draws shapes; what is drawn often is rasterised once.
#[derive(Debug)]
pub struct Brush {
    font: Font,
    /// The letters of each em and weight.
    letters: Vec<(f32, Weight, Letters)>,
    masks: HashMap<Mask, GrayImage>,
}

/// What is rasterised once; lengths as their bits.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Mask {
    /// A figure on squares with this side.
    Figure(Figure, u32),
    /// A disc: its middle in its box, and its radius.
    Disc([u32; 3]),
    /// A sign of this em and weight.
    Sign(String, u32, Weight),
}

/// Pixels of a part of the page, row by row, and which of them may change.
struct Region<'a> {
    area: Rect,
    clip: Rect,
    pixels: &'a mut [u8],
    palette: &'a Palette,
}

impl Brush {
    pub fn new(font: Font) -> Self {
        Self { font, letters: Vec::new(), masks: HashMap::new() }
    }

    /// Draws shapes over the pixels of an area of the page; what is outside of it is cut off.
    pub fn paint<S: Borrow<Shape>>(
        &mut self,
        area: Rect,
        pixels: &mut [u8],
        shapes: impl IntoIterator<Item = (Corner, S)>,
        palette: &Palette,
    ) {
        for (corner, shape) in shapes {
            self.draw((area, area), pixels, corner, (shape.borrow(), Phase::Whole), palette);
        }
    }

    /// The pixels of a square that looks so.
    pub fn tile(&mut self, area: Rect, look: Look<'_>, palette: &Palette) -> Vec<u8> {
        let area = Rect { x: 0, y: 0, ..area };
        let mut pixels = vec![0; area.pixels() as usize];
        for Seen { shape, phase, .. } in look.seen() {
            self.draw((area, area), &mut pixels, (0, 0), (shape, phase), palette);
        }
        pixels
    }

    /// Draws a shape as it is seen over the pixels of an area of the page; what is outside of a part of it is cut
    /// off.
    pub fn draw(
        &mut self,
        (area, clip): (Rect, Rect),
        pixels: &mut [u8],
        corner: Corner,
        (shape, phase): (&Shape, Phase),
        palette: &Palette,
    ) {
        let region = &mut Region { area, clip, pixels, palette };
        // How much of its ink there is, and its size in hundredths.
        let (strength, percent) = match phase {
            Phase::Gone => return,
            Phase::Posed(pose, share) => pose.at(share.value()),
            Phase::Whole | Phase::Sector(_) | Phase::Covered(..) | Phase::At(_) => (1.0, 100.0),
        };
        let at = |(x, y): Point| (x + corner.0 as f32, y + corner.1 as f32);
        match shape {
            Shape::Fill(rect, colour) => region.fill(rect.moved(corner.0, corner.1), *colour),
            Shape::Figure(ground, stamp) => {
                self.draw_figure(corner, *ground, *stamp, (phase, strength, percent.round() as u32), region);
            }
            Shape::Disc { centre, radius, ink } => {
                self.draw_disc(at(*centre), radius * (percent / 100.0), *ink, region);
            }
            Shape::Polygons(polygons, ink) => {
                let moved = |corners: &Vec<Point>| corners.iter().map(|point| at(*point)).collect();
                region.polygons(&polygons.iter().map(moved).collect::<Vec<_>>(), *ink);
            }
            Shape::Text(text) => self.draw_text(text, corner, region),
            Shape::Sign(sign) => {
                let em = sign.em * (percent / 100.0);
                self.draw_sign(&Sign { centre: at(sign.centre), em, ..sign.clone() }, region);
            }
        }
    }

    fn draw_figure(
        &mut self,
        (x, y): Corner,
        ground: Ground,
        Stamp { figure, spot, ink }: Stamp,
        (phase, strength, percent): (Phase, f32, u32),
        region: &mut Region<'_>,
    ) {
        let Self { masks, font, .. } = self;
        let side = (ground.side * percent).div_ceil(100).max(1);
        let mask = masks.entry(Mask::Figure(figure, side));
        let mask = mask.or_insert_with(|| draw(&figure.geometry(side), font));
        let at = spot.offset(mask.dimensions(), ground);
        let at = ((x + at.0).into(), (y + at.1).into());
        // Figures do not reach over the edge of their square.
        let whole = region.clip;
        let Some(clip) = whole.shared(Rect { x, y, width: ground.width, height: ground.height }) else {
            return;
        };
        region.clip = clip;
        match phase {
            Phase::Sector(share) => {
                region.stamp(&shapes::clockwise(mask, share.value()), at, ink, Share::WHOLE);
            }
            Phase::Covered(_, covered) => {
                // Only pieces of lines are covered, from the end that they reach last.
                let Some(segment) = figure.segment() else { return };
                let (direction, reach) = segment.reach(covered.rest().value());
                region.stamp(&shapes::along(mask, direction, reach), at, ink, Share::WHOLE);
            }
            Phase::Gone | Phase::Whole | Phase::Posed(..) | Phase::At(_) => {
                region.stamp(mask, at, ink, Share::of(strength));
            }
        }
    }

    fn draw_disc(&mut self, (x, y): Point, radius: f32, ink: Rgb, region: &mut Region<'_>) {
        let side = (2.0 * radius).ceil() as u32 + 3;
        let (left, top) = ((x - radius - 1.0).floor(), (y - radius - 1.0).floor());
        let middle = (x - left, y - top);
        let mask = self.masks.entry(Mask::Disc([middle.0, middle.1, radius].map(f32::to_bits)));
        let mask = mask.or_insert_with(|| shapes::disc((side, side), middle, radius));
        region.stamp(mask, (left as i64, top as i64), ink, Share::WHOLE);
    }

    fn draw_text(&mut self, text: &Text, (left, top): Corner, region: &mut Region<'_>) {
        let (up, down) = self.font.weight(text.style.weight).reach(text.style.em);
        let baseline = top + text.baseline;
        if baseline + down <= region.clip.y || baseline >= region.clip.bottom() + up {
            return;
        }
        let letters = self.letters(text.style);
        let x = left + text.start(letters.width(&text.text));
        let line = letters.line(&text.text);
        let ramp = region.palette.ramp(text.style.pen);
        let inks: [u8; 256] = std::array::from_fn(|coverage| ramp[usize::from(ink_level(coverage as u8))]);
        let at = (i64::from(x), i64::from(baseline) - i64::from(up));
        region.apply(&line, at, |pixel, coverage| {
            let ink = inks[usize::from(coverage)];
            if ink != ramp[0] {
                *pixel = ink;
            }
        });
    }

    fn draw_sign(&mut self, sign: &Sign, region: &mut Region<'_>) {
        let Sign { text, em, weight, ink, .. } = sign;
        let font = self.font.weight(*weight);
        let mask = self.masks.entry(Mask::Sign(text.clone(), em.to_bits(), *weight));
        let mask = mask.or_insert_with(|| font.mask(&font.ink_run(text, *em)));
        let (x, y) = sign.corner(mask.dimensions());
        region.stamp(mask, (x.into(), y.into()), *ink, Share::WHOLE);
    }

    /// The letters of a style.
    fn letters(&mut self, TextStyle { em, weight, .. }: TextStyle) -> &mut Letters {
        let known =
            |(known_em, known_weight, _): &(f32, Weight, Letters)| *known_em == em && *known_weight == weight;
        let index = self.letters.iter().position(known).unwrap_or_else(|| {
            self.letters.push((em, weight, self.font.weight(weight).letters(em)));
            self.letters.len() - 1
        });
        &mut self.letters[index].2
    }
}

impl Region<'_> {
    fn fill(&mut self, rect: Rect, colour: Rgb) {
        let Some(both) = self.clip.shared(rect) else { return };
        let index = self.palette.index(colour);
        let local = Rect { x: both.x - self.area.x, y: both.y - self.area.y, ..both };
        local.rows_mut(self.pixels, self.area.width).for_each(|row| row.fill(index));
    }

    fn polygons(&mut self, polygons: &[Vec<Point>], ink: Rgb) {
        if let Some(area) = shapes::bounds(polygons, self.clip) {
            let mask = shapes::polygons(area, polygons);
            self.stamp(&mask, (area.x.into(), area.y.into()), ink, Share::WHOLE);
        }
    }

    /// Draws an ink with a mask over what is there, with so much of the ink.
    fn stamp(&mut self, mask: &GrayImage, at: (i64, i64), ink: Rgb, strength: Share) {
        let palette = self.palette;
        let mut over = HashMap::new();
        self.apply(mask, at, |pixel, coverage| {
            let level = weaker(ink_level(coverage), strength);
            if level > 0 {
                let under = *pixel;
                *pixel = *over.entry((under, level)).or_insert_with(|| palette.over(under, ink, level));
            }
        });
    }

    /// Calls `change` with each pixel under a mask that may change, and with its coverage.
    fn apply(&mut self, mask: &GrayImage, (left, top): (i64, i64), mut change: impl FnMut(&mut u8, u8)) {
        let clip = self.clip;
        let (area, stride) = (self.area, self.area.width as usize);
        let columns = (i64::from(clip.x) - left).max(0)..(i64::from(clip.right()) - left).max(0);
        if columns.is_empty() {
            return;
        }
        let skipped = (i64::from(clip.y) - top).max(0);
        for (coverage, y) in mask.rows().zip(top..).skip(skipped as usize) {
            if y >= i64::from(clip.bottom()) {
                break;
            }
            let coverage = coverage.skip(columns.start as usize).take((columns.end - columns.start) as usize);
            let x = (left + columns.start - i64::from(area.x)) as usize;
            let row = (y - i64::from(area.y)) as usize * stride;
            for (pixel, coverage) in self.pixels[row + x..row + stride].iter_mut().zip(coverage) {
                change(pixel, coverage.0[0]);
            }
        }
    }
}

/// The step of a ramp for this share of an ink.
const fn weaker(level: u8, strength: Share) -> u8 {
    (level * strength.steps() + Share::STEPS / 2) / Share::STEPS
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
