//! The steps of a search as small boards.

use std::io::BufWriter;
use std::path::Path;

use crate::board::Problem;
use crate::encode::Format;
use crate::export::{PictureList, Series, StagedSeries, is_own_series};
use crate::film::{FilmError, Manifest, Sink};
use crate::page::{PageStyle, StepSheet, StepSheetGrid, StepSheetText, Theme};
use crate::picture::Rgb;
use crate::recipe::{Group, Job, SearchSpec};
use crate::record::{Step, Steps};
use crate::search::Tally;
use crate::watch::{self, Meter, Stage};
use crate::words::{Grouped, capital, counted, in_words, listed, shown};

use super::pages::{Drawing, Drawn, write_pages};
use super::target::check_inputs;
use super::{Contents, Error, Note, Run, Summary, Target};

/// More steps are not drawn.
const MOST_STEPS: usize = 20_000;

/// More pages are more than anyone expects.
const MANY_PAGES: u64 = 20;

pub fn make(job: &Job, spec: &SearchSpec, run: &mut Run<'_>) -> Result<Summary, Error> {
    let recipe = &job.recipe;
    if let Some(text) = spec.without_solution() {
        run.note(Note::NoSolution(text));
    }
    let mut tally = Tally::default();
    let mut steps = steps(spec, run, &mut tally)?;
    if recipe.all_boards {
        steps = steps.into_iter().map(Step::with_dv).collect();
    }
    let title = recipe.title.clone().unwrap_or_else(|| title(spec));
    let meaning = if recipe.all_boards { " dv is the most queens on a diagonal." } else { "" };
    let description = summary(spec, &tally) + meaning;
    let text = if recipe.no_title {
        StepSheetText::default()
    } else {
        // A sheet with its own title is not about the program.
        let is_usual = recipe.title.is_none();
        let origin = if is_usual { recipe.command(&[Group::Problem, Group::What]) } else { String::new() };
        StepSheetText { title: title.clone(), summary: description.clone(), origin }
    };
    let mut style = PageStyle { coordinates: true, ..job.film.options.style.clone() };
    if style.theme == Theme::default() {
        // Paper is white.
        style.theme.page = Rgb([255; 3]);
    }
    run.watch.stage(Stage::Arranging);
    let grid = StepSheetGrid { columns: recipe.columns, square: recipe.square.map(Into::into) };
    let sheet = StepSheet::new(steps, text, style, grid)?;
    let pages = sheet.pages().len() as u64;
    if pages > MANY_PAGES {
        run.note(Note::ManyPages(pages));
    }
    // Without an output of its own, a sheet of several pages is a directory of them.
    let is_usual = recipe.output.is_none() && run.target.path() == Some(&job.output(".png"));
    if pages > 1 && is_usual {
        return directory(job, &spec.problem, &sheet, &job.output(""), run);
    }
    match run.target {
        Target::Path(path) if run.format.is_directory() => directory(job, &spec.problem, &sheet, path, run),
        _ if run.format.is_directory() => Err(Error::request("pages need a directory: write to a path")),
        _ if pages > 1 && run.format != Format::Pdf => Err(one_file(run.target.path(), pages)),
        _ => file(job, &sheet, &title, &description, run),
    }
}

/// One file: a PDF with all pages, or a picture of the only one.
fn file(
    job: &Job,
    sheet: &StepSheet,
    title: &str,
    description: &str,
    run: &mut Run<'_>,
) -> Result<Summary, Error> {
    let (overwrite, options) = (job.film.overwrite, &job.film.options);
    run.check_target(overwrite, &job.inputs)?;
    let format = run.format;
    let words = |steps: &[Step]| {
        let line = |step: &Step| format!("{}: {}.", step.number, step.words(job.recipe.squares).line());
        steps.iter().map(line).collect::<Vec<_>>().join(" ")
    };
    let number = sheet.pages().len() as u64;
    run.write(overwrite, Stage::Drawing, |out, run| {
        let drawn = sheet.pages().enumerate().map(|(index, steps)| {
            run.watch.progress(index as u64, Some(number));
            watch::check(run.watch)?;
            let description = if format == Format::Pdf { words(steps) } else { description.to_owned() };
            Ok(Drawn { page: Drawing::Page(Box::new(sheet.page(index))), description })
        });
        write_pages(out, format, &options.encode, title, &options.style.font, drawn)
    })?;
    Ok(summary_of(sheet))
}

fn summary_of(sheet: &StepSheet) -> Summary {
    let (steps, pages) = (sheet.steps().len() as u64, sheet.pages().len() as u64);
    Summary::Steps { steps, pages, canvas: sheet.page_size() }
}

fn one_file(path: Option<&Path>, pages: u64) -> Error {
    let directory =
        path.map_or_else(|| "DIRECTORY/".to_owned(), |path| format!("{}/", shown(&path.with_extension(""))));
    Error::request(format!(
        "this sheet has {pages} pages, and only a PDF holds more than one: end its name in .pdf, write to a \
         directory with -o {directory}, or leave out --canvas for one large page"
    ))
}

