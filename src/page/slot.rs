//! Slots: the parts of a page that can change, each with a state.

use std::mem;

use crate::picture::{Rect, Rgb};

use super::square::SquareSlot;

/// A part of a page that is always in one of several states.
pub trait Slot {
    /// What it shows: a small value that can be compared.
    type State: Clone + PartialEq;
}

/// Colours of a page, in the order of the palette.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Colours {
    One(Rgb),
    /// All blends of an ink with a paper.
    Blends(Pen),
}

/// Slots of one kind, their states, and what the last step changed.
#[derive(Debug)]
pub struct Layer<S: Slot> {
    slots: Vec<S>,
    states: Vec<S::State>,
    changed: Vec<(usize, S::State)>,
}

/// A slot whose state has changed.
#[derive(Debug)]
pub struct SlotChange<'a, S: Slot> {
    /// The slot's index in its layer.
    pub index: usize,
    /// The slot.
    pub slot: &'a S,
    /// Its state before the step.
    pub before: &'a S::State,
    /// Its state now.
    pub now: &'a S::State,
}

impl<S: Slot> Default for Layer<S> {
    fn default() -> Self {
        Self { slots: Vec::new(), states: Vec::new(), changed: Vec::new() }
    }
}

impl<S: Slot> Layer<S> {
    /// Adds a slot; returns its index.
    pub(super) fn add(&mut self, slot: S, state: S::State) -> usize {
        self.slots.push(slot);
        self.states.push(state);
        self.slots.len() - 1
    }

    pub(super) fn begin_step(&mut self) {
        self.changed.clear();
    }

    /// Gives a slot a state.
    pub(super) fn set(&mut self, index: usize, state: S::State) {
        if self.states[index] != state {
            let before = mem::replace(&mut self.states[index], state);
            self.changed.push((index, before));
        }
    }

    /// The number of slots.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no slots.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// A slot and its state.
    ///
    /// # Panics
    /// When there is no slot with this index.
    pub fn get(&self, index: usize) -> (&S, &S::State) {
        (&self.slots[index], &self.states[index])
    }

    /// All slots with their states.
    pub fn iter(&self) -> impl Iterator<Item = (&S, &S::State)> {
        self.slots.iter().zip(&self.states)
    }

    /// The slots whose state the last step changed, or all slots, with their states.
    pub(crate) fn changed_or_all(&self, all: bool) -> impl Iterator<Item = (&S, &S::State)> {
        let changed = self.changes().filter(move |_| !all).map(|change| (change.slot, change.now));
        changed.chain(self.iter().take(if all { self.len() } else { 0 }))
    }

    /// The slots whose state the last step changed.
    pub fn changes(&self) -> impl Iterator<Item = SlotChange<'_, S>> {
        self.changed.iter().map(|(index, before)| SlotChange {
            index: *index,
            slot: &self.slots[*index],
            before,
            now: &self.states[*index],
        })
    }
}

/// An ink on a paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// The colour of full ink.
    pub ink: Rgb,
    /// The colour where there is no ink.
    pub paper: Rgb,
    /// The maximum amount of ink, 0 to 1.
    pub strength: f32,
}

impl Pen {
    /// A pen with full ink.
    pub(crate) const fn full(ink: Rgb, paper: Rgb) -> Self {
        Self { ink, paper, strength: 1.0 }
    }
}

/// How text is aligned in its rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// From the left edge.
    Left,
    /// In the middle.
    Centre,
    /// Up to the right edge.
    Right,
}

/// A line of text; its state is the text.
#[derive(Debug, Clone)]
pub struct TextSlot {
    /// Its rectangle; the text is in the middle of its height.
    pub area: Rect,
    /// Em in pixels.
    pub em: f32,
    /// Its colours.
    pub pen: Pen,
    /// Its alignment.
    pub align: Align,
}

impl Slot for TextSlot {
    type State = String;
}

// Slots are taken apart without `..`, so that a new colour does not compile until it is in the palette.
impl TextSlot {
    fn colours(&self) -> [Colours; 1] {
        let Self { area: _, em: _, pen, align: _ } = *self;
        [Colours::Blends(pen)]
    }
}

/// A line of a listing; its state is whether it is highlighted.
#[derive(Debug, Clone)]
pub struct CodeSlot {
    /// Its rectangle.
    pub area: Rect,
    /// The text.
    pub text: String,
    /// Where the text begins, in pixels from the left edge.
    pub left: u32,
    /// Em in pixels.
    pub em: f32,
    /// Its colours.
    pub pen: Pen,
    /// Its colours when highlighted.
    pub lit: Pen,
    /// The bar at the left edge of a highlighted line.
    pub bar: Rgb,
    /// Width of the bar in pixels.
    pub bar_width: u32,
}

