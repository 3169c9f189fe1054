//! The figures drawn on squares, and their geometry.

use std::f32::consts::SQRT_2;

use crate::board::SquareNames;
use crate::font::{Weight, is_invisible};
use crate::picture::Rect;
use crate::words::composed;

use crate::record::{AttackSegment, GAP};
use std::str::FromStr;

/// A figure on a square. A figure with a `Size` fills a square of this size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Figure {
    Queen(Piece),
    QueenRim(Piece),
    Outline(Piece),
    /// A frame along all edges. The number is its width, in hundredths of a square.
    Frame(Size, u8),
    BrokenFrame(Size),
    /// A frame along some edges. The number is its width, in hundredths of a square.
    Edges(Size, Edges, u8),
    /// Grid lines at some edges, each half in this square and half in the neighbour.
    Grid(Size, Edges),
    /// Brackets around an attacker or a queen in conflict. The number is their distance from the edges, in
    /// hundredths of a square.
    Brackets(Size, u8),
    Ring,
    SmallRing,
    Dot,
    /// The clear space around `Dot`.
    DotHalo,
    /// The clear space around `Cross` or `RefusedCross`.
    CrossHalo,
    Segment(AttackSegment, Size),
    /// The clear space around `Segment`.
    Casing(AttackSegment, Size),
    /// A dash through the centre, along a row, column or diagonal. The numbers are the direction: 1 is right or
    /// down, -1 left or up.
    Dash(i8, i8),
    Cross,
    RefusedCross,
    SmallCross,
    /// `SmallCross` for themes without colours.
    StrongCross,
    Disc,
    Tick,
    Hatching(Size),
    CrossHatching(Size),
    Pin,
    RestartArrow,
    Forward,
    Row(u8),
    Column(SquareNames, u8),
    /// A number of attackers, and whether it is the smallest number shown on the board.
    Count(u8, bool),
}

/// Width and height in pixels.
pub type Size = (u32, u32);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each edge is there or not")]
pub struct Edges {
    pub top: bool,
    pub right: bool,
    pub bottom: bool,
    pub left: bool,
}

impl Edges {
    pub const NONE: Self = Self { top: false, right: false, bottom: false, left: false };

    pub const ALL: Self = Self { top: true, right: true, bottom: true, left: true };

    /// Returns the edges on the side of a direction: 1 is right or down, -1 left or up.
    pub const fn ahead((x, y): (i8, i8)) -> Self {
        Self { top: y < 0, right: x > 0, bottom: y > 0, left: x < 0 }
    }

    /// Returns bars along these edges of a rectangle. `lines`: widths at the upper and left, and at the lower and
    /// right edges.
    pub(super) fn bars(self, (width, height): Size, lines: [u32; 2]) -> impl Iterator<Item = Rect> {
        let [near, far] = lines.map(|line| line.min(width).min(height));
        let whole = Rect { x: 0, y: 0, width, height };
        let sides = [
            (self.top, Rect { height: near, ..whole }),
            (self.bottom, Rect { y: height - far, height: far, ..whole }),
            (self.left, Rect { width: near, ..whole }),
            (self.right, Rect { x: width - far, width: far, ..whole }),
        ];
        sides.into_iter().filter(|(is_there, _)| *is_there).map(|(_, bar)| bar)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    /// A character of the chess font, and the height of its outline.
    Symbol(char, f32),
    /// As `Symbol`; the last number is how far the outline is widened on all sides.
    WideSymbol(char, f32, f32),
    Ring(u32, f32),
    Disc(f32),
    /// Rectangles of whole pixels in a rectangle of this size.
    Bars(Size, Vec<Rect>),
    /// Convex polygons in a rectangle of this size; their corners may lie outside it.
    Polygons(Size, Vec<Vec<Point>>),
    /// Text, em and weight.
    Text(String, f32, Weight),
    /// A character of the text font, and the width and height into which it must fit.
    Letter(char, f32, f32),
}

/// Distances from the left and from the upper edge.
pub type Point = (f32, f32);

/// The smallest legible em, in pixels.
pub(crate) const LEAST_EM: f32 = 11.0;

impl Figure {
    /// Returns the attack segment of a `Segment` or `Casing`.
    pub(crate) const fn segment(self) -> Option<AttackSegment> {
        if let Self::Segment(segment, ..) | Self::Casing(segment, ..) = self { Some(segment) } else { None }
    }

