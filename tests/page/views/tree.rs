//! The search tree: its nodes, and what is drawn at each step.

use std::collections::{BTreeMap, BTreeSet};

use queenreel::internals::page::inks::State;
use queenreel::internals::page::scene::{Item, Tag};
use queenreel::internals::page::shape::Shape;
use queenreel::internals::page::{Page, PageStyle, Theme};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::FilmFrame;
use queenreel::search::SearchTree;

use super::style::style;
use crate::common::known::{ALL, size};
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, distance_to_segment, holds};
use crate::common::recursion::steps;
use crate::common::sample::sampled;
use crate::common::search_oracle::{Kind, SearchSpec, Truth, truths};
use crate::common::shown;

/// A node: the rows of the queens on the board, column by column.
type Rows = Vec<u8>;

/// All nodes in the order of the search.
fn nodes(n: u64) -> Vec<Rows> {
    let placed = steps(n as u8, ALL).into_iter().filter(|step| step.placed);
    let rows = placed.map(|step| step.queens.into_iter().map(|(row, _)| row).collect());
    [Vec::new()].into_iter().chain(rows).collect()
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

/// The positions of nodes by the rule of the layout: all leaves side by side, every other node over the middle of
/// its first and last child, and the levels evenly apart.
struct Map {
    places: BTreeMap<Rows, (f64, f64)>,
    area: Rect,
    /// Distance between two levels.
    pitch: f64,
    /// Labelled nodes: their radius, and the width of their rim.
    labelled: Option<(f64, f64)>,
    /// The radius of the tip below the path, if one ever appears.
    tip: Option<f64>,
}

/// The radii of the discs of an item, and their colours.
fn discs(item: &Item) -> Vec<(f64, Rgb)> {
    let disc = |shape: &Shape| match *shape {
        Shape::Disc { radius, ink, .. } => Some((f64::from(radius), ink)),
        _ => None,
    };
    item.drawing.shapes().filter_map(disc).collect()
}

impl Map {
    fn of(spec: SearchSpec, style: &PageStyle) -> Self {
        let mut page = Page::of_board(size(spec.n), style).unwrap();
        let area = shown::tree(&page).unwrap();
        let nodes = nodes(spec.n);
        let has_children =
            |rows: &Rows| nodes.iter().any(|node| node.len() > rows.len() && node.starts_with(rows));
        let leaves: Vec<&Rows> = nodes.iter().filter(|node| !has_children(node)).collect();
        let (left, top) = (f64::from(area.x), f64::from(area.y));
        let across = f64::from(area.width) / leaves.len() as f64;
        let pitch = f64::from(area.height) / (spec.n + 1) as f64;
        let mut places: BTreeMap<Rows, (f64, f64)> = BTreeMap::new();
        for (index, leaf) in leaves.into_iter().enumerate() {
            places.insert(leaf.clone(), (left + (index as f64 + 0.5) * across, 0.0));
        }
        for rows in nodes.iter().rev() {
            let mut below =
                nodes.iter().filter(|node| node.len() == rows.len() + 1 && node.starts_with(rows));
            if let Some(first) = below.next() {
                let last = below.next_back().unwrap_or(first);
                let middle = f64::midpoint(places[first].0, places[last].0);
                places.insert(rows.clone(), (middle, 0.0));
            }
        }
        for (rows, place) in &mut places {
            place.1 = top + (rows.len() as f64 + 0.55) * pitch;
        }
        let mut tip = None;
        for frame in spec.frames() {
            page.show(&FilmFrame::of_search(&frame, false));
            // The first disc is the page around it.
            let mut hanging = shown::items(&page, |tag| tag == Tag::Tree(None)).map(|(_, item)| discs(item));
            tip = tip.or_else(|| hanging.find_map(|discs| Some(discs.get(1)?.0)));
        }
        // The page agrees, to the pixel, where it has an item for each node; each has been visited.
        let (cells, drawn): (Vec<_>, Vec<_>) =
            shown::nodes(&page).into_iter().partition(|(place, item)| *place == item.area);
        let solution = style.theme.inks().square(State::Solution, true);
        for (node, (at, item)) in nodes.iter().zip(&drawn).filter(|_| cells.is_empty()) {
            let place = places[node];
            let off = (f64::from(at.x) - place.0).abs().max((f64::from(at.y) - place.1).abs());
            assert!(off <= 1.0, "{node:?}: {at:?}, not {place:?}");
            let is_solution = discs(item).iter().any(|(_, ink)| *ink == solution);
            assert_eq!(is_solution, node.len() as u64 == spec.n, "{node:?}");
        }
        assert!(if cells.is_empty() { drawn.len() == nodes.len() } else { drawn.len() < nodes.len() });
        // They are rings.
        let rings = drawn.iter().filter_map(|(_, item)| match discs(item)[..] {
            [(radius, _), (inner, _)] => Some((radius, radius - inner)),
            _ => None,
        });
        let labelled = rings.reduce(|one, other| {
            assert_eq!(one, other, "all rings are alike");
            one
        });
        Self { places, area, pitch, labelled, tip }
    }

    /// Points on the edge to a node that no node covers: below the node above, halfway across if the node is
    /// aside, and above the node.
    fn edge(&self, rows: &Rows) -> Vec<(f64, f64)> {
        let Some((_, above)) = rows.split_last() else { return Vec::new() };
        let ((from_x, from_y), (x, y)) = (self.places[&above.to_vec()], self.places[rows]);
        let bend = f64::midpoint(from_y, y);
        let mut places = vec![(from_x, bend - 0.08 * self.pitch), (x, bend + 0.08 * self.pitch)];
        if (x - from_x).abs() > 4.0 {
            places.push((from_x + 0.7 * (x - from_x), bend));
        }
        places
    }

    /// Whether a pixel near a point has a colour: lines are as thin as a pixel, and centres are rounded.
    fn is_near(picture: &Pixels, (x, y): (f64, f64), colour: Rgb) -> bool {
        let around = |at: f64| [-1.0, 0.0, 1.0].map(|off| (at + off) as u32);
        around(x).into_iter().any(|x| around(y).into_iter().any(|y| picture.at(x, y) == colour))
    }
}

fn rows(truth: &Truth) -> Rows {
    truth.queens.iter().map(|(row, _)| *row).collect()
}

/// The appearance of a node without a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Unvisited,
    Solution,
    OnPath,
    Visited,
}

