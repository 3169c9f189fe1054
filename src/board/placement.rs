//! Placements: at most one queen in each column, and their notation.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use super::{BoardSize, SizeError, Square, SquareSet};

/// Queens on a board, at most one in each column: a solution, a part of a solution, or an attempt.
///
/// Written as the row of the queen in each column, `0` where there is none: `15863724` or,
/// with commas, `1,5,8,6,3,7,2,4`. Boards of size 10 and more need the commas.
///
/// ```
/// use queenreel::board::{Placement, Square};
///
/// let placement: Placement = "2413".parse()?;
/// assert!(placement.queens().contains(Square::new(4, 2)));
/// assert_eq!(placement, Placement::new(&[2, 4, 1, 3])?);
/// assert_eq!(placement.images().map(|images| images.len()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    size: BoardSize,
    rows: Vec<Option<NonZeroU8>>,
}

impl Placement {
    /// Creates a placement from the row of the queen in each column; `0` means no queen.
    ///
    /// # Errors
    /// If there are no columns or more than 64, or if a row is beyond the board.
    pub fn new(rows: &[u8]) -> Result<Self, PlacementError> {
        let size = BoardSize::new(rows.len() as u64)?;
        if let Some((column, row)) = (1..).zip(rows).find(|(_, row)| **row > size.get()) {
            return Err(PlacementError::RowBeyondBoard { row: u64::from(*row), column, size });
        }
        Ok(Self { size, rows: rows.iter().map(|row| NonZeroU8::new(*row)).collect() })
    }

    /// Returns the size of the board: as many rows as the placement has columns.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the row of the queen in each column, `0` for none.
    pub fn rows(&self) -> impl Iterator<Item = u8> {
        self.rows.iter().map(|row| row.map_or(0, NonZeroU8::get))
    }

    /// Returns the squares with a queen.
    pub fn queens(&self) -> SquareSet {
        let squares = (1..).zip(self.rows()).map(|(column, row)| Square { row, column });
        squares.filter(|square| square.row > 0).collect()
    }
}

impl FromStr for Placement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        // Digits alone are ambiguous if a row number has two digits.
        if text.len() > 9 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(PlacementError::NoCommas { digits: text.len() });
        }
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
        for (index, row) in self.rows().enumerate() {
            let separator = if index == 0 { "" } else { separator };
            write!(f, "{separator}{row}")?;
        }
        Ok(())
    }
}

/// An error in the notation of a placement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// Neither digits nor numbers separated by commas.
    #[error(
        "write the row of the queen in each column, 0 where there is none: 15863724, \
         or with commas, as boards of 10 and more need it: 1,3,6,8,10,5,9,2,4,7"
    )]
    Malformed,
    /// More than nine digits, without commas.
    #[error(
        "{digits} digits without commas could be several positions: boards of 10 and more need commas, \
         like 1,3,6,8,10,5,9,2,4,7"
    )]
    NoCommas { digits: usize },
    /// No columns, or more than the largest board has.
    #[error("a placement has a row for each column, and {SizeError}")]
    Size(#[from] SizeError),
    /// A row that this board does not have.
    #[error(
        "there is no row {row} (column {column}) on a board of {size} columns; \
         rows are 1 to {size}, 0 for an empty column"
    )]
    RowBeyondBoard {
        row: u64,
        /// Counted from 1.
        column: u8,
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
    fn placements_are_read_and_written_in_both_notations() {
        for text in ["15863724", "1,3,6,8,10,5,9,2,4,7", "1", "0300", "136824759"] {
            let placement: Placement = text.parse().unwrap();
            assert_eq!(placement.to_string(), text);
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
        assert_eq!("0000000000".parse::<Placement>(), Err(PlacementError::NoCommas { digits: 10 }));
        assert_eq!(["1"; 65].join(",").parse::<Placement>(), Err(PlacementError::Size(SizeError)));
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
