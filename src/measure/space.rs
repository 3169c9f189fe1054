//! The size of what is searched.

use std::time::{Duration, Instant};

use crate::board::BoardSize;

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
    /// Nodes of the search tree: ways to put queens on the first columns, none to all of them, so that none
    /// attacks another. `None` if they were not counted in time.
    pub nodes: Option<u64>,
}

impl SearchSpace {
    /// For boards of this size. `go_on` is asked now and then; if it says no, there is no result.
    pub fn of(size: BoardSize, timeout: Duration, go_on: impl FnMut() -> bool) -> Option<Self> {
        let n = u32::from(size);
        let tree = Tree { all: u64::MAX >> (64 - n), nodes: 0, began: Instant::now(), timeout, go_on };
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

/// The search tree while its nodes are counted.
struct Tree<F> {
    all: u64,
    nodes: u64,
    began: Instant,
    timeout: Duration,
    go_on: F,
}

impl<F: FnMut() -> bool> Tree<F> {
    fn count(mut self) -> Result<u64, Ended> {
        self.visit(0, 0, 0)?;
        Ok(self.nodes)
    }

    /// Visits a node, by the rows of its queens and those that they attack along diagonals.
    fn visit(&mut self, rows: u64, down: u64, up: u64) -> Result<(), Ended> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            if !(self.go_on)() {
                return Err(Ended::Stopped);
            }
            if self.began.elapsed() > self.timeout {
                return Err(Ended::CutOff);
            }
        }
        let mut free = self.all & !(rows | down | up);
        while free > 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.visit(rows | queen, (down | queen) << 1, (up | queen) >> 1)?;
        }
        Ok(())
    }
}