fn assert_tree_is_drawn(spec: SearchSpec, style: &PageStyle) {
    let inks = style.theme.inks();
    let map = Map::of(spec, style);
    let order = nodes(spec.n);
    let labelled = map.labelled;
    let mut painter = BoardPainter::new(size(spec.n), style).unwrap();
    let mut looked_at = [0; 4];
    let truths = truths(spec);
    for (index, frame) in spec.frames().into_iter().enumerate() {
        // Dead ends have frames if all steps have.
        let truth = &truths[if spec.every == 1 { index } else { frame.step as usize }];
        let picture = Pixels::of(&painter.paint(&frame));
        let here = rows(truth);
        // The tip below the path at a test covers anything behind it.
        let tip = (truth.kind == Kind::Test).then(|| {
            let (x, y) = map.places[&here];
            (x, y + map.pitch)
        });
        if let Some((x, y)) = tip {
            let refused = truth.caption.contains("is refused");
            let state = if refused { State::Conflict } else { State::Safe };
            let (disc, line) = (inks.square(state, true), inks.bar(state));
            // Next to the sign in its middle.
            let rim = 0.7 * map.tip.unwrap();
            assert!(Map::is_near(&picture, (x, y + rim), disc), "the tip at step {}", frame.step);
            let broken = (0..=20).map(|part| y - map.pitch * (0.35 + 0.3 * f64::from(part) / 20.0));
            let drawn = broken.filter(|y| Map::is_near(&picture, (x, *y), line)).count();
            assert!(drawn > 3, "the line to the tip at step {}", frame.step);
        }
        let covered = |(x, y): (f64, f64)| {
            tip.is_some_and(|tip| {
                distance_to_segment((x, y), (tip.0, tip.1 - map.pitch), tip) < 2.0 + map.tip.unwrap()
            })
        };
        for (number, node) in (0..).zip(&order) {
            let place = map.places[node];
            let on_path = here.starts_with(node);
            let is_visited = number <= truth.counters[2];
            let look = match (is_visited, node.len() as u64 == spec.n) {
                (false, _) => Look::Unvisited,
                (true, true) => Look::Solution,
                (true, false) if on_path => Look::OnPath,
                (true, false) => Look::Visited,
            };
            let colour = match look {
                Look::Unvisited => inks.rule,
                Look::Solution => inks.square(State::Solution, true),
                Look::OnPath => inks.ink,
                Look::Visited => inks.tree,
            };
            // A labelled node is sampled near its rim; a hollow one on it, all around, as a thin line seldom has
            // its full colour.
            let labelled = labelled.filter(|_| !node.is_empty());
            let ring = labelled.filter(|_| look == Look::Visited);
            let (x, y) = match (look, labelled) {
                (Look::Solution | Look::OnPath, Some((radius, _))) => (place.0 - 0.8 * radius, place.1),
                _ => place,
            };
            if !covered((x, y)) {
                let on_rim = |(radius, line): (f64, f64), turn: i32| {
                    let (sin, cos) = (f64::from(turn) / 48.0 * std::f64::consts::TAU).sin_cos();
                    let rim = radius - 0.5 * line;
                    Map::is_near(&picture, (place.0 + rim * cos, place.1 + rim * sin), colour)
                };
                let is_drawn = if let Some(ring) = ring {
                    (0..48).filter(|turn| on_rim(ring, *turn)).count() > 12
                } else {
                    Map::is_near(&picture, (x, y), colour)
                };
                assert!(is_drawn, "{node:?}, {look:?}, step {}", frame.step);
                if let Some((radius, _)) = ring {
                    let inside = (place.0 - 0.75 * radius, place.1);
                    assert!(Map::is_near(&picture, inside, inks.page), "{node:?} at step {}", frame.step);
                }
                looked_at[look as usize] += 1;
            }
            let line = match (on_path, is_visited) {
                (true, _) => inks.ink,
                (false, true) => inks.tree,
                (false, false) => inks.rule,
            };
            // Edges to earlier nodes share a part, and the path is drawn on top.
            for (index, place) in map.edge(node).into_iter().enumerate() {
                let seen = |colour| Map::is_near(&picture, place, colour);
                let is_right = seen(line) || (index != 1 && [inks.ink, inks.tree].into_iter().any(seen));
                assert!(is_right || covered(place), "the edge to {node:?} at step {}", frame.step);
            }
        }
    }
    let solved = nodes(spec.n).iter().any(|node| node.len() as u64 == spec.n);
    assert!((0..4).all(|look| looked_at[look] > 20 || (look == 1 && !solved)), "{looked_at:?}");
}

