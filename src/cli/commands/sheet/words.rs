//! What a sheet says about its search.

use crate::cli::report::in_words;
use crate::page::StepSheetText;
use crate::recipe::{Group, Recipe, SearchSpec};
use crate::search::Tally;
use crate::words::{Grouped, capital, counted, listed};

/// Title, summary and origin of a sheet.
pub fn words(recipe: &Recipe, spec: &SearchSpec, tally: &Tally) -> StepSheetText {
    if recipe.no_title {
        return StepSheetText::default();
    }
    // A sheet with its own title is not about the program.
    let (title, origin) = match &recipe.title {
        Some(title) => (title.clone(), String::new()),
        None => (title(spec), recipe.command(&[Group::Problem, Group::What])),
    };
    StepSheetText { title, summary: summary(spec, tally), origin }
}

/// What the sheet is, and what is seen on it, for readers who do not see it.
pub fn alternative(recipe: &Recipe, spec: &SearchSpec, tally: &Tally) -> (String, String) {
    (recipe.title.clone().unwrap_or_else(|| title(spec)), summary(spec, tally))
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
    let end = match (spec.solutions.is_none(), solutions) {
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
    format!("{} {}{end}.", capital(spec.algorithm.name()), listed(actions, "and"))
}
