//! MP4 in a browser.

use std::fs;

use image::RgbImage;
use queenreel::encode::{EncodeOptions, Format};

use crate::common::sandbox::Sandbox;
use crate::common::svg::mean_difference;
use crate::common::table::words;
use crate::driver::Browser;
use crate::reference::{Reference, paced};

#[test]
fn a_browser_plays_and_seeks() {
    let Some(browser) = Browser::start() else { return };
    let reference = Reference::new(8, 1, 480, &paced(200, 2000));
    let file = reference.file(Format::Mp4, EncodeOptions::default());
    let page = file.path.with_extension("html");
    let name = file.path.file_name().unwrap().to_str().unwrap();
    fs::write(&page, format!("<body style='margin: 0'><video muted src='{name}'></video>")).unwrap();
    browser.open(&page, (480, 480), 1);
    let until = |condition: &str| {
        browser.wait(&format!("(video => {condition})(document.querySelector('video'))"));
    };
    let pictures = reference.at_rate(30);
    until(&format!("Math.abs(video.duration - {} / 30) < 0.01", pictures.len()));
    until("video.play() && video.currentTime > 0.3");
    until("video.pause() === undefined && video.paused");
    // Backward too, to a picture just before a key frame, and to one just after.
    for number in [600, 239, 241, pictures.len() - 1, 0] {
        let time = (number as f64 + 0.5) / 30.0;
        until(&format!("(video.currentTime = {time}) > 0"));
        until("!video.seeking && video.readyState >= 2");
        let shown = browser.picture();
        let expected = RgbImage::from_raw(480, 480, pictures[number].to_vec()).unwrap();
        let difference = mean_difference(&shown, &expected);
        assert!(difference < 2.0, "picture {number}: {difference}");
    }
}

#[test]
fn a_browser_drops_no_picture_of_a_film_with_motion() {
    let Some(browser) = Browser::start() else { return };
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("search 6 --view article --delay 300ms -o film.mp4"));
    sandbox.write("page.html", "<body style='margin: 0'><video muted src='film.mp4'></video>");
    // Other tests use the same machine: one of a few attempts must be without a gap.
    let last = 60;
    let mut gaps = Vec::new();
    for _ in 0..10 {
        browser.open(&sandbox.path("page.html"), (1024, 1024), 1);
        browser.wait("document.querySelector('video').readyState >= 4");
        browser.run(include_str!("mp4.js"));
        browser.wait(&format!("shown.at(-1) >= {last}"));
        let quality = "document.querySelector('video').getVideoPlaybackQuality()";
        let (shown, dropped): (Vec<u64>, u64) =
            browser.read(&format!("[shown, {quality}.droppedVideoFrames]"));
        let missing = (0..=last).filter(|picture| !shown.contains(picture)).collect::<Vec<u64>>();
        if missing.is_empty() && dropped == 0 {
            return;
        }
        gaps.push((missing, dropped));
    }
    panic!("pictures that were not shown: {gaps:?}");
}
