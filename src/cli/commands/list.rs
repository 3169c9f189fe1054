//! `queenreel list`: its arguments, and what it does.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::board::{BoardSize, EMPTY, Placement, Problem, QUEEN};
use crate::cli::args::{ProblemArgs, SelectionArgs, TextOutputArgs};
use crate::cli::destination::{Checked, written};
use crate::cli::error::CliError;
use crate::cli::interrupt::interruptible;
use crate::cli::progress::Progress;
use crate::cli::{report, values};
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

    /// The same as --as json
    #[arg(long)]
    pub json: bool,

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
    let form = values::form(args.form, args.json, ListForm::Json)?;
    let problem = args.problem.on_board(args.queens)?;
    args.selection.check(&problem)?;
    let Checked { overwrite, replaces } = destination.check("", args.output.force, is_list)?;
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

/// Whether a file is a list as this command writes it; one that is too large to be looked through may be anything.
fn is_list(file: File) -> io::Result<bool> {
    let mut text = String::new();
    file.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    let lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() || text.len() as u64 > MOST_BYTES {
        return Ok(false);
    }
    let is_placement = |line: &str| line.parse().is_ok_and(|placement| is_solution(&placement));
    let is_array = |line: &str| {
        let rows = line.trim_end_matches(',').strip_prefix('[').and_then(|rows| rows.strip_suffix(']'));
        rows.is_some_and(is_placement)
    };
    let boards: Vec<&[&str]> = lines.split(|line| line.is_empty()).collect();
    let are_boards =
        |queen, empty| !boards.is_empty() && boards.iter().all(|rows| is_board(rows, queen, empty));
    Ok(text == "[]\n"
        || lines.iter().all(|line| is_placement(line))
        || lines[0] == "["
            && lines.len() > 1
            && is_array(lines[1])
            && lines[2..].iter().all(|line| is_array(line) || *line == "]")
        || are_boards("1", "0")
        || are_boards(QUEEN, EMPTY))
}

/// Whether these are the rows of a solution.
fn is_board(rows: &[&str], queen: &str, empty: &str) -> bool {
    let mut placement = vec![0; rows.len()];
    for (row, line) in (1..).zip(rows) {
        let cells: Vec<&str> = line.split(' ').collect();
        if cells.len() != rows.len() || cells.iter().any(|cell| *cell != queen && *cell != empty) {
            return false;
        }
        let columns = cells.iter().zip(&mut placement).filter(|(cell, _)| **cell == queen);
        columns.for_each(|(_, place)| *place = row);
    }
    Placement::new(&placement).is_ok_and(|placement| is_solution(&placement))
}

/// Whether it is a solution, on a board that is not so small that any text might be one.
fn is_solution(placement: &Placement) -> bool {
    let queens = placement.queens();
    placement.size().get() > 1 && queens.len() == placement.rows().count() && queens.in_conflict().is_empty()
}

/// The list of 14 queens has a fifth of this.
const MOST_BYTES: u64 = 64 << 20;

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
