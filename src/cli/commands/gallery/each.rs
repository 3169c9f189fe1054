//! One picture per solution: the frames of a film.

use std::time::Duration;

use crate::board::Problem;
use crate::cli::args::MAX_SLIDES;
use crate::cli::error::CliError;
use crate::cli::film_job::FilmJob;
use crate::cli::report;
use crate::cli::still::Still;
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmError, FilmOptions, OutputSpec, PanelOptions, SolutionFilm, Thumbnail};
use crate::page::BoardStyle;
use crate::record::ScheduleOptions;
use crate::search::NumberedSolution;

use super::{GalleryArgs, GalleryFormat, check_number, refuse, solutions, title};

const DEFAULT_DELAY: Duration = Duration::from_millis(200);

/// More pictures than this need --limit.
const MAX_PICTURES: u64 = 10_000;

pub fn draw(args: &GalleryArgs, problem: &Problem, stem: &str) -> Result<(), CliError> {
    let format = match args.format {
        Some(GalleryFormat::Film(format)) => Some(format),
        Some(GalleryFormat::Page) | None => None,
    };
    let still = args.output.output.as_deref().and_then(|path| Still::Frame.of_path(path));
    if let Some(still) = still.filter(|_| format.is_none()) {
        let what = format!("for animations, and a {still} is a picture; an animated PNG is .apng");
        refuse(&[("--animate", args.animate)], &what)?;
    }
    let job = FilmJob::new(&args.output, format, Series::Solutions, stem)?;
    let has_cards = args.around.intro.is_some() || args.around.outro.is_some();
    refuse(
        &[
            ("--square", args.page.square.is_some()),
            ("--columns", args.page.columns.is_some()),
            ("--labels", args.page.labels.is_some()),
            ("--title", args.page.title.is_some() && !has_cards),
            ("--no-title", args.page.no_title),
        ],
        "for one page; use --size, --coordinates and --delay for one picture each",
    )?;
    let is_played = job.format.is_played() && !job.format.is_directory();
    refuse(
        &[
            ("--delay", !is_played && args.single.delay.is_some()),
            ("--subtitles", !is_played && args.output.subtitles.is_some()),
        ],
        "for animations, not for separate files",
    )?;
    let style = BoardStyle {
        width: args.single.size,
        page: args.canvas,
        theme: args.look.theme.clone(),
        font: args.look.font(),
        piece: args.look.piece,
        grid: args.look.grid,
        coordinates: args.single.coordinates,
        names: args.single.squares.unwrap_or_default(),
        highlight: false,
        ..BoardStyle::default()
    };
    let delay = args.single.delay.unwrap_or(DEFAULT_DELAY);
    let schedule = ScheduleOptions { delay: Some(delay), ..ScheduleOptions::default() };
    let panels = PanelOptions { title: title(args, problem), ..PanelOptions::default() };
    let options = FilmOptions { schedule, style, panels, ..FilmOptions::default() };
    let options = job.fit(options, &args.format_options, &args.around)?;
    let film = SolutionFilm::new(problem.clone(), &options.style, options.schedule.delay.unwrap_or(delay))?
        .moving(job.format, &options.encode);
    check_number(args, problem, if job.format == Format::Pptx { MAX_SLIDES } else { MAX_PICTURES })?;
    let solutions = solutions(args, problem)?;
    if solutions.is_empty() {
        job.note(&format!("{}; nothing is written", args.selection.none(problem)));
        return Ok(());
    }
    let number = solutions.len() as u64;
    let thumbnail = thumbnail(args, options.thumbnail, &solutions)?;
    let film = film.within(job.format, &options, number, thumbnail)?;
    let (pictures, canvas) = (Some(number), film.canvas());
    let output_spec = OutputSpec {
        names: Series::Solutions.names(number),
        squares: options.style.names,
        page: options.style.page,
        subject: title(args, problem),
        ..OutputSpec::of_film(job.format, options.encode, canvas.clone(), args.queens, pictures)
    };
    let (totals, shown) = job.film(output_spec, pictures, |sinks| film.film(&solutions, sinks))?;
    if !args.output.quiet {
        let output = (&job.destination, job.replaces);
        report::of_gallery(output, solutions.len(), &canvas, totals.bytes, job.began);
        job.report_beside();
    }
    job.print_alt(&shown)
}

/// The solution that previews show, if one was chosen.
fn thumbnail<'a>(
    args: &GalleryArgs,
    wanted: Option<Thumbnail>,
    solutions: &'a [NumberedSolution],
) -> Result<Option<&'a NumberedSolution>, CliError> {
    let wanted = match wanted {
        None => return Ok(None),
        Some(Thumbnail::First | Thumbnail::Solution) => return Ok(solutions.first()),
        Some(Thumbnail::Step(number)) => number,
    };
    let ranks = || args.selection.ranks().zip(solutions);
    let found = ranks().find(|(rank, _)| *rank == wanted);
    found.map(|(_, solution)| Some(solution)).ok_or_else(|| {
        let (first, last) = (ranks().next(), ranks().last());
        let [first, last] = [first, last].map(|end| end.map_or(0, |(rank, _)| rank));
        FilmError::NoSuchThumbnail { asked: wanted, frames: solutions.len() as u64, first, last }.into()
    })
}
