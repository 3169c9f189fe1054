//! MP4: pictures within bounds, exact times, consistent tags.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format, Quality};
use queenreel::internals::page::Theme;
use queenreel::internals::page::inks::{HeatMap, Inks, State};
use queenreel::internals::picture::{Canvas, Change, Picture, Rect, Rgb};
use queenreel::record::ScheduleOptions;
use rusty_h264_decoder::Decoder;

use super::reference::{FilmFile, Reference, at_rate, paced, references};
use crate::common::pixels::largest_difference;
use crate::common::sample::sampled;
use crate::common::sandbox::stdout;
use crate::common::tools::{ffmpeg, probe, run_tool};

/// Pads to even sides by repeating the last pixels.
fn padded(pixels: &[u8], width: usize) -> Vec<u8> {
    let even = width.next_multiple_of(2);
    let of_row = |row: usize| {
        let row = &pixels[3 * width * row.min(width - 1)..][..3 * width];
        (0..even).flat_map(|x| row[3 * x.min(width - 1)..][..3].to_vec()).collect::<Vec<u8>>()
    };
    (0..even).flat_map(of_row).collect()
}

/// The pixels whose surroundings, as far as the encoder's blocks extend, have one colour.
fn flat(pixels: &[u8], width: usize) -> Vec<usize> {
    const NEAR: usize = 16;
    let at = |x: usize, y: usize| &pixels[3 * (y * width + x)..][..3];
    let inside = NEAR..width.saturating_sub(NEAR);
    let places = inside.clone().step_by(3).flat_map(|y| inside.clone().step_by(3).map(move |x| (x, y)));
    places
        .filter(|(x, y)| {
            let near = |middle: usize| middle - NEAR..=middle + NEAR;
            near(*y).all(|row| near(*x).all(|column| at(column, row) == at(*x, *y)))
        })
        .map(|(x, y)| 3 * (y * width + x))
        .collect()
}

/// The stream in a file, as ffmpeg copies it; it finds no fault.
fn stream(file: &FilmFile) -> Option<PathBuf> {
    let stream = file.path.with_extension("h264");
    let mut copy = Command::new("ffmpeg");
    copy.args(["-v", "error", "-err_detect", "explode", "-i"]).arg(&file.path);
    let copied = run_tool(copy.args(["-c", "copy", "-f", "h264"]).arg(&stream))?;
    assert_eq!(String::from_utf8_lossy(&copied.stderr), "");
    Some(stream)
}

#[test]
fn shows_the_pictures_at_their_times() {
    for (reference, fps) in sampled(2, references().iter().zip([30, 30, 25, 10, 60])) {
        let file = reference.file(Format::Mp4, at_rate(fps));
        let width = reference.width.next_multiple_of(2);
        let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * width * width) else { return };
        let expected = reference.at_rate(fps);
        assert_eq!(pictures.len(), expected.len());
        let mut last: Option<(&[u8], Vec<u8>, Vec<usize>)> = None;
        for (number, (picture, expected)) in pictures.iter().zip(expected).enumerate() {
            let known = last.take().filter(|(pixels, ..)| std::ptr::eq(*pixels, expected));
            let (_, padded, flat) = known.unwrap_or_else(|| {
                let padded = padded(expected, reference.width);
                let flat = flat(&padded, width);
                (expected, padded, flat)
            });
            for place in &flat {
                let [seen, wanted] = [picture, &padded].map(|pixels| &pixels[*place..][..3]);
                assert!(largest_difference(seen, wanted) <= 1, "picture {number}: {seen:?}, not {wanted:?}");
            }
            last = Some((expected, padded, flat));
        }
    }
}

