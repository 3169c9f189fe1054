//! The search tree: nodes, levels, and what hangs below the path.

use crate::font::Weight;
use crate::page::element::{Element, Sign};
use crate::page::figure::{Point, stroke};
use crate::page::inks::State;
use crate::page::pen::{Colours, Pen};
use crate::picture::{Rect, Rgb};
use crate::variants::enum_with_all;

use super::layer::Slot;

/// A node of the search tree with the edge from the node above it.
#[derive(Debug, Clone)]
pub struct NodeSlot {
    /// The rectangle of all pixels that it may cover.
    pub area: Rect,
    /// The centre, in pixels from the corner of the tree.
    pub centre: (u32, u32),
    /// The centre of the node above; `None` for a root.
    pub parent: Option<(u32, u32)>,
    /// What is written in it.
    pub label: String,
    /// Whether it fits in.
    pub label_fits: bool,
    /// Whether the queens are a solution.
    pub solution: bool,
}

enum_with_all! {
    /// What the search has done with a node so far; nodes are drawn over those with the states before.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum NodeState {
        /// The search has not reached it.
        Unvisited,
        /// The search has left it.
        Visited,
        /// The search is at it or below it.
        OnPath,
    }
}

impl Slot for NodeSlot {
    type State = NodeState;
}

impl NodeSlot {
    /// The legs of the edge from the node above: their directions, in which 1 is right or down and -1 left,
    /// and their lengths in pixels.
    pub(crate) fn legs(&self) -> [((i8, i8), u32); 3] {
        let (x, y) = self.centre;
        let (from_x, from_y) = self.parent.unwrap_or(self.centre);
        let bend = u32::midpoint(from_y, y);
        let across = if from_x <= x { 1 } else { -1 };
        [((0, 1), bend - from_y), ((across, 0), x.abs_diff(from_x)), ((0, 1), y - bend)]
    }
}

/// What hangs below the node where the search is: the square of the step, if it has no node.
#[derive(Debug, Clone)]
pub struct TipSlot;

impl Slot for TipSlot {
    type State = Option<Tip>;
}

/// Where a [`TipSlot`] hangs, and what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tip {
    /// The centre of the node, and that of what hangs below it, in pixels from the corner of the tree.
    pub ends: [(u32, u32); 2],
    /// What happened on the square.
    pub state: State,
}

/// How all nodes of a tree are drawn. Nodes may overlap: edges lie below nodes, nodes that were not
/// visited below those that were, and the path over all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeStyle {
    /// The rectangle of the tree.
    pub area: Rect,
    /// Width of an edge in pixels.
    pub line: u32,
    /// Width of an edge of the path in pixels.
    pub strong_line: u32,
    /// Radius of a node in pixels.
    pub radius: f32,
    /// Radius of what hangs below the path in pixels.
    pub tip_radius: f32,
    /// Em of what is written in nodes, if that is legible.
    pub label_em: Option<f32>,
    /// The page.
    pub page: Rgb,
    /// Queens, and the path.
    pub ink: Rgb,
    /// Visited nodes.
    pub visited: Rgb,
    /// What is written in them.
    pub label: Rgb,
    /// Nodes that were not visited.
    pub unvisited: Rgb,
    /// Solutions, and what is written in them.
    pub solution: Pen,
    /// What hangs below the path, by state: its colour, that of its sign, and that of the line to it.
    pub tips: [(Pen, Rgb); State::ALL.len()],
}

/// Radius of a node that was not visited, of a visited one without a label, and of a solution, against
/// that of a node.
const UNVISITED: f32 = 0.35;
const BARE: f32 = 0.5;
const SOLUTION: f32 = 1.2;

/// Radius of the sign on what hangs below the path, against its own.
const SIGN: f32 = 0.42;

impl TreeStyle {
    /// The rectangle of all pixels that a tip may cover.
    pub fn tip_area(&self, Tip { ends: [(x, top), (_, bottom)], .. }: Tip) -> Rect {
        let Self { radius, tip_radius, strong_line, .. } = *self;
        let margin = (SOLUTION * radius).max(tip_radius + 1.0).ceil() as u32 + strong_line;
        self.part((x.saturating_sub(margin), top), (x + margin, bottom + margin))
    }

    /// The rectangle of all pixels that a node with this centre and the edge to it may cover.
    pub(in crate::page) fn node_area(&self, (x, y): (u32, u32), parent: Option<(u32, u32)>) -> Rect {
        let (from_x, from_y) = parent.unwrap_or((x, y));
        let margin = (SOLUTION * self.radius).ceil() as u32 + self.strong_line + 1;
        let start = (x.min(from_x).saturating_sub(margin), y.min(from_y).saturating_sub(margin));
        self.part(start, (x.max(from_x) + margin, y.max(from_y) + margin))
    }

    /// From a pixel to another one, as far as that is in the tree.
    fn part(&self, (x, y): (u32, u32), (right, bottom): (u32, u32)) -> Rect {
        let (right, bottom) = ((right + 1).min(self.area.width), (bottom + 1).min(self.area.height));
        Rect { x, y, width: right - x, height: bottom - y }.moved(self.area.x, self.area.y)
    }

