//! What a page shows between two frames: how far each part has come that moves.

use crate::picture::Rect;

use super::cell::CellSlot;
use super::element::Element;
use super::slot::{NodeSlot, NodeState, SlotChange, TreeStyle};
use super::square::{SquareSlot, SquareState};

/// How far something has come from its state before a step to its state now, in few steps, so that pictures
/// repeat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u8);

impl Share {
    /// The number of steps.
    pub const STEPS: u8 = 8;

    /// As before the step.
    pub const NONE: Self = Self(0);

    /// As it is now.
    pub const WHOLE: Self = Self(Self::STEPS);

    /// The greatest up to a number from 0 to 1: nothing is complete before its time.
    pub fn of(share: f32) -> Self {
        Self((share.clamp(0.0, 1.0) * f32::from(Self::STEPS)) as u8)
    }

    /// As a number from 0 to 1.
    pub fn value(self) -> f32 {
        f32::from(self.0) / f32::from(Self::STEPS)
    }

    /// The steps so far.
    pub(crate) const fn steps(self) -> u8 {
        self.0
    }

    /// What is left to go.
    pub(super) const fn rest(self) -> Self {
        Self(Self::STEPS - self.0)
    }
}

/// How far a square has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquarePhase {
    /// Whether it has the paper and the marks of the state now.
    pub turned: bool,
    /// The queens and signs that appear or disappear.
    pub figures: Share,
    /// The piece of an attack's line that appears.
    pub line: Share,
    /// Whether a queen that appears grows to its size.
    pub settles: bool,
    /// What lies over the square as it is at first.
    pub over: Over,
}

/// What of a square is seen that comes later than the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Over {
    /// Nothing.
    Nothing,
    /// A queen as one that is placed, where it completes a solution.
    Placed,
    /// All, with this share of its signs.
    All(Share),
}

impl SquarePhase {
    /// The phase in which a square looks as it does now.
    pub const DONE: Self = Self {
        turned: true,
        figures: Share::WHOLE,
        line: Share::WHOLE,
        settles: false,
        over: Over::All(Share::WHOLE),
    };
}

/// A queen on its way to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glide {
    /// The index of that square's slot.
    pub to: usize,
    /// The upper left corner of the square that it covers on its way, in pixels.
    pub corner: (u32, u32),
}

/// What a page shows between the frame before the last step and the frame now. Slots that are not named
/// show their state now; slots are in the order of their indices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Between {
    /// Squares.
    pub squares: Vec<(usize, SquarePhase)>,
    /// Queens that move from square to square.
    pub glides: Vec<Glide>,
    /// Medals.
    pub medals: Vec<(usize, Share)>,
    /// Cells of arrays, masks and matrices.
    pub entries: Vec<(usize, Share)>,
    /// Nodes of the search tree, with their edges.
    pub nodes: Vec<(usize, Share)>,
    /// What hangs below the path in the tree.
    pub tip: Option<Share>,
}

/// The phase of a slot among those that move.
pub(crate) fn phase_of<P: Copy>(phases: &[(usize, P)], slot: usize) -> Option<P> {
    phases.binary_search_by_key(&slot, |(index, _)| *index).ok().map(|at| phases[at].1)
}

/// A square at any time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SquareView {
    /// In a state.
    Still(SquareState),
    /// Between two states.
    Between {
        /// The state before the step.
        before: SquareState,
        /// The state now.
        now: SquareState,
        /// How far it has come.
        phase: SquarePhase,
    },
}

impl Between {
    /// Whether it is nothing but the frame now.
    pub fn is_still(&self) -> bool {
        *self == Self::default()
    }

    /// How a square is shown whose state has changed.
    pub fn square(&self, change: &SlotChange<'_, SquareSlot>) -> SquareView {
        match phase_of(&self.squares, change.index) {
            Some(phase) if phase != SquarePhase::DONE => {
                SquareView::Between { before: *change.before, now: *change.now, phase }
            }
            Some(_) | None => SquareView::Still(*change.now),
        }
    }
}

/// A cell flips: what it held becomes lower, until it is seen from its edge, and what it holds now becomes
/// higher.
pub(super) fn flipping_cell<'a>(change: &SlotChange<'a, CellSlot>, share: Share) -> Vec<Element<'a>> {
    let turn = 1.0 - 2.0 * share.value();
    let SlotChange { slot, before, now, .. } = change;
    let mut elements = slot.elements(if turn > 0.0 { before } else { now });
    let Rect { y, height, .. } = slot.area;
    let shown = ((turn.abs() * height as f32).round() as u32).clamp(1, height);
    let above = (height - shown) / 2;
    let bars = [
        Rect { height: above, ..slot.area },
        Rect { y: y + above + shown, height: height - above - shown, ..slot.area },
    ];
    elements.extend(bars.map(|bar| Element::Fill(bar, slot.inks.page)));
    elements
}

/// An edge of the tree extends to its node, or retracts from it.
pub(super) fn moving_edge<'a>(
    style: &TreeStyle,
    node: &NodeSlot,
    [before, now]: [NodeState; 2],
    share: Share,
) -> Vec<Element<'a>> {
    let (below, above, reach) = if now > before { (before, now, share) } else { (now, before, share.rest()) };
    let edge = style.edge(node, below, 1.0).chain(style.edge(node, above, reach.value()));
    edge.collect()
}