/// All colours of the built-in themes.
fn colours_of_themes() -> Vec<Rgb> {
    let mut colours = Vec::new();
    for theme in Theme::names().map(|name| Theme::named(name).unwrap()) {
        let inks = theme.inks();
        let Inks {
            page, squares, ink, muted, tree, rule, grid, attacked, dot, ghost, line, cross, tick, ..
        } = inks;
        colours.extend([page, ink, muted, tree, rule, grid, attacked, dot, ghost, line, cross, tick]);
        colours.extend(squares);
        colours.extend(inks.lines().into_iter().flat_map(|(line, name)| [line, name]));
        for state in State::ALL {
            let squares = [false, true].map(|is_dark| inks.square(state, is_dark));
            colours.extend(squares.into_iter().chain([inks.deep(state), inks.lit(state), inks.bar(state)]));
        }
        colours.extend(theme.heat().iter().flat_map(HeatMap::colours));
    }
    colours
}

/// The colour of a decoder that rounds only at the end (BT.709, limited range).
fn shown(luma: u8, blue: u8, red: u8) -> [u8; 3] {
    let luma = (f64::from(luma) - 16.0) / 219.0;
    let [blue, red] = [blue, red].map(|chroma| (f64::from(chroma) - 128.0) / 224.0);
    let channels = [luma + 1.5748 * red, luma - 0.187_324 * blue - 0.468_124 * red, luma + 1.8556 * blue];
    channels.map(|channel| (255.0 * channel).round().clamp(0.0, 255.0) as u8)
}

/// Flat tiles next to noise, which then change places.
#[test]
fn flat_colours_are_within_one() {
    const SIDE: usize = 16;
    const TILE: usize = 2 * SIDE;
    const TILES: usize = 16;
    const WIDTH: usize = TILE * TILES;
    let directory = tempfile::tempdir().unwrap();
    let steps = || (0..=255).step_by(15);
    let of_red = |red| steps().flat_map(move |green| steps().map(move |blue| Rgb([red, green, blue])));
    let (of_themes, others): (_, Vec<Rgb>) = (colours_of_themes(), steps().flat_map(of_red).collect());
    let [of_themes, others] = [&of_themes, &others].map(|colours| colours.chunks(TILES * TILES - 2));
    let palettes = of_themes.chain(sampled(4, others));
    for (palette, quality) in palettes.zip([85, 50, 1, 100].into_iter().cycle()) {
        let canvas = Canvas::new(WIDTH as u32, WIDTH as u32, palette.to_vec());
        let options = EncodeOptions { quality: Quality::new(quality), ..at_rate(10) };
        let mut out = Vec::new();
        let mut encoder = Format::Mp4.open(&mut out, &canvas, &options).unwrap();
        let index = |x: usize, y: usize, number: usize| {
            let tile = x / TILE + y / TILE * TILES + 37 * number;
            // Chroma depends on the pixel to the left of a macroblock.
            let is_noise = x % TILE < SIDE - 1;
            (if is_noise { x * x * 7 + y * y * 3 + x * y } else { tile }) % palette.len()
        };
        for number in 0..3 {
            let places = (0..WIDTH).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
            let pixels: Vec<u8> = places.map(|(x, y)| index(x, y, number) as u8).collect();
            let changes = [Change::new(Rect::whole(&canvas), None, number as u128)];
            let picture = Picture::new(&canvas, &pixels, &changes);
            encoder.write(&picture, Duration::from_millis(100)).unwrap();
        }
        encoder.finish().unwrap();
        let path = directory.path().join("film.mp4");
        fs::write(&path, out).unwrap();
        let Some(pictures) = ffmpeg(&path, "yuv420p", WIDTH * WIDTH * 3 / 2) else { return };
        assert_eq!(pictures.len(), 3);
        for (number, picture) in pictures.iter().enumerate() {
            let (luma, chroma) = picture.split_at(WIDTH * WIDTH);
            let (blue, red) = chroma.split_at(WIDTH * WIDTH / 4);
            let flat = |place: &(usize, usize)| place.0 % TILE >= SIDE;
            for (x, y) in (0..WIDTH).flat_map(|y| (0..WIDTH).map(move |x| (x, y))).filter(flat) {
                let of_chroma = y / 2 * WIDTH / 2 + x / 2;
                let seen = shown(luma[y * WIDTH + x], blue[of_chroma], red[of_chroma]);
                let wanted = palette[index(x, y, number)].0;
                let difference = largest_difference(&seen, &wanted);
                assert!(difference <= 1, "quality {quality}: {seen:?}, not {wanted:?}");
            }
        }
    }
}

