//! `queenreel list`: its arguments, and what it does.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::board::{BoardSize, Placement, Square};
use crate::cli::args::SelectionArgs;
use crate::cli::destination::Destination;
use crate::cli::error::CliError;

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

    #[command(flatten)]
    pub selection: SelectionArgs,
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
    let mut out = BufWriter::new(stdout().lock());
    let written = write_all(args, &mut out).and_then(|written| out.flush().map(|()| written));
    match written {
        Ok(0) => {
            let _ = writeln!(stderr(), "note: no solution for {} queens, or none selected", args.queens);
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(Destination::StandardOutput.cannot_write("", error.into())),
    }
}

/// The time after which slow solutions are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// Writes the solutions; returns how many there are.
fn write_all(args: &ListArgs, out: &mut impl Write) -> io::Result<u64> {
    let mut count = 0;
    let mut flushed = Instant::now();
    if let ListForm::Json = args.form {
        write!(out, "[")?;
    }
    for selected in args.selection.solutions(args.queens) {
        let placement = &selected.placement;
        match args.form {
            ListForm::Placements => writeln!(out, "{placement}")?,
            ListForm::Matrix => write_rows(out, placement, count, |queen| if queen { "1" } else { "0" })?,
            ListForm::Board => write_rows(out, placement, count, |queen| if queen { "♛" } else { "·" })?,
            ListForm::Json => write_array(out, placement, count)?,
        }
        count += 1;
        if flushed.elapsed() > MAX_WAIT {
            out.flush()?;
            flushed = Instant::now();
        }
    }
    if let ListForm::Json = args.form {
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
