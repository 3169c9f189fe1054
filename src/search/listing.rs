//! Algorithms in pseudo-code: for each thing that a solver does, the line that does it.

use super::{Algorithm, Order};

/// An algorithm in about a dozen lines of pseudo-code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    action: &'static str,
    code: String,
}

/// What a line of a listing does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Begins.
    Start,
    /// Examines a square for safety.
    Test,
    /// Puts a queen on a square.
    Place,
    /// Has found a solution.
    Solution,
    /// Takes a queen off.
    Remove,
    /// Sets up a whole board.
    Board,
    /// Moves a queen.
    Move,
}

impl Action {
    /// The word that stands before the line.
    const fn tag(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Test => "test",
            Self::Place => "place",
            Self::Solution => "solution",
            Self::Remove => "remove",
            Self::Board => "board",
            Self::Move => "move",
        }
    }
}

impl Listing {
    /// The listing of an algorithm.
    #[must_use]
    pub fn of(algorithm: Algorithm, order: Order) -> Self {
        let text = match algorithm {
            Algorithm::Backtracking => include_str!("listings/backtracking.txt"),
            Algorithm::Eager => include_str!("listings/eager.txt"),
            Algorithm::Marking => include_str!("listings/marking.txt"),
            Algorithm::Permutations => include_str!("listings/permutations.txt"),
            Algorithm::Random => include_str!("listings/random.txt"),
            Algorithm::Bitfield => include_str!("listings/bitfield.txt"),
            Algorithm::ForwardChecking => include_str!("listings/forward-checking.txt"),
            Algorithm::MinConflicts => include_str!("listings/min-conflicts.txt"),
        };
        Self::parse(text, order)
    }

    /// Reads lines like `action | code`, in words for a search by columns.
    fn parse(text: &'static str, order: Order) -> Self {
        let lines = text.lines().filter_map(|line| line.split_once('|')).map(|(action, code)| {
            let code = match order {
                Order::Columns => code.to_owned(),
                Order::Rows => in_rows(code),
            };
            Line { action: action.trim(), code }
        });
        Self { lines: lines.collect() }
    }

    /// The lines from the top, with the spaces that indent them.
    #[must_use]
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lines.iter().map(|line| line.code.as_str())
    }

    /// The line that does this, counted from 0.
    #[must_use]
    pub fn line_of(&self, action: Action) -> Option<usize> {
        self.lines.iter().position(|line| line.action == action.tag())
    }
}

/// What is said of columns, said of rows, and the other way round.
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
        let listing = Listing::of(Algorithm::Backtracking, Order::Columns);
        let lines: Vec<&str> = listing.lines().collect();
        let line = |action| lines[listing.line_of(action).unwrap()].trim();
        assert_eq!(line(Action::Start), "search(column):");
        assert_eq!(line(Action::Test), "if no queen attacks the square:");
        assert_eq!(line(Action::Place), "put a queen there");
        assert_eq!(line(Action::Solution), "a solution!");
        assert_eq!(line(Action::Remove), "take the queen away");
    }

    #[test]
    fn a_search_by_rows_is_told_in_its_own_words() {
        let listing = Listing::of(Algorithm::Backtracking, Order::Rows);
        let lines: Vec<&str> = listing.lines().collect();
        assert_eq!(lines[..2], ["search(row):", "  for each column, from the left:"]);
        assert!(lines.contains(&"        search(row + 1)"), "{lines:?}");
    }
}
