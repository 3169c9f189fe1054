//! Captions and counters agree with the search at every frame.

use queenreel::record::Detail;
use queenreel::search::Order;

use crate::oracle::{ALL, COUNTERS, Course, Kind, truths};

fn courses() -> impl Iterator<Item = Course> {
    (1..=6).flat_map(|n| {
        let solved = if matches!(n, 2 | 3) { vec![ALL] } else { vec![1, 2, ALL] };
        solved.into_iter().flat_map(move |solutions| {
            [Order::Columns, Order::Rows].into_iter().flat_map(move |order| {
                [Detail::Steps, Detail::Tests].map(|detail| Course { n, solutions, order, detail, every: 1 })
            })
        })
    })
}

#[test]
fn captions_and_counters_agree_with_the_search_at_every_frame() {
    for course in courses() {
        let (frames, truths) = (course.frames(), truths(course));
        assert_eq!(frames.len(), truths.len(), "{course:?}");
        for (frame, truth) in frames.iter().zip(&truths) {
            assert_eq!(frame.scene.notes.caption, truth.caption, "{course:?}");
            let counters = COUNTERS.map(|counter| frame.scene.counter(counter));
            assert_eq!(counters, truth.counters, "{course:?}: {}", truth.caption);
            assert_eq!(frame.scene.queens.len(), truth.queens.len());
        }
    }
}

#[test]
fn sampled_frames_tell_the_truth_of_their_own_step() {
    for (course, every) in courses().flat_map(|course| [2, 3, 7].map(|every| (course, every))) {
        let course = Course { every, ..course };
        let truths = truths(course);
        let frames = course.frames();
        for frame in &frames {
            let truth = &truths[frame.step as usize];
            assert_eq!(frame.scene.notes.caption, truth.caption, "{course:?}");
            let counters = COUNTERS.map(|counter| frame.scene.counter(counter));
            assert_eq!(counters, truth.counters, "{course:?}: {}", truth.caption);
        }
        let steps: Vec<u64> = frames.iter().map(|frame| frame.step).collect();
        assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
        assert_eq!((steps[0], steps[steps.len() - 1]), (0, truths.len() as u64 - 1));
        let solved = truths.iter().filter(|truth| truth.kind == Kind::Solution);
        assert!(solved.map(|truth| truth.counters[0]).all(|step| steps.contains(&step)), "{course:?}");
        assert!(steps.len() < truths.len() || truths.len() < 16, "{course:?} is sampled");
    }
}

#[test]
fn no_caption_is_wider_than_those_that_there_is_room_for() {
    // Where every letter is as wide, the longest text is the widest.
    for course in courses() {
        let longest = course.narrator().wide_captions().map(|text| text.chars().count()).max().unwrap();
        let frames = course.frames();
        assert!(frames.iter().all(|frame| frame.scene.notes.caption.chars().count() <= longest));
    }
}
