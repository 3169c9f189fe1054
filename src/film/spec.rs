//! What is made of a film: all that can be written down.

use crate::encode::Format;
use crate::export::Overwrite;

use super::{FileBeside, FilmError, FilmOptions, Limits, Plan, Shots, fit};

/// What is made of a film: its options, its format and its files.
#[derive(Debug, Clone)]
pub struct FilmSpec {
    /// What the film looks like.
    pub options: FilmOptions,
    /// The format, by default that of the path, or a GIF.
    pub format: Option<Format>,
    /// Files beside the film. A poster is a PNG, or a picture in the format that its path names; a format that has
    /// no stills, or PDF, is an error when the film begins.
    pub beside: Vec<FileBeside>,
    /// What the film and the files beside it may replace, by default files that this program has written and that are
    /// unchanged since. Some formats [have no mark](Format::has_mark), and always need [`Overwrite::Any`].
    pub overwrite: Overwrite,
    /// What the film may have at most: it gives up what is necessary for that; see [`fit`].
    pub limits: Option<Limits>,
}

impl Default for FilmSpec {
    fn default() -> Self {
        let (options, beside) = (FilmOptions::default(), Vec::new());
        Self { options, format: None, beside, overwrite: Overwrite::Own, limits: None }
    }
}

impl FilmSpec {
    /// Plans the film in this format, within the limits; `plan` also returns its frames.
    pub(super) fn plan<S: Shots>(
        &mut self,
        format: Format,
        plan: impl Fn(&FilmOptions, Format) -> Result<(Plan, S), FilmError>,
    ) -> Result<(Plan, S), FilmError> {
        self.options.fit(format);
        if let Some(limits) = self.limits {
            let attempt = |options: &FilmOptions, limit| {
                let (plan, shots) = plan(options, format)?;
                plan.attempt(shots, limit)
            };
            self.options = fit(limits, format, self.options.clone(), attempt)?.options;
        }
        plan(&self.options, format)
    }

    /// Whether anything about the film depends on all events, so that calls have to be read twice.
    pub(super) fn needs_look_ahead(&self, format: Format) -> bool {
        let Self { options, format: _, beside, overwrite: _, limits } = self;
        options.schedule.delay.is_none()
            || options.schedule.duration.is_some()
            || options.select.is_some()
            || options.panels.has_any()
            || limits.is_some()
            || options.has_surroundings()
            || !beside.is_empty()
            || format.is_directory()
            || format.is_still()
            || format == Format::Pptx
    }
}
