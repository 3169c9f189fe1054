//! The fast search: it places the queens on the outer ring of the board first, then the queens inside the ring.
//!
//! Every solution has one queen in each of the first and the last row and the first and the last column: four
//! queens, or three if one is in a corner. Of the ring placements that are images of one another under the
//! symmetries of the square, only one is searched, and its count is multiplied by the number of images. Takaken's
//! program does so with corners and edges while descending; Kise et al., "Solving the 24-queens Problem using MPI
//! on a PC Cluster" (2004), and Preußer and Engelhardt, "Putting Queens in Carry Chains, No. 27" (2017), place
//! border queens first, the latter on two rings.
//!
//! Inside the ring, the search advances whole batches of boards. Each lane of a batch is one board, and the next
//! row is the same in all lanes. The search places one queen per lane at once, without a branch, so that the
//! compiler can use vector instructions. Children that may still be completed are packed into the batch of the
//! next row; boards with untried squares stay in their batch. Of the full batches, the lowest is advanced first,
//! so that no batch exceeds its capacity.

use std::array;
use std::iter::zip;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::sync::atomic::{AtomicBool, Ordering};

/// The distances of the queens on the top, right, bottom and left side from the corner where the side begins,
/// clockwise.
type Ring = [i32; 4];

/// The row and the column of a square, from 0.
type Square = (i32, i32);

/// Ring placements that differ only in the top queen.
pub struct Group {
    /// Number of images that each board represents.
    pub weight: u64,
    /// The inner rows without a queen, from top to bottom.
    pub rows: Vec<Row<u32>>,
    /// One board per top queen, with the squares that are attacked in the first of the rows.
    pub boards: Vec<Board>,
}

/// An inner row; bit 0 of a mask is the first inner column.
#[derive(Clone, Copy, Debug)]
pub struct Row<M> {
    /// Squares on a diagonal of the right, bottom or left queen.
    pub attacked: M,
    /// Distance to the next row of the group, 0 for the last row.
    pub step: u32,
}

/// The squares of a row that the queens above it attack.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Columns with a queen, and all bits outside the inner columns.
    pub columns: u32,
    /// Attacked squares on diagonals, which continue one column further right in each row.
    pub diagonals: u32,
    /// Attacked squares on antidiagonals, which continue one column further left in each row.
    pub antidiagonals: u32,
}

/// Returns one ring placement of each class of images, for a board of `n` >= 6 rows.
pub fn groups(n: u32) -> Vec<Group> {
    let n = n as i32;
    let end = n - 1;
    let mut groups = Vec::new();
    for bottom in 0..=end / 2 {
        // The image with the bottom queen nearest to a corner leaves the
        // smallest search: at n = 14 about half of the search for the worst image.
        let side = bottom..=end - bottom;
        for left in side.clone() {
            for right in side.clone() {
                let weighted = |top| Some((weight(n, [top, right, bottom, left])?, top));
                let mut tops: Vec<_> = side.clone().filter_map(weighted).collect();
                tops.sort_unstable();
                for tops in tops.chunk_by(|a, b| a.0 == b.0) {
                    groups.push(group(n, [right, bottom, left], tops));
                }
            }
        }
    }
    groups
}

/// Returns the number of distinct images of a ring; `None` if two queens attack each other, or if another image
/// represents the class.
fn weight(n: i32, ring: Ring) -> Option<u64> {
    let squares = squares(n, ring);
    for (i, &a) in squares.iter().enumerate() {
        if squares[..i].iter().any(|&b| attack(a, b)) {
            return None;
        }
    }
    let key = |[top, right, bottom, left]: Ring| [bottom, left, right, top];
    let mut same = 0;
    for mut image in [ring, mirrored(n, ring)] {
        for _ in 0..4 {
            if key(image) < key(ring) {
                return None;
            }
            same += u64::from(image == ring);
            image.rotate_right(1);
        }
    }
    Some(8 / same)
}

fn mirrored(n: i32, ring: Ring) -> Ring {
    let [top, right, bottom, left] = ring.map(|distance| n - 1 - distance);
    [top, left, bottom, right]
}

fn squares(n: i32, [top, right, bottom, left]: Ring) -> [Square; 4] {
    let end = n - 1;
    [(0, top), (right, end), (end, end - bottom), (end - left, 0)]
}

/// Whether queens on two squares attack each other; equal squares are one queen in a corner, which two sides
/// share.
fn attack(a: Square, b: Square) -> bool {
    let (rows, columns) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    a != b && (rows == 0 || columns == 0 || rows == columns)
}

