//! The narrator, which adds captions and highlighted lines of code to frames.

use std::sync::Arc;

use crate::board::{Line, Problem, Square, SquareSet};
use crate::search::{Action, Algorithm, Listing, Order, Rules, Tally, TestedQueens};

use super::{
    BoardCount, BoardState, Caption, DeadEndReason, Diagonal, Frame, FreeBit, Moment, StepBack, WayBack,
};

/// Captions reserve space for this number of solutions if the number is unknown.
const MANY_SOLUTIONS: u64 = 1_000_000_000;
const MANY_BOARDS: u64 = 1_000_000;

/// Sets the caption and the highlighted line of code of frames.
#[derive(Clone)]
pub struct Narrator {
    pub problem: Problem,
    pub algorithm: Option<Algorithm>,
    pub order: Order,
    /// The rules of the solver; with custom rules, attacked queens are not marked.
    pub rules: Rules,
    pub solutions: Option<u64>,
    /// The listing whose lines of code are highlighted, initially the listing of the algorithm.
    pub listing: Option<Listing>,
    pub words: Option<CustomCaption>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct OwnDetails {
    pub words: Option<Arc<str>>,
    pub line: Option<usize>,
}

/// A function that returns a custom caption of a frame; for `None`, the narrator adds the usual caption.
pub type CustomCaption = Arc<dyn Fn(&Frame) -> Option<String> + Send + Sync>;

impl Narrator {
    pub fn new(
        problem: impl Into<Problem>,
        algorithm: Option<Algorithm>,
        order: Order,
        solutions: Option<u64>,
    ) -> Self {
        let problem: Problem = problem.into();
        let listing = algorithm.map(|algorithm| Listing::of(algorithm, order, &problem));
        Self { problem, algorithm, order, rules: Rules::default(), solutions, listing, words: None }
    }

    pub fn of_unknown_search(problem: impl Into<Problem>) -> Self {
        Self::new(problem, None, Order::default(), None)
    }

    pub(crate) fn order_of_tests(&self) -> Option<Order> {
        self.algorithm?.order_of_tests(self.order)
    }

    /// Returns captions that include the widest caption of this search, in any font.
    pub fn wide_captions(&self) -> impl Iterator<Item = Caption> + '_ {
        let size = self.problem.size();
        let of_squares = size.squares().flat_map(move |square| {
            let line = self.order.line_of(square);
            [
                Caption::TookBit { square, line, bit: FreeBit::Lowest },
                Caption::Continued { square, line },
                Caption::WentBack { square, line, reason: WayBack::Other },
                Caption::Attacked { square, queen: square },
                Caption::Placed { square, queens: size.get().into() },
                Caption::Removed { square, queens: size.get().into() },
                Caption::Moved { from: square, to: square },
                Caption::Safe { square, among: TestedQueens::InOtherColumns },
                Caption::Safe { square, among: TestedQueens::InOtherRows },
                Caption::Swapped { from: [square; 2], to: [square; 2] },
                Caption::Closed(square),
                Caption::WayOn { square },
            ]
        });
        let lines = (1..=size.get()).flat_map(|number| [Line::Row(number), Line::Column(number)]);
        let of_lines =
            lines.clone().flat_map(|line| DeadEndReason::ALL.map(|reason| Caption::DeadEnd { line, reason }));
        let count = usize::from(size.get());
        let of_lines =
            of_lines.chain(lines.map(move |line| Caption::Lost { line, queens: count, squares: count }));
        let (queens, solutions) = (size.get().into(), self.solutions.unwrap_or(MANY_SOLUTIONS));
        let others = [
            Caption::Refusals { squares: size.squares().collect(), queens: size.squares().collect() },
            Caption::Placements { order: self.order },
            Caption::Unseen,
            Caption::Return { is_last: false },
            Caption::Branch { queens },
            Caption::Outcome {
                solutions,
                tally: Tally { tests: MANY_BOARDS, placements: 1, ..Tally::default() },
                order: self.order,
                boards: self.boards(),
            },
            Caption::Board { number: MANY_BOARDS, attacked: queens },
            Caption::Discarded { number: MANY_BOARDS, queens, diagonal: [Square::new(1, 1); 2] },
            Caption::of_start(&self.problem),
            Caption::Ended { solutions },
            self.verdict(solutions),
            Caption::Stopped { solutions },
        ];
        let of_solutions = self.solutions.map(|number| Caption::Solution {
            number,
            all: self.solutions,
            mirrored: true,
            queens: Arc::new([]),
        });
        of_squares.chain(of_lines).chain(others).chain(of_solutions)
    }

