//! Reports on finished documents.

use std::num::NonZeroU32;

use crate::encode::Format;
use crate::film::FilmSummary;
use crate::record::Counter;
use crate::search::{Algorithm, Tally};
use crate::words::counted;

use super::{Note, Written};

/// The report of a finished document: its files, their content, and notes. See [`Document`](crate::Document).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The document, then the files next to it.
    pub files: Vec<Written>,
    /// The content of the document.
    pub summary: Summary,
    /// Remarks, which the watch has received as well.
    pub notes: Vec<Note>,
    /// The alternative text, if requested, and HTML that embeds the file (empty without a path).
    pub alt: Option<(String, String)>,
}

/// The content of a document.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Summary {
    /// A film of a search, a race or a log.
    Film {
        /// Length, size and counters.
        film: FilmSummary,
        /// The algorithm of each solver; `None` for logs.
        solvers: Vec<Option<Algorithm>>,
        /// Width and height of the pictures in pixels.
        canvas: (u32, u32),
        /// The format.
        format: Format,
        /// Pictures per second, in formats with a frame rate.
        fps: NonZeroU32,
    },
    /// Solutions, on a page or as a film.
    Solutions {
        /// Number of solutions.
        solutions: u64,
        /// Width and height of the page, or of each picture, in pixels.
        canvas: (u32, u32),
    },
    /// A sheet of the steps of a search.
    Steps {
        /// Number of steps.
        steps: u64,
        /// Number of pages.
        pages: u64,
        /// Width and height of a page in pixels.
        canvas: (u32, u32),
    },
    /// A position.
    Picture {
        /// Width and height in pixels.
        canvas: (u32, u32),
    },
    /// A chart.
    Chart {
        /// Width and height in pixels.
        canvas: (u32, u32),
    },
    /// Number of solutions listed as text; if there is none, the reason.
    List(u64, Option<String>),
    /// A table.
    Table,
    /// The events of a search by this algorithm.
    Events(Tally, Algorithm),
    /// A log without errors.
    Log(Tally),
}

/// Lists the counters of a search except removals, and its solutions. Counters at zero are left out, since a log may
/// not report them, except the backtracks of an algorithm that counts them and has placed queens.
pub fn of_search(tally: &Tally, algorithm: Option<Algorithm>) -> String {
    // Destructured by name, so that a new counter cannot be overlooked.
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
