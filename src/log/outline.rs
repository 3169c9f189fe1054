//! What must be known about a log before its first event can be shown.

use std::io::BufRead;

use crate::board::BoardSize;
use crate::search::Tally;

use super::{Header, LogError, LogReader};

/// The size, header and counters of a log, found by reading all of it once.
///
/// ```
/// use queenreel::log::Outline;
///
/// let outline = Outline::of("{\"place\":[2,1]}\n{\"place\":[4,2]}\n".as_bytes())?;
/// assert_eq!((outline.size.get(), outline.tally.placements), (4, 2));
/// # Ok::<(), queenreel::log::LogError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// The size of the board: from the header, or else the largest row or column of the log.
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
    /// [`LogError`] at the first invalid line. Without a header, a few errors can only be found
    /// once the size of the board is known: read again, with [`LogReader::on_board`].
    pub fn of(input: impl BufRead) -> Result<Self, LogError> {
        let mut reader = LogReader::begin(input)?;
        let mut tally = Tally::default();
        while let Some(entry) = reader.next().transpose()? {
            tally.count(entry.event);
        }
        Ok(Self { size: reader.size(), header: reader.header().cloned(), tally })
    }
}
