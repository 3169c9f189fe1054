//! What squares look like between two states.

use crate::page::attack_segment::AttackSegment;
use crate::page::between::{Share, SquarePhase};
use crate::page::figure::Figure;
use crate::picture::Rgb;

use super::look::{DEAD_END_FRAME, SquareStyle, Stamp};
use super::{Ground, SquareState};

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
const SETTLES_FROM: u8 = 85;
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
enum Transition {
    /// It is there or not.
    AtOnce,
    /// It fades in, growing if it settles, and out.
    Queen,
    /// It is there at once, under what leaves the square, and fades out.
    FadesOut,
    /// It fades in, and is gone at once: what goes around several squares is one figure, while each of them
    /// has its time for all else.
    FadesIn,
    /// It goes round from the top.
    Sweeps,
    /// It grows from this many hundredths of its size.
    Grows(u8),
    /// It is drawn in its direction.
    Line(AttackSegment),
}

impl Transition {
    const fn of(figure: Figure) -> Self {
        match figure {
            Figure::Queen(_) | Figure::QueenRim(_) => Self::Queen,
            Figure::Outline(_) => Self::FadesOut,
            Figure::Ring | Figure::SmallRing => Self::Sweeps,
            Figure::Cross => Self::Grows(STRIKES_FROM),
            Figure::Disc | Figure::Tick => Self::Grows(0),
            Figure::Segment(segment, ..) | Figure::Casing(segment, ..) => Self::Line(segment),
            Figure::Edges(.., DEAD_END_FRAME) => Self::FadesIn,
            Figure::Frame(..)
            | Figure::BrokenFrame(..)
            | Figure::Edges(..)
            | Figure::Grid(..)
            | Figure::Brackets(..)
            | Figure::Dot
            | Figure::SpeckHalo
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
            | Figure::Count(..) => Self::AtOnce,
        }
    }

    /// How the figure appears; `None` if it is there at once.
    const fn way(self, settles: bool) -> Option<Way> {
        Some(match self {
            Self::AtOnce | Self::FadesOut => return None,
            Self::Queen if settles => Way::Pose(Pose { ink: Ink::FadesEarly, percent: SETTLES_FROM }),
            Self::Queen | Self::FadesIn => Way::Pose(Pose::FADED),
            Self::Grows(from) => Way::Pose(Pose { ink: Ink::Whole, percent: from }),
            Self::Sweeps => Way::Sweep,
            Self::Line(segment) => Way::Line(segment),
        })
    }

    /// Whether the figure fades when it disappears; others are gone at once.
    const fn fades(self) -> bool {
        match self {
            Self::Queen | Self::FadesOut => true,
            Self::AtOnce | Self::FadesIn | Self::Sweeps | Self::Grows(_) | Self::Line(_) => false,
        }
    }

    /// Whether the figure appears while the figures of its square do.
    const fn appears(self) -> bool {
        match self {
            Self::Queen | Self::FadesIn | Self::Sweeps | Self::Grows(_) => true,
            Self::AtOnce | Self::FadesOut | Self::Line(_) => false,
        }
    }

    /// Whether the figure is there until its square gets its new paper; `queen` says whether one appears before
    /// that, which is not drawn over the sign of her square, and `returns` whether the figure is there now.
    const fn stays(self, queen: bool, returns: bool) -> bool {
        match self {
            Self::Line(_) | Self::FadesIn => returns,
            Self::Sweeps | Self::Grows(_) => !queen,
            Self::AtOnce | Self::Queen | Self::FadesOut => true,
        }
    }

    /// Whether the figure may appear before its square gets its new paper.
    const fn is_early(self) -> bool {
        match self {
            Self::Queen | Self::Line(_) => true,
            Self::AtOnce | Self::FadesOut | Self::FadesIn | Self::Sweeps | Self::Grows(_) => false,
        }
    }
}

/// A figure that appears, as far as it has come.
fn entering(stamp: Stamp, phase: SquarePhase) -> Option<MovingStamp> {
    let share = phase.figures;
    let still = MovingStamp::still(stamp);
    Some(match Transition::of(stamp.figure).way(phase.settles) {
        None => still,
        Some(Way::Pose(Pose { ink: Ink::Whole, .. })) if share == Share::NONE => return None,
        Some(Way::Pose(pose)) => MovingStamp::posed(stamp, pose, share),
        Some(Way::Sweep) => MovingStamp { extent: Extent::Clockwise(share), ..still },
        Some(Way::Line(segment)) => MovingStamp { extent: Extent::Along(segment, phase.line), ..still },
    })
}

/// A figure that fades, as far as it has come.
fn leaving(stamp: Stamp, phase: SquarePhase) -> MovingStamp {
    MovingStamp::posed(stamp, Pose::FADED, phase.figures.rest())
}

/// Whether one of these has a figure.
fn has(stamps: &[Stamp], figure: Figure) -> bool {
    stamps.iter().any(|stamp| stamp.figure == figure)
}

