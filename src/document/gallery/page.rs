//! Pages with all selected solutions.

use std::cell::RefCell;

use crate::board::Problem;
use crate::film::FilmError;
use crate::limits::DEFAULT_MAX_BOARDS;
use crate::options::Label;
use crate::page::{BoardLabel, GalleryContent, GalleryPage, LabelledBoard, PageError, PageStyle};
use crate::record::BoardState;
use crate::search::NumberedSolution;
use crate::watch::{self, Stage, Stopped};
use crate::words::counted;

use super::super::pages::{Boards, Drawing, Drawn, write_pages};
use super::super::problem::number_of_solutions;
use super::super::{Error, Note, Result, Run, Summary};
use super::found::{check_number, too_many};
use super::text::{title, words};
use super::{Gallery, GalleryRequest, Solutions};

const NO_SOLUTION: &str = "A board without a solution";

pub fn make(gallery: &Gallery<'_>, run: &mut Run<'_>) -> Result<Summary> {
    let Gallery { request, problem, taken, style } = gallery;
    let (size, format, overwrite) = (problem.size(), run.format, request.output.overwrite());
    run.check_target(overwrite)?;
    check_number(taken, problem, DEFAULT_MAX_BOARDS)?;
    let bare = GalleryContent {
        columns: request.columns.map(Into::into),
        square: request.square.map(Into::into),
        ..GalleryContent::default()
    };
    check_room(taken, problem, style, &bare)?;
    let solutions = run.find(taken)?;
    if solutions.is_empty() {
        if !taken.begin_with_first() {
            return Err(Error::request(taken.none()));
        }
        run.note(Note::NoSolution(taken.none()));
    }
    run.watch.stage(Stage::Arranging);
    let labels: Vec<BoardLabel> = solutions.iter().filter_map(|selected| label(request, selected)).collect();
    let text = words(request, problem, &solutions, &labels);
    let mut content = GalleryContent { labels, text, ..bare };
    // Without solutions, the page shows the board of the problem.
    let boards = u32::try_from(solutions.len().max(1)).unwrap_or(u32::MAX);
    let made = match GalleryPage::new(size, boards, style, &content) {
        // Numbers that were not requested are left out if they are illegible.
        Err(PageError::LabelsTooWide { square: Some(_) }) if request.labels.is_none() => {
            content.labels.clear();
            GalleryPage::new(size, boards, style, &content)
        }
        Err(PageError::TitleTooLong) if request.title.is_none() && style.page.is_none() => {
            content.text.title = None;
            GalleryPage::new(size, boards, style, &content)
        }
        made => made,
    };
    let page = made.map_err(|error| match error {
        PageError::TooManyBoards { .. } if !taken.is_limited() => too_many(taken, problem),
        PageError::LabelsTooWide { .. } => Error::request(error).hint("--labels none leaves them out"),
        error => error.into(),
    })?;
    let canvas = (page.width, page.height);
    format.check_still(canvas).map_err(FilmError::from)?;
    let title = title(request, problem);
    let description = match solutions.len() as u64 {
        0 => format!("{NO_SOLUTION}."),
        boards => counted(boards, "board") + ", each with a solution.",
    };
    let alt = format!("{title}: {description}");
    run.write(overwrite, Stage::Drawing, |out, run| {
        let watch = RefCell::new(&mut *run.watch);
        let of = Some(solutions.len() as u64);
        let tell = |done| {
            let mut watch = watch.borrow_mut();
            watch.progress(done, of);
            watch::check(&**watch)
        };
        let boards = || boards_of(problem, &solutions, &content.labels, &tell);
        let drawn = Drawn { page: Drawing::Gallery(&page, &boards), description };
        write_pages(out, format, &request.drawing.encode(), &title, &style.font, [Ok(drawn)])
    })?;
    if request.alt {
        run.add_alt(&request.played, canvas, &alt);
    }
    Ok(Summary::Solutions { solutions: solutions.len() as u64, canvas })
}

/// Up to this many solutions are searched just to give an exact error message.
const SOON_FOUND: u64 = 50_000;

