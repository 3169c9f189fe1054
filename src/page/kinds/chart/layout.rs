//! The shapes and the text of a chart.

use crate::font::Weight;
use crate::page::PageStyle;
use crate::page::figure::{Point, circle, stroke};
use crate::page::inks::Inks;
use crate::page::layout::FontStyle;
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::shape::{Align, Shape, Text};
use crate::picture::{Rect, Rgb};

/// Height of a line of text, in ems.
pub const LINE: f32 = 1.5;

/// The margin of the page, in ems.
const MARGIN: f32 = 2.2;

/// The parts of a chart, drawn in this order: rectangles, lines, text.
pub struct ChartLayout<'a> {
    pub style: &'a PageStyle,
    pub inks: Inks,
    pub em: f32,
    pub width: u32,
    /// Left edge, inside the margin.
    pub left: u32,
    pub right: u32,
    pub fills: Vec<(Rect, Rgb)>,
    pub curves: Vec<Curve>,
    pub texts: Vec<Text>,
}

impl<'a> ChartLayout<'a> {
    /// Creates an empty layout; returns `None` if the margins leave no space.
    pub fn new(style: &'a PageStyle, width: u32, em: f32) -> Option<Self> {
        let (fills, curves, texts) = Default::default();
        let left = (MARGIN * em).round() as u32;
        let right = width.checked_sub(left).filter(|right| *right >= left)?;
        Some(Self { style, inks: style.theme.inks(), em, width, left, right, fills, curves, texts })
    }

    /// Converts ems to whole pixels.
    pub fn px(&self, ems: f32) -> u32 {
        (ems * self.em).round() as u32
    }

    pub fn hairline(&self) -> u32 {
        self.px(0.06).max(1)
    }

    pub fn width_of(&self, text: &str) -> u32 {
        FontStyle { font: &self.style.font, em: self.em, weight: Weight::Regular }.width(text)
    }

    pub fn widest<'t>(&self, texts: impl Iterator<Item = &'t str>) -> u32 {
        texts.map(|text| self.width_of(text)).max().unwrap_or(0)
    }

    pub fn text(&self, x: u32, baseline: u32, text: &str, ink: Rgb) -> Text {
        let pen = Pen { ink, paper: self.inks.page };
        let style = TextStyle { em: self.em, weight: Weight::Regular, pen };
        let (width, content) = (self.width.saturating_sub(x), text.to_owned());
        Text { left: x, width, align: Align::Start, baseline, style, content }
    }

    pub fn write(&mut self, x: u32, baseline: u32, text: &str, ink: Rgb) {
        self.texts.push(self.text(x, baseline, text, ink));
    }

    pub fn write_on_patch(&mut self, text: Text, patch: Rect) {
        self.fills.push((patch, self.inks.page));
        self.texts.push(text);
    }

    pub fn colours(&self) -> Vec<Colours> {
        let Inks { page, ink, muted, .. } = self.inks;
        let texts = self.texts.iter().map(|text| text.style.pen.ink);
        let curves = self.curves.iter().map(|curve| curve.colour);
        let inks = [page, ink, muted].into_iter().chain(texts).chain(curves);
        let pens = inks.map(|ink| Colours::Blends(Pen { ink, paper: page }));
        pens.chain(self.fills.iter().map(|(_, colour)| Colours::One(*colour))).collect()
    }

    pub fn shapes(self) -> Vec<Shape> {
        let fills = self.fills.into_iter().map(|(area, colour)| Shape::Fill(area, colour));
        let curves = self.curves.into_iter();
        let curves = curves.map(|curve| Shape::Polygons(curve.polygons(), curve.colour));
        fills.chain(curves).chain(self.texts.into_iter().map(Shape::Text)).collect()
    }
}

/// Returns a rectangle extended by `by` pixels on each side.
pub fn widened(Rect { x, y, width, height }: Rect, by: u32) -> Rect {
    Rect { x: x.saturating_sub(by), y: y.saturating_sub(by), width: width + 2 * by, height: height + 2 * by }
}

/// The number of corners of a dot.
const CORNERS: u16 = 32;

/// A line through points.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub points: Vec<Point>,
    pub colour: Rgb,
    /// Width in pixels.
    pub line: f32,
    /// Diameter of the dots at the points; 0 for none.
    pub dot: f32,
    /// Alternating lengths of dashes and gaps; empty for a solid line.
    pub dashes: Vec<f32>,
}

impl Curve {
    pub fn polygons(&self) -> Vec<Vec<Point>> {
        let Self { points, line, dot, dashes, .. } = self;
        let strokes = dashed(points, dashes);
        let pairs = strokes.iter().flat_map(|points| points.windows(2));
        let segments = pairs.map(|pair| stroke(pair[0], pair[1], *line));
        // Joints and ends are round.
        let joints = strokes.iter().flatten().map(|point| circle(*point, line / 2.0, CORNERS));
        let dots = points.iter().filter(|_| *dot > 0.0).map(|point| circle(*point, dot / 2.0, CORNERS));
        segments.chain(joints).chain(dots).collect()
    }

    pub fn meets(&self, area: Rect) -> bool {
        const SAMPLES: u16 = 48;
        let [across, down] = [area.x as f32..area.right() as f32, area.y as f32..area.bottom() as f32];
        let is_in = |(x, y): Point| across.contains(&x) && down.contains(&y);
        let meets = |(from, to): (Point, Point)| {
            (0..=SAMPLES).any(|sample| is_in(between(from, to, f32::from(sample) / f32::from(SAMPLES))))
        };
        self.points.iter().any(|point| is_in(*point))
            || self.points.windows(2).any(|pair| meets((pair[0], pair[1])))
    }
}

/// Returns the point at a share of the way between two points.
fn between((x0, y0): Point, (x1, y1): Point, share: f32) -> Point {
    (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
}

/// Splits a line into dashes; the lengths of dashes and gaps repeat.
fn dashed(points: &[Point], dashes: &[f32]) -> Vec<Vec<Point>> {
    let mut lengths = dashes.iter().copied().cycle();
    let mut next = || lengths.next().unwrap_or(f32::INFINITY);
    // Dashes and gaps alternate.
    let (mut left, mut parts) = (next(), Vec::new());
    let mut part: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let [mut from, to] = [pair[0], pair[1]];
        let length = |from: Point| (to.0 - from.0).hypot(to.1 - from.1);
        while length(from) >= left {
            from = between(from, to, left / length(from));
            part.push(from);
            parts.push(std::mem::replace(&mut part, vec![from]));
            left = next();
        }
        left -= length(from);
        part.push(to);
    }
    parts.push(part);
    parts.into_iter().step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_have_their_lengths() {
        let strokes = dashed(&[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)], &[4.0, 2.0]);
        assert_eq!(
            strokes,
            [vec![(0.0, 0.0), (4.0, 0.0)], vec![(6.0, 0.0), (10.0, 0.0)], vec![(10.0, 2.0), (10.0, 5.0)],]
        );
    }
}
