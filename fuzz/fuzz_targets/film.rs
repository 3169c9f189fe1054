//! Encodes any pictures and changes as APNG, GIF and WebP: all decode to the originals.
//!
//! `cargo +nightly fuzz run film` from the root of the repository; see `cargo install cargo-fuzz`.

#![no_main]

use std::io::Cursor;
use std::time::Duration;

use flatfilm::apng::Apng;
use flatfilm::gif::{GifFrame, GifFrames, palette};
use flatfilm::picture::{Canvas, Change, Picture, Rect, Rgb, digest};
use flatfilm::webp::WebP;
use flatfilm::{Compression, Encoder, Plays};
use image::codecs::{gif::GifDecoder, png::PngDecoder, webp::WebPDecoder};
use image::{AnimationDecoder, ImageResult, RgbImage};
use libfuzzer_sys::fuzz_target;

const TIME: Duration = Duration::from_millis(40);

fuzz_target!(|bytes: &[u8]| {
    let [width, height, colours, changes @ ..] = bytes else { return };
    let [width, height] = [width, height].map(|side| u32::from(*side) / 2 + 1);
    let colours = (*colours).max(1);
    let palette_of = (0..colours).map(|grey| Rgb([grey, 255 - grey, grey / 2])).collect();
    let canvas = Canvas::new(width, height, palette_of);
    let whole = Rect::whole(&canvas);
    let mut apng = Vec::new();
    let mut apng_encoder =
        Apng::new(&mut apng, &canvas, Plays::Forever, Compression::Normal).expect("it is small");
    let mut webp = Vec::new();
    let mut webp_encoder = WebP::new(&mut webp, &canvas, Plays::Forever, &[]).expect("it is small");
    let mut frames = GifFrames::new(&canvas, false).expect("it is small");
    let mut gif = gif::Encoder::new(Vec::new(), width as u16, height as u16, &palette(&canvas))
        .expect("it is in memory");
    let mut write = |frame: Option<GifFrame>| {
        let Some(frame) = frame else { return };
        gif.write_lzw_pre_encoded_frame(&frame.encoded()).expect("it is in memory");
    };

    let mut pixels = vec![0; whole.pixels() as usize];
    let mut shown: Vec<RgbImage> = Vec::new();
    let mut area = whole;
    for change in changes.chunks_exact(6) {
        let [x, y, right, bottom, colour, stripes] = change.try_into().expect("there are six");
        let digest_of = |pixels: &[u8]| digest(area.width, area.rows(pixels, width));
        let before = (!shown.is_empty()).then(|| digest_of(&pixels));
        for (row, line) in (0..).zip(area.rows_mut(&mut pixels, width)) {
            line.fill((colour ^ (stripes & row)) % colours);
        }
        let changes = [Change::new(area, before, digest_of(&pixels))];
        let picture = Picture::new(&canvas, &pixels, &changes);
        apng_encoder.write(&picture, TIME).expect("memory accepts everything");
        webp_encoder.write(&picture, TIME).expect("memory accepts everything");
        write(frames.add(&picture, TIME).expect("the time is short"));
        shown.push(picture.into());
        let (x, y) = (u32::from(x) % width, u32::from(y) % height);
        let (right, bottom) = (u32::from(right) % (width - x), u32::from(bottom) % (height - y));
        area = Rect { x, y, width: right + 1, height: bottom + 1 };
    }
    if shown.is_empty() {
        return;
    }
    Box::new(apng_encoder).finish().expect("memory accepts everything");
    Box::new(webp_encoder).finish().expect("memory accepts everything");
    write(frames.last);
    let gif = gif.into_inner().expect("memory accepts everything");

    let decoder = PngDecoder::new(Cursor::new(&apng)).and_then(PngDecoder::apng);
    assert!(pictures(decoder).eq(shown.iter().cloned()), "APNG");
    assert!(pictures(GifDecoder::new(Cursor::new(&gif))).eq(shown.iter().cloned()), "GIF");
    // Equal pictures are merged, and `image` changes the colour under a transparent pixel by one.
    shown.dedup();
    let seen: Vec<RgbImage> = pictures(WebPDecoder::new(Cursor::new(&webp))).collect();
    assert_eq!(seen.len(), shown.len());
    let bytes = seen.iter().zip(&shown).flat_map(|(seen, shown)| seen.as_raw().iter().zip(shown.as_raw()));
    assert!(bytes.into_iter().all(|(seen, shown)| seen.abs_diff(*shown) < 2), "WebP");
});

/// The pictures of a decoded film.
fn pictures<'a>(decoder: ImageResult<impl AnimationDecoder<'a>>) -> impl Iterator<Item = RgbImage> {
    let frames = decoder.expect("the file is right").into_frames();
    frames.map(|frame| image::DynamicImage::from(frame.expect("the file is right").into_buffer()).into_rgb8())
}
