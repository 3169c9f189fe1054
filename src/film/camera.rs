//! The frame loop of all films.

use std::time::Duration;

use crate::draw::Painter;
use crate::encode::Encoded;
use crate::motion::Animator;
use crate::page::Page;
use crate::page::tween::Tween;
use crate::picture::Picture;
use crate::record::{Content, FilmFrame, FrameClock, Lane};
use crate::search::Tally;
use crate::watch::{self, Watch};

use super::intro_outro::{IntroOutro, ThumbnailPlan};
use super::{FilmMotion, Plan, Result, Sinks};

/// Shows frames on a page and passes them to sinks.
pub struct Camera<'a> {
    page: Page,
    /// Created for the first picture.
    painter: Option<Painter>,
    sinks: Sinks<'a>,
    summary: FilmSummary,
    clock: FrameClock,
    /// What moves between frames, and how tweens are made.
    motion: Option<(Animator, FilmMotion)>,
    intro_outro: IntroOutro,
    frames: Option<u64>,
}

/// The length and size of a film, and its last counters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilmSummary {
    /// Number of frames.
    pub frames: u64,
    /// Number of pictures in the file. A video repeats long pictures; a WebP stores equal adjacent pictures once.
    pub pictures: u64,
    /// Time from the first picture to the end of the last, as stored in the file.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
    /// The counters at the end of a search.
    pub tally: Tally,
    /// The solvers at the end of a race.
    pub lanes: Vec<Lane>,
}

impl FilmSummary {
    fn follow(&mut self, film_frame: &FilmFrame<'_>) {
        match film_frame.content {
            Content::Search(frame) if film_frame.is_last => self.tally = frame.tally,
            Content::Race(race) if film_frame.is_last => self.lanes.clone_from(&race.lanes),
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => {}
        }
    }
}

/// A frame on its page; its picture is painted on demand.
pub struct ShownFrame<'a> {
    pub film_frame: FilmFrame<'a>,
    pub page: &'a Page,
    /// Whether the player moves parts of the page between frames.
    pub(super) moves: bool,
    pub(super) watch: &'a dyn Watch,
    painter: &'a mut Option<Painter>,
}

impl ShownFrame<'_> {
    pub fn picture(&mut self) -> Picture<'_> {
        self.painter.get_or_insert_with(|| Painter::new(self.page)).paint(self.page)
    }
}

impl<'a> Camera<'a> {
    pub fn new(page: Page, sinks: Sinks<'a>) -> Self {
        Self {
            page,
            painter: None,
            sinks,
            summary: FilmSummary::default(),
            clock: FrameClock::default(),
            motion: None,
            intro_outro: IntroOutro::default(),
            frames: None,
        }
    }

    pub(super) fn of_plan(plan: Plan, sinks: Sinks<'a>) -> Self {
        let Plan { page, clock, motion, intro_outro, output_spec, .. } = plan;
        let (motion, frames) = (motion.map(|motion| (Animator::default(), motion)), output_spec.frames);
        Self { clock, motion, intro_outro, frames, ..Self::new(page, sinks) }
    }

    /// Films a frame, if it is part of the excerpt: sets its time, shows it on the page, passes it to the sinks,
    /// and reports progress. Panics if a board of the frame does not have the size of the page.
    pub fn show(&mut self, film_frame: FilmFrame<'_>, watch: &mut dyn Watch) -> Result<()> {
        self.summary.follow(&film_frame);
        let Some(film_frame) = self.clock.time(film_frame) else { return Ok(()) };
        if self.summary.frames == 0 {
            self.show_what_is_before(watch)?;
        }
        let Self { page, painter, sinks, summary, motion, .. } = self;
        let step = motion.as_mut().and_then(|(animator, _)| animator.step(&film_frame));
        page.show_step(&film_frame, step);
        let mut own = film_frame.shown_for;
        if let Some((step, (_, FilmMotion::Pictures(rate)))) = step.zip(motion.as_ref()) {
            let at = |time| Some(Tween::at(&page.scene, time)).filter(|between| !between.is_still());
            for (between, shown_for) in step.pictures(*rate, at) {
                let painter = painter.get_or_insert_with(|| Painter::new(page));
                sinks.film.picture(&painter.paint_between(page, &between), shown_for, watch)?;
                own = own.saturating_sub(shown_for);
            }
        }
        let moves = motion.as_ref().is_some_and(|(_, motion)| *motion == FilmMotion::Parts);
        sinks.frame(&mut ShownFrame { film_frame, page, moves, watch, painter }, own)?;
        summary.frames += 1;
        watch.progress(summary.frames, self.frames);
        watch::check(watch)?;
        if let Some(outro) = &mut self.intro_outro.outro {
            outro.follow(&film_frame);
        }
        Ok(())
    }

    fn show_what_is_before(&mut self, watch: &dyn Watch) -> Result<()> {
        let Self { page: film, sinks, intro_outro, .. } = self;
        if let Some(ThumbnailPlan { found: Some(found), mut page, shown_for, .. }) =
            intro_outro.thumbnail.take()
        {
            let film_frame = found.film_frame(shown_for.unwrap_or_default());
            page.show(&film_frame);
            let painter = &mut shown_for.map(|_| Painter::with_palette_of(film, &page));
            let mut shown = ShownFrame { film_frame, page: &page, moves: false, watch, painter };
            sinks.thumbnail(&mut shown, shown_for)?;
        }
        if let Some((card, shown_for)) = intro_outro.intro.take() {
            sinks.card(&Painter::with_palette_of(film, &card).paint(&card), shown_for, watch)?;
        }
        Ok(())
    }

    pub fn finish(mut self, watch: &dyn Watch) -> Result<FilmSummary> {
        if let Some(outro) = &self.intro_outro.outro
            && let Some(card) = outro.page()?
        {
            let mut painter = Painter::with_palette_of(&self.page, &card);
            self.sinks.card(&painter.paint(&card), outro.shown_for, watch)?;
        }
        let Encoded { pictures, playing_time, bytes } = self.sinks.finish()?;
        Ok(FilmSummary { pictures, playing_time, bytes, ..self.summary })
    }
}
