//! Round trips through the decoder of `image`.

use super::read_back::read_back;
use super::*;
use crate::picture::{Change, Rect, Rgb};
use crate::tests::RandomPictures;

fn decoded(webp: &[u8]) -> Vec<(Vec<u8>, i32)> {
    let mut end = 0;
    let frames = read_back(webp).into_iter().map(|(picture, time)| {
        end += time.as_millis() as i32;
        (picture.into_raw(), end)
    });
    frames.collect()
}

fn film(canvas: &Canvas, pictures: &[(Vec<u8>, u64)]) -> (Encoded, Vec<u8>) {
    let mut out = Vec::new();
    let mut webp = WebP::new(&mut out, canvas, Plays::Forever, &[]).unwrap();
    let changes = [Change { area: Rect::whole(canvas), before: None, digest: 0 }];
    for (pixels, millis) in pictures {
        webp.write(&Picture { canvas, pixels, changes: &changes }, Duration::from_millis(*millis)).unwrap();
    }
    let encoded = Box::new(webp).finish().unwrap();
    assert_eq!(encoded.bytes, out.len() as u64);
    assert_eq!(u32::from_le_bytes(*out[4..].first_chunk().unwrap()) as usize, out.len() - 8);
    (encoded, out)
}

fn canvas(width: u32, height: u32, colours: usize) -> Canvas {
    let palette =
        (0..colours).map(|shade| Rgb([shade as u8, (7 * shade) as u8, 255 - shade as u8])).collect();
    Canvas::new(width, height, palette)
}

fn colours(canvas: &Canvas, pixels: &[u8]) -> Vec<u8> {
    let colours = pixels.iter().map(|pixel| canvas.palette[usize::from(*pixel)].0);
    colours.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect()
}

fn assert_survive(canvas: &Canvas, pictures: &[Vec<u8>]) {
    let timed: Vec<(Vec<u8>, u64)> = pictures.iter().map(|pixels| (pixels.clone(), 20)).collect();
    let frames = decoded(&film(canvas, &timed).1);
    assert_eq!(frames.len(), pictures.len());
    for (number, ((frame, end), pixels)) in frames.iter().zip(pictures).enumerate() {
        let context = || format!("frame {number} of {}×{}", canvas.width, canvas.height);
        assert!(*frame == colours(canvas, pixels), "{}", context());
        assert_eq!(*end, 20 * (number as i32 + 1), "{}", context());
    }
}

fn noise(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ seed;
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % bound
    }
}

#[test]
fn every_pixel_is_read_back() {
    for (width, height, steps) in [(16, 12, 1500), (200, 90, 200)] {
        let mut painter = RandomPictures::new(width, height);
        let mut pictures = vec![painter.pixels.clone()];
        while pictures.len() < steps {
            painter.step();
            if pictures.last() != Some(&painter.pixels) {
                pictures.push(painter.pixels.clone());
            }
        }
        assert_survive(&painter.canvas, &pictures);
    }
}

#[test]
fn pictures_of_any_size_and_number_of_colours_survive() {
    let sizes = [(1, 1), (2, 1), (1, 3), (3, 5), (17, 9), (63, 64), (131, 40), (MAX_SIDE, 3), (2, MAX_SIDE)];
    for (width, height) in sizes {
        for number in [1, 2, 3, 4, 5, 15, 16, 17, 200, 255] {
            let canvas = canvas(width, height, number);
            let mut below = noise(number as u64);
            let mut pixels = vec![0; (width * height) as usize];
            let mut pictures = vec![pixels.clone()];
            // Each colour occurs in the first change, if there is room for it.
            (0..).zip(&mut pixels).for_each(|(at, pixel)| *pixel = (at % number) as u8);
            pictures.push(pixels.clone());
            for _ in 0..4 {
                // Each change is a run of one colour, noise, or a copy of pixels at another place.
                let start = below(pixels.len() as u64) as usize;
                let end = start + below((pixels.len() - start) as u64 + 1) as usize;
                match below(3) {
                    0 => pixels[start..end].fill(below(number as u64) as u8),
                    1 => pixels[start..end].iter_mut().for_each(|pixel| *pixel = below(number as u64) as u8),
                    _ => {
                        let to = below((pixels.len() - (end - start)) as u64 + 1) as usize;
                        pixels.copy_within(start..end, to);
                    }
                }
                pictures.push(pixels.clone());
            }
            pictures.dedup();
            assert_survive(&canvas, &pictures);
        }
    }
}

