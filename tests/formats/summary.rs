//! What is reported of a film is what is in its file, as other programs read it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format};

use super::reference::{Reference, at_rate, references};
use crate::common::decode::gif_frames;
use crate::common::sandbox::{Sandbox, stdout};
use crate::common::tools::{probe, run_tool};

/// What is in a file, or in a directory of pictures.
#[derive(Debug, PartialEq, Eq)]
struct Contents {
    pictures: u64,
    time: Duration,
    bytes: u64,
}

/// What other programs find in a film; `None` without the program for its format.
fn contents(format: Format, path: &Path) -> Option<Contents> {
    let whole = || fs::read(path).unwrap();
    let times: Vec<Duration> = match format {
        Format::Gif => gif_frames(&whole()).map(|frame| frame.delay().into()).collect(),
        Format::Apng => apng_times(&whole()),
        Format::WebP => webp_times(path)?,
        Format::Mp4 => {
            let properties = probe("stream=duration,nb_frames,nb_read_frames", path)?;
            let [duration, announced, read] = properties.try_into().unwrap();
            assert_eq!(announced, read);
            let mut times = vec![Duration::ZERO; announced.parse().unwrap()];
            times[0] = Duration::from_secs_f64(duration.parse().unwrap());
            times
        }
        Format::Y4m => y4m_times(&whole()),
        Format::PngFrames => png_times(path),
        other => panic!("{other} is unknown here"),
    };
    let bytes = if path.is_dir() {
        let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        let pictures = files.filter(|path| path.extension().unwrap() == "png");
        pictures.map(|path| path.metadata().unwrap().len()).sum()
    } else {
        path.metadata().unwrap().len()
    };
    Some(Contents { pictures: times.len() as u64, time: times.into_iter().sum(), bytes })
}

fn apng_times(bytes: &[u8]) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut chunks = &bytes[8..];
    while let Some((size, rest)) = chunks.split_first_chunk() {
        let (chunk, rest) = rest.split_at(4 + u32::from_be_bytes(*size) as usize);
        if chunk.starts_with(b"fcTL") {
            let number = |at: usize| u32::from(u16::from_be_bytes([chunk[4 + at], chunk[5 + at]]));
            times.push(Duration::from_secs(number(20).into()) / number(22));
        }
        chunks = &rest[4..];
    }
    times
}

fn webp_times(path: &Path) -> Option<Vec<Duration>> {
    let info = stdout(&run_tool(Command::new("webpmux").arg("-info").arg(path))?);
    let frames = info.lines().filter(|line| line.contains("lossless"));
    let millis = frames.map(|line| line.split_whitespace().nth(6).unwrap().parse().unwrap());
    let times: Vec<Duration> = millis.map(Duration::from_millis).collect();
    assert!(info.contains(&format!("Number of frames: {}\n", times.len())), "{info}");
    Some(times)
}

fn y4m_times(bytes: &[u8]) -> Vec<Duration> {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap();
    let words: Vec<&str> = str::from_utf8(line).unwrap().split(' ').collect();
    let number = |name: char| {
        let word = words[1..].iter().find_map(|word| word.strip_prefix(name)).unwrap();
        word.trim_end_matches(":1").parse::<u32>().unwrap()
    };
    let picture = "FRAME\n".len() + 3 * (number('W') * number('H')) as usize;
    let pictures = bytes[line.len() + 1..].chunks(picture);
    assert!(pictures.clone().all(|bytes| bytes.len() == picture && bytes.starts_with(b"FRAME\n")));
    let mut times = vec![Duration::ZERO; pictures.len()];
    times[0] = Duration::from_secs(pictures.len() as u64) / number('F');
    times
}

/// As the manifest says it; a gallery has no times.
fn png_times(directory: &Path) -> Vec<Duration> {
    let [frames, solutions] = ["frames", "solutions"].map(|name| directory.join(name).with_extension("json"));
    let (manifest, key) = if frames.exists() { (frames, "frames") } else { (solutions, "solutions") };
    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(manifest).unwrap()).unwrap();
    let listed = manifest[key].as_array().unwrap();
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let pictures = names.filter(|path| path.extension().is_some_and(|extension| extension == "png"));
    assert_eq!(pictures.count(), listed.len());
    let micros = |entry: &serde_json::Value| (entry["seconds"].as_f64().unwrap_or(0.0) * 1e6).round() as u64;
    listed.iter().map(|entry| Duration::from_micros(micros(entry))).collect()
}

/// A number in a report, and by how much rounding may have changed it.
struct Rounded {
    number: f64,
    by: f64,
}

impl Rounded {
    /// Digits, in units of this size.
    fn of(digits: &str, unit: f64) -> Self {
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
        Self { number: digits.parse::<f64>().unwrap() * unit, by: 0.5 * unit * 0.1_f64.powi(decimals) }
    }

    /// A time in seconds.
    fn seconds(text: &str) -> Self {
        match text.split(' ').collect::<Vec<_>>()[..] {
            [millis, "ms"] => Self::of(millis, 1e-3),
            [seconds, "s"] => {
                let seconds = Self::of(seconds, 1.0);
                assert!(seconds.number < 60.0, "{text}");
                seconds
            }
            [minutes, "min", seconds, "s"] => {
                let Self { number, by } = Self::of(seconds, 1.0);
                assert!(number < 60.0, "{text}");
                Self { number: minutes.parse::<f64>().unwrap() * 60.0 + number, by }
            }
            _ => panic!("{text}"),
        }
    }

