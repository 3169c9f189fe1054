//! Counts the solutions of a problem with given queens or closed squares.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::board::{Problem, Square, Symmetry};
use crate::limits::MAX_COUNTED_SIZE;
use crate::threads;

use super::{Counts, Progress};

const ROWS: usize = MAX_COUNTED_SIZE as usize;

/// The number of queens placed before the work is divided.
const DIVIDED_AT: usize = 3;

/// The search checks for cancellation at rows with more than this number of rows below them.
const STOPPED_ABOVE: usize = 8;

/// Counts the solutions, skipping the rows of given queens; `None` if cancelled.
///
/// Given queens and closed squares can break the mirror symmetry, so both halves of the first row are searched.
/// Solutions that a turn leaves unchanged are counted only if the turn leaves the problem unchanged, too.
pub fn counts(problem: &Problem, progress: &Progress) -> Option<Counts> {
    let symmetries = problem.symmetries();
    let search = Search::new(problem);
    let boards = search.boards(problem);
    progress.start(boards.len());
    let may_turn = symmetries.contains(Symmetry::HalfTurn);
    let complete = if may_turn { Search::complete::<true> } else { Search::complete::<false> };
    let of_board = |board: &Prefix| {
        let found = complete(&search, *board, &progress.stop)?;
        progress.advance(1);
        Some(found)
    };
    threads::ensure();
    let none = || Some(Found::default());
    let Found { total, half_turn, quarter_turn } =
        boards.par_iter().map(of_board).reduce(none, |one, other| Some(one?.and(other?)))?;
    let quarter_turn = if symmetries.contains(Symmetry::QuarterTurn) { quarter_turn } else { 0 };
    Some(Counts { total, half_turn, quarter_turn, symmetries })
}

/// Estimates how many queens are placed while the solutions of a problem are counted: the mean over random paths
/// down the search tree, weighted by the number of choices at each node (Knuth, 1975). The same problem always has
/// the same estimate.
pub fn estimated_steps(problem: &Problem) -> f64 {
    const WAYS: u32 = 10_000;
    let search = Search::new(problem);
    let mut random: u64 = 1;
    let mut below = |most: u32| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as u32 % most
    };
    let mut way = |_| {
        let (mut attacked, mut boards, mut steps) = (Attacked::default(), 1.0, 0.0);
        for Row { free, step, .. } in &search.rows {
            let free = free & !(attacked.columns | attacked.diagonals | attacked.antidiagonals);
            if free == 0 {
                break;
            }
            boards *= f64::from(free.count_ones());
            steps += boards;
            let queen = columns(free).nth(below(free.count_ones()) as usize).unwrap_or_default();
            attacked = attacked.with(queen, *step);
        }
        steps
    };
    (0..WAYS).map(&mut way).sum::<f64>() / f64::from(WAYS)
}

#[derive(Debug, Clone, Copy, Default)]
struct Found {
    total: u64,
    half_turn: u64,
    quarter_turn: u64,
}

impl Found {
    const fn and(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            half_turn: self.half_turn + other.half_turn,
            quarter_turn: self.quarter_turn + other.quarter_turn,
        }
    }
}

/// The columns of a row that queens in earlier rows, except given queens, attack, as bits.
#[derive(Debug, Clone, Copy, Default)]
struct Attacked {
    columns: u32,
    diagonals: u32,
    antidiagonals: u32,
}

impl Attacked {
    const fn with(self, queen: u32, step: u32) -> Self {
        Self {
            columns: self.columns | queen,
            diagonals: (self.diagonals | queen) << step,
            antidiagonals: (self.antidiagonals | queen) >> step,
        }
    }
}

type Queens = [u8; ROWS];

#[derive(Debug, Clone, Copy)]
struct Prefix {
    attacked: Attacked,
    queens: Queens,
}

/// A row without a given queen.
#[derive(Debug, Clone, Copy)]
struct Row {
    number: usize,
    /// Columns that are neither closed nor attacked by given queens.
    free: u32,
    /// The distance to the next row without a given queen; 0 for the last such row.
    step: u32,
}

struct Search {
    size: u8,
    rows: Vec<Row>,
}

impl Search {
    fn new(problem: &Problem) -> Self {
        let size = problem.size().get();
        let has_start = |row: u8| problem.start().iter().any(|queen| queen.row == row);
        let numbers: Vec<u8> = (1..=size).filter(|row| !has_start(*row)).collect();
        let row = |(index, row): (usize, &u8)| Row {
            number: usize::from(*row) - 1,
            free: (1..=size)
                .filter(|column| problem.is_free(Square::new(*row, *column)))
                .fold(0, |free, column| free | 1 << (column - 1)),
            step: numbers.get(index + 1).map_or(0, |next| u32::from(next - row)),
        };
        Self { size, rows: numbers.iter().enumerate().map(row).collect() }
    }

