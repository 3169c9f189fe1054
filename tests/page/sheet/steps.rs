//! The steps of a sheet, compared with independent searches.

use std::collections::BTreeSet;

use queenreel::board::{Square, SquareNames};
use queenreel::record::{BoardState, Mark, Step};
use queenreel::search::{Algorithm, Order};

use super::steps;
use crate::common::known::{ALL, SOLUTIONS, WHOLE_SEARCHES};
use crate::common::recursion;
use crate::common::search_oracle::{name, pair};

fn marked(scene: &BoardState, mark: Mark) -> Vec<(u8, u8)> {
    scene.marks.iter().filter(|(_, other)| *other == mark).map(|(square, _)| pair(*square)).collect()
}

fn seen(step: &Step) -> recursion::Step {
    let scene = &step.board;
    let by_column = |mut squares: Vec<(u8, u8)>| {
        squares.sort_unstable_by_key(|(row, column)| (*column, *row));
        squares
    };
    let queens = by_column(scene.queens.iter().map(pair).collect());
    let [placed, removed, solution] =
        [Mark::Placed, Mark::Removed, Mark::Solution].map(|mark| marked(scene, mark));
    let solved = !solution.is_empty();
    assert!(!solved || by_column(solution) == queens, "all queens of a solution are marked");
    let at = match (&placed[..], &removed[..]) {
        ([at], []) | ([], [at]) => *at,
        ([], []) if solved => queens[queens.len() - 1],
        _ => panic!("one queen a step: {placed:?} {removed:?}"),
    };
    let placed = solved || !placed.is_empty();
    recursion::Step { placed, at, queens, refused: marked(scene, Mark::Refused), solved }
}

#[test]
fn steps_are_those_of_a_second_implementation() {
    for n in 1..=7 {
        for solutions in [1, 2, ALL] {
            let found = steps(n, Algorithm::Backtracking, Order::Columns, solutions);
            let expected = recursion::steps(n as u8, solutions);
            assert!(found.iter().map(seen).eq(expected), "N = {n}, {solutions}");
            assert!(found.iter().map(|step| step.number).eq(1..=found.len() as u64), "N = {n}");
        }
    }
}

#[test]
fn the_numbers_of_steps_are_known() {
    for (n, number) in [(4, 12), (6, 56), (8, 218)] {
        assert_eq!(steps(n, Algorithm::Backtracking, Order::Columns, 1).len(), number, "N = {n}");
    }
    for (n, _, placements) in WHOLE_SEARCHES.into_iter().take(6) {
        let whole = steps(n, Algorithm::Backtracking, Order::Columns, ALL);
        assert_eq!(whole.len() as u64, 2 * placements, "N = {n}");
    }
}

#[test]
fn four_queens_row_by_row_are_the_mirror_image() {
    let [columns, rows] = [Order::Columns, Order::Rows]
        .map(|order| steps(4, Algorithm::Backtracking, order, 1).iter().map(seen).collect::<Vec<_>>());
    let swap = |squares: &[(u8, u8)]| squares.iter().map(|(row, column)| (*column, *row)).collect::<Vec<_>>();
    assert_eq!(columns.len(), rows.len());
    for (one, other) in columns.iter().zip(&rows) {
        let mut queens = swap(&one.queens);
        queens.sort_unstable_by_key(|(row, column)| (*column, *row));
        assert_eq!((one.placed, &queens), (other.placed, &other.queens));
        assert_eq!(swap(&one.refused), other.refused);
    }
}

#[test]
fn the_words_of_the_twelve_steps() {
    let steps = steps(4, Algorithm::Backtracking, Order::Columns, 1);
    let words = steps.iter().map(|step| step.text(SquareNames::Chess));
    let words: Vec<String> =
        words.map(|words| format!("{} | {}", words.fact.short, words.reason.long)).collect();
    assert_eq!(words, include_str!("twelve_steps.txt").lines().collect::<Vec<_>>());
}

/// Every reason, for every algorithm that goes line by line, is true of the queens before the step.
#[test]
fn reasons_are_true_of_every_algorithm() {
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.has_tree()) {
        for n in 4..=u64::from(algorithm.most_queens().min(6)) {
            let all = steps(n, algorithm, Order::Columns, ALL);
            let mut solutions = 0;
            for (index, step) in all.iter().enumerate() {
                let words = step.text(SquareNames::Chess);
                let at = format!("{algorithm}, N = {n}, step {}: {words:?}", index + 1);
                let reason = words.reason.long;
                let refused = marked(&step.board, Mark::Refused);
                let before = index.checked_sub(1).map(|before| &all[before].board);
                let queens = before.map(|scene| scene.queens.clone()).unwrap_or_default();
                for (row, column) in &refused {
                    assert!(queens.attackers(Square::new(*row, *column)) > 0, "{at}");
                }
                assert!(!reason.contains("refused") || !refused.is_empty(), "{at}");
                if let Some(line) = reason.strip_prefix("No safe square in column ") {
                    let column = line.as_bytes()[0] - b'a' + 1;
                    let is_closed = |row| {
                        let square = Square::new(row, column);
                        queens.attackers(square) > 0 || step.board.ruled_out.contains(square)
                    };
                    assert!((1..=n as u8).all(is_closed), "{at}");
                }
                if reason.starts_with("Solution ") {
                    solutions += 1;
                    assert!(reason.starts_with(&format!("Solution {solutions}: ")) || n == 1, "{at}");
                    let mut squares = step.board.queens.iter().map(|queen| name(pair(queen), n as u8));
                    assert!(squares.all(|square| reason.contains(&square)), "{at}");
                } else if words.fact.short.starts_with("Solution ") {
                    solutions += 1;
                }
            }
            assert_eq!(solutions, SOLUTIONS[n as usize - 1], "{algorithm}, N = {n}");
        }
    }
}

#[test]
fn permutations_have_every_board_and_discard_all_but_solutions() {
    let boards = steps(4, Algorithm::Permutations, Order::Columns, ALL);
    assert_eq!(boards.len(), 24);
    let kept = boards.iter().filter(|board| !board.is_discarded).map(|board| board.number);
    assert_eq!(kept.collect::<Vec<u64>>(), [11, 14]);
    for board in &boards {
        let queens =
            || board.board.queens.iter().map(|queen| (i32::from(queen.row), i32::from(queen.column)));
        let falling: BTreeSet<i32> = queens().map(|(row, column)| row - column).collect();
        let rising: BTreeSet<i32> = queens().map(|(row, column)| row + column).collect();
        let is_solution = falling.len() == 4 && rising.len() == 4;
        assert_eq!(board.is_discarded, !is_solution, "board {}", board.number);
    }
    for n in [4, 5, 6] {
        let random = steps(n, Algorithm::Random, Order::Columns, 1);
        let are_discarded = random.iter().rev().map(|board| board.is_discarded);
        assert!(are_discarded.eq((0..random.len()).map(|index| index > 0)));
        let moved = steps(n, Algorithm::MinConflicts, Order::Columns, 1);
        assert!(!moved.iter().any(|step| step.is_discarded), "its boards are mended, not discarded");
    }
}
