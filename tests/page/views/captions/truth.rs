//! Decides from the events alone whether a caption is true of its board.

use queenreel::board::{BoardSize, Line, Square, SquareSet};
use queenreel::record::{BoardState, Caption, DeadEndReason, Frame, FreeBit, Mark, WayBack};
use queenreel::search::{Event, TestedQueens};

use crate::common::search_oracle::pair;

/// The events before a frame.
#[derive(Default)]
pub(super) struct History {
    solutions: u64,
    boards: u64,
    ended: bool,
    /// The squares that were tried and left again, with the queens that were on the board.
    tried: Vec<(Square, SquareSet)>,
    queens: SquareSet,
    setting_up: SquareSet,
    solved: Vec<SquareSet>,
}

impl History {
    pub(super) fn follow(&mut self, event: Event) {
        match event {
            Event::Place(square) => drop(self.queens.insert(square)),
            Event::Remove(square) => {
                self.queens.remove(square);
                self.tried.push((square, self.queens.clone()));
            }
            Event::Move { from, to, .. } => {
                self.queens.remove(from);
                self.tried.push((from, self.queens.clone()));
                self.queens.insert(to);
            }
            Event::Swap { from, to, .. } => {
                for square in from {
                    self.queens.remove(square);
                }
                self.queens.extend(to);
            }
            Event::SetUp(square) => drop(self.setting_up.insert(square)),
            Event::Board => {
                self.queens = std::mem::take(&mut self.setting_up);
                self.boards += 1;
            }
            Event::Solution => {
                self.solutions += 1;
                self.solved.push(self.queens.clone());
            }
            Event::End => self.ended = true,
            _ => {}
        }
    }
}

fn attackers(frame: &Frame, square: Square) -> Vec<Square> {
    frame.board.queens.iter().filter(|queen| queen.attacks(square)).collect()
}

fn is_solution(frame: &Frame) -> bool {
    let queens: Vec<Square> = frame.board.queens.iter().collect();
    let peaceful = queens.iter().all(|queen| queens.iter().all(|other| !queen.attacks(*other)));
    peaceful && queens.len() == usize::from(frame.board.size)
}

/// The squares of a line that no queen attacks and nothing rules out.
fn free_squares(frame: &Frame, line: Line) -> Vec<Square> {
    let scene = &frame.board;
    let is_free = |square: &Square| {
        !scene.queens.contains(*square)
            && attackers(frame, *square).is_empty()
            && !scene.ruled_out.contains(*square)
    };
    scene.size.squares().filter(|square| line.contains(*square)).filter(is_free).collect()
}

/// Whether two boards are mirror images.
fn is_mirror_image(one: &SquareSet, other: &SquareSet) -> bool {
    let last = one.len() as u8 + 1;
    let by_row: SquareSet = one.iter().map(|queen| Square::new(last - queen.row, queen.column)).collect();
    let by_column: SquareSet = one.iter().map(|queen| Square::new(queen.row, last - queen.column)).collect();
    *other == by_row || *other == by_column
}

/// Whether all attacked queens of a board are marked, and no others.
fn marks_conflicts(frame: &Frame) -> bool {
    let is_conflict = |mark| matches!(mark, Mark::Conflict | Mark::PlacedInConflict);
    let marked = frame.board.marks.iter().filter(|(_, mark)| is_conflict(*mark)).map(|(square, _)| *square);
    let attacked = frame.board.queens.iter().filter(|queen| !attackers(frame, *queen).is_empty());
    marked.collect::<SquareSet>() == attacked.collect()
}

/// The squares after (or before) this one in its line.
fn in_line(square: Square, line: Line, size: BoardSize, is_after: bool) -> Vec<Square> {
    let others = size.squares().filter(|other| line.contains(*other) && *other != square);
    others.filter(|other| (pair(*other) > pair(square)) == is_after).collect()
}

