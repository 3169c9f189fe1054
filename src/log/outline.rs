//! What must be known about a log before its first event can be shown.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::board::{BoardSize, Problem};
use crate::search::{Action, Event, Listing, Tally};

use super::parse::quoted;
use super::{Entry, Header, LogError, LogOptions, LogReader};

/// The size, header and counters of a log, found by reading all of it once.
///
/// ```
/// use queenreel::log::{LogOptions, Outline};
///
/// let log = "{\"place\":[2,1]}\n{\"place\":[4,2]}\n";
/// let outline = Outline::of(log.as_bytes(), LogOptions::default())?;
/// assert_eq!((outline.size.get(), outline.tally.placements), (4, 2));
/// # Ok::<(), queenreel::log::LogError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// The size of the board: from the header, or else the largest row or column of the log.
    pub size: BoardSize,
    /// Whether the size is only that of the largest row or column (see [`LogReader::guesses_size`]).
    pub size_is_guessed: bool,
    /// The header, if there is one.
    pub header: Option<Header>,
    /// The counters of its events, in all lanes.
    pub tally: Tally,
    /// The lanes, by their numbers; empty in a log of one solver.
    pub lanes: Vec<LaneOutline>,
    /// The lines that are not events.
    pub skipped: SkippedLines,
    /// How boards were read that a program has printed for people, in words (see
    /// [`SpooledLog`](super::SpooledLog)).
    pub reading: Option<String>,
}

/// A lane of a log.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LaneOutline {
    /// Its number.
    pub number: u32,
    /// The last score of its board: more is better.
    pub score: Option<f64>,
    /// The number of solutions that it reports; if none, a film shows all that its queens form.
    pub solutions: u64,
}

/// Lines of a log that are not objects, such as other output of a solver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedLines {
    /// How many there are.
    pub lines: u64,
    /// The number of the first, and the beginning of its text.
    pub first: Option<(u64, String)>,
    /// The number of the last line, if it is incomplete.
    pub cut_line: Option<u64>,
    /// Whether there are arrays among them.
    pub has_arrays: bool,
}

impl SkippedLines {
    pub(super) fn add(&mut self, number: u64, text: &str, is_array: bool) {
        self.lines += 1;
        self.has_arrays |= is_array;
        self.first.get_or_insert_with(|| (number, quoted(text)));
    }
}

impl Outline {
    /// The code in the header, if there is any.
    pub fn listing(&self) -> Option<Listing> {
        let code = self.header.iter().flat_map(|header| &header.code).peekable();
        let lines: Vec<(Option<Action>, &String)> = code.map(|line| (None, line)).collect();
        (!lines.is_empty()).then(|| Listing::new(lines))
    }

    /// What is solved.
    pub fn problem(&self) -> Problem {
        let said = self.header.as_ref().and_then(|header| header.problem(self.size).ok());
        // The reader has checked the header.
        said.unwrap_or_else(|| self.size.into())
    }

    /// Whether the solver of this lane reports solutions.
    pub(super) fn reports_solutions(&self, lane: Option<u32>) -> bool {
        match lane {
            None => self.tally.solutions > 0,
            Some(number) => self.lanes.iter().any(|lane| lane.number == number && lane.solutions > 0),
        }
    }

    /// Reads a whole log.
    ///
    /// # Errors
    /// [`LogError`] at the first invalid line. Without a header, a few errors can only be found
    /// once the size of the board is known: read again, with [`LogReader::on_board`].
    pub fn of(input: impl BufRead, options: LogOptions) -> Result<Self, LogError> {
        let mut reader = LogReader::with_options(input, options)?;
        let mut survey = Survey::default();
        while let Some(entry) = reader.next().transpose()? {
            survey.add(&entry);
        }
        Ok(survey.outline(&reader))
    }
}

/// Makes the outline of the entries of a log while they are read.
#[derive(Debug, Default)]
pub(super) struct Survey {
    tally: Tally,
    lanes: BTreeMap<u32, LaneOutline>,
}

impl Survey {
    pub fn add(&mut self, entry: &Entry) {
        self.tally.count(entry.event);
        if let Some(number) = entry.lane {
            let new = || LaneOutline { number, score: None, solutions: 0 };
            let lane = self.lanes.entry(number).or_insert_with(new);
            lane.score = entry.score.or(lane.score);
            lane.solutions += u64::from(entry.event == Event::Solution);
        }
    }

    /// The outline at the end of the log.
    pub fn outline<R: BufRead>(self, reader: &LogReader<R>) -> Outline {
        Outline {
            size: reader.size(),
            size_is_guessed: reader.guesses_size(),
            header: reader.header().cloned(),
            tally: self.tally,
            lanes: self.lanes.into_values().collect(),
            skipped: reader.skipped().clone(),
            reading: None,
        }
    }
}
