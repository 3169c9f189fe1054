//! The expected film of a log, computed from its JSON and the documentation of the format only, without the
//! reader.

use std::collections::BTreeSet;

use serde_json::Value;

/// Squares, as row and column, counted from 1.
pub type Squares = BTreeSet<(u8, u8)>;

/// The content of a frame.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    pub queens: Squares,
    /// Whether the queens are shown as a solution.
    pub solved: bool,
    /// The squares that the search has ruled out.
    pub ruled_out: Squares,
}

const EVENTS: &str = "place remove move set board test prune restore backtrack dead_end solution end";

struct Oracle {
    n: usize,
    header: Value,
    /// Whether the film must detect solutions, since the log does not report them.
    finds_solutions: bool,
    frames: Vec<Frame>,
    /// Squares that are restored from the next frame on: the current one belongs to the placement that ruled them
    /// out.
    restored: Vec<(u8, u8)>,
    placed: bool,
}

/// The boards of all placements, removals, moves and whole boards, after the empty board.
pub fn frames(log: &str, n: usize, lane: Option<u64>) -> Vec<Frame> {
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let event = |line: &Value| EVENTS.split(' ').find(|event| line.get(event).is_some());
    let is_note = |line: &Value| line.get("caption").or(line.get("pause")).is_some();
    let is_header = |line: &Value| line.is_object() && event(line).is_none() && !is_note(line);
    let finds_solutions = !lines.iter().any(|line| event(line) == Some("solution"));
    let header = lines.first().filter(|line| is_header(line)).cloned().unwrap_or_default();
    let frames = vec![Frame::default()];
    let mut oracle = Oracle { n, header, finds_solutions, frames, restored: Vec::new(), placed: false };
    for line in lines.iter().filter(|line| !is_header(line)) {
        if line.is_array() {
            oracle.follow("board", line);
        } else if line.get("lane").and_then(Value::as_u64) == lane
            && let Some(event) = event(line)
        {
            oracle.follow(event, &line[event]);
        }
    }
    oracle.frames
}

/// Whether every queen is in a separate row, column and diagonals.
fn is_solution(queens: &Squares, n: usize) -> bool {
    let different = |value: fn((i16, i16)) -> i16| {
        let values: BTreeSet<i16> =
            queens.iter().map(|(row, column)| value((i16::from(*row), i16::from(*column)))).collect();
        values.len() == n
    };
    queens.len() == n
        && different(|(row, _)| row)
        && different(|(_, column)| column)
        && different(|(row, column)| row + column)
        && different(|(row, column)| row - column)
}

impl Oracle {
    fn follow(&mut self, event: &str, value: &Value) {
        let mut queens = self.last().queens.clone();
        match event {
            "place" => assert!(queens.insert(self.square(value))),
            "remove" => assert!(queens.remove(&self.square(value))),
            "move" => {
                let is_swap = value[0][0].is_array();
                let moves = if is_swap { value.as_array().unwrap().clone() } else { vec![value.clone()] };
                assert!(moves.iter().all(|one| queens.remove(&self.square(&one[0]))));
                assert!(moves.iter().all(|one| queens.insert(self.square(&one[1]))));
            }
            "set" => {
                let square = self.square(value);
                let mut after = queens.clone();
                after.retain(|queen| self.line(*queen) < self.line(square));
                after.insert(square);
                return self.step(&queens, &after);
            }
            "board" if self.header["boards"] == "steps" => return self.step(&queens, &self.board(value)),
            "board" => queens = self.board(value),
            "solution" => {
                assert!(is_solution(&queens, self.n), "{queens:?}");
                self.last().solved = true;
                return;
            }
            "prune" => {
                let squares = self.squares(value);
                self.restored.retain(|square| !squares.contains(square));
                return self.last().ruled_out.extend(squares);
            }
            "restore" if self.placed => return self.restored.extend(self.squares(value)),
            "restore" => {
                let squares = self.squares(value);
                return self.last().ruled_out.retain(|square| !squares.contains(square));
            }
            "test" | "backtrack" | "dead_end" | "end" => return,
            other => panic!("{other} is unknown here"),
        }
        self.show(queens);
        self.placed = event == "place";
        if event == "board" {
            self.last().ruled_out.clear();
        }
    }

    fn last(&mut self) -> &mut Frame {
        self.frames.last_mut().unwrap()
    }

    fn show(&mut self, queens: Squares) {
        let solved = self.finds_solutions && is_solution(&queens, self.n);
        let mut ruled_out = self.last().ruled_out.clone();
        for square in self.restored.drain(..) {
            assert!(ruled_out.remove(&square));
        }
        self.frames.push(Frame { queens, solved, ruled_out });
    }

    /// Shows the change from one board to another.
    fn step(&mut self, before: &Squares, after: &Squares) {
        let mut gone: Vec<_> = before.difference(after).copied().collect();
        let mut new: Vec<_> = after.difference(before).copied().collect();
        gone.sort_by_key(|square| self.line(*square));
        new.sort_by_key(|square| self.line(*square));
        let moved = gone.len() == 1 && new.len() == 1 && self.line(gone[0]) == self.line(new[0]);
        let replaced = before.len() == self.n && after.len() == self.n && new.len() > 1;
        if moved || replaced || (before.is_empty() && new.len() > 1) {
            return self.show(after.clone());
        }
        let mut queens = before.clone();
        for square in gone.into_iter().rev() {
            queens.remove(&square);
            self.show(queens.clone());
        }
        for square in new {
            queens.insert(square);
            self.show(queens.clone());
        }
    }

    fn by_rows(&self) -> bool {
        self.header["order"] == "rows"
    }

    /// The column of a square, or its row in a search by rows.
    fn line(&self, (row, column): (u8, u8)) -> u8 {
        if self.by_rows() { row } else { column }
    }

    fn coordinate(&self, value: &Value) -> u8 {
        let base = self.header.get("base").map_or(1, |base| base.as_u64().unwrap());
        u8::try_from(value.as_u64().unwrap() + 1 - base).unwrap()
    }

    fn square(&self, value: &Value) -> (u8, u8) {
        (self.coordinate(&value[0]), self.coordinate(&value[1]))
    }

    /// One square, or a list of them.
    fn squares(&self, value: &Value) -> Squares {
        if value[0].is_number() {
            return Squares::from([self.square(value)]);
        }
        value.as_array().unwrap().iter().map(|square| self.square(square)).collect()
    }

    fn board(&self, value: &Value) -> Squares {
        let is_empty = |cell: &Value| {
            cell.is_null() || cell.as_i64() == Some(-1) || self.header.get("empty") == Some(cell)
        };
        let cells = value.as_array().unwrap().iter().zip(1..);
        let queens = cells.filter(|(cell, _)| !is_empty(cell)).map(|(cell, line)| {
            if cell.is_array() {
                return self.square(cell);
            }
            let position = self.coordinate(cell);
            if self.by_rows() { (line, position) } else { (position, line) }
        });
        queens.collect()
    }
}
