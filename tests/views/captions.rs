//! Captions agree with the picture: each says something that is true of the board that is shown.

use queenreel::board::{BoardSize, Line, Square, SquareNames, SquareSet};
use queenreel::log::LogReader;
use queenreel::record::{Caption, DeadEndReason, Detail, Frame, Mark, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, checked};

use crate::common::films::record;
use crate::common::known::size;
use crate::solvers::{STORED, stored};

/// What has happened before a frame, as the events tell it.
#[derive(Default)]
struct History {
    solutions: u64,
    boards: u64,
    ended: bool,
    /// The squares that were tried and left again, with the queens that were on the board.
    tried: Vec<(Square, SquareSet)>,
    queens: SquareSet,
    setting_up: SquareSet,
    solved: Vec<SquareSet>,
}

impl History {
    fn follow(&mut self, event: Event) {
        match event {
            Event::Place(square) => drop(self.queens.insert(square)),
            Event::Remove(square) => {
                self.queens.remove(square);
                self.tried.push((square, self.queens.clone()));
            }
            Event::Move { from, to, .. } => {
                self.queens.remove(from);
                self.tried.push((from, self.queens.clone()));
                self.queens.insert(to);
            }
            Event::Swap { from, to, .. } => {
                for square in from {
                    self.queens.remove(square);
                }
                self.queens.extend(to);
            }
            Event::SetUp(square) => drop(self.setting_up.insert(square)),
            Event::Board => {
                self.queens = std::mem::take(&mut self.setting_up);
                self.boards += 1;
            }
            Event::Solution => {
                self.solutions += 1;
                self.solved.push(self.queens.clone());
            }
            Event::End => self.ended = true,
            _ => {}
        }
    }
}

fn attackers(frame: &Frame, square: Square) -> Vec<Square> {
    frame.scene.queens.iter().filter(|queen| queen.attacks(square)).collect()
}

fn is_solution(frame: &Frame) -> bool {
    let queens: Vec<Square> = frame.scene.queens.iter().collect();
    let peaceful = queens.iter().all(|queen| queens.iter().all(|other| !queen.attacks(*other)));
    peaceful && queens.len() == usize::from(frame.scene.size)
}

/// The squares of a line that no queen attacks and nothing rules out.
fn free_squares(frame: &Frame, line: Line) -> Vec<Square> {
    let scene = &frame.scene;
    let is_free = |square: &Square| {
        !scene.queens.contains(*square)
            && attackers(frame, *square).is_empty()
            && !scene.ruled_out.contains(*square)
    };
    scene.size.squares().filter(|square| line.contains(*square)).filter(is_free).collect()
}

/// Whether the queens of one board are those of the other, seen in a mirror.
fn is_mirror_image(one: &SquareSet, other: &SquareSet) -> bool {
    let last = one.len() as u8 + 1;
    let by_row: SquareSet = one.iter().map(|queen| Square::new(last - queen.row, queen.column)).collect();
    let by_column: SquareSet = one.iter().map(|queen| Square::new(queen.row, last - queen.column)).collect();
    *other == by_row || *other == by_column
}

/// Whether all attacked queens of a board are marked, and no others.
fn marks_conflicts(frame: &Frame) -> bool {
    let is_conflict = |mark| matches!(mark, Mark::Conflict | Mark::PlacedInConflict);
    let marked: SquareSet =
        frame.scene.marks.iter().filter(|(_, mark)| is_conflict(*mark)).map(|(square, _)| *square).collect();
    let attacked: SquareSet =
        frame.scene.queens.iter().filter(|queen| !attackers(frame, *queen).is_empty()).collect();
    marked == attacked
}

