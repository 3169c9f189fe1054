//! Writes pages: all pages as a PDF, or one page as a picture or an SVG.

use std::io::Write;

use crate::draw::{Painter, gallery_canvas, paint_gallery};
use crate::encode::{EncodeError, EncodeOptions, Format, write_picture, write_png_in_bands};
use crate::film::FilmError;
use crate::font::Font;
use crate::page::{GalleryPage, LabelledBoard, Page};
use crate::picture::{Picture, Rect};
use crate::vector::{PdfPage, PdfWriter, VectorOptions, write_svg, write_svg_gallery};

pub struct Drawn<'a> {
    pub page: Drawing<'a>,
    pub description: String,
}

pub type Boards<'a> = Box<dyn Iterator<Item = Result<LabelledBoard<'a>, FilmError>> + 'a>;

pub enum Drawing<'a> {
    Page(Box<Page>),
    /// Many boards, made while they are drawn.
    Gallery(&'a GalleryPage, &'a dyn Fn() -> Boards<'a>),
}

/// Writes all pages as a PDF, or the first page in another format.
pub fn write_pages<'a>(
    out: &mut (dyn Write + Send),
    format: Format,
    options: &EncodeOptions,
    title: &str,
    font: &Font,
    pages: impl IntoIterator<Item = Result<Drawn<'a>, FilmError>>,
) -> Result<(), FilmError> {
    let mut pages = pages.into_iter();
    if format == Format::Pdf {
        let mut pdf = PdfWriter::new(out, font, title)?;
        for (number, drawn) in (1..).zip(pages) {
            let Drawn { page, description } = drawn?;
            match page {
                Drawing::Page(page) => {
                    let size = (page.width, page.height);
                    pdf.page(&PdfPage::new(size, page.paper, number, description), &page)?;
                }
                Drawing::Gallery(page, boards) => {
                    let size = (page.width, page.height);
                    pdf.gallery(&PdfPage::new(size, page.paper, number, description), page, boards())?;
                }
            }
        }
        return Ok(pdf.finish().map(drop)?);
    }
    let Some(drawn) = pages.next() else { return Ok(()) };
    let Drawn { page, description } = drawn?;
    let about = VectorOptions { text: options.text, title: title.to_owned(), description };
    match page {
        Drawing::Page(page) if format == Format::Svg => write_svg(out, &page, &about)?,
        Drawing::Page(page) => write_picture(out, &Painter::new(&page).paint(&page), format, options)?,
        Drawing::Gallery(page, boards) if format == Format::Svg => {
            write_svg_gallery(out, page, boards, &about)?
        }
        Drawing::Gallery(page, boards) => {
            let canvas = gallery_canvas(page);
            if format == Format::Png {
                return write_png_in_bands(out, &canvas, options.compression, |bands| {
                    paint_gallery(page, boards(), |band| Ok(bands.write(band).map_err(EncodeError::from)?))
                })
                .map(drop);
            }
            let mut pixels = Vec::with_capacity(Rect::whole(&canvas).pixels() as usize);
            paint_gallery(page, boards(), |band| {
                pixels.extend_from_slice(band);
                Ok(())
            })?;
            write_picture(out, &Picture::new(&canvas, &pixels, &[]), format, options)?
        }
    };
    Ok(())
}
