//! The layout of a search tree: all leaves side by side in the order of the search, every other node
//! in the middle between its first and its last child.

use crate::page::units::Units;
use crate::picture::Rect;
use crate::search::{Node, SearchTree};

/// Lengths in units.
const RADIUS: f32 = 1.35;
const LINE: f32 = 0.15;
const STRONG_LINE: f32 = 0.35;
/// The least radius of a node with a label.
const LEAST_LABELLED: f32 = 1.0;

/// Nodes of a level that are closer than this many pixels are drawn as cells of this width.
const CELL: u32 = 4;

/// The em of the label of a node against its radius.
const LABEL: f32 = 1.25;

/// The radius of what hangs below the path, against that of a node, and the least in units.
const TIP: f32 = 0.85;
const LEAST_TIP: f32 = 0.75;

/// How much larger solutions are.
const SOLUTION: f32 = 1.2;

/// A tree in a box, in pixels from its corner.
#[derive(Debug)]
pub struct TreeLayout {
    nodes: Vec<(u32, u32)>,
    /// Whether a node is drawn as part of a cell.
    first_cell_level: u8,
    /// Radius of a node.
    pub radius: f32,
    /// Whether nodes are large enough for labels.
    pub label_em: Option<f32>,
    /// Radius of what hangs below the path.
    pub tip_radius: f32,
    /// Width of an edge.
    pub line: u32,
    /// Width of an edge of the path.
    pub strong_line: u32,
    /// From one level to the next.
    pub pitch: f32,
    width: u32,
    height: u32,
}

impl TreeLayout {
    /// A tree of so many levels below its root in a box. Text smaller than `least_em` cannot be read.
    pub fn of(
        tree: &SearchTree,
        levels: u8,
        (width, height): (u32, u32),
        units: Units,
        least_em: f32,
    ) -> Self {
        let nodes = tree.nodes();
        let radius = units.0 * RADIUS;
        let (columns, leaves) = positions(nodes);
        let across = width as f32 / leaves as f32;
        let pitch = height as f32 / f32::from(levels + 1);
        let radius = radius.min(0.42 * across).min(0.36 * pitch).max(1.0);
        let tip_radius = (TIP * radius).max(LEAST_TIP * units.0).max(3.0);
        let centre = |(node, column): (&Node, &f32)| {
            let x = (column + 0.5) * across;
            let y = (f32::from(node.depth) + 0.55) * pitch;
            (x as u32, y as u32)
        };
        let places: Vec<(u32, u32)> = nodes.iter().zip(&columns).map(centre).collect();
        let label_em = (radius >= LEAST_LABELLED * units.0).then_some(LABEL * radius);
        Self {
            first_cell_level: first_cell_level(nodes, &places),
            nodes: places,
            radius,
            label_em: label_em.filter(|em| *em >= least_em),
            tip_radius,
            line: units.px(LINE).max(1),
            strong_line: units.px(STRONG_LINE).max(2),
            pitch,
            width,
            height,
        }
    }

    /// The centre of a node.
    pub fn centre(&self, node: u32) -> (u32, u32) {
        self.nodes[node as usize]
    }

    /// Where what hangs below a node is centred: it is wider than some nodes, and stays in the box.
    pub fn tip(&self, node: u32) -> (u32, u32) {
        let (x, y) = self.centre(node);
        let edge = self.tip_radius.ceil() as u32 + 1;
        (x.clamp(edge, (self.width.saturating_sub(edge + 1)).max(edge)), y + self.pitch as u32)
    }

    /// Whether the nodes of a level are drawn as cells.
    pub const fn is_in_cells(&self, depth: u8) -> bool {
        depth >= self.first_cell_level
    }

    /// The index of a cell in its level from the left, and its rectangle.
    pub fn cell(&self, node: u32) -> (u32, Rect) {
        let (x, y) = self.centre(node);
        let index = x / CELL;
        let height = ((0.5 * self.pitch) as u32).max(2);
        let top = y.saturating_sub(height / 2);
        (index, Rect { x: index * CELL, y: top, width: CELL.min(self.width - index * CELL), height })
    }

    /// The rectangle of all pixels that a node and the edge to it may cover.
    pub fn reach(&self, node: u32, parent: Option<u32>) -> Rect {
        let (x, y) = self.centre(node);
        let (from_x, from_y) = parent.map_or((x, y), |parent| self.centre(parent));
        let around = (SOLUTION * self.radius).ceil() as u32 + self.strong_line + 1;
        self.around((x.min(from_x), y.min(from_y)), (x.max(from_x), y.max(from_y)), around)
    }

    /// A rectangle with a margin, within the box.
    pub fn around(&self, (x0, y0): (u32, u32), (x1, y1): (u32, u32), margin: u32) -> Rect {
        let (x, y) = (x0.saturating_sub(margin), y0.saturating_sub(margin));
        let (right, bottom) = ((x1 + margin + 1).min(self.width), (y1 + margin + 1).min(self.height));
        Rect { x, y, width: right - x, height: bottom - y }
    }
}

/// The distance of each node from the left, in leaves, and the number of leaves.
fn positions(nodes: &[Node]) -> (Vec<f32>, usize) {
    let is_child = |index: usize| nodes[index].parent as usize != index;
    let mut is_leaf = vec![true; nodes.len()];
    for index in (0..nodes.len()).filter(|index| is_child(*index)) {
        is_leaf[nodes[index].parent as usize] = false;
    }
    let leaves = is_leaf.iter().filter(|leaf| **leaf).count();
    // From first to last child; a node comes before its children.
    let mut spans = vec![(f32::INFINITY, f32::NEG_INFINITY); nodes.len()];
    let mut leaf = leaves as f32;
    for index in (0..nodes.len()).rev() {
        if is_leaf[index] {
            leaf -= 1.0;
            spans[index] = (leaf, leaf);
        }
        let middle = f32::midpoint(spans[index].0, spans[index].1);
        spans[index] = (middle, middle);
        if is_child(index) {
            let above = &mut spans[nodes[index].parent as usize];
            *above = (above.0.min(middle), above.1.max(middle));
        }
    }
    (spans.into_iter().map(|(middle, _)| middle).collect(), leaves)
}

/// The first level with nodes that are too close to each other.
fn first_cell_level(nodes: &[Node], places: &[(u32, u32)]) -> u8 {
    let mut last = [None::<u32>; u8::MAX as usize + 1];
    let mut first = u8::MAX;
    for (node, (x, _)) in nodes.iter().zip(places) {
        let before = last[usize::from(node.depth)].replace(*x);
        if before.is_some_and(|before| x.abs_diff(before) < CELL) {
            first = first.min(node.depth);
        }
    }
    first
}
