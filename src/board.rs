//! The chess board: its size, its squares, sets of squares and who attacks whom.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::Serialize;

/// The largest board, so that a row of squares fits into the bits of a `u64`.
pub const MAX_SIZE: u8 = 64;

/// The number of rows (and of columns) of a board: 1 to [`MAX_SIZE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(NonZeroU8);

impl BoardSize {
    /// A board of `size` rows and `size` columns.
    ///
    /// # Errors
    /// [`SizeError`] unless `size` is from 1 to [`MAX_SIZE`].
    pub fn new(size: u64) -> Result<Self, SizeError> {
        u8::try_from(size)
            .ok()
            .filter(|size| *size <= MAX_SIZE)
            .and_then(NonZeroU8::new)
            .map(Self)
            .ok_or(SizeError)
    }

    /// Rows of the board, which are as many as its columns.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Whether the square lies on a board of this size.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        1 <= square.row && square.row <= self.get() && 1 <= square.column && square.column <= self.get()
    }

    /// Every square, row by row from the top, each row from the left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (1..=self.get()).flat_map(move |row| (1..=self.get()).map(move |column| Square { row, column }))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for BoardSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        text.parse().map_err(|_| SizeError).and_then(Self::new)
    }
}

/// A board size that is not a whole number from 1 to [`MAX_SIZE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the size of the board is a whole number from 1 to {MAX_SIZE}")]
pub struct SizeError;

/// A square: rows and columns count from 1, row 1 at the top, column 1 at the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Square {
    /// Row, counted from 1 at the top.
    pub row: u8,
    /// Column, counted from 1 at the left.
    pub column: u8,
}

impl Square {
    /// The square where `row` (from the top) meets `column` (from the left).
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// Whether a queen here attacks one there: same row, column or diagonal, not the same square.
    #[must_use]
    pub fn attacks(self, other: Self) -> bool {
        let rows = self.row.abs_diff(other.row);
        let columns = self.column.abs_diff(other.column);
        (rows, columns) != (0, 0) && (rows == 0 || columns == 0 || rows == columns)
    }

    /// The name that chess players give it: `a8` is the top left square of an 8×8 board.
    #[must_use]
    pub fn name(self, size: BoardSize) -> String {
        format!("{}{}", column_letters(self.column), rank(self.row, size))
    }
}

/// The letter of a column: `a` to `z`, then `aa`, `ab` and so on.
#[must_use]
pub fn column_letters(column: u8) -> String {
    let letter = |index: u8| char::from(b'a' + index % 26);
    let index = column.saturating_sub(1);
    match index / 26 {
        0 => letter(index).to_string(),
        more => [letter(more - 1), letter(index)].iter().collect(),
    }
}

/// The chess player's number of a row: 1 at the bottom.
#[must_use]
pub const fn rank(row: u8, size: BoardSize) -> u8 {
    (size.get() + 1).saturating_sub(row)
}

/// A set of squares, kept as one word of bits a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareSet {
    rows: Vec<u64>,
}

impl SquareSet {
    /// The empty set on a board of this size.
    #[must_use]
    pub fn empty(size: BoardSize) -> Self {
        Self { rows: vec![0; usize::from(size.get())] }
    }

    /// Puts a square in; tells whether it was not there before.
    ///
    /// # Panics
    /// When the square is not on the board that the set was made for.
    pub fn insert(&mut self, square: Square) -> bool {
        let (row, bit) = Self::place(square);
        let new = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        new
    }

    /// Takes a square out; tells whether it was there.
    ///
    /// # Panics
    /// When the square is not on the board that the set was made for.
    pub fn remove(&mut self, square: Square) -> bool {
        let (row, bit) = Self::place(square);
        let there = self.rows[row] & bit != 0;
        self.rows[row] &= !bit;
        there
    }