impl Slot for CodeSlot {
    type State = bool;
}

impl CodeSlot {
    fn colours(&self) -> [Colours; 3] {
        let Self { area: _, text: _, left: _, em: _, pen, lit, bar, bar_width: _ } = *self;
        [Colours::Blends(pen), Colours::Blends(lit), Colours::One(bar)]
    }
}

/// The rank of a solver in a race; its state is the rank, once it is known, and its text.
#[derive(Debug, Clone)]
pub struct BadgeSlot {
    /// Its rectangle.
    pub area: Rect,
    /// Em in pixels.
    pub em: f32,
    /// The colours of the first rank.
    pub first: Pen,
    /// The colours of all others.
    pub others: Pen,
    /// The colour without a rank.
    pub page: Rgb,
}

/// A rank, counted from 1, and how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rank {
    /// The rank.
    pub number: usize,
    /// How it is written: 1st.
    pub text: String,
}

impl Slot for BadgeSlot {
    type State = Option<Rank>;
}

impl BadgeSlot {
    fn colours(&self) -> [Colours; 3] {
        let Self { area: _, em: _, first, others, page } = *self;
        [Colours::Blends(first), Colours::Blends(others), Colours::One(page)]
    }
}

/// A node of the search tree with the edge to the node above it.
#[derive(Debug, Clone)]
pub struct NodeSlot {
    /// The rectangle of all pixels that it may cover.
    pub area: Rect,
    /// The ends of the edge, in pixels from the corner of the tree: the node above, and this one.
    pub edge: [(f32, f32); 2],
    /// Whether the queens are a solution.
    pub solution: bool,
}

/// What the search has done with a node so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeState {
    /// The search has not reached it.
    Hidden,
    /// The search has left it.
    Visited,
    /// The search is below it.
    OnPath,
    /// The search is at it.
    Current,
}

impl Slot for NodeSlot {
    type State = NodeState;
}

/// How all nodes of a tree are drawn. Nodes may overlap: solutions lie over the path, and the path
/// over other visited nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeStyle {
    /// The rectangle of the tree.
    pub area: Rect,
    /// Width of an edge in pixels.
    pub line: f32,
    /// Width of an edge of the path in pixels.
    pub strong_line: f32,
    /// Radius of a node in pixels.
    pub radius: f32,
    /// Radius of the current node and of solutions in pixels.
    pub large_radius: f32,
    /// The colours of visited nodes.
    pub visited: Pen,
    /// The colours of the path.
    pub path: Pen,
    /// The colours of solutions.
    pub solution: Pen,
}

impl TreeStyle {
    fn colours(&self) -> [Colours; 3] {
        let Self { area: _, line: _, strong_line: _, radius: _, large_radius: _, visited, path, solution } =
            *self;
        [path, solution, visited].map(Colours::Blends)
    }
}

/// All slots of a page, by kind, in the order in which they are painted. Only nodes of the tree
/// overlap.
#[derive(Debug, Default)]
pub struct Layers {
    /// The squares of all boards.
    pub squares: Layer<SquareSlot>,
    /// Lines of text.
    pub texts: Layer<TextSlot>,
    /// Badges of a race.
    pub badges: Layer<BadgeSlot>,
    /// Lines of code.
    pub code: Layer<CodeSlot>,
    /// Nodes of the search tree.
    pub nodes: Layer<NodeSlot>,
    /// How the nodes are drawn, if there are any.
    pub tree: Option<TreeStyle>,
}

impl Layers {
    pub(super) fn begin_step(&mut self) {
        let Self { squares, texts, badges, code, nodes, tree: _ } = self;
        squares.begin_step();
        texts.begin_step();
        badges.begin_step();
        code.begin_step();
        nodes.begin_step();
    }

    /// The colours of all slots in all states, but those of squares, which their style has.
    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self { squares: _, texts, badges, code, nodes: _, tree } = self;
        let texts = texts.slots.iter().flat_map(TextSlot::colours);
        let badges = badges.slots.iter().flat_map(BadgeSlot::colours);
        let code = code.slots.iter().flat_map(CodeSlot::colours);
        texts.chain(badges).chain(code).chain(tree.iter().flat_map(TreeStyle::colours))
    }
}
