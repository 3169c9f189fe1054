//! Reads from a request what the command line needs: quiet, the output path and the format.

use std::path::{Path, PathBuf};

use crate::document::{
    BoardRequest, CompareRequest, Document, GalleryRequest, RaceRequest, ReplayRequest, SearchRequest,
    SheetRequest,
};
use crate::encode::Format;
use crate::error::Error;
use crate::film::{FilmError, FilmPath, Output};
use crate::options::{FilmArgs, GalleryFormat, ListForm, OutputArgs, Still, is_device};
use crate::request::Request;
use crate::words::shown;

impl Request {
    pub const fn output(&self) -> Option<&OutputArgs> {
        match self {
            Self::Search(SearchRequest { film, .. })
            | Self::Race(RaceRequest { film, .. })
            | Self::Replay(ReplayRequest { film, .. }) => Some(&film.output),
            Self::Board(BoardRequest { output, .. })
            | Self::Gallery(GalleryRequest { output, .. })
            | Self::Sheet(SheetRequest { output, .. })
            | Self::Compare(CompareRequest { output, .. }) => Some(output),
            Self::List(_) | Self::Count(_) => None,
        }
    }

    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::List(list) => list.output.as_deref(),
            other => other.output()?.output.as_deref(),
        }
    }

    pub fn is_quiet(&self) -> bool {
        self.given().has("quiet")
    }

    pub fn events(&self) -> Option<&Path> {
        if let Self::Search(search) = self { search.events.as_deref() } else { None }
    }

    pub fn writes_standard_output(&self) -> bool {
        self.path() == Some(Path::new("-"))
    }

    /// Returns the requested format, which the output path, `--format` or `--as` names, or the default format.
    pub fn format(&self) -> Result<Format, Error> {
        let output = self.path();
        Ok(match self {
            Self::Search(search) if search.is_log() => Format::Json,
            Self::Replay(replay) if replay.check => {
                // `--check` also refuses options that would have no effect on a film of the log.
                replay.check_film(film_format(&replay.film)?)?;
                Format::Text
            }
            Self::Search(SearchRequest { film, .. })
            | Self::Race(RaceRequest { film, .. })
            | Self::Replay(ReplayRequest { film, .. }) => film_format(film)?,
            Self::Gallery(gallery) => gallery_format(gallery)?,
            Self::Board(_) => still_format(output, Still::Page, "a position is one picture", "")?,
            Self::Sheet(_) => match output.filter(|path| of_output(Still::Page, path).is_none()) {
                Some(path)
                    if path.is_dir() || path.extension().is_none() || Format::names_directory(path) =>
                {
                    Format::PngFrames
                }
                Some(_) | None => {
                    let otherwise = ", or in / for a directory of pages";
                    still_format(output, Still::Page, "a sheet is one picture", otherwise)?
                }
            },
            Self::Compare(_) if output.is_some() => still_format(
                output,
                Still::Chart,
                "a chart is a picture",
                "; for a table in a file: queenreel compare … --as csv > FILE",
            )?,
            Self::Compare(CompareRequest { r#as: form, .. }) => form.unwrap_or_default().format(),
            Self::Count(count) => count.r#as.unwrap_or_default().format(),
            Self::List(list) if list.r#as == Some(ListForm::Json) => Format::Json,
            Self::List(_) => Format::Text,
        })
    }

    /// Returns the output path of a document in this format: the requested path, or a path under `output/` in
    /// `directory`; `None` for standard output.
    pub fn place(&self, document: &Document<'_>, format: Format, directory: &Path) -> Option<PathBuf> {
        let asked = self.path().map(Path::to_owned);
        let extension =
            if format.is_directory() { String::new() } else { format!(".{}", format.extension()) };
        // Always with a forward slash, also on Windows.
        let usual = || directory.join(format!("output/{}{extension}", document.stem()));
        let path = if format.is_text() {
            asked.filter(|_| matches!(self, Self::List(_)))
        } else {
            Some(asked.unwrap_or_else(usual))
        };
        path.filter(|path| path != Path::new("-"))
    }
}

fn film_format(FilmArgs { output, format, r#for: preset, .. }: &FilmArgs) -> Result<Format, Error> {
    let output = output.output.as_deref();
    let format = format.or_else(|| if output.is_none() { Some(preset.as_ref()?.usual) } else { None });
    // `--format png` writes a single picture if the output path is a file.
    let is_file = output.is_some_and(|path| {
        let is_png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        path == Path::new("-") || is_png && !path.is_dir()
    });
    let is_picture = is_file && format == Some(Format::PngFrames);
    format_of(output, if is_picture { Some(Format::Png) } else { format })
}

/// Returns the format of a film at `output`. Refuses a file name that contradicts `asked`, a file name without a
/// known format if `asked` is `None`, and a directory on standard output.
fn format_of(output: Option<&Path>, asked: Option<Format>) -> Result<Format, Error> {
    let wrong = |text: String| Error::option("output", text);
    let format = match output {
        Some(path) if path != Path::new("-") => {
            let format = FilmPath(path.to_owned()).format(asked);
            format.map_err(|error| wrong(wrong_name(path, &error)))?
        }
        Some(_) | None => asked.unwrap_or(Format::Gif),
    };
    if output == Some(Path::new("-")) && format.is_directory() {
        return Err(wrong(format!("{format} need a directory, not standard output: -o DIRECTORY/")));
    }
    Ok(format)
}

fn gallery_format(GalleryRequest { output, format, animate, .. }: &GalleryRequest) -> Result<Format, Error> {
    let output = output.output.as_deref();
    let path = output.unwrap_or(Path::new("gallery.png"));
    let still = Still::Gallery.of_path(path);
    let is_page = match format {
        Some(format) => *format == GalleryFormat::Page,
        None => output == Some(Path::new("-")) || still.is_some(),
    };
    if let Some(GalleryFormat::Film(format)) = format {
        return format_of(output, Some(*format));
    }
    if !is_page || *animate {
        // Writing a single picture of an animated gallery is refused later.
        let one = output.and_then(|path| Still::Frame.of_path(path)).filter(|_| *animate);
        return one.map_or_else(|| format_of(output, None), Ok);
    }
    let ends_in_slash = Format::names_directory(path);
    match still {
        Some(still) if !ends_in_slash => Ok(still),
        None if path.extension().is_none() && !ends_in_slash => Ok(Format::Png),
        Some(_) | None => {
            let (shown, endings) = (shown(path), Still::Gallery.endings());
            let text = format!("a page is one picture: end '{shown}' in {endings}, or leave out --format");
            Err(Error::option("output", text))
        }
    }
}

fn still_format(output: Option<&Path>, still: Still, what: &str, otherwise: &str) -> Result<Format, Error> {
    let path = output.unwrap_or(Path::new("-"));
    of_output(still, path).ok_or_else(|| {
        let (shown, endings) = (shown(path), still.endings());
        Error::option("output", format!("{what}: end '{shown}' in {endings}{otherwise}"))
    })
}

/// Returns the format of a picture by the extension of `path`: PNG for standard output and devices, `None` for others.
fn of_output(still: Still, path: &Path) -> Option<Format> {
    let is_png = || path == Path::new("-") || is_device(path);
    still.of_path(path).or_else(|| is_png().then_some(Format::Png))
}

/// Returns the message for a path that names no film format, or another format than `--format`, with a suggestion.
fn wrong_name(path: &Path, error: &FilmError) -> String {
    let name = shown(path);
    let other = |extension: &str| shown(&path.with_extension(extension));
    if let FilmError::OtherFormat { wanted, .. } = error {
        let format = wanted.extension();
        return if wanted.is_directory() {
            format!(
                "'{name}' is the name of a file, and --format {format} writes a directory of PNG frames: name it \
                 '{}/', or leave out --format",
                other("")
            )
        } else {
            format!(
                "the name '{name}' contradicts --format {format}: write to '{}', or leave out --format",
                other(format)
            )
        };
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        "mov" | "avi" | "mkv" | "m4v" | "wmv" => {
            format!("films are not written as .{extension}; write '{}'", other("mp4"))
        }
        "ppt" | "odp" | "key" => format!(
            "slides are not written as .{extension}; write '{}', which other programs open",
            other("pptx")
        ),
        "webm" | "ogv" => format!(
            "films are not written as .{extension}; write '{}', or convert with ffmpeg: \
             queenreel … --format y4m -o - | ffmpeg -i - '{name}'",
            other("mp4")
        ),
        _ if matches!(error, FilmError::UnknownFormat(_)) => format!("{error}, or add --format"),
        _ => error.to_string(),
    }
}
