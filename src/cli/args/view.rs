//! What is filmed of a search, and the panels beside the board.

use clap::Args;

use crate::cli::values;
use crate::film::{PanelOptions, View};
use crate::page::{PanelKind, StatePanel};
use crate::record::{Counter, Detail, Pace, Selection};
use crate::search::CodeForm;
use crate::words::listed;

#[derive(Debug, Clone, Args)]
pub struct ViewArgs {
    /// Which steps are shown: queens placed and removed, or also the squares tested
    /// [default: steps, or columns with --view lecture, and tests on its HTML page]
    #[arg(long, value_enum, help_heading = "What is filmed")]
    pub detail: Option<Detail>,

    /// How long steps are shown [default: story, or even with --delay, with --every, and of more than 100,000 steps]
    #[arg(long, value_enum, help_heading = "Pace")]
    pub pace: Option<Pace>,

    /// Show only some frames: steps like 37 or 20..40 (0 is the empty board), backtracks, solutions,
    /// first-backtrack..+10, first-solution, or a time of the whole film like t=4s..6s; several with
    /// commas. Counters, tree and captions stay those of the whole search. One frame, or the first of one
    /// step, can be written as FILE.png
    #[arg(long, value_name = "STEPS", help_heading = "What is filmed")]
    pub select: Option<Selection>,

    /// A set of panels; the following options add more. With code or a tree, the page is 1280x720,
    /// or 1024x576 as GIF, APNG or WebP, unless --canvas is given
    #[arg(long, value_enum)]
    pub view: Option<View>,

    /// Say what happened, and why: 'f1 is refused', 'The queen on a6 attacks it along a diagonal'
    #[arg(long)]
    pub caption: bool,

    #[arg(long, help = counters_help())]
    pub counters: bool,

    /// Show the position in the search tree
    #[arg(long)]
    pub tree: bool,

    /// Show the code of the algorithm, and highlight the line that runs; --code=words has numbered
    /// sentences, --code=python a program
    #[arg(
        long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true,
        default_missing_value = CodeForm::Pseudo.name()
    )]
    pub code: Option<CodeForm>,

    #[arg(long = "panel", value_name = "NAME", value_parser = values::one_of(StatePanel::ALL, StatePanel::name), help = panel_help())]
    pub state: Vec<StatePanel>,

    /// Title above everything
    #[arg(long, value_name = "TEXT", value_parser = values::line)]
    pub title: Option<String>,
}

fn counters_help() -> String {
    format!("Show the counters that the search uses: {}", listed(Counter::ALL.map(Counter::name), "and"))
}

/// Panels in the order in which they were given, each once.
pub fn distinct(panels: &[StatePanel]) -> Vec<StatePanel> {
    let mut state: Vec<StatePanel> = Vec::new();
    for panel in panels {
        if !state.contains(panel) {
            state.push(*panel);
        }
    }
    state
}

fn panel_help() -> String {
    let about = |panel: StatePanel| format!("'{panel}', {}", panel.about());
    format!(
        "Show what the algorithm remembers, in the place of code and tree; may be given several times: {}",
        listed(StatePanel::ALL.map(about), "and")
    )
}

impl ViewArgs {
    pub fn panels(&self) -> PanelOptions {
        let (view, title) = (self.view.unwrap_or_default(), self.title.clone().unwrap_or_default());
        let state = distinct(&self.state);
        let more = PanelKind::ALL.into_iter().filter(|kind| self.adds(*kind)).collect();
        PanelOptions { view, more, state, title, listing: None, form: self.code.unwrap_or_default() }
    }

    const fn adds(&self, kind: PanelKind) -> bool {
        match kind {
            PanelKind::Caption => self.caption,
            PanelKind::Counters => self.counters,
            PanelKind::Code => self.code.is_some(),
            PanelKind::Tree => self.tree,
        }
    }
}
