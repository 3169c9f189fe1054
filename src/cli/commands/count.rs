//! `queenreel count`: its arguments, and what it does.

use std::io::{Write, stderr};
use std::ops::RangeInclusive;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use indicatif::HumanCount;

use crate::cli::destination::print;
use crate::cli::error::CliError;
use crate::cli::progress::Progress as ProgressBar;
use crate::cli::{interrupt, report, values};
use crate::count::{CountError, Counts, MAX_SIZE, Progress, count, known};

/// Count all solutions
///
/// They are searched for, not looked up, on all cores. Fundamental solutions are those that are not
/// rotations or reflections of each other. Ctrl-C ends the count; finished rows are kept.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel count 8             92 solutions, 12 of them fundamental
  queenreel count 1..16         the classic table, in a second or two
  queenreel count 1..12 --as csv > counts.csv")]
pub struct CountArgs {
    /// Number of queens, or A..B for all from A to B: 1 to 28
    #[arg(value_name = "N|A..B", value_parser = values::sizes, allow_hyphen_values = true)]
    pub sizes: RangeInclusive<u32>,

    /// Format of the table [default: table]
    #[arg(long = "as", value_enum, value_name = "FORM")]
    pub form: Option<CountForm>,

    /// The same as --as json
    #[arg(long)]
    pub json: bool,

    /// Print the table and errors only
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum CountForm {
    /// Aligned columns
    #[default]
    Table,
    /// An array of objects
    Json,
    /// Comma-separated values
    Csv,
}

pub fn run(args: &CountArgs) -> Result<(), CliError> {
    let form = match (args.form, args.json) {
        (None | Some(CountForm::Json), true) => CountForm::Json,
        (Some(_), true) => return Err(CliError::Usage(anyhow!("--json contradicts --as"))),
        (form, false) => form.unwrap_or_default(),
    };
    let (first, last) = (*args.sizes.start(), *args.sizes.end());
    estimate_time(last, args.quiet)?;
    interrupt::catch();
    let mut table = Table { form, rows: 0 };
    table.begin()?;
    let outcome = (first..=last).try_for_each(|n| {
        let (counts, elapsed) = count_with_progress(n, args.quiet)?;
        compare_with_known(n, &counts)?;
        table.row(n, &counts, elapsed)
    });
    table.end()?;
    outcome
}

/// Longer counts are announced with a note.
const LONG: Duration = Duration::from_secs(10);

/// Measures the speed of counting, and estimates the time for `n` queens.
fn estimate_time(n: u32, quiet: bool) -> Result<(), CliError> {
    const MEASURED: u32 = 14;
    if n <= 16 {
        return Ok(());
    }
    let began = Instant::now();
    let _ = count(MEASURED, &Progress::new());
    let seconds = began.elapsed().as_secs_f64() * growth(MEASURED, n);
    let cores = rayon::current_num_threads();
    let takes = format!(
        "counting the solutions for {n} queens takes about {} on {cores} cores",
        approximate(seconds)
    );
    if n > MAX_SIZE {
        return Err(CliError::Usage(anyhow!("{takes}; the maximum is {MAX_SIZE} queens")));
    }
    if seconds > LONG.as_secs_f64() && !quiet {
        let _ = writeln!(stderr(), "note: {takes}; Ctrl-C ends it");
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
    const YEAR: f64 = 31_556_952.0;
    if seconds >= YEAR {
        let years = (seconds / YEAR).min(1e99);
        return if years < 1e6 { format!("{years:.0} years") } else { format!("{years:.0e} years") };
    }
    let (length, name) = UNITS.into_iter().rfind(|(length, _)| seconds >= 2.0 * length).unwrap_or(UNITS[0]);
    format!("{:.0} {name}", seconds / length)
}

/// Counts on all cores; meanwhile shows the progress and checks for interrupts.
fn count_with_progress(n: u32, quiet: bool) -> Result<(Counts, Duration), CliError> {
    const CHECK_EVERY: Duration = Duration::from_millis(50);
    const STEPS: u64 = 1000;
    let (began, progress) = (Instant::now(), Progress::new());
    let template = format!("{n} queens {{bar:40}} {{msg}}");
    let mut bar = ProgressBar::new(Some(STEPS), template, quiet);
    let outcome = thread::scope(|scope| {
        let worker = scope.spawn(|| count(n, &progress));
        while !worker.is_finished() {
            if interrupt::check().is_err() {
                progress.stop();
            }
            thread::park_timeout(CHECK_EVERY.min(began.elapsed() / 16));
            let left = progress.left(began.elapsed());
            let left =
                left.map(|left| format!("{} left", approximate(left.as_secs_f64()))).unwrap_or_default();
            bar.show((progress.fraction() * STEPS as f64) as u64, left);
        }
        worker.join()
    });
    drop(bar);
    match outcome {
        Ok(Ok(counts)) => Ok((counts, began.elapsed())),
        Ok(Err(CountError::Stopped)) => {
            let done = (progress.fraction() * 100.0).floor();
            Err(CliError::Interrupted(format!("{n} queens are not counted: {done:.0} % was done")))
        }
        Ok(Err(error)) => Err(CliError::Usage(error.into())),
        Err(_) => Err(CliError::Fault(anyhow!("counting the solutions for {n} queens failed"))),
    }
}

/// Fails if a count differs from the known number.
fn compare_with_known(n: u32, counts: &Counts) -> Result<(), CliError> {
    let counted = (counts.total, counts.fundamental());
    match known(n) {
        Some(known) if known != counted => Err(CliError::Fault(anyhow!(
            "wrong count for {n} queens: {} solutions, {} of them fundamental, are known, but {} and {} \
             were counted; please report this",
            known.0,
            known.1,
            counted.0,
            counted.1
        ))),
        _ => Ok(()),
    }
}

/// The table on standard output; each row is printed as soon as it is known.
struct Table {
    form: CountForm,
    rows: u64,
}

impl Table {
    fn begin(&self) -> Result<(), CliError> {
        match self.form {
            CountForm::Table => {
                print(&format!("{:>2} {:>27} {:>26} {:>12}\n", "N", "solutions", "fundamental", "time"))
            }
            CountForm::Json => print("["),
            CountForm::Csv => print("n,solutions,fundamental,seconds\n"),
        }
    }

    fn row(&mut self, n: u32, counts: &Counts, elapsed: Duration) -> Result<(), CliError> {
        let (total, fundamental, seconds) = (counts.total, counts.fundamental(), elapsed.as_secs_f64());
        self.rows += 1;
        match self.form {
            CountForm::Table => {
                let (total, fundamental) =
                    (HumanCount(total).to_string(), HumanCount(fundamental).to_string());
                print(&format!("{n:>2} {total:>27} {fundamental:>26} {:>12}\n", report::time(elapsed)))
            }
            CountForm::Json => print(&format!(
                "{}\n{{\"n\":{n},\"solutions\":{total},\"fundamental\":{fundamental},\"seconds\":{seconds:.6}}}",
                if self.rows > 1 { "," } else { "" }
            )),
            CountForm::Csv => print(&format!("{n},{total},{fundamental},{seconds:.6}\n")),
        }
    }

    fn end(&self) -> Result<(), CliError> {
        match self.form {
            CountForm::Json => print(if self.rows > 0 { "\n]\n" } else { "]\n" }),
            CountForm::Table | CountForm::Csv => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_count_is_an_error() {
        let right = Counts { total: 92, half_turn: 4, quarter_turn: 0 };
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
