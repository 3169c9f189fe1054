//! Elements as pixels.

use std::collections::HashMap;

use image::GrayImage;

use crate::font::{self, Font, Letters, Weight};
use crate::page::between::Share;
use crate::page::element::{Element, Sign, Text};
use crate::page::figure::{Figure, Point, Shape};
use crate::page::slot::TextStyle;
use crate::page::square::{Extent, Ground, MovingStamp, Stamp};
use crate::picture::{Rect, Rgb};

use super::palette::{Palette, ink_level};
use super::shapes;

/// Draws elements; what is drawn often is rasterised once.
#[derive(Debug)]
pub struct Brush {
    font: Font,
    /// The letters of each em and weight.
    letters: Vec<(f32, Weight, Letters)>,
    /// By the figure and the side of its squares.
    figures: HashMap<(Figure, u32), GrayImage>,
    /// By the bits of the place in their box and of their radius.
    discs: HashMap<[u32; 3], GrayImage>,
    /// The signs of each em and weight.
    signs: Vec<(f32, Weight, HashMap<String, GrayImage>)>,
}

/// Pixels of a part of the page, row by row.
struct Region<'a> {
    area: Rect,
    pixels: &'a mut [u8],
    palette: &'a Palette,
}

impl Brush {
    pub fn new(font: Font) -> Self {
        let (letters, signs) = Default::default();
        Self { font, letters, figures: HashMap::new(), discs: HashMap::new(), signs }
    }