    /// Sets the line of code that led to the frame, and the caption; details of the solver in `own` take precedence.
    /// `before` is the moment of the step before.
    pub(super) fn narrate(&self, frame: &mut Frame, before: Moment, own: &OwnDetails) {
        frame.listing_line = own.line.or_else(|| self.line(frame.moment));
        let custom = || self.words.as_ref()?(frame).map(Arc::from);
        let custom = own.words.clone().or_else(custom);
        frame.caption = custom.map_or_else(|| self.caption(frame, before), Caption::Custom);
    }

    fn line(&self, moment: Moment) -> Option<usize> {
        let listing = self.listing.as_ref()?;
        let of_square = |action, square: Square| listing.line_in(action, Line::Row(square.row));
        let action = match moment {
            Moment::Start => Action::Start,
            Moment::Test { square, .. } | Moment::Refuse(square) => return of_square(Action::Test, square),
            Moment::Place(square) => return of_square(Action::Place, square),
            Moment::Solution { is_mirror_image: false, .. } => Action::Solution,
            Moment::Remove(square) => return of_square(Action::Remove, square),
            // The mirror image is shown as a whole board.
            Moment::Board | Moment::Solution { is_mirror_image: true, .. } => Action::Board,
            Moment::Move { .. } | Moment::Swap { .. } => Action::Move,
            Moment::DeadEnd { is_ahead: true, .. } => Action::DeadEnd,
            Moment::DeadEnd { line, is_ahead: false, reason } => {
                let has_none = reason == DeadEndReason::NoSafeSquare;
                let decides = has_none.then(|| listing.line_in(Action::NoSquare, line)).flatten();
                return decides.or_else(|| listing.line_in(Action::Backtrack, line));
            }
            Moment::BoardAgain | Moment::Note => return None,
        };
        listing.line_of(action)
    }

    fn caption(&self, frame: &Frame, before: Moment) -> Caption {
        let number = frame.tally.solutions;
        let says_more = matches!(frame.moment, Moment::Start | Moment::Solution { .. });
        match (frame.is_last, frame.ended) {
            (true, true) => return self.verdict(number),
            (true, false) if !says_more => return Caption::Stopped { solutions: number },
            (true, false) | (false, _) => {}
        }
        match frame.moment {
            Moment::Start => Caption::of_start(&self.problem),
            Moment::Solution { is_mirror_image: mirrored, .. } => {
                let queens = frame.board.queens.by_column().into();
                Caption::Solution { number, all: self.solutions, mirrored, queens }
            }
            Moment::Test { square, attacker: None, among } => self.safe(square, among, &frame.board),
            Moment::Test { attacker: Some(_), .. } | Moment::Refuse(_) if frame.board.marks.len() > 1 => {
                let BoardState { marks, attacks, .. } = &frame.board;
                let mut queens: Vec<Square> = attacks.iter().map(|attack| attack.from()).collect();
                queens.sort_unstable_by_key(|queen| (queen.column, queen.row));
                queens.dedup();
                let is_attacked = attacks.len() == marks.len();
                Caption::Refusals {
                    squares: marks.iter().map(|(square, _)| *square).collect(),
                    queens: queens.into_iter().filter(|_| is_attacked).collect(),
                }
            }
            Moment::Test { square, attacker: Some(queen), .. } => Caption::Attacked { square, queen },
            Moment::Place(square) => match self.bit(square, before, &frame.board) {
                Some(bit) => Caption::TookBit { square, line: self.order.line_of(square), bit },
                None => Caption::Placed { square, queens: frame.board.queens.len() },
            },
            Moment::BoardAgain => Caption::MirrorImageRemoved,
            Moment::Remove(square) => self.removed(square, frame),
            Moment::Refuse(square) if frame.board.blocked.contains(square) => Caption::Closed(square),
            Moment::Refuse(square) => Caption::Refused(square),
            Moment::DeadEnd { line, reason, .. } => Caption::DeadEnd { line, reason },
            Moment::Swap { from, to } => Caption::Swapped { from, to },
            // The text of the solver replaces this caption.
            Moment::Note => Caption::Custom("".into()),
            Moment::Board => self.board(frame),
            Moment::Move { from, to } => Caption::Moved { from, to },
        }
    }

    /// Returns the sentence with which the story of a search ends in this frame, its last; `None` if the caption of
    /// the frame says more.
    pub(crate) fn outcome(&self, frame: &Frame) -> Option<Caption> {
        let (is_solved, tally) = (frame.moment.is_solution(), frame.tally);
        let is_custom = matches!(frame.caption, Caption::Custom(_));
        // Other searches may end without having tried each square of a line.
        let has_tried_all =
            self.rules == Rules::Chess && self.algorithm.is_some_and(Algorithm::goes_by_lines);
        let is_over = frame.ended && self.problem.is_plain() && (tally.solutions > 0 || has_tried_all);
        let is_complete = is_solved || is_over;
        (is_complete && !is_custom).then(|| Caption::Outcome {
            solutions: tally.solutions,
            tally,
            order: self.order,
            boards: self.boards(),
        })
    }

