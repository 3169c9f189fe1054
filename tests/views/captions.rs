//! Captions agree with the picture: each says something that is true of the board that is shown.

use queenreel::board::{BoardSize, Line, Square, SquareNames, SquareSet};
use queenreel::font::Font;
use queenreel::log::LogReader;
use queenreel::page::slot::TextSlot;
use queenreel::page::{BoardStyle, CaptionRoom, Page, PanelContent};
use queenreel::record::{
    Caption, DeadEndReason, Detail, Frame, FreeBit, Mark, Moment, Narrator, Recorder, Scene, Schedule, Shot,
    WayBack, Words,
};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, checked};

use super::oracle::SearchSpec;
use super::style::{panels, style};
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

/// The squares that an order reaches after this one in its line, or before it.
fn in_line(square: Square, line: Line, size: BoardSize, is_after: bool) -> Vec<Square> {
    let place = |square: Square| (square.row, square.column);
    let others = size.squares().filter(|other| line.contains(*other) && *other != square);
    others.filter(|other| (place(*other) > place(square)) == is_after).collect()
}

/// Whether a square is this free bit of its line.
fn is_choice(frame: &Frame, history: &History, square: Square, line: Line, bit: FreeBit) -> bool {
    let (size, mut before) = (frame.scene.size, frame.scene.queens.clone());
    before.remove(square);
    let is_free =
        |square: &Square| !before.contains(*square) && before.iter().all(|queen| !queen.attacks(*square));
    line.contains(square)
        && is_free(&square)
        && match bit {
            FreeBit::Lowest => !in_line(square, line, size, false).iter().any(is_free),
            // The queen that was just taken off, and no free square between.
            FreeBit::Next => history.tried.last().is_some_and(|(tried, queens)| {
                let behind = in_line(*tried, line, size, true);
                *queens == before && line.contains(*tried) && behind.into_iter().find(is_free) == Some(square)
            }),
        }
}

/// Whether the search stays in the line of a removed queen.
fn continues(removed: Square, line: Line, next: Event) -> bool {
    line.contains(removed)
        && match next {
            Event::Place(next) | Event::Test { square: next, .. } | Event::Refuse(next) => {
                line.contains(next)
            }
            _ => false,
        }
}

/// Whether it leaves the line, for this reason.
fn goes_back(frame: &Frame, removed: Square, line: Line, reason: WayBack, next: Event) -> bool {
    let behind = in_line(removed, line, frame.scene.size, true);
    let free = free_squares(frame, line);
    let is_safe = |square: &Square| free.contains(square);
    let leaves = match next {
        Event::Remove(next) => !line.contains(next),
        Event::Backtrack { from, .. } => from == line,
        _ => false,
    };
    leaves
        && line.contains(removed)
        && match reason {
            WayBack::LastSquare => behind.is_empty(),
            WayBack::NoSafeSquare => !behind.is_empty() && !behind.iter().any(is_safe),
            WayBack::Other => behind.iter().any(is_safe),
        }
}

/// Whether this whole diagonal has so many queens, at least two, and no other has more.
fn is_fullest(scene: &Scene, queens: usize, [first, last]: [Square; 2]) -> bool {
    let way = |from: Square, to: Square| {
        let down = i32::from(to.row) - i32::from(from.row);
        (down, i32::from(to.column) - i32::from(from.column))
    };
    let (down, across) = way(first, last);
    let is_on = |queen: &Square| {
        let (queen_down, queen_across) = way(first, *queen);
        queen_down * across == queen_across * down
    };
    let n = scene.size.get();
    let is_edge = |square: Square| [1, n].contains(&square.row) || [1, n].contains(&square.column);
    let most = scene.queens.iter().map(|queen| on_diagonals(&scene.queens, queen)).max();
    across > 0
        && across == down.abs()
        && is_edge(first)
        && is_edge(last)
        && queens > 1
        && most == Some(queens)
        && scene.queens.iter().filter(is_on).count() == queens
}

