//! The Python programs take exactly our steps: their lines are traced while they run.

use std::collections::BTreeMap;
use std::process::Stdio;

use queenreel::board::{Line, Problem, Square};
use queenreel::search::{
    Action, Algorithm, CodeForm, DEFAULT_SEED, Listing, Order, python_program, until_solutions,
};

use super::forms::{lit_lines, up_to};
use crate::common::known::{size, solutions};
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::tools::{python, run_tool};

/// Runs the search of a program, up to a number of solutions, and prints the numbers of the traced lines
/// in the order in which they run, then the solutions.
const TRACER: &str = include_str!("tracer.py");

/// The actions whose lines run exactly when they happen.
fn traced_actions(algorithm: Algorithm) -> Vec<Action> {
    let all = [
        Action::Test,
        Action::Place,
        Action::Solution,
        Action::Remove,
        Action::Board,
        Action::Move,
        Action::DeadEnd,
    ];
    let is_traced = |action: &Action| match algorithm {
        // A loop places and removes its queen without a separate line.
        Algorithm::Loops => matches!(action, Action::Test | Action::Solution),
        // A queen also 'moves' to its own square.
        Algorithm::MinConflicts => *action != Action::Move,
        _ => true,
    };
    all.into_iter().filter(is_traced).collect()
}

/// The lines of a program that run, of those of the traced actions.
fn run_traced(
    program: &str,
    listing: &Listing,
    algorithm: Algorithm,
    closed: &[Vec<u8>],
    solutions: u64,
) -> Option<Vec<usize>> {
    let n = closed.len() as u64;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("solver.py");
    std::fs::write(&path, program).unwrap();
    let mut traced: Vec<String> = Vec::new();
    for action in traced_actions(algorithm) {
        let rows = (1..=size(n).get()).filter_map(|row| listing.line_in(action, Line::Row(row)));
        traced.extend(rows.map(|line| (line + 1).to_string()));
    }
    let mut python = python(&[])?;
    python.args(["-c", TRACER]).arg(&path).arg(n.to_string()).arg(solutions.to_string());
    python.arg(serde_json::to_string(closed).unwrap()).args(traced);
    let output = String::from_utf8(run_tool(&mut python)?.stdout).unwrap();
    let lines = output.lines().next().unwrap_or_default();
    let mut lines: Vec<usize> = lines.split_whitespace().map(|line| line.parse().unwrap()).collect();
    // Continuing after a solution may run its line once more.
    let yields = |line: usize| listing.lines().nth(line - 1).unwrap().trim().starts_with("yield");
    lines.dedup_by(|a, b| a == b && yields(*a));
    Some(lines)
}

fn check(algorithm: Algorithm, order: Order, n: u64, solutions: u64) {
    check_problem(algorithm, order, &size(n).into(), solutions);
}

fn check_problem(algorithm: Algorithm, order: Order, problem: &Problem, solutions: u64) {
    let board = problem.size();
    let n = u64::from(board.get());
    let listing_of =
        |problem: &Problem| Listing::in_form(CodeForm::Python, algorithm, order, problem).unwrap();
    let text = |listing: &Listing| listing.lines().map(|line| line.to_owned() + "\n").collect::<String>();
    let listing = listing_of(problem);
    // The main part of a program does not depend on the puzzle.
    let (program, plain) = (python_program(algorithm, order, board), text(&listing_of(&board.into())));
    assert!(program.starts_with(&plain));
    let program = program.replace(&plain, &text(&listing));
    let is_closed = |line: u8, position: u8| {
        let by_rows = algorithm.order(order) == Some(Order::Rows);
        let [row, column] = if by_rows { [line, position] } else { [position, line] };
        u8::from(problem.blocked().contains(Square { row, column }))
    };
    let numbers = 1..=board.get();
    let closed: Vec<Vec<u8>> = numbers
        .clone()
        .map(|line| numbers.clone().map(|position| is_closed(line, position)).collect())
        .collect();
    let Some(mut lines) = run_traced(&program, &listing, algorithm, &closed, solutions) else { return };
    let events = until_solutions(algorithm.events(problem, order, DEFAULT_SEED), Some(solutions));
    let traced = traced_actions(algorithm);
    let expected = lit_lines(&listing, algorithm, &traced, events);
    if algorithm == Algorithm::Permutations && solutions == u64::MAX {
        // The loop runs its line once more to find that there is no other board.
        lines.pop();
    }
    let first = (0..lines.len().max(expected.len())).find(|index| lines.get(*index) != expected.get(*index));
    assert!(
        first.is_none(),
        "{algorithm}, {order}, {n} queens: step {first:?} of {} and {}: {:?} instead of {:?}",
        lines.len(),
        expected.len(),
        first.and_then(|first| lines.get(first)),
        first.and_then(|first| expected.get(first)),
    );
    assert!(!expected.is_empty());
}

