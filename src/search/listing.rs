//! Algorithms in pseudo-code: which line does what.

use crate::variants::enum_with_all;

use super::{Algorithm, Order};
use crate::board::{BoardSize, Line as BoardLine};

/// An algorithm in about a dozen lines of pseudo-code.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::{Action, Algorithm, Listing, Order};
///
/// let listing = Listing::of(Algorithm::Backtracking, Order::Columns, BoardSize::new(8)?);
/// let line = listing.line_of(Action::Place).and_then(|line| listing.lines().nth(line));
/// assert_eq!(line.map(str::trim), Some("put a queen there"));
///
/// let mine = Listing::new([(Some(Action::Start), "solve():"), (Some(Action::Place), "  place a queen")]);
/// assert_eq!(mine.line_of(Action::Place), Some(1));
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    actions: Vec<Action>,
    /// The row of the board that it is about, if each row has lines of its own.
    row: Option<u8>,
    code: String,
}

enum_with_all! {
    /// What a line of a listing does.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Action {
        /// Starts the search.
        Start,
        /// Tests a square for safety.
        Test,
        /// Places a queen.
        Place,
        /// Reports a solution.
        Solution,
        /// Removes a queen.
        Remove,
        /// Sets up a whole board.
        Board,
        /// Moves a queen.
        Move,
        /// Returns to the previous line.
        Backtrack,
        /// Finds that a later line has no free square.
        DeadEnd,
    }
}

impl Action {
    /// The tag of a line with this action in the files of `listings`.
    const fn tag(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Test => "test",
            Self::Place => "place",
            Self::Solution => "solution",
            Self::Remove => "remove",
            Self::Board => "board",
            Self::Move => "move",
            Self::Backtrack => "backtrack",
            Self::DeadEnd => "dead_end",
        }
    }
}

impl Listing {
    /// A listing of these lines from the top, each with what it does and its code, indented by
    /// spaces.
    pub fn new<S: Into<String>>(lines: impl IntoIterator<Item = (Option<Action>, S)>) -> Self {
        let line = |(action, code): (Option<Action>, S)| Line {
            actions: Vec::from_iter(action),
            row: None,
            code: code.into(),
        };
        Self { lines: lines.into_iter().map(line).collect() }
    }

    /// The listing of an algorithm on a board of this size.
    pub fn of(algorithm: Algorithm, order: Order, size: BoardSize) -> Self {
        let text = match algorithm {
            Algorithm::Backtracking => include_str!("listings/backtracking.txt"),
            Algorithm::Eager => include_str!("listings/eager.txt"),
            Algorithm::Marking => include_str!("listings/marking.txt"),
            Algorithm::Permutations => include_str!("listings/permutations.txt"),
            Algorithm::Random => include_str!("listings/random.txt"),
            Algorithm::Bitfield => include_str!("listings/bitfield.txt"),
            Algorithm::ForwardChecking => include_str!("listings/forward-checking.txt"),
            Algorithm::MinConflicts => include_str!("listings/min-conflicts.txt"),
            Algorithm::Loops => return Self::of_loops(size),
            Algorithm::Anywhere => include_str!("listings/anywhere.txt"),
        };
        Self::parse(text, order)
    }

    /// A loop for each row, in the body of the loop of the row above.
    fn of_loops(size: BoardSize) -> Self {
        let of_row = |row: u8| {
            let indent = "    ".repeat(usize::from(row) - 1);
            let begins = if row == 1 { Action::Start } else { Action::Backtrack };
            [
                Line {
                    // The queen is taken along to the next square.
                    actions: vec![begins, Action::Remove],
                    row: Some(row),
                    code: format!("{indent}for each square of row {row}:"),
                },
                Line {
                    actions: vec![Action::Test, Action::Place],
                    row: Some(row),
                    code: format!("{indent}  if it is safe, put a queen there:"),
                },
            ]
        };
        let indent = "    ".repeat(size.into());
        let solution =
            Line { actions: vec![Action::Solution], row: None, code: format!("{indent}a solution!") };
        Self { lines: (1..=size.get()).flat_map(of_row).chain([solution]).collect() }
    }

