//! Films of problems, and the messages about them.

use queenreel::board::{BoardSize, Problem, Square};
use queenreel::search::{Algorithm, Event, Order, Tally, until_solutions};
use serde_json::Value;

use super::oracle::{At, Puzzle};
use crate::common::sandbox::{Sandbox, stderr, stdout};

/// Counters of a search of 6 queens with these squares.
fn tally(start: &[At], blocked: &[At], algorithm: Algorithm, solutions: Option<u64>) -> Tally {
    let squares = |of: &[At]| of.iter().copied().map(Square::from).collect::<Vec<_>>();
    let problem = Problem::new(BoardSize::new(6).unwrap(), squares(start), squares(blocked)).unwrap();
    let mut tally = Tally::default();
    until_solutions(algorithm.events(&problem, Order::Columns, 1), solutions).for_each(|event: Event| {
        tally.count(event);
    });
    tally
}

#[test]
fn lists_of_pictures_have_the_squares_of_the_problem() {
    let sandbox = Sandbox::new();
    let log = "{\"queens\":5,\"start\":\"b4\",\"blocked\":[\"e1\",[1,5]]}\n{\"place\":\"a2\"}\n";
    sandbox.write("log.jsonl", log);
    let squares = ["--start", "b4", "--block", "e1,e5"];
    let lists = [
        (&["search", "5"][..], "frames"),
        (&["search", "5", "--select", "solutions"], "frames"),
        (&["race", "5", "eager", "backtracking"], "frames"),
        (&["sheet", "5", "--canvas", "800x600"], "pages"),
        (&["replay", "log.jsonl"], "frames"),
    ];
    for (command, name) in lists {
        let squares = if command[0] == "replay" { &[][..] } else { &squares };
        sandbox.succeed(&[command, squares, &["-o", "out/", "--force"]].concat());
        let list = sandbox.read_json(&format!("out/{name}.json"));
        // Rows from the top, then columns, both from 1: e5 is at the top right.
        assert_eq!(list["start"], serde_json::json!([[2, 2]]), "{command:?}");
        assert_eq!(list["blocked"], serde_json::json!([[1, 5], [5, 5]]), "{command:?}");
        std::fs::remove_dir_all(sandbox.path("out")).unwrap();
    }
    sandbox.succeed(&["search", "5", "-o", "out/"]);
    let list = sandbox.read_json("out/frames.json");
    assert!(list.get("start").is_none() && list.get("blocked").is_none());
}

#[test]
fn no_solution_of_six_queens_has_one_in_a_corner() {
    let sandbox = Sandbox::new();
    let film = ["search", "6", "--start", "100000", "--all", "--caption", "--counters", "-o", "frames/"];
    let output = sandbox.succeed(&film);
    let said = stdout(&output) + &stderr(&output);
    assert!(said.contains("the board of 6 with a queen on a6 has none; a1, f1 and f6 are images"), "{said}");
    let frames = sandbox.listed("frames/frames.json");
    let (first, last) = (&frames[0], &frames[frames.len() - 1]);
    let placements = tally(&[(1, 1)], &[], Algorithm::Backtracking, None).placements;
    for (frame, key, value) in [
        (first, "caption", Value::from("Place 5 more queens")),
        (first, "reason", "The queen on a6 stands from the start".into()),
        // A queen of the start is not a placement.
        (first, "placements", 0.into()),
        (last, "caption", "No solution with a queen on a6".into()),
        (last, "reason", "The other three corners are images of this one".into()),
        (last, "placements", placements.into()),
        (last, "removals", placements.into()),
        (last, "solutions", 0.into()),
    ] {
        assert_eq!(frame[key], value, "{key}");
    }
    let touched = frames.iter().filter(|frame| matches!(frame["event"].as_str(), Some("place" | "remove")));
    for frame in touched {
        assert_ne!(frame["square"]["column"], 1, "{frame}");
    }
}

#[test]
fn the_verdict_names_the_images_of_a_start() {
    let last_words = |arguments: &[&str]| {
        let sandbox = Sandbox::new();
        let film = [&["search"], arguments, &["--all", "--caption", "-q", "-o", "frames/"]].concat();
        sandbox.succeed(&film);
        let last = sandbox.listed("frames/frames.json").pop().unwrap();
        [&last["caption"], &last["reason"]].map(|words| words.as_str().unwrap().to_owned())
    };
    for (arguments, words) in [
        (&["5", "--start", "c3"][..], ["2 solutions with a queen on c3", "The search is over"]),
        (
            &["5", "--start", "b5"],
            ["2 solutions with a queen on b5", "a4, a2, b1, d5, d1, e4 and e2 are images of this square"],
        ),
        (&["6", "--block", "a6"], ["4 solutions", "3 other problems are images of this one"]),
        (
            &["6", "--start", "a6", "--block", "d3"],
            ["No solution", "3 other problems are images of this one"],
        ),
        (&["6", "--start", "b6,c4"], ["No solution", "7 other starts are images of this one"]),
        (&["5"], ["The search is over", "It has found 10 solutions"]),
        (
            &["6", "--start", "1,1", "--squares", "numbers"],
            ["No solution with a queen in row 1, column 1", "The other three corners are images of this one"],
        ),
    ] {
        assert_eq!(last_words(arguments), words, "{arguments:?}");
    }
}

