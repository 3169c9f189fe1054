//! What is known in advance about a filmed search.

use crate::board::{BoardSize, Problem};
use crate::log::LogSummary;
use crate::page::StatePanel;
use crate::record::{Counter, CustomCaption, Narrator};
use crate::search::{Algorithm, Listing, Order, Rules, Tally};
use crate::words::{capital, counted};

use super::{FilmError, PanelOptions, Result};

/// What is known in advance about a filmed search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    pub problem: Problem,
    /// The algorithm, if it is built in.
    pub algorithm: Option<Algorithm>,
    pub order: Order,
    /// Which squares count as safe.
    pub rules: Rules,
    /// Whether no event of the algorithm is missing, so that a counter at zero is meaningful.
    pub is_complete: bool,
}

impl Subject {
    pub fn unknown(problem: impl Into<Problem>) -> Self {
        let (order, rules) = (Order::default(), Rules::default());
        Self { problem: problem.into(), algorithm: None, order, rules, is_complete: false }
    }

    /// Returns the subject of a search by this algorithm, in the `wanted` order if the order can be chosen.
    pub fn of(self, algorithm: Algorithm, wanted: Order) -> Self {
        Self { algorithm: Some(algorithm), order: algorithm.order(wanted).unwrap_or(wanted), ..self }
    }

    pub const fn size(&self) -> BoardSize {
        self.problem.size()
    }

    /// Returns the subject of a log, with the algorithm of its header if this is built in.
    pub fn of_log(summary: &LogSummary) -> Self {
        let header = summary.header.as_ref();
        let algorithm = header.and_then(|header| header.algorithm.as_deref()?.parse().ok());
        let order = header.and_then(|header| header.order).unwrap_or_default();
        let rules = header.map(|header| header.rules).unwrap_or_default();
        Self { problem: summary.problem(), algorithm, order, rules, is_complete: false }
    }

    pub fn title(&self) -> String {
        let queens = counted(self.size().get().into(), "queen");
        let from = self.problem.in_words().map(|words| format!(", {words}")).unwrap_or_default();
        match self.algorithm.map(Algorithm::name) {
            Some(name) => format!("{} search for {queens}{from}", capital(name)),
            None => format!("Search for {queens}{from}"),
        }
    }

    /// Returns the counters that are meaningful at the end of a search with this tally.
    pub(super) fn counters(&self, tally: &Tally) -> Vec<Counter> {
        match self.algorithm {
            Some(algorithm) if self.is_complete => Counter::of(algorithm).to_vec(),
            Some(_) | None => Counter::of_log(tally),
        }
    }

    pub(super) fn check_panels(&self, options: &PanelOptions) -> Result<()> {
        let algorithm = self.algorithm.filter(|_| self.is_complete);
        let is_of = |panel: &StatePanel| algorithm.is_some_and(|algorithm| panel.is_of(algorithm));
        if let Some(panel) = options.state.iter().find(|panel| !is_of(panel)) {
            return Err(FilmError::NoState(*panel, algorithm));
        }
        let is_wrong = |panel: &&StatePanel| !self.problem.is_plain() && !panel.knows_start();
        options.state.iter().find(is_wrong).map_or(Ok(()), |panel| Err(FilmError::StateOfPlain(*panel)))
    }

    /// Whether the safe squares of each line tell where the search can go on: it fills one line after another.
    pub(super) fn has_gauges(&self) -> bool {
        self.rules == Rules::Chess && self.algorithm.is_none_or(Algorithm::goes_by_lines)
    }

    pub(super) fn narrator(&self, panels: &PanelOptions, words: Option<&CustomCaption>) -> Narrator {
        let Self { problem, algorithm, order, rules, is_complete: _ } = self;
        let listing_of = |algorithm| Listing::in_form(panels.form, algorithm, *order, problem);
        let listing = panels.listing.clone().or_else(|| algorithm.and_then(listing_of));
        let (rules, words) = (*rules, words.cloned());
        Narrator { rules, listing, words, ..Narrator::new(problem, *algorithm, *order, None) }
    }
}
