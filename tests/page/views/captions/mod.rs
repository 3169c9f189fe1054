//! Captions are true of the board that is shown.

mod room;
mod truth;
mod words;
use std::collections::BTreeSet;

use queenreel::board::{BoardSize, Line, Square, SquareNames};
use queenreel::log::LogReader;
use queenreel::record::{
    Caption, DeadEndReason, Detail, Frame, Mark, Moment, Narrator, Recorder, Schedule, WayBack,
};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, checked};

use crate::common::films::record;
use crate::common::known::size;
use crate::common::sample::{all_cases, sampled};
use crate::common::solver_logs::{STORED, stored};
use truth::{History, holds};
use words::check_words;

/// Records events with every detail, and checks the caption of each frame; returns the captions.
fn check(events: &[Event], size: BoardSize, narrator: Narrator, all: Option<u64>) -> Vec<Caption> {
    check_at(Detail::Steps, events, size, narrator.clone(), all);
    check_at(Detail::Tests, events, size, narrator, all)
}

fn check_at(
    detail: Detail,
    events: &[Event],
    size: BoardSize,
    narrator: Narrator,
    all: Option<u64>,
) -> Vec<Caption> {
    let schedule = Schedule { detail, asides: true, ..Schedule::default() };
    let mut recorder = Recorder::new(size, &schedule, narrator);
    // A frame is complete when the next step begins: it is compared with the events before that.
    let (mut history, mut captions) = (History::default(), Vec::new());
    let mut check = |frame: &Frame, history: &History, next: Option<Event>| {
        let line = frame.caption.text(size, SquareNames::Chess).line();
        assert!(holds(frame, history, next, all), "{line}: {frame:?}");
        check_words(frame);
        captions.push(frame.caption.clone());
    };
    for event in events {
        if let Some(frame) = recorder.push(*event).unwrap() {
            check(frame, &history, Some(*event));
        }
        if *event == Event::Note {
            recorder.caption("Words");
        }
        history.follow(*event);
    }
    check(recorder.finish(), &history, None);
    captions
}

#[test]
fn every_caption_is_true_of_its_picture() {
    let solutions = [1, 0, 0, 2, 10, 4, 40];
    for algorithm in Algorithm::ALL {
        for order in [Order::Columns, Order::Rows] {
            // Searches of seven queens take most of the time.
            for n in 1..=if all_cases() { 7 } else { 6 } {
                if algorithm.never_ends(size(n)) || n > algorithm.most_queens().into() {
                    continue;
                }
                let all = solutions[n as usize - 1];
                let events: Vec<Event> = algorithm.events(size(n), order, DEFAULT_SEED).collect();
                let narrator = Narrator::new(size(n), Some(algorithm), order, Some(all));
                let captions = check(&events, size(n), narrator.clone(), Some(all));
                let last = captions.last().unwrap();
                // Some searches end with their first solution.
                let is_end = match events.last() {
                    Some(Event::End) => matches!(last, Caption::Ended { .. }),
                    _ => matches!(last, Caption::Solution { .. }),
                };
                assert!(is_end, "{algorithm}: {last:?}");
                // A log may end anywhere.
                let cut = &events[..events.len() / 2];
                check(cut, size(n), narrator, Some(all));
            }
        }
    }
}

/// The kind of each step back, from the events alone: `true` if the next queen is in the same line or, with
/// tests, a square of it is tested.
fn steps_back(events: &[Event], detail: Detail, order: Order) -> Vec<bool> {
    let mut kinds = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let Event::Remove(removed) = event else { continue };
        let next = events[index + 1..].iter().find_map(|event| match event {
            Event::Test { square, .. } if detail == Detail::Tests => Some(*square),
            Event::Place(square) | Event::Remove(square) => Some(*square),
            _ => None,
        });
        kinds.extend(next.map(|next| order.line_of(next) == order.line_of(*removed)));
    }
    kinds
}

#[test]
fn captions_tell_the_two_kinds_of_a_step_back() {
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.has_order()) {
        for order in [Order::Columns, Order::Rows] {
            for n in sampled(3, 4..=8) {
                let events: Vec<Event> = algorithm.events(size(n), order, DEFAULT_SEED).collect();
                for detail in [Detail::Steps, Detail::Tests] {
                    let narrator = Narrator::new(size(n), Some(algorithm), order, None);
                    let captions = check_at(detail, &events, size(n), narrator, None);
                    let told = captions.iter().filter_map(|caption| match caption {
                        Caption::Continued { .. } => Some(true),
                        Caption::WentBack { reason, .. } => {
                            // A search of half of the tree leaves out the rest of the second column.
                            assert!(algorithm == Algorithm::Bitfield || *reason != WayBack::Other);
                            Some(false)
                        }
                        Caption::Removed { .. } => panic!("{algorithm}: {caption:?}"),
                        _ => None,
                    });
                    let expected = steps_back(&events, detail, order);
                    assert!(expected.contains(&true) && expected.contains(&false));
                    assert_eq!(told.collect::<Vec<bool>>(), expected, "{algorithm}, {n}, {detail:?}");
                }
            }
        }
    }
}

