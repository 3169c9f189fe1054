//! The repair of a full board, queen by queen.

use crate::board::{Problem, Square};

use super::super::position::first_unblocked;
use super::open_lines::OpenLines;
use super::random_numbers::RandomNumbers;
use crate::search::{Event, Order, TestedQueens};

/// The number of choices on a board before a restart, per queen.
///
/// With fewer, boards that would have been solved are discarded; with more, time is spent on boards
/// that cycle. For 8 to 64 queens this value needs about the fewest moves in total.
const CHOICES_PER_QUEEN: u32 = 8;

/// The min-conflicts heuristic of Minton, Johnston, Philips and Laird, 1992.
///
/// Starts from a board with a queen in a random row of each column. A random attacked queen moves, in
/// its column, to the square that the fewest others attack: a random one if there are several, and
/// not its own unless every other square is worse. After [`CHOICES_PER_QUEEN`] choices for each queen
/// it restarts with a new board.
///
/// For each choice all open squares of the column are tested. A queen of the start never moves.
#[derive(Debug)]
pub struct MinConflicts {
    size: u8,
    lines: OpenLines,
    /// For each column, the rows at which its queen may stand.
    squares: Vec<Vec<u8>>,
    numbers: RandomNumbers,
    /// The row of the queen in each column; rows and columns count from 0.
    rows: Vec<u8>,
    /// The number of choices left on this board.
    choices_left: u32,
    step: Step,
}

#[derive(Debug)]
enum Step {
    Start,
    /// Sets up the queen of this column.
    SetUp(u8),
    Choose,
    /// Tests the row of this number among those of the column, after those above it.
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
        Self {
            size: problem.size().get(),
            squares: lines.squares(),
            lines,
            numbers: RandomNumbers::new(seed),
            rows: Vec::new(),
            choices_left: 0,
            step: Step::Start,
        }
    }

    fn start_board(&mut self) {
        let Self { squares, numbers, rows, .. } = self;
        rows.clear();
        rows.extend(squares.iter().filter_map(|squares| numbers.pick(squares)));
        self.choices_left = CHOICES_PER_QUEEN * u32::from(self.size);
        self.step = Step::SetUp(0);
    }

    fn set_up(&mut self, column: u8) -> Event {
        if column == self.size {
            self.step = Step::Choose;
            return Event::Board;
        }
        self.step = Step::SetUp(column + 1);
        Event::SetUp(self.queen(column))
    }

    fn queen(&self, column: u8) -> Square {
        Order::Columns.square(column, self.rows[usize::from(column)])
    }

    /// The columns whose queens attack a square of this column.
    fn attackers(&self, column: u8, row: u8) -> impl Iterator<Item = u8> {
        let square = Order::Columns.square(column, row);
        (0..self.size).filter(move |other| *other != column && self.queen(*other).attacks(square))
    }

    /// Chooses a random attacked queen: `None` if there is none.
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
        self.step = if is_last { self.decide(column) } else { Step::Test { column, number: number + 1 } };
        Event::test_among(TestedQueens::InOtherColumns, square, attacker)
    }

    /// Chooses where the queen of a column moves.
    fn decide(&mut self, column: u8) -> Step {
        let current = self.rows[usize::from(column)];
        let rows = &self.squares[usize::from(column)];
        let attacks: Vec<usize> = rows.iter().map(|row| self.attackers(column, *row).count()).collect();
        let fewest = attacks.iter().min();
        let best =
            rows.iter().zip(&attacks).filter(|(row, count)| **row != current && Some(*count) == fewest);
        let best: Vec<u8> = best.map(|(row, _)| *row).collect();
        match self.numbers.pick(&best) {
            Some(to) => Step::Move { column, to },
            None => Step::Choose,
        }
    }
}

impl Iterator for MinConflicts {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            match self.step {
                Step::Start => self.start_board(),
                Step::SetUp(column) => return Some(self.set_up(column)),
                Step::Choose => {
                    let Some(column) = self.choose() else {
                        self.step = Step::End;
                        return Some(Event::Solution);
                    };
                    self.step =
                        if self.choices_left == 0 { Step::Start } else { Step::Test { column, number: 0 } };
                    self.choices_left = self.choices_left.saturating_sub(1);
                }
                Step::Test { column, number } => return Some(self.test(column, number)),
                Step::Move { column, to } => {
                    let from = self.queen(column);
                    self.rows[usize::from(column)] = to;
                    self.step = Step::Choose;
                    return Some(Event::Move { from, to: self.queen(column) });
                }
                Step::End => {
                    self.step = Step::Over;
                    return Some(Event::End);
                }
                Step::Over => return None,
            }
        }
    }
}
