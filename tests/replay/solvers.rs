//! The solvers of the examples, in other languages than ours.

use std::path::PathBuf;
use std::process::Command;

use queenreel::board::Square;

use super::bench::Bench;
use super::feed;
use super::films::boards;

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

/// What a program prints for 6 queens; `None` if there is no such program here.
fn log_of(mut command: Command) -> Option<String> {
    let Ok(output) = command.arg("6").output() else {
        println!("skipped: there is no {}", command.get_program().display());
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Films a log, and compares every frame with the queens that the log itself tells of.
fn check(log: &str, detail: &str) {
    let output = feed(&Bench::new(), log, &["replay", "-", "-o", "-", "--size", "240", "--detail", detail]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut queens = Vec::new();
    let mut expected = vec![queens.clone()];
    for line in log.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        let square = |key: &str| {
            let square: Option<[u8; 2]> = serde_json::from_value(event.get(key)?.clone()).unwrap();
            square.map(|[row, column]| Square::new(row, column))
        };
        if let Some(square) = square("place") {
            queens.push(square);
        } else if let Some(square) = square("remove") {
            assert_eq!(queens.pop(), Some(square));
        } else if square("test").is_none() || detail == "steps" {
            continue;
        }
        expected.push(queens.clone());
    }
    let frames = boards(output.stdout, 6);
    assert_eq!(frames.len(), expected.len());
    let (last, others) = frames.split_last().unwrap();
    assert!(last.1 && last.0.len() == 6, "the solution is shown, though the log does not tell of it");
    assert!(others.iter().all(|frame| !frame.1));
    // Beams run across the queens of tests.
    let comparable = if detail == "steps" { &frames[..] } else { &frames[frames.len() - 1..] };
    let expected = &expected[expected.len() - comparable.len()..];
    assert!(comparable.iter().map(|frame| &frame.0).eq(expected), "rows from the top, a queen in each");
}

#[test]
fn the_solver_in_python_is_filmed() {
    let mut python = Command::new("python3");
    python.arg(example("solver.py"));
    if let Some(log) = log_of(python) {
        assert_eq!(log.lines().count(), 56, "31 placements and 25 removals");
        check(&log, "steps");
    }
}

#[test]
fn the_solver_in_c_is_filmed() {
    let bench = Bench::new();
    let solver = bench.path("solver");
    let compiled = Command::new("cc").arg("-o").arg(&solver).arg(example("solver.c")).status();
    match compiled {
        Ok(status) => assert!(status.success()),
        Err(_) => return println!("skipped: there is no cc"),
    }
    check(&log_of(Command::new(solver)).unwrap(), "steps");
}

#[test]
fn the_solver_in_javascript_is_filmed_with_its_tests() {
    let mut node = Command::new("node");
    node.arg(example("solver.js"));
    if let Some(log) = log_of(node) {
        check(&log, "steps");
        check(&log, "tests");
    }
}