/// The frames of a search by an algorithm, with dead ends.
fn frames_of(n: u64, algorithm: Algorithm, order: Order, all: u64, events: usize) -> Vec<Frame> {
    let narrator = Narrator::new(size(n), Some(algorithm), order, Some(all));
    let schedule = Schedule { asides: true, ..Schedule::default() };
    let events = algorithm.events(size(n), order, DEFAULT_SEED).take(events);
    record(Recorder::new(size(n), &schedule, narrator), events)
}

/// The captions of a search for eight queens, a line each.
fn lines(algorithm: Algorithm, order: Order) -> Vec<String> {
    let frames = frames_of(8, algorithm, order, 92, 2_000_000);
    frames.iter().map(|frame| frame.caption.text(size(8), SquareNames::Chess).line()).collect()
}

#[test]
fn a_search_with_bits_names_the_bit_that_it_takes() {
    let captions = lines(Algorithm::Bitfield, Order::Columns);
    let known: Vec<&str> = include_str!("bits.txt").lines().collect();
    assert_eq!(captions[1..=known.len()], known);
    let by_rows = lines(Algorithm::Bitfield, Order::Rows);
    assert_eq!(by_rows[8], "Place a queen on h4: It is the next free bit of rank 4");
    // Every placement except those of solutions takes a bit: 1028 in all, of which 46 complete one.
    let bits = captions.iter().filter(|caption| caption.contains(" free bit of ")).count();
    assert_eq!(bits, 1028 - 46);
}

#[test]
fn a_discarded_board_has_its_fullest_diagonal_as_the_reason() {
    let captions = lines(Algorithm::Permutations, Order::Columns);
    assert_eq!(captions[1], "Board 1 is discarded: 8 queens are on the diagonal from a1 to h8");
    assert_eq!(captions[45], "Board 45 is discarded: 4 queens are on the diagonal from a1 to h8");
    assert!(captions[46].starts_with("Board 46 is discarded: 5 queens are on the diagonal from "));
    let discarded: Vec<&String> = captions.iter().filter(|caption| caption.contains("discarded")).collect();
    let with = |queens: usize| {
        let part = format!(": {queens} queens are on the diagonal from ");
        discarded.iter().filter(|caption| caption.contains(&part)).count()
    };
    // The last board is the last frame, which reports the end of the search.
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(with), [17_424, 18_082, 4_028, 596, 92, 4, 1]);
    assert_eq!(captions[2843], "Solution 1 of 92: a6  b3  c5  d7  e1  f4  g2  h8");
}

#[test]
fn a_dead_end_is_shown_before_the_queen_is_removed_and_is_no_step() {
    let mut frames = frames_of(6, Algorithm::ForwardChecking, Order::Columns, 4, usize::MAX);
    // The last frame reports the end of the search.
    frames.pop();
    let dead_ends = frames.windows(3).filter(|frames| matches!(frames[1].caption, Caption::DeadEnd { .. }));
    let mut count = 0;
    for [before, dead_end, after] in dead_ends.map(|frames| <&[Frame; 3]>::try_from(frames).unwrap()) {
        count += 1;
        assert_eq!(dead_end.step, before.step);
        assert_eq!(dead_end.board.queens, before.board.queens);
        assert_eq!(dead_end.tally.backtracks, before.tally.backtracks + 1);
        assert_eq!(after.tally.backtracks, dead_end.tally.backtracks);
        assert_eq!((after.step, after.board.queens.len() + 1), (before.step + 1, before.board.queens.len()));
        let goes_on = matches!(after.caption, Caption::Continued { .. } | Caption::WentBack { .. });
        assert!(goes_on, "{:?}", after.caption);
    }
    assert!(count > 100, "{count}");
}

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn square(&mut self, n: u64) -> Square {
        Square::new(1 + self.below(n as usize) as u8, 1 + self.below(n as usize) as u8)
    }

    fn line(&mut self, n: u64) -> Line {
        let number = 1 + self.below(n as usize) as u8;
        if self.below(2) == 0 { Line::Column(number) } else { Line::Row(number) }
    }

    /// A random event, possible or not; a whole board is several.
    fn events(&mut self, n: u64) -> Vec<Event> {
        let (one, other) = (self.square(n), self.square(n));
        match self.below(16) {
            0..4 => vec![Event::place(one)],
            4..7 => vec![Event::remove(one)],
            7 => vec![Event::move_queen(one, other)],
            8 => vec![Event::swap([one, other], [self.square(n), self.square(n)])],
            9 => vec![Event::test(one, None)],
            10 => vec![Event::test(one, Some(other))],
            11 => vec![Event::backtrack(self.line(n))],
            12 => vec![Event::dead_end(self.line(n))],
            13 => vec![[Event::Prune(one), Event::Restore(one), Event::Refuse(one)][self.below(3)]],
            14 => vec![[Event::Solution, Event::Note, Event::Pause][self.below(3)]],
            _ => {
                let queens = (0..self.below(n as usize + 1)).map(|_| Event::SetUp(self.square(n)));
                queens.chain([Event::Board]).collect()
            }
        }
    }
}

