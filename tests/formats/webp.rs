//! WebP: exact pictures, each with its time, smaller than a GIF.

use std::num::NonZeroU32;
use std::process::Command;

use image::{Delay, Frame as Decoded, RgbaImage};
use queenreel::encode::{EncodeOptions, Format, Plays};

use super::reference::{Reference, paced, references};
use crate::common::sandbox::stdout;
use crate::common::tools::run_tool;

/// Decoded by libwebp: other decoders differ slightly where frames are joined.
#[test]
fn webp_shows_the_exact_pictures() {
    for reference in references() {
        let bytes = reference.bytes(Format::WebP, EncodeOptions::default());
        let frames = webp_animation::Decoder::new(&bytes).unwrap().into_iter();
        let mut begins = 0;
        let decoded = frames.map(|frame| {
            let millis = frame.timestamp() - std::mem::replace(&mut begins, frame.timestamp());
            let pixels =
                RgbaImage::from_raw(frame.dimensions().0, frame.dimensions().1, frame.data().to_vec());
            Decoded::from_parts(pixels.unwrap(), 0, 0, Delay::from_numer_denom_ms(millis as u32, 1))
        });
        reference.assert_shown(&decoded.collect::<Vec<_>>());
    }
}

#[test]
fn webp_has_its_number_of_plays_and_is_lossless() {
    let reference = Reference::new(5, 1, 160, &paced(133, 711));
    for (plays, number) in [(Plays::Forever, 0), (Plays::Times(NonZeroU32::new(3).unwrap()), 3)] {
        let file = reference.file(Format::WebP, EncodeOptions { plays, ..EncodeOptions::default() });
        let Some(info) = run_tool(Command::new("webpmux").arg("-info").arg(&file.path)) else { return };
        let info = stdout(&info);
        assert!(info.contains(&format!("Loop Count : {number}\n")), "{info}");
        let frames: Vec<&str> = info.lines().filter(|line| line.contains("lossless")).collect();
        let delays: Vec<&str> = frames.iter().map(|line| line.split_whitespace().nth(6).unwrap()).collect();
        assert_eq!(delays, ["133", "133", "133", "133", "133", "711"], "{info}");
    }
}

#[test]
fn webp_is_smaller_than_gif() {
    let reference = Reference::new(8, 1, 480, &paced(200, 2000));
    let [webp, gif] =
        [Format::WebP, Format::Gif].map(|format| reference.bytes(format, EncodeOptions::default()).len());
    assert!(webp < gif, "{webp} and {gif} bytes");
}
