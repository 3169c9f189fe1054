//! Films of logs, and of the searches that wrote them.

use std::fs;

use queenreel::board::Square;
use queenreel::internals::page::Theme;
use queenreel::record::Mark;

use crate::common::board_reader::Reader;
use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, names, stderr};

/// The squares with a queen in every frame, and whether they are shown as a solution.
pub fn boards(gif: &[u8], n: u64) -> Vec<(Vec<Square>, bool)> {
    let mut reader = Reader::new(size(n), &Theme::default());
    let seen = |frame: image::Frame| {
        let seen = reader.read(frame.buffer());
        let queens: Vec<_> = seen.into_iter().filter(|(_, seen)| seen.queen).collect();
        let solved = !queens.is_empty() && queens.iter().all(|(_, seen)| seen.mark == Some(Mark::Solution));
        (queens.into_iter().map(|(square, _)| square).collect(), solved)
    };
    gif_frames(gif).map(seen).collect()
}

fn film(log: &str) -> Vec<u8> {
    Sandbox::new().replay(log, &["-o", "-", "--size", "240"]).stdout
}

#[test]
fn a_log_of_a_search_makes_the_same_film() {
    let sandbox = Sandbox::new();
    let cases: [&[&str]; 15] = [
        &["8"],
        &["6", "--all"],
        &["8", "--solutions", "3"],
        &["8", "--order", "rows"],
        &["5", "--all", "--detail", "tests"],
        &["4", "--order", "rows", "--detail", "tests", "--duration", "5s"],
        &["3", "--every", "2"],
        &["1"],
        &["6", "--algorithm", "eager", "--all", "--detail", "tests"],
        &["6", "--algorithm", "marking", "--order", "rows"],
        &["5", "--algorithm", "permutations", "--all"],
        &["4", "--algorithm", "random", "--seed", "7", "--detail", "tests"],
        &["6", "--algorithm", "bitfield", "--all"],
        &["6", "--algorithm", "forward-checking", "--all"],
        &["8", "--algorithm", "min-conflicts", "--detail", "tests"],
    ];
    for case in sampled(2, cases) {
        let is_of_film =
            |option: &&str| ["--detail", "tests", "--every", "2", "--duration", "5s"].contains(option);
        let (shown, searched): (Vec<&str>, Vec<&str>) = case.iter().partition(|option| is_of_film(option));
        let log = sandbox.succeed(&[&["search"], &searched[..], &["--events", "-"]].concat()).stdout;
        // The same pictures in any size; another test compares the default one.
        let to = ["-o", "-", "--size", "240"];
        let replayed = sandbox.replay(&log, &[&to, &shown[..]].concat());
        let searched = sandbox.succeed(&[&["search"], case, &to].concat());
        assert!(replayed.stdout == searched.stdout, "{case:?}: {}", stderr(&replayed));
    }
    assert!(sandbox.names().is_empty(), "events alone make no film");
}

#[test]
fn frames_of_a_log_have_the_counters_of_its_search() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "6", "--all", "-o", "searched/", "--events", "log.jsonl"]);
    sandbox.succeed(&["replay", "log.jsonl", "-o", "replayed/"]);
    for name in names(&sandbox.path("searched")) {
        let read = |run: &str| fs::read(sandbox.path(run).join(&name)).unwrap();
        assert!(read("searched") == read("replayed"), "{name}");
    }
}

#[test]
fn the_simplest_log_has_queens_placed_and_removed() {
    let frames = boards(&film("{\"place\":[1,1]}\n{\"remove\":[1,1]}\n{\"place\":[2,1]}\n"), 2);
    let queen = |row| vec![Square::new(row, 1)];
    assert_eq!(frames, [(vec![], false), (queen(1), false), (vec![], false), (queen(2), false)]);
}

#[test]
fn solutions_are_found_if_a_log_reports_none() {
    let place = |squares: &[[u8; 2]]| -> String {
        let lines = squares.iter().map(|square| format!("{{\"place\":{square:?}}}\n"));
        lines.collect::<Vec<_>>().concat()
    };
    let solution = [[2, 1], [4, 2], [1, 3], [3, 4]];
    let silent = film(&place(&solution));
    assert!(boards(&silent, 4).last().unwrap().1);
    assert_eq!(silent, film(&(place(&solution) + "{\"solution\":true}\n")));
    let moved = place(&solution[..3]) + "{\"place\":[4,4]}\n{\"move\":[[4,4],[3,4]]}\n{\"remove\":[3,4]}\n";
    let solved: Vec<bool> = boards(&film(&moved), 4).iter().map(|frame| frame.1).collect();
    assert_eq!(solved, [false, false, false, false, false, true, false]);
    let set_up = "{\"board\":[2,4,1,3]}\n{\"board\":[3,1,4,2]}\n{\"board\":[1,2,3,4]}\n";
    let solved: Vec<bool> = boards(&film(set_up), 4).iter().map(|frame| frame.1).collect();
    assert_eq!(solved, [false, true, true, false]);
    let small = place(&solution) + "{\"test\":[5,5]}\n";
    assert!(!boards(&film(&small), 5).last().unwrap().1, "four queens do not solve a board of five");
    let word = "{\"board\":[2,4,1,3]}\n{\"solution\":true}\n{\"board\":[3,1,4,2]}\n";
    assert!(!boards(&film(word), 4).last().unwrap().1, "a log that reports some has no others");
}

