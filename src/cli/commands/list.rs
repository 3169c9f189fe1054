//! `queenreel list`.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::time::{Duration, Instant};

use crate::board::{Placement, Square};

use crate::cli::args::{ListArgs, ListForm};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;

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
