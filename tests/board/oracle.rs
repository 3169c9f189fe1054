//! The solutions of problems by brute force, independent of the solvers.

use std::collections::BTreeSet;

/// Row and column, both counted from 1.
pub type At = (u8, u8);

/// Whether queens on two different squares attack each other.
pub fn attack(one: At, other: At) -> bool {
    let rows = i16::from(one.0) - i16::from(other.0);
    let columns = i16::from(one.1) - i16::from(other.1);
    rows * columns * (rows - columns) * (rows + columns) == 0
}

/// A board with a start and closed squares.
#[derive(Debug, Clone)]
pub struct Puzzle {
    pub n: u8,
    pub start: Vec<At>,
    pub blocked: Vec<At>,
}

impl Puzzle {
    /// Whether it contradicts itself.
    pub fn is_refused(&self) -> bool {
        let Self { start, blocked, .. } = self;
        let twice = |squares: &[At]| squares.iter().collect::<BTreeSet<_>>().len() < squares.len();
        let pairs = || start.iter().flat_map(|one| start.iter().map(move |other| (one, other)));
        twice(start)
            || twice(blocked)
            || pairs().any(|(one, other)| one != other && attack(*one, *other))
            || start.iter().any(|square| blocked.contains(square))
    }

    /// Every solution as the row of the queen in each column, in ascending order, by trying all rows for each
    /// column.
    pub fn solutions(&self) -> Vec<Vec<u8>> {
        let n = self.n;
        let mut found = Vec::new();
        for code in 0..u64::from(n).pow(n.into()) {
            let digit = |column: u8| (code / u64::from(n).pow((n - 1 - column).into()) % u64::from(n)) as u8;
            let rows: Vec<u8> = (0..n).map(|column| digit(column) + 1).collect();
            if self.is_solved_by(&squares(&rows)) {
                found.push(rows);
            }
        }
        found
    }

    pub fn is_solved_by(&self, queens: &[At]) -> bool {
        self.start.iter().all(|square| queens.contains(square))
            && !queens.iter().any(|square| self.blocked.contains(square))
            && !(1..).zip(queens).any(|(next, one)| queens[next..].iter().any(|other| attack(*one, *other)))
    }

    /// The symmetries of the board that keep start and closed squares, by number.
    fn symmetries(&self) -> impl Iterator<Item = u8> {
        let keeps = |map: u8, of: &[At]| {
            let images = of.iter().map(|at| image(self.n, *at, map)).collect::<BTreeSet<At>>();
            images == of.iter().copied().collect()
        };
        (0..8).filter(move |map| keeps(*map, &self.start) && keeps(*map, &self.blocked))
    }

    /// The first of each set of solutions that the symmetries map to each other.
    pub fn fundamental(&self) -> Vec<Vec<u8>> {
        let (mut seen, mut first) = (BTreeSet::new(), Vec::new());
        for rows in self.solutions() {
            if !seen.contains(&squares(&rows)) {
                for map in self.symmetries() {
                    let images = squares(&rows).into_iter().map(|at| image(self.n, at, map));
                    let mut images: Vec<At> = images.collect();
                    images.sort_unstable_by_key(|at| at.1);
                    seen.insert(images);
                }
                first.push(rows);
            }
        }
        first
    }
}

/// The image of a square under one of eight symmetries: mirrored from the fourth on, then turned clockwise by
/// quarters.
fn image(n: u8, (row, column): At, map: u8) -> At {
    let start = if map < 4 { (row, column) } else { (row, n + 1 - column) };
    (0..map % 4).fold(start, |(row, column), _| (column, n + 1 - row))
}

pub fn squares(rows: &[u8]) -> Vec<At> {
    (1..).zip(rows).map(|(column, row)| (*row, column)).collect()
}

/// Random puzzles, the same in each run. Some are symmetric, so that solutions are images of each other.
pub fn puzzles(n: u8, number: usize) -> impl Iterator<Item = Puzzle> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64 ^ u64::from(n);
    let mut below = move |limit: u8| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u8 % limit
    };
    (0..number).map(move |_| {
        let mut some = |most: u8| {
            let number = below(most + 1);
            (0..number).map(|_| (below(n) + 1, below(n) + 1)).collect::<Vec<At>>()
        };
        let (mut start, mut blocked) = (some(2), some(4));
        match below(4) {
            0 => blocked.extend(blocked.clone().into_iter().map(|at| image(n, at, 2))),
            1 => start.extend(start.clone().into_iter().map(|at| image(n, at, 2))),
            2 => blocked.extend(blocked.clone().into_iter().map(|at| image(n, at, 4))),
            _ => {
                start.clear();
                blocked.truncate(1);
                blocked = blocked.iter().flat_map(|at| [0, 1, 2, 3].map(|map| image(n, *at, map))).collect();
            }
        }
        // Duplicate squares are refused, which has a separate test.
        for squares in [&mut start, &mut blocked] {
            squares.sort_unstable();
            squares.dedup();
        }
        Puzzle { n, start, blocked }
    })
}
