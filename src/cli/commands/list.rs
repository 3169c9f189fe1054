//! `queenreel list`: its arguments, and what it does.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::board::{BoardSize, EMPTY, Placement, Problem, QUEEN};
use crate::cli::args::{ProblemArgs, SelectionArgs, TextOutputArgs};
use crate::cli::destination::{Checked, written};
use crate::cli::error::CliError;
use crate::cli::interrupt::interruptible;
use crate::cli::progress::Progress;
use crate::cli::report;
use crate::export::Overwrite;
use crate::film::FilmError;
use crate::words::counted;

/// Print all solutions as text
///
/// They are printed on standard output as soon as they are found, in the order of the search by columns
/// or of another algorithm.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel list 8                      15863724 and 91 more, one per line
  queenreel list 8 --fundamental        the twelve fundamental solutions
  queenreel list 6 --as board           ♛ on a board of dots
  queenreel list 6 --as matrix          zeros and ones
  queenreel list 20 --limit 1           only the first
  queenreel list 8 --algorithm permutations --from 45 --limit 1
                                        25741863, the 45th that it finds
  queenreel list 8 --start d8           those with a queen on d8
  queenreel list 8 --block d4,d5,e4,e5  those without a queen on the four squares in the middle
  queenreel list 8 --as json | jq '.[0]'")]
pub struct ListArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Format of a solution [default: placements]
    #[arg(long = "as", value_enum, value_name = "FORM")]
    pub form: Option<ListForm>,

    #[command(flatten)]
    pub problem: ProblemArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    #[command(flatten)]
    pub output: TextOutputArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
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
    let form = args.form.unwrap_or_default();
    let problem = args.problem.on_board(args.queens)?;
    args.selection.check(&problem)?;
    let Checked { overwrite, replaces } = destination.check("", args.output.force, Overwrite::Empty)?;
    let count = destination.write(overwrite, |out| {
        let mut out = BufWriter::new(out);
        let count = write_all(args, &problem, form, &mut out)?;
        out.flush()?;
        Ok(count)
    })?;
    if count == 0 {
        report::note(&args.selection.none(&problem), false);
    }
    if !destination.is_standard_output() {
        let (name, count) = (written(&destination.name(), replaces), counted(count, "solution"));
        report::print(false, &format!("{name}: {count}, in {}\n", report::time(began.elapsed())));
    }
    Ok(())
}

/// The time after which slow solutions are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// Writes the solutions; returns how many there are.
fn write_all(
    args: &ListArgs,
    problem: &Problem,
    form: ListForm,
    out: &mut impl Write,
) -> Result<u64, FilmError> {
    let mut count = 0;
    let mut flushed = Instant::now();
    if let ListForm::Json = form {
        write!(out, "[")?;
    }
    let may_be_seen = args.output.destination().may_be_seen();
    let mut progress = Some(Progress::counting("searching", "solutions", false));
    for selected in interruptible(args.selection.solutions(problem)) {
        let selected = selected??;
        // What is seen shows the progress itself, once there is any.
        progress = progress.filter(|_| !may_be_seen);
        if let Some(progress) = &mut progress {
            progress.add(1);
        }
        let placement = &selected.placement;
        match form {
            ListForm::Placements => writeln!(out, "{placement}")?,
            ListForm::Matrix => write_rows(out, placement, count, "1", "0")?,
            ListForm::Board => write_rows(out, placement, count, QUEEN, EMPTY)?,
            ListForm::Json => write_array(out, placement, count)?,
        }
        count += 1;
        if flushed.elapsed() > MAX_WAIT {
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
    queen: &str,
    empty: &str,
) -> io::Result<()> {
    if before > 0 {
        writeln!(out)?;
    }
    write!(out, "{}", placement.queens().to_text(placement.size(), queen, empty))
}

fn write_array(out: &mut impl Write, placement: &Placement, before: u64) -> io::Result<()> {
    let rows: Vec<String> = placement.rows().map(|row| row.to_string()).collect();
    write!(out, "{}\n[{}]", if before > 0 { "," } else { "" }, rows.join(","))
}
