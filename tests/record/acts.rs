//! The three acts of a film: their times, their sentences, and whether these are true.

use std::collections::BTreeSet;

use queenreel::search::Algorithm;
use serde_json::Value;

use super::pace::{frames, seconds};
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr};

/// A row and a column, counted from 1.
type Square = (u64, u64);

fn total<'a>(frames: impl IntoIterator<Item = &'a Value>) -> f64 {
    frames.into_iter().map(seconds).sum()
}

fn act(frame: &Value) -> u64 {
    frame["act"].as_u64().unwrap()
}

fn text<'a>(frame: &'a Value, key: &str) -> &'a str {
    frame[key].as_str().unwrap_or_default()
}

/// The sentences of a film, each with the frames that show it.
fn sentences(frames: &[Value]) -> Vec<&[Value]> {
    let words = |frame: &Value| (act(frame), frame["caption"].clone(), frame["reason"].clone());
    frames
        .chunk_by(|one, next| words(one) == words(next))
        .filter(|frames| !frames[0]["caption"].is_null())
        .collect()
}

const VIEWS: [&str; 3] = ["plain", "article", "lecture"];

#[test]
fn films_have_three_acts_whose_sentences_can_be_read() {
    let films = Algorithm::ALL.into_iter().flat_map(|algorithm| (4..=8).map(move |n| (algorithm, n)));
    let films = films.filter(|(algorithm, n)| {
        *n <= algorithm.most_queens() && (*algorithm != Algorithm::Random || *n < 7)
    });
    let films = films.flat_map(|film| VIEWS.map(|view| (film, view)));
    for ((algorithm, n), view) in sampled(13, films) {
        let command = format!("search {n} --algorithm {algorithm} --view {view}");
        let frames = frames(&command);
        assert!(frames.is_sorted_by_key(act), "{command}");
        let in_act = |number: u64| frames.iter().filter(move |frame| act(frame) == number);
        assert!(in_act(1).count() > 0 && in_act(3).count() > 0, "{command}");
        assert!(total(in_act(1)) <= 25.0, "{command}: {}", total(in_act(1)));
        let sentences = sentences(&frames);
        let in_act_one = sentences.iter().filter(|sentence| act(&sentence[0]) == 1).count();
        assert!(in_act_one <= 9, "{command}: {in_act_one}");
        if view == "plain" {
            continue;
        }
        for sentence in sentences {
            let (words, time) =
                ([text(&sentence[0], "caption"), text(&sentence[0], "reason")], total(sentence));
            let characters = words.concat().chars().count() as f64;
            assert!(time >= 1.1999 && characters / time <= 17.01, "{command}: {words:?} for {time} s");
        }
    }
}

#[test]
fn films_to_the_first_solution_are_short() {
    for n in [4, 6, 8] {
        for view in VIEWS {
            let time = total(&frames(&format!("search {n} --view {view}")));
            let range = match (view, n) {
                ("plain", _) => 6.0..=16.0,
                (_, 4) => 14.0..=24.0,
                (_, _) => 22.0..=38.0,
            };
            assert!(range.contains(&time), "{n}, {view}: {time} s");
        }
    }
}

#[test]
fn the_second_act_is_fast_and_has_no_sentences_but_where_it_stops() {
    for command in
        sampled(2, ["search 8 --view lecture", "search 8 --view article", "search 7 --all --view lecture"])
    {
        let frames = frames(command);
        let forward: Vec<&Value> = frames.iter().filter(|frame| act(frame) == 2).collect();
        let (stops, runs): (Vec<&Value>, Vec<&Value>) =
            forward.iter().partition(|frame| !frame["caption"].is_null());
        assert!(stops.len() <= 3, "{command}: {stops:?}");
        for frame in runs {
            let time = seconds(frame);
            match text(frame, "event") {
                "place" | "remove" => assert!((0.02..=0.12).contains(&time), "{command}: {frame}"),
                "solution" => assert_eq!(time, 0.2, "{command}: {frame}"),
                other => panic!("{command}: {other} in fast forward"),
            }
        }
    }
}