#[test]
fn a_log_replays_to_the_same_film() {
    let options = ["--start", "a4", "--block", "d4,b3"];
    for algorithm in Algorithm::ALL {
        // Of four queens with one on a3 there is a solution.
        let options = if algorithm.visits_all_solutions() {
            [&options[..], &["--all"]].concat()
        } else {
            vec!["--start", "a3", "--block", "d4,b3"]
        };
        let sandbox = Sandbox::new();
        let name = ["--algorithm", algorithm.name()];
        let search = ["search", "4", "--caption", "-q", "--events", "log.jsonl", "-o", "a.gif"];
        sandbox.succeed(&[&search[..], &name, &options].concat());
        let log = String::from_utf8(sandbox.read("log.jsonl")).unwrap();
        let header = log.lines().next().unwrap();
        assert!(header.starts_with(r#"{"queens":4,"start":[["#), "{header}");
        assert!(header.contains(r#""blocked":[[1,4],[2,2]]"#), "{header}");
        sandbox.succeed(&["replay", "log.jsonl", "--caption", "-q", "-o", "b.gif"]);
        assert!(sandbox.read("a.gif") == sandbox.read("b.gif"), "{algorithm}");
    }
}

#[test]
fn logs_with_a_start_are_checked() {
    let sandbox = Sandbox::new();
    let header = r#"{"queens":4,"start":"a3","blocked":[[1,4],[4,4]]}"#;
    let log = |lines: &[&str]| [&[header], lines].concat().join("\n") + "\n";
    let refused = |log: String, expected: &str| {
        let output = sandbox.feed(&log, &["replay", "-", "-o", "film.gif", "--force"]);
        let error = stderr(&output);
        assert!(!output.status.success() && error.contains(expected), "{log}: {error}");
    };
    for (lines, expected) in [
        (&[r#"{"remove":"a3"}"#][..], "stands from the start"),
        (&[r#"{"move":["a3","a2"]}"#], "stands from the start"),
        (&[r#"{"board":["a2","b4"]}"#], "stands from the start"),
        (&[r#"{"place":"d4"}"#], "is closed"),
        (&[r#"{"test":"d4","safe":true}"#], "is closed"),
        (&[r#"{"board":["a3","d1"]}"#], "is closed"),
        (&[r#"{"place":"a3"}"#], "already a queen"),
    ] {
        refused(log(lines), expected);
    }
    // Closed squares may be refused, whole boards contain the start, and 'set' does not change it.
    for lines in [
        &[r#"{"test":"d4","safe":false}"#, r#"{"test":"b3"}"#][..],
        &[r#"{"board":["a3","b1","c4","d2"]}"#, r#"{"solution":true}"#],
        &[r#"{"set":[4,2]}"#, r#"{"set":[1,3]}"#, r#"{"set":[3,4]}"#, r#"{"end":true}"#],
    ] {
        sandbox.replay(log(lines), &["-o", "film.gif", "--force"]);
    }
    for (header, expected) in [
        (r#"{"queens":4,"start":["a3","b2"]}"#, "attack each other"),
        (r#"{"queens":4,"start":["a3"],"blocked":["a3"]}"#, "a3 is closed"),
        (r#"{"queens":4,"start":[[5,1]]}"#, "row 5, column 1 is not on a board of 4"),
        (r#"{"start":[[1,1]]}"#, "without \"queens\""),
    ] {
        refused(format!("{header}\n{{\"end\":true}}\n"), expected);
    }
}

#[test]
fn races_and_comparisons_count_the_search_of_the_problem() {
    let sandbox = Sandbox::new();
    let options = ["--start", "b6", "--block", "c3,f1"];
    let (start, blocked) = ([(1, 2)], [(4, 3), (6, 6)]);
    let race = ["race", "6", "backtracking", "forward-checking", "--all", "-q", "-o", "frames/"];
    sandbox.succeed(&[&race[..], &options].concat());
    let last = sandbox.listed("frames/frames.json").pop().unwrap();
    let csv = sandbox.stdout(&[&["compare", "6", "--runs", "1", "--as", "json"], &options[..]].concat());
    let compared: Value = serde_json::from_str(&csv).unwrap();
    for lane in last["lanes"].as_array().unwrap() {
        let algorithm: Algorithm = lane["algorithm"].as_str().unwrap().parse().unwrap();
        let expected = tally(&start, &blocked, algorithm, None);
        assert_eq!(lane["placements"], expected.placements, "{algorithm}");
        assert_eq!(lane["pruned"], expected.pruned, "{algorithm}");
    }
    let measured = compared["boards"][0]["algorithms"].as_array().unwrap();
    assert!(measured.len() >= 7, "{compared}");
    for one in measured {
        let algorithm: Algorithm = one["name"].as_str().unwrap().parse().unwrap();
        let first = tally(&start, &blocked, algorithm, Some(1));
        let placements = &one["to_first_solution"]["placements"];
        assert!(placements.is_null() || *placements == first.placements, "{algorithm}: {one}");
    }
    let nodes = tally(&start, &blocked, Algorithm::Backtracking, None).placements + 1;
    assert_eq!(compared["boards"][0]["tree_nodes"], nodes);
    // A log of another problem cannot race.
    sandbox.succeed(&["search", "6", "--events", "plain.jsonl", "-q", "-o", "a.gif"]);
    let error = sandbox.fail(2, &[&["race", "6", "plain.jsonl", "eager"], &options[..]].concat());
    assert!(error.contains("differ in --start or --block"), "{error}");
}

#[test]
fn galleries_and_sheets_show_the_problem() {
    let sandbox = Sandbox::new();
    let puzzle = Puzzle { n: 6, start: vec![(1, 3)], blocked: vec![(6, 6)] };
    let options = ["--start", "c6", "--block", "f1"];
    sandbox.succeed(&[&["gallery", "6", "-q", "-o", "solutions/"], &options[..]].concat());
    let solutions = sandbox.listed("solutions/solutions.json");
    let placements: Vec<_> = solutions.iter().map(|one| one["placement"].clone()).collect();
    assert_eq!(Value::from(placements), serde_json::json!(puzzle.solutions()));
    assert!(!solutions.is_empty() && solutions.iter().all(|one| one["images"] == 1));
    sandbox.succeed(&[&["gallery", "6", "-q", "-o", "page.svg"], &options[..]].concat());
    sandbox.succeed(&[&["gallery", "6", "-q", "-o", "page.pdf", "--canvas", "a4"], &options[..]].concat());
    let page = String::from_utf8(sandbox.read("page.svg")).unwrap();
    assert!(page.contains("with a queen on c6, without f1"), "the page says what it shows");
    let fundamental = ["gallery", "6", "-q", "--fundamental", "--canvas", "16:9", "-o", "page.svg"];
    sandbox.succeed(&[&fundamental[..], &options].concat());
    let page = String::from_utf8(sandbox.read("page.svg")).unwrap();
    assert!(!page.contains("stays the same"), "no symmetry is left to compare solutions by");
    let sheet = ["sheet", "6", "-q", "--canvas", "1600x1200", "-o", "steps/"];
    sandbox.succeed(&[&sheet[..], &options].concat());
    let last = sandbox.listed("steps/pages.json").pop().unwrap();
    let expected = tally(&[(1, 3)], &[(6, 6)], Algorithm::Backtracking, Some(1));
    assert_eq!(last["steps"][1], expected.placements + expected.removals);
}

#[test]
fn default_names_say_that_there_is_a_start() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "4", "--start", "a3", "-q"]);
    sandbox.succeed(&["search", "4", "--block", "a3", "-q"]);
    sandbox.succeed(&["gallery", "4", "--start", "a3", "--block", "a1", "-q"]);
    let names = crate::common::sandbox::names(&sandbox.path("output"));
    assert_eq!(names, ["queens-4-block.gif", "queens-4-start-block-gallery.png", "queens-4-start.gif"]);
}

#[test]
fn panels_of_a_whole_board_are_refused() {
    let sandbox = Sandbox::new();
    for (algorithm, panel) in [("bitfield", "bits"), ("backtracking", "stack"), ("marking", "flow")] {
        let arguments = ["search", "6", "--start", "b6", "--algorithm", algorithm, "--panel", panel];
        sandbox.refuse(2, &arguments, &["without a start and without closed squares"]);
    }
    let matrix =
        ["search", "6", "--start", "b6", "--algorithm", "marking", "--panel", "matrix", "-o", "m.gif"];
    sandbox.succeed(&matrix);
    // Squares attacked by the start are closed in the first matrix.
    let state = ["search", "4", "--start", "a3", "--algorithm", "marking", "--state", "--events", "-", "-q"];
    let log = sandbox.stdout(&state);
    let first: Value = serde_json::from_str(log.lines().nth(1).unwrap()).unwrap();
    assert_eq!(first["place"], serde_json::json!([4, 2]));
    assert_eq!(first["stage"], serde_json::json!([[1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0], [1, 2, 1, 0]]));
}
