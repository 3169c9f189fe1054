//! Pictures without time: the kinds of files that they can be.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;

use super::args::PictureArgs;
use super::destination::Destination;
use super::error::CliError;
use crate::draw::Painter;
use crate::encode::{Compression, EncodeOption, EncodeOptions, Format, write_printable_png};
use crate::film::FilmError;
use crate::page::{Page, PageSize};
use crate::variants::enum_with_all;
use crate::vector::{PdfPage, PdfWriter, VectorOptions, write_svg};

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

    /// The options that were given; refuses those that its files do not have.
    pub fn options(self, args: &PictureArgs) -> Result<EncodeOptions, CliError> {
        if args.svg_text {
            match self {
                Self::Png => return Err(CliError::Usage(anyhow!("--svg-text is for SVG, not for PNG"))),
                Self::Pdf => {
                    let message = "--svg-text is for SVG; the text of a PDF is text anyway";
                    return Err(CliError::Usage(anyhow!(message)));
                }
                Self::Svg => {}
            }
        }
        let format = self.format();
        if args.compression.is_some() && !format.takes(EncodeOption::Compression) {
            return Err(CliError::Usage(anyhow!("--compression is for PNG, not for {format}")));
        }
        let (text, compression) = (args.text(), args.compression());
        Ok(EncodeOptions { text, compression, ..EncodeOptions::default() })
    }

    /// Writes what a page shows; returns the size in bytes.
    pub fn write(
        self,
        out: &mut (dyn Write + Send),
        page: &Page,
        size: Option<PageSize>,
        compression: Compression,
        options: &VectorOptions,
    ) -> Result<u64, FilmError> {
        match self {
            Self::Png => {
                let mut painter = Painter::new(page);
                let dpi = size.and_then(PageSize::dpi);
                Ok(write_printable_png(out, &painter.paint(page), dpi, compression)?)
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
