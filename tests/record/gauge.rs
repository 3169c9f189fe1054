//! Gauges and lost lines, counted again from rows and columns alone.

use queenreel::board::{Line, Problem, Square};
use queenreel::record::{BoardState, Gauge, LostLine};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order};

use crate::common::known::size;

/// The problems of these tests: plain ones, and one with a given queen and closed squares.
fn problems() -> Vec<Problem> {
    let closed = [Square::new(1, 1), Square::new(4, 2), Square::new(4, 6)];
    let begun = Problem::new(size(6), [Square::new(5, 4)], closed).unwrap();
    [4, 5, 6, 8].map(|n| size(n).into()).into_iter().chain([begun]).collect()
}

/// The boards of a search.
pub fn boards(problem: &Problem, order: Order) -> Vec<BoardState> {
    let mut board = BoardState::start(problem);
    let events = Algorithm::Backtracking.events(problem, order, DEFAULT_SEED).take(900);
    let mut boards = vec![board.clone()];
    for event in events {
        match event {
            Event::Place(square) => drop(board.queens.insert(square)),
            Event::Remove(square) => drop(board.queens.remove(square)),
            _ => continue,
        }
        boards.push(board.clone());
    }
    boards
}

fn attacks(queen: Square, square: Square) -> bool {
    let rows = i32::from(queen.row) - i32::from(square.row);
    let columns = i32::from(queen.column) - i32::from(square.column);
    queen != square && (rows == 0 || columns == 0 || rows.abs() == columns.abs())
}

/// The gauge of a line: `None` with a queen, otherwise the numbers of safe and of open squares.
pub fn counted(board: &BoardState, order: Order, number: u8) -> Option<(u8, u8)> {
    let (mut safe, mut open) = (0, 0);
    for position in 1..=board.size.get() {
        let square = match order {
            Order::Columns => Square::new(position, number),
            _ => Square::new(number, position),
        };
        if board.queens.contains(square) {
            return None;
        }
        if !board.blocked.contains(square) {
            open += 1;
            safe += u8::from(!board.queens.iter().any(|queen| attacks(queen, square)));
        }
    }
    Some((safe, open))
}

#[test]
fn gauges_count_the_safe_squares_of_each_line() {
    for (problem, order) in
        problems().into_iter().flat_map(|problem| Order::ALL.map(|o| (problem.clone(), o)))
    {
        for board in boards(&problem, order) {
            let found = Gauge::of(&board, order).into_iter().map(|gauge| match gauge {
                Gauge::Queen => None,
                Gauge::Safe { safe, open } => Some((safe, open)),
            });
            let expected = (1..=problem.size().get()).map(|number| counted(&board, order, number));
            assert!(found.eq(expected), "{order}: {board:?}");
        }
    }
}

#[test]
fn a_lost_line_is_ahead_and_queens_attack_each_of_its_squares() {
    let mut found = 0;
    for (problem, order) in
        problems().into_iter().flat_map(|problem| Order::ALL.map(|o| (problem.clone(), o)))
    {
        for board in boards(&problem, order) {
            let gauges: Vec<_> =
                (1..=problem.size().get()).map(|line| counted(&board, order, line)).collect();
            let vacant = gauges.iter().enumerate().filter(|(_, gauge)| gauge.is_some());
            let first =
                vacant.skip(1).find(|(_, gauge)| matches!(gauge, Some((0, _)))).map(|(index, _)| index);
            let lost = LostLine::of(&board, order);
            assert_eq!(lost.as_ref().map(|lost| usize::from(lost.line.number()) - 1), first, "{board:?}");
            let Some(LostLine { line, attacks: pairs }) = lost else { continue };
            found += 1;
            assert_eq!(matches!(line, Line::Column(_)), order == Order::Columns);
            let open = line.squares(board.size).filter(|square| !board.blocked.contains(*square));
            assert!(pairs.iter().map(|pair| pair.to()).eq(open), "{pairs:?}");
            for pair in pairs {
                assert!(board.queens.contains(pair.from()) && attacks(pair.from(), pair.to()), "{pair:?}");
            }
        }
    }
    assert!(found > 100, "{found}");
}
