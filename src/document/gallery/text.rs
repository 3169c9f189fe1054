//! Title, notes and origin of a page of solutions.

use crate::board::{Problem, Symmetries};
use crate::options::{BOARD, WHAT};
use crate::page::{BoardLabel, GalleryNote, GalleryText, GalleryTitle};
use crate::search::NumberedSolution;
use crate::words::{Grouped, capital, counted, in_words as number, listed};

use super::super::problem::number_of_solutions;
use super::GalleryRequest;

pub fn title(request: &GalleryRequest, problem: &Problem) -> String {
    let kind = if request.taken.fundamental { "Fundamental solutions" } else { "Solutions" };
    let queens = counted(problem.size().get().into(), "queen");
    let from = problem.in_words().map(|words| format!(" {words}")).unwrap_or_default();
    request.title.clone().unwrap_or_else(|| format!("{kind} of the problem of {queens}{from}"))
}

/// Returns title, note and origin of a page; for a page without a given size, at most a title.
pub fn words(
    request: &GalleryRequest,
    problem: &Problem,
    solutions: &[NumberedSolution],
    labels: &[BoardLabel],
) -> GalleryText {
    let title = match &request.title {
        Some(text) => Some(GalleryTitle::Text(text.trim().to_owned())).filter(|_| !text.trim().is_empty()),
        None if request.no_title => None,
        // A small page has no space for a sentence.
        None if request.drawing.page.canvas.is_none() => {
            solutions.is_empty().then(|| GalleryTitle::Text("No solution".to_owned()))
        }
        None => Some(number_of(request, problem, solutions.len() as u64)),
    };
    let is_untitled = request.title.is_none();
    if request.drawing.page.canvas.is_none() {
        return GalleryText { title, ..GalleryText::default() };
    }
    let note = if request.taken.fundamental {
        // If the problem has fewer symmetries, having few images is no property of a solution.
        let is_whole = problem.symmetries() == Symmetries::ALL;
        (is_whole && !request.no_title).then(|| sum(solutions, !labels.is_empty()))
    } else {
        let bold = labels.iter().filter(|label| label.is_fundamental).count();
        (bold > 0 && bold < solutions.len()).then(|| bold_numbers(problem, bold as u64))
    };
    // A page with a custom title does not name the program.
    let is_usual = is_untitled && !request.no_title;
    let origin = is_usual.then(|| request.given.command_line::<GalleryRequest>("gallery", &[BOARD, WHAT]));
    GalleryText { title, note, origin }
}

fn number_of(request: &GalleryRequest, problem: &Problem, shown: u64) -> GalleryTitle {
    let total = number_of_solutions(problem)
        .map(|(all, fundamental)| if request.taken.fundamental { fundamental } else { all });
    let is_all = total == Some(shown);
    let of_all = match total {
        _ if is_all => String::new(),
        Some(total) => format!("of the {} ", Grouped(total)),
        None => "of the ".to_owned(),
    };
    let s = if is_all && shown == 1 { "" } else { "s" };
    let from = problem.in_words().map(|words| format!(", {words}")).unwrap_or_default();
    let (queens, so_that) = match u64::from(problem.size().get()) {
        1 => ("one queen".to_owned(), ""),
        queens => (format!("{} queens", number(queens)), " so that none attacks another"),
    };
    let sentence = if request.taken.fundamental {
        format!("{of_all}fundamental solution{s} of the {queens} problem{from}")
    } else {
        format!("{of_all}way{s} to put {queens} on a board{so_that}{from}")
    };
    GalleryTitle::Count { number: Grouped(shown).to_string(), sentence }
}

fn bold_numbers(problem: &Problem, bold: u64) -> GalleryNote {
    let is_all = number_of_solutions(problem).is_some_and(|(_, fundamental)| fundamental == bold);
    let (which, one) = match (is_all, bold) {
        (true, 1) => ("the fundamental solution".to_owned(), "it"),
        (true, _) => (format!("the {} fundamental solutions", Grouped(bold)), "one of these"),
        (false, _) => ("fundamental solutions".to_owned(), "one"),
    };
    let text = format!("{which}. Each of the others is a turn or a reflection of {one}.");
    GalleryNote { head: "Bold numbers:".to_owned(), is_headline: false, text }
}

/// The largest number of boards that a sentence of a note lists.
const MOST_NAMED: usize = 3;

