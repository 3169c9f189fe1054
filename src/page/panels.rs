//! What may stand beside the board.

use std::sync::Arc;

use crate::board::BoardSize;
use crate::scene::Counter;
use crate::search::{Listing, SearchTree};

use super::layout::panels::Needs;
use crate::draw::code;
use crate::draw::counters;
use crate::font::Font;

/// What stands beside the board, as far as it is known before the first scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Panels {
    /// What stands above everything; empty for nothing.
    pub title: String,
    /// Captions that there has to be room for; empty for no captions.
    pub captions: Vec<String>,
    /// The counters that are shown, in this order.
    pub counters: Vec<Counter>,
    /// The largest number that there has to be room for in a counter.
    pub most: u64,
    /// The algorithm whose lines are lit as they run.
    pub code: Option<Listing>,
    /// The tree that is searched.
    pub tree: Option<Arc<SearchTree>>,
}

/// Lines of whole pixels differ less from their width in ems.
const NEARLY: f32 = 0.9;

impl Panels {
    /// Whether the board stands alone.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.title.is_empty()
            && self.captions.is_empty()
            && self.counters.is_empty()
            && self.code.is_none()
            && self.tree.is_none()
    }

    /// The room that the panels need.
    pub(super) fn needs(&self, size: BoardSize, font: &Font) -> Needs {
        // Of many captions, only those that are nearly as wide as the widest need a closer look.
        let widest = self.captions.iter().map(|text| font.width(text)).fold(0.0, f32::max);
        let wide = self.captions.iter().filter(|text| font.width(text) > NEARLY * widest);
        Needs {
            squares: size.get().into(),
            board: None,
            least_board: 0,
            title: font.room(&self.title),
            caption: wide.map(|text| font.room(text)).fold(0.0, f32::max),
            counters: self.counters.len() as u32,
            counter: counters::width(&self.counters, self.most, font),
            lines: self.code.as_ref().map_or(0, |code| code.lines().len() as u32),
            code: self.code.as_ref().map_or(0.0, |listing| code::width(listing, font)),
            tree: self.tree.is_some(),
        }
    }

    /// All texts that are known before the first scene.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let lines = self.code.iter().flat_map(Listing::lines).map(str::to_owned);
        let names = self.counters.iter().map(|counter| counter.name().to_owned());
        let numbers = (!self.counters.is_empty()).then(|| "0123456789,".to_owned());
        self.captions.iter().cloned().chain([self.title.clone()]).chain(lines).chain(names).chain(numbers)
    }
}
