//! WebP: exact pictures, each with its time, smaller than a GIF.

use std::process::Command;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format};
use queenreel::internals::picture::{Canvas, Change, Picture, Rect, Rgb};

use super::reference::{Reference, paced, references};
use crate::common::decode::webp_frames;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stdout};
use crate::common::table::words;
use crate::common::tools::{pillow, run_tool};

/// `tests/browser/webp.rs` does the same with libwebp.
#[test]
fn webp_shows_the_exact_pictures() {
    for reference in references() {
        let bytes = reference.bytes(Format::WebP, EncodeOptions::default());
        reference.assert_shown(&webp_frames(&bytes).collect::<Vec<_>>());
    }
}

#[test]
fn webp_is_lossless_and_has_its_times() {
    let reference = Reference::new(5, 1, 160, &paced(133, 711));
    let file = reference.file(Format::WebP, EncodeOptions::default());
    let Some(info) = run_tool(Command::new("webpmux").arg("-info").arg(&file.path)) else { return };
    let info = stdout(&info);
    assert!(info.contains("Loop Count : 0\n"), "{info}");
    let frames = info.lines().filter(|line| line.contains("lossless"));
    let delays: Vec<&str> = frames.map(|line| line.split_whitespace().nth(6).unwrap()).collect();
    assert_eq!(delays, ["133", "133", "133", "133", "133", "711"], "{info}");
}

#[test]
fn a_single_frame_is_an_animation_with_its_time() {
    let sandbox = Sandbox::new();
    // Without a solution, the first frame equals the last.
    for (command, millis) in [
        ("gallery 1 --delay 1234ms", "1234"),
        ("search 3 --no-highlight --every 99 --delay 20ms --hold 1s", "1020"),
    ] {
        sandbox.succeed(&words(&format!("{command} --size 63 --loop 3 -o film.webp")));
        let path = sandbox.path("film.webp");
        let Some(info) = run_tool(Command::new("webpmux").arg("-info").arg(&path)) else { return };
        let info = stdout(&info);
        assert!(info.contains("Canvas size: 63 x 63\n") && info.contains("Loop Count : 3\n"), "{info}");
        let frame = info.lines().find(|line| line.starts_with("  1:")).unwrap();
        assert_eq!(frame.split_whitespace().nth(6), Some(millis), "{info}");
        let bytes = sandbox.read("film.webp");
        let times = webp_frames(&bytes).map(|frame| Duration::from(frame.delay()).as_millis().to_string());
        assert_eq!(times.collect::<Vec<_>>(), [millis]);
    }
}

#[test]
fn webp_is_smaller_than_gif() {
    let reference = Reference::new(8, 1, 480, &paced(200, 2000));
    let [webp, gif] =
        [Format::WebP, Format::Gif].map(|format| reference.bytes(format, EncodeOptions::default()).len());
    assert!(webp < gif, "{webp} and {gif} bytes");
}

/// Unlike boards: any number of colours, anywhere.
#[test]
fn libwebp_reads_noise() {
    let sizes = [(1, 1), (2, 1), (1, 3), (3, 5), (17, 9), (63, 64), (131, 40)];
    let cases =
        sizes.into_iter().flat_map(|size| [1, 2, 3, 4, 5, 16, 17, 200, 255].map(|colours| (size, colours)));
    let mut state = 1_u32;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % bound
    };
    let sandbox = Sandbox::new();
    let path = sandbox.path("noise.webp");
    for ((width, height), colours) in sampled(8, cases) {
        let palette = (0..colours).map(|shade| Rgb([shade as u8, (7 * shade) as u8, 255 - shade as u8]));
        let canvas = Canvas::new(width, height, palette.collect());
        let mut file = Vec::new();
        let mut webp = Format::WebP.open(&mut file, &canvas, &EncodeOptions::default()).unwrap();
        let mut pixels = vec![0_u8; (width * height) as usize];
        let mut wanted: Vec<Vec<u8>> = Vec::new();
        for number in 0..6 {
            let start = below(width * height) as usize;
            pixels[start..].iter_mut().for_each(|pixel| *pixel = below(colours) as u8);
            let change = [Change::new(Rect::whole(&canvas), None, number)];
            webp.write(&Picture::new(&canvas, &pixels, &change), Duration::from_millis(20)).unwrap();
            wanted.push(pixels.iter().flat_map(|pixel| canvas.palette[usize::from(*pixel)].0).collect());
        }
        webp.finish().unwrap();
        std::fs::write(&path, file).unwrap();
        let Some(seen) = pillow(&path, 3 * (width * height) as usize) else { return };
        // Equal pictures are stored once.
        wanted.dedup();
        let seen: Vec<Vec<u8>> = seen.into_iter().map(|(_, pixels)| pixels).collect();
        assert!(seen == wanted, "{width}×{height}, {colours} colours");
    }
}
