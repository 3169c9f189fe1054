//! Problems: a board, the given queens, and the closed squares.

use crate::words::listed;

use super::{BoardSize, Square, SquareNames, SquareSet, Symmetries, Symmetry};

/// The maximum number of squares named in a description; more squares are counted.
const MOST_NAMED: usize = 6;

/// A problem: N queens on an N×N board, of which some may be given at the start. Some squares may be closed.
///
/// Given queens never move, and none attacks another. No queen may be on a closed square, but queens attack
/// across it.
///
/// ```
/// use queenreel::board::{BoardSize, Problem, ProblemError, Square};
///
/// let size = BoardSize::new(6)?;
/// let corner = Problem::new(size, [Square::new(1, 1)], [])?;
/// assert!(corner.start().contains(Square::new(1, 1)) && !corner.is_plain());
/// assert_eq!(corner.other_images().len(), 3, "the other corners");
/// let error = Problem::new(size, [(1, 1), (2, 2)].map(Square::from), []).unwrap_err();
/// assert_eq!(error.to_string(), "the queens of the start on a6 and b5 attack each other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Problem {
    size: BoardSize,
    start: SquareSet,
    blocked: SquareSet,
}

impl Problem {
    /// Creates a problem with given queens on the squares of `start`, and with the closed squares `blocked`.
    ///
    /// # Errors
    /// [`ProblemError`] if a square is not on the board or named twice, two given queens attack each other, or a
    /// given queen is on a closed square.
    pub fn new(
        size: BoardSize,
        start: impl IntoIterator<Item = Square>,
        blocked: impl IntoIterator<Item = Square>,
    ) -> Result<Self, ProblemError> {
        let (start, blocked) = (set(size, start)?, set(size, blocked)?);
        let queens: Vec<Square> = start.iter().collect();
        let pairs =
            (1..).zip(&queens).flat_map(|(next, one)| queens[next..].iter().map(move |other| (*one, *other)));
        if let Some((one, other)) = pairs.into_iter().find(|(one, other)| one.attacks(*other)) {
            return Err(ProblemError::Attack { one, other, size });
        }
        if let Some(square) = queens.into_iter().find(|queen| blocked.contains(*queen)) {
            return Err(ProblemError::ClosedStart { square, size });
        }
        Ok(Self { size, start, blocked })
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the squares of the given queens.
    pub const fn start(&self) -> &SquareSet {
        &self.start
    }

    /// Returns the closed squares.
    pub const fn blocked(&self) -> &SquareSet {
        &self.blocked
    }

    /// Whether no queen is given and no square is closed.
    pub const fn is_plain(&self) -> bool {
        self.start.is_empty() && self.blocked.is_empty()
    }

    /// Whether a queen may be placed on a square at the start: the square is not closed, and no given queen is on
    /// it or attacks it.
    pub fn is_free(&self, square: Square) -> bool {
        !self.blocked.contains(square) && !self.start.contains(square) && self.start.attackers(square) == 0
    }

    /// Returns the number of queens to place.
    pub fn queens_to_place(&self) -> usize {
        usize::from(self.size) - self.start.len()
    }

    /// Returns given queens and closed squares in words: the chess names of up to six squares each, or else their
    /// number. `None` for a plain problem.
    pub fn in_words(&self) -> Option<String> {
        let names = |squares: &SquareSet| match squares.len() {
            0..=MOST_NAMED => {
                let names = squares.iter().map(|square| named(square, self.size));
                listed(names, "and")
            }
            number => format!("{number} squares"),
        };
        let queens = if self.start.len() == 1 { "with a queen on" } else { "with queens on" };
        let start = (!self.start.is_empty()).then(|| format!("{queens} {}", names(&self.start)));
        let closed = (!self.blocked.is_empty()).then(|| format!("without {}", names(&self.blocked)));
        start.into_iter().chain(closed).reduce(|start, closed| format!("{start}, {closed}"))
    }

    /// Returns the rotations and reflections that map given queens and closed squares to themselves. They also map
    /// solutions to solutions.
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::keeping([&self.start, &self.blocked], self.size)
    }

