//! The listing of loops inside each other, written out for a number of queens.

use crate::board::BoardSize;

use super::{Action, CodeForm, Line};

/// The first line begins the search; the next square takes the queen of its row along.
const fn of_next_square(row: u8) -> [Action; 2] {
    [if row == 1 { Action::Start } else { Action::Backtrack }, Action::Remove]
}

const OF_SAFE_SQUARE: [Action; 2] = [Action::Test, Action::Place];

pub(super) fn lines(form: CodeForm, size: BoardSize) -> Vec<Line> {
    match form {
        CodeForm::Pseudo => pseudo(size),
        CodeForm::Words => words(size),
        CodeForm::Python => python(size),
    }
}

fn line(actions: impl Into<Vec<Action>>, row: Option<u8>, code: String) -> Line {
    Line { actions: actions.into(), row, code }
}

/// A loop for each row, in the body of the loop of the row above.
fn pseudo(size: BoardSize) -> Vec<Line> {
    let of_row = |row: u8| {
        let indent = "    ".repeat(usize::from(row) - 1);
        let each = format!("{indent}for each square of row {row}:");
        let safe = format!("{indent}  if it is safe, put a queen there:");
        [line(of_next_square(row), Some(row), each), line(OF_SAFE_SQUARE, Some(row), safe)]
    };
    let solution = format!("{}a solution!", "    ".repeat(size.into()));
    let solution = line([Action::Solution], None, solution);
    (1..=size.get()).flat_map(of_row).chain([solution]).collect()
}

/// Two steps for each row: the next square, and its test.
fn words(size: BoardSize) -> Vec<Line> {
    let step = |row: u8| 2 * row - 1;
    let of_row = |row: u8| {
        let otherwise = match row {
            1 => "stop".to_owned(),
            row => format!("go to step {}", step(row - 1)),
        };
        let next = format!("Next square of row {row}, or else {otherwise}");
        let safe = format!("If attacked, go to step {}, else put a queen", step(row));
        [line(of_next_square(row), Some(row), next), line(OF_SAFE_SQUARE, Some(row), safe)]
    };
    let solution = format!("The queens are a solution; go to step {}", step(size.get()));
    let solution = line([Action::Solution], None, solution);
    (1..=size.get()).flat_map(of_row).chain([solution]).collect()
}

fn python(size: BoardSize) -> Vec<Line> {
    let of_row = |row: u8| {
        let indent = "    ".repeat(2 * usize::from(row) - 1);
        let each = format!("{indent}for columns[{}] in range({size}):", row - 1);
        let safe = format!("{indent}    if safe({}):", row - 1);
        let actions = of_next_square(row).into_iter().filter(|action| *action != Action::Start);
        [line(actions.collect::<Vec<_>>(), Some(row), each), line(OF_SAFE_SQUARE, Some(row), safe)]
    };
    let solution = format!("{}yield columns", "    ".repeat(2 * usize::from(size.get()) + 1));
    let head = [
        line([], None, format!("columns = [0] * {size}")),
        line([Action::Start], None, "def search():".to_owned()),
    ];
    let safe = [
        "",
        "def safe(row):",
        "    column = columns[row]",
        "    return all(column != columns[i] and",
        "        abs(column - columns[i]) != row - i",
        "        for i in range(row))",
    ];
    let foot = safe.map(|code| line([], None, code.to_owned()));
    let rows = (1..=size.get()).flat_map(of_row);
    head.into_iter().chain(rows).chain([line([Action::Solution], None, solution)]).chain(foot).collect()
}
