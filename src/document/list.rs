//! Solutions as text.

use std::time::{Duration, Instant};

use crate::board::{EMPTY, QUEEN};
use crate::encode::Format;
use crate::film::FilmError;
use crate::recipe::{Job, ListForm, Solutions};
use crate::watch::{self, Stage};

use super::{Error, Run, Summary};

/// The time after which slow solutions are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);

pub fn make(job: &Job, taken: &Solutions, run: &mut Run<'_>) -> Result<Summary, Error> {
    let form = match (run.format, job.recipe.list_form.unwrap_or_default()) {
        (Format::Json, _) => ListForm::Json,
        (_, form) => form,
    };
    run.check_target(job.film.overwrite, &job.inputs)?;
    let (mut refused, mut flushed) = (None, Instant::now());
    let listed = run.write(job.film.overwrite, Stage::Listing, |out, run| {
        let mut count = 0;
        for found in taken.found() {
            let selected = match found {
                Ok(Some(selected)) => selected,
                Ok(None) => {
                    watch::check(run.watch)?;
                    continue;
                }
                Err(error) => {
                    refused = Some(Error::from(error));
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
