//! Summaries of all frames of a film, collected before their times are known, and the excerpts selected from them.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::limits::{MAX_FRAMES_OF_EXCERPT, MAX_FRAMES_OF_STORY};
use crate::search::Order;

use super::acts::{FirstDeadEnd, Novelty, StoryFrame, novelty};
use super::selection::{Anchor, Criterion, End};
use super::{Caption, Frame, Hold, RaceFrame, Sampling, Schedule, Selection};

/// The summaries of all frames of a film in order, for selections, and for times that depend on events.
#[derive(Debug, Default)]
pub(crate) struct FrameNotes {
    notes: Vec<FrameNote>,
    /// What the story of the first frames depends on; empty if the film tells no story.
    pub(super) story_frames: Vec<StoryFrame>,
    has_story: bool,
    pub(super) first_dead_end: FirstDeadEnd,
    novelties: Vec<Novelty>,
    /// The order of the lines of the search, if queens attack each other and are placed line by line.
    order: Option<Order>,
    /// Whether the search is known to place each queen on a safe square.
    pub(super) is_known: bool,
    pub(super) outcome: Option<Caption>,
}

/// The number of frames at the start of a film whose captions may be told.
const TOLD_AT_FIRST: usize = 1000;

/// A summary of a frame for selections; its counters include all frames before it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FrameNote {
    step: u64,
    backtracks: u64,
    solutions: u64,
    /// Number of held frames so far, without the last frame of the film.
    held: u64,
    /// How long the frame is shown; before that is known, the pause that is added to its time.
    time: Duration,
}

impl FrameNote {
    /// Summarises a frame of a race, in which the end of a solver counts as a solution.
    pub fn of_race(frame: &RaceFrame) -> Self {
        let mut note = Self { step: frame.ticks, ..Self::default() };
        for lane in &frame.lanes {
            let (tally, ended) = (lane.frame.tally, u64::from(lane.ended));
            note.backtracks += tally.backtracks;
            note.solutions += tally.solutions + ended;
            note.held += ended;
        }
        note
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// Indices of the selected frames, in ascending order.
    indices: Vec<u64>,
    pub held: u64,
    pub ends_held: bool,
    /// Number of the last solution in the excerpt; 0 for none.
    pub last_solution: u64,
}

impl Excerpt {
    pub const fn frames(&self) -> u64 {
        self.indices.len() as u64
    }

    pub fn has(&self, index: u64) -> bool {
        self.indices.binary_search(&index).is_ok()
    }

    pub fn last(&self) -> Option<u64> {
        self.indices.last().copied()
    }
}

impl FrameNotes {
    pub fn new(has_story: bool, order: Option<Order>, is_known: bool) -> Self {
        Self { has_story, order, is_known, ..Self::default() }
    }

    /// Adds a frame of a search; the time of this frame must be only the pause that will be added.
    pub fn add_search(&mut self, frame: &Frame) {
        if self.has_story && self.story_frames.len() <= MAX_FRAMES_OF_STORY {
            if let Some(order) = self.order {
                self.first_dead_end.follow(self.story_frames.len(), frame, order);
            }
            let novelty = novelty(frame.moment).filter(|novelty| !self.novelties.contains(novelty));
            self.novelties.extend(novelty);
            let is_custom = matches!(frame.caption, Caption::Custom(_));
            let is_told =
                is_custom || novelty.is_some() || frame.is_last || self.story_frames.len() < TOLD_AT_FIRST;
            self.story_frames.push(StoryFrame::of(frame, is_told));
        }
        let Frame { step, tally, shown_for: time, .. } = *frame;
        let (backtracks, solutions) = (tally.backtracks, tally.solutions);
        self.add(FrameNote { step, backtracks, solutions, held: solutions, time });
    }

    pub const fn len(&self) -> usize {
        self.notes.len()
    }

    /// Adds the last frame of a search, with the sentence with which its story ends.
    pub fn add_last(&mut self, frame: &Frame, outcome: Option<Caption>) {
        self.add_search(frame);
        self.outcome = outcome;
    }

    /// Returns the order of a known search that goes line by line.
    pub(super) fn known_order(&self) -> Option<Order> {
        self.order.filter(|_| self.is_known)
    }

    pub fn add(&mut self, note: FrameNote) {
        if self.notes.len() < MAX_FRAMES_OF_EXCERPT {
            self.notes.push(note);
        }
    }

    fn grows(&self, index: usize, count: fn(&FrameNote) -> u64) -> bool {
        let before = index.checked_sub(1).map_or(0, |before| count(&self.notes[before]));
        count(&self.notes[index]) > before
    }

    fn is_backtrack(&self, index: usize) -> bool {
        self.grows(index, |note| note.backtracks)
    }

