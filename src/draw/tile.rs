//! The looks of a square, and the tile of pixels for each.

use std::collections::HashMap;

use image::GrayImage;

use crate::board::{BoardSize, Square, SquareSet, column_letters, rank};
use crate::scene::{Mark, Scene};

use super::mask;
use super::palette::{Palette, Ramp, ink_level};
use crate::font;
use crate::font::Font;
use crate::page::Theme;
use crate::page::attack_segment::AttackSegment;

/// What a square shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    face: Face,
    /// What crosses it of the line of an attack.
    beam: Option<AttackSegment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Nothing,
    Queen,
    /// The square is under attack.
    Dot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Face {
    /// A square of a chess board.
    Chess { content: Content, mark: Option<Mark> },
    /// A cell of a heat map: its colour's place in the scale, and whether it is pointed out.
    Heat { level: usize, framed: bool },
}

const MARKS: [Option<Mark>; 6] = [
    None,
    Some(Mark::Placed),
    Some(Mark::Removed),
    Some(Mark::Solution),
    Some(Mark::Conflict),
    Some(Mark::Safe),
];
const HEAT_LEVELS: usize = 6;

impl Look {
    /// An empty square of a chess board.
    pub const BARE: Self = Self { face: Face::Chess { content: Content::Nothing, mark: None }, beam: None };

    /// One more than the largest index.
    pub const COUNT: usize = Face::COUNT * (1 + AttackSegment::COUNT);

    /// How a square looks in a theme; without `highlight` marks leave no trace, and without
    /// `attacked` there are no dots.
    pub fn of(
        square: Square,
        scene: &Scene,
        heat: bool,
        highlight: bool,
        attacked: Option<&SquareSet>,
    ) -> Self {
        let queen = scene.queens.contains(square);
        let mark = if highlight { scene.mark_at(square) } else { None };
        let beam = scene.attack.filter(|_| highlight).and_then(|attack| AttackSegment::on(square, attack));
        if !heat {
            let content = if queen {
                Content::Queen
            } else if attacked.is_some_and(|attacked| attacked.contains(square)) {
                Content::Dot
            } else {
                Content::Nothing
            };
            return Self { face: Face::Chess { content, mark }, beam };
        }
        let level = if queen { HEAT_LEVELS - 1 } else { scene.queens.attackers(square).min(HEAT_LEVELS - 2) };
        let framed = mark.is_some_and(|mark| mark != Mark::Solution);
        Self { face: Face::Heat { level, framed }, beam }
    }

    /// From 0, less than [`Look::COUNT`].
    pub fn index(self) -> usize {
        let beam = self.beam.map_or(0, |beam| 1 + beam.index());
        beam * Face::COUNT + self.face.index()
    }
}

impl Face {
    const COUNT: usize = 3 * MARKS.len() + 2 * HEAT_LEVELS;

    fn index(self) -> usize {
        match self {
            Self::Chess { content, mark } => 3 * mark_index(mark) + content as usize,
            Self::Heat { level, framed } => 3 * MARKS.len() + 2 * level + usize::from(framed),
        }
    }
}

fn mark_index(mark: Option<Mark>) -> usize {
    mark.map_or(0, |mark| 1 + mark as usize)
}

/// Everything about a square that its tile depends on, but for its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Site {
    /// Width of the square in pixels.
    pub width: u32,
    /// Height of the square in pixels.
    pub height: u32,
    /// Whether it is one of the dark squares.
    pub dark: bool,
    /// The coordinates that stand on it.
    pub labels: Labels,
}

/// Coordinates: a row's number on the leftmost squares, a column's letter on the lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    rank: Option<u8>,
    column: Option<u8>,
}

impl Labels {
    /// The coordinates that a square of this board carries.
    pub fn of(square: Square, size: BoardSize) -> Self {
        Self {
            rank: (square.column == 1).then(|| rank(square.row, size)),
            column: (square.row == size.get()).then_some(square.column),
        }
    }
}

