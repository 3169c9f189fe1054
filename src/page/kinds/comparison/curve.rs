//! A line through the points of a chart.

use crate::page::figure::{Point, circle, stroke};
use crate::picture::{Rect, Rgb};

/// Corners of a dot.
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
    /// Lengths of dashes and of the gaps between them; empty for a line without gaps.
    pub dashes: Vec<f32>,
}

impl Curve {
    /// The line with its dots, as convex polygons.
    pub fn polygons(&self) -> Vec<Vec<Point>> {
        let Self { points, line, dot, dashes, .. } = self;
        let strokes = dashed(points, dashes);
        let pairs = strokes.iter().flat_map(|points| points.windows(2));
        let segments = pairs.map(|pair| stroke(pair[0], pair[1], *line));
        // Where two pieces meet, and at the ends, lines are round.
        let joints = strokes.iter().flatten().map(|point| circle(*point, line / 2.0, CORNERS));
        let dots = points.iter().filter(|_| *dot > 0.0).map(|point| circle(*point, dot / 2.0, CORNERS));
        segments.chain(joints).chain(dots).collect()
    }

    /// Whether it goes through a rectangle.
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

/// The point after a share of the way from one to another.
fn between((x0, y0): Point, (x1, y1): Point, share: f32) -> Point {
    (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
}

/// The dashes of a line: their lengths and those of the gaps between them are repeated.
fn dashed(points: &[Point], dashes: &[f32]) -> Vec<Vec<Point>> {
    let mut lengths = dashes.iter().copied().cycle();
    let mut next = || lengths.next().unwrap_or(f32::INFINITY);
    // Dashes and gaps in turn.
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
