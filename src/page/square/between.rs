//! What squares look like between two states.

use crate::page::attack_segment::AttackSegment;
use crate::page::between::{Over, Share, SquarePhase};
use crate::page::element::Element;
use crate::page::figure::Figure;
use crate::picture::Rgb;

use super::ground::Ground;
use super::look::SquareLook;
use super::stamp::{DEAD_END_FRAME, Stamp};
use super::state::SquareState;
use super::style::SquareStyle;

/// A figure that appears or disappears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingStamp {
    /// The figure, its place and its colour.
    pub stamp: Stamp,
    /// How much of the ink there is.
    pub strength: Share,
    /// Its size in hundredths of its whole size.
    pub percent: u8,
    /// Which part of it is there.
    pub extent: Extent,
}

/// Which part of a figure is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    All,
    /// What lies clockwise of twelve o'clock, up to this share of the circle.
    Clockwise(Share),
    /// A piece of a line, up to this share of the way that it goes on the square.
    Along(AttackSegment, Share),
}

impl MovingStamp {
    /// A figure as it is in a state.
    const fn still(stamp: Stamp) -> Self {
        Self { stamp, strength: Share::WHOLE, percent: 100, extent: Extent::All }
    }

    /// A figure of which this share is there.
    fn posed(stamp: Stamp, pose: Pose, share: Share) -> Self {
        let (strength, percent) = pose.at(share.value());
        Self { strength: Share::of(strength), percent: percent.round() as u8, ..Self::still(stamp) }
    }
}

/// How a figure appears at first, or disappears at last, that fades or grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pose {
    /// How its ink appears.
    pub ink: Ink,
    /// Its size in hundredths of its whole size.
    pub percent: u8,
}

/// How the ink of a figure appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// All at once.
    Whole,
    /// As the figure comes to its place.
    Fades,
    /// All of it before the figure has its whole size: it lands, and does not only appear.
    FadesEarly,
}

impl Pose {
    /// Nothing of it, in its place.
    pub const FADED: Self = Self { ink: Ink::Fades, percent: 100 };

    /// A queen that settles.
    const SETTLING: Self = Self { ink: Ink::FadesEarly, percent: SETTLES_FROM };

    /// All of its ink, in a part of its size.
    const fn whole(percent: u8) -> Self {
        Self { ink: Ink::Whole, percent }
    }

    /// A figure that has come this share of its way from the pose, from 0 to 1: how much of its ink there is,
    /// from 0 to 1, and its size in hundredths.
    pub fn at(self, share: f32) -> (f32, f32) {
        let ink = match self.ink {
            Ink::Whole => 1.0,
            Ink::Fades => share,
            Ink::FadesEarly => (INK_BEFORE_SIZE * share).min(1.0),
        };
        let percent = f32::from(self.percent);
        (ink, percent + (100.0 - percent) * share)
    }
}

/// Hundredths of its size from which a queen settles, and from which a cross strikes in.
const SETTLES_FROM: u8 = 78;
const STRIKES_FROM: u8 = 60;

/// How much faster ink appears that is there early.
const INK_BEFORE_SIZE: f32 = 1.5;

/// How a figure appears little by little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
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
        if settles && self == Self::QUEEN { Some(Way::Pose(Pose::SETTLING)) } else { self.way }
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

/// A figure that comes from a pose; nothing before it begins, if it has all of its ink from the beginning.
fn posed(stamp: Stamp, pose: Pose, share: Share) -> Option<MovingStamp> {
    (pose.ink != Ink::Whole || share > Share::NONE).then(|| MovingStamp::posed(stamp, pose, share))
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

/// Of what is seen on a square one after the other, what comes first.
fn first<T>(layers: &[T]) -> &T {
    &layers[layers.len().saturating_sub(2)]
}

/// What becomes of the elements of a square from one state to another.
#[derive(Debug)]
pub(crate) struct FigureChanges {
    /// Those of the state before that are seen, with their indices.
    pub before: Vec<(usize, Leaving)>,
    /// Those of the state now, of what is seen one after the other: each begins with its paper.
    pub now: Vec<Vec<Entering>>,
}

/// What becomes of an element of the state before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// It is there until the square gets its new paper.
    WithPaper,
    /// It is gone at once.
    AtOnce,
    /// It is there until the square gets its new paper, and fades.
    Fades,
}

/// How an element of the state now comes to its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entering {
    /// With the new paper, as a whole.
    WithPaper,
    /// Little by little.
    Appears(Way),
    /// As a whole or little by little, until the time of the figures is over.
    Passes(Option<Pose>),
    /// Later, with what lies over the square: as a whole, or little by little.
    Over(Option<Pose>),
}

/// What of a square moves between two states; all else turns at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each part of it moves or not")]
pub struct Moves {
    /// Whether queens or signs appear or disappear little by little.
    pub figures: bool,
    /// Whether the piece of a line appears.
    pub line: bool,
    /// Whether something comes over the square as it is at first.
    pub over: bool,
    /// Whether figures disappear little by little, and none appears so.
    pub only_leaves: bool,
}

