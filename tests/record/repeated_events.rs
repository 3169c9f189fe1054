//! Captions that several frames share are true of each, checked by an independent solver and search.

use std::collections::BTreeSet;

use queenreel::search::Algorithm;
use serde_json::Value;

use crate::board::oracle::Puzzle;
use crate::common::sample::{all_cases, sampled};
use crate::common::sandbox::{Sandbox, stderr};

/// A row and a column, counted from 1.
type Square = (u64, u64);
type Board = BTreeSet<Square>;

/// All solutions, by brute force.
fn solutions(n: u8) -> Vec<Board> {
    let found = Puzzle { n, start: Vec::new(), blocked: Vec::new() }.solutions();
    found.iter().map(|rows| rows.iter().copied().map(u64::from).zip(1..).collect()).collect()
}

fn square(value: &Value) -> Square {
    (value["row"].as_u64().unwrap(), value["column"].as_u64().unwrap())
}

/// The squares of a whole board in a list.
fn board(rows: &Value) -> Board {
    let rows = rows.as_array().unwrap().iter().map(|row| row.as_u64().unwrap());
    rows.zip(1..).collect()
}

/// A film read from its list: the queens of the search in the order of placement, each with the number of earlier
/// solutions, and the board that is shown.
struct Told<'a> {
    n: u64,
    algorithm: Algorithm,
    solutions: &'a [Board],
    trail: Vec<(Square, usize)>,
    shown: Board,
    found: usize,
}

impl Told<'_> {
    /// Follows a frame; returns the queens of its branch, in the order of placement.
    fn follow(&mut self, frame: &Value) -> Vec<(Square, usize)> {
        let before = self.trail.clone();
        match frame["event"].as_str().unwrap() {
            event @ ("place" | "solution") => {
                if let Some(new) = frame["square"].as_object().map(|_| square(&frame["square"]))
                    && !self.shown.contains(&new)
                {
                    self.trail.push((new, self.found));
                    self.shown.insert(new);
                }
                if event == "solution" {
                    self.shown = board(&frame["rows"]);
                    self.found += 1;
                }
            }
            "remove" => {
                let left = square(&frame["square"]);
                self.shown.remove(&left);
                self.trail.retain(|(queen, _)| *queen != left);
                return before;
            }
            "board" => self.shown = board(&frame["rows"]),
            "move" => {
                self.shown.remove(&square(&frame["from"]));
                self.shown.insert(square(&frame["to"]));
            }
            "swap" => {
                for (from, to) in [(0, 0), (1, 1)] {
                    self.shown.remove(&square(&frame["from"][from]));
                    self.shown.insert(square(&frame["to"][to]));
                }
            }
            _ => {}
        }
        self.trail.clone()
    }

    /// Whether there is a solution below these queens in the search tree: of two mirror images, `bitfield`
    /// searches for one, and `anywhere` places queens in reading order.
    fn has_solution(&self, queens: &[(Square, usize)]) -> bool {
        let is_below = |solution: &&Board| queens.iter().all(|(queen, _)| solution.contains(queen));
        let mirrored = |solution: &Board| -> Board {
            solution.iter().map(|(row, column)| (self.n + 1 - row, *column)).collect()
        };
        let mut below = self.solutions.iter().filter(is_below);
        match self.algorithm {
            Algorithm::Anywhere => {
                let last = queens.last().map(|(queen, _)| *queen);
                below.any(|all| all.iter().filter(|one| Some(**one) <= last).count() == queens.len())
            }
            Algorithm::Bitfield => below.any(|solution| {
                // The first queen is in the upper half; in the middle row, the second is.
                let rows = |board: &Board| {
                    let row = |column| board.iter().find(|square| square.1 == column).unwrap().0;
                    [row(1), row(2)]
                };
                rows(solution) < rows(&mirrored(solution))
            }),
            _ => below.next().is_some(),
        }
    }

    /// Checks the caption of a frame if it shares one; returns whether it does.
    fn check(&self, frame: &Value, branch: &[(Square, usize)]) -> bool {
        let [caption, reason] = ["caption", "reason"].map(|key| frame[key].as_str().unwrap_or_default());
        let below = caption.strip_prefix("Below ").map(|name| {
            let column = u64::from(name.as_bytes()[0] - b'a') + 1;
            (self.n + 1 - name[1..].parse::<u64>().unwrap(), column)
        });
        if let Some(queen) = below {
            assert!(self.shown.contains(&queen), "{frame}");
        }
        match (caption, reason) {
            ("Board after board", "none of these is a solution") => {
                assert!(!self.solutions.contains(&self.shown), "{frame}");
            }
            ("Move after move", "queens change their squares") => {}
            (_, "the search goes on") if below.is_some() || caption == "From the start" => {}
            (_, "the search goes back") if below.is_some() || caption == "Back to the start" => {
                assert!(
                    ["remove", "dead_end", "test"].contains(&frame["event"].as_str().unwrap()),
                    "{frame}"
                );
            }
            (_, "dead end") if below.is_some() || caption == "Back to the start" => {
                let placed = branch.last().map_or(0, |(_, found)| *found);
                assert_eq!(self.found, placed, "a solution was found there: {frame}");
                assert!(!self.has_solution(branch), "a solution is there: {frame}");
            }
            _ => return false,
        }
        true
    }
}

#[test]
fn what_is_said_of_several_frames_is_true_of_each() {
    let sandbox = Sandbox::new();
    let cases = ["steps", "columns", "tests"].iter().flat_map(|detail| {
        (4..=6).flat_map(move |n| Algorithm::ALL.map(|algorithm| (*detail, n, algorithm)))
    });
    let (mut shared, mut films) = (0, 0);
    // Eleven is no divisor of their number: the sample has all sizes and details, and most algorithms.
    for (detail, n, algorithm) in sampled(11, cases) {
        let (number, all) = (n.to_string(), algorithm.visits_all_solutions());
        let mut command =
            vec!["search", &number, "--algorithm", algorithm.name(), "--caption", "--size", "200", "-q"];
        command.extend(["--max-frames", "3000", "--detail", detail, "-o", "frames/"]);
        command.extend(all.then_some("--all"));
        let output = sandbox.run(&command);
        if !output.status.success() {
            let error = stderr(&output);
            assert!(error.contains("makes no tests") || error.contains("the limit is 3,000"), "{error}");
            continue;
        }
        let solutions = solutions(n as u8);
        let (trail, shown) = (Vec::new(), Board::new());
        let mut told = Told { n, algorithm, solutions: &solutions, trail, shown, found: 0 };
        for frame in sandbox.listed("frames/frames.json") {
            let branch = told.follow(&frame);
            shared += usize::from(told.check(&frame, &branch));
        }
        assert_eq!(told.found, if all { solutions.len() } else { 1 }, "{command:?}");
        films += 1;
    }
    let (least_films, least_shared) = if all_cases() { (20, 2_000) } else { (5, 200) };
    assert!(films > least_films && shared > least_shared, "{films} films, {shared} frames");
}