/// Whether the caption of a frame is true of its board.
fn holds(frame: &Frame, history: &History, all: Option<u64>) -> bool {
    let scene = &frame.scene;
    let is_queen = |square: &Square| scene.queens.contains(*square);
    let is_marked = |square: &Square, mark| scene.mark_at(*square) == Some(mark);
    let is_placed =
        |square: &Square| is_marked(square, Mark::Placed) || is_marked(square, Mark::PlacedInConflict);
    match &frame.caption {
        Caption::Start { queens } => scene.queens.is_empty() && *queens == scene.size,
        Caption::Attacked { square, queen } => {
            is_queen(queen) && queen.attacks(*square) && is_marked(square, Mark::Conflict)
        }
        Caption::Safe(square) => attackers(frame, *square).is_empty() && is_marked(square, Mark::Safe),
        Caption::SafeFromAbove(square) => {
            attackers(frame, *square).iter().all(|queen| queen.row >= square.row)
                && is_marked(square, Mark::Safe)
        }
        Caption::SafeFromLeft(square) => {
            attackers(frame, *square).iter().all(|queen| queen.column >= square.column)
                && is_marked(square, Mark::Safe)
        }
        Caption::SafeFromOtherRows(square) => {
            attackers(frame, *square).iter().all(|queen| queen.row == square.row)
                && is_marked(square, Mark::Safe)
        }
        Caption::SafeFromOtherColumns(square) => {
            attackers(frame, *square).iter().all(|queen| queen.column == square.column)
                && is_marked(square, Mark::Safe)
        }
        Caption::Placed(square) => is_queen(square) && is_placed(square) && marks_conflicts(frame),
        Caption::Refused(square) | Caption::Accepted(square) => {
            is_marked(square, Mark::Conflict) || is_marked(square, Mark::Safe)
        }
        Caption::Swapped { from, to } => {
            to.iter().all(|square| is_queen(square) && is_placed(square))
                && from.iter().all(|square| to.contains(square) || !is_queen(square))
                && marks_conflicts(frame)
        }
        Caption::Custom(words) => **words == *"Words",
        Caption::Removed(square) => !is_queen(square) && is_marked(square, Mark::Removed),
        Caption::Moved { from, to } => {
            !is_queen(from)
                && is_queen(to)
                && is_marked(from, Mark::Removed)
                && is_placed(to)
                && marks_conflicts(frame)
        }
        Caption::DeadEnd { line, reason } => {
            let free = free_squares(frame, *line);
            let is_vacant = scene.queens.iter().all(|queen| !line.contains(queen));
            let was_tried = |square: &Square| history.tried.contains(&(*square, scene.queens.clone()));
            let marks_tried = free.iter().all(|square| !is_marked(square, Mark::Tried) || was_tried(square));
            scene.size.squares().all(|square| line.contains(square) == scene.mark_at(square).is_some())
                && marks_tried
                && match reason {
                    DeadEndReason::NoSafeSquare => is_vacant && free.is_empty(),
                    DeadEndReason::AllTried => is_vacant && !free.is_empty() && free.iter().all(was_tried),
                    // It says only what the solver does.
                    DeadEndReason::Other => !is_vacant || !free.is_empty(),
                }
        }
        Caption::Board { number, attacked } => {
            let in_conflict = scene.queens.iter().filter(|queen| !attackers(frame, *queen).is_empty());
            *number == history.boards && *attacked == in_conflict.count() && marks_conflicts(frame)
        }
        Caption::Solution { number, all: named, mirrored } => {
            let is_mirrored = || history.solved.iter().any(|before| is_mirror_image(before, &scene.queens));
            is_solution(frame)
                && *number == history.solutions
                && *named == all
                && all.is_none_or(|all| *number <= all)
                && (!mirrored || is_mirrored())
        }
        Caption::MirrorImageRemoved => history.solved.contains(&scene.queens),
        Caption::Ended { solutions } => frame.is_last && history.ended && *solutions == history.solutions,
        Caption::Stopped { solutions } => frame.is_last && !history.ended && *solutions == history.solutions,
        other => panic!("{other:?} has no predicate"),
    }
}