    /// Returns all boards with the given queens and with queens in the first [`DIVIDED_AT`] other rows.
    fn boards(&self, problem: &Problem) -> Vec<Prefix> {
        let mut queens = [0; ROWS];
        for Square { row, column } in problem.start() {
            queens[usize::from(row) - 1] = column - 1;
        }
        let mut boards = vec![Prefix { attacked: Attacked::default(), queens }];
        for Row { number, free, step } in self.rows.iter().take(DIVIDED_AT) {
            let next = |Prefix { attacked, queens }: Prefix| {
                let free = free & !(attacked.columns | attacked.diagonals | attacked.antidiagonals);
                columns(free).map(move |queen| {
                    let mut queens = queens;
                    queens[*number] = queen.trailing_zeros() as u8;
                    Prefix { attacked: attacked.with(queen, *step), queens }
                })
            };
            boards = boards.into_iter().flat_map(next).collect();
        }
        boards
    }

    /// Counts the solutions that contain the queens of `board`; with `TURNS`, also how many of these solutions a
    /// half or a quarter turn leaves unchanged.
    fn complete<const TURNS: bool>(&self, board: Prefix, stop: &AtomicBool) -> Option<Found> {
        let (rest, mut queens) = (self.rows.get(DIVIDED_AT..).unwrap_or_default(), board.queens);
        let mut found = Found::default();
        self.descend::<TURNS>(rest, board.attacked, &mut queens, &mut found, stop)?;
        Some(found)
    }

    fn descend<const TURNS: bool>(
        &self,
        rows: &[Row],
        attacked: Attacked,
        queens: &mut Queens,
        found: &mut Found,
        stop: &AtomicBool,
    ) -> Option<()> {
        let [Row { number, free, step }, rest @ ..] = rows else {
            found.total += 1;
            if TURNS {
                self.count_turns(queens, found);
            }
            return Some(());
        };
        if rest.len() > STOPPED_ABOVE && stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut free = free & !(attacked.columns | attacked.diagonals | attacked.antidiagonals);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            if TURNS {
                queens[*number] = queen.trailing_zeros() as u8;
            }
            self.descend::<TURNS>(rest, attacked.with(queen, *step), queens, found, stop)?;
        }
        Some(())
    }

    fn count_turns(&self, queens: &Queens, found: &mut Found) {
        let last = self.size - 1;
        let at = |row: u8| queens[usize::from(row)];
        if (0..self.size).all(|row| at(last - row) == last - at(row)) {
            found.half_turn += 1;
            found.quarter_turn += u64::from((0..self.size).all(|row| at(at(row)) == last - row));
        }
    }
}

fn columns(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let column = mask & mask.wrapping_neg();
        mask ^= column;
        (column != 0).then_some(column)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    /// The number of queens placed in a complete search.
    fn steps(rows: &[Row], attacked: Attacked) -> u64 {
        let [Row { free, step, .. }, rest @ ..] = rows else { return 0 };
        let free = free & !(attacked.columns | attacked.diagonals | attacked.antidiagonals);
        columns(free).map(|queen| 1 + steps(rest, attacked.with(queen, *step))).sum()
    }

    #[test]
    fn what_was_stopped_is_not_done() {
        let problem = Problem::new(BoardSize::new(16).unwrap(), [], [Square::new(1, 1)]).unwrap();
        let progress = Progress::new();
        progress.stop();
        assert_eq!(counts(&problem, &progress), None);
        assert!(progress.fraction() < 0.1);
    }

    #[test]
    fn estimates_are_close() {
        let size = BoardSize::new(10).unwrap();
        let square = Square::new;
        let most_of_a_row = (2..=10).map(|column| square(1, column));
        for (start, blocked) in [
            (vec![], vec![square(1, 1)]),
            (vec![square(4, 4)], vec![]),
            (vec![square(9, 1)], vec![square(5, 5), square(3, 2)]),
            (vec![], most_of_a_row.collect()),
        ] {
            let problem = Problem::new(size, start, blocked).unwrap();
            let search = Search::new(&problem);
            let (exact, estimated) =
                (steps(&search.rows, Attacked::default()) as f64, estimated_steps(&problem));
            assert!((0.9 * exact..=1.1 * exact).contains(&estimated), "{problem:?}: {estimated}, {exact}");
        }
    }
}