    fn is_solution(&self, index: usize) -> bool {
        self.grows(index, |note| note.solutions)
    }

    fn is_held(&self, index: usize) -> bool {
        self.grows(index, |note| note.held)
    }

    pub fn extent(&self) -> (u64, u64, Duration) {
        let step = self.notes.last().map_or(0, |note| note.step);
        let time = self.notes.iter().fold(Duration::ZERO, |sum, note| sum.saturating_add(note.time));
        (self.notes.len() as u64, step, time)
    }

    /// Leaves out frames as a recorder does, and dead ends and notes.
    pub fn every(&self, sampling: Sampling) -> Self {
        let (mut sampler, last) = (sampling.sampler(), self.notes.len() - 1);
        let is_kept = |index: &usize| {
            let is_step = *index > 0 && self.grows(*index, |note| note.step);
            *index == 0 || *index == last || self.is_held(*index) || is_step && sampler.takes_next()
        };
        let notes = (0..self.notes.len()).filter(is_kept).map(|index| self.notes[index]).collect();
        Self { notes, ..Self::default() }
    }

    /// Sets the times of the frames, and removes frames that are not shown.
    pub fn timed(&self, schedule: &Schedule) -> Self {
        let hold = |index| match index + 1 == self.notes.len() {
            true => Hold::Last,
            false if self.is_held(index) => Hold::Held,
            false => Hold::Usual,
        };
        let time = |index| schedule.time(index, hold(index));
        let times: Vec<Option<Duration>> = (0..self.notes.len()).map(time).collect();
        let mut pause = Duration::ZERO;
        let notes = self.notes.iter().zip(times);
        let timed = |(note, time): (&FrameNote, Option<Duration>)| {
            pause += note.time;
            Some(FrameNote { time: time? + std::mem::take(&mut pause), ..*note })
        };
        Self { notes: notes.filter_map(timed).collect(), ..Self::default() }
    }

    /// Returns the frames of a selection. If there is only `room` for fewer, leaves some out, but no held frame
    /// and no first or last frame of a range.
    pub fn excerpt(&self, selection: &Selection, room: Option<u64>) -> Excerpt {
        let whole = self.taken(selection);
        let frames = whole.iter().filter(|taken| **taken).count() as u64;
        let mut sampler =
            Sampling::every(room.and_then(|room| NonZeroU64::new(frames.div_ceil(room)))).sampler();
        let is_end = |index: usize| index == 0 || !whole[index - 1] || whole.get(index + 1) != Some(&true);
        let is_shown =
            |index: &usize| whole[*index] && (sampler.takes_next() || is_end(*index) || self.is_held(*index));
        let shown: Vec<usize> = (0..whole.len()).filter(is_shown).collect();
        self.excerpt_of(&shown)
    }

    /// Reduces an excerpt of a single step to its first frame; further frames of the step are for captions.
    pub fn still(&self, excerpt: Excerpt) -> Excerpt {
        match excerpt.indices[..] {
            [first, .., last] if self.notes[first as usize].step == self.notes[last as usize].step => {
                self.excerpt_of(&[first as usize])
            }
            [] | [_, ..] => excerpt,
        }
    }

    fn taken(&self, selection: &Selection) -> Vec<bool> {
        let mut taken = vec![false; self.notes.len()];
        let step = |index: usize| self.notes.get(index).map(|note| note.step);
        for part in &selection.parts {
            match *part {
                Criterion::Backtracks => self.mark(&mut taken, |index, _| self.is_backtrack(index)),
                Criterion::Solutions => self.mark(&mut taken, |index, _| self.is_solution(index)),
                Criterion::Steps { from, to } => {
                    // A step that the film does not have selects nothing.
                    let first = from.map_or(Some(0), |from| self.first(from));
                    let last = match to {
                        None => Some(u64::MAX),
                        Some(End::At(Anchor::Step(step))) => Some(step),
                        Some(End::At(anchor)) => self.first(anchor).and_then(step),
                        Some(End::After(steps)) => {
                            first.and_then(step).map(|step| step.saturating_add(steps))
                        }
                    };
                    if let Some((first, last)) = first.zip(last) {
                        self.mark(&mut taken, |index, note| index >= first && note.step <= last);
                    }
                }
                Criterion::Time { from, to } => {
                    let mut time = Duration::ZERO;
                    for (index, note) in self.notes.iter().enumerate() {
                        let begins = time;
                        time += note.time;
                        let is_before = to.is_none_or(|to| begins < to || from == to && begins <= to);
                        taken[index] |= is_before && time > from;
                    }
                }
            }
        }
        taken
    }

    fn mark(&self, taken: &mut [bool], is_wanted: impl Fn(usize, &FrameNote) -> bool) {
        for (index, (note, taken)) in self.notes.iter().zip(taken).enumerate() {
            *taken |= is_wanted(index, note);
        }
    }

