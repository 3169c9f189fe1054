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
use crate::page::layout::tree::TreeLayout;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{FillSlot, Layers, NodeSlot, NodeState, Pen, Tip, TipSlot, TreeStyle};
use crate::page::units::{Units, cap};
use crate::picture::Rect;
use crate::record::Moment;
use crate::search::{Node, SearchTree};

/// The width of the labels of the levels, in units, and their em.
const LABELS: f32 = 3.0;
const LABEL: f32 = 2.1;

/// Gives the nodes of the tree their states.
#[derive(Debug)]
pub struct TreePanel {
    search: Arc<SearchTree>,
    inks: Inks,
    /// For each node, its slot, or that of its cell.
    slots: Vec<NodeIndex>,
    /// The layout of the nodes.
    layout: TreeLayout,
    levels: u8,
    tip: usize,
    /// How many nodes have been visited.
    visited: usize,
    /// From the current node up to the root.
    path: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
enum NodeIndex {
    Node(usize),
    Cell(usize),
}

impl TreePanel {
    pub fn new(
        page: &mut Page,
        size: BoardSize,
        names: SquareNames,
        search: &Arc<SearchTree>,
        area: Rect,
    ) -> Self {
        let units = Units::of(page.width, page.height);
        let levels = search.nodes().iter().map(|node| node.depth).max().unwrap_or(0).max(size.get());
        let left = units.px(LABELS).min(area.width / 2);
        let labels = Rect { width: left, ..area };
        let area = Rect { x: area.x + left, width: area.width - left, ..area };
        let layout = TreeLayout::of(search, levels, (area.width, area.height), units, LEAST_EM);
        let shared =
            |is_by_rows| (0..=levels).map(move |depth| Shared::of(search.nodes(), depth, is_by_rows));
        // A level of one node says nothing of its search.
        let is_by_rows = shared(false).any(|level| matches!(level, Shared::Row(_)));
        let shared: Vec<Shared> = shared(is_by_rows).collect();
        let inks = page.squares.inks;
        let em = units.em(LABEL).min(0.8 * layout.pitch);
        for depth in (1..=levels).filter(|_| em >= LEAST_EM) {
            let middle = labels.y + ((f32::from(depth) + 0.55) * layout.pitch) as u32;
            let place = TextPlace { x: labels.x, baseline: middle + cap(em) / 2, width: labels.width, em };
            let text = shared[usize::from(depth)].label(size, names);
            if !text.is_empty() && page.font.pixels(&text, em) <= place.width {
                page.add_text_in(place, Weight::Regular, inks.muted, &text);
            }
        }
        let layers = &mut page.layers;
        let (mut slots, mut cells) = (Vec::new(), HashMap::new());
        for (index, node) in (0_u32..).zip(search.nodes()) {
            if layout.is_in_cells(node.depth) {
                let (column, cell) = layout.cell(index);
                let cells = cells.entry((node.depth, column)).or_insert_with(|| {
                    layers.cells.add(FillSlot { area: cell.moved(area.x, area.y) }, inks.rule)
                });
                slots.push(NodeIndex::Cell(*cells));
                continue;
            }
            let parent = Some(node.parent).filter(|parent| *parent != index);
            let label = node
                .square
                .map_or_else(String::new, |square| shared[usize::from(node.depth)].rest(square, size, names));
            let slot = NodeSlot {
                area: layout.reach(index, parent).moved(area.x, area.y),
                centre: layout.centre(index),
                parent: parent.map(|parent| layout.centre(parent)),
                label_fits: layout.label_em.is_some_and(|em| fits(&page.font, &label, em, layout.radius)),
                label,
                solution: node.solution,
            };
            slots.push(NodeIndex::Node(layers.nodes.add(slot, NodeState::Unvisited)));
        }
        let sign = |state: State| match state {
            State::Conflict => inks.cross,
            State::Placed | State::Safe | State::Removed | State::Solution => inks.deep(state),
        };
        let on_light = |state| inks.square(state, true);
        layers.tree = Some(TreeStyle {
            area,
            line: layout.line,
            strong_line: layout.strong_line,
            radius: layout.radius,
            tip_radius: layout.tip_radius,
            label_em: layout.label_em,
            page: inks.page,
            ink: inks.ink,
            visited: inks.tree,
            label: inks.muted,
            unvisited: inks.rule,
            solution: Pen { ink: inks.text_on(on_light(State::Solution)), paper: on_light(State::Solution) },
            tips: State::ALL.map(|state| (Pen { ink: sign(state), paper: on_light(state) }, inks.bar(state))),
        });
        let tip = layers.tip.add(TipSlot, None);
        let (search, path) = (Arc::clone(search), Vec::new());
        Self { search, inks, slots, layout, levels, tip, visited: 0, path }
    }

    fn set(&self, node: u32, state: NodeState, layers: &mut Layers) {
        match self.slots[node as usize] {
            NodeIndex::Node(slot) => layers.nodes.set(slot, state),
            NodeIndex::Cell(cell) => {
                let is_solution = self.search.nodes()[node as usize].solution;
                let now = *layers.cells.get(cell).1;
                let solution = self.inks.square(State::Solution, true);
                let colour = match state {
                    NodeState::OnPath => self.inks.ink,
                    NodeState::Visited if is_solution || now == solution => solution,
                    NodeState::Visited => self.inks.tree,
                    NodeState::Unvisited => self.inks.rule,
                };
                layers.cells.set(cell, colour);
            }
        }
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
        let (x, y) = self.layout.tip(node);
        has_room.then_some(Tip { ends: [(x, self.layout.centre(node).1), (x, y)], state })
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
