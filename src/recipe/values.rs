//! The values of options, as they are written.

use std::ffi::OsStr;
use std::fmt::Display;
use std::num::{NonZeroU32, ParseIntError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use humantime::{format_duration, parse_duration};

use crate::encode::{Format, Plays, Quality};
use crate::page::StatePanel;
use crate::search::Algorithm;
use crate::variants::{Choice, named_enum};
use crate::words::{composed, in_line};

use super::formats::Still;

const MAX_FRAME_TIME: Duration = Duration::from_secs(10 * 60);
const MAX_FILM_TIME: Duration = Duration::from_secs(60 * 60);
const MIN_TIME: Duration = Duration::from_millis(1);

/// Formats store the number of plays in 16 bits.
const MAX_PLAYS: u32 = u16::MAX as u32;

/// A value, or what to write instead.
type Parsed<T> = Result<T, String>;

/// The values of an option that have names.
#[derive(Debug, Default)]
pub struct Choices {
    /// Their names, each with what it does.
    pub all: Vec<(&'static str, &'static str)>,
    /// The name of the one that is meant where none is given, if it is always the same.
    pub default: Option<&'static str>,
}

impl Choices {
    pub(super) fn of<T: Choice>() -> Self {
        Self { all: T::all().into_iter().map(|one| (one.name(), one.about())).collect(), default: None }
    }

    pub(super) fn with_default<T: Choice + Default>() -> Self {
        Self { default: Some(T::default().name()), ..Self::of::<T>() }
    }
}

pub(super) fn utf8(text: &OsStr) -> Parsed<&str> {
    text.to_str().ok_or_else(|| "it is no text in UTF-8".to_owned())
}

/// A value that is read as everywhere in the library.
pub fn from_str<T: FromStr<Err: Display>>(text: &OsStr) -> Parsed<T> {
    utf8(text)?.parse().map_err(|error: T::Err| error.to_string())
}

/// One of a few, by its name.
pub fn choice<T: Choice>(text: &OsStr) -> Parsed<T> {
    let found = T::all().into_iter().find(|one| text.eq_ignore_ascii_case(one.name()));
    found.ok_or_else(|| {
        let names: Vec<&str> = T::all().into_iter().map(Choice::name).collect();
        format!("write one of {}", names.join(", "))
    })
}

/// Several of a few, with commas.
pub fn choices<T: Choice>(text: &OsStr) -> Parsed<Vec<T>> {
    utf8(text)?.split(',').map(|name| choice(name.as_ref())).collect()
}

/// Whether an option without a value is given.
pub fn flag(text: &OsStr) -> Parsed<bool> {
    from_str(text).map_err(|_| "write true, or leave it out".to_owned())
}

pub fn text(text: &OsStr) -> Parsed<String> {
    utf8(text).map(str::to_owned)
}

/// One line of text; any white space is a single space.
pub fn line(text: &OsStr) -> Parsed<String> {
    Ok(composed(utf8(text)?).split_whitespace().collect::<Vec<_>>().join(" "))
}

pub fn path(text: &OsStr) -> Parsed<PathBuf> {
    if text.is_empty() { Err("write a path".to_owned()) } else { Ok(text.into()) }
}

/// A path to write to; standard output has one name, so that nothing else is printed there.
pub fn output(text: &OsStr) -> Parsed<PathBuf> {
    let is_standard = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| text == *name);
    if is_standard { Ok("-".into()) } else { path(text) }
}

pub fn frame_time(text: &OsStr) -> Parsed<Duration> {
    time_in(text, MAX_FRAME_TIME, "ms")
}

/// The time of a film or a search, which takes seconds.
pub fn film_time(text: &OsStr) -> Parsed<Duration> {
    time_in(text, MAX_FILM_TIME, "s")
}

/// The time of a card, which takes seconds.
pub fn card_time(text: &OsStr) -> Parsed<Duration> {
    time_in(text, MAX_FRAME_TIME, "s")
}

/// A time whose unit may have been forgotten.
fn time_in(text: &OsStr, longest: Duration, unit: &str) -> Parsed<Duration> {
    let text = utf8(text)?;
    let Ok(time) = parse_duration(text) else {
        let is_number = text.parse::<u32>().is_ok_and(|number| number > 0);
        let meant = if is_number { format!("; did you mean {text}{unit}?") } else { String::new() };
        return Err(format!("write a time with its unit, like 120ms or 1.5s{meant}"));
    };
    if (MIN_TIME..=longest).contains(&time) {
        return Ok(time);
    }
    Err(format!("the time must be from {} to {}", format_duration(MIN_TIME), format_duration(longest)))
}

pub fn plays(text: &OsStr) -> Parsed<Plays> {
    match (utf8(text)?, from_str::<NonZeroU32>(text)) {
        ("forever", _) => Ok(Plays::Forever),
        ("once", _) => Ok(Plays::Times(NonZeroU32::MIN)),
        (_, Ok(times)) if times.get() <= MAX_PLAYS => Ok(Plays::Times(times)),
        _ => Err(format!("write forever, once, or a number from 1 to {MAX_PLAYS}")),
    }
}

