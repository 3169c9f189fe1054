//! The forms of listings, and programs in Python and Java that run.

use crate::board::{BoardSize, Problem};
use crate::search::{Algorithm, Order};
use crate::variants::named_enum;

use super::{Action, Listing, ListingLine};

named_enum! {
    /// The form of a listing.
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
        /// A method in Java that sets and resets three arrays; of backtracking
        Java = "java",
    }
}

impl CodeForm {
    /// Whether the algorithm has a listing in this form.
    pub fn is_of(self, algorithm: Algorithm) -> bool {
        self != Self::Java || algorithm == Algorithm::Backtracking
    }

    /// Returns the text of an algorithm in this form. `None` if there is none, and for `loops`, whose text is
    /// generated for each board.
    pub(super) const fn text(self, algorithm: Algorithm) -> Option<&'static str> {
        macro_rules! text {
            ($name:literal) => {
                text!($name, None)
            };
            ($name:literal, $java:expr) => {
                match self {
                    Self::Pseudo => Some(include_str!(concat!("pseudo/", $name, ".txt"))),
                    Self::Words => Some(include_str!(concat!("words/", $name, ".txt"))),
                    Self::Python => Some(include_str!(concat!("python/", $name, ".txt"))),
                    Self::Java => $java,
                }
            };
        }
        match algorithm {
            Algorithm::Backtracking => text!("backtracking", Some(include_str!("java/backtracking.txt"))),
            Algorithm::Eager => text!("eager"),
            Algorithm::Marking => text!("marking"),
            Algorithm::Permutations => text!("permutations"),
            Algorithm::Random => text!("random"),
            Algorithm::Bitfield => text!("bitfield"),
            Algorithm::ForwardChecking => text!("forward-checking"),
            Algorithm::MinConflicts => text!("min-conflicts"),
            Algorithm::Loops => None,
            Algorithm::Anywhere => text!("anywhere"),
        }
    }
}

/// Returns the Python listing of an algorithm as a complete program that prints the first solution, as the row of
/// the queen in each column.
///
/// Its argument is the number of queens, by default `size`; `loops` is written out for `size` and accepts no other
/// number. Randomised algorithms have the random numbers of the [default seed](crate::search::DEFAULT_SEED).
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
    let listing = Listing::in_form(form, algorithm, order, size).expect("each is written in Python");
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
    // The program finds either the row of each column or the column of each row.
    let boards = if algorithm.sets_up_every_board() { Order::Rows } else { Order::Columns };
    let row = match algorithm.order(order).unwrap_or(boards) {
        Order::Columns => "found[i]",
        Order::Rows => "found.index(i)",
    };
    program + &include_str!("run.py").replace("{n}", &size.to_string()).replace("{row}", row)
}

/// Returns the Java listing of backtracking as a class `Queens` that prints all solutions, each as the row of the
/// queen in each column, or `no solution`. Its argument is the number of queens, by default `size`.
pub fn java_program(order: Order, size: BoardSize) -> String {
    let listing = Listing::in_form(CodeForm::Java, Algorithm::Backtracking, order, size);
    let lines = listing.iter().flat_map(Listing::lines);
    let method = lines.map(|line| "    ".to_owned() + line + "\n").collect::<String>();
    // The names of the arrays, and the column and the row of queen i.
    let [answer, across, column, row] = match order {
        Order::Rows => ["positionInRow", "column", "positionInRow[i]", "i"],
        Order::Columns => ["positionInColumn", "row", "i", "positionInColumn[i]"],
    };
    let program = include_str!("Queens.java").replace("{method}", &method).replace("{n}", &size.to_string());
    [("{answer}", answer), ("{across}", across), ("{column}", column), ("{row}", row)]
        .into_iter()
        .fold(program, |program, (name, value)| program.replace(name, value))
}

