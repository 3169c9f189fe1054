//! Reads animations in tests. `image` decodes each frame, and this module composes the frames, since the
//! blending of `image` changes pixels under transparent ones by one.

use std::io::Cursor;
use std::time::Duration;

use image::codecs::webp::WebPDecoder;
use image::{DynamicImage, RgbaImage};

pub fn read_back(webp: &[u8]) -> Vec<(RgbaImage, Duration)> {
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
    let (mut shown, mut frames) = (RgbaImage::default(), Vec::new());
    let (head, mut rest) = webp.split_at(12);
    assert_eq!((&head[..4], &head[8..]), (&b"RIFF"[..], &b"WEBP"[..]));
    assert_eq!(u32::from_le_bytes(*head[4..].first_chunk().unwrap()) as usize, webp.len() - 8);
    let mut has_plays = false;
    while let Some((name, after)) = rest.split_first_chunk::<4>() {
        let (size, after) = after.split_first_chunk::<4>().unwrap();
        let (chunk, after) = after.split_at(u32::from_le_bytes(*size).next_multiple_of(2) as usize);
        rest = after;
        match name {
            b"ANIM" => has_plays = true,
            b"VP8X" => shown = RgbaImage::new(number(&chunk[4..]) + 1, number(&chunk[7..]) + 1),
            b"ANMF" => {
                let [left, top] = [0, 3].map(|at| 2 * number(&chunk[at..]));
                let [width, height] = [6, 9].map(|at| number(&chunk[at..]) + 1);
                let (replaces, disposes) = (chunk[15] & 2 != 0, chunk[15] & 1 != 0);
                assert!(has_plays && !disposes, "each frame stays under the next");
                let size = (chunk.len() as u32 - 12).to_le_bytes();
                let still = [&b"RIFF"[..], &size, b"WEBP", &chunk[16..]].concat();
                let decoder = WebPDecoder::new(Cursor::new(still)).unwrap();
                let frame = DynamicImage::from_decoder(decoder).unwrap().into_rgba8();
                assert_eq!(frame.dimensions(), (width, height));
                for (x, y, pixel) in frame.enumerate_pixels() {
                    assert!([0, 255].contains(&pixel.0[3]));
                    if replaces || pixel.0[3] != 0 {
                        shown.put_pixel(left + x, top + y, *pixel);
                    }
                }
                frames.push((shown.clone(), Duration::from_millis(number(&chunk[12..]).into())));
            }
            _ => {}
        }
    }
    assert!(rest.is_empty());
    frames
}
