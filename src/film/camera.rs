//! The frame loop of all films: shows frames on a page and passes them to sinks.

use std::time::Duration;

use crate::draw::Painter;
use crate::encode::Encoded;
use crate::motion::Animator;
use crate::page::Page;
use crate::page::between::Between;
use crate::picture::Picture;
use crate::record::{Content, FrameClock, Lane, Shot};
use crate::search::Tally;
use crate::watch::{self, Watch};

use super::surroundings::{Surroundings, ThumbnailPlan};
use super::{FilmError, FilmMotion, Plan, Sinks};

/// Shows frames on a page and passes them to sinks.
pub struct Camera<'a> {
    page: Page,
    /// Created when a sink first asks for a picture.
    painter: Option<Painter>,
    sinks: Sinks<'a>,
    /// What is known of the film so far.
    summary: FilmSummary,
    clock: FrameClock,
    /// What moves between frames, if anything does, and how that is shown.
    motion: Option<(Animator, FilmMotion)>,
    surroundings: Surroundings,
    /// The number of frames, if it is known.
    frames: Option<u64>,
}

/// The length and size of a film, and how what it shows has ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilmSummary {
    /// Number of frames that were filmed.
    pub frames: u64,
    /// Number of pictures in the file; see [`Encoded::pictures`].
    pub pictures: u64,
    /// Time from the first picture to the end of the last, as the file says it.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The counters of a search.
    pub tally: Tally,
    /// The solvers at the end of a race.
    pub lanes: Vec<Lane>,
}

impl FilmSummary {
    /// Keeps how what is filmed has ended.
    fn follow(&mut self, shot: &Shot<'_>) {
        match shot.content {
            Content::Search(frame) if shot.is_last => self.tally = frame.tally,
            Content::Race(race) if shot.is_last => self.lanes.clone_from(&race.lanes),
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => {}
        }
    }
}

/// A frame on its page, and its picture for sinks that ask for it.
pub struct Exposure<'a> {
    /// The frame.
    pub shot: Shot<'a>,
    /// The page that shows it.
    pub page: &'a Page,
    /// Whether the film moves by itself.
    pub(super) moves: bool,
    pub(super) watch: &'a dyn Watch,
    painter: &'a mut Option<Painter>,
}

impl Exposure<'_> {
    /// The picture of the frame.
    pub fn picture(&mut self) -> Picture<'_> {
        self.painter.get_or_insert_with(|| Painter::new(self.page)).paint(self.page)
    }
}

impl<'a> Camera<'a> {
    /// A camera that films a page.
    pub fn new(page: Page, sinks: Sinks<'a>) -> Self {
        Self {
            page,
            painter: None,
            sinks,
            summary: FilmSummary::default(),
            clock: FrameClock::default(),
            motion: None,
            surroundings: Surroundings::default(),
            frames: None,
        }
    }

    /// The camera that films what is planned.
    pub(super) fn of_plan(plan: Plan, sinks: Sinks<'a>) -> Self {
        let Plan { page, clock, motion, surroundings, output_spec, .. } = plan;
        let (motion, frames) = (motion.map(|motion| (Animator::default(), motion)), output_spec.frames);
        Self { clock, motion, surroundings, frames, ..Self::new(page, sinks) }
    }

    /// Films one frame, and tells the watch: it gets its time, if the excerpt has it, then the page shows it, and the
    /// sinks write what the page shows.
    ///
    /// # Errors
    /// When a sink fails, or the film does not go on.
    ///
    /// # Panics
    /// When a board of the frame has another size than that of the page.
    pub fn show(&mut self, shot: Shot<'_>, watch: &mut dyn Watch) -> Result<(), FilmError> {
        self.summary.follow(&shot);
        let Some(shot) = self.clock.time(shot) else { return Ok(()) };
        if self.summary.frames == 0 {
            self.show_what_is_before(watch)?;
        }
        let Self { page, painter, sinks, summary, motion, .. } = self;
        let step = motion.as_mut().and_then(|(animator, _)| animator.step(&shot));
        page.show_step(&shot, step);
        let mut own = shot.shown_for;
        if let Some((step, (_, FilmMotion::Pictures(rate)))) = step.zip(motion.as_ref()) {
            let at = |time| Some(Between::at(&page.scene, time)).filter(|between| !between.is_still());
            for (between, shown_for) in step.pictures(*rate, at) {
                let painter = painter.get_or_insert_with(|| Painter::new(page));
                sinks.film.picture(&painter.paint_between(page, &between), shown_for, watch)?;
                own = own.saturating_sub(shown_for);
            }
        }
        let moves = motion.as_ref().is_some_and(|(_, motion)| *motion == FilmMotion::Parts);
        sinks.frame(&mut Exposure { shot, page, moves, watch, painter }, own)?;
        summary.frames += 1;
        watch.progress(summary.frames, self.frames);
        watch::check(watch)?;
        if let Some(outro) = &mut self.surroundings.outro {
            outro.follow(&shot);
        }
        Ok(())
    }

    /// Films the thumbnail and the card before the first frame.
    fn show_what_is_before(&mut self, watch: &dyn Watch) -> Result<(), FilmError> {
        let Self { page: film, sinks, surroundings, .. } = self;
        if let Some(ThumbnailPlan { found: Some(found), mut page, shown_for, .. }) =
            surroundings.thumbnail.take()
        {
            let shot = found.shot(shown_for.unwrap_or_default());
            page.show(&shot);
            let painter = &mut shown_for.map(|_| Painter::with_palette_of(film, &page));
            sinks.thumbnail(&mut Exposure { shot, page: &page, moves: false, watch, painter }, shown_for)?;
        }
        if let Some((card, shown_for)) = surroundings.intro.take() {
            sinks.card(&Painter::with_palette_of(film, &card).paint(&card), shown_for, watch)?;
        }
        Ok(())
    }

    /// Completes the film.
    ///
    /// # Errors
    /// When a sink fails.
    pub fn finish(mut self, watch: &dyn Watch) -> Result<FilmSummary, FilmError> {
        if let Some(outro) = &self.surroundings.outro
            && let Some(card) = outro.page()?
        {
            let mut painter = Painter::with_palette_of(&self.page, &card);
            self.sinks.card(&painter.paint(&card), outro.shown_for, watch)?;
        }
        let Encoded { pictures, playing_time, bytes } = self.sinks.finish()?;
        Ok(FilmSummary { pictures, playing_time, bytes, ..self.summary })
    }
}

impl std::fmt::Debug for Camera<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Camera({:?}, {} frames)", self.page, self.summary.frames)
    }
}