impl SquareStyle {
    /// What a square looks like one after the other in a state, each over those before.
    pub fn layers(&self, ground: Ground, state: SquareState) -> Vec<SquareLook> {
        state.layers().into_iter().map(|layer| self.look(ground, layer)).collect()
    }

    /// All that is seen of a square one after the other in a state, each over those before.
    pub(in crate::page) fn layered_elements<'a>(
        &self,
        corner: (u32, u32),
        ground: Ground,
        state: SquareState,
    ) -> impl Iterator<Item = Element<'a>> {
        state.layers().into_iter().flat_map(move |layer| self.elements(corner, ground, layer))
    }

    /// What of a square moves between two states.
    pub fn moves(&self, ground: Ground, before: SquareState, now: SquareState) -> Moves {
        let FigureChanges { before, now } = self.figure_changes(ground, [before, now], false);
        let leaves = before.iter().any(|(_, leaving)| *leaving == Leaving::Fades);
        let mut moves = Moves { figures: leaves, line: false, over: false, only_leaves: leaves };
        for entering in now.into_iter().flatten() {
            match entering {
                Entering::Appears(Way::Line(_)) => moves.line = true,
                Entering::Appears(Way::Pose(_) | Way::Sweep) | Entering::Passes(Some(_)) => {
                    (moves.figures, moves.only_leaves) = (true, false);
                }
                Entering::Over(_) => moves.over = true,
                Entering::WithPaper | Entering::Passes(None) => {}
            }
        }
        moves
    }

    /// The figures of its queen, each drawn over those before, with their indices among all figures.
    pub(crate) fn queen(
        &self,
        ground: Ground,
        state: SquareState,
    ) -> impl Iterator<Item = (usize, Stamp)> + use<> {
        let stamps = self.look(ground, state).stamps.into_iter().enumerate();
        stamps.filter(|(_, stamp)| Transition::of(stamp.figure) == Transition::QUEEN)
    }

    /// What becomes of each element of a square whose queens settle or not: what
    /// [`look_between`](Self::look_between) shows over time.
    pub(crate) fn figure_changes(
        &self,
        ground: Ground,
        [before, now]: [SquareState; 2],
        settles: bool,
    ) -> FigureChanges {
        let [mut before, layers] = [before, now].map(|state| self.layers(ground, state));
        // Each begins with its paper.
        let size = |layers: &[SquareLook]| layers.iter().map(|layer| 1 + layer.stamps.len()).sum::<usize>();
        let (seen, first) = (before.pop().expect("a square has a look"), &first(&layers).stamps);
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
        let now = layers.iter().enumerate().map(|(index, layer)| {
            let stamps = layer.stamps.iter().map(Some);
            [None].into_iter().chain(stamps).map(|stamp| entering(index, stamp)).collect()
        });
        FigureChanges { before: leaving, now: now.collect() }
    }

    /// What a square looks like on its way from one state to another: the colour under everything, and its
    /// figures, each drawn over those before. Figures are those of the two states.
    pub fn look_between(
        &self,
        ground: Ground,
        before: SquareState,
        now: SquareState,
        phase: SquarePhase,
    ) -> (Rgb, Vec<MovingStamp>) {
        let mut changes = self.figure_changes(ground, [before, now], phase.settles);
        let (before, mut layers) = (self.look(ground, before), self.layers(ground, now));
        // Each look begins with its paper.
        let leaving = before.stamps.iter().copied().zip(changes.before.into_iter().skip(1));
        let leaving = leaving.map(|(stamp, (_, leaving))| (stamp, leaving));
        if !phase.turned {
            let still = leaving.filter(|(_, leaving)| *leaving != Leaving::AtOnce);
            return (before.paper, still.map(|(stamp, _)| MovingStamp::still(stamp)).collect());
        }
        let fading = leaving.filter(|(_, leaving)| *leaving == Leaving::Fades);
        let fading = fading.map(|(stamp, _)| MovingStamp::posed(stamp, Pose::FADED, phase.figures.rest()));
        let (seen, share) = match phase.over {
            Over::All(share) => (layers.len() - 1, share),
            Over::Placed => (layers.len().saturating_sub(2), Share::NONE),
            Over::Nothing => (0, Share::NONE),
        };
        let SquareLook { paper, stamps } = layers.swap_remove(seen);
        let appearing = stamps.into_iter().zip(changes.now.swap_remove(seen).into_iter().skip(1));
        let appearing = appearing.filter_map(|(stamp, entering)| {
            let still = MovingStamp::still(stamp);
            Some(match entering {
                // A figure that stays may change its colour with its paper.
                Entering::WithPaper | Entering::Passes(None) | Entering::Over(None) => still,
                Entering::Appears(Way::Pose(pose)) | Entering::Passes(Some(pose)) => {
                    return posed(stamp, pose, phase.figures);
                }
                Entering::Appears(Way::Sweep) => {
                    MovingStamp { extent: Extent::Clockwise(phase.figures), ..still }
                }
                Entering::Appears(Way::Line(segment)) => {
                    MovingStamp { extent: Extent::Along(segment, phase.line), ..still }
                }
                Entering::Over(Some(pose)) => return posed(stamp, pose, share),
            })
        });
        (paper, appearing.chain(fading).collect())
    }
}
