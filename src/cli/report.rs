//! What is reported when a film is done.

use std::fmt::Display;
use std::io::{Write, stderr, stdout};
use std::time::{Duration, Instant};

use crate::film::{FilmSummary, RaceSummary};
use crate::picture::Canvas;
use crate::search::Tally;
use indicatif::{DecimalBytes, HumanCount};

use super::film_target::FilmTarget;

/// Code hosts and mail programs show or take no larger pictures.
const LIMITS: [(u64, &str); 2] = [
    (10_000_000, "over 10 MB, more than code hosts take in a comment"),
    (5_000_000, "over 5 MB, more than some sites take for a picture"),
];

/// The report of a film.
pub fn of_film(target: &FilmTarget, summary: &FilmSummary, elapsed: Duration, highlighted: bool) -> String {
    let lines = format!("{}, in {}\n", of_search(&summary.tally), time(elapsed));
    of_frames(target, summary.frames, summary.playing_time, summary.bytes, &lines, highlighted)
}

/// The report of a race: who has finished, in which order, and after how many ticks.
pub fn of_race(target: &FilmTarget, race: &RaceSummary, elapsed: Duration, highlighted: bool) -> String {
    let mut lanes: Vec<_> = race.lanes.iter().collect();
    lanes.sort_by_key(|lane| lane.rank);
    let lines = lanes.into_iter().map(|lane| {
        let (rank, algorithm) = (lane.rank.unwrap_or_default(), lane.algorithm);
        let ticks = counted(lane.ticks, "tick");
        format!("{rank}. {algorithm}, {ticks}: {}\n", of_search(&lane.frame.tally))
    });
    let lines = lines.chain([format!("in {}\n", time(elapsed))]).collect::<String>();
    of_frames(target, race.frames, race.playing_time, race.bytes, &lines, highlighted)
}

/// What was written, `lines` about what it shows, and how it would be smaller.
fn of_frames(
    target: &FilmTarget,
    frames: u64,
    playing_time: Duration,
    size: u64,
    lines: &str,
    highlighted: bool,
) -> String {
    let name = target.name();
    let (frames, playing_time) = (counted(frames, "frame"), time(playing_time));
    let first = format!("{name}: {frames}, {playing_time}, {}\n", bytes(size));
    let is_picture = matches!(target, FilmTarget::File(_, format) if format.loops());
    let hint = if is_picture { hint(size, highlighted) } else { None };
    first + lines + &hint.unwrap_or_default()
}

/// Reports a search that was not filmed.
pub fn of_events(tally: &Tally, elapsed: Duration) {
    print(true, &format!("standard output: {}, in {}\n", of_search(tally), time(elapsed)));
}

/// The counters that a search has used, and its solutions.
fn of_search(tally: &Tally) -> String {
    let by_line = tally.placements > 0;
    let counters = [
        (true, tally.tests, "test"),
        (by_line, tally.placements, "placement"),
        (by_line, tally.backtracks, "backtrack"),
        (tally.boards > 0, tally.boards, "board"),
        (tally.moves > 0, tally.moves, "move"),
        (tally.solutions > 0, tally.solutions, "solution"),
    ];
    let used = counters.into_iter().filter(|(used, ..)| *used);
    let mut parts: Vec<String> = used.map(|(_, number, name)| counted(number, name)).collect();
    if tally.solutions == 0 {
        parts.push("no solution".to_owned());
    }
    parts.join(", ")
}

/// Reports the solutions that were drawn.
pub fn of_gallery(
    name: &str,
    standard_output_is_taken: bool,
    solutions: usize,
    canvas: &Canvas,
    size: u64,
    began: Instant,
) {
    let solutions = counted(solutions as u64, "solution");
    let Canvas { width, height, .. } = canvas;
    let (size, elapsed) = (bytes(size), time(began.elapsed()));
    let line = format!("{name}: {solutions}, {width} × {height} pixels, {size}, in {elapsed}\n");
    print(standard_output_is_taken, &line);
}

/// Prints on standard output, or on standard error where the work itself went to standard output.
pub fn print(standard_output_is_taken: bool, lines: &str) {
    let out: &mut dyn Write = if standard_output_is_taken { &mut stderr() } else { &mut stdout() };
    // The work is done, whether anyone reads the report or not.
    let _ = out.write_all(lines.as_bytes());
}

/// A number of bytes with a suitable unit.
pub fn bytes(bytes: u64) -> impl Display {
    DecimalBytes(bytes)
}

/// How a large picture gets smaller, if it is one.
fn hint(bytes: u64, highlighted: bool) -> Option<String> {
    let (_, limit) = LIMITS.into_iter().find(|(limit, _)| bytes > *limit)?;
    let plain = if highlighted { "--no-highlight, " } else { "" };
    Some(format!("hint: this is {limit}; smaller: {plain}--size 240, --every K, --duration TIME\n"))
}

/// A number with its noun.
pub fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {name}{plural}", HumanCount(number))
}

/// A time with two or three digits.
pub fn time(time: Duration) -> String {
    match time.as_secs() {
        0 if time.as_millis() < 10 => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_pictures_get_a_hint_with_options_that_are_left() {
        assert_eq!(hint(5_000_000, true), None);
        let over_five = hint(5_000_001, true).unwrap();
        assert!(over_five.contains("5 MB") && over_five.contains("--no-highlight"), "{over_five}");
        let over_ten = hint(10_000_001, false).unwrap();
        assert!(over_ten.contains("10 MB") && !over_ten.contains("--no-highlight"), "{over_ten}");
    }

    #[test]
    fn times_have_few_figures() {
        let shown = [(800, "0.8 ms"), (68_400, "68 ms"), (29_640_000, "29.6 s"), (99_800_000, "1 min 39 s")];
        for (microseconds, text) in shown {
            assert_eq!(time(Duration::from_micros(microseconds)), text);
        }
    }
}
