//! Round trips of random pictures through another decoder.

use std::io::Cursor;

use gif::Encoder;
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;

use super::*;
use crate::tests::RandomPictures;

struct File(Encoder<Vec<u8>>, GifFrames);

impl File {
    fn new(canvas: &Canvas, full_frames: bool) -> Self {
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let frames = GifFrames::new(canvas, full_frames).unwrap();
        Self(Encoder::new(Vec::new(), width, height, &palette(canvas)).unwrap(), frames)
    }

    fn add(&mut self, picture: &Picture<'_>) {
        let last = self.1.add(picture, SHORTEST_DELAY).unwrap();
        self.write(last);
    }

    fn write(&mut self, frame: Option<GifFrame>) {
        let Some(frame) = frame else { return };
        self.0.write_lzw_pre_encoded_frame(&frame.encoded()).unwrap();
    }

    fn finish(mut self) -> Vec<u8> {
        let last = self.1.last.take();
        self.write(last);
        self.0.into_inner().unwrap()
    }
}

fn film((width, height): (u32, u32), steps: usize, max_bytes: usize, full_frames: bool) -> Vec<u8> {
    let mut painter = RandomPictures::new(width, height);
    let mut gif = File::new(&painter.canvas, full_frames);
    gif.1.cache = CompressedOnce::with_max_bytes(max_bytes);
    let mut pictures = Vec::new();
    for _ in 0..steps {
        gif.add(&painter.picture());
        pictures.push(painter.colours());
        painter.step();
    }
    let out = gif.finish();
    let frames = GifDecoder::new(Cursor::new(&out)).unwrap().into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), steps);
    for (number, (frame, picture)) in frames.iter().zip(&pictures).enumerate() {
        assert!(frame.buffer().as_raw() == picture, "frame {number}");
    }
    out
}

fn disposals(gif: &[u8]) -> Vec<DisposalMethod> {
    let mut decoder = gif::DecodeOptions::new().read_info(gif).unwrap();
    let mut disposals = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        disposals.push(frame.dispose);
    }
    disposals
}

#[test]
fn every_pixel_is_read_back() {
    for steps in [1, 2, 3, 2000] {
        film((16, 12), steps, MAX_BYTES, false);
        film((16, 12), steps, MAX_BYTES, true);
    }
    film((200, 90), 300, MAX_BYTES, false);
}

#[test]
fn a_cleared_cache_makes_no_difference() {
    let cached = film((24, 24), 2000, MAX_BYTES, false);
    for max_bytes in [0, 100, 1000] {
        assert!(film((24, 24), 2000, max_bytes, false) == cached, "{max_bytes}");
    }
}

#[test]
fn first_last_and_whole_frames_are_kept_and_some_others_disposed_to_previous() {
    let found = disposals(&film((16, 12), 300, MAX_BYTES, false));
    let (first, last) = (found[0], found[found.len() - 1]);
    assert_eq!((first, last), (DisposalMethod::Keep, DisposalMethod::Keep));
    assert!(found.contains(&DisposalMethod::Previous));
    let whole = disposals(&film((16, 12), 300, MAX_BYTES, true));
    assert!(whole.iter().all(|disposal| *disposal == DisposalMethod::Keep));
}

#[test]
fn a_picture_that_undoes_the_previous_one_costs_a_pixel() {
    let mut painter = RandomPictures::new(64, 64);
    let mut gif = File::new(&painter.canvas, false);
    gif.add(&painter.picture());
    let area = Rect { x: 8, y: 8, width: 30, height: 30 };
    for (before, digest, pixel) in [(1, 2, 3), (2, 1, 0)] {
        area.rows_mut(&mut painter.pixels, 64).for_each(|row| row.fill(pixel));
        painter.changes = vec![Change { area, before: Some(before), digest }];
        gif.add(&painter.picture());
    }
    let out = gif.finish();
    assert_eq!(sizes(&out), [(64, 64), (30, 30), (1, 1)]);
}

#[test]
fn only_films_that_stay_busy_are_compared_pixel_by_pixel() {
    let mut painter = RandomPictures::new(64, 64);
    let mut gif = File::new(&painter.canvas, false);
    // Each picture reports changes of the whole canvas, although no pixel differs.
    let rows = |count| (0..count).map(move |row| Rect { x: 0, y: 16 * row, width: 64, height: 64 / count });
    let change = |area| Change { area, before: None, digest: 7 };
    for count in [1, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1] {
        painter.changes = rows(count).map(change).collect();
        gif.add(&painter.picture());
    }
    let out = gif.finish();
    let (whole, compared) = ((64, 64), (1, 1));
    let mut expected = vec![whole; 5];
    expected.extend([compared; 7]);
    expected.extend([whole; 2]);
    assert_eq!(sizes(&out), expected);
}

fn sizes(gif: &[u8]) -> Vec<(u16, u16)> {
    let mut decoder = gif::DecodeOptions::new().read_info(gif).unwrap();
    let mut sizes = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        sizes.push((frame.width, frame.height));
    }
    sizes
}
