//! The eight symmetries of the board: four rotations, and the reflection of each.

use crate::variants::enum_with_all;

use super::{BoardSize, Placement, Square, SquareSet};

enum_with_all! {
    /// A rotation or reflection that maps a board to itself.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Symmetry {
        /// Every square stays.
        Identity,
        QuarterTurn,
        HalfTurn,
        QuarterTurnBack,
        /// The first row becomes the last.
        UpsideDown,
        /// The first column becomes the last.
        LeftRight,
        /// Transposition: the diagonal from the upper left corner stays.
        Diagonal,
        /// The diagonal from the lower left corner stays.
        Antidiagonal,
    }
}

impl Symmetry {
    /// Returns the image of a square.
    pub const fn of(self, Square { row, column }: Square, size: BoardSize) -> Square {
        let (below, right) = (size.get() + 1 - row, size.get() + 1 - column);
        match self {
            Self::Identity => Square { row, column },
            Self::QuarterTurn => Square { row: column, column: below },
            Self::HalfTurn => Square { row: below, column: right },
            Self::QuarterTurnBack => Square { row: right, column: row },
            Self::UpsideDown => Square { row: below, column },
            Self::LeftRight => Square { row, column: right },
            Self::Diagonal => Square { row: column, column: row },
            Self::Antidiagonal => Square { row: right, column: below },
        }
    }

    pub(super) fn of_all(self, squares: &SquareSet, size: BoardSize) -> SquareSet {
        squares.iter().map(|square| self.of(square, size)).collect()
    }
}

/// A group of symmetries.
///
/// ```
/// use queenreel::board::{BoardSize, Problem, Square, Symmetries};
///
/// let size = BoardSize::new(6)?;
/// assert_eq!(Problem::from(size).symmetries(), Symmetries::ALL);
/// let corner = Problem::new(size, [Square::new(1, 1)], [])?;
/// assert_eq!(corner.symmetries().len(), 2, "the diagonal through the corner stays");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetries(u8);

impl Symmetries {
    /// All eight symmetries.
    pub const ALL: Self = Self(u8::MAX);

    pub(super) fn keeping(sets: [&SquareSet; 2], size: BoardSize) -> Self {
        let keeps = |symmetry: &Symmetry| sets.iter().all(|set| symmetry.of_all(set, size) == **set);
        Self(Symmetry::ALL.into_iter().filter(keeps).map(|symmetry| 1 << symmetry as u8).sum())
    }

    /// Whether a symmetry is in the group.
    pub const fn contains(self, symmetry: Symmetry) -> bool {
        self.0 >> symmetry as u8 & 1 == 1
    }

    /// Returns the order of the group: 1, 2, 4 or 8.
    #[expect(clippy::len_without_is_empty, reason = "the identity is always there")]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    fn iter(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |symmetry| self.contains(*symmetry))
    }
}

impl Placement {
    /// Returns the distinct images of a placement under rotations and reflections, including the placement itself,
    /// in search order: by the row in the first column, then in the second, and so on.
    ///
    /// There are 8, 4, 2 or 1 images. Returns `None` unless each row and column has exactly one queen: images of
    /// other placements may have several queens in a column.
    pub fn images(&self) -> Option<Vec<Self>> {
        self.images_under(Symmetries::ALL)
    }

    /// As [`Placement::images`], under these symmetries only.
    pub fn images_under(&self, symmetries: Symmetries) -> Option<Vec<Self>> {
        let size = self.size();
        let queens: Vec<Square> =
            (1..).zip(self.rows()).map(|(column, row)| Square { row, column }).collect();
        let mut in_rows = SquareSet::new();
        if !queens.iter().all(|queen| queen.row > 0 && in_rows.insert(Square { column: 1, ..*queen })) {
            return None;
        }
        let image = |symmetry: Symmetry| {
            let mut rows = vec![0; queens.len()];
            for queen in &queens {
                let Square { row, column } = symmetry.of(*queen, size);
                rows[usize::from(column) - 1] = row;
            }
            rows
        };
        let mut images: Vec<Vec<u8>> = symmetries.iter().map(image).collect();
        images.sort_unstable();
        images.dedup();
        images.iter().map(|rows| Self::new(rows).ok()).collect()
    }

    /// Whether the placement has [images](Self::images), and is the first of them in search order.
    pub fn is_fundamental(&self) -> bool {
        self.is_fundamental_under(Symmetries::ALL)
    }

    /// Whether the placement has [images under these symmetries](Self::images_under), and is the first of them in
    /// search order.
    pub fn is_fundamental_under(&self, symmetries: Symmetries) -> bool {
        self.images_under(symmetries).is_some_and(|images| images.first() == Some(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_the_eight_that_keep_attacks() {
        let size = BoardSize::new(4).unwrap();
        let squares: Vec<Square> = size.squares().collect();
        let mut seen = Vec::new();
        for symmetry in Symmetry::ALL {
            let images: Vec<Square> = squares.iter().map(|square| symmetry.of(*square, size)).collect();
            for (one, image) in squares.iter().zip(&images) {
                for (other, other_image) in squares.iter().zip(&images) {
                    assert_eq!(one.attacks(*other), image.attacks(*other_image), "{symmetry:?}");
                }
            }
            assert!(!seen.contains(&images), "{symmetry:?} is another one");
            seen.push(images);
        }
        let turned = Symmetry::QuarterTurn.of(Square::new(1, 2), size);
        assert_eq!(turned, Square::new(2, 4), "b4 goes clockwise to d3");
    }

    fn images(text: &str) -> Option<Vec<String>> {
        let placement: Placement = text.parse().unwrap();
        Some(placement.images()?.iter().map(Placement::to_string).collect())
    }

    #[test]
    fn images_are_turned_and_reflected() {
        assert_eq!(images("1243").unwrap(), ["1243", "2134", "3421", "4312"]);
        let general = ["13524", "14253", "24135", "31425", "35241", "42531", "52413", "53142"];
        assert_eq!(images("13524").unwrap(), general);
    }

    #[test]
    fn symmetric_placements_have_fewer_images() {
        let count = |text| images(text).unwrap().len();
        assert_eq!(count("1"), 1);
        assert_eq!(count("2413"), 2, "a quarter turn leaves it as it is");
        assert_eq!(count("35281746"), 4, "a half turn leaves it as it is");
        assert_eq!(count("15863724"), 8);
    }

    #[test]
    fn images_attack_as_the_original_does() {
        for text in ["15863724", "35281746", "12345678"] {
            let placement: Placement = text.parse().unwrap();
            let conflicts = placement.queens().in_conflict().len();
            for image in placement.images().unwrap() {
                assert_eq!(image.queens().in_conflict().len(), conflicts);
            }
        }
    }

    #[test]
    fn placements_that_are_no_permutation_have_no_images() {
        for text in ["1100", "1123", "0000"] {
            assert_eq!(images(text), None);
        }
    }
}
