//! Round trips of random films through independent decoders.

use std::io::Cursor;
use std::num::NonZeroU32;
use std::time::Duration;

use flatfilm::apng::Apng;
use flatfilm::gif::{GifFrame, GifFrames, palette};
use flatfilm::mp4::Mp4;
use flatfilm::picture::{Canvas, Picture, Rect};
use flatfilm::png::{PngBands, write_png};
use flatfilm::webp::{WebP, write_webp};
use flatfilm::y4m::Y4m;
use flatfilm::{Compression, Encoded, Encoder, Error, Indexer, Plays, Quality};
use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, DynamicImage, Frame, Rgb, RgbImage};
use rusty_h264_decoder::Decoder;

const FPS: NonZeroU32 = NonZeroU32::new(25).unwrap();

type Film = Vec<(RgbImage, Duration)>;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(bound)) as u32
    }

    fn film(&mut self, width: u32, height: u32, colours: u32, pictures: usize) -> Film {
        let shade = |number: u32| Rgb([(37 * number) as u8, (number * number) as u8, number as u8]);
        let mut image = RgbImage::from_pixel(width, height, shade(0));
        let mut earlier = image.clone();
        let mut film: Film = Vec::new();
        while film.len() < pictures {
            let (x, y) = (self.below(width), self.below(height));
            let (right, bottom) = (x + self.below(width - x) + 1, y + self.below(height - y) + 1);
            let (kind, colour) = (self.below(4), self.below(colours));
            for (x, y) in (x..right).flat_map(|x| (y..bottom).map(move |y| (x, y))) {
                let pixel = match kind {
                    0 => shade(colour),
                    1 => shade((x / 3 + y / 2) % colours),
                    2 => shade(self.below(colours)),
                    _ => *earlier.get_pixel(x, y),
                };
                image.put_pixel(x, y, pixel);
            }
            if film.last().is_none_or(|(last, _)| *last != image) {
                film.push((image.clone(), Duration::from_millis(40 * u64::from(1 + self.below(5)))));
            } else {
                earlier.clone_from(&film[film.len() / 2].0);
            }
        }
        film
    }

    fn films() -> impl Iterator<Item = Film> {
        let mut random = Self(0x9e37_79b9_7f4a_7c15);
        let sizes = [(1, 1), (2, 1), (1, 3), (16, 16), (31, 17), (64, 48), (129, 70)];
        let cases = sizes.into_iter().flat_map(|size| [2, 3, 16, 17, 255].map(|colours| (size, colours)));
        cases.map(move |((width, height), colours)| {
            let pictures = if width * height < 4 { 2 } else { 40 };
            random.film(width, height, colours, pictures)
        })
    }
}

fn indexer(film: &Film) -> Indexer {
    Indexer::new(Canvas::of_images(film.iter().map(|(image, _)| image)).unwrap())
}

fn encoded<'a, E: Encoder>(
    film: &Film,
    out: &'a mut Vec<u8>,
    open: impl FnOnce(&'a mut Vec<u8>, &Canvas) -> Result<E, Error>,
) -> Encoded {
    let mut indexer = indexer(film);
    let mut encoder = open(out, indexer.canvas()).unwrap();
    for (image, time) in film {
        encoder.write(&indexer.index(image).unwrap(), *time).unwrap();
    }
    Box::new(encoder).finish().unwrap()
}

fn assert_shown(film: &Film, frames: &[Frame]) {
    assert_eq!(frames.len(), film.len());
    for (number, (frame, (image, time))) in frames.iter().zip(film).enumerate() {
        let seen = DynamicImage::from(frame.buffer().clone()).into_rgb8();
        assert!(seen == *image, "picture {number} of {}×{}", image.width(), image.height());
        assert_eq!(Duration::from(frame.delay()), *time, "picture {number}");
    }
}

fn playing_time(film: &Film) -> Duration {
    film.iter().map(|(_, time)| *time).sum()
}

#[test]
fn apng_shows_every_pixel() {
    for (film, compression) in Random::films().zip(Compression::ALL.into_iter().cycle()) {
        let mut file = Vec::new();
        let written =
            encoded(&film, &mut file, |out, canvas| Apng::new(out, canvas, Plays::Forever, compression));
        assert_eq!((written.pictures, written.bytes), (film.len() as u64, file.len() as u64));
        assert_eq!(written.playing_time, playing_time(&film));
        let decoder = PngDecoder::new(Cursor::new(&file)).unwrap();
        assert_shown(&film, &decoder.apng().unwrap().into_frames().collect_frames().unwrap());
    }
}