#[test]
fn boards_are_given_by_rows_or_by_squares() {
    let rows = film("{\"queens\":4}\n{\"board\":[2,null,1,-1]}\n");
    assert_eq!(rows, film("{\"queens\":4}\n{\"board\":[[2,1],[1,3]]}\n"));
    assert_eq!(boards(&rows, 4)[1].0, [Square::new(1, 3), Square::new(2, 1)]);
    let shared = boards(&film("{\"board\":[[3,3],[1,1],[2,1]]}\n{\"board\":[null,null,null]}\n"), 3);
    assert_eq!(shared[1].0, [Square::new(1, 1), Square::new(2, 1), Square::new(3, 3)]);
    assert!(shared[2].0.is_empty());
}

#[test]
fn blank_lines_line_ends_and_marks_make_no_difference() {
    let plain = film("{\"place\":[1,1]}\n{\"remove\":[1,1]}\n");
    for variant in [
        "{\"place\":[1,1]}\n{\"remove\":[1,1]}",
        "{\"place\":[1,1]}\r\n{\"remove\":[1,1]}\r\n",
        "\u{feff}{\"place\":[1,1]}\n{\"remove\":[1,1]}\n",
        "\u{feff}\n{\"place\":[1,1]}\n{\"remove\":[1,1]}\n",
        "\n \t\n{\"place\":[1,1]}\n\r\n\n{\"remove\":[1,1]}\n\n\n",
        " { \"place\" : [ 1 , 1 ] } \n\t{\"remove\":\t[1,1]}\n",
        "{\"queens\":1}\n\n{\"place\":[1,1]}\n{\"remove\":[1,1]}\n",
        "{\"place\":[1,1],\"caption\":\"Hé ♛\"}\n{\"caption\":\"\",\"remove\":[1,1]}\n",
        "{\"attacker\":null,\"test\":[1,1]}\n{\"place\":[1,1]}\n{\"backtrack\":1}\n{\"dead_end\":1}\n{\"remove\":[1,1]}\n{\"end\":true}\n",
    ] {
        assert_eq!(film(variant), plain, "{variant}");
    }
}

#[test]
fn the_film_is_named_after_the_log() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.jsonl", "{\"place\":[1,1]}\n");
    let said = sandbox.stdout(&["replay", "mine.jsonl"]);
    assert!(said.contains("output/mine.gif: 2 frames"), "{said}");
    sandbox.replay("{\"place\":[1,1]}\n", &[]);
    assert_eq!(names(&sandbox.path("output")), ["mine.gif", "replay.gif"]);
}

#[test]
fn a_log_too_long_names_the_options_that_help() {
    let log = "{\"place\":[1,1]}\n{\"remove\":[1,1]}\n".repeat(10);
    let output = Sandbox::new().feed(log, &["replay", "-", "--max-frames", "20"]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    for part in ["21 frames", "limit is 20", "--every", "--duration", "a shorter log"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn frames_json_keeps_queens_that_share_a_column() {
    let sandbox = Sandbox::new();
    let log = "{\"board\":[[2,1],[4,1]]}\n{\"board\":[2,4,1,3]}\n";
    sandbox.write("log.jsonl", log);
    sandbox.succeed(&["replay", "log.jsonl", "-o", "frames/"]);
    let manifest = sandbox.read_json("frames/frames.json");
    let rows = |frame: usize| manifest["frames"][frame]["rows"].clone();
    assert_eq!(rows(1), serde_json::json!([[2, 1], [4, 1]]));
    assert_eq!(rows(2), serde_json::json!([2, 4, 1, 3]), "{manifest}");
}

#[test]
fn captions_belong_to_their_step_and_solutions_are_named() {
    let sandbox = Sandbox::new();
    let say = |log: &str| {
        sandbox.write("log.jsonl", log);
        sandbox.succeed(&["replay", "log.jsonl", "--caption", "-o", "film.gif"]);
        sandbox.read("film.gif")
    };
    let begin = "{\"queens\":4}\n{\"place\":[1,1]}\n{\"backtrack\":2}\n";
    let plain = say(&format!("{begin}{{\"test\":[1,2],\"attacker\":[1,1]}}\n{{\"remove\":[1,1]}}\n"));
    let unseen =
        format!("{begin}{{\"test\":[1,2],\"attacker\":[1,1],\"caption\":\"X\"}}\n{{\"remove\":[1,1]}}\n");
    assert_eq!(say(&unseen), plain, "a test without a frame says nothing");
    let announced = begin.replace("{\"backtrack\":2}", "{\"backtrack\":2,\"caption\":\"X\"}");
    assert_ne!(say(&format!("{announced}{{\"remove\":[1,1]}}\n")), plain);
    let solved = "{\"place\":[2,1]}\n{\"place\":[4,2]}\n{\"place\":[1,3]}\n{\"place\":[3,4]}\n";
    let captioned = solved.replace("[3,4]}", "[3,4],\"caption\":\"Try the third\"}");
    assert_eq!(say(&captioned), say(solved), "the solution is what counts");
}
