//! Captions: what happened in a frame, as a value that is put into words for display.

use std::sync::Arc;

use crate::board::{BoardSize, Line, Problem, Square, SquareNames};
use crate::words::{Grouped, capital, counted, listed};

use super::description::lower;

use super::DeadEndReason;

/// What happened in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caption {
    /// The search begins.
    Start {
        /// How many queens there are to place.
        queens: BoardSize,
    },
    /// The search begins with queens on the board, or with closed squares.
    StartPosition {
        /// How many queens there are to place.
        queens: usize,
        /// The squares of the queens that stand from the start.
        start: Arc<[Square]>,
        /// How many squares are closed.
        closed: usize,
    },
    /// A square is attacked.
    Attacked {
        /// The square.
        square: Square,
        /// The square of the queen that attacks it.
        queen: Square,
    },
    /// Several squares of a line are refused, one after the other.
    Refusals {
        /// The squares.
        squares: Arc<[Square]>,
        /// The squares of the queens that attack them; none if one is refused for another reason.
        queens: Arc<[Square]>,
    },
    /// No queen attacks a square.
    Safe(Square),
    /// No queen in a row above attacks a square.
    SafeFromAbove(Square),
    /// No queen in a column on the left attacks a square.
    SafeFromLeft(Square),
    /// No queen in another column attacks a square.
    SafeFromOtherColumns(Square),
    /// No queen in another row attacks a square.
    SafeFromOtherRows(Square),
    /// A square is safe by a rule of the solver's own.
    Accepted(Square),
    /// A queen is placed on a square.
    Placed {
        /// The square.
        square: Square,
        /// How many queens are on the board now.
        queens: usize,
    },
    /// A queen is placed on a square that is the next set bit of the free squares of its line.
    TookBit {
        /// The square.
        square: Square,
        /// Its column or row.
        line: Line,
        /// Which bit it is.
        bit: FreeBit,
    },
    /// A queen is removed from a square, and the search continues in its line.
    Continued {
        /// The square.
        square: Square,
        /// Its column or row.
        line: Line,
    },
    /// A queen is removed from a square, and the search goes back from its line.
    WentBack {
        /// The square.
        square: Square,
        /// Its column or row.
        line: Line,
        /// Why.
        reason: WayBack,
    },
    /// A queen is removed from a square.
    Removed {
        /// The square.
        square: Square,
        /// How many queens are left.
        queens: usize,
    },
    /// A queen moves.
    Moved {
        /// The square that it leaves.
        from: Square,
        /// The square that it moves to.
        to: Square,
    },
    /// Two queens move.
    Swapped {
        /// The squares that they leave.
        from: [Square; 2],
        /// The squares that they move to.
        to: [Square; 2],
    },
    /// A square is refused, for a reason of the solver's own.
    Refused(Square),
    /// A square is refused since it is closed.
    Closed(Square),
    /// A line has no square left.
    DeadEnd {
        /// The column or row.
        line: Line,
        /// Why.
        reason: DeadEndReason,
    },
    /// A whole board is set up.
    Board {
        /// Its number, counted from 1.
        number: u64,
        /// How many of its queens are attacked.
        attacked: usize,
    },
    /// A whole board is replaced by the next, since several queens share a diagonal.
    Discarded {
        /// Its number, counted from 1.
        number: u64,
        /// How many queens are on the diagonal: on no other are more.
        queens: usize,
        /// The first and the last square of the diagonal, from the left.
        diagonal: [Square; 2],
    },
    /// The queens are a solution.
    Solution {
        /// Its number, counted from 1.
        number: u64,
        /// How many there are, if that is known.
        all: Option<u64>,
        /// Whether it is the mirror image of the one before.
        mirrored: bool,
        /// The squares of its queens, column by column.
        queens: Arc<[Square]>,
    },
    /// The board of the search replaces the mirror image of its solution.
    MirrorImageRemoved,
    /// The search is over.
    Ended {
        /// How many solutions it has found.
        solutions: u64,
    },
    /// The whole search of a problem with a start or with closed squares is over.
    Verdict {
        /// How many solutions there are.
        solutions: u64,
        /// The squares of the queens that stand from the start, if no square is closed.
        start: Arc<[Square]>,
        /// How many other problems are images of this one.
        images: usize,
        /// The squares of the only queen of the start in them, if there is one.
        image_squares: Arc<[Square]>,
    },
    /// The film ends, but the solver has not said that the search is over.
    Stopped {
        /// How many solutions it has found.
        solutions: u64,
    },
    /// What goes on in several frames that are too short to read about each.
    Passage {
        /// What goes on.
        passage: Passage,
        /// The square of the newest queen that stays on the board meanwhile, if one does.
        below: Option<Square>,
    },
    /// A custom caption.
    Custom(Arc<str>),
}

