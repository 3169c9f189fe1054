//! Algorithms in figures: a table, and a chart.

mod comparison;
mod drawing;
mod forms;

use std::sync::{Arc, OnceLock};

use crate::board::Problem;
use crate::film::FilmError;
use crate::measure::{SearchSpace, Until, measure};
use crate::recipe::{Job, Recipe, TableForm, names};
use crate::search::Algorithm;
use crate::watch::{self, Stage, Watch};
use crate::words::listed;

use super::pages::{Drawing, Drawn, write_pages};
use super::{Error, ErrorKind, Note, Run, Summary};
use comparison::{Asked, Board, Comparison, in_words, left_out, queens, sizes_in_words, why_not};
use forms::written_as;

/// What was measured, for a table and for a chart.
#[derive(Debug, Clone, Default)]
pub struct Measured(Arc<OnceLock<Comparison>>);

impl Measured {
    /// Whether the algorithms have been measured.
    pub fn is_done(&self) -> bool {
        self.0.get().is_some()
    }

    fn get_or_measure(&self, asked: Asked, watch: &mut dyn Watch) -> Result<&Comparison, FilmError> {
        if let Some(known) = self.0.get() {
            return Ok(known);
        }
        let measured = measured(asked, watch)?;
        Ok(self.0.get_or_init(|| measured))
    }
}

pub fn make(
    job: &Job,
    problems: &[Problem],
    measured: &Measured,
    run: &mut Run<'_>,
) -> Result<Summary, Error> {
    let named = &job.recipe.algorithms;
    let wanted = if named.is_empty() { Algorithm::ALL.to_vec() } else { named.clone() };
    let (recipe, style) = (job.recipe.clone(), job.film.options.style.clone());
    let asked = Asked { recipe, style, problems: problems.to_vec(), wanted };
    check(&asked)?;
    let overwrite = job.film.overwrite;
    if !measured.is_done() {
        note_left_out(&asked, run);
    }
    if run.format.is_text() {
        if run.is_trial {
            return run.end_trial();
        }
        let comparison = measured.get_or_measure(asked, run.watch);
        let comparison = comparison.map_err(|error| match error {
            FilmError::Stopped => Error { kind: ErrorKind::Stopped, ..Error::request("nothing was printed") },
            error => error.into(),
        })?;
        let text = written_as(TableForm::of(run.format), comparison);
        run.write(overwrite, Stage::Writing, |out, _| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(Summary::Table);
    }
    run.check_target(overwrite, &job.inputs)?;
    // Faults of the chart are found before the long searches.
    drawing::check(&asked)?;
    let (format, options) = (run.format, &job.film.options);
    let canvas = run.write(overwrite, Stage::Writing, |out, run| {
        let comparison = measured.get_or_measure(asked, run.watch)?;
        let page = drawing::draw(comparison)?;
        let canvas = (page.width, page.height);
        let drawn = Drawn { page: Drawing::Page(Box::new(page)), description: String::new() };
        write_pages(out, format, &options.encode, "", &options.style.font, [Ok(drawn)])?;
        Ok(canvas)
    })?;
    Ok(Summary::Chart { canvas })
}

/// Refuses what cannot be compared.
fn check(asked: &Asked) -> Result<(), Error> {
    let Recipe { algorithms: named, seed, .. } = &asked.recipe;
    let wrong = |text: String| Err(Error::request(text));
    let twice = (1..).zip(named).find(|(next, algorithm)| named[*next..].contains(algorithm));
    if let Some((_, algorithm)) = twice {
        return wrong(format!("{algorithm} is named twice; name different algorithms"));
    }
    if seed.is_some() && !asked.wanted.iter().any(|algorithm| algorithm.uses_seed()) {
        let (randomised, given) = (names(Algorithm::uses_seed), listed(named, "and"));
        return wrong(format!("--seed is for randomised algorithms ({randomised}), not for {given}"));
    }
    if asked.recipe.until == Some(Until::Solution) && asked.recipe.solutions.is_none() {
        return wrong("--until solution needs its number: add --solutions K".to_owned());
    }
    let (problem, measured) = (&asked.problems[0], asked.algorithms());
    let mut never = left_out(named, problem).into_iter();
    if let Some((algorithm, reason)) = never.find(|(algorithm, _)| !measured.contains(algorithm)) {
        let instead = match algorithm.never_ends(problem) {
            true if problem.is_plain() => "try 4",
            true => "leave it out",
            false => "a smaller N ends earlier",
        };
        return wrong(format!(
            "{algorithm} cannot be compared for {}: {reason}; {instead}",
            queens(&in_words(asked.sizes()))
        ));
    }
    Ok(())
}

/// Says which algorithms are left out, where, and why.
fn note_left_out(asked: &Asked, run: &mut Run<'_>) {
    let mut noted: Vec<((Algorithm, &str), Vec<u32>)> = Vec::new();
    for problem in &asked.problems {
        for out in left_out(&asked.wanted, problem) {
            match noted.iter_mut().find(|(known, _)| *known == out) {
                Some((_, sizes)) => sizes.push(problem.size().into()),
                None => noted.push((out, vec![problem.size().into()])),
            }
        }
    }
    for ((algorithm, reason), sizes) in noted {
        let sizes = queens(&sizes_in_words(&sizes));
        run.note(Note::LeftOut(format!("{algorithm} is left out for {sizes}: {reason}")));
    }
}

fn measured(asked: Asked, watch: &mut dyn Watch) -> Result<Comparison, FilmError> {
    let (limits, seed) = (asked.limits(), asked.seed());
    let searches = (asked.problems.len() * (asked.wanted.len() + 1)) as u64;
    let (mut done, mut boards) = (0, Vec::new());
    for problem in &asked.problems {
        let mut measured = Vec::new();
        for algorithm in &asked.wanted {
            watch.stage(Stage::Measuring(problem.size(), algorithm.name()));
            watch.progress(done, Some(searches));
            if why_not(*algorithm, problem).is_none() {
                let one = measure(*algorithm, problem, seed, limits, || watch.go_on());
                measured.push(one.ok_or(FilmError::Stopped)?);
                watch::check(watch)?;
            }
            done += 1;
        }
        watch.stage(Stage::Measuring(problem.size(), "the search tree"));
        watch.progress(done, Some(searches));
        let space = SearchSpace::of(problem, limits.timeout, || watch.go_on()).ok_or(FilmError::Stopped)?;
        boards.push(Board { problem: problem.clone(), space, measured });
        done += 1;
    }
    Ok(Comparison { asked, boards })
}
