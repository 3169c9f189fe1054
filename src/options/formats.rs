//! The formats of films and stills, and lists of them for texts, generated so that none is missing.

use std::fs;
use std::path::Path;

use crate::encode::{EncodeOption, Format};
use crate::words::listed;

/// The kind of a still, which decides its formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Still {
    Page,
    /// A page of solutions; as a WebP, the solutions are a film.
    Gallery,
    /// A chart, which has no vector formats.
    Chart,
    Poster,
    Frame,
}

impl Still {
    /// Returns the possible formats, the default first.
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

    /// Returns the possible extensions, such as `.png, .jpg or .svg`.
    pub fn endings(self) -> String {
        endings(self.formats())
    }

    /// Returns the format that the extension of a path names; `None` if a still of this kind cannot have it.
    pub fn of_path(self, path: &Path) -> Option<Format> {
        let format = Format::of_path(Path::new(path.file_name()?))?;
        self.formats().find(|known| *known == format)
    }
}

/// Returns whether the path is a pipe, a terminal or another device.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn endings(formats: impl Iterator<Item = Format>) -> String {
    listed(formats.map(|format| format!(".{}", format.extension())), "or")
}

/// Returns the extensions of films in a single file, such as `.gif, .apng or .webp`.
pub fn extensions() -> String {
    endings(Format::drawn().filter(|format| !format.is_directory() && !format.is_still()))
}

pub fn picture_extensions() -> String {
    endings(Format::drawn().filter(|format| format.is_animation()))
}

/// Returns the formats that support an option, such as `GIF, APNG or WebP`.
pub fn formats_with(option: EncodeOption) -> String {
    listed(Format::drawn().filter(|format| format.takes(option)), "or")
}

/// Returns the default quality of each lossy format, such as `85 for MP4 and 92 for JPEG`.
pub fn usual_qualities() -> String {
    let formats = Format::drawn().filter(|format| format.takes(EncodeOption::Quality));
    listed(formats.map(|format| format!("{} for {format}", format.usual_quality().get())), "and")
}
