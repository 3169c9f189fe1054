//! Reports on finished work.

use std::io::{Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::encode::Format;
use crate::recipe::{Place, in_unit};
use crate::record::Counter;
use crate::search::{Algorithm, Tally};
use crate::words::{Grouped, counted, in_line, listed};

/// The counters that a search used, and its solutions. Those at zero are left out, but for the backtracks of an
/// algorithm that counts them: a log may not tell all.
pub fn of_search(tally: &Tally, algorithm: Option<Algorithm>) -> String {
    // By name, so that a new counter is not forgotten.
    let Tally { tests, placements, removals: _, backtracks, solutions, boards: _, moves, pruned } = *tally;
    let has_backtracks = |algorithm| Counter::of(algorithm).contains(&Counter::Backtracks);
    let by_line = algorithm.is_some_and(has_backtracks) && placements > 0;
    let searched = tally.searched_boards();
    let counters = [
        (tests > 0, tests, "test"),
        (placements > 0, placements, "placement"),
        (by_line || backtracks > 0, backtracks, "backtrack"),
        (pruned > 0, pruned, "pruned square"),
        (searched > 0, searched, "board"),
        (moves > 0, moves, "move"),
        (solutions > 0, solutions, "solution"),
    ];
    let used = counters.into_iter().filter(|(used, ..)| *used);
    let mut parts: Vec<String> = used.map(|(_, number, name)| counted(number, name)).collect();
    if solutions == 0 {
        parts.push("no solution".to_owned());
    }
    parts.join(", ")
}

/// A text as it is printed: hidden characters are escaped, but the ends of its lines.
pub fn printable(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(in_line).collect();
    lines.join("\n")
}

/// Whether all reports are printed on standard error, since one of the films of a file goes to standard output.
pub static STANDARD_OUTPUT_IS_USED: AtomicBool = AtomicBool::new(false);

/// Prints a report on standard output, or on standard error if an output is there.
pub fn print(standard_output_is_used: bool, lines: &str) {
    let is_used = standard_output_is_used || STANDARD_OUTPUT_IS_USED.load(Ordering::Relaxed);
    let out: &mut dyn Write = if is_used { &mut stderr() } else { &mut stdout() };
    // An unread report is no error.
    let _ = out.write_all(printable(lines).as_bytes());
}

/// Prints a note on standard error.
pub fn note(text: &str, quiet: bool) {
    if !quiet {
        // Standard error may be closed.
        let _ = writeln!(stderr(), "note: {}", printable(text));
    }
}

/// How to make a film smaller that is too large for most places which show its format; empty for others.
pub fn hint(bytes: u64, format: Format) -> String {
    let places = Place::all().iter().filter(|place| place.formats().any(|played| played == format));
    let limited: Vec<(&str, u64)> =
        places.filter_map(|place| Some((place.name.as_str(), place.limits().bytes?))).collect();
    let too_small: Vec<&(&str, u64)> = limited.iter().filter(|(_, limit)| *limit < bytes).collect();
    let Some(largest) = too_small.iter().map(|(_, limit)| *limit).max() else { return String::new() };
    if 2 * too_small.len() <= limited.len() {
        return String::new();
    }
    let names = listed(too_small.iter().map(|(name, _)| name), "and");
    let (number, unit) = in_unit(largest);
    format!(
        "hint: too large for {names}; --fit {number}{unit} makes it smaller, and --for NAME all that a place asks\n"
    )
}

/// A time with two or three digits, rounded.
pub fn time(time: Duration) -> String {
    let rounded_to = |nanos: u128| (time.as_nanos() + nanos / 2) / nanos;
    // Rounded first, since 59.96 seconds are a minute.
    let [tenths_of_millis, millis, tenths, seconds] =
        [100_000, 1_000_000, 100_000_000, 1_000_000_000].map(rounded_to);
    if tenths_of_millis < 100 {
        format!("{}.{} ms", tenths_of_millis / 10, tenths_of_millis % 10)
    } else if millis < 1000 {
        format!("{millis} ms")
    } else if tenths < 600 {
        format!("{}.{} s", tenths / 10, tenths % 10)
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

/// A number, in words up to twenty.
pub fn in_words(number: u64) -> String {
    const WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen \
                         fifteen sixteen seventeen eighteen nineteen twenty";
    let word = usize::try_from(number).ok().and_then(|index| WORDS.split(' ').nth(index));
    word.map_or_else(|| Grouped(number).to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_that_are_too_large_for_most_places_get_a_hint() {
        assert_eq!(hint(15_000_000, Format::Gif), "");
        assert_eq!(hint(u64::MAX, Format::Y4m), "");
        let over_fifteen = hint(15_000_001, Format::Gif);
        assert!(over_fifteen.contains("github, x and slack; --fit 15MB"), "{over_fifteen}");
        assert!(!over_fifteen.contains("discord"), "{over_fifteen}");
        assert_eq!(over_fifteen.lines().count(), 1);
        assert!(hint(20_000_001, Format::Gif).contains("github, x, discord and slack; --fit 20MB"));
    }

    #[test]
    fn lines_are_printed_and_hidden_characters_are_escaped() {
        assert_eq!(printable("a\u{1b}[2J\n\nb\u{202e}\r\n"), "a\\u{1b}[2J\n\nb\\u{202e}\\r\n");
    }

    #[test]
    fn times_have_two_or_three_digits() {
        let shown = [(800, "0.8 ms"), (68_400, "68 ms"), (29_640_000, "29.6 s"), (99_400_000, "1 min 39 s")];
        for (microseconds, text) in shown {
            assert_eq!(time(Duration::from_micros(microseconds)), text);
        }
    }

    #[test]
    fn times_are_rounded_before_their_unit_is_chosen() {
        let shown = [
            (0, "0.0 ms"),
            (949, "0.9 ms"),
            (950, "1.0 ms"),
            (9_949, "9.9 ms"),
            (9_950, "10 ms"),
            (999_499, "999 ms"),
            (999_500, "1.0 s"),
            (29_666_667, "29.7 s"),
            (59_949_999, "59.9 s"),
            (59_950_000, "1 min 00 s"),
            (119_499_999, "1 min 59 s"),
            (119_500_000, "2 min 00 s"),
        ];
        for (microseconds, text) in shown {
            assert_eq!(time(Duration::from_micros(microseconds)), text);
        }
    }
}