    fn first(&self, anchor: Anchor) -> Option<usize> {
        (0..self.notes.len()).find(|index| match anchor {
            Anchor::Step(step) => self.notes[*index].step >= step,
            Anchor::FirstBacktrack => self.is_backtrack(*index),
            Anchor::FirstSolution => self.is_solution(*index),
        })
    }

    fn excerpt_of(&self, frames: &[usize]) -> Excerpt {
        let last_solution = frames.iter().rfind(|index| self.is_solution(**index));
        Excerpt {
            indices: frames.iter().map(|index| *index as u64).collect(),
            held: frames.iter().filter(|index| self.is_held(**index)).count() as u64,
            ends_held: frames.last().is_some_and(|last| self.is_held(*last)),
            last_solution: last_solution.map_or(0, |index| self.notes[*index].solutions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::record::{FrameTimes, Narrator, Recorder, Schedule};
    use crate::search::{Algorithm, Order, until_solutions};

    fn notes(asides: bool) -> FrameNotes {
        let size = BoardSize::new(4).unwrap();
        let narrator = Narrator::new(size, Some(Algorithm::Backtracking), Order::Columns, None);
        let mut recorder = Recorder::new(size, &Schedule { asides, ..Schedule::default() }, narrator);
        let mut notes = FrameNotes::default();
        for event in until_solutions(Algorithm::Backtracking.events(size, Order::Columns, 0), Some(2)) {
            if let Some(frame) = recorder.apply(event) {
                notes.add_search(&Frame { shown_for: Duration::ZERO, ..frame.clone() });
            }
        }
        notes.add_search(&Frame { shown_for: Duration::ZERO, ..recorder.finish().clone() });
        notes.timed(&Schedule { times: TIMES, ..Schedule::default() })
    }

    const TIMES: FrameTimes = FrameTimes {
        delay: Duration::from_secs(1),
        hold: Duration::from_secs(5),
        last: Duration::from_secs(9),
    };

    fn ranges(excerpt: &Excerpt) -> Vec<(u64, u64)> {
        let runs = excerpt.indices.chunk_by(|one, next| one + 1 == *next);
        runs.map(|run| (run[0], run[run.len() - 1])).collect()
    }

    fn selected(selection: &str, asides: bool) -> Vec<(u64, u64)> {
        ranges(&notes(asides).excerpt(&selection.parse().unwrap(), None))
    }

    #[test]
    fn steps_are_counted_from_the_empty_board() {
        assert_eq!(selected("0", false), [(0, 0)]);
        assert_eq!(selected("3..5", false), [(3, 5)]);
        assert_eq!(selected("..2, 2..4, 7", false), [(0, 4), (7, 7)]);
        assert_eq!(selected("100", false), []);
        assert_eq!(selected("10..1000", false).len(), 1);
    }

    #[test]
    fn backtracks_and_solutions_are_the_frames_that_show_them() {
        // Steps 3, 6, 7 and 8 of the twelve to the first solution go back.
        assert_eq!(selected("..12,backtracks", false)[0], (0, 12));
        let backtracks = selected("backtracks", false);
        assert_eq!(backtracks[..2], [(3, 3), (6, 8)]);
        assert_eq!(selected("first-backtrack..+2", false), [(3, 5)]);
        assert_eq!(selected("first-backtrack", false), [(3, 3)]);
        assert_eq!(selected("..first-backtrack", false), [(0, 3)]);
        assert_eq!(selected("first-solution", false), [(12, 12)]);
        assert_eq!(selected("solutions", false).len(), 2);
        // With captions a dead end has a separate frame, before the queen is removed.
        assert_eq!(selected("first-backtrack", true), [(3, 3)]);
        assert_eq!(selected("first-backtrack..+1", true), [(3, 4)]);
        // A still has only the first frame of the step.
        let notes = notes(true);
        let still = |selection: &str| ranges(&notes.still(notes.excerpt(&selection.parse().unwrap(), None)));
        assert_eq!([selected("2", true), still("2")], [[(2, 3)], [(2, 2)]]);
        assert_eq!([still("2..3"), still("first-backtrack")], [[(2, 4)], [(3, 3)]]);
        assert_eq!(still("100"), []);
    }

    #[test]
    fn times_are_those_of_the_whole_film() {
        assert_eq!(selected("t=4s..6s", false), [(4, 5)]);
        assert_eq!(selected("t=0s", false), [(0, 0)]);
        // The first solution is held from the twelfth to the seventeenth second.
        assert_eq!(selected("t=13s..16s", false), [(12, 12)]);
        assert_eq!(selected("t=16s..18s", false), [(12, 13)]);
        assert_eq!(selected("t=1h", false), []);
    }
}
