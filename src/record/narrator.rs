//! The narrator: what a frame means, as a caption and as a line of the algorithm.

use std::fmt;
use std::sync::Arc;

use crate::board::{Line, Problem, Square, SquareSet};
use crate::search::{Action, Algorithm, Listing, Order, Rules, TestedQueens};

use super::{Caption, DeadEndReason, Diagonal, Frame, FreeBit, Moment, Passage, Scene, StepBack, WayBack};

/// The numbers to leave room for where they are unknown.
const MANY_SOLUTIONS: u64 = 1_000_000_000;
const MANY_BOARDS: u64 = 1_000_000;

/// Fills in the caption and the highlighted line of frames.
#[derive(Clone)]
pub struct Narrator {
    /// What is solved.
    pub problem: Problem,
    /// The algorithm, if it is known.
    pub algorithm: Option<Algorithm>,
    /// The order of the search.
    pub order: Order,
    /// The rules of the solver: with its own, attacked queens are not marked.
    pub rules: Rules,
    /// How many solutions there are, if that is known.
    pub solutions: Option<u64>,
    /// The listing whose lines are highlighted: at first that of the algorithm.
    pub listing: Option<Listing>,
    /// Custom captions.
    pub words: Option<CustomWords>,
}

/// What a solver says about a frame itself.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnDetails {
    /// Its caption.
    pub words: Option<Arc<str>>,
    /// The line of its code, counted from 0.
    pub line: Option<usize>,
}

/// A function that returns custom captions; `None` leaves a frame to the narrator.
pub type CustomWords = Arc<dyn Fn(&Frame) -> Option<String> + Send + Sync>;

impl Narrator {
    /// A narrator for a search. The algorithm and the number of solutions are `None` if they
    /// are unknown.
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

    /// A narrator for a search of which only the board is known.
    pub fn of_unknown_search(problem: impl Into<Problem>) -> Self {
        Self::new(problem, None, Order::default(), None)
    }

    /// The order in which squares are tested, if it is known.
    pub(crate) fn order_of_tests(&self) -> Option<Order> {
        self.algorithm?.order_of_tests(self.order)
    }

