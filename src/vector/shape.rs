//! Figures as outlines at their raster positions, and rectangles grouped by colour.

use crate::font::{Font, GlyphRun, Outline, Segment, Weight, symbol_outline};
use crate::page::figure::{Geometry, Point};
use crate::page::pen::TextStyle;
use crate::page::shape::{Sign, Text};
use crate::picture::{Rect, Rgb};

/// The form of a figure; coordinates are relative to the upper left corner of its box, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    Outline(Outline, f32),
    Disc(Point, f32),
    /// A circle: centre, radius to the middle of the line, and line width.
    Circle(Point, f32, f32),
    Text(Writing),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Writing {
    pub run: GlyphRun,
    pub text: String,
    pub weight: Weight,
    /// The origin on the baseline.
    pub at: Point,
}

impl Writing {
    pub fn line(text: &Text, font: &Font) -> Self {
        let TextStyle { em, weight, .. } = text.style;
        let run = font.weight(weight).line_run(&text.content, em);
        let at = (text.start(run.size.0) as f32, text.baseline as f32);
        Self { run, text: text.content.clone(), weight, at }
    }

    pub fn sign(sign: &Sign, font: &Font) -> Self {
        let Sign { text, em, weight, .. } = sign;
        let run = font.weight(*weight).ink_run(text, *em);
        let (x, y) = sign.corner(run.size);
        let at = (x as f32, y as f32 + run.baseline);
        Self { run, text: text.clone(), weight: *weight, at }
    }

    fn boxed(run: GlyphRun, text: String, weight: Weight) -> (Form, (u32, u32)) {
        let (size, at) = (run.size, (0.0, run.baseline));
        (Form::Text(Self { run, text, weight, at }), size)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Paint {
    pub fills: bool,
    pub strokes: bool,
}

impl Form {
    pub fn paint(&self) -> Paint {
        let (fills, strokes) = match self {
            Self::Outline(_, by) => (true, *by > 0.0),
            Self::Disc(..) | Self::Text(..) => (true, false),
            Self::Circle(..) => (false, true),
        };
        Paint { fills, strokes }
    }
}

pub fn form(shape: &Geometry, font: &Font) -> (Form, (u32, u32)) {
    match *shape {
        Geometry::Symbol(character, height) => {
            let (outline, size) = symbol_outline(character, height);
            (Form::Outline(outline, 0.0), size)
        }
        Geometry::WideSymbol(character, height, by) => {
            let (outline, (width, height)) = symbol_outline(character, height);
            // The border is as wide as the border of the raster mask: whole pixels.
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

/// Returns the union of convex polygons: all go round in the same direction, so that none is a hole in another.
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

/// Clips convex polygons to a box with this width and height.
fn clipped(polygons: &[Vec<Point>], (width, height): Point) -> Vec<Vec<Point>> {
    // Each side of the box clips the polygons (Sutherland and Hodgman).
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

/// Rectangles in the order in which they are drawn, grouped by colour where the order makes no difference.
#[derive(Debug, Default)]
pub struct Fills(Vec<(Rgb, Vec<Rect>)>);

impl Fills {
    pub fn add(&mut self, area: Rect, colour: Rgb) {
        if area.pixels() == 0 {
            return;
        }
        for (known, areas) in self.0.iter_mut().rev() {
            if *known == colour {
                areas.push(area);
                return;
            }
            if areas.iter().any(|other| other.overlaps(area)) {
                break;
            }
        }
        self.0.push((colour, vec![area]));
    }

    /// If rectangles without overlap form a larger rectangle, as squares form a board, draws the larger rectangle
    /// in their most frequent colour, and shapes of other colours over it. Otherwise the background would show
    /// through at edges between two pixels.
    pub fn join(&mut self) {
        // The first colour may be the page background, and the last colours may be of signs next to a board.
        let ends = |first| (first + 2..=self.0.len()).rev().map(move |end| first..end);
        let mut ranges = (0..2).flat_map(ends);
        let found = ranges.find_map(|range| Some((covered(&self.0[range.clone()])?, range)));
        let Some((whole, range)) = found else { return };
        let first = range.start;
        let most = range.max_by_key(|index| self.0[*index].1.len());
        if let Some(most) = most {
            let (colour, _) = self.0.remove(most);
            self.0.insert(first, (colour, vec![whole]));
        }
    }

    pub fn drain(&mut self) -> impl Iterator<Item = (Rgb, Vec<Rect>)> {
        self.0.drain(..)
    }
}

/// Returns the rectangle that all areas together form without overlap; `None` if they form none.
fn covered(fills: &[(Rgb, Vec<Rect>)]) -> Option<Rect> {
    let areas: Vec<Rect> = fills.iter().flat_map(|(_, areas)| areas).copied().collect();
    let whole = Rect::around(areas.iter().copied())?;
    let is_filled = areas.iter().map(|area| area.pixels()).sum::<u64>() == whole.pixels();
    let overlap = || {
        let mut pairs = areas.iter().enumerate();
        pairs.any(|(index, area)| areas[index + 1..].iter().any(|other| area.overlaps(*other)))
    };
    (is_filled && !overlap()).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIGHT: Rgb = Rgb([200; 3]);
    const DARK: Rgb = Rgb([100; 3]);

    fn fills(areas: &[(u32, u32, u32, Rgb)]) -> Vec<(Rgb, Vec<Rect>)> {
        let mut fills = Fills::default();
        for &(x, y, width, colour) in areas {
            fills.add(Rect { x, y, width, height: 10 }, colour);
        }
        fills.join();
        fills.0
    }

    #[test]
    fn squares_that_cover_a_board_lie_on_one_rectangle() {
        let board = [(0, 0, 10, LIGHT), (10, 0, 10, DARK), (0, 10, 10, DARK), (10, 10, 10, LIGHT)];
        let joined = fills(&board);
        assert_eq!(joined.len(), 2);
        assert_eq!(joined[0].1, [Rect { x: 0, y: 0, width: 20, height: 20 }]);
        assert_eq!(joined[1].1.len(), 2);
        let beside = [&board[..], &[(40, 0, 10, Rgb([9; 3]))]].concat();
        assert_eq!(fills(&beside).len(), 3, "with a sign beside the board");
        for others in [&board[1..], &[(0, 0, 20, LIGHT), (10, 0, 20, DARK), (0, 10, 20, LIGHT)]] {
            let apart = fills(others);
            assert_eq!(apart.iter().map(|(_, areas)| areas.len()).sum::<usize>(), others.len());
        }
    }
}