    /// The pixels of an area that these elements cover.
    pub fn paint<'a>(
        &mut self,
        area: Rect,
        elements: impl IntoIterator<Item = Element<'a>>,
        palette: &Palette,
    ) -> Vec<u8> {
        let mut pixels = vec![0; area.pixels() as usize];
        self.paint_over(area, &mut pixels, elements, palette);
        pixels
    }

    /// Draws elements over the pixels of an area; what is outside is cut off.
    pub fn paint_over<'a>(
        &mut self,
        area: Rect,
        pixels: &mut [u8],
        elements: impl IntoIterator<Item = Element<'a>>,
        palette: &Palette,
    ) {
        let mut region = Region { area, pixels, palette };
        for element in elements {
            match element {
                Element::Fill(rect, colour) => region.fill(rect, colour),
                Element::Figure { corner, ground, stamp } => {
                    self.draw_figure(corner, ground, stamp, &mut region);
                }
                Element::Disc { centre, radius, ink } => self.draw_disc(centre, radius, ink, &mut region),
                Element::Polygons(polygons, ink) => region.polygons(&polygons, ink),
                Element::Text(text) => self.draw_text(&text, &mut region),
                Element::Sign(sign) => self.draw_sign(&sign, &mut region),
            }
        }
    }

    fn draw_figure(
        &mut self,
        (x, y): (u32, u32),
        ground: Ground,
        Stamp { figure, spot, ink }: Stamp,
        region: &mut Region<'_>,
    ) {
        let Self { figures, font, .. } = self;
        let key = (figure, ground.side);
        let mask = figures.entry(key).or_insert_with(|| draw(&figure.shape(ground.side), font));
        let at = spot.offset(mask.dimensions(), ground);
        // Figures do not reach over the edge of their square.
        let square = Rect { x, y, width: ground.width, height: ground.height };
        region.stamp(mask, ((x + at.0).into(), (y + at.1).into()), square, ink, Share::WHOLE);
    }

    fn draw_disc(&mut self, (x, y): Point, radius: f32, ink: Rgb, region: &mut Region<'_>) {
        let side = (2.0 * radius).ceil() as u32 + 3;
        let (left, top) = ((x - radius - 1.0).floor(), (y - radius - 1.0).floor());
        let middle = (x - left, y - top);
        let key = [middle.0, middle.1, radius].map(f32::to_bits);
        let mask = self.discs.entry(key).or_insert_with(|| shapes::disc((side, side), middle, radius));
        region.stamp(mask, (left as i64, top as i64), region.area, ink, Share::WHOLE);
    }

    /// The pixels of a square with figures that appear or disappear.
    pub fn paint_moving(
        &mut self,
        ground: Ground,
        paper: Rgb,
        stamps: Vec<MovingStamp>,
        palette: &Palette,
    ) -> Vec<u8> {
        let area = Rect { x: 0, y: 0, width: ground.width, height: ground.height };
        let mut pixels = vec![palette.index(paper); area.pixels() as usize];
        let mut region = Region { area, pixels: &mut pixels, palette };
        let Self { figures, font, .. } = self;
        for MovingStamp { stamp: Stamp { figure, spot, ink }, strength, percent, extent } in stamps {
            let side = (ground.side * u32::from(percent)).div_ceil(100).max(1);
            let mask = figures.entry((figure, side)).or_insert_with(|| draw(&figure.shape(side), font));
            let at = spot.offset(mask.dimensions(), ground);
            let at = (at.0.into(), at.1.into());
            match extent {
                Extent::All => region.stamp(mask, at, area, ink, strength),
                Extent::Clockwise(share) => {
                    region.stamp(&shapes::clockwise(mask, share.value()), at, area, ink, strength);
                }
                Extent::Along(segment, share) => {
                    let (direction, reach) = segment.reach(share.value());
                    region.stamp(&shapes::along(mask, direction, reach), at, area, ink, strength);
                }
            }
        }
        pixels
    }

    fn draw_text(&mut self, text: &Text<'_>, region: &mut Region<'_>) {
        let (up, down) = self.reach(text.style);
        let Rect { y, .. } = region.area;
        if text.baseline + down <= y || text.baseline >= region.area.bottom() + up {
            return;
        }
        let letters = self.letters(text.style);
        let x = text.start(letters.width(&text.text));
        let line = letters.line(&text.text);
        let ramp = region.palette.ramp(text.style.pen);
        let inks: [u8; 256] = std::array::from_fn(|coverage| ramp[usize::from(ink_level(coverage as u8))]);
        let at = (i64::from(x), i64::from(text.baseline) - i64::from(up));
        region.apply(&line, at, region.area, |pixel, coverage| {
            let ink = inks[usize::from(coverage)];
            if ink != ramp[0] {
                *pixel = ink;
            }
        });
    }

    fn draw_sign(&mut self, sign: &Sign<'_>, region: &mut Region<'_>) {
        let Self { signs, font, .. } = self;
        let index = signs.iter().position(|(em, weight, _)| (*em, *weight) == (sign.em, sign.weight));
        let index = index.unwrap_or_else(|| {
            signs.push((sign.em, sign.weight, HashMap::new()));
            signs.len() - 1
        });
        let (em, weight, known) = &mut signs[index];
        if !known.contains_key(&*sign.text) {
            known.insert(sign.text.to_string(), {
                let font = font.weight(*weight);
                font.mask(&font.ink_run(&sign.text, *em))
            });
        }
        let mask = &known[&*sign.text];
        let (x, y) = sign.corner(mask.dimensions());
        region.stamp(mask, (x.into(), y.into()), region.area, sign.ink, Share::WHOLE);
    }

    /// How far lines of text reach above and below their baseline, in whole pixels.
    pub fn reach(&self, TextStyle { em, weight, .. }: TextStyle) -> (u32, u32) {
        self.font.weight(weight).reach(em)
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
        let Some(both) = self.area.shared(rect) else { return };
        let index = self.palette.index(colour);
        let local = Rect { x: both.x - self.area.x, y: both.y - self.area.y, ..both };
        local.rows_mut(self.pixels, self.area.width).for_each(|row| row.fill(index));
    }

    fn polygons(&mut self, polygons: &[Vec<Point>], ink: Rgb) {
        if let Some(area) = shapes::bounds(polygons, self.area) {
            let mask = shapes::polygons(area, polygons);
            self.stamp(&mask, (area.x.into(), area.y.into()), area, ink, Share::WHOLE);
        }
    }

    /// Draws an ink with a mask over what is there, as far as it is in `clip`, with so much of the ink.
    fn stamp(&mut self, mask: &GrayImage, at: (i64, i64), clip: Rect, ink: Rgb, strength: Share) {
        let palette = self.palette;
        let mut over = HashMap::new();
        self.apply(mask, at, clip, |pixel, coverage| {
            let level = weaker(ink_level(coverage), strength);
            if level > 0 {
                let under = *pixel;
                *pixel = *over.entry((under, level)).or_insert_with(|| palette.over(under, ink, level));
            }
        });
    }

    /// Calls `change` with each pixel under a mask in `clip`, and with its coverage.
    fn apply(
        &mut self,
        mask: &GrayImage,
        (left, top): (i64, i64),
        clip: Rect,
        mut change: impl FnMut(&mut u8, u8),
    ) {
        let Some(clip) = self.area.shared(clip) else { return };
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

fn draw(shape: &Shape, font: &Font) -> GrayImage {
    match *shape {
        Shape::Symbol(character, height) => font::symbol(character, height),
        Shape::WideSymbol(character, height, by) => shapes::widened(&font::symbol(character, height), by),
        Shape::Ring(size, line) => shapes::ring(size, line),
        Shape::Disc(diameter) => {
            let size = diameter.ceil().max(1.0) as u32;
            let middle = size as f32 / 2.0;
            shapes::disc((size, size), (middle, middle), diameter / 2.0)
        }
        Shape::Bars(width, height, ref bars) => shapes::bars(width, height, bars),
        Shape::Polygons(width, height, ref polygons) => {
            shapes::polygons(Rect { x: 0, y: 0, width, height }, polygons)
        }
        Shape::Text(ref text, em, weight) => {
            let font = font.weight(weight);
            font.mask(&font.text_run(text, em))
        }
        Shape::Letter(letter, width, height) => {
            font.weight(Weight::Bold).mask(&font.letter_run(letter, width, height))
        }
    }
}
