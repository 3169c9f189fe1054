//! Films under a size, and what they give up for that.

use crate::film::{Attempt, FilmError, FilmOptions, Fitted, fit};

use super::args::LimitArgs;
use super::film_job::FilmJob;
use super::progress::Progress;

/// The options with which a film has its limits; `attempt` makes one, as for [`fit`]. A note says what they give up.
pub fn fitted(
    job: &FilmJob<'_>,
    limits: &LimitArgs,
    options: FilmOptions,
    mut attempt: impl FnMut(&FilmOptions, u64) -> Result<Attempt, FilmError>,
) -> Result<FilmOptions, FilmError> {
    let Some(limits) = limits.limits() else { return Ok(options) };
    let mut progress = Progress::counting("making it smaller", "attempts", job.is_quiet());
    let Fitted { options, reductions, .. } = fit(limits, job.format, options, |options, limit| {
        progress.add(1);
        attempt(options, limit)
    })?;
    drop(progress);
    let given_up: Vec<String> = reductions.iter().map(ToString::to_string).collect();
    if !given_up.is_empty() {
        job.note(&format!("made to fit with {}", given_up.join(", ")));
    }
    Ok(options)
}
