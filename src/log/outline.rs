//! What has to be known of a log before its first event can be shown.

use std::io::BufRead;

use crate::board::BoardSize;
use crate::search::Tally;

use super::{Header, LogError, LogReader};

/// The frame of a log: found by reading it once from end to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The size of the board: from the header, or else the largest row or column.
    pub size: BoardSize,
    /// The header, if there is one.
    pub header: Option<Header>,
    /// The counters of its events.
    pub tally: Tally,
}

impl Outline {
    /// Reads a whole log.
    ///
    /// # Errors
    /// [`LogError`] at the first line that is not as it should be. Without a header, a few faults
    /// can only be seen once the size of the board is known: read again, with
    /// [`LogReader::on_board`].
    pub fn of(input: impl BufRead) -> Result<Self, LogError> {
        let mut reader = LogReader::begin(input)?;
        let mut tally = Tally::default();
        while let Some(entry) = reader.next().transpose()? {
            tally.count(entry.event);
        }
        Ok(Self { size: reader.size(), header: reader.header().cloned(), tally })
    }
}
