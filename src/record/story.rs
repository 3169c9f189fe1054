//! Times that depend on events: long where the film explains something, and short in between.

use std::ops::Range;
use std::time::Duration;

use crate::board::Square;

use super::acts::{self, Act, Acts, Sentence, StoryFrame};
use super::{
    Attack, BoardNames, BoardState, Caption, Excerpt, Frame, FrameNotes, LostLine, Mark, Moment, Sampling,
    ScheduleError, ScheduleOptions,
};

/// Reading speed in characters per second.
const CHARACTERS_READ: f64 = 17.0;
const SHORTEST_READING: Duration = Duration::from_millis(1200);

/// A sentence is read when the motion of its frame has ended.
const MOTION: Duration = Duration::from_millis(220);
/// The time in which a line of attack grows, and its end is marked.
const LINE_GROWS: Duration = Duration::from_millis(151);
const LINE_ENDS: Duration = Duration::from_millis(90);

/// The length that the first act aims at for the whole film, and on boards of fewer than [`MANY_QUEENS`], whose
/// searches are short.
const LENGTH: Duration = Duration::from_millis(37_500);
const SHORT_LENGTH: Duration = Duration::from_secs(23);
const MANY_QUEENS: u8 = 6;
/// The longest first act, and the longest in a film that is too long anyway.
const LONGEST_EXPLANATION: Duration = Duration::from_secs(24);
const SHORT_EXPLANATION: Duration = Duration::from_secs(16);

/// In the first act, times of frames without a sentence may shrink to this share before sentences are left out.
const LEAST_SHARE: f64 = 0.5;

/// A solution that is not the last, in the second act.
const SOLUTION: Duration = Duration::from_millis(200);

/// From this number of frames on, the second act takes as long as it needs.
const MANY_FRAMES: usize = 330;

/// The second act stops to explain something new if the film is not longer by then.
const LATEST_STOP: Duration = Duration::from_secs(45);

/// In the third act, each frame is shown for this share of the time of the next frame.
const SLOWING: f64 = 0.8;

/// The time of each frame of a film, and the sentences that frames share, in the order of the frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryTimes {
    /// `None` for a frame that is not shown.
    times: Vec<Option<FrameTime>>,
    acts: Acts,
    /// In the order of the frames; empty if each frame has its own caption.
    sentences: Vec<Sentence>,
    /// The frames that show the attacks of the first dead end.
    attacks: Option<(Range<usize>, Vec<Attack>)>,
    /// The frame that explains why a line is lost.
    lost: Option<(usize, LostLine)>,
    /// The number of frames that are left out so that the film is shorter.
    pub(super) left_out: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FrameTime {
    shown_for: Duration,
    is_given: bool,
}

fn reading(caption: &Caption, BoardNames { size, names }: BoardNames) -> Duration {
    let words = caption.text(size, names);
    let characters = words.fact.long.chars().count() + words.reason.long.chars().count();
    Duration::from_secs_f64(characters as f64 / CHARACTERS_READ).max(SHORTEST_READING)
}