/// Draws the tiles of one board.
#[derive(Debug)]
pub struct TilePress {
    /// Side of the smallest square in pixels: figures are of one size all over the board.
    square: u32,
    font: Font,
    /// How much ink the dots of attacked squares have.
    dots: f32,
    inks: Inks,
    stencils: HashMap<Figure, GrayImage>,
}

/// The palette indices of the ink on each paper.
#[derive(Debug)]
enum Inks {
    /// For each mark, on light and on dark squares.
    Chess([[Ramp; 2]; MARKS.len()]),
    /// For each level of a heat map.
    Heat([Ramp; HEAT_LEVELS]),
}

/// What can be stamped on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Figure {
    Queen,
    /// The outline of a queen that has left.
    Ghost,
    Frame(u32, u32),
    Ring,
    /// Beside a queen's foot, as the small cross.
    SmallRing,
    Dot,
    Segment(AttackSegment, u32, u32),
    Cross,
    /// Beside a queen's foot, where there is room.
    SmallCross,
    Tick,
    Rank(u8),
    Column(u8),
}

/// Where in the square a figure goes.
#[derive(Debug, Clone, Copy)]
enum Place {
    Centre,
    TopLeft,
    BottomLeft,
    BottomRight,
}

impl TilePress {
    /// A press for squares of at least `square` pixels; the colours that it needs go into the
    /// palette. Without `highlight` there are none for marks.
    pub fn new(square: u32, theme: &Theme, font: &Font, highlight: bool, palette: &mut Palette) -> Self {
        let inks = if let Some(heat) = theme.heat {
            Inks::Heat(heat.map(|paper| palette.ramp(theme.ink(paper), paper)))
        } else {
            // The commonest colours first: small indices make small codes.
            for colour in [theme.light, theme.dark, theme.queen] {
                palette.index(colour);
            }
            Inks::Chess(MARKS.map(|mark| {
                let shown = mark.filter(|_| highlight);
                [false, true].map(|dark| palette.ramp(theme.queen, theme.paper(dark, shown)))
            }))
        };
        let dots = theme.faint();
        Self { square, font: font.clone(), dots, inks, stencils: HashMap::new() }
    }

    /// The pixels of a square, row by row. The look is of the kind that the theme has.
    pub fn tile(&mut self, look: Look, site: Site) -> Vec<u8> {
        let mut levels = vec![0; site.width as usize * site.height as usize];
        for (figure, place, strength) in stamps(look, site, self.dots) {
            let (square, font) = (self.square, &self.font);
            let stencil = self.stencils.entry(figure).or_insert_with(|| draw(figure, square, font));
            stamp(&mut levels, site, stencil, offset(stencil, place, site, square), strength);
        }
        let ramp = self.inks.on_paper(look.face, site.dark);
        levels.iter().map(|level| ramp[usize::from(*level)]).collect()
    }
}

impl Inks {
    fn on_paper(&self, face: Face, dark: bool) -> &Ramp {
        match (self, face) {
            (Self::Chess(ramps), Face::Chess { mark, .. }) => &ramps[mark_index(mark)][usize::from(dark)],
            (Self::Chess(ramps), Face::Heat { .. }) => &ramps[0][usize::from(dark)],
            (Self::Heat(ramps), Face::Heat { level, .. }) => &ramps[level],
            (Self::Heat(ramps), Face::Chess { .. }) => &ramps[0],
        }
    }
}

