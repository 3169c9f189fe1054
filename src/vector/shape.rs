//! Figures as outlines, in the places where they are rasterised.

use crate::font::{Font, GlyphRun, Outline, Segment, Weight, symbol_outline};
use crate::page::figure::{Geometry, Point};
use crate::page::pen::TextStyle;
use crate::page::shape::{Sign, Text};
use crate::picture::Rect;

/// The form of a figure; places are distances from the upper left corner of its box in pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// The inside of an outline, made wider on all sides by so much.
    Outline(Outline, f32),
    /// A disc: its centre and its radius.
    Disc(Point, f32),
    /// A circle: its centre, its radius up to the middle of the line, and the width of the line.
    Circle(Point, f32, f32),
    /// Text.
    Text(Writing),
}

/// A text in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Writing {
    /// Its letters.
    pub run: GlyphRun,
    /// The same with the characters that the font does not have.
    pub text: String,
    /// How heavy its letters are.
    pub weight: Weight,
    /// Its origin on the baseline.
    pub at: Point,
}

impl Writing {
    /// A line of text.
    pub fn line(text: &Text, font: &Font) -> Self {
        let TextStyle { em, weight, .. } = text.style;
        let run = font.weight(weight).line_run(&text.text, em);
        let at = (text.start(run.size.0) as f32, text.baseline as f32);
        Self { run, text: text.text.clone(), weight, at }
    }

    /// A short text around a point.
    pub fn sign(sign: &Sign, font: &Font) -> Self {
        let Sign { text, em, weight, .. } = sign;
        let run = font.weight(*weight).ink_run(text, *em);
        let (x, y) = sign.corner(run.size);
        let at = (x as f32, y as f32 + run.baseline);
        Self { run, text: text.clone(), weight: *weight, at }
    }

    /// A text in a box of its own, and the size of this.
    fn boxed(run: GlyphRun, text: String, weight: Weight) -> (Form, (u32, u32)) {
        let (size, at) = (run.size, (0.0, run.baseline));
        (Form::Text(Self { run, text, weight, at }), size)
    }
}

/// What of a form has a colour.
#[derive(Debug, Clone, Copy)]
pub struct Paint {
    /// Whether the inside has it.
    pub fills: bool,
    /// Whether the line has it.
    pub strokes: bool,
}

impl Form {
    /// What of it has a colour.
    pub fn paint(&self) -> Paint {
        let (fills, strokes) = match self {
            Self::Outline(_, by) => (true, *by > 0.0),
            Self::Disc(..) | Self::Text(..) => (true, false),
            Self::Circle(..) => (false, true),
        };
        Paint { fills, strokes }
    }
}

/// The form of a shape, and width and height of its box.
pub fn form(shape: &Geometry, font: &Font) -> (Form, (u32, u32)) {
    match *shape {
        Geometry::Symbol(character, height) => {
            let (outline, size) = symbol_outline(character, height);
            (Form::Outline(outline, 0.0), size)
        }
        Geometry::WideSymbol(character, height, by) => {
            let (outline, (width, height)) = symbol_outline(character, height);
            // The mask is wider by whole pixels.
            let border = by.round().max(1.0);
            let outline = outline.moved(border, border);
            (Form::Outline(outline, by), (width + 2 * border as u32, height + 2 * border as u32))
        }
        Geometry::Ring(size, line) => {
            let size = size.max(1);
            let middle = size as f32 / 2.0;
            (Form::Circle((middle, middle), middle - line / 2.0, line), (size, size))
        }
        Geometry::Disc(diameter) => {
            let size = diameter.ceil().max(1.0) as u32;
            let middle = size as f32 / 2.0;
            (Form::Disc((middle, middle), diameter / 2.0), (size, size))
        }
        Geometry::Bars((width, height), ref bars) => {
            let bars = bars.iter().filter(|bar| bar.pixels() > 0);
            let outlines = bars.flat_map(|bar| rectangle(*bar).0);
            (Form::Outline(Outline(outlines.collect()), 0.0), (width, height))
        }
        Geometry::Polygons((width, height), ref corners) => {
            (Form::Outline(polygons(&clipped(corners, (width as f32, height as f32))), 0.0), (width, height))
        }
        Geometry::Text(ref text, em, weight) => {
            Writing::boxed(font.weight(weight).text_run(text, em), text.clone(), weight)
        }
        Geometry::Letter(letter, width, height) => {
            Writing::boxed(font.letter_run(letter, width, height), letter.to_string(), Weight::Bold)
        }
    }
}

/// A rectangle as an outline.
fn rectangle(Rect { x, y, width, height }: Rect) -> Outline {
    let (left, top) = (x as f32, y as f32);
    let (right, bottom) = (left + width as f32, top + height as f32);
    polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)])
}

fn polygon(corners: &[Point]) -> Outline {
    let start = corners.iter().take(1).map(|corner| Segment::Move(*corner));
    let sides = corners.iter().skip(1).map(|corner| Segment::Line(*corner));
    Outline(start.chain(sides).chain([Segment::Close]).collect())
}

/// The area that several convex polygons cover together: all go round in the same direction, so that
/// none is a hole in another.
pub fn polygons(polygons: &[Vec<Point>]) -> Outline {
    let turned = polygons.iter().map(|corners| {
        let next = corners.iter().cycle().skip(1);
        let twice: f32 = corners.iter().zip(next).map(|((x0, y0), (x1, y1))| x0 * y1 - x1 * y0).sum();
        let mut corners = corners.clone();
        if twice < 0.0 {
            corners.reverse();
        }
        polygon(&corners)
    });
    Outline(turned.flat_map(|outline| outline.0).collect())
}

/// Convex polygons without what is outside of a box with this width and height.
fn clipped(polygons: &[Vec<Point>], (width, height): Point) -> Vec<Vec<Point>> {
    // Each side of the box cuts off what is beyond it (Sutherland and Hodgman).
    let sides: [fn(Point, Point) -> f32; 4] =
        [|(x, _), _| x, |(x, _), (width, _)| width - x, |(_, y), _| y, |(_, y), (_, height)| height - y];
    let clip = |corners: &Vec<Point>| {
        sides.iter().fold(corners.clone(), |corners, inside| {
            let depth = |point: Point| inside(point, (width, height));
            let mut kept = Vec::new();
            for (index, to) in corners.iter().enumerate() {
                let from = corners[(index + corners.len() - 1) % corners.len()];
                let (before, after) = (depth(from), depth(*to));
                if (before < 0.0) != (after < 0.0) {
                    let share = before / (before - after);
                    kept.push((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share));
                }
                if after >= 0.0 {
                    kept.push(*to);
                }
            }
            kept
        })
    };
    polygons.iter().map(clip).filter(|corners| corners.len() > 2).collect()
}
