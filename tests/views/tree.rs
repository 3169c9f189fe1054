//! The search tree: its nodes, and what is drawn at each step.

use std::collections::BTreeMap;

use queenreel::page::{BoardStyle, Theme};
use queenreel::picture::{Rect, Rgb};
use queenreel::search::SearchTree;

use super::oracle::{SearchSpec, Truth, truths};
use super::style::{empty, style};
use crate::common::known::size;
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, distance_to_segment, holds};

/// A node: the rows of the queens on the board, column by column.
type Rows = Vec<u8>;

/// All nodes in the order of the search, by recursion.
fn grow(n: u8, rows: &mut Rows, found: &mut Vec<Rows>) {
    found.push(rows.clone());
    if rows.len() == usize::from(n) {
        return;
    }
    for row in 1..=n {
        let safe = (1..)
            .zip(rows.iter().rev())
            .all(|(apart, queen): (u8, _)| *queen != row && queen.abs_diff(row) != apart);
        if safe {
            rows.push(row);
            grow(n, rows, found);
            rows.pop();
        }
    }
}

fn nodes(n: u64) -> Vec<Rows> {
    let mut found = Vec::new();
    grow(n as u8, &mut Vec::new(), &mut found);
    found
}

#[test]
fn the_tree_is_that_of_the_recursion() {
    for n in 1..=8 {
        let tree = SearchTree::of(SearchSpec::whole(n).events()).unwrap();
        let nodes = nodes(n);
        assert_eq!(tree.nodes().len(), nodes.len());
        let numbers: BTreeMap<&Rows, usize> = nodes.iter().zip(0..).collect();
        for (node, rows) in tree.nodes().iter().zip(&nodes) {
            let parent = rows[..rows.len().saturating_sub(1)].to_vec();
            assert_eq!(node.parent as usize, numbers[&parent], "{rows:?}");
            assert_eq!(usize::from(node.depth), rows.len());
            assert_eq!(node.solution, rows.len() as u64 == n);
        }
    }
}

/// The positions of the nodes in pixels, found from pictures and the rule of the layout: all
/// leaves side by side, every other node over the middle of its first and last child, and the
/// levels evenly apart.
struct Map {
    places: BTreeMap<Rows, (f64, f64)>,
    board: Rect,
}

impl Map {
    fn of(spec: SearchSpec, style: &BoardStyle) -> Self {
        let spec = SearchSpec { every: 1, ..spec };
        let truths = truths(spec);
        let nodes = nodes(spec.n);
        let blank = Pixels::painted(&empty(spec), style);
        let board = blank.board(&style.theme);
        let page = style.theme.page;
        let inked =
            |picture: &Pixels| picture.bounds(|x, y, colour| !holds(board, x, y) && colour != page).unwrap();
        let frames = spec.frames();
        // The picture when the search has just come to a node, whose dot is as large as the root's
        // at the beginning.
        let at = |node: usize| {
            let frame = truths.iter().position(|truth| truth.counters[2] == node as u64).unwrap();
            inked(&Pixels::painted(&frames[frame], style))
        };
        let root = inked(&blank);
        let radius = f64::from(root.width) / 2.0;
        let root = (f64::from(root.x) + radius, f64::from(root.y) + f64::from(root.height) / 2.0);
        let children = |rows: &Rows| {
            nodes.iter().filter(|node| node.len() == rows.len() + 1 && node.starts_with(rows)).count()
        };
        let leaves: Vec<usize> = (0..nodes.len()).filter(|node| children(&nodes[*node]) == 0).collect();
        let levels = nodes.iter().map(Vec::len).max().unwrap();
        let deepest = nodes.iter().position(|node| node.len() == levels).unwrap();
        let (first, last) = (leaves[0], leaves[leaves.len() - 1]);
        let left = f64::from(at(first).x) + radius;
        let right = f64::from(at(last).right()) - radius;
        let bottom = f64::from(at(deepest).bottom()) - radius;
        let mut across: Vec<f64> = vec![f64::NAN; nodes.len()];
        for (index, leaf) in leaves.iter().enumerate() {
            across[*leaf] = left + (right - left) * index as f64 / (leaves.len() - 1) as f64;
        }
        for node in (0..nodes.len()).rev().filter(|node| !leaves.contains(node)) {
            let below: Vec<f64> = (node + 1..nodes.len())
                .filter(|child| {
                    nodes[*child].len() == nodes[node].len() + 1 && nodes[*child].starts_with(&nodes[node])
                })
                .map(|child| across[child])
                .collect();
            across[node] = f64::midpoint(below[0], below[below.len() - 1]);
        }
        assert!(
            (across[0] - root.0).abs() < 2.0,
            "the root is where the rule has it: {} {root:?}",
            across[0]
        );
        let down = |depth: usize| root.1 + (bottom - root.1) * depth as f64 / levels as f64;
        let place = |(rows, x): (Rows, f64)| (rows.clone(), (x, down(rows.len())));
        Self { places: nodes.into_iter().zip(across).map(place).collect(), board }
    }
}

