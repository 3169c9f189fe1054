//! The content of a file, decoded by an independent program.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::AnimationDecoder;
use image::codecs::png::PngDecoder;
use miniz_oxide::inflate::decompress_to_vec;
use queenreel::encode::Format;
use roxmltree::Document;

use crate::common::contents::{Contents, contents};
use crate::common::decks::read_deck;
use crate::common::decode::webp_frames;
use crate::common::svg::rasterised;
use crate::common::tools::run_tool;

/// Properties of a file; `None` where the format does not store them.
#[derive(Debug, Default)]
pub struct Decoded {
    /// Pictures, pages, slides or steps.
    pub pictures: Option<u64>,
    pub time: Option<Duration>,
    /// Width and height in pixels.
    pub size: Option<(u64, u64)>,
}

/// The format of a film or a picture; `None` for text.
pub fn format_of(bytes: &[u8]) -> Option<Format> {
    let begins = |start: &[u8]| bytes.starts_with(start);
    let has = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    Some(match bytes {
        _ if begins(b"GIF89a") => Format::Gif,
        _ if begins(b"\x89PNG\r\n\x1a\n") && has(b"acTL") => Format::Apng,
        _ if begins(b"\x89PNG\r\n\x1a\n") => Format::Png,
        _ if begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => Format::WebP,
        _ if bytes.get(4..8) == Some(b"ftyp") => Format::Mp4,
        _ if begins(b"YUV4MPEG2 ") => Format::Y4m,
        _ if begins(b"PK\x03\x04") => Format::Pptx,
        _ if begins(b"<svg") => Format::Svg,
        _ if begins(b"<!doctype html>") => Format::Html,
        _ if begins(b"%PDF-") => Format::Pdf,
        _ => return None,
    })
}

/// Decodes a file, or a directory of pictures; `None` without the program for its format.
pub fn decoded(format: Format, path: &Path) -> Option<Decoded> {
    match format {
        Format::Gif => {
            let bytes = fs::read(path).unwrap();
            let side = |at: usize| u64::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
            of_contents(format, path, Some((side(6), side(8))))
        }
        Format::Apng => {
            let decoder = PngDecoder::new(Cursor::new(fs::read(path).unwrap())).unwrap();
            let frames: Vec<_> = decoder.apng().unwrap().into_frames().map(Result::unwrap).collect();
            let (width, height) = frames[0].buffer().dimensions();
            let found = of_contents(format, path, Some((width.into(), height.into())))?;
            assert_eq!(found.pictures, Some(frames.len() as u64));
            Some(found)
        }
        Format::WebP => {
            let bytes = fs::read(path).unwrap();
            let (mut pictures, mut time, mut size) = (0, Duration::ZERO, None);
            for frame in webp_frames(&bytes) {
                pictures += 1;
                time += Duration::from(frame.delay());
                size = Some((frame.buffer().width().into(), frame.buffer().height().into()));
            }
            Some(Decoded { pictures: Some(pictures), time: Some(time), size })
        }
        Format::Mp4 | Format::Y4m => of_contents(format, path, None),
        Format::PngFrames => {
            let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
            let pictures = files.filter(|path| path.extension().is_some_and(|extension| extension == "png"));
            let sizes: Vec<_> = pictures.map(|path| size_of_png(&path)).collect();
            assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sizes:?}");
            of_contents(format, path, sizes.first().copied())
        }
        Format::Png => Some(Decoded { pictures: Some(1), time: None, size: Some(size_of_png(path)) }),
        Format::Svg => of_svg(path),
        Format::Html => Some(of_html(&fs::read_to_string(path).unwrap())),
        Format::Pdf => of_pdf(path),
        Format::Pptx => {
            let directory = tempfile::tempdir().unwrap();
            let deck = read_deck(path, directory.path())?;
            let times: Option<Vec<u64>> = deck.slides.iter().map(|slide| slide.advance).collect();
            let time = times.map(|times| Duration::from_millis(times.iter().sum()));
            Some(Decoded { pictures: Some(deck.slides.len() as u64), time, size: None })
        }
        other => panic!("{other} is unknown here"),
    }
}

fn of_contents(format: Format, path: &Path, size: Option<(u64, u64)>) -> Option<Decoded> {
    let Contents { pictures, time, .. } = contents(format, path)?;
    Some(Decoded { pictures: Some(pictures), time: Some(time), size })
}

fn size_of_png(path: &Path) -> (u64, u64) {
    let picture = image::load_from_memory(&fs::read(path).unwrap()).unwrap();
    (picture.width().into(), picture.height().into())
}

/// The style sheet of an animation contains its length.
fn of_svg(path: &Path) -> Option<Decoded> {
    let text = &fs::read_to_string(path).unwrap();
    let document = Document::parse(text).unwrap();
    let side = |name| document.root_element().attribute(name).unwrap().parse::<u64>().unwrap();
    let styles = document.descendants().filter(|node| node.has_tag_name("style"));
    let styles: String = styles.filter_map(|style| style.text()).collect();
    let animation = styles.split_once("{animation:").map(|(_, rest)| rest.split_once("s ").unwrap().0);
    let seconds = animation.map(|animation| animation.rsplit(' ').next().unwrap());
    let time = seconds.map(|seconds| Duration::from_secs_f64(seconds.parse().unwrap()));
    let drawn = rasterised(path, 1)?;
    let size = (side("width"), side("height"));
    assert_eq!((drawn.width().into(), drawn.height().into()), size);
    Some(Decoded { pictures: None, time, size: Some(size) })
}

/// The film of a page is stored as compressed JSON.
fn of_html(text: &str) -> Decoded {
    let (_, rest) = text.split_once("id=\"film\">").unwrap();
    let packed = BASE64_STANDARD.decode(rest.split_once('<').unwrap().0).unwrap();
    let film: serde_json::Value = serde_json::from_slice(&decompress_to_vec(&packed).unwrap()).unwrap();
    let times: Vec<u64> =
        film["times"].as_array().unwrap().iter().map(|time| time.as_u64().unwrap()).collect();
    let time = Duration::from_millis(times.iter().sum());
    Decoded { pictures: Some(times.len() as u64), time: Some(time), size: None }
}

fn of_pdf(path: &Path) -> Option<Decoded> {
    run_tool(Command::new("qpdf").arg("--check").arg(path))?;
    let pages = run_tool(Command::new("qpdf").arg("--show-npages").arg(path))?;
    let pages = String::from_utf8(pages.stdout).unwrap().trim().parse().unwrap();
    Some(Decoded { pictures: Some(pages), time: None, size: None })
}