    /// Reads lines like `action | code`, written for a search by columns.
    fn parse(text: &str, order: Order) -> Self {
        Self::new(text.lines().filter_map(|line| line.split_once('|')).map(|(tag, code)| {
            let action = Action::ALL.into_iter().find(|action| action.tag() == tag.trim());
            let code = match order {
                Order::Columns => code.to_owned(),
                Order::Rows => in_rows(code),
            };
            (action, code)
        }))
    }

    /// The lines from the top, indented by spaces.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lines.iter().map(|line| line.code.as_str())
    }

    /// The first line with this action, counted from 0.
    pub fn line_of(&self, action: Action) -> Option<usize> {
        self.lines.iter().position(|line| line.actions.contains(&action))
    }

    /// As [`Listing::line_of`], for an action in this row or column of the board.
    pub fn line_in(&self, action: Action, line: BoardLine) -> Option<usize> {
        let is_there = |code: &Line| match line {
            BoardLine::Row(row) => code.row.is_none_or(|own| own == row),
            BoardLine::Column(_) => code.row.is_none(),
        };
        self.lines.iter().position(|code| code.actions.contains(&action) && is_there(code))
    }
}

/// A line with columns and rows exchanged.
fn in_rows(code: &str) -> String {
    let swapped = |word: &str| {
        match word {
            "column" => "row",
            "columns" => "rows",
            "row" => "column",
            "rows" => "columns",
            "top" => "left",
            other => return other.to_owned(),
        }
        .to_owned()
    };
    let words = code.split_inclusive(|c: char| !c.is_alphabetic());
    words
        .map(|word| {
            let end = word.trim_end_matches(|c: char| !c.is_alphabetic()).len();
            swapped(&word[..end]) + &word[end..]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_its_line() {
        let listing = Listing::of(Algorithm::Backtracking, Order::Columns, BoardSize::MAX);
        let lines: Vec<&str> = listing.lines().collect();
        let line = |action| lines[listing.line_of(action).unwrap()].trim();
        assert_eq!(line(Action::Start), "search(column):");
        assert_eq!(line(Action::Test), "if no queen attacks the square:");
        assert_eq!(line(Action::Place), "put a queen there");
        assert_eq!(line(Action::Solution), "a solution!");
        assert_eq!(line(Action::Remove), "take the queen away");
    }

    #[test]
    fn every_listing_starts_and_finds_solutions() {
        for algorithm in Algorithm::ALL {
            let listing = Listing::of(algorithm, Order::Columns, BoardSize::MIN);
            assert_eq!(listing.line_of(Action::Start), Some(0), "{algorithm}");
            assert!(listing.line_of(Action::Solution).is_some(), "{algorithm}");
            assert_eq!(listing.line_of(Action::Test).is_some(), algorithm.makes_tests(), "{algorithm}");
        }
    }

    #[test]
    fn a_search_by_rows_has_rows_and_columns_exchanged() {
        let listing = Listing::of(Algorithm::Backtracking, Order::Rows, BoardSize::MAX);
        let lines: Vec<&str> = listing.lines().collect();
        assert_eq!(lines[..2], ["search(row):", "  for each square, from the left:"]);
        assert!(lines.contains(&"        search(row + 1)"), "{lines:?}");
    }

    #[test]
    fn loops_are_written_out_for_each_row() {
        let listing = Listing::of(Algorithm::Loops, Order::Columns, BoardSize::new(3).unwrap());
        let expected = [
            "for each square of row 1:",
            "  if it is safe, put a queen there:",
            "    for each square of row 2:",
            "      if it is safe, put a queen there:",
            "        for each square of row 3:",
            "          if it is safe, put a queen there:",
            "            a solution!",
        ];
        assert!(listing.lines().eq(expected));
        assert_eq!(listing.line_in(Action::Backtrack, BoardLine::Row(3)), Some(4));
        assert_eq!(listing.line_in(Action::Place, BoardLine::Row(2)), Some(3));
        assert_eq!(listing.line_in(Action::Place, BoardLine::Row(4)), None);
    }
}