    fn bytes(text: &str) -> Self {
        match text.split(' ').collect::<Vec<_>>()[..] {
            [bytes, "B"] => Self::of(bytes, 1.0),
            [kilobytes, "kB"] => Self::of(kilobytes, 1e3),
            [megabytes, "MB"] => Self::of(megabytes, 1e6),
            _ => panic!("{text}"),
        }
    }

    fn assert_is(&self, exact: f64, report: &str) {
        // A millionth for the arithmetic.
        assert!((self.number - exact).abs() <= self.by * (1.0 + 1e-6), "{exact}, not as in: {report}");
    }
}

/// A number with its noun.
fn counted(text: &str, noun: &str) -> u64 {
    let (number, found) = text.split_once(' ').unwrap();
    assert!(found.starts_with(noun), "{text}: {noun}");
    number.replace(',', "").parse().unwrap()
}

const FILMS: [&[&str]; 7] = [
    &["search", "8", "--size", "64"],
    &["search", "4", "--size", "64", "--algorithm", "random"],
    &["search", "8", "--size", "64", "--every", "7"],
    &["search", "8", "--size", "64", "--duration", "3s"],
    &["search", "5", "--size", "64", "--all"],
    &["search", "5", "--size", "64", "--delay", "133ms", "--hold", "66789ms"],
    &["race", "5", "backtracking", "eager", "--size", "96"],
];

fn formats() -> impl Iterator<Item = Format> {
    let films = Format::ALL.into_iter().filter(|format| !format.is_still() && !format.is_vector());
    films.filter(|format| format.missing_feature().is_none())
}

fn output(format: Format) -> String {
    if format.is_directory() { "film/".to_owned() } else { format!("film.{}", format.extension()) }
}

#[test]
fn the_report_of_a_film_is_true() {
    for film in FILMS {
        let sandbox = Sandbox::new();
        let mut filmed = None;
        for format in formats() {
            let name = output(format);
            let said = sandbox.stdout(&[film, &["-o", &name]].concat());
            let report = said.lines().next().unwrap();
            let Some(contents) = contents(format, &sandbox.path(&name)) else { continue };
            let parts: Vec<&str> = report.strip_prefix(&format!("{name}: ")).unwrap().split(", ").collect();
            let [counts @ .., time, bytes] = &parts[..] else { panic!("{report}") };
            match (format.has_frame_rate(), counts) {
                (true, [frames, pictures]) => {
                    assert_eq!(counted(pictures, "picture"), contents.pictures, "{film:?}: {report}");
                    assert!(pictures.ends_with(" at 30 fps"), "{report}");
                    let frames = counted(frames, "frame");
                    // The GIF has a picture for each. Within a given time, a video has fewer.
                    let is_true = filmed.is_some_and(|filmed| {
                        if film.contains(&"--duration") { frames < filmed } else { frames == filmed }
                    });
                    assert!(is_true, "{film:?}: {report}, and {filmed:?} in the GIF");
                }
                (false, [frames]) => {
                    assert_eq!(counted(frames, "frame"), contents.pictures, "{film:?}: {report}");
                    filmed = filmed.or(Some(contents.pictures));
                }
                _ => panic!("{report}"),
            }
            Rounded::seconds(time).assert_is(contents.time.as_secs_f64(), report);
            Rounded::bytes(bytes).assert_is(contents.bytes as f64, report);
        }
    }
}

#[test]
fn equal_pictures_are_one_in_a_webp() {
    let sandbox = Sandbox::new();
    let [gif, webp] = ["film.gif", "film.webp"].map(|name| {
        let said = sandbox.stdout(&[FILMS[1], &["-o", name]].concat());
        counted(said.split([',', ':']).nth(1).unwrap().trim(), "frame")
    });
    assert!(webp < gif, "{webp} and {gif} frames");
}

#[test]
fn the_report_of_a_gallery_is_true() {
    for format in formats() {
        let (sandbox, name) = (Sandbox::new(), output(format));
        let report = sandbox.stdout(&["gallery", "6", "--size", "96", "-o", &name]);
        let Some(contents) = contents(format, &sandbox.path(&name)) else { continue };
        let parts: Vec<&str> = report.strip_prefix(&format!("{name}: ")).unwrap().split(", ").collect();
        let [solutions, pixels, bytes, _] = parts[..] else { panic!("{report}") };
        assert_eq!((counted(solutions, "solution"), pixels), (4, "96 × 96 pixels"));
        // At 30 pictures a second, a fifth of a second each.
        let pictures = if format.has_frame_rate() { 4 * 6 } else { 4 };
        assert_eq!(contents.pictures, pictures, "{format}");
        Rounded::bytes(bytes).assert_is(contents.bytes as f64, &report);
    }
}

/// Not rounded, as a program that uses the library gets it.
#[test]
fn an_encoder_returns_what_it_has_written() {
    for (reference, fps) in references().iter().zip([30, 25, 7, 1, 60]) {
        for format in formats().filter(|format| !format.is_directory()) {
            assert_returned(reference, format, at_rate(fps));
        }
    }
}

fn assert_returned(reference: &Reference, format: Format, options: EncodeOptions) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("film").with_extension(format.extension());
    let totals = reference.film(format, options, fs::File::create(&path).unwrap()).unwrap();
    assert_eq!(totals.frames, reference.shown.len() as u64);
    let Some(contents) = contents(format, &path) else { return };
    assert_eq!((totals.pictures, totals.bytes), (contents.pictures, contents.bytes), "{format}");
    // ffprobe rounds to the microsecond.
    let difference = totals.playing_time.abs_diff(contents.time);
    assert!(difference < Duration::from_micros(1), "{format}: {:?}, not {contents:?}", totals.playing_time);
}
