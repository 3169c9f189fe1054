//! Times that depend on events: long for new ones and for captions, which must be read.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde_json::Value;

use queenreel::board::Square;
use queenreel::encode::{EncodeOptions, Format};
use queenreel::film::{FilmBuilder, FilmOptions, Source, View};
use queenreel::record::Detail;
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, until_solutions};

use crate::common::decode::{gif_frames, webp_frames};
use crate::common::known::size;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;

/// The frames of a film as listed in its manifest.
pub fn frames(command: &str) -> Vec<Value> {
    let small: &[&str] = if command.contains("--view lecture") {
        &["--canvas", "960x540"]
    } else if command.contains("article") {
        &[]
    } else {
        &["--size", "96"]
    };
    listed(&Sandbox::new(), &[&command.split(' ').collect::<Vec<_>>(), small].concat())
}

/// The frames of a film of this command.
fn listed(sandbox: &Sandbox, command: &[&str]) -> Vec<Value> {
    sandbox.succeed(&[command, &["-o", "f/"]].concat());
    sandbox.listed("f/frames.json")
}

pub fn seconds(frame: &Value) -> f64 {
    frame["seconds"].as_f64().unwrap()
}

fn total(frames: &[Value]) -> f64 {
    frames.iter().map(seconds).sum()
}

#[test]
fn films_are_as_long_as_their_stories() {
    for (command, length, count) in [
        ("search 8", 15.4, 219.0),
        ("search 6 --view lecture", 36.5, 69.0),
        ("search 8 --view lecture", 37.5, 231.0),
        ("search 8 --view article", 37.3, 221.0),
    ] {
        let frames = frames(command);
        for (found, wanted) in [(total(&frames), length), (frames.len() as f64, count)] {
            assert!((0.9..=1.1).contains(&(found / wanted)), "{command}: {found}, not {wanted}");
        }
    }
}

#[test]
fn every_placement_and_every_backtrack_is_a_frame() {
    let views = ["plain", "article", "lecture"];
    let films = Algorithm::ALL.into_iter().flat_map(|algorithm| views.map(|view| (algorithm, view)));
    for (algorithm, view) in sampled(7, films) {
        let n = if algorithm.most_queens() < 6 { 4 } else { 6 };
        let command = format!("search {n} --algorithm {algorithm} --view {view}");
        let shown = frames(&command).into_iter().filter_map(|frame| {
            let event = frame["event"].as_str().unwrap();
            let square = |key: &str| square(&frame[key]);
            match event {
                "place" | "remove" => Some(format!("{event} {}", square("square"))),
                "move" => Some(format!("move {} {}", square("from"), square("to"))),
                // A solution shares the frame of the event that completes it.
                "board" | "solution" => Some(event.to_owned()),
                _ => None,
            }
        });
        let json = |at: Square| format!("{}/{}", at.row, at.column);
        let mut done: Vec<String> = Vec::new();
        for event in until_solutions(algorithm.events(size(n), Order::Columns, DEFAULT_SEED), Some(1)) {
            match event {
                Event::Place(square) => done.push(format!("place {}", json(square))),
                Event::Remove(square) => done.push(format!("remove {}", json(square))),
                Event::Move { from, to, .. } => done.push(format!("move {} {}", json(from), json(to))),
                Event::Board => done.push("board".to_owned()),
                Event::Solution => *done.last_mut().unwrap() = "solution".to_owned(),
                _ => {}
            }
        }
        assert_eq!(shown.collect::<Vec<_>>(), done, "{command}");
    }
}

/// The row and the column of a square in a list.
fn square(value: &Value) -> String {
    format!("{}/{}", value["row"], value["column"])
}

