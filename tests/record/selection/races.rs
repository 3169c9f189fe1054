//! Excerpts of races, whose steps are ticks.

use queenreel::board::BoardSize;
use queenreel::film::{FilmBuilder, FilmError, RaceSpec, Source};
use queenreel::search::Algorithm;
use serde_json::Value;

use super::{Fact, Listed, assert_excerpts, facts, seconds};
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr};

fn lanes(entry: &Value) -> &[Value] {
    entry["lanes"].as_array().unwrap()
}

/// The number of a key, of each lane.
fn of_lanes<'a>(entry: &'a Value, key: &'a str) -> impl Iterator<Item = u64> + 'a {
    lanes(entry).iter().map(move |lane| lane[key].as_u64().unwrap())
}

/// The end of a solver counts as a solution.
fn race_facts(whole: &[Listed]) -> Vec<Fact> {
    let last = &whole.last().unwrap().entry;
    facts(whole, |entry| {
        let ended = of_lanes(entry, "ticks").zip(of_lanes(last, "ticks")).filter(|(now, end)| now == end);
        let solutions = of_lanes(entry, "solutions").sum::<u64>() + ended.count() as u64;
        [entry["ticks"].as_u64().unwrap(), of_lanes(entry, "backtracks").sum(), solutions]
    })
}

/// A log of two solvers that take turns.
fn log_with_lanes(sandbox: &Sandbox) -> String {
    let events = |algorithm: &str, lane: &str| -> Vec<String> {
        let arguments = ["search", "4", "--algorithm", algorithm, "--events", "-", "--quiet"];
        let log = sandbox.stdout(&arguments);
        let in_lane = |line: &str| line.replacen('{', &format!("{{\"lane\":{lane},"), 1) + "\n";
        log.lines().skip(1).map(in_lane).collect()
    };
    let (one, other) = (events("backtracking", "1"), events("forward-checking", "2"));
    let longest = one.len().max(other.len());
    let turns = (0..longest).flat_map(|turn| [one.get(turn), other.get(turn)]).flatten();
    "{\"queens\":4}\n".to_owned() + &turns.cloned().collect::<String>()
}

#[test]
fn an_excerpt_of_a_race_has_the_pictures_of_the_whole_film() {
    let races: [&[&str]; 5] = [
        &["race", "4", "backtracking", "eager", "--size", "120"],
        &["race", "5", "backtracking", "min-conflicts", "forward-checking", "--canvas", "640x360"],
        &["race", "4", "backtracking", "marking", "bitfield", "--all", "--size", "120"],
        &["race", "4", "backtracking", "eager", "--clock", "tests", "--size", "120", "--theme", "dark"],
        &["race", "4", "backtracking", "marking", "--every", "3", "--size", "120"],
    ];
    for race in sampled(2, races) {
        assert_excerpts(&Sandbox::new(), race, race_facts);
    }
}

#[test]
fn lanes_of_a_log_have_excerpts_as_races_do() {
    let sandbox = Sandbox::new();
    sandbox.write("lanes.jsonl", log_with_lanes(&sandbox));
    assert_excerpts(&sandbox, &["replay", "lanes.jsonl", "--size", "120"], race_facts);
    for lanes in ["1", "2"] {
        let one =
            sandbox.stdout(&["replay", "lanes.jsonl", "--lanes", lanes, "--select", "2..4", "-o", "one.gif"]);
        assert!(one.contains("3 frames"), "{one}");
    }
    let none = sandbox.fail(2, &["replay", "lanes.jsonl", "--select", "900"]);
    assert!(none.contains("nothing is selected: the race has the ticks 0 to 38"), "{none}");
    let wrong = sandbox.feed(log_with_lanes(&sandbox), &["replay", "-", "--select", "t=9..3"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
}

#[test]
fn an_excerpt_of_a_race_has_the_pace_of_a_film_of_its_length() {
    let sandbox = Sandbox::new();
    let race = ["race", "6", "backtracking", "eager", "--size", "120"];
    let of = |options: &[&str]| seconds(&sandbox, &[&race, options].concat());
    let usual = of(&[]);
    assert!(usual[1] < 0.2, "{}", usual[1]);
    let some = of(&["--select", "20..40"]);
    assert_eq!((some.len(), &some[..20], some[20]), (21, &[0.5; 20][..], 3.0));
    // The first is held, as in any film; the second, the last of all, shows the result.
    let results = of(&["--select", "solutions"]);
    assert!(results.len() == 2 && (0.6..=2.0).contains(&results[0]) && results[1] == 3.0, "{results:?}");
    let timed = of(&["--select", "t=1s..2s"]);
    let first = (1.0 / usual[1]).floor() as usize;
    assert_eq!(timed[..timed.len() - 1], usual[first..first + timed.len() - 1]);
    assert!((0.9..=1.0 + 2.0 * usual[1]).contains(&(timed.len() as f64 * usual[1])), "{timed:?}");
    let lasting = of(&["--select", "0..10", "--duration", "5s"]);
    assert_eq!(lasting.len(), 11);
    assert!((lasting.iter().sum::<f64>() - 5.0).abs() < 1e-3, "{lasting:?}");
    let held = of(&["--select", "3..5", "--start-hold", "4s", "--speed", "2x"]);
    assert_eq!(held, [2.0, 0.25, 1.5]);
}

#[test]
fn an_excerpt_of_a_race_shows_each_tick_while_there_is_time() {
    let sandbox = Sandbox::new();
    let race = ["race", "8", "backtracking", "eager", "--size", "120"];
    let ticks = |options: &[&str]| -> Vec<u64> {
        sandbox.succeed(&[&race, options, &["-o", "frames/", "--quiet"]].concat());
        sandbox.listed("frames/frames.json").iter().map(|frame| frame["ticks"].as_u64().unwrap()).collect()
    };
    // The film of all shows every other tick.
    assert_eq!(ticks(&["--select", "500..505"]), [500, 501, 502, 503, 504, 505]);
    assert_eq!(ticks(&["--select", "first-solution..+3"]), [1094, 1095, 1096, 1097]);
    let long = ticks(&["--select", "3,11..1000"]);
    assert_eq!((long[..2].to_vec(), long[long.len() - 1]), (vec![3, 11], 1000));
    assert!(long[2..].windows(2).all(|pair| pair[1] - pair[0] <= 2), "{long:?}");
    assert!((490..=500).contains(&long.len()), "{}", long.len());
    assert_eq!(ticks(&["--select", "11..1000", "--every", "1"]), (11..=1000).collect::<Vec<u64>>());
    assert_eq!(ticks(&["--select", "10..30", "--every", "7"]), [14, 21, 28]);
}

#[test]
fn the_library_has_excerpts_of_races_too() {
    let size = BoardSize::new(4).unwrap();
    let race = Source::race(RaceSpec::new(size, &[Algorithm::Backtracking, Algorithm::Eager]));
    let film = |select: &str| FilmBuilder::new(size).select(select.parse().unwrap()).film(&race, Vec::new());
    let (_, summary) = film("3,7..8,first-solution").unwrap();
    assert_eq!((summary.frames, summary.lanes[0].ticks, summary.lanes[1].rank), (4, 38, Some(2)));
    assert!(matches!(film("45"), Err(FilmError::NothingSelectedOfRace { ticks: 44, time: None })));
    assert!(matches!(film("t=1h"), Err(FilmError::NothingSelectedOfRace { time: Some(_), .. })));
}
