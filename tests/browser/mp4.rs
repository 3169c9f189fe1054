//! MP4 in a browser.

use std::fs;
use std::thread;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format};

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
    // Backwards too, to a picture just before a key frame, and to one just after.
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
