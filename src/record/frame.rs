//! Frames: the complete state of a search at one moment, and shots: frames of any kind of film.

use std::time::Duration;

use crate::board::{BoardSize, Line, Problem, Square, SquareSet};
use crate::search::{NumberedSolution, Order, Tally, TestedQueens};
use crate::variants::enum_with_all;

use super::{Caption, Memory, RaceFrame};

/// The state of a search after one step, and for how long it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What happened last.
    pub moment: Moment,
    /// What happens next, once that is known; nothing after the last frame.
    pub next: Option<Moment>,
    /// The board after it.
    pub scene: Scene,
    /// The number of steps so far, including those without a frame.
    pub step: u64,
    /// The counters of the search so far.
    pub tally: Tally,
    /// Where the search is in its tree.
    pub tree: TreePosition,
    /// Whether the solver has said that the search is over.
    pub ended: bool,
    /// Whether this is the last frame.
    pub is_last: bool,
    /// What happened, in words.
    pub caption: Caption,
    /// What is shown instead on the frame and on those around it, if each is too short to read about.
    pub shared: Option<Caption>,
    /// The line of the algorithm that has just run, counted from 0.
    pub listing_line: Option<usize>,
    /// How long the frame is shown.
    pub shown_for: Duration,
    /// What the search remembers, if a panel shows it.
    pub memory: Option<Box<Memory>>,
}

impl Frame {
    /// The state before the first event: a board with the queens of the start alone.
    pub fn start(problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self { caption: Caption::of_start(&problem), ..Self::still(Scene::start(&problem)) }
    }

    /// A position, as [`Scene::position`], with what panels of state show of it.
    pub fn position(size: BoardSize, queens: SquareSet) -> Self {
        let memory = Some(Box::new(Memory::of_position(size, &queens)));
        Self { memory, ..Self::still(Scene::position(size, queens)) }
    }

    /// A board that is not part of a search.
    pub fn still(scene: Scene) -> Self {
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
            scene,
            listing_line: None,
            shown_for: Duration::ZERO,
            memory: None,
        }
    }

    /// Whether the search stays in the line whose queen it has just removed, or goes back to another;
    /// `None` for other steps, and if that cannot be said.
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

/// The two kinds of a step back, in which a queen is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepBack {
    /// The search goes on with other squares of its line.
    Continues,
    /// It has no other square there: the call of the line ends as well.
    GoesBack,
}

/// Where a search is in its tree, whose nodes are numbered in the order of placement; 0 is the root.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TreePosition {
    /// The node of the queen that was placed last of those on the board.
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
        /// The solver's own: it has safe squares that were not tried.
        Other,
    }
}

impl DeadEndReason {
    /// What there is not in the line; `None` if that is not the reason.
    pub(super) const fn in_words(self) -> Option<&'static str> {
        match self {
            Self::NoSafeSquare => Some("No safe square"),
            Self::AllTried => Some("No other safe square"),
            Self::Other => None,
        }
    }
}

/// What happened just now in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Nothing yet: only the queens of the start are on the board.
    Start,
    /// A square was examined for safety.
    Test {
        /// The square under test.
        square: Square,
        /// The queen that attacks it, if it is not safe.
        attacker: Option<Square>,
        /// The queens that were looked at.
        among: TestedQueens,
    },
    /// A square was refused by a rule of the solver's own.
    Refuse(Square),
    /// A queen was placed on the square.
    Place(Square),
    /// A line has no square left. This is no step: nothing changes on the board.
    DeadEnd {
        /// The column or row.
        line: Line,
        /// Why.
        reason: DeadEndReason,
        /// Whether the search has not reached the line yet.
        is_ahead: bool,
    },
    /// The queens are a solution.
    Solution {
        /// The square of the queen that was placed or moved last; a whole board has none.
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
        /// The square that it left.
        from: Square,
        /// The square that it moved to.
        to: Square,
    },
    /// Two queens were moved at once.
    Swap {
        /// The squares that they left.
        from: [Square; 2],
        /// The squares that they moved to.
        to: [Square; 2],
    },
    /// The solver has something to say. This is no step: nothing changes on the board.
    Note,
}

impl Moment {
    /// Whether something happens in it: its frame has a number of its own.
    pub(super) const fn is_step(self) -> bool {
        !matches!(self, Self::Start | Self::DeadEnd { .. } | Self::Note)
    }

