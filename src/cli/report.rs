//! Reports on finished documents.

use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::DecimalBytes;

use crate::document::{Contents, Report, Summary, Written, of_search};
use crate::encode::Format;
use crate::error::Error;
use crate::film::FilmSummary;
use crate::options::{Preset, in_unit};
use crate::record::Lane;
use crate::request::Request;
use crate::search::Algorithm;
use crate::words::{counted, in_line, listed, shown, time};

use super::output::{self, StandardOutput};

/// Escapes hidden characters, except line ends.
pub fn printable(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(in_line).collect();
    lines.join("\n")
}

/// Whether all reports go to standard error, since a film of the recipe goes to standard output.
pub static STANDARD_OUTPUT_IS_USED: AtomicBool = AtomicBool::new(false);

/// Prints a report on standard output, or on standard error if an output uses standard output.
pub fn print(standard_output_is_used: bool, lines: &str) {
    let is_used = standard_output_is_used || STANDARD_OUTPUT_IS_USED.load(Ordering::Relaxed);
    let out: &mut dyn Write = if is_used { &mut stderr() } else { &mut stdout() };
    // A report that nobody reads is not an error.
    let _ = out.write_all(printable(lines).as_bytes());
}

/// Prints text on standard output, or on standard error if another output uses standard output.
pub fn print_text(text: &str) -> Result<(), Error> {
    if STANDARD_OUTPUT_IS_USED.load(Ordering::Relaxed) {
        print(true, text);
        return Ok(());
    }
    let written =
        StandardOutput::open().and_then(|mut out| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    written.map_err(|failed| output::error(&failed))
}

pub fn note(text: &str, quiet: bool) {
    if !quiet {
        // Standard error may be closed.
        let _ = writeln!(stderr(), "note: {}", printable(text));
    }
}

pub fn of_document(report: &Report, request: &Request, elapsed: Duration) -> Result<(), Error> {
    let Report { files, summary, alt, .. } = report;
    let is_used = request.writes_standard_output() || request.events() == Some(Path::new("-"));
    let (events, others): (Vec<&Written>, Vec<&Written>) =
        files.iter().partition(|file| file.contents == Contents::Events);
    if !request.is_quiet() {
        let lines = others.first().map_or_else(String::new, |file| lines(file, summary, elapsed));
        // The table itself is on standard output.
        print(is_used || matches!(summary, Summary::Chart { .. } | Summary::Events(..)), &lines);
        for file in others.iter().skip(1) {
            of_file(file, is_used);
        }
    }
    if let Some((alt, html)) = alt {
        let lines = format!("alt: {}\n{html}", printable(alt));
        if is_used { print(true, &lines) } else { print_text(&lines)? }
    }
    if !request.is_quiet() {
        for file in events {
            of_file(file, is_used);
        }
    }
    Ok(())
}

/// Returns the path of a file, with a remark if the file has replaced another.
fn name(Written { path, replaced, .. }: &Written) -> String {
    let name = path.as_deref().map_or_else(|| "standard output".to_owned(), shown);
    if *replaced { format!("{name} (replaced)") } else { name }
}

fn of_file(file: &Written, is_used: bool) {
    let size = DecimalBytes(file.bytes);
    print(is_used, &format!("{}: {}, {size}\n", name(file), file.contents.name()));
}

fn lines(file: &Written, summary: &Summary, elapsed: Duration) -> String {
    let (name, size, elapsed) = (name(file), DecimalBytes(file.bytes), time(elapsed));
    let pixels = |(width, height): (u32, u32)| format!("{width} × {height} pixels");
    match summary {
        Summary::Film { film, solvers, format, .. } => {
            let searches = if film.lanes.is_empty() {
                format!("{}, ", of_search(&film.tally, solvers.first().copied().flatten()))
            } else {
                ranks(film, solvers)
            };
            let (shown, hint) = (contents(summary), hint(file.bytes, *format));
            format!("{name}: {shown}, {size}\n{searches}in {elapsed}\n{hint}")
        }
        Summary::Solutions { solutions, canvas } => {
            let solutions = counted(*solutions, "solution");
            format!("{name}: {solutions}, {}, {size}, in {elapsed}\n", pixels(*canvas))
        }
        Summary::Steps { steps, pages, canvas } => {
            let steps = counted(*steps, "step");
            let pages = if *pages > 1 { format!(" on {pages} pages") } else { String::new() };
            format!("{name}: {steps}{pages}, {}, {size}, in {elapsed}\n", pixels(*canvas))
        }
        Summary::Picture { .. } => format!("{name}: {size}\n"),
        Summary::Chart { canvas } => format!("{name}: {}, {size}\n", pixels(*canvas)),
        Summary::List(number, _) if file.path.is_some() => {
            format!("{name}: {}, in {elapsed}\n", counted(*number, "solution"))
        }
        Summary::Events(tally, algorithm) => {
            format!("{name}: {}, in {elapsed}\n", of_search(tally, Some(*algorithm)))
        }
        Summary::List(..) | Summary::Table | Summary::Log(_) => String::new(),
    }
}

fn ranks(film: &FilmSummary, solvers: &[Option<Algorithm>]) -> String {
    let mut lanes: Vec<_> = film.lanes.iter().zip(solvers).collect();
    lanes.sort_by_key(|(lane, _)| lane.rank.unwrap_or(usize::MAX));
    let line = |(lane, solver): &(&Lane, &Option<Algorithm>)| {
        let rank = lane.rank.map_or_else(|| "Not finished: ".to_owned(), |rank| format!("{rank}. "));
        let (name, ticks) = (&lane.name, counted(lane.ticks, "tick"));
        format!("{rank}{name}, {ticks}: {}\n", of_search(&lane.frame.tally, **solver))
    };
    lanes.iter().map(line).collect()
}

fn contents(summary: &Summary) -> String {
    let Summary::Film { film, format, fps, .. } = summary else { return String::new() };
    let FilmSummary { frames, pictures, playing_time, .. } = *film;
    let shown = if format.has_frame_rate() {
        let pictures = counted(pictures, "picture");
        format!("{}, {pictures} at {fps} fps", counted(frames, "frame"))
    } else if *format == Format::Pptx {
        counted(pictures, "slide")
    } else if *format == Format::Pdf {
        counted(pictures, "page")
    } else if pictures > frames {
        // With motion, there are more pictures than frames.
        format!("{}, {}", counted(frames, "frame"), counted(pictures, "picture"))
    } else {
        counted(pictures, "frame")
    };
    // Slides that advance by clicks have no time, and neither has an SVG of one frame.
    let is_still = !format.is_played() || *format == Format::Svg && pictures == 1;
    if is_still || playing_time.is_zero() { shown } else { format!("{shown}, {}", time(playing_time)) }
}

/// Returns a hint for a film larger than most sites accept in its format; empty otherwise.
pub fn hint(bytes: u64, format: Format) -> String {
    let presets = Preset::all().iter().filter(|preset| preset.formats().any(|played| played == format));
    let limited: Vec<(&str, u64)> =
        presets.filter_map(|preset| Some((preset.name.as_str(), preset.limits().bytes?))).collect();
    let too_small: Vec<&(&str, u64)> = limited.iter().filter(|(_, limit)| *limit < bytes).collect();
    let Some(largest) = too_small.iter().map(|(_, limit)| *limit).max() else { return String::new() };
    if 2 * too_small.len() <= limited.len() {
        return String::new();
    }
    let names = listed(too_small.iter().map(|(name, _)| name), "and");
    let (number, unit) = in_unit(largest);
    format!(
        "hint: too large for {names}; --fit {number}{unit} makes it smaller, and --for NAME keeps all limits of a site\n"
    )
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
}
