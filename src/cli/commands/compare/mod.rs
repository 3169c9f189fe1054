//! `queenreel compare`: its arguments, and what it does.

mod chart;
mod forms;
mod quantity;

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use humantime::format_duration;
use indicatif::DecimalBytes;

use super::search::{names, seed_help};
use crate::board::{BoardSize, Problem};
use crate::cli::args::{PixelArgs, ProblemArgs, still_help};
use crate::cli::destination::{Checked, Destination, print, written};
use crate::cli::error::CliError;
use crate::cli::progress::Progress;
use crate::cli::still::Still;
use crate::cli::{interrupt, report, values};
use crate::encode::write_picture;
use crate::export::Overwrite;
use crate::film::FilmError;
use crate::font::Font;
use crate::measure::{Limits, Measurement, SearchSpace, measure};
use crate::page::{PageSize, Theme};
use crate::picture::Picture;
use crate::search::{Algorithm, DEFAULT_SEED};
use crate::words::{listed, shown};

use forms::written_as;
use quantity::{Quantity, Until};

/// Compare the algorithms: their counters and times, as a table and as a chart
///
/// Each searches by columns, on one core, to the end if it has one. 'Tests + backtracks' is what the
/// literature often counts as moves; 'steps' are the ticks of a race. Times include that of reporting
/// every step. An empty cell is a counter that the algorithm does not have; – is an end that it does not
/// have.
#[derive(Debug, Args)]
#[command(
    mut_args(still_help),
    after_help = "\
Examples:
  queenreel compare 8                              all algorithms, side by side
  queenreel compare 8 backtracking forward-checking
  queenreel compare 4..10                          how the numbers grow
  queenreel compare 8 --as markdown                for a README; csv and json for other programs
  queenreel compare 8 -o chart.png                 a bar chart as well
  queenreel compare 4..10 -o growth.png --canvas 16:9 --quantity time
  queenreel compare 12 --timeout 1m --runs 1       longer searches
  queenreel compare 8 --start d8                   with a queen that stands from the beginning"
)]
pub struct CompareArgs {
    /// Number of queens, or A..B for all from A to B: 1 to 64
    #[arg(value_name = "N|A..B", value_parser = values::sizes, allow_hyphen_values = true)]
    pub sizes: RangeInclusive<u32>,

    /// Algorithms; 'queenreel algorithms' describes each [default: all that can do this N]
    #[arg(value_name = "NAME", value_parser = values::algorithm(), value_delimiter = ',', ignore_case = true)]
    pub algorithms: Vec<Algorithm>,

    #[command(flatten)]
    pub problem: ProblemArgs,

    /// Format of the table [default: table]
    #[arg(long = "as", value_enum, value_name = "FORM")]
    pub form: Option<CompareForm>,

    /// Cut a search off after this time
    #[arg(long, value_name = "TIME", value_parser = values::film_time, default_value = "10s", allow_hyphen_values = true)]
    pub timeout: Duration,

    /// Take the median time of K runs; of fewer, if they would exceed the timeout
    #[arg(long, value_name = "K", value_parser = values::small_number, default_value = "5", allow_negative_numbers = true)]
    pub runs: NonZeroU32,

    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, help = seed_help())]
    pub seed: Option<u64>,

    /// Print the table and errors only
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "Chart")]
    pub chart: ChartArgs,
}

#[derive(Debug, Args)]
pub struct ChartArgs {
    #[arg(short, long, value_name = "PATH", help = format!(
        "Also draw a chart: FILE{}, or - for a PNG on standard output instead of the table",
        Still::Chart.endings()
    ))]
    pub output: Option<PathBuf>,

    /// Also replace a file that queenreel has not written; its own need no --force
    #[arg(long)]
    pub force: bool,

    /// What the chart shows [default: steps]
    #[arg(long, value_enum)]
    pub quantity: Option<Quantity>,

    /// Up to where [default: both for one N, end for several]
    #[arg(long, value_enum)]
    pub until: Option<Until>,

    /// Title [default: what the chart shows]
    #[arg(long, value_name = "TEXT", value_parser = values::line)]
    pub title: Option<String>,

    /// Width in pixels [default: 1080]
    #[arg(long, value_name = "PIXELS", value_parser = values::pixels, allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Fill a page of this size or shape: 1920x1080, 16:9, or paper at 300 dpi: a4, a3, letter
    /// (-landscape for a sheet on its side) or 210x148mm [default: as high as the chart needs]
    #[arg(long, value_name = "WxH|A:B|PAPER")]
    pub canvas: Option<PageSize>,

    /// Colours: a name from 'queenreel themes', or a TOML file [default: classic]
    #[arg(long, value_name = "NAME|FILE", value_parser = values::theme)]
    pub theme: Option<Theme>,

    /// TrueType font of all text [default: Noto Sans]
    #[arg(long, value_name = "FILE.ttf", value_parser = values::font)]
    pub font: Option<Font>,

    #[command(flatten)]
    pub pixels: PixelArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CompareForm {
    /// Aligned columns
    #[default]
    Table,
    /// Tables in Markdown
    Markdown,
    /// An object with everything
    Json,
    /// Comma-separated values, a line for each algorithm and N
    Csv,
}

