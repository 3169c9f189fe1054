//! Limits of formats, and failing writers.

use std::io::{self, Write};
use std::time::Duration;

use queenreel::encode::{EncodeError, EncodeOptions, Format};
use queenreel::page::BoardStyle;
use queenreel::picture::{Canvas, Picture, Rgb};
use queenreel::record::ScheduleOptions;

use super::reference::Reference;
use crate::common::known::size;
use crate::common::painting::BoardPainter;

#[test]
fn sizes_beyond_a_format_are_named() {
    let limits = [
        (Format::Gif, 65_535, 65_535),
        (Format::WebP, 16_383, 16_383),
        #[cfg(feature = "mp4")]
        (Format::Mp4, 3840, 2160),
        #[cfg(feature = "mp4")]
        (Format::Mp4, 2160, 3840),
    ];
    for (format, width, height) in limits {
        for (width, height) in [(width + 1, height), (width, height + 1)] {
            let canvas = Canvas::new(width, height, vec![Rgb([0; 3])]);
            let error = format.open(io::sink(), &canvas, &EncodeOptions::default()).err().unwrap();
            assert!(matches!(error, EncodeError::TooLarge { .. }), "{error}");
            let message = error.to_string();
            assert!(message.contains(&format.to_string()) && message.contains(&format!("{width}×{height}")));
        }
    }
}

#[test]
fn frames_longer_than_a_format_allows_are_refused() {
    let day = Duration::from_secs(24 * 60 * 60);
    let painter = BoardPainter::new(size(4), &BoardStyle::default()).unwrap();
    for format in files().filter(|format| format.loops()) {
        let canvas = painter.canvas();
        let mut encoder = format.open(io::sink(), canvas, &EncodeOptions::default()).unwrap();
        let pixels = vec![0; (canvas.width * canvas.height) as usize];
        let picture = Picture::new(canvas, &pixels, &[]);
        let error = encoder.write(&picture, day).unwrap_err();
        assert!(matches!(error, EncodeError::TooLong { .. }), "{format}: {error}");
    }
}

#[test]
fn a_film_without_pictures_does_not_panic() {
    let canvas = Canvas::new(64, 64, vec![Rgb([0; 3])]);
    for format in files() {
        let encoder = format.open(io::sink(), &canvas, &EncodeOptions::default()).unwrap();
        let _ = encoder.finish();
    }
}

/// Accepts this number of bytes, then fails.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(data.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The formats that are files of pictures.
fn files() -> impl Iterator<Item = Format> {
    let files = Format::ALL.into_iter().filter(|format| !format.is_directory() && !format.is_vector());
    files.filter(|format| format.missing_feature().is_none())
}

#[test]
fn a_closed_pipe_is_an_error() {
    let reference = Reference::new(5, 1, 240, &ScheduleOptions::default());
    for format in files() {
        // The first picture, which is the only one of a still, may be smaller.
        let rooms = if format.is_still() { &[0, 10][..] } else { &[0, 10, 500] };
        for room in rooms {
            let error = reference.film(format, EncodeOptions::default(), Closing(*room)).unwrap_err();
            assert!(format!("{error:?}").contains("BrokenPipe"), "{format}, {room} bytes: {error:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use crate::common::sandbox::full_device;
    let reference = Reference::new(5, 1, 240, &ScheduleOptions::default());
    for format in files() {
        let error = reference.film(format, EncodeOptions::default(), full_device()).unwrap_err();
        assert!(error.to_string().contains("No space left"), "{format}: {error}");
    }
}
