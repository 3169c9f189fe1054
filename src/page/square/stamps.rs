//! Figures on squares, and their positions.

use crate::page::figure::{Edges, Figure, Piece};
use crate::page::inks::{State, ThemeKind, stronger};
use crate::picture::Rgb;
use crate::record::{AttackSegment, Mark};

use super::state::{Content, SquareState, state_of};
use super::{Ground, Lines, SquareStyle};

/// Width of most frames, in hundredths of a square.
const FRAME: u8 = 5;
/// Width of the frame of a dead end, in hundredths of a square.
pub(super) const DEAD_END_FRAME: u8 = 4;
const THIN_FRAME: u8 = 2;

/// The smallest square with lines around it, in pixels: lines would hide the colours of smaller squares.
const SMALLEST_WITH_LINES: u32 = 10;

/// The smallest square with space for a number next to a queen, in pixels.
const SMALLEST_WITH_COUNT: u32 = 44;

/// Width of the frame of a placed queen in themes without colours, in hundredths of a square.
const FRAME_OF_SHAPES: u8 = 7;

/// Width of a hairline, in hundredths of a square.
const HAIRLINE: u8 = 1;

/// Distance of brackets inside a frame from the edges, in hundredths of a square.
const INSIDE_FRAME: u8 = 8;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stamp {
    pub figure: Figure,
    pub spot: Spot,
    pub ink: Rgb,
}

/// The position of a figure on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    Centre,
    Corner,
    /// At the right, where a queen is narrow, above a column letter.
    Right,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Spot {
    /// Returns the upper left corner of a figure of this size on a square, in pixels.
    pub fn offset(self, (width, height): (u32, u32), ground: Ground) -> (u32, u32) {
        let free = (ground.width.saturating_sub(width), ground.height.saturating_sub(height));
        let q = ground.side as f32;
        let (side, foot) = ((0.05 * q).round() as u32, (0.06 * q).round() as u32);
        let beside = (0.04 * q).round() as u32;
        // The disc of a tick is centred 0.12 squares from both edges.
        let corner = (0.12 * q - width as f32 / 2.0).max(0.0).round() as u32;
        match self {
            Self::Centre => (free.0 / 2, free.1 / 2),
            Self::Corner => (free.0.saturating_sub(corner), corner.min(free.1)),
            Self::Right => (free.0.saturating_sub(beside), ((0.48 * q).round() as u32).min(free.1)),
            Self::TopRight => (free.0.saturating_sub(side), side.min(free.1)),
            Self::BottomLeft => (side.min(free.0), free.1.saturating_sub(foot)),
            Self::BottomRight => (free.0.saturating_sub(side), free.1.saturating_sub(foot)),
        }
    }
}

/// The figures of a square under construction.
pub struct Stamps<'a> {
    /// In the order of drawing.
    pub list: Vec<Stamp>,
    pub ground: Ground,
    pub style: &'a SquareStyle,
    pub state: SquareState,
    pub paper: Rgb,
    pub by_shape: bool,
}