/// Before a long search, refuses more boards than fit on the page without any text. After a short search, the page
/// itself is checked with its text, so that the error message gives exact limits.
fn check_room(taken: &Solutions, problem: &Problem, style: &PageStyle, bare: &GalleryContent) -> Result<()> {
    let number = taken.number().unwrap_or_default();
    let searched = if taken.is_limited() {
        number
    } else {
        number_of_solutions(problem).map_or(u64::MAX, |(total, _)| total)
    };
    if searched <= SOON_FOUND || number == 0 {
        return Ok(());
    }
    let boards = u32::try_from(number).unwrap_or(u32::MAX);
    let Err(PageError::TooManyBoards { .. } | PageError::TooSmall { .. } | PageError::SquaresTooLarge { .. }) =
        GalleryPage::new(problem.size(), boards, style, bare)
    else {
        return Ok(());
    };
    Err(if taken.is_limited() {
        Error::request(format!(
            "{number} boards do not fit on this page; a smaller --solutions K or --select takes fewer"
        ))
    } else {
        too_many(taken, problem)
    })
}

/// Returns the boards of a page, which is written board by board; without solutions, the board of the problem.
fn boards_of<'a>(
    problem: &Problem,
    solutions: &'a [NumberedSolution],
    labels: &'a [BoardLabel],
    tell: &'a dyn Fn(u64) -> Result<(), Stopped>,
) -> Boards<'a> {
    let mut labels = labels.iter();
    let board = BoardState::start(problem);
    let unsolved =
        solutions.is_empty().then(|| Ok(LabelledBoard { board, label: None, title: NO_SOLUTION.to_owned() }));
    let solved = (1..).zip(solutions).map(move |(done, solution)| {
        tell(done)?;
        let title = format!("Solution {}: {}", solution.number, solution.placement);
        Ok(LabelledBoard { board: BoardState::of_solution(solution), label: labels.next(), title })
    });
    Box::new(unsolved.into_iter().chain(solved))
}

fn label(request: &GalleryRequest, selected: &NumberedSolution) -> Option<BoardLabel> {
    let is_fundamental = selected.is_fundamental();
    let number = BoardLabel { number: selected.number.to_string(), is_fundamental, ..BoardLabel::default() };
    match (request.labels, request.drawing.page.canvas) {
        (Some(Label::None), _) => None,
        (None, None) if !request.taken.fundamental => None,
        // On a page of a given size, fundamental solutions have details below them, as far as these fit.
        (None, Some(_)) if request.taken.fundamental => {
            let images = selected.images();
            let few = (images < 8).then(|| counted(images as u64, "image"));
            Some(BoardLabel { images: few, placement: Some(selected.placement.to_string()), ..number })
        }
        (Some(Label::Number) | None, _) => Some(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::gallery::tests::gallery;

    fn labels(arguments: &str) -> Vec<String> {
        let (request, _, taken) = gallery(arguments);
        let labels = taken.found().filter_map(Result::unwrap).map(|selected| {
            let label = label(&request, &selected);
            label.map_or_else(String::new, |label| label.texts().collect::<Vec<_>>().join(" "))
        });
        labels.collect()
    }

    #[test]
    fn fundamental_solutions_are_numbered_among_themselves() {
        let counted: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
        let first_words = |labels: Vec<String>| -> Vec<String> {
            labels.iter().map(|label| label.split(' ').next().unwrap().to_owned()).collect()
        };
        for page in ["", " --canvas 16:9"] {
            for given in ["", " --labels number"] {
                let shown = labels(&format!("8 --fundamental{given}{page}"));
                assert_eq!(first_words(shown), counted, "{given}{page}");
            }
            assert_eq!(labels(&format!("8 --fundamental --from 11{page}"))[0].split(' ').next(), Some("11"));
            assert_eq!(labels(&format!("8 --labels number{page}"))[91], "92");
        }
        assert!(labels("8").iter().all(String::is_empty), "all 92 have no numbers by default");
        assert_eq!(labels("8 --canvas 16:9")[91], "92");
        assert_eq!(labels("8 --canvas 16:9 --select 90..,3,7..8"), ["3", "7", "8", "90", "91", "92"]);
    }
}
