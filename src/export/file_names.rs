//! File names of a series of pictures.

use super::Series;

/// The file names of a series of known length: consecutive numbers from 1 with leading zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileNames {
    series: Series,
    digits: usize,
}

impl FileNames {
    pub(super) fn new(series: Series, pictures: u64) -> Self {
        Self { series, digits: pictures.to_string().len().max(series.min_digits()) }
    }

    /// The series.
    pub const fn series(self) -> Series {
        self.series
    }

    /// The file name of a picture by its number, from 1: `frame-0001.png`.
    pub fn name(self, number: u64) -> String {
        format!("{}{number:0digits$}.png", self.series.stem(), digits = self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_have_the_digits_of_the_last() {
        assert_eq!(Series::Frames.names(9_999).name(1), "frame-0001.png");
        assert_eq!(Series::Frames.names(10_000).name(1), "frame-00001.png");
        assert_eq!(Series::Solutions.names(4).name(2), "solution-02.png");
        assert_eq!(Series::Solutions.names(724).name(2), "solution-002.png");
    }
}