/// What was measured.
#[derive(Debug)]
pub struct Comparison {
    pub limits: Limits,
    pub seed: u64,
    /// The algorithms that were named, or all.
    pub wanted: Vec<Algorithm>,
    pub boards: Vec<Board>,
}

/// What was measured on boards of a size.
#[derive(Debug)]
pub struct Board {
    pub problem: Problem,
    pub space: SearchSpace,
    pub measured: Vec<Measurement>,
}

impl Comparison {
    /// Whether there are boards of several sizes.
    pub fn is_growth(&self) -> bool {
        self.boards.len() > 1
    }

    /// The algorithms that were measured for any size.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        let is_measured = |algorithm: &Algorithm| self.of(*algorithm).next().is_some();
        self.wanted.iter().copied().filter(is_measured).collect()
    }

    /// The measurements of an algorithm, by the size of the board.
    pub fn of(&self, algorithm: Algorithm) -> impl Iterator<Item = (BoardSize, &Measurement)> {
        self.boards.iter().filter_map(move |board| {
            let measured = board.measured.iter().find(|one| one.algorithm == algorithm)?;
            Some((board.problem.size(), measured))
        })
    }
}

/// The timeout in words.
pub fn timeout(limits: Limits) -> String {
    format_duration(limits.timeout).to_string()
}

pub fn run(args: &CompareArgs) -> Result<(), CliError> {
    let form = args.form.unwrap_or_default();
    let plan = Plan::new(args)?;
    plan.note_left_out(args.quiet);
    let Some(path) = &args.chart.output else {
        args.chart.check_unused()?;
        interrupt::catch();
        let stopped = |_| CliError::Interrupted("nothing was printed".to_owned());
        let comparison = plan.measure(args).map_err(stopped)?;
        return print(&written_as(form, &comparison));
    };
    let destination = Destination::new(path);
    destination.check_terminal()?;
    let format = Still::Chart.of(&destination, path).ok_or_else(|| {
        let (shown, endings) = (shown(path), Still::Chart.endings());
        CliError::Usage(anyhow!(
            "a chart is a picture: end '{shown}' in {endings}; for a table in a file: queenreel compare … --as csv > FILE"
        ))
    })?;
    Still::Chart.check(format, args.chart.pixels.given())?;
    let options = args.chart.pixels.encode_options();
    let Checked { overwrite, replaces } = destination.check("", args.chart.force, Overwrite::Own)?;
    // Faults of the chart are found before the long searches.
    chart::check(args, &plan.algorithms())?;
    interrupt::catch();
    let mut comparison = None;
    let drawn = destination.write(overwrite, |out| {
        let comparison = comparison.insert(plan.measure(args)?);
        let (canvas, pixels) = chart::draw(args, comparison)?;
        let dpi = args.chart.canvas.and_then(PageSize::dpi);
        let bytes = write_picture(out, &Picture::new(&canvas, &pixels, &[]), format, dpi, &options)?;
        Ok((canvas, bytes))
    });
    // The table is printed even if the chart could not be written.
    if let Some(comparison) = comparison.filter(|_| !destination.is_standard_output()) {
        print(&written_as(form, &comparison))?;
    }
    let (canvas, bytes) = drawn?;
    if !args.quiet {
        let name = written(&destination.name(), replaces);
        let (width, height, size) = (canvas.width, canvas.height, DecimalBytes(bytes));
        report::print(true, &format!("{name}: {width} × {height} pixels, {size}\n"));
    }
    Ok(())
}

impl CompareArgs {
    fn limits(&self) -> Limits {
        Limits { runs: self.runs, timeout: self.timeout }
    }
}

impl ChartArgs {
    /// Refuses options of a chart without one.
    fn check_unused(&self) -> Result<(), CliError> {
        let given = [
            ("--force", self.force),
            ("--quantity", self.quantity.is_some()),
            ("--until", self.until.is_some()),
            ("--title", self.title.is_some()),
            ("--size", self.size.is_some()),
            ("--canvas", self.canvas.is_some()),
            ("--theme", self.theme.is_some()),
            ("--font", self.font.is_some()),
        ];
        let given = given.into_iter().filter_map(|(option, is_given)| is_given.then_some(option));
        match given.chain(self.pixels.given().map(|(_, name)| name)).next() {
            Some(option) => {
                Err(CliError::Usage(anyhow!("{option} is for the chart: name its file with -o chart.png")))
            }
            None => Ok(()),
        }
    }
}

/// What will be measured.
struct Plan {
    /// The algorithms that were named, or all.
    wanted: Vec<Algorithm>,
    problems: Vec<Problem>,
}

