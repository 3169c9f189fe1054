//! Events that a log implies: the steps between two boards, and solutions that it does not report.

use std::collections::BTreeMap;

use crate::board::{BoardSize, Problem, Square, SquareSet};
use crate::search::{Event, Order, Position};

use super::Entry;

/// Returns the events that lead from one board to the next. If one queen changes its position on a line, it moves;
/// on full boards, two such queens swap. Other full boards with several new queens are set up as a whole, and so
/// are several queens on an empty board. In all other cases, queens are removed from the last line to the first,
/// with a backtrack between lines, and then new queens are placed.
pub fn steps_between(before: &SquareSet, after: &SquareSet, order: Order, size: BoardSize) -> Vec<Event> {
    let line = |square: &Square| order.line_of(*square).number();
    let only_in = |one: &SquareSet, other: &SquareSet| {
        let mut squares: Vec<Square> = one.iter().filter(|square| !other.contains(*square)).collect();
        squares.sort_unstable_by_key(line);
        squares
    };
    let (removed, added) = (only_in(before, after), only_in(after, before));
    let same_lines = removed.iter().map(line).eq(added.iter().map(line));
    let is_full = [before, after].iter().all(|queens| queens.len() == usize::from(size));
    match (removed.as_slice(), added.as_slice()) {
        ([from], [to]) if same_lines => vec![Event::Move { from: *from, to: *to }],
        ([from, other_from], [to, other_to]) if same_lines && is_full => {
            vec![Event::Swap { from: [*from, *other_from], to: [*to, *other_to] }]
        }
        (_, [_, _, ..]) if is_full || before.is_empty() => whole_board(after).collect(),
        (removed, added) => {
            let mut events = Vec::new();
            let mut last = None;
            for queen in removed.iter().rev() {
                let line = order.line_of(*queen);
                let exhausted = last.replace(line).filter(|last| *last != line);
                events.extend(exhausted.map(|from| Event::Backtrack { from }));
                events.push(Event::Remove(*queen));
            }
            events.extend(added.iter().copied().map(Event::Place));
            events
        }
    }
}

/// Returns the events that place a queen and remove the other queens of its line and all queens of later lines.
pub fn steps_to_set(before: &SquareSet, square: Square, order: Order) -> Vec<Event> {
    let line = |square: Square| order.line_of(square).number();
    let after = before.iter().filter(|queen| line(*queen) < line(square)).chain([square]).collect();
    // There is only one new queen, for which the size of the board makes no difference.
    steps_between(before, &after, order, BoardSize::MAX)
}

pub(super) fn whole_board(queens: &SquareSet) -> impl Iterator<Item = Event> + '_ {
    queens.iter().map(Event::SetUp).chain([Event::Board])
}

/// Adds missing solutions to the entries of a log, in the lanes that report none: each right after the placement,
/// the move or the board that completes the solution. Panics if an event is impossible on the board.
pub(super) fn with_missing_solutions<E>(
    problem: Problem,
    is_missing: impl Fn(Option<u32>) -> bool,
    mut entries: impl Iterator<Item = Result<Entry, E>>,
) -> impl Iterator<Item = Result<Entry, E>> {
    let mut positions: BTreeMap<Option<u32>, Option<Position>> = BTreeMap::new();
    let mut missing = None;
    std::iter::from_fn(move || {
        if let Some(lane) = missing.take() {
            return Some(Ok(Entry { lane, ..Event::Solution.into() }));
        }
        let entry = entries.next()?;
        if let Ok(Entry { event, lane, .. }) = &entry {
            let new = || is_missing(*lane).then(|| Position::of(&problem));
            if let Some(position) = positions.entry(*lane).or_insert_with(new) {
                position.apply(*event);
                if position.is_unreported_solution() {
                    position.apply(Event::Solution);
                    missing = Some(*lane);
                }
            }
        }
        Some(entry)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(before: &[(u8, u8)], after: &[(u8, u8)], size: u64) -> Vec<Event> {
        let set = |squares: &[(u8, u8)]| squares.iter().map(|square| Square::from(*square)).collect();
        steps_between(&set(before), &set(after), Order::Columns, BoardSize::new(size).unwrap())
    }

    #[test]
    fn one_queen_more_fewer_or_elsewhere_is_one_event() {
        let (a, b, c) = ((1, 1), (3, 2), (4, 2));
        assert_eq!(steps(&[a], &[a, b], 4), [Event::place(b.into())]);
        assert_eq!(steps(&[a, b], &[a], 4), [Event::remove(b.into())]);
        assert_eq!(steps(&[a, b], &[a, c], 4), [Event::move_queen(b.into(), c.into())]);
        assert_eq!(steps(&[a, b], &[a, b], 4), []);
    }

    #[test]
    fn a_changed_prefix_is_a_backtrack() {
        use crate::board::Line;
        let (a, b, c, d) = ((1, 1), (3, 2), (5, 3), (2, 1));
        let removals = [
            Event::remove(c.into()),
            Event::backtrack(Line::Column(3)),
            Event::remove(b.into()),
            Event::backtrack(Line::Column(2)),
            Event::remove(a.into()),
        ];
        assert_eq!(steps(&[a, b, c], &[d], 6), [&removals[..], &[Event::place(d.into())]].concat());
    }

    #[test]
    fn whole_boards_swap_two_queens_or_are_set_up() {
        let squares = |rows: [u8; 4]| [(rows[0], 1), (rows[1], 2), (rows[2], 3), (rows[3], 4)];
        let swap = Event::swap([(3, 3).into(), (4, 4).into()], [(4, 3).into(), (3, 4).into()]);
        assert_eq!(steps(&squares([1, 2, 3, 4]), &squares([1, 2, 4, 3]), 4), [swap]);
        let other = steps(&squares([1, 2, 3, 4]), &squares([1, 3, 4, 2]), 4);
        assert_eq!((other.len(), other.last()), (5, Some(&Event::Board)));
        assert_eq!(steps(&[], &[(1, 1), (3, 2)], 4).last(), Some(&Event::Board));
    }
}
