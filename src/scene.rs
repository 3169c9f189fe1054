//! What one picture shows, in chess terms.

use crate::board::{BoardSize, Square, SquareSet};
use crate::search::{Algorithm, Tally};

/// A board with its queens, and what is to be pointed out on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Size of the board.
    pub size: BoardSize,
    /// The squares that hold a queen.
    pub queens: SquareSet,
    /// The squares that are pointed out; no square stands here twice.
    pub marks: Vec<(Square, Mark)>,
    /// The attack that is pointed out, if one is.
    pub attack: Option<Attack>,
    /// What may be written beside the board.
    pub notes: Notes,
}

/// Several boards of a race, at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceScene {
    /// How often the clock has ticked.
    pub ticks: u64,
    /// One for each solver.
    pub lanes: Vec<LaneScene>,
}

/// The board of one solver of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneScene {
    /// The board and its numbers.
    pub scene: Scene,
    /// How many ticks the solver has taken so far.
    pub ticks: u64,
    /// Its place, counted from 1, once it is at its end.
    pub place: Option<usize>,
}

/// What there is to say about a scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// One line of plain words; empty for none.
    pub caption: String,
    /// How many steps led here.
    pub step: u64,
    /// The counters of the search.
    pub tally: Tally,
    /// The line of the algorithm that has just run, counted from 0.
    pub line: Option<usize>,
}

/// A number that tells how far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// Steps of the film.
    Step,
    /// Squares examined for safety.
    Tests,
    /// Queens put on a square.
    Placements,
    /// Columns (or rows) that ran out of squares.
    Backtracks,
    /// Solutions found.
    Solutions,
    /// Queens on the board.
    Depth,
    /// Whole boards set up.
    Boards,
    /// Queens moved.
    Moves,
}

impl Counter {
    /// Those that tell how far an algorithm has come, in the order in which they are shown.
    #[must_use]
    pub const fn of(algorithm: Algorithm) -> &'static [Self] {
        match algorithm {
            Algorithm::Permutations | Algorithm::Random => {
                &[Self::Step, Self::Boards, Self::Tests, Self::Solutions]
            }
            Algorithm::MinConflicts => &[Self::Step, Self::Boards, Self::Moves, Self::Tests],
            Algorithm::Backtracking
            | Algorithm::Eager
            | Algorithm::Marking
            | Algorithm::Bitfield
            | Algorithm::ForwardChecking => {
                &[Self::Step, Self::Tests, Self::Placements, Self::Backtracks, Self::Solutions, Self::Depth]
            }
        }
    }

    /// Those that have counted something in any of these searches, in the same order.
    #[must_use]
    pub fn used(tallies: &[Tally]) -> Vec<Self> {
        let used = |number: fn(&Tally) -> u64| tallies.iter().any(|tally| number(tally) > 0);
        let counters = [
            (Self::Step, true),
            (Self::Tests, used(|tally| tally.tests)),
            (Self::Placements, used(|tally| tally.placements)),
            (Self::Backtracks, used(|tally| tally.backtracks)),
            (Self::Boards, used(|tally| tally.boards)),
            (Self::Moves, used(|tally| tally.moves)),
        ];
        counters.into_iter().filter(|(_, used)| *used).map(|(counter, _)| counter).collect()
    }

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Tests => "tests",
            Self::Placements => "placements",
            Self::Backtracks => "backtracks",
            Self::Solutions => "solutions",
            Self::Depth => "depth",
            Self::Boards => "boards",
            Self::Moves => "moves",
        }
    }
}

/// Why a square is pointed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Its queen was placed just now.
    Placed,
    /// Its queen was taken away just now.
    Removed,
    /// Its queen is part of a solution.
    Solution,
    /// It, or its queen, is attacked by a queen.
    Conflict,
    /// It was found safe just now.
    Safe,
}

/// A queen's attack on a square: along a row, a column or a diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    from: Square,
    to: Square,
}

impl Attack {
    /// The attack of a queen here on a square there; `None` where there is none.
    #[must_use]
    pub fn new(from: Square, to: Square) -> Option<Self> {
        from.attacks(to).then_some(Self { from, to })
    }

    /// The square of the queen.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square under attack.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }
}

impl Scene {
    /// The empty board.
    #[must_use]
    pub fn empty(size: BoardSize) -> Self {
        Self {
            size,
            queens: SquareSet::empty(size),
            marks: Vec::new(),
            attack: None,
            notes: Notes::default(),
        }
    }

    /// Queens on a board, each attacked one marked; where none is and every column has one, all
    /// are marked as a solution.
    #[must_use]
    pub fn position(size: BoardSize, queens: SquareSet) -> Self {
        let attacked = queens.in_conflict();
        let solved = attacked.is_empty() && queens.len() == usize::from(size.get());
        let marks = if solved {
            queens.iter().map(|square| (square, Mark::Solution)).collect()
        } else {
            attacked.into_iter().map(|square| (square, Mark::Conflict)).collect()
        };
        Self { size, queens, marks, attack: None, notes: Notes::default() }
    }

    /// The value of a counter.
    #[must_use]
    pub fn counter(&self, counter: Counter) -> u64 {
        let Notes { step, tally, .. } = &self.notes;
        match counter {
            Counter::Step => *step,
            Counter::Tests => tally.tests,
            Counter::Placements => tally.placements,
            Counter::Backtracks => tally.backtracks,
            Counter::Solutions => tally.solutions,
            Counter::Depth => self.queens.len() as u64,
            Counter::Boards => tally.boards,
            Counter::Moves => tally.moves,
        }
    }

    /// How a square is pointed out, if it is.
    #[must_use]
    pub fn mark_at(&self, square: Square) -> Option<Mark> {
        self.marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| *mark)
    }
}