/// What becomes of the figures of a square from one state to another, each list in the order of the figures
/// of its look.
#[derive(Debug)]
pub(crate) struct FigureChanges {
    /// The figures of the state before.
    pub before: Vec<Leaving>,
    /// The figures of the state now.
    pub now: Vec<Entering>,
}

/// What becomes of a figure of the state before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// It is there until the square gets its new paper.
    WithPaper,
    /// It is gone at once.
    AtOnce,
    /// It is there until the square gets its new paper, and fades.
    Fades,
}

/// How a figure of the state now comes to its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entering {
    /// With the new paper, as a whole.
    WithPaper,
    /// Little by little; if it is early, not only on the new paper.
    Appears { way: Way, early: bool },
}

/// What of a square moves between two states; all else turns at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves {
    /// Whether queens or signs appear or disappear little by little.
    pub figures: bool,
    /// Whether the piece of a line appears.
    pub line: bool,
    /// Whether figures disappear little by little, and none appears so.
    pub only_leaves: bool,
}

impl SquareStyle {
    /// What of a square moves between two states.
    pub fn moves(&self, ground: Ground, before: SquareState, now: SquareState) -> Moves {
        let [before, now] = [before, now].map(|state| self.look(ground, state).stamps);
        let appear =
            now.iter().filter(|stamp| !has(&before, stamp.figure)).map(|stamp| Transition::of(stamp.figure));
        let mut leave =
            before.iter().filter(|stamp| !has(&now, stamp.figure)).map(|stamp| Transition::of(stamp.figure));
        let is_line = |transition: Transition| matches!(transition, Transition::Line(_));
        let (appears, leaves) = (appear.clone().any(Transition::appears), leave.any(Transition::fades));
        Moves {
            figures: appears || leaves,
            line: appear.clone().any(is_line),
            only_leaves: leaves && !appears,
        }
    }

    /// The figures of its queen, each drawn over those before, with their indices among all figures.
    pub(crate) fn queen(
        &self,
        ground: Ground,
        state: SquareState,
    ) -> impl Iterator<Item = (usize, Stamp)> + use<> {
        let stamps = self.look(ground, state).stamps.into_iter().enumerate();
        stamps.filter(|(_, stamp)| Transition::of(stamp.figure) == Transition::Queen)
    }

    /// What becomes of each figure of a square whose queens settle or not: what
    /// [`look_between`](Self::look_between) shows over time.
    pub(crate) fn figure_changes(
        &self,
        ground: Ground,
        [before, now]: [SquareState; 2],
        settles: bool,
    ) -> FigureChanges {
        let [before, now] = [before, now].map(|state| self.look(ground, state).stamps);
        let appears = |stamp: &&Stamp| !has(&before, stamp.figure);
        let has_queen =
            now.iter().filter(appears).any(|stamp| Transition::of(stamp.figure) == Transition::Queen);
        let leaving = before.iter().map(|stamp| {
            let transition = Transition::of(stamp.figure);
            if transition.fades() && !has(&now, stamp.figure) {
                Leaving::Fades
            } else if !transition.stays(has_queen, has(&now, stamp.figure)) {
                Leaving::AtOnce
            } else {
                Leaving::WithPaper
            }
        });
        let entering = now.iter().map(|stamp| {
            let transition = Transition::of(stamp.figure);
            match transition.way(settles).filter(|_| appears(&stamp)) {
                Some(way) => Entering::Appears { way, early: transition.is_early() },
                None => Entering::WithPaper,
            }
        });
        FigureChanges { before: leaving.collect(), now: entering.collect() }
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
        let [before, now] = [before, now].map(|state| self.look(ground, state));
        if !phase.turned {
            let is_early =
                |stamp: &Stamp| Transition::of(stamp.figure).is_early() && !has(&before.stamps, stamp.figure);
            let early: Vec<Stamp> = now.stamps.iter().copied().filter(is_early).collect();
            let has_queen = early.iter().any(|stamp| Transition::of(stamp.figure) == Transition::Queen);
            let returns = |stamp: &Stamp| has(&now.stamps, stamp.figure);
            let stays = |stamp: &Stamp| Transition::of(stamp.figure).stays(has_queen, returns(stamp));
            let still = before.stamps.iter().copied().filter(stays).map(MovingStamp::still);
            let early = early.iter().filter_map(|stamp| entering(*stamp, phase));
            return (before.paper, still.chain(early).collect());
        }
        // A figure that stays may change its colour with its paper.
        let appearing = now.stamps.iter().copied().filter_map(|stamp| {
            if has(&before.stamps, stamp.figure) {
                Some(MovingStamp::still(stamp))
            } else {
                entering(stamp, phase)
            }
        });
        let leaves = |stamp: &Stamp| Transition::of(stamp.figure).fades() && !has(&now.stamps, stamp.figure);
        let fading = before.stamps.iter().copied().filter(leaves);
        let fading = fading.map(|stamp| leaving(stamp, phase));
        (now.paper, appearing.chain(fading).collect())
    }
}
