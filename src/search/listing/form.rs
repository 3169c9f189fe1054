//! The forms in which an algorithm is written down, and the one in Python as a program that runs.

use crate::board::BoardSize;
use crate::search::{Algorithm, Order};
use crate::variants::named_enum;

use super::{Action, Line, Listing};

named_enum! {
    /// How the listing of an algorithm is written.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum CodeForm {
        /// Pseudo-code
        #[default]
        Pseudo = "pseudo",
        /// Numbered steps in plain words
        Words = "words",
        /// A program in Python 3
        Python = "python",
    }
}

impl CodeForm {
    /// The text of an algorithm; `None` for loops, which are written out for each board.
    pub(super) const fn text(self, algorithm: Algorithm) -> Option<&'static str> {
        macro_rules! text {
            ($name:literal) => {
                match self {
                    Self::Pseudo => include_str!(concat!("pseudo/", $name, ".txt")),
                    Self::Words => include_str!(concat!("words/", $name, ".txt")),
                    Self::Python => include_str!(concat!("python/", $name, ".txt")),
                }
            };
        }
        Some(match algorithm {
            Algorithm::Backtracking => text!("backtracking"),
            Algorithm::Eager => text!("eager"),
            Algorithm::Marking => text!("marking"),
            Algorithm::Permutations => text!("permutations"),
            Algorithm::Random => text!("random"),
            Algorithm::Bitfield => text!("bitfield"),
            Algorithm::ForwardChecking => text!("forward-checking"),
            Algorithm::MinConflicts => text!("min-conflicts"),
            Algorithm::Loops => return None,
            Algorithm::Anywhere => text!("anywhere"),
        })
    }
}

/// The Python listing of an algorithm, with the few lines that run it: it prints the first solution,
/// as the row of the queen in each column.
///
/// Its argument is the number of queens, by default that of `size`; loops are written out for that
/// number and accept no other. Randomised algorithms have the random numbers of the
/// [default seed](crate::search::DEFAULT_SEED).
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::{Algorithm, Order, python_program};
///
/// let program = python_program(Algorithm::Backtracking, Order::Columns, BoardSize::new(8)?);
/// assert!(program.starts_with("rows = []\ndef search(column=0):\n"));
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
pub fn python_program(algorithm: Algorithm, order: Order, size: BoardSize) -> String {
    let form = CodeForm::Python;
    let listing = Listing::in_form(form, algorithm, order, size);
    let mut program: String = listing.lines().map(|line| line.to_owned() + "\n").collect();
    if algorithm.uses_seed() {
        program += include_str!("random_numbers.py");
    }
    if !algorithm.visits_all_solutions() {
        program += include_str!("endless.py");
    }
    if form.text(algorithm).is_none() {
        program += &include_str!("only_size.py").replace("{n}", &size.to_string());
    }
    // Whether it finds the row of each column, or the column of each row.
    let boards = if algorithm.sets_up_every_board() { Order::Rows } else { Order::Columns };
    let row = match algorithm.order(order).unwrap_or(boards) {
        Order::Columns => "found[i]",
        Order::Rows => "found.index(i)",
    };
    program + &include_str!("run.py").replace("{n}", &size.to_string()).replace("{row}", row)
}

/// A loop for each row, in the body of the loop of the row above; in words, two steps for each row: the next
/// square, and its test.
pub(super) fn loops(form: CodeForm, size: BoardSize) -> Vec<Line> {
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
