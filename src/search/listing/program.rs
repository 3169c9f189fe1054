//! Listings in Python as programs that run.

use crate::board::BoardSize;
use crate::search::{Algorithm, Order};

use super::{CodeForm, Listing};

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
    let row = match found_by(algorithm, order) {
        Order::Columns => "found[i]",
        Order::Rows => "found.index(i)",
    };
    program + &include_str!("run.py").replace("{n}", &size.to_string()).replace("{row}", row)
}

/// Whether the program finds the row of each column, or the column of each row.
const fn found_by(algorithm: Algorithm, order: Order) -> Order {
    match algorithm {
        Algorithm::Backtracking
        | Algorithm::Eager
        | Algorithm::Marking
        | Algorithm::Bitfield
        | Algorithm::ForwardChecking => order,
        Algorithm::Permutations | Algorithm::Loops => Order::Rows,
        Algorithm::Random | Algorithm::MinConflicts | Algorithm::Anywhere => Order::Columns,
    }
}
