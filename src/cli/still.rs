//! Pictures without time: the kinds of files that they can be.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;

use super::destination::Destination;
use super::error::CliError;
use crate::draw::Painter;
use crate::encode::{Format, VectorText, write_printable_png};
use crate::film::FilmError;
use crate::page::{Page, PageSize};
use crate::variants::enum_with_all;
use crate::vector::{PdfPage, PdfWriter, SvgOptions, write_svg};

enum_with_all! {
    /// A kind of file for a picture.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Still {
        /// Pixels.
        Png,
        /// Outlines.
        Svg,
        /// Outlines and text.
        Pdf,
    }
}

impl Still {
    /// All of them, and the endings of their files, as in a sentence.
    pub const KINDS: &'static str = "a PNG, an SVG or a PDF";
    pub const ENDINGS: &'static str = ".png, .svg or .pdf";

    /// Its ending, without the point.
    pub const fn extension(self) -> &'static str {
        self.format().extension()
    }

    /// The format of its file.
    pub const fn format(self) -> Format {
        match self {
            Self::Png => Format::Png,
            Self::Svg => Format::Svg,
            Self::Pdf => Format::Pdf,
        }
    }

    /// The kind of a path, by its ending.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        Self::ALL.into_iter().find(|still| extension.eq_ignore_ascii_case(still.extension()))
    }

    /// The kind of a destination: of a file, by its ending; others are PNGs. `None` for another ending.
    pub fn of(destination: &Destination, path: &Path) -> Option<Self> {
        match Self::of_path(path) {
            None if destination.is_standard_output() || super::destination::is_device(path) => {
                Some(Self::Png)
            }
            still => still,
        }
    }

    /// Refuses `--svg-text` for what has no text.
    pub fn check_text(self, svg_text: bool) -> Result<VectorText, CliError> {
        match self {
            Self::Png if svg_text => Err(CliError::Usage(anyhow!("--svg-text is for SVG, not for PNG"))),
            Self::Pdf if svg_text => {
                Err(CliError::Usage(anyhow!("--svg-text is for SVG; the text of a PDF is text anyway")))
            }
            Self::Svg if svg_text => Ok(VectorText::Text),
            Self::Png | Self::Svg | Self::Pdf => Ok(VectorText::Outlines),
        }
    }

    /// Writes what a page shows; returns the size in bytes.
    pub fn write(
        self,
        out: &mut (dyn Write + Send),
        page: &Page,
        size: Option<PageSize>,
        options: &SvgOptions,
    ) -> Result<u64, FilmError> {
        match self {
            Self::Png => {
                let mut painter = Painter::new(page);
                Ok(write_printable_png(out, &painter.paint(page), size.and_then(PageSize::dpi))?)
            }
            Self::Svg => Ok(write_svg(out, page, options)?),
            Self::Pdf => {
                let about = PdfPage::new((page.width, page.height), size, 1, options.description.clone());
                let mut pdf = PdfWriter::new(out, &page.font, &options.title)?;
                pdf.page(&about, page)?;
                Ok(pdf.finish()?)
            }
        }
    }
}
