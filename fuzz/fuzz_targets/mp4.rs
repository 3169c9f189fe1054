//! Encodes any pictures and changes as MP4: all are decoded, in the right size.
//!
//! `ASAN_OPTIONS=detect_odr_violation=0 cargo +nightly fuzz run mp4` from the root of the repository; see `cargo install
//! cargo-fuzz`. The C++ of the decoder defines some constants twice.

#![no_main]

use std::num::NonZeroU32;
use std::time::Duration;

use flatfilm::mp4::Mp4;
use flatfilm::picture::{Canvas, Change, Picture, Rect, Rgb, digest};
use flatfilm::{Encoder, Quality};
use libfuzzer_sys::fuzz_target;
use openh264::decoder::Decoder;
use openh264::formats::YUVSource;

fuzz_target!(|bytes: &[u8]| {
    let [width, height, quality, changes @ ..] = bytes else { return };
    let [width, height] = [width, height].map(|side| u32::from(*side) / 2 + 1);
    let quality = Quality::new(quality % 100 + 1).expect("it is from 1 to 100");
    let colours = (0..=254).map(|grey| Rgb([grey, 255 - grey, grey])).collect();
    let canvas = Canvas::new(width, height, colours);
    let whole = Rect::whole(&canvas);
    let fps = NonZeroU32::new(30).expect("30 is not 0");
    let mut out = Vec::new();
    let mut encoder = Mp4::new(&mut out, &canvas, fps, quality, None).expect("the canvas is small");
    let mut pixels = vec![0; whole.pixels() as usize];
    let mut area = whole;
    let mut shown_for = Duration::ZERO;
    for change in changes.chunks_exact(7) {
        let [x, y, right, bottom, colour, stripes, times] = change.try_into().expect("there are seven");
        for (row, line) in (0..).zip(area.rows_mut(&mut pixels, width)) {
            line.fill((colour ^ (stripes & row)) % 255);
        }
        let changes = [Change::new(area, None, digest(area.width, area.rows(&pixels, width)))];
        let time = Duration::from_millis(100) * u32::from(times % 8 + 1);
        encoder.write(&Picture::new(&canvas, &pixels, &changes), time).expect("memory accepts everything");
        shown_for += time;
        let (x, y) = (u32::from(x) % width, u32::from(y) % height);
        let (right, bottom) = (u32::from(right) % (width - x), u32::from(bottom) % (height - y));
        area = Rect { x, y, width: right + 1, height: bottom + 1 };
    }
    let encoded = Box::new(encoder).finish().expect("memory accepts everything");
    if shown_for.is_zero() {
        return;
    }
    assert_eq!(u128::from(encoded.pictures), shown_for.as_millis() * 30 / 1000);

    let mut decoder = Decoder::new().expect("there is memory");
    let mut decode = |unit: &[u8]| -> Option<(usize, usize)> {
        let unit = [&[0, 0, 0, 1], unit].concat();
        decoder.decode(&unit).expect("the unit is right").map(|picture| picture.dimensions())
    };
    // The content of a box; its size is before its name, or after it if the field before is 1.
    let after = |name: &[u8]| {
        let at = out.windows(4).position(|window| window == name).expect("the file has it");
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
        match number(&out[at - 4..at]) {
            1 => &out[at + 12..at - 4 + number(&out[at + 4..at + 12])],
            size => &out[at + 4..at - 4 + size],
        }
    };
    let (sequence, rest) = sized(&after(b"avcC")[6..], 2);
    let (picture, _) = sized(&rest[1..], 2);
    assert_eq!([decode(sequence), decode(picture)], [None, None]);
    let size = [width, height].map(|side| side.next_multiple_of(2).max(16) as usize);
    let mut pictures = after(b"mdat");
    let mut number = 0;
    while !pictures.is_empty() {
        let (unit, rest) = sized(pictures, 4);
        if let Some(decoded) = decode(unit) {
            assert_eq!(decoded, size.into());
            number += 1;
        }
        pictures = rest;
    }
    assert_eq!(number, encoded.pictures);
});

/// The bytes after a length field of `digits` bytes; and the rest.
fn sized(bytes: &[u8], digits: usize) -> (&[u8], &[u8]) {
    let (number, rest) = bytes.split_at(digits);
    rest.split_at(number.iter().fold(0, |number, digit| number << 8 | usize::from(*digit)))
}
