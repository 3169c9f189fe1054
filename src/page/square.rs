//! The states of a square, and what each looks like.

use std::hash::{Hash, Hasher};

use crate::board::{BoardSize, Square, SquareNames, SquareSet};
use crate::picture::{Rect, Rgb};
use crate::record::{Mark, Scene};

use super::attack_segment::AttackSegment;
use super::slot::{Pen, Slot};
use super::{Colours, Theme};

/// A square of a board.
#[derive(Debug, Clone)]
pub struct SquareSlot {
    /// Its rectangle.
    pub area: Rect,
    /// Its constant properties.
    pub ground: Ground,
}

impl Slot for SquareSlot {
    type State = SquareState;
}

/// The constant properties of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Whether it is a dark square.
    pub dark: bool,
    /// The coordinates on it.
    pub labels: Labels,
}

/// Coordinates: a row's number on the leftmost squares, a column's letter or number on the lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    row: Option<u8>,
    column: Option<(SquareNames, u8)>,
}

impl Labels {
    /// The coordinates on a square of this board.
    pub fn of(square: Square, size: BoardSize, names: SquareNames) -> Self {
        Self {
            row: (square.column == 1).then(|| names.row(square.row, size)),
            column: (square.row == size.get()).then_some((names, square.column)),
        }
    }
}

/// What a square shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareState {
    face: Face,
    /// The piece of an attack's line that crosses it.
    segment: Option<AttackSegment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Face {
    /// A square of a chess board. The count is the number of queens that attack it.
    Chess { content: Content, mark: Option<Mark>, count: Option<u8> },
    /// A cell of a heat map, and whether it is marked.
    Heat { heat: Heat, framed: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Nothing,
    Queen,
    /// The square is attacked.
    Dot,
    /// The search has ruled the square out.
    RuledOut,
}

/// The kind of a cell of a heat map, as an index of the theme's colours: a number of attackers,
/// or a queen.
type Heat = usize;
const MOST_ATTACKERS: Heat = 4;
const QUEEN: Heat = 5;

impl SquareState {
    /// An empty square of a chess board.
    pub(super) const EMPTY: Self =
        Self { face: Face::Chess { content: Content::Nothing, mark: None, count: None }, segment: None };
}

/// As one number: tiles are looked up by states, for each square that changes.
impl Hash for SquareState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [kind, content, mark, count] = match self.face {
            Face::Chess { content, mark, count } => {
                let mark = mark.map_or(0, |mark| 1 + mark as u8);
                [0, content as u8, mark, count.map_or(0, |count| 1 + count)]
            }
            Face::Heat { heat, framed } => [1, heat as u8, u8::from(framed), 0],
        };
        let [piece, x, y] = self.segment.map_or([0; 3], AttackSegment::bytes);
        hasher.write_u64(u64::from_le_bytes([kind, content, mark, piece, x, y, count, 0]));
    }
}

/// How the squares of a board are drawn.
#[derive(Debug, Clone)]
pub struct SquareStyle {
    /// Colours.
    pub theme: Theme,
    /// Whether marks are drawn.
    pub highlight: bool,
    /// Whether there may be lines without a square left.
    pub dead_ends: bool,
    /// Side of the smallest square in pixels: figures have one size all over the board.
    pub side: u32,
}

/// What a square looks like in a state.
#[derive(Debug, Clone)]
pub struct SquareLook {
    /// Its colours.
    pub pen: Pen,
    /// Its figures; where they overlap, the stronger ink is kept.
    pub stamps: Vec<Stamp>,
}

/// A figure on a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stamp {
    /// The figure.
    pub figure: Figure,
    /// Where on the square it is drawn.
    pub corner: Corner,
    /// Its amount of ink, 0 to 1.
    pub strength: f32,
}

/// Where on a square a figure is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corner {
    /// In the middle.
    Centre,
    /// In the upper left corner.
    TopLeft,
    /// In the upper right corner.
    TopRight,
    /// In the lower left corner.
    BottomLeft,
    /// In the lower right corner.
    BottomRight,
}

/// What can be drawn on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Figure {
    /// A queen.
    Queen,
    /// The outline of a queen that was removed.
    Ghost,
    /// A frame at the edges of a square of this width and height.
    Frame(u32, u32),
    /// A ring.
    Ring,
    /// A small ring, beside a queen.
    SmallRing,
    /// A dot.
    Dot,
    /// A piece of a line in a square of this width and height.
    Segment(AttackSegment, u32, u32),
    /// A cross.
    Cross,
    /// A small cross, beside a queen.
    SmallCross,
    /// A small tick, beside a queen.
    Tick,
    /// The number of a row.
    Row(u8),
    /// The letter of a column.
    Column(SquareNames, u8),
    /// A number of attackers.
    Count(u8),
    /// A number of attackers, beside a queen.
    SmallCount(u8),
}

