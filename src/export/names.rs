//! Series of pictures in a directory: how the files are called.

/// What the pictures of a directory are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Series {
    /// The frames of a film.
    Frames,
    /// One solution each.
    Solutions,
}

impl Series {
    /// The name of the file that tells what each picture shows.
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

    const fn stem(self) -> &'static str {
        match self {
            Self::Frames => "frame-",
            Self::Solutions => "solution-",
        }
    }

    const fn least_digits(self) -> usize {
        match self {
            Self::Frames => 4,
            Self::Solutions => 2,
        }
    }

    /// Whether a file has a name such as this program gives to pictures of the series.
    pub fn has_like(self, name: &str) -> bool {
        let number = name.strip_prefix(self.stem()).and_then(|rest| rest.strip_suffix(".png"));
        number.is_some_and(|number| {
            number.len() >= self.least_digits() && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    }

    /// Names for so many pictures.
    pub fn names(self, pictures: u64) -> FileNames {
        FileNames { series: self, digits: pictures.to_string().len().max(self.least_digits()) }
    }
}

/// The names of a series of a known length: consecutive numbers from 1, all with as many digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileNames {
    series: Series,
    digits: usize,
}

impl FileNames {
    /// The series.
    pub const fn series(self) -> Series {
        self.series
    }

    /// The file name of a picture, counted from 1: `frame-0001.png`.
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

    #[test]
    fn only_own_names_are_like_it() {
        assert!(Series::Frames.has_like("frame-0001.png") && Series::Solutions.has_like("solution-01.png"));
        for foreign in [
            "frame-1.png",
            "frame-000a.png",
            "frame-.png",
            "../frame-0001.png",
            "solution-01.png",
            "frame-0001.jpg",
        ] {
            assert!(!Series::Frames.has_like(foreign), "{foreign}");
        }
    }
}
