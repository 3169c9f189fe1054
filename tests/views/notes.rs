//! Captions and counters agree with the search at every frame.

use queenreel::board::{BoardSize, Square};
use queenreel::record::{Caption, Detail, Frame, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, Order};

use super::oracle::{COUNTERS, Course, Kind, truths};
use crate::common::known::{ALL, size};

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
            assert_eq!(course.caption(frame), truth.caption, "{course:?}");
            let counters = COUNTERS.map(|counter| counter.value(frame));
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
            assert_eq!(course.caption(frame), truth.caption, "{course:?}");
            let counters = COUNTERS.map(|counter| counter.value(frame));
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
        let narrator = course.narrator();
        let length = |caption: &Caption| caption.text(narrator.wording()).chars().count();
        let longest = narrator.wide_captions().map(|caption| length(&caption)).max().unwrap();
        let frames = course.frames();
        assert!(frames.iter().all(|frame| length(&frame.caption) <= longest));
    }
}

/// What an algorithm is to say, and to light, at a moment.
fn expected(frame: &Frame, algorithm: Algorithm, size: BoardSize) -> (String, &'static str) {
    let name = |square: Square| size.name(square).unwrap();
    let attacked = frame.scene.queens.in_conflict().len();
    let solution = format!("Solution {} of 10", frame.tally.solutions);
    let mirrors = algorithm == Algorithm::Bitfield;
    match frame.moment {
        Moment::Start => ("Find safe places for 5 queens".to_owned(), ""),
        Moment::Test { square, attacker: None } => {
            let caption = match algorithm {
                Algorithm::Permutations => format!("No queen above attacks {}", name(square)),
                Algorithm::Random => format!("No queen on the left attacks {}", name(square)),
                _ => name(square) + " is safe",
            };
            (caption, "")
        }
        Moment::Test { square, attacker: Some(queen) } => {
            (format!("{} is attacked from {}", name(square), name(queen)), "")
        }
        Moment::Place(square) => (format!("Place a queen on {}", name(square)), "put a queen there"),
        Moment::Solution(None) if mirrors => (solution + ": the mirror image", "mirror image: a solution"),
        Moment::Solution(_) => (solution, "a solution!"),
        Moment::Remove(_) => (String::new(), "take the queen"),
        Moment::Board if mirrors => ("Take the mirror image away and search on".to_owned(), ""),
        Moment::Board => {
            let boards = frame.tally.boards;
            let conflicts =
                if attacked > 0 { format!(": {attacked} queens are attacked") } else { String::new() };
            (format!("Board {boards}{conflicts}"), "put a queen into each")
        }
        Moment::Move { from, to } => {
            (format!("Move the queen from {} to {}", name(from), name(to)), "move it to where")
        }
    }
}

#[test]
fn every_algorithm_has_words_and_lines_of_its_own() {
    let size = size(5);
    for algorithm in Algorithm::ALL {
        let narrator = Narrator::new(size, Some(algorithm), Order::Columns, Some(10));
        let lines: Vec<&str> = narrator.listing().unwrap().lines().collect();
        let schedule = Schedule { detail: Detail::Tests, ..Schedule::default() };
        let mut recorder = Recorder::new(size, &schedule, narrator.clone());
        let mut lit = 0;
        for event in algorithm.events(size, Order::Columns, 3) {
            let Some(frame) = recorder.push(event).unwrap() else { continue };
            let (caption, line) = expected(frame, algorithm, size);
            let words = frame.caption.text(narrator.wording());
            assert!(!words.is_empty());
            assert!(caption.is_empty() || words == caption, "{algorithm}: {words}");
            let shown = frame.line.map_or("", |line| lines[line]);
            assert!(shown.contains(line), "{algorithm}, {:?}: {shown}", frame.moment);
            lit += usize::from(!line.is_empty());
            let back = matches!(frame.moment, Moment::Board) && algorithm == Algorithm::Bitfield;
            assert!(frame.line.is_some() != back, "{algorithm}, {:?}", frame.moment);
        }
        assert!(lit > 0, "{algorithm}");
    }
}
