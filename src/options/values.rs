//! Parsers of option values.

use std::ffi::OsStr;
use std::num::{NonZeroU32, ParseIntError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{
    OsStringValueParser, PathBufValueParser, PossibleValue, PossibleValuesParser, StringValueParser,
    TypedValueParser,
};
use humantime::{format_duration, parse_duration};

use crate::encode::{Format, Plays, Quality};
use crate::limits::{MAX_FILM_TIME, MAX_FPS, MAX_FRAME_TIME, MAX_PLAYS};
use crate::record::{Selection, SelectionError};
use crate::search::Algorithm;
use crate::variants::{Choice, named_enum};
use crate::words::{composed, in_line};

use super::formats::Still;

const MIN_TIME: Duration = Duration::from_millis(1);

/// A value, or an error message with advice.
type Parsed<T> = Result<T, String>;

/// Returns a parser of the names of a [`Choice`].
pub fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    choice_among(|_| true)
}

/// Returns a parser of the names for which `which` is true.
pub fn choice_among<T: Choice>(which: fn(T) -> bool) -> impl TypedValueParser<Value = T> {
    let all = move || T::all().into_iter().filter(move |one| which(*one));
    let value = |one: T| match one.about() {
        "" => PossibleValue::new(one.name()),
        about => PossibleValue::new(one.name()).help(about),
    };
    PossibleValuesParser::new(all().map(value)).map(move |name| {
        all().find(|one| one.name().eq_ignore_ascii_case(&name)).expect("only these names are possible")
    })
}

/// Returns a parser of one line of text, which collapses white space to single spaces.
pub fn line() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|text| composed(&text).split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns a parser of output paths; other names of standard output become `-`, so that reports do not mix with
/// the output.
pub fn output() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(standard)
}

/// Converts the other names of standard output to `-`.
pub fn standard(path: PathBuf) -> PathBuf {
    let is_standard =
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path.as_os_str() == *name);
    if is_standard { "-".into() } else { path }
}

pub fn frame_time(text: &str) -> Parsed<Duration> {
    time_in(text, MAX_FRAME_TIME, "ms")
}

/// Parses the time of a film or a search, usually some seconds.
pub fn film_time(text: &str) -> Parsed<Duration> {
    time_in(text, MAX_FILM_TIME, "s")
}

/// Parses the time of a card, usually some seconds.
pub fn card_time(text: &str) -> Parsed<Duration> {
    time_in(text, MAX_FRAME_TIME, "s")
}

/// Parses a time; an error for a missing unit suggests `unit`.
fn time_in(text: &str, longest: Duration, unit: &str) -> Parsed<Duration> {
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

pub fn plays(text: &str) -> Parsed<Plays> {
    match (text, text.parse::<NonZeroU32>()) {
        ("forever", _) => Ok(Plays::Forever),
        ("once", _) => Ok(Plays::Times(NonZeroU32::MIN)),
        (_, Ok(times)) if times.get() <= MAX_PLAYS => Ok(Plays::Times(times)),
        _ => Err(format!("write forever, once, or a number from 1 to {MAX_PLAYS}")),
    }
}

/// Parses a number that is not 0.
pub fn number<T: FromStr<Err = ParseIntError>>(text: &str) -> Parsed<T> {
    text.parse().map_err(|_| "write a whole number, 1 or more".to_owned())
}

pub fn lane(text: &str) -> Parsed<u32> {
    text.parse().map_err(|_| "write the numbers of lanes, like 1 or 1,3".to_owned())
}

/// Numbers of solutions, counted from 1. See [`solutions`](crate::search::solutions).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionNumbers(pub Vec<RangeInclusive<u64>>);

pub fn solution_numbers(text: &str) -> Parsed<SolutionNumbers> {
    let ranges = text.parse::<Selection>().and_then(|selection| selection.numbers());
    let ranges = ranges.map_err(|error| match error {
        SelectionError::Unknown(part) => SelectionError::NoNumber(part).to_string(),
        error @ (SelectionError::NoNumber(_) | SelectionError::Backwards(_)) => error.to_string(),
    })?;
    let from_1 = ranges.into_iter().filter(|range| *range.end() > 0);
    Ok(SolutionNumbers(from_1.map(|range| 1.max(*range.start())..=*range.end()).collect()))
}

/// Decimal units, the largest first.
const UNITS: [(&str, u64); 5] =
    [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000), ("B", 1)];

/// Parses a number of bytes that is not 0, with or without a unit.
pub fn bytes(text: &str) -> Parsed<u64> {
    let is_unit = |letter: char| !letter.is_ascii_digit() && letter != '.';
    let (number, unit) = text.split_at(text.find(is_unit).unwrap_or(text.len()));
    let unit = if unit.is_empty() { "B" } else { unit.trim_start() };
    let factor = UNITS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let bytes = factor.and_then(|(_, factor)| multiplied(number, factor)).filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| "write a size like 1.5MB or 4GB, or a number of bytes".to_owned())
}

/// Multiplies a decimal number by a power of ten; `None` if the product is not a whole number, or too large.
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

/// Converts a number of bytes to the largest unit in which it is a whole number.
pub fn in_unit(bytes: u64) -> (u64, &'static str) {
    let whole = |(_, factor): &(&str, u64)| bytes.is_multiple_of(*factor);
    let (unit, factor) = UNITS.into_iter().find(whole).expect("the last unit is 1");
    (bytes / factor, unit)
}

