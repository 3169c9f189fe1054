//! The search algorithms, by name.

use std::str::FromStr;

use crate::board::{Line, Problem};
use crate::limits::{MAX_BOARD_SIZE, QUICKLY_SEARCHED};
use crate::variants::named_enum;

use super::solvers::{AnySquares, FreeSquares, Method, MinConflicts, permutations, random};
use super::{Backtracking, Event, Order, solutions};

/// The default seed of randomised searches. See [`Algorithm::events`].
pub const DEFAULT_SEED: u64 = 1;

named_enum! {
    /// A search algorithm.
    ///
    /// What each algorithm counts as tests:
    ///
    /// - `backtracking`, `eager`, `loops` and `anywhere`: every square that they examine;
    /// - `marking`, `forward-checking` and `bitfield`: none, since they keep track of the free squares;
    /// - `permutations` and `random`: the queens of each board, row by row or column by column, up to the first
    ///   queen that an earlier queen attacks;
    /// - `min-conflicts`: all open squares of the column of a queen that may move.
    ///
    /// Other properties:
    ///
    /// - `permutations` sets up the lexicographically largest permutation first;
    /// - `bitfield` sets up the mirror image of each solution as a whole board, and then the board of the search
    ///   again;
    /// - `min-conflicts` restarts with a new board after a number of moves without a solution;
    /// - `loops` takes the steps of `backtracking` by rows, but for one number of queens only;
    /// - `anywhere` places each queen on a square after the square of the previous queen, in reading order, so
    ///   that no board occurs twice. It does not continue from a square that is attacked. There are N² choose N
    ///   sets of squares for N queens: 4,426,165,368 for N = 8. The search visits 118,968 sets, including sets of
    ///   fewer queens. With a queen in each row there would be only Nᴺ boards (16,777,216), and N! permutations
    ///   (40,320): the same puzzle, formulated better.
    ///
    /// ```
    /// use queenreel::board::BoardSize;
    /// use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order};
    ///
    /// let algorithm: Algorithm = "forward-checking".parse()?;
    /// let events = algorithm.events(BoardSize::new(6)?, Order::Columns, DEFAULT_SEED);
    /// assert_eq!(events.filter(|event| *event == Event::Solution).count(), 4);
    /// assert_eq!(Algorithm::ALL.iter().filter(|algorithm| algorithm.uses_seed()).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Algorithm {
        /// tests squares one by one and continues from the first safe one
        #[default]
        Backtracking = "backtracking",
        /// tests all squares of a column first, then tries the safe ones
        Eager = "eager",
        /// marks attacked squares and takes the next free one without a test
        Marking = "marking",
        /// sets up every permutation and tests the diagonals
        Permutations = "permutations",
        /// sets up random boards until one is a solution
        Random = "random",
        /// keeps free squares as bits; searches one half, mirrors the other
        Bitfield = "bitfield",
        /// backtracks as soon as a later column has no free square
        ForwardChecking = "forward-checking",
        /// moves queens of a full board to where the fewest attack them
        MinConflicts = "min-conflicts",
        /// has a loop for each row, inside the loop of the row above; no recursion
        Loops = "loops",
        /// tries any square: N² choose N boards, where one queen a row leaves Nᴺ
        Anywhere = "anywhere",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Place queens line by line, on tested squares.
    Tests,
    /// Place queens line by line, and maintain the free squares.
    FreeSquares,
    /// Place queens row by row, on tested squares.
    Rows,
    /// Place queens on tested squares of the whole board.
    Squares,
    /// Set up whole boards, and test them.
    Boards,
    /// Set up random boards, and test squares.
    RandomBoards,
}

impl Algorithm {
    const fn family(self) -> Family {
        match self {
            Self::Backtracking | Self::Eager => Family::Tests,
            Self::Marking | Self::Bitfield | Self::ForwardChecking => Family::FreeSquares,
            Self::Permutations => Family::Boards,
            Self::Random | Self::MinConflicts => Family::RandomBoards,
            Self::Loops => Family::Rows,
            Self::Anywhere => Family::Squares,
        }
    }

