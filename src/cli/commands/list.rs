//! `queenreel list`: its arguments, and what it does.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::board::{BoardSize, Placement, Square};
use crate::cli::args::{SelectionArgs, TextOutputArgs};
use crate::cli::destination::written;
use crate::cli::error::CliError;
use crate::cli::{interrupt, report};
use crate::film::FilmError;

/// Print all solutions as text
///
/// They are printed in search order on standard output, as soon as they are found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel list 8                      15863724 and 91 more, one per line
  queenreel list 8 --fundamental        the twelve fundamental solutions
  queenreel list 6 --as board           ♛ on a board of dots
  queenreel list 6 --as matrix          zeros and ones
  queenreel list 20 --limit 1           only the first
  queenreel list 8 --as json | jq '.[0]'")]
pub struct ListArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Format of a solution
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t)]
    pub form: ListForm,

    /// The same as --as json
    #[arg(long, conflicts_with = "form")]
    pub json: bool,

    #[command(flatten)]
    pub selection: SelectionArgs,

    #[command(flatten)]
    pub output: TextOutputArgs,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum ListForm {
    /// The row of the queen in each column, one solution per line
    #[default]
    Placements,
    /// Rows of 0 and 1, an empty line between solutions
    Matrix,
    /// Rows of · and ♛, an empty line between solutions
    Board,
    /// An array of arrays: the row of the queen in each column
    Json,
}

pub fn run(args: &ListArgs) -> Result<(), CliError> {
    let (began, destination) = (Instant::now(), args.output.destination());
    let is_replaced = destination.check_replaced(args.output.force, is_list)?;
    let count = destination.write(|out| {
        let mut out = BufWriter::new(out);
        let count = write_all(args, &mut out)?;
        out.flush()?;
        Ok(count)
    })?;
    if count == 0 {
        report::note(&args.selection.none(args.queens), false);
    }
    if !destination.is_standard_output() {
        let (name, count) = (written(&destination.name(), is_replaced), report::counted(count, "solution"));
        report::print(false, &format!("{name}: {count}, in {}\n", report::time(began.elapsed())));
    }
    Ok(())
}

/// Whether a file is a list, by its first two lines.
fn is_list(path: &Path) -> io::Result<bool> {
    let mut lines = BufReader::new(File::open(path)?.take(LONGEST_START)).lines();
    let mut next = || Ok::<_, io::Error>(lines.next().transpose()?.unwrap_or_default());
    let (first, second) = (next()?, next()?);
    let is_row = |line: &str, cells: [&str; 2]| line.split(' ').all(|cell| cells.contains(&cell));
    let is_solution = |placement: &Placement| {
        let queens = placement.queens();
        queens.len() == placement.rows().count() && queens.in_conflict().is_empty()
    };
    let is_placement = |line: &str| line.parse().is_ok_and(|placement| is_solution(&placement));
    let array = second.trim_end_matches(',').strip_prefix('[').and_then(|rows| rows.strip_suffix(']'));
    Ok(is_placement(&first)
        || is_row(&first, ["1", "0"])
        || is_row(&first, ["♛", "·"])
        || first == "[" && array.is_some_and(is_placement))
}

/// More bytes than the first two lines of a list.
const LONGEST_START: u64 = 1000;

/// The time after which slow solutions are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// Writes the solutions; returns how many there are.
fn write_all(args: &ListArgs, out: &mut impl Write) -> Result<u64, FilmError> {
    let form = if args.json { ListForm::Json } else { args.form };
    let mut count = 0;
    let mut flushed = Instant::now();
    if let ListForm::Json = form {
        write!(out, "[")?;
    }
    for selected in args.selection.solutions(args.queens) {
        let placement = &selected.placement;
        match form {
            ListForm::Placements => writeln!(out, "{placement}")?,
            ListForm::Matrix => write_rows(out, placement, count, |queen| if queen { "1" } else { "0" })?,
            ListForm::Board => write_rows(out, placement, count, |queen| if queen { "♛" } else { "·" })?,
            ListForm::Json => write_array(out, placement, count)?,
        }
        count += 1;
        if flushed.elapsed() > MAX_WAIT {
            interrupt::check()?;
            out.flush()?;
            flushed = Instant::now();
        }
    }
    if let ListForm::Json = form {
        writeln!(out, "{}]", if count > 0 { "\n" } else { "" })?;
    }
    Ok(count)
}

fn write_rows(
    out: &mut impl Write,
    placement: &Placement,
    before: u64,
    cell: fn(bool) -> &'static str,
) -> io::Result<()> {
    if before > 0 {
        writeln!(out)?;
    }
    let queens = placement.queens();
    let n = placement.size().get();
    for row in 1..=n {
        let cells: Vec<&str> = (1..=n).map(|column| cell(queens.contains(Square { row, column }))).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    Ok(())
}

fn write_array(out: &mut impl Write, placement: &Placement, before: u64) -> io::Result<()> {
    let rows: Vec<String> = placement.rows().map(|row| row.to_string()).collect();
    write!(out, "{}\n[{}]", if before > 0 { "," } else { "" }, rows.join(","))
}