    /// Whether the square is in the set.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        let (row, bit) = Self::place(square);
        self.rows.get(row).is_some_and(|bits| bits & bit != 0)
    }

    /// The squares of the set, row by row from the top, each row from the left.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (1..)
            .zip(&self.rows)
            .flat_map(|(row, bits)| columns_of(*bits).map(move |column| Square { row, column }))
    }

    /// The squares that are in exactly one of two sets on boards of the same size.
    pub fn symmetric_difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Square> + 'a {
        (1..)
            .zip(self.rows.iter().zip(&other.rows))
            .flat_map(|(row, (a, b))| columns_of(a ^ b).map(move |column| Square { row, column }))
    }

    /// The squares of this set that a queen on another square of it attacks.
    #[must_use]
    pub fn in_conflict(&self) -> Vec<Square> {
        self.iter().filter(|square| self.iter().any(|other| other.attacks(*square))).collect()
    }

    fn place(square: Square) -> (usize, u64) {
        let bit = 1u64.checked_shl(u32::from(square.column).wrapping_sub(1)).unwrap_or(0);
        (usize::from(square.row).wrapping_sub(1), bit)
    }
}

fn columns_of(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let column = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (column < 64).then_some(column as u8 + 1)
    })
}

/// Queens on a board, at most one in each column: a solution, a part of one, or an attempt.
///
/// Written as the row of the queen in each column, `0` where there is none: `15863724` or,
/// with commas, `1,5,8,6,3,7,2,4`. Boards of 10 and more need the commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    size: BoardSize,
    rows: Vec<Option<NonZeroU8>>,
}

impl Placement {
    /// A placement from the row of the queen in each column, `0` where there is none.
    ///
    /// # Errors
    /// [`PlacementError`] when there are no columns or too many, or a row is beyond the board.
    pub fn new(rows: &[u8]) -> Result<Self, PlacementError> {
        let size = BoardSize::new(rows.len() as u64)?;
        if let Some((column, row)) = (1..).zip(rows).find(|(_, row)| **row > size.get()) {
            return Err(PlacementError::RowBeyondBoard { row: u64::from(*row), column, size });
        }
        Ok(Self { size, rows: rows.iter().map(|row| NonZeroU8::new(*row)).collect() })
    }

    /// The size of the board: as many rows as the placement has columns.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The squares that hold a queen.
    #[must_use]
    pub fn queens(&self) -> SquareSet {
        let mut queens = SquareSet::empty(self.size);
        for (column, row) in (1..).zip(&self.rows) {
            if let Some(row) = row {
                queens.insert(Square { row: row.get(), column });
            }
        }
        queens
    }
}

impl FromStr for Placement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        let rows: Vec<u64> = if text.contains(',') {
            text.split(',').map(|row| row.trim().parse().ok()).collect::<Option<_>>()
        } else {
            text.chars().map(|digit| digit.to_digit(10).map(u64::from)).collect()
        }
        .filter(|rows: &Vec<u64>| !rows.is_empty())
        .ok_or(PlacementError::Malformed)?;
        let size = BoardSize::new(rows.len() as u64)?;
        let narrow = |(column, row): (u8, &u64)| {
            u8::try_from(*row).map_err(|_| PlacementError::RowBeyondBoard { row: *row, column, size })
        };
        Self::new(&(1..).zip(&rows).map(narrow).collect::<Result<Vec<_>, _>>()?)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.size.get() > 9 { "," } else { "" };
        for (index, row) in self.rows.iter().enumerate() {
            let separator = if index == 0 { "" } else { separator };
            write!(f, "{separator}{}", row.map_or(0, NonZeroU8::get))?;
        }
        Ok(())
    }
}

