//! What a sheet says about its search.

use super::SheetArgs;
use crate::cli::report::in_words;
use crate::page::StepSheetText;
use crate::search::{Algorithm, Order, Tally};
use crate::words::{Grouped, capital, counted, listed};

/// Title, summary and origin of a sheet.
pub fn words(args: &SheetArgs, is_whole: bool, tally: &Tally) -> StepSheetText {
    if args.no_title {
        return StepSheetText::default();
    }
    // A sheet with its own title is not about the program.
    let (title, origin) = match &args.title {
        Some(title) => (title.clone(), String::new()),
        None => (title(args), command(args)),
    };
    StepSheetText { title, summary: summary(args, is_whole, tally), origin }
}

/// What the sheet is, and what is seen on it, for readers who do not see it.
pub fn alternative(args: &SheetArgs, is_whole: bool, tally: &Tally) -> (String, String) {
    (args.title.clone().unwrap_or_else(|| title(args)), summary(args, is_whole, tally))
}

fn title(args: &SheetArgs) -> String {
    let queens = u64::from(args.queens.get());
    let noun = if queens == 1 { "queen" } else { "queens" };
    let steps = if args.spec.algorithm.discards_boards() { "board by board" } else { "step by step" };
    capital(&format!("{} {noun}, {steps}", in_words(queens)))
}

fn summary(args: &SheetArgs, is_whole: bool, tally: &Tally) -> String {
    // By name, so that a new counter is not forgotten.
    let Tally { tests, placements, removals, backtracks: _, solutions, boards, moves, pruned } = *tally;
    let discards = args.spec.algorithm.discards_boards();
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
    let end = match (is_whole, solutions) {
        (_, 0) => {
            actions.push("finds no solution".to_owned());
            String::new()
        }
        (true, _) => {
            actions.push(format!("finds {}", counted(solutions, "solution")));
            String::new()
        }
        (false, 1) => " on the way to the first solution".to_owned(),
        (false, _) => format!(" on the way to solution {}", Grouped(solutions)),
    };
    format!("{} {}{end}.", capital(args.spec.algorithm.name()), listed(actions, "and"))
}

fn command(args: &SheetArgs) -> String {
    let spec = &args.spec;
    let mut words = vec![format!("queenreel sheet {}", args.queens)];
    words.extend(args.problem.words());
    words.extend((spec.algorithm != Algorithm::default()).then(|| format!("--algorithm {}", spec.algorithm)));
    words.extend(spec.seed.map(|seed| format!("--seed {seed}")));
    words.extend((spec.order == Order::Rows).then(|| "--order rows".to_owned()));
    words.extend(spec.all.then(|| "--all".to_owned()));
    words.extend(spec.solutions.map(|solutions| format!("--solutions {solutions}")));
    words.join(" ")
}
