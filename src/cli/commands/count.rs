//! `queenreel count`: counts solutions.

use std::ops::RangeInclusive;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::board::{BoardSize, Problem, Square};
use crate::cli::progress::Progress as ProgressBar;
use crate::cli::{Cell, CliError, Value, csv, interrupt, markdown_line, object, print, report, usage};
use crate::count::{
    ALL_SEQUENCE, CountError, Counts, FUNDAMENTAL_SEQUENCE, LARGEST_KNOWN, MAX_SIZE, Progress, count,
    count_problem, estimated_steps, known, published_time,
};
use crate::recipe::{Recipe, TableForm, in_words};
use crate::threads;

pub fn run(recipe: &Recipe, sizes: &RangeInclusive<u32>) -> Result<(), CliError> {
    let (first, last) = (*sizes.start(), *sizes.end());
    // Problems that contradict themselves are found before the long searches.
    let problems = (first..=last.min(MAX_SIZE)).map(|n| {
        let size = BoardSize::try_from(n).map_err(|error| CliError::Usage(error.into()))?;
        Ok(recipe.problem_on(size)?)
    });
    let problems = problems.collect::<Result<Vec<Problem>, CliError>>()?;
    if recipe.has_problem() && recipe.known {
        return usage("--known is for whole boards: nothing is published for --start and --block");
    }
    let counted = if recipe.known { counted_soon(last)? } else { last };
    if !recipe.known {
        check_time(recipe, last, problems.last())?;
    }
    interrupt::catch();
    let mut table = Table::begin(recipe, sizes)?;
    let outcome = problems.iter().try_for_each(|problem| {
        let n = u32::from(problem.size());
        if n > counted {
            let known = known(n);
            let known = known.ok_or_else(|| CliError::Fault(anyhow!("no number is known for {n} queens")))?;
            return table.row(&cells(n, known, None));
        }
        let (counts, elapsed) = count_with_progress(problem, recipe.quiet)?;
        if problem.is_plain() {
            compare_with_known(n, &counts)?;
        }
        table.row(&cells(n, (counts.total, counts.fundamental()), Some(elapsed)))
    });
    table.end()?;
    outcome
}

/// Longer counts are announced with a note.
const LONG: Duration = Duration::from_secs(10);

/// The seconds of a year: counts that take longer are refused.
const YEAR: f64 = 31_556_952.0;

/// Counts of so many queens take no time that has to be announced.
const QUICKLY_COUNTED: u32 = 16;

/// So many queens are counted to measure the speed.
const MEASURED: u32 = 14;

/// The seconds in which the solutions for [`MEASURED`] queens are counted.
fn measured_seconds() -> f64 {
    let began = Instant::now();
    let _ = count(MEASURED, &Progress::new());
    began.elapsed().as_secs_f64()
}

/// The most queens, up to `last`, whose solutions are counted within about [`LONG`].
fn counted_soon(last: u32) -> Result<u32, CliError> {
    if last > LARGEST_KNOWN {
        return usage(format!(
            "the published numbers end with {LARGEST_KNOWN} queens, and {last} take too long to be counted; \
             end the range at {LARGEST_KNOWN}"
        ));
    }
    if last <= MEASURED {
        return Ok(last);
    }
    let seconds = measured_seconds();
    let is_soon = |n: &u32| seconds * growth(MEASURED, *n) <= LONG.as_secs_f64();
    Ok((MEASURED + 1..=last).take_while(is_soon).last().unwrap_or(MEASURED))
}

