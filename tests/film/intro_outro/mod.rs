//! Intro, outro and thumbnail of a film.

mod cards;
mod films;
mod thumbnails;
mod times;

use image::{DynamicImage, RgbImage};

use crate::common::decode::{gif_frames, read_rgb};
use crate::common::sandbox::Sandbox;
use crate::common::table::words;

/// Pictures and their times in milliseconds.
fn pictures(gif: &[u8]) -> Vec<(RgbImage, u32)> {
    let picture = |frame: image::Frame| {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        (DynamicImage::from(frame.into_buffer()).into_rgb8(), numerator / denominator)
    };
    gif_frames(gif).map(picture).collect()
}

/// The pictures of the film of a command with more options.
fn film(sandbox: &Sandbox, command: &str, more: &[&str]) -> Vec<(RgbImage, u32)> {
    sandbox.succeed(&[&words(command)[..], &["-o", "film.gif", "--force"], more].concat());
    pictures(&sandbox.read("film.gif"))
}

/// The still of a step of a command.
fn still(sandbox: &Sandbox, command: &str, step: &str) -> RgbImage {
    sandbox.succeed(&[&words(command)[..], &["--select", step, "-o", "still.png", "--force"]].concat());
    read_rgb(&sandbox.path("still.png"))
}
