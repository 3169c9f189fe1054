//! The formats of films and of pictures without time, and their names in texts, taken from the code so that none is
//! forgotten.

use std::fs;
use std::path::Path;

use crate::encode::{EncodeOption, Format};
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
        let stills = Format::drawn().filter(|format| format.is_still());
        let others = Format::drawn().filter(|format| format.draws_stills() && !format.is_still());
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
        endings(self.formats())
    }

    /// The format of a path, by its ending.
    pub fn of_path(self, path: &Path) -> Option<Format> {
        let format = Format::of_path(Path::new(path.file_name()?))?;
        self.formats().find(|known| *known == format)
    }
}

/// Whether there is a pipe, a terminal or another device.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn endings(formats: impl Iterator<Item = Format>) -> String {
    listed(formats.map(|format| format!(".{}", format.extension())), "or")
}

/// The extensions of films that are files: `.gif, .apng or .webp`.
pub fn extensions() -> String {
    endings(Format::drawn().filter(|format| !format.is_directory() && !format.is_still()))
}

/// The extensions of those that are made of pictures.
pub fn picture_extensions() -> String {
    endings(Format::drawn().filter(|format| format.is_animation()))
}

/// The formats that have an option: `GIF, APNG or WebP`.
pub fn formats_with(option: EncodeOption) -> String {
    listed(Format::drawn().filter(|format| format.takes(option)), "or")
}

/// The usual quality of each format that has one: `85 for MP4 and 92 for JPEG`.
pub fn usual_qualities() -> String {
    let formats = Format::drawn().filter(|format| format.takes(EncodeOption::Quality));
    listed(formats.map(|format| format!("{} for {format}", format.usual_quality().get())), "and")
}
