//! Pictures of pages.

use std::io::Write;

use crate::draw::Painter;
use crate::encode::{EncodeOptions, Format, write_picture};
use crate::film::FilmError;
use crate::page::{Page, PageSize};
use crate::vector::{PdfPage, PdfWriter, VectorOptions, write_svg};

/// Writes what a page shows; returns the size in bytes.
pub fn write_page(
    format: Format,
    out: &mut (dyn Write + Send),
    page: &Page,
    size: Option<PageSize>,
    options: &EncodeOptions,
    about: &VectorOptions,
) -> Result<u64, FilmError> {
    if format == Format::Svg {
        return Ok(write_svg(out, page, about)?);
    }
    if format == Format::Pdf {
        let place = PdfPage::new((page.width, page.height), size, 1, about.description.clone());
        let mut pdf = PdfWriter::new(out, &page.font, &about.title)?;
        pdf.page(&place, page)?;
        return Ok(pdf.finish()?);
    }
    let mut painter = Painter::new(page);
    Ok(write_picture(out, &painter.paint(page), format, size.and_then(PageSize::dpi), options)?)
}
