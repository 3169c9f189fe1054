//! Rules about which options have an effect in which format.

use super::{Error, Result};
use crate::encode::{EncodeOption, Format};
use crate::options::{FilmArgs, Given, PlayedArgs, Still, of_encoders};
use crate::words::listed;

/// Refuses options that have no effect; `why` explains what they are for.
pub fn refuse(given: &Given, has_effect: impl Fn(&str) -> bool, why: impl Fn(&str) -> String) -> Result<()> {
    let Some(name) = given.iter().map(|(name, _)| name).find(|name| !has_effect(name)) else { return Ok(()) };
    Err(Error::option(name, format!("--{name} {}", why(name))))
}

/// Returns the formats in which an option has an effect, such as `GIF, APNG or WebP`.
fn formats(formats: impl Iterator<Item = Format>, has_effect: impl Fn(Format) -> bool) -> String {
    listed(formats.filter(|format| has_effect(*format)), "or")
}

/// The properties that decide which options have an effect on an animation.
pub struct FilmRules<'a> {
    played: &'a PlayedArgs,
    /// Whether times decide which frames are shown.
    has_times: bool,
    /// Whether the frames are solutions.
    is_gallery: bool,
}

impl<'a> FilmRules<'a> {
    pub fn of(film: &'a FilmArgs) -> Self {
        Self { played: &film.played, has_times: film.has_times(), is_gallery: false }
    }

    pub const fn of_solutions(played: &'a PlayedArgs) -> Self {
        Self { played, has_times: false, is_gallery: true }
    }

    pub fn check(&self, given: &Given, format: Format) -> Result<()> {
        refuse(given, |name| self.has_effect(name, format), |name| self.why_not(name, format))
    }

    fn is_timed(&self, format: Format) -> bool {
        format.is_played() && (format != Format::Pptx || self.played.advance)
    }

    fn has_effect(&self, name: &str, format: Format) -> bool {
        let poster = self.played.poster.as_deref();
        let timed = self.is_timed(format);
        if let Some(option) = of_encoders(name) {
            let of_poster = poster.and_then(|path| Still::Poster.of_path(path));
            return format.takes(option) || of_poster.is_some_and(|poster| poster.takes(option));
        }
        match name {
            // To keep to a duration, pages are left out as frames are.
            "duration" => format.is_played() || !format.is_still(),
            "subtitles" | "delay" if self.is_gallery => timed && !format.is_directory(),
            "start-hold" | "speed" | "subtitles" => timed,
            "delay" | "hold" | "pace" => timed || self.has_times,
            "intro" | "outro" => format.is_animation(),
            "thumbnail" => format.is_animation() || poster.is_some(),
            "fit" => !format.is_directory() && !format.is_still(),
            "title" => !self.is_gallery || self.played.intro.is_some() || self.played.outro.is_some(),
            "columns" | "square" | "labels" | "no-title" => false,
            _ => true,
        }
    }

    fn why_not(&self, name: &str, format: Format) -> String {
        let formats = || formats(Format::drawn(), |format| self.has_effect(name, format));
        match name {
            "columns" | "square" | "labels" | "no-title" | "title" => {
                "is for one page; use --size, --coordinates and --delay for one picture each".to_owned()
            }
            "delay" | "subtitles" if self.is_gallery && format == Format::PngFrames => {
                "is for animations, not for separate files".to_owned()
            }
            "subtitles" => {
                let advice = if format == Format::Pptx { " unless slides --advance" } else { "" };
                format!("are for films: {format} has no times{advice}; --transcript has the same words")
            }
            "delay" | "hold" | "pace" | "start-hold" | "speed" if format == Format::Pptx => {
                "is for slides that --advance; without it, each stays until a click".to_owned()
            }
            "delay" | "hold" | "pace" | "start-hold" | "speed" | "duration" => {
                let what = if format.is_still() { "one" } else { "pages of a" };
                format!("is for films, not for {what} {format}")
            }
            "fit" => format!("is for films in one file, not for {format}"),
            "intro" | "outro" | "thumbnail" => {
                let formats = Format::drawn().filter(|format| format.is_animation());
                let formats = formats.map(|format| format.to_string()).collect::<Vec<_>>().join(", ");
                let poster = if name == "thumbnail" { "; with --poster FILE it is that picture" } else { "" };
                format!("is for {formats}, not for {format}{poster}")
            }
            "fps" if !format.is_still() => {
                format!("is for {}, not for {format}; --delay sets the time of each frame", formats())
            }
            _ => format!("is for {}, not for {format}", formats()),
        }
    }
}

/// Refuses options that have no effect on a page, a sheet or a chart in this format.
pub fn check_page(given: &Given, still: Still, format: Format) -> Result<()> {
    let is_of_pages =
        |option| matches!(option, EncodeOption::Text | EncodeOption::Compression | EncodeOption::Quality);
    let takes = |name: &str, format: Format| match of_encoders(name) {
        Some(option) => is_of_pages(option) && format.takes(option),
        None => still != Still::Gallery || !OF_PICTURES.split(' ').any(|of_pictures| of_pictures == name),
    };
    refuse(
        given,
        |name| takes(name, format),
        |name| match of_encoders(name) {
            Some(EncodeOption::Text) if format == Format::Pdf => {
                "is for SVG; the text of a PDF is text anyway".to_owned()
            }
            Some(option) if is_of_pages(option) => {
                format!("is for {}, not for {format}", formats(still.formats(), |format| takes(name, format)))
            }
            Some(_) => "is for animations and videos, not for a page".to_owned(),
            None => "is for one picture each; use --square, --columns, --labels and --title for one page"
                .to_owned(),
        },
    )
}

/// The options of an animated gallery that a page does not have.
const OF_PICTURES: &str = "size coordinates squares delay poster subtitles transcript intro outro thumbnail";
