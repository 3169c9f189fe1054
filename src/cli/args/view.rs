//! What is written and drawn beside the board.

use clap::{Args, ValueEnum};

use super::super::values;

#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
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

    /// Write a title above all
    #[arg(long, value_name = "TEXT", value_parser = values::line)]
    pub title: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// The board alone
    Plain,
    /// For a column of text: caption, counters and, where there is room, coordinates
    Article,
    /// For slides: all of that, tree and code, every square tested, dots on squares under attack
    Lecture,
}

impl ViewArgs {
    pub fn is_lecture(&self) -> bool {
        self.view == Some(View::Lecture)
    }

    /// Whether squares have names that are spoken of.
    pub fn has_coordinates(&self) -> bool {
        matches!(self.view, Some(View::Article | View::Lecture))
    }

    pub fn has_caption(&self) -> bool {
        self.caption || matches!(self.view, Some(View::Article | View::Lecture))
    }

    pub fn has_counters(&self) -> bool {
        self.counters || matches!(self.view, Some(View::Article | View::Lecture))
    }

    pub fn has_tree(&self) -> bool {
        self.tree || self.is_lecture()
    }

    pub fn has_code(&self) -> bool {
        self.code || self.is_lecture()
    }
}
