//! What is said when a film is done.

use std::fmt::Display;
use std::io::{Write, stderr, stdout};
use std::time::Duration;

use indicatif::{DecimalBytes, HumanCount};
use queenreel::film::Reel;

use super::target::Target;

/// Code hosts and mail programs show or take no larger pictures.
const LIMITS: [(u64, &str); 2] = [
    (10_000_000, "over 10 MB, more than code hosts take in a comment"),
    (5_000_000, "over 5 MB, more than some sites take for a picture"),
];

/// Tells what became of a film: on standard output, or on standard error where the film itself
/// went to standard output.
pub fn print(target: &Target, reel: &Reel, elapsed: Duration) {
    let lines = lines(target, reel, elapsed) + &hint(reel.bytes).unwrap_or_default();
    match target {
        Target::StandardOutput(_) => print_to(stderr(), &lines),
        Target::File(..) | Target::Frames(_) => print_lines(&lines),
    }
}

/// Prints on standard output.
pub fn print_lines(lines: &str) {
    print_to(stdout(), lines);
}

/// The work is done; whether anyone reads about it makes no difference.
fn print_to(mut out: impl Write, lines: &str) {
    let _ = out.write_all(lines.as_bytes());
}

/// A number of bytes with a unit that makes it readable.
pub fn bytes(bytes: u64) -> impl Display {
    DecimalBytes(bytes)
}

fn lines(target: &Target, reel: &Reel, elapsed: Duration) -> String {
    let place = match target {
        Target::StandardOutput(_) => "standard output".into(),
        Target::File(path, _) | Target::Frames(path) => path.to_string_lossy(),
    };
    let tally = &reel.tally;
    let solutions = match tally.solutions {
        0 => "no solution".to_owned(),
        solutions => counted(solutions, "solution"),
    };
    format!(
        "{place}: {}, {}, {}\n{}, {}, {}, {solutions}, in {}\n",
        counted(reel.frames, "frame"),
        time(reel.playing_time),
        bytes(reel.bytes),
        counted(tally.tests, "test"),
        counted(tally.placements, "placement"),
        counted(tally.backtracks, "backtrack"),
        time(elapsed),
    )
}

/// How a large film gets smaller, if it is one.
fn hint(bytes: u64) -> Option<String> {
    let (_, limit) = LIMITS.into_iter().find(|(limit, _)| bytes > *limit)?;
    Some(format!("hint: this is {limit}; smaller: --no-highlight, --size 240, --every K, --duration TIME\n"))
}

fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {name}{plural}", HumanCount(number))
}

/// A time with as many figures as anyone wants to read.
pub fn time(time: Duration) -> String {
    match time.as_secs() {
        0 if time.as_millis() < 10 => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}
