//! The ways to solve the puzzle, by name.

use std::fmt;
use std::str::FromStr;

use crate::board::BoardSize;

use super::solvers::{Backtracking, Bitfield, Eager, Foresight, Marking, MinConflicts, permutations, random};
use super::{Event, Order};

/// The seed of searches by chance, unless another is asked for.
pub const DEFAULT_SEED: u64 = 1;

/// A way to solve the puzzle.
///
/// What each counts as tests:
///
/// - `backtracking` and `eager`: every square that they examine;
/// - `marking`, `forward-checking` and `bitfield`: none, since they keep account of the free squares;
/// - `permutations` and `random`: the queens of each board, row by row or column by column, up to
///   the first that one before it attacks;
/// - `min-conflicts`: all squares of the column in which a queen is about to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Squares are tested one by one, and the search goes on from the first safe one.
    #[default]
    Backtracking,
    /// All squares of a column are tested on entering it, then the safe ones are tried.
    Eager,
    /// Attacked squares are marked, and the next unmarked one is taken without a test.
    Marking,
    /// Every permutation is set up, the largest first, and its diagonals are examined.
    Permutations,
    /// Boards are set up by chance until one is a solution.
    Random,
    /// Bit masks tell the free squares, and mirror images half of the solutions: each is followed
    /// by its image, as a whole board, and that by the board that the search goes on with.
    Bitfield,
    /// As `marking`, but it turns back as soon as some later column has no free square.
    ForwardChecking,
    /// A full board is repaired queen by queen, each time where the fewest attack; after a while
    /// without a solution a new board is begun.
    MinConflicts,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Backtracking,
        Self::Eager,
        Self::Marking,
        Self::Permutations,
        Self::Random,
        Self::Bitfield,
        Self::ForwardChecking,
        Self::MinConflicts,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backtracking => "backtracking",
            Self::Eager => "eager",
            Self::Marking => "marking",
            Self::Permutations => "permutations",
            Self::Random => "random",
            Self::Bitfield => "bitfield",
            Self::ForwardChecking => "forward-checking",
            Self::MinConflicts => "min-conflicts",
        }
    }

    /// What it does, in a line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Backtracking => "tests one square after the other and goes on from the first safe one",
            Self::Eager => "tests all squares of a column first, then tries the safe ones",
            Self::Marking => "marks attacked squares and takes the next free one without a test",
            Self::Permutations => "sets up every permutation and looks at the diagonals",
            Self::Random => "sets up boards by chance until one is a solution",
            Self::Bitfield => "keeps free squares as bits; searches one half, mirrors the other",
            Self::ForwardChecking => "turns back once some later column has no free square",
            Self::MinConflicts => "moves queens of a full board to where the fewest attack them",
        }
    }

    /// Where it comes from.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Backtracking => "N. Wirth, Program Development by Stepwise Refinement, 1971",
            Self::Eager => "S. Eddins, placeQueens",
            Self::Marking => "EE2013, queenpuzzle with its stage matrices",
            Self::Permutations => "eightqueens, on one page of MATLAB",
            Self::Random => "how many a beginner starts",
            Self::Bitfield => "J. Somers, The N Queens Problem: A Study in Optimization",
            Self::ForwardChecking => "R. Haralick and G. Elliott, Increasing Tree Search Efficiency, 1980",
            Self::MinConflicts => "S. Minton and others, Minimizing Conflicts, 1992",
        }
    }

    /// Whether it visits all solutions; the others are over with the first, if there is one, and
    /// otherwise never.
    #[must_use]
    pub const fn visits_all_solutions(self) -> bool {
        !self.is_by_chance()
    }

    /// Whether it depends on a seed.
    #[must_use]
    pub const fn is_by_chance(self) -> bool {
        matches!(self, Self::Random | Self::MinConflicts)
    }

    /// Whether it gives one line after the other a queen, so that there is an order of lines.
    #[must_use]
    pub const fn has_order(self) -> bool {
        !matches!(self, Self::Permutations | Self::Random | Self::MinConflicts)
    }

    /// Whether it examines squares one by one, instead of keeping account of the free ones.
    #[must_use]
    pub const fn makes_tests(self) -> bool {
        !matches!(self, Self::Marking | Self::Bitfield | Self::ForwardChecking)
    }

    /// Whether it goes on for ever on such a board: there is no solution to end with.
    #[must_use]
    pub const fn never_ends(self, size: BoardSize) -> bool {
        !self.visits_all_solutions() && matches!(size.get(), 2 | 3)
    }

    /// What it does on a board of this size, to the end of the search.
    ///
    /// The order is for those that [have one](Self::has_order) and the seed for those [by
    /// chance](Self::is_by_chance): the same seed gives the same events, in all versions. Take care
    /// where a search [never ends](Self::never_ends).
    pub fn events(
        self,
        size: BoardSize,
        order: Order,
        seed: u64,
    ) -> impl Iterator<Item = Event> + Send + use<> {
        match self {
            Self::Backtracking => Events::Plain(Box::new(Backtracking::new(size, order))),
            Self::Eager => Events::Other(Box::new(Eager::new(size, order))),
            Self::Marking => Events::Other(Box::new(Marking::new(size, order, Foresight::None))),
            Self::Permutations => Events::Other(Box::new(permutations(size))),
            Self::Random => Events::Other(Box::new(random(size, seed))),
            Self::Bitfield => Events::Other(Box::new(Bitfield::new(size, order))),
            Self::ForwardChecking => {
                Events::Other(Box::new(Marking::new(size, order, Foresight::LaterLines)))
            }
            Self::MinConflicts => Events::Other(Box::new(MinConflicts::new(size, seed))),
        }
    }
}

/// The plain search is called directly: it is the fastest, and most films are of it.
enum Events {
    Plain(Box<Backtracking>),
    Other(Box<dyn Iterator<Item = Event> + Send>),
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self {
            Self::Plain(events) => events.next(),
            Self::Other(events) => events.next(),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(name: &str) -> Result<Self, AlgorithmError> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or(AlgorithmError)
    }
}

/// A name that no algorithm has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such algorithm; there are {}", Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct AlgorithmError;
