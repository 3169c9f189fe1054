//! `queenreel gallery`: draws solutions, on a page or one by one.

mod found;
mod page;
mod words;

use crate::board::Problem;
use crate::cli::{CliError, FilmJob, usage};
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmError, Plan, Thumbnail};
use crate::recipe::{Job, MAX_SLIDES, Made, Solutions};
use crate::search::NumberedSolution;

use found::{check_number, find, report_drawn};
use words::title;

pub fn run(job: &Job, problem: &Problem, taken: &Solutions) -> Result<(), CliError> {
    match job.made {
        Made::Page(format) => page::draw(job, problem, taken, format),
        Made::Film(_) | Made::Chart(_) | Made::Text | Made::Events => draw_each(job, problem, taken),
    }
}

/// More pictures than this need --solutions.
const MAX_PICTURES: u64 = 10_000;

/// One picture per solution: the frames of a film.
fn draw_each(job: &Job, problem: &Problem, taken: &Solutions) -> Result<(), CliError> {
    let (film, recipe) = (FilmJob::new(job, Series::Solutions)?, &job.recipe);
    let mut options = job.film.options.clone();
    options.panels.title = title(recipe, problem);
    check_number(taken, problem, if film.format == Format::Pptx { MAX_SLIDES } else { MAX_PICTURES })?;
    let solutions = find(taken, recipe.quiet)?;
    if solutions.is_empty() {
        let page = if taken.begin_with_first() { "; a page like -o FILE.png shows the board" } else { "" };
        return usage(format!("{}{page}", taken.none()));
    }
    let thumbnail = thumbnail(options.thumbnail, &solutions)?;
    let subject = title(recipe, problem);
    let (plan, shots) =
        Plan::of_solutions(problem.clone(), subject, &options, film.format, &solutions, thumbnail)?;
    let made = film.film(plan, shots)?;
    let bytes = made.summary.bytes;
    report_drawn(job, (&film.destination, film.replaces), solutions.len(), made.size, bytes, film.began);
    film.report_beside();
    film.print_alt(&made)
}

/// The solution that previews show, if one was chosen.
fn thumbnail(
    wanted: Option<Thumbnail>,
    solutions: &[NumberedSolution],
) -> Result<Option<&NumberedSolution>, CliError> {
    let wanted = match wanted {
        None => return Ok(None),
        Some(Thumbnail::First | Thumbnail::Solution) => return Ok(solutions.first()),
        Some(Thumbnail::Step(number)) => number,
    };
    solutions.iter().find(|solution| solution.number == wanted).map(Some).ok_or_else(|| {
        let [first, last] =
            [solutions.first(), solutions.last()].map(|end| end.map_or(0, |solution| solution.number));
        FilmError::NoSuchThumbnail { asked: wanted, frames: solutions.len() as u64, first, last }.into()
    })
}