#[test]
fn gif_shows_every_pixel() {
    for (film, full_frames) in Random::films().zip([false, true, false].into_iter().cycle()) {
        let mut indexer = indexer(&film);
        let (width, height) = film[0].0.dimensions();
        let canvas = indexer.canvas();
        let mut frames = GifFrames::new(canvas, full_frames).unwrap();
        let mut file = gif::Encoder::new(Vec::new(), width as u16, height as u16, &palette(canvas)).unwrap();
        let mut write = |frame: Option<GifFrame>| {
            let Some(frame) = frame else { return };
            file.write_lzw_pre_encoded_frame(&frame.encoded()).unwrap();
        };
        for (image, time) in &film {
            write(frames.add(&indexer.index(image).unwrap(), *time).unwrap());
        }
        write(frames.last);
        assert_eq!(frames.ticks.total_time(), playing_time(&film));
        let file = file.into_inner().unwrap();
        let decoder = GifDecoder::new(Cursor::new(&file)).unwrap();
        assert_shown(&film, &decoder.into_frames().collect_frames().unwrap());
    }
}

#[test]
fn webp_shows_every_pixel() {
    for (film, exif) in Random::films().zip([&b""[..], b"odd", b"even"].into_iter().cycle()) {
        let mut file = Vec::new();
        let written = encoded(&film, &mut file, |out, canvas| WebP::new(out, canvas, Plays::Forever, exif));
        assert_eq!((written.pictures, written.bytes), (film.len() as u64, file.len() as u64));
        assert_eq!(written.playing_time, playing_time(&film));
        let decoder = WebPDecoder::new(Cursor::new(&file)).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        assert_eq!(frames.len(), film.len());
        for (frame, (image, time)) in frames.iter().zip(&film) {
            assert_eq!(Duration::from(frame.delay()), *time);
            // `image` changes what is under a transparent pixel by one.
            let seen = DynamicImage::from(frame.buffer().clone()).into_rgb8();
            assert!(
                seen.as_raw().iter().zip(image.as_raw()).all(|(seen, wanted)| seen.abs_diff(*wanted) < 2)
            );
        }
    }
}

fn box_named(file: &[u8], name: [u8; 4]) -> &[u8] {
    let at = file.windows(4).position(|window| *window == name).unwrap();
    let size = u32::from_be_bytes(*file[at - 4..].first_chunk().unwrap());
    &file[at + 4..at - 4 + size as usize]
}

fn with_start_codes(mut units: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    while let Some((size, rest)) = units.split_first_chunk() {
        let (unit, rest) = rest.split_at(u32::from_be_bytes(*size) as usize);
        stream.extend([&[0, 0, 0, 1], unit].concat());
        units = rest;
    }
    stream
}

fn repeated(film: &Film) -> impl Iterator<Item = &RgbImage> {
    film.iter().flat_map(|(image, time)| {
        std::iter::repeat_n(image, (time.as_millis() * u128::from(FPS.get()) / 1000) as usize)
    })
}

fn luma(Rgb([red, green, blue]): Rgb<u8>, [of_red, of_blue]: [f64; 2]) -> f64 {
    let [red, green, blue] = [red, green, blue].map(f64::from);
    16.0 + 219.0 / 255.0 * (of_red * red + (1.0 - of_red - of_blue) * green + of_blue * blue)
}

#[test]
fn mp4_shows_pictures_like_them_at_their_times() {
    for film in Random::films() {
        let mut file = Vec::new();
        let written = encoded(&film, &mut file, |out, canvas| {
            Mp4::new(out, canvas, FPS, Quality::new(100).unwrap(), None)
        });
        assert_eq!(written.bytes, file.len() as u64);
        assert_eq!(written.playing_time, playing_time(&film));
        let avcc = box_named(&file, *b"avcC");
        let (sequence, rest) = avcc[8..].split_at(u16::from_be_bytes([avcc[6], avcc[7]]).into());
        let sets = [&[0, 0, 0, 1], sequence, &[0, 0, 0, 1], &rest[3..]].concat();
        let stream = [sets, with_start_codes(box_named(&file, *b"mdat"))].concat();
        let seen = Decoder::new().decode_stream(&stream).unwrap();
        assert_eq!(seen.len() as u64, written.pictures);
        assert_eq!(seen.len(), repeated(&film).count());
        for (seen, image) in seen.iter().zip(repeated(&film)) {
            let size = [image.width(), image.height()].map(|side| side.next_multiple_of(2).max(16) as usize);
            assert_eq!([seen.width, seen.height], size);
            let pixels = image.enumerate_pixels();
            let squares = pixels.map(|(x, y, pixel)| {
                let seen = seen.y[y as usize * size[0] + x as usize];
                (f64::from(seen) - luma(*pixel, [0.2126, 0.0722])).powi(2)
            });
            let mean = squares.sum::<f64>() / f64::from(image.width() * image.height());
            assert!(mean < 12.0, "{mean} in {size:?}");
        }
    }
}