impl Stamps<'_> {
    pub fn all(mut self) -> Vec<Stamp> {
        let (ground, size, inks) = (self.ground, self.ground.size(), &self.style.inks);
        self.hatching();
        if ground.lines != Edges::NONE && ground.side >= SMALLEST_WITH_LINES {
            match self.style.lines {
                Lines::None => {}
                Lines::Hairlines => self.centre(Figure::Edges(size, ground.lines, HAIRLINE), inks.rule),
                Lines::Grid => self.centre(Figure::Grid(size, ground.lines), inks.grid),
            }
        }
        self.frame_below();
        if self.state.edges != Edges::NONE {
            self.centre(Figure::Edges(size, self.state.edges, DEAD_END_FRAME), inks.line);
        }
        for (x, y) in self.state.dashes.directions() {
            self.centre(Figure::Dash(x, y), self.text());
        }
        self.lines_of_attacks();
        self.content();
        self.mark();
        self.attackers();
        if let Some(row) = ground.labels.row {
            self.at(Spot::BottomLeft, Figure::Row(row), self.text());
        }
        if let Some((names, column)) = ground.labels.column {
            self.at(Spot::BottomRight, Figure::Column(names, column), self.text());
        }
        // A solution at the edge of the board is as dark as the border: it needs none.
        if ground.border != Edges::NONE && self.paper != inks.ink {
            self.centre(Figure::Edges(size, ground.border, THIN_FRAME), inks.ink);
        }
        self.list
    }

    fn at(&mut self, spot: Spot, figure: Figure, ink: Rgb) {
        if !figure.is_nothing() {
            self.list.push(Stamp { figure, spot, ink });
        }
    }

    fn centre(&mut self, figure: Figure, ink: Rgb) {
        self.at(Spot::Centre, figure, ink);
    }

    fn text(&self) -> Rgb {
        self.style.inks.text_on(self.paper)
    }

    /// Returns the colour of a mark: in themes with colours, `colour`.
    fn seen(&self, colour: Rgb) -> Rgb {
        match self.state.cell {
            Some(_) => self.text(),
            None if self.by_shape => self.style.inks.ink,
            None => colour,
        }
    }

    /// Adds a sign in the centre, with its halo on squares that may be hatched.
    fn sign(&mut self, halo: Figure, figure: Figure, ink: Rgb) {
        if self.by_shape && self.ground.dark {
            self.centre(halo, self.style.inks.page);
        }
        self.centre(figure, ink);
    }

    /// Adds the hatching of closed squares and, in themes without colours, of dead ends and of dark squares
    /// without a state.
    fn hatching(&mut self) {
        let SquareStyle { inks, theme, piece, .. } = self.style;
        let SquareState { content, mark, bracketed, .. } = self.state;
        let is_plain = self.ground.dark && mark.and_then(state_of).is_none() && !bracketed;
        let (is_closed, size) = (content == Content::Closed, self.ground.size());
        let ink = match theme.kind {
            ThemeKind::Shapes
                if is_closed || is_plain && !matches!(content, Content::Restart | Content::FastForward) =>
            {
                inks.ink
            }
            ThemeKind::Colours if is_closed && mark == Some(Mark::Conflict) => inks.cross,
            ThemeKind::Colours if is_closed && self.paper == inks.attacked => inks.dot,
            ThemeKind::Colours | ThemeKind::Heat(_) if is_closed => self.text(),
            ThemeKind::Colours | ThemeKind::Shapes | ThemeKind::Heat(_) => return,
        };
        let is_crossed = is_closed && self.by_shape;
        self.centre(if is_crossed { Figure::CrossHatching(size) } else { Figure::Hatching(size) }, ink);
        if self.state.has_queen() {
            let rim = if matches!(piece, Piece::Disc | Piece::None) { *piece } else { Piece::Black };
            self.centre(Figure::QueenRim(rim), inks.page);
        }
    }

    /// Adds the frames of states on heat maps and in themes without colours, below all other figures.
    fn frame_below(&mut self) {
        let (size, is_cell) = (self.ground.size(), self.state.cell.is_some());
        let figure = match self.state.mark.and_then(state_of) {
            Some(State::Removed) if is_cell || self.by_shape => Figure::BrokenFrame(size),
            Some(State::Safe | State::Conflict) if self.by_shape => Figure::Frame(size, THIN_FRAME),
            Some(State::Conflict) if self.state.has_queen() => return,
            Some(State::Placed | State::Safe | State::Conflict) if is_cell => Figure::Frame(size, FRAME),
            Some(State::Placed | State::Safe | State::Removed | State::Conflict | State::Solution) | None => {
                return;
            }
        };
        self.centre(figure, self.seen(self.style.inks.ink));
    }

    fn lines_of_attacks(&mut self) {
        let (inks, size, segments) = (&self.style.inks, self.ground.size(), self.state.segments);
        let (ink, casing) = match self.style.theme.kind {
            ThemeKind::Shapes => (inks.ink, Some(self.paper)),
            ThemeKind::Colours => (inks.line, (self.state.content == Content::Closed).then_some(self.paper)),
            // Visible on all cells of a heat map, in a single colour.
            ThemeKind::Heat(_) => (inks.ink, Some(inks.page)),
        };
        let casings = segments.iter().filter_map(|segment| Some((Figure::Casing(segment, size), casing?)));
        let lines = segments.iter().map(|segment| (Figure::Segment(segment, size), ink));
        casings.chain(lines).for_each(|(figure, ink)| self.centre(figure, ink));
    }

    fn content(&mut self) {
        let (inks, mark) = (&self.style.inks, self.state.mark);
        match self.state.content {
            Content::Queen | Content::StartQueen => self.queen(),
            Content::Closed if mark == Some(Mark::Conflict) || mark == Some(Mark::Refused) => {
                self.centre(Figure::CrossHalo, self.paper);
            }
            Content::Restart => self.centre(Figure::RestartArrow, self.text()),
            Content::FastForward => self.centre(Figure::Forward, self.text()),
            Content::DeadEnd => self.sign(Figure::CrossHalo, Figure::Cross, inks.line),
            Content::Closed | Content::Nothing | Content::Attacked | Content::RuledOut => {}
        }
        if self.state.bracketed {
            self.centre(Figure::Brackets(self.ground.size(), 0), self.seen(inks.line));
        }
    }

    /// Adds a queen, with a pin if it is a given queen.
    fn queen(&mut self) {
        let SquareStyle { piece, inks, .. } = self.style;
        let (is_white, [fill, outline]) = (*piece == Piece::White, self.style.white());
        let ink = if is_white { outline } else { inks.queen_on(self.paper) };
        if is_white {
            self.centre(Figure::QueenRim(*piece), fill);
        }
        self.centre(Figure::Queen(*piece), ink);
        if self.state.content == Content::StartQueen {
            if self.by_shape {
                self.at(Spot::Right, Figure::DotHalo, self.paper);
            }
            let ink = if is_white { stronger(self.paper, [outline, fill]) } else { ink };
            self.at(Spot::Right, Figure::Pin, ink);
        }
    }

    fn mark(&mut self) {
        let SquareStyle { inks, piece, .. } = self.style;
        let SquareState { mark: Some(mark), cell, bracketed, .. } = self.state else { return };
        let (size, has_queen, is_cell) = (self.ground.size(), self.state.has_queen(), cell.is_some());
        let ink = self.seen(state_of(mark).map_or(inks.line, |state| inks.sign(state)));
        let frame = Figure::Frame(size, if self.by_shape { FRAME_OF_SHAPES } else { FRAME });
        // Cells of a heat map have their frames below all other figures, and at most one pair of brackets.
        match mark {
            Mark::Conflict if !has_queen => self.centre(Figure::Cross, ink),
            Mark::Conflict | Mark::PlacedInConflict if is_cell && bracketed => {}
            Mark::Conflict => self.centre(Figure::Brackets(size, 0), self.seen(inks.line)),
            Mark::Placed if !is_cell => self.centre(frame, ink),
            Mark::PlacedInConflict => {
                if !is_cell {
                    self.centre(frame, ink);
                }
                self.centre(Figure::Brackets(size, INSIDE_FRAME), ink);
            }
            // The outline of a removed queen; a character or an invisible queen also gets a broken frame.
            Mark::Removed => {
                if !self.by_shape && matches!(piece, Piece::Character(_) | Piece::None) {
                    self.centre(Figure::BrokenFrame(size), ink);
                }
                self.centre(Figure::Outline(*piece), ink);
            }
            Mark::Solution if !self.by_shape => self.solution(ink),
            Mark::Safe if !has_queen => self.centre(Figure::Ring, ink),
            Mark::Safe if !is_cell => self.at(Spot::Corner, Figure::SmallRing, ink),
            Mark::Tried if !is_cell => self.centre(self.small_cross(), self.seen(inks.dot)),
            Mark::Refused => self.sign(Figure::CrossHalo, Figure::RefusedCross, ink),
            Mark::DeadEnd if self.state.is_reached() => {
                self.sign(Figure::CrossHalo, Figure::RefusedCross, ink);
            }
            Mark::Placed | Mark::Solution | Mark::Safe | Mark::DeadEnd | Mark::Tried => {}
        }
    }

    /// Adds the frame of a solution, and its tick if there is space for a tick.
    fn solution(&mut self, ink: Rgb) {
        let (inks, side) = (&self.style.inks, self.ground.side);
        // Without a tick, the frame has to differ from the frame of a placed queen: it is two pixels wide or,
        // around a disc, has a dot in the corner.
        let is_wide = side < self.style.least_with_tick && self.style.piece != Piece::Disc;
        let share = if is_wide { 200_u32.div_ceil(side.max(2)) as u8 } else { FRAME };
        self.centre(Figure::Frame(self.ground.size(), share), ink);
        if side >= self.style.least_with_tick {
            self.at(Spot::Corner, Figure::Disc, ink);
            let tick = if self.state.cell.is_some() { inks.text_on(ink) } else { inks.tick };
            self.at(Spot::Corner, Figure::Tick, tick);
        } else if !is_wide {
            self.at(Spot::Corner, Figure::Dot, ink);
        }
    }

    /// Adds the dot or cross of an attacked or ruled-out square, unless something else shows this, and the number
    /// of attackers.
    fn attackers(&mut self) {
        let SquareState { content, mark, segments, count, .. } = self.state;
        let is_crossed = segments.iter().any(|segment| !matches!(segment, AttackSegment::Corner(..)));
        let is_free = !is_crossed && mark.and_then(state_of).is_none();
        let (is_attacked, is_ruled_out) = (content == Content::Attacked, content == Content::RuledOut);
        if is_free && (is_attacked || is_ruled_out) {
            let figure = if is_attacked { Figure::Dot } else { self.small_cross() };
            self.sign(Figure::DotHalo, figure, self.seen(self.style.inks.dot));
        }
        if let Some((count, least)) = count {
            let figure = Figure::Count(count, least);
            if !self.state.has_queen() && mark != Some(Mark::Removed) {
                self.centre(figure, self.text());
            } else if self.ground.side >= SMALLEST_WITH_COUNT {
                self.at(Spot::TopRight, figure, self.text());
            }
        }
    }

    const fn small_cross(&self) -> Figure {
        if self.by_shape { Figure::StrongCross } else { Figure::SmallCross }
    }
}
