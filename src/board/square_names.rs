//! The names of squares, rows and columns.

use crate::variants::named_enum;

use super::{BoardSize, Line, Square};

named_enum! {
    /// How squares, rows and columns are named for a reader.
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
    /// The name of a square.
    pub fn square(self, square: Square, size: BoardSize) -> String {
        match self {
            Self::Chess => self.column(square.column) + &self.row(square.row, size).to_string(),
            Self::Numbers => square.to_string(),
        }
    }

    /// The name of a row or a column.
    pub fn line(self, line: Line, size: BoardSize) -> String {
        match (self, line) {
            (Self::Chess, Line::Row(row)) => format!("rank {}", self.row(row, size)),
            (Self::Chess, Line::Column(column)) => format!("column {}", self.column(column)),
            (Self::Numbers, line) => line.to_string(),
        }
    }

    /// Where something on a row or a column is: `in column d`, `on rank 5`.
    pub fn in_line(self, line: Line, size: BoardSize) -> String {
        let preposition = match (self, line) {
            (Self::Chess, Line::Row(_)) => "on",
            (Self::Chess, Line::Column(_)) | (Self::Numbers, _) => "in",
        };
        format!("{preposition} {}", self.line(line, size))
    }

    /// The number of a row at the edge of the board; 0 for a rank beyond it.
    pub const fn row(self, row: u8, size: BoardSize) -> u8 {
        match self {
            Self::Chess => (size.get() + 1).saturating_sub(row),
            Self::Numbers => row,
        }
    }

    /// The letters or the number of a column at the edge of the board.
    pub fn column(self, column: u8) -> String {
        match self {
            Self::Chess => letters(column),
            Self::Numbers => column.to_string(),
        }
    }
}

impl BoardSize {
    /// The square with this chess name, in lower or upper case: `a8` is the top left square of an 8×8
    /// board. `None` if there is none.
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
        // So that each square has only one name.
        let rank: u8 = rank.parse().ok().filter(|_| !rank.starts_with('0'))?;
        let column = (1..=self.get()).find(|number| letters(*number).eq_ignore_ascii_case(column))?;
        let row = (self.get() + 1).checked_sub(rank)?;
        Some(Square { row, column }).filter(|square| self.contains(*square))
    }
}

/// The letters of a column in chess notation: `a` to `z`, then `aa`, `ab` and so on.
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
}
