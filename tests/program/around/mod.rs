//! Intro, outro and thumbnail of a film.

mod cards;
mod command;
mod films;
mod thumbnails;
mod times;

use image::{DynamicImage, RgbImage};

use crate::common::decode::gif_frames;
use crate::common::sandbox::Sandbox;

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
    let arguments: Vec<&str> = command.split(' ').chain(["-o", "film.gif", "--force"]).collect();
    sandbox.succeed(&[&arguments[..], more].concat());
    pictures(&sandbox.read("film.gif"))
}