    /// Whether the figure is a queen that is not drawn ([`Piece::None`]).
    pub(super) const fn is_nothing(self) -> bool {
        matches!(self, Self::Queen(Piece::None) | Self::QueenRim(Piece::None) | Self::Outline(Piece::None))
    }

    /// Returns the geometry on squares of this side, in pixels.
    pub fn geometry(self, side: u32) -> Geometry {
        let q = side as f32;
        let stroke = |share: f32, least: f32| (share * q).max(least);
        let hundredths = |share: u8| ((f32::from(share) / 100.0 * q).round() as u32).max(1);
        let edge_bars = |size, lines, edges: Edges| Geometry::Bars(size, edges.bars(size, lines).collect());
        let label = |text: String| Geometry::Text(text, (0.17 * q).max(LEAST_EM), Weight::Regular);
        // In whole pixels, so that the top and the base of the queen are sharp.
        let queen_height = (0.78 * q).round();
        let symbol = |piece| Geometry::Symbol(piece, queen_height);
        // The diameter of a disc that has the same distance from all edges, in whole pixels.
        let disc = (side - 2 * (0.14 * q).round() as u32) as f32;
        match self {
            Self::Queen(Piece::None) | Self::QueenRim(Piece::None) | Self::Outline(Piece::None) => {
                Geometry::Bars((0, 0), Vec::new())
            }
            Self::Queen(Piece::Disc) => Geometry::Disc(disc),
            Self::Outline(Piece::Disc) => Geometry::Ring(disc as u32, stroke(0.1, 1.0)),
            Self::QueenRim(Piece::Disc) => Geometry::Disc(disc + stroke(0.1, 2.0)),
            Self::Queen(Piece::Black) | Self::QueenRim(Piece::White) => symbol('♛'),
            Self::Queen(Piece::White) | Self::Outline(Piece::Black | Piece::White) => symbol('♕'),
            Self::Queen(Piece::Character(letter))
            | Self::Outline(Piece::Character(letter))
            | Self::QueenRim(Piece::Character(letter)) => Geometry::Letter(letter, 0.84 * q, queen_height),
            Self::QueenRim(Piece::Black) => Geometry::WideSymbol('♛', queen_height, 0.05 * q),
            Self::Frame(size, share) => edge_bars(size, [hundredths(share); 2], Edges::ALL),
            Self::Edges(size, edges, share) => edge_bars(size, [hundredths(share); 2], edges),
            Self::Grid(size, edges) => {
                // The other half of the line is in the neighbouring square.
                let line = stroke(0.022, 1.0).round() as u32;
                edge_bars(size, [line / 2, line.div_ceil(2)], edges)
            }
            Self::BrokenFrame(size) => broken_frame(size, hundredths(5), (0.1 * q).round().max(2.0)),
            Self::Brackets(size, inset) => {
                let inset = (f32::from(inset) / 100.0 * q).round() as u32;
                brackets(size, inset, (0.22 * q).round() as u32, stroke(0.045, 2.0).round() as u32)
            }
            Self::Ring => Geometry::Ring((0.5 * q).round() as u32, stroke(0.06, 1.5)),
            Self::SmallRing => Geometry::Ring((0.2 * q).round() as u32, stroke(0.035, 1.0)),
            Self::Dot => Geometry::Disc((0.1 * q).max(2.0)),
            Self::DotHalo => Geometry::Disc((0.22 * q).max(6.0)),
            Self::CrossHalo => Geometry::Disc((0.52 * q).max(8.0)),
            Self::Segment(segment, size) => line(segment, size, stroke(0.05, 1.6), stroke(0.15, 5.0), 0.0),
            Self::Casing(segment, size) => {
                line(segment, size, stroke(0.17, 4.0), stroke(0.27, 9.0), stroke(0.08, 2.0))
            }
            Self::Dash(x, y) => dash((0.5 * q).round().max(3.0), (x.into(), y.into()), stroke(0.03, 1.0)),
            Self::Cross => cross((0.44 * q).round(), stroke(0.085, 1.5)),
            Self::RefusedCross => cross((0.32 * q).round().max(5.0), stroke(0.06, 1.3)),
            Self::SmallCross => cross((0.2 * q).round().max(3.0), stroke(0.04, 1.0)),
            Self::StrongCross => cross((0.26 * q).round().max(7.0), stroke(0.055, 2.0)),
            Self::Disc => Geometry::Disc(stroke(0.2, 7.0)),
            Self::Tick => tick(stroke(0.2, 7.0), stroke(0.027, 1.0)),
            Self::Hatching(size) => Geometry::Polygons(size, hatching_lines(size, stroke(0.022, 1.0))),
            Self::CrossHatching(size) => cross_hatching(size, stroke(0.022, 1.0)),
            Self::Pin => pin((0.2 * q).round().max(5.0)),
            Self::RestartArrow => restart_arrow((0.5 * q).round(), stroke(0.06, 1.5)),
            Self::Forward => forward((0.5 * q).round()),
            Self::Row(number) => label(number.to_string()),
            Self::Column(names, column) => label(names.column(column)),
            Self::Count(count, least) => {
                let weight = if least { Weight::Bold } else { Weight::Regular };
                Geometry::Text(count.to_string(), (0.24 * q).max(LEAST_EM), weight)
            }
        }
    }
}

fn broken_frame((width, height): Size, line: u32, dash: f32) -> Geometry {
    let dashes = |length: u32| {
        let gaps = ((length as f32 / dash - 1.0) / 2.0).round().max(1.0);
        let pitch = length as f32 / (2.0 * gaps + 1.0);
        let at = move |index: f32| (index * pitch).round() as u32;
        (0..=gaps as u32).map(move |gap| {
            let start = at(2.0 * gap as f32);
            (start, at(2.0 * gap as f32 + 1.0) - start)
        })
    };
    let across =
        dashes(width).flat_map(|(x, width)| [0, height - line].map(|y| Rect { x, y, width, height: line }));
    let down =
        dashes(height).flat_map(|(y, height)| [0, width - line].map(|x| Rect { x, y, width: line, height }));
    Geometry::Bars((width, height), across.chain(down).collect())
}

fn brackets(size: Size, inset: u32, arm: u32, line: u32) -> Geometry {
    let (right, bottom) = (size.0 - inset, size.1 - inset);
    let corners = |width: u32, height: u32| {
        let (right, bottom) = (right - width, bottom - height);
        let corners = [(inset, inset), (right, inset), (inset, bottom), (right, bottom)];
        corners.map(|(x, y)| Rect { x, y, width, height })
    };
    Geometry::Bars(size, [corners(arm, line), corners(line, arm)].concat())
}

pub fn stroke((x0, y0): Point, (x1, y1): Point, line: f32) -> Vec<Point> {
    let length = (x1 - x0).hypot(y1 - y0).max(f32::EPSILON);
    let (across_x, across_y) = ((y0 - y1) / length * line / 2.0, (x1 - x0) / length * line / 2.0);
    vec![
        (x0 + across_x, y0 + across_y),
        (x1 + across_x, y1 + across_y),
        (x1 - across_x, y1 - across_y),
        (x0 - across_x, y0 - across_y),
    ]
}

/// Draws a stroke through the centre of a square in a direction: 1 is right or down, -1 left or up.
fn dash(size: f32, (x, y): (f32, f32), line: f32) -> Geometry {
    let at = |share: f32| (size / 2.0 * (1.0 + x * share), size / 2.0 * (1.0 + y * share));
    Geometry::Polygons((size as u32, size as u32), vec![stroke(at(-1.0), at(1.0), line)])
}

fn cross(size: f32, line: f32) -> Geometry {
    let (low, high) = (line * 0.36, size - line * 0.36);
    let strokes = vec![stroke((low, low), (high, high), line), stroke((high, low), (low, high), line)];
    Geometry::Polygons((size as u32, size as u32), strokes)
}

fn tick(size: f32, line: f32) -> Geometry {
    let at = |x: f32, y: f32| (x * size, y * size);
    let (start, corner, end) = (at(0.26, 0.52), at(0.43, 0.69), at(0.75, 0.34));
    // The strokes end slightly beyond their common corner, so that they join.
    let beyond = |(x, y): Point, (to_x, to_y): Point| {
        let length = (to_x - x).hypot(to_y - y).max(f32::EPSILON);
        (to_x + (to_x - x) / length * line / 2.0, to_y + (to_y - y) / length * line / 2.0)
    };
    let strokes = vec![stroke(start, beyond(start, corner), line), stroke(end, beyond(end, corner), line)];
    Geometry::Polygons((size.ceil() as u32, size.ceil() as u32), strokes)
}

/// Returns diagonal lines about `line` pixels wide. Their edges pass through corners of pixels, so that edge
/// pixels are half covered in every renderer.
fn hatching_lines((width, height): Size, line: f32) -> Vec<Vec<Point>> {
    let (reach, across) = (width + height, ((line * SQRT_2).round() as u32).max(2));
    // Eight lines along a side, or fewer, so that at least two thirds of the square stay free.
    let pitch = ((width as f32 / 8.0).round() as u32).max(3 * across);
    let diagonal = |start: u32| {
        // Where the centre of the line meets the upper edge.
        let (top, beyond) = (start as f32 + across as f32 / 2.0, across as f32);
        let bottom = height as f32 + beyond;
        stroke((top + beyond, -beyond), (top - bottom, bottom), across as f32 / SQRT_2)
    };
    let starts = ((pitch - across) / 2..reach).step_by(pitch as usize);
    starts.map(diagonal).collect()
}

fn cross_hatching(size: Size, line: f32) -> Geometry {
    let lines = hatching_lines(size, line);
    let mirrored =
        |corners: &Vec<Point>| corners.iter().rev().map(|(x, y)| (size.0 as f32 - x, *y)).collect();
    let others: Vec<Vec<Point>> = lines.iter().map(mirrored).collect();
    Geometry::Polygons(size, lines.into_iter().chain(others).collect())
}

fn pin(size: f32) -> Geometry {
    let middle = (0.68 * size, 0.32 * size);
    let (half, point) = (0.09 * size, (0.02 * size, 0.98 * size));
    let needle = vec![(middle.0 - half, middle.1 - half), (middle.0 + half, middle.1 + half), point];
    Geometry::Polygons((size as u32, size as u32), vec![circle(middle, 0.3 * size, 16), needle])
}

pub(super) fn circle((x, y): Point, radius: f32, corners: u16) -> Vec<Point> {
    let corner = |index: u16| {
        let angle = std::f32::consts::TAU * f32::from(index) / f32::from(corners);
        (x + radius * angle.cos(), y + radius * angle.sin())
    };
    (0..corners).map(corner).collect()
}

fn restart_arrow(size: f32, line: f32) -> Geometry {
    const STEPS: u8 = 24;
    let (middle, radius) = (size / 2.0, size / 2.0 - 1.5 * line);
    let at = |step: u8, radius: f32| {
        let angle = std::f32::consts::TAU * (0.03 + 0.72 * f32::from(step) / f32::from(STEPS));
        (middle + radius * angle.sin(), middle - radius * angle.cos())
    };
    let (inner, outer) = (radius - line / 2.0, radius + line / 2.0);
    let arc = (0..STEPS)
        .map(|step| vec![at(step, inner), at(step, outer), at(step + 1, outer), at(step + 1, inner)]);
    // The arc ends at the left, where the head points up.
    let (x, y) = at(STEPS, radius);
    let head = vec![(x - 1.5 * line, y), (x, y - 2.2 * line), (x + 1.5 * line, y)];
    Geometry::Polygons((size as u32, size as u32), arc.chain([head]).collect())
}

fn forward(size: f32) -> Geometry {
    let triangle =
        |left: f32| vec![(left, 0.12 * size), (left + 0.5 * size, 0.5 * size), (left, 0.88 * size)];
    Geometry::Polygons((size as u32, size as u32), vec![triangle(0.0), triangle(0.5 * size)])
}

/// Draws the part of an attack line in a square of this size. `line` is the width of the attack line, `head` the
/// width and length of its arrowhead, and `beyond` how far the tip extends beyond [`GAP`] to the centre.
fn line(segment: AttackSegment, size: Size, line: f32, head: f32, beyond: f32) -> Geometry {
    let (width, height) = (size.0 as f32, size.1 as f32);
    let (AttackSegment::Through(x, y) | AttackSegment::End(x, y) | AttackSegment::Corner(x, y)) = segment;
    let (x, y) = (f32::from(x), f32::from(y));
    let at = |across: f32, down: f32| ((0.5 + across) * width, (0.5 + down) * height);
    let polygons = match segment {
        AttackSegment::Through(..) => vec![stroke(at(-x, -y), at(x, y), line)],
        // From the centre of one neighbour to the centre of another, through the corner between them.
        AttackSegment::Corner(..) => vec![stroke(at(x, 0.0), at(0.0, y), line)],
        AttackSegment::End(..) => {
            let (along, side) = (x.hypot(y), width.min(height));
            let tip = GAP - beyond / side;
            let (tip, base) = (tip / along, (tip + head / side) / along);
            let (tip_at, base_at) = (at(-x * tip, -y * tip), at(-x * base, -y * base));
            let (across_x, across_y) = (-y / along * head / 2.0, x / along * head / 2.0);
            let corner = |side: f32| (base_at.0 + side * across_x, base_at.1 + side * across_y);
            vec![
                // The stroke extends into the head, so that there is no gap.
                stroke(at(-x, -y), at(-x * (tip + base) / 2.0, -y * (tip + base) / 2.0), line),
                vec![tip_at, corner(1.0), corner(-1.0)],
            ]
        }
    };
    Geometry::Polygons(size, polygons)
}

/// The symbol of a queen.
///
/// ```
/// use queenreel::film::Piece;
///
/// assert_eq!("white".parse(), Ok(Piece::White));
/// assert_eq!("disc".parse(), Ok(Piece::Disc));
/// assert_eq!("none".parse(), Ok(Piece::None));
/// assert_eq!("Q".parse(), Ok(Piece::Character('Q')));
/// assert!("queen".parse::<Piece>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The black chess queen.
    Black,
    /// The white chess queen: an outline filled with the colour of the page.
    White,
    /// A disc.
    Disc,
    /// A character of the font.
    Character(char),
    /// Nothing: a queen shows only by the colour of its square, as in heat maps.
    None,
}

impl Piece {
    pub(super) const fn character(self) -> Option<char> {
        if let Self::Character(character) = self { Some(character) } else { None }
    }
}

impl FromStr for Piece {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        // Some keyboards add an invisible variation selector after a symbol.
        let text = composed(text).replace(is_invisible, "");
        match &*text {
            "black" | "♛" => Ok(Self::Black),
            "white" | "♕" => Ok(Self::White),
            "disc" => Ok(Self::Disc),
            "none" => Ok(Self::None),
            _ => match text.chars().collect::<Vec<char>>()[..] {
                [letter] if !letter.is_whitespace() && !letter.is_control() => Ok(Self::Character(letter)),
                _ => Err(PieceError),
            },
        }
    }
}

/// Text that is not a piece. See [`Piece`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write black, white, disc, none, or a single character like Q")]
pub struct PieceError;
