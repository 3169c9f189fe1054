//! What is shown beside the board.

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
        /// For a column of text: caption, counters and, where there is room, coordinates
        Article,
        /// For slides: all of that, tree and code, every test, dots on attacked squares
        Lecture,
    }
}

/// What is shown beside the board: what the view has, and what is asked for by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub struct PanelOptions {
    /// The set of panels.
    pub view: View,
    /// Whether a caption is asked for.
    pub caption: bool,
    /// Whether counters are asked for.
    pub counters: bool,
    /// Whether the search tree is asked for.
    pub tree: bool,
    /// Whether the algorithm's listing is asked for.
    pub code: bool,
    /// A listing instead of the algorithm's own.
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

    /// Whether anything needs to know the search beforehand.
    pub(super) fn look_ahead(&self) -> bool {
        self.has_caption() || self.has_counters() || self.has_tree()
    }
}

impl View {
    /// Whether squares get names: in captions, and as coordinates on the board.
    pub(super) const fn names_squares(self) -> bool {
        match self {
            Self::Plain => false,
            Self::Article | Self::Lecture => true,
        }
    }

    /// Whether the algorithm itself is the subject.
    pub const fn is_lecture(self) -> bool {
        match self {
            Self::Plain | Self::Article => false,
            Self::Lecture => true,
        }
    }
}