    /// Captions that include the widest of this search, in any font.
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
                Caption::Passage { passage: Passage::Placements, below: Some(square) },
            ]
        });
        let lines = (1..=size.get()).flat_map(|number| [Line::Row(number), Line::Column(number)]);
        let of_lines =
            lines.flat_map(|line| DeadEndReason::ALL.map(|reason| Caption::DeadEnd { line, reason }));
        let (queens, solutions) = (size.get().into(), self.solutions.unwrap_or(MANY_SOLUTIONS));
        let others = [
            Caption::Refusals { squares: size.squares().collect(), queens: size.squares().collect() },
            Caption::Passage { passage: Passage::Boards, below: None },
            Caption::Passage { passage: Passage::Moves, below: None },
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

    /// Fills in the caption, unless the solver gave one, and the line that led to this moment; `before`
    /// is the moment of the frame before.
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
                let queens = frame.scene.queens.by_column().into();
                Caption::Solution { number, all: self.solutions, mirrored, queens }
            }
            Moment::Test { square, attacker: None, among } => self.safe(square, among, &frame.scene),
            Moment::Test { attacker: Some(_), .. } | Moment::Refuse(_) if frame.scene.marks.len() > 1 => {
                let Scene { marks, attacks, .. } = &frame.scene;
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
            Moment::Place(square) => match self.bit(square, before, &frame.scene) {
                Some(bit) => Caption::TookBit { square, line: self.order.line_of(square), bit },
                None => Caption::Placed { square, queens: frame.scene.queens.len() },
            },
            Moment::BoardAgain => Caption::MirrorImageRemoved,
            Moment::Remove(square) => self.removed(square, frame),
            Moment::Refuse(square) if frame.scene.blocked.contains(square) => Caption::Closed(square),
            Moment::Refuse(square) => Caption::Refused(square),
            Moment::DeadEnd { line, reason, .. } => Caption::DeadEnd { line, reason },
            Moment::Swap { from, to } => Caption::Swapped { from, to },
            // The solver's own words are shown.
            Moment::Note => Caption::Custom("".into()),
            Moment::Board => self.board(frame),
            Moment::Move { from, to } => Caption::Moved { from, to },
        }
    }

    /// What the end of a search with so many solutions says of its problem.
    fn verdict(&self, solutions: u64) -> Caption {
        let is_whole = self.algorithm.is_some_and(Algorithm::visits_all_solutions);
        if self.problem.is_plain() || !is_whole {
            return Caption::Ended { solutions };
        }
        // With closed squares, the start alone says nothing.
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

    /// Which free bit the queen of a search with bits has taken. That a square has been tried is only
    /// known if its queen was just removed.
    fn bit(&self, square: Square, before: Moment, scene: &Scene) -> Option<FreeBit> {
        if self.algorithm != Some(Algorithm::Bitfield) || self.rules == Rules::Own {
            return None;
        }
        let line = self.order.line_of(square);
        let others: SquareSet = scene.queens.iter().filter(|queen| *queen != square).collect();
        let is_free = |square: &Square| {
            !others.contains(*square) && others.attackers(*square) == 0 && !scene.blocked.contains(*square)
        };
        let lowest_from = |first: usize| line.squares(scene.size).skip(first).find(is_free);
        if lowest_from(0) == Some(square) {
            return Some(FreeBit::Lowest);
        }
        let Moment::Remove(tried) = before else { return None };
        let behind = line.squares(scene.size).take_while(|other| *other != tried).count() + 1;
        (line.contains(tried) && lowest_from(behind) == Some(square)).then_some(FreeBit::Next)
    }

    /// A queen is removed: whether an algorithm that goes line by line continues in its line.
    fn removed(&self, square: Square, frame: &Frame) -> Caption {
        let line = self.order.line_of(square);
        let goes_by_lines = self.algorithm.is_some_and(Algorithm::has_order);
        match frame.step_back(self.order).filter(|_| goes_by_lines) {
            Some(StepBack::Continues) => Caption::Continued { square, line },
            Some(StepBack::GoesBack) => {
                Caption::WentBack { square, line, reason: self.way_back(square, &frame.scene) }
            }
            None => Caption::Removed { square, queens: frame.scene.queens.len() },
        }
    }

    /// Why the search goes back from the line of a queen that it has removed.
    fn way_back(&self, removed: Square, scene: &Scene) -> WayBack {
        let line = self.order.line_of(removed);
        let open = line.squares(scene.size).filter(|square| !scene.blocked.contains(*square));
        let mut behind = open.skip_while(|square| *square != removed).skip(1).peekable();
        let is_safe = |square: Square| {
            !scene.queens.contains(square)
                && scene.queens.attackers(square) == 0
                && !scene.ruled_out.contains(square)
        };
        if behind.peek().is_none() {
            WayBack::LastSquare
        } else if self.rules == Rules::Own || behind.any(is_safe) {
            WayBack::Other
        } else {
            WayBack::NoSafeSquare
        }
    }

    /// A whole board: an algorithm that sets up every board discards one with queens on a diagonal.
    fn board(&self, frame: &Frame) -> Caption {
        let (number, scene) = (frame.tally.boards, &frame.scene);
        let is_discarded = self.algorithm.is_some_and(Algorithm::sets_up_every_board)
            && (frame.ended || matches!(frame.next, Some(Moment::Board)));
        match Diagonal::fullest(&scene.queens, scene.size).filter(|_| is_discarded) {
            Some((diagonal, queens @ 2..)) => {
                Caption::Discarded { number, queens, diagonal: diagonal.ends(scene.size) }
            }
            _ => Caption::Board { number, attacked: scene.conflicts() },
        }
    }

    /// What is known of a square that is called safe.
    fn safe(&self, square: Square, among: TestedQueens, scene: &Scene) -> Caption {
        if self.rules == Rules::Own {
            return Caption::Accepted(square);
        }
        // On a whole board the queen of the line may move.
        let line = self.order.line_of(square);
        let may_move = |queen: Square| line.contains(queen) && queen != square;
        let others_only = among == TestedQueens::All && scene.queens.iter().any(may_move);
        let among = if others_only { TestedQueens::in_other_lines(self.order) } else { among };
        Caption::Safe { square, among }
    }
}

impl fmt::Debug for Narrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, order, rules, solutions, .. } = self;
        write!(f, "Narrator({problem:?}, {order:?}, {rules:?}, {solutions:?})")
    }
}
