//! Every algorithm is written in all forms, and its steps have lines in each.

use std::collections::{BTreeSet, HashSet};

use queenreel::board::{Line, Square};
use queenreel::record::{Detail, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Action, Algorithm, CodeForm, DEFAULT_SEED, Event, Listing, Order, until_solutions};

use crate::common::films::record;
use crate::common::known::size;

/// The largest board up to this size that the algorithm supports.
pub fn up_to(algorithm: Algorithm, n: u64) -> u64 {
    n.min(algorithm.most_queens().into())
}

/// The highlighted line at each step of a search with this listing; `None` where there is none.
fn recorded_lines(
    algorithm: Algorithm,
    order: Order,
    n: u64,
    solutions: u64,
    listing: Listing,
) -> Vec<Option<usize>> {
    let narrator =
        Narrator { listing: Some(listing), ..Narrator::new(size(n), Some(algorithm), order, None) };
    let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
    let events = until_solutions(algorithm.events(size(n), order, DEFAULT_SEED), Some(solutions));
    let frames = record(Recorder::new(size(n), &schedule, narrator), events.take(3000));
    frames.iter().map(|frame| frame.listing_line).collect()
}

#[test]
fn every_step_has_a_line_in_each_form() {
    for algorithm in Algorithm::ALL {
        for order in Order::ALL {
            let n = up_to(algorithm, 5);
            let lit = |form| {
                let listing = Listing::in_form(form, algorithm, order, size(n))?;
                let lines = recorded_lines(algorithm, order, n, 3, listing);
                Some(lines.iter().map(Option::is_some).collect::<Vec<_>>())
            };
            let [pseudo, words, python, java] = CodeForm::ALL.map(lit);
            assert!(pseudo.as_ref().unwrap().contains(&true));
            assert_eq!(words, pseudo, "{algorithm}, {order}, in words");
            assert_eq!(python, pseudo, "{algorithm}, {order}, in Python");
            assert_eq!(java, pseudo.filter(|_| algorithm == Algorithm::Backtracking), "{order}, in Java");
        }
    }
}

/// The lines that events highlight, limited to these actions, counted from 1.
pub fn lit_lines(
    listing: &Listing,
    algorithm: Algorithm,
    wanted: &[Action],
    events: impl Iterator<Item = Event>,
) -> Vec<usize> {
    let mut is_image = false;
    let mut lines = Vec::new();
    for event in events {
        let of = |action, square: Square| Some((action, Some(Line::Row(square.row))));
        let step = match event {
            Event::Test { square, .. } => of(Action::Test, square),
            Event::Place(square) => of(Action::Place, square),
            Event::Remove(square) => of(Action::Remove, square),
            Event::Backtrack { from, .. } => Some((Action::Backtrack, Some(from))),
            Event::Move { .. } => Some((Action::Move, None)),
            Event::DeadEnd { .. } => Some((Action::DeadEnd, None)),
            // With bits, a solution is followed by its image, and that by the board of the search.
            Event::Board if algorithm == Algorithm::Bitfield => {
                is_image = !is_image;
                is_image.then_some((Action::Board, None))
            }
            Event::Solution if is_image => None,
            Event::Board => Some((Action::Board, None)),
            Event::Solution => Some((Action::Solution, None)),
            _ => None,
        };
        let line = step.filter(|(action, _)| wanted.contains(action)).map(|(action, on)| match on {
            Some(on) => listing.line_in(action, on),
            None => listing.line_of(action),
        });
        lines.extend(line.map(|line| line.expect("the action has a line") + 1));
    }
    lines
}

/// The lines that may follow a line of numbered sentences.
fn next_steps(words: &[&str], line: usize) -> Vec<usize> {
    let text = words[line].to_lowercase();
    let target = text.rsplit_once("step ").map(|(_, rest)| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().unwrap_or_else(|_| panic!("no number: {text}")) - 1
    });
    assert!(target.is_none_or(|target| target < words.len()), "{text}");
    let is_conditional = ["if ", "after ", "next square"].iter().any(|word| text.starts_with(word));
    let falls_through = (is_conditional || target.is_none()) && !text.ends_with(": stop");
    target.into_iter().chain(falls_through.then_some(line + 1)).filter(|next| *next < words.len()).collect()
}

