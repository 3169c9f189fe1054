//! What is shown beside the board, as far as it is known before the first frame.

use std::sync::Arc;

use crate::board::{BoardSize, SquareNames};
use crate::font::Font;
use crate::record::{Counter, Narrator};
use crate::search::{Listing, SearchTree};

use super::layout::panels::{Needs, PanelNeeds};
use super::layout::sheet::LINE;
use super::panels::{PanelKind, code, counters, tree};

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
}

/// What is known of the captions before the first frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionRoom {
    /// The board whose squares they name.
    pub size: BoardSize,
    /// How they name them.
    pub names: SquareNames,
    /// Texts that must fit.
    pub texts: Vec<String>,
}

impl CaptionRoom {
    /// Room for all captions of a narrator with these names of squares, and for the widest custom caption
    /// if there are any.
    pub fn of(narrator: &Narrator, names: SquareNames, custom: Option<String>) -> Self {
        let size = narrator.size();
        let texts = narrator.wide_captions().map(|caption| caption.text(size, names));
        let texts = texts.chain(custom).collect();
        Self { size, names, texts }
    }
}

/// Texts narrower than this share of the widest stay narrower in whole pixels.
const NEARLY: f32 = 0.9;

impl PanelContent {
    /// Whether there is nothing beside the board.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && !PanelKind::ALL.into_iter().any(|kind| self.has(kind))
    }

    /// Whether there is content for a panel.
    pub const fn has(&self, kind: PanelKind) -> bool {
        match kind {
            PanelKind::Caption => self.caption.is_some(),
            PanelKind::Counters => !self.counters.is_empty(),
            PanelKind::Code => self.code.is_some(),
            PanelKind::Tree => self.tree.is_some(),
        }
    }

    /// The room that title and panels need.
    pub(super) fn needs(&self, size: BoardSize, font: &Font) -> Needs {
        Needs {
            squares: size.get().into(),
            title: font.room(&self.title),
            panels: PanelKind::ALL
                .map(|kind| if self.has(kind) { self.room(kind, font) } else { PanelNeeds::default() }),
            ..Needs::default()
        }
    }

    /// The room that a panel needs.
    fn room(&self, kind: PanelKind, font: &Font) -> PanelNeeds {
        let one = |width, height| PanelNeeds { cells: 1, cell: (width, height), grows: false };
        match kind {
            PanelKind::Caption => {
                // Of many captions, only those that are nearly as wide as the widest need a closer look.
                let widest = self.captions().map(|text| font.width(text)).fold(0.0, f32::max);
                let wide = self.captions().filter(|text| font.width(text) > NEARLY * widest);
                one(wide.map(|text| font.room(text)).fold(0.0, f32::max), LINE)
            }
            PanelKind::Counters => {
                let width = counters::width(&self.counters, self.most, font);
                PanelNeeds { cells: self.counters.len() as u32, ..one(width, LINE) }
            }
            PanelKind::Code => self.code.as_ref().map_or_else(PanelNeeds::default, |listing| {
                one(code::width(listing, font), listing.lines().len() as f32 * LINE)
            }),
            PanelKind::Tree => PanelNeeds { grows: true, ..one(tree::LEAST.0, tree::LEAST.1) },
        }
    }

    fn captions(&self) -> impl Iterator<Item = &String> {
        self.caption.iter().flat_map(|caption| &caption.texts)
    }

    /// All texts that are known before the first frame.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let Self { title, caption: _, counters, most: _, code, tree: _ } = self;
        let lines = code.iter().flat_map(Listing::lines).map(str::to_owned);
        let names = counters.iter().map(|counter| counter.name().to_owned());
        let numbers = (!counters.is_empty()).then(|| "0123456789,".to_owned());
        self.captions().cloned().chain([title.clone()]).chain(lines).chain(names).chain(numbers)
    }
}
