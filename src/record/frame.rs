//! Frames: the complete state of a search at one moment, and the frames of any kind of film.

use std::time::Duration;

use crate::board::{BoardSize, Line, Problem, Square, SquareSet};
use crate::search::{NumberedSolution, Order, Tally, TestedQueens};
use crate::variants::enum_with_all;

use super::{Caption, Memory, RaceFrame};

/// The state of a search after one step, and its display time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The last event.
    pub moment: Moment,
    /// The next event, once it is known; `None` after the last frame.
    pub next: Option<Moment>,
    /// The board after the event.
    pub board: BoardState,
    /// The number of steps so far, including those without a frame.
    pub step: u64,
    /// The counters of the search so far.
    pub tally: Tally,
    /// The position in the search tree.
    pub tree: TreePosition,
    /// Whether the solver has reported the end of the search.
    pub ended: bool,
    /// Whether this is the last frame.
    pub is_last: bool,
    /// The caption.
    pub caption: Caption,
    /// The caption that replaces it in several adjacent frames, if each is too short to be read.
    pub shared: Option<Caption>,
    /// The line of the algorithm that has just run, counted from 0.
    pub listing_line: Option<usize>,
    /// Display time.
    pub shown_for: Duration,
    /// The internal state of the search, if a panel shows it.
    pub memory: Option<Box<Memory>>,
}

impl Frame {
    /// The state before the first event: a board with only the queens of the start.
    pub fn start(problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self { caption: Caption::of_start(&problem), ..Self::still(BoardState::start(&problem)) }
    }

    /// A position, as [`BoardState::position`], with the state that panels derive from it.
    pub fn position(size: BoardSize, queens: SquareSet) -> Self {
        let memory = Some(Box::new(Memory::of_position(size, &queens)));
        Self { memory, ..Self::still(BoardState::position(size, queens)) }
    }

    /// A board that is not part of a search.
    pub fn still(board: BoardState) -> Self {
        Self {
            moment: Moment::Start,
            next: None,
            step: 0,
            tally: Tally::default(),
            tree: TreePosition::default(),
            ended: false,
            is_last: false,
            caption: Caption::Custom("".into()),
            shared: None,
            board,
            listing_line: None,
            shown_for: Duration::ZERO,
            memory: None,
        }
    }

    /// Whether the search stays in the line whose queen it has just removed, or goes back to another; `None`
    /// for other steps, and if that is unknown.
    pub fn step_back(&self, order: Order) -> Option<StepBack> {
        let Moment::Remove(square) = self.moment else { return None };
        let line = order.line_of(square);
        let next = self.next?;
        if let Moment::Place(square) | Moment::Test { square, .. } | Moment::Refuse(square) = next {
            return line.contains(square).then_some(StepBack::Continues);
        }
        let goes_back = if let Moment::Remove(other) = next {
            !line.contains(other)
        } else {
            matches!(next, Moment::DeadEnd { line: dead, is_ahead: false, .. } if dead == line)
        };
        goes_back.then_some(StepBack::GoesBack)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepBack {
    /// The search continues with other squares of its line.
    Continues,
    /// No other square is left in the line: the call of the line ends as well.
    GoesBack,
}

/// The position in the search tree, whose nodes are numbered in the order of placement; 0 is the root.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TreePosition {
    /// The node of the newest queen on the board.
    pub node: u64,
    /// The node that was visited last.
    pub newest: u64,
}

enum_with_all! {
    /// Why a line is a dead end.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum DeadEndReason {
        /// Each of its squares is attacked or ruled out.
        NoSafeSquare,
        /// Each of its other squares has been tried with the queens on the board.
        AllTried,
        /// Known only to the solver: there are safe squares that were not tried.
        Other,
    }
}

impl DeadEndReason {
    /// The kind of square that the line lacks; `None` for other reasons.
    pub(super) const fn in_words(self) -> Option<&'static str> {
        match self {
            Self::NoSafeSquare => Some("No safe square"),
            Self::AllTried => Some("No other safe square"),
            Self::Other => None,
        }
    }
}

/// The event that a frame shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// None yet: only the queens of the start are on the board.
    Start,
    /// A square was examined for safety.
    Test {
        /// The square under test.
        square: Square,
        /// Square of the attacker, if it is not safe.
        attacker: Option<Square>,
        /// The examined queens.
        among: TestedQueens,
    },
    /// A square was refused by a custom rule of the solver.
    Refuse(Square),
    /// A queen was placed on the square.
    Place(Square),
    /// A line has no square left. This is not a step: nothing changes on the board.
    DeadEnd {
        /// The column or row.
        line: Line,
        /// The reason.
        reason: DeadEndReason,
        /// Whether the search has not reached the line yet.
        is_ahead: bool,
    },
    /// The queens are a solution.
    Solution {
        /// Square of the queen that was placed or moved last; `None` for a whole board.
        last: Option<Square>,
        /// Whether it is the mirror image of the solution before.
        is_mirror_image: bool,
    },
    /// The queen was removed from the square.
    Remove(Square),
    /// All queens were set up at once.
    Board,
    /// The board of the search was set up again, after the mirror image of its solution.
    BoardAgain,
    /// A queen was moved.
    Move {
        /// Square before the move.
        from: Square,
        /// Square after the move.
        to: Square,
    },
    /// Two queens were moved at once.
    Swap {
        /// Squares before the move.
        from: [Square; 2],
        /// Squares after the move.
        to: [Square; 2],
    },
    /// A note of the solver. This is not a step: nothing changes on the board.
    Note,
}