/// Whether a square is this free bit of its line.
fn is_choice(frame: &Frame, history: &History, square: Square, line: Line, bit: FreeBit) -> bool {
    let (size, mut before) = (frame.board.size, frame.board.queens.clone());
    before.remove(square);
    let is_free =
        |square: &Square| !before.contains(*square) && before.iter().all(|queen| !queen.attacks(*square));
    line.contains(square)
        && is_free(&square)
        && match bit {
            FreeBit::Lowest => !in_line(square, line, size, false).iter().any(is_free),
            // The queen that was just removed, with no free square in between.
            FreeBit::Next => history.tried.last().is_some_and(|(tried, queens)| {
                let behind = in_line(*tried, line, size, true);
                *queens == before && line.contains(*tried) && behind.into_iter().find(is_free) == Some(square)
            }),
        }
}

/// Whether the search stays in the line of a removed queen.
fn continues(removed: Square, line: Line, next: Event) -> bool {
    line.contains(removed)
        && matches!(next, Event::Place(next) | Event::Test { square: next, .. } | Event::Refuse(next)
            if line.contains(next))
}

/// Whether it leaves the line, for this reason.
fn goes_back(frame: &Frame, removed: Square, line: Line, reason: WayBack, next: Event) -> bool {
    let behind = in_line(removed, line, frame.board.size, true);
    let free = free_squares(frame, line);
    let is_safe = |square: &Square| free.contains(square);
    let leaves = match next {
        Event::Remove(next) => !line.contains(next),
        Event::Backtrack { from, .. } => from == line,
        _ => false,
    };
    leaves
        && line.contains(removed)
        && match reason {
            WayBack::LastSquare => behind.is_empty(),
            WayBack::NoSafeSquare => !behind.is_empty() && !behind.iter().any(is_safe),
            WayBack::Other => behind.iter().any(is_safe),
        }
}

/// Whether this whole diagonal has this number of queens, at least two, and no other has more.
fn is_fullest(scene: &BoardState, queens: usize, [first, last]: [Square; 2]) -> bool {
    let way = |from: Square, to: Square| {
        let down = i32::from(to.row) - i32::from(from.row);
        (down, i32::from(to.column) - i32::from(from.column))
    };
    let (down, across) = way(first, last);
    let is_on = |queen: &Square| {
        let (queen_down, queen_across) = way(first, *queen);
        queen_down * across == queen_across * down
    };
    let n = scene.size.get();
    let is_edge = |square: Square| [1, n].contains(&square.row) || [1, n].contains(&square.column);
    let most = scene.queens.iter().map(|queen| on_diagonals(&scene.queens, queen)).max();
    across > 0
        && across == down.abs()
        && is_edge(first)
        && is_edge(last)
        && queens > 1
        && most == Some(queens)
        && scene.queens.iter().filter(is_on).count() == queens
}

/// The number of queens on the fuller diagonal of a square.
fn on_diagonals(queens: &SquareSet, square: Square) -> usize {
    let of = |square: Square| {
        let (row, column) = (i32::from(square.row), i32::from(square.column));
        (row - column, row + column)
    };
    let on = |is_on: &dyn Fn(Square) -> bool| queens.iter().filter(|queen| is_on(*queen)).count();
    on(&|queen| of(queen).0 == of(square).0).max(on(&|queen| of(queen).1 == of(square).1))
}

