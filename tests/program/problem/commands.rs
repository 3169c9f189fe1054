//! The commands with `--start` and `--block`.

use std::str::FromStr;

use queenreel::board::{BoardSize, SquareNames};
use queenreel::search::Algorithm;

use crate::common::sandbox::{Sandbox, stderr, stdout};

#[test]
fn contradictions_are_refused_by_every_command() {
    let sandbox = Sandbox::new();
    let commands: [&[&str]; 7] = [
        &["search", "8"],
        &["race", "8", "backtracking", "eager"],
        &["compare", "8"],
        &["gallery", "8"],
        &["list", "8"],
        &["count", "8"],
        &["sheet", "8"],
    ];
    let cases: &[(&[&str], &str)] = &[
        (&["--start", "a9"], "no square 'a9' on this board, from a1 to h8"),
        (&["--start", "9,1"], "no square '9,1' on this board"),
        (&["--block", "i1"], "no square 'i1' on this board"),
        (&["--start", "a8,a7"], "the queens of the start on a8 and a7 attack each other"),
        (&["--start", "1,1 4,4"], "the queens of the start on a8 and d5 attack each other"),
        (&["--start", "12000000"], "the queens of the start on a8 and b7 attack each other"),
        (&["--start", "a8,a8"], "a8 is named twice"),
        (&["--block", "c3,c3"], "c3 is named twice"),
        (&["--start", "a8", "--block", "b1,a8"], "a8 is closed"),
        (&["--start", "1000000"], "the placement has 7 columns, and the board has 8"),
        (&["--start", "1,0,0,0,0,0,0,0,0,0"], "the placement has 10 columns, and the board has 8"),
        (&["--start", "90000000"], "there is no row 9 (column 1)"),
        (&["--start", "here"], "'here' is no square"),
        (&["--start", ""], "'' is no square"),
        (&["--block", "10000000"], "'10000000' is no square"),
        (&["--start"], "a value is required"),
    ];
    for command in commands {
        for (options, expected) in cases {
            let error = sandbox.fail(2, &[command, options].concat());
            assert!(error.contains(expected), "{command:?} {options:?}: {error}");
            assert!(error.starts_with("error: "), "{error}");
        }
    }
    assert!(sandbox.names().is_empty(), "nothing is written");
}

/// With a closed row or column there is no solution, whatever the algorithm.
#[test]
fn puzzles_without_solutions_have_answers() {
    let sandbox = Sandbox::new();
    let counted = sandbox.stdout(&["count", "3..5", "--block", "a1,a2,a3"]);
    let totals: Vec<&str> =
        counted.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(totals, ["0", "0", "4"], "{counted}");
    // Two numbers are a row and a column on any board.
    for square in ["1,1", "r1c1"] {
        let counted = sandbox.stdout(&["count", "1..5", "--start", square]);
        let totals: Vec<&str> =
            counted.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
        assert_eq!(totals, ["1", "0", "0", "0", "2"], "{counted}");
    }
    let size = BoardSize::new(4).unwrap();
    let whole: Vec<String> = size.squares().map(|square| SquareNames::Chess.square(square, size)).collect();
    let column = |column: char| (1..=4).map(|row| format!("{column}{row}")).collect::<Vec<_>>().join(",");
    for block in [column('a'), column('d'), "a4,b4,c4,d4".to_owned(), whole.join(",")] {
        let block = ["--block", &block];
        let list = sandbox.succeed(&[&["list", "4"], &block[..]].concat());
        assert!(
            list.stdout.is_empty() && stderr(&list).starts_with("note: no solution: the board of 4 without ")
        );
        for algorithm in Algorithm::ALL.map(Algorithm::name) {
            let arguments =
                [&["search", "4", "-o", "film.gif", "--algorithm", algorithm], &block[..]].concat();
            if Algorithm::from_str(algorithm).unwrap().visits_all_solutions() {
                let said = sandbox.succeed(&arguments);
                assert!(stderr(&said).contains("no solution: the board of 4"), "{arguments:?}");
                assert!(stdout(&said).contains("no solution"), "{arguments:?}: {}", stdout(&said));
            } else {
                let error = sandbox.fail(2, &arguments);
                assert!(error.contains("only ends with one: it would never end"), "{error}");
            }
        }
        let table = sandbox.stdout(&[&["compare", "4"], &block[..]].concat());
        assert!(table.matches("no solution").count() >= 8, "{table}");
    }
    let row: Vec<String> = (b'a'..=b't').map(|column| format!("{}1", char::from(column))).collect();
    let endless = ["search", "20", "--algorithm", "min-conflicts", "--block", &row.join(",")];
    assert!(sandbox.fail(2, &endless).contains("it would never end"));
}

