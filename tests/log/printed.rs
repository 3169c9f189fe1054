//! Boards as programs print them for people.

use std::collections::BTreeSet;

use queenreel::board::Square;
use queenreel::log::{LogError, LogOptions, SpooledLog};
use queenreel::search::{Event, Tally};

use super::copies::Random;
use super::films::boards;
use crate::common::sandbox::{Sandbox, stderr, stdout};
use crate::common::table::rows;
use crate::common::tools::{python, run_tool};

/// The boards of a log after each step, as the row of the queen in each column, 0 for none.
fn states(log: &SpooledLog) -> Vec<String> {
    let size = log.summary().size;
    let (mut queens, mut setting_up, mut states) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for entry in log.entries(None) {
        match entry.unwrap().event {
            Event::Place(square) => assert!(queens.insert(square)),
            Event::Remove(square) => assert!(queens.remove(&square)),
            Event::Move { from, to, .. } => assert!(queens.remove(&from) && queens.insert(to)),
            Event::Swap { from, to, .. } => {
                queens.retain(|queen| !from.contains(queen));
                queens.extend(to);
            }
            Event::SetUp(square) => {
                setting_up.insert(square);
                continue;
            }
            Event::Board => queens = std::mem::take(&mut setting_up),
            _ => continue,
        }
        let row = |column: u8| {
            let mut rows =
                queens.iter().filter(|queen: &&Square| queen.column == column).map(|queen| queen.row);
            let row = rows.next().unwrap_or(0);
            assert_eq!(rows.next(), None, "no test has two queens in a column");
            row.to_string()
        };
        states.push((1..=size.get()).map(row).collect());
    }
    states
}

