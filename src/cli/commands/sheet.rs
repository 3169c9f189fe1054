//! `queenreel sheet`: draws the steps of a search as small boards.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use indicatif::DecimalBytes;

use crate::board::Problem;
use crate::cli::{CliError, Destination, Progress, inputs, interrupt, report, trial, usage, written};
use crate::encode::Format;
use crate::export::{ListWriter, Manifest, Overwrite, PictureList, Series, StagedSeries, is_own_series};
use crate::film::FilmError;
use crate::page::{PageStyle, StepSheet, StepSheetGrid, StepSheetText, Theme};
use crate::picture::Rgb;
use crate::recipe::{Group, Job, SearchSpec, is_directory};
use crate::record::{Step, Steps};
use crate::search::Tally;
use crate::vector::{PdfPage, PdfWriter, VectorOptions};
use crate::words::{Grouped, capital, counted, listed, shown};

use super::board::write_page;

/// More steps are not drawn.
const MOST_STEPS: usize = 20_000;

/// More pages are more than anyone expects.
const MANY_PAGES: usize = 20;

pub fn run(job: &Job, spec: &SearchSpec, format: Format) -> Result<(), CliError> {
    let (began, recipe) = (Instant::now(), &job.recipe);
    let wanted = recipe.output.as_deref().map(Destination::new);
    wanted.map_or(Ok(()), |destination| destination.check_bytes(false))?;
    if let Some(text) = spec.without_solution() {
        report::note(&text, recipe.quiet);
    }
    let mut tally = Tally::default();
    let mut steps = steps(spec, recipe.quiet, &mut tally)?;
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
    let arranging = Progress::arranging(recipe.quiet);
    let grid = StepSheetGrid { columns: recipe.columns, square: recipe.square.map(Into::into) };
    let sheet = StepSheet::new(steps, text, style, grid).map_err(FilmError::from)?;
    drop(arranging);
    let pages = sheet.pages().len();
    if pages > MANY_PAGES {
        let pages = Grouped(pages as u64);
        report::note(&format!("this sheet has {pages} pages; a smaller N has fewer"), recipe.quiet);
    }
    let destination = Destination::new(&job.output(if pages > 1 { "" } else { ".png" }));
    let about = VectorOptions { text: job.film.options.encode.text, title, description };
    let (replaces, bytes) = match &destination {
        Destination::Path(path) if is_directory(path) => {
            write_pages(job, &spec.problem, &sheet, &destination, path)?
        }
        _ if pages > 1 && format != Format::Pdf => return Err(one_file(&destination, pages)),
        file => {
            let file = file.check("", recipe.force, Overwrite::Own)?;
            let bytes = file.write(|out| {
                if format == Format::Pdf {
                    return write_pdf(job, &sheet, &about.title, out);
                }
                let _drawing = Progress::new(None, "{spinner} drawing", recipe.quiet);
                let (page, encode) = (sheet.page(0), &job.film.options.encode);
                write_page(format, out, &page, encode, &about)
            })?;
            (file.replaces, bytes)
        }
    };
    if !recipe.quiet {
        let name = written(&destination.name(), replaces);
        let steps = counted(sheet.steps().len() as u64, "step");
        let pages = if pages > 1 { format!(" on {pages} pages") } else { String::new() };
        let (width, height) = sheet.page_size();
        let (bytes, elapsed) = (DecimalBytes(bytes), report::time(began.elapsed()));
        let line = format!("{name}: {steps}{pages}, {width} × {height} pixels, {bytes}, in {elapsed}\n");
        report::print(destination.is_standard_output(), &line);
    }
    Ok(())
}

fn one_file(destination: &Destination, pages: usize) -> CliError {
    let directory = match destination {
        Destination::Path(path) => format!("{}/", shown(&path.with_extension(""))),
        Destination::StandardOutput => "DIRECTORY/".to_owned(),
    };
    CliError::Usage(anyhow!(
        "this sheet has {pages} pages, and only a PDF holds more than one: end its name in .pdf, write to a \
         directory with -o {directory}, or leave out --canvas for one large page"
    ))
}

