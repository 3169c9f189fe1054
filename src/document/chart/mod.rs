//! The `compare` document: measurements of algorithms as a table and a chart.

mod comparison;
mod drawing;
mod forms;

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::{ArgAction, Args};

use crate::encode::Format;
use crate::film::FilmError;
use crate::measure::{Quantity, SearchSpace, Until, measure};
use crate::options::{
    Files, Given, LOOK, OutputArgs, PageArgs, ProblemArgs, Still, TableForm, WHAT, choice, film_time, line,
    number, of_encoders, pixels, sizes, with_help,
};
use crate::page::PageStyle;
use crate::search::Algorithm;
use crate::watch::{self, Stage, Watch};
use crate::words::listed;

use super::pages::{Drawing, Drawn, write_pages};
use super::problem::names;
use super::rules::{check_page, refuse};
use super::{Document, Error, ErrorKind, Note, Result, Run, Summary};
pub use comparison::Comparison;
use comparison::{Board, ComparisonSpec, in_words, left_out, queens, sizes_in_words, why_not};
use forms::written_as;

/// The algorithms in figures
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(
    mut_arg("output", |option| with_help(option, "Also draw a chart\n\n\
        FILE{.chart}, or - for a PNG on standard output instead of the table.")),
    mut_arg("quiet", |option| with_help(option, "Print the table and errors only")),
    mut_arg("canvas", |option| with_help(option, "Fill a page of this size or shape\n\n\
        {paper}\n\n[default: as high as the chart needs]")),
)]
#[non_exhaustive]
pub struct CompareRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, or A..B for all from A to B: 1 to 64
    #[arg(value_name = "N|A..B", value_parser = sizes)]
    pub queens: RangeInclusive<u32>,

    /// Algorithms; 'queenreel algorithms' describes each [default: all that can do this N]
    #[arg(
        value_name = "NAME", action = ArgAction::Append, num_args = 1..,
        value_parser = choice::<Algorithm>(), value_delimiter = ','
    )]
    pub names: Vec<Algorithm>,

    /// The output of the chart.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Format of the table
    ///
    /// [default: table]
    #[arg(long, value_name = "FORM", value_parser = choice::<TableForm>())]
    pub r#as: Option<TableForm>,

    /// Seed of the random choices [default: {seed}]
    ///
    /// They are made by {randomised}; the same number gives the same choices.
    #[arg(long, value_name = "NUMBER", help_heading = WHAT)]
    pub seed: Option<u64>,

    /// Also say what each search does up to its K-th solution
    ///
    /// A chart of one N shows it instead of the first.
    #[arg(long, alias = "limit", value_name = "K", help_heading = WHAT, value_parser = number::<NonZeroU64>)]
    pub solutions: Option<NonZeroU64>,

    /// Cut a search off after this time [default: {timeout}]
    #[arg(long, value_name = "TIME", help_heading = WHAT, value_parser = film_time)]
    pub timeout: Option<Duration>,

    /// Take the median time of K runs [default: {runs}]
    ///
    /// There are fewer if they would exceed the timeout.
    #[arg(long, value_name = "K", help_heading = WHAT, value_parser = number::<NonZeroU32>)]
    pub runs: Option<NonZeroU32>,

    /// What the chart shows [default: steps]
    #[arg(long, value_name = "QUANTITY", help_heading = WHAT, value_parser = choice::<Quantity>())]
    pub quantity: Option<Quantity>,

    /// Whether the chart shows searches to their first solution or to their end
    ///
    /// [default: both for one N, end for several]
    #[arg(long, value_name = "UNTIL", help_heading = WHAT, value_parser = choice::<Until>())]
    pub until: Option<Until>,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,

    /// Title of the chart [default: its quantity and its boards]
    #[arg(long, value_name = "TEXT", help_heading = LOOK, value_parser = line())]
    pub title: Option<String>,

    /// Width of the chart in pixels [default: 1080]
    #[arg(long, value_name = "PIXELS", help_heading = LOOK, value_parser = pixels)]
    pub size: Option<u32>,

    /// The page of the chart.
    #[command(flatten)]
    pub page: PageArgs,
}

