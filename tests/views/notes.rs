//! Captions and counters agree with the search at every frame.

use queenreel::board::{BoardSize, Square, SquareNames};
use queenreel::record::{Caption, Detail, Frame, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, Order};

use super::oracle::{COUNTERS, Kind, SearchSpec, truths};
use crate::common::known::{ALL, size};

fn specs() -> impl Iterator<Item = SearchSpec> {
    (1..=6).flat_map(|n| {
        let solved = if matches!(n, 2 | 3) { vec![ALL] } else { vec![1, 2, ALL] };
        solved.into_iter().flat_map(move |solutions| {
            [Order::Columns, Order::Rows].into_iter().flat_map(move |order| {
                [Detail::Steps, Detail::Tests].map(|detail| SearchSpec {
                    n,
                    solutions,
                    order,
                    detail,
                    every: 1,
                })
            })
        })
    })
}

#[test]
fn captions_and_counters_agree_with_the_search_at_every_frame() {
    for spec in specs() {
        let (frames, truths) = (spec.frames(), truths(spec));
        assert_eq!(frames.len(), truths.len(), "{spec:?}");
        for (frame, truth) in frames.iter().zip(&truths) {
            assert_eq!(spec.caption(frame), truth.caption, "{spec:?}");
            let counters = COUNTERS.map(|counter| counter.value(frame));
            assert_eq!(counters, truth.counters, "{spec:?}: {}", truth.caption);
            assert_eq!(frame.scene.queens.len(), truth.queens.len());
        }
    }
}

#[test]
fn sampled_frames_show_the_state_of_their_own_step() {
    for (spec, every) in specs().flat_map(|spec| [2, 3, 7].map(|every| (spec, every))) {
        let spec = SearchSpec { every, ..spec };
        let truths = truths(spec);
        let frames = spec.frames();
        for frame in &frames {
            let truth = &truths[frame.step as usize];
            assert_eq!(spec.caption(frame), truth.caption, "{spec:?}");
            let counters = COUNTERS.map(|counter| counter.value(frame));
            assert_eq!(counters, truth.counters, "{spec:?}: {}", truth.caption);
        }
        let steps: Vec<u64> = frames.iter().map(|frame| frame.step).collect();
        assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
        assert_eq!((steps[0], steps[steps.len() - 1]), (0, truths.len() as u64 - 1));
        let solved = truths.iter().filter(|truth| truth.kind == Kind::Solution);
        assert!(solved.map(|truth| truth.counters[0]).all(|step| steps.contains(&step)), "{spec:?}");
        assert!(steps.len() < truths.len() || truths.len() < 16, "{spec:?} is sampled");
    }
}

#[test]
fn no_caption_is_wider_than_the_wide_captions() {
    // In a font with letters of equal width, the longest text is the widest.
    for spec in specs() {
        let narrator = spec.narrator();
        let length = |caption: &Caption| caption.text(narrator.size(), SquareNames::Chess).chars().count();
        let longest = narrator.wide_captions().map(|caption| length(&caption)).max().unwrap();
        let frames = spec.frames();
        assert!(frames.iter().all(|frame| length(&frame.caption) <= longest));
    }
}

/// The expected caption and highlighted line of an algorithm at a moment.
fn expected(frame: &Frame, algorithm: Algorithm, size: BoardSize) -> (String, &'static str) {
    let name = |square: Square| SquareNames::Chess.square(square, size);
    let attacked = frame.scene.queens.in_conflict().len();
    let solution = format!("Solution {} of 10", frame.tally.solutions);
    let mirrors = algorithm == Algorithm::Bitfield;
    match frame.moment {
        Moment::Start => ("Find safe places for 5 queens".to_owned(), ""),
        Moment::Test { square, attacker: None, .. } => {
            let caption = match algorithm {
                Algorithm::Permutations => format!("No queen above attacks {}", name(square)),
                Algorithm::MinConflicts => format!("No queen in another column attacks {}", name(square)),
                Algorithm::Random => format!("No queen on the left attacks {}", name(square)),
                _ => name(square) + " is safe",
            };
            (caption, "")
        }
        Moment::Test { square, attacker: Some(queen), .. } => {
            (format!("{} is attacked from {}", name(square), name(queen)), "")
        }
        Moment::Place(square) => (format!("Place a queen on {}", name(square)), "put a queen there"),
        Moment::Solution { last: None, .. } if mirrors => {
            (solution + ": the mirror image", "mirror image: a solution")
        }
        Moment::Solution { .. } => (solution, "a solution!"),
        Moment::Remove(square) => (format!("Take the queen off {}", name(square)), "take the queen"),
        Moment::DeadEnd { is_ahead: true, .. } => (String::new(), "do not go on"),
        Moment::DeadEnd { is_ahead: false, .. } => (String::new(), "back to the column before"),
        Moment::Refuse(_) | Moment::Swap { .. } | Moment::Note => panic!("no algorithm does this"),
        Moment::BoardAgain => ("Take the mirror image away".to_owned(), ""),
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
fn every_algorithm_has_captions_and_lines() {
    let size = size(5);
    for algorithm in Algorithm::ALL {
        let narrator = Narrator::new(size, Some(algorithm), Order::Columns, Some(10));
        let lines: Vec<&str> = narrator.listing().unwrap().lines().collect();
        let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
        let mut recorder = Recorder::new(size, &schedule, narrator.clone());
        let mut lit = 0;
        for event in algorithm.events(size, Order::Columns, 3) {
            let Some(frame) = recorder.push(event).unwrap() else { continue };
            let (caption, line) = expected(frame, algorithm, size);
            let words = frame.caption.text(narrator.size(), SquareNames::Chess);
            assert!(!words.is_empty());
            assert!(caption.is_empty() || words == caption, "{algorithm}: {words}");
            let shown = frame.listing_line.map_or("", |line| lines[line]);
            assert!(shown.contains(line), "{algorithm}, {:?}: {shown}", frame.moment);
            lit += usize::from(!line.is_empty());
            let back = matches!(frame.moment, Moment::BoardAgain);
            assert!(frame.listing_line.is_some() != back, "{algorithm}, {:?}", frame.moment);
        }
        assert!(lit > 0, "{algorithm}");
    }
}
