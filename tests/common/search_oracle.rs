//! Expected captions and counters of each step of a search, computed independently from its events.

use std::num::NonZeroU64;

use queenreel::board::{Line, Square, SquareNames};
use queenreel::record::{Counter, Detail, Frame, Narrator, ScheduleOptions};
use queenreel::search::{Algorithm, Event, Order};

use crate::common::films::{ordered_events, scheduled_frames};
use crate::common::known::{ALL, SOLUTIONS, size};

/// The counters of this kind of search.
pub const COUNTERS: [Counter; 6] = [
    Counter::Step,
    Counter::Tests,
    Counter::Placements,
    Counter::Backtracks,
    Counter::Solutions,
    Counter::Depth,
];

/// A search, and which of its steps are filmed.
#[derive(Debug, Clone, Copy)]
pub struct SearchSpec {
    pub n: u64,
    pub solutions: u64,
    pub order: Order,
    pub detail: Detail,
    pub every: u64,
}

impl SearchSpec {
    /// The whole search by columns, with every test.
    pub fn whole(n: u64) -> Self {
        Self { n, solutions: ALL, order: Order::Columns, detail: Detail::Tests, every: 1 }
    }

    pub fn events(self) -> impl Iterator<Item = Event> {
        ordered_events(self.n, self.solutions, self.order)
    }

    /// The narrator that the program uses.
    pub fn narrator(self) -> Narrator {
        Narrator::new(size(self.n), Some(Algorithm::Backtracking), self.order, Some(known_solutions(self.n)))
    }

    /// The caption text of a frame.
    pub fn caption(self, frame: &Frame) -> String {
        frame.caption.text(self.narrator().problem.size(), SquareNames::Chess).line()
    }

    pub fn frames(self) -> Vec<Frame> {
        let options = ScheduleOptions {
            detail: self.detail,
            every: NonZeroU64::new(self.every),
            max_frames: ALL,
            captioned: true,
            ..ScheduleOptions::default()
        };
        scheduled_frames(self.n, || self.events(), &options, Some(self.narrator())).unwrap()
    }
}

pub fn known_solutions(n: u64) -> u64 {
    SOLUTIONS[n as usize - 1] as u64
}

/// Kinds of steps, each with its line of the algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Start,
    Test,
    Place,
    Solution,
    DeadEnd,
    Remove,
}

impl Kind {
    /// The line of the algorithm, counted from 0 in the order of the printed listing.
    pub const fn line(self) -> usize {
        match self {
            Self::Start => 0,
            Self::Test => 2,
            Self::Place => 3,
            Self::Solution => 5,
            Self::Remove => 8,
            Self::DeadEnd => 9,
        }
    }
}

/// The expected state after a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    pub kind: Kind,
    pub caption: String,
    /// Step, tests, placements, backtracks, solutions, depth.
    pub counters: [u64; 6],
    /// The queens' squares, (row, column), in the order in which they were placed.
    pub queens: Vec<(u8, u8)>,
}

