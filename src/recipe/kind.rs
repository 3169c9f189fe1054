//! What can be made.

use crate::variants::named_enum;

named_enum! {
    /// What is made, or printed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Kind {
        /// A film of a search
        Search = "search",
        /// A film of several solvers on one clock
        Race = "race",
        /// A film of a log
        Replay = "replay",
        /// One position
        Board = "board",
        /// All solutions, on a page or as a film
        Gallery = "gallery",
        /// The steps of a search as small boards
        Sheet = "sheet",
        /// Solutions as text
        List = "list",
        /// How many solutions there are
        Count = "count",
        /// The algorithms in figures
        Compare = "compare",
    }
}

impl Kind {
    /// Those that a file can describe.
    pub const MAKERS: &'static [Self] =
        &[Self::Search, Self::Race, Self::Replay, Self::Gallery, Self::Sheet, Self::Board, Self::Compare];
}
