//! The `gallery` document: solutions on a page, or one after the other.

mod found;
mod page;
mod text;

use std::num::NonZeroU32;
use std::time::Duration;

use clap::Args;

use crate::board::{BoardSize, Problem};
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmError, FilmOptions, FilmSpec, Plan, Thumbnail};
use crate::limits::{DEFAULT_MAX_PICTURES, DEFAULT_MAX_SLIDES};
use crate::options::{
    DrawingArgs, Files, GalleryFormat, Given, LOOK, Label, OutputArgs, PACE, PlayedArgs, ProblemArgs,
    SolutionArgs, Still, choice, frame_time, line, number, pixels, with_help,
};
use crate::page::PageStyle;
use crate::record::ScheduleOptions;
use crate::search::NumberedSolution;
use crate::watch::Meter;

use super::problem::stem;
use super::rules::{FilmRules, check_page};
use super::solutions::Solutions;
use super::{Document, Error, Result, Run, Summary};
use found::check_number;
use text::title;

/// All solutions, on a page or as a film
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(
    mut_arg("output", |option| with_help(option, "Where to write [default: output/queens-N-gallery.png]\n\n\
        FILE{.gallery} for one page, FILE{.pictures}, DIRECTORY/ for a PNG each, or - for standard output.")),
    mut_arg("poster", |option| with_help(option, "Also write a picture\n\n\
        It is the last solution, or the frame that --thumbnail chooses: FILE{.poster}.")),
    mut_arg("outro", |option| with_help(option, "End with a card that is shown for this time\n\n\
        It has the last solution, and their number.")),
    mut_arg("canvas", |option| with_help(option, "Fill a page of this size or shape\n\n\
        {paper}\n\n[default: as large as the boards need]")),
)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct GalleryRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, and of rows and columns, from 1 to 64
    #[arg(value_name = "N")]
    pub queens: BoardSize,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Format of the output, if its name has no extension
    ///
    /// [default: the one that its extension names]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<GalleryFormat>())]
    pub format: Option<GalleryFormat>,

    /// Show the solutions one after the other
    ///
    /// Also in an SVG, or each on a page of a PDF.
    #[arg(long)]
    pub animate: bool,

    /// Also describe the picture as text
    ///
    /// Prints a description for readers who cannot see the picture, and HTML that shows the picture on a web page.
    #[arg(long)]
    pub alt: bool,

    /// The selected solutions.
    #[command(flatten)]
    pub taken: SolutionArgs,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,

    /// Time of each solution in an animation [default: 200ms]
    #[arg(long, value_name = "TIME", help_heading = PACE, value_parser = frame_time)]
    pub delay: Option<Duration>,

    /// Title [default: none, or with --canvas the number of solutions]
    ///
    /// It is also on the cards around an animation.
    #[arg(long, value_name = "TEXT", help_heading = LOOK, value_parser = line(), conflicts_with = "no_title")]
    pub title: Option<String>,

    /// Draw no title, and do not name the command at the foot of the page
    #[arg(long, help_heading = LOOK)]
    pub no_title: bool,

    /// Width of a board, of one picture each [default: 480 pixels or more]
    #[arg(long, value_name = "PIXELS", help_heading = LOOK, value_parser = pixels)]
    pub size: Option<u32>,

    /// Boards and page.
    #[command(flatten)]
    pub drawing: DrawingArgs,

    /// Write coordinates on the edge squares, of one picture each
    #[arg(long, help_heading = LOOK)]
    pub coordinates: bool,

    /// Boards per row
    ///
    /// [default: for a page close to 4:3, or for the largest squares with --canvas]
    #[arg(long, value_name = "K", help_heading = LOOK, value_parser = number::<NonZeroU32>)]
    pub columns: Option<NonZeroU32>,

    /// Side of a square in pixels, without --canvas
    ///
    /// [default: 28, less if the page would exceed 8192 pixels]
    #[arg(
        long, value_name = "PIXELS", help_heading = LOOK, value_parser = number::<NonZeroU32>,
        conflicts_with = "canvas"
    )]
    pub square: Option<NonZeroU32>,

    /// Text below each board of one page
    ///
    /// [default: none, or number with --canvas or --fundamental]
    #[arg(long, value_name = "LABEL", help_heading = LOOK, value_parser = choice::<Label>())]
    pub labels: Option<Label>,

    /// Files next to an animation, its intro and outro, and its encoding.
    #[command(flatten)]
    pub played: PlayedArgs,
}

