//! The searches on whole boards: successive boards are tested, or one board is repaired queen by queen.

use crate::board::{Problem, Square};
use crate::search::position::first_unblocked;
use crate::search::{Event, Order, TestedQueens, until_solutions};

use super::open_lines::{Attackers, OpenLines};

/// Sets up every permutation of the columns over the rows, in the order of MATLAB's `perms`: reverse
/// lexicographic, from 8 7 6 5 4 3 2 1 down to 1 2 3 4 5 6 7 8.
///
/// Given queens keep their rows and columns; the other rows are permuted. Permutations with a queen on a closed
/// square are left out.
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

/// Sets up boards with a queen on a random open square of each column, or on the square of a given queen, up to
/// the first solution. Without an open square in some column, there are no boards.
pub fn random(problem: &Problem, seed: u64) -> impl Iterator<Item = Event> + Send + use<> {
    let (mut numbers, squares) =
        (RandomNumbers::new(seed), OpenLines::new(problem, Order::Columns).squares());
    let has_boards = squares.iter().all(|squares| !squares.is_empty());
    let boards = candidates(Order::Columns, move |positions| {
        positions.clear();
        positions.extend(squares.iter().filter_map(|squares| numbers.pick(squares)));
        true
    });
    let boards = has_boards.then_some(boards).into_iter().flatten();
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

enum Step {
    Next,
    SetUp(u8),
    Test(u8),
    Complete,
    End,
    Over,
}

/// Sets up successive boards and tests their queens line by line, up to the first queen that a queen on an earlier
/// line attacks. `next_board` writes the positions, line by line, and returns whether there is another board.
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

/// The number of choices on a board before a restart, per queen.
///
/// With fewer choices, boards that would have been solved are discarded; with more choices, time is spent on
/// boards that cycle. For 8 to 64 queens, this value needs about the fewest moves in total.
const CHOICES_PER_QUEEN: u32 = 8;

/// The min-conflicts heuristic of Minton, Johnston, Philips and Laird, 1992.
///
/// Starts from a board with a queen in a random row of each column. A random attacked queen moves, in its column,
/// to the square that the fewest other queens attack: to a random square among several, and to its current square
/// only if every other square is worse. After [`CHOICES_PER_QUEEN`] choices for each queen, the search restarts
/// with a new board.
///
/// For each choice all open squares of the column are tested. Given queens never move.
pub struct MinConflicts {
    size: u8,
    lines: OpenLines,
    /// For each column, the rows in which its queen may be.
    squares: Vec<Vec<u8>>,
    numbers: RandomNumbers,
    /// The row of the queen in each column; rows and columns count from 0.
    rows: Vec<u8>,
    /// The number of choices left on this board.
    choices_left: u32,
    next: Repair,
}

enum Repair {
    Start,
    SetUp(u8),
    Choose,
    /// Tests the row with this index in the column's list of rows.
    Test {
        column: u8,
        number: usize,
    },
    Move {
        column: u8,
        to: u8,
    },
    End,
    Over,
}

impl MinConflicts {
    pub fn new(problem: &Problem, seed: u64) -> Self {
        let lines = OpenLines::new(problem, Order::Columns);
        let squares = lines.squares();
        let has_boards = squares.iter().all(|squares| !squares.is_empty());
        Self {
            size: problem.size().get(),
            squares,
            lines,
            numbers: RandomNumbers::new(seed),
            rows: Vec::new(),
            choices_left: 0,
            next: if has_boards { Repair::Start } else { Repair::End },
        }
    }

    fn start_board(&mut self) {
        let Self { squares, numbers, rows, .. } = self;
        rows.clear();
        rows.extend(squares.iter().filter_map(|squares| numbers.pick(squares)));
        self.choices_left = CHOICES_PER_QUEEN * u32::from(self.size);
        self.next = Repair::SetUp(0);
    }

    fn set_up(&mut self, column: u8) -> Event {
        if column == self.size {
            self.next = Repair::Choose;
            return Event::Board;
        }
        self.next = Repair::SetUp(column + 1);
        Event::SetUp(self.queen(column))
    }

    fn queen(&self, column: u8) -> Square {
        Order::Columns.square(column, self.rows[usize::from(column)])
    }

    fn attackers(&self, column: u8, row: u8) -> impl Iterator<Item = u8> {
        let square = Order::Columns.square(column, row);
        (0..self.size).filter(move |other| *other != column && self.queen(*other).attacks(square))
    }

    /// Chooses a random attacked queen; returns `None` if no queen is attacked.
    fn choose(&mut self) -> Option<u8> {
        let attacked =
            |column: &u8| self.attackers(*column, self.rows[usize::from(*column)]).next().is_some();
        let attacked: Vec<u8> = self.lines.from(0).filter(attacked).collect();
        self.numbers.pick(&attacked)
    }

    fn test(&mut self, column: u8, number: usize) -> Event {
        let rows = &self.squares[usize::from(column)];
        let (row, is_last) = (rows[number], number + 1 == rows.len());
        let square = Order::Columns.square(column, row);
        let attacker = first_unblocked(square, || self.attackers(column, row).map(|other| self.queen(other)));
        self.next = if is_last { self.decide(column) } else { Repair::Test { column, number: number + 1 } };
        Event::test_among(TestedQueens::InOtherColumns, square, attacker)
    }

    fn decide(&mut self, column: u8) -> Repair {
        let current = self.rows[usize::from(column)];
        let rows = &self.squares[usize::from(column)];
        let attacks: Vec<usize> = rows.iter().map(|row| self.attackers(column, *row).count()).collect();
        let fewest = attacks.iter().min();
        let best =
            rows.iter().zip(&attacks).filter(|(row, count)| **row != current && Some(*count) == fewest);
        let best: Vec<u8> = best.map(|(row, _)| *row).collect();
        match self.numbers.pick(&best) {
            Some(to) => Repair::Move { column, to },
            None => Repair::Choose,
        }
    }
}

impl Iterator for MinConflicts {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            match self.next {
                Repair::Start => self.start_board(),
                Repair::SetUp(column) => return Some(self.set_up(column)),
                Repair::Choose => {
                    let Some(column) = self.choose() else {
                        self.next = Repair::End;
                        return Some(Event::Solution);
                    };
                    self.next = if self.choices_left == 0 {
                        Repair::Start
                    } else {
                        Repair::Test { column, number: 0 }
                    };
                    self.choices_left = self.choices_left.saturating_sub(1);
                }
                Repair::Test { column, number } => return Some(self.test(column, number)),
                Repair::Move { column, to } => {
                    let from = self.queen(column);
                    self.rows[usize::from(column)] = to;
                    self.next = Repair::Choose;
                    return Some(Event::Move { from, to: self.queen(column) });
                }
                Repair::End => {
                    self.next = Repair::Over;
                    return Some(Event::End);
                }
                Repair::Over => return None,
            }
        }
    }
}

/// `SplitMix64`, after Sebastiano Vigna's public-domain C: <https://prng.di.unimi.it/splitmix64.c>.
///
/// Implemented here so that no update of a library changes a film.
pub struct RandomNumbers {
    state: u64,
}

impl RandomNumbers {
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `limit - 1`, or 0 if `limit` is 0. The bias is at most 2⁻⁵⁶.
    pub const fn below(&mut self, limit: u8) -> u8 {
        ((self.next() as u128 * limit as u128) >> 64) as u8
    }

    pub fn pick(&mut self, from: &[u8]) -> Option<u8> {
        from.get(usize::from(self.below(from.len() as u8))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        let mut numbers = RandomNumbers::new(1_234_567);
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([(); 5].map(|()| numbers.next()), known);
    }

    #[test]
    fn small_numbers_are_equally_likely() {
        let mut numbers = RandomNumbers::new(0);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[usize::from(numbers.below(7))] += 1;
        }
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
    }
}
