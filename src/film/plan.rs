//! The plan of a film: all that must be known before the first frame.

use crate::board::Problem;
use crate::draw;
use crate::export::{Overwrite, Series};
use crate::page::{Page, PageError};
use crate::record::{Excerpt, FilmFrame, FrameClock, Schedule};
use crate::search::TreeError;

use super::intro_outro::{CardData, IntroOutro};
use super::options::FilmMotion;
use super::{Camera, FilmOptions, FilmSummary, OutputSpec, Reduction, Result, Sinks};
use crate::watch::Watch;

pub trait FilmFrames {
    /// Returns the next frame; `None` after the last frame. Polls `watch` for cancellation if frames take long.
    fn next_frame(&mut self, watch: &dyn Watch) -> Result<Option<FilmFrame<'_>>>;
}

impl FilmFrames for Box<dyn FilmFrames + '_> {
    fn next_frame(&mut self, watch: &dyn Watch) -> Result<Option<FilmFrame<'_>>> {
        (**self).next_frame(watch)
    }
}

/// The plan of a film: its page, its cards, and the selection of its frames.
pub struct Plan {
    pub(super) page: Page,
    pub(super) clock: FrameClock,
    pub(super) motion: Option<FilmMotion>,
    pub(super) intro_outro: IntroOutro,
    pub(super) is_board: bool,
    pub omitted: Vec<OmittedPanel>,
    pub reductions: Vec<Reduction>,
    /// The number of frames that are left out so that the film is shorter.
    pub left_out: u64,
    pub output_spec: OutputSpec,
}

/// A panel of the view that cannot be shown for this search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OmittedPanel {
    #[error("no code: the algorithm is unknown")]
    Code,
    #[error("no tree: {}", TreeError::TooLarge)]
    Tree,
}

impl Plan {
    /// Plans a film of a problem, or an excerpt of the film, with this schedule. `subject` is the title of the
    /// film.
    pub(super) fn new(
        options: &FilmOptions,
        schedule: &Schedule,
        excerpt: Option<Excerpt>,
        problem: &Problem,
        subject: String,
        page: impl Fn() -> Result<Page, PageError>,
        card_data: impl FnOnce() -> CardData,
    ) -> Result<Self> {
        let mut film = page()?;
        options.check_format(schedule)?;
        let intro_outro = if options.has_intro_outro() {
            IntroOutro::new(card_data(), options, &mut film, page)?
        } else {
            IntroOutro::default()
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
            intro_outro,
            is_board: false,
            omitted: Vec::new(),
            reductions: Vec::new(),
            left_out: schedule.left_out,
            output_spec,
        })
    }

    /// Finds the frame of the thumbnail, if a thumbnail is requested; `frames` must return all frames.
    pub(super) fn find_thumbnail<S: FilmFrames>(
        &mut self,
        frames: impl FnOnce() -> Result<S>,
        watch: &dyn Watch,
    ) -> Result<()> {
        let Some(thumbnail) = &mut self.intro_outro.thumbnail else { return Ok(()) };
        thumbnail.find(frames()?, self.clock.clone(), watch)
    }

    /// Returns whether the thumbnail is the last frame, since the requested solution is missing.
    pub fn lacks_thumbnail(&self) -> bool {
        self.intro_outro.thumbnail.as_ref().is_some_and(|thumbnail| thumbnail.lacks_solution)
    }

    /// Films the frames, which must be the planned frames.
    pub fn film(
        self,
        mut frames: impl FilmFrames,
        sinks: Sinks<'_>,
        watch: &mut dyn Watch,
    ) -> Result<FilmSummary> {
        let mut camera = Camera::of_plan(self, sinks);
        while let Some(film_frame) = frames.next_frame(watch)? {
            camera.show(film_frame, watch)?;
        }
        camera.finish(watch)
    }
}
