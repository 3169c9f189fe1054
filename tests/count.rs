//! `list` and `count`: correct output, which other programs can read.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use queenreel::board::{Placement, Square};
use queenreel::count::known;
use serde_json::Value;

#[cfg(unix)]
use crate::common::children::interrupt;
use crate::common::children::start;
use crate::common::known::all_solutions;
use crate::common::sample::all_cases;
use crate::common::sandbox::Sandbox;

fn stdout(arguments: &[&str]) -> String {
    Sandbox::new().stdout(arguments)
}

fn first_line(output: impl Read) -> String {
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).unwrap();
    line
}

#[test]
fn placements_are_printed_one_per_line_and_can_be_parsed() {
    for n in [1, 4, 6, 8, 10] {
        let read: Vec<Placement> =
            stdout(&["list", &n.to_string()]).lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(read, all_solutions(n));
    }
}

#[test]
fn matrices_and_boards_have_a_one_or_a_queen_where_the_queens_are() {
    for (form, queen, none) in [("matrix", "1", "0"), ("board", "♛", "·")] {
        let printed = stdout(&["list", "6", "--as", form]);
        let blocks: Vec<&str> = printed.trim_end().split("\n\n").collect();
        assert_eq!(blocks.len(), 4);
        for (block, solution) in blocks.iter().zip(all_solutions(6)) {
            let queens = solution.queens();
            let cell = |row, column| if queens.contains(Square::new(row, column)) { queen } else { none };
            let line = |row| (1..=6).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
            assert_eq!(*block, (1..=6).map(line).collect::<Vec<_>>().join("\n"));
        }
    }
}

#[test]
fn json_is_an_array_of_arrays() {
    for n in [1, 3, 6, 10] {
        let expected: Vec<Vec<u8>> = all_solutions(n).iter().map(|one| one.rows().collect()).collect();
        let printed = stdout(&["list", &n.to_string(), "--as", "json"]);
        assert_eq!(serde_json::from_str::<Vec<Vec<u8>>>(&printed).unwrap(), expected, "N = {n}");
    }
}

#[test]
fn an_algorithm_determines_the_order_of_a_list() {
    let permutations =
        |more: &[&str]| stdout(&[&["list", "8", "--algorithm", "permutations"], more].concat());
    let all = stdout(&["list", "8"]);
    assert_eq!(stdout(&["list", "8", "--algorithm", "backtracking"]), all);
    let sorted = |list: &str| {
        let mut lines: Vec<String> = list.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for name in ["eager", "marking", "permutations", "bitfield", "forward-checking", "loops", "anywhere"] {
        assert_eq!(sorted(&stdout(&["list", "8", "--algorithm", name])), sorted(&all), "{name}");
    }
    assert_eq!(sorted(&permutations(&["--fundamental"])), sorted(&stdout(&["list", "8", "--fundamental"])));
    assert_eq!(stdout(&["list", "4", "--algorithm", "anywhere"]), "3142\n2413\n");
}

#[test]
fn known_numbers_are_marked_and_never_shown_as_counted() {
    // Larger boards are not counted, which is fast.
    let first = if all_cases() { 11 } else { 19 };
    let table = stdout(&["count", &format!("{first}..27"), "--known"]);
    let rows: Vec<&str> = table.lines().skip(1).take(28 - first).collect();
    for (n, row) in (first as u32..).zip(&rows) {
        let (total, fundamental) = known(n).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        let numbers = cells[..3].iter().map(|cell| cell.replace(',', "").parse::<u64>().unwrap());
        assert!(numbers.eq([n.into(), total, fundamental]), "{row}");
        // These cannot be counted in ten seconds, and the others do not take longer.
        assert!(n < 21 || cells[3] == "known", "{row}");
        assert!(n > 13 || cells[3] != "known", "{row}");
    }
    let published =
        ["< 1 s", "0.2 s", "1.9 s", "11.2 s", "77.2 s", "9.6 min", "75.0 min", "10.2 h", "87.2 h"];
    for (_, published) in (13..).zip(published).filter(|(n, _)| *n >= first) {
        assert!(rows.iter().any(|row| row.ends_with(&format!(" {published}"))), "{published}");
    }
    assert!(rows[22 - first].ends_with(" 31.9 d?") && rows[23 - first].ends_with(" 296 d"));
    assert!(rows[24 - first..].iter().all(|row| row.ends_with(" unknown")));
    assert!(
        table.contains("d?: the source has no unit")
            && table.contains("not counted")
            && table.contains("A000170")
            && table.contains("A002562"),
        "{table}"
    );
}

#[test]
fn a_large_board_is_counted_if_closed_squares_leave_no_solution() {
    // The only squares of the first two rows attack each other.
    let closed = (1..=2).flat_map(|row| (1..=28).map(move |column| (row, column)));
    let closed = closed.filter(|(row, column)| row != column);
    let closed: Vec<String> = closed.map(|(row, column)| format!("{row},{column}")).collect();
    let none = stdout(&["count", "28", "--block", &closed.join(" "), "--as", "csv"]);
    assert!(none.lines().nth(1).unwrap().starts_with("28,0,0,"), "{none}");
}

#[test]
fn the_first_of_many_solutions_does_not_wait_for_the_others() {
    let mut child = start(Sandbox::new().command(&["list", "26"]).stdout(Stdio::piped()));
    let first: Placement = first_line(child.stdout.take().unwrap()).trim().parse().unwrap();
    assert!(first.size().get() == 26 && first.queens().in_conflict().is_empty());
}

#[cfg(unix)]
#[test]
fn long_counts_print_an_estimate_before_they_start() {
    for (arguments, what) in
        [(&["22"][..], "22 queens"), (&["21", "--start", "a21"], "21 queens with a queen on a21")]
    {
        let sandbox = Sandbox::new();
        let mut command = sandbox.command(&[&["count"], arguments].concat());
        let mut child = start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
        let line = first_line(child.stderr.take().unwrap());
        let said = format!("note: counting the solutions for {what} takes about ");
        assert!(line.starts_with(&said), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_finished_rows_of_a_count() {
    let mut child = start(
        Sandbox::new()
            .command(&["count", "13..20", "--as", "json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    );
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    while !printed.contains("73712") {
        assert!(out.read_line(&mut printed).unwrap() > 0, "the first row comes: {printed}");
    }
    interrupt(&child);
    out.read_to_string(&mut printed).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(rows[0]["solutions"], 73_712);
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("interrupted") && message.contains("not counted"), "{message}");
}
