//! A page as a tree of rows, columns and grids, placed in whole pixels.
//!
//! Each node has a minimum and a maximum length: its width first, then its height at that width.
//! Remaining space goes to nodes by rank, in equal shares.
//!
//! ```
//! use queenreel::internals::page::layout::flow::{column, exactly, from, leaf, row};
//!
//! let board = leaf("board", exactly(80), exactly(80));
//! let page = column([leaf("title", from(50), exactly(12)), row([board, leaf("code", from(30), from(20))])]);
//! let places = page.gaps(exactly(0), exactly(8)).placed(160, 100).unwrap();
//! assert_eq!(places.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["title", "board", "code"]);
//! assert_eq!((places[2].1.x, places[2].1.y, places[2].1.width, places[2].1.height), (80, 20, 80, 80));
//! assert!(leaf("board", exactly(80), exactly(80)).placed(79, 100).is_none());
//! ```

use std::cell::Cell;
use std::rc::Rc;

use crate::picture::Rect;

/// A length: minimum, maximum, and the rank in the distribution of remaining space (lowest first).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub least: u32,
    pub most: u32,
    /// From 0 to [`Span::LAST`].
    pub rank: u8,
}

/// Returns a fixed length in pixels.
pub const fn exactly(length: u32) -> Span {
    Span { least: length, most: length, rank: 0 }
}

/// Returns a length with a minimum, but no maximum; it grows after lengths that have a maximum.
pub const fn from(least: u32) -> Span {
    Span { least, most: u32::MAX, rank: 1 }
}

/// Returns a length with a minimum and a maximum.
pub const fn between(least: u32, most: u32) -> Span {
    Span { least, most: if most < least { least } else { most }, rank: 0 }
}

impl Span {
    /// The rank of lengths that grow after all others.
    pub const LAST: u8 = 2;

    fn with(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.max(other.most),
            rank: self.rank.max(other.rank),
        }
    }

    /// Returns a span with the minimum of this span and the larger maximum of both.
    fn or(self, other: Self) -> Self {
        Self { least: self.least, ..self.with(other) }
    }

    /// Returns the start and the length in a space; `None` if the space is too small.
    fn within(self, align: Align, step: u32, start: u32, room: u32) -> Option<(u32, u32)> {
        let free = room.checked_sub(self.least)?;
        let length = self.least + free.min(self.most - self.least);
        let begin = (start + (room - length) * align as u32 / 2).next_multiple_of(step);
        let length = length.min((start + room).checked_sub(begin)?);
        (length >= self.least).then_some((begin, length))
    }
}

/// The alignment in a larger space. Its value is the number of halves of the remaining space before the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Left or top.
    Start,
    /// Centre.
    Middle,
    /// Right or bottom.
    End,
}

/// A part of a page, whose leaves have keys.
#[derive(Clone)]
pub struct Node<'a, K> {
    kind: Kind<'a, K>,
    align: [Align; 2],
    step: u32,
    pub width: Span,
    height: Option<Span>,
    /// The cached result of `height` and the width for which it was computed: parents at every level request it.
    known: Cell<Option<(u32, Option<Span>)>>,
}

#[derive(Clone)]
enum Kind<'a, K> {
    Nothing,
    Leaf(Option<K>, Span),
    Grid(Grid<'a, K>),
    First(Vec<Rc<Node<'a, K>>>),
    /// A node at the largest of these sizes, in descending order, at which it is narrow enough.
    Scaled(Vec<f32>, Rc<dyn Fn(f32) -> Node<'a, K> + 'a>),
}

#[derive(Clone)]
struct Grid<'a, K> {
    /// The cells, row by row.
    cells: Vec<Node<'a, K>>,
    columns: usize,
    gaps: [Span; 2],
    even: bool,
    /// The columns with the gaps between them.
    widths: Vec<Span>,
}

pub fn leaf<'a, K>(key: K, width: Span, height: Span) -> Node<'a, K> {
    Node::of(Kind::Leaf(Some(key), height), width)
}

pub fn space<'a, K>(width: Span, height: Span) -> Node<'a, K> {
    Node::of(Kind::Leaf(None, height), width)
}

pub fn column<'a, K>(cells: impl IntoIterator<Item = Node<'a, K>>) -> Node<'a, K> {
    grid(1, there(cells))
}

