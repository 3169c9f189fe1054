//! The example solvers in other languages.

use std::process::Command;

use queenreel::board::Square;

use super::films::boards;
use crate::common::sandbox::{Sandbox, repository_file, stderr, stdout};
use crate::common::tools::{python, run_tool};

/// What a program prints for 6 queens; `None` if it is not installed.
fn log_of(command: &mut Command) -> Option<String> {
    run_tool(command.arg("6")).map(|output| stdout(&output))
}

/// Films a log, and compares every frame with the queens in the log.
fn check(log: &str, detail: &str) {
    let output = Sandbox::new().feed(log, &["replay", "-", "-o", "-", "--size", "240", "--detail", detail]);
    assert!(output.status.success(), "{}", stderr(&output));
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
    let frames = boards(&output.stdout, 6);
    assert_eq!(frames.len(), expected.len());
    let (last, others) = frames.split_last().unwrap();
    assert!(last.1 && last.0.len() == 6, "the solution is shown, though the log does not say so");
    assert!(others.iter().all(|frame| !frame.1));
    // Attack lines cross the queens of tests.
    let comparable = if detail == "steps" { &frames[..] } else { &frames[frames.len() - 1..] };
    let expected = &expected[expected.len() - comparable.len()..];
    assert!(comparable.iter().map(|frame| &frame.0).eq(expected), "rows from the top, a queen in each");
}

#[test]
fn the_solver_in_python_is_filmed() {
    let Some(mut python) = python(&[]) else { return };
    if let Some(log) = log_of(python.arg(repository_file("examples/solver.py"))) {
        assert_eq!(log.lines().count(), 56, "31 placements and 25 removals");
        check(&log, "steps");
    }
}

#[test]
fn the_solver_in_c_is_filmed() {
    let sandbox = Sandbox::new();
    let solver = sandbox.path("solver");
    let mut cc = Command::new("cc");
    if run_tool(cc.arg("-o").arg(&solver).arg(repository_file("examples/solver.c"))).is_none() {
        return;
    }
    check(&log_of(&mut Command::new(solver)).unwrap(), "steps");
}

#[test]
fn the_solver_in_javascript_is_filmed_with_its_tests() {
    if let Some(log) = log_of(Command::new("node").arg(repository_file("examples/solver.js"))) {
        check(&log, "steps");
        check(&log, "tests");
    }
}