#[test]
fn y4m_has_the_luma_of_every_pixel() {
    for film in Random::films() {
        let mut file = Vec::new();
        let written = encoded(&film, &mut file, |out, canvas| Y4m::new(out, canvas, FPS, Some("a-test")));
        assert_eq!((written.pictures as usize, written.bytes), (repeated(&film).count(), file.len() as u64));
        let (width, height) = film[0].0.dimensions();
        let header =
            format!("YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED XSOFTWARE=a-test\n");
        let mut rest = file.strip_prefix(header.as_bytes()).unwrap();
        for image in repeated(&film) {
            let planes = rest.strip_prefix(b"FRAME\n").unwrap();
            let pixels = (width * height) as usize;
            for (seen, pixel) in planes.iter().zip(image.pixels()) {
                assert!((f64::from(*seen) - luma(*pixel, [0.299, 0.114])).abs() <= 1.5, "{pixel:?}");
            }
            rest = &planes[3 * pixels..];
        }
        assert!(rest.is_empty());
    }
}

#[test]
fn single_pictures_show_every_pixel() {
    for film in Random::films() {
        let mut indexer = indexer(&film);
        let (image, _) = film.last().unwrap();
        let canvas = indexer.canvas().clone();
        let picture: Picture<'_> = indexer.index(image).unwrap();
        let mut files = Vec::new();
        for compression in Compression::ALL {
            let mut whole = Vec::new();
            let bytes = write_png(&mut whole, &picture, compression).unwrap();
            assert_eq!(bytes, whole.len() as u64);
            files.push(whole);
            for rows in [1, 3, canvas.height] {
                let mut in_bands = Vec::new();
                let mut bands = PngBands::new(&mut in_bands, &canvas, compression).unwrap();
                let pixels = (rows * canvas.width) as usize;
                picture.pixels.chunks(pixels).try_for_each(|band| bands.write(band)).unwrap();
                bands.finish().unwrap();
                files.push(in_bands);
            }
        }
        for exif in [&b""[..], b"odd"] {
            let mut webp = Vec::new();
            let bytes = write_webp(&mut webp, &picture, exif).unwrap();
            assert_eq!(bytes, webp.len() as u64);
            files.push(webp);
        }
        for file in files {
            assert!(image::load_from_memory(&file).unwrap().into_rgb8() == *image);
        }
    }
}

#[test]
fn a_film_is_played_as_often_as_asked() {
    let film = Random(1).film(20, 20, 5, 3);
    for (plays, number) in [(Plays::Forever, 0), (Plays::times(7).unwrap(), 7)] {
        let (mut apng, mut webp) = (Vec::new(), Vec::new());
        encoded(&film, &mut apng, |out, canvas| Apng::new(out, canvas, plays, Compression::Normal));
        encoded(&film, &mut webp, |out, canvas| WebP::new(out, canvas, plays, &[]));
        let reader = png::Decoder::new(Cursor::new(&apng)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_plays, number);
        let at = webp.windows(4).position(|name| name == b"ANIM").unwrap();
        assert_eq!(webp[at + 12..][..2], (number as u16).to_le_bytes());
    }
    assert_eq!(Plays::times(0), None);
}

fn too_long(mut encoder: impl Encoder, picture: &Picture<'_>, time: Duration) -> bool {
    matches!(encoder.write(picture, time), Err(Error::TooLong { shown_for, .. }) if shown_for == time)
}

