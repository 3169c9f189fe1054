//! The search tree. All nodes are shown from the first frame on. Visited nodes, the path to the current node, and
//! a tested square below the current node are drawn over the other nodes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::board::{BoardSize, Line, Square, SquareNames};
use crate::font::{Font, Weight};
use crate::motion::{Millis, Span, growing};
use crate::page::figure::{Edges, LEAST_EM, stroke};
use crate::page::inks::{Inks, State};
use crate::page::layout::{TextPlace, Units, cap};
use crate::page::moves::{Course, Move, Moving};
use crate::page::pen::{Colours, Pen};
use crate::page::scene::{Drawing, Id, Layer, Scene, Tag};
use crate::page::shape::{Align, Shape, Sign};
use crate::page::{Page, PageStyle};
use crate::picture::{Rect, Rgb};
use crate::record::Moment;
use crate::search::{Node, Order, SearchTree};
use crate::variants::enum_with_all;

use super::tree_marks::{MarkStyle, TreeMarks};
use super::{Panel, PanelInput, led_to};

/// Width of the level labels, in units.
const LABELS: f32 = 3.0;
const LABEL: f32 = 2.1;

/// Radius of a node, in units.
const RADIUS: f32 = 1.35;
/// Minimum radius of a node with a label, in units.
const LEAST_LABELLED: f32 = 1.0;
const LINE: f32 = 0.15;
/// Width of an edge of the path, in units.
const STRONG_LINE: f32 = 0.35;

/// The em of the label of a node, relative to its radius.
const NODE_LABEL: f32 = 1.25;

/// Radius of the tip below the path, relative to a node.
const TIP: f32 = 0.85;
const LEAST_TIP: f32 = 0.75;

/// The position of a node in its level, as a share of the height.
const MIDDLE: f32 = 0.55;

/// Width of cells, in pixels. From the first level on where nodes are closer than this, nodes are drawn as cells.
const CELL: u32 = 4;

/// The style of all nodes; lengths are in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TreeStyle {
    area: Rect,
    line: u32,
    /// Width of an edge of the path.
    strong_line: u32,
    radius: f32,
    tip_radius: f32,
    /// Em of node labels, if legible.
    label_em: Option<f32>,
    inks: Inks,
}

/// Radius of an unvisited node, relative to a node with a label.
const UNVISITED: f32 = 0.35;
/// Radius of a visited node without a label, relative to a node with a label.
const BARE: f32 = 0.5;
/// Radius of a solution, relative to a node with a label.
const SOLUTION: f32 = 1.2;

/// Radius of the sign on the tip, relative to the tip.
const SIGN: f32 = 0.42;

enum_with_all! {
    /// The progress of the search at a node; each state is drawn above the states before it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    enum NodeState {
        /// The search has not reached the node.
        Unvisited,
        /// The search has left the node.
        Visited,
        /// The search is at the node or below it.
        OnPath,
    }
}

/// The heights of the parts of a tree, in which nodes may overlap: edges are below nodes, unvisited nodes below
/// visited nodes, and the path above all. The marks of a lost branch are right below the path, and above the tip.
const PAPER: u8 = 9;
const EDGES: [u8; NodeState::ALL.len()] = [10, 11, 12];
const CELLS: u8 = 13;
const BROKEN_LINE: u8 = 14;
const NODES: [u8; NodeState::ALL.len()] = [15, 16, 18];
const TIP_HEIGHT: u8 = 19;

/// The height of the edges of the path, which are animated leg by leg.
pub const PATH: u8 = EDGES[NodeState::OnPath as usize];

/// Draws the search tree. All leaves are side by side in search order; every other node is centred above its
/// first and last child.
pub struct TreePanel {
    search: Arc<SearchTree>,
    style: TreeStyle,
    nodes: Vec<PlacedNode>,
    first_in_cells: u8,
    levels: u8,
    /// Distance between levels.
    pitch: f32,
    tip: Id,
    marks: TreeMarks,
    /// The cells with a solution found so far.
    solved: HashSet<Id>,
    hanging: Option<Tip>,
    visited: usize,
    /// The nodes from the current node up to the root.
    path: Vec<u32>,
}