#[test]
fn refused_squares_of_a_column_are_one_frame() {
    for n in [4, 6, 8] {
        let frames = frames(&format!("search {n} --view lecture --pace even"));
        let squares = |frame: &Value| -> Vec<Value> {
            match frame["refused"].as_array() {
                Some(several) => several.clone(),
                None => vec![frame["square"].clone()],
            }
        };
        let mut shown = frames.iter().filter(|frame| frame["event"] == "test").map(squares);
        let mut group: Vec<Value> = Vec::new();
        for event in until_solutions(Algorithm::Backtracking.events(size(n), Order::Columns, 0), Some(1)) {
            match event {
                Event::Test { square, attacker: Some(_), .. } => {
                    group.push(serde_json::to_value(square).unwrap());
                }
                _ if !group.is_empty() => assert_eq!(shown.next(), Some(std::mem::take(&mut group))),
                _ => {}
            }
        }
        assert_eq!(shown.next(), None);
        let words = |frame: &Value| frame["caption"].as_str().unwrap().to_owned();
        let first = frames.iter().find(|frame| frame["refused"].is_array()).map(words);
        assert_eq!(first, Some(format!("b{n} and b{} are attacked", n - 1)));
    }
}

/// The playing time of a film in a format that `image` reads, or of a video.
fn playing_time(format: Format, problem: u64, view: View, duration: Option<Duration>) -> Duration {
    let source = Source::algorithm(size(problem), Algorithm::Backtracking, Order::Columns, 0, Some(1));
    let encode = EncodeOptions { advance: format == Format::Pptx, ..EncodeOptions::default() };
    let options = FilmOptions { encode, ..FilmOptions::default() };
    let mut builder = FilmBuilder::with_options(size(problem), options).format(format).view(view);
    if view.is_lecture() {
        builder = builder.detail(Detail::Columns).canvas(960, 540);
    }
    if let Some(duration) = duration {
        builder = builder.duration(duration);
    }
    let (bytes, summary) = builder.film(&source, Vec::new()).unwrap();
    let time = |frame: image::Frame| Duration::from(frame.delay());
    let decoded: Duration = match format {
        Format::Gif => gif_frames(&bytes).map(time).sum(),
        Format::WebP => webp_frames(&bytes).map(time).sum(),
        _ => summary.playing_time,
    };
    assert_eq!(decoded, summary.playing_time, "{format}");
    summary.playing_time
}

#[test]
fn all_formats_have_the_same_times() {
    for (n, view) in sampled(3, [(6, View::Plain), (6, View::Article), (5, View::Lecture)]) {
        let gif = playing_time(Format::Gif, n, view, None);
        for format in Format::drawn()
            .filter(|format| format.is_played() && ![Format::PngFrames, Format::Html].contains(format))
        {
            let time = playing_time(format, n, view, None);
            // One is in hundredths, the other in whole pictures.
            assert!(time.abs_diff(gif) <= Duration::from_millis(44), "{format}, {view:?}: {time:?}, {gif:?}");
        }
    }
}

/// Compares the time of a film with the one that it was given.
fn assert_lasts(format: Format, n: u64, view: View, duration: Duration) {
    let time = playing_time(format, n, view, Some(duration));
    let is_met = time.abs_diff(duration) <= Duration::from_millis(10);
    assert!(is_met, "{format}, {n}, {view:?}: {time:?}, {duration:?}");
}

#[test]
fn a_duration_is_met_to_one_picture() {
    for seconds in sampled(4, [1, 2, 7, 30, 61, 600]) {
        let duration = Duration::from_secs(seconds);
        let films = [(1, View::Plain), (2, View::Plain), (6, View::Plain), (6, View::Article)];
        for (n, view) in sampled(2, films) {
            for format in [Format::Gif, Format::WebP, Format::Svg] {
                assert_lasts(format, n, view, duration);
            }
        }
        let time = playing_time(Format::Y4m, 4, View::Plain, Some(duration));
        assert!(time.abs_diff(duration) <= Duration::from_millis(34), "{time:?}, {duration:?}");
    }
}

