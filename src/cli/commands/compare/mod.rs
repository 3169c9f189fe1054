//! `queenreel compare`: measures algorithms, for a table and a chart.

mod chart;
mod comparison;
mod forms;

use indicatif::DecimalBytes;

use crate::board::Problem;
use crate::cli::{CliError, Destination, Progress, interrupt, print, report, trial, usage};
use crate::draw::Painter;
use crate::encode::write_picture;
use crate::export::Overwrite;
use crate::film::FilmError;
use crate::measure::{SearchSpace, Until, measure};
use crate::recipe::{Job, Made, Recipe, names};
use crate::search::Algorithm;
use crate::words::listed;

use comparison::{Asked, Board, Comparison, in_words, left_out, queens, sizes_in_words, why_not};
use forms::written_as;

pub fn run(job: &Job, problems: &[Problem]) -> Result<(), CliError> {
    let recipe = &job.recipe;
    let form = recipe.table_form.unwrap_or_default();
    let named = &recipe.algorithms;
    let wanted = if named.is_empty() { Algorithm::ALL.to_vec() } else { named.clone() };
    let asked = &Asked { recipe, style: &job.film.options.style, problems, wanted };
    check(asked)?;
    note_left_out(asked);
    let (Made::Chart(format), Some(path)) = (job.made, &recipe.output) else {
        trial::end()?;
        interrupt::catch();
        let stopped = |_| CliError::Interrupted("nothing was printed".to_owned());
        let comparison = measured(asked).map_err(stopped)?;
        return print(&written_as(form, &comparison));
    };
    let destination = Destination::new(path);
    destination.check_bytes(false)?;
    let file = destination.check("", recipe.force, Overwrite::Own)?;
    // Faults of the chart are found before the long searches.
    chart::check(asked)?;
    let mut comparison = None;
    let drawn = file.write(|out| {
        interrupt::catch();
        let comparison = comparison.insert(measured(asked)?);
        let page = chart::draw(comparison).map_err(FilmError::from)?;
        let options = &job.film.options.encode;
        let bytes = write_picture(out, &Painter::new(&page).paint(&page), format, options)?;
        Ok((page, bytes))
    });
    // The table is printed even if the chart could not be written.
    if let Some(comparison) = comparison.filter(|_| !destination.is_standard_output()) {
        print(&written_as(form, &comparison))?;
    }
    let (page, bytes) = drawn?;
    if !recipe.quiet {
        let (name, width, height, size) = (file.name(), page.width, page.height, DecimalBytes(bytes));
        report::print(true, &format!("{name}: {width} × {height} pixels, {size}\n"));
    }
    Ok(())
}

/// Refuses what cannot be compared.
fn check(asked: &Asked<'_>) -> Result<(), CliError> {
    let Recipe { algorithms: named, seed, .. } = asked.recipe;
    let twice = (1..).zip(named).find(|(next, algorithm)| named[*next..].contains(algorithm));
    if let Some((_, algorithm)) = twice {
        return usage(format!("{algorithm} is named twice; name different algorithms"));
    }
    if seed.is_some() && !asked.wanted.iter().any(|algorithm| algorithm.uses_seed()) {
        let (randomised, given) = (names(Algorithm::uses_seed), listed(named, "and"));
        return usage(format!("--seed is for randomised algorithms ({randomised}), not for {given}"));
    }
    if asked.recipe.until == Some(Until::Solution) && asked.recipe.solutions.is_none() {
        return usage("--until solution needs its number: add --solutions K");
    }
    let (problem, measured) = (&asked.problems[0], asked.algorithms());
    let mut never = left_out(named, problem).into_iter();
    if let Some((algorithm, reason)) = never.find(|(algorithm, _)| !measured.contains(algorithm)) {
        let instead = match algorithm.never_ends(problem) {
            true if problem.is_plain() => "try 4",
            true => "leave it out",
            false => "a smaller N ends earlier",
        };
        return usage(format!(
            "{algorithm} cannot be compared for {}: {reason}; {instead}",
            queens(&in_words(asked.sizes()))
        ));
    }
    Ok(())
}

/// Says which algorithms are left out, where, and why.
fn note_left_out(asked: &Asked<'_>) {
    let mut noted: Vec<((Algorithm, &str), Vec<u32>)> = Vec::new();
    for problem in asked.problems {
        for out in left_out(&asked.wanted, problem) {
            match noted.iter_mut().find(|(known, _)| *known == out) {
                Some((_, sizes)) => sizes.push(problem.size().into()),
                None => noted.push((out, vec![problem.size().into()])),
            }
        }
    }
    for ((algorithm, reason), sizes) in noted {
        let text = format!("{algorithm} is left out for {}: {reason}", queens(&sizes_in_words(&sizes)));
        report::note(&text, asked.recipe.quiet);
    }
}

fn measured<'a>(asked: &'a Asked<'a>) -> Result<Comparison<'a>, FilmError> {
    let Asked { recipe, problems, wanted, .. } = asked;
    let (limits, seed) = (asked.limits(), asked.seed());
    let searches = problems.len() * (wanted.len() + 1);
    let mut bar = Progress::new(Some(searches as u64), "{spinner} {bar:40} {msg}", recipe.quiet);
    let (mut done, mut boards) = (0, Vec::new());
    for problem in *problems {
        let size = problem.size();
        let mut go_on = |done, what: &str| {
            bar.show(done, &format!("{size} queens: {what}"));
            interrupt::check().is_ok()
        };
        let mut measured = Vec::new();
        for algorithm in wanted {
            if why_not(*algorithm, problem).is_none() {
                let one = measure(*algorithm, problem, seed, limits, || go_on(done, algorithm.name()));
                measured.push(one.ok_or(FilmError::Stopped)?);
                interrupt::check()?;
            }
            done += 1;
        }
        let space = SearchSpace::of(problem, limits.timeout, || go_on(done, "the search tree"));
        let space = space.ok_or(FilmError::Stopped)?;
        boards.push(Board { problem, space, measured });
        done += 1;
    }
    Ok(Comparison { asked, boards })
}