/// The geometry of a figure, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A character of the chess font, and the height of its outline.
    Symbol(char, f32),
    /// A frame within a rectangle of this width and height, and the width of its line.
    Frame(u32, u32, u32),
    /// A ring: its outer diameter, and the width of its line.
    Ring(u32, f32),
    /// A line with round ends, clipped to a rectangle of this width and height: its ends, which may
    /// be outside, and its width.
    Line(u32, u32, [Point; 2], f32),
    /// Straight strokes in a square with this side: their ends, from 0 to 1, and their width.
    Strokes(u32, &'static [[Point; 2]], f32),
    /// Text, and its em.
    Text(String, f32),
}

/// The distances from the left and from the top edge.
pub type Point = (f32, f32);

const CROSS: [[Point; 2]; 2] = [[(0.0, 0.0), (1.0, 1.0)], [(1.0, 0.0), (0.0, 1.0)]];
const TICK: [[Point; 2]; 2] = [[(0.0, 0.55), (0.35, 0.9)], [(0.35, 0.9), (1.0, 0.1)]];

/// On smaller squares there is no room for a number beside a queen.
const SMALLEST_WITH_COUNT: u32 = 44;

/// On smaller squares a queen is a block: its outline would be unrecognisable.
const SMALLEST_SYMBOL: u32 = 12;

impl Figure {
    /// Its geometry on squares with this side.
    pub fn shape(self, side: u32) -> Shape {
        let scale = side as f32;
        // Whole pixels, so that foot and crown end sharply.
        let queen_height = (0.78 * scale).round();
        let label_em = (0.17 * scale).max(9.0);
        match self {
            Self::Queen if side < SMALLEST_SYMBOL => {
                let block = side - 2 * (side / 4);
                Shape::Frame(block, block, block)
            }
            Self::Queen => Shape::Symbol('♛', queen_height),
            Self::Ghost => Shape::Symbol('♕', queen_height),
            Self::Frame(width, height) => Shape::Frame(width, height, (scale / 24.0).round().max(1.0) as u32),
            Self::Ring => Shape::Ring((0.6 * scale) as u32, 0.07 * scale),
            Self::SmallRing => Shape::Ring((0.24 * scale).round() as u32, 0.06 * scale),
            Self::Dot => {
                let size = (0.16 * scale).round().max(2.0);
                Shape::Line(size as u32, size as u32, [(size / 2.0, size / 2.0); 2], size)
            }
            Self::Segment(segment, width, height) => {
                let ends = segment.ends(width as f32, height as f32);
                Shape::Line(width, height, ends, (0.06 * scale).max(2.0))
            }
            Self::Cross => Shape::Strokes((0.5 * scale) as u32, &CROSS, 0.1 * scale),
            Self::SmallCross => Shape::Strokes((0.2 * scale).round() as u32, &CROSS, 0.06 * scale),
            Self::Tick => Shape::Strokes((0.22 * scale).round() as u32, &TICK, 0.06 * scale),
            Self::Row(number) => Shape::Text(number.to_string(), label_em),
            Self::Column(names, column) => Shape::Text(names.column(column), label_em),
            Self::Count(count) => Shape::Text(count.to_string(), (0.34 * scale).max(9.0)),
            Self::SmallCount(count) => Shape::Text(count.to_string(), (0.22 * scale).max(9.0)),
        }
    }
}

impl Corner {
    /// The upper left corner of a figure with this width and height on a square, in pixels.
    pub fn offset(self, (width, height): (u32, u32), ground: Ground, side: u32) -> (u32, u32) {
        let free = (ground.width.saturating_sub(width), ground.height.saturating_sub(height));
        let margin = (side as f32 * 0.05).round() as u32;
        match self {
            Self::Centre => (free.0 / 2, free.1 / 2),
            Self::TopLeft => (margin.min(free.0), margin.min(free.1)),
            Self::TopRight => (free.0.saturating_sub(margin), margin.min(free.1)),
            Self::BottomLeft => (margin.min(free.0), free.1.saturating_sub(margin)),
            Self::BottomRight => (free.0.saturating_sub(margin), free.1),
        }
    }
}

impl SquareStyle {
    /// The state of a square in a scene; `attacked` are the squares that get dots, if any do.
    pub fn state(&self, square: Square, scene: &Scene, attacked: Option<&SquareSet>) -> SquareState {
        let queen = scene.queens.contains(square);
        let mark = scene.mark_at(square).filter(|mark| self.shows(*mark));
        let attack = scene.attack.filter(|_| self.highlight);
        let segment = attack.and_then(|attack| AttackSegment::on(square, attack));
        let face = if self.theme.heat.is_some() {
            let heat = if queen { QUEEN } else { scene.queens.attackers(square).min(MOST_ATTACKERS) };
            Face::Heat { heat, framed: mark.is_some_and(|mark| mark != Mark::Solution) }
        } else {
            let is_attacked = || match attacked {
                Some(attacked) => attacked.contains(square),
                None => mark == Some(Mark::DeadEnd) && scene.queens.attackers(square) > 0,
            };
            let count = scene.count_at(square).filter(|_| self.highlight);
            let content = if queen {
                Content::Queen
            } else if self.highlight && scene.ruled_out.contains(square) {
                Content::RuledOut
            } else if count.is_none() && is_attacked() {
                Content::Dot
            } else {
                Content::Nothing
            };
            Face::Chess { content, mark, count }
        };
        SquareState { face, segment }
    }