    /// Returns the publication that describes the algorithm.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Backtracking => "N. Wirth, Program Development by Stepwise Refinement, 1971",
            Self::Eager => "S. Eddins, placeQueens",
            Self::Marking => "EE2013, queenpuzzle with its stage matrices",
            Self::Permutations => "eightqueens, on one page of MATLAB",
            Self::Random => "a common first attempt",
            Self::Bitfield => "J. Somers, The N Queens Problem: A Study in Optimization",
            Self::ForwardChecking => "R. Haralick and G. Elliott, Increasing Tree Search Efficiency, 1980",
            Self::MinConflicts => "S. Minton and others, Minimizing Conflicts, 1992",
            Self::Loops => "textbooks, before they introduce recursion",
            Self::Anywhere => "textbooks, before they formulate the puzzle better",
        }
    }

    /// Whether the algorithm visits all solutions. Other algorithms end with the first solution; without a
    /// solution, most of their searches [never end](Self::never_ends).
    pub const fn visits_all_solutions(self) -> bool {
        !self.uses_seed()
    }

    /// Whether the algorithm is randomised, so that its events depend on a seed.
    pub const fn uses_seed(self) -> bool {
        matches!(self.family(), Family::RandomBoards)
    }

    /// Whether the algorithm goes line by line, in either order.
    pub const fn has_order(self) -> bool {
        matches!(self.family(), Family::Tests | Family::FreeSquares)
    }

    /// Returns the order of the algorithm's lines if `wanted` is requested; `None` if it does not go line by line.
    pub const fn order(self, wanted: Order) -> Option<Order> {
        match self.family() {
            Family::Tests | Family::FreeSquares => Some(wanted),
            Family::Rows => Some(Order::Rows),
            Family::Squares | Family::Boards | Family::RandomBoards => None,
        }
    }

    /// Whether the algorithm fills one line after another.
    pub(crate) const fn goes_by_lines(self) -> bool {
        !matches!(self.family(), Family::Squares | Family::Boards | Family::RandomBoards)
    }

    /// Returns the order in which the algorithm tests the squares of the board if `wanted` is requested; `None`
    /// for whole boards.
    pub(crate) const fn order_of_tests(self, wanted: Order) -> Option<Order> {
        if matches!(self.family(), Family::Squares) { Some(Order::Rows) } else { self.order(wanted) }
    }

    /// Whether the algorithm places queens one by one and removes the newest, so that there is a search tree.
    pub const fn has_tree(self) -> bool {
        !matches!(self.family(), Family::Boards | Family::RandomBoards)
    }

    /// Whether the algorithm stores a matrix for each queen, to backtrack to.
    pub const fn has_stages(self) -> bool {
        matches!(self, Self::Marking)
    }

    /// Returns the largest number of queens for which the algorithm is suitable.
    pub const fn most_queens(self) -> u8 {
        match self.family() {
            Family::Rows => 10,
            Family::Squares => 8,
            Family::Tests | Family::FreeSquares | Family::Boards | Family::RandomBoards => MAX_BOARD_SIZE,
        }
    }

    /// Whether the algorithm sets up every board that can be a solution.
    pub const fn sets_up_every_board(self) -> bool {
        matches!(self.family(), Family::Boards)
    }

    /// Whether the algorithm replaces each whole board that is not a solution by another board.
    pub const fn discards_boards(self) -> bool {
        matches!(self, Self::Permutations | Self::Random)
    }

    /// Whether the algorithm tests squares one by one, instead of maintaining the free squares.
    pub const fn makes_tests(self) -> bool {
        !matches!(self.family(), Family::FreeSquares)
    }

    /// Whether the algorithm stops only at a solution, and this problem has none. The algorithm then never ends,
    /// unless a whole column is closed: without a board to begin with, it ends at once.
    ///
    /// With given queens or closed squares on a board of more than 14 rows, only closed rows and columns are
    /// detected.
    pub fn never_ends(self, problem: impl Into<Problem>) -> bool {
        let problem: Problem = problem.into();
        let size = problem.size();
        let is_closed = |line: Line| line.squares(size).all(|square| problem.blocked().contains(square));
        let mut lines = (1..=size.get()).flat_map(|number| [Line::Row(number), Line::Column(number)]);
        !self.visits_all_solutions()
            && (matches!(size.get(), 2 | 3)
                || lines.any(is_closed)
                || !problem.is_plain()
                    && size.get() <= QUICKLY_SEARCHED
                    && solutions(&problem).next().is_none())
    }

    /// Whether the algorithm examines single squares, to test them or to rule them out.
    pub const fn looks_at_squares(self) -> bool {
        matches!(self, Self::ForwardChecking) || self.makes_tests()
    }

    /// Whether the first solution comes after more than half a billion events, as measured (for random boards,
    /// on average), or the board is larger than [suitable](Self::most_queens). With given queens or closed
    /// squares, `permutations` and `random` are judged by the number of queens to place, others only by the board.
    pub fn takes_too_long(self, problem: impl Into<Problem>) -> bool {
        let problem: Problem = problem.into();
        let n = problem.queens_to_place() as u8;
        if !problem.is_plain() && !self.discards_boards() {
            return problem.size().get() > self.most_queens();
        }
        match self {
            Self::Backtracking | Self::Eager | Self::ForwardChecking => n == 30 || n > 31,
            Self::Marking | Self::Bitfield => n == 34 || n > 35,
            Self::Permutations => n > 12,
            Self::Random => n > 10,
            Self::MinConflicts => false,
            Self::Loops | Self::Anywhere => n > self.most_queens(),
        }
    }

    /// Returns the events of the algorithm on a board of this size, to the end of the search.
    ///
    /// The order is ignored unless the algorithm [goes in either](Self::has_order), the seed unless it
    /// [uses one](Self::uses_seed): the same seed gives the same events in all versions. The
    /// iterator is infinite if the search [never ends](Self::never_ends), and ends late on a board
    /// with more queens than the algorithm [is for](Self::most_queens).
    ///
    /// Given queens are on the board before the first event, and whole boards include them. All algorithms skip
    /// closed squares, and algorithms that go line by line skip lines with given queens:
    ///
    /// - `permutations` leaves the columns of given queens unchanged, and leaves out boards with a queen on
    ///   a closed square;
    /// - `bitfield` searches the whole tree, without mirror images, unless the problem is plain;
    /// - `forward-checking` first rules out squares that given queens attack;
    /// - `random` and `min-conflicts` draw open squares only, and never move a given queen.
    pub fn events<P: Into<Problem>>(
        self,
        problem: P,
        order: Order,
        seed: u64,
    ) -> impl Iterator<Item = Event> + Send + use<P> {
        let problem: Problem = problem.into();
        let by_masks = |method| Events::Other(Box::new(FreeSquares::new(&problem, order, method)));
        match self {
            Self::Backtracking => Events::Plain(Box::new(Backtracking::new(&problem, order))),
            Self::Eager => by_masks(Method::Tests),
            Self::Marking => by_masks(Method::Marks),
            Self::Permutations => Events::Other(Box::new(permutations(&problem))),
            Self::Random => Events::Other(Box::new(random(&problem, seed))),
            Self::Bitfield => by_masks(Method::HalfTree),
            Self::ForwardChecking => by_masks(Method::LookAhead),
            Self::MinConflicts => Events::Other(Box::new(MinConflicts::new(&problem, seed))),
            Self::Loops => Events::Plain(Box::new(Backtracking::new(&problem, Order::Rows))),
            Self::Anywhere => Events::Other(Box::new(AnySquares::new(&problem))),
        }
    }
}

/// The plain search is called without dynamic dispatch: it is the fastest, and most films show it.
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

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(name: &str) -> Result<Self, AlgorithmError> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or(AlgorithmError)
    }
}

/// An unknown name of an algorithm. See [`Algorithm`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm; known are {}", Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct AlgorithmError;
