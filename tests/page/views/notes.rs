//! Captions and counters agree with the search at every frame.

use queenreel::board::{BoardSize, Square, SquareNames};
use queenreel::record::{
    Caption, CaptionText, DeadEndReason, Detail, Frame, Moment, Narrator, Recorder, Schedule,
};
use queenreel::search::{Algorithm, Event, Order};

use crate::common::known::{ALL, size};
use crate::common::search_oracle::{
    COUNTERS, Kind, SearchSpec, continues, goes_back, pair, takes_bit, truths,
};

fn specs() -> impl Iterator<Item = SearchSpec> {
    (1..=6).flat_map(|n| {
        let solved = if matches!(n, 2 | 3) { vec![ALL] } else { vec![1, 2, ALL] };
        solved.into_iter().flat_map(move |solutions| {
            let (orders, details) = ([Order::Columns, Order::Rows], [Detail::Steps, Detail::Tests]);
            let cases = orders.into_iter().flat_map(move |order| details.map(|detail| (order, detail)));
            cases.map(move |(order, detail)| SearchSpec { n, solutions, order, detail, every: 1 })
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
            assert_eq!(frame.board.queens.len(), truth.queens.len());
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
fn no_caption_is_wider_in_few_words_than_the_wide_captions() {
    // In a monospaced font, the longest text is the widest.
    for spec in specs() {
        for names in [SquareNames::Chess, SquareNames::Numbers] {
            let narrator = spec.narrator();
            let lengths = |caption: &Caption| {
                let CaptionText { fact, reason } = caption.text(narrator.problem.size(), names);
                [fact, reason].map(|phrase| phrase.short.chars().count())
            };
            let mut longest = [0; 2];
            for caption in narrator.wide_captions() {
                longest = [0, 1].map(|line| longest[line].max(lengths(&caption)[line]));
            }
            for frame in spec.frames() {
                let seen = lengths(&frame.caption);
                assert!((0..2).all(|line| seen[line] <= longest[line]), "{spec:?}: {:?}", frame.caption);
            }
        }
    }
}

/// The expected caption and highlighted line of an algorithm at a moment, and before an event.
fn expected(frame: &Frame, next: Event, algorithm: Algorithm, size: BoardSize) -> (String, &'static str) {
    let name = |square: Square| SquareNames::Chess.square(square, size);
    let attacked = frame.board.queens.in_conflict().len();
    let solution = format!("Solution {} of 10", frame.tally.solutions);
    let others = |square: Square| -> Vec<(u8, u8)> {
        frame.board.queens.iter().filter(|queen| *queen != square).map(pair).collect()
    };
    let mirrors = algorithm == Algorithm::Bitfield;
    let queens = frame.board.queens.len();
    let left = match queens {
        0 => "The board is empty".to_owned(),
        1 => "1 queen is left".to_owned(),
        queens => format!("{queens} queens are left"),
    };
    match frame.moment {
        Moment::Start => ("Place 5 queens: None of them may attack another".to_owned(), ""),
        Moment::Test { square, attacker: None, .. } => {
            let (verb, queens) = match algorithm {
                Algorithm::Permutations => ("passes the test", "No queen above"),
                Algorithm::MinConflicts => ("passes the test", "No queen in another column"),
                Algorithm::Random => ("passes the test", "No queen on the left"),
                _ => ("is safe", "No queen"),
            };
            (format!("{} {verb}: {queens} attacks it", name(square)), "")
        }
        Moment::Test { square, attacker: Some(queen), .. } => {
            let along = match (square.row == queen.row, square.column == queen.column) {
                (true, _) => "its row",
                (_, true) => "its column",
                _ => "a diagonal",
            };
            let reason = format!("The queen on {} attacks it along {along}", name(queen));
            (format!("{} is refused: {reason}", name(square)), "")
        }
        Moment::Place(square) if algorithm == Algorithm::Bitfield => {
            let before: Vec<(u8, u8)> = others(square);
            let bit = takes_bit(pair(square), &before, Order::Columns, size.get());
            (format!("Place a queen on {}: {bit}", name(square)), "put a queen there")
        }
        Moment::Place(square) => {
            (format!("Place a queen on {}: Queen {queens} of 5", name(square)), "put a queen there")
        }
        Moment::Solution { last: None, .. } if mirrors => {
            (solution + ": The mirror image of the one before", "mirror image: a solution")
        }
        Moment::Solution { .. } => {
            let mut queens: Vec<Square> = frame.board.queens.iter().collect();
            queens.sort_unstable_by_key(|queen| queen.column);
            let queens: Vec<String> = queens.into_iter().map(name).collect();
            (format!("{solution}: {}", queens.join("  ")), "a solution!")
        }
        Moment::Remove(square) => {
            let then = match next {
                _ if !algorithm.has_order() => left,
                Event::Test { .. } | Event::Place(_) => continues(pair(square), Order::Columns, size.get()),
                _ => goes_back(pair(square), &others(square), Order::Columns, size.get()),
            };
            (format!("Take the queen off {}: {then}", name(square)), "take the queen")
        }
        Moment::DeadEnd { line, .. } if algorithm == Algorithm::Loops => (
            String::new(),
            ["row 1:", "row 2:", "row 3:", "row 4:", "row 5:"][usize::from(line.number()) - 1],
        ),
        Moment::DeadEnd { is_ahead: true, .. } => (String::new(), "do not go on"),
        Moment::DeadEnd { reason: DeadEndReason::NoSafeSquare, .. } if algorithm == Algorithm::Eager => {
            (String::new(), "if no square is safe: go back")
        }
        Moment::DeadEnd { .. } if algorithm == Algorithm::Marking => {
            (String::new(), "go back a column, or stop")
        }
        Moment::DeadEnd { is_ahead: false, .. } => (String::new(), "back to the column before"),
        Moment::Refuse(_) | Moment::Swap { .. } | Moment::Note => panic!("no algorithm does this"),
        Moment::BoardAgain => ("Back to the search: The mirror image is taken away".to_owned(), ""),
        Moment::Board => {
            let reason = match attacked {
                0 => "All queens are set up at once".to_owned(),
                _ => format!("{attacked} queens are attacked"),
            };
            (format!("Board {}: {reason}", frame.tally.boards), "put a queen into each")
        }
        Moment::Move { from, to } => {
            (format!("Move a queen to {}: It was on {}", name(to), name(from)), "move it to where")
        }
    }
}

#[test]
fn every_algorithm_has_captions_and_lines() {
    let size = size(5);
    for algorithm in Algorithm::ALL {
        let narrator = Narrator::new(size, Some(algorithm), Order::Columns, Some(10));
        let lines: Vec<&str> = narrator.listing.as_ref().unwrap().lines().collect();
        let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
        let mut recorder = Recorder::new(size, &schedule, narrator.clone());
        let mut lit = 0;
        // More than enough of a search for a smaller board.
        for event in algorithm.events(size, Order::Columns, 3).take(30_000) {
            let Some(frame) = recorder.push(event).unwrap() else { continue };
            let (caption, line) = expected(frame, event, algorithm, size);
            let words = frame.caption.text(narrator.problem.size(), SquareNames::Chess).line();
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
