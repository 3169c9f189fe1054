//! The size of what is searched.

use std::time::{Duration, Instant};

use crate::board::{Line, Problem};

use super::{BETWEEN_LOOKS, Natural};

/// The size of what is searched.
///
/// ```
/// use std::time::Duration;
/// use queenreel::board::BoardSize;
/// use queenreel::measure::SearchSpace;
///
/// let space = SearchSpace::of(BoardSize::new(8)?, Duration::from_secs(10), || true).unwrap();
/// assert_eq!((space.boards.to_string(), space.permutations.to_string()), ("16777216".into(), "40320".into()));
/// assert_eq!(space.nodes, Some(2057));
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchSpace {
    /// Boards with a queen in each column: N to the power of N.
    pub boards: Natural,
    /// Those with a queen in each row as well: the factorial of N.
    pub permutations: Natural,
    /// Nodes of the search tree: ways to put queens on the first columns without one, none to all of them, so
    /// that none attacks another. `None` if they were not counted in time.
    pub nodes: Option<u64>,
}

impl SearchSpace {
    /// For a problem: its start and closed squares leave fewer nodes. `go_on` is asked now and then; if it says
    /// no, there is no result.
    pub fn of(problem: impl Into<Problem>, timeout: Duration, go_on: impl FnMut() -> bool) -> Option<Self> {
        let problem: Problem = problem.into();
        let n = u32::from(problem.size());
        let columns = columns(&problem);
        let tree = Tree { columns: &columns, nodes: 0, began: Instant::now(), timeout, go_on };
        let nodes = match tree.count() {
            Ok(nodes) => Some(nodes),
            Err(Ended::CutOff) => None,
            Err(Ended::Stopped) => return None,
        };
        let boards = Natural::product((0..n).map(|_| n));
        Some(Self { boards, permutations: Natural::product(1..=n), nodes })
    }
}

/// Why a count has no result.
enum Ended {
    CutOff,
    Stopped,
}

/// A column without a queen of the start.
struct Column {
    /// The rows that are neither closed nor attacked by the start, as bits.
    free: u64,
    /// The distance to the next such column.
    step: u32,
}

fn columns(problem: &Problem) -> Vec<Column> {
    let size = problem.size();
    let has_start = |column: u8| problem.start().iter().any(|queen| queen.column == column);
    let numbers: Vec<u8> = (1..=size.get()).filter(|column| !has_start(*column)).collect();
    let free = |column: u8| {
        let free = Line::Column(column).squares(size).filter(|square| problem.is_free(*square));
        free.fold(0, |rows, square| rows | 1 << (square.row - 1))
    };
    let step = |index: usize| numbers.get(index + 1).map_or(0, |next| u32::from(next - numbers[index]));
    let column = |(index, number): (usize, &u8)| Column { free: free(*number), step: step(index) };
    numbers.iter().enumerate().map(column).collect()
}

/// The search tree while its nodes are counted.
struct Tree<'a, F> {
    columns: &'a [Column],
    nodes: u64,
    began: Instant,
    timeout: Duration,
    go_on: F,
}

impl<F: FnMut() -> bool> Tree<'_, F> {
    fn count(mut self) -> Result<u64, Ended> {
        self.visit(0, 0, 0, 0)?;
        Ok(self.nodes)
    }

    /// Visits a node, by the rows of its queens and those that they attack along diagonals.
    fn visit(&mut self, column: usize, rows: u64, down: u64, up: u64) -> Result<(), Ended> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            if !(self.go_on)() {
                return Err(Ended::Stopped);
            }
            if self.began.elapsed() > self.timeout {
                return Err(Ended::CutOff);
            }
        }
        let Some(Column { free, step }) = self.columns.get(column) else { return Ok(()) };
        let mut free = free & !(rows | down | up);
        while free > 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.visit(column + 1, rows | queen, (down | queen) << step, (up | queen) >> step)?;
        }
        Ok(())
    }
}
