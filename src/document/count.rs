//! The `count` document: numbers of solutions.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use clap::Args;

use crate::board::{BoardSize, Problem, Square};
use crate::count::{
    ALL_SEQUENCE, CountError, Counts, FUNDAMENTAL_SEQUENCE, LARGEST_KNOWN, Progress, count, count_problem,
    estimated_steps, known, published_time,
};
use crate::encode::Format;
use crate::export::Overwrite;
use crate::limits::{COUNTED_WITHOUT_ESTIMATE, MAX_COUNTED_SIZE};
use crate::options::{Files, Given, ProblemArgs, TableForm, WHAT, choice, sizes};
use crate::threads;
use crate::watch::{Stage, Watch};
use crate::words;

use super::problem::in_words;
use super::table::{Cell, Value, csv, markdown_line, object};
use super::{Document, Error, ErrorKind, Note, Result, Run, Summary};

/// How many solutions there are
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[non_exhaustive]
pub struct CountRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, or A..B for all from A to B: 1 to 28
    #[arg(value_name = "N|A..B", value_parser = sizes)]
    pub queens: RangeInclusive<u32>,

    /// Format of the table
    ///
    /// [default: table]
    #[arg(long, value_name = "FORM", value_parser = choice::<TableForm>())]
    pub r#as: Option<TableForm>,

    /// Print the table and errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Take counts that need more than ten seconds from published tables
    ///
    /// Up to 27 queens, marked 'known'. A further column shows how long published counts took.
    ///
    /// `31.9 d?` has no unit in its source.
    #[arg(long, help_heading = WHAT)]
    pub known: bool,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,
}

impl CountRequest {
    #[allow(clippy::unnecessary_wraps, reason = "as all kinds")]
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let (stem, formats) = ("count".to_owned(), TableForm::ALL.map(TableForm::format));
        Ok(Document::new("count", stem, formats, files, |_| Ok(()), |run| make(self, run)))
    }
}

fn make(request: &CountRequest, run: &mut Run<'_>) -> Result<Summary> {
    let (first, last, known) = (*request.queens.start(), *request.queens.end(), request.known);
    // Contradictory problems are reported before the long searches.
    let problem = |n: u32| request.problem.on(BoardSize::try_from(n).map_err(Error::request)?);
    let problems = (first..=last.min(MAX_COUNTED_SIZE)).map(problem).collect::<Result<Vec<Problem>>>()?;
    if !request.problem.is_empty() && known {
        return Err(Error::request(
            "--known is for whole boards: nothing is published for --start and --block",
        ));
    }
    if run.is_trial {
        return run.end_trial();
    }
    let counted = if known { counted_soon(last)? } else { last };
    if !known {
        check_time(&request.problem, last, problems.last(), run)?;
    }
    let has_18 = request.queens.contains(&18);
    let mut failed = None;
    let written = run.write(Overwrite::Empty, Stage::Writing, |out, run| {
        let mut table = Table::begin(known, run.format, has_18, out)?;
        out.flush()?;
        for problem in &problems {
            let cells = match row(problem, counted, run.watch) {
                Ok(cells) => cells,
                Err(error) => {
                    // The table ends after the rows that were counted.
                    failed = Some(error);
                    break;
                }
            };
            table.rows += 1;
            table.print(&cells, out)?;
            out.flush()?;
        }
        Ok(table.end(out)?)
    });
    match failed {
        Some(error) => Err(error),
        None => written.map(|()| Summary::Table),
    }
}

/// Returns the row of a board: counted, or from the published tables for more than `counted` queens.
fn row(problem: &Problem, counted: u32, watch: &mut dyn Watch) -> Result<[Cell; COLUMNS.len()]> {
    let n = u32::from(problem.size());
    if n > counted {
        let (total, fundamental) =
            known(n).ok_or_else(|| Error::failed(format!("no number is known for {n} queens")))?;
        return Ok(cells(n, total, fundamental, None));
    }
    let (counts, elapsed) = count_watched(problem, watch)?;
    if problem.is_plain() {
        compare_with_known(n, &counts)?;
    }
    Ok(cells(n, counts.total, counts.fundamental(), Some(elapsed)))
}

/// Counts that are expected to take longer are announced by a note.
const LONG: Duration = Duration::from_secs(10);

/// Seconds per year; counts that are expected to take longer are refused.
const YEAR: f64 = 31_556_952.0;

/// The number of queens for which solutions are counted to measure the speed.
const MEASURED: u32 = 14;

/// Measures the time to count the solutions for [`MEASURED`] queens, in seconds.
fn measured_seconds() -> f64 {
    let began = Instant::now();
    let _ = count(MEASURED, &Progress::new());
    began.elapsed().as_secs_f64()
}

/// Returns the largest number of queens up to `last` that is counted within about [`LONG`]; an error if no count is
/// published for `last`.
fn counted_soon(last: u32) -> Result<u32> {
    if last > LARGEST_KNOWN {
        return Err(Error::request(format!(
            "the published numbers end with {LARGEST_KNOWN} queens, and {last} take too long to be counted; \
             end the range at {LARGEST_KNOWN}"
        )));
    }
    if last <= MEASURED {
        return Ok(last);
    }
    let seconds = measured_seconds();
    let is_soon = |n: &u32| seconds * growth(MEASURED, *n) <= LONG.as_secs_f64();
    Ok((MEASURED + 1..=last).take_while(is_soon).last().unwrap_or(MEASURED))
}