/// A number that is not 0.
pub fn number<T: FromStr<Err = ParseIntError>>(text: &OsStr) -> Parsed<T> {
    from_str(text).map_err(|_| "write a whole number, 1 or more".to_owned())
}

/// Numbers with commas.
pub fn lanes(text: &OsStr) -> Parsed<Vec<u32>> {
    let lanes: Result<Vec<u32>, _> = utf8(text)?.split(',').map(str::parse).collect();
    lanes.map_err(|_| "write the numbers of lanes, like 1 or 1,3".to_owned())
}

/// Decimal units, the largest first.
const UNITS: [(&str, u64); 5] =
    [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000), ("B", 1)];

/// A number of bytes that is not 0, with or without a unit.
pub fn bytes(text: &OsStr) -> Parsed<u64> {
    let text = utf8(text)?;
    let is_unit = |letter: char| !letter.is_ascii_digit() && letter != '.';
    let (number, unit) = text.split_at(text.find(is_unit).unwrap_or(text.len()));
    let unit = if unit.is_empty() { "B" } else { unit.trim_start() };
    let factor = UNITS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let bytes = factor.and_then(|(_, factor)| multiplied(number, factor)).filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| "write a size like 1.5MB or 4GB, or a number of bytes".to_owned())
}

/// A number, which may have decimals, multiplied by a power of ten; `None` if there are more decimals than that, or
/// too many digits.
fn multiplied(number: &str, factor: u64) -> Option<u64> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let parts = factor.checked_div(10_u64.checked_pow(decimals.len() as u32)?).filter(|parts| *parts > 0);
    let decimals: u64 = decimals.parse().ok()?;
    let rest = match parts {
        Some(parts) => decimals.checked_mul(parts)?,
        None if decimals == 0 => 0,
        None => return None,
    };
    whole.parse::<u64>().ok()?.checked_mul(factor)?.checked_add(rest)
}

/// A number of bytes as a number of the largest unit.
pub fn in_unit(bytes: u64) -> (u64, &'static str) {
    let whole = |(_, factor): &(&str, u64)| bytes.is_multiple_of(*factor);
    let (unit, factor) = UNITS.into_iter().find(whole).expect("the last unit is 1");
    (bytes / factor, unit)
}

/// A width.
pub fn pixels(text: &OsStr) -> Parsed<u32> {
    from_str(text).map_err(|_| "write the width in pixels as a number, like 480".to_owned())
}

/// `N`, or `A..B` with both ends.
pub fn sizes(text: &OsStr) -> Parsed<RangeInclusive<u32>> {
    let text = utf8(text)?;
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if (1..=last).contains(&first) => Ok(first..=last),
        _ => Err("write a number of queens like 8, or a range like 1..16".to_owned()),
    }
}

/// Not every player supports more frames per second.
const MAX_FPS: u32 = 60;

pub fn fps(text: &OsStr) -> Parsed<NonZeroU32> {
    let rate = from_str(text).ok().filter(|rate: &NonZeroU32| rate.get() <= MAX_FPS);
    rate.ok_or_else(|| format!("write a number from 1 to {MAX_FPS}"))
}

pub fn quality(text: &OsStr) -> Parsed<Quality> {
    from_str(text).ok().and_then(Quality::new).ok_or_else(|| "write a number from 1 to 100".to_owned())
}

pub fn poster(text: &OsStr) -> Parsed<PathBuf> {
    match Still::Poster.of_path(Path::new(text)) {
        Some(_) => Ok(text.into()),
        None => Err(format!("a poster is one picture: end it in {}", Still::Poster.endings())),
    }
}

pub fn subtitles(text: &OsStr) -> Parsed<PathBuf> {
    ending_in(text, "subtitles are WebVTT", "vtt")
}

pub fn transcript(text: &OsStr) -> Parsed<PathBuf> {
    ending_in(text, "a transcript is Markdown", "md")
}

pub fn recipe(text: &OsStr) -> Parsed<PathBuf> {
    ending_in(text, "a recipe is TOML", "toml")
}

fn ending_in(text: &OsStr, what: &str, extension: &str) -> Parsed<PathBuf> {
    let path = PathBuf::from(text);
    if path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension)) {
        return Ok(path);
    }
    Err(format!("{what}: end '{}' in .{extension}", in_line(&text.to_string_lossy())))
}

/// A solver of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solver {
    /// A built-in one.
    Algorithm(Algorithm),
    /// The log of another.
    Log(PathBuf),
}

