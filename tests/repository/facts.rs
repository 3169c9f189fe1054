//! The known figures of the N-queens search.

use queenreel::board::{Line, Placement, Square, SquareSet};
use queenreel::search::{Backtracking, Event, Order, Tally, until_solutions};

use crate::common::known::{self, FUNDAMENTAL, SOLUTIONS, WHOLE_SEARCHES, size, tally};

fn search(n: u64, order: Order) -> Backtracking {
    Backtracking::new(size(n), order)
}

/// The solutions, each as the row of the queen in every column.
fn solutions(n: u64, order: Order) -> Vec<String> {
    let found = known::solutions(search(n, order), n);
    found.iter().map(|rows| Placement::new(rows).unwrap().to_string()).collect()
}

#[test]
fn whole_searches_take_the_known_tests_and_placements() {
    for (n, tests, placements) in WHOLE_SEARCHES {
        for order in [Order::Columns, Order::Rows] {
            let tally = tally(search(n, order));
            assert_eq!((tally.tests, tally.placements), (tests, placements), "N = {n}");
            assert_eq!(tally.removals, placements, "every queen is taken off again");
            assert_eq!(tests, n * (placements + 1 - tally.solutions));
        }
    }
}

#[test]
fn first_solutions_come_after_the_known_placements() {
    for (n, placements, first) in [
        (1, 1, "1"),
        (4, 8, "2413"),
        (5, 5, "13524"),
        (6, 31, "246135"),
        (7, 9, "1357246"),
        (8, 113, "15863724"),
    ] {
        let tally = tally(until_solutions(search(n, Order::Columns), Some(1)));
        assert_eq!(tally.placements, placements, "N = {n}");
        assert_eq!(solutions(n, Order::Columns)[0], first);
    }
    assert_eq!(solutions(9, Order::Columns)[0], "136824975");
    assert_eq!(solutions(10, Order::Columns)[0], "1,3,6,8,10,5,9,2,4,7");
}

#[test]
fn eight_queens_have_the_counts_of_the_classic_slides() {
    let to_first = tally(until_solutions(search(8, Order::Columns), Some(1)));
    let mut expected = Tally::default();
    (expected.tests, expected.placements, expected.removals) = (876, 113, 105);
    (expected.backtracks, expected.solutions) = (105, 1);
    assert_eq!(to_first, expected);
    let to_last = tally(until_solutions(search(8, Order::Columns), Some(92)));
    (expected.tests, expected.placements, expected.removals) = (14_852, 1951, 1943);
    (expected.backtracks, expected.solutions) = (1852, 92);
    assert_eq!(to_last, expected);
    assert_eq!(solutions(8, Order::Columns)[91], "84136275");
}

#[test]
fn five_queens_need_no_backtrack_and_six_avoid_the_corners() {
    assert_eq!(tally(until_solutions(search(5, Order::Columns), Some(1))).backtracks, 0);
    let corners = |text: &String| matches!(text.as_bytes(), [b'1' | b'6', .., _] | [_, .., b'1' | b'6']);
    assert!(!solutions(6, Order::Columns).iter().any(corners));
}

#[test]
fn solutions_are_as_many_as_known_and_have_no_conflict() {
    for (n, total) in (1..).zip(SOLUTIONS) {
        for order in [Order::Columns, Order::Rows] {
            let found = solutions(n, order);
            assert_eq!(found.len(), total, "N = {n}");
            for solution in &found {
                let placement: Placement = solution.parse().unwrap();
                assert!(placement.queens().in_conflict().is_empty(), "{solution}");
            }
        }
    }
}

#[test]
fn a_search_by_rows_is_the_transposed_search_by_columns() {
    let turned = |square: Square| Square::new(square.column, square.row);
    let by_rows = search(6, Order::Rows).map(|event| match event {
        Event::Test { square, attacker, .. } => Event::test(turned(square), attacker.map(turned)),
        Event::Place(square) => Event::Place(turned(square)),
        Event::Remove(square) => Event::Remove(turned(square)),
        Event::Backtrack { from: Line::Row(row), .. } => Event::backtrack(Line::Column(row)),
        other => other,
    });
    assert!(by_rows.eq(search(6, Order::Columns)));
}

#[test]
fn tests_name_the_first_queen_that_attacks_and_placements_follow_safe_tests() {
    let mut queens = SquareSet::empty(size(6));
    let mut last = None;
    for event in search(6, Order::Columns) {
        match event {
            Event::Test { square, attacker, .. } => {
                let in_column_order =
                    (1..=6).flat_map(|column| (1..=6).map(move |row| Square::new(row, column)));
                let first = in_column_order
                    .filter(|queen| queens.contains(*queen))
                    .find(|queen| queen.attacks(square));
                assert_eq!(attacker, first);
            }
            Event::Place(square) => {
                assert_eq!(last, Some(Event::test(square, None)));
                assert!(queens.insert(square));
            }
            Event::Remove(square) => {
                let returned = Event::backtrack(Line::Column(square.column + 1));
                assert!(last == Some(returned) || last == Some(Event::Solution));
                assert!(queens.remove(square));
            }
            Event::Solution => assert!(matches!(last, Some(Event::Place(_)))),
            Event::Backtrack { .. } | Event::End => {}
            other => panic!("{other:?} is not of this search"),
        }
        last = Some(event);
    }
    assert_eq!(last, Some(Event::End));
    assert_eq!(queens.iter().count(), 0);
}

#[test]
fn the_largest_board_is_searched_correctly() {
    let mut queens = SquareSet::empty(size(64));
    for event in search(64, Order::Columns).take(1_000_000) {
        match event {
            Event::Place(square) => assert!(queens.insert(square) && queens.in_conflict().is_empty()),
            Event::Remove(square) => assert!(queens.remove(square)),
            _ => {}
        }
    }
}

#[test]
fn no_solutions_asked_for_means_no_events() {
    assert_eq!(until_solutions(search(4, Order::Columns), Some(0)).count(), 0);
    let all = search(4, Order::Columns).count();
    assert_eq!(until_solutions(search(4, Order::Columns), Some(3)).count(), all, "there are only two");
}

#[test]
fn eight_queens_have_the_twelve_known_fundamental_solutions() {
    let all = known::all_solutions(8);
    let is_first = |placement: &Placement| placement.images().unwrap().first() == Some(placement);
    let numbers: Vec<usize> =
        (1..).zip(&all).filter(|(_, one)| is_first(one)).map(|(number, _)| number).collect();
    assert_eq!(numbers, [1, 2, 5, 6, 7, 8, 9, 10, 11, 14, 17, 18]);
    let images = numbers.iter().map(|number| all[number - 1].images().unwrap().len());
    assert_eq!(images.clone().sum::<usize>(), 92);
    let symmetric: Vec<String> = numbers
        .iter()
        .map(|number| &all[number - 1])
        .filter(|one| one.images().unwrap().len() < 8)
        .map(Placement::to_string)
        .collect();
    assert_eq!(symmetric, ["35281746"]);
    assert_eq!(images.min(), Some(4));
}

#[test]
fn fundamental_solutions_are_as_many_as_known() {
    for (n, count) in (1..).zip(FUNDAMENTAL) {
        assert_eq!(known::fundamental_solutions(n).len(), count, "N = {n}");
    }
}
