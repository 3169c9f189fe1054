//! The frame loop of all films: shows frames on a page and passes them to sinks.

use std::time::Duration;

use crate::draw::Painter;
use crate::page::Page;
use crate::picture::Picture;
use crate::record::Shot;

use super::{AnySink, FilmError, Sink};

/// Shows frames on a page and passes them to sinks.
pub struct Camera<'a> {
    page: Page,
    /// Created when a sink first asks for a picture.
    painter: Option<Painter>,
    sinks: Vec<AnySink<'a>>,
    totals: Totals,
}

/// What has been filmed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of frames.
    pub frames: u64,
    /// Time from the first frame to the end of the last.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
}

/// A frame on its page, and its picture for sinks that ask for it.
pub struct Exposure<'a> {
    /// The frame.
    pub shot: Shot<'a>,
    /// The page that shows it.
    pub page: &'a Page,
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
    pub fn new(page: Page, sinks: Vec<AnySink<'a>>) -> Self {
        Self { page, painter: None, sinks, totals: Totals::default() }
    }

    /// Films one frame.
    ///
    /// # Errors
    /// When a sink fails.
    ///
    /// # Panics
    /// When a board of the frame has another size than that of the page.
    pub fn show(&mut self, shot: Shot<'_>) -> Result<(), FilmError> {
        let Self { page, painter, sinks, totals } = self;
        page.show(&shot);
        let mut exposure = Exposure { shot, page, painter };
        sinks.iter_mut().try_for_each(|sink| sink.frame(&mut exposure))?;
        totals.frames += 1;
        totals.playing_time = totals.playing_time.saturating_add(shot.shown_for);
        Ok(())
    }

    /// Completes the film.
    ///
    /// # Errors
    /// When a sink fails.
    pub fn finish(self) -> Result<Totals, FilmError> {
        let bytes = self.sinks.into_iter().map(Sink::finish).sum::<Result<u64, FilmError>>()?;
        Ok(Totals { bytes, ..self.totals })
    }
}

impl std::fmt::Debug for Camera<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Camera({:?}, {} frames)", self.page, self.totals.frames)
    }
}
