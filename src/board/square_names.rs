//! The names of squares, rows and columns, and the notation of squares and queens on a command line.

use crate::variants::named_enum;

use super::{BoardSize, Line, Placement, PlacementError, Square};

named_enum! {
    /// The notation of squares, rows and columns.
    ///
    /// ```
    /// use queenreel::board::{BoardSize, Line, Square, SquareNames};
    ///
    /// let (size, square) = (BoardSize::new(8)?, Square::new(3, 8));
    /// assert_eq!(SquareNames::Chess.square(square, size), "h6");
    /// assert_eq!(SquareNames::Numbers.square(square, size), "row 3, column 8");
    /// assert_eq!(SquareNames::Chess.line(Line::Column(4), size), "column d");
    /// # Ok::<(), queenreel::board::SizeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum SquareNames {
        /// As in chess: h6, column h, rank 6; a1 is the lower left square
        #[default]
        Chess = "chess",
        /// Rows counted from the top, columns from the left: row 3, column 8
        Numbers = "numbers",
    }
}

impl SquareNames {
    /// Returns the name of a square.
    pub fn square(self, square: Square, size: BoardSize) -> String {
        match self {
            Self::Chess => self.column(square.column) + &self.row(square.row, size).to_string(),
            Self::Numbers => square.to_string(),
        }
    }

    /// Returns the name of a row or a column.
    pub fn line(self, line: Line, size: BoardSize) -> String {
        match (self, line) {
            (Self::Chess, Line::Row(row)) => format!("rank {}", self.row(row, size)),
            (Self::Chess, Line::Column(column)) => format!("column {}", self.column(column)),
            (Self::Numbers, line) => line.to_string(),
        }
    }

    /// Returns the location of something on a row or a column: `in column d`, `on rank 5`.
    pub fn in_line(self, line: Line, size: BoardSize) -> String {
        let preposition = match (self, line) {
            (Self::Chess, Line::Row(_)) => "on",
            (Self::Chess, Line::Column(_)) | (Self::Numbers, _) => "in",
        };
        format!("{preposition} {}", self.line(line, size))
    }

    /// Returns the number of a row as at the edge of the board; with `Chess`, a row below the board gives 0.
    pub const fn row(self, row: u8, size: BoardSize) -> u8 {
        match self {
            Self::Chess => (size.get() + 1).saturating_sub(row),
            Self::Numbers => row,
        }
    }

    /// Returns the letters or the number of a column, as at the edge of the board.
    pub fn column(self, column: u8) -> String {
        match self {
            Self::Chess => letters(column),
            Self::Numbers => column.to_string(),
        }
    }
}

impl BoardSize {
    /// Returns the square with this chess name, in lower or upper case: `a8` is the top left square of an 8×8
    /// board. `None` if no square has this name.
    ///
    /// ```
    /// use queenreel::board::{BoardSize, Square};
    ///
    /// let size = BoardSize::new(8)?;
    /// assert_eq!(size.square_named("h6"), Some(Square::new(3, 8)));
    /// assert_eq!(size.square_named("i6"), None);
    /// # Ok::<(), queenreel::board::SizeError>(())
    /// ```
    pub fn square_named(self, name: &str) -> Option<Square> {
        let digits = name.find(|character: char| character.is_ascii_digit())?;
        let (column, rank) = name.split_at(digits);
        // No leading zeros: each square has a single name.
        let rank: u8 = rank.parse().ok().filter(|_| !rank.starts_with('0'))?;
        let column = (1..=self.get()).find(|number| letters(*number).eq_ignore_ascii_case(column))?;
        let row = (self.get() + 1).checked_sub(rank)?;
        Some(Square { row, column }).filter(|square| self.contains(*square))
    }

