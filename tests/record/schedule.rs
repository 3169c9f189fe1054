//! The frames of a film, and their times.

use std::num::NonZeroU64;
use std::time::Duration;

use queenreel::encode::SHORTEST_DELAY;
use queenreel::record::{Frame, Moment, Schedule, ScheduleError, ScheduleOptions};

use crate::common::films::{events, scheduled_frames};
use crate::common::known::ALL;

fn film(n: u64, solutions: u64, options: ScheduleOptions) -> Result<Vec<Frame>, ScheduleError> {
    scheduled_frames(n, || events(n, solutions), &options, None)
}

fn playing_time(frames: &[Frame]) -> Duration {
    frames.iter().map(|frame| frame.shown_for).sum()
}

fn solutions_shown(frames: &[Frame]) -> usize {
    frames.iter().filter(|frame| matches!(frame.moment, Moment::Solution { .. })).count()
}

const MS: fn(u64) -> Duration = Duration::from_millis;

#[test]
fn films_have_a_frame_for_the_start_and_for_every_step() {
    for (n, solutions, frames) in [(1, 1, 2), (5, 1, 6), (6, 1, 57), (8, 1, 219), (8, ALL, 4113), (3, 1, 11)]
    {
        assert_eq!(film(n, solutions, ScheduleOptions::default()).unwrap().len(), frames, "N = {n}");
    }
}

#[test]
fn solutions_and_the_last_frame_are_held() {
    let options = ScheduleOptions { delay: Some(MS(100)), hold: Some(MS(900)), ..ScheduleOptions::default() };
    let frames = film(4, ALL, options).unwrap();
    let (last, others) = frames.split_last().unwrap();
    assert_eq!((last.moment, last.shown_for), (Moment::Remove(last.board.marks[0].0), MS(900)));
    for frame in others {
        let held = matches!(frame.moment, Moment::Solution { .. });
        assert_eq!(frame.shown_for, if held { MS(900) } else { MS(100) });
    }
    assert_eq!(solutions_shown(&frames), 2);
}

#[test]
fn the_last_frame_is_shown_for_three_seconds_or_as_long_as_any_other() {
    for (n, solutions) in [(1, 1), (2, 1), (4, ALL), (5, 1), (8, 1), (8, ALL)] {
        for (delay, last) in [(None, MS(3000)), (Some(MS(20)), MS(3000)), (Some(MS(4500)), MS(4500))] {
            let options = ScheduleOptions { delay, ..ScheduleOptions::default() };
            let frames = film(n, solutions, options).unwrap();
            assert_eq!(frames.last().unwrap().shown_for, last, "N = {n}, {delay:?}");
        }
    }
    let live = Schedule::default().times;
    assert_eq!((live.delay, live.last), (MS(150), MS(3000)), "of a search of unknown length");
}

#[test]
fn a_given_duration_is_exact() {
    for (n, solutions) in [(1, 1), (4, ALL), (5, 1), (6, ALL), (8, 1), (8, ALL), (10, 20)] {
        for duration in [MS(7_777), Duration::from_secs(20), Duration::from_secs(300)] {
            for hold in [None, Some(MS(60))] {
                let options =
                    ScheduleOptions { duration: Some(duration), hold, ..ScheduleOptions::default() };
                let frames = film(n, solutions, options).unwrap();
                assert_eq!(playing_time(&frames), duration, "N = {n}");
                assert!(frames.iter().all(|frame| frame.shown_for >= SHORTEST_DELAY));
            }
        }
    }
}

#[test]
fn a_film_with_captions_is_as_long_as_asked_with_or_without_its_dead_ends() {
    for duration in (500..4000).step_by(50).map(MS) {
        let options =
            ScheduleOptions { duration: Some(duration), captioned: true, ..ScheduleOptions::default() };
        let frames = film(6, 1, options).unwrap();
        let schedule = Schedule::of(events(6, 1), &options).unwrap();
        assert_eq!((playing_time(&frames), Some(frames.len() as u64)), (duration, schedule.frames));
    }
}

#[test]
fn a_short_film_of_a_long_search_keeps_solutions_and_the_last_state() {
    let options = ScheduleOptions { duration: Some(Duration::from_secs(10)), ..ScheduleOptions::default() };
    let frames = film(8, ALL, options).unwrap();
    assert_eq!(solutions_shown(&frames), 92);
    assert!(frames.len() < 500, "{} frames", frames.len());
    assert_eq!(frames[0].moment, Moment::Start);
    assert_eq!(frames.last().unwrap().board.queens.iter().count(), 0, "the search has ended");
    assert_eq!(frames.last().unwrap().tally.removals, 2056);
}

#[test]
fn one_step_of_every_few_keeps_solutions_and_the_last_state() {
    let every = 100;
    let frames =
        film(8, ALL, ScheduleOptions { every: NonZeroU64::new(every), ..ScheduleOptions::default() })
            .unwrap();
    assert_eq!(solutions_shown(&frames), 92);
    let ordinary = (4112 - 92) / every as usize;
    assert_eq!(frames.len(), 1 + ordinary + 92 + 1);
    assert_eq!(frames.last().unwrap().tally.removals, 2056);
    assert_eq!(film(8, 1, ScheduleOptions { every: None, ..ScheduleOptions::default() }).unwrap().len(), 219);
}

