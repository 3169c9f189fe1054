//! Slots: the parts of a page that can change, each with a state.

use std::mem;
use std::sync::Arc;

use crate::font::Weight;
use crate::picture::{Rect, Rgb};

use super::cell::CellSlot;
use super::inks::State;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pen {
    /// The colour of full ink.
    pub ink: Rgb,
    /// The colour where there is no ink.
    pub paper: Rgb,
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

/// How a line of text is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// Em in pixels.
    pub em: f32,
    /// How heavy its letters are.
    pub weight: Weight,
    /// Its colours.
    pub pen: Pen,
}

/// A line of text; its state is the text.
#[derive(Debug, Clone)]
pub struct TextSlot {
    /// Its rectangle, as high as its letters may reach.
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// How it is written.
    pub style: TextStyle,
    /// Its alignment.
    pub align: Align,
}

impl Slot for TextSlot {
    type State = String;
}

// Slots are taken apart without `..`, so that a new colour does not compile until it is in the palette.
impl TextSlot {
    fn colours(&self) -> [Colours; 1] {
        let Self { area: _, baseline: _, style: TextStyle { em: _, weight: _, pen }, align: _ } = *self;
        [Colours::Blends(pen)]
    }
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

/// The medal of a solver in a race; its state is the rank, counted from 1, once it is known.
#[derive(Debug, Clone)]
pub struct MedalSlot {
    /// Its rectangle, a square.
    pub area: Rect,
    /// The page.
    pub page: Rgb,
    /// Face, rim and figure of each rank; the last ones are those of all further ranks.
    pub metals: [[Rgb; 3]; METALS],
}

/// How many ranks have a metal of their own, and one for all others.
pub const METALS: usize = 4;

impl Slot for MedalSlot {
    type State = Option<usize>;
}

impl MedalSlot {
    fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self { area: _, page, metals } = *self;
        let metal = move |[face, rim, figure]: [Rgb; 3]| {
            let pens = [(rim, page), (face, rim), (figure, face)].map(|(ink, paper)| Pen { ink, paper });
            pens.map(Colours::Blends)
        };
        metals.into_iter().flat_map(metal)
    }
}

/// A line with several pieces of text, which is its state.
#[derive(Debug, Clone)]
pub struct LineSlot {
    /// Its rectangle.
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// How words are written that stay.
    pub label: TextStyle,
    /// How the text is written that changes.
    pub strong: TextStyle,
}

/// A piece of text of a [`LineSlot`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins, in pixels from the left edge.
    pub left: u32,
    /// Whether it is written in the strong style.
    pub strong: bool,
    /// The text.
    pub text: String,
}

impl Slot for LineSlot {
    type State = Vec<Piece>;
}

impl LineSlot {
    fn colours(&self) -> [Colours; 2] {
        let Self { area: _, baseline: _, label, strong } = *self;
        [label.pen, strong.pen].map(Colours::Blends)
    }
}

/// The chart of a solver in a race: its queens over the ticks, up to the present.
#[derive(Debug, Clone)]
pub struct ChartSlot {
    /// Its rectangle, through which the cursor goes.
    pub area: Rect,
    /// The levels of all queens and of none, in pixels from the upper edge.
    pub levels: [u32; 2],
    /// Width of a hairline in pixels.
    pub hairline: u32,
    /// Width of the line in pixels.
    pub line_width: u32,
    /// The line in each column of pixels, from the left edge on.
    pub columns: Vec<ChartColumn>,
    /// What stands behind the end of the line.
    pub label: ChartLabel,
    /// The page.
    pub page: Rgb,
    /// The line at the level of all queens, the one of none, and the cursor.
    pub lines: [Rgb; 3],
    /// The colour of the line, and the one below it, while the solver runs.
    pub running: [Rgb; 2],
    /// The same when it has found its solutions.
    pub finished: [Rgb; 2],
}

/// How much of a column of pixels the line of a chart covers, in pixels above the level of no queens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChartColumn {
    /// Where the line begins.
    pub low: u32,
    /// Where it ends.
    pub high: u32,
}

/// Behind the end of the line of a chart: a medal, and how the run ended.
#[derive(Debug, Clone)]
pub struct ChartLabel {
    /// The medal, if there is room for it.
    pub medal: Option<MedalSlot>,
    /// The words, if there is room for them.
    pub words: Option<TextSlot>,
}

