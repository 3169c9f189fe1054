//! Slots: the parts of a page that can change, each with a state.

mod chart;
mod code;
mod medal;
mod strike;
mod text;
mod tree;

use std::mem;

use crate::picture::{Rect, Rgb};

use super::cell::CellSlot;
use super::element::Element;
use super::square::SquareSlot;

pub use chart::{ChartColumn, ChartLabel, ChartSlot, ChartState, Ending};
pub use code::{CodeLine, CodeSlot, CodeState};
pub use medal::{METALS, MedalSlot};
pub use strike::StrikeSlot;
pub use text::{Align, LineSlot, Piece, TextSlot, TextStyle, Words};
pub use tree::{NodeSlot, NodeState, Tip, TipSlot, TreeStyle};

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

    /// A slot, while the page is made.
    pub(super) fn slot_mut(&mut self, index: usize) -> &mut S {
        &mut self.slots[index]
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

    /// The slots whose state the last step changed, or all slots, with their indices and states.
    pub(crate) fn changed_or_all(&self, all: bool) -> impl Iterator<Item = (usize, &S, &S::State)> {
        let changed = self.changes().filter(move |_| !all);
        let changed = changed.map(|change| (change.index, change.slot, change.now));
        let whole = self.iter().take(if all { self.len() } else { 0 }).enumerate();
        changed.chain(whole.map(|(index, (slot, state))| (index, slot, state)))
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

    /// The slots that look otherwise than before the last step, each once, in the order of their indices.
    pub(crate) fn moves(&self) -> Vec<SlotChange<'_, S>> {
        let mut moves: Vec<_> = self.changes().collect();
        // A step may change a slot twice: the first change has its state before the step.
        moves.sort_by_key(|change| change.index);
        moves.dedup_by_key(|change| change.index);
        moves.retain(|change| change.before != change.now);
        moves
    }
}

/// An ink on a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pen {
    /// The colour of full ink.
    pub ink: Rgb,
    /// The colour where there is no ink.
    pub paper: Rgb,
}

/// A rectangle of one colour, which is its state.
#[derive(Debug, Clone)]
pub struct FillSlot {
    /// The rectangle.
    pub area: Rect,
}

impl Slot for FillSlot {
    type State = Rgb;
}

impl FillSlot {
    /// What it looks like.
    pub fn elements<'a>(&self, colour: Rgb) -> [Element<'a>; 1] {
        [Element::Fill(self.area, colour)]
    }
}

/// All slots of a page, by kind, in the order in which they are painted. Only nodes of the tree
/// overlap, and strikes are over boards.
#[derive(Debug, Default)]
pub struct Layers {
    /// The squares of all boards, and those beside captions.
    pub squares: Layer<SquareSlot>,
    /// What crosses boards out.
    pub strikes: Layer<StrikeSlot>,
    /// Hairlines.
    pub fills: Layer<FillSlot>,
    /// Lines of text.
    pub texts: Layer<TextSlot>,
    /// Medals of a race.
    pub medals: Layer<MedalSlot>,
    /// Lines with several pieces of text.
    pub lines: Layer<LineSlot>,
    /// Charts of a race.
    pub charts: Layer<ChartSlot>,
    /// Lines of code.
    pub code: Layer<CodeSlot>,
    /// Cells of arrays, masks and matrices.
    pub entries: Layer<CellSlot>,
    /// Nodes of the search tree.
    pub nodes: Layer<NodeSlot>,
    /// Levels of the tree that are drawn in cells.
    pub cells: Layer<FillSlot>,
    /// What hangs below the path.
    pub tip: Layer<TipSlot>,
    /// How the nodes are drawn, if there are any.
    pub tree: Option<TreeStyle>,
}

impl Layers {
    pub(super) fn begin_step(&mut self) {
        let Self {
            squares,
            strikes,
            fills,
            texts,
            medals,
            lines,
            charts,
            code,
            entries,
            nodes,
            cells,
            tip,
            tree: _,
        } = self;
        strikes.begin_step();
        squares.begin_step();
        fills.begin_step();
        texts.begin_step();
        medals.begin_step();
        lines.begin_step();
        charts.begin_step();
        code.begin_step();
        entries.begin_step();
        nodes.begin_step();
        cells.begin_step();
        tip.begin_step();
    }

    /// The colours of all slots in all states, but those of squares, which their style has.
    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            squares: _,
            strikes,
            fills,
            texts,
            medals,
            lines,
            charts,
            code,
            entries,
            nodes: _,
            cells: _,
            tip: _,
            tree,
        } = self;
        let texts = texts.slots.iter().flat_map(TextSlot::colours);
        let medals = medals.slots.iter().flat_map(MedalSlot::colours);
        let lines = lines.slots.iter().flat_map(LineSlot::colours);
        let charts = charts.slots.iter().flat_map(ChartSlot::colours);
        let code = code.slots.iter().flat_map(CodeSlot::colours);
        let entries = entries.slots.iter().flat_map(CellSlot::colours);
        let fills = fills.states.iter().copied().map(Colours::One);
        let strikes = strikes.slots.iter().map(|slot| Colours::One(slot.ink));
        texts
            .chain(fills)
            .chain(strikes)
            .chain(medals)
            .chain(lines)
            .chain(charts)
            .chain(code)
            .chain(entries)
            .chain(tree.iter().flat_map(TreeStyle::colours))
    }
}
