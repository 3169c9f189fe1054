//! The `sheet` document: the steps of a search as small boards.

use std::io::BufWriter;
use std::num::NonZeroU32;
use std::path::Path;

use clap::Args;

use crate::board::BoardSize;
use crate::encode::Format;
use crate::export::{PictureList, Series, StagedSeries, is_own_series};
use crate::film::{FilmError, Manifest, Sink};
use crate::limits::{FEW_PAGES, MAX_SHEET_STEPS};
use crate::options::{
    BOARD, DrawingArgs, Files, Given, LOOK, OutputArgs, ProblemArgs, SearchArgs, Still, WHAT, line, number,
    with_help,
};
use crate::page::{PageStyle, StepSheet, StepSheetGrid, StepSheetText, Theme};
use crate::picture::Rgb;
use crate::record::{Step, Steps};
use crate::search::{Algorithm, Tally};
use crate::watch::{self, Meter, Stage};
use crate::words::{Grouped, capital, counted, in_words, listed, shown};

use super::pages::{Drawing, Drawn, write_pages};
use super::problem::{SearchSpec, check_all};
use super::rules::check_page;
use super::target::check_inputs;
use super::{Contents, Document, Error, Note, Result, Run, Summary, Target};

/// The steps of a search as small boards
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(
    mut_arg("output", |option| with_help(option, "Where to write [default: output/queens-N-sheet.png]\n\n\
        FILE{.page} (only a PDF has several pages), DIRECTORY/ for a PNG each, or - for standard output. By default, \
        several pages are in output/queens-N-sheet/.")),
    mut_arg("all", |option| with_help(option, "Show the whole search, with all solutions")),
    mut_arg("canvas", |option| with_help(option, "As many pages of this size or shape as are needed\n\n\
        {paper}\n\n[default: one page, as large as the steps need]")),
)]
#[non_exhaustive]
pub struct SheetRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, and of rows and columns, from 1 to 64
    #[arg(value_name = "N")]
    pub queens: BoardSize,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,

    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Show all boards of permutations, for up to six queens
    ///
    /// Each with its dv, the most queens on a diagonal, and crossed out if that is more than 1.
    #[arg(long, help_heading = WHAT, conflicts_with_all = ["all", "solutions"])]
    pub all_boards: bool,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,

    /// Title [default: 'Four queens, step by step']
    #[arg(long, value_name = "TEXT", help_heading = LOOK, value_parser = line(), conflicts_with = "no_title")]
    pub title: Option<String>,

    /// Draw no title, no summary and no command at the foot of the page
    #[arg(long, help_heading = LOOK)]
    pub no_title: bool,

    /// Boards and page.
    #[command(flatten)]
    pub drawing: DrawingArgs,

    /// Boards per row
    ///
    /// [default: for the largest squares, or without --canvas for an upright page]
    #[arg(long, value_name = "K", help_heading = LOOK, value_parser = number::<NonZeroU32>)]
    pub columns: Option<NonZeroU32>,

    /// Side of a square in pixels, without --canvas
    ///
    /// [default: 54 for 4 queens, less for more]
    #[arg(
        long, value_name = "PIXELS", help_heading = LOOK, value_parser = number::<NonZeroU32>,
        conflicts_with = "canvas"
    )]
    pub square: Option<NonZeroU32>,
}

impl SheetRequest {
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let mut spec = self.search.search(self.problem.on(self.queens)?)?;
        if self.all_boards {
            check_all_boards(&spec)?;
        }
        // An algorithm that sets up every board is shown to its end.
        let is_whole = self.search.solutions.is_none() && spec.algorithm.sets_up_every_board();
        spec.solutions = spec.solutions.filter(|_| !is_whole);
        let style = self.drawing.style(files)?;
        let (stem, sheet) = (format!("{}-sheet", spec.stem()), SheetDocument { request: self, spec, style });
        Ok(Document::new(
            "sheet",
            stem,
            Still::Page.formats().chain([Format::PngFrames]),
            files,
            |format| check_page(&self.given, Still::Page, format),
            move |run| make(&sheet, run),
        ))
    }
}

/// Refuses all boards for an algorithm that does not set them up, and for too many queens.
fn check_all_boards(spec: &SearchSpec) -> Result<()> {
    /// Six queens have 720 boards.
    const MOST_QUEENS: u8 = 6;
    let queens = spec.problem.size().get();
    let why = "has no list of all boards; name one of";
    check_all(&[spec.algorithm], Algorithm::sets_up_every_board, "all-boards", why)?;
    if queens > MOST_QUEENS {
        let text = format!(
            "--all-boards is for up to {MOST_QUEENS} queens, which have 720 boards, not for {queens}"
        );
        return Err(Error::option("all-boards", text));
    }
    Ok(())
}

struct SheetDocument<'a> {
    request: &'a SheetRequest,
    spec: SearchSpec,
    style: PageStyle,
}

