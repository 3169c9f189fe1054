//! The moves of items from their state before a step to their state after it, for tweens and for the style sheet
//! of pages to step through.

use crate::motion::{Millis, Share, Span};

use super::figure::Edges;
use super::shape::Corner;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    pub drawing: Moving,
    /// The height of the layers that move.
    pub z: u8,
    /// Index of the moving shape among the shapes at this height; `None` if all of these shapes move.
    pub shape: Option<usize>,
    pub course: Course,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moving {
    /// The current drawing.
    Now,
    /// The current drawing. Its moving shapes are visible only during the move; other shapes cover them later.
    Passing,
    /// A copy of the previous drawing, above the current drawing, during the move.
    Over,
    /// A copy of the previous drawing, below the current drawing, during the move.
    Under,
    /// A copy of the current drawing, above all items, during the move.
    Above,
}

/// The kind of a move. Before the move starts, the item looks as at the start of the move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
    /// Appears at the end.
    Waits,
    /// Disappears at the end.
    Stays,
    Comes(Pose),
    /// Fades out.
    Goes,
    /// Is drawn clockwise from twelve o'clock.
    Sweep,
    /// Is covered from these sides. The covered share of the width and height changes from the first number to the
    /// second; numbers outside 0 to 1 are clamped.
    Uncovers(Edges, [f32; 2]),
    /// Moves between two corners on the page, in pixels.
    Glides([Corner; 2]),
}

/// The initial pose of a figure that appears, or the final pose of a figure that disappears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pose {
    pub ink: Ink,
    /// Size in hundredths of the full size.
    pub percent: u8,
}

/// How the opacity of a figure changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Opaque at once.
    Whole,
    /// Proportional to the share of the move that is done.
    Fades,
    /// Opaque before the figure has its full size.
    FadesEarly,
}

/// How many times faster than `Fades` `FadesEarly` becomes opaque.
const INK_BEFORE_SIZE: f32 = 1.5;

impl Pose {
    /// Transparent, at full size.
    pub const FADED: Self = Self { ink: Ink::Fades, percent: 100 };

    /// Returns an opaque pose whose size is this percentage of the full size.
    pub const fn whole(percent: u8) -> Self {
        Self { ink: Ink::Whole, percent }
    }

    /// Returns the opacity (0 to 1) and the size (hundredths) after this share (0 to 1) of the way from the pose
    /// to the full figure.
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

/// The appearance of a shape at a time of its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Invisible.
    Gone,
    /// As drawn.
    Whole,
    /// After this share of the way from a pose to the full figure.
    Posed(Pose, Share),
    /// Only this share of a circle, clockwise from twelve o'clock.
    Sector(Share),
    /// Covered from these sides, by this share of the width and height.
    Covered(Edges, Share),
    At(Corner),
}

/// Changes that would take less time happen at once.
const SHORTEST: Millis = 1.0;

impl Course {
    /// Describes how a piece of a line is drawn or removed. The piece lies between the shares `begin` and `end` of
    /// the line; `sides` are the edges at the end of the piece.
    pub fn along(sides: Edges, [begin, end]: [f32; 2], line: Span, is_drawn: bool) -> (Self, Span) {
        match (end <= begin, is_drawn) {
            // The piece has no length: it appears or disappears when the line reaches it.
            (true, true) => (Self::Waits, Span::until(line.reaches(begin))),
            (true, false) => (Self::Stays, Span::until(line.reaches(1.0 - begin))),
            (false, _) => {
                let left = |share: f32| 1.0 - (share - begin) / (end - begin);
                let shares = if is_drawn { [0.0, 1.0] } else { [1.0, 0.0] };
                (Self::Uncovers(sides, shares.map(left)), line)
            }
        }
    }
}

impl Move {
    /// Creates a move; returns `None` if the time is too short to show it.
    pub fn new(drawing: Moving, z: u8, shape: Option<usize>, course: Course, span: Span) -> Option<Self> {
        (span.length >= SHORTEST).then_some(Self { drawing, z, shape, course, span })
    }

    /// Creates a move of all shapes at a height of the current drawing.
    pub fn whole(z: u8, course: Course, span: Span) -> Option<Self> {
        Self::new(Moving::Now, z, None, course, span)
    }

    /// Returns the phase at a time; `None` from the end of the move on.
    pub fn at(&self, time: Millis) -> Option<Phase> {
        if time >= self.span.end() {
            return None;
        }
        let way = self.span.at(time);
        let share = Share::of(way);
        Some(match self.course {
            Course::Waits => Phase::Gone,
            Course::Stays => Phase::Whole,
            // Opaque shapes are invisible before the move starts.
            Course::Comes(Pose { ink: Ink::Whole, .. }) if share == Share::NONE => Phase::Gone,
            Course::Comes(pose) => Phase::Posed(pose, share),
            Course::Goes => Phase::Posed(Pose::FADED, share.rest()),
            Course::Sweep => Phase::Sector(share),
            Course::Uncovers(sides, [from, to]) => {
                let covered = from + (to - from) * way;
                // Rounds so that the move is not complete before its end.
                let covered = if to > from { Share::of(covered) } else { Share::of(1.0 - covered).rest() };
                Phase::Covered(sides, covered)
            }
            Course::Glides([from, to]) => {
                let along =
                    |from: u32, to: u32| (from as f32 + (to as f32 - from as f32) * way).round() as u32;
                Phase::At((along(from.0, to.0), along(from.1, to.1)))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::scene::PANEL;

    const SPAN: Span = Span::in_out(100.0, 200.0);
    const RIGHT: Edges = Edges::ahead((1, 0));

    #[test]
    fn nothing_is_complete_before_its_time() {
        let eighths = |eighths: u8| Share::of(f32::from(eighths) / 8.0);
        let (strike, corners) = (Pose::whole(60), [(0, 80), (8, 0)]);
        let posed = |pose| move |left| Phase::Posed(pose, eighths(left));
        let (faded, struck) = (posed(Pose::FADED), posed(strike));
        let covered = |left| Phase::Covered(RIGHT, eighths(left));
        let sector = |done| Phase::Sector(eighths(done));
        // Before the start, after an eighth and a half of the way, and at the end.
        let expected = [
            (Course::Waits, [Phase::Gone; 4]),
            (Course::Stays, [Phase::Whole; 4]),
            (Course::Comes(Pose::FADED), [0, 1, 4, 7].map(faded)),
            (Course::Comes(strike), [Phase::Gone, struck(1), struck(4), struck(7)]),
            (Course::Goes, [8, 7, 4, 1].map(faded)),
            (Course::Sweep, [0, 1, 4, 7].map(sector)),
            (Course::Uncovers(RIGHT, [1.0, 0.0]), [8, 7, 4, 1].map(covered)),
            (Course::Uncovers(RIGHT, [0.0, 1.0]), [0, 1, 4, 7].map(covered)),
            (Course::Uncovers(RIGHT, [1.5, -0.5]), [8, 8, 4, 0].map(covered)),
            (Course::Glides(corners), [(0, 80), (1, 70), (4, 40), (8, 0)].map(Phase::At)),
        ];
        for (course, phases) in expected {
            let part = Move::whole(PANEL, course, SPAN).unwrap();
            assert_eq!(
                [100.0, 150.0, 200.0, 299.0].map(|time| part.at(time)),
                phases.map(Some),
                "{course:?}"
            );
            assert_eq!((part.at(0.0), part.at(300.0)), (Some(phases[0]), None), "{course:?}");
        }
        assert_eq!(Move::whole(PANEL, Course::Waits, Span::until(0.9)), None);
    }
}