/// As far as luma matches the colours: it is one off where that brings red, green and blue closer.
#[test]
fn keeps_the_luma_of_the_pictures() {
    let reference = Reference::new(8, 1, 480, &paced(200, 2000));
    let bt709 = |rgb: &[u8]| {
        let luma = 0.2126 * f64::from(rgb[0]) + 0.7152 * f64::from(rgb[1]) + 0.0722 * f64::from(rgb[2]);
        (16.0 + 219.0 * luma / 255.0).round()
    };
    // Keyed by the address of the picture: each occurs many times in the video, in every quality.
    let lumas: HashMap<*const u8, Vec<f64>> =
        reference.shown.iter().map(|(rgb, _)| (rgb.as_ptr(), rgb.chunks(3).map(bt709).collect())).collect();
    let psnr = |quality| {
        let quality = Quality::new(quality);
        let file = reference.file(Format::Mp4, EncodeOptions { quality, ..EncodeOptions::default() });
        let pixels = reference.width * reference.width;
        let pictures = ffmpeg(&file.path, "yuv420p", pixels * 3 / 2)?;
        let mut sum = 0.0;
        // Most pictures repeat the previous one, in the film and in the video.
        let mut last: Option<(&[u8], &[u8], f64)> = None;
        for (picture, expected) in pictures.iter().zip(reference.at_rate(30)) {
            let repeated = last.filter(|(before, of, _)| std::ptr::eq(*of, expected) && before == picture);
            let squares = repeated.map_or_else(
                || {
                    let pairs = picture.iter().zip(&lumas[&expected.as_ptr()]);
                    pairs.map(|(seen, luma)| (f64::from(*seen) - luma).powi(2)).sum()
                },
                |(_, _, squares)| squares,
            );
            sum += squares;
            last = Some((picture.as_slice(), expected, squares));
        }
        let mean = sum / (pictures.len() * pixels) as f64;
        Some(10.0 * (255.0 * 255.0 / mean).log10())
    };
    for (quality, least, most) in sampled(3, [(85, 48.0, 53.0), (50, 37.0, 45.0), (100, 50.0, 60.0)]) {
        let Some(psnr) = psnr(quality) else { return };
        assert!((least..most).contains(&psnr), "quality {quality}: {psnr} dB");
    }
}

#[test]
fn tags_agree_in_the_file_and_in_the_stream() {
    let reference = Reference::new(5, 1, 241, &ScheduleOptions::default());
    let file = reference.file(Format::Mp4, at_rate(30));
    let bytes = fs::read(&file.path).unwrap();
    let colr = bytes.windows(4).position(|name| name == b"colr").unwrap();
    assert_eq!(bytes[colr + 4..][..11], *b"nclx\0\x01\0\x0d\0\x01\0", "BT.709, sRGB, BT.709, limited");

    let entries = "stream=width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries";
    let expected = ["242", "242", "yuv420p", "tv", "bt709", "iec61966-2-1", "bt709"];
    let Some(of_file) = probe(entries, &file.path) else { return };
    assert_eq!(of_file, expected);
    if let Some(stream) = stream(&file) {
        assert_eq!(probe(entries, &stream).unwrap(), expected);
    }
}

#[test]
fn says_how_long_it_plays() {
    for (reference, fps) in references().iter().zip([30, 30, 25, 10, 60]) {
        let file = reference.file(Format::Mp4, at_rate(fps));
        let entries = "stream=avg_frame_rate,duration,nb_frames,nb_read_frames";
        let Some(properties) = probe(entries, &file.path) else { return };
        let [rate, duration, number, counted] = properties.try_into().unwrap();
        assert_eq!(rate, format!("{fps}/1"));
        assert_eq!(number, counted);
        let duration = Duration::from_secs_f64(duration.parse().unwrap());
        let shown: Duration = reference.shown.iter().map(|(_, time)| *time).sum();
        assert!(duration.abs_diff(shown) < Duration::from_secs(1) / fps);
    }
}

