//! Pictures without time: the formats that they can have.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;

use super::destination::{Destination, is_device};
use super::error::CliError;
use crate::draw::Painter;
use crate::encode::{EncodeOption, EncodeOptions, Format, write_picture};
use crate::film::FilmError;
use crate::page::{Page, PageSize};
use crate::vector::{PdfPage, PdfWriter, VectorOptions, write_svg};
use crate::words::listed;

/// What is drawn, which decides the formats of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Still {
    /// A page: of a position, or of steps.
    Page,
    /// A page of solutions, which are a film as a WebP.
    Gallery,
    /// A chart, which is made of pixels.
    Chart,
    /// A picture beside a film.
    Poster,
    /// One frame of a film.
    Frame,
}

impl Still {
    /// The formats of its file, the usual one first.
    pub fn formats(self) -> impl Iterator<Item = Format> + Clone {
        let stills = Format::available().filter(|format| format.is_still());
        let others = Format::available().filter(|format| format.draws_stills() && !format.is_still());
        stills.chain(others).filter(move |format| match self {
            Self::Page => true,
            Self::Gallery => *format != Format::WebP,
            Self::Chart => !format.is_vector(),
            Self::Poster => *format != Format::Pdf,
            Self::Frame => format.is_still(),
        })
    }

    /// The endings of its file: `.png, .jpg or .svg`.
    pub fn endings(self) -> String {
        listed(self.formats().map(|format| format!(".{}", format.extension())), "or")
    }

    /// The format of a path, by its ending.
    pub fn of_path(self, path: &Path) -> Option<Format> {
        let format = Format::of_path(Path::new(path.file_name()?))?;
        self.formats().find(|known| *known == format)
    }

    /// The format of a destination: of a file, by its ending; others are PNGs. `None` for another ending.
    pub fn of(self, destination: &Destination, path: &Path) -> Option<Format> {
        let is_png = || destination.is_standard_output() || is_device(path);
        self.of_path(path).or_else(|| is_png().then_some(Format::Png))
    }

    /// Refuses options that files of this format do not have.
    pub fn check(
        self,
        format: Format,
        mut given: impl Iterator<Item = (EncodeOption, &'static str)>,
    ) -> Result<(), CliError> {
        let Some((option, name)) = given.find(|(option, _)| !format.takes(*option)) else { return Ok(()) };
        Err(CliError::Usage(if option == EncodeOption::Text && format == Format::Pdf {
            anyhow!("{name} is for SVG; the text of a PDF is text anyway")
        } else {
            let formats = listed(self.formats().filter(|format| format.takes(option)), "or");
            anyhow!("{name} is for {formats}, not for {format}")
        }))
    }
}

/// Writes what a page shows; returns the size in bytes.
pub fn write(
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
