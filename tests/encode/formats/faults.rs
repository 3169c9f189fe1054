//! Limits of formats, and failing writers.

use std::io::{self, Write};
use std::time::Duration;

use flatfilm::Error;
use queenreel::encode::{EncodeError, EncodeOptions, Format};
use queenreel::film::{FilmBuilder, FilmError, FilmPath, Source, View};
use queenreel::internals::page::PageError;
use queenreel::internals::picture::{Canvas, Rgb};
use queenreel::search::{Algorithm, Order};

use crate::common::closing::Closing;
use crate::common::known::size;

#[test]
fn times_and_pages_that_are_far_too_large_are_errors_in_every_format() {
    let search = Source::algorithm(size(4), Algorithm::Backtracking, Order::Columns, 1, None);
    let directory = tempfile::tempdir().unwrap();
    let error = |builder: FilmBuilder, format: Format| match builder.format(format) {
        film if format.is_directory() => film.film(&search, FilmPath(directory.path().join("frames"))).err(),
        film => film.film(&search, Vec::new()).err(),
    };
    let film = || FilmBuilder::new(size(4));
    for format in Format::drawn() {
        for seconds in [1_000_000, u64::MAX] {
            let time = Duration::from_secs(seconds);
            let (speed, is_played) = ("0.01".parse().unwrap(), format.is_played());
            let too_long = [
                ("delay", film().delay(time), is_played),
                ("hold", film().hold(time), is_played),
                ("duration", film().duration(time), is_played),
                ("start hold", film().start_hold(time), is_played),
                ("speed", film().delay(Duration::from_secs(1_000)).speed(speed), is_played),
                ("intro", film().intro(time), format.is_animation()),
                ("outro", film().outro(time), format.is_animation()),
            ];
            for (what, builder, is_refused) in too_long {
                // A still has one frame.
                let builder = if format.is_still() { builder.select("1".parse().unwrap()) } else { builder };
                match error(builder, format) {
                    Some(FilmError::Encode(EncodeError::Film(Error::TooLong { .. }))) => {
                        assert!(is_refused, "{what}");
                    }
                    other => assert!(!is_refused && other.is_none(), "{format}, {what}: {other:?}"),
                }
            }
        }
        if let Some(longest) = format.longest_film() {
            // Each frame alone would not be too long, but there are 30 of them.
            let hour = longest / 24;
            let refused = error(film().delay(hour).hold(hour), format);
            let is_too_long =
                matches!(refused, Some(FilmError::Encode(EncodeError::Film(Error::FilmTooLong { .. }))));
            assert!(is_too_long, "{format}");
        }
        for (width, height) in [(u32::MAX, u32::MAX), (u32::MAX, 1), (8193, 100), (0, 0), (0, 100)] {
            for builder in [film(), film().title("Four"), film().view(View::Lecture)] {
                let refused = error(builder.canvas(width, height), format);
                let is_size = matches!(refused, Some(FilmError::Style(PageError::Size(_))));
                assert!(is_size, "{format}, {width}×{height}: {refused:?}");
            }
        }
    }
}

#[test]
fn a_film_without_pictures_does_not_panic() {
    let canvas = Canvas::new(64, 64, vec![Rgb([0; 3])]);
    for format in Format::drawn().filter(|format| format.is_animation()) {
        let encoder = format.open(io::sink(), &canvas, &EncodeOptions::default()).unwrap();
        let _ = encoder.finish();
    }
}

/// The formats that are files of pictures.
fn files() -> impl Iterator<Item = Format> {
    Format::drawn().filter(|format| !format.is_directory() && !format.is_vector())
}

/// Films a search of five queens, or the first frame of it.
fn error_of(format: Format, out: impl Write + Send + 'static) -> FilmError {
    let search = Source::algorithm(size(5), Algorithm::Backtracking, Order::Columns, 1, Some(1));
    let film = FilmBuilder::new(size(5)).board_width(240).format(format);
    let film = if format.is_still() { film.select("0".parse().unwrap()) } else { film };
    film.film(&search, out).map(|(_, summary)| summary).unwrap_err()
}

#[test]
fn a_closed_pipe_is_an_error() {
    for format in files() {
        // The first picture, which is the only one of a still, may be smaller.
        let rooms = if format.is_still() { &[0, 10][..] } else { &[0, 10, 500] };
        for room in rooms {
            let error = error_of(format, Closing(*room, io::sink()));
            assert!(format!("{error:?}").contains("BrokenPipe"), "{format}, {room} bytes: {error:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use crate::common::sandbox::full_device;
    for format in files() {
        let error = error_of(format, full_device());
        assert!(error.to_string().contains("No space left"), "{format}: {error}");
    }
}
