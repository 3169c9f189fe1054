//! Films as PDF: a page for each frame.

use std::io::Write;
use std::time::Duration;

use crate::encode::Encoded;
use crate::record::{Content, Description, Shot};
use crate::vector::{PdfPage, PdfWriter};

use super::{Exposure, FilmError, FilmSink, OutputSpec};

/// Writes a page for each frame.
pub(super) struct PdfSink<W> {
    /// Where the document begins with its first page, whose font it has.
    out: Option<W>,
    writer: Option<PdfWriter<W>>,
    spec: OutputSpec,
    pages: u64,
}

impl<W: Write> PdfSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        Self { out: Some(out), writer: None, spec: spec.clone(), pages: 0 }
    }
}

impl<W: Write + Send> FilmSink for PdfSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let Exposure { shot, page, .. } = exposure;
        if let Some(out) = self.out.take() {
            self.writer = Some(PdfWriter::new(out, &page.font, &self.spec.subject)?);
        }
        let number = number(shot, self.pages);
        let alt = Description::of(shot, self.spec.squares).alt;
        let about = PdfPage::new((page.width, page.height), self.spec.page, number, alt);
        if let Some(writer) = &mut self.writer {
            writer.page(&about, page)?;
            self.pages += 1;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let bytes = self.writer.map_or(Ok(0), PdfWriter::finish)?;
        Ok(Encoded { pictures: self.pages, playing_time: Duration::ZERO, bytes })
    }
}

/// The number of a page: that of its step or of its solution, and in a race that of its frame.
fn number(shot: &Shot<'_>, pages: u64) -> u64 {
    match shot.content {
        Content::Search(frame) => frame.step,
        Content::Race(_) => pages + 1,
        Content::Solution(solution) => solution.solution.number,
    }
}
