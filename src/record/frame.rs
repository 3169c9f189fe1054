//! [`Frame`], the state of a search after one event, and [`FilmFrame`], a frame of any kind of film.

use std::time::Duration;

use crate::board::{BoardSize, Line, Problem, Square, SquareSet};
use crate::search::{NumberedSolution, Order, Tally, TestedQueens};
use crate::variants::enum_with_all;

use super::{Act, Caption, LostLine, Memory, RaceFrame};

/// The state of a search after one event, and how long it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The event that led to this state.
    pub moment: Moment,
    /// The event after this state; `None` in the last frame.
    pub next: Option<Moment>,
    /// The board after the event.
    pub board: BoardState,
    /// The number of steps so far, including steps without a frame.
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
    /// The act of the film, if its pace is a story.
    pub act: Option<Act>,
    /// The sentence of the story that is shown instead of `caption`.
    pub sentence: Option<Caption>,
    /// The line of code that has just run in the listing of the algorithm, counted from 0.
    pub listing_line: Option<usize>,
    /// How long the frame is shown.
    pub shown_for: Duration,
    /// A line that the film shows to be lost before the search notices.
    pub lost: Option<Box<LostLine>>,
    /// The internal state of the search, if a panel shows it.
    pub memory: Option<Box<Memory>>,
}

impl Frame {
    /// Returns the state before the first event: a board with only the given queens.
    pub fn start(problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self { caption: Caption::of_start(&problem), ..Self::still(BoardState::start(&problem)) }
    }

    /// Returns a frame of [`BoardState::position`], with the internal state of a search that follows from the
    /// queens.
    pub fn position(size: BoardSize, queens: SquareSet) -> Self {
        let memory = Some(Box::new(Memory::of_position(size, &queens)));
        Self { memory, ..Self::still(BoardState::position(size, queens)) }
    }

    /// Returns a frame of a board that is not part of a search.
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
            act: None,
            sentence: None,
            board,
            listing_line: None,
            shown_for: Duration::ZERO,
            lost: None,
            memory: None,
        }
    }

    /// Returns whether the search stays in the line of the removed queen or goes back to another line; `None` if
    /// no queen was removed, or if the next event does not tell.
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
    /// The search continues with other squares of the line.
    Continues,
    /// No other square is left in the line, so the recursive call for the line returns.
    GoesBack,
}

/// The position in the search tree, whose nodes are numbered in the order of placement; 0 is the root. A part of
/// [`Frame`], which the function of [`FilmBuilder::narrator`](crate::film::FilmBuilder) receives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TreePosition {
    /// The node of the newest queen on the board; 0 without a queen.
    pub node: u64,
    /// The node that was created last, even if its queen has been removed since.
    pub newest: u64,
}

enum_with_all! {
    /// Why a line is a dead end. A part of [`Moment`]; see [`FilmBuilder::narrator`](crate::film::FilmBuilder).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum DeadEndReason {
        /// Each square of the line is attacked or ruled out.
        NoSafeSquare,
        /// Each safe square of the line has already been tried with the queens now on the board.
        AllTried,
        /// A reason that only the solver knows.
        Other,
    }
}

impl DeadEndReason {
    /// Returns what the line does not have, as text; `None` for `Other`.
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
    /// No event yet: only the given queens are on the board.
    Start,
    /// A square was examined for safety.
    Test {
        /// The square under test.
        square: Square,
        /// Square of a queen that attacks the square; `None` if it is safe.
        attacker: Option<Square>,
        /// The examined queens.
        among: TestedQueens,
    },
    /// The solver refused a square without naming an attacker: by default, a closed or attacked square.
    Refuse(Square),
    /// A queen was placed on the square.
    Place(Square),
    /// The search found no square for a queen in a line. Does not count as a step.
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
        /// Square of the queen whose placement or move completed the solution; `None` for a whole board.
        last: Option<Square>,
        /// Whether the solution is the mirror image of the solution before.
        is_mirror_image: bool,
    },
    /// The queen was removed from the square.
    Remove(Square),
    /// A whole board was set up at once.
    Board,
    /// After the mirror image of a solution was shown, the queens of the search are set up again.
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
    /// The solver added a note. Does not count as a step.
    Note,
}

impl Moment {
    pub(super) const fn is_step(self) -> bool {
        !matches!(self, Self::Start | Self::DeadEnd { .. } | Self::Note)
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
    /// Squares with a given queen.
    pub start: SquareSet,
    /// Closed squares.
    pub blocked: SquareSet,
    /// Marked squares, each at most once, with their marks.
    pub marks: Vec<(Square, Mark)>,
    /// Attacks that a test found, to be drawn as attack lines.
    pub attacks: Vec<Attack>,
    /// Squares that the search has ruled out.
    pub ruled_out: SquareSet,
    /// Squares with the number of other queens that attack them, where the search counts attackers.
    pub counts: Vec<(Square, u8)>,
}

impl BoardState {
    /// Returns an empty board.
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

    /// Returns the board of a problem: given queens and closed squares.
    pub fn start(problem: &Problem) -> Self {
        let mut board = Self::empty(problem.size());
        board.queens.extend(problem.start());
        Self { start: problem.start().clone(), blocked: problem.blocked().clone(), ..board }
    }

    /// Returns a board with these queens. Attacked queens are marked; in a solution, all queens are.
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

    /// Returns the board of a solution, without marks.
    pub fn of_solution(solution: &NumberedSolution) -> Self {
        Self { queens: solution.placement.queens(), ..Self::start(&solution.problem) }
    }

    /// Returns the mark of a square.
    pub fn mark_at(&self, square: Square) -> Option<Mark> {
        self.marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| *mark)
    }

    /// Returns the number of other queens that attack a square, if the search has counted them.
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
    /// Why a square is marked. A part of [`BoardState`]; see [`FilmBuilder::narrator`](crate::film::FilmBuilder).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Mark {
        /// A queen was placed on the square or moved to it just now.
        Placed,
        /// A queen was placed on the square or moved to it just now, and is attacked.
        PlacedInConflict,
        /// The queen of the square was removed or moved away just now.
        Removed,
        /// The queen of the square is part of a solution.
        Solution,
        /// The square, or its queen, is attacked; or the square was refused just now.
        Conflict,
        /// The square was found safe just now.
        Safe,
        /// The line of the square is a dead end.
        DeadEnd,
        /// The line of the square is a dead end, and the square was already tried with the queens now on the
        /// board.
        Tried,
        /// The square was refused between the step before and this step.
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
    /// Returns the attack from one square on another; `None` if a queen on `from` does not attack `to`.
    pub fn new(from: Square, to: Square) -> Option<Self> {
        from.attacks(to).then_some(Self { from, to })
    }

    /// Returns the square of the attacking queen.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the attacked square.
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

    /// Returns the frame of a board: in a race, of this lane; otherwise only for lane 0.
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