pub fn pixels(text: &str) -> Parsed<u32> {
    text.parse().map_err(|_| "write the width in pixels as a number, like 480".to_owned())
}

/// Parses `N`, or `A..B` with both ends.
pub fn sizes(text: &str) -> Parsed<RangeInclusive<u32>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if (1..=last).contains(&first) => Ok(first..=last),
        _ => Err("write a number of queens like 8, or a range like 1..16".to_owned()),
    }
}

pub fn fps(text: &str) -> Parsed<NonZeroU32> {
    let rate = text.parse().ok().filter(|rate: &NonZeroU32| rate.get() <= MAX_FPS);
    rate.ok_or_else(|| format!("write a number from 1 to {MAX_FPS}"))
}

pub fn quality(text: &str) -> Parsed<Quality> {
    text.parse().ok().and_then(Quality::new).ok_or_else(|| "write a number from 1 to 100".to_owned())
}

pub fn poster(text: &str) -> Parsed<PathBuf> {
    match Still::Poster.of_path(Path::new(text)) {
        Some(_) => Ok(text.into()),
        None => Err(format!("a poster is one picture: end it in {}", Still::Poster.endings())),
    }
}

pub fn subtitles(text: &str) -> Parsed<PathBuf> {
    ending_in(text, "subtitles are WebVTT", "vtt")
}

pub fn transcript(text: &str) -> Parsed<PathBuf> {
    ending_in(text, "a transcript is Markdown", "md")
}

pub fn recipe(text: &str) -> Parsed<PathBuf> {
    ending_in(text, "a recipe is TOML", "toml")
}

fn ending_in(text: &str, what: &str, extension: &str) -> Parsed<PathBuf> {
    let path = PathBuf::from(text);
    if path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension)) {
        return Ok(path);
    }
    Err(format!("{what}: end '{}' in .{extension}", in_line(text)))
}

/// A solver of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solver {
    /// A built-in algorithm.
    Algorithm(Algorithm),
    /// The log of another program.
    Log(PathBuf),
}

/// Solvers in one argument: names of algorithms with commas, or the path of a log. See [`Algorithm`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solvers(pub Vec<Solver>);

/// Returns a parser of the path of a log, or of names of algorithms with commas.
pub fn solvers() -> impl TypedValueParser<Value = Solvers> {
    OsStringValueParser::new().try_map(|text| solvers_in(&text))
}

pub fn solvers_in(text: &OsStr) -> Parsed<Solvers> {
    let name = text.to_string_lossy().to_lowercase();
    let names = name.trim_end_matches(',').split(',').map(str::parse::<Algorithm>);
    if let Ok(algorithms) = names.collect::<Result<Vec<Algorithm>, _>>() {
        return Ok(Solvers(algorithms.into_iter().map(Solver::Algorithm).collect()));
    }
    let path = PathBuf::from(text);
    if path.exists() || path.components().count() > 1 || path.extension().is_some() {
        return Ok(Solvers(vec![Solver::Log(path)]));
    }
    let names = Algorithm::ALL.map(Algorithm::name).join(", ");
    Err(format!("there is no such log, and the algorithms are {names}"))
}

/// A format of films, by its extension. A single PNG has the same name as PNGs in a directory: the output path
/// distinguishes them.
impl Choice for Format {
    fn all() -> Vec<Self> {
        Self::drawn().filter(|format| *format != Self::Png).collect()
    }

    fn name(self) -> &'static str {
        self.extension()
    }
}

/// The form of a gallery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GalleryFormat {
    /// On one page, by default a PNG.
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

named_enum! {
    /// The text below each board of a gallery. See [`Document`](crate::Document).
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
    /// Returns the format of a table in this form.
    pub const fn format(self) -> Format {
        match self {
            Self::Table => Format::Text,
            Self::Markdown => Format::Markdown,
            Self::Json => Format::Json,
            Self::Csv => Format::Csv,
        }
    }

    /// Returns the form of a table in this format; for other formats, the default form.
    pub fn of(format: Format) -> Self {
        Self::ALL.into_iter().find(|form| form.format() == format).unwrap_or_default()
    }
}

named_enum! {
    /// The form of a solution. See [`Document`](crate::Document).
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
    use crate::limits::DEFAULT_MAX_LOG_BYTES;

    #[test]
    fn bytes_have_decimal_units_or_none() {
        let sizes = [
            ("1", 1),
            ("1500", 1500),
            ("7B", 7),
            ("10kB", 10_000),
            ("10KB", 10_000),
            ("500MB", 500_000_000),
            ("4GB", DEFAULT_MAX_LOG_BYTES),
            ("4 gb", 4_000_000_000),
            ("1.5MB", 1_500_000),
            ("0.25kB", 250),
            ("18TB", 18_000_000_000_000),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, size) in sizes {
            assert_eq!(bytes(text), Ok(size), "{text}");
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
            assert!(bytes(text).unwrap_err().contains("like 1.5MB or 4GB"), "{text}");
        }
    }

    #[test]
    fn bytes_are_shown_in_the_largest_unit_that_fits() {
        for (size, shown) in
            [(1, (1, "B")), (1500, (1500, "B")), (12_000, (12, "kB")), (8_000_000_000, (8, "GB"))]
        {
            assert_eq!(in_unit(size), shown);
            assert_eq!(bytes(&format!("{}{}", shown.0, shown.1)), Ok(size));
        }
    }
}
