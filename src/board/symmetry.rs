//! The eight symmetries of the board: four rotations, and the reflection of each.

use super::Placement;

impl Placement {
    /// The distinct images of a placement under rotations and reflections, including itself, in
    /// search order: by the row in the first column, then in the second, and so on.
    ///
    /// There are 8, 4, 2 or 1. `None` unless there is exactly one queen in each row and column:
    /// the images of other placements may have several queens in a column.
    pub fn images(&self) -> Option<Vec<Self>> {
        let rows: Vec<u8> = self.rows().collect();
        let transposed = transposed(&rows)?;
        let mut images: Vec<Vec<u8>> = Vec::with_capacity(8);
        for image in [rows, transposed] {
            let upside_down: Vec<u8> = image.iter().map(|row| self.size().get() + 1 - row).collect();
            images.push(image.iter().rev().copied().collect());
            images.push(upside_down.iter().rev().copied().collect());
            images.push(image);
            images.push(upside_down);
        }
        images.sort_unstable();
        images.dedup();
        images.iter().map(|rows| Self::new(rows).ok()).collect()
    }

    /// Whether it is the first of its images in search order.
    pub fn is_fundamental(&self) -> bool {
        self.images().is_some_and(|images| images.first() == Some(self))
    }
}

/// The column of the queen in each row.
fn transposed(rows: &[u8]) -> Option<Vec<u8>> {
    let mut columns = vec![0; rows.len()];
    for (column, row) in (1..).zip(rows) {
        let entry = columns.get_mut(usize::from(*row).checked_sub(1)?)?;
        if std::mem::replace(entry, column) != 0 {
            return None;
        }
    }
    Some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

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
