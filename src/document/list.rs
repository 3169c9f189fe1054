//! The `list` document: solutions as text.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::board::{BoardSize, EMPTY, QUEEN};
use crate::encode::Format;
use crate::export::Overwrite;
use crate::film::FilmError;
use crate::options::{Files, Given, ListForm, ProblemArgs, SolutionArgs, choice, output};
use crate::watch::{self, Stage};

use super::solutions::Solutions;
use super::{Document, Error, Result, Run, Summary};

/// Solutions as text
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[non_exhaustive]
pub struct ListRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, and of rows and columns, from 1 to 64
    #[arg(value_name = "N")]
    pub queens: BoardSize,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "PATH", value_parser = output())]
    pub output: Option<PathBuf>,

    /// Replace a file
    ///
    /// Text cannot say that queenreel has written it.
    #[arg(long)]
    pub force: bool,

    /// Format of a solution
    ///
    /// [default: placements]
    #[arg(long, value_name = "FORM", value_parser = choice::<ListForm>())]
    pub r#as: Option<ListForm>,

    /// The selected solutions.
    #[command(flatten)]
    pub taken: SolutionArgs,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,
}

impl ListRequest {
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let taken = self.taken.of(&self.problem.on(self.queens)?)?;
        let (stem, formats) = ("list".to_owned(), [Format::Text, Format::Json]);
        let make = move |run: &mut Run<'_>| make(self, &taken, run);
        Ok(Document::new("list", stem, formats, files, |_| Ok(()), make))
    }
}

/// Solutions are flushed when the last flush was longer ago.
const MAX_WAIT: Duration = Duration::from_millis(50);

fn make(request: &ListRequest, taken: &Solutions, run: &mut Run<'_>) -> Result<Summary> {
    let overwrite = Overwrite::text_by_force(request.force);
    let form = if run.format == Format::Json { ListForm::Json } else { request.r#as.unwrap_or_default() };
    run.check_target(overwrite)?;
    let (mut refused, mut flushed) = (None, Instant::now());
    let listed = run.write(overwrite, Stage::Listing, |out, run| {
        let mut count = 0;
        for found in taken.found() {
            let selected = match found {
                Ok(Some(selected)) => selected,
                Ok(None) => {
                    watch::check(run.watch)?;
                    continue;
                }
                Err(error) => {
                    refused = Some(error);
                    return Err(FilmError::Stopped);
                }
            };
            if count == 0 && form == ListForm::Json {
                out.write_all(b"[")?;
            }
            let placement = &selected.placement;
            let after = |separator| if count > 0 { separator } else { "" };
            let rows = |queen, empty| placement.queens().to_text(placement.size(), queen, empty);
            match form {
                ListForm::Placements => writeln!(out, "{placement}")?,
                ListForm::Matrix => write!(out, "{}{}", after("\n"), rows("1", "0"))?,
                ListForm::Board => write!(out, "{}{}", after("\n"), rows(QUEEN, EMPTY))?,
                ListForm::Json => {
                    let rows: Vec<String> = placement.rows().map(|row| row.to_string()).collect();
                    write!(out, "{}\n[{}]", after(","), rows.join(","))?;
                }
            }
            count += 1;
            if flushed.elapsed() > MAX_WAIT {
                out.flush()?;
                flushed = Instant::now();
            }
            run.watch.progress(count, None);
            watch::check(run.watch)?;
        }
        if count == 0 && !taken.begin_with_first() {
            refused = Some(Error::request(taken.none()));
            return Err(FilmError::Stopped);
        }
        match (form, count) {
            (ListForm::Json, 0) => out.write_all(b"[]\n")?,
            (ListForm::Json, _) => out.write_all(b"\n]\n")?,
            (ListForm::Placements | ListForm::Matrix | ListForm::Board, _) => {}
        }
        Ok(count)
    });
    match refused {
        Some(error) => Err(error),
        None => listed.map(|count| Summary::List(count, (count == 0).then(|| taken.none()))),
    }
}
