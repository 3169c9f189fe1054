//! Excerpts of searches.

use queenreel::board::BoardSize;
use queenreel::film::{FilmBuilder, FilmError, Source};
use queenreel::search::{Algorithm, Order};

use super::{Fact, Listed, assert_excerpts, facts, frames, seconds};
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
    // The last three queens of the first descent, and the first that is taken off; the last frame is held.
    let expected = [&[350, 350, 350, 900][..], &[40; 16], &[2200]].concat();
    assert_eq!(delays(&sandbox.read("some.gif")), expected);
    let even = ["search", "8", "--select", "20..40", "--pace", "even", "-o", "even.gif", "--size", "160"];
    // Like a film of 21 frames, not of 219.
    assert!(sandbox.stdout(&even).contains("21 frames"));
    assert_eq!(delays(&sandbox.read("even.gif"))[0], 500);
    let timed = sandbox.stdout(&["search", "8", "--select", "t=1s..2s", "-o", "timed.gif", "--size", "160"]);
    // The empty board is shown for 500 ms, each queen for 350: those that are there at 1 s, 1.2, 1.55 and 1.9 s.
    assert!(timed.contains("4 frames"), "as fast as the whole film: {timed}");
}

#[test]
fn a_long_search_can_have_a_short_excerpt() {
    let sandbox = Sandbox::new();
    sandbox.refuse(2, &["search", "20", "-o", "film.gif"], &["frames, and the limit is 10,000"]);
    let some = sandbox.stdout(&["search", "20", "--select", "100..150", "-o", "film.gif"]);
    assert!(some.contains("51 frames"), "{some}");
    sandbox.refuse(2, &["search", "20", "--select", "10..", "-o", "film.gif"], &["and the limit is 10,000"]);
}

#[test]
fn the_poster_is_of_the_excerpt() {
    let sandbox = Sandbox::new();
    let film = |select: &str, poster: &str| {
        sandbox.succeed(&[
            "search", "4", "--all", "--select", select, "-o", "film.gif", "--size", "120", "--poster", poster,
        ]);
        sandbox.read(poster)
    };
    let whole = frames(&sandbox, &["search", "4", "--all", "--size", "120"]);
    let solutions: Vec<&Listed> = whole.iter().filter(|frame| frame.entry["event"] == "solution").collect();
    let same = |poster: &[u8], frame: &Listed| {
        image::load_from_memory(poster).unwrap() == image::load_from_memory(&frame.png).unwrap()
    };
    assert!(same(&film("0..14", "first.png"), solutions[0]));
    assert!(same(&film("3..5", "five.png"), &whole[5]));
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
fn selections_that_are_wrong_are_explained() {
    let sandbox = Sandbox::new();
    for (select, message) in [
        ("500", "nothing is selected: the film has 13 frames, of the steps 0 to 12, and lasts 6s"),
        ("t=1h", "nothing is selected"),
        ("9..3", "'9..3' ends before it begins"),
        ("backtrack", "'backtrack' selects nothing: write steps like 37"),
    ] {
        sandbox.refuse(2, &["search", "4", "--select", select], &[message]);
    }
    for (arguments, message) in [
        (vec!["search", "6", "--select", "0..9", "--duration", "50ms", "-o", "x.gif"], "is too short"),
        (
            vec!["search", "6", "--select", "t=1s..2s", "--duration", "9s"],
            "--duration is that of the excerpt",
        ),
        (vec!["search", "6", "--events", "-", "--select", "0..3"], "--select is for films"),
        (vec!["search", "29", "--detail", "tests", "--select", "0..5"], "at most 2,000,000 frames"),
    ] {
        sandbox.refuse(2, &arguments, &[message]);
    }
    assert!(sandbox.names().is_empty());
    let events = sandbox.stdout(&["search", "4", "--events", "-"]);
    sandbox.replay(events, &["--select", "solutions", "-o", "one.gif"]);
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
