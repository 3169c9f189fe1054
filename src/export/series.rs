//! Series of pictures in a directory.

use super::FileNames;

/// The kind of pictures in a directory.
///
/// ```
/// use queenreel::export::Series;
///
/// assert_eq!(Series::Frames.names(12_345).name(1), "frame-00001.png");
/// assert!(Series::Frames.is_picture_name("frame-0001.png"));
/// assert!(!Series::Frames.is_picture_name("holiday.png"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Series {
    /// The frames of a film.
    Frames,
    /// One picture for each solution.
    Solutions,
}

impl Series {
    /// The file name of the manifest.
    pub const fn manifest(self) -> &'static str {
        match self {
            Self::Frames => "frames.json",
            Self::Solutions => "solutions.json",
        }
    }

    /// The manifest's key for the list of pictures.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Solutions => "solutions",
        }
    }

    /// The start of file names.
    pub(super) const fn stem(self) -> &'static str {
        match self {
            Self::Frames => "frame-",
            Self::Solutions => "solution-",
        }
    }

    /// The minimum number of digits in file names.
    pub(super) const fn min_digits(self) -> usize {
        match self {
            Self::Frames => 4,
            Self::Solutions => 2,
        }
    }

    /// Whether a file name is one that this program gives to pictures of the series.
    pub fn is_picture_name(self, name: &str) -> bool {
        let number = name.strip_prefix(self.stem()).and_then(|rest| rest.strip_suffix(".png"));
        number.is_some_and(|number| {
            number.len() >= self.min_digits() && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    }

    /// The file names of a series of this length.
    pub fn names(self, pictures: u64) -> FileNames {
        FileNames::new(self, pictures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_picture_names() {
        assert!(
            Series::Frames.is_picture_name("frame-0001.png")
                && Series::Solutions.is_picture_name("solution-01.png")
        );
        for foreign in [
            "frame-1.png",
            "frame-000a.png",
            "frame-.png",
            "../frame-0001.png",
            "solution-01.png",
            "frame-0001.jpg",
        ] {
            assert!(!Series::Frames.is_picture_name(foreign), "{foreign}");
        }
    }
}
