//! The panels beside the board, and what they show as far as it is known before the first frame.

use std::sync::Arc;

use crate::board::{BoardSize, SquareNames};
use crate::record::{Counter, Narrator, Words};
use crate::search::{Algorithm, Listing, Order, SearchTree};

use crate::variants::{enum_with_all, named_enum};

enum_with_all! {
    /// A panel beside a board, in the order in which panels are painted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum PanelKind {
        /// The step in words, below the board.
        Caption,
        /// The numbers of steps, tests, placements and so on.
        Counters,
        /// The listing of the algorithm, with the line that runs.
        Code,
        /// The search tree.
        Tree,
    }
}

named_enum! {
    /// A panel that shows what an algorithm remembers besides the board.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum StatePanel {
        /// Which rows, columns and diagonals are available
        Arrays = "arrays",
        /// Attacked and free squares as binary digits
        Bits = "bits",
        /// The matrix of free, closed and tried squares
        Matrix = "matrix",
        /// The matrices that are kept to go back
        Stages = "stages",
        /// How many queens are on each diagonal
        Diagonals = "diagonals",
        /// The calls that are open
        Stack = "stack",
        /// The flow chart, with the step that runs
        Flow = "flow",
    }
}

impl StatePanel {
    /// Whether an algorithm remembers it.
    pub const fn is_of(self, algorithm: Algorithm) -> bool {
        match self {
            Self::Arrays => {
                matches!(algorithm, Algorithm::Backtracking | Algorithm::Eager | Algorithm::Marking)
            }
            Self::Bits => matches!(algorithm, Algorithm::Bitfield),
            Self::Matrix | Self::Stages | Self::Flow => algorithm.has_stages(),
            Self::Diagonals => matches!(algorithm, Algorithm::Permutations),
            Self::Stack => algorithm.has_order(),
        }
    }

    /// Whether it is right for searches that begin with queens on the board, or with closed squares.
    pub const fn knows_start(self) -> bool {
        // The columns of the others follow each other without a gap, and all squares are free at first.
        matches!(self, Self::Arrays | Self::Matrix | Self::Stages | Self::Diagonals)
    }

    /// Whether it shows something of a position alone, without a search.
    pub const fn is_of_position(self) -> bool {
        matches!(self, Self::Arrays | Self::Matrix | Self::Diagonals)
    }

    /// Whether it shows names of squares.
    pub(super) const fn names_squares(self) -> bool {
        matches!(self, Self::Stages | Self::Stack)
    }

    /// The panels of an algorithm.
    pub fn of(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |panel| panel.is_of(algorithm))
    }

    /// Whether it shows the matrices of the solver with stages.
    pub const fn has_stages(self) -> bool {
        matches!(self, Self::Matrix | Self::Stages)
    }
}

/// What is shown beside the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelContent {
    /// The title above everything; empty for none.
    pub title: String,
    /// The caption, if there is one.
    pub caption: Option<CaptionRoom>,
    /// The counters, in this order.
    pub counters: Vec<Counter>,
    /// The largest value of a counter, for its width.
    pub most: u64,
    /// The listing whose current line is highlighted.
    pub code: Option<Listing>,
    /// The tree that is searched.
    pub tree: Option<Arc<SearchTree>>,
    /// Panels of state.
    pub state: Vec<StatePanel>,
    /// The order of that search.
    pub order: Order,
    /// Whether panels of state show a position alone, without a search.
    pub is_position: bool,
}

/// What is known of the captions before the first frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionRoom {
    /// The board whose squares they name.
    pub size: BoardSize,
    /// How they name them.
    pub names: SquareNames,
    /// Captions that must fit, at least in few words.
    pub words: Vec<Words>,
}

impl CaptionRoom {
    /// Room for all captions of a narrator with these names of squares, and for custom ones that are
    /// no wider than these.
    pub fn of(narrator: &Narrator, names: SquareNames, custom: Words) -> Self {
        let size = narrator.problem.size();
        let words = narrator.wide_captions().map(|caption| caption.words(size, names));
        Self { size, names, words: words.chain([custom]).collect() }
    }
}

impl PanelContent {
    /// Whether there is nothing beside the board.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.has_only_title()
    }

    /// Whether there is no panel, but perhaps a title.
    pub(super) fn has_only_title(&self) -> bool {
        let Self { caption, counters, code, tree, state, .. } = self;
        caption.is_none() && counters.is_empty() && code.is_none() && tree.is_none() && state.is_empty()
    }

    /// All texts that are known before the first frame, but those of panels of state.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let Self { title, caption, counters, most: _, code, tree: _, state: _, order: _, is_position: _ } =
            self;
        let captions = caption.iter().flat_map(|caption| &caption.words);
        let captions = captions.flat_map(|words| [&words.fact, &words.reason]);
        let captions = captions.flat_map(|phrase| [phrase.long.as_str(), &phrase.short]);
        // In source any character may occur: those that the font lacks have a sign.
        let lines = code.iter().filter(|listing| !listing.is_source());
        let lines = lines.flat_map(Listing::lines);
        let names = counters.iter().map(|counter| counter.name());
        let numbers = (!counters.is_empty()).then_some("0123456789,");
        captions.chain([title.as_str()]).chain(lines).chain(names).chain(numbers)
    }
}
