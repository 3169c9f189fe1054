//! The properties of a log that must be known before its first event is shown.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::board::{BoardSize, Problem};
use crate::search::{Action, Event, Listing, Tally};

use super::parse::quoted;
use super::{Entry, Header, LogError, LogOptions, LogReader};

/// The size, header and counters of a log, found by reading it completely.
///
/// ```
/// use queenreel::log::{LogOptions, LogSummary};
///
/// let log = "{\"place\":[2,1]}\n{\"place\":[4,2]}\n";
/// let summary = LogSummary::of(log.as_bytes(), LogOptions::default())?;
/// assert_eq!((summary.size.get(), summary.tally.placements), (4, 2));
/// # Ok::<(), queenreel::log::LogError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LogSummary {
    /// The size of the board: from the options or the header, or else the largest row or column of the log.
    pub size: BoardSize,
    /// Whether the size is only guessed from the largest row or column (see [`LogReader::guesses_size`]).
    pub size_is_guessed: bool,
    pub header: Option<Header>,
    /// The counters of the events of the log, in all lanes.
    pub tally: Tally,
    /// The lanes by number; empty in a log without lanes.
    pub lanes: Vec<LaneSummary>,
    pub skipped: SkippedLines,
    /// A description of how printed boards were read (see [`SpooledLog`](super::SpooledLog)).
    pub reading: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LaneSummary {
    pub number: u32,
    /// The last score of the lane's board: more is better.
    pub score: Option<f64>,
    /// The number of reported solutions. If it is 0, a film shows all solutions that the queens of the lane form.
    pub solutions: u64,
}

/// Lines of a log that are not objects, such as other output of a solver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedLines {
    pub lines: u64,
    /// The number of the first skipped line, and the beginning of its text.
    pub first: Option<(u64, String)>,
    /// The number of the last line, if it is incomplete.
    pub cut_line: Option<u64>,
    pub has_arrays: bool,
}

impl SkippedLines {
    pub(super) fn add(&mut self, number: u64, text: &str, is_array: bool) {
        self.lines += 1;
        self.has_arrays |= is_array;
        self.first.get_or_insert_with(|| (number, quoted(text)));
    }
}

impl LogSummary {
    pub fn listing(&self) -> Option<Listing> {
        let code = self.header.iter().flat_map(|header| &header.code).peekable();
        let lines: Vec<(Option<Action>, &String)> = code.map(|line| (None, line)).collect();
        (!lines.is_empty()).then(|| Listing::new(lines))
    }

    pub fn problem(&self) -> Problem {
        let said = self.header.as_ref().and_then(|header| header.problem(self.size).ok());
        // The reader has checked the header.
        said.unwrap_or_else(|| self.size.into())
    }

    pub(super) fn reports_solutions(&self, lane: Option<u32>) -> bool {
        match lane {
            None => self.tally.solutions > 0,
            Some(number) => self.lanes.iter().any(|lane| lane.number == number && lane.solutions > 0),
        }
    }

    /// Reads a whole log.
    pub fn of(input: impl BufRead, options: LogOptions) -> Result<Self, LogError> {
        let mut reader = LogReader::with_options(input, options)?;
        let mut survey = Survey::default();
        while let Some(entry) = reader.next().transpose()? {
            survey.add(&entry);
        }
        Ok(survey.summary(&reader))
    }
}

/// Collects the summary from the entries of a log.
#[derive(Debug, Default)]
pub(super) struct Survey {
    tally: Tally,
    lanes: BTreeMap<u32, LaneSummary>,
}

impl Survey {
    pub fn add(&mut self, entry: &Entry) {
        self.tally.count(entry.event);
        if let Some(number) = entry.lane {
            let new = || LaneSummary { number, score: None, solutions: 0 };
            let lane = self.lanes.entry(number).or_insert_with(new);
            lane.score = entry.score.or(lane.score);
            lane.solutions += u64::from(entry.event == Event::Solution);
        }
    }

    pub fn summary<R: BufRead>(self, reader: &LogReader<R>) -> LogSummary {
        LogSummary {
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
