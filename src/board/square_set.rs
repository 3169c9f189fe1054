//! Sets of squares.

use std::mem;

use super::{BoardSize, Square};

/// A set of squares: a bit mask for each row, up to the last row that is not empty.
///
/// ```
/// use queenreel::board::{BoardSize, Square, SquareSet};
///
/// let mut queens: SquareSet = [(2, 1), (4, 2)].map(Square::from).into_iter().collect();
/// queens.extend([Square::new(1, 3)]);
/// assert_eq!(queens.len(), 3);
/// assert!(queens.contains(Square::new(4, 2)) && queens.in_conflict().is_empty());
/// assert!(!queens.attacked(BoardSize::new(4)?).contains(Square::new(3, 4)));
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SquareSet {
    rows: Vec<u64>,
}

impl SquareSet {
    /// Creates the empty set.
    pub const fn new() -> Self {
        Self { rows: Vec::new() }
    }

    /// Creates the empty set, with memory reserved for a board of this size.
    pub fn empty(size: BoardSize) -> Self {
        Self { rows: Vec::with_capacity(size.into()) }
    }

    /// Adds a square; returns whether it was new.
    ///
    /// # Panics
    /// If the square is not on the [largest board](BoardSize::MAX).
    pub fn insert(&mut self, square: Square) -> bool {
        assert!(BoardSize::MAX.contains(square), "no board has a square in {square}");
        let (row, bit) = (usize::from(square.row), 1 << (square.column - 1));
        if row > self.rows.len() {
            self.rows.resize(row, 0);
        }
        let bits = &mut self.rows[row - 1];
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }

    /// Removes a square; returns whether it was in the set.
    pub fn remove(&mut self, square: Square) -> bool {
        let contained = self.contains(square);
        if contained {
            self.rows[usize::from(square.row) - 1] &= !(1 << (square.column - 1));
            self.trim();
        }
        contained
    }

    /// Returns the row of the square in each column, `0` for an empty column; `None` if squares share a column.
    pub(crate) fn in_columns(&self, size: BoardSize) -> Option<Vec<u8>> {
        let mut rows = vec![0; size.into()];
        let free = |square: Square| mem::replace(&mut rows[usize::from(square.column) - 1], square.row) == 0;
        self.iter().all(free).then_some(rows)
    }

    /// Removes all squares.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Whether the square is in the set.
    pub fn contains(&self, square: Square) -> bool {
        BoardSize::MAX.contains(square) && self.row(square.row) >> (square.column - 1) & 1 == 1
    }

    /// Returns the number of squares in the set.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether the set has no squares.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the squares of the set, row by row from the top, each row from the left.
    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }

    pub(crate) fn by_column(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.iter().collect();
        squares.sort_unstable_by_key(|square| (square.column, square.row));
        squares
    }

    /// Returns the squares that are in exactly one of the two sets.
    pub fn symmetric_difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Square> + 'a {
        let rows = self.rows.len().max(other.rows.len()) as u8;
        Squares::of((1..=rows).map(|row| self.row(row) ^ other.row(row)))
    }

    /// Returns the number of queens in this set that attack a square; queens do not block each other.
    pub fn attackers(&self, square: Square) -> usize {
        self.iter().filter(|queen| queen.attacks(square)).count()
    }

    /// Returns the squares of a board that queens on other squares of this set attack; queens do not block each
    /// other.
    pub fn attacked(&self, size: BoardSize) -> Self {
        let mut attacked = vec![0; size.into()];
        let columns = u64::MAX >> (64 - size.get());
        for queen in self {
            let bit = 1_u64 << (queen.column - 1);
            for (row, bits) in (1..).zip(&mut attacked) {
                *bits |= columns
                    & match queen.row.abs_diff(row) {
                        0 => !bit,
                        away => bit | bit << away | bit >> away,
                    };
            }
        }
        let mut attacked = Self { rows: attacked };
        attacked.trim();
        attacked
    }

    /// Returns the squares of this set that a queen on another square of the set attacks.
    pub fn in_conflict(&self) -> Vec<Square> {
        self.iter().filter(|square| self.attackers(*square) > 0).collect()
    }

    /// Writes a board of this size as text: a line of text for each row, with `queen` for each square of this set
    /// and `empty` for each other square, separated by spaces.
    ///
    /// ```
    /// use queenreel::board::{BoardSize, Placement};
    ///
    /// let queens = "2413".parse::<Placement>()?.queens();
    /// let text = queens.to_text(BoardSize::new(4)?, "Q", ".");
    /// assert_eq!(text, ". . Q .\nQ . . .\n. . . Q\n. Q . .\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, size: BoardSize, queen: &str, empty: &str) -> String {
        let n = size.get();
        let cell = |row, column| if self.contains(Square { row, column }) { queen } else { empty };
        let line = |row| (1..=n).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ") + "\n";
        (1..=n).map(line).collect()
    }

    /// Returns the bits of a row; rows count from 1.
    fn row(&self, row: u8) -> u64 {
        self.rows.get(usize::from(row) - 1).copied().unwrap_or_default()
    }

    /// Drops empty rows from the end, so that equal sets have equal rows.
    fn trim(&mut self) {
        while self.rows.last() == Some(&0) {
            self.rows.pop();
        }
    }
}