pub fn row<'a, K>(cells: impl IntoIterator<Item = Node<'a, K>>) -> Node<'a, K> {
    let cells = there(cells);
    grid(cells.len(), cells)
}

fn there<'a, K>(cells: impl IntoIterator<Item = Node<'a, K>>) -> Vec<Node<'a, K>> {
    cells.into_iter().filter(|cell| !matches!(cell.kind, Kind::Nothing)).collect()
}

/// Places nodes in rows of `columns`. Each column is as wide as its widest node, each row as high as its highest
/// node.
pub fn grid<'a, K>(columns: usize, cells: impl IntoIterator<Item = Node<'a, K>>) -> Node<'a, K> {
    let (cells, columns) = (cells.into_iter().collect(), columns.max(1));
    let grid = Grid { cells, columns, gaps: [exactly(0); 2], even: false, widths: Vec::new() };
    Node::of(Kind::Grid(grid), exactly(0)).changed(|_| ())
}

/// Chooses the first node that is narrow enough; the last node must be the narrowest.
pub fn first<'a, K>(nodes: impl IntoIterator<Item = Node<'a, K>>) -> Node<'a, K> {
    let nodes: Vec<Rc<Node<'a, K>>> = nodes.into_iter().map(Rc::new).collect();
    let width = nodes.iter().rev().map(|node| node.width).reduce(Span::or).unwrap_or(exactly(0));
    Node::of(Kind::First(nodes), width)
}

/// Chooses the largest size in a range, at intervals of about a pixel, at which the node is narrow enough.
pub fn scaled<'a, K>(most: f32, least: f32, node: impl Fn(f32) -> Node<'a, K> + 'a) -> Node<'a, K> {
    let width = node(least).width.or(node(most).width);
    Node::of(Kind::Scaled(sizes(most, least).collect(), Rc::new(node)), width)
}

/// Returns the sizes in a range, at intervals of about a pixel, in descending order.
pub(crate) fn sizes(most: f32, least: f32) -> impl Iterator<Item = f32> {
    let steps = ((most - least).ceil() as u16).max(1);
    (0..=steps).map(move |step| most - (most - least) * f32::from(step) / f32::from(steps))
}

impl<'a, K> Node<'a, K> {
    const fn of(kind: Kind<'a, K>, width: Span) -> Self {
        Self { kind, align: [Align::Start; 2], step: 1, width, height: None, known: Cell::new(None) }
    }

    /// Sets the gaps between columns and between rows.
    pub fn gaps(self, across: Span, down: Span) -> Self {
        self.changed(|grid| grid.gaps = [across, down])
    }

    /// Makes all columns except the last equally wide.
    pub fn even(self) -> Self {
        self.changed(|grid| grid.even = true)
    }

    fn changed(mut self, change: impl FnOnce(&mut Grid<'a, K>)) -> Self {
        if let Kind::Grid(grid) = &mut self.kind {
            change(grid);
            grid.widths = grid.columns();
            self.width = total(&grid.widths);
        }
        Self { known: Cell::new(None), ..self }
    }

    pub fn align(self, across: Align, down: Align) -> Self {
        Self { align: [across, down], ..self }
    }

    /// Aligns the start to multiples of `step` pixels on the page, for which the maximum length should include
    /// space.
    pub fn step(self, step: u32) -> Self {
        Self { step: step.max(1), ..self }
    }

    pub fn wide(self, width: Span) -> Self {
        Self { width, ..self }
    }

    pub fn tall(self, height: Span) -> Self {
        Self { height: Some(height), ..self }
    }

    /// Returns this node if `is_there` is set, otherwise an empty node.
    pub fn when(self, is_there: bool) -> Self {
        if is_there { self } else { Self::of(Kind::Nothing, exactly(0)) }
    }

    /// Adds padding in pixels.
    pub fn pad(self, [left, top, right, bottom]: [u32; 4]) -> Self {
        if let Kind::Nothing = self.kind {
            return self;
        }
        let across = |length| space(exactly(length), exactly(0));
        let down = |length| space(exactly(0), exactly(length));
        row([across(left), column([down(top), self, down(bottom)]), across(right)])
    }

    /// Returns the height at a width; `None` if the width is too small.
    fn height(&self, width: u32) -> Option<Span> {
        let known = self.known.get().filter(|(known, _)| *known == width);
        let height = known.map_or_else(|| self.height.or_else(|| self.measured(width)), |(_, height)| height);
        self.known.set(Some((width, height)));
        height
    }

    fn measured(&self, width: u32) -> Option<Span> {
        Some(match &self.kind {
            Kind::Nothing => exactly(0),
            Kind::Leaf(_, height) => *height,
            Kind::Grid(grid) => total(&grid.rows(&share(&grid.widths, 0, width)?)?),
            Kind::First(_) | Kind::Scaled(..) => self.chosen(width)?.height(width)?,
        })
    }

    /// Returns the node of a `First` or a `Scaled` that is narrow enough.
    fn chosen(&self, width: u32) -> Option<Rc<Self>> {
        match &self.kind {
            Kind::First(nodes) => nodes.iter().find(|node| node.width.least <= width).cloned(),
            Kind::Scaled(sizes, node) => {
                let wider = sizes.partition_point(|size| node(*size).width.least > width);
                sizes.get(wider).map(|size| Rc::new(node(*size)))
            }
            Kind::Nothing | Kind::Leaf(..) | Kind::Grid(_) => None,
        }
    }
}

impl<K: Copy> Node<'_, K> {
    /// Returns all keys with their areas on a page; `None` if the page is too small.
    pub fn placed(&self, width: u32, height: u32) -> Option<Vec<(K, Rect)>> {
        let mut places = Vec::new();
        self.place(Rect { x: 0, y: 0, width, height }, &mut places).map(|()| places)
    }

