//! Places where films are shown, and what a film may have there.

use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error};

use crate::encode::Format;
use crate::film::Limits;
use crate::page::PageSize;
use crate::variants::Choice;

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
    /// The formats that it shows, the usual one first.
    #[serde(deserialize_with = "formats")]
    pub formats: Vec<Format>,
    bytes: Option<u64>,
    pictures: Option<u64>,
    pixels: Option<u64>,
    /// The page of a film, in pixels.
    canvas: Option<(u32, u32)>,
    /// The widest and the highest page, in pixels.
    pub largest: Option<(u32, u32)>,
    seconds: Option<u64>,
    cards: Option<u64>,
    /// The page that says how many bytes, or what is usual.
    pub source: String,
    /// The month in which a stored copy of that page was read.
    pub read: String,
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

fn formats<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Format>, D::Error> {
    let names = Vec::<String>::deserialize(input)?;
    let named =
        |name: &String| Format::named(name).ok_or_else(|| D::Error::custom(format!("no format {name}")));
    names.iter().map(named).collect()
}