#[test]
fn a_random_search_of_a_puzzle_without_solution_is_refused_whatever_is_closed() {
    let sandbox = Sandbox::new();
    for (number, block) in [("3", "a1,a2,a3"), ("3", "a1,b1,c1"), ("3", "a1"), ("20", &closed(20))] {
        for algorithm in ["random", "min-conflicts"] {
            let search = ["search", number, "--block", block, "--algorithm", algorithm];
            sandbox.refuse(2, &search, &["have no solution", "only ends with one"]);
        }
        let race = ["race", number, "--block", block, "min-conflicts", "backtracking"];
        sandbox.refuse(2, &race, &["have no solution", "only ends with one"]);
    }
    assert!(sandbox.names().is_empty());
}

/// All squares of the first column.
fn closed(n: u32) -> String {
    (1..=n).map(|row| format!("a{row}")).collect::<Vec<_>>().join(",")
}

#[test]
fn what_an_algorithm_cannot_do_is_refused() {
    let sandbox = Sandbox::new();
    for (arguments, expected) in [
        (
            &["search", "6", "--start", "a6", "--algorithm", "random"][..],
            "6 queens with a queen on a6 have no solution, and random only ends with one: it would never end",
        ),
        (
            &["race", "6", "backtracking", "min-conflicts", "--start", "a6"],
            "6 queens with a queen on a6 have no solution",
        ),
        (&["search", "11", "--start", "a1", "--algorithm", "loops"], "loops is for 1 to 10 queens"),
        (&["search", "9", "--block", "a1", "--algorithm", "anywhere"], "anywhere is for 1 to 8 queens"),
        (
            &["list", "14", "--start", "a1", "--algorithm", "permutations"],
            "takes too long for 14 queens with",
        ),
        (&["count", "29", "--start", "a1"], "at most 28 queens"),
        (&["count", "8", "--start", "a1", "--known"], "--known is for whole boards"),
        (
            &["search", "8", "--start", "d8", "--solutions", "19"],
            "8 queens with a queen on d8 have 18 solutions, fewer than 19",
        ),
        (&["list", "6", "--start", "a6", "--select", "1"], "have 0 solutions, counted from 1"),
    ] {
        sandbox.refuse(2, arguments, &[expected]);
    }
}

#[test]
fn lists_and_counts_are_those_of_the_problem() {
    let sandbox = Sandbox::new();
    let all: Vec<String> = sandbox.stdout(&["list", "8"]).lines().map(str::to_owned).collect();
    let on_d8: Vec<&String> = all.iter().filter(|rows| &rows[3..4] == "1").collect();
    for start in ["d8", "D8", "1,4", "00010000", "0,0,0,1,0,0,0,0"] {
        let listed = sandbox.stdout(&["list", "8", "--start", start]);
        assert!(listed.lines().eq(on_d8.iter().map(|rows| rows.as_str())), "{start}");
    }
    let off_the_middle: Vec<&String> = all.iter().filter(|rows| !["4", "5"].contains(&&rows[3..4])).collect();
    let blocked = sandbox.stdout(&["list", "8", "--block", "d5 5,4"]);
    assert!(blocked.lines().eq(off_the_middle.iter().map(|rows| rows.as_str())));
    let counted = sandbox.stdout(&["count", "8", "--start", "d8", "--as", "csv"]);
    let line: Vec<&str> = counted.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(line[..3], ["8", "18", "18"], "no symmetry keeps d8");
    // The middle squares are fixed under all eight symmetries.
    let counted = sandbox.stdout(&["count", "8", "--block", "d4,d5,e4,e5", "--as", "csv"]);
    let inner =
        all.iter().filter(|rows| ![3, 4].iter().any(|column| ["4", "5"].contains(&&rows[*column..=*column])));
    let inner: Vec<&String> = inner.collect();
    let fundamental = sandbox.stdout(&["list", "8", "--block", "d4,d5,e4,e5", "--fundamental"]);
    let expected = format!("8,{},{},", inner.len(), fundamental.lines().count());
    assert!(counted.lines().nth(1).unwrap().starts_with(&expected), "{counted} {expected}");
    let corners = sandbox.stdout(&["count", "4..6", "--start", "1,1", "--as", "csv"]);
    let corners: Vec<&str> = corners.lines().skip(1).map(|line| line.rsplit_once(',').unwrap().0).collect();
    assert_eq!(corners, ["4,0,0", "5,2,1", "6,0,0"]);
}

#[test]
fn nothing_is_listed_where_there_is_no_solution_and_the_reason_is_said() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["list", "6", "--start", "100000"]);
    assert!(output.stdout.is_empty());
    let note = stderr(&output);
    assert!(note.contains("the board of 6 with a queen on a6 has none"), "{note}");
    assert!(note.contains("a1, f1 and f6 are images of this square"), "{note}");
    assert_eq!(stdout(&sandbox.succeed(&["list", "6", "--start", "100000", "--as", "json"])), "[]\n");
}