/// # Panics
/// As [`SquareSet::insert`].
impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

/// # Panics
/// As [`SquareSet::insert`].
impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::new();
        set.extend(squares);
        set
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares<std::vec::IntoIter<u64>>;

    fn into_iter(self) -> Self::IntoIter {
        Squares::of(self.rows.into_iter())
    }
}

impl<'a> IntoIterator for &'a SquareSet {
    type Item = Square;
    type IntoIter = Squares<std::iter::Copied<std::slice::Iter<'a, u64>>>;

    fn into_iter(self) -> Self::IntoIter {
        Squares::of(self.rows.iter().copied())
    }
}

/// An iterator over the squares of a set, row by row from the top, each row from the left.
#[derive(Debug, Clone)]
pub struct Squares<R> {
    rows: R,
    /// The row whose bits are read, counted from 1.
    row: u8,
    bits: u64,
}

impl<R> Squares<R> {
    const fn of(rows: R) -> Self {
        Self { rows, row: 0, bits: 0 }
    }
}

impl<R: Iterator<Item = u64>> Iterator for Squares<R> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.bits == 0 {
            self.bits = self.rows.next()?;
            self.row += 1;
        }
        let column = self.bits.trailing_zeros() as u8 + 1;
        self.bits &= self.bits - 1;
        Some(Square { row: self.row, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacked_squares_are_those_that_some_queen_attacks() {
        for n in [1, 2, 5, 8, 64] {
            let size = BoardSize::new(n).unwrap();
            let mut queens = SquareSet::new();
            for square in size
                .squares()
                .filter(|square| (u16::from(square.row) * 7 + u16::from(square.column) * 3) % 11 == 0)
            {
                let attacked = queens.attacked(size);
                assert!(size.squares().all(|at| attacked.contains(at) == (queens.attackers(at) > 0)));
                if queens.len() < 9 {
                    queens.insert(square);
                }
            }
        }
    }

    #[test]
    fn sets_keep_squares_of_the_widest_board() {
        let mut set = SquareSet::new();
        let corners = [Square::new(1, 1), Square::new(1, 64), Square::new(64, 1), Square::new(64, 64)];
        assert!(corners.iter().all(|corner| set.insert(*corner)));
        assert!(!set.insert(corners[0]));
        assert!(set.iter().eq(corners));
        assert!(set.remove(corners[3]) && !set.contains(corners[3]));
        assert!(!set.contains(Square::new(0, 0)) && !set.contains(Square::new(200, 200)));
    }

    #[test]
    fn sets_are_equal_whatever_was_removed() {
        let small: SquareSet = [Square::new(2, 3)].into_iter().collect();
        let mut large = small.clone();
        large.extend([Square::new(64, 1), Square::new(9, 9)]);
        assert!(large.symmetric_difference(&small).eq([Square::new(9, 9), Square::new(64, 1)]));
        assert!(large.remove(Square::new(64, 1)) && large.remove(Square::new(9, 9)));
        assert!(!large.remove(Square::new(9, 9)) && !large.remove(Square::new(0, 65)));
        assert_eq!(large, small);
    }
}
