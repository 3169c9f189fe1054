//! The figures of a square, while they are put together.

use crate::page::figure::{Edges, Figure};
use crate::page::inks::{Inks, State};
use crate::page::piece::Piece;
use crate::page::theme_kind::ThemeKind;
use crate::picture::Rgb;
use crate::record::AttackSegment;
use crate::record::Mark;

use super::ground::Ground;
use super::stamp::{FRAME, Spot, Stamp, THIN_FRAME};
use super::state::{Content, Face, SquareState, state_of};
use super::style::{Lines, SquareStyle};

/// On smaller squares there is no room for a tick beside a queen.
const SMALLEST_WITH_TICK: u32 = 32;

/// On smaller squares there is no room for a number beside a queen.
const SMALLEST_WITH_COUNT: u32 = 44;

/// The width of the frame of a placed queen where there are no colours, in hundredths of a square.
const FRAME_OF_SHAPES: u8 = 7;

/// The width of a hairline, in hundredths of a square.
const HAIRLINE: u8 = 1;

/// How far brackets are from the edges, inside a frame, in hundredths of a square.
pub(super) const INSIDE_FRAME: u8 = 8;

/// The figures of a square, while they are put together.
pub struct Stamps<'a> {
    /// All, each drawn over those before.
    pub list: Vec<Stamp>,
    pub ground: Ground,
    pub style: &'a SquareStyle,
    pub paper: Rgb,
    pub by_shape: bool,
}

