//! MP4 in a browser.

use std::fs;
use std::thread;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format};

use crate::common::sandbox::Sandbox;
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
        let script = format!("(video => {condition})(document.querySelector('video'))");
        for _ in 0..400 {
            if browser.value(&script) == true {
                return;
            }
            thread::sleep(Duration::from_millis(25));
        }
        panic!("after ten seconds, not {condition}");
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
        let difference = |expected: &[u8]| {
            let pairs = shown.as_raw().iter().zip(expected);
            pairs.map(|(one, other)| u64::from(one.abs_diff(*other))).sum::<u64>() / expected.len() as u64
        };
        assert!(difference(pictures[number]) < 2, "picture {number}: {}", difference(pictures[number]));
    }
}

/// Plays the first half of the film at a quarter of its speed, and stores the times of the shown pictures.
const PLAY: &str = "
const video = document.querySelector('video');
window.shown = [];
const keep = (now, { mediaTime }) => {
  shown.push(Math.round(mediaTime * 30));
  if (!video.paused) video.requestVideoFrameCallback(keep);
};
video.requestVideoFrameCallback(keep);
video.currentTime = 0;
video.playbackRate = 0.25;
video.play();
";

#[test]
fn a_browser_drops_no_picture_of_a_film_with_motion() {
    let Some(browser) = Browser::start() else { return };
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "6", "--view", "article", "--delay", "300ms", "-o", "film.mp4"]);
    sandbox.write("page.html", "<body style='margin: 0'><video muted src='film.mp4'></video>");
    // Other tests use the same machine: one of a few attempts must be without a gap.
    let last = 60;
    let mut gaps = Vec::new();
    for _ in 0..10 {
        browser.open(&sandbox.path("page.html"), (1024, 1024), 1);
        browser.wait("document.querySelector('video').readyState >= 4");
        browser.run(PLAY);
        browser.wait(&format!("shown.at(-1) >= {last}"));
        let dropped =
            browser.value("document.querySelector('video').getVideoPlaybackQuality().droppedVideoFrames");
        let shown: Vec<u64> = serde_json::from_value(browser.value("shown")).unwrap();
        let missing = (0..=last).filter(|picture| !shown.contains(picture)).collect::<Vec<u64>>();
        if missing.is_empty() && dropped == 0 {
            return;
        }
        gaps.push((missing, dropped));
    }
    panic!("pictures that were not shown: {gaps:?}");
}