fn steps(spec: &SearchSpec, quiet: bool, tally: &mut Tally) -> Result<Vec<Step>, CliError> {
    let mut progress = Progress::look_ahead(quiet);
    let mut interrupted = Ok(());
    let events = spec.events().take(trial::most_events()).map_while(|event| {
        progress.add(1);
        tally.count(event);
        interrupted = interrupt::check();
        interrupted.is_ok().then_some(event)
    });
    let steps = Steps::new(spec.algorithm, &spec.problem, spec.order, events);
    let steps: Vec<Step> = steps.take(MOST_STEPS + 1).collect();
    interrupted?;
    if steps.len() > MOST_STEPS {
        let (most, shorter) = (Grouped(MOST_STEPS as u64), spec.shorter());
        return usage(format!("the search has more than {most} steps, too many for a sheet; {shorter}"));
    }
    Ok(steps)
}

/// Writes all pages as a PDF; returns its size in bytes.
fn write_pdf(
    job: &Job,
    sheet: &StepSheet,
    title: &str,
    out: &mut (dyn Write + Send),
) -> Result<u64, FilmError> {
    let pages = sheet.pages();
    let mut progress = Progress::pictures(Some(pages.len() as u64), job.recipe.quiet);
    let mut pdf = PdfWriter::new(out, &job.film.options.style.font, title)?;
    for (index, steps) in pages.enumerate() {
        interrupt::check()?;
        let lines =
            steps.iter().map(|step| format!("{}: {}.", step.number, step.words(job.recipe.squares).line()));
        let description = lines.collect::<Vec<_>>().join(" ");
        let page = sheet.page(index);
        let about = PdfPage::new(sheet.page_size(), page.paper, index as u64 + 1, description);
        pdf.page(&about, &page)?;
        progress.add(1);
    }
    Ok(pdf.finish()?)
}

/// Writes all pages to a directory; returns whether it replaces others, and the size in bytes.
fn write_pages(
    job: &Job,
    problem: &Problem,
    sheet: &StepSheet,
    destination: &Destination,
    path: &Path,
) -> Result<(bool, u64), CliError> {
    inputs::check(path, true)?;
    destination.catch_interrupts();
    let overwrite = Overwrite::by_force(job.recipe.force);
    let replaces = is_own_series(path, Series::Pages);
    let encode = &job.film.options.encode;
    let written = || -> Result<u64, FilmError> {
        let staged = StagedSeries::create(path, Series::Pages, overwrite)?;
        trial::end()?;
        let pages = sheet.pages();
        let names = Series::Pages.names(pages.len() as u64);
        let mut progress = Progress::pictures(Some(pages.len() as u64), job.recipe.quiet);
        let manifest = staged.directory().create(Series::Pages.list_name(PictureList::Manifest))?;
        let mut manifest = Manifest::begin(BufWriter::new(manifest), problem, job.recipe.squares, names)?;
        let mut bytes = 0;
        for (index, steps) in pages.enumerate() {
            interrupt::check()?;
            let mut file = staged.directory().create(names.name(index as u64 + 1))?;
            let (page, about) = (sheet.page(index), VectorOptions::default());
            bytes += write_page(Format::Png, &mut file, &page, encode, &about)?;
            manifest.add_page(steps)?;
            progress.add(1);
        }
        Box::new(manifest).finish()?;
        staged.complete()?;
        Ok(bytes)
    };
    let bytes = written().map_err(|error| destination.cannot_write("pages to ", error))?;
    Ok((replaces, bytes))
}

fn title(spec: &SearchSpec) -> String {
    let queens = u64::from(spec.problem.size().get());
    let noun = if queens == 1 { "queen" } else { "queens" };
    let steps = if spec.algorithm.discards_boards() { "board by board" } else { "step by step" };
    capital(&format!("{} {noun}, {steps}", report::in_words(queens)))
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
