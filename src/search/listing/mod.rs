//! Listings of algorithms in pseudo-code, plain words, Python and Java, and the code of other solvers, with the
//! actions of each line of code.

mod form;
mod source;

pub use form::{CodeForm, java_program, python_program};
pub use source::SourceError;

use crate::variants::named_enum;

use super::{Algorithm, Order};
use crate::board::{Line, Problem};

/// A listing of an algorithm: about a dozen lines of pseudo-code, plain words or Python; or the code of
/// another solver.
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
    lines: Vec<ListingLine>,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Algorithm(CodeForm),
    /// The pseudo-code of another solver.
    Custom,
    /// The source of another solver, in any language.
    Source,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ListingLine {
    actions: Vec<Action>,
    /// The row of the board, if each row has separate lines.
    row: Option<u8>,
    code: String,
}

named_enum! {
    /// The action of a line of code; the name of the action is the tag of this line in the texts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Action {
        /// Starts the search.
        Start = "start",
        /// Tests a square for safety.
        Test = "test",
        /// Places a queen.
        Place = "place",
        /// Reports a solution.
        Solution = "solution",
        /// Removes a queen.
        Remove = "remove",
        /// Sets up a whole board.
        Board = "board",
        /// Moves a queen.
        Move = "move",
        /// Returns to the previous line.
        Backtrack = "backtrack",
        /// Finds that a later line has no free square.
        DeadEnd = "dead_end",
        /// Finds that the line has no safe square.
        NoSquare = "no_square",
    }
}

impl Listing {
    /// Creates a listing of these lines of code, each with its action, and indented by spaces.
    pub fn new<S: Into<String>>(lines: impl IntoIterator<Item = (Option<Action>, S)>) -> Self {
        let line = |(action, code): (Option<Action>, S)| ListingLine {
            actions: Vec::from_iter(action),
            row: None,
            code: code.into(),
        };
        Self { lines: lines.into_iter().map(line).collect(), kind: Kind::Custom }
    }

    /// Returns the pseudo-code of an algorithm for a problem.
    pub fn of(algorithm: Algorithm, order: Order, problem: impl Into<Problem>) -> Self {
        Self::in_form(CodeForm::Pseudo, algorithm, order, problem).expect("each has pseudo-code")
    }

    /// Returns the listing in this form; `None` if the algorithm does not have it. With closed squares, the
    /// listing shows where they are skipped.
    pub fn in_form(
        form: CodeForm,
        algorithm: Algorithm,
        order: Order,
        problem: impl Into<Problem>,
    ) -> Option<Self> {
        let problem: Problem = problem.into();
        let lines = match (form.text(algorithm), form) {
            // The names in Java distinguish rows and columns already.
            (Some(text), CodeForm::Java) => parse(text, order, &problem, str::to_owned),
            (Some(text), CodeForm::Pseudo | CodeForm::Words | CodeForm::Python) => match order {
                Order::Columns => parse(text, order, &problem, str::to_owned),
                Order::Rows => parse(text, order, &problem, in_rows),
            },
            (None, _) => form::loops(form, &problem).filter(|_| form.is_of(algorithm))?,
        };
        Some(Self { lines, kind: Kind::Algorithm(form) })
    }

    /// Creates a listing of a program's source, shown with line numbers, in a scrolling window if it is long.
    ///
    /// Tab stops are every 4 columns. Trailing white space is removed.
    /// Characters whose glyphs are missing are shown as `�`.
    ///
    /// ```
    /// use queenreel::search::Listing;
    ///
    /// let listing = Listing::of_source(b"def solve():\n\tplace()\r\n")?;
    /// assert!(listing.lines().eq(["def solve():", "    place()"]));
    /// assert!(Listing::of_source(b"a = \xff\n").is_err_and(|error| error.to_string().contains("line 1, byte 5")));
    /// # Ok::<(), queenreel::search::SourceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SourceError`] if the source is empty or too long, or not in UTF-8.
    pub fn of_source(source: &[u8]) -> Result<Self, SourceError> {
        let line = |code| ListingLine { actions: Vec::new(), row: None, code };
        let lines = source::lines(source)?.into_iter().map(line).collect();
        Ok(Self { lines, kind: Kind::Source })
    }

