//! The panels beside the board.

use crate::search::Listing;
use crate::variants::enum_with_all;

enum_with_all! {
    /// A set of panels that go together.
    #[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum View {
        /// The board alone
        #[default]
        Plain,
        /// For articles: caption, counters and, where there is room, coordinates
        Article,
        /// For slides: the same with tree, code, every test, and dots on attacked squares
        Lecture,
    }
}

/// The panels beside the board: those of the view, and single ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub struct PanelOptions {
    /// The set of panels.
    pub view: View,
    /// Whether a caption is shown.
    pub caption: bool,
    /// Whether counters are shown.
    pub counters: bool,
    /// Whether the search tree is shown.
    pub tree: bool,
    /// Whether the algorithm's listing is shown.
    pub code: bool,
    /// A custom listing.
    pub listing: Option<Listing>,
    /// The title; empty for none.
    pub title: String,
}

impl PanelOptions {
    pub(super) fn has_caption(&self) -> bool {
        self.caption || self.view.names_squares()
    }

    pub(super) fn has_counters(&self) -> bool {
        self.counters || self.view.names_squares()
    }

    pub(super) fn has_tree(&self) -> bool {
        self.tree || self.view.is_lecture()
    }

    pub(super) fn has_code(&self) -> bool {
        self.code || self.view.is_lecture()
    }

    /// Whether a panel depends on the whole search.
    pub(super) fn look_ahead(&self) -> bool {
        self.has_caption() || self.has_counters() || self.has_tree()
    }
}

impl View {
    /// Whether squares are named, in captions and as coordinates on the board.
    pub(super) const fn names_squares(self) -> bool {
        match self {
            Self::Plain => false,
            Self::Article | Self::Lecture => true,
        }
    }

    /// Whether the view explains the algorithm.
    pub const fn is_lecture(self) -> bool {
        match self {
            Self::Plain | Self::Article => false,
            Self::Lecture => true,
        }
    }
}