/// What goes on in several frames of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passage {
    /// Queens are placed.
    Placements,
    /// The search goes back, as it finds no square.
    DeadEnds,
    /// The search goes back from a solution.
    WayBack,
    /// Whole boards are set up, none of which is a solution.
    Boards,
    /// Queens are moved.
    Moves,
}

/// Which of the free squares of a line a search with bits takes; the lowest bit is the first square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FreeBit {
    /// No free square comes before it.
    Lowest,
    /// It is the first free square after the one that was tried last.
    Next,
}

/// Why a search goes back from a line whose queen it has removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WayBack {
    /// The queen was on its last square.
    LastSquare,
    /// No square behind that of the queen is safe.
    NoSafeSquare,
    /// The solver's own: there are safe squares.
    Other,
}

/// A caption in words: a fact, and the reason for it or what follows from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// What happened, in a few words.
    pub fact: Phrase,
    /// Why, or what that means; may be empty.
    pub reason: Phrase,
}

/// The same thing in many words and in few, each on one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Phrase {
    /// For where there is room.
    pub long: String,
    /// For where there is not; as long as the other if it cannot be said in fewer words.
    pub short: String,
}

impl Phrase {
    pub(super) fn new(long: impl Into<String>, short: impl Into<String>) -> Self {
        Self { long: long.into(), short: short.into() }
    }
}

impl<T: Into<String>> From<T> for Phrase {
    fn from(words: T) -> Self {
        let long = words.into();
        Self { short: long.clone(), long }
    }
}

impl Caption {
    /// What is said before the first event.
    pub(super) fn of_start(problem: &Problem) -> Self {
        if problem.is_plain() {
            return Self::Start { queens: problem.size() };
        }
        Self::StartPosition {
            queens: problem.queens_to_place(),
            start: problem.start().iter().collect(),
            closed: problem.blocked().len(),
        }
    }

