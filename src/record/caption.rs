//! Captions: what happened in a frame, as a value that is formatted for display.

use std::sync::Arc;

use crate::board::{BoardSize, Line, Problem, Square, SquareNames};
use crate::search::{Order, Tally, TestedQueens};
use crate::words::{Grouped, capital, counted, in_words, joined, listed, lower};

use super::DeadEndReason;

/// What happened in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caption {
    /// The search begins, with given queens and closed squares, if there are any.
    Start {
        /// Number of queens to place.
        queens: usize,
        /// Squares of the given queens.
        start: Arc<[Square]>,
        /// Number of closed squares.
        closed: usize,
    },
    /// A square is attacked.
    Attacked {
        /// The square.
        square: Square,
        /// Square of the attacker.
        queen: Square,
    },
    /// Several squares of a line are refused, one after the other.
    Refusals {
        /// The squares.
        squares: Arc<[Square]>,
        /// Squares of the attackers; empty if a square is refused for another reason.
        queens: Arc<[Square]>,
    },
    /// None of the examined queens attacks a square.
    Safe {
        /// The square.
        square: Square,
        /// The examined queens.
        among: TestedQueens,
    },
    /// A square is safe by a custom rule of the solver.
    Accepted(Square),
    /// A queen is placed.
    Placed {
        /// The square.
        square: Square,
        /// Number of queens on the board now.
        queens: usize,
    },
    /// A search with bits places a queen on a free square of its line.
    TookBit {
        /// The square.
        square: Square,
        /// Column or row of the square.
        line: Line,
        /// Which free square of the line was selected.
        bit: FreeBit,
    },
    /// A queen is removed, and the search continues in the queen's line.
    Continued {
        /// The square.
        square: Square,
        /// Column or row of the square.
        line: Line,
    },
    /// A queen is removed, and the search goes back from the queen's line.
    WentBack {
        /// The square.
        square: Square,
        /// Column or row of the square.
        line: Line,
        /// Why the search goes back.
        reason: WayBack,
    },
    /// A queen is removed.
    Removed {
        /// The square.
        square: Square,
        /// Number of remaining queens.
        queens: usize,
    },
    /// A queen moves.
    Moved {
        /// Square before the move.
        from: Square,
        /// Square after the move.
        to: Square,
    },
    /// Two queens move.
    Swapped {
        /// Squares before the move.
        from: [Square; 2],
        /// Squares after the move.
        to: [Square; 2],
    },
    /// A square is refused for a reason that only the solver knows.
    Refused(Square),
    /// A square is refused since it is closed.
    Closed(Square),
    /// The search finds no square for a queen in a line.
    DeadEnd {
        /// The column or row.
        line: Line,
        /// Why the line is a dead end.
        reason: DeadEndReason,
    },
    /// A whole board is set up.
    Board {
        /// Number of the board, counted from 1.
        number: u64,
        /// Number of attacked queens.
        attacked: usize,
    },
    /// The search discards a whole board, since several queens share a diagonal.
    Discarded {
        /// Number of the board, counted from 1.
        number: u64,
        /// Number of queens on the diagonal, the maximum on the board.
        queens: usize,
        /// First and last square of the diagonal, from the left.
        diagonal: [Square; 2],
    },
    /// The queens are a solution.
    Solution {
        /// Number of the solution, counted from 1.
        number: u64,
        /// Total number of solutions, if known.
        all: Option<u64>,
        /// Whether the solution is the mirror image of the solution before.
        mirrored: bool,
        /// Squares of the queens, column by column.
        queens: Arc<[Square]>,
    },
    /// The film returns from the mirror image of a solution to the board of the search.
    MirrorImageRemoved,
    /// The search is over.
    Ended {
        /// Number of solutions found.
        solutions: u64,
    },
    /// The search has found all solutions of a problem with given queens or closed squares.
    Verdict {
        /// Number of solutions.
        solutions: u64,
        /// Squares of the given queens; empty if squares are closed.
        start: Arc<[Square]>,
        /// Number of images: other problems that are rotations or reflections of the problem.
        images: usize,
        /// Squares of the given queen in the images, if exactly one queen is given; otherwise empty.
        image_squares: Arc<[Square]>,
    },
    /// The film ends, but the solver has not reported the end of the search.
    Stopped {
        /// Number of solutions found.
        solutions: u64,
    },
    /// Queens are placed one after the other.
    Placements {
        /// Whether the search goes column by column or row by row.
        order: Order,
    },
    /// A line that the search has not reached has no safe square.
    Lost {
        /// The column or row.
        line: Line,
        /// Number of queens that together attack all squares of the line.
        queens: usize,
        /// Number of squares of the line that are not closed.
        squares: usize,
    },
    /// The search goes on although a line is lost.
    Unseen,
    /// The search goes back, to the last board of the film or to another safe square.
    Return {
        /// Whether no queen is placed after that.
        is_last: bool,
    },
    /// After a return, the search goes on with a queen on another square.
    WayOn {
        /// The square.
        square: Square,
    },
    /// The counters of a part of a film without sentences.
    FastForward {
        /// The counters so far.
        tally: Tally,
    },
    /// The queens on the board belong to the last solution of the film.
    Branch {
        /// Number of queens on the board.
        queens: usize,
    },
    /// The result, and what it cost.
    Outcome {
        /// Number of solutions found.
        solutions: u64,
        /// The counters of the search.
        tally: Tally,
        /// Whether the search goes column by column or row by row.
        order: Order,
        /// Number of boards with a queen in each column, or in each row.
        boards: BoardCount,
    },
    /// A custom caption.
    Custom(Arc<str>),
}