    /// Returns the number of boards with the given queens, and with one queen in each other line.
    fn boards(&self) -> BoardCount {
        let (size, start) = (self.problem.size(), self.problem.start());
        let lines = (1..=size.get()).map(|number| self.order.line(number));
        let vacant = lines.filter(|line| line.squares(size).all(|square| !start.contains(square)));
        let open = |line: Line| {
            line.squares(size).filter(|square| !self.problem.blocked().contains(*square)).count()
        };
        BoardCount::of(vacant.map(|line| open(line) as u64))
    }

    fn verdict(&self, solutions: u64) -> Caption {
        let is_whole = self.algorithm.is_some_and(Algorithm::visits_all_solutions);
        if self.problem.is_plain() || !is_whole {
            return Caption::Ended { solutions };
        }
        // With closed squares, the given queens alone do not identify the problem.
        let is_start = self.problem.blocked().is_empty();
        let queens: Vec<Square> = self.problem.start().iter().filter(|_| is_start).collect();
        let images = self.problem.other_images();
        let others: SquareSet = match &queens[..] {
            [_] => images.iter().flat_map(Problem::start).collect(),
            _ => SquareSet::new(),
        };
        let (images, image_squares) = (images.len(), others.by_column().into());
        Caption::Verdict { solutions, start: queens.into(), images, image_squares }
    }

    /// Returns which free bit of its line the new queen is on; `None` unless the search uses bits. `Next` is only
    /// recognised after a removal from the line.
    fn bit(&self, square: Square, before: Moment, board: &BoardState) -> Option<FreeBit> {
        if self.algorithm != Some(Algorithm::Bitfield) || self.rules == Rules::Own {
            return None;
        }
        let line = self.order.line_of(square);
        let others: SquareSet = board.queens.iter().filter(|queen| *queen != square).collect();
        let is_free = |square: &Square| {
            !others.contains(*square) && others.attackers(*square) == 0 && !board.blocked.contains(*square)
        };
        let lowest_from = |first: usize| line.squares(board.size).skip(first).find(is_free);
        if lowest_from(0) == Some(square) {
            return Some(FreeBit::Lowest);
        }
        let Moment::Remove(tried) = before else { return None };
        let behind = line.squares(board.size).take_while(|other| *other != tried).count() + 1;
        (line.contains(tried) && lowest_from(behind) == Some(square)).then_some(FreeBit::Next)
    }

    fn removed(&self, square: Square, frame: &Frame) -> Caption {
        let line = self.order.line_of(square);
        let goes_by_lines = self.algorithm.is_some_and(Algorithm::has_order);
        match frame.step_back(self.order).filter(|_| goes_by_lines) {
            Some(StepBack::Continues) => Caption::Continued { square, line },
            Some(StepBack::GoesBack) => {
                Caption::WentBack { square, line, reason: self.way_back(square, &frame.board) }
            }
            None => Caption::Removed { square, queens: frame.board.queens.len() },
        }
    }

    fn way_back(&self, removed: Square, board: &BoardState) -> WayBack {
        let line = self.order.line_of(removed);
        let open = line.squares(board.size).filter(|square| !board.blocked.contains(*square));
        let mut behind = open.skip_while(|square| *square != removed).skip(1).peekable();
        let is_safe = |square: Square| {
            !board.queens.contains(square)
                && board.queens.attackers(square) == 0
                && !board.ruled_out.contains(square)
        };
        if behind.peek().is_none() {
            WayBack::LastSquare
        } else if self.rules == Rules::Own || behind.any(is_safe) {
            WayBack::Other
        } else {
            WayBack::NoSafeSquare
        }
    }

    /// Returns the caption of a whole board. An exhaustive search discards a board with several queens on a
    /// diagonal.
    fn board(&self, frame: &Frame) -> Caption {
        let (number, board) = (frame.tally.boards, &frame.board);
        let is_discarded = self.algorithm.is_some_and(Algorithm::sets_up_every_board)
            && (frame.ended || matches!(frame.next, Some(Moment::Board)));
        match Diagonal::fullest(&board.queens, board.size).filter(|_| is_discarded) {
            Some((diagonal, queens @ 2..)) => {
                Caption::Discarded { number, queens, diagonal: diagonal.ends(board.size) }
            }
            _ => Caption::Board { number, attacked: board.conflicts() },
        }
    }

    fn safe(&self, square: Square, among: TestedQueens, board: &BoardState) -> Caption {
        if self.rules == Rules::Own {
            return Caption::Accepted(square);
        }
        // On a whole board, the queen of this line may move, so only queens of other lines were examined.
        let line = self.order.line_of(square);
        let may_move = |queen: Square| line.contains(queen) && queen != square;
        let others_only = among == TestedQueens::All && board.queens.iter().any(may_move);
        let among = if others_only { TestedQueens::in_other_lines(self.order) } else { among };
        Caption::Safe { square, among }
    }
}
