//! APNG: exact pictures, each with its time.

use std::fs;
use std::io::{self, Cursor};
use std::num::NonZeroU32;

use image::AnimationDecoder;
use image::codecs::png::PngDecoder;
use queenreel::draw::BoardPainter;
use queenreel::encode::{Format, Options, Plays};
use queenreel::film::Film;
use queenreel::record::{Recorder, Wishes};

use super::reference::{Reference, references};
use crate::common::films::events;
use crate::common::known::size;
use crate::common::tools::ffmpeg;

#[test]
fn apng_shows_the_very_pictures() {
    for reference in references() {
        let file = reference.file(Format::Apng, Options::default());
        let decoder = PngDecoder::new(Cursor::new(fs::read(&file.path).unwrap())).unwrap();
        let frames = decoder.apng().into_frames().collect_frames().unwrap();
        reference.assert_shown(&frames);
        let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * reference.width * reference.width) else {
            return;
        };
        assert!(pictures.iter().eq(reference.shown.iter().map(|(pixels, _)| pixels)), "as ffmpeg sees it");
    }
}

#[test]
fn apng_says_how_often_it_plays_and_has_eight_bits_a_pixel() {
    let reference = Reference::new(4, 1, 160, &Wishes::default());
    for (plays, number) in [(Plays::Forever, 0), (Plays::Times(NonZeroU32::new(3).unwrap()), 3)] {
        let bytes = reference.bytes(Format::Apng, Options { plays, ..Options::default() });
        let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let info = reader.info();
        assert_eq!(info.animation_control().unwrap().num_plays, number);
        assert_eq!((info.bit_depth, info.color_type), (png::BitDepth::Eight, png::ColorType::Indexed));
    }
}

#[test]
fn apng_frames_are_no_larger_than_what_changed() {
    let reference = Reference::new(6, 1, 240, &Wishes::default());
    let bytes = reference.bytes(Format::Apng, Options::default());
    let areas = bytes.windows(4).enumerate().filter(|(_, name)| name == b"fcTL").map(|(at, _)| {
        let number = |from: usize| u64::from(u32::from_be_bytes(bytes[at + from..][..4].try_into().unwrap()));
        number(8) * number(12)
    });
    let areas: Vec<u64> = areas.collect();
    assert_eq!((areas.len(), areas[0]), (reference.shown.len(), 240 * 240));
    // The solution marks queens all over the board; before it a step changes two squares.
    let steps = &areas[1..areas.len() - 1];
    assert!(steps.iter().all(|area| *area < 240 * 240 / 2) && steps[0] <= 40 * 40, "{areas:?}");
}

#[test]
fn apng_holds_as_many_frames_as_it_announces() {
    let reference = Reference::new(4, 1, 64, &Wishes::default());
    for (announced, message) in [(0, "0 pictures were announced"), (3, "and 4 came"), (100, "and 13 came")] {
        let painter = BoardPainter::new(size(reference.n), &reference.style).unwrap();
        let options = Options { frames: announced, ..Options::default() };
        let error = Format::Apng
            .open(io::sink(), painter.canvas(), &options)
            .map_err(Into::into)
            .and_then(|encoder| {
                let mut film =
                    Film::new(Recorder::new(size(reference.n), &reference.schedule), painter, encoder);
                events(reference.n, 1).try_for_each(|event| film.push(event).map(drop))?;
                film.finish()
            })
            .unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}