fn group(n: i32, [right, bottom, left]: [i32; 3], tops: &[(u64, i32)]) -> Group {
    let inner = 1..n - 1;
    let bit = |column: i32| if inner.contains(&column) { 1 << (column - 1) } else { 0 };
    let [_, right, bottom, left] = squares(n, [0, right, bottom, left]);
    let open: Vec<i32> = inner.clone().filter(|&row| row != right.0 && row != left.0).collect();
    let rows = open.iter().enumerate().map(|(i, &row)| Row {
        attacked: [right, bottom, left].iter().fold(0, |mask, queen| {
            let distance = (queen.0 - row).abs();
            mask | bit(queen.1 - distance) | bit(queen.1 + distance)
        }),
        step: open.get(i + 1).map_or(0, |next| next.abs_diff(row)),
    });
    let outside = u32::MAX << (n - 2);
    let boards = tops.iter().map(|&(_, top)| Board {
        columns: outside | bit(bottom.1) | bit(top),
        diagonals: bit(top + open[0]),
        antidiagonals: bit(top - open[0]),
    });
    Group { weight: tops[0].0, rows: rows.collect(), boards: boards.collect() }
}

/// Maximum number of boards advanced at once; a `u8` can number their lanes.
const LANES: usize = 256;

/// Maximum number of boards in a batch: boards are added only to a batch of fewer than `LANES`, at most `LANES` at
/// once.
const CAPACITY: usize = 2 * LANES;

/// The number of lanes is rounded up to a multiple of this, for loops without a remainder.
const VECTOR: usize = 16;

/// Bits for the inner columns of a row.
pub trait Mask:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    const NONE: Self;
    fn truncate(mask: u32) -> Self;
    fn lowest(self) -> Self;
    fn diagonal(self, rows: u32) -> Self;
    fn antidiagonal(self, rows: u32) -> Self;
}

macro_rules! mask {
    ($unsigned:ty) => {
        impl Mask for $unsigned {
            const NONE: Self = 0;

            fn truncate(mask: u32) -> Self {
                mask as Self
            }

            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            // The next row is at most three further down, so nothing wraps; but
            // a checked shift would not become a vector instruction.
            fn diagonal(self, rows: u32) -> Self {
                self.wrapping_shl(rows)
            }

            fn antidiagonal(self, rows: u32) -> Self {
                self.wrapping_shr(rows)
            }
        }
    };
}

mask!(u16);
mask!(u32);

/// The attacked columns, diagonals and antidiagonals and the free squares of the next row, for each of `N` boards.
type Boards<M, const N: usize> = [[M; N]; 4];

#[derive(Clone)]
struct Batch<M> {
    len: usize,
    boards: Boards<M, CAPACITY>,
}

struct Children<M> {
    boards: Boards<M, LANES>,
    alive: [bool; LANES],
    /// The untried squares of the parent.
    rest: [M; LANES],
}

/// The buffers of the search on one thread.
pub struct Batches<M> {
    batches: Vec<Batch<M>>,
    children: Children<M>,
}

impl<M: Mask> Batches<M> {
    pub fn new(n: u32) -> Self {
        let batch = Batch { len: 0, boards: [[M::NONE; CAPACITY]; 4] };
        let boards = [[M::NONE; LANES]; 4];
        let children = Children { boards, alive: [false; LANES], rest: [M::NONE; LANES] };
        Self { batches: vec![batch; n as usize], children }
    }

    /// Counts the solutions for all images of a group; `None` if cancelled.
    pub fn solutions(&mut self, group: &Group, stop: &AtomicBool) -> Option<u64> {
        let rows = group.rows.iter().map(|row| Row { attacked: M::truncate(row.attacked), step: row.step });
        let rows: Vec<Row<M>> = rows.collect();
        let last_two = rows.len() - 2;
        self.start(group);
        let mut solutions = 0;
        while let Some(at) = self.next(last_two) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let (upper, lower) = self.batches.split_at_mut(at + 1);
            if at == last_two {
                solutions += upper[at].finish(rows[at].step, rows[at + 1].attacked);
            } else {
                upper[at].expand(&mut lower[0], &mut self.children, &rows[at..]);
            }
        }
        Some(solutions * group.weight)
    }

    fn start(&mut self, group: &Group) {
        for batch in &mut self.batches {
            batch.len = 0;
        }
        let batch = &mut self.batches[0];
        for board in &group.boards {
            let Board { columns, diagonals, antidiagonals } = *board;
            let free = !(columns | diagonals | antidiagonals | group.rows[0].attacked);
            let masks = [columns, diagonals, antidiagonals, free].map(M::truncate);
            if masks[3] != M::NONE {
                for (lanes, mask) in zip(&mut batch.boards, masks) {
                    lanes[batch.len] = mask;
                }
                batch.len += 1;
            }
        }
    }

    /// Returns the lowest row whose batch fills all lanes, or else the highest row with any board.
    fn next(&self, last: usize) -> Option<usize> {
        let batches = &self.batches[..=last];
        let full = batches.iter().rposition(|batch| batch.len >= LANES);
        full.or_else(|| batches.iter().position(|batch| batch.len > 0))
    }
}

