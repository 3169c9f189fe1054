//! The searches that set up whole boards and test whether they are solutions.

use crate::board::Problem;

use super::attackers::Attackers;
use super::open_lines::OpenLines;
use super::random_numbers::RandomNumbers;
use crate::search::{Event, Order, TestedQueens, until_solutions};

/// Every permutation of the columns over the rows, in the order of MATLAB's `perms`: reverse
/// lexicographic, from 8 7 6 5 4 3 2 1 down to 1 2 3 4 5 6 7 8.
///
/// The queens of the start keep their rows and columns, those of the other rows are permuted. Permutations
/// with a queen on a closed square are left out.
pub fn permutations(problem: &Problem) -> impl Iterator<Item = Event> + Send + use<> {
    let (size, lines) = (problem.size().get(), OpenLines::new(problem, Order::Rows));
    let is_free = |column: &u8| !lines.start_queens().any(|(_, taken)| taken == *column);
    let mut next: Option<Vec<u8>> = Some((0..size).rev().filter(is_free).collect());
    candidates(Order::Rows, move |positions| {
        while let Some(permutation) = &mut next {
            positions.clear();
            let mut columns = permutation.iter().copied();
            let column = |row| lines.start(row).or_else(|| columns.next());
            positions.extend((0..size).filter_map(column));
            if !step_down(permutation) {
                next = None;
            }
            if (0..).zip(&*positions).all(|(row, column)| lines.open(row) >> column & 1 == 1) {
                return true;
            }
        }
        false
    })
}

/// Boards with a queen on a random square of each column, up to the first solution. The squares are the open
/// ones, or that of the queen of the start.
pub fn random(problem: &Problem, seed: u64) -> impl Iterator<Item = Event> + Send + use<> {
    let (mut numbers, squares) =
        (RandomNumbers::new(seed), OpenLines::new(problem, Order::Columns).squares());
    let boards = candidates(Order::Columns, move |positions| {
        positions.clear();
        positions.extend(squares.iter().filter_map(|squares| numbers.pick(squares)));
        true
    });
    until_solutions(boards, Some(1)).chain(std::iter::once(Event::End))
}

/// Replaces a permutation by the previous one in lexicographic order; returns whether there is one.
fn step_down(permutation: &mut [u8]) -> bool {
    let Some(pivot) = permutation.windows(2).rposition(|pair| pair[0] > pair[1]) else { return false };
    let smaller = permutation.iter().rposition(|other| *other < permutation[pivot]);
    permutation.swap(pivot, smaller.expect("the pivot is larger than the next element"));
    permutation[pivot + 1..].reverse();
    true
}

/// The next step on a board.
#[derive(Debug)]
enum Step {
    Next,
    /// Sets up the queen on this line.
    SetUp(u8),
    /// Tests the queen on this line.
    Test(u8),
    Complete,
    End,
    Over,
}

/// Sets up one board after the other and tests its queens line by line, up to the first that a
/// queen on an earlier line attacks. `next_board` writes the positions, line by line, and returns
/// whether there is another board.
fn candidates(order: Order, mut next_board: impl FnMut(&mut Vec<u8>) -> bool) -> impl Iterator<Item = Event> {
    let among = match order {
        Order::Columns => TestedQueens::OnTheLeft,
        Order::Rows => TestedQueens::Above,
    };
    let mut positions = Vec::new();
    let mut attackers = Attackers::none();
    let mut step = Step::Next;
    std::iter::from_fn(move || {
        let square = |positions: &[u8], line: u8| order.square(line, positions[usize::from(line)]);
        if matches!(step, Step::Next) {
            attackers = Attackers::none();
            step = if next_board(&mut positions) { Step::SetUp(0) } else { Step::End };
        }
        let (event, then) = match step {
            Step::SetUp(line) if usize::from(line) == positions.len() => (Event::Board, Step::Test(0)),
            Step::SetUp(line) => (Event::SetUp(square(&positions, line)), Step::SetUp(line + 1)),
            Step::Test(line) => {
                let position = positions[usize::from(line)];
                let attacker = attackers.of(line, position).map(|line| square(&positions, line));
                attackers.add(line, position);
                let then = match attacker {
                    Some(_) => Step::Next,
                    None if usize::from(line) + 1 == positions.len() => Step::Complete,
                    None => Step::Test(line + 1),
                };
                (Event::test_among(among, square(&positions, line), attacker), then)
            }
            Step::Complete => (Event::Solution, Step::Next),
            Step::End => (Event::End, Step::Over),
            Step::Next | Step::Over => return None,
        };
        step = then;
        Some(event)
    })
}