#[test]
fn what_a_format_does_not_allow_is_an_error() {
    let film = Random(2).film(20, 20, 5, 1);
    let mut indexer = indexer(&film);
    let canvas = indexer.canvas().clone();
    let picture = indexer.index(&film[0].0).unwrap();
    for long in [Duration::from_secs(24 * 3600), Duration::from_secs(100 * 3600), Duration::MAX] {
        let apng = Apng::new(Vec::new(), &canvas, Plays::Forever, Compression::Normal).unwrap();
        assert!(too_long(apng, &picture, long));
        assert!(too_long(WebP::new(Vec::new(), &canvas, Plays::Forever, &[]).unwrap(), &picture, long));
        assert!(too_long(Mp4::new(Vec::new(), &canvas, FPS, Quality::USUAL, None).unwrap(), &picture, long));
        assert!(too_long(Y4m::new(Vec::new(), &canvas, FPS, None).unwrap(), &picture, long));
    }
    for long in [Duration::from_secs(656), Duration::MAX] {
        let gif = GifFrames::new(&canvas, false).unwrap().add(&picture, long);
        assert!(matches!(gif, Err(Error::TooLong { .. })));
    }
    let mut day = Y4m::new(std::io::sink(), &canvas, NonZeroU32::MIN, None).unwrap();
    let hour = Duration::from_secs(3600);
    (0..24).for_each(|_| day.write(&picture, hour).unwrap());
    assert!(matches!(day.write(&picture, hour), Err(Error::FilmTooLong { format: "Y4M", .. })));

    let limits =
        [("GIF", 65_535, 65_535), ("WebP", 16_383, 16_383), ("MP4", 3840, 2160), ("MP4", 2160, 3840)];
    for (name, width, height) in limits {
        let is_refused = |width: u32, height: u32| {
            let canvas = Canvas::new(width, height, canvas.palette.clone());
            let opened = match name {
                "GIF" => GifFrames::new(&canvas, false).map(drop),
                "WebP" => WebP::new(Vec::new(), &canvas, Plays::Forever, &[]).map(drop),
                _ => Mp4::new(Vec::new(), &canvas, FPS, Quality::USUAL, None).map(drop),
            };
            let Err(error) = opened else { return false };
            assert!(matches!(error, Error::TooLarge { .. }));
            let message = error.to_string();
            message.contains(name) && message.contains(&format!("{width}×{height}"))
        };
        assert!(is_refused(width + 1, height) && is_refused(width, height + 1), "{name}");
    }
}

#[test]
fn an_indexer_refuses_other_sizes_and_colours_and_finds_what_changes() {
    let mut image = RgbImage::from_pixel(9, 7, Rgb([1, 2, 3]));
    image.put_pixel(0, 0, Rgb([4, 5, 6]));
    let mut indexer = Indexer::new(Canvas::of_images([&image]).unwrap());
    let whole = Rect { x: 0, y: 0, width: 9, height: 7 };
    let areas = |picture: Picture<'_>| picture.changes.iter().map(|change| change.area).collect::<Vec<_>>();
    assert_eq!(areas(indexer.index(&image).unwrap()), [whole]);
    assert_eq!(areas(indexer.index(&image).unwrap()), []);
    image.put_pixel(3, 2, Rgb([4, 5, 6]));
    image.put_pixel(5, 6, Rgb([4, 5, 6]));
    let there = indexer.index(&image).unwrap().changes[0];
    assert_eq!(there.area, Rect { x: 3, y: 2, width: 3, height: 5 });
    image.put_pixel(3, 2, Rgb([1, 2, 3]));
    image.put_pixel(5, 6, Rgb([1, 2, 3]));
    let back = indexer.index(&image).unwrap().changes[0];
    assert_eq!((back.area, back.before), (there.area, Some(there.digest)));
    assert_eq!(there.before, Some(back.digest), "it is seen that this undoes the last one");

    let other = RgbImage::from_pixel(9, 7, Rgb([7, 8, 9]));
    let error = indexer.index(&other).unwrap_err();
    assert_eq!(error.to_string(), "the palette lacks #070809");
    let narrow = RgbImage::from_pixel(8, 7, Rgb([1, 2, 3]));
    assert!(matches!(indexer.index(&narrow), Err(Error::WrongPixels { pixels: 56, .. })));
    assert_eq!(areas(indexer.index(&image).unwrap()), [], "pictures that were refused change nothing");
    assert!(matches!(Canvas::of_images::<RgbImage>([]), Err(Error::NoPixels)));
}
