//! Films of problems, and the messages about them.

use queenreel::board::{BoardSize, Problem, Square};
use queenreel::search::{Algorithm, Event, Order, Tally, until_solutions};
use serde_json::Value;

use super::oracle::At;
use crate::common::sandbox::Sandbox;

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
}
