//! `--state`: the matrices of the solver with stages in the lines of its log.

use queenreel::log::LogReader;
use serde_json::Value;

use crate::common::iterative_solver::{self, Digits, Step, digits};
use crate::common::lists::rows;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;

/// A log of the solver with stages, without its matrices.
fn plain_log(n: usize, options: &str) -> String {
    Sandbox::new().stdout(&words(&format!("search {n} --algorithm marking --events - -q{options}")))
}

fn log(n: usize, options: &str) -> String {
    plain_log(n, &format!(" --state{options}"))
}

/// A placement or removal, read from its line.
struct Line {
    square: [usize; 2],
    is_placed: bool,
    now: Digits,
    stage: Digits,
}

/// The placements and removals of a log; no other line has matrices.
fn steps(log: &str) -> Vec<Line> {
    let read = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let matrix = |key| serde_json::from_value::<Digits>(line[key].clone());
        let (placed, removed) = (line.get("place"), line.get("remove"));
        let Some(square) = placed.or(removed) else {
            assert!(line.get("now").is_none() && line.get("stage").is_none(), "{line}");
            return None;
        };
        let square = serde_json::from_value(square.clone()).unwrap();
        let (now, stage) = (matrix("now").unwrap(), matrix("stage").unwrap());
        Some(Line { square, is_placed: placed.is_some(), now, stage })
    };
    log.lines().filter_map(read).collect()
}

fn transposed(matrix: &Digits) -> Digits {
    let column = |column: usize| matrix.iter().map(|row| row[column]).collect();
    (0..matrix.len()).map(column).collect()
}

#[test]
fn the_matrices_of_the_log_are_those_of_the_iterative_solver() {
    for n in 1..=6 {
        for all in [false, true] {
            let oracle = iterative_solver::steps(n, all);
            for order in ["columns", "rows"] {
                let log = log(n, &format!(" --order {order}{}", if all { " --all" } else { "" }));
                let lines = steps(&log);
                assert_eq!(lines.len(), oracle.len(), "N = {n}, all: {all}");
                let on_board = |matrix: &Digits| match order {
                    "rows" => transposed(matrix),
                    _ => matrix.clone(),
                };
                for (line, Step { square: [row, column], is_placed, now, kept }) in lines.iter().zip(&oracle)
                {
                    let square = if order == "rows" { [*column, *row] } else { [*row, *column] };
                    assert_eq!((line.square, line.is_placed), (square, *is_placed));
                    assert_eq!(line.now, on_board(now), "N = {n}, {order}, {square:?}");
                    let stage = kept[column - 1].as_ref().unwrap();
                    assert_eq!(line.stage, on_board(stage), "N = {n}, {order}, {square:?}");
                }
            }
        }
    }
}

#[test]
fn the_log_has_the_known_matrices() {
    let lines = steps(&log(6, ""));
    let known: Vec<[&str; 3]> = rows(include_str!("known_steps.txt")).collect();
    for (line, [square, now, stage]) in lines.iter().zip(&known) {
        let [row, column] = line.square;
        assert_eq!((format!("{row} {column}"), line.is_placed), ((*square).to_owned(), true));
        assert_eq!([digits(&line.now), digits(&line.stage)], [*now, *stage], "{square}");
    }
    // Steps 6 to 8 restore the stages of columns 5, 4 and 3.
    for (line, [_, _, stage]) in lines[5..8].iter().zip(known[2..].iter().rev()) {
        assert!(!line.is_placed && line.now == line.stage);
        assert_eq!(digits(&line.stage), *stage);
    }
    assert_eq!((lines[8].square, lines[8].is_placed), ([6, 3], true));
    assert_eq!(digits(&lines[8].now), "111111/111000/111111/111110/111110/111111");
    assert!(digits(&lines[8].stage).ends_with("112110/112011"), "two tried squares in one stage");
    let lines = steps(&log(4, ""));
    assert_eq!(digits(&lines[2].now), "1111/1100/1210/1001", "the first step back");
    assert_eq!(digits(&lines[7].now), "2000/0000/0000/0000", "the last step back");
    let last = [
        ([2, 1], "2000/2000/0000/0000"),
        ([4, 2], "1100/1111/1100/1210"),
        ([1, 3], "1120/1111/1110/1111"),
        ([3, 4], "1111/1111/1112/1111"),
    ];
    for (line, (square, stage)) in lines[8..].iter().zip(last) {
        assert_eq!((line.square, digits(&line.stage).as_str()), (square, stage));
    }
    assert_eq!((lines.len(), digits(&lines[11].now).as_str()), (12, "1111/1111/1111/1111"));
    for (n, each, now) in [(2, 2, "20/20"), (3, 5, "200/200/200")] {
        let lines = steps(&log(n, ""));
        assert_eq!(lines.iter().filter(|line| line.is_placed).count(), each);
        assert_eq!((lines.len(), digits(&lines.last().unwrap().now).as_str()), (2 * each, now));
    }
    let lines = steps(&log(8, ""));
    let restored: Vec<usize> = (2..=7)
        .map(|column| lines.iter().filter(|line| !line.is_placed && line.square[1] == column).count())
        .collect();
    assert_eq!(restored, [2, 10, 21, 35, 26, 11]);
    let second = lines.iter().rfind(|line| line.square[1] == 2).unwrap();
    let stage = "11111111/11000000/12100000/12010000/12001000/10000100/10000010/10000001";
    assert_eq!(digits(&second.stage), stage);
}

#[test]
fn matrices_add_to_the_log_and_change_nothing_else() {
    let shortened: String = log(5, " --all")
        .lines()
        .map(|line| {
            line.split_once(",\"now\":").map_or(line.to_owned(), |(event, _)| format!("{event}}}")) + "\n"
        })
        .collect();
    assert_eq!(shortened, plain_log(5, " --all"));
}

#[test]
fn a_log_with_matrices_replays_as_one_without() {
    for order in ["columns", "rows"] {
        let order = format!(" --order {order}");
        let logs = [log(6, &order), plain_log(6, &order)];
        let [with_matrices, plain] = logs.each_ref().map(|log| -> Vec<queenreel::log::Entry> {
            LogReader::begin(log.as_bytes()).unwrap().map(Result::unwrap).collect()
        });
        assert_eq!(with_matrices, plain);
        let [with_matrices, plain] =
            logs.map(|log| Sandbox::new().replay(log, &words("--strict --caption -o - --size 240")).stdout);
        assert_eq!(with_matrices, plain);
    }
}

#[test]
fn film_and_matrices_are_written_together() {
    let sandbox = Sandbox::new();
    let search = "search 5 --algorithm marking -o";
    sandbox.succeed(&words(&format!("{search} plain.gif")));
    sandbox.succeed(&words(&format!("{search} film.gif --events log.jsonl --state")));
    assert_eq!(sandbox.read("film.gif"), sandbox.read("plain.gif"));
    assert_eq!(String::from_utf8(sandbox.read("log.jsonl")).unwrap(), log(5, ""));
}