#[test]
fn the_whole_tree_is_there_from_the_first_frame_then_visited_and_the_path_is_strong() {
    for (n, every, page) in sampled(2, [(4, 1, "1280x720"), (5, 1, "1600x1200"), (6, 9, "2560x1440")]) {
        let spec = SearchSpec::whole(n);
        for theme in ["classic", "dark"] {
            let theme = Theme::named(theme).unwrap();
            let style = PageStyle { theme, ..style(spec, "tree", page) };
            assert_tree_is_drawn(SearchSpec { every, ..spec }, &style);
        }
    }
}

#[test]
fn at_the_end_all_solutions_of_a_large_tree_are_marked() {
    let spec = SearchSpec { detail: queenreel::record::Detail::Steps, ..SearchSpec::whole(8) };
    let style = style(spec, "tree", "2560x1440");
    let inks = style.theme.inks();
    let map = Map::of(spec, &style);
    let frames = spec.frames();
    let begin = Pixels::painted(&frames[0], &style);
    let end = Pixels::painted(&frames[frames.len() - 1], &style);
    let mut marked = 0;
    let colour = inks.square(State::Solution, true);
    for (node, (x, y)) in &map.places {
        let at = |picture: &Pixels| picture.at(*x as u32, *y as u32);
        assert!(Map::is_near(&begin, (*x, *y), inks.rule) || node.is_empty(), "{node:?} is there");
        assert!(![inks.page, inks.rule].contains(&at(&end)), "{node:?} was visited");
        if node.len() == 8 {
            assert_eq!(at(&end), colour, "{node:?}");
            marked += 1;
        }
    }
    assert_eq!(marked, 92);
    let all = end.bounds(|x, y, seen| holds(map.area, x, y) && seen == colour).unwrap();
    assert!(f64::from(all.height) < map.pitch, "solutions are on the last level only: {all:?}");
}

#[test]
fn a_cell_keeps_the_colour_of_a_solution_that_was_found_in_it() {
    let spec = SearchSpec::whole(8);
    let style = style(spec, "tree", "1280x720");
    let mut page = Page::of_board(size(8), &style).unwrap();
    for frame in spec.frames() {
        page.show(&FilmFrame::of_search(&frame, false));
    }
    let area = shown::tree(&page).unwrap();
    let nodes = nodes(8);
    // Every leaf has the same width; cells are four pixels wide.
    let is_leaf = |index: usize| nodes.get(index + 1).is_none_or(|next| next.len() <= nodes[index].len());
    let leaves: Vec<&Rows> =
        (0..nodes.len()).filter(|index| is_leaf(*index)).map(|index| &nodes[index]).collect();
    let across = area.width as f32 / leaves.len() as f32;
    let solutions = leaves.iter().enumerate().filter(|(_, rows)| rows.len() == 8);
    let cells: BTreeSet<u32> =
        solutions.map(|(index, _)| area.x + ((index as f32 + 0.5) * across) as u32 / 4 * 4).collect();
    let solution = style.theme.inks().square(State::Solution, true);
    let is_solution =
        |item: &Item| item.drawing.shapes().filter_map(Shape::fill).any(|(_, ink)| ink == solution);
    let drawn =
        shown::nodes(&page).into_iter().filter(|(place, item)| *place == item.area && is_solution(item));
    let drawn: BTreeSet<u32> = drawn.map(|(place, _)| place.x).collect();
    assert!(cells.len() < 92, "solutions share cells");
    assert_eq!(drawn, cells);
}