impl StoryTimes {
    /// Returns the times of a film with these options.
    pub(super) fn of(film: &FrameNotes, names: BoardNames, options: &ScheduleOptions) -> Self {
        let frames = &film.story_frames[..];
        let acts = Acts::of(frames, names.size);
        let dead_ends = &film.first_dead_end;
        let shows_lost = options.captioned && options.has_sentences;
        let explanation =
            |optional| acts::explanation(frames, acts, dead_ends, film.known_order(), shows_lost, optional);
        let is_lost = |sentence: &Sentence| matches!(sentence.caption, Caption::Lost { .. });
        let lost = dead_ends.lost.as_ref().filter(|_| explanation(0).iter().any(is_lost)).cloned();
        let shown = dead_ends.shown.as_ref().filter(|(at, _)| (1..acts.fast_forward).contains(at));
        let attacks = shown.map(|(at, LostLine { attacks, .. })| {
            // In the frame before, the squares of the line may be refused together.
            let is_refused = usize::from(frames[at - 1].attacks) == attacks.len();
            let from = if frames[*at].moment.is_dead_end() && is_refused { at - 1 } else { *at };
            let is_removal = |frame: &StoryFrame| matches!(frame.moment, Moment::Remove(_));
            let end = if frames.get(at + 1).is_some_and(is_removal) { at + 2 } else { at + 1 };
            (from..end, attacks.clone())
        });
        let mut story = Self { times: Vec::new(), acts, sentences: Vec::new(), attacks, lost, left_out: 0 };
        story.times = (0..frames.len()).map(|index| Some(story.explained(frames, index, options))).collect();
        let stops = story.forward(frames, names, options);
        let ending = acts::ending(frames, acts, film);
        story.end(&ending, names, options);
        let explained = story.explain(explanation, names, options);
        if options.has_sentences {
            story.sentences = [explained, stops, ending].concat();
        }
        let shown = story.shown().count() as u64;
        let forward = story.times[acts.fast_forward..acts.ending].iter().flatten().count() as u64;
        if options.every.is_some_and(|every| every.get() > 1) {
            story.leave_out(frames, 0..frames.len(), Sampling::every(options.every));
        } else if let Some(most) = options.fewest_in_forward.filter(|_| shown > options.max_frames) {
            story.leave_out(frames, acts.fast_forward..acts.ending, Sampling::evenly(most, forward));
        }
        Self { left_out: shown - story.shown().count() as u64, ..story }
    }

    /// Returns the time of a frame of the first act before it is extended for a sentence.
    fn explained(&self, frames: &[StoryFrame], index: usize, options: &ScheduleOptions) -> FrameTime {
        let StoryFrame { moment, attacks, .. } = frames[index];
        let captioned = options.captioned;
        let millis = match moment {
            Moment::Solution { .. } => 1200,
            Moment::Board | Moment::BoardAgain | Moment::Move { .. } | Moment::Swap { .. } => 900,
            Moment::Start | Moment::DeadEnd { .. } | Moment::Remove(_) => 700,
            Moment::Place(_) if !captioned => 300,
            Moment::Test { .. } | Moment::Refuse(_) | Moment::Note | Moment::Place(_) => 450,
        };
        let lines = match &self.attacks {
            Some((shown, attacks)) if shown.start == index => attacks.len(),
            Some(_) | None if captioned => usize::from(attacks),
            Some(_) | None => 0,
        };
        let given = options.hold.filter(|_| moment.is_solution());
        // Motion takes up to half of a step.
        let settled = if captioned || lines == 0 { Duration::ZERO } else { MOTION };
        let usual = Duration::from_millis(millis).max(2 * (settled + growth(lines))).max(options.shortest);
        FrameTime { shown_for: given.unwrap_or(usual), is_given: given.is_some() }
    }

    /// Sets the times of the first act, so that each of its sentences can be read; returns the sentences.
    /// `sentences` returns them with a number of optional ones.
    fn explain(
        &mut self,
        sentences: impl Fn(usize) -> Vec<Sentence>,
        names: BoardNames,
        options: &ScheduleOptions,
    ) -> Vec<Sentence> {
        if !options.captioned {
            return sentences(0);
        }
        let (act, usual) = (0..self.acts.fast_forward, self.clone());
        let with = |sentences: &[Sentence], share: f64| {
            let mut story = usual.clone();
            let shows_attacks = |index| story.attacks.as_ref().is_some_and(|(shown, _)| shown.start == index);
            for (index, time) in story.times[act.clone()].iter_mut().enumerate() {
                if let Some(time) = time.as_mut().filter(|time| !time.is_given && !shows_attacks(index)) {
                    time.shown_for = time.shown_for.mul_f64(share).max(options.shortest);
                }
            }
            story.read(sentences, act.end, names);
            story.times
        };
        let rest = total(&self.times[act.end..]);
        let longest = if names.size.get() < MANY_QUEENS {
            SHORT_LENGTH.saturating_sub(rest)
        } else {
            LENGTH.saturating_sub(rest).max(SHORT_EXPLANATION)
        };
        let longest = longest.min(LONGEST_EXPLANATION);
        let fits = |times: Vec<Option<FrameTime>>| total(&times[act.clone()]) <= longest;
        let all = (0..=acts::OPTIONAL).rev().map(&sentences);
        let told = all.clone().find(|told| fits(with(told, LEAST_SHARE))).unwrap_or_else(|| sentences(0));
        let share = greatest([0.1, 1.0], 8, |share| fits(with(&told, share)));
        self.times = with(&told, share);
        told
    }