/// A node with the edge from its parent; positions are relative to the corner of the tree.
struct PlacedNode {
    /// The item of the node, or of its cell.
    id: Id,
    centre: (u32, u32),
    /// The centre of the parent; `None` for a root.
    parent: Option<(u32, u32)>,
    label: String,
    label_fits: bool,
    state: NodeState,
}

/// The tip below the path: the square that the step has tested or refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Tip {
    /// The centres of the node and of the tip.
    ends: [(u32, u32); 2],
    /// The result on the square.
    state: State,
}

impl TreePanel {
    pub fn new(
        page: &mut Page,
        size: BoardSize,
        style: &PageStyle,
        tree: &Arc<SearchTree>,
        area: Rect,
    ) -> Self {
        let (order, names) = (style.panels.order, style.names);
        let (units, nodes, inks) = (Units::of(page.width, page.height), tree.nodes(), page.squares.inks);
        let levels = nodes.iter().map(|node| node.depth).max().unwrap_or(0).max(size.get());
        let (x, width) = (area.x, units.px(LABELS).min(area.width / 2));
        let area = Rect { x: x + width, width: area.width - width, ..area };
        let (columns, leaves) = positions(nodes);
        let (across, pitch) = (area.width as f32 / leaves as f32, area.height as f32 / f32::from(levels + 1));
        let middle = |depth: u8| ((f32::from(depth) + MIDDLE) * pitch) as u32;
        let centre = |(node, column): (&Node, f32)| (((column + 0.5) * across) as u32, middle(node.depth));
        let centres: Vec<(u32, u32)> = nodes.iter().zip(columns).map(centre).collect();
        let style = TreeStyle::of(area, units, across, pitch, inks);
        page.colours.extend(style.colours());
        let shared = |is_by_rows| (0..=levels).map(move |depth| shared(nodes, depth, is_by_rows));
        // The order of a log may be unknown, and a level with one node fits both orders.
        let is_by_rows =
            order == Order::Rows || shared(false).flatten().any(|line| line == Line::Row(line.number()));
        let shared: Vec<Option<Line>> = shared(is_by_rows).collect();
        let em = units.em(LABEL).min(0.8 * pitch);
        for depth in (1..=levels).filter(|_| em >= LEAST_EM) {
            let place = TextPlace { x, baseline: area.y + middle(depth) + cap(em) / 2, width, em };
            let text = shared[usize::from(depth)].map(|line| label(line, size, names));
            if let Some(text) = text.filter(|text| page.font.pixels(text, em) <= width) {
                page.add_text_in(place, Weight::Regular, inks.muted, Align::Start, &text);
            }
        }
        // The background is below everything, so that it covers old drawings where the tree is redrawn.
        let paper = page.scene.add(Tag::Tree(None), area);
        page.scene.fill(paper, PAPER, inks.page);
        let first_in_cells = first_in_cells(nodes, &centres);
        let (scene, font, mut cells) = (&mut page.scene, &page.font, HashMap::new());
        let node = |(index, (node, centre)): (usize, (&Node, &(u32, u32)))| {
            let (centre, parent) = (*centre, node.parent as usize);
            let parent = (parent != index).then(|| centres[parent]);
            let level = shared[usize::from(node.depth)];
            let label = node.square.map_or_else(String::new, |square| rest(level, square, size, names));
            let id = if node.depth >= first_in_cells {
                *cells.entry((node.depth, centre.0 / CELL)).or_insert_with(|| {
                    let area = cell(area, pitch, centre);
                    let id = scene.add(Tag::Tree(Some((area, CELLS))), area);
                    scene.fill(id, CELLS, inks.rule);
                    id
                })
            } else {
                let place = Rect { x: area.x + centre.0, y: area.y + centre.1, width: 1, height: 1 };
                let top = NODES[NodeState::OnPath as usize];
                scene.add(Tag::Tree(Some((place, top))), style.node_area(centre, parent))
            };
            let label_fits = style.label_em.is_some_and(|em| fits(font, &label, em, style.radius));
            PlacedNode { id, centre, parent, label, label_fits, state: NodeState::Unvisited }
        };
        let placed: Vec<PlacedNode> = nodes.iter().zip(&centres).enumerate().map(node).collect();
        let tip = scene.add(Tag::Tree(None), area);
        let TreeStyle { radius, tip_radius, strong_line: line, .. } = style;
        let marks = MarkStyle { area, radii: [radius.max(2.0), tip_radius], line, inks, em: units.em(LABEL) };
        let marks = TreeMarks::new(scene, &page.font, marks);
        let mut panel = Self {
            search: Arc::clone(tree),
            style,
            nodes: placed,
            first_in_cells,
            levels,
            pitch,
            tip,
            marks,
            solved: HashSet::new(),
            hanging: None,
            visited: 0,
            path: Vec::new(),
        };
        for node in 0..panel.nodes.len() as u32 {
            panel.set(node, NodeState::Unvisited, None, &mut page.scene);
        }
        panel
    }

