//! The content of a film as other programs read it: pictures, time and size.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use queenreel::encode::Format;

use super::decode::gif_frames;
use super::sandbox::{names, stdout};
use super::tools::{probe, run_tool};

/// The content of a file, or of a directory of pictures.
#[derive(Debug, PartialEq, Eq)]
pub struct Contents {
    pub pictures: u64,
    pub time: Duration,
    pub bytes: u64,
}

/// The content according to another program; `None` if the program for its format is not installed.
pub fn contents(format: Format, path: &Path) -> Option<Contents> {
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
    let bytes = |path: &Path| path.metadata().unwrap().len();
    let bytes =
        if path.is_dir() { pictures(path).map(|name| bytes(&path.join(name))).sum() } else { bytes(path) };
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

/// The names of the PNGs in a directory.
fn pictures(directory: &Path) -> impl Iterator<Item = String> {
    let names = names(directory).into_iter();
    names.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "png"))
}

/// The times in the manifest; solutions and pages have none.
fn png_times(directory: &Path) -> Vec<Duration> {
    let lists = ["frames", "solutions", "pages"].map(|key| (directory.join(key).with_extension("json"), key));
    let (manifest, key) = lists.into_iter().find(|(path, _)| path.exists()).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(manifest).unwrap()).unwrap();
    let listed = manifest[key].as_array().unwrap();
    assert_eq!(pictures(directory).count(), listed.len());
    let micros = |entry: &serde_json::Value| (entry["seconds"].as_f64().unwrap_or(0.0) * 1e6).round() as u64;
    listed.iter().map(|entry| Duration::from_micros(micros(entry))).collect()
}
