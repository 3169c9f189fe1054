//! The motion of a step part by part, for films whose player moves the parts of their page.

use crate::page::figure::Edges;
use crate::page::slot::{NodeSlot, NodeState, SlotChange};
use crate::page::square::{Entering, FigureChanges, Ink, Leaving, Pose, Way};
use crate::page::{Page, PartKey, PartKind, TreePart};

use super::StepMotion;
use super::board::SquareTiming;
use super::span::{Millis, Span};

/// How a part of a page comes from its drawing before a step to its drawing now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PartMotion {
    /// Which part it is.
    pub key: PartKey,
    /// What of it moves.
    pub moves: Vec<Move>,
}

/// How a drawing moves, or an element of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Move {
    /// The drawing.
    pub drawing: Moving,
    /// The index of its element; `None` if all of it moves.
    pub element: Option<usize>,
    /// How it moves.
    pub course: Course,
    /// When.
    pub span: Span,
}

/// A drawing of a part that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Moving {
    /// The one that it has from the step on.
    Now,
    /// The same, of which something is there only for so long as it moves; other drawings cover it from then on.
    Passing,
    /// A copy of the one before, over the one now, for so long as it moves.
    Over,
    /// A copy of the one before, below the one now, for so long as it moves.
    Under,
    /// A copy of the one now, over all parts, for so long as it moves.
    Above,
}

/// How something moves. Before it begins, it is as at its beginning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Course {
    /// It is there when the time is over.
    Waits,
    /// It is there until the time is over.
    Stays,
    /// It comes from a pose.
    Comes(Pose),
    /// It fades.
    Goes,
    /// It is drawn clockwise from twelve o'clock.
    Sweep,
    /// Something covers it from these sides, at first and at last by these shares of its width and height.
    /// Less than nothing is nothing, and more than all is all.
    Uncovers(Edges, [f32; 2]),
    /// It comes from one place to another: their distances to the corner of the page, in pixels.
    Glides([(u32, u32); 2]),
}

/// The sides from which a cell that flips is covered.
const FLIP: Edges = Edges { top: true, right: false, bottom: true, left: false };

/// The sides that are at the end of a line in a direction, in which 1 is right or down and -1 left or up.
const fn ahead((x, y): (i8, i8)) -> Edges {
    Edges { top: y < 0, right: x > 0, bottom: y > 0, left: x < 0 }
}

/// What takes less time is there at once.
const SHORTEST: Millis = 1.0;

/// The time up to a moment at which something is there, or no longer.
const fn until(end: Millis) -> Span {
    Span::in_out(0.0, end)
}

/// A piece of a line is drawn, between these shares of the line, or taken away again.
fn along(direction: (i8, i8), [begin, end]: [f32; 2], line: Span, is_drawn: bool) -> (Course, Span) {
    if end <= begin {
        // It lies across the line.
        return if is_drawn {
            (Course::Waits, until(line.reaches(begin)))
        } else {
            (Course::Stays, until(line.reaches(1.0 - begin)))
        };
    }
    let left = |share: f32| 1.0 - (share - begin) / (end - begin);
    let shares = if is_drawn { [0.0, 1.0] } else { [1.0, 0.0] };
    (Course::Uncovers(ahead(direction), shares.map(left)), line)
}

/// The moves of a part, while they are put together.
#[derive(Debug, Default)]
struct Moves(Vec<Move>);

impl Moves {
    /// Adds a move, if it takes any time.
    fn add(&mut self, drawing: Moving, element: Option<usize>, (course, span): (Course, Span)) {
        if span.length >= SHORTEST {
            self.0.push(Move { drawing, element, course, span });
        }
    }

    fn of(self, key: PartKey) -> Option<PartMotion> {
        let Self(moves) = self;
        (!moves.is_empty()).then_some(PartMotion { key, moves })
    }

    /// Only a whole drawing moves.
    fn whole(drawing: Moving, motion: (Course, Span)) -> Self {
        let mut moves = Self::default();
        moves.add(drawing, None, motion);
        moves
    }

    /// What [`look_between`](crate::page::square::SquareStyle::look_between) shows over time.
    fn of_square(timing: &SquareTiming, changes: &FigureChanges) -> Self {
        let SquareTiming { turn, figures, line: (line, piece), settles: _, over } = *timing;
        let mut moves = Self::default();
        let stays = (Course::Stays, until(turn));
        if changes.before.iter().any(|(_, leaving)| *leaving == Leaving::AtOnce) {
            let stay = changes.before.iter().filter(|(_, leaving)| *leaving != Leaving::AtOnce);
            stay.for_each(|(element, _)| moves.add(Moving::Under, Some(*element), stays));
        } else {
            moves.add(Moving::Under, None, stays);
        }
        moves.add(Moving::Now, None, (Course::Waits, until(turn)));
        for (element, entering) in changes.now.iter().flatten().enumerate() {
            let drawing = match entering {
                Entering::Passes(_) => Moving::Passing,
                Entering::WithPaper | Entering::Appears(_) | Entering::Over(_) => Moving::Now,
            };
            let motion = match *entering {
                Entering::WithPaper => continue,
                Entering::Appears(Way::Line(segment)) => {
                    let (direction, _) = segment.reach(0.0);
                    along(direction, piece, line, true)
                }
                Entering::Appears(Way::Pose(pose)) | Entering::Passes(Some(pose)) => {
                    (Course::Comes(pose), figures)
                }
                Entering::Appears(Way::Sweep) => (Course::Sweep, figures),
                Entering::Passes(None) => (Course::Stays, until(figures.end())),
                Entering::Over(None) => (Course::Waits, until(over.start)),
                Entering::Over(Some(pose)) => (Course::Comes(pose), over),
            };
            moves.add(drawing, Some(element), motion);
        }
        for (element, leaving) in &changes.before {
            if *leaving == Leaving::Fades {
                moves.add(Moving::Over, Some(*element), (Course::Goes, figures));
            }
        }
        moves
    }