impl Moment {
    pub(super) const fn is_step(self) -> bool {
        !matches!(self, Self::Start | Self::DeadEnd { .. } | Self::Note)
    }

    pub(super) const fn is_test(self) -> bool {
        matches!(self, Self::Test { .. } | Self::Refuse(_))
    }

    pub(super) const fn is_dead_end(self) -> bool {
        matches!(self, Self::DeadEnd { .. })
    }

    pub(super) const fn is_solution(self) -> bool {
        matches!(self, Self::Solution { .. })
    }
}

/// A board with its queens and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardState {
    /// Size of the board.
    pub size: BoardSize,
    /// Squares with a queen.
    pub queens: SquareSet,
    /// Squares with a queen of the start.
    pub start: SquareSet,
    /// Closed squares.
    pub blocked: SquareSet,
    /// Marked squares; each at most once.
    pub marks: Vec<(Square, Mark)>,
    /// Attacks that are shown, on squares that were tested.
    pub attacks: Vec<Attack>,
    /// Squares that the search has ruled out.
    pub ruled_out: SquareSet,
    /// Number of other queens that attack a square, where the search counts them.
    pub counts: Vec<(Square, u8)>,
}

impl BoardState {
    /// The empty board.
    pub fn empty(size: BoardSize) -> Self {
        Self {
            size,
            queens: SquareSet::empty(size),
            start: SquareSet::new(),
            blocked: SquareSet::new(),
            marks: Vec::new(),
            attacks: Vec::new(),
            ruled_out: SquareSet::empty(size),
            counts: Vec::new(),
        }
    }

    /// The queens of the start of a problem.
    pub fn start(problem: &Problem) -> Self {
        let mut board = Self::empty(problem.size());
        board.queens.extend(problem.start());
        Self { start: problem.start().clone(), blocked: problem.blocked().clone(), ..board }
    }

    /// Queens on a board, with each attacked one marked; in a solution, all are marked.
    pub fn position(size: BoardSize, queens: SquareSet) -> Self {
        let attacked = queens.in_conflict();
        let solved = attacked.is_empty() && queens.len() == usize::from(size.get());
        let marks = if solved {
            queens.iter().map(|square| (square, Mark::Solution)).collect()
        } else {
            attacked.into_iter().map(|square| (square, Mark::Conflict)).collect()
        };
        Self { queens, marks, ..Self::empty(size) }
    }

    /// A solution without marks.
    pub fn of_solution(solution: &NumberedSolution) -> Self {
        Self { queens: solution.placement.queens(), ..Self::start(&solution.problem) }
    }

    /// The mark of a square.
    pub fn mark_at(&self, square: Square) -> Option<Mark> {
        self.marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| *mark)
    }

    /// The number of other queens that attack a square, if the search has counted them.
    pub fn count_at(&self, square: Square) -> Option<u8> {
        self.counts.iter().find(|(counted, _)| *counted == square).map(|(_, count)| *count)
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.marks.first().is_some_and(|(_, mark)| *mark == Mark::Solution)
    }

    pub(crate) fn conflicts(&self) -> usize {
        self.marks.iter().filter(|(_, mark)| mark.is_conflict()).count()
    }
}

enum_with_all! {
    /// Why a square is marked.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Mark {
        /// Its queen was placed just now.
        Placed,
        /// Its queen was placed just now, and is attacked.
        PlacedInConflict,
        /// Its queen was removed just now.
        Removed,
        /// Its queen is part of a solution.
        Solution,
        /// It, or its queen, is attacked.
        Conflict,
        /// It was found safe just now.
        Safe,
        /// No square is left in its line.
        DeadEnd,
        /// No square is left in its line, and it was tried before with the same queens on the board.
        Tried,
        /// It was refused since the step before.
        Refused,
    }
}

impl Mark {
    pub(crate) const fn is_conflict(self) -> bool {
        matches!(self, Self::Conflict | Self::PlacedInConflict)
    }
}

/// A queen's attack on a square: along a row, a column or a diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    from: Square,
    to: Square,
}

impl Attack {
    /// The attack from one square on another; `None` if a queen does not attack it.
    pub fn new(from: Square, to: Square) -> Option<Self> {
        from.attacks(to).then_some(Self { from, to })
    }

    /// Square of the queen.
    pub const fn from(self) -> Square {
        self.from
    }

    /// The attacked square.
    pub const fn to(self) -> Square {
        self.to
    }
}

#[derive(Debug, Clone, Copy)]
pub struct FilmFrame<'a> {
    pub content: Content<'a>,
    pub shown_for: Duration,
    pub is_last: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    Search(&'a Frame),
    Race(&'a RaceFrame),
    Solution(&'a SolutionFrame),
}

impl<'a> FilmFrame<'a> {
    pub const fn of_search(frame: &'a Frame, is_last: bool) -> Self {
        Self { content: Content::Search(frame), shown_for: frame.shown_for, is_last }
    }

    /// The frame of a board: board 0, or the board of a lane in a race.
    pub fn board(&self, lane: usize) -> Option<&'a Frame> {
        match self.content {
            Content::Search(frame) => Some(frame).filter(|_| lane == 0),
            Content::Race(race) => race.lanes.get(lane).map(|lane| &lane.frame),
            Content::Solution(solution) => Some(&solution.frame).filter(|_| lane == 0),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionFrame {
    pub solution: NumberedSolution,
    pub frame: Frame,
}

impl From<NumberedSolution> for SolutionFrame {
    fn from(solution: NumberedSolution) -> Self {
        let frame = Frame::still(BoardState::of_solution(&solution));
        Self { solution, frame }
    }
}
