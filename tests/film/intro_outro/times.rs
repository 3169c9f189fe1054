//! The times of films with cards: of the whole film, and of subtitles.

use crate::common::decode::gif_frames;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;

fn length(gif: &[u8]) -> u32 {
    gif_frames(gif).map(|frame| frame.delay().numer_denom_ms().0).sum()
}

#[test]
fn cards_are_part_of_a_given_duration() {
    let sandbox = Sandbox::new();
    let around = ["--intro", "2s", "--outro", "3s", "--thumbnail", "solution"];
    let films = [
        "search 6 --duration 12s",
        "search 8 --all --duration 9s",
        "search 6 --select 5..20 --duration 11s",
        "race 6 eager marking --canvas 640x360 --duration 10s",
    ];
    for command in sampled(2, films) {
        let arguments: Vec<&str> = command.split(' ').collect();
        let asked: u32 = arguments.last().unwrap().trim_end_matches('s').parse().unwrap();
        sandbox.succeed(&[&arguments[..], &around, &["-o", "film.gif", "--force"]].concat());
        assert_eq!(length(&sandbox.read("film.gif")), asked * 1000, "{command}");
    }
}

#[test]
fn speed_does_not_change_cards() {
    let sandbox = Sandbox::new();
    let search = ["search", "5", "-o", "film.gif", "--force", "--delay", "400ms", "--hold", "2s"];
    let length = |more: &[&str]| {
        sandbox.succeed(&[&search[..], more].concat());
        length(&sandbox.read("film.gif"))
    };
    let plain = length(&["--speed", "2x"]);
    assert_eq!(length(&["--speed", "2x", "--intro", "1s", "--outro", "1500ms"]), plain + 2500);
}

/// Cues: begin and end in milliseconds, and text.
fn cues(vtt: &[u8]) -> Vec<(u64, u64, String)> {
    let millis = |time: &str| {
        let parts: Vec<u64> = time.split([':', '.']).map(|part| part.parse().unwrap()).collect();
        ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
    };
    let text = std::str::from_utf8(vtt).unwrap();
    let cues = text.split("\n\n").filter_map(|block| {
        let (times, words) = block.split_once('\n')?;
        let (start, end) = times.split_once(" --> ")?;
        Some((millis(start), millis(end), words.to_owned()))
    });
    cues.collect()
}

#[test]
fn subtitles_are_later_by_the_card_before_them() {
    let sandbox = Sandbox::new();
    let films = [
        ("search 6 --caption --delay 130ms --hold 700ms", "gif", 20),
        ("search 5 --all --delay 90ms", "webp", 20),
        ("race 4 eager marking --canvas 640x360", "apng", 20),
        ("gallery 6 --delay 250ms", "y4m", 33),
    ];
    for (command, format, moment) in sampled(2, films) {
        let output = format!("film.{format}");
        let arguments: Vec<&str> = command.split(' ').collect();
        let read = |more: &[&str]| {
            let output = ["-o", &output, "--subtitles", "film.vtt", "--force"];
            sandbox.succeed(&[&arguments[..], &output, more].concat());
            cues(&sandbox.read("film.vtt"))
        };
        let plain = read(&[]);
        for (more, later) in [
            (&["--intro", "2500ms"][..], 2500),
            (&["--outro", "4s"], 0),
            (&["--thumbnail", "solution", "--intro", "1s", "--outro", "1s"], 1000 + moment),
        ] {
            let with = read(more);
            assert_eq!(with.len(), plain.len(), "{command}, {more:?}");
            for (one, other) in plain.iter().zip(&with) {
                assert_eq!(one.2, other.2, "{command}, {more:?}");
                for (before, after) in [(one.0, other.0), (one.1, other.1)] {
                    assert!(after.abs_diff(before + later) <= 1, "{command}, {more:?}: {one:?}, {other:?}");
                }
            }
        }
    }
}