/// Estimates the time to count for `n` queens from the measured speed. Refuses more than a year or
/// [`MAX_COUNTED_SIZE`] queens, and announces a long count. `largest` is the problem on the largest board.
fn check_time(asked: &ProblemArgs, n: u32, largest: Option<&Problem>, run: &mut Run<'_>) -> Result<()> {
    if n <= COUNTED_WITHOUT_ESTIMATE {
        return Ok(());
    }
    if !asked.is_empty() && n > MAX_COUNTED_SIZE {
        return Err(Error::request(format!(
            "solutions are counted for at most {MAX_COUNTED_SIZE} queens, not for {n}"
        )));
    }
    let (what, seconds, instead) = if let Some(problem) = largest.filter(|_| !asked.is_empty()) {
        let size = BoardSize::new(MEASURED.into()).expect("a number of queens");
        let measured =
            Problem::new(size, [], [Square::new(1, 1)]).expect("an empty board with a closed square");
        let began = Instant::now();
        let _ = count_problem(&measured, &Progress::new());
        let seconds = began.elapsed().as_secs_f64() * estimated_steps(problem) / estimated_steps(&measured);
        (in_words(problem), seconds, "more queens with --start")
    } else {
        let seconds = measured_seconds() * growth(MEASURED, n);
        (format!("{n} queens"), seconds, "take the published number with --known")
    };
    let (time, cores) = (approximate(seconds), threads::number());
    let takes = format!("counting the solutions for {what} takes about {time} on {cores} cores");
    if n > MAX_COUNTED_SIZE {
        return Err(Error::request(format!("{takes}; the maximum is {MAX_COUNTED_SIZE} queens")));
    }
    if seconds > YEAR {
        return Err(Error::request(format!(
            "{takes}, and at most a year is counted; give a smaller N, or {instead}"
        )));
    }
    if seconds > LONG.as_secs_f64() {
        run.note(Note::TakesLong(format!("{takes}; Ctrl-C ends it")));
    }
    Ok(())
}

/// Returns the approximate ratio of the times for `n` and for `from` queens. The time grows with the number of
/// solutions, about (0.143 n)ⁿ (Simkin, 2021): by a factor of 0.39 n for each queen.
fn growth(from: u32, n: u32) -> f64 {
    // An `f64` overflows well below this n.
    const MOST: u32 = 1000;
    (from + 1..=n.min(MOST)).map(|n| 0.39 * f64::from(n)).product()
}

fn approximate(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(1.0, "seconds"), (60.0, "minutes"), (3600.0, "hours"), (86_400.0, "days")];
    if seconds >= YEAR {
        let years = (seconds / YEAR).min(1e99);
        return if years < 1e6 { format!("{years:.0} years") } else { format!("{years:.0e} years") };
    }
    let (length, name) = UNITS.into_iter().rfind(|(length, _)| seconds >= 2.0 * length).unwrap_or(UNITS[0]);
    format!("{:.0} {name}", seconds / length)
}

/// Counts the solutions on all cores; meanwhile, reports progress and polls `watch`.
fn count_watched(problem: &Problem, watch: &mut dyn Watch) -> Result<(Counts, Duration)> {
    const CHECK_EVERY: Duration = Duration::from_millis(50);
    const STEPS: u64 = 1000;
    let (began, progress) = (Instant::now(), Progress::new());
    let (n, what) = (problem.size(), in_words(problem));
    let outcome = thread::scope(|scope| {
        let Ok(worker) = Builder::new().spawn_scoped(scope, || count_problem(problem, &progress)) else {
            watch.stage(Stage::Unwatched);
            return Ok(count_problem(problem, &progress));
        };
        watch.stage(Stage::Counting(n));
        while !worker.is_finished() {
            if !watch.go_on() {
                progress.stop();
            }
            thread::park_timeout(CHECK_EVERY.min(began.elapsed() / 16));
            watch.progress((progress.fraction() * STEPS as f64) as u64, Some(STEPS));
        }
        worker.join()
    });
    watch.stage(Stage::Writing);
    match outcome {
        Ok(Ok(counts)) => Ok((counts, began.elapsed())),
        Ok(Err(CountError::Stopped)) => {
            let done = (progress.fraction() * 100.0).floor();
            let message = format!("{what} are not counted: {done:.0} % was done");
            Err(Error { kind: ErrorKind::Stopped, ..Error::request(message) })
        }
        Ok(Err(error)) => Err(Error::request(error)),
        Err(_) => Err(Error::failed(format!("counting the solutions for {n} queens failed"))),
    }
}

