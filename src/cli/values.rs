//! Parsers of argument values.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::encode::{Format, Plays, Quality};
use crate::font::Font;
use crate::page::{StatePanel, Theme};
use crate::search::{Algorithm, Listing};
use crate::words::in_line;
use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use humantime::{format_duration, parse_duration};

use super::commands::gallery::GalleryFormat;
use super::inputs;
use super::places::Place;
use super::still::Still;

const MAX_FRAME_TIME: Duration = Duration::from_secs(10 * 60);
const MAX_FILM_TIME: Duration = Duration::from_secs(60 * 60);
const MIN_TIME: Duration = Duration::from_millis(1);

/// No theme is larger, in bytes.
const MAX_THEME: usize = 1_000_000;

/// Formats store the number of plays in 16 bits.
const MAX_PLAYS: u32 = u16::MAX as u32;

pub fn frame_time(text: &str) -> Result<Duration> {
    time_in(text, MAX_FRAME_TIME, "ms")
}

pub fn film_time(text: &str) -> Result<Duration> {
    time_in(text, MAX_FILM_TIME, "ms")
}

/// The time of a card, which takes seconds.
pub fn card_time(text: &str) -> Result<Duration> {
    time_in(text, MAX_FRAME_TIME, "s")
}

/// A time whose unit may have been forgotten.
fn time_in(text: &str, longest: Duration, unit: &str) -> Result<Duration> {
    let Ok(time) = parse_duration(text) else {
        let is_number = text.parse::<u32>().is_ok_and(|number| number > 0);
        let meant = if is_number { format!("; did you mean {text}{unit}?") } else { String::new() };
        bail!("write a time with its unit, like 120ms or 1.5s{meant}");
    };
    if !(MIN_TIME..=longest).contains(&time) {
        bail!("the time must be from {} to {}", format_duration(MIN_TIME), format_duration(longest));
    }
    Ok(time)
}

pub fn plays(text: &str) -> Result<Plays> {
    match text {
        "forever" => Ok(Plays::Forever),
        "once" => Ok(Plays::Times(NonZeroU32::MIN)),
        number => number
            .parse()
            .ok()
            .filter(|times: &NonZeroU32| times.get() <= MAX_PLAYS)
            .map(Plays::Times)
            .with_context(|| format!("write forever, once, or a number from 1 to {MAX_PLAYS}")),
    }
}

/// A number that is not 0.
pub fn number(text: &str) -> Result<NonZeroU64> {
    text.parse().ok().context("write a whole number, 1 or more")
}

/// As [`number`], for what is not so large.
pub fn small_number(text: &str) -> Result<NonZeroU32> {
    text.parse().ok().context("write a whole number, 1 or more")
}

/// Decimal units, the largest first.
const UNITS: [(&str, u64); 5] =
    [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000), ("B", 1)];

/// A number of bytes that is not 0, with or without a unit.
pub fn bytes(text: &str) -> Result<u64> {
    let is_unit = |letter: char| !letter.is_ascii_digit() && letter != '.';
    let (number, unit) = text.split_at(text.find(is_unit).unwrap_or(text.len()));
    let unit = if unit.is_empty() { "B" } else { unit.trim_start() };
    let factor = UNITS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let bytes = factor.and_then(|(_, factor)| multiplied(number, factor));
    bytes.filter(|bytes| *bytes > 0).context("write a size like 1.5MB or 4GB, or a number of bytes")
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
pub fn pixels(text: &str) -> Result<u32> {
    text.parse().ok().context("write the width in pixels as a number, like 480")
}

/// `N`, or `A..B` with both ends.
pub fn sizes(text: &str) -> Result<RangeInclusive<u32>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if (1..=last).contains(&first) => Ok(first..=last),
        _ => bail!("write a number of queens like 8, or a range like 1..16"),
    }
}

/// Not every player supports more frames per second.
const MAX_FPS: u32 = 60;

pub fn fps(text: &str) -> Result<NonZeroU32> {
    let rate = text.parse().ok().filter(|rate: &NonZeroU32| rate.get() <= MAX_FPS);
    rate.with_context(|| format!("write a number from 1 to {MAX_FPS}"))
}

pub fn quality(text: &str) -> Result<Quality> {
    text.parse().ok().and_then(Quality::new).context("write a number from 1 to 100")
}

/// One of these, by its name.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<T> = all.into_iter().collect();
    PossibleValuesParser::new(all.iter().map(|one| name(*one))).map(move |given| {
        let named = all.iter().find(|one| name(**one) == given);
        *named.expect("only these names are possible")
    })
}