    fn place(&self, area: Rect, places: &mut Vec<(K, Rect)>) -> Option<()> {
        let (x, width) = self.width.within(self.align[0], self.step, area.x, area.width)?;
        let (y, height) = self.height(width)?.within(self.align[1], self.step, area.y, area.height)?;
        let area = Rect { x, y, width, height };
        match &self.kind {
            Kind::Nothing => {}
            Kind::Leaf(key, _) => places.extend(key.map(|key| (key, area))),
            Kind::First(_) | Kind::Scaled(..) => self.chosen(width)?.place(area, places)?,
            Kind::Grid(grid) => {
                let columns = share(&grid.widths, area.x, width)?;
                let rows = share(&grid.rows(&columns)?, area.y, height)?;
                for (index, cell) in grid.cells.iter().enumerate() {
                    let (x, width) = columns[2 * (index % grid.columns)];
                    let (y, height) = rows[2 * (index / grid.columns)];
                    cell.place(Rect { x, y, width, height }, places)?;
                }
            }
        }
        Some(())
    }
}

impl<'a, K> Grid<'a, K> {
    fn columns(&self) -> Vec<Span> {
        let cells = |column| self.cells.iter().skip(column).step_by(self.columns);
        let widest = |column| cells(column).map(|cell| cell.width).fold(exactly(0), Span::with);
        let mut columns: Vec<Span> = (0..self.columns).map(widest).collect();
        if let (true, [all @ .., _]) = (self.even, &mut columns[..]) {
            let widest = all.iter().copied().fold(exactly(0), Span::with);
            all.fill(widest);
        }
        with_gaps(columns, self.gaps[0])
    }

    fn rows(&self, columns: &[(u32, u32)]) -> Option<Vec<Span>> {
        let row = |cells: &[Node<'a, K>]| {
            let mut cells = cells.iter().zip(columns.iter().step_by(2));
            cells.try_fold(exactly(0), |row, (cell, (_, width))| Some(row.with(cell.height(*width)?)))
        };
        let rows: Option<Vec<Span>> = self.cells.chunks(self.columns).map(row).collect();
        rows.map(|rows| with_gaps(rows, self.gaps[1]))
    }
}

fn with_gaps(spans: Vec<Span>, gap: Span) -> Vec<Span> {
    let mut all: Vec<Span> = spans.into_iter().flat_map(|span| [span, gap]).collect();
    all.pop();
    all
}

fn total(spans: &[Span]) -> Span {
    let sum = |length: fn(&Span) -> u32| spans.iter().map(length).fold(0, u32::saturating_add);
    let rank = spans.iter().map(|span| span.rank).max().unwrap_or_default();
    Span { least: sum(|span| span.least), most: sum(|span| span.most), rank }
}

