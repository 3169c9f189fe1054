//! The search tree: all of it from the first frame on, the visited nodes, the path to the current
//! node, and the square of the step, which hangs below it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::{BoardSize, Square, SquareNames};
use crate::font::{Font, Weight};
use crate::page::Page;
use crate::page::figure::LEAST_EM;
use crate::page::inks::{Inks, State};
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{FillSlot, Layers, NodeSlot, NodeState, Pen, Tip, TipSlot, TreeStyle};
use crate::page::units::{Units, cap};
use crate::picture::Rect;
use crate::record::Moment;
use crate::search::{Node, SearchTree};

/// The width of the labels of the levels, in units, and their em.
const LABELS: f32 = 3.0;
const LABEL: f32 = 2.1;

/// Lengths in units: the radius of a node, the least one with a label, and the width of edges.
const RADIUS: f32 = 1.35;
const LEAST_LABELLED: f32 = 1.0;
const LINE: f32 = 0.15;
const STRONG_LINE: f32 = 0.35;

/// The em of the label of a node against its radius.
const NODE_LABEL: f32 = 1.25;

/// The radius of what hangs below the path, against that of a node, and the least in units.
const TIP: f32 = 0.85;
const LEAST_TIP: f32 = 0.75;

/// Where a node is in its level, as a share of its height.
const MIDDLE: f32 = 0.55;

/// Nodes of a level that are closer than this many pixels are drawn as cells of this width.
const CELL: u32 = 4;

/// Gives the nodes of the tree their states. All leaves are side by side in the order of the search, every
/// other node is in the middle between its first and its last child.
#[derive(Debug)]
pub struct TreePanel {
    search: Arc<SearchTree>,
    style: TreeStyle,
    /// The centre of each node, in pixels from the corner of the tree.
    centres: Vec<(u32, u32)>,
    /// For each node, its slot, or that of its cell.
    slots: Vec<usize>,
    /// The first level of which all nodes are in cells.
    first_in_cells: u8,
    levels: u8,
    /// From one level to the next.
    pitch: f32,
    tip: usize,
    /// How many nodes have been visited.
    visited: usize,
    /// From the current node up to the root.
    path: Vec<u32>,
}

impl TreePanel {
    pub fn new(
        page: &mut Page,
        size: BoardSize,
        names: SquareNames,
        search: &Arc<SearchTree>,
        area: Rect,
    ) -> Self {
        let (units, nodes, inks) = (Units::of(page.width, page.height), search.nodes(), page.squares.inks);
        let levels = nodes.iter().map(|node| node.depth).max().unwrap_or(0).max(size.get());
        let (x, width) = (area.x, units.px(LABELS).min(area.width / 2));
        let area = Rect { x: x + width, width: area.width - width, ..area };
        let (columns, leaves) = positions(nodes);
        let (across, pitch) = (area.width as f32 / leaves as f32, area.height as f32 / f32::from(levels + 1));
        let middle = |depth: u8| ((f32::from(depth) + MIDDLE) * pitch) as u32;
        let centre = |(node, column): (&Node, f32)| (((column + 0.5) * across) as u32, middle(node.depth));
        let centres: Vec<(u32, u32)> = nodes.iter().zip(columns).map(centre).collect();
        let style = style(area, units, (across, pitch), &inks);
        let shared = |is_by_rows| (0..=levels).map(move |depth| Shared::of(nodes, depth, is_by_rows));
        // A level of one node says nothing of its search.
        let is_by_rows = shared(false).any(|level| matches!(level, Shared::Row(_)));
        let shared: Vec<Shared> = shared(is_by_rows).collect();
        let em = units.em(LABEL).min(0.8 * pitch);
        for depth in (1..=levels).filter(|_| em >= LEAST_EM) {
            let place = TextPlace { x, baseline: area.y + middle(depth) + cap(em) / 2, width, em };
            let text = shared[usize::from(depth)].label(size, names);
            if !text.is_empty() && page.font.pixels(&text, em) <= width {
                page.add_text_in(place, Weight::Regular, inks.muted, &text);
            }
        }
        let first_in_cells = first_in_cells(nodes, &centres);
        let (layers, font, mut cells) = (&mut page.layers, &page.font, HashMap::new());
        let slot = |(index, (node, centre)): (usize, (&Node, &(u32, u32)))| {
            if node.depth >= first_in_cells {
                let column = centre.0 / CELL;
                let add = || layers.cells.add(FillSlot { area: cell(area, pitch, *centre) }, inks.rule);
                return *cells.entry((node.depth, column)).or_insert_with(add);
            }
            let parent = (node.parent as usize != index).then(|| centres[node.parent as usize]);
            let level = shared[usize::from(node.depth)];
            let label = node.square.map_or_else(String::new, |square| level.rest(square, size, names));
            let slot = NodeSlot {
                area: style.node_area(*centre, parent),
                centre: *centre,
                parent,
                label_fits: style.label_em.is_some_and(|em| fits(font, &label, em, style.radius)),
                label,
                solution: node.solution,
            };
            layers.nodes.add(slot, NodeState::Unvisited)
        };
        let slots = nodes.iter().zip(&centres).enumerate().map(slot).collect();
        layers.tree = Some(style);
        let tip = layers.tip.add(TipSlot, None);
        let (search, path) = (Arc::clone(search), Vec::new());
        Self { search, style, centres, slots, first_in_cells, levels, pitch, tip, visited: 0, path }
    }