#[test]
fn films_that_leave_out_frames_have_times_that_can_be_shown() {
    for command in include_str!("pace/films.txt").lines() {
        let frames = frames(command);
        assert!(frames.iter().all(|frame| seconds(frame) >= 0.02 - 1e-9), "{command}");
        let starts: Vec<u64> = frames.iter().map(|frame| frame["start_ms"].as_u64().unwrap()).collect();
        assert!(starts.is_sorted_by(|one, next| one < next), "{command}: {starts:?}");
        assert!(total(&frames) >= 0.5, "{command}");
    }
}

#[test]
fn excerpts_keep_the_times_of_the_whole_film() {
    let key = |frame: &Value| format!("{} {}", frame["step"], frame["event"]);
    for view in ["plain", "lecture"] {
        let whole: HashMap<String, f64> = frames(&format!("search 6 --view {view}"))
            .iter()
            .map(|frame| (key(frame), seconds(frame)))
            .collect();
        let part = frames(&format!("search 6 --view {view} --select 5..30,first-solution"));
        assert!(part.len() > 15);
        for frame in &part {
            assert_eq!(seconds(frame), whole[&key(frame)], "{frame}");
        }
    }
    // An excerpt with another end is held there, as the whole film is.
    let part = frames("search 6 --select 5..30");
    assert_eq!(seconds(part.last().unwrap()), 2.2);
}

#[test]
fn an_even_pace_is_the_same_for_every_step() {
    let even = frames("search 8 --pace even");
    assert!(even[..218].iter().all(|frame| seconds(frame) == 0.13));
    assert_eq!(seconds(&even[218]), 3.0);
    let given = frames("search 8 --delay 200ms");
    assert!(given[..218].iter().all(|frame| seconds(frame) == 0.2));
}

/// The pictures of a film with motion that equal neither frame, for each step.
#[test]
fn long_steps_have_three_pictures_in_between() {
    let options = ["--motion", "soft", "--fps", "50", "--format", "y4m", "-o", "-"];
    for command in ["search 8", "search 6 --view article", "search 8 --algorithm min-conflicts"] {
        let words: Vec<&str> = command.split(' ').collect();
        let sandbox = Sandbox::new();
        let frames = listed(&sandbox, &words);
        let film = sandbox.succeed(&[&words[..], &options].concat()).stdout;
        let header = film.iter().position(|byte| *byte == b'\n').unwrap();
        let side = |letter: char| -> usize {
            let text = std::str::from_utf8(&film[..header]).unwrap();
            text.split(' ').find_map(|part| part.strip_prefix(letter)?.parse().ok()).unwrap()
        };
        let picture = 3 * side('W') * side('H') + b"FRAME\n".len();
        let pictures: Vec<&[u8]> = film[header + 1..].chunks(picture).collect();
        let (mut time, mut before, mut long) = (0.0, None, 0);
        for frame in &frames {
            let first = (time * 50.0 - 1e-6_f64).ceil() as usize;
            time += seconds(frame);
            let Some(step) = pictures.get(first..(time * 50.0 - 1e-6).ceil() as usize) else { break };
            let Some(last) = step.last() else { continue };
            if before.is_some() && seconds(frame) >= 0.3499 {
                let between: HashSet<&&[u8]> =
                    step.iter().filter(|one| *one != last && Some(*one) != before).collect();
                assert!(between.len() >= 3, "{command}: {frame} has {}", between.len());
                long += 1;
            }
            before = Some(last);
        }
        assert!(long >= 3, "{command}");
        let expected = (time * 50.0 - 1e-6).ceil() as usize;
        assert!(pictures.len().abs_diff(expected) <= 1, "{command}: {}, not {expected}", pictures.len());
    }
}