    /// The caption in words.
    #[expect(clippy::too_many_lines, reason = "an arm for each caption")]
    pub fn words(&self, size: BoardSize, names: SquareNames) -> Words {
        let name = |square: &Square| names.square(*square, size);
        let short_name = |square: &Square| short_name(*square, size, names);
        let upper = |square: &Square| match names {
            SquareNames::Chess => name(square),
            SquareNames::Numbers => format!("Row {}, column {}", square.row, square.column),
        };
        let (on, place) = match names {
            SquareNames::Chess => ("on", "on"),
            SquareNames::Numbers => ("in", "at"),
        };
        // What is said of a square.
        let of = |square: &Square, verb: &str| {
            Phrase::new(format!("{} {verb}", upper(square)), format!("{} {verb}", short_name(square)))
        };
        let passes = |square: &Square, from: &str, short: &str| {
            let fact = Phrase { short: of(square, "passes").short, ..of(square, "passes the test") };
            (fact, Phrase::new(format!("No queen {from} attacks it"), format!("safe from {short}")))
        };
        let placed = |square: &Square| {
            Phrase::new(
                format!("Place a queen {on} {}", name(square)),
                format!("Queen {place} {}", short_name(square)),
            )
        };
        let removed = |square: &Square| {
            Phrase::new(
                format!("Take the queen off {}", name(square)),
                format!("Queen off {}", short_name(square)),
            )
        };
        let found = |solutions: u64| match solutions {
            0 => "no solution".to_owned(),
            solutions => counted(solutions, "solution"),
        };
        let (fact, reason) = match self {
            Self::Start { queens } if queens.get() == 1 => {
                ("Place 1 queen".into(), "There is one square for it".into())
            }
            Self::Start { queens } => (
                format!("Place {queens} queens").into(),
                Phrase::new("None of them may attack another", "None may attack another"),
            ),
            Self::StartPosition { queens, start, closed } => {
                let more = if start.is_empty() { "" } else { "more " };
                let task = match queens {
                    0 => "All queens stand".to_owned(),
                    1 => format!("Place 1 {more}queen"),
                    queens => format!("Place {queens} {more}queens"),
                };
                let (long, short) = match start[..] {
                    [] => (None, None),
                    [only] => (
                        Some(format!("The queen {on} {} stands from the start", name(&only))),
                        Some(format!("1 stands {place} {}", short_name(&only))),
                    ),
                    [..] => {
                        let stand = format!("{} queens stand from the start", start.len());
                        (Some(stand.clone()), Some(stand))
                    }
                };
                let closed = (*closed > 0).then(|| number_of(*closed, "square", "closed"));
                let joined = |stand: Option<String>| {
                    stand.into_iter().chain(closed.clone()).collect::<Vec<_>>().join("; ")
                };
                (task.into(), Phrase::new(joined(long), joined(short)))
            }
            Self::Attacked { square, queen } => {
                let along = if square.row == queen.row {
                    "its row"
                } else if square.column == queen.column {
                    "its column"
                } else {
                    "a diagonal"
                };
                (
                    of(square, "is refused"),
                    Phrase::new(
                        format!("The queen {on} {} attacks it along {along}", name(queen)),
                        format!("The queen {place} {} attacks it", short_name(queen)),
                    ),
                )
            }
            Self::Refusals { squares, queens } => {
                let is = if queens.is_empty() { "refused" } else { "attacked" };
                let fact = Phrase::new(
                    format!("{} are {is}", names_of_line(squares, size, names)),
                    format!("{} squares are {is}", squares.len()),
                );
                let names: Vec<String> = queens.iter().map(short_name).collect();
                let by = match &names[..] {
                    [] => String::new(),
                    [only] => format!("By the queen {place} {only}"),
                    names => format!("By the queens {place} {}", listed(names, "and")),
                };
                let few = if queens.len() > 1 { format!("By {} queens", queens.len()) } else { by.clone() };
                (fact, Phrase::new(by, few))
            }
            Self::Safe(square) => (of(square, "is safe"), "No queen attacks it".into()),
            Self::SafeFromAbove(square) => passes(square, "above", "above"),
            Self::SafeFromLeft(square) => passes(square, "on the left", "the left"),
            Self::SafeFromOtherColumns(square) => passes(square, "in another column", "other columns"),
            Self::SafeFromOtherRows(square) => passes(square, "in another row", "other rows"),
            Self::Accepted(square) => (
                of(square, "is accepted"),
                Phrase::new("The solver's own rules allow it", "by the solver's rules"),
            ),
            Self::TookBit { square, line, bit } => {
                let bit = match bit {
                    FreeBit::Lowest => "lowest free bit",
                    FreeBit::Next => "next free bit",
                };
                let line = names.line(*line, size);
                (placed(square), Phrase::new(format!("It is the {bit} of {line}"), bit))
            }
            Self::Placed { square, queens } => (
                placed(square),
                if *queens <= size.get().into() {
                    format!("Queen {queens} of {size}").into()
                } else {
                    format!("{queens} queens are on the board").into()
                },
            ),
            Self::Continued { square, line } => {
                let reason = format!("The search continues {}", names.in_line(*line, size));
                (removed(square), Phrase::new(reason, "The search continues"))
            }
            Self::WentBack { square, line, reason } => {
                let from = match (reason, line) {
                    (WayBack::LastSquare, line) => {
                        format!(" from the last square of {}", names.line(*line, size))
                    }
                    (WayBack::NoSafeSquare, Line::Column(_)) => ", as no square below is safe".to_owned(),
                    (WayBack::NoSafeSquare, Line::Row(_)) => ", as no square on the right is safe".to_owned(),
                    (WayBack::Other, line) => format!(" from {}", names.line(*line, size)),
                };
                let goes_back = "The search goes back";
                (removed(square), Phrase::new(format!("{goes_back}{from}"), goes_back))
            }
            Self::Removed { square, queens } => (
                removed(square),
                match queens {
                    0 => "The board is empty".into(),
                    queens => number_of(*queens, "queen", "left").into(),
                },
            ),
            Self::Moved { from, to } => (
                Phrase::new(format!("Move a queen to {}", name(to)), format!("Queen to {}", short_name(to))),
                Phrase::new(format!("It was {on} {}", name(from)), format!("from {}", short_name(from))),
            ),
            Self::Swapped { from: [one, other], to: [to, other_to] } => (
                "Move two queens".into(),
                Phrase::new(
                    format!("From {} and {} to {} and {}", name(one), name(other), name(to), name(other_to)),
                    format!("To {} and {}", short_name(to), short_name(other_to)),
                ),
            ),
            Self::Refused(square) => (
                of(square, "is refused"),
                Phrase::new("The solver's own rules forbid it", "by the solver's rules"),
            ),
            Self::Closed(square) => (of(square, "is refused"), "The square is closed".into()),
            Self::DeadEnd { line, reason } => {
                let this = names.line(*line, size);
                match reason.in_words() {
                    Some(none) => (
                        format!("Dead end {}", names.in_line(*line, size)).into(),
                        format!("It has {}", lower(none)).into(),
                    ),
                    None => (
                        format!("{} is given up", capital(&this)).into(),
                        Phrase::new("The search goes back from here", "The search goes back"),
                    ),
                }
            }
            Self::Board { number, attacked } => {
                let reason = match attacked {
                    0 => "All queens are set up at once".into(),
                    _ => {
                        Phrase::new(format!("{attacked} queens are attacked"), format!("{attacked} attacked"))
                    }
                };
                (format!("Board {}", Grouped(*number)).into(), reason)
            }
            Self::Discarded { number, queens, diagonal: [first, last] } => {
                let board = format!("Board {}", Grouped(*number));
                let diagonal = format!("from {} to {}", name(first), name(last));
                (
                    Phrase::new(format!("{board} is discarded"), board),
                    Phrase::new(
                        format!("{queens} queens are on the diagonal {diagonal}"),
                        format!("{queens} queens on a diagonal"),
                    ),
                )
            }
            Self::Solution { number, all, mirrored, queens } => {
                let of_all = all.map(|all| format!(" of {}", Grouped(all))).unwrap_or_default();
                let reason = if *mirrored {
                    Phrase::new("The mirror image of the one before", "The mirror image")
                } else {
                    placement(queens, size, names)
                };
                let solution = format!("Solution {}", Grouped(*number));
                (Phrase::new(format!("{solution}{of_all}"), solution), reason)
            }
            Self::MirrorImageRemoved => (
                "Back to the search".into(),
                Phrase::new("The mirror image is taken away", "without the mirror image"),
            ),
            Self::Ended { solutions } => (
                "The search is over".into(),
                Phrase::new(format!("It has found {}", found(*solutions)), found(*solutions)),
            ),
            Self::Verdict { solutions, start, images, image_squares } => {
                let found = capital(&found(*solutions));
                let long = match start[..] {
                    [only] => format!("{found} with a queen {on} {}", name(&only)),
                    [] | [_, ..] => found.clone(),
                };
                (Phrase::new(long, found), images_of(*images, start, image_squares, size, names))
            }
            Self::Stopped { solutions } => (
                Phrase::new("The recording ends here", "The recording ends"),
                Phrase::new(format!("The search has found {} so far", found(*solutions)), found(*solutions)),
            ),
            Self::Passage { passage, below } => {
                let below = below.map(|queen| format!("Below {}", short_name(&queen)));
                let start = |words: &str| below.clone().unwrap_or_else(|| words.to_owned()).into();
                match passage {
                    Passage::Placements => (start("From the start"), "the search goes on".into()),
                    Passage::DeadEnds => (start("Back to the start"), "dead end".into()),
                    Passage::WayBack => (start("Back to the start"), "the search goes back".into()),
                    Passage::Boards => ("Board after board".into(), "none of these is a solution".into()),
                    Passage::Moves => ("Move after move".into(), "queens change their squares".into()),
                }
            }
            Self::Custom(words) => return Words::of_text(words),
        };
        Words { fact, reason }
    }
}

