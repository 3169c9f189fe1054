//! Summaries of films.

use std::time::Duration;

use crate::record::Lane;
use crate::search::Tally;

/// The length and size of a film, and the counters of its search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilmSummary {
    /// Number of frames that were filmed.
    pub frames: u64,
    /// Number of pictures in the file; see [`Encoded::pictures`](crate::encode::Encoded::pictures).
    pub pictures: u64,
    /// Time from the first picture to the end of the last, as the file says it.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The counters of the search.
    pub tally: Tally,
}

/// The length and size of a race's film, and its results.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RaceSummary {
    /// Number of frames that were filmed.
    pub frames: u64,
    /// Number of pictures in the file; see [`Encoded::pictures`](crate::encode::Encoded::pictures).
    pub pictures: u64,
    /// Time from the first picture to the end of the last, as the file says it.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The solvers at the end of the race.
    pub lanes: Vec<Lane>,
}