    /// The first part of the edge to a node, this share of its length from 0 to 1: down from the node above, across
    /// half way, and down to the node.
    pub fn edge<'a>(
        &self,
        node: &NodeSlot,
        state: NodeState,
        share: f32,
    ) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let (line, ink) = match state {
            NodeState::Unvisited => (self.line, self.unvisited),
            NodeState::Visited => (self.line, self.visited),
            NodeState::OnPath => (self.strong_line, self.ink),
        };
        let (x, y) = node.centre;
        let bars = node.parent.map(|(from_x, from_y)| {
            let bend = u32::midpoint(from_y, y);
            let left = |x: u32| x.saturating_sub(line / 2);
            let (low, high) = (x.min(from_x), x.max(from_x));
            let legs = node.legs().map(|(_, length)| length);
            let mut rest = (share * legs.iter().sum::<u32>() as f32).round() as u32;
            let [down, across, on] = legs.map(|leg| {
                let part = leg.min(rest);
                rest -= part;
                part
            });
            let start = if from_x <= x { low } else { high - across };
            let bend_line = if down == legs[0] { line } else { 0 };
            [
                Rect { x: left(from_x), y: from_y, width: line, height: down },
                Rect { x: left(start), y: left(bend), width: across + line, height: bend_line },
                Rect { x: left(x), y: bend, width: line, height: on },
            ]
        });
        let Rect { x, y, .. } = self.area;
        bars.into_iter().flatten().map(move |bar| Element::Fill(bar.moved(x, y), ink))
    }

    /// A node.
    pub fn node<'a>(&self, node: &'a NodeSlot, state: NodeState) -> Vec<Element<'a>> {
        let Self { radius, page, ink, visited, label, unvisited, solution, line, .. } = *self;
        let labelled = self.label_em.is_some() && !node.label.is_empty();
        let bare = if labelled { radius } else { (BARE * radius).max(1.5) };
        let disc = |radius: f32, ink: Rgb| self.disc(node.centre, radius, ink);
        let sign = |ink: Rgb| self.sign(node, ink);
        let is_root = node.parent.is_none();
        match state {
            NodeState::Unvisited => vec![disc((UNVISITED * radius).max(0.8), unvisited)],
            NodeState::Visited | NodeState::OnPath if node.solution => {
                let disc = disc(SOLUTION * radius.max(2.0), solution.paper);
                [disc].into_iter().chain(sign(solution.ink)).collect()
            }
            NodeState::Visited if labelled => {
                let rim = [disc(radius, visited), disc(radius - (line as f32).max(1.0), page)];
                rim.into_iter().chain(sign(label)).collect()
            }
            NodeState::Visited => vec![disc(bare, visited)],
            NodeState::OnPath => {
                let radius = if is_root { (BARE * radius).max(2.0) } else { bare.max(2.0) };
                [disc(radius, ink)].into_iter().chain(sign(page)).collect()
            }
        }
    }

    /// What is written in a node.
    fn sign<'a>(&self, node: &'a NodeSlot, ink: Rgb) -> Option<Element<'a>> {
        let em = self.label_em.filter(|_| node.label_fits && !node.label.is_empty())?;
        let at = |corner: u32, centre: u32| (corner + centre) as f32;
        let centre = (at(self.area.x, node.centre.0), at(self.area.y, node.centre.1));
        let (text, weight) = (node.label.as_str().into(), Weight::Bold);
        Some(Element::Sign(Sign { centre, text, em, weight, ink }))
    }

    /// The first part of the broken line from the path to what hangs below it, this share of its length from 0 to 1.
    pub fn part_of_broken_line<'a>(
        &self,
        Tip { ends: [(x, top), (_, bottom)], state }: Tip,
        share: f32,
    ) -> Vec<Element<'a>> {
        let bottom = top + (share * bottom.saturating_sub(top) as f32).round() as u32;
        let width = (self.strong_line * 2 / 3).max(1);
        let dash = (3 * width / 2).max(2);
        let ink = self.tips[state as usize].1;
        let dashes = (top..bottom).step_by(2 * dash as usize);
        let dashes = dashes.map(|y| {
            let bar = Rect { x: x.saturating_sub(width / 2), y, width, height: dash.min(bottom - y) };
            Element::Fill(bar.moved(self.area.x, self.area.y), ink)
        });
        dashes.collect()
    }

    /// What hangs below the path.
    pub fn tip<'a>(&self, Tip { ends: [_, at], state }: Tip) -> [Element<'a>; 3] {
        let radius = self.tip_radius;
        let (pen, _) = self.tips[state as usize];
        let sign = if state == State::Conflict {
            let reach = SIGN * radius * 1.2 * std::f32::consts::FRAC_1_SQRT_2;
            let (x, y) = self.centre(at);
            let line = (0.26 * radius).max(1.0);
            let strokes = vec![
                stroke((x - reach, y - reach), (x + reach, y + reach), line),
                stroke((x - reach, y + reach), (x + reach, y - reach), line),
            ];
            Element::Polygons(strokes, pen.ink)
        } else {
            self.disc(at, SIGN * radius, pen.ink)
        };
        // The outer disc keeps it apart from a node behind it.
        [self.disc(at, radius + 1.0, self.page), self.disc(at, radius, pen.paper), sign]
    }

    /// The middle of a pixel of the tree.
    fn centre(&self, (x, y): (u32, u32)) -> Point {
        ((self.area.x + x) as f32 + 0.5, (self.area.y + y) as f32 + 0.5)
    }

    fn disc(&self, at: (u32, u32), radius: f32, ink: Rgb) -> Element<'static> {
        Element::Disc { centre: self.centre(at), radius, ink }
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            area: _,
            line: _,
            strong_line: _,
            radius: _,
            tip_radius: _,
            label_em: _,
            page,
            ink,
            visited,
            label,
            unvisited,
            solution,
            tips,
        } = *self;
        let on_page = [ink, visited, label, unvisited, solution.paper].map(|ink| Pen { ink, paper: page });
        let tips = tips.into_iter().flat_map(move |(pen, line)| {
            let on_page = Colours::Blends(Pen { ink: pen.paper, paper: page });
            [Colours::Blends(pen), on_page, Colours::One(line)]
        });
        on_page.into_iter().chain([solution]).map(Colours::Blends).chain(tips)
    }
}
