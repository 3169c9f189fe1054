//! The forms in which an algorithm is written down.

use crate::search::Algorithm;
use crate::variants::named_enum;

named_enum! {
    /// How the listing of an algorithm is written.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum CodeForm {
        /// Pseudo-code
        #[default]
        Pseudo = "pseudo",
        /// Numbered steps in plain words
        Words = "words",
        /// A program in Python 3
        Python = "python",
    }
}

impl CodeForm {
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
