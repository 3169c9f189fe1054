//! How squares move from one state to another.

use crate::motion::{MovingParts, Span, SquareTiming};
use crate::page::figure::{Edges, Figure};
use crate::page::moves::{Course, Ink, Move, Moving, Pose};
use crate::page::scene::BOARD;
use crate::record::AttackSegment;

use super::ground::Ground;
use super::look::SquareLook;
use super::stamp::{DEAD_END_FRAME, Stamp};
use super::state::SquareState;
use super::style::SquareStyle;

/// A queen that settles.
const SETTLING: Pose = Pose { ink: Ink::FadesEarly, percent: 78 };

/// The part of its size from which a cross strikes in, in hundredths.
const STRIKES_FROM: u8 = 60;

/// How a figure appears little by little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It fades in, or grows.
    Pose(Pose),
    /// It is drawn clockwise from twelve o'clock.
    Sweep,
    /// It is drawn as a piece of a line, in its direction.
    Line(AttackSegment),
}

/// How a figure appears and disappears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Transition {
    /// How it appears; `None` if it is there at once.
    way: Option<Way>,
    /// What becomes of it where it does not stay.
    leaving: Leaving,
}

impl Transition {
    const QUEEN: Self = Self { way: Some(Way::Pose(Pose::FADED)), leaving: Leaving::Fades };

    const fn of(figure: Figure) -> Self {
        let (way, leaving) = match figure {
            Figure::Queen(_) | Figure::QueenRim(_) => return Self::QUEEN,
            // It is there at once, under what leaves the square.
            Figure::Outline(_) => (None, Leaving::Fades),
            Figure::Ring | Figure::SmallRing => (Some(Way::Sweep), Leaving::WithPaper),
            Figure::Cross => (Some(Way::Pose(Pose::whole(STRIKES_FROM))), Leaving::WithPaper),
            Figure::Disc | Figure::Tick => (Some(Way::Pose(Pose::whole(0))), Leaving::WithPaper),
            Figure::Segment(segment, ..) | Figure::Casing(segment, ..) => {
                (Some(Way::Line(segment)), Leaving::AtOnce)
            }
            // What goes around several squares is one figure, while each of them has its time for all else.
            Figure::Edges(.., DEAD_END_FRAME) => (Some(Way::Pose(Pose::FADED)), Leaving::AtOnce),
            Figure::Frame(..)
            | Figure::BrokenFrame(..)
            | Figure::Edges(..)
            | Figure::Grid(..)
            | Figure::Brackets(..)
            | Figure::Dot
            | Figure::DotHalo
            | Figure::CrossHalo
            | Figure::Dash(..)
            | Figure::RefusedCross
            | Figure::SmallCross
            | Figure::StrongCross
            | Figure::Hatching(..)
            | Figure::CrossHatching(..)
            | Figure::Pin
            | Figure::RestartArrow
            | Figure::Row(_)
            | Figure::Column(..)
            | Figure::Count(..) => (None, Leaving::WithPaper),
        };
        Self { way, leaving }
    }

    /// How the figure appears where queens settle or not; `None` if it is there at once.
    fn way(self, settles: bool) -> Option<Way> {
        if settles && self == Self::QUEEN { Some(Way::Pose(SETTLING)) } else { self.way }
    }

    /// How the figure appears with what lies over its square, unless as a whole.
    const fn pose_over(self) -> Option<Pose> {
        match self.way {
            Some(Way::Pose(pose)) => match pose.ink {
                Ink::Whole => Some(pose),
                Ink::Fades | Ink::FadesEarly => None,
            },
            Some(Way::Sweep | Way::Line(_)) | None => None,
        }
    }
}

/// Whether a figure is among these; a rim belongs to its queen.
fn has(stamps: &[Stamp], figure: Figure) -> bool {
    let is_queen = |stamp: &Stamp| matches!(stamp.figure, Figure::Queen(_));
    let is_rim = matches!(figure, Figure::QueenRim(_));
    stamps.iter().any(|stamp| stamp.figure == figure || is_rim && is_queen(stamp))
}

/// Whether a figure comes to a square that had these: lines are always drawn again.
fn comes(before: &[Stamp], figure: Figure) -> bool {
    match Transition::of(figure).way {
        Some(Way::Line(_)) => true,
        Some(Way::Pose(_) | Way::Sweep) | None => !has(before, figure),
    }
}

/// What becomes of the shapes of a square from one state to another.
#[derive(Debug)]
pub struct FigureChanges {
    /// Those of the state before that are seen, with their indices.
    before: Vec<(usize, Leaving)>,
    /// Those of the state now.
    now: Vec<Entering>,
}

/// What becomes of a shape of the state before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaving {
    /// It is there until the square gets its new paper.
    WithPaper,
    /// It is gone at once.
    AtOnce,
    /// It is there until the square gets its new paper, and fades.
    Fades,
}

/// How a shape of the state now comes to its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entering {
    /// With the new paper, as a whole.
    WithPaper,
    /// Little by little.
    Appears(Way),
    /// As a whole or little by little, until the time of the figures is over.
    Passes(Option<Pose>),
    /// Later, with what lies over the square: as a whole, or little by little.
    Over(Option<Pose>),
}

