//! The listing of loops inside each other, written out for a number of queens.

use crate::board::BoardSize;

use super::{Action, CodeForm, Line};

/// A loop for each row, in the body of the loop of the row above; in words, two steps for each row: the next
/// square, and its test.
pub(super) fn lines(form: CodeForm, size: BoardSize) -> Vec<Line> {
    let step = |row: u8| 2 * row - 1;
    let line = |actions: &[Action], row, code| Line { actions: actions.to_vec(), row, code };
    let of_row = |row: u8| {
        let depth = usize::from(row) - 1;
        let [next, safe] = match form {
            CodeForm::Pseudo => {
                let indent = "    ".repeat(depth);
                [
                    format!("{indent}for each square of row {row}:"),
                    format!("{indent}  if it is safe, put a queen there:"),
                ]
            }
            CodeForm::Words => {
                let otherwise = match row {
                    1 => "stop".to_owned(),
                    row => format!("go to step {}", step(row - 1)),
                };
                [
                    format!("Next square of row {row}, or else {otherwise}"),
                    format!("If attacked, go to step {}, else put a queen", step(row)),
                ]
            }
            CodeForm::Python => {
                let indent = "    ".repeat(2 * depth + 1);
                [
                    format!("{indent}for columns[{depth}] in range({size}):"),
                    format!("{indent}    if safe({depth}):"),
                ]
            }
        };
        // The next square takes the queen of its row along.
        let of_next: &[Action] = match (row, form) {
            (1, CodeForm::Python) => &[Action::Remove],
            (1, CodeForm::Pseudo | CodeForm::Words) => &[Action::Start, Action::Remove],
            (_, CodeForm::Pseudo | CodeForm::Words | CodeForm::Python) => {
                &[Action::Backtrack, Action::Remove]
            }
        };
        [line(of_next, Some(row), next), line(&[Action::Test, Action::Place], Some(row), safe)]
    };
    let solution = match form {
        CodeForm::Pseudo => format!("{}a solution!", "    ".repeat(size.into())),
        CodeForm::Words => format!("The queens are a solution; go to step {}", step(size.get())),
        CodeForm::Python => format!("{}yield columns", "    ".repeat(2 * usize::from(size) + 1)),
    };
    let loops = (1..=size.get()).flat_map(of_row).chain([line(&[Action::Solution], None, solution)]);
    match form {
        CodeForm::Pseudo | CodeForm::Words => loops.collect(),
        CodeForm::Python => {
            let head = [
                line(&[], None, format!("columns = [0] * {size}")),
                line(&[Action::Start], None, "def search():".to_owned()),
            ];
            let foot = SAFE.map(|code| line(&[], None, code.to_owned()));
            head.into_iter().chain(loops).chain(foot).collect()
        }
    }
}

/// What the loops in Python call.
const SAFE: [&str; 6] = [
    "",
    "def safe(row):",
    "    column = columns[row]",
    "    return all(column != columns[i] and",
    "        abs(column - columns[i]) != row - i",
    "        for i in range(row))",
];
