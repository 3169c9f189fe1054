//! The times of a film that is paced by what happens: what happens for the first time is shown for as long as it
//! takes to read about it, and what has been seen often goes by quickly.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::time::Duration;

use crate::board::{BoardSize, Square, SquareNames};

use super::{
    Caption, Detail, Excerpt, Frame, FrameNotes, Moment, Passage, ScheduleError, ScheduleOptions, Trail,
    Words,
};

/// Captions that are shown for less time are not worth showing.
const READABLE: Duration = Duration::from_millis(450);

/// Of most people, in a second.
const CHARACTERS_READ: f64 = 17.0;
const SHORTEST_READING: Duration = Duration::from_millis(1200);
const LONGEST_READING: Duration = Duration::from_millis(2600);

/// So many steps before the end are shown for longer.
const APPROACH: u64 = 10;

/// After so many dead ends, the next ones are no news.
const FEW_DEAD_ENDS: u32 = 5;

/// Films of more frames have even times.
pub(crate) const MOST_TIMED: usize = 100_000;

/// What the time of a frame depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beat {
    moment: Moment,
    sentence: Sentence,
    /// Whether the solver says it.
    is_custom: bool,
    /// The number of queens that were placed one after the other, and the newest.
    queens: (usize, Option<Square>),
    /// Whether the branch that ends here, if one does, has a solution.
    had_solution: bool,
}

impl Beat {
    /// That of a frame with these queens, whose caption names squares in this way, if it is shown.
    pub fn of(frame: &Frame, names: Option<SquareNames>, trail: &Trail) -> Self {
        let words = names.map(|names| frame.caption.words(frame.scene.size, names));
        // Whole boards replace them.
        let mut queens = trail.queens.iter().copied().filter(|queen| frame.scene.queens.contains(*queen));
        Self {
            moment: frame.moment,
            sentence: words.as_ref().map(Sentence::of).unwrap_or_default(),
            is_custom: matches!(frame.caption, Caption::Custom(_)),
            queens: (queens.clone().count(), queens.next_back()),
            had_solution: trail.had_solution,
        }
    }

    /// What goes on; `None` if it stands for itself, or for what follows.
    const fn passage(&self) -> Option<Passage> {
        match self.moment {
            Moment::Place(_) => Some(Passage::Placements),
            Moment::DeadEnd { .. } | Moment::Remove(_) => Some(Passage::DeadEnds),
            Moment::Board => Some(Passage::Boards),
            Moment::Move { .. } | Moment::Swap { .. } => Some(Passage::Moves),
            Moment::Test { .. }
            | Moment::Refuse(_)
            | Moment::Start
            | Moment::Solution { .. }
            | Moment::BoardAgain
            | Moment::Note => None,
        }
    }
}

/// A caption: its kind, and the time to read it.
#[derive(Debug, Clone, Copy, Default)]
struct Sentence {
    /// Digests of the words of the fact and the reason, without what they name.
    kind: [u64; 2],
    reading: Duration,
}

impl Sentence {
    fn of(words: &Words) -> Self {
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

/// The sentences of a film so far: how often each fact was said, and each with this reason.
#[derive(Debug, Default)]
struct Said(HashMap<(u64, Option<u64>), u32>);

impl Said {
    /// The least time of the next sentence: if it is new, the time to read it, the second time half of that. A new
    /// reason of what has been said takes less time to read.
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

/// How long each frame of a film is shown, and which captions are shown on several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timetable {
    /// `None` for a dead end that has no frame of its own.
    times: Vec<Option<FrameTime>>,
    /// In order.
    shared: Vec<(Range<usize>, Caption)>,
}

/// The time of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FrameTime {
    shown_for: Duration,
    /// Whether it is a given one.
    is_given: bool,
}

impl Timetable {
    /// The times of a film with these options. Solutions after the first are shown for `hold`. If readers turn its
    /// pages themselves, dead ends have all their frames and captions are not shared.
    pub(super) fn of(
        film: &FrameNotes,
        (size, names): (BoardSize, SquareNames),
        hold: Duration,
        options: &ScheduleOptions,
    ) -> Self {
        let drafts = drafts(film, size.get().into(), hold, options);
        let words = |caption: &Caption| Sentence::of(&caption.words(size, names));
        let laid_out = |shares| laid_out(&drafts, shares, options, words);
        // How many times as short steps may become, for films that last no longer than this.
        let (longest, least) = match (options.captioned, options.detail) {
            (false, _) => (30, 0.5),
            (true, Detail::Steps) => (120, 0.5),
            (true, Detail::Columns | Detail::Tests) => (120, 0.4),
        };
        let longest = Duration::from_secs(longest);
        let share = greatest([least, 1.0], 16, |share| sum(laid_out([share, 1.0]).shown()) <= longest);
        let mut timetable = laid_out([share, share]);
        if !options.shared_captions {
            timetable.part_dead_ends();
        }
        timetable
    }

