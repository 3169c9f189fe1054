//! The algorithms, compared with known counts and with the plain search.

use std::collections::BTreeSet;

use queenreel::board::{Line, Placement, Square, SquareSet};
use queenreel::record::{Detail, Frame, Mark, Moment, ScheduleOptions};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, Tally, checked, until_solutions};

use crate::common::films::scheduled_frames;
use crate::common::known::{ALL, Board, SOLUTIONS, size, solutions, tally};
use crate::common::sandbox::Sandbox;

fn search(algorithm: Algorithm, n: u64) -> impl Iterator<Item = Event> {
    algorithm.events(size(n), Order::Columns, DEFAULT_SEED)
}

fn is_solution(rows: &[u8]) -> bool {
    let apart = |a: usize, b: usize| {
        let rows_apart = usize::from(rows[a].abs_diff(rows[b]));
        rows_apart != 0 && rows_apart != b - a
    };
    rows.iter().all(|row| *row != 0) && (0..rows.len()).all(|b| (0..b).all(|a| apart(a, b)))
}

#[test]
fn algorithms_that_visit_all_solutions_find_the_known_set() {
    for (n, known) in (1..).zip(SOLUTIONS).take(8) {
        let plain: BTreeSet<_> = solutions(search(Algorithm::Backtracking, n), n).into_iter().collect();
        assert_eq!(plain.len(), known);
        let visits_all = |one: &Algorithm| one.visits_all_solutions() && n <= one.most_queens().into();
        for algorithm in Algorithm::ALL.into_iter().filter(visits_all) {
            for order in [Order::Columns, Order::Rows] {
                let mut events = checked(size(n), algorithm.events(size(n), order, 0));
                assert!(events.all(|event| event.is_ok()), "{algorithm}, N = {n}");
                let found = solutions(algorithm.events(size(n), order, 0), n);
                assert_eq!(found.len(), known, "{algorithm}, N = {n}: each comes once");
                assert!(found.iter().all(|rows| is_solution(rows)), "{algorithm}, N = {n}");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), plain, "{algorithm}, N = {n}");
            }
        }
    }
}

#[test]
fn eager_and_marking_place_and_remove_as_backtracking_does() {
    for n in 1..=8 {
        for order in [Order::Columns, Order::Rows] {
            let but_tests = |algorithm: Algorithm| {
                let events = algorithm.events(size(n), order, 0);
                events.filter(|event| !matches!(event, Event::Test { .. })).collect::<Vec<_>>()
            };
            let plain = but_tests(Algorithm::Backtracking);
            assert!(but_tests(Algorithm::Eager) == plain, "N = {n}");
            assert!(but_tests(Algorithm::Marking) == plain, "N = {n}");
        }
        assert_eq!(tally(search(Algorithm::Marking, n)).tests, 0);
    }
}

#[test]
fn eager_tests_a_whole_column_each_time_it_enters_one() {
    for n in 1..=8 {
        for wanted in [1, ALL] {
            let counts = tally(until_solutions(search(Algorithm::Eager, n), Some(wanted)));
            let entered = 1 + counts.placements - counts.solutions;
            assert_eq!(counts.tests, n * entered, "N = {n}");
        }
    }
    let mut untested = BTreeSet::new();
    for event in search(Algorithm::Eager, 6) {
        match event {
            Event::Test { square, attacker, .. } => {
                if square.row == 1 {
                    untested = (1..=6).map(|row| Square::new(row, square.column)).collect();
                }
                assert!(untested.remove(&square), "from the top");
                assert!(attacker.is_none_or(|queen| queen.attacks(square) && queen.column < square.column));
            }
            _ => assert!(untested.is_empty(), "a column is tested to its end"),
        }
    }
}

/// The column of the queen in each row.
fn columns(rows: &[u8]) -> Vec<u8> {
    let column_in = |row: u8| rows.iter().position(|other| *other == row).unwrap() as u8 + 1;
    (1..=rows.len() as u8).map(column_in).collect()
}

/// The whole boards of a search, without the recorder: the column of the queen in each row.
fn boards(events: impl Iterator<Item = Event>, n: u64) -> Vec<Vec<u8>> {
    let mut board = Board::empty(n);
    let mut boards = Vec::new();
    for event in events {
        board.follow(event);
        if event == Event::Board {
            boards.push(columns(&board.rows));
        }
    }
    boards
}

