//! The narrator: what a frame means, as a caption and as a line of the algorithm.

use std::fmt;
use std::sync::Arc;

use crate::board::BoardSize;
use crate::search::{Action, Algorithm, Listing, Order};

use super::{BacktrackReason, Caption, Frame, Mark, Moment, Wording};

/// The numbers to leave room for where they are unknown.
const MANY_SOLUTIONS: u64 = 1_000_000_000;
const MANY_BOARDS: u64 = 1_000_000;

/// Fills in the caption and the highlighted line of frames.
#[derive(Clone)]
pub struct Narrator {
    size: BoardSize,
    algorithm: Option<Algorithm>,
    order: Order,
    solutions: Option<u64>,
    listing: Option<Listing>,
    words: Option<Words>,
}

/// Custom captions; `None` leaves a frame to the narrator.
type Words = Arc<dyn Fn(&Frame) -> Option<String> + Send + Sync>;

impl Narrator {
    /// A narrator for a search. The algorithm and the number of solutions are `None` if they
    /// are unknown.
    pub fn new(size: BoardSize, algorithm: Option<Algorithm>, order: Order, solutions: Option<u64>) -> Self {
        let listing = algorithm.map(|algorithm| Listing::of(algorithm, order));
        Self { size, algorithm, order, solutions, listing, words: None }
    }

    /// A narrator for a search of which only the board is known.
    pub fn of_unknown_search(size: BoardSize) -> Self {
        Self::new(size, None, Order::default(), None)
    }

    /// The same narrator, for a board with this number of solutions.
    pub(crate) fn with_solutions(self, solutions: Option<u64>) -> Self {
        Self { solutions, ..self }
    }

    /// With custom captions, for the frames for which `words` returns one.
    pub fn with_words(self, words: impl Fn(&Frame) -> Option<String> + Send + Sync + 'static) -> Self {
        Self { words: Some(Arc::new(words)), ..self }
    }

    /// With a custom listing instead of the algorithm's.
    pub fn with_listing(self, listing: Listing) -> Self {
        Self { listing: Some(listing), ..self }
    }

    /// The listing whose lines are highlighted.
    pub const fn listing(&self) -> Option<&Listing> {
        self.listing.as_ref()
    }

    /// How captions name rows, columns and squares.
    pub const fn wording(&self) -> Wording {
        Wording { size: self.size, order: self.order }
    }

    /// Whether there may be captions that [`Narrator::wide_captions`] does not include.
    pub(crate) const fn has_words(&self) -> bool {
        self.words.is_some()
    }

    /// Captions that include the widest of this search, in any font.
    pub fn wide_captions(&self) -> impl Iterator<Item = Caption> + '_ {
        let of_squares = self.size.squares().flat_map(|square| {
            [
                Caption::Attacked { square, queen: square },
                Caption::Removed(square),
                Caption::Moved { from: square, to: square },
            ]
        });
        let of_lines = (2..=self.size.get()).map(|line| Caption::Exhausted { line, tried: true });
        let of_solutions =
            self.solutions.map(|all| Caption::Solution { number: all, all: Some(all), mirrored: true });
        of_squares
            .chain(of_lines)
            .chain([Caption::Board { number: MANY_BOARDS, attacked: self.size.get().into() }])
            .chain(of_solutions)
            .chain([
                Caption::Start { queens: self.size },
                Caption::Ended { solutions: self.solutions.unwrap_or(MANY_SOLUTIONS) },
            ])
    }

    /// Fills in the caption, unless the solver gave one, and the line that led to this moment.
    pub(super) fn narrate(&self, frame: &mut Frame, own: Option<&Arc<str>>) {
        frame.listing_line = self.line(frame.moment);
        frame.caption = match own {
            Some(words) => Caption::Custom(Arc::clone(words)),
            None => self
                .words
                .as_ref()
                .and_then(|words| words(frame))
                .map_or_else(|| self.caption(frame), |words| Caption::Custom(words.into())),
        };
    }

    fn line(&self, moment: Moment) -> Option<usize> {
        let listing = self.listing.as_ref()?;
        let mirrors = self.algorithm == Some(Algorithm::Bitfield);
        let action = match moment {
            Moment::Start => Action::Start,
            Moment::Test { .. } => Action::Test,
            Moment::Place(_) => Action::Place,
            // The mirror image is shown as a whole board, and removed as one.
            Moment::Solution(None) if mirrors => Action::Board,
            Moment::Board if mirrors => return None,
            Moment::Solution(_) => Action::Solution,
            Moment::Remove(_) => Action::Remove,
            Moment::Board => Action::Board,
            Moment::Move { .. } => Action::Move,
        };
        listing.line_of(action)
    }

    fn caption(&self, frame: &Frame) -> Caption {
        let number = frame.tally.solutions;
        let mirrors = self.algorithm == Some(Algorithm::Bitfield);
        match frame.moment {
            Moment::Start => Caption::Start { queens: self.size },
            // On a whole board, only the queens before this one have been tested.
            Moment::Test { square, attacker: None } => match self.algorithm {
                Some(Algorithm::Permutations) => Caption::SafeFromAbove(square),
                Some(Algorithm::Random) => Caption::SafeFromLeft(square),
                Some(
                    Algorithm::Backtracking
                    | Algorithm::Eager
                    | Algorithm::Marking
                    | Algorithm::Bitfield
                    | Algorithm::ForwardChecking
                    | Algorithm::MinConflicts,
                )
                | None => Caption::Safe(square),
            },
            Moment::Test { square, attacker: Some(queen) } => Caption::Attacked { square, queen },
            Moment::Place(square) => Caption::Placed(square),
            Moment::Solution(last) => {
                Caption::Solution { number, all: self.solutions, mirrored: mirrors && last.is_none() }
            }
            Moment::Board if mirrors && frame.scene.marked(Mark::Conflict) == 0 => {
                Caption::MirrorImageRemoved
            }
            Moment::Remove(_) if frame.ended => Caption::Ended { solutions: number },
            Moment::Remove(square) => match frame.backtrack_reason {
                Some(BacktrackReason::Exhausted { line, tried }) => Caption::Exhausted { line, tried },
                Some(BacktrackReason::DeadEnd { line }) => Caption::DeadEnd { line },
                None => Caption::Removed(square),
            },
            Moment::Board => {
                Caption::Board { number: frame.tally.boards, attacked: frame.scene.marked(Mark::Conflict) }
            }
            Moment::Move { from, to } => Caption::Moved { from, to },
        }
    }
}

impl fmt::Debug for Narrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, algorithm, order, solutions, .. } = self;
        write!(f, "Narrator({size}, {algorithm:?}, {order:?}, {solutions:?})")
    }
}