/// A number of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardCount {
    Exactly(u64),
    /// About 10 to this power.
    About(u32),
}

/// Which free square of its line a search with bits selects; the lowest bit is the first free square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FreeBit {
    Lowest,
    /// The first free square after the square that was tried last.
    Next,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WayBack {
    LastSquare,
    NoSafeSquare,
    Other,
}

/// Caption text: a fact, and its reason or consequence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaptionText {
    /// What happened.
    pub fact: CaptionLine,
    /// The reason or the consequence; may be empty.
    pub reason: CaptionLine,
}

/// A text in a long and a short form, each on one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaptionLine {
    pub long: String,
    /// The form for narrow layouts; equal to `long` if it cannot be shortened.
    pub short: String,
}

impl From<&str> for CaptionLine {
    fn from(words: &str) -> Self {
        (words, words).into()
    }
}

impl From<String> for CaptionLine {
    fn from(words: String) -> Self {
        Self { short: words.clone(), long: words }
    }
}

impl<L: Into<String>, S: Into<String>> From<(L, S)> for CaptionLine {
    fn from((long, short): (L, S)) -> Self {
        Self { long: long.into(), short: short.into() }
    }
}

impl Caption {
    pub(super) fn of_start(problem: &Problem) -> Self {
        Self::Start {
            queens: problem.queens_to_place(),
            start: problem.start().iter().collect(),
            closed: problem.blocked().len(),
        }
    }