    /// Whether a square is examined, safe or not.
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

/// A board with its queens, and the squares that are marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Size of the board.
    pub size: BoardSize,
    /// The squares that hold a queen.
    pub queens: SquareSet,
    /// Those whose queens stand from the start.
    pub start: SquareSet,
    /// The closed squares.
    pub blocked: SquareSet,
    /// The squares that are marked; each square at most once.
    pub marks: Vec<(Square, Mark)>,
    /// The attacks that are shown, on squares that were tested.
    pub attacks: Vec<Attack>,
    /// The squares that the search has ruled out.
    pub ruled_out: SquareSet,
    /// The number of other queens that attack a square, where the search counts them.
    pub counts: Vec<(Square, u8)>,
}

impl Scene {
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
        let mut scene = Self::empty(problem.size());
        scene.queens.extend(problem.start());
        Self { start: problem.start().clone(), blocked: problem.blocked().clone(), ..scene }
    }

    /// Queens on a board, with each attacked one marked; a solution has all of them marked.
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

    /// A solution with nothing marked.
    pub fn of_solution(solution: &NumberedSolution) -> Self {
        Self { queens: solution.placement.queens(), ..Self::start(&solution.problem) }
    }

    /// The mark of a square, if it has one.
    pub fn mark_at(&self, square: Square) -> Option<Mark> {
        self.marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| *mark)
    }

    /// The number of other queens that attack a square, if the search has counted them.
    pub fn count_at(&self, square: Square) -> Option<u8> {
        self.counts.iter().find(|(counted, _)| *counted == square).map(|(_, count)| *count)
    }

    /// Whether the queens are marked as a solution.
    pub(crate) fn is_solved(&self) -> bool {
        self.marks.first().is_some_and(|(_, mark)| *mark == Mark::Solution)
    }

    /// The number of squares with a mark of a conflict.
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
        /// Its queen was placed just now, and is attacked by a queen.
        PlacedInConflict,
        /// Its queen was removed just now.
        Removed,
        /// Its queen is part of a solution.
        Solution,
        /// It, or its queen, is attacked by a queen.
        Conflict,
        /// It was found safe just now.
        Safe,
        /// No square is left in its line.
        DeadEnd,
        /// No square is left in its line, and it was tried before, with the same queens on the board.
        Tried,
        /// It was refused since the step before.
        Refused,
    }
}

impl Mark {
    /// Whether the queen of the square is attacked by another.
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
    /// The attack of a queen in `from` on the square `to`; `None` if it does not attack it.
    pub fn new(from: Square, to: Square) -> Option<Self> {
        from.attacks(to).then_some(Self { from, to })
    }

    /// The square of the queen.
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square under attack.
    pub const fn to(self) -> Square {
        self.to
    }
}

/// One frame of any kind of film.
#[derive(Debug, Clone, Copy)]
pub struct Shot<'a> {
    /// What it shows.
    pub content: Content<'a>,
    /// How long it is shown.
    pub shown_for: Duration,
    /// Whether it is the last of the film.
    pub is_last: bool,
}

/// What a [`Shot`] shows.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// A moment of a search.
    Search(&'a Frame),
    /// A moment of a race.
    Race(&'a RaceFrame),
    /// A solution among others.
    Solution(&'a SolutionFrame),
}

impl<'a> Shot<'a> {
    /// A moment of a search.
    pub const fn of_search(frame: &'a Frame, is_last: bool) -> Self {
        Self { content: Content::Search(frame), shown_for: frame.shown_for, is_last }
    }

    /// The frame of a board: board 0, or that of a lane in a race.
    pub fn board(&self, lane: usize) -> Option<&'a Frame> {
        match self.content {
            Content::Search(frame) => Some(frame).filter(|_| lane == 0),
            Content::Race(race) => race.lanes.get(lane).map(|lane| &lane.frame),
            Content::Solution(solution) => Some(&solution.frame).filter(|_| lane == 0),
        }
    }
}

/// A solution on its board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionFrame {
    /// The solution.
    pub solution: NumberedSolution,
    /// The board.
    pub frame: Frame,
}

impl From<NumberedSolution> for SolutionFrame {
    fn from(solution: NumberedSolution) -> Self {
        let frame = Frame::still(Scene::of_solution(&solution));
        Self { solution, frame }
    }
}