fn compare_with_known(n: u32, counts: &Counts) -> Result<()> {
    let (total, fundamental) = (counts.total, counts.fundamental());
    match known(n) {
        Some(known) if known != (total, fundamental) => Err(Error::failed(format!(
            "wrong count for {n} queens: {} solutions, {} of them fundamental, are known, but {total} and \
             {fundamental} were counted; please report this",
            known.0, known.1,
        ))),
        _ => Ok(()),
    }
}

/// The columns: key in JSON and CSV, then title and width in text; `None` for a column that text does not have.
const COLUMNS: [(&str, Option<(&str, usize)>); 6] = [
    ("n", Some(("N", 2))),
    ("solutions", Some(("solutions", 27))),
    ("fundamental", Some(("fundamental", 26))),
    ("seconds", Some(("time", 12))),
    ("source", None),
    ("published", Some(("published", 12))),
];

/// Returns the cells of a row; `counted_in` is how long counting took, `None` for published numbers.
fn cells(n: u32, total: u64, fundamental: u64, counted_in: Option<Duration>) -> [Cell; COLUMNS.len()] {
    let (time, source) = if let Some(time) = counted_in {
        (Cell::new(words::time(time), Value::seconds(time, 6)), Cell::words("counted"))
    } else {
        let source = format!("OEIS {ALL_SEQUENCE} and {FUNDAMENTAL_SEQUENCE}");
        (Cell::new("known", Value::Absent), Cell::words(source))
    };
    let published = published_time(n).map_or_else(|| Cell::new("unknown", Value::Absent), Cell::words);
    [Cell::number(n.into()), Cell::number(total), Cell::number(fundamental), time, source, published]
}

/// Often quoted times for 18 queens. The first time is from a comment in the source of the program by Somers.
const TIMES_OF_18: &str = "18 queens: 19:26 minutes by the bit fields of Jeff Somers, as he measured on a PC of 800 MHz in \
     2002;\n           75:00 by plain backtracking, according to slides that quote both and say neither machine nor author\n";

struct Table {
    form: TableForm,
    columns: usize,
    rows: u64,
    has_18: bool,
}

impl Table {
    fn begin(known: bool, format: Format, has_18: bool, out: &mut dyn Write) -> io::Result<Self> {
        let columns = if known { COLUMNS.len() } else { 4 };
        let table = Self { form: TableForm::of(format), columns, rows: 0, has_18 };
        let name = |(key, text): (&str, Option<(&str, usize)>)| {
            Cell::new(text.map_or("", |(title, _)| title), Value::words(key))
        };
        table.print(&COLUMNS.map(name), out)?;
        Ok(table)
    }

    fn print(&self, cells: &[Cell], out: &mut dyn Write) -> io::Result<()> {
        let columns = || COLUMNS.into_iter().zip(cells).take(self.columns);
        let values = columns().map(|(_, cell)| cell.value.clone());
        let shown = columns().filter_map(|((_, text), cell)| Some((cell.shown.as_str(), text?.1)));
        let line = match self.form {
            TableForm::Table => {
                let shown = shown.map(|(cell, width)| format!("{cell:>width$}"));
                shown.collect::<Vec<_>>().join(" ") + "\n"
            }
            TableForm::Markdown => {
                markdown_line(&shown.map(|(cell, _)| cell).collect::<Vec<_>>(), self.rows == 0)
            }
            TableForm::Json if self.rows == 0 => "[".to_owned(),
            TableForm::Json => {
                let separator = if self.rows > 1 { "," } else { "" };
                let keys = COLUMNS.into_iter().map(|(key, _)| key);
                format!("{separator}\n{}", object(keys.zip(values)))
            }
            TableForm::Csv => csv(values),
        };
        out.write_all(line.as_bytes())
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.form {
            TableForm::Json => out.write_all(if self.rows > 0 { b"\n]\n" } else { b"]\n" }),
            TableForm::Table if self.columns == COLUMNS.len() => write!(
                out,
                "\nknown: not counted, but taken from the published tables, solutions from OEIS {ALL_SEQUENCE},\n       \
                 fundamental solutions from OEIS {FUNDAMENTAL_SEQUENCE}\n\
                 published: how long a published count of all solutions took; d?: the source has no unit\n{}",
                if self.has_18 { TIMES_OF_18 } else { "" }
            ),
            TableForm::Table | TableForm::Markdown | TableForm::Csv => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetries;

    #[test]
    fn a_wrong_count_is_an_error() {
        let symmetries = Symmetries::ALL;
        let right = Counts { total: 92, half_turn: 4, quarter_turn: 0, symmetries };
        assert!(compare_with_known(8, &right).is_ok());
        for wrong in [Counts { total: 91, ..right }, Counts { half_turn: 12, ..right }] {
            assert!(compare_with_known(8, &wrong).is_err());
        }
        assert!(compare_with_known(28, &right).is_ok(), "no number is known");
    }

    #[test]
    fn estimates_have_one_unit() {
        let shown = [
            (1.0, "1 seconds"),
            (119.0, "119 seconds"),
            (121.0, "2 minutes"),
            (8e3, "2 hours"),
            (4e7, "1 years"),
        ];
        for (seconds, text) in shown {
            assert_eq!(approximate(seconds), text);
        }
    }
}
