//! `queenreel board`: draws a position.

use std::io::Write;

use indicatif::DecimalBytes;

use crate::board::Placement;
use crate::cli::{CliError, Destination, print_alt};
use crate::draw::Painter;
use crate::encode::{EncodeOptions, Format, write_picture};
use crate::export::{Embed, Overwrite};
use crate::film::{FilmError, FilmOptions};
use crate::page::{Page, PageStyle, PanelContent};
use crate::recipe::{Job, PositionPanel, distinct};
use crate::record::{Frame, Shot};
use crate::vector::{PdfPage, PdfWriter, VectorOptions, write_svg};

pub fn run(job: &Job, placement: &Placement, format: Format) -> Result<(), CliError> {
    let (recipe, FilmOptions { style, encode, .. }) = (&job.recipe, &job.film.options);
    let destination = Destination::new(&job.output(".png"));
    destination.check_bytes(recipe.alt)?;
    let file = destination.check("", recipe.force, Overwrite::Own)?;
    let state = distinct(recipe.position_panels.iter().map(|PositionPanel(panel)| *panel));
    let panels = PanelContent { state, is_position: true, ..PanelContent::default() };
    let style = PageStyle { panels, ..style.clone() };
    let mut page = Page::of_board(placement.size(), &style).map_err(FilmError::from)?;
    let frame = Frame::position(placement.size(), placement.queens());
    page.show(&Shot::of_search(&frame, true));
    let (title, description) = (format!("Queens {placement}"), frame.queens_in_words(style.names));
    let about = VectorOptions { text: encode.text, title, description };
    let bytes = file.write(|out| write_page(format, out, &page, encode, &about))?;
    file.report(&DecimalBytes(bytes).to_string(), recipe.quiet);
    if let (true, Destination::Path(path)) = (recipe.alt, &destination) {
        let (width, height, alt) = (page.width, page.height, &about.description);
        print_alt(&Embed { path, format, width, height, alt, poster: None, subtitles: None }, false)?;
    }
    Ok(())
}

/// Writes what a page shows; returns the size in bytes.
pub fn write_page(
    format: Format,
    out: &mut (dyn Write + Send),
    page: &Page,
    options: &EncodeOptions,
    about: &VectorOptions,
) -> Result<u64, FilmError> {
    if format == Format::Svg {
        return Ok(write_svg(out, page, about)?);
    }
    if format == Format::Pdf {
        let place = PdfPage::new((page.width, page.height), page.paper, 1, about.description.clone());
        let mut pdf = PdfWriter::new(out, &page.font, &about.title)?;
        pdf.page(&place, page)?;
        return Ok(pdf.finish()?);
    }
    let mut painter = Painter::new(page);
    Ok(write_picture(out, &painter.paint(page), format, options)?)
}
