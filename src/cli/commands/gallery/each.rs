//! One picture per solution: the frames of a film.

use crate::board::Problem;
use crate::cli::error::CliError;
use crate::cli::film_job::FilmJob;
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmError, OutputSpec, SolutionFilm, Thumbnail};
use crate::recipe::{Job, MAX_SLIDES, Solutions};
use crate::search::NumberedSolution;

use super::found::{check_number, find, report};
use super::words::title;

/// More pictures than this need --solutions.
const MAX_PICTURES: u64 = 10_000;

pub fn draw(job: &Job, problem: &Problem, taken: &Solutions) -> Result<(), CliError> {
    let (film, recipe) = (FilmJob::new(job, Series::Solutions)?, &job.recipe);
    let mut options = job.options.clone();
    options.panels.title = title(recipe, problem);
    let delay = options.schedule.delay.unwrap_or_default();
    let frames =
        SolutionFilm::new(problem.clone(), &options.style, delay)?.moving(film.format, &options.encode);
    check_number(taken, problem, if film.format == Format::Pptx { MAX_SLIDES } else { MAX_PICTURES })?;
    let solutions = find(taken, recipe.quiet)?;
    if solutions.is_empty() {
        film.note(&format!("{}; nothing is written", taken.none()));
        return Ok(());
    }
    let number = solutions.len() as u64;
    let thumbnail = thumbnail(taken, options.thumbnail, &solutions)?;
    let frames = frames.within(film.format, &options, number, thumbnail)?;
    let (pictures, canvas) = (Some(number), frames.canvas());
    let output_spec = OutputSpec {
        names: Series::Solutions.names(number),
        squares: options.style.names,
        page: options.style.page,
        subject: title(recipe, problem),
        ..OutputSpec::of_film(film.format, options.encode, canvas.clone(), problem.size(), pictures)
    };
    let (totals, shown) = film.film(output_spec, pictures, |sinks| frames.film(&solutions, sinks))?;
    report(job, (&film.destination, film.replaces), solutions.len(), &canvas, totals.bytes, film.began);
    film.report_beside();
    film.print_alt(&shown)
}

/// The solution that previews show, if one was chosen.
fn thumbnail<'a>(
    taken: &Solutions,
    wanted: Option<Thumbnail>,
    solutions: &'a [NumberedSolution],
) -> Result<Option<&'a NumberedSolution>, CliError> {
    let wanted = match wanted {
        None => return Ok(None),
        Some(Thumbnail::First | Thumbnail::Solution) => return Ok(solutions.first()),
        Some(Thumbnail::Step(number)) => number,
    };
    let ranks = || taken.ranks().zip(solutions);
    let found = ranks().find(|(rank, _)| *rank == wanted);
    found.map(|(_, solution)| Some(solution)).ok_or_else(|| {
        let (first, last) = (ranks().next(), ranks().last());
        let [first, last] = [first, last].map(|end| end.map_or(0, |(rank, _)| rank));
        FilmError::NoSuchThumbnail { asked: wanted, frames: solutions.len() as u64, first, last }.into()
    })
}
