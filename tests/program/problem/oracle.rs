//! The solutions of problems by brute force, which knows nothing of the solvers.

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
    /// Whether it contradicts itself, or closes a line.
    pub fn is_refused(&self) -> bool {
        let Self { n, start, blocked } = self;
        let twice = |squares: &[At]| squares.iter().collect::<BTreeSet<_>>().len() < squares.len();
        let pairs = || start.iter().flat_map(|one| start.iter().map(move |other| (one, other)));
        let is_full =
            |in_line: &dyn Fn(&&At) -> bool| blocked.iter().filter(in_line).count() == usize::from(*n);
        twice(start)
            || twice(blocked)
            || pairs().any(|(one, other)| one != other && attack(*one, *other))
            || start.iter().any(|square| blocked.contains(square))
            || (1..=*n).any(|line| is_full(&|square| square.0 == line) || is_full(&|square| square.1 == line))
    }

    /// Every solution as the row of the queen in each column, in ascending order: all ways to choose a row for
    /// each column are tried.
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

    /// The maps of the board on itself that leave start and closed squares where they are, each as a list of the
    /// images of all squares: turns and mirror images that follow each other.
    fn symmetries(&self) -> Vec<fn(u8, At) -> At> {
        let all: [fn(u8, At) -> At; 8] = [
            |_, at| at,
            |n, at| turn(n, at),
            |n, at| turn(n, turn(n, at)),
            |n, at| turn(n, turn(n, turn(n, at))),
            |n, at| mirror(n, at),
            |n, at| turn(n, mirror(n, at)),
            |n, at| turn(n, turn(n, mirror(n, at))),
            |n, at| turn(n, turn(n, turn(n, mirror(n, at)))),
        ];
        let set = |squares: &[At]| squares.iter().copied().collect::<BTreeSet<At>>();
        let image = |map: fn(u8, At) -> At, of: &[At]| of.iter().map(|at| map(self.n, *at)).collect();
        let keeps = |map: fn(u8, At) -> At, of: &[At]| set(of) == image(map, of);
        all.into_iter().filter(|map| keeps(*map, &self.start) && keeps(*map, &self.blocked)).collect()
    }

    /// Of each set of solutions that the symmetries map on each other, the first.
    pub fn fundamental(&self) -> Vec<Vec<u8>> {
        let (mut seen, mut first) = (BTreeSet::new(), Vec::new());
        for rows in self.solutions() {
            if !seen.contains(&squares(&rows)) {
                for map in self.symmetries() {
                    let mut image: Vec<At> = squares(&rows).into_iter().map(|at| map(self.n, at)).collect();
                    image.sort_unstable_by_key(|at| at.1);
                    seen.insert(image);
                }
                first.push(rows);
            }
        }
        first
    }
}

/// By a quarter, clockwise.
fn turn(n: u8, (row, column): At) -> At {
    (column, n + 1 - row)
}

fn mirror(n: u8, (row, column): At) -> At {
    (row, n + 1 - column)
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
            0 => blocked.extend(blocked.clone().into_iter().map(|at| turn(n, turn(n, at)))),
            1 => start.extend(start.clone().into_iter().map(|at| turn(n, turn(n, at)))),
            2 => blocked.extend(blocked.clone().into_iter().map(|at| mirror(n, at))),
            _ => {
                start.clear();
                let turned = |at: At| [at, turn(n, at), turn(n, turn(n, at)), turn(n, turn(n, turn(n, at)))];
                blocked = blocked.into_iter().take(1).flat_map(turned).collect();
            }
        }
        // A square twice is refused; that has a test of its own.
        for squares in [&mut start, &mut blocked] {
            squares.sort_unstable();
            squares.dedup();
        }
        Puzzle { n, start, blocked }
    })
}
