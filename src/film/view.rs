//! The panels beside the board.

use crate::page::{PanelKind, StatePanel};
use crate::record::Counter;
use crate::search::{CodeForm, Listing};
use crate::variants::named_enum;

named_enum! {
    /// A set of panels that go together.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum View {
        /// The board alone
        #[default]
        Plain = "plain",
        /// For articles: caption, four counters and, where there is room, coordinates
        Article = "article",
        /// For slides: caption, all counters, coordinates, tree, code, tests column by column, and attacked squares in one tone
        Lecture = "lecture",
    }
}

/// The panels beside the board: those of the view, and single ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelOptions {
    /// The set of panels.
    pub view: View,
    /// Panels in addition to those of the view.
    pub more: Vec<PanelKind>,
    /// Panels of state, each at most once, which take the room of code and tree.
    pub state: Vec<StatePanel>,
    /// A custom listing.
    pub listing: Option<Listing>,
    /// How the listing of a built-in algorithm is written.
    pub form: CodeForm,
    /// The title; empty for none.
    pub title: String,
}

impl PanelOptions {
    /// Whether a panel is shown.
    pub(super) fn has(&self, kind: PanelKind) -> bool {
        let gives_way = match kind {
            PanelKind::Code | PanelKind::Tree => !self.state.is_empty(),
            PanelKind::Caption | PanelKind::Counters => false,
        };
        (self.view.has(kind) && !gives_way) || self.more.contains(&kind)
    }

    /// Whether any panel is shown.
    pub fn has_any(&self) -> bool {
        !self.state.is_empty() || PanelKind::ALL.into_iter().any(|kind| self.has(kind))
    }
}

impl View {
    const fn has(self, kind: PanelKind) -> bool {
        match self {
            Self::Plain => false,
            Self::Article => match kind {
                PanelKind::Caption | PanelKind::Counters => true,
                PanelKind::Code | PanelKind::Tree => false,
            },
            Self::Lecture => true,
        }
    }

    /// Whether a counter is among those of the view.
    pub(super) const fn counts(self, counter: Counter) -> bool {
        match (self, counter) {
            // Beside a caption in a column of text, there is room for what counts.
            (Self::Article, Counter::Step | Counter::Depth) => false,
            (Self::Plain | Self::Lecture, Counter::Step | Counter::Depth)
            | (
                Self::Plain | Self::Article | Self::Lecture,
                Counter::Tests
                | Counter::Placements
                | Counter::Backtracks
                | Counter::Solutions
                | Counter::Boards
                | Counter::Moves
                | Counter::Pruned,
            ) => true,
        }
    }

    /// Whether squares are named by coordinates on the board, where there is room.
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
