//! The search tree: the visited nodes, the path to the current node, and the solutions.

use std::sync::Arc;

use super::{Panel, PanelState};
use crate::page::Page;
use crate::page::layout::tree::TreeLayout;
use crate::page::slot::{Layers, NodeSlot, NodeState, Pen, TreeStyle};
use crate::picture::Rect;
use crate::search::SearchTree;

/// The least width and height, in ems.
pub const LEAST: (f32, f32) = (14.0, 8.0);

/// Gives the nodes of the tree their states.
#[derive(Debug)]
pub struct TreePanel {
    search: Arc<SearchTree>,
    /// The index of the root's slot.
    first: usize,
    /// How many nodes have been visited.
    visited: usize,
    /// From the current node up to the root.
    path: Vec<u32>,
}

impl TreePanel {
    pub fn new(page: &mut Page, search: &Arc<SearchTree>, area: Rect) -> Self {
        let layout = TreeLayout::of(search, area.width as f32, area.height as f32, page.em);
        let (layers, theme) = (&mut page.layers, &page.squares.theme);
        let first = layers.nodes.len();
        for (index, node) in (0_u32..).zip(search.nodes()) {
            let slot = NodeSlot {
                area: layout.reach(index).moved(area.x, area.y),
                edge: layout.edge(index),
                solution: node.solution,
            };
            layers.nodes.add(slot, NodeState::Hidden);
        }
        let path = Pen::full(theme.queen, theme.page);
        let solution = Pen::full(theme.solution, theme.page);
        layers.tree = Some(TreeStyle {
            area,
            line: layout.line,
            strong_line: layout.strong_line,
            radius: layout.radius,
            large_radius: layout.large_radius,
            visited: Pen { strength: theme.faint(), ..path },
            path,
            solution,
        });
        Self { search: Arc::clone(search), first, visited: 0, path: Vec::new() }
    }
}

impl Panel for TreePanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let nodes = self.search.nodes();
        let index = |node: u64| usize::try_from(node).unwrap_or(usize::MAX).min(nodes.len() - 1);
        let visited = index(state.frame.tree.newest) + 1;
        let current = index(state.frame.tree.node) as u32;
        let path: Vec<u32> = self.search.path(current).collect();
        let layer = &mut layers.nodes;
        for node in visited..self.visited {
            layer.set(self.first + node, NodeState::Hidden);
        }
        for node in self.visited..visited {
            layer.set(self.first + node, NodeState::Visited);
        }
        for node in self.path.iter().filter(|node| !path.contains(node) && (**node as usize) < visited) {
            layer.set(self.first + *node as usize, NodeState::Visited);
        }
        for node in &path {
            let state = if *node == current { NodeState::Current } else { NodeState::OnPath };
            layer.set(self.first + *node as usize, state);
        }
        (self.visited, self.path) = (visited, path);
    }
}