/// Options of the chart that the table does not have.
const OF_CHART: [&str; 8] = ["force", "quantity", "until", "title", "size", "canvas", "theme", "font"];

impl CompareRequest {
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let problems = self.problem.on_each(&self.queens)?;
        let style = PageStyle { width: self.size, ..self.page.style(files)? };
        let wanted = if self.names.is_empty() { Algorithm::ALL.to_vec() } else { self.names.clone() };
        let asked = ComparisonSpec { request: self.clone(), style, problems, wanted };
        Ok(Document::new(
            "compare",
            "compare".to_owned(),
            Still::Chart.formats().chain(TableForm::ALL.map(TableForm::format)),
            files,
            |format| self.check(format),
            move |run| make(&asked, run),
        ))
    }

    fn check(&self, format: Format) -> Result<()> {
        let CompareRequest { given, output, .. } = self;
        if !format.is_text() {
            return check_page(given, Still::Chart, format);
        }
        // A chart comes with a table.
        let has_effect =
            |name: &str| output.output.is_some() || !OF_CHART.contains(&name) && of_encoders(name).is_none();
        refuse(given, has_effect, |_| "is for the chart: name its file with -o chart.png".to_owned())
    }
}

/// Returns the measurements, which are made once for table and chart.
fn measured<'r>(asked: &ComparisonSpec, run: &mut Run<'r>) -> Result<&'r Comparison, FilmError> {
    if let Some(known) = run.document.measured.get() {
        return Ok(known);
    }
    let measured = measure_all(asked, run.watch)?;
    Ok(run.document.measured.get_or_init(|| measured))
}

fn make(asked: &ComparisonSpec, run: &mut Run<'_>) -> Result<Summary> {
    check(asked)?;
    let output = &asked.request.output;
    if !run.document.is_measured() {
        note_left_out(asked, run);
    }
    if run.format.is_text() {
        if run.is_trial {
            return run.end_trial();
        }
        let comparison = measured(asked, run).map_err(|error| match error {
            FilmError::Stopped => Error { kind: ErrorKind::Stopped, ..Error::request("nothing was printed") },
            error => error.into(),
        })?;
        let text = written_as(TableForm::of(run.format), comparison);
        run.write(output.overwrite_text(), Stage::Writing, |out, _| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(Summary::Table);
    }
    let overwrite = output.overwrite();
    run.check_target(overwrite)?;
    // Errors of the chart are reported before the long searches.
    drawing::check(asked)?;
    let (format, encode) = (run.format, asked.request.page.encode());
    let canvas = run.write(overwrite, Stage::Writing, |out, run| {
        let page = drawing::draw(measured(asked, run)?)?;
        let canvas = (page.width, page.height);
        let drawn = Drawn { page: Drawing::Page(Box::new(page)), description: String::new() };
        write_pages(out, format, &encode, "", &asked.style.font, [Ok(drawn)])?;
        Ok(canvas)
    })?;
    Ok(Summary::Chart { canvas })
}

fn check(asked: &ComparisonSpec) -> Result<()> {
    let CompareRequest { names: named, seed, .. } = &asked.request;
    let wrong = |text: String| Err(Error::request(text));
    let twice = (1..).zip(named).find(|(next, algorithm)| named[*next..].contains(algorithm));
    if let Some((_, algorithm)) = twice {
        return wrong(format!("{algorithm} is named twice; name different algorithms"));
    }
    if seed.is_some() && !asked.wanted.iter().any(|algorithm| algorithm.uses_seed()) {
        let (randomised, given) = (names(Algorithm::uses_seed), listed(named, "and"));
        return wrong(format!("--seed is for randomised algorithms ({randomised}), not for {given}"));
    }
    if asked.request.until == Some(Until::Solution) && asked.request.solutions.is_none() {
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

fn note_left_out(asked: &ComparisonSpec, run: &mut Run<'_>) {
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

fn measure_all(asked: &ComparisonSpec, watch: &mut dyn Watch) -> Result<Comparison, FilmError> {
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
    Ok(Comparison { asked: asked.clone(), boards })
}