    /// Extends the first frame of each sentence, so that its frames up to the next sentence, or to `end`, are shown
    /// for as long as it takes to read.
    fn read(&mut self, sentences: &[Sentence], end: usize, names: BoardNames) {
        for (number, sentence) in sentences.iter().enumerate() {
            let next = sentences.get(number + 1).map_or(end, |next| next.from);
            let lines = match &self.attacks {
                Some((shown, attacks)) if shown.start == sentence.from => attacks.len(),
                Some(_) | None => 0,
            };
            let motion = MOTION + growth(lines);
            let reading = reading(&sentence.caption, names);
            let missing = (reading + motion).saturating_sub(total(&self.times[sentence.from..next]));
            let shown = self.times[sentence.from..next].iter_mut().flatten().find(|time| !time.is_given);
            if let Some(time) = shown {
                let least = SHORTEST_READING.max(reading / 2);
                time.shown_for = time.shown_for.saturating_add(missing).max(motion + least);
            }
        }
    }

    /// Sets the times of the second act; returns the sentences at which it stops.
    fn forward(
        &mut self,
        frames: &[StoryFrame],
        names: BoardNames,
        options: &ScheduleOptions,
    ) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let act = self.acts.fast_forward..self.acts.ending;
        let is_shown = |frame: &StoryFrame| {
            frame.is_custom() && options.captioned
                || match frame.moment {
                    Moment::Test { .. } | Moment::Refuse(_) => !options.has_sentences || options.keeps_tests,
                    // Slides show steps alone.
                    Moment::DeadEnd { .. } | Moment::Note => {
                        !options.has_sentences && options.fewest_in_forward.is_none()
                    }
                    Moment::Start
                    | Moment::Place(_)
                    | Moment::Remove(_)
                    | Moment::Solution { .. }
                    | Moment::Board
                    | Moment::BoardAgain
                    | Moment::Move { .. }
                    | Moment::Swap { .. } => true,
                }
        };
        let mut seen: Vec<acts::Novelty> =
            frames[..act.start].iter().filter_map(|frame| acts::novelty(frame.moment)).collect();
        let count = frames[act.clone()].iter().filter(|frame| is_shown(frame)).count();
        let usual = forward_time(count).max(options.shortest);
        let mut so_far = LONGEST_EXPLANATION;
        for index in act {
            let frame = &frames[index];
            let novelty = acts::novelty(frame.moment).filter(|novelty| !seen.contains(novelty));
            let stops = frame.is_custom() || novelty.is_some() && so_far <= LATEST_STOP;
            let tells = options.captioned && options.has_sentences && stops;
            let told = frame.caption.as_deref().filter(|_| tells);
            seen.extend(novelty);
            let is_solution = frame.moment.is_solution();
            let shown_for = match told {
                Some(caption) => reading(caption, names).saturating_add(MOTION),
                None if is_solution => SOLUTION,
                None => usual,
            };
            sentences.extend(told.map(|caption| Sentence { from: index, caption: caption.clone() }));
            let given = options.hold.filter(|_| is_solution);
            let time = FrameTime { shown_for: given.unwrap_or(shown_for), is_given: given.is_some() };
            self.times[index] = (told.is_some() || is_shown(frame)).then_some(time);
            so_far = so_far.saturating_add(self.times[index].map_or(Duration::ZERO, |time| time.shown_for));
        }
        sentences
    }

    /// Sets the times of the third act: slower step by step.
    fn end(&mut self, sentences: &[Sentence], names: BoardNames, options: &ScheduleOptions) {
        let (from, last) = (self.acts.ending, self.times.len() - 1);
        let count = self.times[from..last].iter().flatten().count();
        let fastest = forward_time(count + self.acts.ending - self.acts.fast_forward)
            .max(options.shortest)
            .as_secs_f64();
        let slowest = if options.captioned { 0.6 } else { 0.4 };
        let mut left = count as i32;
        for time in self.times[from..last].iter_mut().flatten() {
            left -= 1;
            let seconds = fastest.max(slowest * SLOWING.powi(left));
            // The time of a solution may be given.
            if !time.is_given {
                time.shown_for = Duration::from_secs_f64(seconds);
            }
        }
        let hold = options.hold.unwrap_or(longest_hold(options.captioned));
        self.times[last] = Some(FrameTime { shown_for: hold, is_given: options.hold.is_some() });
        if options.captioned && options.has_sentences {
            self.read(sentences, last + 1, names);
        }
    }

    /// Leaves out frames of a range. In the first and the last act, the next frame takes the time of a sentence.
    fn leave_out(&mut self, frames: &[StoryFrame], range: Range<usize>, sampling: Sampling) {
        let (mut sampler, last) = (sampling.sampler(), frames.len() - 1);
        // The time of the last sentence whose frame is left out, and its act.
        let mut moved = (Duration::ZERO, Act::Explanation);
        for index in range {
            let moment = frames[index].moment;
            let is_told = self.sentences.binary_search_by_key(&index, |sentence| sentence.from).is_ok();
            let is_needed = index == 0 || index == last || moment.is_solution();
            let Some(time) = &mut self.times[index] else { continue };
            if is_needed || moment.is_step() && sampler.takes_next() {
                let (sentence, act) = std::mem::replace(&mut moved, (Duration::ZERO, Act::Explanation));
                if !time.is_given && act == self.acts.act(index) {
                    time.shown_for = time.shown_for.max(sentence);
                }
            } else {
                let act = self.acts.act(index);
                if is_told && act != Act::FastForward {
                    moved = (time.shown_for, act);
                }
                self.times[index] = None;
            }
        }
    }

    pub(super) fn time(&self, index: usize) -> Option<Duration> {
        self.times.get(index).copied().flatten().map(|time| time.shown_for)
    }

    pub(crate) fn shown(&self) -> impl Iterator<Item = Duration> {
        self.times.iter().flatten().map(|time| time.shown_for)
    }

    /// Sets what the story shows in the frame with this index.
    pub(super) fn tell(&self, index: usize, frame: &mut Frame) {
        let act = self.acts.act(index);
        frame.act = Some(act);
        frame.sentence = self.sentence(index, act).cloned();
        if act == Act::FastForward && frame.sentence.is_none() && !self.sentences.is_empty() {
            frame.sentence = Some(Caption::FastForward { tally: frame.tally });
        }
        if act == Act::FastForward && !self.sentences.is_empty() {
            frame.board.attacks.clear();
        }
        let shown =
            |(range, attacks): &(Range<usize>, Vec<Attack>)| range.contains(&index).then(|| attacks.clone());
        if let Some(attacks) = self.attacks.as_ref().and_then(shown) {
            let BoardState { marks, .. } = &mut frame.board;
            let bare = |square: &Square| marks.iter().all(|(marked, _)| marked != square);
            let refused: Vec<Square> = attacks.iter().map(|attack| attack.to()).filter(bare).collect();
            marks.extend(refused.into_iter().map(|square| (square, Mark::Refused)));
            frame.board.attacks = attacks;
        }
        let lost = self.lost.as_ref().filter(|(shown, _)| *shown == index);
        frame.lost = lost.map(|(_, lost)| Box::new(lost.clone()));
    }

    fn sentence(&self, index: usize, act: Act) -> Option<&Caption> {
        let after = self.sentences.partition_point(|sentence| sentence.from <= index);
        let sentence = self.sentences[..after].last()?;
        let is_kept = match act {
            Act::Explanation | Act::Ending => self.acts.act(sentence.from) == act,
            Act::FastForward => sentence.from == index,
        };
        is_kept.then_some(&sentence.caption)
    }

    /// Fits the times of a film, or of an excerpt, to the options; returns the number of frames.
    pub(super) fn fit(
        &mut self,
        excerpt: Option<&Excerpt>,
        options: &ScheduleOptions,
    ) -> Result<u64, ScheduleError> {
        let Self { times, sentences, attacks, lost, .. } = self;
        let times = times.iter_mut().flatten().zip(0..);
        let times = times.filter(|(_, index)| excerpt.is_none_or(|excerpt| excerpt.has(*index)));
        let mut times: Vec<&mut FrameTime> = times.map(|(time, _)| time).collect();
        if let Some(last) = times.last_mut() {
            last.is_given = options.hold.is_some();
            last.shown_for = options.hold.unwrap_or(last.shown_for.max(longest_hold(options.captioned)));
        }
        let (frames, max) = (times.len() as u64, options.max_frames);
        if frames > max {
            return Err(ScheduleError::TooManyFrames { frames, more: false, max });
        }
        // A single picture is explained by its own caption alone.
        if frames == 1 {
            sentences.clear();
            (*attacks, *lost) = (None, None);
        }
        let Some(asked) = options.duration else { return Ok(frames) };
        let usual: Vec<FrameTime> = times.iter().map(|time| **time).collect();
        let scaled = |by: f64| {
            usual.iter().map(move |FrameTime { shown_for, is_given }| {
                let scaled = Duration::try_from_secs_f64(by * shown_for.as_secs_f64());
                let scaled = scaled.unwrap_or(Duration::MAX).max(options.shortest);
                if *is_given { *shown_for } else { scaled }
            })
        };
        let total = |by| sum(scaled(by));
        if total(0.0) > asked {
            return Err(ScheduleError::TooShort { asked, shortest: total(0.0) });
        }
        let free = sum(usual.iter().filter(|time| !time.is_given).map(|time| time.shown_for));
        let most = asked.as_secs_f64() / free.max(options.shortest).as_secs_f64();
        let by = greatest([0.0, most], f64::MANTISSA_DIGITS, |by| total(by) <= asked);
        times.iter_mut().zip(scaled(by)).for_each(|(time, scaled)| time.shown_for = scaled);
        if let Some(last) = times.last_mut() {
            last.shown_for += asked.saturating_sub(total(by));
        }
        Ok(frames)
    }
}

