//! APNG: exact pictures, each with its time.

use std::fs;
use std::io::Cursor;

use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, Frame};
use queenreel::encode::{EncodeOptions, Format};
use queenreel::internals::picture::{Canvas, Rgb};
use queenreel::record::ScheduleOptions;

use super::reference::{Reference, references};

fn frames(bytes: &[u8]) -> Vec<Frame> {
    let decoder = PngDecoder::new(Cursor::new(bytes)).unwrap();
    decoder.apng().unwrap().into_frames().collect_frames().unwrap()
}

#[test]
fn apng_shows_the_exact_pictures() {
    // Many areas change at once in a lecture.
    for reference in references().into_iter().chain([Reference::lecture(4, 1, 400)]) {
        let file = reference.file(Format::Apng, EncodeOptions::default());
        reference.assert_shown(&frames(&fs::read(&file.path).unwrap()));
        reference.assert_shown_by_ffmpeg(&file.path);
    }
}
#[test]
fn apng_frames_are_no_larger_than_what_changed() {
    let reference = Reference::new(6, 1, 240, &ScheduleOptions::default());
    let bytes = reference.bytes(Format::Apng, EncodeOptions::default());
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
    for (n, solutions, number) in [(1, 1, 2), (4, 1, 13), (4, u64::MAX, 33), (8, 1, 219)] {
        let reference = Reference::new(n, solutions, 64, &ScheduleOptions::default());
        assert_eq!(reference.shown.len(), number, "N = {n}");
        let bytes = reference.bytes(Format::Apng, EncodeOptions::default());
        let reader = png::Decoder::new(Cursor::new(&bytes)).read_info().unwrap();
        let info = reader.info();
        assert_eq!((info.bit_depth, info.color_type), (png::BitDepth::Eight, png::ColorType::Indexed));
        let controls = bytes.windows(4).filter(|name| *name == b"fcTL").count();
        let announced = info.animation_control().unwrap().num_frames;
        assert_eq!((announced, controls), (number as u32, number), "N = {n}");
        assert_eq!(frames(&bytes).len(), number, "N = {n}");
    }
    // A file without pictures must not be written.
    let canvas = Canvas::new(64, 64, vec![Rgb([0; 3])]);
    let mut out = Vec::new();
    let encoder = Format::Apng.open(&mut out, &canvas, &EncodeOptions::default()).unwrap();
    assert!(encoder.finish().is_err(), "{out:?}");
}
