//! Pages as in films, and the frames that they show.

use std::sync::Arc;

use queenreel::board::{Problem, SquareNames};
use queenreel::film::View;
use queenreel::internals::page::{CaptionSpace, PageStyle, PanelContent, StatePanel};
use queenreel::record::{CaptionText, Counter, Detail, Frame, Memory, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, SearchTree, Tally, until_solutions};

use super::films::record;
use super::known::{SOLUTIONS, size};

/// A search with all details, and what is known before its first frame.
pub struct Subject {
    pub n: u64,
    pub algorithm: Algorithm,
    pub frames: Vec<Frame>,
    narrator: Narrator,
    caption: CaptionSpace,
    /// `None` if the search does not walk a tree.
    tree: Option<Arc<SearchTree>>,
    most: u64,
}

impl Subject {
    /// The beginning of a search: at most this many events, up to this number of solutions.
    pub fn new(n: u64, algorithm: Algorithm, solutions: u64, events: usize) -> Self {
        let all = SOLUTIONS.get(n as usize - 1).map(|all| *all as u64);
        Self::of_problem(&size(n).into(), algorithm, all, solutions, events)
    }

    /// The same for a problem with this number of solutions.
    pub fn of_problem(
        problem: &Problem,
        algorithm: Algorithm,
        all: Option<u64>,
        solutions: u64,
        events: usize,
    ) -> Self {
        let n = u64::from(problem.size());
        let search = algorithm.events(problem, Order::Columns, DEFAULT_SEED);
        let events: Vec<Event> = until_solutions(search, Some(solutions)).take(events).collect();
        let narrator = Narrator::new(problem, Some(algorithm), Order::Columns, all);
        let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
        let recorder = Recorder::new(problem, &schedule, narrator.clone());
        let memory = Memory::new(problem, Order::Columns, algorithm == Algorithm::Marking);
        let recorder = recorder.with_memory(memory);
        let mut tally = Tally::default();
        for event in &events {
            tally.count(*event);
        }
        Self {
            n,
            algorithm,
            frames: record(recorder, events.iter().copied()),
            caption: CaptionSpace::of(&narrator, SquareNames::Chess, CaptionText::default()),
            tree: SearchTree::of(events.into_iter()).ok().map(Arc::new),
            most: Counter::largest(&tally, size(n)),
            narrator,
        }
    }

    /// The panels of state of its algorithm.
    pub fn state_panels(&self) -> Vec<StatePanel> {
        StatePanel::of(self.algorithm).collect()
    }

    /// The style that a film of the search has with a panel of state.
    pub fn style_with(&self, panel: StatePanel) -> PageStyle {
        let style = self.style(View::Lecture, "");
        let panels = PanelContent { code: None, tree: None, state: vec![panel], ..style.panels };
        PageStyle { panels, ..style }
    }

    /// The style that a film of the search has in a view.
    pub fn style(&self, view: View, title: &str) -> PageStyle {
        let (is_plain, is_lecture) = (view == View::Plain, view.is_lecture());
        let counters = Counter::of(self.algorithm);
        let panels = PanelContent {
            title: title.to_owned(),
            caption: (!is_plain).then(|| self.caption.clone()),
            counters: if is_plain { Vec::new() } else { counters.to_vec() },
            most: self.most,
            code: self.narrator.listing.clone().filter(|_| is_lecture),
            tree: self.tree.clone().filter(|_| is_lecture),
            ..PanelContent::default()
        };
        let attacks = is_lecture && counters.contains(&Counter::Depth);
        PageStyle { coordinates: !is_plain, panels, attacks, ..PageStyle::default() }
    }
}
