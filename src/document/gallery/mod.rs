//! Solutions, on a page or one after the other.

mod found;
mod page;
mod words;

use crate::board::Problem;
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmError, FilmOptions, Plan, Thumbnail};
use crate::recipe::{Job, MAX_SLIDES, Made, Solutions};
use crate::search::NumberedSolution;
use crate::watch::Meter;

use super::{Error, Run, Summary};
use found::check_number;
use words::title;

pub fn make(job: &Job, problem: &Problem, taken: &Solutions, run: &mut Run<'_>) -> Result<Summary, Error> {
    match job.made {
        Made::Page(_) => page::make(job, problem, taken, run),
        Made::Film(_) | Made::Chart(_) | Made::Text | Made::Events => each(job, problem, taken, run),
    }
}

/// More pictures than this need --solutions.
const MAX_PICTURES: u64 = 10_000;

/// One picture per solution: the frames of a film.
fn each(job: &Job, problem: &Problem, taken: &Solutions, run: &mut Run<'_>) -> Result<Summary, Error> {
    run.begin_film(job, Series::Solutions)?;
    let mut spec = job.film.clone();
    spec.options.panels.title = title(&job.recipe, problem);
    check_number(taken, problem, if run.format == Format::Pptx { MAX_SLIDES } else { MAX_PICTURES })?;
    let solutions = run.find(taken)?;
    if solutions.is_empty() {
        let none = Error::request(taken.none());
        let is_none = taken.begin_with_first();
        return Err(if is_none { none.hint("a page like -o FILE.png shows the board") } else { none });
    }
    let (thumbnail, subject) = (thumbnail(spec.options.thumbnail, &solutions)?, title(&job.recipe, problem));
    let plan = |options: &FilmOptions, _: &mut Meter<'_>| {
        Plan::of_solutions(problem, subject.clone(), options, &solutions, thumbnail)
    };
    let planned = run.plan_film(spec, plan, Error::from)?;
    let canvas = run.make_film(job, planned)?.canvas;
    Ok(Summary::Solutions { solutions: solutions.len() as u64, canvas })
}

/// The solution that previews show, if one was chosen.
fn thumbnail(
    wanted: Option<Thumbnail>,
    solutions: &[NumberedSolution],
) -> Result<Option<&NumberedSolution>, FilmError> {
    let wanted = match wanted {
        None => return Ok(None),
        Some(Thumbnail::First | Thumbnail::Solution) => return Ok(solutions.first()),
        Some(Thumbnail::Step(number)) => number,
    };
    solutions.iter().find(|solution| solution.number == wanted).map(Some).ok_or_else(|| {
        let [first, last] =
            [solutions.first(), solutions.last()].map(|end| end.map_or(0, |solution| solution.number));
        FilmError::NoSuchThumbnail { asked: wanted, frames: solutions.len() as u64, first, last }
    })
}