/// What a chart shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartState {
    /// How many columns the clock has reached.
    pub shown: u32,
    /// Where the clock is, in pixels from the left edge, if a line shows it.
    pub cursor: Option<u32>,
    /// How the solver has ended, once it has.
    pub ending: Option<Ending>,
}

/// How a solver has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Its rank, if it has finished.
    pub rank: Option<usize>,
    /// Whether it has found solutions.
    pub solved: bool,
    /// How it ended, in words.
    pub words: String,
}

impl Slot for ChartSlot {
    type State = ChartState;
}

impl ChartSlot {
    /// The columns of pixels that differ between two states, from the first to behind the last.
    pub fn difference(&self, before: &ChartState, now: &ChartState) -> (u32, u32) {
        if before.ending != now.ending {
            return (0, self.area.width);
        }
        let cursor = |state: &ChartState| state.cursor.map(|x| [x, x + self.line_width]);
        let cursors = [before, now].into_iter().filter_map(cursor).flatten();
        let ends = || cursors.clone().chain([before.shown, now.shown]);
        let (start, end) = (ends().min().unwrap_or_default(), ends().max().unwrap_or_default());
        (start.min(self.area.width), end.min(self.area.width))
    }

    fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            area: _,
            levels: _,
            hairline: _,
            line_width: _,
            columns: _,
            label: ChartLabel { medal, words },
            page,
            lines,
            running,
            finished,
        } = self;
        let ones = [*page].into_iter().chain(*lines).chain(*running).chain(*finished).map(Colours::One);
        let medal = medal.iter().flat_map(MedalSlot::colours);
        ones.chain(medal).chain(words.iter().flat_map(TextSlot::colours))
    }
}

/// The place of a line of a listing.
#[derive(Debug, Clone)]
pub struct CodeSlot {
    /// Its rectangle.
    pub area: Rect,
    /// The right edge of the digits of numbers, in pixels from the left edge.
    pub numbers: u32,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// Em in pixels.
    pub em: f32,
    /// Em of the number in pixels.
    pub number_em: f32,
    /// Its colours.
    pub pen: Pen,
    /// The colours of the number; those of the code when highlighted.
    pub number_pen: Pen,
    /// Its colours when highlighted, by state: of the code, and of the bar at the left edge.
    pub lit: [(Pen, Rgb); State::ALL.len()],
    /// Width of the bar in pixels.
    pub bar_width: u32,
}

/// A line of a listing in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeState {
    /// The line.
    pub line: Arc<CodeLine>,
    /// What the step says that the line has led to, if it is highlighted.
    pub lit: Option<State>,
}

/// A line of a listing.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Its number, where numbers are shown.
    pub number: Option<String>,
    /// The code, in runs of one weight.
    pub runs: Vec<(Weight, String)>,
    /// Where the code begins, in pixels from the left edge.
    pub left: u32,
}

impl Slot for CodeSlot {
    type State = CodeState;
}

impl CodeSlot {
    fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            area: _,
            numbers: _,
            baseline: _,
            em: _,
            number_em: _,
            pen,
            number_pen,
            lit,
            bar_width: _,
        } = *self;
        let lit = lit.into_iter().flat_map(|(pen, bar)| [Colours::Blends(pen), Colours::One(bar)]);
        [pen, number_pen].map(Colours::Blends).into_iter().chain(lit)
    }
}

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
    /// Whether the queens are a solution.
    pub solution: bool,
}

/// What the search has done with a node so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeState {
    /// The search has not reached it.
    Unvisited,
    /// The search has left it.
    Visited,
    /// The search is at it or below it.
    OnPath,
}

impl Slot for NodeSlot {
    type State = NodeState;
}

/// A cell of a level whose nodes are too close to each other to be drawn one by one.
#[derive(Debug, Clone)]
pub struct LevelCell {
    /// Its rectangle.
    pub area: Rect,
}

impl Slot for LevelCell {
    type State = Rgb;
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

impl TreeStyle {
    fn colours(&self) -> impl Iterator<Item = Colours> {
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

/// Two lines across a rectangle, from corner to corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrikeSlot {
    /// The rectangle.
    pub area: Rect,
    /// Width of the lines in pixels.
    pub line: f32,
    /// Their colour.
    pub ink: Rgb,
}

impl Slot for StrikeSlot {
    type State = ();
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
    pub cells: Layer<LevelCell>,
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
