//! Counts boards and nodes of the search tree.

use std::fmt;
use std::time::{Duration, Instant};

use crate::board::Problem;
use crate::search::{OpenLines, Order};

use super::BETWEEN_LOOKS;

/// The size of the search space of a problem, counted in four ways.
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
    /// Boards with the queens on any squares: N² choose N.
    pub any_squares: Natural,
    /// Boards with a queen in each column: N to the power of N.
    pub boards: Natural,
    /// Boards with a queen in each row and column: the factorial of N.
    pub permutations: Natural,
    /// Nodes of the search tree: ways to place non-attacking queens in the first columns without a given queen,
    /// for every number of such columns from 0. `None` if counting timed out.
    pub nodes: Option<u64>,
}

impl SearchSpace {
    /// Counts the search space of a problem; given queens and closed squares reduce only the nodes. `go_on` is
    /// polled; if it returns false, the count is cancelled and returns `None`.
    pub fn of(problem: impl Into<Problem>, timeout: Duration, go_on: impl FnMut() -> bool) -> Option<Self> {
        let problem: Problem = problem.into();
        let n = u32::from(problem.size());
        let columns = columns(&problem);
        let mut tree = Tree { columns: &columns, nodes: 0, began: Instant::now(), timeout, go_on };
        let nodes = match tree.visit(0, 0, 0, 0) {
            Ok(()) => Some(tree.nodes),
            Err(Ended::CutOff) => None,
            Err(Ended::Stopped) => return None,
        };
        let any_squares = Natural::combinations(n * n, n);
        let boards = Natural::product((0..n).map(|_| n));
        Some(Self { any_squares, boards, permutations: Natural::product(1..=n), nodes })
    }
}

enum Ended {
    CutOff,
    Stopped,
}

/// A column without a given queen.
struct Column {
    /// Rows that are neither closed nor attacked by given queens, as bits.
    free: u64,
    /// The distance to the next column without a given queen; 0 for the last such column.
    step: u32,
}

fn columns(problem: &Problem) -> Vec<Column> {
    let lines = OpenLines::new(problem, Order::Columns);
    let column = |(number, line): (u8, u8)| Column {
        free: lines.free(line),
        step: lines.from(number + 1).next().map_or(0, |next| u32::from(next - line)),
    };
    (0..).zip(lines.from(0)).map(column).collect()
}

struct Tree<'a, F> {
    columns: &'a [Column],
    nodes: u64,
    began: Instant,
    timeout: Duration,
    go_on: F,
}

impl<F: FnMut() -> bool> Tree<'_, F> {
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

/// A natural number of any size, written in decimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Natural {
    /// Groups of nine digits, the least significant first.
    groups: Vec<u32>,
}

const GROUP: u64 = 1_000_000_000;

impl Natural {
    /// Multiplies the factors; returns 1 if there are none.
    ///
    /// ```
    /// use queenreel::measure::Natural;
    ///
    /// assert_eq!(Natural::product(1..=25).to_string(), "15511210043330985984000000");
    /// ```
    pub fn product(factors: impl IntoIterator<Item = u32>) -> Self {
        let mut groups = vec![1];
        for factor in factors {
            let mut carry = 0;
            for group in &mut groups {
                let product = u64::from(*group) * u64::from(factor) + carry;
                *group = (product % GROUP) as u32;
                carry = product / GROUP;
            }
            while carry > 0 {
                groups.push((carry % GROUP) as u32);
                carry /= GROUP;
            }
            while groups.len() > 1 && groups.last() == Some(&0) {
                groups.pop();
            }
        }
        Self { groups }
    }

    /// Returns the binomial coefficient.
    fn combinations(n: u32, chosen: u32) -> Self {
        let mut factors: Vec<u32> = (n - chosen + 1..=n).collect();
        for divisor in 2..=chosen {
            let mut rest = divisor;
            for factor in &mut factors {
                let common = common_divisor(*factor, rest);
                (*factor, rest) = (*factor / common, rest / common);
            }
        }
        Self::product(factors)
    }
}

const fn common_divisor(mut one: u32, mut other: u32) -> u32 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups = self.groups.iter().rev();
        write!(f, "{}", groups.next().copied().unwrap_or_default())?;
        groups.try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_agree_with_the_triangle_of_pascal() {
        let mut row = vec![1_u128];
        for n in 1..=100_u32 {
            row = (0..=row.len())
                .map(|at| [at.wrapping_sub(1), at].iter().filter_map(|at| row.get(*at)).sum())
                .collect();
            for (chosen, number) in (0..).zip(&row) {
                assert_eq!(Natural::combinations(n, chosen).to_string(), number.to_string(), "{n}, {chosen}");
            }
        }
    }

    #[test]
    fn products_agree_with_those_of_128_bits() {
        for n in 1..=25_u32 {
            let power = u128::from(n).pow(n);
            assert_eq!(Natural::product((0..n).map(|_| n)).to_string(), power.to_string());
            let factorial: u128 = (1..=u128::from(n)).product();
            assert_eq!(Natural::product(1..=n).to_string(), factorial.to_string());
        }
        assert_eq!(Natural::product([]).to_string(), "1");
        assert_eq!(Natural::product([u32::MAX; 4]).to_string(), u128::from(u32::MAX).pow(4).to_string());
        assert_eq!(Natural::product([u32::MAX, u32::MAX, 0]).to_string(), "0");
    }
}