    /// Sets the state of a node; the change is animated if `time`, the duration of the step, is set.
    fn set(&mut self, index: u32, state: NodeState, time: Option<Millis>, scene: &mut Scene) {
        let (node, place) = (&self.search.nodes()[index as usize], &mut self.nodes[index as usize]);
        let style = &self.style;
        if node.depth >= self.first_in_cells {
            if node.solution && state == NodeState::Unvisited {
                self.solved.remove(&place.id);
            } else if node.solution {
                self.solved.insert(place.id);
            }
            let colour = match state {
                NodeState::OnPath => style.inks.ink,
                NodeState::Visited if self.solved.contains(&place.id) => style.solution().paper,
                NodeState::Visited => style.inks.tree,
                NodeState::Unvisited => style.inks.rule,
            };
            scene.fill(place.id, CELLS, colour);
            return;
        }
        let before = std::mem::replace(&mut place.state, state);
        let place = &*place;
        if scene.set(place.id, &state, || style.drawing(place, node.solution, state)) {
            let moves = time.map(|time| place.moves([before, state], Span::out(0.0, growing(time))));
            scene.moves(place.id, moves.unwrap_or_default());
        }
    }

    /// Returns the tip below a node, if the step has tested or refused a square, or notices a lost line.
    fn tip(&self, node: u32, moment: Moment) -> Option<Tip> {
        let has_tip = matches!(moment, Moment::Test { .. } | Moment::Refuse(_));
        if !has_tip && !self.marks.is_noticed {
            return None;
        }
        let has_room = self.search.nodes()[node as usize].depth < self.levels;
        let (x, y) = self.nodes[node as usize].centre;
        // The tip may be wider than the node: it is moved so that it stays in the tree.
        let edge = self.style.tip_radius.ceil() as u32 + 1;
        let x = x.clamp(edge, self.style.area.width.saturating_sub(edge + 1).max(edge));
        has_room.then_some(Tip { ends: [(x, y), (x, y + self.pitch as u32)], state: led_to(moment) })
    }
}

impl Panel for TreePanel {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        let nodes = self.search.nodes();
        let index = |node: u64| usize::try_from(node).unwrap_or(usize::MAX).min(nodes.len() - 1);
        let visited = index(view.frame.tree.newest) + 1;
        let current = index(view.frame.tree.node) as u32;
        let path: Vec<u32> = self.search.path(current).collect();
        // The page may also show an earlier frame than before.
        let unvisited = (visited..self.visited).map(|node| (node as u32, NodeState::Unvisited));
        let newly = (self.visited as u32..visited as u32).chain(self.path.iter().copied());
        let left = newly.filter(|node| !path.contains(node) && (*node as usize) < visited);
        let left = left.map(|node| (node, NodeState::Visited));
        let on_path = path.iter().map(|node| (*node, NodeState::OnPath));
        for (node, state) in unvisited.chain(left).chain(on_path).collect::<Vec<_>>() {
            self.set(node, state, view.time, scene);
        }
        self.marks.follow(view.frame, current, &path);
        let (tip, style) = (self.tip(current, view.frame.moment), &self.style);
        let ends = |tip: Option<Tip>| tip.map(|tip| tip.ends);
        let hangs_anew = tip.is_some() && ends(tip) != ends(self.hanging);
        if scene.set(self.tip, &tip, || tip.map(|tip| style.tip(tip)).unwrap_or_default())
            && let Some(time) = view.time.filter(|_| hangs_anew)
        {
            let span = Span::out(0.0, growing(time));
            let below = Course::Uncovers(Edges::ahead((0, 1)), [1.0, 0.0]);
            let moves = [
                Move::whole(BROKEN_LINE, below, span),
                Move::whole(TIP_HEIGHT, Course::Waits, Span::until(span.end())),
            ];
            scene.moves(self.tip, moves.into_iter().flatten().collect());
        }
        let lost = self.marks.lost_node().map(|node| self.nodes[node as usize].centre);
        self.marks.draw([lost, tip.map(|tip| tip.ends[1])], scene);
        (self.visited, self.path, self.hanging) = (visited, path, tip);
    }
}