impl GalleryRequest {
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let problem = self.problem.on(self.queens)?;
        let taken = self.taken.of(&problem)?;
        let Self { size: width, coordinates, .. } = *self;
        let style = PageStyle { width, coordinates, ..self.drawing.style(files)? };
        let stem = format!("queens-{}-gallery", stem(&problem));
        let gallery = Gallery { request: self, problem, taken, style };
        let check = |format| self.check(format);
        Ok(Document::new("gallery", stem, Format::drawn(), files, check, move |run| {
            if self.is_page(run.format) { page::make(&gallery, run) } else { each(&gallery, run) }
        }))
    }

    /// Returns whether the solutions are on one page in this format.
    pub(crate) fn is_page(&self, format: Format) -> bool {
        let is_film = self.animate || matches!(self.format, Some(GalleryFormat::Film(_)));
        Still::Gallery.formats().any(|still| still == format) && (format.is_still() || !is_film)
    }

    fn check(&self, format: Format) -> Result<()> {
        let GalleryRequest { given, played, animate, .. } = self;
        if *animate && format.is_still() {
            let text =
                format!("--animate is for animations, and a {format} is a picture; an animated PNG is .apng");
            return Err(Error::option("animate", text));
        }
        if self.is_page(format) {
            check_page(given, Still::Gallery, format)
        } else {
            FilmRules::of_solutions(played).check(given, format)
        }
    }

    fn film(&self, style: PageStyle, format: Format) -> FilmSpec {
        let delay = Some(self.delay.unwrap_or(Duration::from_millis(200)));
        let options = FilmOptions {
            schedule: ScheduleOptions { delay, ..ScheduleOptions::default() },
            style: PageStyle { highlight: false, ..style },
            intro: self.played.intro,
            outro: self.played.outro,
            thumbnail: self.played.thumbnail,
            format: Some(format),
            encode: self.played.encode(self.drawing.encode()),
            ..FilmOptions::default()
        };
        let overwrite = self.output.overwrite();
        FilmSpec { options, sidecars: self.played.sidecars().collect(), overwrite, limits: None }
    }
}

struct Gallery<'a> {
    request: &'a GalleryRequest,
    problem: Problem,
    taken: Solutions,
    style: PageStyle,
}

fn each(gallery: &Gallery<'_>, run: &mut Run<'_>) -> Result<Summary> {
    let Gallery { request, problem, taken, style } = gallery;
    let mut spec = request.film(style.clone(), run.format);
    run.begin_film(&mut spec, Series::Solutions)?;
    spec.options.panels.title = title(request, problem);
    let most = if run.format == Format::Pptx { DEFAULT_MAX_SLIDES } else { DEFAULT_MAX_PICTURES };
    check_number(taken, problem, most)?;
    let solutions = run.find(taken)?;
    if solutions.is_empty() {
        let none = Error::request(taken.none());
        let is_none = taken.begin_with_first();
        return Err(if is_none { none.hint("a page like -o FILE.png shows the board") } else { none });
    }
    let (thumbnail, subject) = (thumbnail(spec.options.thumbnail, &solutions)?, title(request, problem));
    let plan = |options: &FilmOptions, _: &mut Meter<'_>| {
        Plan::of_solutions(problem, subject.clone(), options, &solutions, thumbnail)
    };
    let planned = run.plan_film(spec, plan, Error::from)?;
    let canvas = run.make_film(planned, request.alt.then_some(&request.played))?.canvas;
    Ok(Summary::Solutions { solutions: solutions.len() as u64, canvas })
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Request;

    pub fn gallery(arguments: &str) -> (GalleryRequest, Problem, Solutions) {
        let words = ["gallery"].into_iter().chain(arguments.split_whitespace());
        let Request::Gallery(request) = Request::from_words(words).unwrap() else { panic!("{arguments}") };
        let problem = request.problem.on(request.queens).unwrap();
        let taken = request.taken.of(&problem).unwrap();
        (request, problem, taken)
    }
}
