//! What is written and drawn beside the board.

use clap::Args;

use crate::cli::values;
use crate::film::{PanelOptions, View};

#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub struct ViewArgs {
    /// A set of the following that go together; more can be added
    #[arg(long, value_enum)]
    pub view: Option<View>,

    /// Say below the board what happens: 'Place a queen on d4'
    #[arg(long)]
    pub caption: bool,

    /// Show how many steps, tests, placements, backtracks and solutions there were so far
    #[arg(long)]
    pub counters: bool,

    /// Show where in the search tree the search is
    #[arg(long)]
    pub tree: bool,

    /// Show the algorithm, with the line lit that runs
    #[arg(long)]
    pub code: bool,

    /// Write a title above everything
    #[arg(long, value_name = "TEXT", value_parser = values::line)]
    pub title: Option<String>,
}

impl ViewArgs {
    pub fn panels(&self) -> PanelOptions {
        let Self { view, caption, counters, tree, code, ref title } = *self;
        let (view, title) = (view.unwrap_or_default(), title.clone().unwrap_or_default());
        PanelOptions { view, caption, counters, tree, code, title, listing: None }
    }
}
