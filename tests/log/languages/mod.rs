//! Solvers of different styles that print logs, and the films of these logs: every frame is compared with an
//! independent reader of the log.
//!
//! The logs for six queens are stored next to the solvers, so that they are filmed where a language is not
//! installed. After a change of a solver, write its log again: `python3 dancing_links.py 6 >
//! dancing_links.jsonl`.

mod recorders;
mod schema;

use std::path::Path;
use std::process::Command;

use image::RgbaImage;
use queenreel::internals::page::Theme;
use queenreel::internals::picture::Rgb;

use super::films::boards;
use crate::common::decode::gif_frames;
use crate::common::log_oracle::{Frame, Squares, frames};
use crate::common::sandbox::{Sandbox, repository_file, stdout};
use crate::common::solver_logs::stored;
use crate::common::tools::{python, run_tool};

const N: usize = 6;

/// The output of a program for six queens; `None` if its language is not installed.
pub fn log_of(program: &Path) -> Option<String> {
    let sandbox = Sandbox::new();
    let compiled = sandbox.path(&format!("solver{}", std::env::consts::EXE_SUFFIX));
    let mut command = match program.extension().unwrap().to_str().unwrap() {
        "py" => python(&[])?,
        "js" => Command::new("node"),
        "c" => {
            run_tool(Command::new("cc").arg("-o").arg(&compiled).arg(program).arg("-pthread"))?;
            Command::new(&compiled)
        }
        other => panic!("{other} is unknown here"),
    };
    if !compiled.exists() {
        command.arg(program);
    }
    run_tool(command.arg(N.to_string())).map(|output| stdout(&output))
}

fn film(log: &str, options: &[&str]) -> Vec<u8> {
    Sandbox::new().replay(log, &[&["-o", "-", "--size", "240", "--pace", "even"], options].concat()).stdout
}

/// The content of a film.
fn seen(gif: &[u8], n: usize) -> Vec<Frame> {
    let crossed = gif_frames(gif).map(|frame| crossed(frame.buffer(), n));
    let frames = boards(gif, n as u64).into_iter().zip(crossed).map(|((queens, solved), crossed)| {
        let queens: Squares = queens.iter().map(|at| (at.row, at.column)).collect();
        let ruled_out = crossed.difference(&queens).copied().collect();
        Frame { queens, solved, ruled_out }
    });
    frames.collect()
}

/// The squares with something in the middle; without those with a mark, which queens have left.
fn crossed(picture: &RgbaImage, n: usize) -> Squares {
    let side = picture.width() as usize / n;
    let attacked = Theme::default().inks().attacked;
    let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let is_crossed = |(row, column): &(usize, usize)| {
        let at = |x, y| {
            let pixel = picture.get_pixel((column * side + x) as u32, (row * side + y) as u32).0;
            Rgb([pixel[0], pixel[1], pixel[2]])
        };
        let paper = at(side / 11, side * 5 / 8);
        // A cross, and no number.
        let (middle, arm, beside) = (side / 2, side * 7 / 100, side * 9 / 100);
        let arms = [(middle - arm, middle - arm), (middle + arm, middle - arm), (middle - arm, middle + arm)];
        paper == attacked
            && arms.iter().all(|(x, y)| at(*x, *y) != paper)
            && at(middle, middle - beside) == paper
            && at(middle - beside, middle) == paper
    };
    squares.filter(is_crossed).map(|(row, column)| (row as u8 + 1, column as u8 + 1)).collect()
}

fn compare(seen: &[Frame], expected: &[Frame], context: &str) {
    for (index, (seen, expected)) in seen.iter().zip(expected).enumerate() {
        // A solution is shown on a clear board.
        let ruled_out = if expected.solved { Squares::new() } else { expected.ruled_out.clone() };
        assert_eq!(*seen, Frame { ruled_out, ..expected.clone() }, "{context}, frame {index}");
    }
    assert_eq!(seen.len(), expected.len(), "{context}");
}

/// Compares a solver with its stored log, and the film of that log with the oracle; returns the content of the
/// film.
fn check(name: &str, extension: &str) -> Vec<Frame> {
    let log = stored(name);
    if let Some(printed) = log_of(&repository_file(&format!("tests/log/languages/{name}.{extension}"))) {
        assert!(printed == log, "{name}.{extension} prints another log than {name}.jsonl");
    }
    let seen = seen(&film(&log, &[]), N);
    compare(&seen, &frames(&log, N, None), name);
    seen
}

