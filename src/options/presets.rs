//! Presets for `--for`: sites and programs that show films, and their limits.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error};

use crate::encode::Format;
use crate::film::FilmLimits;
use crate::page::PageSize;
use crate::variants::Choice;
use crate::words::listed;

const TABLE: &str = include_str!("presets.toml");

/// A preset for `--for`: a site or a program that shows films.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Name on the command line.
    pub name: String,
    /// Description.
    pub shown: String,
    /// Name of the site that plays the film.
    site: String,
    /// Default format.
    #[serde(deserialize_with = "format")]
    pub usual: Format,
    /// How the site supports each format, by the extension of the format, or `frames`.
    shows: HashMap<String, FormatSupport>,
    bytes: Option<u64>,
    pictures: Option<u64>,
    pixels: Option<u64>,
    /// Default page, in pixels.
    canvas: Option<(u32, u32)>,
    /// Width and height of the largest page, in pixels.
    pub largest: Option<(u32, u32)>,
    seconds: Option<u64>,
    cards: Option<u64>,
    /// Address of the site's page that documents formats and limits, or 'none' with a reason.
    pub source: String,
    /// Month in which a stored copy of the page at `source` was read; 'quoted' if only quotations were read.
    pub read: String,
}

/// How a site handles a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FormatSupport {
    Plays,
    /// Shows one picture only.
    Still,
    /// Offers a download.
    File,
    /// Plays the format, but not in the way that the preset is for.
    Otherwise,
    /// Documents no support.
    Unknown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    preset: Vec<Preset>,
}

impl Preset {
    /// Returns all presets, in the order of the table.
    pub fn all() -> &'static [Self] {
        static PRESETS: OnceLock<Vec<Preset>> = OnceLock::new();
        let read = || toml::from_str::<Table>(TABLE).expect("the table is a part of the program").preset;
        PRESETS.get_or_init(read)
    }

    fn shows(&self, format: Format) -> FormatSupport {
        let key = if format.is_directory() { "frames" } else { format.extension() };
        self.shows.get(key).copied().unwrap_or(FormatSupport::Unknown)
    }

    /// Returns the formats that the site plays, the default first.
    pub fn formats(&self) -> impl Iterator<Item = Format> {
        let is_played = |format: &Format| self.shows(*format) == FormatSupport::Plays;
        let others = Format::drawn().filter(|format| *format != self.usual);
        [self.usual].into_iter().chain(others).filter(is_played)
    }

    /// Returns why a format is not suitable, and which formats are; `None` if the site plays it.
    pub fn refusal(&self, format: Format) -> Option<String> {
        let Self { name, site, .. } = self;
        let why = match self.shows(format) {
            FormatSupport::Plays => return None,
            FormatSupport::Still => format!("shows {format} as a still"),
            FormatSupport::File => format!("offers {format} as a file to download"),
            FormatSupport::Otherwise => format!("takes {format}, but --for {name} is not made for it"),
            FormatSupport::Unknown => format!("does not say that it plays {format}"),
        };
        let extensions = self.formats().map(|format| format!(".{}", format.extension()));
        Some(format!("{site} {why}; use {}, or leave out --for", listed(extensions, "or")))
    }

    /// Returns the time of intro and outro, if the preset has them.
    pub fn cards(&self) -> Option<Duration> {
        self.cards.map(Duration::from_secs)
    }

    /// Returns the default page.
    pub fn page(&self) -> Option<PageSize> {
        self.canvas.map(|(width, height)| PageSize::Pixels(width, height))
    }

    /// Returns the limits of a film.
    pub fn limits(&self) -> FilmLimits {
        let Self { bytes, pictures, pixels, largest: canvas, seconds, .. } = *self;
        FilmLimits { bytes, pictures, pixels, time: seconds.map(Duration::from_secs), canvas }
    }
}

impl Choice for &'static Preset {
    fn all() -> Vec<Self> {
        Preset::all().iter().collect()
    }

    fn name(self) -> &'static str {
        &self.name
    }

    fn about(self) -> &'static str {
        &self.shown
    }
}

fn format<'de, D: Deserializer<'de>>(input: D) -> Result<Format, D::Error> {
    let name = String::deserialize(input)?;
    Format::named(&name).ok_or_else(|| D::Error::custom(format!("no format {name}")))
}