/// The most characters of a custom fact, which is written in large letters.
const LONGEST_FACT: usize = 32;

impl Words {
    /// The words of a solver: what is before the first `: ` is the fact, the rest the reason. A text
    /// that is too long for a fact is a reason.
    pub fn of_text(text: &str) -> Self {
        let (fact, reason) = text.split_once(": ").unwrap_or((text, ""));
        if fact.chars().count() > LONGEST_FACT {
            return Self { fact: Phrase::default(), reason: text.into() };
        }
        Self { fact: fact.into(), reason: reason.trim_start().into() }
    }

    /// Both on one line.
    pub fn line(&self) -> String {
        let separator = if self.fact.long.is_empty() || self.reason.long.is_empty() { "" } else { ": " };
        format!("{}{separator}{}", self.fact.long, self.reason.long)
    }
}

/// The name of a square where there is little room.
pub(super) fn short_name(square: Square, size: BoardSize, names: SquareNames) -> String {
    match names {
        SquareNames::Chess => names.square(square, size),
        SquareNames::Numbers => format!("({}, {})", square.row, square.column),
    }
}

/// How many things of a kind are in a state.
fn number_of(number: usize, name: &str, state: &str) -> String {
    if number == 1 { format!("1 {name} is {state}") } else { format!("{number} {name}s are {state}") }
}