/// Returns the time in which this number of attack lines grow one after the other.
fn growth(lines: usize) -> Duration {
    if lines == 0 { Duration::ZERO } else { LINE_ENDS + LINE_GROWS * lines as u32 }
}

/// Returns the time of each frame of a second act with this number of frames.
fn forward_time(frames: usize) -> Duration {
    let [length, least, most] = if frames < MANY_FRAMES { [6.0, 0.03, 0.12] } else { [9.9, 0.02, 0.03] };
    Duration::from_secs_f64((length / frames.max(1) as f64).clamp(least, most))
}

const fn longest_hold(captioned: bool) -> Duration {
    Duration::from_millis(if captioned { 4000 } else { 2200 })
}

fn total(times: &[Option<FrameTime>]) -> Duration {
    sum(times.iter().flatten().map(|time| time.shown_for))
}

fn sum(times: impl Iterator<Item = Duration>) -> Duration {
    times.fold(Duration::ZERO, Duration::saturating_add)
}

/// Returns the greatest number in the range for which `holds` is true, by bisection; the least number if there is
/// none.
fn greatest([mut below, mut above]: [f64; 2], halvings: u32, holds: impl Fn(f64) -> bool) -> f64 {
    if holds(above) {
        return above;
    }
    for _ in 0..halvings {
        let middle = f64::midpoint(below, above);
        *(if holds(middle) { &mut below } else { &mut above }) = middle;
    }
    below
}