#[test]
fn captions_of_any_program_are_true() {
    let mut seen = BTreeSet::new();
    for seed in sampled(4, 0..300) {
        let (mut dice, n) = (Dice(seed), 1 + seed % 5);
        let mut events: Vec<Event> = Vec::new();
        while events.len() < 300 {
            let next = dice.events(n);
            // Only possible ones: wrong events are refused.
            let all = events.iter().chain(&next).copied();
            if checked(size(n), all).all(|event| event.is_ok()) {
                events.extend(next);
            }
        }
        // A name in the header of a log proves nothing.
        for algorithm in Algorithm::ALL.into_iter().map(Some).chain([None]) {
            let narrator = Narrator::new(size(n), algorithm, Order::Columns, None);
            let captions = check(&events, size(n), narrator, None);
            seen.extend(captions.iter().map(|caption| match caption {
                Caption::Safe { among, .. } => format!("Safe {among:?}"),
                caption => format!("{caption:?}").split([' ', '(']).next().unwrap().to_owned(),
            }));
        }
    }
    let captions = "Attacked, Safe All, Safe InOtherColumns, Placed, TookBit, Continued, WentBack, Discarded, Removed, \
                    Moved, Swapped, DeadEnd, Board, Solution, Custom, Stopped";
    for caption in captions.split(", ") {
        assert!(seen.contains(caption), "{caption} was not seen: {seen:?}");
    }
}

#[test]
fn captions_of_the_solvers_of_others_are_true() {
    for name in STORED.into_iter().filter(|name| *name != "threads") {
        let log = stored(name);
        let entries = LogReader::begin(log.as_bytes()).unwrap();
        let events: Vec<Event> = entries.map(|entry| entry.unwrap().event).collect();
        check(&events, size(6), Narrator::of_unknown_search(size(6)), None);
    }
}

/// The frames of events with captions, every test a step.
fn frames(n: u64, events: &[Event], narrator: Narrator) -> Vec<Frame> {
    let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
    record(Recorder::new(size(n), &schedule, narrator), events.iter().copied())
}

#[test]
fn rules_of_its_own_are_not_contradicted() {
    let [a, b] = [(1, 1), (2, 2)].map(Square::from);
    let dead = Event::dead_end(Line::Column(3));
    let events = [Event::place(a), Event::test(b, None), Event::place(b), Event::Refuse((4, 3).into()), dead];
    let narrator = Narrator { rules: Rules::Own, ..Narrator::of_unknown_search(size(4)) };
    let frames = frames(4, &events, narrator);
    assert_eq!(frames[2].caption, Caption::Accepted(b));
    assert_eq!(frames[3].board.marks, [(b, Mark::Placed)]);
    assert_eq!(frames[4].board.marks, [((4, 3).into(), Mark::Conflict)]);
    // Whether squares are free is up to the solver.
    assert!(matches!(frames[5].moment, Moment::DeadEnd { reason: DeadEndReason::Other, .. }));
}

#[test]
fn words_stay_with_their_event() {
    let [a, b] = [(1, 1), (3, 2)].map(Square::from);
    let schedule = Schedule { asides: true, ..Schedule::default() };
    let mut recorder = Recorder::new(size(4), &schedule, Narrator::of_unknown_search(size(4)));
    let mut shown: Vec<Frame> = Vec::new();
    for (event, words) in [
        (Event::place(a), Some("place")),
        (Event::Prune(b), Some("prune")),
        (Event::dead_end(Line::Column(2)), None),
        (Event::Restore(b), Some("restore")),
        (Event::remove(a), None),
        (Event::place(b), None),
        (Event::Prune(a), Some("prune again")),
        (Event::Note, Some("look")),
    ] {
        shown.extend(recorder.push(event).unwrap().cloned());
        if let Some(words) = words {
            recorder.caption(words);
        }
    }
    shown.push(recorder.finish().clone());
    let words = shown.iter().map(|frame| frame.caption.text(size(4), SquareNames::Chess).line());
    let expected = [
        "Place 4 queens: None of them may attack another",
        "place",
        "Column b is given up: The search goes back from here",
        "restore",
        "prune again",
        "look",
    ];
    assert_eq!(words.collect::<Vec<String>>(), expected);
    let [.., placed, note] = shown.as_slice() else { panic!("there are six frames") };
    assert_eq!(note.board, placed.board, "words alone change nothing");
    assert_eq!(note.board.marks, [(b, Mark::Placed)]);
}