/// The squares of the queens after each frame of a search that places queens one by one.
fn boards(frames: &[Value]) -> Vec<BTreeSet<Square>> {
    let mut queens = BTreeSet::new();
    let board = |frame: &Value| {
        let square =
            || (frame["square"]["row"].as_u64().unwrap(), frame["square"]["column"].as_u64().unwrap());
        match text(frame, "event") {
            "place" | "solution" => queens.insert(square()),
            "remove" => queens.remove(&square()),
            _ => false,
        };
        queens.clone()
    };
    frames.iter().map(board).collect()
}

/// The number of safe squares of each column without a queen, counted from scratch.
fn safe_squares(n: u64, queens: &BTreeSet<Square>) -> Vec<(u64, u64)> {
    let is_safe = |row: u64, column: u64| {
        queens.iter().all(|(r, c)| *r != row && *c != column && r.abs_diff(row) != c.abs_diff(column))
    };
    let vacant = (1..=n).filter(|column| queens.iter().all(|(_, c)| c != column));
    vacant.map(|column| (column, (1..=n).filter(|row| is_safe(*row, column)).count() as u64)).collect()
}

#[test]
fn a_column_is_said_to_be_lost_when_it_is_for_the_first_time() {
    for n in 4..=8 {
        for algorithm in ["backtracking", "eager", "marking", "bitfield", "forward-checking"] {
            let command = format!("search {n} --algorithm {algorithm} --view article");
            let frames = frames(&command);
            let is_told = |frame: &Value| text(frame, "caption").ends_with("is already lost");
            let told = frames.iter().position(is_told);
            // A column behind the next column without a queen.
            let lost = |queens: &BTreeSet<Square>| {
                safe_squares(n, queens)
                    .into_iter()
                    .skip(1)
                    .find(|(_, safe)| *safe == 0)
                    .map(|(column, _)| column)
            };
            let boards = boards(&frames);
            let dead_end = frames.iter().position(|frame| text(frame, "event") == "dead_end");
            let first = boards
                .iter()
                .position(|queens| lost(queens).is_some())
                .filter(|first| dead_end.is_some_and(|end| *first < end));
            let is_seen = first.is_some_and(|first| {
                let next = frames[first + 1..]
                    .iter()
                    .find(|frame| ["place", "remove", "dead_end"].contains(&text(frame, "event")));
                next.is_none_or(|next| text(next, "event") != "place")
            });
            assert_eq!(told, first.filter(|_| !is_seen), "{command}");
            let Some(at) = told else { continue };
            let column = lost(&boards[at]).unwrap();
            let name = char::from(b'a' - 1 + u8::try_from(column).unwrap());
            assert_eq!(text(&frames[at], "caption"), format!("Column {name} is already lost"));
            let attackers: BTreeSet<Square> = (1..=n)
                .map(|row| {
                    let attacks = |(r, c): &&Square| *r == row || r.abs_diff(row) == c.abs_diff(column);
                    *boards[at].iter().min_by_key(|queen| (!attacks(queen), queen.1)).unwrap()
                })
                .collect();
            let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
            let reason =
                format!("{} queens attack all {} of its squares", words[attackers.len()], words[n as usize]);
            assert_eq!(text(&frames[at], "reason").to_lowercase(), reason, "{command}");
        }
    }
}

#[test]
fn the_last_sentence_says_what_the_search_cost() {
    for (command, caption, reason) in [
        ("search 6 --view article", "171 tests", "instead of 46,656 boards with a queen in each column"),
        ("search 8 --view article", "876 tests", "instead of 16,777,216 boards with a queen in each column"),
        (
            "search 6 --order rows --view article",
            "171 tests",
            "instead of 46,656 boards with a queen in each row",
        ),
        (
            "search 6 --all --view article",
            "4 solutions in 894 tests",
            "instead of 46,656 boards with a queen in each column",
        ),
        ("search 3 --view article", "No solution", "Each square of column a leads to a dead end"),
        (
            "search 6 --algorithm bitfield --view article",
            "31 placements",
            "instead of 46,656 boards with a queen in each column",
        ),
        (
            "search 4 --algorithm permutations --view article",
            "11 boards",
            "instead of 256 boards with a queen in each column",
        ),
        // 8 · 8 · 8 · 8 · 8 · 8 · 7, since one column has a queen and another a closed square.
        (
            "search 8 --start a8 --block c3 --view article",
            "876 tests",
            "instead of 1,835,008 boards with a queen in each column",
        ),
    ] {
        let frames = frames(command);
        let last = frames.last().unwrap();
        assert_eq!(text(last, "reason"), reason, "{command}");
        if !command.contains("--block") {
            assert_eq!(text(last, "caption"), caption, "{command}");
        }
    }
}