    /// Returns the distinct images of this problem under rotations and reflections, without the problem itself.
    /// Each image has as many solutions as this problem.
    pub fn other_images(&self) -> Vec<Self> {
        let mut images = vec![self.clone()];
        for symmetry in Symmetry::ALL {
            let of = |squares| symmetry.of_all(squares, self.size);
            let image = Self { size: self.size, start: of(&self.start), blocked: of(&self.blocked) };
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images.split_off(1)
    }
}

fn set(size: BoardSize, squares: impl IntoIterator<Item = Square>) -> Result<SquareSet, ProblemError> {
    let mut set = SquareSet::new();
    for square in squares {
        if !size.contains(square) {
            return Err(ProblemError::OffBoard { square, size });
        }
        if !set.insert(square) {
            return Err(ProblemError::Twice { square, size });
        }
    }
    Ok(set)
}

/// Converts a size to the problem on the whole board, without given queens and closed squares.
impl From<BoardSize> for Problem {
    fn from(size: BoardSize) -> Self {
        Self { size, start: SquareSet::new(), blocked: SquareSet::new() }
    }
}

impl From<&Self> for Problem {
    fn from(problem: &Self) -> Self {
        problem.clone()
    }
}

/// Squares that do not make a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// A square outside the board.
    #[error("{square} is not on a board of {size} rows and columns")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// A square that is named twice.
    #[error("{} is named twice", named(*square, *size))]
    Twice {
        /// The square.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// Two given queens that attack each other.
    #[error("the queens of the start on {} and {} attack each other", named(*one, *size), named(*other, *size))]
    Attack {
        /// The square of one queen.
        one: Square,
        /// The square of the other queen.
        other: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// A given queen on a closed square.
    #[error("{} is closed, so that no queen can stand there from the start", named(*square, *size))]
    ClosedStart {
        /// The square.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
}

fn named(square: Square, size: BoardSize) -> String {
    SquareNames::Chess.square(square, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(n: u64, start: &[(u8, u8)], blocked: &[(u8, u8)]) -> Result<Problem, ProblemError> {
        let squares = |of: &[(u8, u8)]| of.iter().copied().map(Square::from).collect::<Vec<_>>();
        Problem::new(BoardSize::new(n).unwrap(), squares(start), squares(blocked))
    }

    #[test]
    fn contradictions_are_refused_with_the_squares() {
        let error = |start: &[_], blocked: &[_]| problem(4, start, blocked).unwrap_err().to_string();
        assert_eq!(error(&[(1, 1), (4, 4)], &[]), "the queens of the start on a4 and d1 attack each other");
        assert_eq!(error(&[(5, 1)], &[]), "row 5, column 1 is not on a board of 4 rows and columns");
        assert_eq!(error(&[], &[(2, 0)]), "row 2, column 0 is not on a board of 4 rows and columns");
        assert_eq!(error(&[(2, 1), (2, 1)], &[]), "a3 is named twice");
        assert_eq!(
            error(&[(2, 1)], &[(2, 1)]),
            "a3 is closed, so that no queen can stand there from the start"
        );
        assert_eq!(problem(4, &[(1, 2), (2, 4)], &[(2, 2), (3, 2)]).unwrap().queens_to_place(), 2);
    }

    #[test]
    fn images_are_the_other_problems_that_look_the_same() {
        let corners = problem(6, &[(1, 1)], &[]).unwrap().other_images();
        let mut squares: Vec<Square> = corners.iter().flat_map(|image| image.start().iter()).collect();
        squares.sort_unstable();
        assert_eq!(squares, [(1, 6), (6, 1), (6, 6)].map(Square::from));
        assert_eq!(problem(5, &[(3, 3)], &[]).unwrap().other_images(), []);
        let both = problem(6, &[(1, 2)], &[(3, 3)]).unwrap();
        assert_eq!((both.other_images().len(), both.symmetries().len()), (7, 1));
        assert_eq!(problem(6, &[], &[(1, 1), (6, 6)]).unwrap().symmetries().len(), 4);
    }
}
