//! The internal state of algorithms, and the panels that show it.

mod drawn;
mod log;
mod panels;
mod position;
mod stages;

use queenreel::internals::page::cell::CellState;
use queenreel::record::{Detail, Frame, Memory, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, DEFAULT_SEED, Order, until_solutions};

use crate::common::films::record;
use crate::common::known::size;

/// The frames of a search up to a number of solutions, with its internal state.
fn frames(n: u64, algorithm: Algorithm, order: Order, solutions: Option<u64>, detail: Detail) -> Vec<Frame> {
    let size = size(n);
    let narrator = Narrator::new(size, Some(algorithm), order, None);
    let schedule = Schedule { detail, asides: true, ..Schedule::default() };
    let memory = Memory::new(size, order, algorithm == Algorithm::Marking);
    let recorder = Recorder::new(size, &schedule, narrator).with_memory(memory);
    record(recorder, until_solutions(algorithm.events(size, order, DEFAULT_SEED), solutions))
}

fn texts(cells: &[CellState]) -> Vec<&str> {
    cells.iter().map(|cell| cell.text.as_str()).collect()
}

/// The expected texts of the arrays for queens, given by row and column from 0.
fn arrays(n: i32, queens: &[(i32, i32)], order: Order) -> Vec<String> {
    let place = |(row, column)| if order == Order::Rows { (row, column) } else { (column, row) };
    let available = |index: i32, of: &dyn Fn((i32, i32)) -> i32| {
        let is_taken = queens.iter().any(|queen| of(*queen) == index);
        if is_taken { "0" } else { "1" }.to_owned()
    };
    let mut arrays: Vec<String> = (0..n).map(|index| available(index, &|queen| place(queen).1)).collect();
    arrays.extend((0..2 * n - 1).map(|index| available(index, &|(row, column)| row + column)));
    arrays.extend((1 - n..n).map(|index| available(index, &|(row, column)| row - column)));
    arrays.extend((0..n).map(|index| {
        let queen = queens.iter().map(|queen| place(*queen)).find(|(line, _)| *line == index);
        queen.map_or_else(String::new, |(_, position)| position.to_string())
    }));
    arrays
}

/// How many of these queens are on each diagonal, and then on each antidiagonal. Diagonals of a single square are
/// left out.
fn on_diagonals(n: i32, queens: &[(i32, i32)]) -> Vec<usize> {
    let count = |of: &dyn Fn(i32, i32) -> i32, offset: i32| {
        queens.iter().filter(|(row, column)| of(*row, *column) == offset).count()
    };
    let falling = (2 - n..=n - 2).map(|offset| count(&|row, column| column - row, offset));
    let rising = (2 - n..=n - 2).map(|offset| count(&|row, column| row + column + 1 - n, offset));
    falling.chain(rising).collect()
}

/// The largest number of these queens on a diagonal.
fn most(n: i32, queens: &[(i32, i32)]) -> usize {
    let least = usize::from(!queens.is_empty());
    on_diagonals(n, queens).into_iter().max().unwrap_or_default().max(least)
}

/// Whether a frame shows a placement, including the one of a solution, or a removal.
fn is_step(frame: &Frame) -> bool {
    matches!(
        frame.moment,
        Moment::Place(_) | Moment::Remove(_) | Moment::Solution { is_mirror_image: false, .. }
    )
}