impl PlacedNode {
    /// Returns the legs of the edge from the parent: their directions (1 is right or down, -1 left) and their
    /// lengths in pixels.
    fn legs(&self) -> [((i8, i8), u32); 3] {
        let (x, y) = self.centre;
        let (from_x, from_y) = self.parent.unwrap_or(self.centre);
        let bend = u32::midpoint(from_y, y);
        let across = if from_x <= x { 1 } else { -1 };
        [((0, 1), bend - from_y), ((across, 0), x.abs_diff(from_x)), ((0, 1), y - bend)]
    }

    /// Returns the moves of a node between two states. A new edge grows from the parent before its node appears; a
    /// removed node disappears before its edge shrinks.
    fn moves(&self, [before, now]: [NodeState; 2], span: Span) -> Vec<Move> {
        let waits = |z| Move::whole(z, Course::Waits, Span::until(span.end()));
        let new = NodeState::ALL.into_iter().filter(|state| *state > before && *state <= now);
        let new = new.flat_map(|state| {
            let edge = match state {
                NodeState::OnPath => self.edge_moves(span, Moving::Now, true),
                NodeState::Unvisited | NodeState::Visited => Vec::from_iter(waits(EDGES[state as usize])),
            };
            edge.into_iter().chain(waits(NODES[state as usize]))
        });
        let gone = (before == NodeState::OnPath).then(|| self.edge_moves(span, Moving::Over, false));
        new.chain(gone.into_iter().flatten()).collect()
    }

    fn edge_moves(&self, line: Span, drawing: Moving, is_drawn: bool) -> Vec<Move> {
        let legs = self.legs();
        let whole = legs.iter().map(|(_, length)| length).sum::<u32>().max(1) as f32;
        let (mut moves, mut begin) = (Vec::new(), 0.0);
        for (shape, (direction, length)) in legs.into_iter().enumerate() {
            let end = begin + length as f32 / whole;
            let (course, span) = Course::along(Edges::ahead(direction), [begin, end], line, is_drawn);
            moves.extend(Move::new(drawing, PATH, Some(shape), course, span));
            begin = end;
        }
        moves
    }
}

impl TreeStyle {
    /// Returns the style of nodes that have this much space across and down.
    fn of(area: Rect, units: Units, across: f32, pitch: f32, inks: Inks) -> Self {
        let radius = (units.0 * RADIUS).min(0.42 * across).min(0.36 * pitch).max(1.0);
        let label_em = (radius >= LEAST_LABELLED * units.0).then_some(NODE_LABEL * radius);
        Self {
            area,
            line: units.px(LINE).max(1),
            strong_line: units.px(STRONG_LINE).max(2),
            radius,
            tip_radius: (TIP * radius).max(LEAST_TIP * units.0).max(3.0),
            label_em: label_em.filter(|em| *em >= LEAST_EM),
            inks,
        }
    }

    fn solution(&self) -> Pen {
        let paper = self.inks.square(State::Solution, true);
        Pen { ink: self.inks.text_on(paper), paper }
    }

    fn tip_pen(&self, state: State) -> Pen {
        let ink = match state {
            State::Conflict => self.inks.cross,
            State::Placed | State::Safe | State::Removed | State::Solution => self.inks.deep(state),
        };
        Pen { ink, paper: self.inks.square(state, true) }
    }

    fn node_area(&self, (x, y): (u32, u32), parent: Option<(u32, u32)>) -> Rect {
        let (from_x, from_y) = parent.unwrap_or((x, y));
        let margin = (SOLUTION * self.radius).ceil() as u32 + self.strong_line + 1;
        let (x, right) = (x.min(from_x).saturating_sub(margin), x.max(from_x) + margin + 1);
        let (y, bottom) = (y.min(from_y).saturating_sub(margin), y.max(from_y) + margin + 1);
        let (right, bottom) = (right.min(self.area.width), bottom.min(self.area.height));
        Rect { x, y, width: right - x, height: bottom - y }.moved(self.area.x, self.area.y)
    }