#[test]
fn colours_that_are_as_frequent_as_fibonacci_numbers_survive() {
    // For these counts, an optimal prefix code would have more than 15 bits.
    let mut counts = vec![1, 1];
    while counts.len() < 24 {
        counts.push(counts[counts.len() - 1] + counts[counts.len() - 2]);
    }
    let mut pixels: Vec<u8> = (0..).zip(&counts).flat_map(|(colour, count)| vec![colour; *count]).collect();
    let mut below = noise(0);
    for at in 0..pixels.len() {
        pixels.swap(at, below(at as u64 + 1) as usize);
    }
    let width = 163;
    pixels.truncate(pixels.len() / width * width);
    assert_survive(&canvas(width as u32, (pixels.len() / width) as u32, 24), &[pixels]);
}

#[test]
fn frames_are_the_even_rectangles_of_changes() {
    let canvas = canvas(64, 64, 2);
    let mut pixels = vec![0; 64 * 64];
    let mut pictures = vec![(pixels.clone(), 20)];
    for place in [11 * 64 + 33, 63 * 64 + 63, 0] {
        pixels[place] = 1;
        pictures.push((pixels.clone(), 20));
    }
    let (_, webp) = film(&canvas, &pictures);
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
    let areas = webp.windows(20).filter(|bytes| bytes.starts_with(b"ANMF")).map(|bytes| {
        let [x, y, width, height] = [8, 11, 14, 17].map(|at| number(&bytes[at..]));
        [2 * x, 2 * y, width + 1, height + 1]
    });
    assert_eq!(areas.collect::<Vec<_>>(), [[0, 0, 64, 64], [32, 10, 2, 2], [62, 62, 2, 2], [0, 0, 1, 1]]);
}

#[test]
fn equal_pictures_are_one_frame_as_long_as_its_time_fits() {
    let canvas = canvas(9, 9, 2);
    let (one, other) = (vec![0; 81], vec![1; 81]);
    let day_part = MAX_MILLIS - 30;
    let shown =
        [(&one, 20), (&one, 40), (&other, day_part), (&other, 30), (&other, 20), (&other, 50), (&one, 20)];
    let pictures: Vec<(Vec<u8>, u64)> = shown.map(|(pixels, millis)| (pixels.clone(), millis)).into();
    let (encoded, webp) = film(&canvas, &pictures);
    let frames = decoded(&webp);
    let ends: Vec<i32> = frames.iter().map(|(_, end)| *end).collect();
    let long = 60 + MAX_MILLIS as i32;
    assert_eq!(ends, [60, long, long + 70, long + 90]);
    assert_eq!(encoded.pictures, 4);
    assert_eq!(encoded.playing_time, Duration::from_millis(long as u64 + 90));
    for ((pixels, _), shown) in frames.iter().zip([&one, &other, &other, &one]) {
        assert_eq!(*pixels, colours(&canvas, shown));
    }
}

#[test]
fn repeated_changes_are_the_same_bytes() {
    let canvas = canvas(32, 32, 3);
    let empty = vec![0; 32 * 32];
    let mut full = empty.clone();
    full[40..300].fill(2);
    let repeated: Vec<(Vec<u8>, u64)> =
        (0..200).map(|number| (if number % 2 > 0 { full.clone() } else { empty.clone() }, 20)).collect();
    let [few, many] = [4, 200].map(|number| film(&canvas, &repeated[..number]).0.bytes);
    assert_eq!((many - few) % 196, 0);
}

#[test]
fn a_file_of_more_than_four_gigabytes_is_refused() {
    let head = |frames: u64| container::head((9, 9), 0, false, frames, &[]);
    let most = u64::from(u32::MAX) - 200;
    assert!(head(most).is_some());
    assert!(head(most + 200).is_none());
}

#[test]
fn pictures_with_too_many_colours_are_refused() {
    let error = WebP::new(Vec::new(), &canvas(8, 8, 256), Plays::Forever, &[]).err().unwrap();
    assert!(matches!(error, Error::TooManyColours(256)), "{error}");
}
