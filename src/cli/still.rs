//! The formats of single pictures.

use std::path::Path;

use super::destination::{is_device, is_png};

/// The format of a picture that is no film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StillFormat {
    /// Pixels.
    Png,
    /// Outlines and text.
    Pdf,
}

impl StillFormat {
    /// The endings of files, as in a sentence.
    pub const ENDINGS: &'static str = ".png or .pdf";

    /// The ending of a file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    /// The format of a path; a device and standard output get a PNG.
    pub fn of_path(path: &Path) -> Option<Self> {
        let is_pdf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"));
        if is_pdf {
            Some(Self::Pdf)
        } else if is_png(path) || is_device(path) || path == Path::new("-") {
            Some(Self::Png)
        } else {
            None
        }
    }
}
