//! Charts that compare algorithms, as pixels.

use std::f32::consts::TAU;

use crate::page::element::{Element, Text};
use crate::page::figure::{Point, stroke};
use crate::page::layout::comparison::{ChartText, Curve};
use crate::page::slot::{Align, Pen, TextStyle};
use crate::page::{ChartPage, Colours};
use crate::picture::{Canvas, Rect};

use super::brush::Brush;
use super::palette::{Mixing, Palette};

/// Corners of a dot.
const CORNERS: u16 = 32;

/// A chart as a picture: its size and palette, and its pixels.
///
/// ```
/// use queenreel::draw::paint_chart;
/// use queenreel::page::{ChartContent, ChartFigure, ChartPage, ChartStyle, ChartUnit, GrowthLine};
///
/// let line = GrowthLine { name: "marking".to_owned(), hue: 2, points: vec![(4, 60.0), (5, 220.0)] };
/// let content = ChartContent {
///     title: "Tests".to_owned(),
///     unit: ChartUnit::Count,
///     figure: ChartFigure::Growth { sizes: 4..=5, lines: vec![line] },
///     note: String::new(),
/// };
/// let page = ChartPage::new(&content, &ChartStyle { width: Some(480), ..ChartStyle::default() })?;
/// let (canvas, pixels) = paint_chart(&page);
/// assert_eq!(pixels.len() as u32, 480 * canvas.height);
/// # Ok::<(), queenreel::page::ChartError>(())
/// ```
pub fn paint_chart(page: &ChartPage) -> (Canvas, Vec<u8>) {
    let sheet = &page.sheet;
    let fills = sheet.fills.iter().map(|(_, colour)| Colours::One(*colour));
    let pens = sheet.inks.iter().map(|ink| Colours::Blends(Pen { ink: *ink, paper: page.background }));
    let palette = Palette::new(pens.chain(fills), Mixing::Light);
    let canvas = Canvas { width: page.width, height: page.height, palette: palette.colours().to_vec() };
    let whole = Rect::whole(&canvas);
    let mut pixels = vec![palette.index(page.background); whole.pixels() as usize];
    let fills = sheet.fills.iter().map(|(area, colour)| Element::Fill(*area, *colour));
    let curves = sheet.curves.iter().map(|curve| Element::Polygons(pieces(curve), curve.colour));
    let texts = sheet.texts.iter().map(|text| {
        let ChartText { x, baseline, ref text, em, weight, ink } = *text;
        let style = TextStyle { em, weight, pen: Pen { ink, paper: page.background } };
        let (width, align, text) = (page.width.saturating_sub(x), Align::Left, text.into());
        Element::Text(Text { left: x, width, align, baseline, style, text })
    });
    let mut brush = Brush::new(page.font.clone());
    brush.paint_over(whole, &mut pixels, fills.chain(curves).chain(texts), &palette);
    (canvas, pixels)
}

/// A line with its dots, as convex polygons.
fn pieces(Curve { points, line, dot, dashes, .. }: &Curve) -> Vec<Vec<Point>> {
    let strokes = if dashes.is_empty() { vec![points.clone()] } else { dashed(points, dashes) };
    let pairs = strokes.iter().flat_map(|points| points.windows(2));
    let segments = pairs.map(|pair| stroke(pair[0], pair[1], *line));
    // Where two pieces meet, and at the ends, lines are round.
    let joints = strokes.iter().flatten().map(|point| disc(*point, *line));
    let dots = points.iter().filter(|_| *dot > 0.0).map(|point| disc(*point, *dot));
    segments.chain(joints).chain(dots).collect()
}

/// The corners of a dot.
fn disc((x, y): Point, diameter: f32) -> Vec<Point> {
    let corner = |index: u16| {
        let (sine, cosine) = (TAU * f32::from(index) / f32::from(CORNERS)).sin_cos();
        (x + diameter / 2.0 * cosine, y + diameter / 2.0 * sine)
    };
    (0..CORNERS).map(corner).collect()
}

/// The dashes of a line: their lengths and those of the gaps between them are repeated.
fn dashed(points: &[Point], dashes: &[f32]) -> Vec<Vec<Point>> {
    let mut lengths = dashes.iter().copied().cycle();
    let mut left = lengths.next().unwrap_or(f32::INFINITY);
    let (mut is_dash, mut strokes) = (true, Vec::new());
    let mut dash: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let [mut from, to] = [pair[0], pair[1]];
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            if length < left {
                left -= length;
                dash.push(to);
                break;
            }
            let share = left / length;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            dash.push(from);
            if is_dash {
                strokes.push(std::mem::take(&mut dash));
            }
            is_dash = !is_dash;
            dash = vec![from];
            left = lengths.next().unwrap_or(f32::INFINITY);
        }
    }
    if is_dash {
        strokes.push(dash);
    }
    strokes
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