#[test]
fn permutations_come_in_the_order_of_matlabs_perms() {
    let candidates = boards(search(Algorithm::Permutations, 8), 8);
    assert_eq!(candidates.len(), 40_320);
    assert_eq!(candidates[0], [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(candidates[44], [8, 7, 6, 4, 1, 3, 5, 2]);
    assert_eq!(candidates[40_319], [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(candidates.windows(2).all(|pair| pair[0] > pair[1]), "each once, the largest first");
    let counts = tally(search(Algorithm::Permutations, 8));
    assert_eq!((counts.boards, counts.solutions, counts.placements), (40_320, 92, 0));
}

#[test]
fn solutions_among_the_permutations_come_at_the_known_candidates() {
    let mut candidate = 0;
    let mut found = Vec::new();
    for event in search(Algorithm::Permutations, 8) {
        candidate += u32::from(event == Event::Board);
        if event == Event::Solution {
            found.push(candidate);
        }
    }
    assert_eq!(found[..4], [2_843, 3_525, 3_932, 4_060]);
    assert_eq!((found.len(), found[91]), (92, 37_478));
    let found = solutions(search(Algorithm::Permutations, 8), 8);
    assert_eq!(columns(&found[0]), [8, 4, 1, 3, 6, 2, 7, 5], "row by row");
    assert_eq!(columns(&found[44]), [5, 1, 8, 4, 2, 7, 3, 6], "the known one");
    let first = Algorithm::Permutations.solutions(size(8)).next().unwrap();
    assert_eq!(first.to_string(), "36428571", "column by column");
}

#[test]
fn solutions_of_every_algorithm_are_the_boards_that_it_reports() {
    for algorithm in Algorithm::ALL {
        let n = u64::from(algorithm.most_queens().min(6));
        let found: Vec<Vec<u8>> = algorithm.solutions(size(n)).map(|one| one.rows().collect()).collect();
        assert_eq!(found, solutions(search(algorithm, n), n), "{algorithm}");
    }
}

fn frames(algorithm: Algorithm, n: u64, solutions: u64, detail: Detail) -> Vec<Frame> {
    let events = || until_solutions(search(algorithm, n), Some(solutions));
    let options = ScheduleOptions { detail, max_frames: ALL, ..ScheduleOptions::default() };
    scheduled_frames(n, events, &options, None).unwrap()
}

#[test]
fn a_whole_board_is_one_frame_with_its_conflicts_marked() {
    let frames = frames(Algorithm::Permutations, 8, ALL, Detail::Steps);
    assert_eq!(frames.len(), 1 + 40_320);
    let candidate = &frames[45];
    assert_eq!((candidate.moment, candidate.tally.boards), (Moment::Board, 45));
    assert!(candidate.board.marks.iter().all(|(_, mark)| *mark == Mark::Conflict));
    let marked: BTreeSet<_> =
        candidate.board.marks.iter().map(|(square, _)| (square.row, square.column)).collect();
    let on_antidiagonal: BTreeSet<_> =
        candidate.board.queens.iter().filter(|queen| queen.row + queen.column == 9).collect();
    assert_eq!(on_antidiagonal.len(), 4, "four queens on the main antidiagonal");
    let queens = (1..).zip([8_u8, 7, 6, 4, 1, 3, 5, 2]);
    let attacked = |(row, column): &(u8, u8)| {
        let mut others = queens.clone().take(8).filter(|(other, _)| other != row);
        others.any(|(other, its)| its.abs_diff(*column) == other.abs_diff(*row))
    };
    assert_eq!(marked, queens.clone().filter(attacked).collect());
    assert!([(1, 8), (2, 7), (3, 6), (6, 3)].iter().all(|queen| marked.contains(queen)));
}

#[test]
fn queens_of_whole_boards_are_tested_up_to_the_first_conflict() {
    for (algorithm, n) in [(Algorithm::Permutations, 6), (Algorithm::Random, 5)] {
        let mut board = Board::empty(n);
        let mut tested: Vec<Square> = Vec::new();
        let mut refused = false;
        for event in search(algorithm, n) {
            board.follow(event);
            match event {
                Event::Board => (tested, refused) = (Vec::new(), false),
                Event::Test { square, attacker, .. } => {
                    assert!(!refused, "one conflict is enough");
                    assert_eq!(board.rows[usize::from(square.column) - 1], square.row, "a queen's square");
                    assert_eq!(attacker, tested.iter().copied().find(|queen| queen.attacks(square)));
                    tested.push(square);
                    refused = attacker.is_some();
                }
                Event::Solution => assert!(!refused && tested.len() as u64 == n),
                Event::SetUp(_) | Event::End => {}
                other => panic!("{other:?} is not of {algorithm}"),
            }
        }
    }
}

#[test]
fn bitfield_searches_half_and_shows_each_solution_with_its_image() {
    for n in 1..=8 {
        let middle = (n as u8).div_ceil(2);
        let mut board = Board::empty(n);
        let mut found: Vec<Vec<u8>> = Vec::new();
        for event in search(Algorithm::Bitfield, n) {
            board.follow(event);
            match event {
                Event::Place(square) if square.column == 1 => assert!(square.row <= middle, "N = {n}"),
                Event::Solution => found.push(board.rows.clone()),
                Event::Board => {
                    let last = found.last().unwrap();
                    let image: Vec<u8> = last.iter().map(|row| n as u8 + 1 - row).collect();
                    assert_eq!(board.rows, image, "there and back");
                    if found.len().is_multiple_of(2) {
                        assert_eq!(board.rows, found[found.len() - 2]);
                    }
                }
                _ => {}
            }
        }
        let counts = tally(search(Algorithm::Bitfield, n));
        let whole = tally(search(Algorithm::Backtracking, n));
        assert_eq!(counts.tests, 0);
        assert_eq!(counts.boards, if n == 1 { 0 } else { counts.solutions });
        assert!(n < 2 || counts.placements <= whole.placements.div_ceil(2) + 1, "about half, N = {n}");
    }
    assert_eq!(tally(search(Algorithm::Bitfield, 8)).placements, 2056 / 2);
}

#[test]
fn forward_checking_finds_the_same_solutions_with_fewer_placements() {
    for n in 1..=8 {
        let [ahead, plain] = [Algorithm::ForwardChecking, Algorithm::Backtracking];
        assert_eq!(solutions(search(ahead, n), n), solutions(search(plain, n), n), "in the same order");
        let [ahead, plain] = [ahead, plain].map(|algorithm| tally(search(algorithm, n)));
        let fewer = plain.placements - ahead.placements;
        assert_eq!(fewer > 0, n >= 6, "on smaller boards the next column is always the first to run out");
        assert_eq!(ahead.removals, ahead.backtracks + ahead.solutions, "every removal has its reason");
    }
}

#[test]
fn dead_ends_name_the_first_column_without_a_free_square() {
    for n in 2..=7 {
        let mut board = Board::empty(n);
        let mut placed = 0;
        let mut dead_ends = 0;
        for event in search(Algorithm::ForwardChecking, n) {
            board.follow(event);
            let is_full = |column: u8| {
                let mut queens = SquareSet::empty(size(n));
                for (column, row) in (1..).zip(&board.rows).filter(|(_, row)| **row > 0) {
                    queens.insert(Square::new(*row, column));
                }
                (1..=n as u8).all(|row| queens.attackers(Square::new(row, column)) > 0)
            };
            match event {
                Event::Place(square) => placed = square.column,
                Event::DeadEnd { line: Line::Column(column), .. } => {
                    dead_ends += 1;
                    assert!((placed + 1..=n as u8).find(|later| is_full(*later)) == Some(column));
                }
                Event::Backtrack { from, .. } => assert!(!is_full(from.number()), "that was foreseen"),
                _ => {}
            }
        }
        assert!(dead_ends > 0);
    }
}

#[test]
fn random_searches_end_with_a_solution_and_are_reproducible_by_seed() {
    for algorithm in [Algorithm::Random, Algorithm::MinConflicts] {
        for n in [1, 4, 5, 6] {
            let mut seen = BTreeSet::new();
            for seed in [0, 1, 2, 3, ALL] {
                let events: Vec<Event> = algorithm.events(size(n), Order::Columns, seed).collect();
                assert!(algorithm.events(size(n), Order::Columns, seed).eq(events.iter().copied()));
                assert!(events.ends_with(&[Event::Solution, Event::End]));
                let found = solutions(events.iter().copied(), n);
                assert!(found.len() == 1 && is_solution(&found[0]), "{algorithm}, N = {n}, seed {seed}");
                seen.insert(format!("{events:?}"));
            }
            assert!(if n == 1 { seen.len() == 1 } else { seen.len() == 5 }, "{algorithm}, N = {n}");
        }
    }
    for n in [8, 16, 64] {
        let found = solutions(search(Algorithm::MinConflicts, n), n);
        assert!(is_solution(&found[0]), "N = {n}");
    }
}

#[test]
fn min_conflicts_moves_attacked_queens_to_where_the_fewest_attack_them() {
    for seed in 0..20 {
        let mut board = Board::empty(8);
        let attackers = |rows: &[u8], column: u8, row: u8| {
            let queens = (1..).zip(rows).filter(|(other, _)| *other != column);
            queens.filter(|(other, at)| Square::new(**at, *other).attacks(Square::new(row, column))).count()
        };
        let mut tested = Vec::new();
        for event in Algorithm::MinConflicts.events(size(8), Order::Columns, seed) {
            match event {
                Event::Test { square, attacker, .. } => {
                    let safe = attackers(&board.rows, square.column, square.row) == 0;
                    assert_eq!(attacker.is_none(), safe);
                    tested.push(square);
                }
                Event::Move { from, to, .. } => {
                    let column = from.column;
                    assert!(tested.iter().rev().take(8).all(|square| square.column == column));
                    assert_eq!(to.column, column);
                    assert!(attackers(&board.rows, column, from.row) > 0, "a queen under attack");
                    let fewest = (1..=8).map(|row| attackers(&board.rows, column, row)).min();
                    assert_eq!(Some(attackers(&board.rows, column, to.row)), fewest);
                }
                _ => {}
            }
            board.follow(event);
        }
    }
}

#[test]
fn loops_take_the_steps_of_backtracking_by_rows() {
    for n in 1..=8 {
        for order in [Order::Columns, Order::Rows] {
            let loops = Algorithm::Loops.events(size(n), order, 0);
            assert!(loops.eq(Algorithm::Backtracking.events(size(n), Order::Rows, 0)), "N = {n}");
        }
    }
}

/// The free squares of the whole board, tried by recursion.
fn try_anywhere(n: u8, from: usize, queens: &mut Vec<Square>, events: &mut Vec<Event>) {
    if queens.len() == usize::from(n) {
        events.push(Event::Solution);
        return;
    }
    for index in from..usize::from(n).pow(2) {
        let square = Square::new(index as u8 / n + 1, index as u8 % n + 1);
        let attacker = queens.iter().copied().find(|queen| queen.attacks(square));
        events.push(Event::test(square, attacker));
        if attacker.is_none() {
            queens.push(square);
            events.push(Event::Place(square));
            try_anywhere(n, index + 1, queens, events);
            queens.pop();
            events.push(Event::Remove(square));
        }
    }
}

#[test]
fn anywhere_tries_every_free_square_after_the_last_queen() {
    for n in [1, 2, 3, 4, 5, 6, 8] {
        let mut expected = Vec::new();
        try_anywhere(n as u8, 0, &mut Vec::new(), &mut expected);
        expected.push(Event::End);
        assert_eq!(search(Algorithm::Anywhere, n).collect::<Vec<_>>(), expected, "N = {n}");
    }
    let counts = tally(search(Algorithm::Anywhere, 4));
    assert_eq!((counts.tests, counts.placements, counts.backtracks, counts.solutions), (358, 86, 0, 2));
}

#[test]
fn the_first_steps_of_eight_queens_on_any_squares_are_filmed() {
    let sandbox = Sandbox::new();
    let film = ["search", "8", "--algorithm", "anywhere", "--select", "..200"];
    sandbox.succeed(&[&film[..], &["--size", "160", "-o", "steps/"]].concat());
    let mut events = Vec::new();
    try_anywhere(8, 0, &mut Vec::new(), &mut events);
    let steps = events.into_iter().filter_map(|event| match event {
        Event::Place(square) => Some(("place", square)),
        Event::Remove(square) => Some(("remove", square)),
        _ => None,
    });
    let list = sandbox.read_json("steps/frames.json");
    let frames: Vec<_> =
        list["frames"].as_array().unwrap().iter().filter(|frame| !frame["square"].is_null()).collect();
    assert_eq!(frames.len(), 200);
    for (frame, (event, Square { row, column })) in frames.into_iter().zip(steps) {
        assert_eq!(frame["event"], event, "{frame}");
        assert_eq!(frame["square"], serde_json::json!({ "row": row, "column": column }), "{frame}");
    }
}

#[test]
fn counters_at_the_first_solution_are_the_known_ones() {
    let to_first = |algorithm| {
        let Tally { tests, placements, backtracks, boards, moves, .. } =
            tally(until_solutions(search(algorithm, 8), Some(1)));
        [tests, placements, backtracks, boards, moves]
    };
    assert_eq!(to_first(Algorithm::Backtracking), [876, 113, 105, 0, 0]);
    assert_eq!(to_first(Algorithm::Eager), [904, 113, 105, 0, 0]);
    assert_eq!(to_first(Algorithm::Marking), [0, 113, 105, 0, 0]);
    assert_eq!(to_first(Algorithm::Permutations), [9887, 0, 0, 2843, 0]);
    assert_eq!(to_first(Algorithm::Random), [778_011, 0, 0, 256_485, 0]);
    assert_eq!(to_first(Algorithm::Bitfield), [0, 113, 105, 0, 0]);
    assert_eq!(to_first(Algorithm::ForwardChecking), [0, 88, 80, 0, 0]);
    assert_eq!(to_first(Algorithm::MinConflicts), [512, 0, 0, 1, 63]);
    assert_eq!(to_first(Algorithm::Loops), [876, 113, 105, 0, 0]);
}

#[test]
fn every_algorithm_is_recorded_correctly() {
    for algorithm in Algorithm::ALL {
        let ends = |n: &u64| !algorithm.never_ends(size(*n)) && *n <= algorithm.most_queens().into();
        for n in (1..=6).filter(ends) {
            for detail in [Detail::Steps, Detail::Tests] {
                let frames = frames(algorithm, n, ALL, detail);
                let mut board = Board::empty(n);
                search(algorithm, n).for_each(|event| board.follow(event));
                let last = frames.last().unwrap();
                let queens = Placement::new(&board.rows).unwrap().queens();
                assert_eq!(last.board.queens, queens, "{algorithm}, N = {n}");
                assert_eq!(last.tally.solutions, tally(search(algorithm, n)).solutions);
                let solved = frames.iter().filter(|frame| matches!(frame.moment, Moment::Solution { .. }));
                assert_eq!(solved.clone().count() as u64, last.tally.solutions);
                for frame in solved {
                    let marks = &frame.board.marks;
                    assert!(marks.len() as u64 == n && marks.iter().all(|(_, mark)| *mark == Mark::Solution));
                    assert_eq!(frame.board.attacks, []);
                }
            }
        }
    }
}

#[test]
fn moves_mark_both_squares() {
    let frames = frames(Algorithm::MinConflicts, 8, 1, Detail::Steps);
    let mut moves = 0;
    for frame in &frames {
        if let Moment::Move { from, to } = frame.moment {
            moves += 1;
            let (moved, attacked) = frame.board.marks.split_at(2);
            let (in_conflict, others): (Vec<Square>, Vec<Square>) =
                frame.board.queens.in_conflict().into_iter().partition(|queen| *queen == to);
            let placed = if in_conflict.is_empty() { Mark::Placed } else { Mark::PlacedInConflict };
            assert_eq!(moved, [(from, Mark::Removed), (to, placed)]);
            assert!(others.into_iter().map(|queen| (queen, Mark::Conflict)).eq(attacked.iter().copied()));
            let attackers = |square: Square| frame.board.queens.attackers(square) as u8;
            // Without the moving queen, whose line is counted.
            for (square, count) in &frame.board.counts {
                let own = u8::from(*square != to);
                assert_eq!((square.column, *count), (to.column, attackers(*square) - own), "{square}");
            }
            assert_eq!(frame.board.counts.len(), 8);
            let fewest = frame.board.counts.iter().map(|(_, count)| *count).min();
            assert_eq!(frame.board.count_at(to), fewest, "it moves to where the fewest attack it");
            assert!(frame.board.queens.contains(to) && !frame.board.queens.contains(from));
        }
    }
    assert!(moves > 0);
    let last = frames.last().unwrap();
    assert!(matches!(last.moment, Moment::Solution { last: Some(_), .. }), "the last move is the solution");
}

#[test]
fn names_are_read_as_they_are_written() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    let refused = "forward".parse::<Algorithm>().unwrap_err().to_string();
    assert!(Algorithm::ALL.iter().all(|algorithm| refused.contains(algorithm.name())), "{refused}");
    assert_eq!(Algorithm::default(), Algorithm::Backtracking);
}