    fn set(&self, node: u32, state: NodeState, layers: &mut Layers) {
        let (slot, node) = (self.slots[node as usize], &self.search.nodes()[node as usize]);
        if node.depth < self.first_in_cells {
            layers.nodes.set(slot, state);
            return;
        }
        let TreeStyle { ink, visited, unvisited, solution: Pen { paper: solution, .. }, .. } = self.style;
        let colour = match state {
            NodeState::OnPath => ink,
            NodeState::Visited if node.solution || *layers.cells.get(slot).1 == solution => solution,
            NodeState::Visited => visited,
            NodeState::Unvisited => unvisited,
        };
        layers.cells.set(slot, colour);
    }

    /// What hangs below a node, if the step has tested a square.
    fn tip(&self, node: u32, moment: Moment) -> Option<Tip> {
        let state = match moment {
            Moment::Test { attacker: Some(_), .. } | Moment::Refuse(_) => State::Conflict,
            Moment::Test { attacker: None, .. } => State::Safe,
            Moment::Start
            | Moment::Place(_)
            | Moment::DeadEnd { .. }
            | Moment::Solution { .. }
            | Moment::Remove(_)
            | Moment::Board
            | Moment::BoardAgain
            | Moment::Move { .. }
            | Moment::Swap { .. }
            | Moment::Note => return None,
        };
        let has_room = self.search.nodes()[node as usize].depth < self.levels;
        let (x, y) = self.centres[node as usize];
        // It is wider than some nodes, and stays in the tree.
        let edge = self.style.tip_radius.ceil() as u32 + 1;
        let x = x.clamp(edge, self.style.area.width.saturating_sub(edge + 1).max(edge));
        has_room.then_some(Tip { ends: [(x, y), (x, y + self.pitch as u32)], state })
    }
}

impl Panel for TreePanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let nodes = self.search.nodes();
        let index = |node: u64| usize::try_from(node).unwrap_or(usize::MAX).min(nodes.len() - 1);
        let visited = index(state.frame.tree.newest) + 1;
        let current = index(state.frame.tree.node) as u32;
        let path: Vec<u32> = self.search.path(current).collect();
        // A page may also show an earlier frame again.
        for node in visited..self.visited {
            self.set(node as u32, NodeState::Unvisited, layers);
        }
        for node in self.visited..visited {
            self.set(node as u32, NodeState::Visited, layers);
        }
        for node in self.path.iter().filter(|node| !path.contains(node) && (**node as usize) < visited) {
            self.set(*node, NodeState::Visited, layers);
        }
        for node in &path {
            self.set(*node, NodeState::OnPath, layers);
        }
        layers.tip.set(self.tip, self.tip(current, state.frame.moment));
        (self.visited, self.path) = (visited, path);
    }
}

