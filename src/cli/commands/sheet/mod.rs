//! `queenreel sheet`: its arguments, and what it does.

mod words;

use std::io::{BufWriter, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use indicatif::DecimalBytes;

use super::search::{SearchSpecArgs, has_no_solution};
use crate::board::{BoardSize, Problem, SquareNames};
use crate::cli::args::{LookArgs, PictureArgs, ProblemArgs, no_solution, still_help};
use crate::cli::destination::{Checked, Destination, is_device, written};
use crate::cli::error::CliError;
use crate::cli::progress::Progress;
use crate::cli::still::{self, Still};
use crate::cli::{inputs, interrupt, report, values};
use crate::encode::{EncodeOptions, Format};
use crate::export::{Manifest, Overwrite, PictureList, Series, StagedSeries, is_own_series};
use crate::film::FilmError;
use crate::page::{BoardStyle, PageSize, StepSheet, StepSheetStyle, Theme};
use crate::picture::Rgb;
use crate::record::{Step, Steps};
use crate::search::{Event, Tally, until_solutions};
use crate::vector::{PdfPage, PdfWriter, VectorOptions};
use crate::words::{Grouped, counted, shown};

/// Draw the steps of a search on one sheet, as small boards
///
/// Each board has the number of its step, what happened, and why; squares that were refused since the
/// step before have a cross. The sheet ends with the first solution, unless --all or --solutions is
/// given; boards that an algorithm discards are crossed out, and permutations shows all of them.
#[derive(Debug, Args)]
#[command(
    mut_args(still_help),
    mut_arg("all", |arg| arg.help("Show the whole search, with all solutions")),
    after_help = "\
Examples:
  queenreel sheet 4                            all twelve steps on one page, as a PNG
  queenreel sheet 4 --order rows               row by row
  queenreel sheet 4 --canvas a4                to be printed
  queenreel sheet 6 --canvas a4 -o steps.pdf   56 steps on the pages of one file
  queenreel sheet 6 --canvas letter -o steps/  56 steps on several pages, and pages.json
  queenreel sheet 4 --canvas 1920x1080         for a slide
  queenreel sheet 4 --algorithm permutations   all 24 boards, with those discarded crossed out
  queenreel sheet 5 --start a5                 with a queen that stands from the beginning"
)]
pub struct SheetArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    #[arg(short, long, value_name = "PATH", help = format!(
        "Where to write: FILE{}, of which only a PDF holds more than one page, DIRECTORY/ for a PNG of each page, or \
         - for standard output [default: output/queens-N-sheet.png, or output/queens-N-sheet/ for several pages]",
        Still::Page.endings()
    ))]
    pub output: Option<PathBuf>,

    /// Also replace files that queenreel has not written; its own need no --force
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "Which steps")]
    pub problem: ProblemArgs,

    #[command(flatten, next_help_heading = "Which steps")]
    pub spec: SearchSpecArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub look: LookArgs,

    /// Pages of this size or shape: 1920x1080, 16:9, or paper at 300 dpi: a4, a3, letter (-landscape
    /// for a sheet on its side) or 210x148mm; as many as are needed [default: one page, as large as the steps need]
    #[arg(long, value_name = "WxH|A:B|PAPER", help_heading = "Look")]
    pub canvas: Option<PageSize>,

    /// Boards per row [default: for the largest squares, or without --canvas for an upright page]
    #[arg(long, value_name = "K", value_parser = values::small_number, allow_negative_numbers = true, help_heading = "Look")]
    pub columns: Option<NonZeroU32>,

    /// Side of a square in pixels, without --canvas [default: 54 for 4 queens, less for more]
    #[arg(long, value_name = "PIXELS", value_parser = values::small_number, allow_negative_numbers = true, conflicts_with = "canvas", help_heading = "Look")]
    pub square: Option<NonZeroU32>,

    /// How coordinates and captions name squares
    #[arg(long, value_enum, value_name = "NAMES", default_value_t, help_heading = "Look")]
    pub squares: SquareNames,

    /// Title [default: 'Four queens, step by step']
    #[arg(long, value_name = "TEXT", value_parser = values::line, conflicts_with = "no_title", help_heading = "Look")]
    pub title: Option<String>,

    /// Draw no title and no summary, and do not name the command at the foot of the page
    #[arg(long, help_heading = "Look")]
    pub no_title: bool,

    #[command(flatten, next_help_heading = "Format")]
    pub picture: PictureArgs,
}

