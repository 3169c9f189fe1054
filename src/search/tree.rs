//! The search tree: a node for each placement, below the node of the queen placed before.

use crate::board::Square;
use crate::limits::{MAX_BOARD_SIZE, MAX_TREE_NODES};

use super::Event;

/// The nodes of a search, in the order in which the search reaches them. Node 0 is the start, a root. Every whole
/// board that is set up later is another root, except the mirror image of a solution.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The index of the parent; a root is its own parent.
    pub parent: u32,
    /// Number of queens placed since the root.
    pub depth: u8,
    pub solution: bool,
    /// The square of the queen placed last; a root has none.
    pub square: Option<Square>,
}

impl Node {
    const fn root(number: u32) -> Self {
        Self { parent: number, depth: 0, solution: false, square: None }
    }
}

/// The current position of a search in its tree, updated by events.
///
/// A placement leads to a new node, a removal back to the parent of the current node. A board that is set up as a
/// whole is a new root. The mirror image of a solution is not; after it, the board of the path is set up again. A
/// move of the newest queen leads to a sibling of its node.
#[derive(Debug, Clone, Default)]
pub struct TreePath {
    root: u32,
    /// The node of each queen placed since the root.
    nodes: Vec<u32>,
    /// The queens on the board; the queens of the path are at the end.
    queens: Vec<Square>,
    setting_up: Vec<Square>,
    newest: u32,
    is_solved: bool,
    /// Whether the board shows the mirror image of the path.
    mirrored: bool,
    /// Whether the events do not form a tree.
    leaves_tree: bool,
}

impl TreePath {
    /// Applies an event; returns the new node, if it leads to one.
    pub fn follow(&mut self, event: Event) -> Option<Node> {
        let is_solved = self.is_solved;
        self.is_solved = matches!(event, Event::Solution) || (is_solved && matches!(event, Event::SetUp(_)));
        match event {
            Event::Place(square) => {
                self.leave_mirror_image();
                self.queens.push(square);
                Some(self.visit_child(square))
            }
            Event::Remove(square) => {
                let is_newest = self.queens.last() == Some(&square);
                self.leaves_tree |= !is_newest || self.nodes.is_empty();
                self.leave_mirror_image();
                if is_newest {
                    self.queens.pop();
                } else {
                    self.queens.retain(|queen| *queen != square);
                }
                self.nodes.pop();
                None
            }
            Event::Move { from, to } => {
                self.leave_mirror_image();
                let index = self.queens.iter().position(|queen| *queen == from)?;
                self.queens[index] = to;
                self.nodes.pop()?;
                self.leaves_tree |= index + 1 != self.queens.len();
                Some(self.visit_child(to))
            }
            Event::Swap { from, to } => {
                self.leave_mirror_image();
                for queen in &mut self.queens {
                    *queen = from.iter().position(|from| from == queen).map_or(*queen, |index| to[index]);
                }
                self.leaves_tree |= !self.nodes.is_empty();
                None
            }
            Event::SetUp(square) => {
                self.setting_up.push(square);
                None
            }
            Event::Board => self.set_up(is_solved),
            Event::Test { .. }
            | Event::Refuse(_)
            | Event::Prune(_)
            | Event::Restore(_)
            | Event::Solution
            | Event::Backtrack { .. }
            | Event::DeadEnd { .. }
            | Event::Note
            | Event::Pause
            | Event::End => None,
        }
    }

    fn leave_mirror_image(&mut self) {
        self.leaves_tree |= self.mirrored;
        self.mirrored = false;
    }

    fn visit_child(&mut self, square: Square) -> Node {
        let parent = self.current();
        // A tree whose number of nodes overflows is not drawn.
        self.newest = self.newest.saturating_add(1);
        self.leaves_tree |= self.nodes.len() >= usize::from(MAX_BOARD_SIZE);
        self.nodes.push(self.newest);
        Node { parent, depth: self.nodes.len() as u8, solution: false, square: Some(square) }
    }