/// Returns the start and the length of each span in a space; `None` if the space is too small.
fn share(spans: &[Span], start: u32, room: u32) -> Option<Vec<(u32, u32)>> {
    let mut rest = room.checked_sub(total(spans).least)?;
    let mut lengths: Vec<u32> = spans.iter().map(|span| span.least).collect();
    for rank in 0..=Span::LAST {
        loop {
            let grows = |index: &usize| spans[*index].rank == rank && lengths[*index] < spans[*index].most;
            let growing: Vec<usize> = (0..spans.len()).filter(grows).collect();
            let count = growing.len() as u32;
            if count == 0 || rest == 0 {
                break;
            }
            let (each, odd) = (rest / count, rest % count);
            for (number, index) in (0..).zip(growing) {
                // The last spans get the pixels that remain after the division.
                let part = each + u32::from(number + odd >= count);
                let part = part.min(spans[index].most - lengths[index]);
                lengths[index] += part;
                rest -= part;
            }
        }
    }
    let place = |end: &mut u32, length| Some((std::mem::replace(end, *end + length), length));
    Some(lengths.into_iter().scan(start, place).collect())
}

/// Lays out a page with each of these lengths, which are in ascending order. Returns the layouts in which
/// everything fits, the longest first.
pub fn largest<'a, K: Copy + 'a>(
    lengths: &[u32],
    (width, height): (u32, u32),
    page: impl Fn(u32) -> Node<'a, K>,
) -> impl Iterator<Item = (u32, Vec<(K, Rect)>)> {
    // The width of the page grows with the length. The height may not, as nodes next to or below a short board may
    // be high.
    let narrow = lengths.partition_point(|length| page(*length).width.least <= width);
    let places = move |length: &u32| Some((*length, page(*length).placed(width, height)?));
    lengths[..narrow].iter().rev().filter_map(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(end)) as u32
        }

        fn span(&mut self) -> Span {
            let least = self.below(30);
            match self.below(3) {
                0 => exactly(least),
                1 => between(least, least + self.below(40)),
                _ => from(least),
            }
        }

        fn node(&mut self, depth: u32, keys: &mut std::ops::RangeFrom<u32>) -> Node<'static, u32> {
            let count = 1 + self.below(4);
            let node = match (depth, self.below(5)) {
                (0, _) | (_, 0) => leaf(keys.next().unwrap(), self.span(), self.span()),
                (_, 1) => row((0..count).map(|_| self.node(depth - 1, keys))),
                (_, 2) => column((0..count).map(|_| self.node(depth - 1, keys))),
                (_, 3) => {
                    let columns = 1 + self.below(3) as usize;
                    grid(columns, (0..count).map(|_| self.node(depth - 1, keys)))
                }
                _ => {
                    let (key, spare) = (keys.next().unwrap(), 1 + self.below(9));
                    scaled(30.0, 2.0, move |size| {
                        let side = size as u32;
                        leaf(key, from(side), between(side, side + spare))
                    })
                }
            };
            let align = |number| [Align::Start, Align::Middle, Align::End][number as usize];
            let node = node.align(align(self.below(3)), align(self.below(3)));
            let node = node.gaps(exactly(self.below(5)), between(self.below(5), 9));
            if self.below(4) == 0 { node.pad([1, 2, 3, 4]) } else { node }
        }

        fn page(&mut self) -> (Node<'static, u32>, u32) {
            let mut keys = 0..;
            let page = self.node(3, &mut keys);
            (page, keys.next().unwrap())
        }
    }

    #[test]
    fn all_leaves_are_on_the_page_and_none_overlap() {
        let mut numbers = Numbers(1);
        let mut placed = 0;
        for _ in 0..2000 {
            let (page, leaves) = numbers.page();
            let (width, height) = (20 + numbers.below(400), 20 + numbers.below(400));
            let Some(places) = page.placed(width, height) else { continue };
            placed += 1;
            assert_eq!(places.len(), leaves as usize);
            for (index, (key, area)) in places.iter().enumerate() {
                assert!(area.right() <= width && area.bottom() <= height, "{key}: {area:?}");
                for (other, beside) in &places[..index] {
                    assert!(!area.overlaps(*beside), "{key} and {other}: {area:?}, {beside:?}");
                }
            }
        }
        assert!(placed > 1000, "{placed}");
    }

    #[test]
    fn a_page_has_room_where_its_least_lengths_do() {
        let mut numbers = Numbers(2);
        for _ in 0..1000 {
            let (page, _) = numbers.page();
            let (width, height) = (numbers.below(300), numbers.below(300));
            let needed = page.height(width).filter(|_| page.width.least <= width);
            let has_room = needed.is_some_and(|own| own.least <= height);
            assert_eq!(page.placed(width, height).is_some(), has_room, "{width}×{height}");
            assert!(page.width.least == 0 || page.placed(page.width.least - 1, 10_000).is_none());
        }
    }

    #[test]
    fn all_room_is_used_in_equal_shares_by_rank() {
        let mut numbers = Numbers(3);
        for _ in 0..1000 {
            let spans: Vec<Span> = (0..=numbers.below(6)).map(|_| numbers.span()).collect();
            let room = numbers.below(400);
            let lengths = |places: Vec<(u32, u32)>| places.into_iter().map(|(_, length)| length).collect();
            let Some(lengths): Option<Vec<u32>> = share(&spans, 0, room).map(lengths) else {
                assert!(total(&spans).least > room);
                continue;
            };
            let all = total(&spans);
            assert_eq!(lengths.iter().sum::<u32>(), room.min(all.most).max(all.least));
            for (span, length) in spans.iter().zip(&lengths) {
                assert!((span.least..=span.most).contains(length));
                // The spring of a later rank is last.
                let waits = spans
                    .iter()
                    .zip(&lengths)
                    .any(|(other, have)| other.rank < span.rank && *have < other.most);
                assert!(!waits || *length == span.least, "{spans:?}: {lengths:?}");
                // No span gets more than another span that could use it, except for pixels that do not divide.
                let got = length - span.least;
                let less = spans.iter().zip(&lengths).all(|(other, have)| {
                    other.rank != span.rank
                        || *have == other.most
                        || have - other.least + spans.len() as u32 > got
                });
                assert!(less, "{spans:?} in {room}: {lengths:?}");
            }
        }
    }

    #[test]
    fn what_is_found_does_not_depend_on_the_order_of_search() {
        let mut numbers = Numbers(4);
        for _ in 0..200 {
            let (side, below, letters) = (numbers.span(), numbers.span(), numbers.below(200));
            let page = |board: u32| {
                let square = leaf(0, exactly(board), exactly(board));
                let text =
                    scaled(4.0, 1.0, move |size| leaf(3, from((size * letters as f32) as u32), exactly(9)));
                let text = first([text]).wide(exactly(board));
                column([row([square, leaf(1, side, from(3))]), leaf(2, from(40), below), text])
            };
            let (width, height) = (40 + numbers.below(300), numbers.below(300));
            let lengths: Vec<u32> = (1..=80).map(|square| 4 * square).collect();
            let one_by_one =
                lengths.iter().filter_map(|length| Some((*length, page(*length).placed(width, height)?)));
            let one_by_one = one_by_one.fold(None, |_, longer| Some(longer));
            assert_eq!(largest(&lengths, (width, height), page).next(), one_by_one);
            let text = |size: f32| leaf(0, exactly((size * 3.7) as u32), exactly(size as u32));
            let sizes = (0..=18).map(|step| 20.0 - f32::from(step as u8));
            let first_that_fits = { sizes }.find_map(|size| text(size).placed(width, 40));
            assert_eq!(scaled(20.0, 2.0, text).placed(width, 40), first_that_fits);
        }
    }

    #[test]
    fn what_is_left_out_has_no_gap() {
        let cell = |key| leaf(key, exactly(10), exactly(10));
        let row = row([cell(0), cell(1).pad([5; 4]).when(false), cell(2)]).gaps(exactly(3), exactly(0));
        let xs: Vec<u32> = row.placed(23, 10).unwrap().iter().map(|(_, area)| area.x).collect();
        assert_eq!(xs, [0, 13]);
    }

    #[test]
    fn a_node_with_a_step_begins_at_a_multiple_or_not_at_all() {
        let board = leaf((), between(64, 71), between(64, 71)).step(8).pad([3, 3, 0, 0]);
        let places = |side| board.placed(side, side).map(|places| places[0].1);
        assert_eq!(places(71), None);
        assert_eq!(places(72), Some(Rect { x: 8, y: 8, width: 64, height: 64 }));
        assert_eq!(places(80), Some(Rect { x: 8, y: 8, width: 66, height: 66 }));
    }
}
