//! Excerpts of searches.

use queenreel::board::BoardSize;
use queenreel::film::{FilmBuilder, FilmError, Source};
use queenreel::search::{Algorithm, Order};

use super::{Fact, Listed, assert_excerpts, facts, seconds};
use crate::common::decode::gif_frames;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;

fn search_facts(whole: &[Listed]) -> Vec<Fact> {
    let mut step = 0;
    facts(whole, |entry| {
        step += u64::from(!["start", "dead_end"].contains(&entry["event"].as_str().unwrap()));
        [step, entry["backtracks"].as_u64().unwrap(), entry["solutions"].as_u64().unwrap()]
    })
}

/// The times of the frames of a GIF in milliseconds.
fn delays(gif: &[u8]) -> Vec<u32> {
    gif_frames(gif).map(|frame| frame.delay().numer_denom_ms().0).collect()
}

#[test]
fn an_excerpt_has_the_pictures_of_the_whole_film() {
    let searches: [&[&str]; 4] = [
        &["search", "4", "--all", "--size", "120"],
        &["search", "4", "--all", "--view", "lecture", "--canvas", "854x480"],
        &["search", "5", "--algorithm", "forward-checking", "--view", "article", "--size", "480"],
        &["search", "4", "--algorithm", "marking", "--all", "--panel", "stages", "--canvas", "854x480"],
    ];
    for search in sampled(2, searches) {
        assert_excerpts(&Sandbox::new(), search, search_facts);
    }
}

#[test]
fn a_film_of_an_excerpt_has_its_frames_with_their_times() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "8", "--select", "3..23", "-o", "some.gif", "--size", "160"]);
    // The last three queens of the first descent, the first that is taken off, and the first after it; then fast
    // forward. The last frame is held.
    let expected = [&[300, 300, 3030, 700, 300][..], &[30; 15], &[2200]].concat();
    assert_eq!(delays(&sandbox.read("some.gif")), expected);
    let even = ["search", "8", "--select", "20..40", "--pace", "even", "-o", "even.gif", "--size", "160"];
    // Like a film of 21 frames, not of 219.
    assert!(sandbox.stdout(&even).contains("21 frames"));
    assert_eq!(delays(&sandbox.read("even.gif"))[0], 500);
}

#[test]
fn speed_divides_all_times_and_the_first_frame_can_be_held() {
    let sandbox = Sandbox::new();
    for command in [
        &["search", "4", "--all", "--size", "120"][..],
        &["search", "5", "--view", "article"],
        &["race", "4", "backtracking", "eager"],
    ] {
        let usual = seconds(&sandbox, command);
        for (speed, factor) in [("2x", 2.0), ("0.5", 0.5), ("1.25x", 1.25)] {
            let scaled = seconds(&sandbox, &[command, &["--speed", speed]].concat());
            assert_eq!(scaled.len(), usual.len());
            for (scaled, usual) in scaled.iter().zip(&usual) {
                assert!((scaled * factor - usual).abs() < 1e-5, "{command:?} {speed}: {scaled}, {usual}");
            }
        }
        let held = seconds(&sandbox, &[command, &["--start-hold", "4s", "--speed", "2x"]].concat());
        assert_eq!(held[0], 2.0, "{command:?}");
        assert!((held[1] * 2.0 - usual[1]).abs() < 1e-5, "{command:?}");
    }
    let excerpt =
        seconds(&sandbox, &["search", "4", "--select", "3..5", "--delay", "1s", "--start-hold", "2s"]);
    assert_eq!(excerpt, [2.0, 1.0, 3.0], "the first frame of an excerpt is held");
    let lasting = seconds(&sandbox, &["search", "6", "--select", "0..10", "--duration", "5s"]);
    assert_eq!(lasting.len(), 11);
    assert!((lasting.iter().sum::<f64>() - 5.0).abs() < 1e-3, "{lasting:?}");
    // Browsers slow down GIF frames that are shorter than 20 ms.
    sandbox.succeed(&["search", "4", "--delay", "50ms", "--speed", "100x", "-o", "fast.gif"]);
    assert_eq!(delays(&sandbox.read("fast.gif"))[..12], [20; 12]);
}

#[test]
fn the_library_has_excerpts_too() {
    let size = BoardSize::new(4).unwrap();
    let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
    let film = |select: &str| {
        FilmBuilder::new(size).board_width(120).select(select.parse().unwrap()).film(&source, Vec::new())
    };
    assert_eq!(film("3,7..8").unwrap().1.frames, 3);
    assert!(matches!(film("13"), Err(FilmError::NothingSelected { frames: 13, steps: 12, .. })));
}