    fn drawing(&self, node: &PlacedNode, solution: bool, now: NodeState) -> Drawing {
        let states = NodeState::ALL.into_iter().filter(|state| *state <= now);
        let layers = states.flat_map(|state| {
            let layer = |z, shapes| Layer { z, is_covered: state < now, shapes };
            [
                layer(EDGES[state as usize], self.edge(node, state)),
                layer(NODES[state as usize], self.node(node, solution, state)),
            ]
        });
        Drawing { layers: layers.collect() }
    }

    /// Returns the corner of the item of a node, relative to the tree.
    fn corner(&self, node: &PlacedNode) -> (u32, u32) {
        let Rect { x, y, .. } = self.node_area(node.centre, node.parent);
        (x - self.area.x, y - self.area.y)
    }

    fn edge(&self, node: &PlacedNode, state: NodeState) -> Vec<Shape> {
        let (line, ink) = match state {
            NodeState::Unvisited => (self.line, self.inks.rule),
            NodeState::Visited => (self.line, self.inks.tree),
            NodeState::OnPath => (self.strong_line, self.inks.ink),
        };
        let Some((from_x, from_y)) = node.parent else { return Vec::new() };
        let ((x, y), (left, top)) = (node.centre, self.corner(node));
        let bend = u32::midpoint(from_y, y);
        let start = |x: u32| x.saturating_sub(line / 2);
        let [down, across, on] = node.legs().map(|(_, length)| length);
        let bars = [
            Rect { x: start(from_x), y: from_y, width: line, height: down },
            Rect { x: start(x.min(from_x)), y: start(bend), width: across + line, height: line },
            Rect { x: start(x), y: bend, width: line, height: on },
        ];
        bars.map(|bar| Shape::Fill(Rect { x: bar.x - left, y: bar.y - top, ..bar }, ink)).into()
    }

    fn node(&self, node: &PlacedNode, is_solution: bool, state: NodeState) -> Vec<Shape> {
        let Self { radius, line, inks: Inks { page, ink, tree, muted, rule, .. }, .. } = *self;
        let (corner, labelled) = (self.corner(node), self.label_em.is_some() && !node.label.is_empty());
        let bare = if labelled { radius } else { (BARE * radius).max(1.5) };
        let disc =
            |radius: f32, ink: Rgb| disc((node.centre.0 - corner.0, node.centre.1 - corner.1), radius, ink);
        let sign = |ink: Rgb| {
            let em = self.label_em.filter(|_| node.label_fits && !node.label.is_empty())?;
            let centre = ((node.centre.0 - corner.0) as f32, (node.centre.1 - corner.1) as f32);
            Some(Shape::Sign(Sign { centre, text: node.label.clone(), em, weight: Weight::Bold, ink }))
        };
        match state {
            NodeState::Unvisited => vec![disc((UNVISITED * radius).max(0.8), rule)],
            NodeState::Visited | NodeState::OnPath if is_solution => {
                let Pen { ink, paper } = self.solution();
                [disc(SOLUTION * radius.max(2.0), paper)].into_iter().chain(sign(ink)).collect()
            }
            NodeState::Visited if labelled => {
                let rim = [disc(radius, tree), disc(radius - (line as f32).max(1.0), page)];
                rim.into_iter().chain(sign(muted)).collect()
            }
            NodeState::Visited => vec![disc(bare, tree)],
            NodeState::OnPath => {
                let is_root = node.parent.is_none();
                let radius = if is_root { (BARE * radius).max(2.0) } else { bare.max(2.0) };
                [disc(radius, ink)].into_iter().chain(sign(page)).collect()
            }
        }
    }