/// How the nodes of a tree are drawn that have so much room across and down.
fn style(area: Rect, units: Units, (across, pitch): (f32, f32), inks: &Inks) -> TreeStyle {
    let radius = (units.0 * RADIUS).min(0.42 * across).min(0.36 * pitch).max(1.0);
    let label_em = (radius >= LEAST_LABELLED * units.0).then_some(NODE_LABEL * radius);
    let sign = |state: State| match state {
        State::Conflict => inks.cross,
        State::Placed | State::Safe | State::Removed | State::Solution => inks.deep(state),
    };
    let on_light = |state| inks.square(state, true);
    TreeStyle {
        area,
        line: units.px(LINE).max(1),
        strong_line: units.px(STRONG_LINE).max(2),
        radius,
        tip_radius: (TIP * radius).max(LEAST_TIP * units.0).max(3.0),
        label_em: label_em.filter(|em| *em >= LEAST_EM),
        page: inks.page,
        ink: inks.ink,
        visited: inks.tree,
        label: inks.muted,
        unvisited: inks.rule,
        solution: Pen { ink: inks.text_on(on_light(State::Solution)), paper: on_light(State::Solution) },
        tips: State::ALL.map(|state| (Pen { ink: sign(state), paper: on_light(state) }, inks.bar(state))),
    }
}

/// The cell of a node with this centre.
fn cell(area: Rect, pitch: f32, (x, y): (u32, u32)) -> Rect {
    let (x, height) = (x / CELL * CELL, ((0.5 * pitch) as u32).max(2));
    let y = y.saturating_sub(height / 2);
    Rect { x, y, width: CELL.min(area.width - x), height }.moved(area.x, area.y)
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
fn first_in_cells(nodes: &[Node], places: &[(u32, u32)]) -> u8 {
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

/// Whether a label does not reach over the rim of a node with this radius.
fn fits(font: &Font, label: &str, em: f32, radius: f32) -> bool {
    font.weight(Weight::Bold).ink_run(label, em).size.0 as f32 <= 2.0 * radius - 2.0
}

/// What all squares of a level have in common.
#[derive(Debug, Clone, Copy)]
enum Shared {
    Column(u8),
    Row(u8),
    Nothing,
}

impl Shared {
    fn of(nodes: &[Node], depth: u8, is_by_rows: bool) -> Self {
        let mut squares = nodes.iter().filter(|node| node.depth == depth).filter_map(|node| node.square);
        let Some(first) = squares.next() else { return Self::Nothing };
        let (column, row) = squares.fold((true, true), |(column, row), square| {
            (column && square.column == first.column, row && square.row == first.row)
        });
        match (column, row) {
            (true, true) if is_by_rows => Self::Row(first.row),
            (true, _) => Self::Column(first.column),
            (false, true) => Self::Row(first.row),
            (false, false) => Self::Nothing,
        }
    }

    /// The name of what the level has in common.
    fn label(self, size: BoardSize, names: SquareNames) -> String {
        match self {
            Self::Column(column) => names.column(column),
            Self::Row(row) => names.row(row, size).to_string(),
            Self::Nothing => String::new(),
        }
    }

    /// The rest of a square's name.
    fn rest(self, square: Square, size: BoardSize, names: SquareNames) -> String {
        match (self, names) {
            (Self::Column(_), _) => names.row(square.row, size).to_string(),
            (Self::Row(_), _) => names.column(square.column),
            (Self::Nothing, SquareNames::Chess) => names.square(square, size),
            (Self::Nothing, SquareNames::Numbers) => String::new(),
        }
    }
}
