//! How the shapes of a square move when its state changes.

use crate::motion::{LineTiming, MovingParts, Span, SquareTiming};
use crate::page::figure::{Edges, Figure};
use crate::page::moves::{Course, Ink, Move, Moving, Pose};
use crate::page::scene::BOARD;
use crate::record::AttackSegment;

use super::stamps::DEAD_END_FRAME;
use super::state::SquareState;
use super::{Ground, SquareLook, SquareStyle};

/// A placed queen starts at 78 % of its size and grows into place.
const SETTLING: Pose = Pose { ink: Ink::FadesEarly, percent: 78 };

/// A cross starts at this percentage of its size.
const STRIKES_FROM: u8 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The shape fades in or grows.
    Pose(Pose),
    /// The shape is drawn clockwise from twelve o'clock.
    Sweep,
    Line(AttackSegment),
}

impl Way {
    const fn pose(self) -> Option<Pose> {
        if let Self::Pose(pose) = self { Some(pose) } else { None }
    }
}

/// How a shape appears (`None`: at once), and how it disappears if the new state does not have it.
type Transition = (Option<Way>, Leaving);

const QUEEN: Transition = (Some(Way::Pose(Pose::FADED)), Leaving::Fades);

const fn transition(figure: Option<Figure>) -> Transition {
    let Some(figure) = figure else { return (None, Leaving::WithPaper) };
    match figure {
        Figure::Queen(_) | Figure::QueenRim(_) => QUEEN,
        // The outline of a removed queen appears at once, below the shapes that fade out.
        Figure::Outline(_) => (None, Leaving::Fades),
        Figure::Ring | Figure::SmallRing => (Some(Way::Sweep), Leaving::WithPaper),
        Figure::Cross => (Some(Way::Pose(Pose::whole(STRIKES_FROM))), Leaving::WithPaper),
        Figure::Disc | Figure::Tick => (Some(Way::Pose(Pose::whole(0))), Leaving::WithPaper),
        Figure::Segment(segment, _) | Figure::Casing(segment, _) => {
            (Some(Way::Line(segment)), Leaving::AtOnce)
        }
        // The frame of a dead end surrounds several squares, which have their own timings: it disappears at once.
        Figure::Edges(.., DEAD_END_FRAME) => (Some(Way::Pose(Pose::FADED)), Leaving::AtOnce),
        Figure::Frame(..)
        | Figure::BrokenFrame(_)
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
        | Figure::Hatching(_)
        | Figure::CrossHatching(_)
        | Figure::Pin
        | Figure::RestartArrow
        | Figure::Forward
        | Figure::Row(_)
        | Figure::Column(..)
        | Figure::Count(..) => (None, Leaving::WithPaper),
    }
}

/// Whether a look has a figure; `None` means the background. Where there is a queen, a rim counts as present.
fn has(look: &SquareLook, figure: Option<Figure>) -> bool {
    let is_rim = matches!(figure, Some(Figure::QueenRim(_)));
    look.figures().any(|other| other == figure || is_rim && matches!(other, Some(Figure::Queen(_))))
}

/// How each shape of a square appears or disappears between two states.
pub struct FigureChanges {
    /// The indices of the visible shapes of the previous state, and how each disappears.
    before: Vec<(usize, Leaving)>,
    /// How each shape of the current state appears.
    now: Vec<Entering>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaving {
    /// Stays until the square gets its new background, then disappears.
    WithPaper,
    AtOnce,
    /// Stays until the square gets its new background, and fades out.
    Fades,
}

/// How a shape of the current state appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entering {
    /// Appears with the new background.
    WithPaper,
    /// Appears gradually.
    Appears(Way),
    /// Appears at once or from a pose, and stays until the time of the figures ends.
    Passes(Option<Pose>),
    /// Appears in the last layer, which covers the earlier layers: at once or from a pose.
    Over(Option<Pose>),
}

impl SquareStyle {
    /// Determines how shapes appear and disappear. `settles`: whether a queen that appears grows into place.
    pub fn changes(&self, ground: Ground, [before, now]: [SquareState; 2], settles: bool) -> FigureChanges {
        let is_again = before.again != now.again;
        let [mut before, layers] = [before, now].map(|state| self.looks(ground, state));
        let seen = before.pop().expect("a square has a look");
        // The last layer but one, or the only layer.
        let first = &layers[layers.len().saturating_sub(2)];
        let leaves = |figure| if has(first, figure) { Leaving::WithPaper } else { transition(figure).1 };
        let covered = before.iter().flat_map(SquareLook::figures).count();
        let before = (covered..).zip(seen.figures().map(leaves)).collect();
        let way = |figure| {
            let usual = transition(figure);
            let way = if settles && usual == QUEEN { Some(Way::Pose(SETTLING)) } else { usual.0 };
            // The attack line of a new step is drawn again, even if the previous state has an equal one.
            way.filter(|way| is_again && matches!(way, Way::Line(_)) || !has(&seen, figure))
        };
        let over = |figure| transition(figure).0.and_then(Way::pose).filter(|pose| pose.ink == Ink::Whole);
        let entering = |layer: usize, figure| match (layer, layers.len()) {
            (1, 3) => Entering::Passes(way(figure).and_then(Way::pose)),
            // The layer of the placed queen covers this cleared square at once.
            (0, 3) => Entering::WithPaper,
            (0, _) => way(figure).map_or(Entering::WithPaper, Entering::Appears),
            (_, _) => Entering::Over(over(figure)),
        };
        let now = layers.iter().enumerate();
        let now = now.flat_map(|(index, layer)| layer.figures().map(move |figure| entering(index, figure)));
        FigureChanges { before, now: now.collect() }
    }

    pub fn queen(&self, ground: Ground, state: SquareState) -> Vec<usize> {
        let looks = self.looks(ground, state);
        let figures = looks.iter().flat_map(SquareLook::figures).enumerate();
        figures.filter(|(_, figure)| transition(*figure) == QUEEN).map(|(at, _)| at).collect()
    }
}

impl FigureChanges {
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

    pub fn moves(&self, timing: &SquareTiming) -> Vec<Move> {
        let SquareTiming { turn, figures, over, .. } = *timing;
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
                    let LineTiming { line, shares, .. } = timing.line(segment);
                    (Moving::Now, Course::along(Edges::ahead(direction), shares, line, true))
                }
                Entering::Appears(Way::Pose(pose)) => (Moving::Now, (Course::Comes(pose), figures)),
                Entering::Appears(Way::Sweep) => (Moving::Now, (Course::Sweep, figures)),
                Entering::Passes(Some(pose)) => (Moving::Passing, (Course::Comes(pose), figures)),
                Entering::Passes(None) => (Moving::Passing, (Course::Stays, Span::until(figures.end()))),
                // `next_up`: a picture exactly at the start does not show the shape yet.
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
