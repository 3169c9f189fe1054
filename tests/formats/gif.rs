//! GIF: exact pictures, each with its time, as small as other programs get them.

use std::fs;
use std::io::Cursor;
use std::process::Command;

use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use queenreel::draw::BoardStyle;
use queenreel::encode::{Format, Options};
use queenreel::record::Wishes;

use crate::reference::{Reference, references};
use crate::tools::ffmpeg;

#[test]
fn gif_shows_the_very_pictures() {
    for full_frames in [false, true] {
        for reference in references() {
            let options = Options { full_frames, ..Options::default() };
            let file = reference.file(Format::Gif, options);
            let decoder = GifDecoder::new(Cursor::new(fs::read(&file.path).unwrap())).unwrap();
            reference.assert_shown(&decoder.into_frames().collect_frames().unwrap());
            let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * reference.width * reference.width) else {
                return;
            };
            assert!(
                pictures.iter().eq(reference.shown.iter().map(|(pixels, _)| pixels)),
                "as ffmpeg sees it"
            );
        }
    }
}

#[test]
fn gifsicle_finds_little_to_save_in_plain_films() {
    let mut reference = Reference::new(8, 1, 480, &Wishes::default());
    reference.style = BoardStyle { highlight: false, ..reference.style };
    let file = reference.file(Format::Gif, Options::default());
    let smaller = file.path.with_extension("smaller");
    let Ok(status) = Command::new("gifsicle").arg("-O3").arg(&file.path).arg("-o").arg(&smaller).status()
    else {
        println!("skipped for want of gifsicle");
        return;
    };
    assert!(status.success(), "gifsicle reads the file");
    let size = |path| fs::metadata(path).unwrap().len() as f64;
    assert!(size(&smaller) > 0.99 * size(&file.path), "{} of {}", size(&smaller), size(&file.path));
}