    fn tip(&self, Tip { ends: [(x, top), at], state }: Tip) -> Drawing {
        let width = (self.strong_line * 2 / 3).max(1);
        let dash = (3 * width / 2).max(2);
        let (pen, line) = (self.tip_pen(state), self.inks.bar(state));
        let dashes = (top..at.1).step_by(2 * dash as usize).map(|y| {
            let bar = Rect { x: x.saturating_sub(width / 2), y, width, height: dash.min(at.1 - y) };
            Shape::Fill(bar, line)
        });
        let radius = self.tip_radius;
        let sign = if state == State::Conflict {
            let reach = SIGN * radius * 1.2 * std::f32::consts::FRAC_1_SQRT_2;
            let (x, y) = (at.0 as f32 + 0.5, at.1 as f32 + 0.5);
            let line = (0.26 * radius).max(1.0);
            let strokes = vec![
                stroke((x - reach, y - reach), (x + reach, y + reach), line),
                stroke((x - reach, y + reach), (x + reach, y - reach), line),
            ];
            Shape::Polygons(strokes, pen.ink)
        } else {
            disc(at, SIGN * radius, pen.ink)
        };
        // The outer disc separates the tip from a node behind it.
        let discs = vec![disc(at, radius + 1.0, self.inks.page), disc(at, radius, pen.paper), sign];
        let layer = |z, shapes| Layer { z, is_covered: false, shapes };
        Drawing { layers: vec![layer(BROKEN_LINE, dashes.collect()), layer(TIP_HEIGHT, discs)] }
    }

    fn colours(&self) -> impl Iterator<Item = Colours> {
        let (Inks { page, ink, tree, muted, rule, .. }, solution) = (self.inks, self.solution());
        let on_page = [ink, tree, muted, rule, solution.paper, self.inks.head(State::Conflict)]
            .map(|ink| Pen { ink, paper: page });
        let tips = State::ALL.into_iter().flat_map(move |state| {
            let pen = self.tip_pen(state);
            let on_page = Colours::Blends(Pen { ink: pen.paper, paper: page });
            [Colours::Blends(pen), on_page, Colours::One(self.inks.bar(state))]
        });
        on_page.into_iter().chain([solution]).map(Colours::Blends).chain(tips)
    }
}

/// Returns a disc centred on a pixel.
fn disc((x, y): (u32, u32), radius: f32, ink: Rgb) -> Shape {
    Shape::Disc { centre: (x as f32 + 0.5, y as f32 + 0.5), radius, ink }
}

fn cell(area: Rect, pitch: f32, (x, y): (u32, u32)) -> Rect {
    let (x, height) = (x / CELL * CELL, ((0.5 * pitch) as u32).max(2));
    let y = y.saturating_sub(height / 2);
    Rect { x, y, width: CELL.min(area.width - x), height }.moved(area.x, area.y)
}

/// Returns the distance of each node from the left, in leaves, and the number of leaves.
fn positions(nodes: &[Node]) -> (Vec<f32>, usize) {
    let is_child = |index: usize| nodes[index].parent as usize != index;
    let mut is_leaf = vec![true; nodes.len()];
    for index in (0..nodes.len()).filter(|index| is_child(*index)) {
        is_leaf[nodes[index].parent as usize] = false;
    }
    let leaves = is_leaf.iter().filter(|leaf| **leaf).count();
    // The positions of the first and the last child of each node. Children come after their parent in the list.
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

fn fits(font: &Font, label: &str, em: f32, radius: f32) -> bool {
    font.weight(Weight::Bold).ink_run(label, em).size.0 as f32 <= 2.0 * radius - 2.0
}

/// Returns the line that all squares of a level share.
fn shared(nodes: &[Node], depth: u8, is_by_rows: bool) -> Option<Line> {
    let squares = nodes.iter().filter(|node| node.depth == depth).filter_map(|node| node.square);
    let Square { row, column } = squares.clone().next()?;
    let lines = [Line::Column(column), Line::Row(row)];
    let mut lines = if is_by_rows { [lines[1], lines[0]] } else { lines }.into_iter();
    lines.find(|line| squares.clone().all(|square| line.contains(square)))
}

fn label(line: Line, size: BoardSize, names: SquareNames) -> String {
    match line {
        Line::Column(column) => names.column(column),
        Line::Row(row) => names.row(row, size).to_string(),
    }
}

/// Returns the name of a square without the name of its line.
fn rest(line: Option<Line>, square: Square, size: BoardSize, names: SquareNames) -> String {
    match (line, names) {
        (Some(Line::Column(_)), _) => label(Line::Row(square.row), size, names),
        (Some(Line::Row(_)), _) => label(Line::Column(square.column), size, names),
        (None, SquareNames::Chess) => names.square(square, size),
        (None, SquareNames::Numbers) => String::new(),
    }
}
