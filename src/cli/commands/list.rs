//! `queenreel list`: prints solutions as text.

use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::board::{EMPTY, QUEEN};
use crate::cli::{CliError, Destination, Progress, interrupt, report};
use crate::export::Overwrite;
use crate::film::FilmError;
use crate::recipe::{ListForm, Recipe, Solutions};
use crate::words::counted;

pub fn run(recipe: &Recipe, taken: &Solutions) -> Result<(), CliError> {
    let began = Instant::now();
    let destination = recipe.output.as_deref().map_or(Destination::StandardOutput, Destination::new);
    let form = recipe.list_form.unwrap_or_default();
    let file = destination.check("", recipe.force, Overwrite::Empty)?;
    let count = file.write(|out| {
        let mut out = BufWriter::new(out);
        let count = write_all(taken, form, destination.may_be_seen(), &mut out)?;
        out.flush()?;
        Ok(count)
    })?;
    if count == 0 {
        report::note(&taken.none(), false);
    }
    if !destination.is_standard_output() {
        let (count, elapsed) = (counted(count, "solution"), report::time(began.elapsed()));
        file.report(&format!("{count}, in {elapsed}"), false);
    }
    Ok(())
}

/// The time after which slow solutions are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// Writes the solutions; returns how many there are.
fn write_all(
    taken: &Solutions,
    form: ListForm,
    may_be_seen: bool,
    out: &mut impl Write,
) -> Result<u64, FilmError> {
    let mut progress = Some(Progress::counting("searching", "solutions", false));
    let mut found = interrupt::interruptible(taken.found()).peekable();
    if found.peek().is_none() && !taken.begin_with_first() {
        return Err(CliError::Usage(anyhow!(taken.none())).into());
    }
    let mut count = 0;
    let mut flushed = Instant::now();
    if let ListForm::Json = form {
        write!(out, "[")?;
    }
    for selected in found {
        let selected = selected?.map_err(CliError::from)?;
        // What is seen shows the progress itself, once there is any.
        progress = progress.filter(|_| !may_be_seen);
        if let Some(progress) = &mut progress {
            progress.add(1);
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
    }
    if let ListForm::Json = form {
        writeln!(out, "{}]", if count > 0 { "\n" } else { "" })?;
    }
    Ok(count)
}
