//! What squares look like between two states.

use crate::page::attack_segment::AttackSegment;
use crate::page::between::{Share, SquarePhase};
use crate::page::figure::Figure;
use crate::picture::Rgb;

use super::look::{SquareStyle, Stamp};
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
    /// How far it is above its place, in hundredths of a square.
    pub raised: u8,
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
        Self { stamp, strength: Share::WHOLE, percent: 100, raised: 0, extent: Extent::All }
    }

    const fn faded(stamp: Stamp, strength: Share) -> Self {
        Self { strength, ..Self::still(stamp) }
    }

    fn grown(stamp: Stamp, from: u8, share: Share) -> Self {
        let percent = from + (f32::from(100 - from) * share.value()).round() as u8;
        Self { percent, ..Self::still(stamp) }
    }
}

/// Hundredths of its size from which a queen settles, and from which a cross strikes in.
const SETTLES_FROM: u8 = 85;
const STRIKES_FROM: u8 = 60;

/// How far a queen is lifted, in hundredths of a square.
const LIFTED: f32 = 8.0;

/// How a figure appears and disappears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transition {
    /// It is there or not.
    AtOnce,
    /// It fades in, growing if it settles, and out.
    Queen,
    /// It fades in and out.
    Fades,
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
            Figure::Outline(_) => Self::Fades,
            Figure::Ring | Figure::SmallRing => Self::Sweeps,
            Figure::Cross => Self::Grows(STRIKES_FROM),
            Figure::Disc | Figure::Tick => Self::Grows(0),
            Figure::Segment(segment, ..) | Figure::Casing(segment, ..) => Self::Line(segment),
            Figure::Frame(..)
            | Figure::BrokenFrame(..)
            | Figure::Edges(..)
            | Figure::Grid(..)
            | Figure::Brackets(..)
            | Figure::Speck
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

    /// Whether the figure fades when it disappears; others are gone at once.
    const fn fades(self) -> bool {
        match self {
            Self::Queen | Self::Fades => true,
            Self::AtOnce | Self::Sweeps | Self::Grows(_) | Self::Line(_) => false,
        }
    }

    /// Whether the figure appears while the figures of its square do.
    const fn appears(self) -> bool {
        match self {
            Self::Queen | Self::Fades | Self::Sweeps | Self::Grows(_) => true,
            Self::AtOnce | Self::Line(_) => false,
        }
    }

    /// Whether the figure says what was found out of a square.
    const fn is_sign(self) -> bool {
        match self {
            Self::Sweeps | Self::Grows(_) => true,
            Self::AtOnce | Self::Queen | Self::Fades | Self::Line(_) => false,
        }
    }

    /// Whether the figure may appear before its square gets its new paper.
    const fn is_early(self) -> bool {
        match self {
            Self::Queen | Self::Line(_) => true,
            Self::AtOnce | Self::Fades | Self::Sweeps | Self::Grows(_) => false,
        }
    }
}

/// A figure that appears, as far as it has come.
fn entering(stamp: Stamp, phase: SquarePhase) -> Option<MovingStamp> {
    let share = phase.figures;
    let still = MovingStamp::still(stamp);
    Some(match Transition::of(stamp.figure) {
        Transition::AtOnce => still,
        Transition::Queen if phase.settles => {
            MovingStamp { strength: share, ..MovingStamp::grown(stamp, SETTLES_FROM, share) }
        }
        Transition::Queen | Transition::Fades => MovingStamp::faded(stamp, share),
        Transition::Sweeps => MovingStamp { extent: Extent::Clockwise(share), ..still },
        Transition::Grows(_) if share == Share::NONE => return None,
        Transition::Grows(from) => MovingStamp::grown(stamp, from, share),
        Transition::Line(segment) => MovingStamp { extent: Extent::Along(segment, phase.line), ..still },
    })
}

/// A figure that fades, as far as it has come.
fn leaving(stamp: Stamp, phase: SquarePhase) -> MovingStamp {
    let lifts = phase.settles && Transition::of(stamp.figure) == Transition::Queen;
    let raised = if lifts { (LIFTED * phase.figures.value()).round() as u8 } else { 0 };
    MovingStamp { raised, ..MovingStamp::faded(stamp, phase.figures.rest()) }
}

/// Whether one of these has a figure.
fn has(stamps: &[Stamp], figure: Figure) -> bool {
    stamps.iter().any(|stamp| stamp.figure == figure)
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

    /// The figures of its queen, each drawn over those before.
    pub(crate) fn queen(&self, ground: Ground, state: SquareState) -> impl Iterator<Item = Stamp> + use<> {
        let stamps = self.look(ground, state).stamps.into_iter();
        stamps.filter(|stamp| Transition::of(stamp.figure) == Transition::Queen)
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
            // A queen is not drawn over the sign of her square.
            let stays = |stamp: &Stamp| !has_queen || !Transition::of(stamp.figure).is_sign();
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