#[test]
fn short_films_leave_out_steps_and_are_as_long_as_asked() {
    for (n, view) in [(6, View::Lecture), (8, View::Article)] {
        for half_seconds in sampled(16, 2..50) {
            let duration = Duration::from_millis(500 * half_seconds);
            for format in [Format::Svg, Format::WebP] {
                if format == Format::WebP && half_seconds % 7 > 0 {
                    continue;
                }
                assert_lasts(format, n, view, duration);
            }
        }
    }
    let few = frames("search 8 --duration 30s --max-frames 50");
    assert!(few.len() <= 50 && (total(&few) - 30.0).abs() < 1e-3, "{} frames", few.len());
    // Dead ends without a separate frame are no reason to refuse a film.
    assert_eq!(frames("search 8 --view article --max-frames 221").len(), 221);
    let held = frames("search 8 --select 0..20 --hold 5s --duration 10s");
    assert!((seconds(held.last().unwrap()) - 5.0).abs() < 1e-3 && (total(&held) - 10.0).abs() < 1e-3);
}

/// The frames of a film of a log.
fn replayed(log: &str, options: &[&str]) -> Vec<Value> {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", log);
    listed(&sandbox, &[&["replay", "log.jsonl"], options].concat())
}

#[test]
fn what_a_solver_says_and_its_pauses_are_kept() {
    let sandbox = Sandbox::new();
    let log = sandbox.stdout(&["search", "8", "--events", "-"]);
    let plain = total(&replayed(&log, &["--view", "article"]));
    let lines: Vec<&str> = log.lines().collect();
    let late = lines.iter().rposition(|line| line.contains("backtrack")).unwrap() - 200;
    let dead_end = (late..lines.len()).find(|at| lines[*at].contains("backtrack")).unwrap();
    let with = |at: usize, detail: &str| {
        let line = lines[at].strip_suffix('}').unwrap().to_owned() + "," + detail + "}";
        [&lines[..at], &[&line], &lines[at + 1..]].concat().join("\n")
    };
    let paused = total(&replayed(&with(dead_end, r#""pause":"30s""#), &["--view", "article"]));
    assert!((paused - plain - 30.0).abs() < 0.01, "{paused} {plain}");
    // The third queen: a custom caption shortens no time.
    let placed = (0..lines.len()).filter(|at| lines[*at].contains("place")).nth(2).unwrap();
    let said = replayed(&with(placed, r#""caption":"In my own words""#), &["--view", "article"]);
    let is_own = |frame: &&Value| [&frame["caption"], &frame["reason"]].contains(&&"In my own words".into());
    let own = said.iter().find(is_own).unwrap();
    assert!(seconds(own) >= 1.2, "{own:?}");
}

#[test]
fn refused_squares_of_one_frame_are_in_a_line_of_the_algorithm() {
    // A row with one open square, and the next with one in the same column.
    for (n, block) in
        [("4", "d3,a1,a3,b3,a2,b1,d4"), ("5", "a4,b2,e1,e4,c1,b3,a1,c3,d1,a3,e2"), ("5", "a5,b5")]
    {
        for (algorithm, line) in [("anywhere", "row"), ("loops", "row"), ("backtracking", "column")] {
            let command = format!(
                "search {n} --block {block} --all --algorithm {algorithm} --detail columns --pace even"
            );
            let more = ["--max-frames", "20000"];
            let frames =
                listed(&Sandbox::new(), &[&command.split(' ').collect::<Vec<_>>(), &more[..]].concat());
            let several = frames.iter().filter_map(|frame| frame["refused"].as_array());
            for refused in several {
                assert!(
                    refused.iter().all(|square| square[line] == refused[0][line]),
                    "{command}: {refused:?}"
                );
            }
            // Each refused square is in one frame.
            let tested = frames.iter().filter(|frame| frame["event"] == "test");
            let refused = tested.map(|frame| frame["refused"].as_array().map_or(1, Vec::len)).sum::<usize>();
            let last = frames.last().unwrap();
            let number = |key: &str| last[key].as_u64().unwrap();
            assert_eq!(refused as u64, number("tests") - number("placements"), "{command}");
        }
    }
}
