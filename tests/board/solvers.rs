//! Every solver and every count against brute force.

use std::time::Duration;

use queenreel::board::{BoardSize, Placement, Problem, Square};
use queenreel::count::{Progress, count_problem};
use queenreel::measure::SearchSpace;
use queenreel::search::{Algorithm, Event, NumberedSolution, Order, Tally, checked, solutions};

use super::oracle::{At, Puzzle, puzzles, squares};

/// The number of random puzzles for each number of queens.
const PUZZLES: usize = 250;

fn problem(puzzle: &Puzzle) -> Option<Problem> {
    let squares = |of: &[At]| of.iter().copied().map(Square::from).collect::<Vec<_>>();
    Problem::new(BoardSize::try_from(puzzle.n).unwrap(), squares(&puzzle.start), squares(&puzzle.blocked))
        .ok()
}

/// The valid puzzles, with their problems.
fn problems() -> impl Iterator<Item = (Puzzle, Problem)> {
    let all = (1..=6).flat_map(|n| puzzles(n, PUZZLES));
    all.filter_map(|puzzle| {
        let problem = problem(&puzzle);
        assert_eq!(problem.is_none(), puzzle.is_refused(), "{puzzle:?}");
        Some((puzzle, problem?))
    })
}

fn rows(placement: &Placement) -> Vec<u8> {
    placement.rows().collect()
}

/// The boards at which a search reports a solution, and its counters, if all of its events are possible and do
/// not change the start and the closed squares.
fn followed(
    puzzle: &Puzzle,
    problem: &Problem,
    events: impl Iterator<Item = Event>,
) -> (Vec<Vec<u8>>, Tally) {
    let (mut queens, mut next, mut found) = (puzzle.start.clone(), Vec::new(), Vec::new());
    let mut tally = Tally::default();
    let at = |square: Square| (square.row, square.column);
    for event in checked(problem, events) {
        let event = event.unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
        tally.count(event);
        match event {
            Event::Place(square) => queens.push(at(square)),
            Event::Remove(square) => queens.retain(|queen| *queen != at(square)),
            Event::Move { from, to, .. } => {
                queens.retain(|queen| *queen != at(from));
                queens.push(at(to));
            }
            Event::SetUp(square) => next.push(at(square)),
            Event::Board => queens = std::mem::take(&mut next),
            Event::Test { square, attacker, .. } => {
                assert!(!puzzle.blocked.contains(&at(square)), "{puzzle:?}: a closed square is no candidate");
                assert!(attacker.is_none_or(|queen| queens.contains(&at(queen))));
            }
            Event::Solution => {
                assert!(puzzle.is_solved_by(&queens), "{puzzle:?}: {queens:?}");
                let mut queens = queens.clone();
                queens.sort_unstable_by_key(|queen| queen.1);
                found.push(queens.iter().map(|queen| queen.0).collect());
            }
            _ => {}
        }
        assert!(puzzle.start.iter().all(|queen| queens.contains(queen)), "{puzzle:?}: the start stands");
        assert!(!queens.iter().any(|queen| puzzle.blocked.contains(queen)), "{puzzle:?}: {queens:?}");
    }
    (found, tally)
}

#[test]
fn every_algorithm_finds_what_brute_force_finds() {
    let (mut tried, mut solved) = (0, 0);
    for (puzzle, problem) in problems() {
        let all = puzzle.solutions();
        (tried, solved) = (tried + 1, solved + usize::from(!all.is_empty()));
        for algorithm in Algorithm::ALL {
            if puzzle.n > algorithm.most_queens() || !algorithm.visits_all_solutions() {
                continue;
            }
            for order in
                Order::ALL.into_iter().filter(|order| algorithm.has_order() || *order == Order::Columns)
            {
                let (mut found, tally) = followed(&puzzle, &problem, algorithm.events(&problem, order, 1));
                // Mirror images follow each solution of half a board, others come in the order of the search.
                if order == Order::Columns
                    && !matches!(algorithm, Algorithm::Bitfield)
                    && algorithm.has_order()
                {
                    assert_eq!(found, all, "{algorithm}: {puzzle:?}");
                }
                found.sort();
                assert_eq!(found, all, "{algorithm} by {order}: {puzzle:?}");
                if algorithm.has_tree() && !(algorithm == Algorithm::Bitfield && problem.is_plain()) {
                    assert_eq!(
                        tally.placements, tally.removals,
                        "{algorithm}: the search ends where it began"
                    );
                }
            }
            let mut listed: Vec<_> = algorithm.solutions(&problem).map(|found| rows(&found)).collect();
            listed.sort();
            assert_eq!(listed, all, "{algorithm}: {puzzle:?}");
        }
    }
    assert!(tried > 500 && solved > 200, "{tried} problems, {solved} with a solution");
}

