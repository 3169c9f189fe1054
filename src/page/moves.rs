//! How items move from what they were before a step to what they are now. Pictures show it at their times, and
//! pages that are played get a style sheet made of it.

use crate::motion::{Millis, Share, Span};

use super::figure::Edges;
use super::shape::Corner;

/// How a layer of a drawing moves, or a shape of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// The drawing.
    pub drawing: Moving,
    /// The height of the layers.
    pub z: u8,
    /// The index of the shape among all at this height; `None` if all of them move.
    pub shape: Option<usize>,
    /// How it moves.
    pub course: Course,
    /// When.
    pub span: Span,
}

/// A drawing that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moving {
    /// The one that the item has from the step on.
    Now,
    /// The same, of which something is drawn only for so long as it moves: other shapes cover it from then on.
    Passing,
    /// A copy of the one before, over the one now, for so long as it moves.
    Over,
    /// A copy of the one before, below the one now, for so long as it moves.
    Under,
    /// A copy of the one now, over all items, for so long as it moves.
    Above,
}

/// How something moves. Before it begins, it is as at its beginning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
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
    /// It comes from one corner to another, in pixels on the page.
    Glides([Corner; 2]),
}

/// How a figure appears at first, or disappears at last, that fades or grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pose {
    /// How its ink appears.
    pub ink: Ink,
    /// Its size in hundredths of its whole size.
    pub percent: u8,
}

/// How the ink of a figure appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ink {
    /// All at once.
    Whole,
    /// As the figure comes to its place.
    Fades,
    /// All of it before the figure has its whole size: it lands, and does not only appear.
    FadesEarly,
}

/// How much faster ink appears that is there early.
const INK_BEFORE_SIZE: f32 = 1.5;

impl Pose {
    /// Nothing of it, in its place.
    pub const FADED: Self = Self { ink: Ink::Fades, percent: 100 };

    /// All of its ink, in a part of its size.
    pub const fn whole(percent: u8) -> Self {
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

/// How something is seen at a time of its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Not at all.
    Gone,
    /// As it is.
    Whole,
    /// This share of its way from a pose.
    Posed(Pose, Share),
    /// Up to this share of a circle, clockwise from twelve o'clock.
    Sector(Share),
    /// Covered from these sides, by this share of its width and height.
    Covered(Edges, Share),
    /// At this corner of the page.
    At(Corner),
}

/// What takes less time is there at once.
const SHORTEST: Millis = 1.0;

impl Course {
    /// A piece of a line is drawn, between these shares of the line, or taken away again; its end is at these
    /// sides.
    pub fn along(sides: Edges, [begin, end]: [f32; 2], line: Span, is_drawn: bool) -> (Self, Span) {
        match (end <= begin, is_drawn) {
            // It lies across the line.
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
    /// A move, if it takes any time.
    pub fn new(drawing: Moving, z: u8, shape: Option<usize>, course: Course, span: Span) -> Option<Self> {
        (span.length >= SHORTEST).then_some(Self { drawing, z, shape, course, span })
    }

    /// All of what is drawn now at a height moves.
    pub fn whole(z: u8, course: Course, span: Span) -> Option<Self> {
        Self::new(Moving::Now, z, None, course, span)
    }

    /// How it is seen at a time; `None` once it is over.
    pub fn at(&self, time: Millis) -> Option<Phase> {
        if time >= self.span.end() {
            return None;
        }
        let way = self.span.at(time);
        let share = Share::of(way);
        Some(match self.course {
            Course::Waits => Phase::Gone,
            Course::Stays => Phase::Whole,
            // What has all of its ink is not there before it begins.
            Course::Comes(Pose { ink: Ink::Whole, .. }) if share == Share::NONE => Phase::Gone,
            Course::Comes(pose) => Phase::Posed(pose, share),
            Course::Goes => Phase::Posed(Pose::FADED, share.rest()),
            Course::Sweep => Phase::Sector(share),
            Course::Uncovers(sides, [from, to]) => {
                let covered = from + (to - from) * way;
                // Nothing is complete before its time.
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

    /// Half of its way is behind it after 200 ms, and an eighth after 150 ms.
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
        // Before it begins, after an eighth and a half of its way, and at last.
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
