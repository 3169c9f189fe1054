//! The repair of a full board, queen by queen.

use crate::board::{BoardSize, Square};

use super::random_numbers::RandomNumbers;
use crate::search::{Event, Order};

/// How many queens are chosen on a board, for each queen on it, before a new one is begun.
///
/// Less gives up boards that would have been solved, more stays on boards that go round in circles:
/// for 8 to 64 queens this takes about the fewest moves in all.
const PATIENCE: u32 = 8;

/// The min-conflicts heuristic of Minton, Johnston, Philips and Laird, 1992.
///
/// From a board with a queen in each column, in a row by chance, some queen under attack is chosen
/// by chance and moves, in its column, to the square that the fewest others attack: by chance where
/// there are several, and away from where it stands unless every other square is worse. A board
/// that is not solved in time gives way to a new one.
///
/// For each choice all squares of the column are examined: these are the tests.
#[derive(Debug)]
pub struct MinConflicts {
    size: u8,
    chance: RandomNumbers,
    /// The row of the queen in each column; rows and columns count from 0 in here.
    rows: Vec<u8>,
    /// How many queens may yet be chosen on this board.
    patience: u32,
    step: Step,
}

#[derive(Debug)]
enum Step {
    Begin,
    /// Sets up the queen of this column.
    SetUp(u8),
    Choose,
    /// Examines this row of the column, after those above it.
    Test {
        column: u8,
        row: u8,
    },
    Move {
        column: u8,
        to: u8,
    },
    End,
    Over,
}

impl MinConflicts {
    pub const fn new(size: BoardSize, seed: u64) -> Self {
        Self {
            size: size.get(),
            chance: RandomNumbers::new(seed),
            rows: Vec::new(),
            patience: 0,
            step: Step::Begin,
        }
    }

    fn begin_board(&mut self) {
        let Self { size, chance, rows, .. } = self;
        rows.clear();
        rows.extend((0..*size).map(|_| chance.below(*size)));
        self.patience = PATIENCE * u32::from(self.size);
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

    /// Chooses a queen under attack: `None` where there is none.
    fn choose(&mut self) -> Option<u8> {
        let attacked =
            |column: &u8| self.attackers(*column, self.rows[usize::from(*column)]).next().is_some();
        let attacked: Vec<u8> = (0..self.size).filter(attacked).collect();
        self.chance.pick(&attacked)
    }

    fn test(&mut self, column: u8, row: u8) -> Event {
        let attacker = self.attackers(column, row).next();
        self.step =
            if row + 1 < self.size { Step::Test { column, row: row + 1 } } else { self.decide(column) };
        Event::Test {
            square: Order::Columns.square(column, row),
            attacker: attacker.map(|other| self.queen(other)),
        }
    }

    /// Where the queen of a column goes.
    fn decide(&mut self, column: u8) -> Step {
        let stands = self.rows[usize::from(column)];
        let attacks: Vec<usize> = (0..self.size).map(|row| self.attackers(column, row).count()).collect();
        let fewest = attacks.iter().min();
        let best = (0..self.size).filter(|row| *row != stands && attacks.get(usize::from(*row)) == fewest);
        let best: Vec<u8> = best.collect();
        match self.chance.pick(&best) {
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
                Step::Begin => self.begin_board(),
                Step::SetUp(column) => return Some(self.set_up(column)),
                Step::Choose => {
                    let Some(column) = self.choose() else {
                        self.step = Step::End;
                        return Some(Event::Solution);
                    };
                    self.step = if self.patience == 0 { Step::Begin } else { Step::Test { column, row: 0 } };
                    self.patience = self.patience.saturating_sub(1);
                }
                Step::Test { column, row } => return Some(self.test(column, row)),
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