/// Writes a loop for each row, nested in the loop of the row above; in plain words, three steps for each row: the
/// next square, its test, and the removal of its queen. Returns `None` for other forms.
pub(super) fn loops(form: CodeForm, problem: &Problem) -> Option<Vec<ListingLine>> {
    let size = problem.size();
    let open = if problem.blocked().is_empty() { "" } else { "open " };
    let line = |actions: &[Action], row, code| ListingLine { actions: actions.to_vec(), row, code };
    let indent = |levels: u8, spaces| " ".repeat(usize::from(levels) * spaces);
    // The steps in plain words: two for each row on the way down, then the solution, then one for each row on
    // the way up.
    let next = |row: u8| 2 * u16::from(row) - 1;
    let undo = |row: u8| 3 * u16::from(size.get()) - u16::from(row) + 2;
    let into_row = |row: u8| {
        let depth = row - 1;
        let [head, safe] = match form {
            CodeForm::Pseudo => [
                format!("{}for each {open}square of row {row}:", indent(depth, 4)),
                format!("{}  if it is safe, put a queen there:", indent(depth, 4)),
            ],
            CodeForm::Words => {
                let otherwise = match row {
                    1 => "stop".to_owned(),
                    row => format!("go to step {}", undo(row - 1)),
                };
                [
                    format!("Next {open}square of row {row}, or else {otherwise}"),
                    format!("If attacked, go to step {}, else put a queen", next(row)),
                ]
            }
            CodeForm::Python => {
                let squares = match open {
                    "" => format!("range({size})"),
                    _ => format!("open_columns[{depth}]"),
                };
                [
                    format!("{}for columns[{depth}] in {squares}:", indent(depth, 8) + &indent(1, 4)),
                    format!("{}if safe({depth}):", indent(row, 8)),
                ]
            }
            CodeForm::Java => return None,
        };
        let of_head: &[Action] = match (row, form) {
            (1, CodeForm::Python) => &[],
            (1, CodeForm::Pseudo | CodeForm::Words | CodeForm::Java) => &[Action::Start],
            (_, CodeForm::Pseudo | CodeForm::Words | CodeForm::Python | CodeForm::Java) => {
                &[Action::Backtrack]
            }
        };
        Some([line(of_head, Some(row), head), line(&[Action::Test, Action::Place], Some(row), safe)])
    };
    let out_of_row = |row: u8| {
        let depth = row - 1;
        let code = match form {
            CodeForm::Pseudo => format!("{}take the queen away", indent(row, 4)),
            CodeForm::Words => format!("Take the queen of row {row} away; go to step {}", next(row)),
            CodeForm::Python => format!("{}columns[{depth}] = None", indent(row, 8) + &indent(1, 4)),
            CodeForm::Java => return None,
        };
        Some(line(&[Action::Remove], Some(row), code))
    };
    let solution = match form {
        CodeForm::Pseudo => format!("{}a solution!", indent(size.get(), 4)),
        CodeForm::Words => "The queens are a solution".to_owned(),
        CodeForm::Python => format!("{}yield columns", indent(size.get(), 8) + &indent(1, 4)),
        CodeForm::Java => return None,
    };
    let rows = 1..=size.get();
    let down = rows.clone().filter_map(into_row).flatten();
    let up = rows.rev().filter_map(out_of_row);
    let loops = down.chain([line(&[Action::Solution], None, solution)]).chain(up);
    Some(match form {
        CodeForm::Pseudo | CodeForm::Words | CodeForm::Java => loops.collect(),
        CodeForm::Python => {
            let head = [
                line(&[], None, format!("columns = [None] * {size}")),
                line(&[Action::Start], None, "def search():".to_owned()),
            ];
            let foot = SAFE.map(|code| line(&[], None, code.to_owned()));
            head.into_iter().chain(loops).chain(foot).collect()
        }
    })
}

/// The function that the loops in Python call.
const SAFE: [&str; 6] = [
    "",
    "def safe(row):",
    "    column = columns[row]",
    "    return all(column != columns[i] and",
    "        abs(column - columns[i]) != row - i",
    "        for i in range(row))",
];
