//! The appearance of pins and hatching, in every theme.

use queenreel::board::{BoardSize, Problem, Square, SquareSet};
use queenreel::internals::page::{PageStyle, Piece, Theme};
use queenreel::internals::picture::Rect;
use queenreel::record::{Attack, BoardState, Mark};

use super::oracle::At;
use crate::common::pixels::Pixels;
use crate::common::sample::sampled;

const N: u32 = 6;

/// Six queens as in a solution, with this start and these closed squares.
fn scene(start: &[At], blocked: &[At]) -> BoardState {
    let squares = |of: &[At]| of.iter().copied().map(Square::from).collect::<Vec<_>>();
    let problem = Problem::new(BoardSize::try_from(N).unwrap(), squares(start), squares(blocked)).unwrap();
    let queens: SquareSet = squares(&[(2, 1), (4, 2), (6, 3), (1, 4), (3, 5), (5, 6)]).into_iter().collect();
    BoardState { queens, ..BoardState::start(&problem) }
}

fn styles() -> impl Iterator<Item = (String, PageStyle)> {
    Theme::names().flat_map(|name| {
        [40 * N, 180 * N].into_iter().flat_map(move |width| {
            [None, Some(Piece::White)].into_iter().flat_map(move |piece| {
                [true, false].map(move |highlight| {
                    let theme = Theme::named(name).unwrap();
                    let style =
                        PageStyle { theme, width: Some(width), piece, highlight, ..PageStyle::default() };
                    (format!("{name}, {width}, {piece:?}, {highlight}"), style)
                })
            })
        })
    })
}

fn area((row, column): At, side: u32) -> Rect {
    Rect { x: u32::from(column - 1) * side, y: u32::from(row - 1) * side, width: side, height: side }
}

/// The share of the pixels of a square that differ between two pictures.
fn share(one: &Pixels, other: &Pixels, at: At, side: u32) -> f64 {
    let (one, other) = (one.part(area(at, side)), other.part(area(at, side)));
    one.iter().zip(&other).filter(|(one, other)| one != other).count() as f64 / one.len() as f64
}

#[test]
fn pins_and_hatching_are_on_their_squares_and_nowhere_else() {
    // A light and a dark square of each kind.
    let (start, blocked) = ([(2, 1), (4, 2)], [(1, 1), (1, 2)]);
    let (with, without) = (scene(&start, &blocked), scene(&[], &[]));
    for solved in [false, true] {
        let marked = |scene: &BoardState| {
            let marks = scene.queens.iter().filter(|_| solved).map(|queen| (queen, Mark::Solution));
            BoardState { marks: marks.collect(), ..scene.clone() }
        };
        for (what, style) in sampled(3, styles()) {
            let [with, without] =
                [&with, &without].map(|scene| Pixels::painted_scene(&marked(scene), &style));
            let side = with.width / N;
            for square in BoardSize::try_from(N).unwrap().squares() {
                let at = (square.row, square.column);
                let changed = share(&with, &without, at, side);
                let expected = if start.contains(&at) {
                    // A pin is small, but visible.
                    0.01..0.08
                } else if blocked.contains(&at) {
                    0.2..1.01
                } else {
                    assert_eq!(changed, 0.0, "{what}, {solved}: {square}");
                    continue;
                };
                assert!(expected.contains(&changed), "{what}, {solved}: {square}: {changed}");
            }
        }
    }
}

#[test]
fn a_pin_keeps_clear_of_its_queen_and_of_brackets() {
    let start = [(2, 1), (4, 2)];
    let attacked = |scene: BoardState, from: At| BoardState {
        attacks: Attack::new(from.into(), (from.0, 6).into()).into_iter().collect(),
        queens: scene.queens.iter().filter(|queen| queen.row != from.0 || queen.column == from.1).collect(),
        ..scene
    };
    for (what, style) in sampled(3, styles()) {
        for queen in start {
            let [with, without] = [&start[..], &[]]
                .map(|start| Pixels::painted_scene(&attacked(scene(start, &[]), queen), &style));
            let side = with.width / N;
            let square = area(queen, side);
            let pin = with
                .bounds(|x, y, colour| {
                    let is_in =
                        (square.x..square.x + side).contains(&x) && (square.y..square.y + side).contains(&y);
                    is_in && colour != without.at(x, y)
                })
                .unwrap_or_else(|| panic!("{what}: no pin"));
            // In the right half, below the crown and above a letter.
            let (left, top) = (f64::from(pin.x - square.x), f64::from(pin.y - square.y));
            let (right, foot) = (left + f64::from(pin.width), top + f64::from(pin.height));
            let side = f64::from(side);
            assert!(left > 0.65 * side && right <= 0.98 * side, "{what}: {left}..{right} of {side}");
            assert!(top > 0.42 * side && foot < 0.78 * side, "{what}: {top}..{foot} of {side}");
        }
    }
}

#[test]
fn attacks_are_seen_across_closed_squares() {
    let blocked = [(2, 2), (2, 3), (5, 4), (3, 2)];
    let from: At = (2, 1);
    for (what, style) in sampled(3, styles().filter(|(_, style)| style.highlight)) {
        for (to, between) in [((2, 5), (2, 2)), ((5, 4), (3, 2))] {
            let scene = |attack: bool, mark: Option<Mark>| {
                let attacks =
                    attack.then(|| Attack::new(from.into(), to.into()).unwrap()).into_iter().collect();
                let queens: SquareSet = [Square::from(from)].into_iter().collect();
                let marks = mark.into_iter().map(|mark| (to.into(), mark)).collect();
                BoardState { queens, attacks, marks, ..self::scene(&[], &blocked) }
            };
            let [with, without] =
                [true, false].map(|attack| Pixels::painted_scene(&scene(attack, None), &style));
            let side = with.width / N;
            let changed = share(&with, &without, between, side);
            assert!(changed > 0.04, "{what}: the line changes {changed} of {between:?}");
            // A cross is as visible on a closed square as on an open one.
            for mark in [Mark::Conflict, Mark::Refused] {
                let crossed = Pixels::painted_scene(&scene(false, Some(mark)), &style);
                let changed = share(&crossed, &without, to, side);
                assert!(changed > 0.02, "{what}, {mark:?}: {changed}");
            }
        }
    }
}