/// Returns a note with the number of solutions that `solutions` give by rotation and reflection.
fn sum(solutions: &[NumberedSolution], names_boards: bool) -> GalleryNote {
    let numbered: Vec<(u64, u64)> = solutions.iter().map(|one| (one.number, one.images() as u64)).collect();
    let with = |images: u64| {
        let ranks = numbered.iter().filter(|(_, number)| *number == images).map(|(rank, _)| *rank);
        (images, ranks.collect::<Vec<u64>>())
    };
    let groups = [8, 4, 2, 1].map(with).into_iter().filter(|(_, of)| !of.is_empty());
    let groups: Vec<(u64, Vec<u64>)> = groups.collect();
    let terms = groups.iter().map(|(images, of)| format!("{} × {images}", Grouped(of.len() as u64)));
    let all: u64 = numbered.iter().map(|(_, images)| images).sum();
    let head = format!("{} = {}", terms.collect::<Vec<_>>().join(" + "), Grouped(all));
    let is_alone = groups.len() == 1;
    let sentence = |(images, of): &(u64, Vec<u64>)| {
        let each = if is_alone && of.len() == 1 { "it" } else { "each" };
        let same = if *images == 2 { "the same after a quarter turn" } else { "the same after half a turn" };
        let gives = number(*images);
        match (images, &of[..]) {
            (8, _) => format!("Turned and mirrored, {each} gives eight solutions."),
            (1, _) if is_alone => "Turned and mirrored, it stays the same.".to_owned(),
            _ if is_alone => format!("Turned and mirrored, {each} gives {gives}: {each} looks {same}."),
            (_, [one]) if names_boards => format!("Number {one} looks {same}, and gives {gives}."),
            (_, [_]) => format!("One looks {same}, and gives {gives}."),
            (_, many) if names_boards && many.len() <= MOST_NAMED => {
                format!("Numbers {} look {same}, and give {gives} each.", listed(many, "and"))
            }
            (_, many) => {
                let many = capital(&number(many.len() as u64));
                format!("{many} look {same}, and give {gives} each.")
            }
        }
    };
    let text = groups.iter().map(sentence).collect::<Vec<_>>().join(" ");
    GalleryNote { head, is_headline: true, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::gallery::tests::gallery;

    fn page(arguments: &str) -> GalleryText {
        let (request, problem, taken) = gallery(&format!("{arguments} --canvas 16:9"));
        let solutions: Vec<_> = taken.found().filter_map(Result::unwrap).collect();
        let is_fundamental = solutions.iter().map(|one| one.placement.is_fundamental());
        let labels =
            is_fundamental.map(|is_fundamental| BoardLabel { is_fundamental, ..BoardLabel::default() });
        words(&request, &problem, &solutions, &labels.collect::<Vec<_>>())
    }

    fn title(arguments: &str) -> (String, String) {
        match page(arguments).title {
            Some(GalleryTitle::Count { number, sentence }) => (number, sentence),
            Some(GalleryTitle::Text(text)) => (String::new(), text),
            None => (String::new(), String::new()),
        }
    }

    #[test]
    fn titles_tell_the_truth() {
        for (arguments, number, sentence) in [
            ("8", "92", "ways to put eight queens on a board so that none attacks another"),
            ("1", "1", "way to put one queen on a board"),
            (
                "8 --from 1 --limit 92",
                "92",
                "ways to put eight queens on a board so that none attacks another",
            ),
            (
                "8 --limit 5",
                "5",
                "of the 92 ways to put eight queens on a board so that none attacks another",
            ),
            (
                "8 --from 92",
                "1",
                "of the 92 ways to put eight queens on a board so that none attacks another",
            ),
            (
                "8 --select 3,7..9",
                "4",
                "of the 92 ways to put eight queens on a board so that none attacks another",
            ),
            ("8 --fundamental", "12", "fundamental solutions of the eight queens problem"),
            ("4 --fundamental", "1", "fundamental solution of the four queens problem"),
            ("9 --fundamental --limit 1", "1", "of the 46 fundamental solutions of the nine queens problem"),
            ("29 --limit 1", "1", "of the ways to put 29 queens on a board so that none attacks another"),
            ("8 --title Queens", "", "Queens"),
            ("8 --no-title", "", ""),
        ] {
            assert_eq!(title(arguments), (number.to_owned(), sentence.to_owned()), "{arguments}");
        }
    }

    #[test]
    fn the_origin_is_the_command_of_the_page() {
        for (arguments, origin) in [
            ("8 --from 2", "8 --from 2"),
            ("8 --limit 5 --from 3 --fundamental", "8 --solutions 5 --fundamental --from 3"),
            ("6 --select 3,1..2 --algorithm permutations", "6 --algorithm permutations --select 3,1..2"),
        ] {
            assert_eq!(page(arguments).origin, Some(format!("queenreel gallery {origin}")));
        }
        let note = page("8 --fundamental --select 9..10").note.unwrap();
        assert!(note.text.contains("Number 10 looks the same after half a turn"), "{}", note.text);
    }

    #[test]
    fn sums_are_computed() {
        for (n, head, text) in [
            (1, "1 × 1 = 1", "Turned and mirrored, it stays the same."),
            (4, "1 × 2 = 2", "Turned and mirrored, it gives two: it looks the same after a quarter turn."),
            (
                5,
                "1 × 8 + 1 × 2 = 10",
                "Turned and mirrored, each gives eight solutions. \
                 Number 2 looks the same after a quarter turn, and gives two.",
            ),
            (6, "1 × 4 = 4", "Turned and mirrored, it gives four: it looks the same after half a turn."),
            (
                7,
                "4 × 8 + 2 × 4 = 40",
                "Turned and mirrored, each gives eight solutions. \
                 Numbers 4 and 5 look the same after half a turn, and give four each.",
            ),
            (
                8,
                "11 × 8 + 1 × 4 = 92",
                "Turned and mirrored, each gives eight solutions. \
                 Number 10 looks the same after half a turn, and gives four.",
            ),
            (
                9,
                "42 × 8 + 4 × 4 = 352",
                "Turned and mirrored, each gives eight solutions. \
                 Four look the same after half a turn, and give four each.",
            ),
        ] {
            let note = page(&format!("{n} --fundamental")).note.unwrap();
            assert_eq!((note.head.as_str(), note.text.as_str()), (head, text), "{n}");
            let all = crate::count::known(n).unwrap().0;
            assert!(note.head.ends_with(&format!("= {all}")));
        }
    }

    #[test]
    fn notes_say_what_bold_numbers_are() {
        let note = |arguments| page(arguments).note.map(|note| note.text);
        assert!(note("8").unwrap().starts_with("the 12 fundamental solutions. Each"));
        assert!(note("4").unwrap().starts_with("the fundamental solution. Each"));
        assert!(note("8 --limit 5").unwrap().starts_with("fundamental solutions. Each"));
        assert_eq!(note("8 --limit 2"), None, "both are fundamental");
        assert_eq!(note("1"), None);
    }
}