#[test]
fn the_index_comes_before_the_pictures() {
    let bytes =
        Reference::new(5, 1, 160, &ScheduleOptions::default()).bytes(Format::Mp4, EncodeOptions::default());
    let (mut rest, mut names) = (&bytes[..], Vec::new());
    while let Some((size, after)) = rest.split_first_chunk() {
        names.push(str::from_utf8(&after[..4]).unwrap());
        rest = &rest[u32::from_be_bytes(*size) as usize..];
    }
    assert_eq!(names, ["ftyp", "moov", "mdat", "free"]);
}

#[test]
fn holds_take_few_bytes_and_are_seekable() {
    let [short, long] = [1, 101].map(|seconds| {
        Reference::new(8, 1, 480, &ScheduleOptions { max_frames: 1000, ..paced(50, seconds * 1000) })
    });
    let file = long.file(Format::Mp4, EncodeOptions::default());
    let held = file.path.metadata().unwrap().len() as usize
        - short.bytes(Format::Mp4, EncodeOptions::default()).len();
    assert!(held / (100 * 30) < 70, "{held} bytes for 3000 pictures, 10 of them key frames");

    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args(["-v", "error", "-skip_frame", "nokey", "-show_entries", "frame=pts_time"]);
    let Some(keys) = run_tool(ffprobe.args(["-of", "csv=p=0"]).arg(&file.path)) else { return };
    let keys = stdout(&keys);
    let times = keys.lines().map(|time| time.trim_end_matches(',').parse::<f64>().unwrap());
    assert!(times.enumerate().all(|(number, time)| (time - 10.0 * number as f64).abs() < 1e-6), "{keys}");
}

#[test]
fn the_smallest_canvas_makes_a_video() {
    for width in [8, 9, 15, 16, 17, 33] {
        let reference = Reference::new(1, 1, width, &ScheduleOptions::default());
        let file = reference.file(Format::Mp4, EncodeOptions::default());
        let side = reference.width.next_multiple_of(2).max(16);
        let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * side * side) else { return };
        assert_eq!(pictures.len(), reference.at_rate(30).len(), "{width} pixels");
    }
}

#[test]
fn decoders_agree_and_find_no_fault() {
    for reference in sampled(2, references()) {
        let file = reference.file(Format::Mp4, EncodeOptions::default());
        let [width, height] =
            [reference.width, reference.height].map(|side| side.next_multiple_of(2).max(16));
        let Some(pictures) = ffmpeg(&file.path, "yuv420p", width * height * 3 / 2) else { return };
        let stream = stream(&file).unwrap();
        let others = Decoder::new().decode_stream(&fs::read(&stream).unwrap()).unwrap();
        let others: Vec<_> = others.into_iter().map(|frame| [frame.y, frame.u, frame.v].concat()).collect();
        assert_eq!(pictures.len(), others.len());
        let differing = pictures.iter().zip(&others).position(|(one, other)| one != other);
        assert_eq!(differing, None, "{width}×{height}");
        let mut decode = Command::new("ffmpeg");
        decode.args(["-v", "error", "-err_detect", "explode", "-i"]).arg(&stream);
        let decoded = run_tool(decode.args(["-f", "null", "-"])).unwrap();
        assert_eq!(String::from_utf8_lossy(&decoded.stderr), "");
    }
}

#[test]
fn every_player_supports_profile_and_level() {
    let reference = Reference::new(8, 1, 480, &ScheduleOptions::default());
    let file = reference.file(Format::Mp4, EncodeOptions::default());
    let Some(found) = probe("stream=profile,level,has_b_frames,refs", &file.path) else { return };
    assert_eq!(found, ["Constrained Baseline", "0", "31", "16"]);
}