/// Whether the caption of a frame is true of its board, before the event that completed the frame.
pub(super) fn holds(frame: &Frame, history: &History, next: Option<Event>, all: Option<u64>) -> bool {
    let scene = &frame.board;
    let is_queen = |square: &Square| scene.queens.contains(*square);
    let is_marked = |square: &Square, mark| scene.mark_at(*square) == Some(mark);
    let is_placed =
        |square: &Square| is_marked(square, Mark::Placed) || is_marked(square, Mark::PlacedInConflict);
    match &frame.caption {
        Caption::Start { queens, start, closed } => {
            scene.queens.is_empty() && *queens == usize::from(scene.size) && start.is_empty() && *closed == 0
        }
        Caption::Attacked { square, queen } => {
            is_queen(queen) && queen.attacks(*square) && is_marked(square, Mark::Conflict)
        }
        Caption::Safe { square, among } => {
            let is_looked_at = |queen: &Square| match among {
                TestedQueens::All => true,
                TestedQueens::Above => queen.row < square.row,
                TestedQueens::OnTheLeft => queen.column < square.column,
                TestedQueens::InOtherRows => queen.row != square.row,
                TestedQueens::InOtherColumns => queen.column != square.column,
            };
            !attackers(frame, *square).iter().any(is_looked_at) && is_marked(square, Mark::Safe)
        }
        Caption::Placed { square, queens } => {
            is_queen(square) && is_placed(square) && marks_conflicts(frame) && *queens == scene.queens.len()
        }
        Caption::TookBit { square, line, bit } => {
            is_queen(square) && is_placed(square) && is_choice(frame, history, *square, *line, *bit)
        }
        Caption::Continued { square, line } => {
            !is_queen(square) && is_marked(square, Mark::Removed) && continues(*square, *line, next.unwrap())
        }
        Caption::WentBack { square, line, reason } => {
            !is_queen(square)
                && is_marked(square, Mark::Removed)
                && goes_back(frame, *square, *line, *reason, next.unwrap())
        }
        Caption::Discarded { number, queens, diagonal } => {
            next == Some(Event::Board)
                && *number == history.boards
                && is_fullest(scene, *queens, *diagonal)
                && marks_conflicts(frame)
        }
        Caption::Refused(square) | Caption::Accepted(square) => {
            is_marked(square, Mark::Conflict) || is_marked(square, Mark::Safe)
        }
        Caption::Swapped { from, to } => {
            to.iter().all(|square| is_queen(square) && is_placed(square))
                && from.iter().all(|square| to.contains(square) || !is_queen(square))
                && marks_conflicts(frame)
        }
        Caption::Custom(words) => **words == *"Words",
        Caption::Removed { square, queens } => {
            !is_queen(square) && is_marked(square, Mark::Removed) && *queens == scene.queens.len()
        }
        Caption::Moved { from, to } => {
            !is_queen(from)
                && is_queen(to)
                && is_marked(from, Mark::Removed)
                && is_placed(to)
                && marks_conflicts(frame)
        }
        Caption::DeadEnd { line, reason } => {
            let free = free_squares(frame, *line);
            let is_vacant = scene.queens.iter().all(|queen| !line.contains(queen));
            let was_tried = |square: &Square| history.tried.contains(&(*square, scene.queens.clone()));
            let marks_tried = free.iter().all(|square| !is_marked(square, Mark::Tried) || was_tried(square));
            scene.size.squares().all(|square| line.contains(square) == scene.mark_at(square).is_some())
                && marks_tried
                && match reason {
                    DeadEndReason::NoSafeSquare => is_vacant && free.is_empty(),
                    DeadEndReason::AllTried => is_vacant && !free.is_empty() && free.iter().all(was_tried),
                    // It only reports the solver's decision.
                    DeadEndReason::Other => !is_vacant || !free.is_empty(),
                }
        }
        Caption::Board { number, attacked } => {
            let in_conflict = scene.queens.iter().filter(|queen| !attackers(frame, *queen).is_empty());
            *number == history.boards && *attacked == in_conflict.count() && marks_conflicts(frame)
        }
        Caption::Solution { number, all: named, mirrored, queens } => {
            let is_mirrored = || history.solved.iter().any(|before| is_mirror_image(before, &scene.queens));
            // Column by column, each queen once.
            let named_queens: SquareSet = queens.iter().copied().collect();
            is_solution(frame)
                && named_queens == scene.queens
                && queens.len() == scene.queens.len()
                && queens.is_sorted_by_key(|queen| queen.column)
                && *number == history.solutions
                && *named == all
                && all.is_none_or(|all| *number <= all)
                && (!mirrored || is_mirrored())
        }
        Caption::MirrorImageRemoved => history.solved.contains(&scene.queens),
        Caption::Ended { solutions } => frame.is_last && history.ended && *solutions == history.solutions,
        Caption::Stopped { solutions } => frame.is_last && !history.ended && *solutions == history.solutions,
        other => panic!("{other:?} has no predicate"),
    }
}