#[test]
fn boards_are_read_as_programs_print_them() {
    let printed = rows(include_str!("printed.txt")).into_iter().map(|case| {
        let (reading, boards) = case.line.split_once(" => ").unwrap();
        (reading, boards, case.text())
    });
    // What characters there are, which are not seen in the other file, how they are read, and their boards.
    let unseen: Vec<[String; 4]> =
        include_str!("unseen.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let unseen = unseen.iter().map(|[_, reading, boards, text]| (&**reading, &**boards, text.clone()));
    for (reading, boards, text) in printed.chain(unseen) {
        let expected: Vec<&str> = boards.split(' ').collect();
        let log = SpooledLog::read(text.as_bytes(), LogOptions::default());
        let log = log.unwrap_or_else(|error| panic!("{text}\n{error}"));
        let said = log.summary().reading.clone().unwrap();
        assert!(said.contains(reading), "{text}\n{said}");
        let states = states(&log);
        let mut others = states.iter();
        for board in &expected {
            assert!(others.any(|state| state == board), "{text}\n{board} is not among {states:?}");
        }
        assert_eq!(states.last().map(String::as_str), expected.last().copied(), "{text}");
        // The events are exactly the differences between the boards.
        let changed = |pair: &[&str]| {
            let changed = pair[0].bytes().zip(pair[1].bytes()).filter(|(one, other)| one != other);
            changed.map(|(one, other)| 1 + usize::from(![one, other].contains(&b'0'))).sum::<usize>()
        };
        let none = "0".repeat(usize::from(log.summary().size.get()));
        let boards: Vec<&str> = [none.as_str()].into_iter().chain(expected).collect();
        let most: usize = boards.windows(2).map(changed).sum();
        assert!(states.len() <= most, "{text}\n{states:?}");
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_refused() {
    let with_blanks = ("without an event", " Q  \n   Q\nQ   \n  Q \n".to_owned());
    let refused = rows(include_str!("refused.txt")).into_iter().map(|case| (case.line, case.text()));
    for (parts, text) in refused.chain([with_blanks]) {
        let error = SpooledLog::read(text.as_bytes(), LogOptions::default()).unwrap_err().to_string();
        assert!(parts.split(" … ").all(|part| error.contains(part)), "{text}\n{error}");
    }
    // The rest of an overlong line is not a board.
    for long in [".Q".repeat(5_000), ".Q".repeat(50_000), "[0, ".repeat(20_000), "9 ".repeat(1 << 20)] {
        for text in [long.clone(), format!("{long}\n"), format!("[\n{}", format!("{long},\n").repeat(20))] {
            assert!(SpooledLog::read(text.as_bytes(), LogOptions::default()).is_err(), "{}", &text[..100]);
        }
    }
}

const BOARDS: &str = ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n";

#[test]
fn the_program_says_how_boards_were_read() {
    let sandbox = Sandbox::new();
    let film = |log: &str| {
        let output = sandbox.replay(log, &["-o", "-", "--size", "240"]);
        (boards(&output.stdout, 4), stderr(&output))
    };
    let (frames, said) = film(&format!("Solutions\n{BOARDS}That is all"));
    assert_eq!(said.matches("note: ").count(), 2, "{said}");
    assert!(
        said.contains("note: read as boards of 4 rows of text, where Q is a queen, 2 in all\n"),
        "{said}"
    );
    assert!(said.contains("note: 2 other lines skipped, the first: line 1: Solutions\n"), "{said}");
    let squares = |places: [(u8, u8); 4]| places.map(Square::from).to_vec();
    let solutions = [[(1, 2), (2, 4), (3, 1), (4, 3)], [(1, 3), (2, 1), (3, 4), (4, 2)]].map(squares);
    assert_eq!(frames, [(vec![], false), (solutions[0].clone(), true), (solutions[1].clone(), true)]);
    // A program that was stopped.
    for (cut, line) in [("Q...\n...", 12), ("Q...\n....\n", 12), ("Q...\n....\nQ", 13)] {
        let (cut_frames, said) = film(&format!("{BOARDS}\n{cut}"));
        assert_eq!(cut_frames, frames);
        let expected = format!("note: the board in line {line}, the last, is incomplete, and left out");
        assert!(said.contains(&expected), "{said}");
    }
    assert!(film("[1, 3, 0, 2]\n[2, 0, 3").1.contains("the board in line 2, the last, is incomplete"));
    // With at least one event, boards are ordinary lines.
    let (frames, said) = film(&format!("{{\"queens\":4}}\n{BOARDS}[1,3,0,2]\n{{\"place\":[1,1]}}\n"));
    assert_eq!(frames.len(), 2);
    assert!(said.contains("9 other lines skipped") && said.contains("{\"boards\":\"steps\"}"), "{said}");
}

#[test]
fn steps_of_a_search_by_rows_are_those_of_rows() {
    let log = "Q...\n....\n....\n....\n\nQ...\n..Q.\n....\n....\n\nQ...\n...Q\n....\n....\n\n\
               Q...\n...Q\n.Q..\n....\n\n.Q..\n....\n....\n....\n";
    let log = SpooledLog::read(log.as_bytes(), LogOptions::default()).unwrap();
    let mut tally = Tally::default();
    log.entries(None).for_each(|entry| tally.count(entry.unwrap().event));
    // A queen that moves in its row, and a backtrack over three rows.
    assert_eq!((tally.placements, tally.moves, tally.removals, tally.backtracks), (4, 1, 3, 2));
    assert_eq!(log.summary().tally, tally);
}

/// Programs as students write them, with the known steps and solutions of their searches.
const PROGRAMS: [(&str, &str); 3] = [
    (include_str!("students/matrix.py"), "31 placements, 25 removals"),
    (include_str!("students/list.py"), "31 placements, 25 removals"),
    (include_str!("students/steps.py"), "5 placements"),
];

#[test]
fn programs_of_students_are_filmed() {
    for (program, steps) in PROGRAMS {
        let Some(mut python) = python(&[]) else { return };
        let Some(printed) = run_tool(python.args(["-c", program])) else { return };
        let log = SpooledLog::read(printed.stdout.as_slice(), LogOptions::default()).unwrap();
        let Tally { placements, removals, solutions, moves, .. } = log.summary().tally;
        let removed = if removals > 0 { format!(", {removals} removals") } else { String::new() };
        assert_eq!((format!("{placements} placements{removed}"), solutions, moves), (steps.to_owned(), 0, 0));
        let sandbox = Sandbox::new();
        let output = sandbox.feed(&printed.stdout, &["replay", "-o", "film.gif", "--size", "240"]);
        assert!(stdout(&output).contains("1 solution"), "{}", stderr(&output));
        let n = u64::from(log.summary().size.get());
        let (queens, is_solution) = boards(&sandbox.read("film.gif"), n).pop().unwrap();
        assert!(is_solution && queens.len() as u64 == n);
    }
}

#[test]
fn any_lines_are_read_or_refused() {
    const PARTS: &str = "Q~.~♛~-~0~1~2~3~9~10~64~65~-1~ ~ ~ ~\n~\n~\n~\n\n~|~[~]~(~)~{~}~,~, ~'~\"~None~True~Some(\
        ~array(~, dtype=int8~+---+~│~a b~:~=~.Q..\n~0 1 0\n~[0, 2]~(0, 1)~\u{1b}[1m~\0\
        ~{\"base\":0}\n~{\"base\":1}\n~{\"empty\":0}\n~{\"queens\":4}\n";
    let parts: Vec<&str> = PARTS.split('~').collect();
    assert_eq!(parts.len(), 51);
    let (mut random, mut read) = (Random(1), 0);
    for _ in 0..6_000 {
        // Few parts make boards more likely.
        let few: Vec<&str> = (0..=random.below(6)).map(|_| parts[random.below(parts.len())]).collect();
        let text: String = (0..random.below(60)).map(|_| few[random.below(few.len())]).collect();
        let log = SpooledLog::read(text.as_bytes(), LogOptions::default());
        if let Ok(log) = log {
            let mut tally = Tally::default();
            let entries: Result<Vec<_>, LogError> = log.entries(None).collect();
            entries.unwrap().iter().for_each(|entry| tally.count(entry.event));
            tally.solutions = 0;
            assert_eq!(tally, log.summary().tally, "{text:?}");
            assert!(log.summary().reading.is_some(), "{text:?}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