    fn set_up(&mut self, is_solved: bool) -> Option<Node> {
        let queens = std::mem::take(&mut self.setting_up);
        let same = |one: &[Square], other: &[Square]| {
            one.len() == other.len() && one.iter().all(|square| other.contains(square))
        };
        if self.mirrored && same(&queens, &self.queens) {
            self.mirrored = false;
            return None;
        }
        if is_solved {
            let last = self.queens.len() as u8 + 1;
            let by_row = |queen: &Square| Square { row: last.wrapping_sub(queen.row), ..*queen };
            let by_column = |queen: &Square| Square { column: last.wrapping_sub(queen.column), ..*queen };
            let is_image = |image: &dyn Fn(&Square) -> Square| {
                same(&queens.iter().map(image).collect::<Vec<_>>(), &self.queens)
            };
            // The only board of one square is no image of another.
            self.mirrored = !same(&queens, &self.queens) && (is_image(&by_row) || is_image(&by_column));
            if self.mirrored {
                return None;
            }
        }
        self.mirrored = false;
        self.queens = queens;
        self.newest = self.newest.saturating_add(1);
        (self.root, self.nodes) = (self.newest, Vec::new());
        Some(Node::root(self.root))
    }

    pub fn current(&self) -> u32 {
        self.nodes.last().copied().unwrap_or(self.root)
    }

    /// Whether the board shows the mirror image of the previous solution.
    pub const fn is_mirror_image(&self) -> bool {
        self.mirrored
    }

    pub const fn newest(&self) -> u32 {
        self.newest
    }
}

#[derive(Debug, Clone)]
pub struct GrowingTree {
    nodes: Vec<Node>,
    path: TreePath,
    has_placements: bool,
}

impl Default for GrowingTree {
    fn default() -> Self {
        Self { nodes: vec![Node::root(0)], path: TreePath::default(), has_placements: false }
    }
}

impl GrowingTree {
    /// Adds the node that an event leads to, if any.
    pub fn grow(&mut self, event: Event) {
        if self.path.leaves_tree || self.nodes.len() > MAX_TREE_NODES {
            return;
        }
        self.nodes.extend(self.path.follow(event));
        self.has_placements |= matches!(event, Event::Place(_));
        if event == Event::Solution && !self.path.mirrored {
            self.nodes[self.path.current() as usize].solution = true;
        }
    }

    pub fn finish(self) -> Result<SearchTree, TreeError> {
        if self.nodes.len() > MAX_TREE_NODES {
            Err(TreeError::TooLarge)
        } else if self.path.leaves_tree || !self.has_placements {
            Err(TreeError::None)
        } else {
            Ok(SearchTree { nodes: self.nodes })
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// More than 100,000 nodes.
    #[error("the search tree has more than {MAX_TREE_NODES} nodes, too many to be drawn")]
    TooLarge,
    /// No queen is placed, or queens are not removed in the reverse order of their placement.
    #[error(
        "the search does not walk a tree: queens are not removed in the reverse order of their placement"
    )]
    None,
}

impl SearchTree {
    /// Builds the tree of a search that places queens and always removes the newest queen.
    pub fn of(events: impl Iterator<Item = Event>) -> Result<Self, TreeError> {
        let mut tree = GrowingTree::default();
        events.for_each(|event| tree.grow(event));
        tree.finish()
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the nodes from this node up to the root; none if there is no such node.
    pub fn path(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let first = Some(node).filter(|node| (*node as usize) < self.nodes.len());
        std::iter::successors(first, |node| {
            Some(self.nodes[*node as usize].parent).filter(|parent| parent != node)
        })
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
        let endless = std::iter::repeat_n([Event::Place(square), Event::Remove(square)], MAX_TREE_NODES);
        assert_eq!(SearchTree::of(endless.flatten()), Err(TreeError::TooLarge));
    }

    #[test]
    fn a_board_in_the_middle_is_a_new_root() {
        let [a, b, c] = [(1, 1), (3, 2), (5, 3)].map(Square::from);
        let board = [Event::SetUp(a), Event::Board, Event::place(b), Event::remove(b), Event::place(c)];
        let tree = SearchTree::of([Event::place(b)].into_iter().chain(board)).unwrap();
        let parents: Vec<(u32, u8)> = tree.nodes().iter().map(|node| (node.parent, node.depth)).collect();
        assert_eq!(parents, [(0, 0), (0, 1), (2, 0), (2, 1), (2, 1)]);
        assert_eq!(tree.path(4).collect::<Vec<_>>(), [4, 2]);
    }

    #[test]
    fn a_move_of_the_newest_queen_leads_to_a_sibling() {
        let [a, b, c] = [(1, 1), (3, 2), (4, 2)].map(Square::from);
        let tree = SearchTree::of([Event::place(a), Event::place(b), Event::move_queen(b, c)].into_iter());
        assert_eq!(tree.unwrap().nodes()[3], Node { parent: 1, depth: 2, solution: false, square: Some(c) });
        let first_moves = [Event::place(a), Event::place(c), Event::move_queen(a, b)];
        assert_eq!(SearchTree::of(first_moves.into_iter()), Err(TreeError::None));
    }
}