#[test]
fn films_that_leave_out_steps_are_shorter_and_say_so() {
    for command in
        sampled(2, ["search 8", "search 8 --view article", "search 6 --view lecture --canvas 960x540"])
    {
        let words: Vec<&str> = command.split(' ').collect();
        let sandbox = Sandbox::new();
        let film = |more: &[&str]| {
            let said = stderr(&sandbox.succeed(&[&words[..], more, &["-o", "f/"]].concat()));
            (sandbox.listed("f/frames.json"), said)
        };
        let (whole, said) = film(&[]);
        assert!(!said.contains("left out"), "{said}");
        for more in [["--every", "2"], ["--every", "3"], ["--every", "10"], ["--duration", "4s"]] {
            let (frames, said) = film(&more);
            assert!(total(&frames) < total(&whole), "{command} {more:?}: {}", total(&frames));
            let are_left_out = frames.len() < whole.len();
            assert_eq!(are_left_out, said.contains("frames are left out; the film lasts"), "{said}");
        }
    }
}

#[test]
fn an_excerpt_keeps_its_sentences_and_is_no_longer_than_the_film() {
    let whole = frames("search 6 --view lecture");
    for selection in ["..12", "10..40", "90..", "0..", "first-backtrack..+3"] {
        let part = frames(&format!("search 6 --view lecture --select {selection}"));
        assert!(total(&part) <= total(&whole) + 1e-6, "{selection}");
        let last = part.len() - 1;
        for frame in &part[..last] {
            let same = |other: &&Value| other["step"] == frame["step"] && other["event"] == frame["event"];
            let other = whole.iter().find(same).unwrap();
            assert_eq!((&frame["caption"], &frame["act"]), (&other["caption"], &other["act"]), "{selection}");
        }
    }
    // A refused square in fast forward can be selected by itself.
    assert_eq!(frames("search 6 --view lecture --select 30").len(), 1);
}

/// The luma of a pixel in each picture of a film with 30 pictures per second.
fn luma(command: &str, (x, y): (usize, usize)) -> Vec<u8> {
    let sandbox = Sandbox::new();
    let film = sandbox
        .succeed(&[&command.split(' ').collect::<Vec<_>>()[..], &["--format", "y4m", "-o", "-"]].concat())
        .stdout;
    let header = film.iter().position(|byte| *byte == b'\n').unwrap();
    let side = |letter: char| -> usize {
        let text = std::str::from_utf8(&film[..header]).unwrap();
        text.split(' ').find_map(|part| part.strip_prefix(letter)?.parse().ok()).unwrap()
    };
    let (width, height) = (side('W'), side('H'));
    let picture = 3 * width * height + b"FRAME\n".len();
    film[header + 1..].chunks(picture).map(|picture| picture[b"FRAME\n".len() + y * width + x]).collect()
}

#[test]
fn lines_of_the_first_dead_end_grow_in_turn_and_stay() {
    // The queen on a6 attacks f6 along the top row, and f1 along the diagonal.
    let square = 40;
    let at = |row: usize, column: usize| ((2 * column - 1) * square / 2, (2 * row - 1) * square / 2);
    let command = "search 6 --size 240 --motion soft";
    let lines = [at(1, 4), at(5, 5)].map(|pixel| {
        let luma = luma(command, pixel);
        let start = luma[0];
        let dark = |value: u8| value < start.saturating_sub(60);
        let first = luma.iter().position(|value| dark(*value)).unwrap();
        let shown = luma[first..].iter().take_while(|value| dark(**value)).count();
        (first, shown)
    });
    assert!(lines[1].0 >= lines[0].0 + 12, "one after the other: {lines:?}");
    assert!(lines.iter().all(|(_, shown)| *shown >= 60), "at least two seconds: {lines:?}");
}
