//! The search that is filmed, as far as it is known in advance.

use crate::board::{BoardSize, Problem};
use crate::log::Outline;
use crate::page::StatePanel;
pub use crate::record::CustomWords;
use crate::record::{Counter, Narrator};
use crate::search::{Algorithm, Listing, Order, Rules, Tally};
use crate::words::{capital, counted};

use super::{FilmError, PanelOptions};

/// The search that is filmed, as far as it is known in advance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// What is solved.
    pub problem: Problem,
    /// The algorithm, if it is built in.
    pub algorithm: Option<Algorithm>,
    /// The order of the search.
    pub order: Order,
    /// Who decides what is safe.
    pub rules: Rules,
    /// Whether the events are all those of the algorithm, so that a counter at zero means something.
    pub is_complete: bool,
}

impl Subject {
    /// A search of which only the board is known, with its start and its closed squares.
    pub fn unknown(problem: impl Into<Problem>) -> Self {
        let (order, rules) = (Order::default(), Rules::default());
        Self { problem: problem.into(), algorithm: None, order, rules, is_complete: false }
    }

    /// That of this algorithm, in the order that is wanted if it can be chosen.
    pub fn of(self, algorithm: Algorithm, wanted: Order) -> Self {
        Self { algorithm: Some(algorithm), order: algorithm.order(wanted).unwrap_or(wanted), ..self }
    }

    /// The board.
    pub const fn size(&self) -> BoardSize {
        self.problem.size()
    }

    /// The subject of a log, with the algorithm of its header if it is built in.
    pub fn of_log(outline: &Outline) -> Self {
        let header = outline.header.as_ref();
        let algorithm = header.and_then(|header| header.algorithm.as_deref()?.parse().ok());
        let order = header.and_then(|header| header.order).unwrap_or_default();
        let rules = header.map(|header| header.rules).unwrap_or_default();
        Self { problem: outline.problem(), algorithm, order, rules, is_complete: false }
    }

    /// What is filmed, in a few words.
    pub fn title(&self) -> String {
        let queens = counted(self.size().get().into(), "queen");
        let from = self.problem.in_words().map(|words| format!(", {words}")).unwrap_or_default();
        match self.algorithm.map(Algorithm::name) {
            Some(name) => format!("{} search for {queens}{from}", capital(name)),
            None => format!("Search for {queens}{from}"),
        }
    }

    /// The counters that mean something at the end of a search with this tally.
    pub(super) fn counters(&self, tally: &Tally) -> Vec<Counter> {
        match self.algorithm {
            Some(algorithm) if self.is_complete => Counter::of(algorithm).to_vec(),
            Some(_) | None => Counter::of_log(tally),
        }
    }

    /// Refuses panels of state that the algorithm has not.
    pub(super) fn check_panels(&self, options: &PanelOptions) -> Result<(), FilmError> {
        let algorithm = self.algorithm.filter(|_| self.is_complete);
        let is_of = |panel: &StatePanel| algorithm.is_some_and(|algorithm| panel.is_of(algorithm));
        if let Some(panel) = options.state.iter().find(|panel| !is_of(panel)) {
            return Err(FilmError::NoState(*panel, algorithm));
        }
        let is_wrong = |panel: &&StatePanel| !self.problem.is_plain() && !panel.knows_start();
        options.state.iter().find(is_wrong).map_or(Ok(()), |panel| Err(FilmError::StateOfPlain(*panel)))
    }

    /// The narrator, with a custom listing or that of the algorithm, and custom captions.
    pub(super) fn narrator(&self, panels: &PanelOptions, words: Option<&CustomWords>) -> Narrator {
        let Self { problem, algorithm, order, rules, is_complete: _ } = self;
        let listing_of = |algorithm| Listing::in_form(panels.form, algorithm, *order, problem);
        let listing = panels.listing.clone().or_else(|| algorithm.and_then(listing_of));
        let (rules, words) = (*rules, words.cloned());
        Narrator { rules, listing, words, ..Narrator::new(problem, *algorithm, *order, None) }
    }
}