/// The line of pseudo-code at each moment of a whole search for four queens.
fn lit_pseudo_code(algorithm: Algorithm) -> Vec<(Moment, String)> {
    let listing = Listing::of(algorithm, Order::Columns, size(4));
    let lines: Vec<String> = listing.lines().map(|line| line.trim().to_owned()).collect();
    let narrator =
        Narrator { listing: Some(listing), ..Narrator::new(size(4), Some(algorithm), Order::Columns, None) };
    let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
    let events = algorithm.events(size(4), Order::Columns, DEFAULT_SEED);
    let frames = record(Recorder::new(size(4), &schedule, narrator), events);
    let lit = |line: Option<usize>| line.map_or_else(String::new, |line| lines[line].clone());
    frames.iter().map(|frame| (frame.moment, lit(frame.listing_line))).collect()
}

#[test]
fn the_decisions_of_an_eager_search_are_lit() {
    let (mut safe, mut ends, mut solutions) = (0, [0, 0], 0);
    let lit = lit_pseudo_code(Algorithm::Eager);
    for (at, (moment, line)) in lit.iter().enumerate() {
        match moment {
            Moment::Test { attacker, .. } => safe += u32::from(attacker.is_none()),
            Moment::Place(_) => safe = 0,
            Moment::DeadEnd { .. } => {
                let has_none = safe == 0 && matches!(lit[at - 1].0, Moment::Test { .. });
                ends[usize::from(has_none)] += 1;
                let expected =
                    if has_none { "if no square is safe: go back" } else { "back to the column before" };
                assert_eq!(line, expected, "{at}");
            }
            Moment::Solution { .. } => {
                solutions += 1;
                assert_eq!(line, "if column > N: a solution! go back");
            }
            _ => {}
        }
    }
    assert!(ends[0] > 4 && ends[1] > 3 && solutions == 2, "{ends:?}, {solutions}");
}

#[test]
fn each_loop_removes_its_own_queen() {
    let listing = Listing::of(Algorithm::Loops, Order::Rows, size(4));
    let lines: Vec<&str> = listing.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.trim() == "take the queen away").count(), 4);
    for row in 1..=4 {
        let line = listing.line_in(Action::Remove, Line::Row(row)).unwrap();
        assert_eq!(lines[line], "    ".repeat(row.into()) + "take the queen away");
    }
    let removals: Vec<String> = lit_pseudo_code(Algorithm::Loops)
        .into_iter()
        .filter_map(|(moment, line)| matches!(moment, Moment::Remove(_)).then_some(line))
        .collect();
    assert!(removals.len() > 10 && removals.iter().all(|line| line == "take the queen away"));
}

#[test]
fn marking_is_a_loop_that_keeps_and_restores_stages() {
    let listing = Listing::of(Algorithm::Marking, Order::Columns, size(8));
    let lines: Vec<&str> = listing.lines().map(str::trim).collect();
    for (action, says) in [
        (Action::Place, "put a queen there"),
        (Action::Solution, "if it is the last column: a solution!"),
        (Action::Backtrack, "go back a column, or stop"),
        (Action::Remove, "take the queen away, restore the stage"),
    ] {
        assert_eq!(lines[listing.line_of(action).unwrap()], says);
    }
    assert!(lines.contains(&"repeat:") && !lines.iter().any(|line| line.contains("search(")), "{lines:?}");
    assert!(lines.contains(&"keep the stage, mark what it attacks"), "{lines:?}");
}

