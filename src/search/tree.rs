//! The tree of a search: a node for every placement, below the node of the queen placed before.

use crate::board::{MAX_SIZE, Square};

use super::Event;

/// The nodes of a search, in the order in which it reaches them; node 0 is the empty board.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::{Algorithm, Order, SearchTree};
///
/// let tree = SearchTree::of(Algorithm::Backtracking.events(BoardSize::new(4)?, Order::Columns, 0))?;
/// assert_eq!(tree.nodes().len(), 17);
/// assert_eq!(tree.nodes().iter().filter(|node| node.solution).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTree {
    nodes: Vec<Node>,
}

/// A node of a [`SearchTree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The number of the parent; the root is its own parent.
    pub parent: u32,
    /// Number of queens on the board.
    pub depth: u8,
    /// Whether the queens are a solution.
    pub solution: bool,
}

/// The maximum number of nodes of a tree: more could not be distinguished in a picture.
pub const MAX_NODES: usize = 100_000;

/// A tree that grows with the events of a search.
#[derive(Debug, Clone)]
pub struct GrowingTree {
    nodes: Vec<Node>,
    /// The nodes from the root to the current one.
    path: Vec<u32>,
    /// The squares of the queens on the path.
    queens: Vec<Square>,
    /// Whether the board currently shows a mirror image.
    mirrored: bool,
    /// Whether every removal so far was of the queen placed last.
    is_tree: bool,
}

impl Default for GrowingTree {
    fn default() -> Self {
        Self {
            nodes: vec![Node { parent: 0, depth: 0, solution: false }],
            path: vec![0],
            queens: Vec::new(),
            mirrored: false,
            is_tree: true,
        }
    }
}

impl GrowingTree {
    /// Adds the next event.
    pub fn grow(&mut self, event: Event) {
        let (newest, depth) = (self.nodes.len(), self.path.len());
        match event {
            Event::Place(square) if self.is_tree => {
                self.is_tree = newest < MAX_NODES && depth <= usize::from(MAX_SIZE) && !self.mirrored;
                self.nodes.push(Node { parent: self.path[depth - 1], depth: depth as u8, solution: false });
                self.path.push(newest as u32);
                self.queens.push(square);
            }
            Event::Remove(square) => {
                self.is_tree &= self.queens.pop() == Some(square) && !self.mirrored;
                self.path.truncate((depth - 1).max(1));
            }
            // A mirrored solution does not change the path: the board is restored after it.
            Event::Board => self.mirrored = !self.mirrored,
            Event::Move { .. } => self.is_tree = false,
            Event::Solution if !self.mirrored && depth > 1 => {
                self.nodes[self.path[depth - 1] as usize].solution = true;
            }
            Event::Place(_)
            | Event::Solution
            | Event::SetUp(_)
            | Event::Test { .. }
            | Event::Backtrack { .. }
            | Event::DeadEnd { .. }
            | Event::End => {}
        }
    }

    /// The whole tree.
    ///
    /// # Errors
    /// [`TreeError`] if it is too large, or the events do not form one.
    pub fn finish(self) -> Result<SearchTree, TreeError> {
        if self.nodes.len() > MAX_NODES {
            Err(TreeError::TooLarge)
        } else if !self.is_tree || self.nodes.len() == 1 {
            Err(TreeError::None)
        } else {
            Ok(SearchTree { nodes: self.nodes })
        }
    }
}

/// Why there is no tree of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// More than [`MAX_NODES`] nodes.
    #[error("the search tree has more than {MAX_NODES} nodes, too many to be drawn")]
    TooLarge,
    /// Queens were not removed in the reverse order of their placement.
    #[error(
        "the search does not walk a tree: queens are not removed in the reverse order of their placement"
    )]
    None,
}

impl SearchTree {
    /// The tree of a search that places queens and removes the one placed last.
    ///
    /// # Errors
    /// [`TreeError`] if it is too large, or the search does not walk a tree.
    pub fn of(events: impl Iterator<Item = Event>) -> Result<Self, TreeError> {
        let mut tree = GrowingTree::default();
        events.for_each(|event| tree.grow(event));
        tree.finish()
    }

    /// The nodes in the order in which the search reaches them.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes from this one up to the root; none if there is no such node.
    pub fn path(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let first = Some(node).filter(|node| (*node as usize) < self.nodes.len());
        std::iter::successors(first, |node| (*node > 0).then(|| self.nodes[*node as usize].parent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::search::{Backtracking, Order};

    #[test]
    fn a_tree_has_a_node_for_each_placement_and_the_root() {
        for (n, placements, solutions) in [(1, 1, 1), (4, 16, 2), (6, 152, 4), (8, 2056, 92)] {
            let search = Backtracking::new(BoardSize::new(n).unwrap(), Order::Columns);
            let tree = SearchTree::of(search).unwrap();
            assert_eq!(tree.nodes().len(), 1 + placements, "N = {n}");
            let solved: Vec<_> = tree.nodes().iter().filter(|node| node.solution).collect();
            assert_eq!(solved.len(), solutions);
            assert!(solved.iter().all(|node| u64::from(node.depth) == n));
        }
    }

    #[test]
    fn the_path_leads_from_the_last_queen_to_the_root() {
        let search = Backtracking::new(BoardSize::new(5).unwrap(), Order::Columns);
        let tree = SearchTree::of(search.clone()).unwrap();
        let (mut placements, mut nodes) = (0, vec![0]);
        for event in search {
            match event {
                Event::Place(_) => {
                    placements += 1;
                    nodes.push(placements);
                }
                Event::Remove(_) => drop(nodes.pop()),
                _ => continue,
            }
            let path: Vec<u32> = tree.path(nodes[nodes.len() - 1]).collect();
            assert!(path.iter().rev().eq(&nodes), "{path:?} {nodes:?}");
        }
        assert_eq!(tree.path(placements + 1).count(), 0);
    }

    #[test]
    fn searches_that_are_not_trees_are_refused() {
        let square = Square::new(1, 1);
        assert_eq!(SearchTree::of([Event::Remove(square)].into_iter()), Err(TreeError::None));
        assert_eq!(SearchTree::of([Event::End].into_iter()), Err(TreeError::None));
        let other = Square::new(2, 3);
        let first_removed_first = [Event::Place(square), Event::Place(other), Event::Remove(square)];
        assert_eq!(SearchTree::of(first_removed_first.into_iter()), Err(TreeError::None));
        let endless = std::iter::repeat_n([Event::Place(square), Event::Remove(square)], MAX_NODES);
        assert_eq!(SearchTree::of(endless.flatten()), Err(TreeError::TooLarge));
    }
}
