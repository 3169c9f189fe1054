//! `list` and `count`: correct output, which other programs can read.

use std::process::Stdio;

use queenreel::board::{Placement, Square};
use queenreel::count::known;
use serde_json::Value;

#[cfg(unix)]
use crate::common::children::interrupt;
use crate::common::children::start;
use crate::common::known::all_solutions;
use crate::common::sample::is_sweep;
use crate::common::sandbox::{Sandbox, stderr};

fn stdout(arguments: &[&str]) -> String {
    Sandbox::new().stdout(arguments)
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
        let printed: Value =
            serde_json::from_str(&stdout(&["list", &n.to_string(), "--as", "json"])).unwrap();
        let expected: Vec<Vec<u8>> = all_solutions(n).iter().map(|one| one.rows().collect()).collect();
        assert_eq!(printed, serde_json::json!(expected), "N = {n}");
    }
}

#[test]
fn fundamental_from_and_limit_select_solutions() {
    assert_eq!(stdout(&["list", "8", "--fundamental"]).lines().count(), 12);
    assert_eq!(stdout(&["list", "8", "--limit", "1"]), "15863724\n");
    assert_eq!(stdout(&["list", "8", "--from", "92"]), "84136275\n");
    assert_eq!(stdout(&["list", "8", "--fundamental", "--from", "12"]), "36258174\n");
}

#[test]
fn an_algorithm_determines_the_order_of_a_list() {
    let permutations =
        |more: &[&str]| stdout(&[&["list", "8", "--algorithm", "permutations"], more].concat());
    assert_eq!(permutations(&["--from", "45", "--limit", "1"]), "25741863\n");
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
    for (arguments, part) in [
        (["8", "random"], "invalid value 'random' for '--algorithm <NAME>'"),
        (
            ["3", "min-conflicts"],
            "[possible values: backtracking, eager, marking, permutations, bitfield, forward-checking, loops, anywhere]",
        ),
        (["11", "loops"], "loops is for 1 to 10 queens"),
        (
            ["9", "anywhere"],
            "anywhere is for 1 to 8 queens, not for 9 queens; for more, name one of backtracking, eager, marking, permutations, bitfield, forward-checking, loops\n",
        ),
        (["20", "permutations"], "permutations takes too long for 20 queens"),
        (["30", "backtracking"], "backtracking takes too long for 30 queens"),
    ] {
        Sandbox::new().refuse(2, &["list", arguments[0], "--algorithm", arguments[1]], &[part]);
    }
}

#[test]
fn searches_that_take_too_long_are_refused() {
    let sandbox = Sandbox::new();
    for (arguments, part) in [
        (&["list", "64", "--limit", "1"][..], "too long for 64 queens: more than 500,000,000 steps"),
        (&["list", "34"], "too long for 34 queens"),
        (&["gallery", "64", "--limit", "1"], "too long for 64 queens: more than 500,000,000 steps"),
        (&["gallery", "40", "--fundamental", "--limit", "1", "-o", "film.gif"], "smaller N"),
        // Solutions by the thousand, but the first requested one is far away.
        (&["list", "20", "--from", "200000000"], "solution 200,000,000 takes too long"),
        (&["gallery", "20", "--select", "1,200000000"], "166,666,666 is the last to begin with"),
    ] {
        sandbox.refuse(2, arguments, &[part]);
    }
    assert!(sandbox.names().is_empty(), "nothing is written");
    for n in ["31", "33", "35"] {
        assert_eq!(stdout(&["list", n, "--limit", "1"]).lines().count(), 1, "{n} queens");
    }
}

#[test]
fn a_search_is_given_up_where_nothing_says_before_that_it_takes_too_long() {
    let sandbox = Sandbox::new();
    for arguments in [
        &["list", "64", "--block", "a64"][..],
        &["list", "64", "--block", "a64", "--algorithm", "bitfield", "-o", "list.txt"],
        &["gallery", "64", "--start", "a64", "--limit", "1"],
    ] {
        sandbox.refuse(2, arguments, &["takes too long for 64 queens with"]);
    }
    assert!(sandbox.names().is_empty(), "nothing is written");
}