    /// Parses a square: a chess name, `a8`, or a row and a column, `1,1` or `r1c1`.
    ///
    /// # Errors
    /// If the text is neither, or the square is not on the board.
    pub fn square_written(self, text: &str) -> Result<Square, SquareError> {
        let off_board = || SquareError::OffBoard { text: text.to_owned(), size: self };
        if let Some(square) = self.square_named(text) {
            return Ok(square);
        }
        let lower = text.to_ascii_lowercase();
        let pair = text.split_once(',').or_else(|| lower.strip_prefix('r')?.split_once('c'));
        if let Some((row, column)) = pair.map(|(row, column)| (row.trim(), column.trim()))
            && is_number(row)
            && is_number(column)
        {
            // A number that is too large for a `u8` is beyond any board.
            let square = row.parse().ok().zip(column.parse().ok()).map(Square::from);
            return square.filter(|square| self.contains(*square)).ok_or_else(off_board);
        }
        Err(if is_chess_name(text) { off_board() } else { SquareError::Malformed(text.to_owned()) })
    }

    /// Parses squares, separated by commas or spaces if written like `a8` or `r1c1`, and by spaces if written like
    /// `1,1`.
    ///
    /// ```
    /// use queenreel::board::{BoardSize, Square};
    ///
    /// let (size, squares) = (BoardSize::new(8)?, [(1, 1), (2, 3)].map(Square::from));
    /// assert_eq!(size.squares_written("a8,c7")?, squares);
    /// assert_eq!(size.squares_written("r1c1,r2c3")?, squares);
    /// assert_eq!(size.squares_written("1,1 2,3")?, squares);
    /// let error = size.squares_written("a8,c9").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no square 'c9' on this board, from a1 to h8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a part of the text is no square of this board, or there are no squares.
    pub fn squares_written(self, text: &str) -> Result<Vec<Square>, SquareError> {
        let mut squares = Vec::new();
        // A comma may be followed by a space.
        let text = text.split(',').map(str::trim).collect::<Vec<_>>().join(",");
        for part in text.split_whitespace() {
            if part.starts_with(|first: char| first.is_ascii_digit()) {
                squares.push(self.square_written(part)?);
            } else {
                for name in part.trim_end_matches(',').split(',') {
                    squares.push(self.square_written(name)?);
                }
            }
        }
        if squares.is_empty() { Err(SquareError::Malformed(text)) } else { Ok(squares) }
    }

    /// Parses queens: a [`Placement`], with 0 for columns without a queen, or squares as in
    /// [`BoardSize::squares_written`]. Two numbers are a row and a column, unless one of the numbers is 0.
    ///
    /// ```
    /// use queenreel::board::{BoardSize, Square};
    ///
    /// let size = BoardSize::new(6)?;
    /// assert_eq!(size.queens_written("100000")?, [Square::new(1, 1)]);
    /// assert_eq!(size.queens_written("a6"), size.queens_written("1,1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is neither, or does not suit this board.
    pub fn queens_written(self, text: &str) -> Result<Vec<Square>, SquareError> {
        let text = text.trim();
        let numbers: Vec<_> = text.split(',').map(str::trim).collect();
        let is_square = numbers.len() == 2 && !numbers.contains(&"0");
        if is_square || !numbers.iter().all(|number| is_number(number)) {
            return self.squares_written(text);
        }
        let placement: Placement = text.parse()?;
        if placement.size() == self {
            return Ok(placement.queens().iter().collect());
        }
        Err(SquareError::OtherSize { columns: placement.size(), size: self })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_chess_name(text: &str) -> bool {
    let digits = text.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    digits.len() < text.len() && is_number(digits)
}

/// An error in the notation of squares.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SquareError {
    /// A square that the board does not have.
    #[error(
        "there is no square '{text}' on this board, from {} to {}",
        corner(*size, size.get(), 1), corner(*size, 1, size.get())
    )]
    OffBoard { text: String, size: BoardSize },
    /// Neither a name nor a row and a column.
    #[error("'{0}' is no square: write names like a8,c7, or row and column, like r1c1,r2c3 or \"1,1 2,3\"")]
    Malformed(String),
    /// A placement with more or fewer columns than the board.
    #[error(
        "the placement has {columns} columns, and the board has {size}: write the row of the queen in each \
         column, 0 where there is none, or squares like a8,c7"
    )]
    OtherSize { columns: BoardSize, size: BoardSize },
    /// Numbers that are not a placement.
    #[error(transparent)]
    Placement(#[from] PlacementError),
}

fn corner(size: BoardSize, row: u8, column: u8) -> String {
    SquareNames::Chess.square(Square { row, column }, size)
}

