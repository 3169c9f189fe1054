//! The matrices of the solver with stages, compared with an independent oracle, which `log.rs` compares with
//! known ones.

use queenreel::record::{Detail, Frame, Moment};
use queenreel::search::{Algorithm, Matrix, Order};

use super::{frames, is_step};
use crate::common::iterative_solver::{self, Step, digits};

/// A matrix as text: digits, rows separated by `/`.
/// A matrix as text: digits, rows separated by `/`.
fn text(matrix: &Matrix) -> String {
    digits(&matrix.rows().map(|row| row.iter().map(|entry| entry.digit()).collect()).collect::<Vec<_>>())
}

fn now(frame: &Frame) -> String {
    text(&frame.memory.as_ref().unwrap().stages.as_ref().unwrap().now)
}

fn steps(n: u64, solutions: Option<u64>) -> Vec<Frame> {
    let frames = frames(n, Algorithm::Marking, Order::Columns, solutions, Detail::Steps);
    frames.into_iter().filter(is_step).collect()
}

/// The numbers of placements and of removals.
fn counts(steps: &[Frame]) -> (usize, usize) {
    let removals = steps.iter().filter(|frame| matches!(frame.moment, Moment::Remove(_))).count();
    (steps.len() - removals, removals)
}

#[test]
fn every_matrix_is_that_of_the_iterative_solver() {
    for n in 1..=8 {
        // The whole search for eight queens takes long.
        for all in [false, true].into_iter().take(if n < 8 { 2 } else { 1 }) {
            let frames = steps(n, (!all).then_some(1));
            let oracle = iterative_solver::steps(n as usize, all);
            assert_eq!(frames.len(), oracle.len(), "N = {n}, all: {all}");
            for (frame, Step { now, kept, .. }) in frames.iter().zip(oracle) {
                let stages = frame.memory.as_ref().unwrap().stages.as_ref().unwrap();
                assert_eq!(text(&stages.now), digits(&now), "N = {n}, step {}", frame.step);
                for (stage, expected) in stages.kept.iter().zip(kept) {
                    assert_eq!(stage.as_ref().map(text), expected.as_deref().map(digits));
                }
            }
        }
    }
}

#[test]
fn placements_and_restores_are_the_known_ones() {
    let known =
        [(1, 1, 0), (4, 8, 4), (5, 5, 0), (6, 31, 25), (7, 9, 2), (8, 113, 105), (9, 41, 32), (10, 102, 92)];
    for (n, placements, restores) in known {
        assert_eq!(counts(&steps(n, Some(1))), (placements, restores), "N = {n}");
    }
    for (n, each, last) in [(2, 2, "20/20"), (3, 5, "200/200/200")] {
        let frames = steps(n, None);
        assert_eq!(counts(&frames), (each, each));
        assert_eq!(now(frames.last().unwrap()), last);
    }
    for (n, each) in [(4, 16), (5, 53), (6, 152), (7, 551), (8, 2056)] {
        assert_eq!(steps(n, None).len(), 2 * each, "the whole search, N = {n}");
    }
}

#[test]
fn in_the_order_of_rows_everything_is_transposed() {
    let by_rows = frames(5, Algorithm::Marking, Order::Rows, None, Detail::Steps);
    let by_columns = frames(5, Algorithm::Marking, Order::Columns, None, Detail::Steps);
    assert_eq!(by_rows.len(), by_columns.len());
    for (rows, columns) in by_rows.iter().zip(&by_columns) {
        let digits: Vec<Vec<char>> = now(columns).split('/').map(|row| row.chars().collect()).collect();
        let transposed = (0..5).map(|column| digits.iter().map(|row| row[column]).collect::<String>());
        assert_eq!(now(rows), transposed.collect::<Vec<_>>().join("/"));
    }
}