/// The path of a log, the name of an algorithm, or names with commas.
pub fn solvers(text: &OsStr) -> Parsed<Vec<Solver>> {
    let name = text.to_string_lossy().to_lowercase();
    let names = name.trim_end_matches(',').split(',').map(str::parse::<Algorithm>);
    if let Ok(algorithms) = names.collect::<Result<Vec<Algorithm>, _>>() {
        return Ok(algorithms.into_iter().map(Solver::Algorithm).collect());
    }
    let path = PathBuf::from(text);
    if path.exists() || path.components().count() > 1 || path.extension().is_some() {
        return Ok(vec![Solver::Log(path)]);
    }
    let names = Algorithm::ALL.map(Algorithm::name).join(", ");
    Err(format!("there is no such log, and the algorithms are {names}"))
}

/// A format of films, by its ending. A single picture has the name of those in a directory: the output says which is
/// meant.
impl Choice for Format {
    fn all() -> Vec<Self> {
        Self::drawn().filter(|format| *format != Self::Png).collect()
    }

    fn name(self) -> &'static str {
        self.extension()
    }
}

/// How solutions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GalleryFormat {
    /// On one page, a PNG.
    Page,
    /// As the frames of a film.
    Film(Format),
}

impl Choice for GalleryFormat {
    fn all() -> Vec<Self> {
        let films = Format::drawn().filter(|format| !format.is_still()).map(Self::Film);
        std::iter::once(Self::Page).chain(films).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Film(format) => format.extension(),
        }
    }
}

/// A panel of state that needs no search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionPanel(pub StatePanel);

impl Choice for PositionPanel {
    fn all() -> Vec<Self> {
        StatePanel::ALL.into_iter().filter(|panel| panel.is_of_position()).map(Self).collect()
    }

    fn name(self) -> &'static str {
        self.0.name()
    }

    fn about(self) -> &'static str {
        Choice::about(self.0)
    }
}

/// An algorithm that finds all solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Complete(pub Algorithm);

impl Choice for Complete {
    fn all() -> Vec<Self> {
        Algorithm::ALL.into_iter().filter(|algorithm| algorithm.visits_all_solutions()).map(Self).collect()
    }

    fn name(self) -> &'static str {
        self.0.name()
    }

    fn about(self) -> &'static str {
        self.0.about()
    }
}

named_enum! {
    /// What is written below each board of a gallery.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Label {
        /// Its number, bold for fundamental solutions; with --fundamental it counts those alone
        Number = "number",
        /// Nothing
        None = "none",
    }
}

named_enum! {
    /// The form of a table.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum TableForm {
        /// Aligned columns
        #[default]
        Table = "table",
        /// Markdown
        Markdown = "markdown",
        /// JSON
        Json = "json",
        /// Comma-separated values
        Csv = "csv",
    }
}

impl TableForm {
    /// The format of a table.
    pub const fn format(self) -> Format {
        match self {
            Self::Table => Format::Text,
            Self::Markdown => Format::Markdown,
            Self::Json => Format::Json,
            Self::Csv => Format::Csv,
        }
    }

    /// The form of a table in this format; in others, the usual one.
    pub fn of(format: Format) -> Self {
        Self::ALL.into_iter().find(|form| form.format() == format).unwrap_or_default()
    }
}

named_enum! {
    /// The form of a solution.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum ListForm {
        /// The row of the queen in each column, one solution per line
        #[default]
        Placements = "placements",
        /// Rows of 0 and 1, an empty line between solutions
        Matrix = "matrix",
        /// Rows of · and ♛, an empty line between solutions
        Board = "board",
        /// An array of arrays: the row of the queen in each column
        Json = "json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::CopyOptions;

    #[test]
    fn bytes_have_decimal_units_or_none() {
        let sizes = [
            ("1", 1),
            ("1500", 1500),
            ("7B", 7),
            ("10kB", 10_000),
            ("10KB", 10_000),
            ("500MB", 500_000_000),
            ("4GB", CopyOptions::DEFAULT_MAX_BYTES),
            ("4 gb", 4_000_000_000),
            ("1.5MB", 1_500_000),
            ("0.25kB", 250),
            ("18TB", 18_000_000_000_000),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, size) in sizes {
            assert_eq!(bytes(text.as_ref()), Ok(size), "{text}");
        }
        let wrong = [
            "",
            "0",
            "0GB",
            "GB",
            "-1",
            "+1",
            "1.5B",
            "1.GB",
            ".5GB",
            "1.5.5GB",
            "4G",
            "4GiB",
            "4GBs",
            "four",
            "1e9",
            "4GB ",
            "18446744073709551616",
            "18446745TB",
            "٤GB",
        ];
        for text in wrong {
            assert!(bytes(text.as_ref()).unwrap_err().contains("like 1.5MB or 4GB"), "{text}");
        }
    }

    #[test]
    fn bytes_are_shown_in_the_largest_unit_that_fits() {
        for (size, shown) in
            [(1, (1, "B")), (1500, (1500, "B")), (12_000, (12, "kB")), (8_000_000_000, (8, "GB"))]
        {
            assert_eq!(in_unit(size), shown);
            assert_eq!(bytes(format!("{}{}", shown.0, shown.1).as_ref()), Ok(size));
        }
    }
}