/// Formats are named by their extensions. A single picture has the name of those in a directory: the output says
/// which is meant.
pub fn format() -> impl TypedValueParser<Value = Format> {
    one_of(Format::available().filter(|format| *format != Format::Png), Format::extension)
}

/// A place where films are shown.
pub fn place() -> impl TypedValueParser<Value = &'static Place> {
    one_of(Place::all(), |place| &place.name)
}

pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}

/// The panels of state that need no search.
pub fn position_panel() -> impl TypedValueParser<Value = StatePanel> {
    one_of(StatePanel::ALL.into_iter().filter(|panel| panel.is_of_position()), StatePanel::name)
}

/// The page of a gallery, or any format of films.
pub fn gallery_format() -> impl TypedValueParser<Value = GalleryFormat> {
    const PAGE: &str = "page";
    let films = Format::available().filter(|format| !format.is_still()).map(Format::extension);
    PossibleValuesParser::new(std::iter::once(PAGE).chain(films))
        .map(|name| Format::named(&name).map_or(GalleryFormat::Page, GalleryFormat::Film))
}

/// One line of text; any white space is a single space.
#[expect(clippy::unnecessary_wraps, reason = "parsers of values may fail")]
pub fn line(text: &str) -> Result<String> {
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

pub fn poster(text: &str) -> Result<PathBuf> {
    let path = PathBuf::from(text);
    if Still::Poster.of_path(&path).is_none() {
        bail!("a poster is one picture: end it in {}", Still::Poster.endings());
    }
    Ok(path)
}

pub fn subtitles(text: &str) -> Result<PathBuf> {
    ending_in(text, "vtt").ok_or_else(|| anyhow!("subtitles are WebVTT: end '{}' in .vtt", in_line(text)))
}

pub fn transcript(text: &str) -> Result<PathBuf> {
    ending_in(text, "md").ok_or_else(|| anyhow!("a transcript is Markdown: end '{}' in .md", in_line(text)))
}

fn ending_in(text: &str, extension: &str) -> Option<PathBuf> {
    let path = PathBuf::from(text);
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension)).then_some(path)
}

pub fn theme(text: &str) -> Result<Theme> {
    let name = text.to_lowercase();
    let name = if name == "gray" { "grey" } else { &name };
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    let path = Path::new(text);
    if path.extension().is_none_or(|extension| extension != "toml") {
        let names = Theme::names().collect::<Vec<_>>().join(", ");
        bail!("unknown theme; name one of {names}, or a file that ends in .toml");
    }
    let source = read_most(text, MAX_THEME, ".toml")?;
    if source.len() > MAX_THEME {
        bail!("the theme is larger than {} MB", MAX_THEME / 1_000_000);
    }
    let source = String::from_utf8(source).context("the theme is no text in UTF-8")?;
    Ok(Theme::from_toml(&source)?)
}

/// Says what to write instead of the path of a file that does not exist.
fn not_read(error: io::Error, wanted: &str) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => anyhow!("no such file; give the path of a {wanted} file"),
        _ => error.into(),
    }
}

pub fn font(text: &str) -> Result<Font> {
    Ok(Font::from_bytes(read_most(text, Font::MAX_BYTES, ".ttf")?)?)
}

pub fn source(text: &str) -> Result<Listing> {
    Ok(Listing::of_source(&read_most(text, Listing::MAX_SOURCE_BYTES, "source")?)?)
}

/// Reads a file; one byte more than allowed shows that it is too large.
fn read_most(path: &str, most: usize, wanted: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    #[cfg(unix)]
    if is_named_pipe(Path::new(path)) {
        bail!("a named pipe may never be written to; give a file");
    }
    let file = File::open(path).map_err(|error| not_read(error, wanted))?;
    inputs::add(Path::new(path));
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether it is a pipe with a name, unlike that of another command's output, which a shell passes.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::fs;
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
    is_pipe && fs::canonicalize(path).is_ok()
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
            assert_eq!(bytes(text).unwrap(), size, "{text}");
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
            assert!(bytes(text).unwrap_err().to_string().contains("like 1.5MB or 4GB"), "{text}");
        }
    }

    #[test]
    fn bytes_are_shown_in_the_largest_unit_that_fits() {
        for (size, shown) in
            [(1, (1, "B")), (1500, (1500, "B")), (12_000, (12, "kB")), (8_000_000_000, (8, "GB"))]
        {
            assert_eq!(in_unit(size), shown);
            assert_eq!(bytes(&format!("{}{}", shown.0, shown.1)).unwrap(), size);
        }
    }
}