/// How many queens are on the diagonals of a square, on the fuller of the two.
fn on_diagonals(queens: &SquareSet, square: Square) -> usize {
    let of = |square: Square| {
        let (row, column) = (i32::from(square.row), i32::from(square.column));
        (row - column, row + column)
    };
    let on = |is_on: &dyn Fn(Square) -> bool| queens.iter().filter(|queen| is_on(*queen)).count();
    on(&|queen| of(queen).0 == of(square).0).max(on(&|queen| of(queen).1 == of(square).1))
}

/// Whether the caption of a frame is true of its board, before the event that completed the frame.
fn holds(frame: &Frame, history: &History, next: Option<Event>, all: Option<u64>) -> bool {
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
        Caption::Placed { square, queens } => {
            is_queen(square) && is_placed(square) && marks_conflicts(frame) && *queens == scene.queens.len()
        }
        Caption::TookBit { square, line, bit } => {
            is_queen(square) && is_placed(square) && is_choice(frame, history, *square, *line, *bit)
        }
        Caption::Continued { square, line } => {
            !is_queen(square) && is_marked(square, Mark::Removed) && continues(*square, *line, next.unwrap())
        }
        Caption::WentBack { square, line, reason } => {
            !is_queen(square)
                && is_marked(square, Mark::Removed)
                && goes_back(frame, *square, *line, *reason, next.unwrap())
        }
        Caption::Discarded { number, queens, diagonal } => {
            next == Some(Event::Board)
                && *number == history.boards
                && is_fullest(scene, *queens, *diagonal)
                && marks_conflicts(frame)
        }
        Caption::Refused(square) | Caption::Accepted(square) => {
            is_marked(square, Mark::Conflict) || is_marked(square, Mark::Safe)
        }
        Caption::Swapped { from, to } => {
            to.iter().all(|square| is_queen(square) && is_placed(square))
                && from.iter().all(|square| to.contains(square) || !is_queen(square))
                && marks_conflicts(frame)
        }
        Caption::Custom(words) => **words == *"Words",
        Caption::Removed { square, queens } => {
            !is_queen(square) && is_marked(square, Mark::Removed) && *queens == scene.queens.len()
        }
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
        Caption::Solution { number, all: named, mirrored, queens } => {
            let is_mirrored = || history.solved.iter().any(|before| is_mirror_image(before, &scene.queens));
            // Column by column, each queen once.
            let named_queens: SquareSet = queens.iter().copied().collect();
            is_solution(frame)
                && named_queens == scene.queens
                && queens.len() == scene.queens.len()
                && queens.is_sorted_by_key(|queen| queen.column)
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

/// Which squares, lines and numbers a text names, in the order in which it names them.
#[derive(Debug, Default, PartialEq)]
struct Named {
    squares: Vec<Square>,
    lines: Vec<Line>,
}

/// Reads what a text names by the letters and numbers of a chess board.
fn named_by_chess(text: &str, size: BoardSize) -> Named {
    let mut named = Named::default();
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_end_matches([',', '.'])).collect();
    for (index, word) in words.iter().enumerate() {
        match index.checked_sub(1).map(|index| words[index].to_lowercase()).as_deref() {
            // Not a noun, as in `its column` or `another column attacks`.
            Some("column") if word.len() == 1 => {
                named.lines.push(Line::Column(word.as_bytes()[0] - b'a' + 1));
            }
            Some("rank") => named.lines.push(Line::Row(size.get() + 1 - word.parse::<u8>().unwrap())),
            _ => named.squares.extend(size.square_named(word)),
        }
    }
    named
}

/// Reads what a text names by numbers: `row 2, column 1`, or in few words `(2, 1)`.
fn named_by_numbers(text: &str) -> Named {
    let mut named = Named::default();
    let mut words = text.split_whitespace().peekable();
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u8>().unwrap();
    while let Some(word) = words.next() {
        if word.starts_with('(') && word.ends_with(',') {
            named.squares.push(Square::new(number(word), number(words.next().unwrap())));
        } else if word.eq_ignore_ascii_case("row") {
            // A noun, as in `its row`, has no number.
            let Some(row) = words.next_if(|next| next.starts_with(|c: char| c.is_ascii_digit())) else {
                continue;
            };
            if row.ends_with(',') && words.next_if_eq(&"column").is_some() {
                named.squares.push(Square::new(number(row), number(words.next().unwrap())));
            } else {
                named.lines.push(Line::Row(number(row)));
            }
        } else if word.eq_ignore_ascii_case("column")
            && let Some(column) = words.next_if(|next| next.starts_with(|c: char| c.is_ascii_digit()))
        {
            named.lines.push(Line::Column(number(column)));
        }
    }
    named
}

/// Checks what the words of a caption say, in many words and in few: the squares that they name, and
/// their numbers, are those of the board.
fn check_words(frame: &Frame, words: &Words, names: SquareNames) {
    let scene = &frame.scene;
    let Words { fact, reason } = words;
    let on_board = scene.queens.len();
    // What the fact must name, and the reason in many words.
    let (in_fact, in_reason): (Vec<Square>, Vec<Square>) = match &frame.caption {
        Caption::Attacked { square, queen } => (vec![*square], vec![*queen]),
        Caption::Safe(square)
        | Caption::SafeFromAbove(square)
        | Caption::SafeFromLeft(square)
        | Caption::SafeFromOtherColumns(square)
        | Caption::SafeFromOtherRows(square)
        | Caption::Accepted(square)
        | Caption::Refused(square)
        | Caption::Placed { square, .. }
        | Caption::TookBit { square, .. }
        | Caption::Continued { square, .. }
        | Caption::WentBack { square, .. }
        | Caption::Removed { square, .. } => (vec![*square], vec![]),
        Caption::Discarded { diagonal, .. } => (vec![], diagonal.to_vec()),
        Caption::Moved { from, to } => (vec![*to], vec![*from]),
        Caption::Swapped { from, to } => (vec![], [*from, *to].concat()),
        Caption::Solution { mirrored: false, queens, .. } if names == SquareNames::Chess => {
            (vec![], queens.to_vec())
        }
        _ => (vec![], vec![]),
    };
    let named = |text: &str| match names {
        SquareNames::Chess => named_by_chess(text, scene.size),
        SquareNames::Numbers => named_by_numbers(text),
    };
    let lines = |line: Option<Line>| line.into_iter().collect::<Vec<_>>();
    let dead = match &frame.caption {
        Caption::DeadEnd { line, .. } => Some(*line),
        _ => None,
    };
    for text in [&fact.long, &fact.short] {
        assert_eq!(named(text), Named { squares: in_fact.clone(), lines: lines(dead) }, "{text}");
    }
    let of_reason = match &frame.caption {
        Caption::TookBit { line, .. }
        | Caption::Continued { line, .. }
        | Caption::WentBack { line, reason: WayBack::LastSquare | WayBack::Other, .. } => Some(*line),
        _ => None,
    };
    let in_long = Named { squares: in_reason.clone(), lines: lines(of_reason) };
    assert_eq!(named(&reason.long), in_long, "{}", reason.long);
    // Few words may name fewer squares, but no others, and in the same order.
    let mut left = in_reason.iter();
    let short = named(&reason.short);
    assert!(short.squares.iter().all(|square| left.any(|other| other == square)), "{}", reason.short);
    assert!(short.lines.is_empty(), "{}", reason.short);
    let says = |part: &str| assert!(reason.long.contains(part), "{part}: {}", reason.long);
    match &frame.caption {
        Caption::Attacked { square, queen } => {
            let along = [("its row", square.row == queen.row), ("its column", square.column == queen.column)];
            let along = along.into_iter().find(|(_, is_so)| *is_so).map_or("a diagonal", |(along, _)| along);
            says(&format!("attacks it along {along}"));
        }
        Caption::Placed { .. } if on_board <= usize::from(scene.size) => {
            says(&format!("Queen {on_board} of {}", scene.size));
        }
        Caption::Placed { .. } => says(&format!("{on_board} queens are on the board")),
        Caption::TookBit { bit: FreeBit::Lowest, .. } => says("lowest free bit"),
        Caption::TookBit { bit: FreeBit::Next, .. } => says("next free bit"),
        Caption::Continued { .. } => says("The search continues"),
        Caption::WentBack { reason: WayBack::LastSquare, .. } => says("goes back from the last square of"),
        Caption::WentBack { line, reason: WayBack::NoSafeSquare, .. } => says(match line {
            Line::Column(_) => "goes back, as no square below is safe",
            Line::Row(_) => "goes back, as no square on the right is safe",
        }),
        Caption::WentBack { reason: WayBack::Other, .. } => says("The search goes back from"),
        Caption::Discarded { queens, .. } => {
            assert!(fact.long.ends_with("is discarded"));
            says(&format!("{queens} queens are on the diagonal from"));
        }
        Caption::Removed { .. } => says(&match on_board {
            0 => "The board is empty".to_owned(),
            1 => "1 queen is left".to_owned(),
            _ => format!("{on_board} queens are left"),
        }),
        Caption::Solution { mirrored: false, queens, .. } if names == SquareNames::Numbers => {
            let rows: Vec<String> = queens.iter().map(|queen| queen.row.to_string()).collect();
            assert_eq!(reason.long, format!("Rows {}", rows.join(", ")));
        }
        _ => {}
    }
    for phrase in [fact, reason] {
        for text in [&phrase.long, &phrase.short] {
            assert!(!text.contains('\n') && text.trim() == text, "one line: {text:?}");
        }
        assert!(phrase.short.chars().count() <= phrase.long.chars().count(), "{phrase:?}");
    }
    let begins_well =
        |text: &str| text.starts_with(|first: char| !first.is_lowercase() || names == SquareNames::Chess);
    assert!(!fact.long.is_empty() && begins_well(&fact.long) && !fact.long.ends_with('.'), "{fact:?}");
}

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
    // A frame is complete when the next step begins: it is compared with what came before.
    let (mut history, mut captions) = (History::default(), Vec::new());
    let mut check = |frame: &Frame, history: &History, next: Option<Event>| {
        let line = frame.caption.words(size, SquareNames::Chess).line();
        assert!(holds(frame, history, next, all), "{line}: {frame:?}");
        for names in [SquareNames::Chess, SquareNames::Numbers] {
            check_words(frame, &frame.caption.words(size, names), names);
        }
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
            for n in 1..=7 {
                if algorithm.never_ends(size(n)) || n > algorithm.most_queens().into() {
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

/// Which kind of step back each removal is, by the events alone: `true` if the next queen is in its line
/// or, with tests, a square of it is tested.
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
            for n in 4..=8 {
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

/// The captions of a search, a line each.
fn lines(algorithm: Algorithm, order: Order) -> Vec<String> {
    let events = algorithm.events(size(8), order, DEFAULT_SEED).take(2_000_000);
    let narrator = Narrator::new(size(8), Some(algorithm), order, Some(92));
    let schedule = Schedule { asides: true, ..Schedule::default() };
    let mut recorder = Recorder::new(size(8), &schedule, narrator);
    let line = |frame: &Frame| frame.caption.words(size(8), SquareNames::Chess).line();
    let mut lines = Vec::new();
    for event in events {
        lines.extend(recorder.push(event).unwrap().map(line));
    }
    lines
}

#[test]
fn a_search_with_bits_names_the_bit_that_it_takes() {
    let captions = lines(Algorithm::Bitfield, Order::Columns);
    let known = [
        "Place a queen on a8: It is the lowest free bit of column a",
        "Place a queen on b6: It is the lowest free bit of column b",
        "Place a queen on c4: It is the lowest free bit of column c",
        "Place a queen on d7: It is the lowest free bit of column d",
        "Place a queen on e5: It is the lowest free bit of column e",
        "Dead end in column f: It has no safe square",
        "Take the queen off e5: The search continues in column e",
        "Place a queen on e1: It is the next free bit of column e",
        "Dead end in column f: It has no safe square",
        "Take the queen off e1: The search goes back from the last square of column e",
    ];
    assert_eq!(captions[1..=known.len()], known);
    let by_rows = lines(Algorithm::Bitfield, Order::Rows);
    assert_eq!(by_rows[8], "Place a queen on h4: It is the next free bit of rank 4");
    // Every placement but those of solutions takes a bit: 1028 in all, of which 46 complete one.
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
    // The last board is the last frame, which says that the search is over.
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(with), [17_424, 18_082, 4_028, 596, 92, 4, 1]);
    assert_eq!(captions[2843], "Solution 1 of 92: a6  b3  c5  d7  e1  f4  g2  h8");
}

/// Words with chess names, translated one by one to numbers; `short` for the names in few words.
fn in_numbers(text: &str, size: BoardSize, short: bool) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for index in 0..words.len() {
        let word = words[index].clone();
        let before = index.checked_sub(1).map(|index| words[index].clone());
        let row_of = |rank: &str| size.get() + 1 - rank.parse::<u8>().unwrap();
        match before.as_deref() {
            Some("column" | "Column") if word.len() == 1 => {
                words[index] = (word.as_bytes()[0] - b'a' + 1).to_string();
            }
            Some(rank @ ("rank" | "Rank")) => {
                words[index - 1] = rank.replace("ank", "ow");
                if let Some(preposition) = index.checked_sub(2).map(|index| &mut words[index])
                    && preposition == "on"
                {
                    "in".clone_into(preposition);
                }
                words[index] = row_of(&word).to_string();
            }
            _ => {
                let Some(Square { row, column }) = size.square_named(&word) else { continue };
                let preposition = if short { "at" } else { "in" };
                words[index] = match (short, index) {
                    (true, _) => format!("({row}, {column})"),
                    (false, 0) => format!("Row {row}, column {column}"),
                    (false, _) => format!("row {row}, column {column}"),
                };
                if before.as_deref() == Some("on") {
                    preposition.clone_into(&mut words[index - 1]);
                }
            }
        }
    }
    words.join(" ")
}

/// A solution by chess names, as rows column by column.
fn rows_of(text: &str, size: BoardSize) -> String {
    let rows: Vec<String> =
        text.split_whitespace().map(|name| size.square_named(name).unwrap().row.to_string()).collect();
    format!("Rows {}", rows.join(", "))
}

#[test]
fn captions_name_squares_by_numbers_too() {
    let mut translated = std::collections::BTreeSet::new();
    for algorithm in Algorithm::ALL {
        for order in [Order::Columns, Order::Rows] {
            let n = size(6);
            let events: Vec<Event> = algorithm.events(n, order, DEFAULT_SEED).take(3000).collect();
            for caption in check(&events, n, Narrator::new(n, Some(algorithm), order, Some(4)), Some(4)) {
                let [chess, numbers] =
                    [SquareNames::Chess, SquareNames::Numbers].map(|names| caption.words(n, names));
                for (phrase, other) in [(&chess.fact, &numbers.fact), (&chess.reason, &numbers.reason)] {
                    // Solutions are long lists of squares; in few words if that is shorter.
                    let is_list = matches!(caption, Caption::Solution { mirrored: false, .. })
                        && std::ptr::eq(phrase, &raw const chess.reason);
                    if is_list {
                        let rows = rows_of(&phrase.long, n);
                        let peace = "No queen attacks another".to_owned();
                        let short = if peace.len() < rows.len() { peace } else { rows.clone() };
                        assert_eq!((&other.long, &other.short), (&rows, &short), "{caption:?}");
                        continue;
                    }
                    assert_eq!(other.short, in_numbers(&phrase.short, n, true), "{caption:?}");
                    assert_eq!(other.long, in_numbers(&phrase.long, n, false), "{caption:?}");
                }
                translated.insert(numbers.line());
            }
        }
    }
    for caption in [
        "Place a queen in row 3, column 2: Queen 2 of 6",
        "Row 2, column 2 is refused: The queen in row 1, column 1 attacks it along a diagonal",
        "Dead end in column 6: It has no safe square",
        "Dead end in row 6: It has no safe square",
    ] {
        assert!(translated.contains(caption), "{caption}");
    }
    let swap =
        Caption::Swapped { from: [(1, 1), (2, 2)].map(Square::from), to: [(2, 1), (1, 2)].map(Square::from) };
    let words = swap.words(size(8), SquareNames::Numbers);
    assert_eq!(words.fact, "Move two queens".into());
    assert_eq!(
        words.reason.long,
        "From row 1, column 1 and row 2, column 2 to row 2, column 1 and row 1, column 2"
    );
    assert_eq!(words.reason.short, "To (2, 1) and (1, 2)");
}

#[test]
fn sentences_of_every_caption_fit_on_one_line_of_a_lecture() {
    // On slides, and on the square and high pages of short videos; in the article from 480 pixels on.
    let font = Font::default();
    for n in [1, 2, 8, 12] {
        for names in [SquareNames::Chess, SquareNames::Numbers] {
            let narrator =
                Narrator::new(size(n), Some(Algorithm::Backtracking), Order::Columns, Some(14_200));
            let caption = CaptionRoom::of(&narrator, names, Words::default());
            let captions: Vec<Caption> = narrator.wide_captions().collect();
            for page in ["1920x1080", "1280x720", "1080x1080", "1080x1920", "720x720"] {
                let panels = PanelContent { caption: Some(caption.clone()), ..lecture(n) };
                let style = BoardStyle {
                    page: page.parse().ok(),
                    panels,
                    coordinates: true,
                    ..BoardStyle::default()
                };
                let page = Page::of_board(size(n), &style).unwrap();
                let lines = caption_slots(&page);
                for caption in &captions {
                    let words = caption.words(size(n), names);
                    for (phrase, slot) in [(words.fact, lines[0]), (words.reason, lines[1])] {
                        let text = &slot.style;
                        let width = font.weight(text.weight).pixels(&phrase.short, text.em);
                        assert!(width <= slot.area.width, "{n}, {page:?}: {} is cut", phrase.short);
                    }
                }
            }
        }
    }
}

/// The panels of a lecture but its caption.
fn lecture(n: u64) -> PanelContent {
    let n = n.min(8);
    PanelContent {
        caption: None,
        ..panels(SearchSpec { solutions: 1, ..SearchSpec::whole(n) }, "counters code tree")
    }
}

/// The slots of a page's caption: fact and reason. They are the only ones without a text before the
/// first frame beside the numbers of counters, and come first.
fn caption_slots(page: &Page) -> Vec<&TextSlot> {
    page.layers.texts.iter().filter(|(_, text)| text.is_empty()).map(|(slot, _)| slot).take(2).collect()
}

#[test]
fn captions_are_shown_in_the_longest_form_that_fits() {
    let font = Font::default();
    for page in ["1920x1080", "1080x1080", "1080x1920", "600x640"] {
        let spec = SearchSpec::whole(5);
        let style = style(spec, "caption counters", page);
        let mut page = Page::of_board(size(5), &style).unwrap();
        let slots: Vec<TextSlot> = caption_slots(&page).into_iter().cloned().collect();
        let first = page.layers.texts.iter().position(|(_, text)| text.is_empty()).unwrap();
        for frame in spec.frames() {
            page.show(&Shot::of_search(&frame, false));
            let Words { fact, reason } = frame.caption.words(size(5), SquareNames::Chess);
            for (index, phrase) in [fact, reason].into_iter().enumerate() {
                let (slot, shown) = (&slots[index], page.layers.texts.get(first + index).1);
                let fits = |text: &str| {
                    font.weight(slot.style.weight).pixels(text, slot.style.em) <= slot.area.width
                };
                let expected = if fits(&phrase.long) { &phrase.long } else { &phrase.short };
                assert!(fits(shown) && shown == expected, "{page:?}: {shown}, not {expected}");
            }
        }
    }
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
        assert!(
            matches!(after.caption, Caption::Continued { .. } | Caption::WentBack { .. }),
            "{:?}",
            after.caption
        );
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
        "TookBit",
        "Continued",
        "WentBack",
        "Discarded",
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
        shown.iter().map(|frame| frame.caption.words(size(4), SquareNames::Chess).line()).collect();
    let expected = [
        "Place 4 queens: None of them may attack another",
        "place",
        "Column b is given up: The search goes back from here",
        "restore",
        "prune again",
        "look",
    ];
    assert_eq!(words, expected);
    let [.., placed, note] = shown.as_slice() else { panic!("there are six frames") };
    assert_eq!(note.scene, placed.scene, "words alone change nothing");
    assert_eq!(note.scene.marks, [(b, Mark::Placed)]);
}
