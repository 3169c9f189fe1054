//! The plan of a film: what must be known before the first frame.

use crate::board::Problem;
use crate::draw;
use crate::export::{Overwrite, Series};
use crate::page::{Page, PageError};
use crate::record::{Excerpt, FrameClock, Schedule, Shot};
use crate::search::TreeError;

use super::options::FilmMotion;
use super::surroundings::{Story, Surroundings};
use super::{Camera, FilmError, FilmOptions, FilmSummary, OutputSpec, Reduction, Sinks};
use crate::watch::Watch;

/// The frames of a film, one after the other.
pub trait Shots {
    /// The next frame; `None` after the last. Where it takes long, `watch` is asked whether to go on.
    ///
    /// # Errors
    /// When what is filmed fails, or does not go on.
    fn next_shot(&mut self, watch: &dyn Watch) -> Result<Option<Shot<'_>>, FilmError>;
}

impl Shots for Box<dyn Shots + '_> {
    fn next_shot(&mut self, watch: &dyn Watch) -> Result<Option<Shot<'_>>, FilmError> {
        (**self).next_shot(watch)
    }
}

/// The plan of a film: its page, what is around its frames, and which of them are shown.
#[derive(Debug)]
pub struct Plan {
    pub(super) page: Page,
    pub(super) clock: FrameClock,
    /// How it moves between its frames, if it does.
    pub(super) motion: Option<FilmMotion>,
    pub(super) surroundings: Surroundings,
    /// Whether a picture is a board and nothing else.
    pub(super) is_board: bool,
    /// Panels of the view that cannot be shown for this search.
    pub omitted: Vec<OmittedPanel>,
    /// What is given up to stay within limits.
    pub reductions: Vec<Reduction>,
    /// What the film is written to.
    pub output_spec: OutputSpec,
}

/// A panel of the view that cannot be shown for this search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OmittedPanel {
    /// The listing: the algorithm is unknown.
    #[error("no code: the algorithm is unknown")]
    Code,
    /// The tree has too many nodes.
    #[error("no tree: {}", TreeError::TooLarge)]
    Tree,
}

impl Plan {
    /// The plan of a film with this schedule of a problem, or of an excerpt. `subject` is its title.
    pub(super) fn new(
        options: &FilmOptions,
        schedule: &Schedule,
        excerpt: Option<Excerpt>,
        (problem, subject): (&Problem, String),
        page: impl Fn() -> Result<Page, PageError>,
        story: impl FnOnce() -> Story,
    ) -> Result<Self, FilmError> {
        let mut film = page()?;
        options.check_format(schedule)?;
        let surroundings = if options.has_surroundings() {
            Surroundings::new(story(), options, &mut film, page)?
        } else {
            Surroundings::default()
        };
        let frames = schedule.frames;
        let output_spec = OutputSpec {
            format: options.format(),
            options: options.encode,
            canvas: draw::canvas(&film),
            problem: problem.clone(),
            squares: options.style.names,
            frames,
            subject,
            solutions: 0,
            names: Series::Frames.names(frames.unwrap_or(u64::from(u32::MAX))),
            overwrite: Overwrite::Own,
        };
        Ok(Self {
            page: film,
            clock: FrameClock::new(schedule, excerpt, options.schedule.timing, options.schedule.shortest),
            motion: options.film_motion(),
            surroundings,
            is_board: false,
            omitted: Vec::new(),
            reductions: Vec::new(),
            output_spec,
        })
    }

    /// Finds the frame of the thumbnail, if there is to be one, among these, which are all frames.
    pub(super) fn find_thumbnail<S: Shots>(
        &mut self,
        shots: impl FnOnce() -> Result<S, FilmError>,
        watch: &dyn Watch,
    ) -> Result<(), FilmError> {
        match &mut self.surroundings.thumbnail {
            Some(thumbnail) => thumbnail.find(shots()?, self.clock.clone(), watch),
            None => Ok(()),
        }
    }

    /// Whether a solution was asked for as the thumbnail, and the film shows none, so that it is the last
    /// frame.
    pub fn lacks_thumbnail(&self) -> bool {
        self.surroundings.thumbnail.as_ref().is_some_and(|thumbnail| thumbnail.lacks_solution)
    }

    /// Films the frames, which must be those that were planned.
    ///
    /// # Errors
    /// When what is filmed fails, or a sink.
    pub fn film(
        self,
        mut shots: impl Shots,
        sinks: Sinks<'_>,
        watch: &mut dyn Watch,
    ) -> Result<FilmSummary, FilmError> {
        let mut camera = Camera::of_plan(self, sinks);
        while let Some(shot) = shots.next_shot(watch)? {
            camera.show(shot, watch)?;
        }
        camera.finish(watch)
    }
}