impl SquareStyle {
    /// What becomes of each shape of a square whose queens settle or not.
    pub fn changes(&self, ground: Ground, [before, now]: [SquareState; 2], settles: bool) -> FigureChanges {
        let [mut before, layers] = [before, now].map(|state| self.looks(ground, state));
        // Each begins with its paper.
        let size = |layers: &[SquareLook]| layers.iter().map(|layer| 1 + layer.stamps.len()).sum::<usize>();
        let seen = before.pop().expect("a square has a look");
        // Of what is seen one after the other, what comes first.
        let first = &layers[layers.len().saturating_sub(2)].stamps;
        let leaving = seen.stamps.iter().map(|stamp| {
            let stays = has(first, stamp.figure);
            if stays { Leaving::WithPaper } else { Transition::of(stamp.figure).leaving }
        });
        let leaving = (size(&before)..).zip([Leaving::WithPaper].into_iter().chain(leaving)).collect();
        let way = |stamp: &Stamp| {
            let way = Transition::of(stamp.figure).way(settles);
            way.filter(|_| comes(&seen.stamps, stamp.figure))
        };
        let pose = |stamp: &Stamp| match way(stamp) {
            Some(Way::Pose(pose)) => Some(pose),
            Some(Way::Sweep | Way::Line(_)) | None => None,
        };
        let over = |stamp: &Stamp| Transition::of(stamp.figure).pose_over();
        let entering = |layer: usize, stamp: Option<&Stamp>| match (layer, layers.len()) {
            (1, 3) => Entering::Passes(stamp.and_then(pose)),
            // What is placed covers the square itself.
            (0, 3) => Entering::WithPaper,
            (0, _) => stamp.and_then(way).map_or(Entering::WithPaper, Entering::Appears),
            (_, _) => Entering::Over(stamp.and_then(over)),
        };
        let now = layers.iter().enumerate().flat_map(|(index, layer)| {
            let stamps = layer.stamps.iter().map(Some);
            [None].into_iter().chain(stamps).map(move |stamp| entering(index, stamp))
        });
        FigureChanges { before: leaving, now: now.collect() }
    }

    /// The indices of the shapes of its queen.
    pub fn queen(&self, ground: Ground, state: SquareState) -> Vec<usize> {
        let looks = self.looks(ground, state).into_iter();
        let figures = looks.flat_map(|look| [None].into_iter().chain(look.stamps.into_iter().map(Some)));
        let is_queen = |stamp: &Stamp| Transition::of(stamp.figure) == Transition::QUEEN;
        figures
            .enumerate()
            .filter(|(_, stamp)| stamp.as_ref().is_some_and(is_queen))
            .map(|(at, _)| at)
            .collect()
    }
}

impl FigureChanges {
    /// What of the square moves.
    pub fn parts(&self) -> MovingParts {
        let leaves = self.before.iter().any(|(_, leaving)| *leaving == Leaving::Fades);
        let mut parts = MovingParts { figures: leaves, line: false, over: false, only_leaves: leaves };
        for entering in &self.now {
            match entering {
                Entering::Appears(Way::Line(_)) => parts.line = true,
                Entering::Appears(Way::Pose(_) | Way::Sweep) | Entering::Passes(Some(_)) => {
                    (parts.figures, parts.only_leaves) = (true, false);
                }
                Entering::Over(_) => parts.over = true,
                Entering::WithPaper | Entering::Passes(None) => {}
            }
        }
        parts
    }

    /// The moves of the square at these times.
    pub fn moves(&self, timing: &SquareTiming) -> Vec<Move> {
        let SquareTiming { turn, figures, line: (line, piece), settles: _, over } = *timing;
        let mut moves = Vec::new();
        let mut add =
            |drawing, shape, (course, span)| moves.extend(Move::new(drawing, BOARD, shape, course, span));
        let stays = (Course::Stays, Span::until(turn));
        if self.before.iter().any(|(_, leaving)| *leaving == Leaving::AtOnce) {
            let stay = self.before.iter().filter(|(_, leaving)| *leaving != Leaving::AtOnce);
            stay.for_each(|(shape, _)| add(Moving::Under, Some(*shape), stays));
        } else {
            add(Moving::Under, None, stays);
        }
        add(Moving::Now, None, (Course::Waits, Span::until(turn)));
        for (shape, entering) in self.now.iter().enumerate() {
            let (drawing, motion) = match *entering {
                Entering::WithPaper => continue,
                Entering::Appears(Way::Line(segment)) => {
                    let (direction, _) = segment.reach(0.0);
                    (Moving::Now, Course::along(Edges::ahead(direction), piece, line, true))
                }
                Entering::Appears(Way::Pose(pose)) => (Moving::Now, (Course::Comes(pose), figures)),
                Entering::Appears(Way::Sweep) => (Moving::Now, (Course::Sweep, figures)),
                Entering::Passes(Some(pose)) => (Moving::Passing, (Course::Comes(pose), figures)),
                Entering::Passes(None) => (Moving::Passing, (Course::Stays, Span::until(figures.end()))),
                // A picture of that moment is still without it.
                Entering::Over(None) => (Moving::Now, (Course::Waits, Span::until(over.start.next_up()))),
                Entering::Over(Some(pose)) => (Moving::Now, (Course::Comes(pose), over)),
            };
            add(drawing, Some(shape), motion);
        }
        for (shape, _) in self.before.iter().filter(|(_, leaving)| *leaving == Leaving::Fades) {
            add(Moving::Over, Some(*shape), (Course::Goes, figures));
        }
        moves
    }
}
