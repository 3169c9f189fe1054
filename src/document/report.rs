//! What has been made.

use std::num::NonZeroU32;

use crate::encode::Format;
use crate::film::FilmSummary;
use crate::record::Counter;
use crate::search::{Algorithm, Tally};
use crate::words::counted;

use super::{Note, Written};

/// What has been made: the files, what they show, and what should be known about them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The document, and then the files beside it.
    pub files: Vec<Written>,
    /// What the document shows.
    pub summary: Summary,
    /// What should be known besides what was asked for; a watch has been told.
    pub notes: Vec<Note>,
    /// If it was asked for: what is seen, for readers who do not see it, and HTML that shows the file on a page.
    pub alt: Option<(String, String)>,
}

/// What a document shows.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Summary {
    /// A search, a race or a log.
    Film {
        /// The film.
        film: FilmSummary,
        /// The algorithms whose events all of it are; `None` for logs.
        solvers: Vec<Option<Algorithm>>,
        /// The width and the height of its pictures in pixels.
        canvas: (u32, u32),
        /// The format.
        format: Format,
        /// Pictures per second, where the format has a frame rate.
        fps: NonZeroU32,
    },
    /// Solutions.
    Solutions {
        /// How many.
        solutions: u64,
        /// The width and the height of the page, or of each picture, in pixels.
        canvas: (u32, u32),
    },
    /// The steps of a search.
    Steps {
        /// How many.
        steps: u64,
        /// On how many pages.
        pages: u64,
        /// The width and the height of a page in pixels.
        canvas: (u32, u32),
    },
    /// A position.
    Picture {
        /// Its width and height in pixels.
        canvas: (u32, u32),
    },
    /// A chart.
    Chart {
        /// Its width and height in pixels.
        canvas: (u32, u32),
    },
    /// Solutions as text, and how many; and why there is none.
    List(u64, Option<String>),
    /// A table.
    Table,
    /// The events of a search by this algorithm.
    Events(Tally, Algorithm),
    /// A log without errors.
    Log(Tally),
}

/// The counters that a search used, and its solutions. Those at zero are left out, but for the backtracks of an
/// algorithm that counts them: a log may not tell all.
pub fn of_search(tally: &Tally, algorithm: Option<Algorithm>) -> String {
    // By name, so that a new counter is not forgotten.
    let Tally { tests, placements, removals: _, backtracks, solutions, boards: _, moves, pruned } = *tally;
    let has_backtracks = |algorithm| Counter::of(algorithm).contains(&Counter::Backtracks);
    let by_line = algorithm.is_some_and(has_backtracks) && placements > 0;
    let searched = tally.searched_boards();
    let counters = [
        (tests > 0, tests, "test"),
        (placements > 0, placements, "placement"),
        (by_line || backtracks > 0, backtracks, "backtrack"),
        (pruned > 0, pruned, "pruned square"),
        (searched > 0, searched, "board"),
        (moves > 0, moves, "move"),
        (solutions > 0, solutions, "solution"),
    ];
    let used = counters.into_iter().filter(|(used, ..)| *used);
    let mut parts: Vec<String> = used.map(|(_, number, name)| counted(number, name)).collect();
    if solutions == 0 {
        parts.push("no solution".to_owned());
    }
    parts.join(", ")
}
