//! Styles with the panels of a view.

use queenreel::board::SquareNames;
use queenreel::internals::page::{CaptionSpace, PageSize, PageStyle, PanelContent};
use queenreel::record::{Caption, CaptionText, Counter, Frame};
use queenreel::search::{Algorithm, SearchTree};

use crate::common::known::size;
use crate::common::search_oracle::SearchSpec;

/// The named panels of a search.
pub fn panels(spec: SearchSpec, names: &str) -> PanelContent {
    let narrator = spec.narrator();
    let has = |name| names.split_whitespace().any(|wanted| wanted == name);
    PanelContent {
        title: if has("title") { format!("{} queens, one by one", spec.n) } else { String::new() },
        caption: has("caption")
            .then(|| CaptionSpace::of(&narrator, SquareNames::Chess, CaptionText::default())),
        counters: if has("counters") { Counter::of(Algorithm::Backtracking).to_vec() } else { Vec::new() },
        most: 99_999,
        code: has("code").then(|| narrator.listing.clone().unwrap()),
        tree: has("tree").then(|| SearchTree::of(spec.events()).unwrap().into()),
        ..PanelContent::default()
    }
}

pub fn style(spec: SearchSpec, names: &str, page: &str) -> PageStyle {
    let page: PageSize = page.parse().unwrap();
    PageStyle { page: Some(page), panels: panels(spec, names), ..PageStyle::default() }
}

/// The empty board without panels.
pub fn empty(spec: SearchSpec) -> Frame {
    Frame { caption: Caption::Custom("".into()), ..Frame::start(size(spec.n)) }
}