#[test]
fn programs_take_our_steps_to_the_first_solution() {
    for algorithm in sampled(3, Algorithm::ALL) {
        for n in [1, 4, 5, 6, 8].into_iter().filter(|n| *n == up_to(algorithm, *n)) {
            // Eight queens at random take hundreds of thousands of boards.
            if (algorithm, n) != (Algorithm::Random, 8) {
                check(algorithm, Order::Columns, n, 1);
            }
        }
    }
}

/// The listings' statements about closed squares agree with the search.
#[test]
fn programs_skip_the_closed_squares_of_puzzles() {
    let board = size(5);
    let problem = Problem::new(board, [], [(1, 1), (2, 2), (4, 4), (2, 5)].map(Square::from)).unwrap();
    for algorithm in Algorithm::ALL {
        let all = if algorithm.visits_all_solutions() { u64::MAX } else { 1 };
        check_problem(algorithm, Order::Columns, &problem, all);
        if algorithm.has_order() {
            check_problem(algorithm, Order::Rows, &problem, all);
        }
    }
}

#[test]
fn programs_take_our_steps_by_rows() {
    for algorithm in sampled(3, Algorithm::ALL.into_iter().filter(|algorithm| algorithm.has_order())) {
        for n in [1, 4, 6] {
            check(algorithm, Order::Rows, n, 1);
        }
        check(algorithm, Order::Rows, 5, u64::MAX);
    }
}

#[test]
fn programs_take_our_steps_through_the_whole_search() {
    let whole = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.visits_all_solutions());
    for algorithm in sampled(3, whole) {
        for n in [1, 2, 3, 4, 5, 6].into_iter().filter(|n| *n == up_to(algorithm, *n)) {
            check(algorithm, Order::Columns, n, u64::MAX);
        }
    }
}

#[test]
fn printed_programs_run_and_print_our_first_solution() {
    let sandbox = Sandbox::new();
    // Each program as printed; loops are written out for one number of queens.
    let mut printed: BTreeMap<(&str, u64), String> = BTreeMap::new();
    for algorithm in Algorithm::ALL {
        for n in [1, 4, 5, 6, 8].into_iter().filter(|n| *n == up_to(algorithm, *n)) {
            let number = n.to_string();
            let of_size: &[&str] = if algorithm == Algorithm::Loops { &["--queens", &number] } else { &[] };
            let program =
                sandbox.stdout(&[&["algorithms", algorithm.name(), "--code=python"], of_size].concat());
            assert!(program.is_ascii(), "{algorithm}");
            printed.insert((algorithm.name(), n), program);
        }
    }
    for ((name, n), program) in sampled(4, printed) {
        sandbox.write("solver.py", &program);
        let algorithm: Algorithm = name.parse().unwrap();
        let events = until_solutions(algorithm.events(size(n), Order::Columns, DEFAULT_SEED), Some(1));
        let rows = solutions(events, n)[0].iter().map(u8::to_string).collect::<String>();
        let input = std::fs::File::open(sandbox.path("solver.py")).unwrap();
        let Some(mut python) = python(&[]) else { return };
        // As in a pipe.
        let output = python.arg("-").arg(n.to_string()).stdin(Stdio::from(input)).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{rows}\n"), "{name}, {n}");
    }
}

#[test]
fn programs_say_when_they_have_no_solution_or_are_for_another_number() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("solver.py");
    std::fs::write(&path, python_program(Algorithm::Backtracking, Order::Columns, size(3))).unwrap();
    let Some(mut python) = python(&[]) else { return };
    python.arg(&path);
    let mut run = || String::from_utf8(run_tool(&mut python).unwrap().stdout).unwrap();
    assert_eq!(run(), "no solution\n");
    std::fs::write(&path, python_program(Algorithm::Backtracking, Order::Rows, size(6))).unwrap();
    // The transpose of 246135.
    assert_eq!(run(), "415263\n");
    std::fs::write(&path, python_program(Algorithm::Backtracking, Order::Columns, size(10))).unwrap();
    assert_eq!(run(), "1,3,6,8,10,5,9,2,4,7\n");
    std::fs::write(&path, python_program(Algorithm::Loops, Order::Rows, size(4))).unwrap();
    let output = python.arg("5").output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("written out for 4 queens"));
}