#[test]
fn nothing_to_list_is_reported_on_standard_error() {
    let output = Sandbox::new().run(&["list", "3"]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(stderr(&output).contains("no solution"));
}

#[test]
fn counts_agree_with_published_ones() {
    let printed = stdout(&["count", "1..14", "--as", "csv"]);
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("n,solutions,fundamental,seconds"));
    for (n, line) in (1..=14).zip(lines.by_ref()) {
        let fields: Vec<&str> = line.split(',').collect();
        let (total, fundamental) = known(n).unwrap();
        assert_eq!(fields[..3], [n.to_string(), total.to_string(), fundamental.to_string()]);
        assert!(fields[3].parse::<f64>().unwrap() >= 0.0);
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn counts_come_as_a_table_and_as_json() {
    let table = stdout(&["count", "8"]);
    assert!(table.lines().nth(1).unwrap().contains("92") && table.contains("12"), "{table}");
    let json: Value = serde_json::from_str(&stdout(&["count", "7..9", "--as", "json"])).unwrap();
    let totals: Vec<u64> =
        json.as_array().unwrap().iter().map(|row| row["solutions"].as_u64().unwrap()).collect();
    assert_eq!(totals, [40, 92, 352]);
}

#[test]
fn known_numbers_are_marked_and_never_shown_as_counted() {
    // Larger boards are not counted, which is fast.
    let first = if is_sweep() { 11 } else { 19 };
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
fn two_times_for_18_queens_are_quoted_with_who_measured() {
    let table = stdout(&["count", "18", "--known"]);
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["18 queens: 19:26 minutes by the bit fields of Jeff Somers", "75:00 by plain backtracking"] {
        assert!(words.contains(part), "{table}");
    }
    assert!(
        !stdout(&["count", "8", "--known"]).contains("Somers"),
        "only where there is a row for 18 queens"
    );
}

#[test]
fn known_numbers_have_their_source_in_json_and_csv() {
    let arguments = ["count", "21..24", "--known", "--as"];
    let json: Value = serde_json::from_str(&stdout(&[&arguments[..], &["json"]].concat())).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 4);
    assert_eq!(json[0]["solutions"], 314_666_222_712_u64);
    assert_eq!(json[0]["seconds"], Value::Null);
    assert_eq!(json[0]["source"], "OEIS A000170 and A002562");
    assert_eq!((&json[0]["published"], &json[3]["published"]), (&"87.2 h".into(), &Value::Null));
    let csv = stdout(&[&arguments[..], &["csv"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "n,solutions,fundamental,seconds,source,published");
    assert_eq!(lines[2], "22,2691008701644,336376244042,,OEIS A000170 and A002562,31.9 d?");
    assert!(lines[4].ends_with(",OEIS A000170 and A002562,"));
    let counted: Value = serde_json::from_str(&stdout(&["count", "8", "--known", "--as", "json"])).unwrap();
    assert!(counted[0]["source"] == "counted" && counted[0]["seconds"].is_f64(), "{counted}");
    Sandbox::new().refuse(2, &["count", "20..28", "--known"], &["end the range at 27"]);
}

#[test]
fn counts_that_are_too_large_are_refused_with_an_estimate() {
    let sandbox = Sandbox::new();
    let most = "the maximum is 28 queens";
    for (n, part) in [("28", "at most a year"), ("29", most), ("40", most), ("4294967295", most)] {
        sandbox.refuse(2, &["count", n], &["years", part]);
    }
    for arguments in [&["28", "--start", "a1"][..], &["20..28", "--block", "a1"]] {
        sandbox.refuse(2, &[&["count"], arguments].concat(), &["at most a year", "for 28 queens with"]);
    }
    // The only squares of the first two rows attack each other.
    let closed = (1..=2).flat_map(|row| (1..=28).map(move |column| (row, column)));
    let closed = closed.filter(|(row, column)| row != column);
    let closed: Vec<String> = closed.map(|(row, column)| format!("{row},{column}")).collect();
    let none = stdout(&["count", "28", "--block", &closed.join(" "), "--as", "csv"]);
    assert!(none.lines().nth(1).unwrap().starts_with("28,0,0,"), "{none}");
    for wrong in ["0", "9..8", "..", "8..", "-3", "eight", "1..2..3", ""] {
        sandbox.refuse(2, &["count", wrong], &["1..16"]);
    }
}

#[test]
fn the_first_of_many_solutions_does_not_wait_for_the_others() {
    use std::io::{BufRead, BufReader};
    let mut child = start(Sandbox::new().command(&["list", "26"]).stdout(Stdio::piped()));
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let first: Placement = line.trim().parse().unwrap();
    assert!(first.size().get() == 26 && first.queens().in_conflict().is_empty());
}

#[cfg(unix)]
#[test]
fn long_counts_print_an_estimate_before_they_start() {
    use std::io::{BufRead, BufReader};
    for (arguments, what) in
        [(&["22"][..], "22 queens"), (&["21", "--start", "a21"], "21 queens with a queen on a21")]
    {
        let sandbox = Sandbox::new();
        let mut command = sandbox.command(&[&["count"], arguments].concat());
        let mut child = start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let said = format!("note: counting the solutions for {what} takes about ");
        assert!(line.starts_with(&said), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_finished_rows_of_a_count() {
    use std::io::{BufRead, BufReader, Read};
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