    /// Formats the caption.
    #[expect(clippy::too_many_lines, reason = "an arm for each caption")]
    pub fn text(&self, size: BoardSize, names: SquareNames) -> CaptionText {
        let board = BoardNames { size, names };
        let name = |square: &Square| names.square(*square, size);
        let short = |square: &Square| board.short(*square);
        let (on, place) = match names {
            SquareNames::Chess => ("on", "on"),
            SquareNames::Numbers => ("in", "at"),
        };
        // A sentence with a square as its subject.
        let of = |square: &Square, verb: &str| {
            let subject = match names {
                SquareNames::Chess => name(square),
                SquareNames::Numbers => format!("Row {}, column {}", square.row, square.column),
            };
            CaptionLine::from((format!("{subject} {verb}"), format!("{} {verb}", short(square))))
        };
        let placed = |square: &Square| {
            (format!("Place a queen {on} {}", name(square)), format!("Queen {place} {}", short(square)))
        };
        let removed = |square: &Square| {
            (format!("Take the queen off {}", name(square)), format!("Queen off {}", short(square)))
        };
        let found = |solutions: u64| match solutions {
            0 => "no solution".to_owned(),
            solutions => counted(solutions, "solution"),
        };
        match self {
            Self::Start { queens, start, closed } => {
                let more = if start.is_empty() { "" } else { "more " };
                let task = match queens {
                    0 => "All queens stand".to_owned(),
                    1 => format!("Place 1 {more}queen"),
                    queens => format!("Place {queens} {more}queens"),
                };
                let stand: CaptionLine = match &start[..] {
                    [] if *closed > 0 => CaptionLine::default(),
                    [] if *queens == 1 => "There is one square for it".into(),
                    [] => ("None of them may attack another", "None may attack another").into(),
                    [only] => CaptionLine::from((
                        format!("The queen {on} {} stands from the start", name(only)),
                        format!("1 stands {place} {}", short(only)),
                    )),
                    [..] => format!("{} queens stand from the start", start.len()).into(),
                };
                let closed =
                    if *closed == 0 { String::new() } else { number_of(*closed, "square", "closed") };
                let [long, short] = [stand.long, stand.short].map(|stand| joined(&stand, "; ", &closed));
                CaptionText::new(task, (long, short))
            }
            Self::Attacked { square, queen } => {
                let along = if square.row == queen.row {
                    "its row"
                } else if square.column == queen.column {
                    "its column"
                } else {
                    "a diagonal"
                };
                let long = format!("The queen {on} {} attacks it along {along}", name(queen));
                let few = format!("The queen {place} {} attacks it", short(queen));
                CaptionText::new(of(square, "is refused"), (long, few))
            }
            Self::Refusals { squares, queens } => {
                let is = if queens.is_empty() { "refused" } else { "attacked" };
                let fact = (
                    format!("{} are {is}", board.squares_of_line(squares)),
                    format!("{} squares are {is}", squares.len()),
                );
                let named = listed(queens.iter().map(short), "and");
                match queens.len() {
                    0 => CaptionText::new(fact, ""),
                    1 => CaptionText::new(fact, format!("By the queen {place} {named}")),
                    number => {
                        let by = (format!("By the queens {place} {named}"), format!("By {number} queens"));
                        CaptionText::new(fact, by)
                    }
                }
            }
            Self::Safe { square, among } => {
                let (from, other) = match among {
                    TestedQueens::All => {
                        return CaptionText::new(of(square, "is safe"), "No queen attacks it");
                    }
                    TestedQueens::Above => ("above", "above"),
                    TestedQueens::OnTheLeft => ("on the left", "the left"),
                    TestedQueens::InOtherColumns => ("in another column", "other columns"),
                    TestedQueens::InOtherRows => ("in another row", "other rows"),
                };
                let fact = (of(square, "passes the test").long, of(square, "passes").short);
                CaptionText::new(fact, (format!("No queen {from} attacks it"), format!("safe from {other}")))
            }
            Self::Accepted(square) => CaptionText::new(
                of(square, "is accepted"),
                ("The solver's own rules allow it", "by the solver's rules"),
            ),
            Self::TookBit { square, line, bit } => {
                let bit = match bit {
                    FreeBit::Lowest => "lowest free bit",
                    FreeBit::Next => "next free bit",
                };
                let line = names.line(*line, size);
                CaptionText::new(placed(square), (format!("It is the {bit} of {line}"), bit))
            }
            Self::Placed { square, queens } if *queens <= size.get().into() => {
                CaptionText::new(placed(square), format!("Queen {queens} of {size}"))
            }
            Self::Placed { square, queens } => {
                CaptionText::new(placed(square), format!("{queens} queens are on the board"))
            }
            Self::Continued { square, line } => {
                let reason = format!("The search continues {}", names.in_line(*line, size));
                CaptionText::new(removed(square), (reason, "The search continues"))
            }
            Self::WentBack { square, line, reason } => {
                let named = names.line(*line, size);
                let from = match (reason, line) {
                    (WayBack::LastSquare, _) => format!(" from the last square of {named}"),
                    (WayBack::NoSafeSquare, Line::Column(_)) => ", as no square below is safe".to_owned(),
                    (WayBack::NoSafeSquare, Line::Row(_)) => ", as no square on the right is safe".to_owned(),
                    (WayBack::Other, _) => format!(" from {named}"),
                };
                CaptionText::new(removed(square), (format!("{GOES_BACK}{from}"), GOES_BACK))
            }
            Self::Removed { square, queens: 0 } => CaptionText::new(removed(square), "The board is empty"),
            Self::Removed { square, queens } => {
                CaptionText::new(removed(square), number_of(*queens, "queen", "left"))
            }
            Self::Moved { from, to } => CaptionText::new(
                (format!("Move a queen to {}", name(to)), format!("Queen to {}", short(to))),
                (format!("It was {on} {}", name(from)), format!("from {}", short(from))),
            ),
            Self::Swapped { from: [one, other], to: [to, last] } => {
                let long =
                    format!("From {} and {} to {} and {}", name(one), name(other), name(to), name(last));
                CaptionText::new("Move two queens", (long, format!("To {} and {}", short(to), short(last))))
            }
            Self::Refused(square) => CaptionText::new(
                of(square, "is refused"),
                ("The solver's own rules forbid it", "by the solver's rules"),
            ),
            Self::Closed(square) => CaptionText::new(of(square, "is refused"), "The square is closed"),
            Self::DeadEnd { line, reason } => match reason.in_words() {
                Some(none) => CaptionText::new(
                    format!("Dead end {}", names.in_line(*line, size)),
                    format!("It has {}", lower(none)),
                ),
                None => CaptionText::new(
                    format!("{} is given up", capital(&names.line(*line, size))),
                    ("The search goes back from here", GOES_BACK),
                ),
            },
            Self::Board { number, attacked: 0 } => {
                CaptionText::new(format!("Board {}", Grouped(*number)), "All queens are set up at once")
            }
            Self::Board { number, attacked } => CaptionText::new(
                format!("Board {}", Grouped(*number)),
                (format!("{attacked} queens are attacked"), format!("{attacked} attacked")),
            ),
            Self::Discarded { number, queens, diagonal: [first, last] } => {
                let board = format!("Board {}", Grouped(*number));
                let diagonal = format!("the diagonal from {} to {}", name(first), name(last));
                CaptionText::new(
                    (format!("{board} is discarded"), board),
                    (format!("{queens} queens are on {diagonal}"), format!("{queens} queens on a diagonal")),
                )
            }
            Self::Solution { number, all, mirrored, queens } => {
                let of_all = all.map(|all| format!(" of {}", Grouped(all))).unwrap_or_default();
                let solution = format!("Solution {}", Grouped(*number));
                let fact = (format!("{solution}{of_all}"), solution);
                if *mirrored {
                    CaptionText::new(fact, ("The mirror image of the one before", "The mirror image"))
                } else {
                    CaptionText::new(fact, board.placement(queens))
                }
            }
            Self::MirrorImageRemoved => CaptionText::new(
                "Back to the search",
                ("The mirror image is taken away", "without the mirror image"),
            ),
            Self::Ended { solutions } => {
                let found = found(*solutions);
                CaptionText::new("The search is over", (format!("It has found {found}"), found))
            }
            Self::Verdict { solutions, start, images, image_squares } => {
                let found = capital(&found(*solutions));
                let long = match start[..] {
                    [only] => format!("{found} with a queen {on} {}", name(&only)),
                    [] | [_, ..] => found.clone(),
                };
                CaptionText::new((long, found), board.images_of(*images, start, image_squares))
            }
            Self::Stopped { solutions } => {
                let found = found(*solutions);
                CaptionText::new(
                    ("The recording ends here", "The recording ends"),
                    (format!("The search has found {found} so far"), found),
                )
            }
            Self::Placements { order } => {
                let line = order.line_word();
                let long = format!("Each on a safe square of its {line}");
                CaptionText::new("Queen after queen", (long, "each on a safe square"))
            }
            Self::Lost { line, queens, squares } => {
                let queens = match queens {
                    1 => "One queen attacks".to_owned(),
                    queens => format!("{} queens attack", capital(&in_words(*queens as u64))),
                };
                let all = match *squares {
                    squares if squares == usize::from(size.get()) => {
                        format!("all {} of its squares", in_words(squares as u64))
                    }
                    1 => "its only open square".to_owned(),
                    _ => "all its open squares".to_owned(),
                };
                CaptionText::new(
                    format!("{} is already lost", capital(&names.line(*line, size))),
                    (format!("{queens} {all}"), queens + " it"),
                )
            }
            Self::Unseen => CaptionText::new("The search goes on", "It has not noticed yet"),
            Self::Return { is_last: true } => CaptionText::new(GOES_BACK, ""),
            Self::Return { is_last: false } => {
                CaptionText::new(GOES_BACK, ("until it finds another safe square", "to another safe square"))
            }
            Self::WayOn { square } => CaptionText::new(placed(square), "The search goes on"),
            Self::FastForward { tally } => {
                let (done, rest) = forward_counts(tally);
                CaptionText::new(done, rest)
            }
            Self::Branch { queens } => {
                let fact = if *queens == 1 { "This queen stays" } else { "These queens stay" };
                CaptionText::new(fact, ("This branch has a solution", "A solution is near"))
            }
            Self::Outcome { solutions: 0, order, .. } => {
                let line = names.line(order.line(1), size);
                let long = format!("Each square of {line} leads to a dead end");
                CaptionText::new("No solution", (long, "Each branch is a dead end"))
            }
            Self::Outcome { solutions, tally, order, boards } => {
                let (done, unit) = tally.cost();
                let cost = counted(done, unit);
                let found = found(*solutions);
                let fact = if *solutions == 1 {
                    (cost.clone(), cost)
                } else {
                    (format!("{found} in {cost}"), found)
                };
                CaptionText::new(fact, boards.instead(done, *order))
            }
            Self::Custom(words) => CaptionText::of_text(words),
        }
    }
}