    /// Whether a mark is drawn.
    const fn shows(&self, mark: Mark) -> bool {
        match mark {
            Mark::Placed
            | Mark::PlacedInConflict
            | Mark::Removed
            | Mark::Solution
            | Mark::Conflict
            | Mark::Safe => self.highlight,
            Mark::DeadEnd | Mark::Tried => self.highlight && self.dead_ends,
        }
    }

    /// What a square looks like in a state.
    pub fn look(&self, ground: Ground, state: SquareState) -> SquareLook {
        let mut stamps = Vec::new();
        let mut stamp = |figure, corner, strength| stamps.push(Stamp { figure, corner, strength });
        let frame = Figure::Frame(ground.width, ground.height);
        match state.face {
            Face::Heat { framed, .. } => {
                if framed {
                    stamp(frame, Corner::Centre, 0.6);
                }
            }
            Face::Chess { content, mark, count, .. } => {
                let queen = content == Content::Queen;
                match mark {
                    Some(Mark::Placed) => stamp(frame, Corner::Centre, 0.6),
                    Some(Mark::PlacedInConflict) => {
                        stamp(frame, Corner::Centre, 0.6);
                        stamp(Figure::SmallCross, Corner::BottomLeft, 1.0);
                    }
                    Some(Mark::Removed) => stamp(Figure::Ghost, Corner::Centre, 0.5),
                    Some(Mark::Conflict) if queen => stamp(Figure::SmallCross, Corner::BottomLeft, 1.0),
                    Some(Mark::Conflict) => stamp(Figure::Cross, Corner::Centre, 1.0),
                    Some(Mark::Solution) => stamp(Figure::Tick, Corner::BottomLeft, 1.0),
                    Some(Mark::Safe) if queen => stamp(Figure::SmallRing, Corner::BottomLeft, 1.0),
                    Some(Mark::Safe) => stamp(Figure::Ring, Corner::Centre, 1.0),
                    Some(Mark::Tried) => stamp(Figure::SmallCross, Corner::Centre, 1.0),
                    Some(Mark::DeadEnd) | None => {}
                }
                match content {
                    Content::Queen => stamp(Figure::Queen, Corner::Centre, 1.0),
                    Content::Dot => stamp(Figure::Dot, Corner::Centre, self.theme.faint()),
                    Content::RuledOut => stamp(Figure::SmallCross, Corner::Centre, self.theme.faint() + 0.25),
                    Content::Nothing => {}
                }
                let has_queen = queen || mark == Some(Mark::Removed);
                match count {
                    Some(count) if !has_queen => stamp(Figure::Count(count), Corner::Centre, 0.75),
                    Some(count) if self.side >= SMALLEST_WITH_COUNT => {
                        stamp(Figure::SmallCount(count), Corner::TopRight, 0.75);
                    }
                    Some(_) | None => {}
                }
            }
        }
        if let Some(segment) = state.segment {
            stamp(Figure::Segment(segment, ground.width, ground.height), Corner::Centre, 1.0);
        }
        if let Some(row) = ground.labels.row {
            stamp(Figure::Row(row), Corner::TopLeft, 0.75);
        }
        if let Some((names, column)) = ground.labels.column {
            stamp(Figure::Column(names, column), Corner::BottomRight, 0.75);
        }
        SquareLook { pen: self.pen(state.face, ground.dark), stamps }
    }

    fn pen(&self, face: Face, dark: bool) -> Pen {
        let paper = match (face, self.theme.heat) {
            (Face::Heat { heat, .. }, Some(colours)) => colours[heat],
            (Face::Chess { mark, .. }, _) => self.theme.paper(dark, mark),
            // Only themes with heat colours have such faces.
            (Face::Heat { .. }, None) => self.theme.paper(dark, None),
        };
        self.theme.pen_on(paper)
    }

    /// The colours of squares in all states, the most frequent first.
    pub(crate) fn colours(&self) -> Vec<Colours> {
        let pen = |face, dark| Colours::Blends(self.pen(face, dark));
        if let Some(heat) = self.theme.heat {
            return (0..heat.len()).map(|heat| pen(Face::Heat { heat, framed: false }, false)).collect();
        }
        let Theme { light, dark, queen, .. } = self.theme;
        let marks = Mark::ALL.into_iter().filter(|mark| self.shows(*mark)).map(Some);
        let face = |mark| Face::Chess { content: Content::Nothing, mark, count: None };
        let faces = [None].into_iter().chain(marks).map(face);
        let pens = faces.flat_map(|face| [false, true].map(|dark| pen(face, dark)));
        [light, dark, queen].map(Colours::One).into_iter().chain(pens).collect()
    }

    /// The colour with the smallest index.
    pub(super) fn first_colour(&self) -> Rgb {
        self.theme.heat.map_or(self.theme.light, |[first, ..]| first)
    }
}
