//! The forms in which an algorithm is written down.

use crate::search::Algorithm;
use crate::variants::enum_with_all;

enum_with_all! {
    /// How the listing of an algorithm is written.
    #[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum CodeForm {
        /// Pseudo-code
        #[default]
        Pseudo,
        /// Numbered steps in plain words
        Words,
        /// A program in Python 3
        Python,
    }
}

impl CodeForm {
    /// The name: `pseudo`, `words` or `python`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pseudo => "pseudo",
            Self::Words => "words",
            Self::Python => "python",
        }
    }

    /// The text of an algorithm; `None` for loops, which are written out for each board.
    pub(super) const fn text(self, algorithm: Algorithm) -> Option<&'static str> {
        macro_rules! text {
            ($name:literal) => {
                match self {
                    Self::Pseudo => include_str!(concat!("pseudo/", $name, ".txt")),
                    Self::Words => include_str!(concat!("words/", $name, ".txt")),
                    Self::Python => include_str!(concat!("python/", $name, ".txt")),
                }
            };
        }
        Some(match algorithm {
            Algorithm::Backtracking => text!("backtracking"),
            Algorithm::Eager => text!("eager"),
            Algorithm::Marking => text!("marking"),
            Algorithm::Permutations => text!("permutations"),
            Algorithm::Random => text!("random"),
            Algorithm::Bitfield => text!("bitfield"),
            Algorithm::ForwardChecking => text!("forward-checking"),
            Algorithm::MinConflicts => text!("min-conflicts"),
            Algorithm::Loops => return None,
            Algorithm::Anywhere => text!("anywhere"),
        })
    }
}