const GOES_BACK: &str = "The search goes back";

/// The maximum number of characters of a custom fact, which is drawn in large letters.
const LONGEST_FACT: usize = 32;

impl CaptionText {
    pub(super) fn new(fact: impl Into<CaptionLine>, reason: impl Into<CaptionLine>) -> Self {
        Self { fact: fact.into(), reason: reason.into() }
    }

    /// Splits the text of a solver at the first `: ` into a fact and a reason. If the fact is too long, the whole
    /// text becomes the reason.
    pub fn of_text(text: &str) -> Self {
        let (fact, reason) = text.split_once(": ").unwrap_or((text, ""));
        if fact.chars().count() > LONGEST_FACT {
            return Self::new("", text);
        }
        Self::new(fact, reason.trim_start())
    }

    /// Returns the text on one line: `fact: reason`.
    pub fn line(&self) -> String {
        joined(&self.fact.long, ": ", &self.reason.long)
    }
}

/// Returns the numbers of placements and backtracks, or of boards and moves; without any, what the film does.
fn forward_counts(tally: &Tally) -> (String, String) {
    let Tally { placements, backtracks, boards, moves, .. } = *tally;
    let units = [(placements, "placement"), (backtracks, "backtrack"), (boards, "board"), (moves, "move")];
    let mut counts =
        units.into_iter().filter(|(count, _)| *count > 0).map(|(count, unit)| counted(count, unit));
    (counts.next().unwrap_or_else(|| "Fast forward".to_owned()), counts.next().unwrap_or_default())
}