fn rows(truth: &Truth) -> Rows {
    truth.queens.iter().map(|(row, _)| *row).collect()
}

/// `faint` is how much ink there is on what was visited.
fn assert_tree_is_drawn(spec: SearchSpec, style: &BoardStyle, faint: f32) {
    let Theme { page, queen, solution, .. } = style.theme;
    let faded = page.covered(queen, faint);
    let map = Map::of(spec, style);
    let order = nodes(spec.n);
    let mut painter = BoardPainter::new(size(spec.n), style).unwrap();
    let mut looked_at = [0; 4];
    let truths = truths(spec);
    for (index, frame) in spec.frames().into_iter().enumerate() {
        // Dead ends have frames if all steps have.
        let truth = &truths[if spec.every == 1 { index } else { frame.step as usize }];
        let picture = Pixels::of(&painter.paint(&frame));
        let at = |(x, y): (f64, f64)| picture.at(x as u32, y as u32);
        let here = rows(truth);
        let path: Vec<(f64, f64)> =
            (0..=here.len()).map(|depth| map.places[&here[..depth].to_vec()]).collect();
        for pair in path.windows(2) {
            let middle = (f64::midpoint(pair[0].0, pair[1].0), f64::midpoint(pair[0].1, pair[1].1));
            assert_eq!(at(middle), queen, "an edge of the path at step {}", frame.step);
        }
        for (number, node) in (0..).zip(&order) {
            let place = map.places[node];
            assert!(!holds(map.board, place.0 as u32, place.1 as u32));
            let on_path = here.starts_with(node);
            let (kind, expected) = if number > truth.counters[2] {
                (0, page)
            } else if node.len() as u64 == spec.n {
                (1, solution)
            } else if on_path {
                (2, queen)
            } else {
                (3, faded)
            };
            // What the strong line of the path runs over, or the dot of its tip, has its ink.
            let near = |pair: &[(f64, f64)]| distance_to_segment(place, pair[0], pair[1]) < 8.0;
            let beside = (path.windows(2).any(near) || near(&[path[0], path[0]])) && !on_path;
            if kind == 1 || !beside {
                assert_eq!(at(place), expected, "{node:?} at step {}", frame.step);
                looked_at[kind] += 1;
            }
        }
    }
    let solved = nodes(spec.n).iter().any(|node| node.len() as u64 == spec.n);
    assert!((0..4).all(|kind| looked_at[kind] > 20 || (kind == 1 && !solved)), "{looked_at:?}");
}

#[test]
fn the_path_is_strong_visited_nodes_are_faint_and_solutions_marked() {
    for (n, every, page) in [(4, 1, "1280x720"), (5, 1, "1600x1200"), (6, 9, "2560x1440")] {
        let spec = SearchSpec::whole(n);
        for (theme, faint) in [("classic", 0.5), ("dark", 0.25)] {
            let theme = Theme::named(theme).unwrap();
            let style = BoardStyle { theme, ..style(spec, "tree", page) };
            assert_tree_is_drawn(SearchSpec { every, ..spec }, &style, faint);
        }
    }
}

#[test]
fn at_the_end_all_solutions_of_a_large_tree_are_marked() {
    let spec = SearchSpec { detail: queenreel::record::Detail::Steps, ..SearchSpec::whole(8) };
    let style = style(spec, "tree", "2560x1440");
    let map = Map::of(spec, &style);
    let frames = spec.frames();
    let end = Pixels::painted(&frames[frames.len() - 1], &style);
    let mut marked = 0;
    for (node, (x, y)) in &map.places {
        let seen = end.at(*x as u32, *y as u32);
        assert_ne!(seen, style.theme.page, "{node:?} was visited");
        if node.len() == 8 {
            assert_eq!(seen, style.theme.solution, "{node:?}");
            marked += 1;
        }
    }
    assert_eq!(marked, 92);
    let colour: Rgb = style.theme.solution;
    let all = end.bounds(|x, y, seen| !holds(map.board, x, y) && seen == colour).unwrap();
    assert!(all.height < 30, "solutions are on the last level only: {all:?}");
}