/// Returns the letters of a column in chess notation: `a` to `z`, then `aa`, `ab` and so on.
fn letters(column: u8) -> String {
    let letter = |index: u8| char::from(b'a' + index % 26);
    let index = column.saturating_sub(1);
    match index / 26 {
        0 => letter(index).to_string(),
        more => [letter(more - 1), letter(index)].iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(n: u64) -> BoardSize {
        BoardSize::new(n).unwrap()
    }

    #[test]
    fn a8_is_the_top_left_square_of_an_8x8_board() {
        for (row, column, n, name) in
            [(1, 1, 8, "a8"), (8, 8, 8, "h1"), (64, 27, 64, "aa1"), (1, 64, 64, "bl64")]
        {
            assert_eq!(SquareNames::Chess.square(Square { row, column }, size(n)), name);
        }
    }

    #[test]
    fn every_square_is_found_by_its_chess_name() {
        for n in [1, 8, 26, 27, 64] {
            for square in size(n).squares() {
                let name = SquareNames::Chess.square(square, size(n));
                assert_eq!(size(n).square_named(&name), Some(square), "{name}");
                assert_eq!(size(n).square_named(&name.to_uppercase()), Some(square), "{name}");
            }
        }
        for wrong in
            ["", "a", "8", "a0", "a9", "i1", "a08", "a+8", "8a", "a8 ", " a8", "aa1", "é1", "a8a", "a256"]
        {
            assert_eq!(size(8).square_named(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn squares_are_read_by_name_or_by_row_and_column() {
        let c7 = Ok(Square::new(2, 3));
        for text in ["c7", "C7", "2,3", "2, 3", " 2,3", "r2c3", "R2C3"] {
            assert_eq!(size(8).square_written(text), c7, "{text:?}");
        }
        for off in ["a9", "i1", "9,1", "1,9", "0,1", "1,999", "zz99", "a0", "r9c1", "r1c0"] {
            let error = size(8).square_written(off).unwrap_err().to_string();
            assert_eq!(error, format!("there is no square '{off}' on this board, from a1 to h8"));
        }
        for wrong in ["", "7c", "c", "7", "1,2,3", "1;2", "c7c", "1,", "-1,2", "r", "rc", "r1c", "r-1c2"] {
            assert_eq!(size(8).square_written(wrong), Err(SquareError::Malformed(wrong.to_owned())));
        }
    }

    #[test]
    fn queens_are_read_as_a_placement_or_as_squares() {
        let read = |n: u64, text: &str| {
            let squares = size(n).queens_written(text).map_err(|error| error.to_string())?;
            Ok::<_, String>(squares.into_iter().map(|square| (square.row, square.column)).collect::<Vec<_>>())
        };
        assert_eq!(read(6, "100000"), Ok(vec![(1, 1)]));
        assert_eq!(read(6, "0,0,5,0,0,0"), Ok(vec![(5, 3)]));
        assert_eq!(read(6, "1,1"), Ok(vec![(1, 1)]), "a row and a column");
        assert_eq!(read(2, "1,1"), Ok(vec![(1, 1)]), "a row and a column of any board");
        assert_eq!(read(2, "1,0"), Ok(vec![(1, 1)]), "a placement of two columns");
        assert_eq!(read(2, "10"), Ok(vec![(1, 1)]), "a placement of two columns");
        assert_eq!(read(8, "1,1 2,3"), Ok(vec![(1, 1), (2, 3)]));
        assert_eq!(read(8, "r1c1,r2c3 r8c8"), Ok(vec![(1, 1), (2, 3), (8, 8)]));
        assert_eq!(read(8, "a8,c7 h1"), Ok(vec![(1, 1), (2, 3), (8, 8)]));
        assert_eq!(read(4, "0000"), Ok(vec![]), "no queen");
        let error = |n, text| read(n, text).unwrap_err();
        assert!(error(6, "1000").starts_with("the placement has 4 columns, and the board has 6: "));
        assert!(error(4, "0005").starts_with("there is no row 5 (column 4)"));
        assert!(error(10, "1000000000").contains("boards of 10 and more need commas"));
        assert!(error(8, "").starts_with("'' is no square"));
    }
}
