//! The layout of a search tree: all leaves side by side in the order of the search, every other node
//! centred above its children.

use crate::search::SearchTree;

use crate::picture::Rect;

/// A tree in a box, in pixels.
#[derive(Debug)]
pub struct TreeLayout {
    nodes: Vec<NodeCentre>,
    /// Radius of a node.
    pub radius: f32,
    /// Radius of the current node and of solutions.
    pub large_radius: f32,
    /// Width of an edge.
    pub line: f32,
    /// Width of an edge of the path.
    pub strong_line: f32,
    width: f32,
    height: f32,
}

#[derive(Debug, Clone, Copy)]
struct NodeCentre {
    parent: u32,
    x: f32,
    y: f32,
}

impl TreeLayout {
    /// A tree in a box, beside text with this em.
    pub fn of(tree: &SearchTree, width: f32, height: f32, em: f32) -> Self {
        let nodes = tree.nodes();
        let mut is_leaf = vec![true; nodes.len()];
        let is_child = |index: usize| nodes[index].parent as usize != index;
        for index in (0..nodes.len()).filter(|index| is_child(*index)) {
            is_leaf[nodes[index].parent as usize] = false;
        }
        let leaves = is_leaf.iter().filter(|leaf| **leaf).count();
        let levels = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let room = (width / leaves as f32).min(height / f32::from(levels + 1));
        let radius = (0.36 * room).clamp(0.06 * em, 0.4 * em).max(1.0);
        let large_radius = (1.4 * radius).max(0.16 * em).max(2.0);
        let margin = large_radius + 1.0;
        // From first to last child, in leaves; a node comes before its children.
        let mut spans = vec![(f32::INFINITY, f32::NEG_INFINITY); nodes.len()];
        let mut leaf = leaves as f32;
        for index in (0..nodes.len()).rev() {
            if is_leaf[index] {
                leaf -= 1.0;
                spans[index] = (leaf, leaf);
            }
            let middle = f32::midpoint(spans[index].0, spans[index].1);
            spans[index] = (middle, middle);
            let above = &mut spans[nodes[index].parent as usize];
            if is_child(index) {
                *above = (above.0.min(middle), above.1.max(middle));
            }
        }
        let across = (width - 2.0 * margin) / leaves as f32;
        let down = (height - 2.0 * margin) / f32::from(levels.max(1));
        let centre = |(node, (x, _)): (&crate::search::Node, &(f32, f32))| NodeCentre {
            parent: node.parent,
            x: margin + (x + 0.5) * across,
            y: margin + f32::from(node.depth) * down,
        };
        Self {
            nodes: nodes.iter().zip(&spans).map(centre).collect(),
            radius,
            large_radius,
            line: (em / 16.0).max(1.0),
            strong_line: (em / 7.0).max(2.0),
            width,
            height,
        }
    }

    /// The ends of the edge from a node's parent to it.
    pub fn edge(&self, node: u32) -> [(f32, f32); 2] {
        let NodeCentre { parent, x, y } = self.nodes[node as usize];
        let parent = self.nodes[parent as usize];
        [(parent.x, parent.y), (x, y)]
    }

    /// The rectangle of all pixels that a node and the edge to it may cover.
    pub fn reach(&self, node: u32) -> Rect {
        let [from, to] = self.edge(node);
        let around = self.large_radius.max(self.strong_line) + 1.0;
        let low = |a: f32, b: f32| (a.min(b) - around).max(0.0).floor() as u32;
        let high = |a: f32, b: f32, most: f32| (a.max(b) + around).min(most).ceil() as u32;
        let (x, y) = (low(from.0, to.0), low(from.1, to.1));
        let (right, bottom) = (high(from.0, to.0, self.width), high(from.1, to.1, self.height));
        Rect { x, y, width: right - x, height: bottom - y }
    }
}