#[test]
fn random_searches_end_with_a_solution_or_are_known_not_to_end() {
    for (puzzle, problem) in problems() {
        let all = puzzle.solutions();
        for algorithm in [Algorithm::Random, Algorithm::MinConflicts] {
            let is_closed = |column| (1..=puzzle.n).all(|row| puzzle.blocked.contains(&(row, column)));
            let has_boards = !(1..=puzzle.n).any(is_closed);
            assert_eq!(algorithm.never_ends(&problem), all.is_empty(), "{algorithm}: {puzzle:?}");
            if !has_boards {
                let events: Vec<Event> = algorithm.events(&problem, Order::Columns, 3).collect();
                assert_eq!(events, [Event::End], "{algorithm}: {puzzle:?}");
            } else if all.is_empty() {
                // It goes on, and breaks no rule.
                let (found, _) =
                    followed(&puzzle, &problem, algorithm.events(&problem, Order::Columns, 3).take(500));
                assert!(found.is_empty());
            } else {
                let events = algorithm.events(&problem, Order::Columns, 3).take(2_000_000);
                let (found, _) = followed(&puzzle, &problem, events);
                assert!(found.len() == 1 && all.contains(&found[0]), "{algorithm}: {puzzle:?}: {found:?}");
            }
        }
    }
}

#[test]
fn counts_and_lists_are_those_of_brute_force() {
    let mut symmetric = 0;
    for (puzzle, problem) in problems() {
        let (all, fundamental) = (puzzle.solutions(), puzzle.fundamental());
        let counts = count_problem(&problem, &Progress::new()).unwrap();
        assert_eq!(counts.total, all.len() as u64, "{puzzle:?}");
        assert_eq!(counts.fundamental(), fundamental.len() as u64, "{puzzle:?}");
        let listed: Vec<Placement> = solutions(&problem).collect();
        assert_eq!(listed.iter().map(rows).collect::<Vec<_>>(), all, "{puzzle:?}");
        let numbered = (1..).zip(listed).map(|(number, placement)| NumberedSolution {
            number,
            among_all: None,
            problem: problem.clone(),
            placement,
        });
        let first: Vec<NumberedSolution> = numbered.filter(NumberedSolution::is_fundamental).collect();
        assert_eq!(
            first.iter().map(|one| rows(&one.placement)).collect::<Vec<_>>(),
            fundamental,
            "{puzzle:?}"
        );
        assert_eq!(first.iter().map(NumberedSolution::images).sum::<usize>(), all.len(), "{puzzle:?}");
        symmetric += usize::from(fundamental.len() < all.len() && !problem.is_plain());
    }
    assert!(symmetric > 20, "{symmetric} problems have solutions that are images of each other");
}

#[test]
fn the_start_is_the_root_of_the_tree() {
    for (puzzle, problem) in problems() {
        let (_, tally) =
            followed(&puzzle, &problem, Algorithm::Backtracking.events(&problem, Order::Columns, 0));
        let space = SearchSpace::of(&problem, Duration::from_secs(60), || true).unwrap();
        assert_eq!(space.nodes, Some(tally.placements + 1), "{puzzle:?}");
    }
}

#[test]
fn larger_counts_agree_with_the_list() {
    let size = BoardSize::new(11).unwrap();
    for (start, blocked) in [
        (vec![(6, 6)], vec![]),
        (vec![(1, 3)], vec![(5, 5), (7, 7)]),
        (vec![], vec![(6, 6)]),
        (vec![], vec![(1, 1), (11, 11), (1, 11), (11, 1)]),
        (vec![(2, 1), (10, 11)], vec![]),
    ] {
        let puzzle = Puzzle { n: 11, start, blocked };
        let problem = problem(&puzzle).unwrap();
        let found: Vec<Placement> = solutions(&problem).collect();
        assert!(found.iter().all(|one| puzzle.is_solved_by(&squares(&rows(one)))));
        let plain = solutions(size).filter(|one| puzzle.is_solved_by(&squares(&rows(one)))).count();
        let fundamental =
            found.iter().filter(|one| one.is_fundamental_under(problem.symmetries())).count() as u64;
        let counts = count_problem(&problem, &Progress::new()).unwrap();
        assert_eq!((found.len(), counts.total), (plain, plain as u64), "{puzzle:?}");
        assert_eq!(counts.fundamental(), fundamental, "{puzzle:?}");
    }
}

#[test]
fn a_complete_start_is_a_solution_at_once() {
    let puzzle = Puzzle { n: 4, start: squares(&[2, 4, 1, 3]), blocked: vec![(1, 1)] };
    let problem = problem(&puzzle).unwrap();
    for algorithm in Algorithm::ALL {
        let (found, tally) = followed(&puzzle, &problem, algorithm.events(&problem, Order::Columns, 1));
        assert_eq!(found, [vec![2, 4, 1, 3]], "{algorithm}");
        assert_eq!((tally.placements, tally.removals, tally.moves), (0, 0, 0), "{algorithm}");
    }
}