#[test]
fn words_lead_from_each_lit_line_to_the_next() {
    for algorithm in Algorithm::ALL {
        for order in Order::ALL.into_iter().filter(|order| algorithm.has_order() || *order == Order::Columns)
        {
            let n = up_to(algorithm, 5);
            let listing = Listing::in_form(CodeForm::Words, algorithm, order, size(n)).unwrap();
            let words: Vec<&str> = listing.lines().collect();
            let events = until_solutions(algorithm.events(size(n), order, DEFAULT_SEED), Some(3));
            let lit = lit_lines(&listing, algorithm, &Action::ALL, events.take(3000));
            let mut lit: Vec<usize> = [0].into_iter().chain(lit.into_iter().map(|line| line - 1)).collect();
            // A line that tests and places is highlighted twice.
            lit.dedup_by(|a, b| a == b && !words[*a].starts_with("Count"));
            // A loop begins without a step.
            let is_step = |line: &usize| !words[*line].starts_with("Next square");
            let tagged: HashSet<usize> = lit.iter().copied().filter(is_step).collect();
            let steps: BTreeSet<(usize, usize)> = lit.windows(2).map(|pair| (pair[0], pair[1])).collect();
            for (from, to) in steps {
                // No line on the way would have been highlighted.
                let mut reached: Vec<usize> = next_steps(&words, from);
                let mut seen: HashSet<usize> = reached.iter().copied().collect();
                while let Some(line) = reached.pop() {
                    if line != to && !tagged.contains(&line) {
                        reached
                            .extend(next_steps(&words, line).into_iter().filter(|next| seen.insert(*next)));
                    }
                }
                assert!(
                    seen.contains(&to),
                    "{algorithm}: {:?} does not lead to {:?}\n{words:#?}",
                    words[from],
                    words[to]
                );
            }
        }
    }
}

#[test]
fn steps_in_words_are_those_of_a_lecture() {
    let words = |algorithm, order, n| {
        let listing = Listing::in_form(CodeForm::Words, algorithm, order, size(n)).unwrap();
        listing.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let [marking, loops, arrays] = *include_str!("words.txt").split("\n\n").collect::<Vec<_>>() else {
        panic!()
    };
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(Algorithm::Marking, Order::Columns, 8), lines(marking));
    assert_eq!(words(Algorithm::Marking, Order::Rows, 8), lines(&marking.replace("column", "row")));
    assert_eq!(words(Algorithm::Loops, Order::Columns, 2), lines(loops));
    assert_eq!(words(Algorithm::Backtracking, Order::Columns, 8), lines(arrays));
}

/// Every algorithm in every form in which it is written.
fn listings() -> impl Iterator<Item = (Algorithm, CodeForm, Listing)> {
    let all = Algorithm::ALL.into_iter().flat_map(|algorithm| CodeForm::ALL.map(|form| (algorithm, form)));
    all.filter_map(|(algorithm, form)| {
        Some((algorithm, form, Listing::in_form(form, algorithm, Order::Columns, size(4))?))
    })
}

#[test]
fn labels_are_numbers_and_lines_are_short() {
    for (algorithm, form, listing) in listings() {
        let most = if form == CodeForm::Words { 50 } else { 56 };
        for line in listing.lines() {
            let is_label = form == CodeForm::Words && line.contains(['{', '}', '#']);
            assert!(!is_label, "{algorithm}: {line:?}");
            assert!(line.chars().count() <= most, "{algorithm}: {line:?}");
            assert_eq!(line.trim_end(), line);
        }
        let may_be_long =
            [Algorithm::Marking, Algorithm::MinConflicts, Algorithm::Loops].contains(&algorithm);
        let most = if may_be_long { 32 } else { 22 };
        assert!(listing.lines().len() <= most, "{algorithm}, {}: {}", form.name(), listing.lines().len());
    }
}

#[test]
fn solutions_end_a_search_in_all_forms() {
    for (algorithm, form, listing) in listings() {
        let solution = listing.lines().nth(listing.line_of(Action::Solution).unwrap());
        let solution = solution.unwrap().trim();
        let expected = match form {
            CodeForm::Python => solution.starts_with("yield "),
            CodeForm::Java => solution == "printBoard();",
            _ => solution.contains("solution"),
        };
        assert!(expected, "{algorithm}: {solution:?}");
        let events = algorithm.events(size(4), Order::Columns, DEFAULT_SEED);
        assert!(events.take(100_000).any(|event| event == Event::Solution));
    }
}
