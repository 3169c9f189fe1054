//! The search inside the ring, on whole batches of boards.
//!
//! Each lane of a batch is one board, with the same row next for all of them. A
//! step places one queen per lane, without a branch, so that the compiler can
//! use vector instructions. The children that may still be completed are packed
//! into the batch of the next row, and the boards with squares left to try stay
//! in theirs. Full batches far down go first, so that none exceeds its capacity.

use std::array;
use std::iter::zip;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::sync::atomic::{AtomicBool, Ordering};

use super::ring::{Board, Group};

/// Boards advanced in one step; a `u8` can number their lanes.
const LANES: usize = 256;

/// A step adds at most `LANES` boards to a row, and only to one that has fewer.
const CAPACITY: usize = 2 * LANES;

/// Lanes are rounded up to this number, for loops without a remainder.
const VECTOR: usize = 16;

/// A bit per inner column.
pub trait Mask:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// No bit.
    const NONE: Self;
    /// The low bits of a mask.
    fn truncate(mask: u32) -> Self;
    /// The lowest bit, if any.
    fn lowest(self) -> Self;
    /// Diagonals as seen from a row further down.
    fn diagonal(self, rows: u32) -> Self;
    /// Antidiagonals as seen from a row further down.
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

/// The attacked columns, diagonals and antidiagonals and the free squares of the next row, for each of `N`
/// boards.
type Boards<M, const N: usize> = [[M; N]; 4];

#[derive(Clone, Copy)]
struct Row<M> {
    attacked: M,
    step: u32,
}

/// The boards whose next row is the same.
#[derive(Clone)]
struct Batch<M> {
    len: usize,
    boards: Boards<M, CAPACITY>,
}

/// One child of each of the boards in a step.
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
    /// Buffers for boards of `n` rows.
    pub fn new(n: u32) -> Self {
        let batch = Batch { len: 0, boards: [[M::NONE; CAPACITY]; 4] };
        Self {
            batches: vec![batch; n as usize],
            children: Children {
                boards: [[M::NONE; LANES]; 4],
                alive: [false; LANES],
                rest: [M::NONE; LANES],
            },
        }
    }

    /// Number of solutions for all images of a group, `None` if stopped.
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

    /// The lowest row with enough boards for a full step, or else the highest
    /// with any.
    fn next(&self, last: usize) -> Option<usize> {
        let batches = &self.batches[..=last];
        batches
            .iter()
            .rposition(|batch| batch.len >= LANES)
            .or_else(|| batches.iter().position(|batch| batch.len > 0))
    }
}

impl<M: Mask> Batch<M> {
    /// Places a queen on each of the last `LANES` boards.
    fn expand(&mut self, below: &mut Self, children: &mut Children<M>, rows: &[Row<M>]) {
        let from = self.len.saturating_sub(LANES);
        let len = self.len - from;
        let parents = self.boards.each_ref().map(|lanes| &lanes[from..from + LANES]);
        let lanes = len.next_multiple_of(VECTOR);
        // Looking at one more row costs more than the boards that it would drop;
        // only for the last rows it pays off to look at all of them.
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
            // Written unconditionally, since branches would be mispredicted.
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

    /// Removes the last `LANES` boards and counts their solutions, when the
    /// two columns left are for this row and one `step` further down.
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
    /// A child is alive if each of the `LOOK` next rows has a free square and,
    /// when no more rows are left, each open column has one in some of them.
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
