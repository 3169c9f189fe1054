//! Places where films are shown, and what a film may have there.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error};

use crate::encode::Format;
use crate::film::Limits;
use crate::page::PageSize;
use crate::variants::Choice;
use crate::words::listed;

/// The places, as data.
const TABLE: &str = include_str!("places.toml");

/// A place where films are shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its name on the command line.
    pub name: String,
    /// What it is.
    pub shown: String,
    /// Who plays the film.
    site: String,
    /// The format of a film for it.
    #[serde(deserialize_with = "format")]
    pub usual: Format,
    /// By the extension of a format, and by `frames`; what is not there is unknown.
    shows: HashMap<String, Shown>,
    bytes: Option<u64>,
    pictures: Option<u64>,
    pixels: Option<u64>,
    /// The page of a film, in pixels.
    canvas: Option<(u32, u32)>,
    /// The widest and the highest page, in pixels.
    pub largest: Option<(u32, u32)>,
    seconds: Option<u64>,
    cards: Option<u64>,
    /// The page of the site that says so, or that none does.
    pub source: String,
    /// The month in which a stored copy of that page was read, or that others quote it.
    pub read: String,
}

/// What a site makes of a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Shown {
    Plays,
    /// Only one of its pictures is seen.
    Still,
    /// It can be downloaded.
    File,
    /// It is played in another way than the place is made for.
    Otherwise,
    /// The site does not say that it plays it.
    Unknown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    place: Vec<Place>,
}

impl Place {
    /// All of them.
    pub fn all() -> &'static [Self] {
        static PLACES: OnceLock<Vec<Place>> = OnceLock::new();
        PLACES.get_or_init(|| {
            let table: Table = toml::from_str(TABLE).expect("the table is a part of the program");
            table.place
        })
    }

    /// What the site makes of a format.
    fn shows(&self, format: Format) -> Shown {
        let key = if format.is_directory() { "frames" } else { format.extension() };
        self.shows.get(key).copied().unwrap_or(Shown::Unknown)
    }

    /// The formats that it plays, the usual one first.
    pub fn formats(&self) -> impl Iterator<Item = Format> {
        let is_played = |format: &Format| self.shows(*format) == Shown::Plays;
        let others = Format::drawn().filter(|format| *format != self.usual);
        [self.usual].into_iter().chain(others).filter(is_played)
    }

    /// Why a film in this format is not for it, and which one is; `None` if it is played.
    pub fn refusal(&self, format: Format) -> Option<String> {
        let Self { name, site, .. } = self;
        let why = match self.shows(format) {
            Shown::Plays => return None,
            Shown::Still => format!("shows {format} as a still"),
            Shown::File => format!("offers {format} as a file to download"),
            Shown::Otherwise => format!("takes {format}, but --for {name} is not made for it"),
            Shown::Unknown => format!("does not say that it plays {format}"),
        };
        let extensions = self.formats().map(|format| format!(".{}", format.extension()));
        Some(format!("{site} {why}; use {}, or leave out --for", listed(extensions, "or")))
    }

    /// How long a title card and an end card are shown.
    pub fn cards(&self) -> Option<Duration> {
        self.cards.map(Duration::from_secs)
    }

    /// The page of a film.
    pub fn page(&self) -> Option<PageSize> {
        self.canvas.map(|(width, height)| PageSize::Pixels(width, height))
    }

    /// What a film may have.
    pub fn limits(&self) -> Limits {
        let time = self.seconds.map(Duration::from_secs);
        Limits { bytes: self.bytes, pictures: self.pictures, pixels: self.pixels, time, canvas: self.largest }
    }
}

impl Choice for &'static Place {
    fn all() -> Vec<Self> {
        Place::all().iter().collect()
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