impl BoardCount {
    /// Returns the number of boards with a queen on an open square of each of these lines.
    pub(super) fn of(squares: impl Iterator<Item = u64> + Clone) -> Self {
        let exact = squares
            .clone()
            .try_fold(1_u64, u64::checked_mul)
            .filter(|boards| *boards < 1_000_000_000_000_000);
        let power = || squares.map(|open| (open.max(1) as f64).log10()).sum::<f64>().round() as u32;
        exact.map_or_else(|| Self::About(power()), Self::Exactly)
    }

    /// Returns how many boards there are; nothing if a search has done more than try them all.
    fn instead(self, done: u64, order: Order) -> CaptionLine {
        let boards = match self {
            Self::Exactly(boards) if boards <= done => return CaptionLine::default(),
            Self::Exactly(boards) => Grouped(boards).to_string(),
            Self::About(power) => format!("about 10^{power}"),
        };
        let line = order.line_word();
        let long = format!("instead of {boards} boards with a queen in each {line}");
        (long, format!("not {boards} boards")).into()
    }
}

fn number_of(number: usize, name: &str, state: &str) -> String {
    if number == 1 { format!("1 {name} is {state}") } else { format!("{number} {name}s are {state}") }
}

pub(super) const MOST_NAMED: usize = 3;

