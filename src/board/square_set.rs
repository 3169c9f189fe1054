//! Sets of squares.

use super::{BoardSize, Square};

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
        let (row, bit) = self.place(square);
        let new = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        new
    }

    /// Takes a square out; tells whether it was there.
    ///
    /// # Panics
    /// When the square is not on the board that the set was made for.
    pub fn remove(&mut self, square: Square) -> bool {
        let (row, bit) = self.place(square);
        let there = self.rows[row] & bit != 0;
        self.rows[row] &= !bit;
        there
    }

    /// Takes all squares out.
    pub fn clear(&mut self) {
        self.rows.fill(0);
    }

    /// Whether the square is in the set.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.is_on_board(square) && {
            let (row, bit) = self.place(square);
            self.rows[row] & bit != 0
        }
    }

    /// The number of squares in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|bits| *bits == 0)
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

    /// How many queens on the squares of this set attack a square, as if none stood in the way.
    #[must_use]
    pub fn attackers(&self, square: Square) -> usize {
        self.iter().filter(|queen| queen.attacks(square)).count()
    }

    /// The squares that a queen on some other square of this set attacks, as if none stood in the
    /// way.
    #[must_use]
    pub fn attacked(&self) -> Self {
        let mut attacked = vec![0; self.rows.len()];
        let columns = u64::MAX >> (64 - self.rows.len());
        for queen in self.iter() {
            let bit = 1_u64 << (queen.column - 1);
            for (row, bits) in (1..).zip(&mut attacked) {
                *bits |= columns
                    & match queen.row.abs_diff(row) {
                        0 => !bit,
                        away => bit | bit << away | bit >> away,
                    };
            }
        }
        Self { rows: attacked }
    }

    /// The squares of this set that a queen on another square of it attacks.
    #[must_use]
    pub fn in_conflict(&self) -> Vec<Square> {
        self.iter().filter(|square| self.attackers(*square) > 0).collect()
    }

    fn is_on_board(&self, square: Square) -> bool {
        let lines = 1..=self.rows.len();
        lines.contains(&usize::from(square.row)) && lines.contains(&usize::from(square.column))
    }

    fn place(&self, square: Square) -> (usize, u64) {
        assert!(self.is_on_board(square), "{square:?} is on the board");
        (usize::from(square.row) - 1, 1 << (square.column - 1))
    }
}

fn columns_of(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let column = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (column < 64).then_some(column as u8 + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacked_squares_are_those_that_some_queen_attacks() {
        for n in [1, 2, 5, 8, 64] {
            let size = BoardSize::new(n).unwrap();
            let mut queens = SquareSet::empty(size);
            for square in size
                .squares()
                .filter(|square| (u16::from(square.row) * 7 + u16::from(square.column) * 3) % 11 == 0)
            {
                let attacked = queens.attacked();
                assert!(size.squares().all(|at| attacked.contains(at) == (queens.attackers(at) > 0)));
                if queens.len() < 9 {
                    queens.insert(square);
                }
            }
        }
    }

    #[test]
    fn sets_keep_squares_of_the_widest_board() {
        let mut set = SquareSet::empty(BoardSize::new(64).unwrap());
        let corners = [Square::new(1, 1), Square::new(1, 64), Square::new(64, 1), Square::new(64, 64)];
        assert!(corners.iter().all(|corner| set.insert(*corner)));
        assert!(!set.insert(corners[0]));
        assert!(set.iter().eq(corners));
        assert!(set.remove(corners[3]) && !set.contains(corners[3]));
        assert!(!set.contains(Square::new(0, 0)) && !set.contains(Square::new(200, 200)));
    }
}