fn stamps(look: Look, site: Site, dots: f32) -> Vec<(Figure, Place, f32)> {
    let mut stamps = Vec::new();
    let frame = (Figure::Frame(site.width, site.height), Place::Centre, 0.6);
    match look.face {
        Face::Heat { framed, .. } => stamps.extend(framed.then_some(frame)),
        Face::Chess { content, mark } => {
            let queen = content == Content::Queen;
            stamps.extend(match mark {
                Some(Mark::Placed) => Some(frame),
                Some(Mark::Removed) => Some((Figure::Ghost, Place::Centre, 0.5)),
                Some(Mark::Conflict) if queen => Some((Figure::SmallCross, Place::BottomLeft, 1.0)),
                Some(Mark::Conflict) => Some((Figure::Cross, Place::Centre, 1.0)),
                Some(Mark::Solution) => Some((Figure::Tick, Place::BottomLeft, 1.0)),
                Some(Mark::Safe) if queen => Some((Figure::SmallRing, Place::BottomLeft, 1.0)),
                Some(Mark::Safe) => Some((Figure::Ring, Place::Centre, 1.0)),
                None => None,
            });
            stamps.extend(match content {
                Content::Queen => Some((Figure::Queen, Place::Centre, 1.0)),
                Content::Dot => Some((Figure::Dot, Place::Centre, dots)),
                Content::Nothing => None,
            });
        }
    }
    stamps.extend(look.beam.map(|beam| (Figure::Segment(beam, site.width, site.height), Place::Centre, 1.0)));
    stamps.extend(site.labels.rank.map(|rank| (Figure::Rank(rank), Place::TopLeft, 0.75)));
    stamps.extend(site.labels.column.map(|column| (Figure::Column(column), Place::BottomRight, 0.75)));
    stamps
}

fn draw(figure: Figure, square: u32, font: &Font) -> GrayImage {
    let side = square as f32;
    match figure {
        Figure::Queen if square < SMALLEST_GLYPH => mask::block(square - 2 * (square / 4)),
        Figure::Queen => font::symbol('♛', queen_height(side)),
        Figure::Ghost => font::symbol('♕', queen_height(side)),
        Figure::Frame(width, height) => mask::frame(width, height, line(side)),
        Figure::Ring => mask::ring((0.6 * side) as u32, 0.07 * side),
        Figure::SmallRing => mask::ring((0.24 * side).round() as u32, 0.06 * side),
        Figure::Dot => mask::dot((0.16 * side).round().max(2.0) as u32),
        Figure::Segment(beam, width, height) => {
            let ends = beam.ends(width as f32, height as f32);
            mask::stroke(width, height, ends, (0.06 * side).max(2.0))
        }
        Figure::Cross => mask::cross((0.5 * side) as u32, 0.1 * side),
        Figure::SmallCross => mask::cross((0.2 * side).round() as u32, 0.06 * side),
        Figure::Tick => mask::tick((0.22 * side).round() as u32, 0.06 * side),
        Figure::Rank(rank) => font.text(&rank.to_string(), label_size(square)),
        Figure::Column(column) => font.text(&column_letters(column), label_size(square)),
    }
}

/// On smaller squares a queen is a block: its outline would only be a smudge.
const SMALLEST_GLYPH: u32 = 12;

/// Whole pixels, so that foot and crown end sharply.
fn queen_height(side: f32) -> f32 {
    (0.78 * side).round()
}

fn line(side: f32) -> u32 {
    (side / 24.0).round().max(1.0) as u32
}

fn label_size(square: u32) -> f32 {
    (square as f32 * 0.17).max(9.0)
}

fn offset(stencil: &GrayImage, place: Place, site: Site, square: u32) -> (u32, u32) {
    let free = (site.width.saturating_sub(stencil.width()), site.height.saturating_sub(stencil.height()));
    let margin = (square as f32 * 0.05).round() as u32;
    match place {
        Place::Centre => (free.0 / 2, free.1 / 2),
        Place::TopLeft => (margin.min(free.0), margin.min(free.1)),
        Place::BottomLeft => (margin.min(free.0), free.1.saturating_sub(margin)),
        Place::BottomRight => (free.0.saturating_sub(margin), free.1),
    }
}

/// Where figures overlap the stronger ink stays, so that no colour comes up that no ramp has.
fn stamp(levels: &mut [u8], site: Site, stencil: &GrayImage, (x0, y0): (u32, u32), strength: f32) {
    let rows = levels.chunks_exact_mut(site.width as usize).skip(y0 as usize);
    for (row, stencil_row) in rows.zip(stencil.rows()) {
        for (level, coverage) in row.iter_mut().skip(x0 as usize).zip(stencil_row) {
            *level = (*level).max(ink_level(coverage.0[0], strength));
        }
    }
}
