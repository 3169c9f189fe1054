//! Times that depend on events: a new event is shown for as long as its caption takes to read, and a repeated
//! event only briefly.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::time::Duration;

use crate::board::{BoardSize, Square, SquareNames};

use super::{
    Caption, CaptionText, Detail, Excerpt, Frame, FrameNotes, Moment, RepeatedEvent, ScheduleError,
    ScheduleOptions, Trail,
};

/// The minimum time for which a separate caption is worth showing.
const READABLE: Duration = Duration::from_millis(450);

/// Reading speed in characters per second.
const CHARACTERS_READ: f64 = 17.0;
const SHORTEST_READING: Duration = Duration::from_millis(1200);
const LONGEST_READING: Duration = Duration::from_millis(2600);

/// The number of steps before the first solution that are shown for longer.
const APPROACH: u64 = 10;

/// With captions, dead ends after this number count as repeated.
const FEW_DEAD_ENDS: u32 = 5;

/// What the time of a frame depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoryFrame {
    moment: Moment,
    sentence: Sentence,
    is_custom: bool,
    /// The number of queens that were placed one by one, and the newest of these queens.
    queens: (usize, Option<Square>),
    had_solution: bool,
}

impl StoryFrame {
    /// Returns the properties of a frame after the placements in `trail`. `names` is for the caption, if it is
    /// shown.
    pub fn of(frame: &Frame, names: Option<SquareNames>, trail: &Trail) -> Self {
        let words = names.map(|names| frame.caption.text(frame.board.size, names));
        // A whole board replaces queens of the trail.
        let mut queens = trail.queens.iter().copied().filter(|queen| frame.board.queens.contains(*queen));
        Self {
            moment: frame.moment,
            sentence: words.as_ref().map(Sentence::of).unwrap_or_default(),
            is_custom: matches!(frame.caption, Caption::Custom(_)),
            queens: (queens.clone().count(), queens.next_back()),
            had_solution: trail.had_solution,
        }
    }