    /// The edge of the path to a node is drawn, or taken away again.
    fn of_edge(node: &NodeSlot, line: Span, drawing: Moving, is_drawn: bool) -> Self {
        let legs = node.legs();
        let whole = legs.iter().map(|(_, length)| length).sum::<u32>().max(1) as f32;
        let mut moves = Self::default();
        let (mut begin, mut element) = (0.0, 0);
        for (direction @ (across, _), length) in legs {
            let end = begin + length as f32 / whole;
            // The leg across is as long as the line is wide even where the edge is straight.
            if length > 0 || across != 0 {
                moves.add(drawing, Some(element), along(direction, [begin, end], line, is_drawn));
                element += 1;
            }
            begin = end;
        }
        moves
    }
}

impl StepMotion {
    /// How the parts of the page move whose last step this is.
    pub(crate) fn parts(&self, page: &Page) -> Vec<PartMotion> {
        let mut parts = self.squares_of(page);
        for (index, span) in &self.medals {
            // Its elements are the page, two discs and the rank.
            let mut moves = Moves::default();
            let comes = Course::Comes(Pose { ink: Ink::Whole, percent: 0 });
            (1..4).for_each(|element| moves.add(Moving::Now, Some(element), (comes, *span)));
            parts.extend(moves.of(PartKey(PartKind::Medal, *index)));
        }
        for (index, span) in &self.entries {
            let mut moves = Moves::whole(Moving::Over, (Course::Uncovers(FLIP, [0.0, 1.0]), *span));
            moves.add(Moving::Now, None, (Course::Uncovers(FLIP, [1.0, 0.0]), *span));
            parts.extend(moves.of(PartKey(PartKind::Entry, *index)));
        }
        let changes = page.layers.nodes.moves();
        for (index, span) in &self.nodes {
            if let Ok(at) = changes.binary_search_by_key(index, |change| change.index) {
                parts.extend(of_node(&changes[at], *span));
            }
        }
        if let Some(span) = self.tip {
            let below = Course::Uncovers(ahead((0, 1)), [1.0, 0.0]);
            parts.extend(Moves::whole(Moving::Now, (below, span)).of(tree(TreePart::BrokenLine, 0)));
            parts.extend(
                Moves::whole(Moving::Now, (Course::Waits, until(span.end()))).of(tree(TreePart::Tip, 0)),
            );
        }
        parts
    }

    fn squares_of(&self, page: &Page) -> Vec<PartMotion> {
        let changes = page.layers.squares.moves();
        let mut parts: Vec<PartMotion> = Vec::new();
        for (index, timing) in &self.squares {
            let Ok(at) = changes.binary_search_by_key(index, |change| change.index) else { continue };
            let SlotChange { slot, before, now, .. } = changes[at];
            let figures = page.squares.figure_changes(slot.ground, [*before, *now], timing.settles);
            let mut moves = Moves::of_square(timing, &figures);
            for glide in self.glides.iter().filter(|glide| glide.to == *index) {
                for (figure, _) in page.squares.queen(slot.ground, *now) {
                    moves.add(Moving::Above, Some(1 + figure), (Course::Glides(glide.corners), glide.span));
                }
            }
            parts.extend(moves.of(PartKey(PartKind::Square, *index)));
        }
        parts
    }
}

/// An edge of the tree extends to its node, which it reaches last, or retracts from it, which it leaves first.
fn of_node(change: &SlotChange<'_, NodeSlot>, span: Span) -> Vec<PartMotion> {
    let SlotChange { index, slot, before, now, .. } = *change;
    let mut parts = Vec::new();
    for state in NodeState::ALL.into_iter().filter(|state| state > before && state <= now) {
        let waits = || Moves::whole(Moving::Now, (Course::Waits, until(span.end())));
        let edge = match state {
            NodeState::OnPath => Moves::of_edge(slot, span, Moving::Now, true),
            NodeState::Unvisited | NodeState::Visited => waits(),
        };
        parts.extend(edge.of(tree(TreePart::Edge(state), index)));
        parts.extend(waits().of(tree(TreePart::Node(state), index)));
    }
    if *before == NodeState::OnPath {
        let edge = Moves::of_edge(slot, span, Moving::Over, false);
        parts.extend(edge.of(tree(TreePart::Edge(*before), index)));
    }
    parts
}

const fn tree(part: TreePart, index: usize) -> PartKey {
    PartKey(PartKind::Tree(part), index)
}
