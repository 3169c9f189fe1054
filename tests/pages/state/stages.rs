//! The matrices of the solver with stages, against an oracle of their own and the known figures.

use queenreel::board::Square;
use queenreel::record::{Detail, Frame, Moment};
use queenreel::search::{Algorithm, Entry, Matrix, Order};

use super::{frames, is_step};
use crate::common::iterative_solver::{self, Step, digits};

/// A matrix as text: digits, rows separated by `/`.
fn text(matrix: &Matrix) -> String {
    let row =
        |row: &[Entry]| -> String { row.iter().map(|entry| char::from(b'0' + entry.digit())).collect() };
    matrix.rows().map(row).collect::<Vec<_>>().join("/")
}

fn now(frame: &Frame) -> String {
    text(&frame.memory.as_ref().unwrap().stages.as_ref().unwrap().now)
}

fn kept(frame: &Frame, stage: usize) -> String {
    let stages = frame.memory.as_ref().unwrap().stages.as_ref().unwrap();
    text(stages.kept[stage - 1].as_ref().unwrap())
}

fn steps(n: u64, solutions: Option<u64>) -> Vec<Frame> {
    let frames = frames(n, Algorithm::Marking, Order::Columns, solutions, Detail::Steps);
    frames.into_iter().filter(is_step).collect()
}

#[test]
fn every_matrix_is_that_of_the_iterative_solver() {
    for n in 1..=7 {
        for all in [false, true] {
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
fn the_first_steps_for_six_queens_have_the_known_matrices() {
    let frames = steps(6, Some(1));
    let known = [
        ("111111/110000/101000/100100/100010/100001", "200000/000000/000000/000000/000000/000000"),
        ("111111/111000/111111/111100/110110/110011", "111111/110000/121000/100100/100010/100001"),
        ("111111/111001/111111/111100/111111/111111", "111111/111000/111111/111100/112110/110011"),
        ("111111/111111/111111/111101/111111/111111", "111111/111201/111111/111100/111111/111111"),
        ("111111/111111/111111/111111/111111/111111", "111111/111111/111111/111121/111111/111111"),
    ];
    for (index, (matrix, stage)) in known.into_iter().enumerate() {
        assert_eq!(now(&frames[index]), matrix, "step {}", index + 1);
        assert_eq!(kept(&frames[index], index + 1), stage);
    }
    assert!(matches!(frames[8].moment, Moment::Place(square) if square == Square::new(6, 3)));
    assert_eq!(now(&frames[8]), "111111/111000/111111/111110/111110/111111");
    assert!(kept(&frames[8], 3).ends_with("112110/112011"), "two tried squares in one stage");
}

#[test]
fn the_solution_for_four_queens_has_the_known_stages() {
    let frames = steps(4, Some(1));
    let last = frames.last().unwrap();
    assert_eq!(now(last), "1111/1111/1111/1111");
    let known = ["2000/2000/0000/0000", "1100/1111/1100/1210", "1120/1111/1110/1111", "1111/1111/1112/1111"];
    for (stage, expected) in (1..).zip(known) {
        assert_eq!(kept(last, stage), expected, "stage {stage}");
    }
    assert_eq!(now(&frames[2]), "1111/1100/1210/1001", "the first step back restores stage 2");
}

#[test]
fn placements_and_restores_are_the_known_ones() {
    let known =
        [(1, 1, 0), (4, 8, 4), (5, 5, 0), (6, 31, 25), (7, 9, 2), (8, 113, 105), (9, 41, 32), (10, 102, 92)];
    for (n, placements, restores) in known {
        let frames = steps(n, Some(1));
        let removals = frames.iter().filter(|frame| matches!(frame.moment, Moment::Remove(_))).count();
        assert_eq!((frames.len() - removals, removals), (placements, restores), "N = {n}");
    }
    for (n, each, last) in [(2, 2, "20/20"), (3, 5, "200/200/200")] {
        let frames = steps(n, None);
        let removals = frames.iter().filter(|frame| matches!(frame.moment, Moment::Remove(_))).count();
        assert_eq!((frames.len() - removals, removals), (each, each));
        assert_eq!(now(frames.last().unwrap()), last);
    }
    for (n, each) in [(4, 16), (5, 53), (6, 152), (7, 551), (8, 2056)] {
        assert_eq!(steps(n, None).len(), 2 * each, "the whole search, N = {n}");
    }
    let last = steps(8, Some(1)).pop().unwrap();
    let stage = "11111111/11000000/12100000/12010000/12001000/10000100/10000010/10000001";
    assert_eq!(kept(&last, 2), stage);
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