/// Estimates the time for `n` queens, or for this largest of several problems, from the speed of counting. Refuses more
/// than a year, and announces what takes long.
fn check_time(recipe: &Recipe, n: u32, largest: Option<&Problem>) -> Result<(), CliError> {
    if n <= QUICKLY_COUNTED {
        return Ok(());
    }
    if recipe.has_problem() && n > MAX_SIZE {
        return usage(format!("solutions are counted for at most {MAX_SIZE} queens, not for {n}"));
    }
    let (what, seconds, instead) = if let Some(problem) = largest.filter(|_| recipe.has_problem()) {
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
    if n > MAX_SIZE {
        return usage(format!("{takes}; the maximum is {MAX_SIZE} queens"));
    }
    if seconds > YEAR {
        return usage(format!("{takes}, and at most a year is counted; give a smaller N, or {instead}"));
    }
    if seconds > LONG.as_secs_f64() {
        report::note(&format!("{takes}; Ctrl-C ends it"), recipe.quiet);
    }
    Ok(())
}

/// How many times as approximate `n` queens take as `from`: the time grows as the number of solutions,
/// which for large boards grows by the factor 0.39 n (Simkin, 2021: (0.143 n)ⁿ solutions).
fn growth(from: u32, n: u32) -> f64 {
    // The product is infinite long before.
    const MOST: u32 = 1000;
    (from + 1..=n.min(MOST)).map(|n| 0.39 * f64::from(n)).product()
}

/// A time in whole seconds, minutes, hours, days or years.
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

/// Counts on all cores; meanwhile shows the progress and checks for interrupts.
fn count_with_progress(problem: &Problem, quiet: bool) -> Result<(Counts, Duration), CliError> {
    const CHECK_EVERY: Duration = Duration::from_millis(50);
    const STEPS: u64 = 1000;
    let (began, progress) = (Instant::now(), Progress::new());
    let (n, what) = (problem.size(), in_words(problem));
    let template = format!("{n} queens {{bar:40}} {{msg}}");
    let mut bar = ProgressBar::new(Some(STEPS), &template, quiet);
    let outcome = thread::scope(|scope| {
        let Ok(worker) = Builder::new().spawn_scoped(scope, || count_problem(problem, &progress)) else {
            interrupt::end_at_once();
            return Ok(count_problem(problem, &progress));
        };
        while !worker.is_finished() {
            if interrupt::check().is_err() {
                progress.stop();
            }
            thread::park_timeout(CHECK_EVERY.min(began.elapsed() / 16));
            let left = progress.left(began.elapsed());
            let left =
                left.map(|left| format!("{} left", approximate(left.as_secs_f64()))).unwrap_or_default();
            bar.show((progress.fraction() * STEPS as f64) as u64, &left);
        }
        worker.join()
    });
    drop(bar);
    match outcome {
        Ok(Ok(counts)) => Ok((counts, began.elapsed())),
        Ok(Err(CountError::Stopped)) => {
            let done = (progress.fraction() * 100.0).floor();
            Err(CliError::Interrupted(format!("{what} are not counted: {done:.0} % was done")))
        }
        Ok(Err(error)) => Err(CliError::Usage(error.into())),
        Err(_) => Err(CliError::Fault(anyhow!("counting the solutions for {n} queens failed"))),
    }
}

/// Fails if a count differs from the known number.
fn compare_with_known(n: u32, counts: &Counts) -> Result<(), CliError> {
    let (total, fundamental) = (counts.total, counts.fundamental());
    match known(n) {
        Some(known) if known != (total, fundamental) => Err(CliError::Fault(anyhow!(
            "wrong count for {n} queens: {} solutions, {} of them fundamental, are known, but {total} and \
             {fundamental} were counted; please report this",
            known.0,
            known.1,
        ))),
        _ => Ok(()),
    }
}

/// The columns of the table: their names in JSON and CSV, and their names and widths in text, where one is missing.
const COLUMNS: [(&str, Option<(&str, usize)>); 6] = [
    ("n", Some(("N", 2))),
    ("solutions", Some(("solutions", 27))),
    ("fundamental", Some(("fundamental", 26))),
    ("seconds", Some(("time", 12))),
    ("source", None),
    ("published", Some(("published", 12))),
];

/// The cells of a row; what was not counted, in some time, is from the published tables.
fn cells(n: u32, (total, fundamental): (u64, u64), counted_in: Option<Duration>) -> [Cell; COLUMNS.len()] {
    let (time, source) = match counted_in {
        Some(time) => (Cell::new(report::time(time), Value::seconds(time, 6)), "counted".to_owned()),
        None => {
            (Cell::new("known", Value::Absent), format!("OEIS {ALL_SEQUENCE} and {FUNDAMENTAL_SEQUENCE}"))
        }
    };
    let published = published_time(n).map_or_else(|| Cell::new("unknown", Value::Absent), Cell::words);
    [
        Cell::number(n.into()),
        Cell::number(total),
        Cell::number(fundamental),
        time,
        Cell::words(source),
        published,
    ]
}

/// Times that are often quoted. The first is in the comment of the program.
const TIMES_OF_18: &str = "18 queens: 19:26 minutes by the bit fields of Jeff Somers, as he measured on a PC of 800 MHz in \
     2002;\n           75:00 by plain backtracking, according to slides that quote both and say neither machine nor author\n";

/// The table on standard output; each row is printed as soon as it is known.
struct Table {
    form: TableForm,
    columns: usize,
    rows: u64,
    /// Whether it has a row for 18 queens.
    has_18: bool,
}

impl Table {
    fn begin(recipe: &Recipe, sizes: &RangeInclusive<u32>) -> Result<Self, CliError> {
        let columns = if recipe.known { COLUMNS.len() } else { 4 };
        let form = recipe.table_form.unwrap_or_default();
        let table = Self { form, columns, rows: 0, has_18: sizes.contains(&18) };
        let name = |(key, text): (&str, Option<(&str, usize)>)| {
            Cell::new(text.map_or("", |(title, _)| title), Value::words(key))
        };
        table.print(&COLUMNS.map(name))?;
        Ok(table)
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), CliError> {
        self.rows += 1;
        self.print(cells)
    }

    /// Prints the head, or a row.
    fn print(&self, cells: &[Cell]) -> Result<(), CliError> {
        let columns = || COLUMNS.into_iter().zip(cells).take(self.columns);
        let values = columns().map(|(_, cell)| cell.value.clone());
        let shown = columns().filter_map(|((_, text), cell)| Some((cell.shown.as_str(), text?.1)));
        print(&match self.form {
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
        })
    }

    fn end(&self) -> Result<(), CliError> {
        match self.form {
            TableForm::Json => print(if self.rows > 0 { "\n]\n" } else { "]\n" }),
            TableForm::Table if self.columns == COLUMNS.len() => print(&format!(
                "\nknown: not counted, but taken from the published tables, solutions from OEIS {ALL_SEQUENCE},\n       \
                 fundamental solutions from OEIS {FUNDAMENTAL_SEQUENCE}\n\
                 published: how long a published count of all solutions took; d?: the source has no unit\n{}",
                if self.has_18 { TIMES_OF_18 } else { "" }
            )),
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
            assert!(matches!(compare_with_known(8, &wrong), Err(CliError::Fault(_))));
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