impl Plan {
    fn new(args: &CompareArgs) -> Result<Self, CliError> {
        let named = &args.algorithms;
        let twice = (1..).zip(named).find(|(next, algorithm)| named[*next..].contains(algorithm));
        if let Some((_, algorithm)) = twice {
            return Err(CliError::Usage(anyhow!("{algorithm} is named twice; name different algorithms")));
        }
        let wanted = if named.is_empty() { Algorithm::ALL.to_vec() } else { named.clone() };
        if args.seed.is_some() && !wanted.iter().any(|algorithm| algorithm.uses_seed()) {
            let (randomised, given) = (names(Algorithm::uses_seed), listed(named, "and"));
            return Err(CliError::Usage(anyhow!(
                "--seed is for randomised algorithms ({randomised}), not for {given}"
            )));
        }
        let size = |n: u32| BoardSize::try_from(n).map_err(|error| CliError::Usage(error.into()));
        // The ends come first: a range of billions is refused at once.
        let (first, last) = (size(*args.sizes.start())?, size(*args.sizes.end())?);
        let problems = (u32::from(first)..=u32::from(last)).map(|n| args.problem.on_board(size(n)?));
        let plan = Self { problems: problems.collect::<Result<_, CliError>>()?, wanted };
        let (problem, measured) = (&plan.problems[0], plan.algorithms());
        let mut never = left_out(named, problem).into_iter();
        if let Some((algorithm, reason)) = never.find(|(algorithm, _)| !measured.contains(algorithm)) {
            let instead = match algorithm.never_ends(problem) {
                true if problem.is_plain() => "try 4",
                true => "leave it out",
                false => "a smaller N ends earlier",
            };
            return Err(CliError::Usage(anyhow!(
                "{algorithm} cannot be compared for {} queens: {reason}; {instead}",
                in_words(args.sizes.clone())
            )));
        }
        Ok(plan)
    }

    /// The algorithms that are measured for any size.
    fn algorithms(&self) -> Vec<Algorithm> {
        let is_measured = |algorithm: &Algorithm| {
            self.problems.iter().any(|problem| why_not(*algorithm, problem).is_none())
        };
        self.wanted.iter().copied().filter(is_measured).collect()
    }

    /// Says which algorithms are left out, where, and why.
    fn note_left_out(&self, quiet: bool) {
        let mut noted: Vec<((Algorithm, &str), Vec<u32>)> = Vec::new();
        for problem in &self.problems {
            for out in left_out(&self.wanted, problem) {
                match noted.iter_mut().find(|(known, _)| *known == out) {
                    Some((_, sizes)) => sizes.push(problem.size().into()),
                    None => noted.push((out, vec![problem.size().into()])),
                }
            }
        }
        for ((algorithm, reason), sizes) in noted {
            let sizes = sizes_in_words(&sizes);
            report::note(&format!("{algorithm} is left out for {sizes} queens: {reason}"), quiet);
        }
    }

    fn measure(self, args: &CompareArgs) -> Result<Comparison, FilmError> {
        let (limits, seed) = (args.limits(), args.seed.unwrap_or(DEFAULT_SEED));
        let searches = self.problems.len() * (self.wanted.len() + 1);
        let mut bar = Progress::new(Some(searches as u64), "{spinner} {bar:40} {msg}", args.quiet);
        let (mut done, mut boards) = (0, Vec::new());
        for problem in self.problems {
            let size = problem.size();
            let mut go_on = |done, what: &str| {
                bar.show(done, &format!("{size} queens: {what}"));
                interrupt::check().is_ok()
            };
            let mut measured = Vec::new();
            for algorithm in &self.wanted {
                if why_not(*algorithm, &problem).is_none() {
                    let one = measure(*algorithm, &problem, seed, limits, || go_on(done, algorithm.name()));
                    measured.push(one.ok_or(FilmError::Stopped)?);
                    interrupt::check()?;
                }
                done += 1;
            }
            let space = SearchSpace::of(&problem, limits.timeout, || go_on(done, "the search tree"));
            boards.push(Board { problem, space: space.ok_or(FilmError::Stopped)?, measured });
            done += 1;
        }
        Ok(Comparison { limits, seed, wanted: self.wanted, boards })
    }
}

/// The algorithms that are not measured on boards of a size, and why.
fn left_out(algorithms: &[Algorithm], problem: &Problem) -> Vec<(Algorithm, &'static str)> {
    algorithms.iter().filter_map(|algorithm| Some((*algorithm, why_not(*algorithm, problem)?))).collect()
}

/// Why an algorithm is not measured on boards of a size.
fn why_not(algorithm: Algorithm, problem: &Problem) -> Option<&'static str> {
    if problem.size().get() > algorithm.most_queens() {
        Some("it is for fewer queens")
    } else if algorithm.never_ends(problem) {
        Some("there is no solution, and it would never end without one")
    } else if algorithm.takes_too_long(problem) {
        Some("it takes too long, even to the first solution")
    } else {
        None
    }
}

/// Sizes in ascending order, those that follow each other as ranges.
fn sizes_in_words(sizes: &[u32]) -> String {
    let ranges = sizes.chunk_by(|one, next| one + 1 == *next);
    listed(ranges.map(|range| in_words(range[0]..=range[range.len() - 1])), "and")
}

/// A number, or the first and the last of several.
fn in_words(sizes: RangeInclusive<u32>) -> String {
    let (first, last) = sizes.into_inner();
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}