    /// The time of a frame, if it is shown.
    pub(super) fn time(&self, index: usize) -> Option<Duration> {
        self.times.get(index).copied().flatten().map(|time| time.shown_for)
    }

    /// The times of the frames that are shown.
    pub(crate) fn shown(&self) -> impl Iterator<Item = Duration> {
        self.times.iter().flatten().map(|time| time.shown_for)
    }

    /// What is shown on a frame instead of its caption.
    pub(super) fn caption(&self, index: usize) -> Option<&Caption> {
        let at = self.shared.partition_point(|(frames, _)| frames.end <= index);
        self.shared.get(at).filter(|(frames, _)| frames.contains(&index)).map(|(_, caption)| caption)
    }

    /// Shows the last of these frames for longer, so that they last for this time at least.
    fn lengthen(&mut self, frames: &[usize], least: Duration) {
        let time = sum(frames.iter().filter_map(|index| self.time(*index)));
        if let Some(last) = frames.last().and_then(|last| self.times[*last].as_mut()) {
            last.shown_for += least.saturating_sub(time);
        }
    }

    /// Gives each dead end half of the time of the frame that follows, and each frame its own caption.
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
    ///
    /// # Errors
    /// [`ScheduleError`] when there are too many frames, or the duration is too short for them.
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
        // A picture that stands alone can be read.
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

/// A frame whose time is decided.
#[derive(Debug, Clone, Copy)]
struct Draft<'a> {
    beat: &'a Beat,
    usual: FrameTime,
    /// Whether its time may become shorter, and its caption one that it shares.
    is_later: bool,
    passage: Option<Passage>,
}

/// The frames of a film of a board of so many rows, with the time of each by itself.
fn drafts<'a>(film: &'a FrameNotes, rows: u64, hold: Duration, options: &ScheduleOptions) -> Vec<Draft<'a>> {
    let beats: Vec<(u64, &Beat)> = film.beats().collect();
    let (captioned, tests) = (options.captioned, options.detail != Detail::Steps);
    let first_solution =
        beats.iter().position(|(_, beat)| beat.moment.is_solution()).unwrap_or(beats.len() - 1);
    let (end, last) = (beats[first_solution].0, beats.len() - 1);
    let (mut dead_ends, mut placed, mut in_dead_end) = (0, 0, false);
    let draft = |(index, (step, beat)): (usize, &(u64, &'a Beat))| {
        let goes_back = beat.passage() == Some(Passage::DeadEnds);
        dead_ends += u32::from(goes_back && !in_dead_end);
        in_dead_end = beat.moment.is_dead_end();
        placed += u64::from(beat.passage().is_some() && !goes_back);
        let (millis, mut is_later) = match (dead_ends, captioned) {
            (0, false) if beat.moment == Moment::Start => (500, false),
            (0, _) if placed <= rows => (if captioned { 600 } else { 350 }, false),
            (1, _) if goes_back => (if captioned && !in_dead_end { 2600 } else { 900 }, false),
            (1..FEW_DEAD_ENDS, true) => (if goes_back { 900 } else { 500 }, false),
            (FEW_DEAD_ENDS, true) if goes_back => (900, false),
            (_, false) => (40, true),
            (_, true) if goes_back => (if tests { 500 } else { 400 }, true),
            (_, true) => (if tests && !beat.moment.is_test() { 300 } else { 250 }, true),
        };
        let mut shown_for = Duration::from_millis(millis);
        if let Some(at) = (step + APPROACH).checked_sub(end).filter(|at| *step > 0 && *at < APPROACH) {
            let approach = if captioned { 450 } else { 100 + 220 * at / (APPROACH - 1) };
            (shown_for, is_later) = (shown_for.max(Duration::from_millis(approach)), false);
        }
        if captioned && beat.is_custom {
            shown_for = shown_for.max(beat.sentence.reading);
        }
        let is_held = beat.moment.is_solution() || index == last;
        if is_held {
            let is_long = index == first_solution || index == last;
            let usual = if is_long { hold.max(longest_hold(captioned)) } else { hold };
            (shown_for, is_later) = (options.hold.unwrap_or(usual), false);
        }
        let usual = FrameTime { shown_for, is_given: is_held && options.hold.is_some() };
        Draft { beat, usual, is_later, passage: beat.passage().filter(|_| !beat.is_custom) }
    };
    let mut drafts: Vec<Draft<'a>> = beats.iter().enumerate().map(draft).collect();
    // Tests belong to what follows them, and so does the board that they find to be a solution.
    let mut finds_solution = false;
    for index in (0..last).rev() {
        let (Draft { beat, .. }, next) = (drafts[index], drafts[index + 1]);
        let changes = next.beat.moment.is_step() && !next.beat.moment.is_test();
        finds_solution = next.beat.moment.is_solution() || finds_solution && !changes;
        if beat.moment.is_test() && !beat.is_custom || beat.moment == Moment::Board && finds_solution {
            drafts[index].passage = next.passage;
        }
    }
    drafts
}

