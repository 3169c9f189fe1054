//! Films of logs, and of the searches that wrote them.

use queenreel::board::Square;
use queenreel::internals::page::Theme;
use queenreel::record::Mark;

use crate::common::board_reader::Reader;
use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::lists;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr};

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
    for case in sampled(2, lists::commands(include_str!("searches.txt"))) {
        let is_of_film =
            |option: &&str| ["--detail", "tests", "--every", "2", "--duration", "5s"].contains(option);
        let (shown, searched): (Vec<&str>, Vec<&str>) = case.iter().partition(|option| is_of_film(option));
        let log = sandbox.succeed(&[&["search"], &searched[..], &["--events", "-"]].concat()).stdout;
        // The same pictures in any size; another test compares the default one.
        let to = ["-o", "-", "--size", "240"];
        let replayed = sandbox.replay(&log, &[&to, &shown[..]].concat());
        let searched = sandbox.succeed(&[&["search"], &case[..], &to].concat());
        assert!(replayed.stdout == searched.stdout, "{case:?}: {}", stderr(&replayed));
    }
    assert!(sandbox.names().is_empty(), "events alone make no film");
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