fn make(sheet: &SheetDocument<'_>, run: &mut Run<'_>) -> Result<Summary> {
    let SheetDocument { request, spec, style } = sheet;
    if let Some(text) = spec.without_solution() {
        run.note(Note::NoSolution(text));
    }
    let mut tally = Tally::default();
    let mut steps = steps(spec, run, &mut tally)?;
    if request.all_boards {
        steps = steps.into_iter().map(Step::with_dv).collect();
    }
    let title = request.title.clone().unwrap_or_else(|| title(spec));
    let meaning = if request.all_boards { " dv is the most queens on a diagonal." } else { "" };
    let description = summary(spec, &tally) + meaning;
    let text = if request.no_title {
        StepSheetText::default()
    } else {
        // A sheet with a custom title does not name the program.
        let is_usual = request.title.is_none();
        let command = || request.given.command_line::<SheetRequest>("sheet", &[BOARD, WHAT]);
        let origin = if is_usual { command() } else { String::new() };
        StepSheetText { title: title.clone(), summary: description.clone(), origin }
    };
    let mut style = PageStyle { coordinates: true, ..style.clone() };
    if style.theme == Theme::default() {
        // Paper is white.
        style.theme.page = Rgb([255; 3]);
    }
    run.watch.stage(Stage::Arranging);
    let grid = StepSheetGrid { columns: request.columns, square: request.square.map(Into::into) };
    let steps = StepSheet::new(steps, text, style, grid)?;
    let pages = steps.pages().len() as u64;
    if pages > FEW_PAGES {
        run.note(Note::ManyPages(pages));
    }
    // At the default path, a sheet of several pages is a directory.
    if let Some(path) = run.target.path().filter(|_| run.document.has_usual_place && pages > 1) {
        let path = path.with_extension("");
        return directory(sheet, &steps, &path, run);
    }
    match run.target {
        Target::Path(path) if run.format.is_directory() => directory(sheet, &steps, path, run),
        _ if run.format.is_directory() => Err(Error::request("pages need a directory: write to a path")),
        _ if pages > 1 && run.format != Format::Pdf => Err(one_file(run.target.path(), pages)),
        _ => file(sheet, &steps, &title, &description, run),
    }
}

/// Writes one file: a PDF with all pages, or a picture of the only page.
fn file(
    SheetDocument { request, style, .. }: &SheetDocument<'_>,
    sheet: &StepSheet,
    title: &str,
    description: &str,
    run: &mut Run<'_>,
) -> Result<Summary> {
    let (overwrite, encode) = (request.output.overwrite(), request.drawing.encode());
    run.check_target(overwrite)?;
    let format = run.format;
    let words = |steps: &[Step]| {
        let line = |step: &Step| format!("{}: {}.", step.number, step.text(request.drawing.squares).line());
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
        write_pages(out, format, &encode, title, &style.font, drawn)
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

fn steps(spec: &SearchSpec, run: &mut Run<'_>, tally: &mut Tally) -> Result<Vec<Step>> {
    let most = run.most_events();
    let mut meter = Meter::new(run.watch, Stage::LookingAhead);
    let mut stopped = Ok(());
    let events = spec.events().take(most).map_while(|event| {
        tally.count(event);
        stopped = meter.add();
        stopped.is_ok().then_some(event)
    });
    let steps = Steps::new(spec.algorithm, &spec.problem, spec.order, events);
    let steps: Vec<Step> = steps.take(MAX_SHEET_STEPS + 1).collect();
    stopped?;
    if steps.len() > MAX_SHEET_STEPS {
        let most = Grouped(MAX_SHEET_STEPS as u64);
        let text = format!("the search has more than {most} steps, too many for a sheet");
        return Err(Error::request(text).hint(spec.shorter()));
    }
    Ok(steps)
}

fn directory(
    SheetDocument { request, spec, style }: &SheetDocument<'_>,
    sheet: &StepSheet,
    path: &Path,
    run: &mut Run<'_>,
) -> Result<Summary> {
    check_inputs(&run.document.inputs, path, true)?;
    let overwrite = request.output.overwrite();
    let failed = |path: &Path, error| Error::of_output(Some(&shown(path)), "pages to ", error);
    run.replaces = is_own_series(path, Series::Pages);
    if run.is_trial {
        let begun = StagedSeries::create(path, Series::Pages, overwrite).map(drop);
        begun.map_err(|error| failed(path, error.into()))?;
        return run.end_trial();
    }
    run.watch.stage(Stage::Drawing);
    let encode = request.drawing.encode();
    let written = |run: &mut Run<'_>| -> Result<u64, FilmError> {
        let staged = StagedSeries::create(path, Series::Pages, overwrite)?;
        let pages = sheet.pages();
        let number = pages.len() as u64;
        let names = Series::Pages.names(number);
        let manifest = staged.file(Series::Pages.list_name(PictureList::Manifest))?;
        let mut manifest =
            Manifest::begin(BufWriter::new(manifest), &spec.problem, request.drawing.squares, names)?;
        let mut bytes = 0;
        for (index, steps) in pages.enumerate() {
            run.watch.progress(index as u64, Some(number));
            watch::check(run.watch)?;
            let mut file = staged.file(names.name(index as u64 + 1))?;
            let drawn =
                Drawn { page: Drawing::Page(Box::new(sheet.page(index))), description: String::new() };
            write_pages(&mut file, Format::Png, &encode, "", &style.font, [Ok(drawn)])?;
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
    // Destructured by name, so that a new counter cannot be overlooked.
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