#[test]
fn the_default_pace_is_slower_for_small_boards_and_faster_for_long_searches() {
    let delay = |n, solutions| film(n, solutions, ScheduleOptions::default()).unwrap()[0].shown_for;
    assert_eq!(delay(4, 1), MS(500));
    assert_eq!(delay(8, 1), MS(130));
    assert_eq!(delay(8, ALL), SHORTEST_DELAY);
    let seconds = |n| playing_time(&film(n, 1, ScheduleOptions::default()).unwrap()).as_secs();
    assert!((3..=6).contains(&seconds(5)));
    assert!((25..=35).contains(&seconds(6)));
    assert!((25..=35).contains(&seconds(8)));
}

#[test]
fn too_many_frames_are_counted_and_refused() {
    let options = ScheduleOptions { max_frames: 218, ..ScheduleOptions::default() };
    let refused = film(8, 1, options).unwrap_err();
    assert_eq!(refused, ScheduleError::TooManyFrames { frames: 219, more: false, max: 218 });
    assert_eq!(refused.to_string(), "the film would have 219 frames, and the limit is 218");
    assert_eq!(
        film(8, 1, ScheduleOptions { max_frames: 219, ..ScheduleOptions::default() }).unwrap().len(),
        219
    );
    let refused = film(10, ALL, ScheduleOptions::default()).unwrap_err();
    assert_eq!(refused, ScheduleError::TooManyFrames { frames: 71_077, more: false, max: 10_000 });
}

#[test]
fn a_search_that_does_not_end_is_refused_with_more_than() {
    for n in [30, 64] {
        let refused = film(n, 1, ScheduleOptions::default()).unwrap_err();
        assert!(matches!(refused, ScheduleError::TooManyFrames { more: true, max: 10_000, .. }));
        assert!(refused.to_string().contains("more than"), "{refused}");
    }
}

#[test]
fn a_duration_too_short_for_its_frames_names_the_shortest() {
    let too_short = |duration, hold| {
        let options = ScheduleOptions { duration: Some(duration), hold, ..ScheduleOptions::default() };
        film(8, ALL, options).unwrap_err()
    };
    let shortest = SHORTEST_DELAY * 94;
    let asked = MS(1_000);
    assert_eq!(too_short(asked, None), ScheduleError::TooShort { asked, shortest });
    let shortest = MS(500) * 93 + SHORTEST_DELAY;
    let asked = MS(40_000);
    assert_eq!(too_short(asked, Some(MS(500))), ScheduleError::TooShort { asked, shortest });
    for (hold, shortest) in [(None, SHORTEST_DELAY * 94), (Some(MS(500)), shortest)] {
        let options = ScheduleOptions { duration: Some(shortest), hold, ..ScheduleOptions::default() };
        assert_eq!(playing_time(&film(8, ALL, options).unwrap()), shortest, "the shortest is possible");
    }
}

#[test]
fn frames_that_always_stay_count_against_the_limit() {
    let duration = Some(Duration::from_secs(60));
    for (n, solutions, staying) in [(3, 1, 2), (4, ALL, 4), (8, ALL, 94), (8, 1, 2)] {
        for (duration, every) in [(duration, None), (None, NonZeroU64::new(1_000_000))] {
            let options =
                |max_frames| ScheduleOptions { duration, every, max_frames, ..ScheduleOptions::default() };
            assert_eq!(film(n, solutions, options(staying)).unwrap().len() as u64, staying, "N = {n}");
            let refused = film(n, solutions, options(staying - 1)).unwrap_err();
            let max = staying - 1;
            assert_eq!(refused, ScheduleError::TooManyAlwaysShown { frames: staying, more: false, max });
        }
    }
}

#[test]
fn extreme_options_never_panic() {
    let times = [None, Some(Duration::ZERO), Some(Duration::from_nanos(1)), Some(Duration::MAX)];
    for delay in times {
        for hold in times {
            for duration in times {
                for (every, max_frames) in [(0, 0), (1, 1), (1, u64::MAX), (u64::MAX, u64::MAX)] {
                    let every = NonZeroU64::new(every);
                    let options = ScheduleOptions {
                        delay,
                        hold,
                        duration,
                        every,
                        max_frames,
                        ..ScheduleOptions::default()
                    };
                    let _ = film(4, ALL, options);
                }
            }
        }
    }
}

#[test]
fn counters_are_those_of_the_moment_that_a_frame_shows() {
    let frames = film(8, 1, ScheduleOptions::default()).unwrap();
    for frame in &frames {
        let queens = frame.board.queens.iter().count() as u64;
        assert_eq!(frame.tally.placements - frame.tally.removals, queens);
    }
    let second = &frames[2];
    assert_eq!((second.tally.tests, second.tally.placements), (1 + 3, 2), "a1, then three rows of column 2");
    let last = frames.last().unwrap().tally;
    assert_eq!((last.tests, last.backtracks, last.solutions), (876, 105, 1));
}