/// The expected state after each step of a search and at its dead ends, without sampling.
pub fn truths(spec: SearchSpec) -> Vec<Truth> {
    let n = spec.n as u8;
    let begin = match n {
        1 => "Place 1 queen: There is one square for it".to_owned(),
        _ => format!("Place {n} queens: None of them may attack another"),
    };
    let mut truths = vec![Truth { kind: Kind::Start, caption: begin, counters: [0; 6], queens: Vec::new() }];
    let (mut step, mut tests, mut placements, mut backtracks, mut solutions) = (0, 0, 0, 0, 0);
    let mut queens: Vec<(u8, u8)> = Vec::new();
    // Whether each line has had a queen since the search entered it.
    let mut had_one = vec![false; spec.n as usize + 2];
    let events: Vec<Event> = spec.events().collect();
    for (index, event) in events.iter().copied().enumerate() {
        let (kind, caption) = match event {
            Event::Test { square, attacker, .. } => {
                tests += 1;
                let first = queens.iter().find(|queen| attacks(**queen, pair(square)));
                assert_eq!(first.copied(), attacker.map(pair));
                if spec.detail == Detail::Steps {
                    continue;
                }
                let name = name(pair(square), n);
                let caption = match first {
                    Some(queen) => {
                        let along = if queen.0 == square.row {
                            "its row"
                        } else if queen.1 == square.column {
                            "its column"
                        } else {
                            "a diagonal"
                        };
                        let queen = self::name(*queen, n);
                        format!("{name} is refused: The queen on {queen} attacks it along {along}")
                    }
                    None => name + " is safe: No queen attacks it",
                };
                (Kind::Test, caption)
            }
            Event::Place(square) => {
                placements += 1;
                queens.push(pair(square));
                had_one[queens.len()] = true;
                had_one[queens.len() + 1] = false;
                let board = format!("Queen {} of {n}", queens.len());
                (Kind::Place, format!("Place a queen on {}: {board}", name(pair(square), n)))
            }
            Event::Remove(square) => {
                assert_eq!(queens.pop(), Some(pair(square)));
                let is_shown =
                    |event: &Event| spec.detail == Detail::Tests || !matches!(event, Event::Test { .. });
                let then = match events[index + 1..].iter().find(|event| is_shown(event)) {
                    Some(Event::Test { .. } | Event::Place(_)) => continues(pair(square), spec.order, n),
                    Some(Event::Backtrack { .. }) => goes_back(pair(square), &queens, spec.order, n),
                    // The last frame reports the end of the search.
                    _ => String::new(),
                };
                (Kind::Remove, format!("Take the queen off {}: {then}", name(pair(square), n)))
            }
            Event::Backtrack { from, .. } => {
                backtracks += 1;
                let safe = if had_one[usize::from(from.number())] { "other safe" } else { "safe" };
                let caption = match from {
                    Line::Column(column) => {
                        let column = (b'a' + column - 1) as char;
                        format!("Dead end in column {column}: It has no {safe} square")
                    }
                    // The first row that is searched is at the top, and its rank the highest.
                    Line::Row(row) => format!("Dead end on rank {}: It has no {safe} square", n + 1 - row),
                };
                // Dead ends are not steps, and are left out when steps are.
                if spec.every == 1 {
                    let counters = [step, tests, placements, backtracks, solutions, queens.len() as u64];
                    truths.push(Truth { kind: Kind::DeadEnd, caption, counters, queens: queens.clone() });
                }
                continue;
            }
            Event::Solution => {
                solutions += 1;
                let last = truths.last_mut().unwrap();
                assert_eq!((last.kind, queens.len()), (Kind::Place, usize::from(n)));
                last.kind = Kind::Solution;
                let mut squares = queens.clone();
                squares.sort_unstable_by_key(|(_, column)| *column);
                let squares: Vec<String> = squares.into_iter().map(|queen| name(queen, n)).collect();
                let all = known_solutions(spec.n);
                last.caption = format!("Solution {solutions} of {all}: {}", squares.join("  "));
                last.counters[4] = solutions;
                continue;
            }
            Event::End => {
                truths.last_mut().unwrap().caption = match solutions {
                    0 => "The search is over: It has found no solution".to_owned(),
                    1 => "The search is over: It has found 1 solution".to_owned(),
                    _ => format!("The search is over: It has found {solutions} solutions"),
                };
                continue;
            }
            other => panic!("{other:?} is not of this search"),
        };
        step += 1;
        let counters = [step, tests, placements, backtracks, solutions, queens.len() as u64];
        truths.push(Truth { kind, caption, counters, queens: queens.clone() });
    }
    truths
}

/// The line in which the search has placed a queen.
fn line_of((row, column): (u8, u8), order: Order, n: u8) -> String {
    match order {
        Order::Rows => format!("rank {}", n + 1 - row),
        _ => format!("column {}", (b'a' + column - 1) as char),
    }
}

/// The caption when the search continues in the line of the removed queen.
pub fn continues(removed: (u8, u8), order: Order, n: u8) -> String {
    let on = if order == Order::Rows { "on" } else { "in" };
    format!("The search continues {on} {}", line_of(removed, order, n))
}

/// The caption when it goes back from there; `queens` are left.
pub fn goes_back(removed: (u8, u8), queens: &[(u8, u8)], order: Order, n: u8) -> String {
    let (row, column) = removed;
    let (mut later, side) = match order {
        Order::Rows => ((column + 1..=n).map(|column| (row, column)).collect::<Vec<_>>(), "on the right"),
        _ => ((row + 1..=n).map(|row| (row, column)).collect(), "below"),
    };
    if later.is_empty() {
        return format!("The search goes back from the last square of {}", line_of(removed, order, n));
    }
    later.retain(|square| !queens.iter().any(|queen| attacks(*queen, *square)));
    if later.is_empty() {
        return format!("The search goes back, as no square {side} is safe");
    }
    format!("The search goes back from {}", line_of(removed, order, n))
}

/// The caption of a queen that takes a free bit; `queens` were there before.
pub fn takes_bit(placed: (u8, u8), queens: &[(u8, u8)], order: Order, n: u8) -> String {
    let (row, column) = placed;
    let mut lower: Vec<(u8, u8)> = match order {
        Order::Rows => (1..column).map(|column| (row, column)).collect(),
        _ => (1..row).map(|row| (row, column)).collect(),
    };
    lower.retain(|square| !queens.iter().any(|queen| attacks(*queen, *square)));
    let bit = if lower.is_empty() { "lowest" } else { "next" };
    format!("It is the {bit} free bit of {}", line_of(placed, order, n))
}

pub fn pair(square: Square) -> (u8, u8) {
    (square.row, square.column)
}

fn attacks(queen: (u8, u8), square: (u8, u8)) -> bool {
    let (down, across) = (queen.0.abs_diff(square.0), queen.1.abs_diff(square.1));
    down == 0 || across == 0 || down == across
}

/// The chess name of a square.
pub fn name((row, column): (u8, u8), n: u8) -> String {
    format!("{}{}", (b'a' + column - 1) as char, n + 1 - row)
}