/// Why a text or a list of rows is not a [`Placement`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// Not digits, nor numbers between commas.
    #[error(
        "write the row of the queen in each column, 0 where there is none: 15863724, \
         or with commas, as boards of 10 and more need it: 1,3,6,8,10,5,9,2,4,7"
    )]
    Malformed,
    /// More columns than the largest board has, or none.
    #[error("a placement has a row for each column, and {SizeError}")]
    Size(#[from] SizeError),
    /// A row that this board does not have.
    #[error(
        "there is no row {row} (column {column}) on a board of {size} columns; \
         rows are 1 to {size}, 0 for an empty column"
    )]
    RowBeyondBoard {
        /// The row that was asked for.
        row: u64,
        /// The column that asks for it, counted from 1.
        column: u8,
        /// The board that the number of columns makes.
        size: BoardSize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(n: u64) -> BoardSize {
        BoardSize::new(n).unwrap()
    }

    #[test]
    fn a8_is_the_top_left_square_of_an_8x8_board() {
        assert_eq!(Square::new(1, 1).name(size(8)), "a8");
        assert_eq!(Square::new(8, 8).name(size(8)), "h1");
        assert_eq!(Square::new(64, 27).name(size(64)), "aa1");
        assert_eq!(Square::new(1, 64).name(size(64)), "bl64");
    }

    #[test]
    fn board_sizes_end_at_64() {
        for wrong in ["0", "65", "256", "-1", "8.0", "eight", "", "99999999999999999999999"] {
            assert_eq!(wrong.parse::<BoardSize>(), Err(SizeError), "{wrong}");
        }
        assert_eq!("64".parse(), Ok(size(64)));
    }

    #[test]
    fn queens_attack_along_rows_columns_and_diagonals() {
        let queen = Square::new(4, 4);
        let attacked = size(8).squares().filter(|square| queen.attacks(*square)).count();
        assert_eq!(attacked, 27, "a queen on d5 sees 27 squares of an empty board");
        assert!(!queen.attacks(queen));
        assert!(!queen.attacks(Square::new(6, 5)), "a knight's move away is safe");
    }

    #[test]
    fn sets_keep_squares_of_the_widest_board() {
        let mut set = SquareSet::empty(size(64));
        let corners = [Square::new(1, 1), Square::new(1, 64), Square::new(64, 1), Square::new(64, 64)];
        assert!(corners.iter().all(|corner| set.insert(*corner)));
        assert!(!set.insert(corners[0]));
        assert!(set.iter().eq(corners));
        assert!(set.remove(corners[3]) && !set.contains(corners[3]));
        assert!(!set.contains(Square::new(0, 0)) && !set.contains(Square::new(200, 200)));
    }

    #[test]
    fn placements_are_read_and_written_in_both_notations() {
        for text in ["15863724", "1,3,6,8,10,5,9,2,4,7", "1", "0300", "0000000000"] {
            let placement: Placement = text.parse().unwrap();
            let shown = if text == "0000000000" { "0,0,0,0,0,0,0,0,0,0" } else { text };
            assert_eq!(placement.to_string(), shown);
        }
        let spaced: Placement = "2, 4, 1, 3".parse().unwrap();
        assert_eq!(spaced.to_string(), "2413");
        assert!(spaced.queens().in_conflict().is_empty());
    }

    #[test]
    fn malformed_placements_are_refused_with_the_reason() {
        assert_eq!("".parse::<Placement>(), Err(PlacementError::Malformed));
        assert_eq!("1,,3".parse::<Placement>(), Err(PlacementError::Malformed));
        assert_eq!("1a3".parse::<Placement>(), Err(PlacementError::Malformed));
        assert_eq!("♛".parse::<Placement>(), Err(PlacementError::Malformed));
        assert_eq!("1".repeat(65).parse::<Placement>(), Err(PlacementError::Size(SizeError)));
        let beyond = |row| Err(PlacementError::RowBeyondBoard { row, column: 3, size: size(4) });
        assert_eq!("2453".parse::<Placement>(), beyond(5));
        assert_eq!("1,2,300,4".parse::<Placement>(), beyond(300));
    }

    #[test]
    fn conflicts_name_every_queen_that_is_attacked() {
        let placement: Placement = "1240".parse().unwrap();
        assert_eq!(placement.queens().in_conflict(), [Square::new(1, 1), Square::new(2, 2)]);
    }
}