fn steps(spec: &SearchSpec, run: &mut Run<'_>, tally: &mut Tally) -> Result<Vec<Step>, Error> {
    let most = run.most_events();
    let mut meter = Meter::new(run.watch, Stage::LookingAhead);
    let mut stopped = Ok(());
    let events = spec.events().take(most).map_while(|event| {
        tally.count(event);
        stopped = meter.add();
        stopped.is_ok().then_some(event)
    });
    let steps = Steps::new(spec.algorithm, &spec.problem, spec.order, events);
    let steps: Vec<Step> = steps.take(MOST_STEPS + 1).collect();
    stopped?;
    if steps.len() > MOST_STEPS {
        let most = Grouped(MOST_STEPS as u64);
        let text = format!("the search has more than {most} steps, too many for a sheet");
        return Err(Error::request(text).hint(spec.shorter()));
    }
    Ok(steps)
}

/// All pages, in a directory.
fn directory(
    job: &Job,
    problem: &Problem,
    sheet: &StepSheet,
    path: &Path,
    run: &mut Run<'_>,
) -> Result<Summary, Error> {
    check_inputs(&job.inputs, path, true)?;
    let overwrite = job.film.overwrite;
    let failed = |path: &Path, error| Error::of_output(Some(&shown(path)), "pages to ", error);
    run.replaces = is_own_series(path, Series::Pages);
    if run.is_trial {
        let begun = StagedSeries::create(path, Series::Pages, overwrite).map(drop);
        begun.map_err(|error| failed(path, error.into()))?;
        return run.end_trial();
    }
    run.watch.stage(Stage::Drawing);
    let options = &job.film.options;
    let written = |run: &mut Run<'_>| -> Result<u64, FilmError> {
        let staged = StagedSeries::create(path, Series::Pages, overwrite)?;
        let pages = sheet.pages();
        let number = pages.len() as u64;
        let names = Series::Pages.names(number);
        let manifest = staged.file(Series::Pages.list_name(PictureList::Manifest))?;
        let mut manifest = Manifest::begin(BufWriter::new(manifest), problem, job.recipe.squares, names)?;
        let mut bytes = 0;
        for (index, steps) in pages.enumerate() {
            run.watch.progress(index as u64, Some(number));
            watch::check(run.watch)?;
            let mut file = staged.file(names.name(index as u64 + 1))?;
            let drawn =
                Drawn { page: Drawing::Page(Box::new(sheet.page(index))), description: String::new() };
            let (encode, font) = (&options.encode, &options.style.font);
            write_pages(&mut file, Format::Png, encode, "", font, [Ok(drawn)])?;
            bytes += file.metadata()?.len();
            manifest.add_page(steps)?;
        }
        Box::new(manifest).finish()?;
        staged.complete()?;
        Ok(bytes)
    };
    let bytes = written(run).map_err(|error| failed(path, error))?;
    run.written(Some(path), Contents::Document, bytes, run.replaces);
    Ok(summary_of(sheet))
}

fn title(spec: &SearchSpec) -> String {
    let queens = u64::from(spec.problem.size().get());
    let noun = if queens == 1 { "queen" } else { "queens" };
    let steps = if spec.algorithm.discards_boards() { "board by board" } else { "step by step" };
    capital(&format!("{} {noun}, {steps}", in_words(queens)))
}

fn summary(spec: &SearchSpec, tally: &Tally) -> String {
    // By name, so that a new counter is not forgotten.
    let Tally { tests, placements, removals, backtracks: _, solutions, boards, moves, pruned } = *tally;
    let discards = spec.algorithm.discards_boards();
    let mut actions: Vec<String> = [
        (boards, "sets up", "board"),
        (if discards { boards - solutions } else { 0 }, "discards", ""),
        (placements, "places", "queen"),
        (removals, "removes", ""),
        (moves, "moves", "queen"),
        (tests, "tests", "square"),
        (pruned, "rules out", "square"),
    ]
    .into_iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, verb, noun)| match noun {
        "" => format!("{verb} {}", Grouped(number)),
        noun => format!("{verb} {}", counted(number, noun)),
    })
    .collect();
    if solutions == 0 {
        actions.push("finds no solution".to_owned());
    } else if spec.solutions.is_none() {
        actions.push(format!("finds {}", counted(solutions, "solution")));
    }
    let end = match (spec.solutions, solutions) {
        (None, _) | (_, 0) => String::new(),
        (Some(_), 1) => " on the way to the first solution".to_owned(),
        (Some(_), _) => format!(" on the way to solution {}", Grouped(solutions)),
    };
    format!("{} {}{end}.", capital(spec.algorithm.name()), listed(actions, "and"))
}