fn solved(frames: &[Frame]) -> usize {
    frames.iter().filter(|frame| frame.solved).count()
}

#[test]
fn solvers_of_different_styles_are_filmed() {
    for (name, extension, solutions) in [
        // An array that is overwritten, bit masks by rows, and dancing links.
        ("overwrite", "c", 1),
        ("bitmask", "c", 4),
        ("dancing_links", "py", 1),
        // Whole boards, on which a swap is one step.
        ("permutations", "py", 1),
        ("annealing", "js", 1),
    ] {
        let frames = check(name, extension);
        assert_eq!(solved(&frames), solutions, "{name}");
        assert!(solutions > 1 || frames.last().unwrap().solved, "{name}");
        let are_whole = ["permutations", "annealing"].contains(&name);
        assert!(!are_whole || frames[1..].iter().all(|frame| frame.queens.len() == N), "{name}");
    }
    let log = stored("dancing_links");
    for part in ["\"prune\"", "\"restore\"", "{\"dead_end\": {\"row\": ", "{\"dead_end\": {\"column\": "] {
        assert!(log.contains(part), "{part}");
    }
}

#[test]
fn the_example_solvers_are_filmed() {
    for name in ["solver.py", "solver.c", "solver.js"] {
        let Some(log) = log_of(&repository_file("examples").join(name)) else { continue };
        // 31 placements and 25 removals.
        assert!(name != "solver.py" || log.lines().count() == 56, "{log}");
        let seen = seen(&film(&log, &[]), N);
        compare(&seen, &frames(&log, N, None), name);
        // The solution is shown, though the log does not say so.
        let last = seen.last().unwrap();
        assert!(solved(&seen) == 1 && last.solved && last.queens.len() == N, "{name}");
        if name == "solver.js" {
            let with_tests = boards(&film(&log, &["--detail", "tests"]), N as u64);
            let steps = ["\"test\":", "\"place\":", "\"remove\":"];
            let steps = log.lines().filter(|line| steps.iter().any(|step| line.contains(step)));
            assert_eq!(with_tests.len(), 1 + steps.count(), "{name}");
            let ((queens, is_solved), others) = with_tests.split_last().unwrap();
            assert!(*is_solved && queens.len() == N && others.iter().all(|(_, is_solved)| !is_solved));
        }
    }
}

/// The lines of a lane.
fn lane(log: &str, number: u64) -> Vec<&str> {
    let end = format!(",\"lane\":{number}}}");
    log.lines().filter(|line| line.ends_with(&end)).collect()
}

#[test]
fn threads_are_filmed_lane_by_lane() {
    let log = stored("threads");
    if let Some(printed) = log_of(&repository_file("tests/log/languages/threads.c")) {
        assert_eq!(printed.lines().count(), log.lines().count());
        assert_eq!(printed.lines().next(), log.lines().next());
        for number in 0..N as u64 {
            assert_eq!(lane(&printed, number), lane(&log, number), "lane {number}");
        }
    }
    let mut solutions = 0;
    for number in 0..N as u64 {
        let seen = seen(&film(&log, &["--lanes", &number.to_string()]), N);
        compare(&seen, &frames(&log, N, Some(number)), &format!("lane {number}"));
        solutions += solved(&seen);
        // The lane alone is a log with the same film.
        let alone = ["{\"queens\":6,\"base\":0}"].into_iter().chain(lane(&log, number));
        let alone: String = alone.flat_map(|line| [line, "\n"]).collect();
        assert!(film(&alone, &[]) == film(&log, &["--lanes", &number.to_string()]), "lane {number}");
    }
    assert_eq!(solutions, 4, "one for each first row but those of the corners");
}

#[test]
fn small_logs_of_every_notation_are_filmed() {
    for log in include_str!("notations.txt").split("\n\n").map(|log| log.trim_end().to_owned() + "\n") {
        compare(&seen(&film(&log, &[]), 4), &frames(&log, 4, None), &log);
    }
}

#[test]
fn a_square_ruled_out_again_is_crossed() {
    let log = "{\"queens\":4}\n{\"place\":[1,1]}\n{\"prune\":[2,2]}\n{\"restore\":[2,2]}\n{\"prune\":[2,2]}\n{\"place\":[3,2]}\n";
    let seen = seen(&film(log, &[]), 4);
    assert!(seen[1..].iter().all(|frame| frame.ruled_out == Squares::from([(2, 2)])), "{seen:?}");
}