/// The board of a film, and how its captions name squares.
#[derive(Clone, Copy)]
pub(crate) struct BoardNames {
    pub size: BoardSize,
    pub names: SquareNames,
}

impl BoardNames {
    pub fn short(self, square: Square) -> String {
        match self.names {
            SquareNames::Chess => self.names.square(square, self.size),
            SquareNames::Numbers => format!("({}, {})", square.row, square.column),
        }
    }

    /// Returns the names of the squares of one queen in each column; with numbers, only the rows.
    pub fn by_column(self, queens: &[Square]) -> Vec<String> {
        let name = |queen: &Square| match self.names {
            SquareNames::Chess => self.names.square(*queen, self.size),
            SquareNames::Numbers => queen.row.to_string(),
        };
        queens.iter().map(name).collect()
    }

    /// Returns the squares of a solution, column by column; the short form of a long list only says that no queen
    /// attacks another.
    fn placement(self, queens: &[Square]) -> CaptionLine {
        let none = "No queen attacks another";
        let long = match self.names {
            SquareNames::Chess => self.by_column(queens).join("  "),
            SquareNames::Numbers => format!("Rows {}", self.by_column(queens).join(", ")),
        };
        // On small boards the list of squares is shorter.
        if none.len() < long.len() { (long, none).into() } else { long.into() }
    }

    fn squares_of_line(self, squares: &[Square]) -> String {
        let Self { size, names } = self;
        let Some(first) = squares.first() else { return String::new() };
        let (row, column) = (Line::Row(first.row), Line::Column(first.column));
        let is_column = squares.iter().all(|square| column.contains(*square));
        let number = |square: &Square| if is_column { square.row } else { square.column };
        let named: Vec<String> = match names {
            SquareNames::Chess => squares.iter().map(|square| names.square(*square, size)).collect(),
            SquareNames::Numbers => squares.iter().map(|square| number(square).to_string()).collect(),
        };
        let is_run = squares.windows(2).all(|pair| number(&pair[1]) == number(&pair[0]) + 1);
        let listed = match &named[..] {
            [first, .., last] if is_run && squares.len() > MOST_NAMED => format!("{first} to {last}"),
            named => listed(named, "and"),
        };
        match names {
            SquareNames::Chess => listed,
            SquareNames::Numbers if is_column => format!("Rows {listed} of {}", names.line(column, size)),
            SquareNames::Numbers => format!("Columns {listed} of {}", names.line(row, size)),
        }
    }

    /// Returns a text about the other problems that are images of the problem with these given queens.
    fn images_of(self, images: usize, start: &[Square], squares: &[Square]) -> CaptionLine {
        let is_edge = |line: u8| line == 1 || line == self.size.get();
        let what = if start.is_empty() { "problem" } else { "start" };
        match (images, squares) {
            (0, _) => "The search is over".into(),
            (3, [corner, ..]) if is_edge(corner.row) && is_edge(corner.column) => {
                ("The other three corners are images of this one", "So it is in the other three corners")
                    .into()
            }
            (_, [_, _, ..]) if self.names == SquareNames::Chess => {
                let named = listed(self.by_column(squares), "and");
                let few = format!("{images} other squares are its images");
                (format!("{named} are images of this square"), few).into()
            }
            (1, _) => format!("1 other {what} is its image").into(),
            (images, _) => {
                let others = format!("{images} other {what}s are");
                (format!("{others} images of this one"), format!("{others} its images")).into()
            }
        }
    }
}