impl Stamps<'_> {
    pub fn at(&mut self, spot: Spot, figure: Figure, ink: Rgb) {
        self.list.push(Stamp { figure, spot, ink });
    }

    pub fn centre(&mut self, figure: Figure, ink: Rgb) {
        self.at(Spot::Centre, figure, ink);
    }

    /// A figure as large as the square.
    pub fn whole(&mut self, figure: impl FnOnce(u32, u32) -> Figure, ink: Rgb) {
        self.centre(figure(self.ground.width, self.ground.height), ink);
    }

    pub fn frame(&mut self, share: u8, ink: Rgb) {
        self.whole(|width, height| Figure::Frame(width, height, share), ink);
    }

    pub fn brackets(&mut self, inset: u8, ink: Rgb) {
        self.whole(|width, height| Figure::Brackets(width, height, inset), ink);
    }

    pub fn edges(&mut self, edges: Edges, share: u8, ink: Rgb) {
        self.whole(|width, height| Figure::Edges(width, height, edges, share), ink);
    }

    pub fn queen(&mut self) {
        let SquareStyle { piece, inks, .. } = self.style;
        let [fill, outline] = self.style.white();
        if *piece == Piece::White {
            self.centre(Figure::QueenRim(*piece), fill);
            self.centre(Figure::Queen(*piece), outline);
        } else {
            self.centre(Figure::Queen(*piece), inks.queen_on(self.paper));
        }
    }

    /// The outline of a queen that has gone; other characters have a broken frame instead.
    pub fn ghost(&mut self, ink: Rgb) {
        let piece = self.style.piece;
        match piece {
            Piece::Character(_) if !self.by_shape => self.whole(Figure::BrokenFrame, ink),
            Piece::Black | Piece::White | Piece::Disc | Piece::Character(_) => {}
        }
        self.centre(Figure::Outline(piece), ink);
    }

    /// The frame of a solution, and its tick where there is room for it.
    pub fn solution(&mut self, frame: Rgb, tick: Rgb) {
        let side = self.ground.side;
        // Without a tick, not that of a placed queen: two pixels or, around a disc, with a dot in the corner.
        let is_wide = side < SMALLEST_WITH_TICK && self.style.piece != Piece::Disc;
        self.frame(if is_wide { 200_u32.div_ceil(side.max(2)) as u8 } else { FRAME }, frame);
        if side >= SMALLEST_WITH_TICK {
            self.at(Spot::Corner, Figure::Disc, frame);
            self.at(Spot::Corner, Figure::Tick, tick);
        } else if !is_wide {
            self.at(Spot::Corner, Figure::Dot, frame);
        }
    }

    /// The lines to other squares.
    pub fn lines(&mut self) {
        let (edges, inks) = (self.ground.lines, self.style.inks);
        match self.style.lines {
            Lines::None => {}
            Lines::Hairlines => self.edges(edges, HAIRLINE, inks.rule),
            Lines::Grid => self.whole(|width, height| Figure::Grid(width, height, edges), inks.grid),
        }
    }

    /// The hatching of dark squares without a state.
    pub fn hatching(&mut self, SquareState { face, .. }: SquareState) {
        let Face::Chess { content, mark, bracketed, .. } = face else { return };
        let (ink, page) = (self.style.inks.ink, self.style.inks.page);
        if self.ground.dark && mark.and_then(state_of).is_none() && !bracketed && content != Content::Closed {
            self.whole(Figure::Hatching, ink);
            if content.has_queen() {
                let rim = if self.style.piece == Piece::Disc { Piece::Disc } else { Piece::Black };
                self.centre(Figure::QueenRim(rim), page);
            }
        }
    }

    /// The hatching of a closed square.
    pub fn closed(&mut self, SquareState { face, .. }: SquareState) {
        let Inks { ink, cross, attacked, dot, .. } = self.style.inks;
        match (self.style.theme.kind, face) {
            (ThemeKind::Shapes, _) => self.whole(Figure::CrossHatching, ink),
            (ThemeKind::Colours, Face::Chess { mark: Some(Mark::Conflict), .. }) => {
                self.whole(Figure::Hatching, cross);
            }
            (ThemeKind::Colours, _) if self.paper == attacked => self.whole(Figure::Hatching, dot),
            (ThemeKind::Colours | ThemeKind::Heat(_), _) => {
                let ink = self.style.inks.text_on(self.paper);
                self.whole(Figure::Hatching, ink);
            }
        }
    }

    /// The pin of a queen that stands from the start.
    pub fn pin(&mut self) {
        let ink = match self.style.piece {
            Piece::Black | Piece::Disc | Piece::Character(_) => self.style.inks.queen_on(self.paper),
            Piece::White => {
                let [one, other] = self.style.white();
                if self.paper.contrast(one) > self.paper.contrast(other) { one } else { other }
            }
        };
        if self.by_shape {
            self.at(Spot::Right, Figure::DotHalo, self.paper);
        }
        self.at(Spot::Right, Figure::Pin, ink);
    }

    /// The frames by which states differ where there are no colours.
    pub fn frame_by_shape(&mut self, mark: Mark) {
        let ink = self.style.inks.ink;
        match mark {
            Mark::Safe | Mark::Conflict => self.frame(THIN_FRAME, ink),
            Mark::Removed => self.whole(Figure::BrokenFrame, ink),
            Mark::Placed
            | Mark::PlacedInConflict
            | Mark::Solution
            | Mark::DeadEnd
            | Mark::Tried
            | Mark::Refused => {}
        }
    }

    pub fn chess(&mut self, SquareState { face, segments, dashes: _, again: _, newest: _ }: SquareState) {
        let Face::Chess { content, mark, bracketed, count, .. } = face else { return };
        let SquareStyle { inks, .. } = self.style;
        let by_shape = self.by_shape;
        let seen = |colour| if by_shape { inks.ink } else { colour };
        let [placed, safe, solution] =
            [State::Placed, State::Safe, State::Solution].map(|state| seen(inks.deep(state)));
        let (line, faint) = (seen(inks.line), seen(inks.dot));
        let has_queen = content.has_queen();
        if has_queen {
            self.queen();
        }
        match content {
            Content::StartQueen => self.pin(),
            Content::Closed if matches!(mark, Some(Mark::Conflict | Mark::Refused)) => {
                self.centre(Figure::CrossHalo, self.paper);
            }
            Content::Closed | Content::Queen | Content::Nothing | Content::Attacked | Content::RuledOut => {}
        }
        if bracketed {
            self.brackets(0, line);
        }
        match mark {
            Some(Mark::Placed) => self.frame(self.placed_frame(), placed),
            Some(Mark::PlacedInConflict) => {
                self.frame(self.placed_frame(), placed);
                self.brackets(INSIDE_FRAME, placed);
            }
            Some(Mark::Removed) => self.ghost(seen(inks.ghost)),
            Some(Mark::Conflict) if has_queen => self.brackets(0, line),
            Some(Mark::Conflict) => self.centre(Figure::Cross, seen(inks.cross)),
            Some(Mark::Solution) if !by_shape => self.solution(solution, inks.tick),
            Some(Mark::Safe) if has_queen => self.at(Spot::Corner, Figure::SmallRing, safe),
            Some(Mark::Safe) => self.centre(Figure::Ring, safe),
            Some(Mark::Tried) => self.centre(self.small_cross(), faint),
            Some(Mark::Refused) => {
                if self.by_shape && self.ground.dark {
                    self.centre(Figure::CrossHalo, inks.page);
                }
                self.centre(Figure::RefusedCross, line);
            }
            Some(Mark::Solution | Mark::DeadEnd) | None => {}
        }
        let is_crossed = segments.iter().any(|segment| !matches!(segment, AttackSegment::Corner(..)));
        let is_free = !is_crossed && mark.and_then(state_of).is_none();
        let sign = match content {
            Content::Attacked => Some(Figure::Dot),
            Content::RuledOut => Some(self.small_cross()),
            Content::Nothing | Content::Queen | Content::StartQueen | Content::Closed => None,
        };
        if let Some(sign) = sign.filter(|_| is_free) {
            if self.by_shape && self.ground.dark {
                self.centre(Figure::DotHalo, inks.page);
            }
            self.centre(sign, faint);
        }
        let ghost = mark == Some(Mark::Removed);
        if let Some((count, least)) = count {
            let (figure, ink) = (Figure::Count(count, least), inks.text_on(self.paper));
            if !has_queen && !ghost {
                self.centre(figure, ink);
            } else if self.ground.side >= SMALLEST_WITH_COUNT {
                self.at(Spot::TopRight, figure, ink);
            }
        }
    }

    const fn small_cross(&self) -> Figure {
        if self.by_shape { Figure::StrongCross } else { Figure::SmallCross }
    }

    const fn placed_frame(&self) -> u8 {
        if self.by_shape { FRAME_OF_SHAPES } else { FRAME }
    }
}
