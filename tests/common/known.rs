//! Published figures, and searches to compare with them.

use queenreel::board::{BoardSize, Placement, Square};
use queenreel::search::{self, Event, Tally};

/// Solutions for N = 1, 2, ...: OEIS A000170.
pub const SOLUTIONS: [usize; 10] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

/// Solutions up to symmetry for N = 1, 2, ...: OEIS A002562.
pub const FUNDAMENTAL: [usize; 10] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92];

/// N, tests and placements of the whole search by backtracking.
pub const WHOLE_SEARCHES: [(u64, u64, u64); 8] = [
    (1, 1, 1),
    (2, 6, 2),
    (3, 18, 5),
    (4, 60, 16),
    (5, 220, 53),
    (6, 894, 152),
    (7, 3584, 551),
    (8, 15_720, 2056),
];

/// Shorthand for "to the end of the search".
pub const ALL: u64 = u64::MAX;

pub fn size(n: u64) -> BoardSize {
    BoardSize::new(n).unwrap()
}

pub fn all_solutions(n: u64) -> Vec<Placement> {
    search::solutions(size(n)).collect()
}

pub fn fundamental_solutions(n: u64) -> Vec<Placement> {
    search::solutions(size(n)).filter(|one| one.images().unwrap()[0] == *one).collect()
}

pub fn tally(events: impl Iterator<Item = Event>) -> Tally {
    events.fold(Tally::default(), |mut tally, event| {
        tally.count(event);
        tally
    })
}

/// A board that follows events without the recorder: the row of the queen in each column.
pub struct Board {
    pub rows: Vec<u8>,
    next: Vec<u8>,
}

impl Board {
    pub fn empty(n: u64) -> Self {
        Self { rows: vec![0; n as usize], next: vec![0; n as usize] }
    }

    fn put(rows: &mut [u8], square: Square) {
        let place = &mut rows[usize::from(square.column) - 1];
        assert_eq!(std::mem::replace(place, square.row), 0, "one queen in each column");
    }

    fn take(&mut self, square: Square) {
        let place = &mut self.rows[usize::from(square.column) - 1];
        assert_eq!(std::mem::take(place), square.row, "a queen that is there");
    }

    pub fn follow(&mut self, event: Event) {
        match event {
            Event::Place(square) => Self::put(&mut self.rows, square),
            Event::Remove(square) => self.take(square),
            Event::Move { from, to, .. } => {
                self.take(from);
                Self::put(&mut self.rows, to);
            }
            Event::SetUp(square) => Self::put(&mut self.next, square),
            Event::Board => {
                self.rows.clone_from(&self.next);
                self.next.fill(0);
            }
            Event::Test { .. }
            | Event::Solution
            | Event::Backtrack { .. }
            | Event::DeadEnd { .. }
            | Event::Prune(_)
            | Event::Restore(_)
            | Event::End => {}
            other => panic!("{other:?} is unknown here"),
        }
    }
}

/// The boards at which a search reports a solution.
pub fn solutions(events: impl Iterator<Item = Event>, n: u64) -> Vec<Vec<u8>> {
    let mut board = Board::empty(n);
    let mut found = Vec::new();
    for event in events {
        board.follow(event);
        if event == Event::Solution {
            found.push(board.rows.clone());
        }
    }
    found
}
