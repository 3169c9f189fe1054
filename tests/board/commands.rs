//! The commands with `--start` and `--block`.

use std::str::FromStr;

use queenreel::board::{BoardSize, SquareNames};
use queenreel::search::Algorithm;

use crate::common::sandbox::{Sandbox, stderr, stdout};

/// With a closed row or column there is no solution, whatever the algorithm.
#[test]
fn puzzles_without_solutions_have_answers() {
    let sandbox = Sandbox::new();
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
    // The middle squares are fixed under all eight symmetries.
    let counted = sandbox.stdout(&["count", "8", "--block", "d4,d5,e4,e5", "--as", "csv"]);
    let inner =
        all.iter().filter(|rows| ![3, 4].iter().any(|column| ["4", "5"].contains(&&rows[*column..=*column])));
    let inner: Vec<&String> = inner.collect();
    let fundamental = sandbox.stdout(&["list", "8", "--block", "d4,d5,e4,e5", "--fundamental"]);
    let expected = format!("8,{},{},", inner.len(), fundamental.lines().count());
    assert!(counted.lines().nth(1).unwrap().starts_with(&expected), "{counted} {expected}");
}