/// The time of the first solution, and of the last frame.
const fn longest_hold(captioned: bool) -> Duration {
    Duration::from_millis(if captioned { 4000 } else { 2200 })
}

/// The times, of which those of later frames are multiplied by `share`. Dead ends whose captions cannot be read when
/// their times are multiplied by `of_dead_ends` have no frames of their own.
fn laid_out(
    drafts: &[Draft<'_>],
    [share, of_dead_ends]: [f64; 2],
    options: &ScheduleOptions,
    sentence: impl Fn(&Caption) -> Sentence,
) -> Timetable {
    let time = |Draft { beat, usual, is_later, .. }: &Draft<'_>| {
        let by = |share: f64| if *is_later { usual.shown_for.mul_f64(share) } else { usual.shown_for };
        let is_shown = !(beat.moment.is_dead_end() && *is_later && by(of_dead_ends) < READABLE);
        is_shown.then(|| FrameTime { shown_for: by(share).max(options.shortest), ..*usual })
    };
    let mut timetable = Timetable { times: drafts.iter().map(time).collect(), shared: Vec::new() };
    if !options.captioned {
        return timetable;
    }
    let (mut said, mut from) = (Said::default(), 0);
    while from < drafts.len() {
        let mut run = from..end_of_run(drafts, from);
        let shown = |run: &Range<usize>, timetable: &Timetable| -> Vec<usize> {
            run.clone().filter(|index| timetable.times[*index].is_some()).collect()
        };
        let mut frames = shown(&run, &timetable);
        // A queen that is only replaced goes with those that follow.
        if let ([only], Some(next)) = (&frames[..], drafts.get(run.end))
            && matches!(drafts[*only].beat.moment, Moment::Remove(_))
            && (drafts[*only].is_later, next.is_later, next.passage)
                == (true, true, Some(Passage::Placements))
        {
            run.end = end_of_run(drafts, run.end);
            frames = shown(&run, &timetable);
        }
        from = run.end;
        let is_short = |index: &usize| timetable.time(*index).is_some_and(|time| time < READABLE);
        if frames.len() > 1 && frames.iter().any(is_short) {
            let caption = shared_caption(drafts, run.clone());
            timetable.lengthen(&frames, said.least_time(sentence(&caption)));
            timetable.shared.push((run, caption));
            continue;
        }
        for index in frames {
            let Draft { beat, usual, .. } = drafts[index];
            if !beat.is_custom && !usual.is_given {
                timetable.lengthen(&[index], said.least_time(beat.sentence));
            }
        }
    }
    timetable
}

/// The end of the run of frames from this one on that go by quickly, one like the other.
fn end_of_run(drafts: &[Draft<'_>], from: usize) -> usize {
    let first = drafts[from];
    let goes_on = |next: &&Draft<'_>| {
        next.is_later && first.is_later && first.passage.is_some() && next.passage == first.passage
    };
    from + 1 + drafts[from + 1..].iter().take_while(goes_on).count()
}

/// What is said of a run: below the newest queen that is on the board all the time.
fn shared_caption(drafts: &[Draft<'_>], run: Range<usize>) -> Caption {
    let passage = match drafts[run.end - 1].passage.expect("a run is of a passage") {
        Passage::DeadEnds if drafts[run.clone()].iter().any(|draft| draft.beat.had_solution) => {
            Passage::WayBack
        }
        passage => passage,
    };
    let queens = drafts[run.start.saturating_sub(1)..run.end].iter().map(|draft| draft.beat.queens);
    let (_, below) = queens.min_by_key(|(count, _)| *count).unwrap_or_default();
    Caption::Passage { passage, below }
}

fn sum(times: impl Iterator<Item = Duration>) -> Duration {
    times.fold(Duration::ZERO, Duration::saturating_add)
}

/// The greatest number in this range for which something holds that holds for all smaller ones; else the least.
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