/// More steps are not drawn.
const MOST_STEPS: usize = 20_000;

/// More pages are more than anyone expects.
const MANY_PAGES: usize = 20;

pub fn run(args: &SheetArgs) -> Result<(), CliError> {
    let began = Instant::now();
    let SheetArgs { queens: size, spec, .. } = args;
    let problem = args.problem.on_board(*size)?;
    spec.check(&problem)?;
    let wanted = args.output.as_deref().map(Destination::new);
    check(wanted.as_ref())?;
    if has_no_solution(&problem) {
        report::note(&no_solution(&problem), args.quiet);
    }
    let mut tally = Tally::default();
    let steps = steps(args, &problem, &mut tally)?;
    let text = words::words(args, is_whole(spec), &tally);
    let arranging = Progress::arranging(args.quiet);
    let sheet = StepSheet::new(steps, text, style(args)).map_err(FilmError::from)?;
    drop(arranging);
    let pages = sheet.pages().len();
    if pages > MANY_PAGES {
        let pages = Grouped(pages as u64);
        let fewer = "a smaller N or a larger --canvas has fewer";
        report::note(&format!("this sheet has {pages} pages; {fewer}"), args.quiet);
    }
    let stem = format!("{}-sheet", spec.stem(&problem));
    let destination = wanted.unwrap_or_else(|| {
        let ending = if pages > 1 { "" } else { ".png" };
        Destination::Path(format!("output/{stem}{ending}").into())
    });
    let path = match &destination {
        Destination::Path(path) => path.as_path(),
        Destination::StandardOutput => Path::new(""),
    };
    let format = Still::Page.of(&destination, path).unwrap_or(Format::Png);
    Still::Page.check(format, args.picture.given())?;
    let options = args.picture.encode_options();
    let (title, description) = words::alternative(args, is_whole(spec), &tally);
    let about = VectorOptions { text: options.text, title, description };
    let (replaces, bytes) = match &destination {
        Destination::Path(path) if is_directory(path) => {
            write_pages(args, &sheet, &options, &destination, path)?
        }
        file if format == Format::Pdf => {
            let Checked { overwrite, replaces } = file.check("", args.force, Overwrite::Own)?;
            (replaces, file.write(overwrite, |out| write_pdf(args, &sheet, &about.title, out))?)
        }
        _ if pages > 1 => return Err(one_file(&destination, pages)),
        file => {
            let Checked { overwrite, replaces } = file.check("", args.force, Overwrite::Own)?;
            let _drawing = Progress::new(None, "{spinner} drawing", args.quiet);
            let page = sheet.page(0);
            (
                replaces,
                file.write(overwrite, |out| still::write(format, out, &page, args.canvas, &options, &about))?,
            )
        }
    };
    if !args.quiet {
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

/// Whether a path names a directory for pages.
fn is_directory(path: &Path) -> bool {
    Still::Page.of_path(path).is_none() && !is_device(path)
}

fn check(wanted: Option<&Destination>) -> Result<(), CliError> {
    let Some(wanted) = wanted else { return Ok(()) };
    wanted.check_terminal()?;
    match wanted {
        Destination::Path(path)
            if is_directory(path)
                && path.extension().is_some()
                && !Format::names_directory(path)
                && !path.is_dir() =>
        {
            let (shown, endings) = (shown(path), Still::Page.endings());
            Err(CliError::Usage(anyhow!(
                "a sheet is one picture: end '{shown}' in {endings}, or in / for a directory of pages"
            )))
        }
        Destination::Path(_) | Destination::StandardOutput => Ok(()),
    }
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

/// Whether the whole search is shown: of algorithms that set up every board, all boards are.
fn is_whole(spec: &SearchSpecArgs) -> bool {
    spec.all || spec.solutions.is_none() && spec.algorithm.sets_up_every_board()
}

fn events(args: &SheetArgs, problem: &Problem) -> impl Iterator<Item = Event> + use<> {
    let spec = &args.spec;
    let solutions = (!is_whole(spec)).then(|| spec.solutions.map_or(1, NonZeroU64::get));
    until_solutions(spec.algorithm.events(problem.clone(), spec.order, spec.seed()), solutions)
}

fn steps(args: &SheetArgs, problem: &Problem, tally: &mut Tally) -> Result<Vec<Step>, CliError> {
    let spec = &args.spec;
    let mut progress = Progress::look_ahead(args.quiet);
    let mut interrupted = Ok(());
    let events = events(args, problem).map_while(|event| {
        progress.add(1);
        tally.count(event);
        interrupted = interrupt::check();
        interrupted.is_ok().then_some(event)
    });
    let steps = Steps::new(spec.algorithm, problem, spec.order, events);
    let steps: Vec<Step> = steps.take(MOST_STEPS + 1).collect();
    interrupted?;
    if steps.len() > MOST_STEPS {
        let (most, shorter) = (Grouped(MOST_STEPS as u64), spec.shorter(problem));
        return Err(CliError::Usage(anyhow!(
            "the search has more than {most} steps, too many for a sheet; {shorter}"
        )));
    }
    Ok(steps)
}

fn style(args: &SheetArgs) -> StepSheetStyle {
    // Paper is white.
    let theme = match &args.look.theme {
        theme if *theme == Theme::default() => Theme { page: Rgb([255; 3]), ..theme.clone() },
        theme => theme.clone(),
    };
    let boards = BoardStyle {
        page: args.canvas,
        theme,
        font: args.look.font(),
        piece: args.look.piece,
        grid: args.look.grid,
        coordinates: true,
        names: args.squares,
        ..BoardStyle::default()
    };
    StepSheetStyle { boards, columns: args.columns, square: args.square.map(Into::into) }
}

/// Writes all pages as a PDF; returns its size in bytes.
fn write_pdf(
    args: &SheetArgs,
    sheet: &StepSheet,
    title: &str,
    out: &mut (dyn Write + Send),
) -> Result<u64, FilmError> {
    let pages = sheet.pages();
    let mut progress = Progress::pictures(Some(pages.len() as u64), args.quiet);
    let mut pdf = PdfWriter::new(out, &args.look.font(), title)?;
    for (index, steps) in pages.enumerate() {
        interrupt::check()?;
        let lines = steps.iter().map(|step| format!("{}: {}.", step.number, step.words(args.squares).line()));
        let description = lines.collect::<Vec<_>>().join(" ");
        let about = PdfPage::new(sheet.page_size(), args.canvas, index as u64 + 1, description);
        pdf.page(&about, &sheet.page(index))?;
        progress.add(1);
    }
    Ok(pdf.finish()?)
}

/// Writes all pages to a directory; returns whether it replaces others, and the size in bytes.
fn write_pages(
    args: &SheetArgs,
    sheet: &StepSheet,
    options: &EncodeOptions,
    destination: &Destination,
    path: &Path,
) -> Result<(bool, u64), CliError> {
    inputs::check(path, true)?;
    destination.catch_interrupts();
    let overwrite = Overwrite::by_force(args.force);
    let replaces = is_own_series(path, Series::Pages);
    let written = || -> Result<u64, FilmError> {
        let staged = StagedSeries::create(path, Series::Pages, overwrite)?;
        let pages = sheet.pages();
        let names = Series::Pages.names(pages.len() as u64);
        let mut progress = Progress::pictures(Some(pages.len() as u64), args.quiet);
        let manifest = staged.directory().create(Series::Pages.list_name(PictureList::Manifest))?;
        let mut manifest = Manifest::begin(BufWriter::new(manifest), args.queens, args.squares, names)?;
        let mut bytes = 0;
        for (index, steps) in pages.enumerate() {
            interrupt::check()?;
            let mut file = staged.directory().create(names.name(index as u64 + 1))?;
            let (page, about) = (sheet.page(index), VectorOptions::default());
            bytes += still::write(Format::Png, &mut file, &page, args.canvas, options, &about)?;
            manifest.add_page(steps)?;
            progress.add(1);
        }
        manifest.complete()?;
        staged.complete()?;
        Ok(bytes)
    };
    let bytes = written().map_err(|error| destination.cannot_write("pages to ", error))?;
    Ok((replaces, bytes))
}