    /// Returns the repeated event; `None` for a frame that cannot share a caption.
    const fn repeated_event(&self) -> Option<RepeatedEvent> {
        match self.moment {
            Moment::Place(_) => Some(RepeatedEvent::Placements),
            Moment::DeadEnd { .. } | Moment::Remove(_) => Some(RepeatedEvent::DeadEnds),
            Moment::Board => Some(RepeatedEvent::Boards),
            Moment::Move { .. } | Moment::Swap { .. } => Some(RepeatedEvent::Moves),
            Moment::Test { .. }
            | Moment::Refuse(_)
            | Moment::Start
            | Moment::Solution { .. }
            | Moment::BoardAgain
            | Moment::Note => None,
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Sentence {
    /// Digests of the texts of fact and reason, without names of squares.
    kind: [u64; 2],
    reading: Duration,
}

impl Sentence {
    fn of(words: &CaptionText) -> Self {
        let common = |text: &str| {
            let is_digit = |letter: char| letter.is_ascii_digit();
            let words = text.split_whitespace().filter(|word| word.len() > 3 && !word.contains(is_digit));
            BuildHasherDefault::<DefaultHasher>::default().hash_one(words.collect::<Vec<_>>())
        };
        let reading = Duration::from_secs_f64(words.line().chars().count() as f64 / CHARACTERS_READ);
        let reading = reading.clamp(SHORTEST_READING, LONGEST_READING);
        Self { kind: [common(&words.fact.long), common(&words.reason.long)], reading }
    }
}

/// How often each fact, and each pair of a fact and a reason, was shown so far.
#[derive(Debug, Default)]
struct Said(HashMap<(u64, Option<u64>), u32>);

impl Said {
    /// Returns the minimum time of the next sentence: the time to read it if the fact is new, a short time if only
    /// the reason is new, half of the time to read it if both are shown for the second time, and then [`READABLE`].
    fn least_time(&mut self, Sentence { kind: [fact, reason], reading }: Sentence) -> Duration {
        let mut count = |words| {
            let count = self.0.entry(words).or_default();
            *count += 1;
            *count
        };
        match (count((fact, None)), count((fact, Some(reason)))) {
            (1, _) => reading,
            (_, 1) => SHORTEST_READING,
            (2, _) => reading / 2,
            (_, _) => READABLE,
        }
    }
}

/// The time of each frame of a film, and the captions that frames share, in the order of the frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryTimes {
    /// `None` for a dead end without a separate frame.
    times: Vec<Option<FrameTime>>,
    shared: Vec<(Range<usize>, Caption)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FrameTime {
    shown_for: Duration,
    is_given: bool,
}

impl StoryTimes {
    /// Returns the times of a film with these options. Solutions after the first are shown for `hold`. Without
    /// shared captions, every dead end has a frame.
    pub(super) fn of(
        film: &FrameNotes,
        size: BoardSize,
        names: SquareNames,
        hold: Duration,
        options: &ScheduleOptions,
    ) -> Self {
        let drafts = drafts(film, size.get().into(), hold, options);
        let words = |caption: &Caption| Sentence::of(&caption.text(size, names));
        let laid_out = |shares| laid_out(&drafts, shares, options, words);
        // The default length in seconds, and the factor by which the times of later frames may shrink to keep to
        // it.
        let (longest, least) = match (options.captioned, options.detail) {
            (false, _) => (30, 0.5),
            (true, Detail::Steps) => (120, 0.5),
            (true, Detail::Columns | Detail::Tests) => (120, 0.4),
        };
        let longest = Duration::from_secs(longest);
        let share = greatest([least, 1.0], 16, |share| sum(laid_out([share, 1.0]).shown()) <= longest);
        let mut story = laid_out([share, share]);
        if !options.shared_captions {
            story.part_dead_ends();
        }
        story
    }

    pub(super) fn time(&self, index: usize) -> Option<Duration> {
        self.times.get(index).copied().flatten().map(|time| time.shown_for)
    }

    pub(crate) fn shown(&self) -> impl Iterator<Item = Duration> {
        self.times.iter().flatten().map(|time| time.shown_for)
    }

    pub(super) fn caption(&self, index: usize) -> Option<&Caption> {
        let at = self.shared.partition_point(|(frames, _)| frames.end <= index);
        self.shared.get(at).filter(|(frames, _)| frames.contains(&index)).map(|(_, caption)| caption)
    }

    /// Extends the last of these frames, so that all of them together take at least this time.
    fn lengthen(&mut self, frames: &[usize], least: Duration) {
        let time = sum(frames.iter().filter_map(|index| self.time(*index)));
        if let Some(last) = frames.last().and_then(|last| self.times[*last].as_mut()) {
            last.shown_for += least.saturating_sub(time);
        }
    }

    /// Gives each dead end without a frame half of the time of the next frame, and removes shared captions.
    fn part_dead_ends(&mut self) {
        self.shared.clear();
        for index in (1..self.times.len()).rev() {
            if let [before @ None, Some(time)] = &mut self.times[index - 1..=index] {
                time.shown_for /= 2;
                *before = Some(*time);
            }
        }
    }

    /// Fits the times of a film, or of an excerpt, to the options; returns the number of frames.
    pub(super) fn fit(
        &mut self,
        excerpt: Option<&Excerpt>,
        options: &ScheduleOptions,
    ) -> Result<u64, ScheduleError> {
        let Self { times, shared } = self;
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
        // A single picture shows its separate caption.
        if frames == 1 {
            shared.clear();
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

#[derive(Debug, Clone, Copy)]
struct FrameDraft<'a> {
    story_frame: &'a StoryFrame,
    usual: FrameTime,
    /// Whether the time of the frame may shrink, and its caption may be shared.
    is_later: bool,
    repeated_event: Option<RepeatedEvent>,
}

/// Returns the frames of a film of a board with this number of rows, each with its time before shrinking.
fn drafts<'a>(
    film: &'a FrameNotes,
    rows: u64,
    hold: Duration,
    options: &ScheduleOptions,
) -> Vec<FrameDraft<'a>> {
    let story_frames: Vec<(u64, &StoryFrame)> = film.story_frames().collect();
    let (captioned, tests) = (options.captioned, options.detail != Detail::Steps);
    let first_solution = story_frames
        .iter()
        .position(|(_, story_frame)| story_frame.moment.is_solution())
        .unwrap_or(story_frames.len() - 1);
    let (end, last) = (story_frames[first_solution].0, story_frames.len() - 1);
    let (mut dead_ends, mut placed, mut in_dead_end) = (0, 0, false);
    let draft = |(index, (step, story_frame)): (usize, &(u64, &'a StoryFrame))| {
        let goes_back = story_frame.repeated_event() == Some(RepeatedEvent::DeadEnds);
        dead_ends += u32::from(goes_back && !in_dead_end);
        in_dead_end = story_frame.moment.is_dead_end();
        placed += u64::from(story_frame.repeated_event().is_some() && !goes_back);
        let (millis, mut is_later) = match (dead_ends, captioned) {
            (0, false) if story_frame.moment == Moment::Start => (500, false),
            (0, _) if placed <= rows => (if captioned { 600 } else { 350 }, false),
            (1, _) if goes_back => (if captioned && !in_dead_end { 2600 } else { 900 }, false),
            (1..FEW_DEAD_ENDS, true) => (if goes_back { 900 } else { 500 }, false),
            (FEW_DEAD_ENDS, true) if goes_back => (900, false),
            (_, false) => (40, true),
            (_, true) if goes_back => (if tests { 500 } else { 400 }, true),
            (_, true) => (if tests && !story_frame.moment.is_test() { 300 } else { 250 }, true),
        };
        let mut shown_for = Duration::from_millis(millis);
        if let Some(at) = (step + APPROACH).checked_sub(end).filter(|at| *step > 0 && *at < APPROACH) {
            let approach = if captioned { 450 } else { 100 + 220 * at / (APPROACH - 1) };
            (shown_for, is_later) = (shown_for.max(Duration::from_millis(approach)), false);
        }
        if captioned && story_frame.is_custom {
            shown_for = shown_for.max(story_frame.sentence.reading);
        }
        let is_held = story_frame.moment.is_solution() || index == last;
        if is_held {
            let is_long = index == first_solution || index == last;
            let usual = if is_long { hold.max(longest_hold(captioned)) } else { hold };
            (shown_for, is_later) = (options.hold.unwrap_or(usual), false);
        }
        let usual = FrameTime { shown_for, is_given: is_held && options.hold.is_some() };
        FrameDraft {
            story_frame,
            usual,
            is_later,
            repeated_event: story_frame.repeated_event().filter(|_| !story_frame.is_custom),
        }
    };
    let mut drafts: Vec<FrameDraft<'a>> = story_frames.iter().enumerate().map(draft).collect();
    // Tests belong to the step after them. So does a whole board, if the tests find it to be a solution.
    let mut finds_solution = false;
    for index in (0..last).rev() {
        let (FrameDraft { story_frame, .. }, next) = (drafts[index], drafts[index + 1]);
        let changes = next.story_frame.moment.is_step() && !next.story_frame.moment.is_test();
        finds_solution = next.story_frame.moment.is_solution() || finds_solution && !changes;
        if story_frame.moment.is_test() && !story_frame.is_custom
            || story_frame.moment == Moment::Board && finds_solution
        {
            drafts[index].repeated_event = next.repeated_event;
        }
    }
    drafts
}

const fn longest_hold(captioned: bool) -> Duration {
    Duration::from_millis(if captioned { 4000 } else { 2200 })
}

/// Returns the times: the times of frames with `is_later` are multiplied by `share`. A dead end with `is_later` has
/// no separate frame if its caption is illegible after multiplying its time by `of_dead_ends`.
fn laid_out(
    drafts: &[FrameDraft<'_>],
    [share, of_dead_ends]: [f64; 2],
    options: &ScheduleOptions,
    sentence: impl Fn(&Caption) -> Sentence,
) -> StoryTimes {
    let time = |FrameDraft { story_frame, usual, is_later, .. }: &FrameDraft<'_>| {
        let by = |share: f64| if *is_later { usual.shown_for.mul_f64(share) } else { usual.shown_for };
        let is_shown = !(story_frame.moment.is_dead_end() && *is_later && by(of_dead_ends) < READABLE);
        is_shown.then(|| FrameTime { shown_for: by(share).max(options.shortest), ..*usual })
    };
    let mut story = StoryTimes { times: drafts.iter().map(time).collect(), shared: Vec::new() };
    if !options.captioned {
        return story;
    }
    let (mut said, mut from) = (Said::default(), 0);
    while from < drafts.len() {
        let mut run = from..end_of_run(drafts, from);
        let shown = |run: &Range<usize>, story: &StoryTimes| -> Vec<usize> {
            run.clone().filter(|index| story.times[*index].is_some()).collect()
        };
        let mut frames = shown(&run, &story);
        // The frame of a queen that is only replaced is grouped with the frames after it.
        if let ([only], Some(next)) = (&frames[..], drafts.get(run.end))
            && matches!(drafts[*only].story_frame.moment, Moment::Remove(_))
            && (drafts[*only].is_later, next.is_later, next.repeated_event)
                == (true, true, Some(RepeatedEvent::Placements))
        {
            run.end = end_of_run(drafts, run.end);
            frames = shown(&run, &story);
        }
        from = run.end;
        let is_short = |index: &usize| story.time(*index).is_some_and(|time| time < READABLE);
        if frames.len() > 1 && frames.iter().any(is_short) {
            let caption = shared_caption(drafts, run.clone());
            story.lengthen(&frames, said.least_time(sentence(&caption)));
            story.shared.push((run, caption));
            continue;
        }
        for index in frames {
            let FrameDraft { story_frame, usual, .. } = drafts[index];
            if !story_frame.is_custom && !usual.is_given {
                story.lengthen(&[index], said.least_time(story_frame.sentence));
            }
        }
    }
    story
}

/// Returns the end of the run of short, similar frames that begins with frame `from`.
fn end_of_run(drafts: &[FrameDraft<'_>], from: usize) -> usize {
    let first = drafts[from];
    let goes_on = |next: &&FrameDraft<'_>| {
        next.is_later
            && first.is_later
            && first.repeated_event.is_some()
            && next.repeated_event == first.repeated_event
    };
    from + 1 + drafts[from + 1..].iter().take_while(goes_on).count()
}

/// Returns the caption of a run, which names the newest queen that is on the board in all its frames.
fn shared_caption(drafts: &[FrameDraft<'_>], run: Range<usize>) -> Caption {
    let repeated_event = match drafts[run.end - 1].repeated_event.expect("a run is of a repeated event") {
        RepeatedEvent::DeadEnds if drafts[run.clone()].iter().any(|draft| draft.story_frame.had_solution) => {
            RepeatedEvent::WayBack
        }
        repeated_event => repeated_event,
    };
    let queens = drafts[run.start.saturating_sub(1)..run.end].iter().map(|draft| draft.story_frame.queens);
    let (_, below) = queens.min_by_key(|(count, _)| *count).unwrap_or_default();
    Caption::RepeatedEvent { repeated_event, below }
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