impl<M: Mask> Batch<M> {
    fn expand(&mut self, below: &mut Self, children: &mut Children<M>, rows: &[Row<M>]) {
        let from = self.len.saturating_sub(LANES);
        let len = self.len - from;
        let parents = self.boards.each_ref().map(|lanes| &lanes[from..from + LANES]);
        let lanes = len.next_multiple_of(VECTOR);
        // Usually, children are tested for free squares in the next 3 rows: a further row would cost more time
        // than the boards that it drops. Near the end, all remaining rows are tested.
        match rows.len() {
            3 => children.place::<2>(parents, lanes, rows),
            5 => children.place::<4>(parents, lanes, rows),
            6 => children.place::<5>(parents, lanes, rows),
            _ => children.place::<3>(parents, lanes, rows),
        }

        let (mut alive, mut rest) = ([0; LANES], [0; LANES]);
        let (mut alive_len, mut rest_len) = (0, 0);
        let flags = zip(&children.alive[..len], &children.rest[..len]);
        for (lane, (&child, &parent)) in flags.enumerate() {
            // Each lane is written, but counted only if the flag is set: a branch would be mispredicted.
            alive[alive_len % LANES] = lane as u8;
            rest[rest_len % LANES] = lane as u8;
            alive_len += usize::from(child);
            rest_len += usize::from(parent != M::NONE);
        }

        let [columns, diagonals, antidiagonals, free] =
            below.boards.each_mut().map(|lanes| &mut lanes[below.len..below.len + alive_len]);
        for (i, &lane) in alive[..alive_len].iter().enumerate() {
            let lane = usize::from(lane);
            columns[i] = children.boards[0][lane];
            diagonals[i] = children.boards[1][lane];
            antidiagonals[i] = children.boards[2][lane];
            free[i] = children.boards[3][lane];
        }
        below.len += alive_len;

        let [columns, diagonals, antidiagonals, free] =
            self.boards.each_mut().map(|lanes| &mut lanes[from..from + LANES]);
        for (i, &lane) in rest.iter().enumerate().take(rest_len) {
            let lane = usize::from(lane);
            columns[i] = columns[lane];
            diagonals[i] = diagonals[lane];
            antidiagonals[i] = antidiagonals[lane];
            free[i] = children.rest[lane];
        }
        self.len = from + rest_len;
    }

    /// Removes the last boards, at most `LANES`, and counts their solutions: the two columns left are for this
    /// row, and for the last row, which is `step` further down.
    fn finish(&mut self, step: u32, attacked: M) -> u64 {
        let from = self.len.saturating_sub(LANES);
        let lanes = (self.len - from).next_multiple_of(VECTOR);
        self.boards[3][self.len..from + lanes].fill(M::NONE);
        self.len = from;
        let [columns, diagonals, antidiagonals, free] =
            self.boards.each_ref().map(|lanes| &lanes[from..from + LANES]);
        let mut solutions = 0;
        for i in 0..lanes {
            let (upper, open) = (free[i], !columns[i]);
            let lower =
                open & !(diagonals[i].diagonal(step) | antidiagonals[i].antidiagonal(step) | attacked);
            let first = open.lowest();
            let second = open ^ first;
            let apart = first.diagonal(step) & second == M::NONE;
            let falls = (upper & first != M::NONE) & (lower & second != M::NONE);
            let rises = (upper & second != M::NONE) & (lower & first != M::NONE);
            solutions += u32::from(apart & falls) + u32::from(apart & rises);
        }
        u64::from(solutions)
    }
}

impl<M: Mask> Children<M> {
    /// Places a queen on the first free square of each board.
    ///
    /// A child is alive if each of the next `LOOK` rows has a free square. If these are all remaining rows, each
    /// column without a queen must also have a free square in one of them.
    fn place<const LOOK: usize>(&mut self, parents: [&[M]; 4], lanes: usize, rows: &[Row<M>]) {
        let [columns, diagonals, antidiagonals, free] = parents;
        let (step, rows) = (rows[0].step, &rows[1..]);
        let unseen = if rows.len() > LOOK { !M::NONE } else { M::NONE };
        let rows: [Row<M>; LOOK] = array::from_fn(|i| rows[i]);
        let boards = &mut self.boards;
        for i in 0..lanes {
            let queen = free[i].lowest();
            self.rest[i] = free[i] ^ queen;
            let columns = columns[i] | queen;
            let mut diagonals = (diagonals[i] | queen).diagonal(step);
            let mut antidiagonals = (antidiagonals[i] | queen).antidiagonal(step);
            let free = !(columns | diagonals | antidiagonals | rows[0].attacked);
            boards[0][i] = columns;
            boards[1][i] = diagonals;
            boards[2][i] = antidiagonals;
            boards[3][i] = free;

            let mut rows_open = free != M::NONE;
            let mut covered = columns | free | unseen;
            for j in 1..LOOK {
                diagonals = diagonals.diagonal(rows[j - 1].step);
                antidiagonals = antidiagonals.antidiagonal(rows[j - 1].step);
                let free = !(columns | diagonals | antidiagonals | rows[j].attacked);
                rows_open &= free != M::NONE;
                covered = covered | free;
            }
            self.alive[i] = rows_open & (covered == !M::NONE);
        }
    }
}