/// Records events with every detail, and checks the caption of each frame; returns the captions.
fn check(events: &[Event], size: BoardSize, narrator: Narrator, all: Option<u64>) -> Vec<Caption> {
    let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
    let mut recorder = Recorder::new(size, &schedule, narrator);
    // A frame is complete when the next step begins: it is compared with what came before.
    let (mut history, mut captions) = (History::default(), Vec::new());
    let mut check = |frame: &Frame, history: &History| {
        let words = frame.caption.text(size, SquareNames::Chess);
        assert!(holds(frame, history, all), "{words}: {frame:?}");
        captions.push(frame.caption.clone());
    };
    for event in events {
        if let Some(frame) = recorder.push(*event).unwrap() {
            check(frame, &history);
        }
        if *event == Event::Note {
            recorder.caption("Words");
        }
        history.follow(*event);
    }
    check(recorder.finish(), &history);
    captions
}

#[test]
fn every_caption_is_true_of_its_picture() {
    let solutions = [1, 0, 0, 2, 10, 4, 40];
    for algorithm in Algorithm::ALL {
        for order in [Order::Columns, Order::Rows] {
            for n in 1..=7 {
                if algorithm.never_ends(size(n)) {
                    continue;
                }
                let all = solutions[n as usize - 1];
                let events: Vec<Event> = algorithm.events(size(n), order, DEFAULT_SEED).collect();
                let narrator = Narrator::new(size(n), Some(algorithm), order, Some(all));
                let captions = check(&events, size(n), narrator.clone(), Some(all));
                let last = captions.last().unwrap();
                // Some end with their first solution.
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

/// A caption with chess names, translated word by word to numbers.
fn in_numbers(caption: &str, size: BoardSize) -> String {
    let mut words: Vec<String> = caption.split(' ').map(str::to_owned).collect();
    for index in 0..words.len() {
        let word = words[index].clone();
        let before = index.checked_sub(1).map(|index| words[index].clone());
        let row_of = |rank: &str| size.get() + 1 - rank.parse::<u8>().unwrap();
        match before.as_deref() {
            Some("column") if word.len() == 1 => words[index] = (word.as_bytes()[0] - b'a' + 1).to_string(),
            Some("rank") => {
                (words[index - 2], words[index - 1]) = ("in".to_owned(), "row".to_owned());
                words[index] = row_of(&word).to_string();
            }
            _ => {
                let Some(Square { row, column }) = size.square_named(&word) else { continue };
                words[index] = format!("{} {row}, column {column}", if index == 0 { "Row" } else { "row" });
                if before.as_deref() == Some("on") {
                    "in".clone_into(&mut words[index - 1]);
                }
            }
        }
    }
    words.join(" ")
}

#[test]
fn captions_name_squares_by_numbers_too() {
    let mut translated = std::collections::BTreeSet::new();
    for algorithm in Algorithm::ALL {
        for order in [Order::Columns, Order::Rows] {
            let n = size(6);
            let events: Vec<Event> = algorithm.events(n, order, DEFAULT_SEED).take(3000).collect();
            for caption in check(&events, n, Narrator::new(n, Some(algorithm), order, Some(4)), Some(4)) {
                let numbers = caption.text(n, SquareNames::Numbers);
                assert_eq!(numbers, in_numbers(&caption.text(n, SquareNames::Chess), n), "{caption:?}");
                translated.insert(numbers);
            }
        }
    }
    for caption in [
        "Place a queen in row 3, column 2",
        "Row 2, column 2 is attacked from row 1, column 1",
        "No safe square in column 6",
        "No safe square in row 6",
    ] {
        assert!(translated.contains(caption), "{caption}");
    }
    let swap =
        Caption::Swapped { from: [(1, 1), (2, 2)].map(Square::from), to: [(2, 1), (1, 2)].map(Square::from) };
    let words = swap.text(size(8), SquareNames::Numbers);
    assert_eq!(words, "Move two queens to row 2, column 1 and row 1, column 2");
}

#[test]
fn a_dead_end_is_shown_before_the_queen_is_removed_and_is_no_step() {
    let n = size(6);
    let events = Algorithm::ForwardChecking.events(n, Order::Columns, DEFAULT_SEED);
    let schedule = Schedule { asides: true, ..Schedule::default() };
    let narrator = Narrator::new(n, Some(Algorithm::ForwardChecking), Order::Columns, Some(4));
    let mut recorder = Recorder::new(n, &schedule, narrator);
    let mut frames: Vec<Frame> = Vec::new();
    for event in events {
        frames.extend(recorder.push(event).unwrap().cloned());
    }
    let dead_ends = frames.windows(3).filter(|frames| matches!(frames[1].caption, Caption::DeadEnd { .. }));
    let mut count = 0;
    for [before, dead_end, after] in dead_ends.map(|frames| <&[Frame; 3]>::try_from(frames).unwrap()) {
        count += 1;
        assert_eq!(dead_end.step, before.step);
        assert_eq!(dead_end.scene.queens, before.scene.queens);
        assert_eq!(dead_end.tally.backtracks, before.tally.backtracks + 1);
        assert_eq!(after.tally.backtracks, dead_end.tally.backtracks);
        assert_eq!((after.step, after.scene.queens.len() + 1), (before.step + 1, before.scene.queens.len()));
        assert!(matches!(after.caption, Caption::Removed(_)), "{:?}", after.caption);
    }
    assert!(count > 100, "{count}");
}

/// Random numbers below a bound, the same in every run.
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

    /// Some event, possible or not; a whole board is several.
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
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let (mut dice, n) = (Dice(seed), 1 + seed % 5);
        let mut events: Vec<Event> = Vec::new();
        while events.len() < 300 {
            let next = dice.events(n);
            // Only those that are possible: wrong ones are refused.
            let all = events.iter().chain(&next).copied();
            if checked(size(n), all).all(|event| event.is_ok()) {
                events.extend(next);
            }
        }
        // A name in the header of a log proves nothing.
        for algorithm in Algorithm::ALL.into_iter().map(Some).chain([None]) {
            let narrator = Narrator::new(size(n), algorithm, Order::Columns, None);
            let captions = check(&events, size(n), narrator, None);
            seen.extend(
                captions
                    .iter()
                    .map(|caption| format!("{caption:?}").split([' ', '(']).next().unwrap().to_owned()),
            );
        }
    }
    for caption in [
        "Attacked",
        "Safe",
        "SafeFromOtherColumns",
        "Placed",
        "Removed",
        "Moved",
        "Swapped",
        "DeadEnd",
        "Board",
        "Solution",
        "Custom",
        "Stopped",
    ] {
        assert!(seen.contains(caption), "{caption} was not seen: {seen:?}");
    }
}

#[test]
fn captions_of_the_solvers_of_others_are_true() {
    for name in STORED.into_iter().filter(|name| *name != "threads") {
        let log = stored(name);
        let events: Vec<Event> =
            LogReader::begin(log.as_bytes()).unwrap().map(|entry| entry.unwrap().event).collect();
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
    let narrator = Narrator::of_unknown_search(size(4)).with_rules(Rules::Own);
    let frames = frames(4, &events, narrator);
    assert_eq!(frames[2].caption, Caption::Accepted(b));
    assert_eq!(frames[3].scene.marks, [(b, Mark::Placed)]);
    assert_eq!(frames[4].scene.marks, [((4, 3).into(), Mark::Conflict)]);
    // What is free is for the solver to say.
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
    let words: Vec<String> =
        shown.iter().map(|frame| frame.caption.text(size(4), SquareNames::Chess)).collect();
    let expected = [
        "Find safe places for 4 queens",
        "place",
        "The search gives up column b",
        "restore",
        "prune again",
        "look",
    ];
    assert_eq!(words, expected);
    let [.., placed, note] = shown.as_slice() else { panic!("there are six frames") };
    assert_eq!(note.scene, placed.scene, "words alone change nothing");
    assert_eq!(note.scene.marks, [(b, Mark::Placed)]);
}
