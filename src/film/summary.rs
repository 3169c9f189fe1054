//! What was filmed.

use std::time::Duration;

use crate::record::Lane;
use crate::search::Tally;

/// What a film shows, and how large it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilmSummary {
    /// Number of frames.
    pub frames: u64,
    /// Time from the first frame to the end of the last.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The counters of the search.
    pub tally: Tally,
}

/// What the film of a race shows, and how large it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RaceSummary {
    /// Number of frames.
    pub frames: u64,
    /// Time from the first frame to the end of the last.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The solvers at the end of the race.
    pub lanes: Vec<Lane>,
}
