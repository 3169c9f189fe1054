//! The example solvers in other languages.

use queenreel::board::Square;

use super::films::boards;
use crate::common::sandbox::{Sandbox, repository_file};
use crate::program::solvers::log_of;

/// Films a log, and compares every frame with the queens in the log.
fn check(log: &str, detail: &str) {
    let output = Sandbox::new().replay(log, &["-o", "-", "--size", "240", "--detail", detail]);
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
fn the_example_solvers_are_filmed() {
    for (name, details) in
        [("solver.py", &["steps"][..]), ("solver.c", &["steps"]), ("solver.js", &["steps", "tests"])]
    {
        let Some(log) = log_of(&repository_file("examples").join(name)) else { continue };
        // 31 placements and 25 removals.
        assert!(name != "solver.py" || log.lines().count() == 56, "{log}");
        for detail in details {
            check(&log, detail);
        }
    }
}