    /// Returns the lines of code from the top, indented by spaces.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lines.iter().map(|line| line.code.as_str())
    }

    /// Whether words at the start of lines of code are keywords of pseudo-code.
    pub(crate) const fn has_keywords(&self) -> bool {
        matches!(self.kind, Kind::Algorithm(CodeForm::Pseudo) | Kind::Custom)
    }

    /// Whether lines of code are always numbered, even where space is short.
    pub(crate) const fn is_numbered(&self) -> bool {
        matches!(self.kind, Kind::Algorithm(CodeForm::Words) | Kind::Source)
    }

    pub(crate) fn may_scroll(&self) -> bool {
        // Loops grow with the number of queens.
        let is_of_rows = self.lines.iter().any(|line| line.row.is_some());
        is_of_rows || !matches!(self.kind, Kind::Algorithm(CodeForm::Pseudo))
    }

    pub(crate) const fn may_be_cut(&self) -> bool {
        !matches!(self.kind, Kind::Algorithm(_))
    }

    /// Whether the listing is source code, in which any character may occur.
    pub(crate) const fn is_source(&self) -> bool {
        matches!(self.kind, Kind::Source)
    }

    /// Returns the index of the first line of code with this action, counted from 0.
    pub fn line_of(&self, action: Action) -> Option<usize> {
        self.lines.iter().position(|line| line.actions.contains(&action))
    }

    /// As [`Listing::line_of`], for an action in this row or column of the board.
    pub fn line_in(&self, action: Action, line: Line) -> Option<usize> {
        let is_there = |code: &ListingLine| match line {
            Line::Row(row) => code.row.is_none_or(|own| own == row),
            Line::Column(_) => code.row.is_none(),
        };
        self.lines.iter().position(|code| code.actions.contains(&action) && is_there(code))
    }
}

/// Reads lines of the form `action action | code`, written for a search by columns. Code may begin with a label,
/// as in `#next Take the next square`; `{next}` in any code becomes the number of this line of code. The
/// actions may be accompanied by a condition: `all` squares open or some `closed`, a `plain` board or a `puzzle`,
/// `rows` or `columns`.
fn parse(text: &str, order: Order, problem: &Problem, in_order: fn(&str) -> String) -> Vec<ListingLine> {
    let is_for_it = |tags: &str| {
        tags.split_whitespace().all(|tag| match tag {
            "all" => problem.blocked().is_empty(),
            "closed" => !problem.blocked().is_empty(),
            "plain" => problem.is_plain(),
            "puzzle" => !problem.is_plain(),
            "columns" => order == Order::Columns,
            "rows" => order == Order::Rows,
            _ => true,
        })
    };
    let lines = || text.lines().filter_map(|line| line.split_once('|')).filter(|(tags, _)| is_for_it(tags));
    let labels: Vec<(usize, &str)> =
        (1..).zip(lines()).filter_map(|(number, (_, code))| Some((number, label(code)?.0))).collect();
    let line = |(tags, code): (&str, &str)| {
        let of_tag = |tag| Action::ALL.into_iter().find(|action| action.name() == tag);
        let code = label(code).map_or(code, |(_, rest)| rest);
        let mut code = in_order(code);
        for (number, label) in &labels {
            code = code.replace(&format!("{{{label}}}"), &number.to_string());
        }
        ListingLine { actions: tags.split_whitespace().filter_map(of_tag).collect(), row: None, code }
    };
    lines().map(line).collect()
}

fn label(code: &str) -> Option<(&str, &str)> {
    code.strip_prefix('#')?.split_once(' ')
}

fn in_rows(code: &str) -> String {
    let swapped = |word| match word {
        "column" => "row",
        "columns" => "rows",
        "row" => "column",
        "rows" => "columns",
        "top" => "left",
        other => other,
    };
    let words = code.split_inclusive(|c: char| !c.is_alphabetic());
    words
        .flat_map(|word| {
            let (word, end) = word.split_at(word.trim_end_matches(|c: char| !c.is_alphabetic()).len());
            [swapped(word), end]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

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
            "            take the queen away",
            "        take the queen away",
            "    take the queen away",
        ];
        assert!(listing.lines().eq(expected));
        assert_eq!(listing.line_in(Action::Backtrack, Line::Row(3)), Some(4));
        assert_eq!(listing.line_in(Action::Place, Line::Row(2)), Some(3));
        assert_eq!(listing.line_in(Action::Remove, Line::Row(2)), Some(8));
        assert_eq!(listing.line_in(Action::Place, Line::Row(4)), None);
    }
}