/// The most squares that are named one by one.
const MOST_NAMED: usize = 3;

/// Squares of a line, in as few words as name them all.
fn names_of_line(squares: &[Square], size: BoardSize, names: SquareNames) -> String {
    let (Some(first), Some(last)) = (squares.first(), squares.last()) else { return String::new() };
    let (row, column) = (Line::Row(first.row), Line::Column(first.column));
    let (numbers, rest): (Vec<u8>, _) = if squares.iter().all(|square| column.contains(*square)) {
        (squares.iter().map(|square| square.row).collect(), ("Rows ", column))
    } else {
        (squares.iter().map(|square| square.column).collect(), ("Columns ", row))
    };
    let name = |square: &Square, number: &u8| match names {
        SquareNames::Chess => names.square(*square, size),
        SquareNames::Numbers => number.to_string(),
    };
    let is_run = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let named = if is_run && squares.len() > MOST_NAMED {
        format!("{} to {}", name(first, &numbers[0]), name(last, &numbers[numbers.len() - 1]))
    } else {
        listed(squares.iter().zip(&numbers).map(|(square, number)| name(square, number)), "and")
    };
    match names {
        SquareNames::Chess => named,
        SquareNames::Numbers => format!("{}{named} of {}", rest.0, names.line(rest.1, size)),
    }
}

/// Which other problems are images of one with this start.
fn images_of(
    images: usize,
    start: &[Square],
    squares: &[Square],
    size: BoardSize,
    names: SquareNames,
) -> Phrase {
    let is_edge = |line: u8| line == 1 || line == size.get();
    let what = if start.is_empty() { "problem" } else { "start" };
    match (images, squares) {
        (0, _) => "The search is over".into(),
        (3, [corner, ..]) if is_edge(corner.row) && is_edge(corner.column) => Phrase::new(
            "The other three corners are images of this one",
            "So it is in the other three corners",
        ),
        (_, [_, _, ..]) if names == SquareNames::Chess => {
            let named = squares.iter().map(|square| names.square(*square, size));
            Phrase::new(
                format!("{} are images of this square", listed(named, "and")),
                format!("{images} other squares are its images"),
            )
        }
        (1, _) => format!("1 other {what} is its image").into(),
        (images, _) => {
            let short = format!("{images} other {what}s are its images");
            Phrase::new(format!("{images} other {what}s are images of this one"), short)
        }
    }
}

/// The names of squares of one queen in each column, or their rows.
pub(super) fn squares_by_column(queens: &[Square], size: BoardSize, names: SquareNames) -> Vec<String> {
    let name = |queen: &Square| match names {
        SquareNames::Chess => names.square(*queen, size),
        SquareNames::Numbers => queen.row.to_string(),
    };
    queens.iter().map(name).collect()
}

/// The squares of the queens, column by column; in few words, that none attacks another.
fn placement(queens: &[Square], size: BoardSize, names: SquareNames) -> Phrase {
    let none = "No queen attacks another";
    let long = match names {
        SquareNames::Chess => squares_by_column(queens, size, names).join("  "),
        SquareNames::Numbers => format!("Rows {}", squares_by_column(queens, size, names).join(", ")),
    };
    // On small boards the squares need less room.
    if none.len() < long.len() { Phrase::new(long, none) } else { long.into() }
}
